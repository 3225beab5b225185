//! A record as somebody keeps it by hand: what stood at first, the turns, and what was put or taken off between them.

use kifud::go::{ByColor, Color, Place, Point, Size};
use kifud::referee::Kind;

use super::stones::{Did, Law, Stones};

/// One turn.
#[derive(Debug, Clone)]
pub struct Turn {
    pub color: Color,
    pub place: Place,
    pub forced: bool,
    /// The alert whose offence it is.
    pub offence: Option<String>,
}

/// Stones put on or taken off after so many turns.
type Edit = (usize, Vec<(Point, Option<Color>)>);

/// A record.
#[derive(Debug, Clone)]
pub struct Sheet {
    pub size: Size,
    pub law: Law,
    pub setup: Stones,
    pub turns: Vec<Turn>,
    pub edits: Vec<Edit>,
    pub to_move: Color,
}

impl PartialEq for Sheet {
    fn eq(&self, other: &Sheet) -> bool {
        let plain = |sheet: &Sheet| sheet.turns.iter().map(|turn| (turn.color, turn.place, turn.forced)).collect::<Vec<_>>();
        plain(self) == plain(other) && self.edits == other.edits && self.to_move == other.to_move
    }
}

/// The record played through.
pub struct Through {
    pub stones: Stones,
    /// Every board that has stood, and who was to move.
    stood: Vec<(Stones, Color)>,
    prisoners: ByColor<u32>,
    /// What the last turn did, where nothing was changed by hand since.
    last: Option<(Turn, Did)>,
    law: Law,
}

impl Through {
    /// What a stone of this player would do there.
    pub fn would(&self, color: Color, point: Point) -> Did {
        self.stones.clone().put(color, point, self.law)
    }

    /// What is wrong with a play of this player, as a referee would say it; nothing with a lawful one.
    pub fn wrong(&self, color: Color, point: Point) -> Option<Kind> {
        let mut after = self.stones.clone();
        let did = after.put(color, point, self.law);
        if did.without_liberty {
            return Some(Kind::ForbiddenPoint);
        }
        let retakes = self.last.as_ref().is_some_and(|(turn, took)| {
            let Place::At(stone) = turn.place else { return false };
            let alone = self.stones.chain(stone) == [stone] && self.stones.liberties(stone) == [point];
            turn.color != color && took.captured == [point] && alone
        });
        if retakes {
            return Some(Kind::KoViolation);
        }
        let back = self.law.comes_back && self.stood.iter().any(|(stood, next)| *stood == after && *next == color.opponent());
        back.then_some(Kind::Repetition)
    }

    /// It takes one stone, and the other side may not take it back at once: a lawful play in a ko.
    pub fn takes_a_ko(&self, color: Color, point: Point) -> bool {
        if self.wrong(color, point).is_some() {
            return false;
        }
        let mut after = self.stones.clone();
        let did = after.put(color, point, self.law);
        did.captured.len() == 1 && after.chain(point) == [point] && after.liberties(point) == did.captured
    }
}

impl Sheet {
    pub fn new(setup: Stones, size: Size, law: Law) -> Sheet {
        Sheet { size, law, setup, turns: Vec::new(), edits: Vec::new(), to_move: Color::Black }
    }

    /// Played through, for many questions.
    pub fn through(&self) -> Through {
        let (stones, law) = (self.setup.clone(), self.law);
        let mut through = Through { stones, stood: Vec::new(), prisoners: ByColor::default(), last: None, law };
        let mut next = Color::Black;
        for n in 0..=self.turns.len() {
            if let Some(turn) = n.checked_sub(1).map(|index| &self.turns[index]) {
                let mut did = Did::default();
                if let Place::At(point) = turn.place {
                    did = through.stones.put(turn.color, point, self.law);
                    through.prisoners[turn.color] += did.captured.len() as u32;
                    through.prisoners[turn.color.opponent()] += did.given_up.len() as u32;
                }
                next = turn.color.opponent();
                through.last = Some((turn.clone(), did));
            }
            through.stood.push((through.stones.clone(), next));
            for (_, stones) in self.edits.iter().filter(|(after, _)| *after == n) {
                stones.iter().for_each(|&(point, stone)| through.stones.set(point, stone));
                through.stood.push((through.stones.clone(), next));
                through.last = None;
            }
        }
        through
    }

    pub fn stones(&self) -> Stones {
        self.through().stones
    }

    /// What each has captured.
    pub fn prisoners(&self) -> ByColor<u32> {
        self.through().prisoners
    }

    /// Without what came after so many turns; the opponent of who moved last is to move.
    pub fn cut(&self, left: usize) -> Sheet {
        let mut cut = self.clone();
        cut.turns.truncate(left);
        cut.edits.retain(|(after, _)| *after <= left);
        cut.to_move = cut.turns.last().map_or(Color::Black, |last| last.color.opponent());
        cut
    }

    pub fn play(&mut self, color: Color, place: Place, offence: Option<String>) {
        self.turns.push(Turn { color, place, forced: false, offence });
        self.to_move = color.opponent();
    }

    /// Every turn lies on an empty point, and is lawful where it is no offence.
    pub fn fits(&self) -> bool {
        (0..self.turns.len()).all(|index| {
            let turn = &self.turns[index];
            let Place::At(point) = turn.place else { return true };
            let before = self.cut(index).through();
            before.stones.get(point).is_none() && (turn.offence.is_some() || before.wrong(turn.color, point).is_none())
        })
    }
}

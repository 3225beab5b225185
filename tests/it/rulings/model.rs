//! What rulings come to, told as simply as can be: whole records kept and put back, sums over what holds. It knows nothing of events, of
//! differences, or of how the game does it.

use kifud::game::{Alert, BoardRemedy, ClockRemedy, Decision, RulingOutcome, Sanction};
use kifud::go::{ByColor, Color, Place, Point};
use kifud::referee::{Kind, Requires, Rulebook};
use kifud::wire::{Cell, Grid};

use super::sheet::{Sheet, Turn};

/// A record that a ruling changed: as it was, and as it left it.
#[derive(Debug, Clone)]
struct Changed {
    before: Sheet,
    after: Sheet,
}

/// One ruling.
#[derive(Debug, Clone)]
pub struct Ruled {
    pub id: String,
    pub alert: Alert,
    kind: Kind,
    pub holds: bool,
    pub appealed: bool,
    pub chief: bool,
    color: Option<Color>,
    sanctions: Vec<Sanction>,
    remedy: BoardRemedy,
    to_move: Option<Color>,
    pub clock: Vec<ClockRemedy>,
    /// As SGF writes it.
    result: Option<&'static str>,
    /// The game was on when it was given.
    ended: bool,
    changed: Option<Changed>,
    /// The record as it is with it; `None` where it stays.
    target: Option<Sheet>,
}

/// Everything that is decided of one game.
#[derive(Debug, Clone)]
pub struct Model {
    pub book: Rulebook,
    pub sheet: Sheet,
    pub rulings: Vec<Ruled>,
    /// How it ended without a ruling.
    pub natural: Option<&'static str>,
}

/// Whom and what a decision is about.
pub struct About<'a> {
    pub alert: &'a Alert,
    pub replaced: Option<usize>,
    pub chief: bool,
    pub wood: &'a Grid,
}

impl Model {
    /// The result, and whether a ruling changed it.
    pub fn result(&self) -> Option<(&'static str, bool)> {
        let ruled = self.rulings.iter().rev().find(|ruled| ruled.holds && ruled.result.is_some());
        ruled.map(|ruled| (ruled.result.unwrap_or_default(), !ruled.ended)).or_else(|| self.natural.map(|result| (result, false)))
    }

    /// Cautions, warnings and points of conduct.
    pub fn ledger(&self) -> ByColor<[u32; 3]> {
        let book = self.book.book();
        ByColor::new(|color| {
            let mut had = [0; 3];
            for ruled in self.rulings.iter().filter(|ruled| ruled.holds && ruled.color == Some(color)) {
                let many = |which: Sanction| ruled.sanctions.iter().filter(|&&sanction| sanction == which).count() as u32;
                let points: u32 = ruled.sanctions.iter().map(|sanction| if let Sanction::Points(n) = sanction { *n } else { 0 }).sum();
                let besides = if points == 0 { many(Sanction::Warning) * book.points_per_warning } else { 0 };
                had = [had[0] + many(Sanction::Caution), had[1] + many(Sanction::Warning), had[2] + points + besides];
            }
            let made = book.cautions_per_warning.map_or(0, |per| had[0] / per);
            [had[0], had[1] + made, had[2] + made * book.points_per_warning]
        })
    }

    /// What the rulings in force have given this player's clock, in ms.
    pub fn given_ms(&self, color: Color) -> i64 {
        let holding = self.rulings.iter().filter(|ruled| ruled.holds);
        holding.flat_map(|ruled| &ruled.clock).filter(|remedy| remedy.color == color).map(|remedy| remedy.delta_ms).sum()
    }

    /// What follows from a decision; `None` where it is to be refused.
    pub fn decide(&self, about: &About<'_>, decision: &Decision) -> Option<Ruled> {
        let alert = about.alert;
        let (color, kind) = (decision.color.or(alert.color), decision.kind.unwrap_or(alert.kind));
        let (mut board, clock, sanctions) = match decision.outcome {
            RulingOutcome::Dismiss => (BoardRemedy::None, vec![], vec![]),
            RulingOutcome::Change => (decision.board.unwrap_or_default(), decision.clock.clone(), decision.sanctions.clone()),
            RulingOutcome::Confirm => {
                let own = alert.proposal.clone().filter(|_| color == alert.color && kind == alert.kind);
                let proposal = own.unwrap_or_else(|| {
                    let article = self.book.article(kind);
                    let says = article.cite.is_some() && (color != alert.color || kind != alert.kind);
                    let sanctions = if says { article.sanctions.to_vec() } else { vec![] };
                    let board = if says { article.board } else { BoardRemedy::None };
                    kifud::game::Proposal { conditional: false, board, clock: vec![], sanctions }
                });
                (decision.board.unwrap_or(proposal.board), proposal.clock, proposal.sanctions)
            }
        };
        if decision.outcome == RulingOutcome::Change
            && (&clock, &sanctions, decision.board, decision.to_move) == (&vec![], &vec![], None, None)
        {
            return None;
        }
        let resigns = decision.outcome == RulingOutcome::Confirm && kind == Kind::ResignSignal && sanctions.is_empty();
        let result = result_of(&sanctions, color, resigns)?;
        let small = |sanction: &Sanction| matches!(sanction, Sanction::Caution | Sanction::Warning | Sanction::Points(_));
        if color.is_none() && sanctions.iter().any(small) {
            return None;
        }
        let mut to_move = decision.to_move;
        if result.is_some() {
            (board, to_move) = (BoardRemedy::None, None);
        }
        let agreed =
            decision.players_agree == Some(true) && matches!(board, BoardRemedy::Restore | BoardRemedy::Stands) && result.is_none();
        let requires = if kind == alert.kind { alert.requires } else { Some(self.book.article(kind).requires) };
        let free = decision.outcome == RulingOutcome::Dismiss || (kind == Kind::StoneShifted && agreed);
        if !about.chief && requires == Some(Requires::Chief) && !free {
            return None;
        }
        let ruled = Ruled {
            id: String::new(),
            alert: alert.clone(),
            kind,
            holds: true,
            appealed: false,
            chief: about.chief,
            color,
            sanctions,
            remedy: board,
            to_move,
            clock,
            result,
            ended: self.result().is_none(),
            changed: None,
            target: None,
        };
        let fallen = self.without_ground(about.replaced, &ruled);
        if !about.chief && fallen.iter().any(|&index| self.rulings[index].chief || self.rulings[index].appealed) {
            return None;
        }
        let (target, changed) = self.changed(about, &fallen, board, to_move, result.is_some())?;
        Some(Ruled { target, changed, ..ruled })
    }

    /// Losses by so many warnings that have too few of them when one ruling is taken back and this one is given.
    fn without_ground(&self, replaced: Option<usize>, ruled: &Ruled) -> Vec<usize> {
        let Some(limit) = self.book.book().warning_limit.map(|limit| limit.count) else { return Vec::new() };
        let mut after = self.clone();
        if let Some(index) = replaced {
            after.rulings[index].holds = false;
        }
        after.rulings.push(ruled.clone());
        let had = after.ledger();
        let lost = |ruled: &Ruled| {
            ruled.holds
                && ruled.kind == Kind::WarningLimit
                && ruled.result.is_some()
                && ruled.color.is_some_and(|color| had[color][1] < limit)
        };
        (0..self.rulings.len()).filter(|&index| lost(&after.rulings[index])).collect()
    }

    /// The record as it is with it, and what must be kept of it; `None` where that is to be refused.
    fn changed(
        &self,
        about: &About<'_>,
        fallen: &[usize],
        board: BoardRemedy,
        to_move: Option<Color>,
        ends: bool,
    ) -> Option<(Option<Sheet>, Option<Changed>)> {
        let old = about.replaced.map(|index| &self.rulings[index]);
        let done = old.and_then(|old| old.changed.clone());
        let over = self.result().is_some();
        let mut without = self.clone();
        for &index in about.replaced.iter().chain(fallen) {
            without.rulings[index].holds = false;
        }
        let goes_on = over && without.result().is_none();
        if ends || (over && !goes_on) {
            return (board == BoardRemedy::None && to_move.is_none()).then_some((None, done));
        }
        let same = board == BoardRemedy::Stands || old.is_some_and(|old| (old.remedy, old.to_move) == (board, to_move));
        let as_left = done.as_ref().is_none_or(|done| done.after == self.sheet);
        let base = match &done {
            Some(_) if !same && !as_left => return None,
            Some(done) if !same => done.before.clone(),
            _ => self.sheet.clone(),
        };
        let repeats = done.is_some() && same && board != BoardRemedy::Stands;
        let mut target = if repeats { base.clone() } else { remedied(&base, about, board)? };
        target.to_move = to_move.unwrap_or(target.to_move);
        let after = target.clone();
        let changed = match done {
            Some(done) if same && as_left => Some(Changed { after, ..done }),
            Some(done) if same => Some(done),
            // What it is taken back to is the record without the ruling in whose place it stands.
            _ => (target != base).then_some(Changed { before: base, after }),
        };
        Some((Some(target), changed))
    }

    /// It is decided so.
    pub fn take(&mut self, id: String, replaced: Option<usize>, mut ruled: Ruled) {
        ruled.id = id;
        let fallen = self.without_ground(replaced, &ruled);
        for &index in replaced.iter().chain(&fallen) {
            self.rulings[index].holds = false;
        }
        if let Some(target) = &ruled.target {
            self.sheet = target.clone();
        }
        self.rulings.push(ruled);
    }
}

fn result_of(sanctions: &[Sanction], color: Option<Color>, resigns: bool) -> Option<Option<&'static str>> {
    let ending = |sanction: &&Sanction| matches!(sanction, Sanction::Loss | Sanction::BothLose | Sanction::Draw | Sanction::Replay);
    match (sanctions.iter().filter(ending).collect::<Vec<_>>().as_slice(), color) {
        ([], Some(Color::Black)) if resigns => Some(Some("W+R")),
        ([], Some(Color::White)) if resigns => Some(Some("B+R")),
        ([], None) if resigns => None,
        ([], _) => Some(None),
        ([Sanction::Loss], Some(Color::Black)) => Some(Some("W+F")),
        ([Sanction::Loss], Some(Color::White)) => Some(Some("B+F")),
        ([Sanction::Draw], _) => Some(Some("0")),
        ([Sanction::BothLose | Sanction::Replay], _) => Some(Some("Void")),
        _ => None,
    }
}

/// The record with this remedy; `None` where it cannot be.
fn remedied(base: &Sheet, about: &About<'_>, board: BoardRemedy) -> Option<Sheet> {
    let alert = about.alert;
    let its = base.turns.iter().rposition(|turn| turn.offence.as_ref() == Some(&alert.id));
    let n = alert.n.unwrap_or_default() as usize;
    let color = alert.color;
    // Whose turn it was before a move: its player's, but of a second one in a row.
    let back = |index: usize| {
        let mut cut = base.cut(index);
        let second = alert.kind == Kind::DoubleMove;
        cut.to_move = if second { base.turns[index].color.opponent() } else { base.turns[index].color };
        Some(cut)
    };
    let of_turn = |n: usize| n >= 1 && n <= base.turns.len() && Some(base.turns[n - 1].color) == color;
    let enters = alert.kind.enters_the_record();
    let of_an_older_stone = matches!(alert.kind, Kind::StoneShifted | Kind::StoneMissing | Kind::ExtraStone | Kind::BoardScattered);
    match board {
        BoardRemedy::None => Some(base.clone()),
        BoardRemedy::Restore => its.map_or_else(|| Some(base.clone()), back),
        BoardRemedy::Stands => {
            let position = base.stones();
            let stone = |point: &Point| match about.wood.get(*point) {
                Cell::Stone(color) => Some(color),
                _ => None,
            };
            let stones: Vec<(Point, Option<Color>)> =
                alert.points.iter().map(|point| (*point, stone(point))).filter(|(point, stone)| position.get(*point) != *stone).collect();
            let mut stands = base.clone();
            if !stones.is_empty() {
                stands.edits.push((base.turns.len(), in_order(stones)));
            }
            Some(stands)
        }
        BoardRemedy::Retract => match its {
            Some(index) => back(index),
            None if enters || alert.kind == Kind::ResignSignal => Some(base.clone()),
            None if !of_an_older_stone && of_turn(n.min(base.turns.len())) => back(n.min(base.turns.len()) - 1),
            None => None,
        },
        BoardRemedy::ForcedPass => {
            let own = match its {
                Some(index) => Some(index),
                None if enters => (base.turns.len() == n && of_turn(n)).then(|| n - 1),
                None if of_an_older_stone => None,
                None => of_turn(n.min(base.turns.len())).then(|| n.min(base.turns.len()) - 1),
            };
            let mut passed = base.clone();
            if let Some(index) = own {
                passed.turns[index] = Turn { color: base.turns[index].color, place: Place::Pass, forced: true, offence: None };
                if index + 1 == passed.turns.len() {
                    passed.to_move = passed.turns[index].color.opponent();
                }
                return passed.fits().then_some(passed);
            }
            let turn = if enters { n } else { n.min(base.turns.len()) + 1 };
            let color = color.filter(|&color| color == base.to_move && base.turns.len() + 1 == turn)?;
            passed.turns.push(Turn { color, place: Place::Pass, forced: true, offence: None });
            passed.to_move = color.opponent();
            Some(passed)
        }
    }
}

/// As an edit lists them: black, white, empty.
fn in_order(mut stones: Vec<(Point, Option<Color>)>) -> Vec<(Point, Option<Color>)> {
    stones.sort_by_key(|(_, stone)| match stone {
        Some(Color::Black) => 0,
        Some(Color::White) => 1,
        None => 2,
    });
    stones
}

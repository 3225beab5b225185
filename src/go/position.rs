//! What has been played, however it came about: board, history, prisoners and whose turn it is.
//!
//! Legality is an answer, not a gate: [`Position::judge`] names every fault of a play at once, [`Position::play`] makes only faultless
//! ones, and [`Position::take_in`] makes what stands on the wood whether it is legal or not (CONTRACT 4.6).

mod cycle;
mod history;
mod judge;
mod replay;

use sha2::{Digest, Sha256};

use super::board::{Cell, Look, OwnDead};
use super::{Board, ByColor, Color, Place, Point, Rules, Size};
use history::{Deed, History, Origin, Stood};

pub use cycle::{Cycle, CycleKind};
pub use history::Repetition;
pub use judge::{Fault, Judgement, Superko};
pub use replay::{Prisoners, ReplayError};

/// A single stone that was taken by a single stone on the last move: it may not be retaken at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct KoBan {
    /// Where the stone was taken.
    spot: u16,
    /// Who may not retake.
    banned: Color,
}

/// What a play did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Played {
    /// The opponent's stones it took, in reading order.
    pub captured: Vec<Point>,
    /// Own stones it gave up, itself included, where the rules allow suicide; in reading order.
    pub given_up: Vec<Point>,
    /// The position it left has stood before.
    pub repeats: Option<Repetition>,
}

/// A position of a game under some rules.
#[derive(Debug, Clone)]
pub struct Position {
    board: Board,
    rules: Rules,
    to_move: Color,
    move_number: u32,
    captured: ByColor<u32>,
    ko: Option<KoBan>,
    history: History,
}

impl Position {
    /// An empty board, Black to move.
    pub fn new(size: Size, rules: &Rules) -> Position {
        Position::with_board(Board::new(size), Color::Black, rules)
    }

    /// A game that starts from this board.
    pub fn with_board(board: Board, to_move: Color, rules: &Rules) -> Position {
        let history = History::starting(board.hash(), to_move, ByColor::default());
        Position { board, rules: *rules, to_move, move_number: 0, captured: ByColor::default(), ko: None, history }
    }

    /// Makes a legal play or pass.
    ///
    /// # Errors
    /// The judgement with every fault, when there is one; the position is then unchanged.
    pub fn play(&mut self, color: Color, place: Place) -> Result<Played, Judgement> {
        if color != self.to_move {
            return Err(self.judge(color, place));
        }
        let Place::At(point) = place else {
            self.pass(color);
            return Ok(Played::default());
        };
        if !self.size().contains(point) || self.board.cell(self.board.spot(point)) != Cell::Empty {
            return Err(self.judge(color, place));
        }
        let look = self.board.look(color, self.board.spot(point));
        let lawful = self.suicide_fault(&look).is_none() && self.ko_fault(color, &look).is_none();
        let hash = look.hash_after(true);
        let repeated = self.history.may_hold(hash);
        if !lawful || (repeated && self.superko_fault(color, hash).is_some()) {
            return Err(self.judge(color, place));
        }
        let repeats = if repeated { self.repetition_after(color, &look, true) } else { None };
        Ok(self.carry_out(color, &look, OwnDead::Lifted, repeats))
    }

    /// Takes in what was played, legal or not: the name says that nothing is refused but a point outside the board.
    ///
    /// Out of turn, the turn is afterwards the opponent's as always. On an occupied point the new stone takes the place of the old one.
    /// A self-capture stays as it was put unless the rules allow it (CONTRACT 4.6).
    ///
    /// # Errors
    /// The judgement, when the point lies outside the board: there is no wood there.
    pub fn take_in(&mut self, color: Color, place: Place) -> Result<Played, Judgement> {
        let Place::At(point) = place else {
            self.pass(color);
            return Ok(Played::default());
        };
        if !self.size().contains(point) {
            return Err(self.judge(color, place));
        }
        if self.board.get(point).is_some() {
            self.board.set([(point, None)]);
        }
        let look = self.board.look(color, self.board.spot(point));
        let own_dead = if self.suicide_fault(&look).is_none() { OwnDead::Lifted } else { OwnDead::Stands };
        let repeats = self.repetition_after(color, &look, own_dead == OwnDead::Lifted);
        Ok(self.carry_out(color, &look, own_dead, repeats))
    }

    /// Changes points without playing (set-up in mid-game, rulings). Nothing is captured; move number, prisoners and turn stay. The
    /// position that comes of it counts as an earlier one from now on.
    pub fn edit(&mut self, changes: impl IntoIterator<Item = (Point, Option<Color>)>) {
        self.board.set(changes);
        self.ko = None;
        self.remember(Origin::Edit, Deed::default());
    }

    /// Says whose turn it is, where a ruling or a set-up decided it.
    pub fn set_to_move(&mut self, color: Color) {
        if self.to_move != color {
            self.to_move = color;
            self.ko = None;
            self.remember(Origin::Edit, Deed::default());
        }
    }

    /// What stands now has stood from here on.
    fn remember(&mut self, origin: Origin, deed: Deed) {
        let (hash, next, after, captured) = (self.board.hash(), self.to_move, self.move_number, self.captured);
        self.history.push(Stood { hash, after, captured, next, origin, deed });
    }

    fn pass(&mut self, color: Color) {
        self.move_number += 1;
        self.to_move = color.opponent();
        self.ko = None;
        self.remember(Origin::Pass, Deed::default());
    }

    fn carry_out(&mut self, color: Color, look: &Look, own_dead: OwnDead, repeats: Option<Repetition>) -> Played {
        let captured = if look.taken_stones() > 0 { self.board.points_of(look.taken_heads()) } else { Vec::new() };
        self.ko = look.ko_spot().map(|spot| KoBan { spot: spot as u16, banned: color.opponent() });
        let mut given_up = Vec::new();
        if look.suicide().is_some() && own_dead == OwnDead::Lifted {
            given_up = self.board.points_of(look.own_heads());
            given_up.push(self.board.point(look.spot()));
            given_up.sort_unstable_by_key(|stone| self.board.size().index(*stone));
        }
        self.board.put(look, own_dead);
        self.captured[color] += captured.len() as u32;
        self.captured[color.opponent()] += given_up.len() as u32;
        self.move_number += 1;
        self.to_move = color.opponent();
        self.remember(Origin::Play(color), Deed::of(look, given_up.len()));
        Played { captured, given_up, repeats }
    }

    /// Width and height.
    pub const fn size(&self) -> Size {
        self.board.size()
    }

    /// The board alone.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rules it is judged by.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who is to move: the opponent of whoever moved last.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Moves made so far, passes included.
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Stones each player has captured since the position's start.
    pub const fn captured(&self) -> ByColor<u32> {
        self.captured
    }

    /// The stone on a point; `None` where there is none, also outside the board.
    pub fn get(&self, point: Point) -> Option<Color> {
        self.board.get(point)
    }

    /// The stones of the chain on a point, in reading order; none for an empty point.
    pub fn chain(&self, point: Point) -> Vec<Point> {
        self.board.chain(point)
    }

    /// The liberties of the chain on a point, each once, in reading order; none for an empty point.
    pub fn liberties(&self, point: Point) -> Vec<Point> {
        self.board.liberties(point)
    }

    /// The opponent's stones that a play here would take, without playing it.
    pub fn captures_of(&self, color: Color, point: Point) -> Vec<Point> {
        self.board.captures_of(color, point)
    }

    /// Every point with what is on it, row by row from the top left.
    pub fn stones(&self) -> Vec<Option<Color>> {
        self.board.stones()
    }

    /// The point where a single stone may not be retaken now, and who may not, whatever the rules say about it.
    pub fn ko_point(&self) -> Option<(Point, Color)> {
        self.ko.map(|ban| (self.board.point(usize::from(ban.spot)), ban.banned))
    }

    /// The hash that is published: the first 16 hex digits of SHA-256 over the board's lines joined by LF, then LF and the side to move
    /// (CONTRACT 4.1).
    pub fn position_hash(&self) -> String {
        position_hash(&self.board.lines(), self.to_move)
    }
}

/// [`Position::position_hash`] for lines that are already at hand.
pub fn position_hash(lines: &[String], to_move: Color) -> String {
    let side = match to_move {
        Color::Black => "black",
        Color::White => "white",
    };
    let digest = Sha256::digest(format!("{}\n{side}", lines.join("\n")));
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;

//! From a record to the position it describes.

use super::Position;
use super::history::History;
use crate::go::{Board, Color, Edit, Point, Record, Rules};

/// Why a record describes no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A set-up stone outside the board.
    #[error("a set-up stone lies outside the board (column {}, line {} from the top)", point.col + 1, point.row + 1)]
    Setup {
        /// The point.
        point: Point,
    },
    /// A move outside the board.
    #[error("move {n} lies outside the board (column {}, line {} from the top)", point.col + 1, point.row + 1)]
    Move {
        /// Its number.
        n: u32,
        /// The point.
        point: Point,
    },
    /// An edit of a point outside the board.
    #[error("an edit after move {after} changes a point outside the board (column {}, line {} from the top)", point.col + 1, point.row + 1)]
    Edit {
        /// The move it follows.
        after: u32,
        /// The point.
        point: Point,
    },
    /// An edit after a move that the record does not have, or before an earlier edit.
    #[error("an edit after move {after} is out of order: the record has {moves} moves")]
    EditOrder {
        /// The move it claims to follow.
        after: u32,
        /// Number of moves.
        moves: u32,
    },
}

impl Position {
    /// The position after a record: set-up, moves and edits in order. Moves that are illegal by these rules are taken in as they stand.
    /// Captures before the record starts count, where they are known.
    ///
    /// # Errors
    /// [`ReplayError`] when something lies outside the board or an edit is out of order.
    pub fn from_record(record: &Record, rules: &Rules) -> Result<Position, ReplayError> {
        let mut position = Position::at_start_of(record, rules)?;
        let mut edits = record.edits.iter().peekable();
        let mut next_edit = |after: u32| edits.next_if(|edit| edit.after == after);
        let mut prisoners = Prisoners::default();
        while let Some(edit) = next_edit(0) {
            position.edit_by(edit, &mut prisoners)?;
        }
        for (n, played) in (1..).zip(&record.moves) {
            let outside = |point| ReplayError::Move { n, point };
            let Ok(done) = position.take_in(played.color, played.place) else {
                return Err(outside(played.place.point().unwrap_or(Point::new(0, 0))));
            };
            prisoners.played(played.place.point(), played.color.opponent(), &done.captured);
            while let Some(edit) = next_edit(n) {
                position.edit_by(edit, &mut prisoners)?;
            }
        }
        match edits.next() {
            Some(edit) => Err(ReplayError::EditOrder { after: edit.after, moves: record.moves.len() as u32 }),
            None => Ok(position),
        }
    }

    /// The position before move 1 and before any edit.
    ///
    /// # Errors
    /// [`ReplayError::Setup`].
    pub fn at_start_of(record: &Record, rules: &Rules) -> Result<Position, ReplayError> {
        let mut board = Board::new(record.size);
        let stones = |points: &[Point], color| points.iter().map(move |&point| (point, Some(color))).collect::<Vec<_>>();
        let setup = [stones(&record.setup.black, Color::Black), stones(&record.setup.white, Color::White)].concat();
        if let Some(&(point, _)) = setup.iter().find(|(point, _)| !record.size.contains(*point)) {
            return Err(ReplayError::Setup { point });
        }
        if !setup.is_empty() {
            board.set(setup);
        }
        let mut position = Position::with_board(board, record.first, rules);
        position.captured = record.captured_before.unwrap_or_default();
        position.history = History::starting(position.board.hash(), record.first, position.captured);
        Ok(position)
    }

    fn edit_by(&mut self, edit: &Edit, prisoners: &mut Prisoners) -> Result<(), ReplayError> {
        let changes = edit.changes();
        if let Some(&(point, _)) = changes.iter().find(|(point, _)| !self.size().contains(*point)) {
            return Err(ReplayError::Edit { after: edit.after, point });
        }
        for color in prisoners.put_back(&changes) {
            self.captured[color.opponent()] = self.captured[color.opponent()].saturating_sub(1);
        }
        self.edit(changes);
        Ok(())
    }
}

/// The points from which stones were captured, each with the colour, until another stone comes there: a stone that an edit puts back where
/// it was captured is no prisoner any more.
#[derive(Debug, Default)]
pub struct Prisoners(Vec<(Point, Color)>);

impl Prisoners {
    /// A stone was played, and captured these of this colour.
    pub fn played(&mut self, at: Option<Point>, of: Color, captured: &[Point]) {
        self.0.retain(|&(point, _)| Some(point) != at);
        self.0.extend(captured.iter().map(|&point| (point, of)));
    }

    /// An edit makes this of these points. Returns the colours of those that are no prisoners any more, each stone once.
    pub fn put_back(&mut self, changes: &[(Point, Option<Color>)]) -> Vec<Color> {
        let mut back = Vec::new();
        for &(point, stone) in changes.iter().filter(|(_, stone)| stone.is_some()) {
            if let Some(index) = self.0.iter().position(|&(taken, _)| taken == point) {
                let (_, color) = self.0.swap_remove(index);
                back.extend((stone == Some(color)).then_some(color));
            }
        }
        back
    }
}

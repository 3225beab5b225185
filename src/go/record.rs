//! What was played, in order: the record of a game (CONTRACT 4.1).

use super::{ByColor, Color, Place, Point, Size};

/// Stones put on the board before the first move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    /// Black stones (handicap, or a position).
    pub black: Vec<Point>,
    /// White stones.
    pub white: Vec<Point>,
}

/// One turn of the record. The first is number 1; passes are numbered too (ING-10.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMove {
    /// Who played.
    pub color: Color,
    /// Where.
    pub place: Place,
    /// Time used for this turn, once it has ended and a clock was running.
    pub used_ms: Option<u64>,
    /// The turn has not ended: the move may still change.
    pub provisional: bool,
    /// A ruling put a pass here (CN-19, CN-20.1).
    pub forced: bool,
    /// Kinds of fault it was played with, by their incident names, while it stands.
    pub illegal: Vec<String>,
    /// The alert that disputes it.
    pub disputed: Option<String>,
    /// Who entered it by hand, when no sensor saw it.
    pub entered_by: Option<String>,
    /// Stones it captured.
    pub captured: Vec<Point>,
}

impl PlayedMove {
    /// A plain move: provisional, with nothing else to say of it.
    pub fn new(color: Color, place: Place) -> PlayedMove {
        PlayedMove {
            color,
            place,
            used_ms: None,
            provisional: true,
            forced: false,
            illegal: Vec::new(),
            disputed: None,
            entered_by: None,
            captured: Vec::new(),
        }
    }
}

/// A change of the position that is no move: what a ruling or `set-position` left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The move number after which it holds; 0 is before the first move.
    pub after: u32,
    /// Points that become black.
    pub black: Vec<Point>,
    /// Points that become white.
    pub white: Vec<Point>,
    /// Points that become empty.
    pub empty: Vec<Point>,
    /// Why: an alert or transaction id.
    pub reason: String,
}

impl Edit {
    /// What it makes of each point, in the order black, white, empty.
    pub fn changes(&self) -> Vec<(Point, Option<Color>)> {
        let to = |points: &[Point], stone| points.iter().map(move |&point| (point, stone)).collect::<Vec<_>>();
        [to(&self.black, Some(Color::Black)), to(&self.white, Some(Color::White)), to(&self.empty, None)].concat()
    }
}

/// Set-up, moves and edits: replayed in order they give the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Size of the board.
    pub size: Size,
    /// Stones before the first move.
    pub setup: Setup,
    /// Who moves first.
    pub first: Color,
    /// The moves in order.
    pub moves: Vec<PlayedMove>,
    /// The edits, by `after`.
    pub edits: Vec<Edit>,
    /// Stones captured before the record starts (a game adopted in its middle): `None` when unknown.
    pub captured_before: Option<ByColor<u32>>,
}

impl Record {
    /// An empty record on an empty board, Black to move.
    pub fn new(size: Size) -> Record {
        Record {
            size,
            setup: Setup::default(),
            first: Color::Black,
            moves: Vec::new(),
            edits: Vec::new(),
            captured_before: Some(ByColor::default()),
        }
    }

    /// Who is to move after the last move: the opponent of whoever moved last.
    pub fn to_move(&self) -> Color {
        self.moves.last().map_or(self.first, |last| last.color.opponent())
    }
}

//! What is fixed for a table by its configuration (CONTRACT 2), and the terms of one game at it.

use crate::clock::{Side, TimeControl};
use crate::go::{Color, HalfPoints, Rules, Size};
use crate::referee::{CaptureTime, InForce, Kind, Override, Profile, Rulebook};
use crate::sense::Orientation;

use super::request::{MatchInfo, Players, Preparation};
use super::schedule::Schedule;

/// A table as configured.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Size of the board.
    pub size: Size,
    /// The terms of a game that nobody has prepared otherwise.
    pub terms: Terms,
    /// Who keeps time.
    pub time_authority: TimeAuthority,
    /// What opens a game.
    pub start: StartMode,
    /// What ends a turn.
    pub turn_ends: TurnEnds,
    /// When the taking of captured stones costs no time.
    pub capture_neutral: CaptureNeutral,
    /// What a press without a stone is.
    pub press_pass: PressPass,
    /// How long a press may precede its stone, in ms.
    pub press_tolerance_ms: u64,
    /// How long a point must hold still, in ms.
    pub settle_ms: u64,
    /// How long a position that nobody can explain may stand, in ms.
    pub patience_ms: u64,
    /// How long a flag stays provisional, in ms.
    pub latency_ms: u64,
    /// How the board is said to lie; scans come turned already, so that this is for what people are told alone.
    pub orientation: Orientation,
    /// Event, round and board from the configuration.
    pub match_info: MatchInfo,
    /// Alert kinds that are not raised here.
    pub alerts_off: Vec<Kind>,
    /// What follows the rulebook when a game is prepared under another one.
    pub by_book: ByBook,
}

/// What the configuration leaves to the rulebook: with another book it is that book's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ByBook {
    /// How it is played and scored.
    pub rules: bool,
    /// Komi.
    pub komi: bool,
    /// When the taking of captured stones costs no time.
    pub captures: bool,
}

/// The terms of one game.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// How it is refereed.
    pub rulebook: Rulebook,
    /// The event's own rules over the rulebook.
    pub overrides: Vec<Override>,
    /// How it is played and scored.
    pub rules: Rules,
    /// Komi.
    pub komi: HalfPoints,
    /// Handicap stones.
    pub handicap: u32,
    /// Names.
    pub players: Players,
    /// Time control, where there is one.
    pub time: Option<TimeControl>,
    /// The clock's side on which Black sits; `None` is learnt from the first press and stone.
    pub black_side: Option<Side>,
    /// When it is played, where that is set.
    pub schedule: Option<Schedule>,
    /// Who is told what.
    pub profile: Profile,
    /// With [`Profile::Simul`]: the colour of the one who plays all.
    pub simul_color: Color,
}

impl Terms {
    /// Whoever plays all is the stronger one, and the stronger one has White.
    pub const SIMUL_COLOR: Color = Color::White;

    /// These terms with what a request says otherwise. Another rulebook brings its rules of play and komi, where the configuration leaves
    /// them to the book and the request does not say them.
    #[must_use]
    pub fn with(&self, preparation: &Preparation, by_book: ByBook) -> Terms {
        let mut terms = self.clone();
        if let Some(book) = preparation.rulebook.filter(|book| *book != self.rulebook) {
            terms.rulebook = book;
            let book = book.book();
            // A book of how to referee alone leaves the rules of play as they are.
            let rules = book.rules.filter(|_| by_book.rules).and_then(Rules::preset);
            terms.rules = rules.unwrap_or(terms.rules);
            terms.komi = if by_book.komi { book.komi } else { terms.komi };
        }
        if let Some(players) = &preparation.players {
            terms.players = players.clone();
        }
        terms.handicap = preparation.handicap.unwrap_or(terms.handicap);
        terms.komi = preparation.komi.unwrap_or(terms.komi);
        terms.time = preparation.time.or(terms.time);
        terms.black_side = preparation.black_side.or(terms.black_side);
        terms.profile = preparation.profile.unwrap_or(terms.profile);
        terms.simul_color = preparation.simul_color.unwrap_or(terms.simul_color);
        if let Some(schedule) = &preparation.schedule {
            // An empty one says that there is none.
            terms.schedule = (!schedule.is_empty()).then(|| schedule.clone());
        }
        terms
    }

    /// What the rulebook, and the event over it, say of this kind.
    pub fn in_force(&self, kind: Kind) -> InForce {
        InForce::of(self.rulebook, &self.overrides, kind)
    }

    /// The player on this side of the clock, once it is known where Black sits.
    pub fn color_at(&self, side: Side) -> Option<Color> {
        self.black_side.map(|black| if side == black { Color::Black } else { Color::White })
    }

    /// The side of the clock on which this player sits, once it is known.
    pub fn side_of(&self, color: Color) -> Option<Side> {
        self.black_side.map(|black| black.of(color))
    }
}

/// Who keeps time (CONTRACT 2, `time_authority`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeAuthority {
    /// Nobody: there is no clock and nobody reports presses.
    Nobody,
    /// The clock on the table; kifud checks it.
    Device,
    /// kifud; the clock only says when turns end.
    Daemon,
}

/// What opens a game (CONTRACT 2, `start`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartMode {
    /// Black stones on an empty board.
    Auto,
    /// The same, after `prepare-game`.
    Armed,
    /// `start-game` alone.
    Request,
}

/// What ends a turn (CONTRACT 2, `turn_ends`); "book" has been looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnEnds {
    /// The press, or the opponent's reply.
    Press,
    /// The stone.
    Stone,
    /// The captures off the board.
    Cleared,
}

/// When the taking of captured stones costs no time (CONTRACT 2, `capture_neutral`); "book" is looked up with [`CaptureNeutral::of`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureNeutral {
    /// Never.
    Never,
    /// Once main time is over.
    ByoYomi,
    /// Always.
    Always,
}

impl CaptureNeutral {
    /// What a book says. A player who may stop the clock does it by hand.
    pub fn of(rulebook: Rulebook) -> CaptureNeutral {
        match rulebook.book().captures {
            CaptureTime::FreeInByoYomi => CaptureNeutral::ByoYomi,
            CaptureTime::Timed | CaptureTime::MayStop(_) | CaptureTime::Unsaid => CaptureNeutral::Never,
        }
    }
}

/// What a press without a stone is, after `press_tolerance_ms` (CONTRACT 2, `press_pass`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PressPass {
    /// A question for the referee: `pass-signal`.
    Ask,
    /// A pass.
    Pass,
    /// An offence: `press-without-move`.
    Incident,
}

//! The `clock` document (CONTRACT 4.2) and time controls (CONTRACT 6).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;
use crate::game::{ClockDocument, PlayerClockState, PlayerPhase};
use crate::go::ByColor;
use crate::time::Mono;

use super::names::{PlayerPhaseName, RunningName};
use super::{DurationText, FormError, Instant, SCHEMA, is_false};

/// Both clocks at one moment.
///
/// A live message counts from its arrival; a retained one is approximate until the next live one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClockForm {
    /// Version of this shape.
    pub schema: String,
    /// The game.
    pub game_id: String,
    /// The connection that published it; absent inside an event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// When it was true.
    pub as_of: Instant,
    /// Whose time runs.
    pub running: RunningName,
    /// Who keeps time.
    pub source: SourceName,
    /// The device is silent: the figures are old.
    pub stale: bool,
    /// How wrong the figures may be, in ms.
    pub uncertainty_ms: u64,
    /// When the turn began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_started: Option<Instant>,
    /// Time used in the turn so far, in ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_used_ms: Option<u64>,
    /// Captured stones are being lifted and nobody's time runs for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capture_neutral: Option<bool>,
    /// Black's clock.
    pub black: PlayerClockForm,
    /// White's clock.
    pub white: PlayerClockForm,
}

/// Who keeps time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SourceName {
    /// The clock on the table.
    Device,
    /// kifud.
    Daemon,
}

impl ClockForm {
    /// The document. `session` is the connection that publishes it, nothing inside an event.
    pub fn new(clock: &ClockDocument, game_id: &str, session: Option<&str>) -> ClockForm {
        ClockForm {
            schema: SCHEMA.to_owned(),
            game_id: game_id.to_owned(),
            session: session.map(str::to_owned),
            as_of: Instant(clock.as_of),
            running: clock.running.into(),
            source: if clock.from_device { SourceName::Device } else { SourceName::Daemon },
            stale: clock.stale,
            uncertainty_ms: clock.uncertainty_ms,
            turn_started: clock.turn_started.map(Instant),
            turn_used_ms: clock.turn_used_ms,
            capture_neutral: None,
            black: clock.players.black.into(),
            white: clock.players.white.into(),
        }
    }

    /// The clocks. `as_of_mono` is the start of time: a moment since the start of a machine means nothing to whoever reads this later.
    ///
    /// # Errors
    /// [`FormError::Value`] for a byo-yomi without periods.
    pub fn read(&self) -> Result<ClockDocument, FormError> {
        Ok(ClockDocument {
            as_of: self.as_of.0,
            as_of_mono: Mono::ZERO,
            running: self.running.into(),
            from_device: self.source == SourceName::Device,
            stale: self.stale,
            uncertainty_ms: self.uncertainty_ms,
            turn_started: self.turn_started.map(|moment| moment.0),
            turn_used_ms: self.turn_used_ms,
            players: ByColor { black: self.black.read()?, white: self.white.read()? },
        })
    }
}

/// One player's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerClockForm {
    /// The part of the time that runs.
    pub phase: PlayerPhaseName,
    /// What is left of that part, in ms.
    pub remaining_ms: u64,
    /// Periods left in `byo-yomi`, the current one counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods_left: Option<u32>,
    /// With `flagged`: a press stamped before the flag may still come.
    #[serde(default, skip_serializing_if = "is_false")]
    pub provisional: bool,
    /// Time used in the whole game, in ms.
    pub total_used_ms: u64,
}

impl From<PlayerClockState> for PlayerClockForm {
    fn from(state: PlayerClockState) -> PlayerClockForm {
        let (phase, periods_left, provisional) = match state.phase {
            PlayerPhase::Main => (PlayerPhaseName::Main, None, false),
            PlayerPhase::ByoYomi { periods_left } => (PlayerPhaseName::ByoYomi, Some(periods_left), false),
            PlayerPhase::Flagged { provisional } => (PlayerPhaseName::Flagged, None, provisional),
        };
        PlayerClockForm { phase, remaining_ms: state.remaining_ms, periods_left, provisional, total_used_ms: state.total_used_ms }
    }
}

impl PlayerClockForm {
    /// The clock.
    ///
    /// # Errors
    /// [`FormError::Value`] for a byo-yomi without periods.
    pub fn read(&self) -> Result<PlayerClockState, FormError> {
        let phase = match self.phase {
            PlayerPhaseName::Main => PlayerPhase::Main,
            PlayerPhaseName::ByoYomi => PlayerPhase::ByoYomi {
                periods_left: self.periods_left.ok_or_else(|| FormError::value("periods_left", "byo-yomi needs it"))?,
            },
            PlayerPhaseName::Flagged => PlayerPhase::Flagged { provisional: self.provisional },
        };
        Ok(PlayerClockState { phase, remaining_ms: self.remaining_ms, total_used_ms: self.total_used_ms })
    }
}

/// A time control, as in configuration, requests and documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "system", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeForm {
    /// One amount for the whole game.
    Absolute {
        /// Main time.
        main: DurationText,
    },
    /// Main time, then periods: a period is lost when it is filled.
    ByoYomi {
        /// Main time; may be "0s".
        main: DurationText,
        /// Number of periods.
        #[schemars(range(min = 1))]
        periods: u32,
        /// Length of a period.
        period: DurationText,
    },
}

/// More periods than this nobody gives (the most in use are 30): a slip of the finger.
const PERIODS_MAX: u32 = 1_000;

impl From<TimeControl> for TimeForm {
    fn from(time: TimeControl) -> TimeForm {
        match time {
            TimeControl::Absolute { main_ms } => TimeForm::Absolute { main: DurationText(main_ms) },
            TimeControl::ByoYomi { main_ms, periods, period_ms } => {
                TimeForm::ByoYomi { main: DurationText(main_ms), periods, period: DurationText(period_ms) }
            }
        }
    }
}

impl TimeForm {
    /// The time control.
    ///
    /// # Errors
    /// [`FormError::Value`] for one that leaves no time at all, or with more than a thousand periods.
    pub fn read(&self) -> Result<TimeControl, FormError> {
        match *self {
            TimeForm::Absolute { main } if main.0 == 0 => Err(FormError::value("main", "it must be more than 0s")),
            TimeForm::Absolute { main } => Ok(TimeControl::Absolute { main_ms: main.0 }),
            TimeForm::ByoYomi { periods, .. } if !(1..=PERIODS_MAX).contains(&periods) => {
                Err(FormError::value("periods", format!("write 1 to {PERIODS_MAX}")))
            }
            TimeForm::ByoYomi { period, .. } if period.0 == 0 => Err(FormError::value("period", "it must be more than 0s")),
            TimeForm::ByoYomi { main, periods, period } => Ok(TimeControl::ByoYomi { main_ms: main.0, periods, period_ms: period.0 }),
        }
    }
}

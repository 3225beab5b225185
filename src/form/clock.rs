//! The `clock` document (CONTRACT 4.2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{ClockDocument, PlayerClockState};
use crate::go::ByColor;
use crate::time::Mono;

use super::names::{PlayerPhaseName, RunningName};
use super::phase::PhaseFields;
use super::{FormError, Instant, SCHEMA, is_false};

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
            capture_neutral: clock.capture_neutral,
            black: PlayerClockForm::new(clock.players.black, clock.derived.black),
            white: PlayerClockForm::new(clock.players.white, clock.derived.white),
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
            capture_neutral: self.capture_neutral,
            derived: ByColor { black: self.black.derived, white: self.white.derived },
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
    /// Turns still to complete in a block of `canadian` time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stones_left: Option<u32>,
    /// The number of that block, from the second on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<u32>,
    /// Minutes left in the Chinese `reserve`, the current one counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes_left: Option<u32>,
    /// Units not yet opened in `nhk` time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units_left: Option<u32>,
    /// With `nhk`: a unit runs.
    #[serde(default, skip_serializing_if = "is_false")]
    pub in_unit: bool,
    /// The part of `ing-penalty` overtime that runs, the first is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u32>,
    /// Points that the overtime has cost until now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalty_points: Option<u32>,
    /// What is left of this turn's delay, in ms, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_left_ms: Option<u64>,
    /// The device does not say how many periods, stones or units are left: it is worked out from the time control and what it shows.
    #[serde(default, skip_serializing_if = "is_false")]
    pub derived: bool,
    /// With `flagged`: a press stamped before the flag may still come.
    #[serde(default, skip_serializing_if = "is_false")]
    pub provisional: bool,
    /// Time used in the whole game, in ms.
    pub total_used_ms: u64,
}

impl PlayerClockForm {
    /// One player's clock; `derived` says that the device leaves part of it to be worked out.
    pub fn new(state: PlayerClockState, derived: bool) -> PlayerClockForm {
        let (phase, fields) = PhaseFields::new(state.phase);
        let PhaseFields { periods_left, stones_left, block, minutes_left, units_left, in_unit, period, penalty_points, provisional } =
            fields;
        PlayerClockForm {
            phase,
            remaining_ms: state.remaining_ms,
            periods_left,
            stones_left,
            block,
            minutes_left,
            units_left,
            in_unit,
            period,
            penalty_points,
            delay_left_ms: state.delay_left_ms,
            derived,
            provisional,
            total_used_ms: state.total_used_ms,
        }
    }

    /// The clock.
    ///
    /// # Errors
    /// [`FormError::Value`] for a phase without its fields, or with another's.
    pub fn read(&self) -> Result<PlayerClockState, FormError> {
        let fields = PhaseFields {
            periods_left: self.periods_left,
            stones_left: self.stones_left,
            block: self.block,
            minutes_left: self.minutes_left,
            units_left: self.units_left,
            in_unit: self.in_unit,
            period: self.period,
            penalty_points: self.penalty_points,
            provisional: self.provisional,
        };
        Ok(PlayerClockState {
            phase: fields.read(self.phase)?,
            remaining_ms: self.remaining_ms,
            total_used_ms: self.total_used_ms,
            delay_left_ms: self.delay_left_ms,
        })
    }
}

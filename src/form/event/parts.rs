//! Pieces of events: with what a game began, and why something happened.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::form::info::OverrideForm;
use crate::form::ledger::LedgerForm;
use crate::form::names::{ClockChangeName, ColorName};
use crate::form::record::{ByColorForm, PlayersForm, SetupForm};
use crate::form::{FormError, PointsForm, SealingForm, SizeForm, TimeForm};
use crate::game::{ClockChange, CloseReason, GameStarted, RetractedBecause};
use crate::go::ByColor;

/// With what a game began.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameStartedForm {
    /// Name of the rulebook.
    pub rulebook: String,
    /// The event's own rules over it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<OverrideForm>,
    /// Size of the board.
    pub size: SizeForm,
    /// Komi.
    pub komi: PointsForm,
    /// Number of handicap stones.
    pub handicap: u32,
    /// Names, where known.
    #[serde(default)]
    pub players: PlayersForm,
    /// Stones before the first move.
    #[serde(default)]
    pub setup: SetupForm,
    /// Who moves first.
    pub to_move: ColorName,
    /// Stones that each has captured before the record starts; absent when unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<ByColorForm<u32>>,
    /// The time control; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeForm>,
    /// The game that this one continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continues: Option<String>,
    /// The move that was sealed in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealing: Option<SealingForm>,
    /// What each player had been given before; absent when nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ledger: Option<ByColorForm<LedgerForm>>,
}

/// Why a move was taken out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum RetractedForm {
    /// This alert was ruled on.
    Alert {
        /// The alert; absent for the public.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        id: String,
    },
    /// This transaction asked for it.
    Request {
        /// The transaction; absent for the public.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        id: String,
    },
    /// The stone was straightened, or the story is another.
    Reconstruction,
}

/// Why an alert was closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum ClosedForm {
    /// Its cause has gone.
    Gone,
    /// The game is over or another has begun.
    GameOver,
    /// A ruling or transaction decided it.
    Decided {
        /// The ruling or transaction.
        id: String,
    },
}

impl From<&GameStarted> for GameStartedForm {
    fn from(started: &GameStarted) -> GameStartedForm {
        GameStartedForm {
            rulebook: started.rulebook.clone(),
            overrides: started.overrides.iter().map(OverrideForm::from).collect(),
            size: SizeForm(started.size),
            komi: PointsForm(started.komi),
            handicap: started.handicap,
            players: (&started.players).into(),
            setup: SetupForm::new(&started.setup, started.size),
            to_move: started.first.into(),
            captured: started.captured_before.map(ByColorForm::from),
            time: started.time.map(TimeForm::from),
            continues: started.continues.clone(),
            sealing: started.sealing.as_ref().map(|sealing| SealingForm::new(sealing, started.size)),
            ledger: Some(started.given).filter(|given| *given != ByColor::default()).map(ByColorForm::from),
        }
    }
}

impl GameStartedForm {
    pub(super) fn read(self) -> Result<GameStarted, FormError> {
        Ok(GameStarted {
            setup: self.setup.read(self.size.0)?,
            rulebook: self.rulebook,
            overrides: self.overrides.iter().map(OverrideForm::read).collect::<Result<_, _>>()?,
            size: self.size.0,
            komi: self.komi.0,
            handicap: self.handicap,
            players: self.players.into(),
            first: self.to_move.into(),
            captured_before: self.captured.map(ByColor::from),
            time: self.time.map(|time| time.read()).transpose()?,
            continues: self.continues,
            sealing: self.sealing.map(|sealing| sealing.read(Some(self.size.0))).transpose()?,
            given: self.ledger.map(|given| ByColor { black: given.black.into(), white: given.white.into() }).unwrap_or_default(),
        })
    }
}

impl From<&RetractedBecause> for RetractedForm {
    fn from(because: &RetractedBecause) -> RetractedForm {
        match because {
            RetractedBecause::Alert(id) => RetractedForm::Alert { id: id.clone() },
            RetractedBecause::Request(id) => RetractedForm::Request { id: id.clone() },
            RetractedBecause::Reconstruction => RetractedForm::Reconstruction,
        }
    }
}

impl From<RetractedForm> for RetractedBecause {
    fn from(form: RetractedForm) -> RetractedBecause {
        match form {
            RetractedForm::Alert { id } => RetractedBecause::Alert(id),
            RetractedForm::Request { id } => RetractedBecause::Request(id),
            RetractedForm::Reconstruction => RetractedBecause::Reconstruction,
        }
    }
}

impl From<&CloseReason> for ClosedForm {
    fn from(because: &CloseReason) -> ClosedForm {
        match because {
            CloseReason::Gone => ClosedForm::Gone,
            CloseReason::GameOver => ClosedForm::GameOver,
            CloseReason::Decided(id) => ClosedForm::Decided { id: id.clone() },
        }
    }
}

impl From<ClosedForm> for CloseReason {
    fn from(form: ClosedForm) -> CloseReason {
        match form {
            ClosedForm::Gone => CloseReason::Gone,
            ClosedForm::GameOver => CloseReason::GameOver,
            ClosedForm::Decided { id } => CloseReason::Decided(id),
        }
    }
}

impl From<&ClockChange> for ClockChangeName {
    fn from(change: &ClockChange) -> ClockChangeName {
        match change {
            ClockChange::Started => ClockChangeName::Started,
            ClockChange::Paused => ClockChangeName::Paused,
            ClockChange::Resumed => ClockChangeName::Resumed,
            ClockChange::PeriodEntered => ClockChangeName::PeriodEntered,
            ClockChange::PeriodUsed => ClockChangeName::PeriodUsed,
            ClockChange::Penalty => ClockChangeName::Penalty,
            ClockChange::Countdown { .. } => ClockChangeName::Countdown,
            ClockChange::Flagged { .. } => ClockChangeName::Flagged,
            ClockChange::FlagWithdrawn => ClockChangeName::FlagWithdrawn,
            ClockChange::Adjusted => ClockChangeName::Adjusted,
            ClockChange::Disagrees => ClockChangeName::Disagrees,
        }
    }
}

/// What a countdown says, and the seconds used.
pub(super) const fn called(change: &ClockChange) -> Option<(u64, u64)> {
    match *change {
        ClockChange::Countdown { call, seconds } => Some((call, seconds)),
        _ => None,
    }
}

impl ClockChangeName {
    /// The change. `called` is what was said and the seconds used.
    ///
    /// # Errors
    /// [`FormError::Value`] for a countdown that does not say what was called.
    pub(super) fn read(self, provisional: bool, called: Option<(&str, u64)>) -> Result<ClockChange, FormError> {
        Ok(match self {
            ClockChangeName::Penalty => ClockChange::Penalty,
            ClockChangeName::Countdown => {
                let said = called.and_then(|(call, seconds)| Some((call.parse().ok()?, seconds)));
                let (call, seconds) = said.ok_or_else(|| FormError::value("call", "a countdown needs call and seconds"))?;
                ClockChange::Countdown { call, seconds }
            }
            ClockChangeName::Started => ClockChange::Started,
            ClockChangeName::Paused => ClockChange::Paused,
            ClockChangeName::Resumed => ClockChange::Resumed,
            ClockChangeName::PeriodEntered => ClockChange::PeriodEntered,
            ClockChangeName::PeriodUsed => ClockChange::PeriodUsed,
            ClockChangeName::Flagged => ClockChange::Flagged { provisional },
            ClockChangeName::FlagWithdrawn => ClockChange::FlagWithdrawn,
            ClockChangeName::Adjusted => ClockChange::Adjusted,
            ClockChangeName::Disagrees => ClockChange::Disagrees,
        })
    }
}

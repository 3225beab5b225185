//! What each player has been given (CONTRACT 4.1 `ledger`, 4.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Ledger, LedgerEntry};

/// One player's cautions, warnings and points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LedgerForm {
    /// Cautions.
    pub cautions: u32,
    /// Warnings.
    pub warnings: u32,
    /// Points lost, by what they were lost for.
    pub points: LostPointsForm,
}

/// Points lost; they are netted only when the game is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LostPointsForm {
    /// By overtime.
    pub overtime: u32,
    /// By conduct.
    pub conduct: u32,
}

/// What is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EntryName {
    /// Points.
    Points,
}

/// What points were lost for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PointsForName {
    /// Overtime.
    Overtime,
}

impl From<Ledger> for LedgerForm {
    fn from(ledger: Ledger) -> LedgerForm {
        let Ledger { cautions, warnings, overtime, conduct } = ledger;
        LedgerForm { cautions, warnings, points: LostPointsForm { overtime, conduct } }
    }
}

impl From<LedgerForm> for Ledger {
    fn from(form: LedgerForm) -> Ledger {
        let LedgerForm { cautions, warnings, points: LostPointsForm { overtime, conduct } } = form;
        Ledger { cautions, warnings, overtime, conduct }
    }
}

/// The entry in fields: its name, how many points, and for what.
pub(super) const fn entry_fields(entry: LedgerEntry) -> (EntryName, i64, PointsForName) {
    match entry {
        LedgerEntry::Overtime(points) => (EntryName::Points, points, PointsForName::Overtime),
    }
}

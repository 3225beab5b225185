//! What each player has been given (CONTRACT 4.1 `ledger`, 4.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Ledger, LedgerEntry};

use super::FormError;

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
    /// A caution: advice, which counts for nothing but where the book says so.
    Caution,
    /// A warning.
    Warning,
    /// Points.
    Points,
    /// The game was lost.
    Loss,
}

/// What points were lost for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PointsForName {
    /// Overtime.
    Overtime,
    /// Conduct.
    Conduct,
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

/// An entry in fields: points with what they are for, or how many of the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EntryFields {
    pub(super) entry: EntryName,
    pub(super) points: Option<i64>,
    pub(super) source: Option<PointsForName>,
    pub(super) number: Option<i64>,
}

impl From<LedgerEntry> for EntryFields {
    fn from(entry: LedgerEntry) -> EntryFields {
        let points = |points, source| EntryFields { entry: EntryName::Points, points: Some(points), source: Some(source), number: None };
        let many = |entry, number| EntryFields { entry, points: None, source: None, number: Some(number) };
        match entry {
            LedgerEntry::Overtime(lost) => points(lost, PointsForName::Overtime),
            LedgerEntry::Conduct(lost) => points(lost, PointsForName::Conduct),
            LedgerEntry::Caution(number) => many(EntryName::Caution, number),
            LedgerEntry::Warning(number) => many(EntryName::Warning, number),
            LedgerEntry::Loss(number) => many(EntryName::Loss, number),
        }
    }
}

impl EntryFields {
    /// The entry.
    ///
    /// # Errors
    /// [`FormError::Value`] when a field is missing.
    pub(super) fn read(self) -> Result<LedgerEntry, FormError> {
        let points = || self.points.ok_or_else(|| FormError::value("points", "is missing"));
        let number = || self.number.ok_or_else(|| FormError::value("number", "is missing"));
        Ok(match (self.entry, self.source) {
            (EntryName::Points, Some(PointsForName::Conduct)) => LedgerEntry::Conduct(points()?),
            (EntryName::Points, Some(PointsForName::Overtime)) => LedgerEntry::Overtime(points()?),
            (EntryName::Points, None) => return Err(FormError::value("source", "is missing")),
            (EntryName::Caution, _) => LedgerEntry::Caution(number()?),
            (EntryName::Warning, _) => LedgerEntry::Warning(number()?),
            (EntryName::Loss, _) => LedgerEntry::Loss(number()?),
        })
    }
}

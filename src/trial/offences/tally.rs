//! The table of offences: a row for each kind on each board.

use std::fmt::Write as _;

use super::{Finding, Tried};
use crate::sim::{Course, Offence};
use crate::trial::Setting;

/// One kind on one board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// With what.
    pub setting: Setting,
    /// What was done wrong.
    pub offence: Offence,
    /// How often.
    pub tried: usize,
    /// Found with the right kind, colour and points, in time, and nothing beside it.
    pub found: usize,
    /// The right kind at the wrong points or with the wrong colour.
    pub misplaced: usize,
    /// Only other kinds were said.
    pub other_kind: usize,
    /// Too late.
    pub late: usize,
    /// Found and taken back.
    pub withdrawn: usize,
    /// Nothing was said.
    pub missed: usize,
    /// Another kind beside it.
    pub beside: usize,
    /// Innocent twins.
    pub twins: usize,
    /// Twins that passed in silence, with the right record.
    pub silent: usize,
    /// Twins whose record is wrong.
    pub twins_wrong: usize,
}

impl Row {
    /// A row without a case.
    pub fn new(setting: Setting, offence: Offence) -> Row {
        let (tried, found, misplaced, other_kind, late) = (0, 0, 0, 0, 0);
        let (withdrawn, missed, beside, twins, silent, twins_wrong) = (0, 0, 0, 0, 0, 0);
        Row { setting, offence, tried, found, misplaced, other_kind, late, withdrawn, missed, beside, twins, silent, twins_wrong }
    }

    /// Takes in a case.
    pub fn add(&mut self, course: Course, tried: &Tried) {
        if course == Course::Twin {
            self.twins += 1;
            self.silent += usize::from(tried.is_right());
            self.twins_wrong += usize::from(!tried.faults.is_empty());
            return;
        }
        self.tried += 1;
        self.beside += usize::from(!tried.beside.is_empty());
        match tried.finding.as_ref().unwrap_or(&Finding::Missed) {
            Finding::Right => self.found += usize::from(tried.is_right()),
            Finding::Late(_) => self.late += 1,
            Finding::Withdrawn => self.withdrawn += 1,
            Finding::Misplaced(_) => self.misplaced += 1,
            Finding::OtherKind(_) => self.other_kind += 1,
            Finding::Missed => self.missed += 1,
        }
    }

    /// What was promised and does not hold; `wanted` is how often each kind was to be tried.
    pub fn broken_promises(&self, wanted: usize) -> Vec<String> {
        let mut broken = Vec::new();
        if self.tried < wanted {
            broken.push(format!("tried {} times of {wanted}", self.tried));
        }
        if self.found < self.tried {
            broken.push(format!("found {} of {}", self.found, self.tried));
        }
        if self.silent < self.twins {
            broken.push(format!("{} of {} twins silent", self.silent, self.twins));
        }
        broken
    }
}

const COLUMNS: &str =
    "| board | offence | tried | found | other kind | misplaced | late | taken back | missed | beside | twins | silent | record wrong |";

/// The rows as a table of Markdown.
pub fn table(rows: &[Row]) -> String {
    let mut text = format!("{COLUMNS}\n|{}\n", "---|".repeat(COLUMNS.matches('|').count() - 1));
    for row in rows {
        let Row { found, other_kind, misplaced, late, withdrawn, missed, beside, twins, silent, twins_wrong, .. } = row;
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {found} | {other_kind} | {misplaced} | {late} | {withdrawn} | {missed} | {beside} | {twins} | {silent} | {twins_wrong} |",
            row.setting.driver,
            row.offence.kind(),
            row.tried,
        );
    }
    text
}

//! When a game is played (CONTRACT 2 `[table.schedule]`): in `prepare-game`, in `info` and in the state row.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Lateness, Schedule};

use super::{DurationText, Instant};

/// When a game is played. An empty one says that nothing is set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleForm {
    /// When play begins, RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub start_at: Option<Instant>,
    /// Who comes later than this has lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent_after: Option<DurationText>,
    /// What coming late costs.
    #[serde(default)]
    pub lateness: LatenessName,
    /// When the move is sealed, RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub seal_at: Option<Instant>,
    /// Breaks, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaks: Vec<BreakForm>,
}

/// A break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreakForm {
    /// When it begins, RFC 3339.
    #[schemars(with = "String")]
    pub from: Instant,
    /// When it ends, RFC 3339.
    #[schemars(with = "String")]
    pub to: Instant,
}

/// What coming late costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub enum LatenessName {
    /// As the rulebook says.
    #[default]
    #[serde(rename = "book")]
    Book,
    /// The time itself.
    #[serde(rename = "x1")]
    Once,
    /// Twice the time.
    #[serde(rename = "x2")]
    Twice,
    /// Three times the time.
    #[serde(rename = "x3")]
    Thrice,
    /// The clock of the side to move runs, and nothing is taken off.
    #[serde(rename = "clock-runs")]
    ClockRuns,
}

impl From<Lateness> for LatenessName {
    fn from(lateness: Lateness) -> LatenessName {
        match lateness {
            Lateness::Book => LatenessName::Book,
            Lateness::Once => LatenessName::Once,
            Lateness::Twice => LatenessName::Twice,
            Lateness::Thrice => LatenessName::Thrice,
            Lateness::ClockRuns => LatenessName::ClockRuns,
        }
    }
}

impl From<LatenessName> for Lateness {
    fn from(name: LatenessName) -> Lateness {
        match name {
            LatenessName::Book => Lateness::Book,
            LatenessName::Once => Lateness::Once,
            LatenessName::Twice => Lateness::Twice,
            LatenessName::Thrice => Lateness::Thrice,
            LatenessName::ClockRuns => Lateness::ClockRuns,
        }
    }
}

impl From<&Schedule> for ScheduleForm {
    fn from(schedule: &Schedule) -> ScheduleForm {
        ScheduleForm {
            start_at: schedule.start_at.map(Instant),
            absent_after: schedule.absent_after_ms.map(DurationText),
            lateness: schedule.lateness.into(),
            seal_at: schedule.seal_at.map(Instant),
            breaks: schedule.breaks.iter().map(|&(from, to)| BreakForm { from: Instant(from), to: Instant(to) }).collect(),
        }
    }
}

impl From<&ScheduleForm> for Schedule {
    fn from(form: &ScheduleForm) -> Schedule {
        Schedule {
            start_at: form.start_at.map(|instant| instant.0),
            absent_after_ms: form.absent_after.map(|limit| limit.0),
            lateness: form.lateness.into(),
            seal_at: form.seal_at.map(|instant| instant.0),
            breaks: form.breaks.iter().map(|one| (one.from.0, one.to.0)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_lateness_are_those_of_the_configuration() {
        for &(name, lateness) in Lateness::NAMES {
            assert_eq!(serde_json::to_value(LatenessName::from(lateness)).unwrap(), name);
            assert_eq!(Lateness::from(LatenessName::from(lateness)), lateness);
        }
    }

    #[test]
    fn a_schedule_reads_back_from_its_form() {
        let text = r#"{"start_at":"2026-12-05T09:30:00+09:00","absent_after":"15m","lateness":"x2","breaks":[{"from":"2026-12-05T03:00:00Z","to":"2026-12-05T04:00:00Z"}]}"#;
        let schedule = Schedule::from(&serde_json::from_str::<ScheduleForm>(text).unwrap());
        assert_eq!((schedule.absent_after_ms, schedule.lateness, schedule.breaks.len()), (Some(900_000), Lateness::Twice, 1));
        assert_eq!(Schedule::from(&ScheduleForm::from(&schedule)), schedule);
        assert!(Schedule::from(&serde_json::from_str::<ScheduleForm>("{}").unwrap()).is_empty());
    }
}

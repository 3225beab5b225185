//! The schedule in hand in the state row.

use serde::{Deserialize, Serialize};

use crate::game::{Agenda, Arrival, Owed, Rest, RestStage};
use crate::go::ByColor;
use crate::time::{Mono, Stamp, Wall};

use super::super::ruling::{ClockRemedyForm, WhyForm};
use super::super::{ByColorForm, ScheduleForm};
use super::{Shift, both};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct AgendaForm {
    schedule: ScheduleForm,
    anchor: (u64, i64),
    watched_from: u64,
    start: Option<u64>,
    seal: Option<u64>,
    breaks: Vec<(u64, u64)>,
    looked: u64,
    /// When, and whether it was reported.
    arrivals: ByColorForm<Option<(u64, bool)>>,
    clock_from: ByColorForm<Option<u64>>,
    ruled: ByColorForm<bool>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    owed: Vec<(ClockRemedyForm, WhyForm)>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RestForm {
    from: u64,
    until: u64,
    stage: StageForm,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StageForm {
    ComingToRest,
    Resting,
    Waiting { alert: Option<String> },
}

impl AgendaForm {
    pub(super) fn new(agenda: &Agenda) -> AgendaForm {
        let ms = |at: Mono| at.as_millis();
        AgendaForm {
            schedule: (&agenda.schedule).into(),
            anchor: (ms(agenda.anchor.mono), agenda.anchor.wall.as_unix_ms()),
            watched_from: ms(agenda.watched_from),
            start: agenda.start.map(ms),
            seal: agenda.seal.map(ms),
            breaks: agenda.breaks.iter().map(|&(from, to)| (ms(from), ms(to))).collect(),
            looked: ms(agenda.looked),
            arrivals: both(agenda.arrivals.map(|arrival| arrival.map(|arrival| (ms(arrival.at), arrival.reported)))),
            clock_from: both(agenda.clock_from.map(|from| from.map(ms))),
            ruled: both(agenda.ruled),
            owed: agenda.owed.iter().map(|owed| (owed.remedy.into(), (&owed.why).into())).collect(),
        }
    }

    pub(super) fn read(&self, shift: Shift) -> Agenda {
        let at = |ms: u64| shift.moment(ms);
        let arrival = |arrival: Option<(u64, bool)>| arrival.map(|(ms, reported)| Arrival { at: at(ms), reported });
        Agenda {
            schedule: (&self.schedule).into(),
            anchor: Stamp::new(at(self.anchor.0), Wall::from_unix_ms(self.anchor.1)),
            watched_from: at(self.watched_from),
            start: self.start.map(at),
            seal: self.seal.map(at),
            breaks: self.breaks.iter().map(|&(from, to)| (at(from), at(to))).collect(),
            looked: at(self.looked),
            arrivals: ByColor { black: arrival(self.arrivals.black), white: arrival(self.arrivals.white) },
            clock_from: ByColor { black: self.clock_from.black.map(at), white: self.clock_from.white.map(at) },
            ruled: ByColor { black: self.ruled.black, white: self.ruled.white },
            owed: self.owed.iter().map(|(remedy, why)| Owed { remedy: (*remedy).into(), why: why.clone().into() }).collect(),
        }
    }
}

impl RestForm {
    pub(super) fn new(rest: &Rest) -> RestForm {
        RestForm {
            from: rest.from.as_millis(),
            until: rest.until.as_millis(),
            stage: match &rest.stage {
                RestStage::ComingToRest => StageForm::ComingToRest,
                RestStage::Resting => StageForm::Resting,
                RestStage::Waiting(alert) => StageForm::Waiting { alert: alert.clone() },
            },
        }
    }

    pub(super) fn read(&self, shift: Shift) -> Rest {
        Rest {
            from: shift.moment(self.from),
            until: shift.moment(self.until),
            stage: match &self.stage {
                StageForm::ComingToRest => RestStage::ComingToRest,
                StageForm::Resting => RestStage::Resting,
                StageForm::Waiting { alert } => RestStage::Waiting(alert.clone()),
            },
        }
    }
}

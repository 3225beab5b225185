//! Open alerts that are waited for, and bowls and lids, in the state row.

use serde::{Deserialize, Serialize};

use crate::game::{Odd, TrayKept, Unattended};
use crate::go::ByColor;
use crate::referee::Kind;

use super::super::ByColorForm;
use super::super::names::ColorName;
use super::{Shift, both};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct UnattendedForm {
    alert: String,
    last: u64,
    due: Option<u64>,
}

impl UnattendedForm {
    pub(super) fn new(open: &Unattended) -> UnattendedForm {
        UnattendedForm { alert: open.alert.clone(), last: open.last.as_millis(), due: open.due.map(|due| due.as_millis()) }
    }

    pub(super) fn read(&self, shift: Shift) -> Unattended {
        Unattended { alert: self.alert.clone(), last: shift.moment(self.last), due: self.due.map(|due| shift.moment(due)) }
    }
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct TraysForm {
    start: Option<ByColorForm<Option<u32>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    odd: Vec<OddForm>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct OddForm {
    kind: String,
    color: ColorName,
    by: i32,
    since: u64,
    said: bool,
    alert: Option<String>,
}

impl TraysForm {
    /// Nothing where bowls and lids have never been counted.
    pub(super) fn new(kept: &TrayKept) -> Option<TraysForm> {
        let odd = |odd: &Odd| OddForm {
            kind: odd.kind.name().to_owned(),
            color: odd.color.into(),
            by: odd.by,
            since: odd.since.as_millis(),
            said: odd.said,
            alert: odd.alert.clone(),
        };
        let said = *kept != TrayKept::default();
        said.then(|| TraysForm { start: Some(both(kept.start)), odd: kept.odd.iter().map(odd).collect() })
    }

    pub(super) fn read(&self, shift: Shift) -> TrayKept {
        let odd = |odd: &OddForm| {
            Some(Odd {
                kind: Kind::named(&odd.kind)?,
                color: odd.color.into(),
                by: odd.by,
                since: shift.moment(odd.since),
                said: odd.said,
                alert: odd.alert.clone(),
            })
        };
        let start = self.start.map_or_else(ByColor::default, |start| ByColor { black: start.black, white: start.white });
        TrayKept { start, odd: self.odd.iter().filter_map(odd).collect() }
    }
}

//! What people are told whose request about a ruling is refused.

use super::super::event::Alert;
use super::Ruling;

pub(super) fn only_chief_replaces(ruling: &Ruling) -> String {
    let id = &ruling.id;
    if ruling.chief {
        format!("{id} is the chief referee's: overrule with ruling {id} decides anew")
    } else {
        format!("there is an appeal against {id}: the chief referee decides it, with overrule and ruling {id}")
    }
}

pub(super) fn appeal_is_the_chiefs(alert: &Alert) -> String {
    format!(
        "{} is an appeal, and the chief referee decides it: overrule with the ruling and what follows instead, or with this alert and dismiss",
        alert.id
    )
}

pub(super) fn players_must_agree(alert: &Alert) -> String {
    format!(
        "when both players agree, say so (players_agree) and restore or stands; when they do not, the chief referee decides {}: overrule with alert and rev",
        alert.id
    )
}

pub(super) fn is_the_chiefs(alert: &Alert) -> String {
    format!("{} is for the chief referee to decide: overrule with alert and rev", alert.id)
}

pub(super) fn whose(alert: &Alert) -> String {
    format!("{} is about no single player: give color", alert.id)
}

pub(super) fn who_would_have_lost(alert: &Alert) -> String {
    format!("{} is about no single player: who would have lost? Give color", alert.id)
}

pub(super) fn record_went_on(ruling: &str) -> String {
    format!(
        "the record has changed since {ruling}, so what that did to it cannot be taken back as it was: undo what came after it first, or rule \
         board stands, which leaves the record as it is"
    )
}

pub(super) fn no_move_belongs(alert: &Alert) -> String {
    format!("no move of the record belongs to {}: restore or stands says what becomes of the stones", alert.id)
}

pub(super) fn no_pass_fits(alert: &Alert) -> String {
    format!("play has gone on since {}: correct-record puts a pass where it belongs", alert.id)
}

pub(super) fn does_not_fit(n: u32) -> String {
    format!("move {n} does not fit then: undo first what was played since, or correct the record")
}

pub(super) fn rests_on_it(lost: &Ruling) -> String {
    let id = &lost.id;
    format!("the loss by {id} rests on this warning, and only the chief referee takes that back: overrule with the ruling of the warning")
}

//! The fields of `rule` (CONTRACT 4.5), as far as they are carried out.

use crate::game::{ClockRemedy, RequestError, RuleRequest, RulingOutcome, Verb};

use super::malformed;
use super::shape::RuleForm;
use super::text::{TEXT_MAX, check_id, check_text};

/// The most clock remedies of one ruling: one for each player, and one more for each that was overlooked.
const REMEDIES_MAX: usize = 4;

pub(super) fn read(form: RuleForm) -> Result<Verb, RequestError> {
    check_id("alert", &form.alert)?;
    if let Some(note) = &form.note {
        check_text("note", note, TEXT_MAX)?;
    }
    let outcome = RulingOutcome::from(form.outcome);
    if outcome != RulingOutcome::Change && (form.clock.is_some() || form.sanctions.is_some()) {
        return Err(malformed("clock and sanctions belong to change: confirm applies the proposal as it is"));
    }
    let clock: Vec<ClockRemedy> = form.clock.unwrap_or_default().into_iter().map(ClockRemedy::from).collect();
    if clock.len() > REMEDIES_MAX {
        return Err(malformed(format!("clock has {} entries: write {REMEDIES_MAX} at most", clock.len())));
    }
    if clock.iter().any(|remedy| remedy.delta_ms == 0 && remedy.periods_delta == 0) {
        return Err(malformed("clock: delta_ms and periods_delta are both 0, give one of them"));
    }
    let sanctions = form.sanctions.unwrap_or_default().into_iter().map(|sanction| sanction.0).collect();
    Ok(Verb::Rule(Box::new(RuleRequest { alert: form.alert, rev: form.rev, outcome, clock, sanctions, note: form.note })))
}

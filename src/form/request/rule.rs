//! The fields of `rule`, `overrule` and `appeal` (CONTRACT 4.5).

use serde_json::Value;

use crate::form::CiteForm;
use crate::game::{Cause, Citing, ClockRemedy, Decision, OverruleRequest, RequestError, RuleRequest, RulingOutcome, Verb};
use crate::go::Color;
use crate::referee::{BoardRemedy, Kind, Sanction};

use super::decision::{AppealForm, DecisionForm, OverruleForm, RuleForm};
use super::malformed;
use super::text::{NAME_MAX, TEXT_MAX, check_id, check_text};

/// The most clock remedies of one ruling: one for each player, and one more for each that was overlooked.
const REMEDIES_MAX: usize = 4;

/// The most sanctions of one ruling: one of each.
const SANCTIONS_MAX: usize = 7;

/// The most points that one ruling can cost: more than any board has.
const POINTS_MAX: u32 = 1_000;

pub(super) fn read(form: RuleForm) -> Result<Verb, RequestError> {
    check_id("alert", &form.alert)?;
    check_ids(&[("game_id", &form.game_id), ("replaces", &form.replaces)])?;
    let (game_id, alert, rev, replaces) = (form.game_id.clone(), form.alert.clone(), form.rev, form.replaces.clone());
    Ok(Verb::Rule(Box::new(RuleRequest { game_id, alert, rev, replaces, decision: decision(form.into())? })))
}

pub(super) fn read_overrule(form: OverruleForm) -> Result<Verb, RequestError> {
    check_ids(&[("game_id", &form.game_id), ("ruling", &form.ruling), ("alert", &form.alert)])?;
    match (&form.ruling, &form.alert, form.rev) {
        (None, None, _) => return Err(malformed("ruling is missing: write its id, or the alert that the chief referee decides")),
        (None, Some(_), None) => return Err(malformed("rev is missing: write the one of the alert that was looked at")),
        _ => {}
    }
    let (game_id, ruling, alert, rev) = (form.game_id.clone(), form.ruling.clone(), form.alert.clone(), form.rev);
    Ok(Verb::Overrule(Box::new(OverruleRequest { game_id, ruling, alert, rev, decision: decision(form.into())? })))
}

pub(super) fn read_appeal(AppealForm { game_id, ruling, color }: AppealForm) -> Result<Verb, RequestError> {
    check_id("ruling", &ruling)?;
    check_ids(&[("game_id", &game_id)])?;
    Ok(Verb::Appeal { game_id, ruling, color: color.into() })
}

fn check_ids(ids: &[(&str, &Option<String>)]) -> Result<(), RequestError> {
    ids.iter().filter_map(|(field, id)| id.as_ref().map(|id| (*field, id))).try_for_each(|(field, id)| check_id(field, id))
}

fn decision(form: DecisionForm) -> Result<Decision, RequestError> {
    if let Some(note) = &form.note {
        check_text("note", note, TEXT_MAX)?;
    }
    let outcome = RulingOutcome::from(form.outcome);
    if outcome != RulingOutcome::Change && (form.clock.is_some() || form.sanctions.is_some()) {
        return Err(malformed("clock and sanctions belong to change: confirm applies the proposal as it is"));
    }
    if outcome == RulingOutcome::Dismiss && form.board.is_some() {
        return Err(malformed("board belongs to confirm and change: what is dismissed changes nothing"));
    }
    let kind = form.kind.as_ref().map(|name| {
        let unknown = || malformed(format!("kind: \"{name}\" is no incident kind"));
        Kind::named(name).ok_or_else(unknown)
    });
    Ok(Decision {
        outcome,
        kind: kind.transpose()?,
        color: form.color.map(Color::from),
        sanctions: sanctions(form.sanctions.unwrap_or_default().into_iter().map(|sanction| sanction.0).collect())?,
        board: form.board.map(BoardRemedy::from),
        clock: remedies(form.clock.unwrap_or_default().into_iter().map(ClockRemedy::from).collect())?,
        to_move: form.to_move.map(Color::from),
        cause: form.cause.map(Cause::from),
        players_agree: form.players_agree,
        cite: form.cite.map(cite).transpose()?,
        note: form.note,
    })
}

fn remedies(clock: Vec<ClockRemedy>) -> Result<Vec<ClockRemedy>, RequestError> {
    if clock.len() > REMEDIES_MAX {
        return Err(malformed(format!("clock has {} entries: write {REMEDIES_MAX} at most", clock.len())));
    }
    if clock.iter().any(|remedy| remedy.delta_ms == 0 && remedy.periods_delta == 0) {
        return Err(malformed("clock: delta_ms and periods_delta are both 0, give one of them"));
    }
    Ok(clock)
}

fn sanctions(sanctions: Vec<Sanction>) -> Result<Vec<Sanction>, RequestError> {
    if sanctions.len() > SANCTIONS_MAX {
        return Err(malformed(format!("sanctions has {} entries: write {SANCTIONS_MAX} at most", sanctions.len())));
    }
    match sanctions.iter().find(|sanction| matches!(sanction, Sanction::Points(points) if *points > POINTS_MAX)) {
        Some(sanction) => Err(malformed(format!("sanctions: {sanction} is more than any board has, write {POINTS_MAX} at most"))),
        None => Ok(sanctions),
    }
}

/// An article in words, or with its book.
fn cite(value: Value) -> Result<Citing, RequestError> {
    let citing = match value {
        Value::String(article) => Citing { book: None, article },
        object => {
            let CiteForm { book, article } = super::value("cite", object)?;
            Citing { book: Some(book), article }
        }
    };
    check_text("cite.book", citing.book.as_deref().unwrap_or_default(), NAME_MAX)?;
    check_text("cite.article", &citing.article, NAME_MAX)?;
    if citing.article.is_empty() {
        return Err(malformed("cite is empty: write the article, or leave it out"));
    }
    Ok(citing)
}

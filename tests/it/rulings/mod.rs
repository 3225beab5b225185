//! Rulings, appeals and what the chief referee decides (CONTRACT 4.5, 4.6): on the board, the clocks, the ledger and the result, article by
//! article, and by a model that knows nothing of how it is done.

mod appeals;
mod boards;
mod chinese;
mod clocks;
mod confirmed;
mod court;
mod fights;
mod grounds;
mod hands;
mod laws;
mod ledgers;
mod model;
mod others;
mod results;
mod returned;
mod sheet;
mod stones;
mod time;

use kifud::game::{
    Alert, AnswerData, BoardRemedy, Decision, ErrorCode, EventBody, OverruleRequest, Phase, RuleRequest, RulingOutcome, RulingStatus,
    Sanction, Verb,
};
use kifud::go::Color;
use kifud::referee::{Kind, Rulebook};
use kifud::time::Wall;

use crate::findings::played_at;
use crate::table::{Table, settings};

/// The patience and a little.
pub const PATIENCE: u64 = 4_500;

/// A 9x9 table under this book on which these moves were played and pressed, Black first.
pub fn played(book: Rulebook, moves: &[&str]) -> Table {
    let mut made = settings(9);
    made.terms.rulebook = book;
    played_at(Table::new(made), moves)
}

/// The open or cured alert of this kind.
pub fn alert(table: &Table, kind: Kind) -> Alert {
    let alerts = &table.game.book().alerts;
    let kinds = || alerts.iter().map(|alert| alert.kind.name()).collect::<Vec<_>>();
    alerts.iter().find(|alert| alert.kind == kind).unwrap_or_else(|| panic!("no {kind} among {:?}", kinds())).clone()
}

/// What a referee asks for, about an alert as it is now.
pub fn about(alert: &Alert, decision: Decision) -> RuleRequest {
    RuleRequest { game_id: None, alert: alert.id.clone(), rev: alert.rev, replaces: None, decision }
}

/// Asks; the ruling's id, or the code and the words of the refusal.
pub fn ask(table: &mut Table, verb: Verb) -> Result<String, (ErrorCode, String)> {
    table.ask(verb);
    match table.answers.last().expect("an answer").outcome.clone() {
        Ok(AnswerData::Ruled { ruling, alert, .. }) => Ok(ruling.or(alert).unwrap_or_default()),
        Ok(_) => Ok(String::new()),
        Err(error) => Err((error.code, error.message)),
    }
}

pub fn rule(table: &mut Table, asked: RuleRequest) -> Result<String, (ErrorCode, String)> {
    ask(table, Verb::Rule(Box::new(asked)))
}

/// The referee confirms the alert of this kind.
pub fn confirm(table: &mut Table, kind: Kind) -> String {
    let asked = about(&alert(table, kind), plain(RulingOutcome::Confirm));
    rule(table, asked).unwrap_or_else(|refused| panic!("{kind}: {refused:?}"))
}

pub fn plain(outcome: RulingOutcome) -> Decision {
    Decision::plain(outcome)
}

/// Something else follows.
pub fn change(board: Option<BoardRemedy>, sanctions: &[Sanction]) -> Decision {
    Decision { board, sanctions: sanctions.to_vec(), ..plain(RulingOutcome::Change) }
}

/// The chief referee decides otherwise than this ruling.
pub fn overrule(table: &mut Table, ruling: &str, decision: Decision) -> Result<String, (ErrorCode, String)> {
    let asked = OverruleRequest { game_id: None, ruling: Some(ruling.to_owned()), alert: None, rev: None, decision };
    ask(table, Verb::Overrule(Box::new(asked)))
}

/// The chief referee decides this alert.
pub fn overrule_alert(table: &mut Table, alert: &Alert, decision: Decision) -> Result<String, (ErrorCode, String)> {
    let asked = OverruleRequest { game_id: None, ruling: None, alert: Some(alert.id.clone()), rev: Some(alert.rev), decision };
    ask(table, Verb::Overrule(Box::new(asked)))
}

/// The phase, and where wood and record differ: "paused: D4 G7".
pub fn board(table: &Table) -> String {
    let snapshot = table.game.snapshot(Wall::default());
    let size = table.grid.size();
    let points: Vec<String> = snapshot.discrepancies.iter().map(|differs| differs.point.vertex(size).to_string()).collect();
    if points.is_empty() { snapshot.phase.name().to_owned() } else { format!("{}: {}", snapshot.phase.name(), points.join(" ")) }
}

/// What a player has: cautions, warnings, points by overtime and by conduct.
pub fn has(table: &Table, color: Color) -> [u32; 4] {
    let ledger = table.game.book().ledger[color];
    [ledger.cautions, ledger.warnings, ledger.overtime, ledger.conduct]
}

/// Entries in the ledger since the last look, as "white warning 1 by china-1988 18".
pub fn entries(table: &mut Table) -> Vec<String> {
    let told = table.events.drain(..).filter_map(|event| match event.body {
        EventBody::Ledger { color, entry, cite, .. } => {
            let cite = cite.map(|cite| format!(" by {} {}", cite.book, cite.article)).unwrap_or_default();
            Some(format!("{} {entry:?}{cite}", color.name().to_lowercase()))
        }
        _ => None,
    });
    told.collect()
}

/// The result as SGF writes it, and what decided.
pub fn result(table: &Table) -> Option<(String, kifud::game::EndedBy, kifud::game::ResultState)> {
    table.game.book().result.as_ref().map(|result| (result.sgf(), result.by, result.state))
}

/// The rulings with their status.
pub fn statuses(table: &Table) -> Vec<RulingStatus> {
    table.game.book().rulings.iter().map(|ruling| ruling.status).collect()
}

pub fn phase(table: &Table) -> Phase {
    table.game.book().phase
}

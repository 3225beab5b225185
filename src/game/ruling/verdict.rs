//! From what is asked to what follows.

use crate::go::Color;
use crate::referee::{BoardRemedy, Cite, ClockRemedy, Kind, Proposal, Sanction};

use super::super::Game;
use super::super::event::{Alert, EndedBy, GameResult, ResultState};
use super::super::request::{ErrorCode, RequestError};
use super::case::Case;
use super::{Cause, Decision, RulingOutcome, book, refuse, words};

/// What follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) outcome: RulingOutcome,
    pub(super) kind: Kind,
    pub(super) color: Option<Color>,
    pub(super) board: BoardRemedy,
    pub(super) clock: Vec<ClockRemedy>,
    pub(super) sanctions: Vec<Sanction>,
    pub(super) to_move: Option<Color>,
    pub(super) cause: Option<Cause>,
    pub(super) players_agree: Option<bool>,
    pub(super) cite: Option<Cite>,
    pub(super) note: Option<String>,
    pub(super) result: Option<GameResult>,
}

/// About the players' coming and sealing an alert says something only when it is known: until then there is nothing to confirm.
pub(super) fn waits(alert: &Alert) -> bool {
    let of_the_timetable = matches!(alert.kind, Kind::Late | Kind::Absent | Kind::BothAbsent | Kind::SealDue);
    let nothing = |proposal: &Proposal| proposal.clock.is_empty() && proposal.sanctions.is_empty();
    of_the_timetable && alert.proposal.as_ref().is_none_or(nothing)
}

impl Game {
    /// What this decision comes to.
    pub(super) fn verdict(&self, case: &Case, decision: &Decision) -> Result<Verdict, RequestError> {
        let alert = &case.alert;
        let kind = decision.kind.unwrap_or(alert.kind);
        let color = decision.color.or(alert.color);
        let follows = self.what_follows(alert, kind, decision)?;
        let out_of_time = self.is_out_of_time(decision.outcome, kind, &follows);
        let Proposal { board, clock, sanctions, .. } = follows;
        if decision.cause == Some(Cause::Dropped) && !sanctions.is_empty() {
            return refuse(ErrorCode::Conflict, "a stone that dropped costs nothing (CN-17.2): leave sanctions out, or the cause");
        }
        // Two stones that are confirmed to be a resignation are one (ING-9.2(1)): nobody is punished by it.
        let resigns = decision.outcome == RulingOutcome::Confirm && kind == Kind::ResignSignal && sanctions.is_empty();
        let result = match () {
            () if resigns => lost_without_a_sanction(alert, color, EndedBy::Resignation)?,
            () if out_of_time => lost_without_a_sanction(alert, color, EndedBy::Time)?,
            () => result_of(alert, kind, color, &sanctions)?,
        };
        let for_one = |sanction: &Sanction| matches!(sanction, Sanction::Caution | Sanction::Warning | Sanction::Points(_));
        if color.is_none() && sanctions.iter().any(for_one) {
            return refuse(ErrorCode::Conflict, words::whose(alert));
        }
        let own_cite = if kind == alert.kind && alert.cite.is_some() { alert.cite.clone() } else { self.terms.in_force(kind).cite };
        let cited = decision.cite.as_ref().map(|citing| Cite {
            book: citing.book.clone().unwrap_or_else(|| self.terms.rulebook.name().to_owned()),
            article: citing.article.clone(),
        });
        Ok(Verdict {
            outcome: decision.outcome,
            kind,
            color,
            // A ruling that ends the game leaves the moves as they were played (CONTRACT 4.1).
            board: if result.is_some() { BoardRemedy::None } else { board },
            clock,
            sanctions,
            to_move: decision.to_move.filter(|_| result.is_none()),
            cause: decision.cause,
            players_agree: decision.players_agree,
            cite: cited.or(own_cite),
            note: decision.note.clone(),
            result,
        })
    }

    /// Position, clocks and sanctions, as asked for or as proposed.
    fn what_follows(&self, alert: &Alert, kind: Kind, decision: &Decision) -> Result<Proposal, RequestError> {
        let Decision { outcome, sanctions, board, clock, to_move, cause, color, .. } = decision;
        match outcome {
            // The end that was suspected was none: play goes on from the last sure position.
            RulingOutcome::Dismiss if alert.kind == Kind::EndSuspected => {
                Ok(Proposal { board: BoardRemedy::Restore, ..Proposal::default() })
            }
            RulingOutcome::Dismiss => Ok(Proposal::default()),
            RulingOutcome::Change if clock.is_empty() && sanctions.is_empty() && board.is_none() && to_move.is_none() => {
                refuse(ErrorCode::Malformed, "change needs board, clock, sanctions or to_move: say what follows instead")
            }
            RulingOutcome::Change => {
                Ok(Proposal { conditional: false, board: board.unwrap_or_default(), clock: clock.clone(), sanctions: sanctions.clone() })
            }
            RulingOutcome::Confirm if kind == alert.kind && waits(alert) => {
                refuse(ErrorCode::NotNow, format!("{} proposes nothing to confirm now: dismiss it, or change says what follows", alert.id))
            }
            RulingOutcome::Confirm => {
                let proposal = self.proposal_for(alert, kind, color.or(alert.color));
                let proposal = book::by_cause(&self.terms.in_force(kind), kind, *cause, proposal);
                Ok(Proposal { board: board.unwrap_or(proposal.board), ..proposal })
            }
        }
    }
}

/// This player has lost, and nobody has punished it: by an own word, or by time that is over.
fn lost_without_a_sanction(alert: &Alert, color: Option<Color>, by: EndedBy) -> Result<Option<GameResult>, RequestError> {
    let Some(color) = color else { return refuse(ErrorCode::Conflict, words::who_would_have_lost(alert)) };
    Ok(Some(GameResult { by, winner: Some(color.opponent()), margin: None, state: ResultState::Final }))
}

/// The result that these sanctions make.
fn result_of(alert: &Alert, kind: Kind, color: Option<Color>, sanctions: &[Sanction]) -> Result<Option<GameResult>, RequestError> {
    let ends = |sanction: &&Sanction| matches!(sanction, Sanction::Loss | Sanction::BothLose | Sanction::Draw | Sanction::Replay);
    let ending: Vec<&Sanction> = sanctions.iter().filter(ends).collect();
    let sanction = match ending.as_slice() {
        [] => return Ok(None),
        [one] => *one,
        _ => return refuse(ErrorCode::Malformed, "sanctions: one result is enough"),
    };
    let result = |by, winner| GameResult { by, winner, margin: None, state: ResultState::Final };
    Ok(Some(match (sanction, color) {
        (Sanction::Loss, Some(color)) => result(lost_by(kind), Some(color.opponent())),
        (Sanction::Loss, None) => return refuse(ErrorCode::Conflict, words::who_would_have_lost(alert)),
        (Sanction::BothLose, _) => result(EndedBy::BothLose, None),
        (Sanction::Draw, _) => result(EndedBy::Draw, None),
        _ => result(EndedBy::Void, None),
    }))
}

/// How a game is lost that is lost for this.
fn lost_by(kind: Kind) -> EndedBy {
    match kind {
        Kind::Absent | Kind::Late => EndedBy::Absence,
        Kind::FlagFallen => EndedBy::Time,
        Kind::LeftVenue => EndedBy::Forfeit,
        _ => EndedBy::Ruling,
    }
}

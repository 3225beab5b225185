//! What a person decided about an alert (CONTRACT 4.5 `rule`), and all that follows from it in one step: the record of it, the clocks, the
//! result, the alert.
//!
//! Carried out are `confirm`, `dismiss` and `change` for alerts whose proposal is about the clocks or the result. What a ruling can do
//! beside that comes with the rulebooks; until then it is refused by name.

use crate::clock::{ClockSetError, DeviceClock, GameClock, PlayerClock};
use crate::go::{ByColor, Color};
use crate::referee::{BoardRemedy, ClockRemedy, Kind, Proposal, Sanction};
use crate::time::{Mono, Wall};

use super::event::{Alert, ClockChange, CloseReason, EndedBy, EventBody, GameResult, Phase, ResultState};
use super::input::Output;
use super::request::{ErrorCode, RequestError};
use super::{Game, Timekeeper};

/// A ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Unique for ever.
    pub id: String,
    /// The alert that it decided.
    pub alert: String,
    /// What was decided.
    pub outcome: RulingOutcome,
    /// What the player got.
    pub sanctions: Vec<Sanction>,
    /// What became of the clocks.
    pub clock: Vec<ClockRemedy>,
    /// Who ruled.
    pub by: Option<String>,
    /// When.
    pub at: Wall,
    /// Whether it still holds.
    pub status: RulingStatus,
    /// What the referee wrote to it.
    pub note: Option<String>,
}

/// What was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulingOutcome {
    /// It happened, and the proposal is applied.
    Confirm,
    /// It did not happen, or nothing follows from it.
    Dismiss,
    /// It happened, and something else follows.
    Change,
}

/// Whether a ruling holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulingStatus {
    /// It does.
    Standing,
}

/// A ruling as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleRequest {
    /// The alert.
    pub alert: String,
    /// Its revision that the referee looked at.
    pub rev: u32,
    /// What is decided.
    pub outcome: RulingOutcome,
    /// With `change`: what becomes of the clocks.
    pub clock: Vec<ClockRemedy>,
    /// With `change`: what the player gets.
    pub sanctions: Vec<Sanction>,
    /// What the referee writes to it.
    pub note: Option<String>,
}

/// Who changed a clock, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// Who asked for it.
    pub by: Option<String>,
    /// A ruling's or transaction's id, or a reason in words.
    pub because: String,
}

/// A change of a clock that does not run yet: the game has not begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owed {
    /// What is changed.
    pub remedy: ClockRemedy,
    /// By whom and why.
    pub why: Why,
}

fn refuse<T>(code: ErrorCode, message: impl Into<String>) -> Result<T, RequestError> {
    Err(RequestError { code, message: message.into() })
}

/// The clocks as a ruling leaves them.
enum Clocks {
    /// It is not about them.
    Unchanged,
    /// kifud's own.
    Own(Box<GameClock>),
    /// The clock on the table is told.
    Device {
        /// What it is to show.
        clocks: ByColor<PlayerClock>,
        /// What each has used, in ms.
        used_ms: ByColor<u64>,
    },
    /// The game has not begun: its clocks begin so.
    Later,
}

impl Game {
    /// Decides an alert. Everything that follows happens with it, or nothing does.
    pub(super) fn rule(&mut self, at: Mono, by: Option<String>, asked: RuleRequest, out: &mut Vec<Output>) -> Result<(), RequestError> {
        let alert = self.ruled_on(&asked)?;
        let (sanctions, clock) = remedy_of(&alert, &asked)?;
        let result = result_of(&alert, &sanctions)?;
        let clocks = self.clocks_after(&clock, at)?;
        // From here on nothing fails. A result needs a game that it is the result of.
        if result.is_some() && self.book.record.is_none() {
            self.begin_unplayed(at, out);
        }
        let ruling = Ruling {
            id: self.ids.next("r"),
            alert: alert.id.clone(),
            outcome: asked.outcome,
            sanctions,
            clock,
            by: by.clone(),
            at: self.stamp(at).wall,
            status: RulingStatus::Standing,
            note: asked.note,
        };
        let id = ruling.id.clone();
        let why = Why { by, because: id.clone() };
        let remedies = ruling.clock.clone();
        self.emit(at, EventBody::Ruling(ruling), out);
        self.set_clocks(at, clocks, &remedies, &why, out);
        self.coming_is_ruled(&alert);
        self.close(at, &alert.id, CloseReason::Decided(id.clone()), out);
        if let Some(result) = result {
            self.end(at, result, &id, out);
        }
        Ok(())
    }

    /// The alert that is meant, if it can be ruled on.
    fn ruled_on(&self, asked: &RuleRequest) -> Result<Alert, RequestError> {
        let Some(alert) = self.book.alerts.iter().find(|alert| alert.id == asked.alert) else {
            let ruled = self.book.rulings.iter().find(|ruling| ruling.alert == asked.alert);
            return match ruled {
                Some(ruling) => refuse(ErrorCode::AlreadyRuled, format!("{} was decided by {}", asked.alert, ruling.id)),
                None => refuse(ErrorCode::NoSuchAlert, format!("there is no open alert {}", asked.alert)),
            };
        };
        if alert.rev != asked.rev {
            return refuse(ErrorCode::Stale, format!("{} is now at rev {}: look at it again", alert.id, alert.rev));
        }
        if alert.proposal.is_none() && alert.kind != Kind::SealDue && alert.cycle.is_none() {
            return refuse(ErrorCode::NotAllowed, format!("rulings on {} are not supported yet", alert.kind));
        }
        Ok(alert.clone())
    }

    /// The clocks after these remedies, all of them or none.
    fn clocks_after(&self, remedies: &[ClockRemedy], at: Mono) -> Result<Clocks, RequestError> {
        if remedies.is_empty() {
            return Ok(Clocks::Unchanged);
        }
        let not_begun = self.book.record.is_none();
        match (&self.keeper, self.terms.time) {
            (Timekeeper::Daemon(clock), _) if !not_begun => Ok(Clocks::Own(Box::new(adjusted(clock, remedies, at)?))),
            (Timekeeper::Device(clock), _) => self.device_after(clock, remedies, at),
            (_, Some(control)) if not_begun => adjusted(&GameClock::new(control), remedies, at).map(|_| Clocks::Later),
            _ => refuse(ErrorCode::NotNow, "no clock is kept at this table"),
        }
    }

    /// What the clock on the table is to show.
    fn device_after(&self, clock: &DeviceClock, remedies: &[ClockRemedy], at: Mono) -> Result<Clocks, RequestError> {
        let (Some((mut clocks, used_ms)), Some(control)) = (clock.both(at), self.terms.time) else {
            return refuse(
                ErrorCode::NotNow,
                "the clock on the table has not said its times, or where Black sits or the time control is not known",
            );
        };
        for remedy in remedies {
            let changed = clocks[remedy.color].adjusted(&control, remedy.delta_ms, remedy.periods_delta);
            clocks[remedy.color] = changed.map_err(|error| RequestError { code: ErrorCode::Conflict, message: error.to_string() })?;
        }
        Ok(Clocks::Device { clocks, used_ms })
    }

    fn set_clocks(&mut self, at: Mono, clocks: Clocks, remedies: &[ClockRemedy], why: &Why, out: &mut Vec<Output>) {
        match clocks {
            Clocks::Unchanged => {}
            Clocks::Own(clock) => self.adopt_own_clock(at, *clock, remedies, why, out),
            // It says itself what it shows then; one that cannot be told is set by hand, and the ruling says to what.
            Clocks::Device { clocks, used_ms } => {
                let running = self.keeper.running(at);
                let color = if let [only] = remedies { Some(only.color) } else { None };
                if self.set_device(at, clocks, used_ms, running).is_ok() {
                    self.clocks_changed(at, color, Some(why.clone()), out);
                }
            }
            Clocks::Later => {
                let owed = remedies.iter().map(|&remedy| Owed { remedy, why: why.clone() });
                if let Some(agenda) = &mut self.agenda {
                    agenda.owed.extend(owed);
                }
            }
        }
    }

    /// kifud's own clocks are these now, because of these remedies.
    fn adopt_own_clock(&mut self, at: Mono, clock: GameClock, remedies: &[ClockRemedy], why: &Why, out: &mut Vec<Output>) {
        self.keeper = Timekeeper::Daemon(clock);
        if self.flag.is_some_and(|flag| remedies.iter().any(|remedy| remedy.color == flag.color)) {
            self.flag = None;
            self.gone(at, &[Kind::FlagFallen], out);
        }
        let colors: Vec<Color> = Color::BOTH.into_iter().filter(|&color| remedies.iter().any(|remedy| remedy.color == color)).collect();
        let color = if let [only] = colors.as_slice() { Some(*only) } else { None };
        self.clock_changed(at, ClockChange::Adjusted, color, Some(why.clone()), out);
    }

    /// A game has begun: what was ruled about its clocks before holds now.
    pub(super) fn pay_what_is_owed(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(agenda) = &mut self.agenda else { return };
        for owed in std::mem::take(&mut agenda.owed) {
            let Timekeeper::Daemon(clock) = &self.keeper else { return };
            match adjusted(clock, &[owed.remedy], at) {
                Ok(clock) => self.adopt_own_clock(at, clock, &[owed.remedy], &owed.why, out),
                // The game began with less time than was ruled on: the question is open again.
                Err(_) => {
                    if let Some(agenda) = &mut self.agenda {
                        agenda.ruled[owed.remedy.color] = false;
                    }
                }
            }
        }
    }
}

/// A clock with all of these remedies.
fn adjusted(clock: &GameClock, remedies: &[ClockRemedy], at: Mono) -> Result<GameClock, RequestError> {
    let mut clock = clock.clone();
    for remedy in remedies {
        let done = clock.adjust(remedy.color, remedy.delta_ms, remedy.periods_delta, at);
        done.map_err(|error: ClockSetError| RequestError { code: ErrorCode::Conflict, message: error.to_string() })?;
    }
    Ok(clock)
}

/// What the player gets and what becomes of the clocks, by this request.
fn remedy_of(alert: &Alert, asked: &RuleRequest) -> Result<(Vec<Sanction>, Vec<ClockRemedy>), RequestError> {
    match (asked.outcome, &alert.proposal) {
        (RulingOutcome::Dismiss, _) => Ok((Vec::new(), Vec::new())),
        (RulingOutcome::Change, _) if asked.clock.is_empty() && asked.sanctions.is_empty() => {
            refuse(ErrorCode::Malformed, "change needs clock or sanctions: say what follows instead")
        }
        (RulingOutcome::Change, _) => Ok((asked.sanctions.clone(), asked.clock.clone())),
        (RulingOutcome::Confirm, Some(Proposal { board: BoardRemedy::None, clock, sanctions, .. }))
            if !(clock.is_empty() && sanctions.is_empty()) =>
        {
            Ok((sanctions.clone(), clock.clone()))
        }
        (RulingOutcome::Confirm, Some(Proposal { board: BoardRemedy::None, .. }) | None) => {
            refuse(ErrorCode::NotNow, format!("{} proposes nothing to confirm now: dismiss it, or change says what follows", alert.id))
        }
        (RulingOutcome::Confirm, Some(_)) => {
            refuse(ErrorCode::NotAllowed, "rulings that change the board are not supported yet: correct-record and set-position do")
        }
    }
}

/// The result that these sanctions make.
fn result_of(alert: &Alert, sanctions: &[Sanction]) -> Result<Option<GameResult>, RequestError> {
    let by_absence = alert.kind == Kind::Absent || alert.kind == Kind::Late;
    let result = |by, winner| GameResult { by, winner, margin: None, state: ResultState::Final };
    let [sanction] = sanctions else {
        return if sanctions.is_empty() { Ok(None) } else { refuse(ErrorCode::Malformed, "sanctions: one result is enough") };
    };
    match (sanction, alert.color) {
        (Sanction::Loss, Some(color)) => {
            let by = match alert.kind {
                _ if by_absence => EndedBy::Absence,
                Kind::FlagFallen => EndedBy::Time,
                _ => EndedBy::Ruling,
            };
            Ok(Some(result(by, Some(color.opponent()))))
        }
        (Sanction::Loss, None) => refuse(ErrorCode::Conflict, format!("{} is about no single player: who would have lost?", alert.id)),
        (Sanction::BothLose, _) => Ok(Some(result(EndedBy::BothLose, None))),
        _ => refuse(ErrorCode::NotAllowed, format!("the sanction {sanction} is not supported yet")),
    }
}

/// What an alert carries over into the game that begins: alerts about who has come, and rulings on them.
#[derive(Debug, Default)]
pub(super) struct Carried {
    alerts: Vec<Alert>,
    rulings: Vec<Ruling>,
}

impl Game {
    /// What was raised and ruled before the game about its players' coming belongs to the game.
    pub(super) fn to_carry(&self) -> Carried {
        if self.book.record.is_some() || self.agenda.is_none() || !matches!(self.book.phase, Phase::Idle | Phase::Armed) {
            return Carried::default();
        }
        Carried { alerts: self.book.alerts.clone(), rulings: self.book.rulings.clone() }
    }

    /// Says it again in the game that has begun, under the same ids.
    pub(super) fn carry_over(&mut self, at: Mono, carried: Carried, out: &mut Vec<Output>) {
        for ruling in carried.rulings {
            self.emit(at, EventBody::Ruling(ruling), out);
        }
        for mut alert in carried.alerts {
            alert.rev += 1;
            self.emit(at, EventBody::AlertChanged(alert), out);
        }
    }
}

/// A remedy of one clock.
pub(super) fn take_off(color: Color, ms: u64) -> ClockRemedy {
    ClockRemedy { color, delta_ms: -i64::try_from(ms).unwrap_or(i64::MAX), periods_delta: 0 }
}

//! Who has come to the game (CONTRACT 5 `late`, `absent`, `both-absent`): from the start of the schedule until each player is there.
//!
//! No sensor sees a player. Somebody is taken to have come at the first play of the colour, or the first press of that side, and a person may
//! report another time at any moment (`arrived`); so what the board alone says of it is a suspicion, and every proposal is conditional.
//! The alerts are a function of what is known: whenever something is learnt they are made anew and what differs is said.

use crate::clock::{GameClock, PlayerPhase};
use crate::go::Color;
use crate::referee::{Kind, LateCost, LatenessCost, OnTime, Sanction};
use crate::time::{Mono, Stamp, Wall};
use crate::wire::ClockCommand;

use super::Game;
use super::alerts::{Gives, Judged, Raise};
use super::event::{Alert, Basis, CloseReason, EventBody, Phase};
use super::input::Output;
use super::opening::Opening;
use super::request::{ErrorCode, RequestError};
use super::ruling::take_off;
use super::schedule::{Agenda, Arrival, Schedule};
use super::settings::StartMode;

/// The kinds that are about players' coming.
const COMING: [Kind; 3] = [Kind::Late, Kind::Absent, Kind::BothAbsent];

/// Where one player's coming stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coming {
    /// Nothing is to be said: in time, not yet time, or ruled on.
    Fine,
    /// The start is over, the player is waited for.
    WaitedFor,
    /// The player came so late, in ms, within the limit.
    Late { late_ms: u64 },
    /// Later than the limit, or not at all; how late, once the player is there.
    Absent { late_ms: Option<u64> },
}

impl Game {
    /// The schedule that the table is configured for, unless it is over.
    pub(super) fn configured_schedule(&self) -> Option<Schedule> {
        self.settings.terms.schedule.clone().filter(|schedule| self.past_schedule.as_ref() != Some(schedule))
    }

    /// The terms are others: their schedule is taken up, unless it is in hand already. What was open about another is nobody's business now.
    pub(super) fn take_schedule_up(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.agenda.as_ref().map(|agenda| &agenda.schedule) == self.terms.schedule.as_ref() {
            return;
        }
        for id in self.about_schedule() {
            self.close(at, &id, CloseReason::GameOver, out);
        }
        self.agenda = self.terms.schedule.clone().map(|schedule| Agenda::new(schedule, self.now));
    }

    /// The game is over: so is its schedule, unless it was only a game before the set time.
    pub(super) fn schedule_over(&mut self, at: Mono) {
        self.rest = None;
        let Some(agenda) = &self.agenda else { return };
        if agenda.start.is_some_and(|start| start > at) {
            self.agenda = Some(Agenda::new(agenda.schedule.clone(), self.now));
            return;
        }
        if self.settings.terms.schedule.as_ref() == Some(&agenda.schedule) {
            self.past_schedule.clone_from(&self.settings.terms.schedule);
        }
        self.agenda = None;
    }

    /// After a restart: another schedule may be configured, and the calendar may have been set meanwhile.
    pub(super) fn follow_schedule(&mut self, now: Stamp) {
        let between = matches!(self.book.phase, Phase::Idle | Phase::Ended) && self.prepared.is_none();
        let configured = self.configured_schedule();
        if between && configured != self.agenda.as_ref().map(|agenda| agenda.schedule.clone()) {
            self.agenda = configured.map(|schedule| Agenda::new(schedule, now));
        }
        if let Some(agenda) = &mut self.agenda {
            agenda.follow(now);
        }
    }

    fn about_schedule(&self) -> Vec<String> {
        let about = |alert: &&Alert| alert.kind == Kind::SealDue || COMING.contains(&alert.kind);
        self.book.alerts.iter().filter(about).map(|alert| alert.id.clone()).collect()
    }

    /// When something about the players' coming is due.
    pub(super) fn coming_due_at(&self) -> Option<Mono> {
        let agenda = self.agenda.as_ref()?;
        let spent_ms = match (self.late_cost(), self.base_ms()) {
            // From here on the deduction is more than there is.
            (LateCost::Times(times), Some(base_ms)) => Some(base_ms / u64::from(times) + 1),
            _ => None,
        };
        agenda.next_look(spent_ms)
    }

    /// The start of the schedule, or a limit after it.
    pub(super) fn coming_due(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(agenda) = &mut self.agenda else { return };
        let starts = agenda.start.is_some_and(|start| start > agenda.looked && start <= at);
        agenda.looked = at;
        if self.book.phase == Phase::Ended {
            self.await_the_scheduled_game(at, out);
        }
        if starts && self.late_cost() == LateCost::ClockRuns {
            self.clock_runs_from_the_start(at, out);
        }
        self.attend(at, out);
    }

    /// A game before the set time is over and shown still: what is said from now on belongs to the next.
    fn await_the_scheduled_game(&mut self, at: Mono, out: &mut Vec<Output>) {
        let super::Prepared { terms, match_info, .. } = self.next_terms();
        (self.terms, self.match_info, self.count) = (terms, match_info, None);
        self.close_what_is_left(at, out);
        let from = self.book.phase;
        self.emit_first(at, "i", EventBody::Phase { from, to: Phase::Idle, because: "schedule".to_owned() }, out);
        self.recall_alerts(at);
        self.rebuild_position();
    }

    /// The set time has come, and the clock of the side to move runs from here, whoever is there.
    fn clock_runs_from_the_start(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.may_begin_unplayed() {
            // An empty board and nobody at it: the game has begun all the same.
            self.begin_unplayed(at, out);
        }
        if !matches!(self.book.phase, Phase::Playing | Phase::Setup) {
            return;
        }
        self.start_clock(at, out);
        if self.keeper.from_device()
            && self.keeper.running(at).is_none()
            && let Some(side) = self.terms.side_of(self.to_move())
        {
            out.push(Output::Clock(ClockCommand::Run(Some(side))));
        }
    }

    /// A game that began after the set time, with a clock that was to run from there.
    pub(super) fn clock_ran_from_the_start(&mut self, out: &mut Vec<Output>) {
        let start = self.agenda.as_ref().and_then(|agenda| agenda.started(self.now.mono));
        if let Some(start) = start.filter(|_| self.late_cost() == LateCost::ClockRuns) {
            self.start_clock(start, out);
        }
    }

    /// A timed game without handicap could begin now, of which no stone has been seen.
    pub(super) fn may_begin_unplayed(&self) -> bool {
        let between = matches!(self.book.phase, Phase::Idle | Phase::Armed);
        let next = self.next_terms().terms;
        between && self.settings.start != StartMode::Request && next.handicap < 2 && self.wood.is_empty() && next.time.is_some()
    }

    /// Begins a game of which no stone has been seen.
    pub(super) fn begin_unplayed(&mut self, at: Mono, out: &mut Vec<Output>) {
        let super::Prepared { terms, match_info, .. } = self.next_terms();
        let beginning = super::opening::Beginning {
            terms,
            match_info,
            setup: crate::go::Setup::default(),
            first: Color::Black,
            captured_before: Some(crate::go::ByColor::default()),
            moves: Vec::new(),
            continues: None,
            sealing: None,
            given: crate::go::ByColor::default(),
            opening: Opening::ByStones,
        };
        self.begin(at, beginning, out);
    }

    /// A game goes on that was played elsewhere: whoever has moved there is no late-comer here.
    pub(super) fn played_elsewhere(&mut self, moves: &[crate::go::PlayedMove]) {
        let Some(agenda) = &mut self.agenda else { return };
        for played in moves {
            agenda.arrivals[played.color] = Some(Arrival { at: agenda.start.unwrap_or(Mono::ZERO), reported: true });
        }
    }

    /// A player has played or pressed.
    pub(super) fn seen(&mut self, color: Color, at: Mono, out: &mut Vec<Output>) {
        self.note_running();
        let Some(agenda) = self.agenda.as_mut().filter(|agenda| agenda.arrivals[color].is_none()) else { return };
        agenda.arrivals[color] = Some(Arrival { at, reported: false });
        self.attend(self.now.mono, out);
    }

    /// A side of the clock was pressed: before the set time, and while no game is on, people only try it out.
    pub(super) fn seen_to_press(&mut self, color: Color, at: Mono, out: &mut Vec<Output>) {
        let in_game = !matches!(self.book.phase, Phase::Idle | Phase::Armed | Phase::Ended);
        if in_game || self.agenda.as_ref().is_some_and(|agenda| agenda.started(at).is_some()) {
            self.seen(color, at, out);
        }
    }

    /// A person says that a player has come, now or at that instant.
    pub(super) fn arrived(&mut self, at: Mono, color: Color, when: Option<Wall>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        let refuse = |code, message: &str| Err(RequestError { code, message: message.to_owned() });
        let now = self.now;
        let Some(agenda) = &mut self.agenda else {
            return refuse(ErrorCode::NotNow, "no schedule is set: give one with prepare-game, or in the configuration");
        };
        if when.is_some_and(|instant| super::schedule::moment(instant, now) > at) {
            return refuse(ErrorCode::Conflict, "at is still to come: write when the player came");
        }
        if agenda.ruled[color] {
            return refuse(ErrorCode::AlreadyRuled, "this player's coming was ruled on: adjust-clock changes the clock");
        }
        let moment = when.map_or(at, |instant| agenda.moment_of_arrival(instant, now));
        agenda.arrivals[color] = Some(Arrival { at: moment.min(at), reported: true });
        self.attend(at, out);
        Ok(())
    }

    /// Notes since when each player's clock runs: from there lateness is paid by it.
    pub(super) fn note_running(&mut self) {
        let now = self.now.mono;
        let Some(agenda) = &self.agenda else { return };
        if self.book.record.is_none() || (agenda.clock_from.black.is_some() && agenda.clock_from.white.is_some()) {
            return;
        }
        let Some(color) = self.keeper.running(now) else { return };
        let from = self.keeper.turn_started().unwrap_or(now);
        if let Some(agenda) = &mut self.agenda {
            agenda.clock_from[color].get_or_insert(from);
        }
    }

    /// A person has ruled on this alert: what it was about is decided.
    pub(super) fn coming_is_ruled(&mut self, alert: &Alert) {
        let Some(agenda) = &mut self.agenda else { return };
        if !COMING.contains(&alert.kind) {
            return;
        }
        for color in Color::BOTH.into_iter().filter(|&color| alert.color.is_none_or(|of| of == color)) {
            agenda.ruled[color] = true;
        }
    }

    fn late_cost(&self) -> LateCost {
        self.agenda.as_ref().map_or(LateCost::Unsaid, |agenda| agenda.schedule.lateness.cost(self.terms.rulebook))
    }

    /// A player's whole main time, in ms.
    fn base_ms(&self) -> Option<u64> {
        let shown = GameClock::new(self.terms.time?).view(Mono::ZERO).black;
        (shown.phase == PlayerPhase::Main).then_some(shown.remaining_ms)
    }

    fn attendance(agenda: &Agenda, color: Color, at: Mono) -> Coming {
        let Some(late_ms) = agenda.late_ms(color, at).filter(|_| !agenda.ruled[color]) else { return Coming::Fine };
        let beyond = agenda.schedule.absent_after_ms.is_some_and(|limit_ms| late_ms > limit_ms);
        match agenda.arrivals[color] {
            None if beyond => Coming::Absent { late_ms: None },
            None => Coming::WaitedFor,
            Some(_) if beyond => Coming::Absent { late_ms: Some(late_ms) },
            Some(_) if late_ms == 0 => Coming::Fine,
            Some(_) => Coming::Late { late_ms },
        }
    }

    /// Makes the alerts about the players' coming what they are to be now, and says what differs.
    pub(super) fn attend(&mut self, at: Mono, out: &mut Vec<Output>) {
        let wanted = self.wanted(at);
        let open: Vec<Alert> = self.book.alerts.iter().filter(|alert| COMING.contains(&alert.kind)).cloned().collect();
        for alert in open.iter().filter(|alert| !wanted.iter().any(|(raise, _)| raise.color == alert.color)) {
            self.close(at, &alert.id, CloseReason::Gone, out);
        }
        for (raise, judged) in wanted {
            let Some(before) = open.iter().find(|alert| alert.color == raise.color) else {
                self.raise_judged(at, raise, Some(&judged), out);
                continue;
            };
            let now = Alert { kind: raise.kind, basis: raise.basis, text: raise.text, ..before.clone() };
            let now = self.by_book(now, raise.at_most, Some(&judged));
            if now != *before {
                self.emit(at, EventBody::AlertChanged(Alert { rev: before.rev + 1, ..now }), out);
            }
        }
    }

    fn wanted(&self, at: Mono) -> Vec<(Raise, Judged)> {
        let Some((agenda, start)) = self.agenda.as_ref().and_then(|agenda| Some((agenda, agenda.started(at)?))) else { return Vec::new() };
        let [black, white] = Color::BOTH.map(|color| Self::attendance(agenda, color, at));
        if let (Coming::Absent { .. }, Coming::Absent { .. }) = (black, white) {
            return vec![said(agenda, start, Kind::BothAbsent, None, OnTime::NeitherCame)];
        }
        let one = |(color, coming)| match coming {
            Coming::Fine => None,
            Coming::WaitedFor => {
                let saying = OnTime::Awaited { who: color, too_much: self.comes_off_too_much(color, agenda, at) };
                Some(said(agenda, start, Kind::Late, Some(color), saying))
            }
            Coming::Late { late_ms } => Some(self.late(agenda, start, color, late_ms, at)),
            Coming::Absent { late_ms } => {
                let limit_ms = agenda.schedule.absent_after_ms.unwrap_or_default();
                let saying = OnTime::Absent { who: color, late_ms, limit_ms };
                Some(said(agenda, start, Kind::Absent, Some(color), saying))
            }
        };
        [(Color::Black, black), (Color::White, white)].into_iter().filter_map(one).collect()
    }

    /// What would come off is more than there is. That is all that is said of it while it counts: how late it is shows from when it
    /// happened, and a referee's answer does not become stale.
    fn comes_off_too_much(&self, color: Color, agenda: &Agenda, at: Mono) -> bool {
        let late_ms = agenda.late_ms(color, at).unwrap_or_default();
        match (self.late_cost(), self.base_ms()) {
            (LateCost::Times(times), Some(base_ms)) => late_ms.saturating_mul(u64::from(times)) > base_ms,
            _ => false,
        }
    }

    /// A player who came late, within the limit.
    fn late(&self, agenda: &Agenda, start: Mono, color: Color, late_ms: u64, at: Mono) -> (Raise, Judged) {
        let reported = agenda.arrivals[color].is_some_and(|arrival| arrival.reported);
        let unpaid_ms = agenda.unpaid_ms(color, at).unwrap_or(late_ms);
        let mut clock = Vec::new();
        let cost = match (self.late_cost(), self.base_ms()) {
            (LateCost::Unsaid, _) => LatenessCost::Unsaid,
            (LateCost::ClockRuns, _) => LatenessCost::ClockRan,
            (LateCost::Times(_), None) => LatenessCost::NoMainTime,
            (LateCost::Times(_), Some(_)) if unpaid_ms == 0 => LatenessCost::Paid,
            (LateCost::Times(times), Some(main_ms)) => {
                let (off_ms, ran_since) = (unpaid_ms.saturating_mul(u64::from(times)), unpaid_ms < late_ms);
                if off_ms > main_ms {
                    LatenessCost::TooMuch { off_ms, main_ms, ran_since }
                } else {
                    clock.push(take_off(color, off_ms));
                    LatenessCost::Off { off_ms, times, ran_since }
                }
            }
        };
        let saying = OnTime::Late { who: color, late_ms, reported, cost };
        let (mut raise, mut judged) = said(agenda, start, Kind::Late, Some(color), saying);
        if reported {
            raise.basis = Basis::Reported;
        }
        (judged.unsure, judged.clock) = (!reported, clock);
        (raise, judged)
    }
}

/// An alert about coming. What happened before kifud watched is only suspected, and so is every arrival that nobody reported. Who is beyond
/// the limit has lost where no book says so either: it is the event that has set the limit.
fn said(agenda: &Agenda, start: Mono, kind: Kind, color: Option<Color>, saying: OnTime) -> (Raise, Judged) {
    let watched = agenda.watched_from <= start;
    let gives = match kind {
        Kind::Absent => Gives::BySchedule(Sanction::Loss),
        Kind::BothAbsent => Gives::BySchedule(Sanction::BothLose),
        _ => Gives::Nothing,
    };
    let raise = Raise {
        basis: if watched && kind != Kind::Late { Basis::Sensor } else { Basis::Suspected },
        ..Raise::new(kind, color, start, saying)
    };
    (raise, Judged { unsure: true, clock: Vec::new(), gives })
}

//! Both clocks in the game: turns, pauses, periods, flags, and what the clock on the table says (CONTRACT 2 `time_authority`, 4.2, 4.3).

use crate::clock::{ClockHappening, ClockReading, DeviceClock, GameClock, TimeControl, TurnTime};
use crate::go::{ByColor, Color, PlayedMove};
use crate::time::{Mono, Stamp};
use crate::wire::ClockCommand;

use super::Game;
use crate::referee::{AtClock, Kind};

use super::event::{Alert, ClockChange, ClockDocument, EventBody, Phase, PlayerClockState, PlayerPhase, TurnEndedBy};
use super::flags::Flag;
use super::input::Output;
use super::ruling::Why;
use super::settings::{CaptureNeutral, TimeAuthority};

pub use crate::clock::Timekeeper;

/// What a turn took of its player's time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Took {
    /// In ms.
    pub(super) used_ms: u64,
    /// The time was over by so many ms when it ended.
    pub(super) overrun_ms: Option<u64>,
}

impl Took {
    /// So much, as far as is known in time.
    pub(super) const fn of(used_ms: u64) -> Took {
        Took { used_ms, overrun_ms: None }
    }
}

impl Game {
    /// New clocks for a new game.
    pub(super) fn new_timekeeper(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.flag = None;
        self.turn_starts.forget();
        self.keeper = match (self.settings.time_authority, self.terms.time) {
            (TimeAuthority::Nobody, _) | (TimeAuthority::Daemon, None) => Timekeeper::None,
            (TimeAuthority::Daemon, Some(control)) => Timekeeper::Daemon(GameClock::new(control)),
            (TimeAuthority::Device, control) => Timekeeper::Device(self.device_clock(control)),
        };
        self.check_setting(at, out);
        if self.keeper.from_device()
            && let Some(color) = self.keeper.running(at)
        {
            // Somebody has started the clock before the first stone was seen.
            self.turn.clock_ran = true;
            self.note_turn_start(self.record().moves.len() as u32, at);
            self.clock_event(at, ClockChange::Started, Some(color), out);
        }
        // A press of the side not to move has started the clock before the first stone.
        if let Some((color, pressed)) = self.turn.first_press.take()
            && color != self.to_move()
            && at.since_ms(pressed) < FIRST_PRESS_MS
        {
            self.start_clock(pressed, out);
        }
        // A clock that only shows what kifud keeps is set for the new game. One that is set already is left alone: telling it anything stops it
        // for a moment.
        if !self.keeper.from_device() && !self.device_shows_it(at) {
            self.show_on_device(at, out);
        }
    }

    /// The clock on the table shows what is kept, as near as a person would set it.
    fn device_shows_it(&self, at: Mono) -> bool {
        let (Some(players), Some((_, shown)), Some(black)) = (self.keeper.view(at), self.last_reading, self.terms.black_side) else {
            return false;
        };
        Color::BOTH.into_iter().all(|color| {
            let shown_ms = u64::from(shown.remaining_ms[black.of(color).index()]);
            shown_ms.abs_diff(players[color].remaining_ms) <= SHOWN_APART_MS
        })
    }

    /// The device's clock for a new game: what it has said already stays said.
    fn device_clock(&self, control: Option<TimeControl>) -> DeviceClock {
        let mut clock = DeviceClock::new(control, self.terms.black_side);
        clock.latency_ms = self.settings.latency_ms;
        if let Timekeeper::Device(before) = &self.keeper {
            (clock.heard, clock.told) = (before.heard, before.told);
            // Between two games a clock is set anew: nothing that it shows then needs a second reading to be believed.
            if let Some((at, reading)) = before.heard.and_then(|heard| heard.suspect) {
                clock.heard = None;
                clock.reading(&reading, at);
            }
            clock.manner = before.manner;
            clock.stale_told = before.stale_told;
            // The turn that runs already is the first of the game.
            clock.turn = before.turn.filter(|turn| self.terms.color_at(turn.side) == Some(self.to_move()));
        }
        clock
    }

    /// The clock of the side to move runs from here.
    pub(super) fn start_clock(&mut self, at: Mono, out: &mut Vec<Output>) {
        let in_turn = self.in_turn();
        let Timekeeper::Daemon(clock) = &mut self.keeper else { return };
        if clock.in_turn().is_some() {
            return;
        }
        let change = if clock.turn_started().is_some() { ClockChange::Resumed } else { ClockChange::Started };
        clock.start(in_turn, at);
        if change == ClockChange::Started {
            self.note_turn_start(self.record().moves.len() as u32, at);
        }
        self.run_device(Some(in_turn), out);
        self.clock_event(at, change, Some(in_turn), out);
    }

    /// Whose turn it is by the clock: of the one who has played and not pressed, where a press ends the turn; else of the side to move. Who has
    /// played twice in a row has pressed for the first: the opponent's time runs since.
    pub(super) fn in_turn(&self) -> Color {
        let open = self.record().moves.last().filter(|last| last.provisional && !self.was_out_of_turn(last));
        open.map_or_else(|| self.to_move(), |last| last.color)
    }

    /// This last move was told as a second play in a row, whatever has been decided of it.
    fn was_out_of_turn(&self, last: &PlayedMove) -> bool {
        let n = Some(self.record().moves.len() as u32);
        let tells = |alert: &Alert| {
            alert.kind == Kind::DoubleMove
                && (alert.n, alert.color) == (n, Some(last.color))
                && alert.points.first().copied() == last.place.point()
        };
        self.book.alerts.iter().chain(self.book.closed.iter().map(|closed| &closed.alert)).any(tells)
    }

    /// Both clocks stand.
    pub(super) fn stop_clock(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Timekeeper::Daemon(clock) = &mut self.keeper else { return };
        if clock.in_turn().is_none() {
            return;
        }
        let reported = clock.pause(at);
        self.run_device(None, out);
        self.tell(reported.happened, out);
        self.clock_event(at, ClockChange::Paused, None, out);
    }

    /// The game is over: nobody's time runs.
    pub(super) fn stop_timekeeper(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.stop_clock(at, out);
        // Players whose game a person has ended may have left theirs running.
        if self.keeper.from_device() && self.keeper.running(at).is_some() {
            out.push(Output::Clock(ClockCommand::Run(None)));
        }
        self.flag = None;
    }

    /// A turn has ended at `at`; returns what it took, where a clock ran for it.
    pub(super) fn turn_over(&mut self, color: Color, at: Mono, by: TurnEndedBy, out: &mut Vec<Output>) -> Option<Took> {
        // The press was not heard, and the clock still runs the mover's time: nobody presses for anybody, a later press ends it.
        if by == TurnEndedBy::Reply && self.keeper.running(at) == Some(color) {
            self.press_forgotten(color, at);
            return self.keeper.turn_used_ms(at).map(Took::of);
        }
        match &mut self.keeper {
            Timekeeper::None => None,
            // Nobody's time runs on it: a reply starts no clock.
            Timekeeper::Device(clock) if by == TurnEndedBy::Reply && clock.running(at).is_none() => None,
            Timekeeper::Device(_) => {
                let time = self.keeper.press(color, at)?;
                Some(self.turn_pressed(color, at, time, out))
            }
            Timekeeper::Daemon(clock) if clock.turn_started().is_none() => {
                // Nobody has started it: it starts for the reply, at the first end of a turn.
                clock.start(color.opponent(), at);
                self.note_turn_start(self.record().moves.len() as u32, at);
                self.clock_event(at, ClockChange::Started, Some(color.opponent()), out);
                None
            }
            Timekeeper::Daemon(_) if by == TurnEndedBy::Reply => None,
            Timekeeper::Daemon(clock) => {
                let time = clock.press(color, at)?;
                Some(self.turn_pressed(color, at, time, out))
            }
        }
    }

    /// The turn of the last move was ended by the clock.
    fn turn_pressed(&mut self, color: Color, at: Mono, time: TurnTime, out: &mut Vec<Output>) -> Took {
        self.note_turn_start(self.record().moves.len() as u32, at);
        let took = Took { used_ms: time.used_ms, overrun_ms: time.overrun_ms };
        self.turn_took(color, time, out);
        took
    }

    /// What the end of a turn says about the time: periods it used, a flag that has not fallen after all.
    pub(super) fn turn_took(&mut self, color: Color, time: TurnTime, out: &mut Vec<Output>) {
        self.take_back(&time.reported.withdrawn, color, out);
        self.tell(time.reported.happened, out);
        self.book_overtime(self.now.mono, out);
    }

    /// What was told of this player's time has not happened: a stamp before it has come since.
    pub(super) fn take_back(&mut self, withdrawn: &[ClockHappening], color: Color, out: &mut Vec<Output>) {
        if withdrawn.iter().any(|happening| matches!(happening, ClockHappening::Flagged(_))) {
            self.flag = None;
            self.clock_event(self.now.mono, ClockChange::FlagWithdrawn, Some(color), out);
            self.gone(self.now.mono, &[Kind::FlagFallen], out);
        } else if !withdrawn.is_empty() {
            // A period or a part of the overtime was said to be used, and was not.
            self.clock_event(self.now.mono, ClockChange::Adjusted, Some(color), out);
        }
    }

    /// A press by a player whose turn the record has closed already (it was forgotten, and the reply came first): the time is switched.
    pub(super) fn late_press(&mut self, color: Color, at: Mono, out: &mut Vec<Output>) {
        if self.keeper.running(at) == Some(color)
            && let Some(time) = self.keeper.press(color, at)
        {
            self.note_late_turn_start(color, at);
            self.turn_took(color, time, out);
        }
    }

    /// One player's clock at a moment.
    pub(super) fn player_clock(&self, color: Color, at: Mono) -> Option<PlayerClockState> {
        self.keeper.view(at).map(|players| players[color])
    }

    /// When a period or a flag is due.
    pub(super) fn clock_deadline(&self) -> Option<Mono> {
        self.keeper.deadline()
    }

    /// Time has run on by itself.
    pub(super) fn clock_due(&mut self, at: Mono, out: &mut Vec<Output>) {
        let happened = self.keeper.advance(at);
        self.tell(happened, out);
    }

    /// Says what has happened to the time, each at its own moment.
    pub(super) fn tell(&mut self, happened: Vec<(Mono, ClockHappening)>, out: &mut Vec<Output>) {
        for (at, happening) in happened {
            match happening {
                ClockHappening::PeriodEntered(color) => self.clock_event(at, ClockChange::PeriodEntered, Some(color), out),
                ClockHappening::PeriodUsed { color, .. } => self.clock_event(at, ClockChange::PeriodUsed, Some(color), out),
                ClockHappening::Penalty { color, .. } => self.clock_event(at, ClockChange::Penalty, Some(color), out),
                ClockHappening::Called { color, call } => {
                    let change = ClockChange::Countdown { call: call.said(), seconds: call.seconds() };
                    self.clock_event(at, change, Some(color), out);
                }
                // Nobody's time counts any more: the clock on the table was left to run.
                ClockHappening::Flagged(_) if self.time_is_over() => {}
                ClockHappening::Flagged(color) => {
                    self.flag = Some(Flag { color, at, provisional: true });
                    self.clock_event(at, ClockChange::Flagged { provisional: true }, Some(color), out);
                }
                ClockHappening::FlagWithdrawn(color) => {
                    self.flag = None;
                    self.clock_event(at, ClockChange::FlagWithdrawn, Some(color), out);
                    self.gone(self.now.mono, &[Kind::FlagFallen], out);
                }
                ClockHappening::Started(color) => {
                    let change = if self.turn.clock_ran { ClockChange::Resumed } else { ClockChange::Started };
                    if change == ClockChange::Started {
                        self.note_turn_start(self.record().moves.len() as u32, at);
                    }
                    self.turn.clock_ran = true;
                    if self.turn.stopped.take().is_some() {
                        // What was put down while nobody's time ran may be a play now.
                        self.wood.changed = true;
                        self.consider(self.now.mono, out);
                    }
                    self.clock_event(at, change, Some(color), out);
                }
                ClockHappening::Stopped => {
                    self.turn.stopped = self.turn.clock_ran.then_some(at);
                    self.clock_event(at, ClockChange::Paused, None, out);
                }
                ClockHappening::Jumped(color) => self.clock_event(at, ClockChange::Adjusted, Some(color), out),
                // The press itself was not heard (C3): the clock shows that it was made.
                ClockHappening::TurnPassed(color) => self.pressed(self.now.mono, color, at, out),
                ClockHappening::Disagrees { color, difference_ms } => self.clock_disagrees(at, color, difference_ms, out),
                ClockHappening::Agrees => self.gone(self.now.mono, &[Kind::ClockDisagrees], out),
                // Silence shows in the documents and in health.
                ClockHappening::Stale | ClockHappening::Heard => {}
            }
        }
    }

    /// The clock on the table and our own differ: a person decides which is right.
    fn clock_disagrees(&mut self, at: Mono, color: Color, difference_ms: u64, out: &mut Vec<Output>) {
        self.clock_event(at, ClockChange::Disagrees, Some(color), out);
        let saying = AtClock::Disagrees { of: color, by_ms: difference_ms };
        self.clock_alert(at, Kind::ClockDisagrees, Some(color), None, saying, out);
    }

    pub(super) fn clock_event(&mut self, at: Mono, change: ClockChange, color: Option<Color>, out: &mut Vec<Output>) {
        self.clock_changed(at, change, color, None, out);
    }

    /// The same, with who changed it and why.
    pub(super) fn clock_changed(&mut self, at: Mono, change: ClockChange, color: Option<Color>, why: Option<Why>, out: &mut Vec<Output>) {
        let Some(clock) = self.clock_document(self.stamp(at)) else { return };
        // A clock that was left to run after the end books nothing; a person who sets it does.
        let counts = why.is_some() || !self.time_is_over();
        let by_hand = matches!(change, ClockChange::Started | ClockChange::Paused | ClockChange::Resumed | ClockChange::Adjusted);
        let why = why.or_else(|| self.asked.clone().filter(|_| by_hand));
        self.emit(at, EventBody::Clock { change, color, clock, why }, out);
        if counts {
            self.book_overtime(at, out);
        }
    }

    /// Both clocks at a moment; `None` where nobody keeps time.
    pub fn clock_document(&self, now: Stamp) -> Option<ClockDocument> {
        let mut players = self.keeper.view(now.mono)?;
        // A flag is provisional until it has been waited for, whoever says that it has fallen.
        if self.flag.is_none() && matches!(self.book.phase, Phase::Playing | Phase::Ending | Phase::Paused) {
            for color in Color::BOTH {
                if let PlayerPhase::Flagged { provisional } = &mut players[color].phase {
                    *provisional = true;
                }
            }
        }
        if let Some(flag) = self.flag {
            let phase = PlayerPhase::Flagged { provisional: flag.provisional };
            players[flag.color] = PlayerClockState { phase, remaining_ms: 0, ..players[flag.color] };
        }
        let turn_started = self.keeper.turn_started();
        Some(ClockDocument {
            as_of: now.wall,
            as_of_mono: now.mono,
            // Whatever a clock on the table still does: after the game nobody's time runs.
            running: self.keeper.running(now.mono).filter(|_| self.book.phase != Phase::Ended),
            from_device: self.keeper.from_device(),
            stale: self.keeper.stale(now.mono),
            uncertainty_ms: self.keeper.uncertainty_ms(now.mono) + self.stamp_uncertainty_ms(),
            turn_started: turn_started.map(|at| now.at(at).wall),
            turn_used_ms: self.keeper.turn_used_ms(now.mono),
            capture_neutral: (self.capture_neutral() != CaptureNeutral::Never).then_some(self.turn.neutral.is_some()),
            derived: ByColor::new(|color| self.keeper.derived(color)),
            players,
        })
    }

    /// How far the stamps of presses may be off where kifud keeps the time from them; a device's own figures say it themselves.
    fn stamp_uncertainty_ms(&self) -> u64 {
        if self.keeper.from_device() { 0 } else { u64::from(self.manner.uncertainty_ms) }
    }

    /// The clock on the table says both times.
    pub(super) fn clock_reads(&mut self, at: Mono, reading: &ClockReading, out: &mut Vec<Output>) {
        let in_game = matches!(self.book.phase, Phase::Playing | Phase::Ending | Phase::Paused);
        self.last_reading = Some((at, *reading));
        self.witnessed(self.now.mono, out);
        self.keep_shown(at, reading, out);
        let happened = self.keeper.reading(reading, at);
        // Between games people set the clock and try it out: that is nobody's news.
        if in_game {
            self.tell(happened, out);
        }
    }

    /// The clock is away: its time is not shown as running.
    pub(super) fn clock_lost(&mut self) {
        self.keeper.device_lost();
        self.clock_device = None;
        self.last_reading = None;
    }

    /// The pause button of the clock: where kifud keeps the time it stands, or runs on. A clock that keeps it does so itself.
    pub(super) fn pause_button(&mut self, at: Mono, out: &mut Vec<Output>) {
        if !matches!(self.book.phase, Phase::Playing | Phase::Ending) {
            return;
        }
        let Timekeeper::Daemon(clock) = &self.keeper else { return };
        match (clock.in_turn(), clock.turn_started()) {
            (Some(_), _) => self.stop_clock(at, out),
            (None, Some(_)) => self.start_clock(at, out),
            (None, None) => {}
        }
    }

    /// The side on which Black sits has been learnt.
    pub(super) fn side_learnt(&mut self) {
        self.keeper.set_black_side(self.terms.black_side);
    }

    /// The record was changed by a person: the turn is that of the side that is now to move, and its time runs if any time ran.
    pub(super) fn clock_follows_record(&mut self, at: Mono, out: &mut Vec<Output>) {
        let in_turn = self.in_turn();
        let ran = self.keeper.running(at).is_some_and(|running| running != in_turn);
        if let Timekeeper::Daemon(clock) = &mut self.keeper
            && let Some(turn) = clock.turn.filter(|turn| turn.color != in_turn)
        {
            clock.start(in_turn, at);
            if turn.until.is_some() {
                clock.pause(at);
            }
            self.note_turn_start(self.turns_over(), at);
            if ran {
                self.clock_event(at, ClockChange::Adjusted, Some(in_turn), out);
            }
        }
        // The clock on the table follows, where it can be told; one that keeps time says itself what it then shows.
        if ran && self.clock_can_be_set() {
            self.run_device(Some(in_turn), out);
        }
    }
}

/// How far what the clock on the table shows may be from what is kept before it is set anew at the beginning of a game, in ms: some show
/// whole seconds, and it may have been started a moment ago.
const SHOWN_APART_MS: u64 = 5_000;

/// How long before the first stone a press may have started the clock: longer ago, somebody only tried it out.
const FIRST_PRESS_MS: u64 = 30 * 60_000;

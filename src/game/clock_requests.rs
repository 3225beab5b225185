//! Clocks set, changed, stopped and taken over by a person (CONTRACT 4.5), kifud's own and the one on the table.

use crate::clock::{DeviceClock, PlayerClock, PlayerClockState, PlayerPhase, TimeControl, Timekeeper};
use crate::go::{ByColor, Color};
use crate::referee::Kind;
use crate::time::Mono;
use crate::wire::ClockCommand;

use super::Game;
use super::event::{ClockChange, Phase};
use super::input::Output;
use super::request::{ErrorCode, RequestError};
use super::ruling::Why;

/// What SET sends for a number of periods that it leaves alone (CONTRACT 3.2).
const PERIODS_UNTOUCHED: u8 = 0xFF;

fn refuse<T>(code: ErrorCode, message: impl Into<String>) -> Result<T, RequestError> {
    Err(RequestError { code, message: message.into() })
}

fn refused(error: crate::clock::ClockSetError) -> RequestError {
    RequestError { code: ErrorCode::Conflict, message: error.to_string() }
}

impl Game {
    /// Both clocks set by a person. A clock on the table that keeps time is told, where it can be; kifud then counts from what it was told.
    pub(super) fn set_clock(
        &mut self,
        at: Mono,
        players: ByColor<PlayerClockState>,
        running: Option<Color>,
        why: Option<Why>,
        out: &mut Vec<Output>,
    ) -> Result<(), RequestError> {
        match &mut self.keeper {
            Timekeeper::Daemon(clock) => clock.set(players, running, at).map_err(refused)?,
            Timekeeper::Device(_) => {
                let control = self.timed()?;
                let clocks = ByColor {
                    black: PlayerClock::from_state(&control, players.black).map_err(refused)?,
                    white: PlayerClock::from_state(&control, players.white).map_err(refused)?,
                };
                self.set_device(at, clocks, players.map(|player| player.total_used_ms), running)?;
            }
            Timekeeper::None => return refuse(ErrorCode::NotNow, NO_CLOCK),
        }
        self.note_set(at);
        self.clocks_changed(at, None, why, out);
        Ok(())
    }

    /// A person starts the clock of the side to move: with it a game that has been prepared begins, without a stone.
    pub(super) fn start_clock_asked(&mut self, at: Mono, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Armed, Phase::Setup])?;
        if self.keeper.from_device() {
            return self.tell_device(Some(self.in_turn()), out);
        }
        if self.book.phase == Phase::Armed {
            if !self.may_begin_unplayed() {
                return refuse(ErrorCode::NotNow, "no game has begun: begin it with start-game, or with its first stone");
            }
            self.begin_unplayed(at, out);
        }
        self.need_a_clock()?;
        self.start_clock(at, out);
        Ok(())
    }

    /// A person stops both clocks.
    pub(super) fn stop_clock_asked(&mut self, at: Mono, out: &mut Vec<Output>) -> Result<(), RequestError> {
        if self.keeper.from_device() {
            return self.tell_device(None, out);
        }
        self.need_a_clock()?;
        self.stop_clock(at, out);
        Ok(())
    }

    fn need_a_clock(&self) -> Result<(), RequestError> {
        if self.keeper == Timekeeper::None { refuse(ErrorCode::NotNow, NO_CLOCK) } else { Ok(()) }
    }

    /// A clock that keeps time is told to run or to stand; it says itself that it does.
    fn tell_device(&self, running: Option<Color>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        if !self.clock_can_be_set() {
            return refuse(ErrorCode::NotAllowed, "the clock on the table keeps time and cannot be told from here: press it there");
        }
        self.run_device(running, out);
        Ok(())
    }

    /// One clock changed by a person.
    pub(super) fn adjust_clock(
        &mut self,
        at: Mono,
        color: Color,
        (delta_ms, periods_delta): (i64, i32),
        why: Option<Why>,
        out: &mut Vec<Output>,
    ) -> Result<(), RequestError> {
        match &mut self.keeper {
            Timekeeper::Daemon(clock) => clock.adjust(color, delta_ms, periods_delta, at).map_err(refused)?,
            Timekeeper::Device(clock) => {
                let (mut clocks, used_ms) = clock.both(at).ok_or_else(not_heard)?;
                let running = clock.running(at);
                let control = self.timed()?;
                clocks[color] = clocks[color].adjusted(&control, delta_ms, periods_delta).map_err(refused)?;
                self.set_device(at, clocks, used_ms, running)?;
            }
            Timekeeper::None => return refuse(ErrorCode::NotNow, NO_CLOCK),
        }
        self.note_adjusted(color, delta_ms, periods_delta);
        self.clocks_changed(at, Some(color), why, out);
        Ok(())
    }

    /// What the clock on the table shows is right: kifud's own clock, beside it or in its place, takes it over.
    pub(super) fn adopt_clock(&mut self, at: Mono, why: Option<Why>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        match &mut self.keeper {
            Timekeeper::Device(clock) => {
                if clock.view(at).is_none() {
                    return Err(not_heard());
                }
                clock.agree();
            }
            Timekeeper::Daemon(own) => {
                let mut shown = DeviceClock::new(Some(own.control), self.terms.black_side);
                let (moment, reading) = self.last_reading.ok_or_else(not_heard)?;
                shown.reading(&reading, moment);
                let players = shown.view(at).ok_or_else(not_heard)?;
                let used_ms = own.view(at).map(|player| player.total_used_ms);
                let players = ByColor::new(|color| PlayerClockState { total_used_ms: used_ms[color], ..players[color] });
                let running = own.in_turn();
                own.set(players, running, at).map_err(refused)?;
            }
            Timekeeper::None => return refuse(ErrorCode::NotNow, NO_CLOCK),
        }
        self.note_set(at);
        self.clocks_changed(at, None, why, out);
        Ok(())
    }

    /// A game under these terms may begin with these clocks.
    pub(super) fn can_begin_with(&self, terms: &super::Terms, players: ByColor<PlayerClockState>) -> Result<(), RequestError> {
        let Some(control) = terms.time else { return refuse(ErrorCode::NotNow, "clock: this game has no time control") };
        for player in [players.black, players.white] {
            PlayerClock::from_state(&control, player).map_err(refused)?;
        }
        match self.settings.time_authority {
            super::TimeAuthority::Daemon => Ok(()),
            super::TimeAuthority::Device if self.clock_can_be_set() && terms.black_side.is_some() => Ok(()),
            super::TimeAuthority::Device => {
                refuse(ErrorCode::NotAllowed, "clock: the clock on the table keeps time and cannot be set from here: set it there")
            }
            super::TimeAuthority::Nobody => refuse(ErrorCode::NotNow, NO_CLOCK),
        }
    }

    fn timed(&self) -> Result<TimeControl, RequestError> {
        self.terms.time.map_or_else(|| refuse(ErrorCode::NotNow, "this game has no time control"), Ok)
    }

    /// Tells the clock on the table what to show; what it then shows is no surprise.
    pub(super) fn set_device(
        &mut self,
        at: Mono,
        clocks: ByColor<PlayerClock>,
        used_ms: ByColor<u64>,
        running: Option<Color>,
    ) -> Result<(), RequestError> {
        if !self.clock_can_be_set() {
            return refuse(
                ErrorCode::NotAllowed,
                "the clock on the table keeps time and cannot be set from here: set it there, then adopt-clock",
            );
        }
        let Timekeeper::Device(clock) = &mut self.keeper else { return refuse(ErrorCode::NotNow, NO_CLOCK) };
        if !clock.set(clocks, used_ms, running, at) {
            return refuse(ErrorCode::NotNow, "it is not known on which side Black sits: say so with set-colors");
        }
        Ok(())
    }

    /// The clocks are others now: a flag that had fallen may not have, and the clock on the table is to show them.
    pub(super) fn clocks_changed(&mut self, at: Mono, color: Option<Color>, why: Option<Why>, out: &mut Vec<Output>) {
        if self.flag.is_some_and(|flag| color.is_none_or(|color| color == flag.color)) {
            self.flag = None;
            self.gone(at, &[Kind::FlagFallen], out);
        }
        self.clocks_settled(at, out);
        self.show_on_device(at, out);
        self.clock_changed(at, ClockChange::Adjusted, color, why, out);
    }

    /// The clock on the table has said that it can be set.
    pub(super) fn clock_can_be_set(&self) -> bool {
        self.clock_device.as_ref().is_some_and(|greeting| greeting.settable)
    }

    /// Makes a clock that can be set show what is kept, and run or stand as it does.
    pub(super) fn show_on_device(&self, at: Mono, out: &mut Vec<Output>) {
        if self.show_times_on_device(at, out) {
            let running = self.keeper.running(at).and_then(|color| self.terms.side_of(color));
            out.push(Output::Clock(ClockCommand::Run(running)));
        }
    }

    /// The times alone: which side runs is left to the clock. A RUN that crosses a press on the way would run the wrong side, and the next
    /// player's press would not be felt, since that lever is down already. False where the clock cannot be set.
    pub(super) fn show_times_on_device(&self, at: Mono, out: &mut Vec<Output>) -> bool {
        let (Some(players), Some(black)) = (self.keeper.view(at), self.terms.black_side) else { return false };
        if !self.clock_can_be_set() {
            return false;
        }
        let (mut remaining_ms, mut periods) = ([0_u32; 2], [PERIODS_UNTOUCHED; 2]);
        for (color, player) in [(Color::Black, players.black), (Color::White, players.white)] {
            let side = black.of(color);
            remaining_ms[side.index()] = u32::try_from(player.remaining_ms).unwrap_or(u32::MAX);
            let left = match player.phase {
                PlayerPhase::ByoYomi { periods_left: left }
                | PlayerPhase::Reserve { minutes_left: left }
                | PlayerPhase::Nhk { units_left: left, .. } => Some(left),
                // In main time every period is still to come.
                PlayerPhase::Main => self.terms.time.and_then(|time| time.periods()).map(|periods| periods.count),
                PlayerPhase::Canadian { .. } | PlayerPhase::IngPenalty { .. } | PlayerPhase::Flagged { .. } => None,
            };
            periods[side.index()] = left.and_then(|left| u8::try_from(left).ok()).unwrap_or(PERIODS_UNTOUCHED);
        }
        out.push(Output::Clock(ClockCommand::Set { remaining_ms, periods }));
        true
    }

    /// The same for a clock that only shows what kifud keeps.
    pub(super) fn show_on_device_kept_here(&self, at: Mono, out: &mut Vec<Output>) {
        if !self.keeper.from_device() {
            self.show_on_device(at, out);
        }
    }

    /// The clock on the table is to run or to stand, where it can be told.
    pub(super) fn run_device(&self, running: Option<Color>, out: &mut Vec<Output>) {
        let side = running.map(|color| self.terms.side_of(color));
        if side != Some(None) && (self.clock_can_be_set() || self.keeper.from_device()) {
            out.push(Output::Clock(ClockCommand::Run(side.flatten())));
        }
    }

    /// Play is interrupted: both clocks stand, what was used of a period stays used.
    pub(super) fn pause(&mut self, at: Mono, reason: &str, out: &mut Vec<Output>) {
        self.rests_from(at);
        self.stop_clock(at, out);
        // A clock that cannot be told so is stopped by hand.
        if self.keeper.from_device() {
            self.run_device(None, out);
        }
        self.enter(at, Phase::Paused, reason, out);
    }

    /// Play goes on, when the wood agrees or somebody says so in spite of it.
    pub(super) fn resume(&mut self, at: Mono, force: bool, out: &mut Vec<Output>) -> Result<(), RequestError> {
        if !matches!(self.book.phase, Phase::Paused | Phase::Adjourned) {
            return Err(RequestError { code: ErrorCode::NotNow, message: "the game is not paused".to_owned() });
        }
        let differs = self.tellable(self.wood.differences(&self.position));
        if !differs.is_empty() && !force && !self.sealed_stone_lies() {
            let (count, size) = (differs.len(), self.settings.size);
            let named: Vec<String> = differs.iter().take(NAMED_MAX).map(|differs| differs.point.vertex(size).to_string()).collect();
            let message =
                format!("the board differs from the record at {count} points ({}): put it right, or resume with force", named.join(", "));
            return Err(RequestError { code: ErrorCode::Conflict, message });
        }
        if force {
            self.wood.overrule(&self.position);
        }
        self.go_on(at, "resume", out);
        Ok(())
    }

    /// Play goes on.
    pub(super) fn go_on(&mut self, at: Mono, because: &str, out: &mut Vec<Output>) {
        self.turn.rested = None;
        self.play_goes_on(at, out);
        self.enter(at, Phase::Playing, because, out);
        self.back_from_the_interruption(at, out);
        // The opponent's time begins with the sealed stone; the player who sealed has thought already.
        if !self.sealed_move_is_to_come() {
            self.clocks_go_on(at, out);
        }
        self.consider(at, out);
    }

    /// The time of the side whose turn it is runs again: kifud's own, and the clock on the table where it can be told.
    pub(super) fn clocks_go_on(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.keeper.from_device() {
            self.run_device(Some(self.in_turn()), out);
        }
        self.own_clock_goes_on(at, out);
    }

    /// kifud's own clock runs again for the side whose turn it is, where it has run before.
    pub(super) fn own_clock_goes_on(&mut self, at: Mono, out: &mut Vec<Output>) {
        if let Timekeeper::Daemon(clock) = &self.keeper
            && clock.turn_started().is_some()
        {
            self.start_clock(at, out);
        }
    }
}

/// Points named where a board is not ready to be played on.
const NAMED_MAX: usize = 6;

const NO_CLOCK: &str = "no clock is kept at this table";

fn not_heard() -> RequestError {
    let message = "the clock on the table has not said its times, or where Black sits is not known".to_owned();
    RequestError { code: ErrorCode::NotNow, message }
}

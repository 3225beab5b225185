//! What is wrong with the clock or its use, told to the referee alone (CONTRACT 5): a forgotten press, sides that are exchanged, a clock that
//! does not run, or that was set wrongly.

use crate::clock::{GameClock, PlayerClock, TimeControl, Timekeeper};
use crate::go::Color;
use crate::referee::{AtClock, Kind};
use crate::time::Mono;

use super::Game;
use super::alerts::Raise;
use super::event::Phase;
use super::input::Output;
use super::ruling::Why;

/// A clock that still runs for the mover so long after the reply was not pressed, in ms: a press may be on its way, and players who reply at
/// once press late.
const MISSING_MS: u64 = 3_000;

/// So many moves in a row pressed by the player who has not moved, and by nobody else, are no slips of the hand: after a press that was
/// forgotten and made late, the other player presses too.
const WRONG_SIDE_MOVES: u32 = 3;

/// So many moves without a clock that runs: before that it may be started with a reply.
const NOT_STARTED_MOVES: usize = 3;

/// How far a clock may be from the time control at the start, in ms, besides a tenth of it: a turn begun, a step of the display.
const SET_WRONG_MS: u64 = 2_000;

/// The most that a tenth of the time counts for, in ms: people set clocks wrong by more.
const SET_WRONG_MOST_MS: u64 = 300_000;

/// A press that has not come although the opponent has replied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forgotten {
    /// Who forgot.
    pub color: Color,
    /// The move.
    pub n: u32,
    /// When the reply came.
    pub at: Mono,
}

/// How long a clock on the table is waited for after a restart of the machine, in ms.
const WITNESS_MS: u64 = 10_000;

const MISSING: Kind = Kind::PressMissing;
const WRONG_SIDE: Kind = Kind::ClockWrongSide;
const NOT_STARTED: Kind = Kind::ClockNotStarted;
const SET_WRONG: Kind = Kind::ClockSetWrong;

impl Game {
    /// The opponent has replied, and the clock still runs for the mover.
    pub(super) fn press_forgotten(&mut self, color: Color, at: Mono) {
        if self.turn.pressed {
            let n = self.record().moves.len() as u32;
            self.turn.forgotten = Some(Forgotten { color, n, at });
        }
    }

    /// When a press counts as forgotten.
    pub(super) fn forgotten_deadline(&self) -> Option<Mono> {
        Some(self.turn.forgotten?.at.plus_ms(MISSING_MS))
    }

    /// A press has not come for as long as it can be waited for.
    pub(super) fn forgotten_due(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(forgotten) = self.turn.forgotten.take() else { return };
        let playing = matches!(self.book.phase, Phase::Playing | Phase::Ending);
        if !playing || self.keeper.running(at) != Some(forgotten.color) || self.open_alert(&[MISSING]).is_some() {
            return;
        }
        let Forgotten { color, n, .. } = forgotten;
        let saying = AtClock::PressForgotten { by: color, n };
        self.clock_alert(at, MISSING, Some(color), Some(n), saying, out);
    }

    /// Somebody has pressed: a press that was forgotten has been made.
    pub(super) fn press_made(&mut self, color: Color, out: &mut Vec<Output>) {
        if self.turn.forgotten.is_some_and(|forgotten| forgotten.color == color) {
            self.turn.forgotten = None;
        }
        if self.open_alert(&[MISSING]).is_some_and(|alert| alert.color == Some(color)) {
            self.gone(self.now.mono, &[MISSING], out);
        }
    }

    /// A press by one player while the other's stone has just come and nobody has pressed for it: the sides may be exchanged, in the
    /// configuration or in the clock itself, which some decide by the lever's position at power-on (C4).
    pub(super) fn wrong_side_pressed(&mut self, out: &mut Vec<Output>) {
        let n = self.record().moves.len() as u32;
        if self.turn.side_checked == n {
            return;
        }
        self.turn.side_checked = n;
        self.turn.wrong_side += 1;
        if self.turn.wrong_side < WRONG_SIDE_MOVES || self.open_alert(&[WRONG_SIDE]).is_some() {
            return;
        }
        self.clock_alert(self.now.mono, WRONG_SIDE, None, None, AtClock::SidesExchanged, out);
    }

    /// A player has pressed for their own stone.
    pub(super) fn right_side_pressed(&mut self, out: &mut Vec<Output>) {
        self.turn.wrong_side = 0;
        self.gone(self.now.mono, &[WRONG_SIDE], out);
    }

    /// Moves are played and no clock runs.
    pub(super) fn check_started(&mut self, at: Mono, out: &mut Vec<Output>) {
        let here = matches!(&self.keeper, Timekeeper::Device(clock) if clock.heard.is_some_and(|heard| heard.alive.is_some()));
        if !here || self.terms.time.is_none() || self.book.phase != Phase::Playing {
            return;
        }
        // Whoever presses it uses it: a clock that is away for a while, or stopped, is another matter.
        let runs = self.turn.clock_ran || self.turn.pressed || self.keeper.running(at).is_some();
        if runs {
            self.gone(at, &[NOT_STARTED], out);
        } else if self.record().moves.len() >= NOT_STARTED_MOVES && self.open_alert(&[NOT_STARTED]).is_none() {
            self.clock_alert(at, NOT_STARTED, None, None, AtClock::NotStarted, out);
        }
    }

    /// A game begins: the clock on the table should show what the time control gives.
    pub(super) fn check_setting(&mut self, at: Mono, out: &mut Vec<Output>) {
        let (Some(control), Timekeeper::Device(clock)) = (self.terms.time, &self.keeper) else { return };
        let (Some((shown, _)), Some(heard), Some(black)) = (clock.both(at), clock.heard, self.terms.black_side) else { return };
        let step_ms = u64::from(heard.resolution_ms);
        let told = self.last_reading.map_or([None; 2], |(_, reading)| reading.periods_left);
        let wrong = Color::BOTH.into_iter().find_map(|color| {
            let told = told[black.of(color).index()].map(u32::from);
            let wrong = self.periods_set_wrong(&control, color, told, shown[color], heard.running.is_none(), step_ms);
            wrong.or_else(|| self.total_set_wrong(&control, color, shown[color], at, step_ms)).map(|saying| (color, saying))
        });
        if let Some((color, saying)) = wrong {
            self.clock_alert(at, SET_WRONG, Some(color), None, saying, out);
        }
    }

    /// All that the clock gives is not what the control gives. It may have run before anybody could say for whom, and coming late may have
    /// cost up to three times as much.
    fn total_set_wrong(&self, control: &TimeControl, of: Color, shown: PlayerClock, at: Mono, step_ms: u64) -> Option<AtClock> {
        let full_ms = GameClock::new(*control).clocks[of].total_left_ms(control);
        let shown_ms = shown.total_left_ms(control);
        let allowed_ms = SET_WRONG_MS + step_ms + (full_ms / 10).min(SET_WRONG_MOST_MS);
        let late_ms = self.agenda.as_ref().and_then(|agenda| agenda.late_ms(of, at)).unwrap_or(0).saturating_mul(3);
        let least_ms = full_ms.saturating_sub(allowed_ms.saturating_add(late_ms));
        let right = (least_ms..=full_ms.saturating_add(allowed_ms)).contains(&shown_ms);
        (!right).then_some(AtClock::SetWrong { of, shown_ms, control_ms: full_ms })
    }

    /// A clock that shows its periods has others than the control: their number while it shows it, their length once one is on the display.
    fn periods_set_wrong(
        &self,
        control: &TimeControl,
        of: Color,
        told: Option<u32>,
        shown: PlayerClock,
        stands: bool,
        step_ms: u64,
    ) -> Option<AtClock> {
        let shows_periods = self.clock_device.as_ref().is_some_and(|greeting| greeting.shows_periods);
        let periods = control.periods();
        let count = periods.map_or(0, |periods| periods.count);
        if let Some(shown) = told.filter(|&told| shows_periods && told != count) {
            return Some(AtClock::PeriodsSetWrong { of, shown, control: count });
        }
        let (PlayerClock::Period { left_ms, .. }, Some(periods)) = (shown, periods) else { return None };
        let right = left_ms <= periods.length_ms + step_ms && (!stands || left_ms + step_ms >= periods.length_ms);
        (!right).then_some(AtClock::PeriodSetWrong { of, shown_ms: left_ms, control_ms: periods.length_ms })
    }

    /// When it is said that the machine was restarted while a time that kifud keeps ran: a clock on the table that keeps time too is waited
    /// for, since it has seen what passed.
    pub(super) fn unwitnessed_deadline(&self) -> Option<Mono> {
        Some(self.unwitnessed?.plus_ms(WITNESS_MS))
    }

    /// Only the calendar says what passed while the machine was off, and that may have been wrong before or after.
    pub(super) fn unwitnessed_due(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.unwitnessed = None;
        let Some(color) = self.keeper.in_turn() else { return };
        let saying = AtClock::Unwitnessed { of: color };
        self.clock_alert(at, Kind::ClockDisagrees, Some(color), None, saying, out);
    }

    /// A clock that keeps time shows it after a restart of the machine: it is the witness of what passed meanwhile, and it is said so.
    pub(super) fn witnessed(&mut self, at: Mono, out: &mut Vec<Output>) {
        if !self.clock_device.as_ref().is_some_and(|greeting| greeting.keeps_time) || self.unwitnessed.take().is_none() {
            return;
        }
        let because = "the machine was restarted: the clock on the table has seen what passed".to_owned();
        if self.adopt_clock(at, Some(Why { by: None, because }), out).is_err() {
            self.unwitnessed_due(at, out);
        }
    }

    /// The clocks were set or taken as they are: what was wrong with them is settled.
    pub(super) fn clocks_settled(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.gone(at, &[SET_WRONG, Kind::ClockDisagrees], out);
    }

    pub(super) fn clock_alert(
        &mut self,
        at: Mono,
        kind: Kind,
        color: Option<Color>,
        n: Option<u32>,
        saying: AtClock,
        out: &mut Vec<Output>,
    ) {
        let raise = Raise { n, ..Raise::new(kind, color, at, saying) };
        self.raise(at, raise, out);
    }
}

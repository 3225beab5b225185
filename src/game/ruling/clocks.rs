//! What becomes of the clocks, and how that is taken back.

use crate::clock::{ClockSetError, DeviceClock, GameClock, PlayerClock, PlayerClockState, TimeControl};
use crate::go::{ByColor, Color};
use crate::referee::{ClockRemedy, Kind};
use crate::time::Mono;

use super::super::event::ClockChange;
use super::super::input::Output;
use super::super::request::{ErrorCode, RequestError};
use super::super::{Game, Timekeeper};
use super::{ClockBefore, Owed, Ruling, Why, refuse};

/// One change of one clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Time and periods more or fewer.
    By(ClockRemedy),
    /// As it was before a ruling, less what its player has used since.
    Back(ClockBefore),
}

impl Step {
    const fn color(self) -> Color {
        match self {
            Step::By(remedy) => remedy.color,
            Step::Back(before) => before.color,
        }
    }

    /// The clock after it; `used_ms` is what its player has used in the whole game.
    fn applied(self, clock: PlayerClock, control: &TimeControl, used_ms: u64) -> Result<PlayerClock, ClockSetError> {
        match self {
            Step::By(remedy) => clock.adjusted(control, remedy.delta_ms, remedy.periods_delta),
            Step::Back(ClockBefore { shown, .. }) => PlayerClock::put_back(control, shown, used_ms.saturating_sub(shown.total_used_ms)),
        }
    }
}

/// The clocks as a ruling leaves them.
#[derive(Debug, Clone)]
pub(super) struct Clocks {
    kept: Kept,
    /// Whose are changed.
    colors: Vec<Color>,
    /// What of it must be kept to take it back.
    pub(super) before: Vec<ClockBefore>,
    /// What is done to them, in order.
    steps: Vec<Step>,
}

#[derive(Debug, Clone)]
enum Kept {
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
    Later {
        /// What is owed beside.
        owed: Vec<ClockRemedy>,
        /// What was owed by this ruling is not.
        without: Option<String>,
    },
}

impl Game {
    /// The clocks when what `replaced` did to them is taken back and these remedies are applied: all of it, or nothing.
    ///
    /// # Errors
    /// `conflict` when nothing would be left, `not-now` where no clock is kept or heard. With `over` the clocks only stand: what cannot be
    /// taken back of them then stays.
    pub(super) fn clocks_after(
        &self,
        replaced: Option<&Ruling>,
        remedies: &[ClockRemedy],
        over: bool,
        at: Mono,
    ) -> Result<Clocks, RequestError> {
        let back: Vec<Step> = replaced.map(taken_back).unwrap_or_default();
        let steps: Vec<Step> = back.iter().copied().chain(remedies.iter().map(|&remedy| Step::By(remedy))).collect();
        let colors: Vec<Color> = Color::BOTH.into_iter().filter(|&color| steps.iter().any(|step| step.color() == color)).collect();
        let unchanged = || Clocks { kept: Kept::Unchanged, colors: Vec::new(), before: Vec::new(), steps: Vec::new() };
        if steps.is_empty() {
            return Ok(unchanged());
        }
        if self.book.record.is_none() && !self.keeper.from_device() {
            let Some(control) = self.terms.time else { return refuse(ErrorCode::NotNow, "no clock is kept at this table") };
            let mut clock = GameClock::new(control);
            remedies
                .iter()
                .try_for_each(|remedy| clock.adjust(remedy.color, remedy.delta_ms, remedy.periods_delta, at))
                .map_err(refused)?;
            let kept = Kept::Later { owed: remedies.to_vec(), without: replaced.map(|ruling| ruling.id.clone()) };
            return Ok(Clocks { kept, colors, before: Vec::new(), steps: Vec::new() });
        }
        let taken = self.with_steps(&back, at).and_then(|(_, between)| Ok((self.with_steps(&steps, at)?, between)));
        match taken {
            Ok(((kept, after), between)) => Ok(Clocks { kept, before: parted(between, after), colors, steps }),
            Err(_) if over && remedies.is_empty() => Ok(unchanged()),
            Err(error) => Err(error),
        }
    }

    /// Both clocks after these steps, as they are kept and as they show.
    fn with_steps(&self, steps: &[Step], at: Mono) -> Result<(Kept, Option<ByColor<PlayerClockState>>), RequestError> {
        match &self.keeper {
            Timekeeper::Daemon(clock) => {
                let mut clock = clock.clone();
                for step in steps {
                    clock.change(step.color(), at, |player, control, used| step.applied(player, control, used)).map_err(refused)?;
                }
                let shown = clock.view(at);
                Ok((Kept::Own(Box::new(clock)), Some(shown)))
            }
            Timekeeper::Device(clock) => self.device_after(clock, steps, at).map(|kept| (kept, None)),
            Timekeeper::None => refuse(ErrorCode::NotNow, "no clock is kept at this table"),
        }
    }

    /// What the clock on the table is to show.
    fn device_after(&self, clock: &DeviceClock, steps: &[Step], at: Mono) -> Result<Kept, RequestError> {
        let (Some((mut clocks, used_ms)), Some(control)) = (clock.both(at), self.terms.time) else {
            return refuse(
                ErrorCode::NotNow,
                "the clock on the table has not said its times, or where Black sits or the time control is not known",
            );
        };
        for step in steps {
            let color = step.color();
            clocks[color] = step.applied(clocks[color], &control, used_ms[color]).map_err(refused)?;
        }
        Ok(Kept::Device { clocks, used_ms })
    }

    pub(super) fn set_clocks(&mut self, at: Mono, clocks: Clocks, why: &Why, out: &mut Vec<Output>) {
        let Clocks { kept, colors, steps, .. } = clocks;
        match kept {
            Kept::Unchanged => {}
            Kept::Own(clock) => {
                self.adopt_own_clock(at, *clock, &colors, why, out);
                self.note_steps(at, &steps);
            }
            // It says itself what it shows then; one that cannot be told is set by hand, and the ruling says to what.
            Kept::Device { clocks, used_ms } => {
                let running = self.keeper.running(at);
                let color = if let [only] = colors.as_slice() { Some(*only) } else { None };
                if self.set_device(at, clocks, used_ms, running).is_ok() {
                    self.clocks_changed(at, color, Some(why.clone()), out);
                    self.note_steps(at, &steps);
                }
            }
            Kept::Later { owed, without } => {
                if let Some(agenda) = &mut self.agenda {
                    agenda.owed.retain(|owed| Some(&owed.why.because) != without.as_ref());
                    agenda.owed.extend(owed.into_iter().map(|remedy| Owed { remedy, why: why.clone() }));
                }
            }
        }
    }

    /// What was ruled outlives a take-back.
    fn note_steps(&mut self, at: Mono, steps: &[Step]) {
        for step in steps {
            match step {
                Step::By(ClockRemedy { color, delta_ms, periods_delta }) => self.note_adjusted(*color, *delta_ms, *periods_delta),
                Step::Back(_) => self.note_set(at),
            }
        }
    }

    /// kifud's own clocks are these now, because of a ruling on these players' time.
    fn adopt_own_clock(&mut self, at: Mono, clock: GameClock, colors: &[Color], why: &Why, out: &mut Vec<Output>) {
        self.keeper = Timekeeper::Daemon(clock);
        if self.flag.is_some_and(|flag| colors.contains(&flag.color)) {
            self.flag = None;
            self.gone(at, &[Kind::FlagFallen], out);
        }
        let color = if let [only] = colors { Some(*only) } else { None };
        self.clock_changed(at, ClockChange::Adjusted, color, Some(why.clone()), out);
    }

    /// A game has begun: what was ruled about its clocks before holds now.
    pub(in super::super) fn pay_what_is_owed(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(agenda) = &mut self.agenda else { return };
        for Owed { remedy, why } in std::mem::take(&mut agenda.owed) {
            let Timekeeper::Daemon(clock) = &self.keeper else { return };
            let mut clock = clock.clone();
            match clock.adjust(remedy.color, remedy.delta_ms, remedy.periods_delta, at) {
                Ok(()) => {
                    self.adopt_own_clock(at, clock, &[remedy.color], &why, out);
                    self.note_steps(at, &[Step::By(remedy)]);
                }
                // The game began with less time than was ruled on: the question is open again.
                Err(_) => {
                    if let Some(agenda) = &mut self.agenda {
                        agenda.ruled[remedy.color] = false;
                    }
                }
            }
        }
    }
}

/// What takes a ruling's changes of the clocks back: the opposite, or where a clock came into another part of its time what it was before.
fn taken_back(ruling: &Ruling) -> Vec<Step> {
    let before = &ruling.effects.clocks;
    let kept = |color| before.iter().any(|before| before.color == color);
    let opposite = |remedy: &ClockRemedy| ClockRemedy {
        color: remedy.color,
        delta_ms: remedy.delta_ms.saturating_neg(),
        periods_delta: remedy.periods_delta.saturating_neg(),
    };
    let steps = ruling.clock.iter().rev().filter(|remedy| !kept(remedy.color)).map(|remedy| Step::By(opposite(remedy)));
    steps.chain(before.iter().map(|&before| Step::Back(before))).collect()
}

/// The clocks that come into another part of their time between these two, as they were.
fn parted(before: Option<ByColor<PlayerClockState>>, after: Option<ByColor<PlayerClockState>>) -> Vec<ClockBefore> {
    let (Some(before), Some(after)) = (before, after) else { return Vec::new() };
    let part = |state: &PlayerClockState| std::mem::discriminant(&state.phase);
    let changed = |&color: &Color| part(&after[color]) != part(&before[color]);
    Color::BOTH.into_iter().filter(changed).map(|color| ClockBefore { color, shown: before[color] }).collect()
}

fn refused(error: ClockSetError) -> RequestError {
    RequestError { code: ErrorCode::Conflict, message: error.to_string() }
}

/// A remedy of one clock.
pub(in super::super) fn take_off(color: Color, ms: u64) -> ClockRemedy {
    ClockRemedy { color, delta_ms: -i64::try_from(ms).unwrap_or(i64::MAX), periods_delta: 0 }
}

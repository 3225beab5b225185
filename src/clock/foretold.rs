//! What a device's clock comes to between two of its reports, told at its moment (CONTRACT 4.3: events at the moment they happen).
//!
//! A clock that sends milliseconds is counted down as the time control says, over its boundaries too: a period, a part of Ing overtime and
//! a flag are told when they are reached, not up to a second later when the device reports again. The device stays right: what it then
//! shows is taken, and a flag that it does not show is withdrawn. Of a clock that shows whole seconds the calls are told as it shows them.

use crate::time::Mono;

use super::device_clock::DeviceClock;
use super::heard::Heard;
use super::{ClockHappening, Crossing, PlayerClock, Side, TimeControl};

/// The coarsest step of a clock that is counted over its boundaries, in ms. One that shows whole seconds leaves open for as long whether
/// the boundary has been reached.
const FINE_MS: u32 = 100;

/// How far one side's clock has come, as far as it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Told {
    /// The part of the time that was told; the later, the higher.
    pub stage: u32,
    /// What was left, in seconds, at the last call of this period in this turn.
    pub call: Option<u64>,
}

impl Told {
    /// Nothing but what this clock shows.
    pub(super) const fn of(clock: PlayerClock) -> Told {
        Told { stage: stage(clock), call: None }
    }
}

/// Where in its time a clock is: 0 in main time, higher in each later part, the highest when the flag has fallen.
pub(super) const fn stage(clock: PlayerClock) -> u32 {
    match clock {
        PlayerClock::Main { .. } | PlayerClock::Bronstein { .. } | PlayerClock::Delay { .. } => 0,
        PlayerClock::Block { .. } => 1,
        PlayerClock::Period { periods_left: left, .. } | PlayerClock::Nhk { units_left: left, .. } => {
            1 + TimeControl::PERIODS_MAX.saturating_sub(left)
        }
        PlayerClock::Penalty { period, .. } => period,
        PlayerClock::Flagged { .. } => u32::MAX,
    }
}

impl Heard {
    /// The device's times are fine enough to be counted over a boundary.
    pub(super) const fn is_fine(&self) -> bool {
        self.resolution_ms <= FINE_MS
    }
}

impl DeviceClock {
    /// One side's clock at a moment: counted on from what was heard.
    pub(super) fn counted(&self, heard: &Heard, side: Side, now: Mono) -> PlayerClock {
        let mut clock = heard.clocks[side.index()];
        if heard.running != Some(side) {
            return clock;
        }
        let spent = self.ahead_ms(heard, now);
        if heard.is_fine() && self.control.is_some() {
            clock.spend(&self.rules(), spent, |_, _| {});
        } else {
            // Never over a boundary: what lies behind it is the device's to say.
            let to_boundary = clock.until_boundary_ms().unwrap_or(0).saturating_sub(1);
            clock.spend(&self.rules(), spent.min(to_boundary), |_, _| {});
        }
        clock
    }

    /// What the running side comes to and was not told, in order, until the device has been silent for too long.
    fn foretold(&self) -> impl Iterator<Item = (Mono, Side, Crossing, PlayerClock)> + use<> {
        let rules = self.rules();
        let known = self.heard.filter(|heard| heard.is_fine() && self.control.is_some());
        let speaks = !self.manner.only_when_touched;
        let running = known.and_then(|heard| {
            let alive = heard.alive?;
            Some((heard, heard.running?, speaks.then(|| alive.plus_ms(super::STALE_MS))))
        });
        let told = self.told;
        running.into_iter().flat_map(move |(heard, side, silent)| {
            let mut clock = heard.clocks[side.index()];
            let mut moment = heard.at;
            std::iter::from_fn(move || {
                let (until, crossing) = clock.advance(&rules)?;
                moment = moment.plus_ms(until);
                silent.is_none_or(|silent| moment < silent).then_some((moment, side, crossing, clock))
            })
            .filter(move |&(_, side, crossing, clock)| {
                let told = told[side.index()];
                match crossing {
                    Crossing::Called(call) => {
                        stage(clock) > told.stage || (stage(clock) == told.stage && told.call.is_none_or(|left| call.left_s < left))
                    }
                    _ => stage(clock) > told.stage,
                }
            })
        })
    }

    /// When the running side comes to something next.
    pub(super) fn foretold_at(&self) -> Option<Mono> {
        self.foretold().next().map(|(moment, ..)| moment)
    }

    /// Tells what the running side has come to by now.
    pub(super) fn tell_foretold(&mut self, now: Mono) -> Vec<(Mono, ClockHappening)> {
        let mut happened = Vec::new();
        while let Some((moment, side, crossing, clock)) = self.foretold().next().filter(|&(moment, ..)| moment <= now) {
            let told = &mut self.told[side.index()];
            let call = if let Crossing::Called(call) = crossing { Some(call.left_s) } else { None };
            *told = Told { stage: stage(clock), call };
            happened.extend(self.color(side).map(|color| (moment, crossing.of(color))));
        }
        happened
    }

    /// The call that a clock in whole seconds has come to on its display: it is not counted over its seconds, so that is told when it is
    /// shown. A call that was missed by a second and more is not made up for.
    pub(super) fn call_shown(&mut self, heard: &Heard) -> Option<ClockHappening> {
        let side = heard.running.filter(|_| !heard.is_fine() && self.control.is_some())?;
        let color = self.color(side)?;
        let clock = heard.clocks[side.index()];
        let call = clock.call_reached(&self.rules(), u64::from(heard.resolution_ms))?;
        let told = &mut self.told[side.index()];
        let new = told.stage == stage(clock) && told.call.is_none_or(|left_s| call.left_s < left_s);
        told.call = if new { Some(call.left_s) } else { told.call };
        new.then_some(ClockHappening::Called { color, call })
    }

    /// What a side's clock shows now that was not told, and what was told and it does not show.
    pub(super) fn news(&mut self, side: Side, is: PlayerClock, jumped: bool) -> Option<ClockHappening> {
        let color = self.color(side);
        let rules = self.rules();
        let told = &mut self.told[side.index()];
        let (was, now) = (told.stage, stage(is));
        let flag = PlayerClock::Flagged { overrun_ms: 0 };
        if was == now {
            return color.filter(|_| jumped).map(ClockHappening::Jumped);
        }
        // A boundary that was told a moment before the device came to it is not told again.
        if now < was && was != stage(flag) && !jumped {
            return None;
        }
        *told = Told::of(is);
        let color = color?;
        Some(match is {
            PlayerClock::Flagged { .. } => ClockHappening::Flagged(color),
            _ if was == stage(flag) => ClockHappening::FlagWithdrawn(color),
            _ if jumped => ClockHappening::Jumped(color),
            PlayerClock::Period { periods_left, .. } if was > 0 => ClockHappening::PeriodUsed { color, periods_left },
            PlayerClock::Nhk { units_left: periods_left, .. } => ClockHappening::PeriodUsed { color, periods_left },
            PlayerClock::Penalty { period, .. } if rules.penalty_part_ms(period).is_some() => ClockHappening::Penalty { color, period },
            _ => ClockHappening::PeriodEntered(color),
        })
    }
}

//! The two faces of a clock that does not exist: what runs inside the virtual clocks of all protocols.

use crate::clock::Side;
use crate::time::Mono;

/// How a virtual clock is set: `periods` 0 is absolute time, otherwise byo-yomi.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockSetting {
    /// Main time, in ms.
    pub main_ms: u32,
    /// Periods after the main time.
    pub periods: u8,
    /// Length of a period, in ms.
    pub period_ms: u32,
}

/// One side's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SideTime {
    pub(super) remaining_ms: u32,
    pub(super) periods: u8,
    pub(super) overtime: bool,
    pub(super) flag: bool,
}

impl SideTime {
    pub(super) fn new(setting: ClockSetting) -> SideTime {
        let mut time = SideTime { remaining_ms: setting.main_ms, periods: setting.periods, overtime: false, flag: false };
        time.settle(setting);
        time
    }

    /// What happens when the time on show has run out: the same turn goes on in the first or the next period, or the flag falls.
    pub(super) fn settle(&mut self, setting: ClockSetting) {
        while self.remaining_ms == 0 && !self.flag {
            if self.overtime {
                self.periods = self.periods.saturating_sub(1);
            }
            if self.periods == 0 || setting.period_ms == 0 {
                self.flag = true;
            } else {
                (self.overtime, self.remaining_ms) = (true, setting.period_ms);
            }
        }
    }

    pub(super) fn run(&mut self, mut ms: u64, setting: ClockSetting) {
        while ms > 0 && !self.flag {
            let step = ms.min(u64::from(self.remaining_ms));
            self.remaining_ms -= step as u32;
            ms -= step;
            self.settle(setting);
        }
    }

    /// A turn ends: a period that was not filled begins anew.
    pub(super) fn turn_ended(&mut self, setting: ClockSetting) {
        if self.overtime && !self.flag {
            self.remaining_ms = setting.period_ms;
        }
    }
}

/// Both faces, and a lever between them.
#[derive(Debug)]
pub(super) struct Faces {
    setting: ClockSetting,
    pub(super) sides: [SideTime; 2],
    pub(super) running: Option<Side>,
    /// Paused, and the side that runs on afterwards.
    pub(super) paused: Option<Option<Side>>,
    counted_to: Mono,
}

impl Faces {
    /// Set and not running.
    pub(super) fn new(setting: ClockSetting) -> Faces {
        Faces { setting, sides: [SideTime::new(setting); 2], running: None, paused: None, counted_to: Mono::ZERO }
    }

    /// Somebody stops it and sets it for the next game.
    pub(super) fn set_anew(&mut self, now: Mono) {
        *self = Faces { counted_to: now, ..Faces::new(self.setting) };
    }

    /// A player presses this side; true when that did something. The lever is down already while the other side's time runs.
    pub(super) fn press(&mut self, now: Mono, side: Side) -> bool {
        self.count(now);
        if self.running == Some(side.other()) || self.paused.is_some() {
            return false;
        }
        if self.running == Some(side) {
            self.sides[side.index()].turn_ended(self.setting);
        }
        self.running = Some(side.other());
        true
    }

    /// The pause button: the times stop, or go on.
    pub(super) fn pause(&mut self, now: Mono) {
        self.count(now);
        match self.paused.take() {
            Some(running) => self.running = running,
            None => self.paused = Some(self.running.take()),
        }
    }

    /// Somebody sets both times, in ms.
    pub(super) fn set(&mut self, now: Mono, remaining_ms: [u32; 2]) {
        self.count(now);
        for (side, remaining_ms) in self.sides.iter_mut().zip(remaining_ms) {
            (side.remaining_ms, side.flag) = (remaining_ms, false);
            side.settle(self.setting);
        }
    }

    /// Somebody lets one side run, or none.
    pub(super) fn run(&mut self, now: Mono, side: Option<Side>) {
        self.count(now);
        (self.running, self.paused) = (side, None);
    }

    /// Time passes; true when a period has ended or a flag has fallen.
    pub(super) fn count(&mut self, now: Mono) -> bool {
        let gone = now.since_ms(self.counted_to);
        self.counted_to = self.counted_to.max(now);
        let Some(side) = self.running else { return false };
        let time = &mut self.sides[side.index()];
        let before = (time.periods, time.overtime, time.flag);
        time.run(gone, self.setting);
        before != (time.periods, time.overtime, time.flag)
    }

    /// When what runs has run out.
    pub(super) fn runs_out(&self) -> Option<Mono> {
        let side = self.running.map(|side| self.sides[side.index()]).filter(|side| !side.flag)?;
        Some(self.counted_to.plus_ms(u64::from(side.remaining_ms)))
    }

    /// What the displays show in whole seconds, in ms: a second counts as long as anything of it is left.
    pub(super) fn seconds_ms(&self) -> [u32; 2] {
        self.sides.map(|side| side.remaining_ms.div_ceil(1_000) * 1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYO_YOMI: ClockSetting = ClockSetting { main_ms: 1_000, periods: 2, period_ms: 500 };

    fn after(ms: u64, setting: ClockSetting) -> SideTime {
        let mut time = SideTime::new(setting);
        time.run(ms, setting);
        time
    }

    #[test]
    fn a_period_is_lost_when_it_is_filled_and_the_flag_falls_with_the_last() {
        let side = |remaining_ms, periods, overtime, flag| SideTime { remaining_ms, periods, overtime, flag };
        assert_eq!(after(999, BYO_YOMI), side(1, 2, false, false));
        assert_eq!(after(1_000, BYO_YOMI), side(500, 2, true, false));
        assert_eq!(after(1_499, BYO_YOMI), side(1, 2, true, false));
        assert_eq!(after(1_500, BYO_YOMI), side(500, 1, true, false));
        assert_eq!(after(1_999, BYO_YOMI), side(1, 1, true, false));
        assert_eq!(after(9_999, BYO_YOMI), side(0, 0, true, true));
        let absolute = ClockSetting { main_ms: 1_000, periods: 0, period_ms: 0 };
        assert_eq!(after(1_000, absolute), side(0, 0, false, true));
        assert_eq!(SideTime::new(ClockSetting { main_ms: 0, ..BYO_YOMI }), side(500, 2, true, false));
    }
}

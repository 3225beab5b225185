//! A device's clock as its readings change it: what is taken over at once, what needs a second reading, and whose time it was that passed.

use crate::time::Mono;

use super::device_clock::DeviceClock;
use super::device_reading::{Expected, Interpreted};
use super::heard::{DeviceTurn, Heard};
use super::{ClockHappening, ClockReading, PlayerClock, Side, Told};

impl DeviceClock {
    /// The device shows its times. Returns what is new in them.
    pub fn reading(&mut self, reading: &ClockReading, at: Mono) -> Vec<(Mono, ClockHappening)> {
        let Some(before) = self.heard else {
            return self.first_reading(reading, at);
        };
        let at = at.max(before.at);
        let gap = before.alive.is_none_or(|alive| self.too_long(alive, at));
        let mut happenings = Vec::new();
        if gap || self.stale_told {
            happenings.push((at, ClockHappening::Heard));
        }
        self.stale_told = false;
        let expected = Expected::new(self.control, self.manner, &before, at);
        let read = expected.interpret(reading);
        let jumped = !gap && !read.is_plausible();
        if jumped && !self.confirmed(&before, reading, at) {
            self.heard = Some(Heard { alive: Some(at), suspect: Some((at, *reading)), ..before });
            return happenings;
        }
        // A press that was not heard: what the side that runs now has used of its time says when it was made.
        let passed = before.running.zip(reading.ticking()).filter(|(was, is)| was != is);
        let passed = passed.map(|(_, side)| (side, at.minus_ms(self.ran_unheard_ms(&before, &read, side, at))));
        self.account(&before, &read, at, gap, passed);
        self.follow(&before, reading, &read, (at, passed.map_or(at, |(_, moment)| moment)), jumped, &mut happenings);
        // A clock that stands may be set; some begin a period anew when they are stopped (C5).
        let set_by_hand = reading.ticking().is_none() || before.running.is_none();
        happenings.extend(self.compare(at, set_by_hand));
        happenings.sort_by_key(|&(moment, _)| moment);
        happenings
    }

    /// True when an earlier reading that nothing explained says the same as this one.
    fn confirmed(&self, before: &Heard, reading: &ClockReading, at: Mono) -> bool {
        before.suspect.is_some_and(|(since, suspect)| {
            let adopted = Expected::new(self.control, self.manner, before, since).interpret(&suspect).heard(before, &suspect, since);
            Expected::new(self.control, self.manner, &adopted, at).interpret(reading).is_plausible()
        })
    }

    fn first_reading(&mut self, reading: &ClockReading, at: Mono) -> Vec<(Mono, ClockHappening)> {
        let before = self.unheard(at);
        let read = Expected::new(self.control, self.manner, &before, at).interpret(reading);
        self.turn = reading.ticking().map(|side| DeviceTurn { side, started: at, used_ms: 0 });
        self.told = read.clocks.map(Told::of);
        self.heard = Some(read.heard(&before, reading, at));
        Vec::new()
    }

    /// How long this side has run by now, since a press that was not heard, in ms: what the device has taken from it.
    fn ran_unheard_ms(&self, before: &Heard, read: &Interpreted, side: Side, at: Mono) -> u64 {
        let (rules, elapsed) = (self.rules(), at.since_ms(before.at));
        let [was, is] = [&before.clocks, &read.clocks].map(|clocks| clocks[side.index()].total_left_ms(&rules));
        was.saturating_sub(is).min(elapsed)
    }

    /// Books the time that passed since `before`: to the side that ran, and from a press that was not heard (`passed`) to the one that runs
    /// since; after a silence (`unsure`) to each side what the device took from it.
    fn account(&mut self, before: &Heard, read: &Interpreted, at: Mono, unsure: bool, passed: Option<(Side, Mono)>) {
        let elapsed = at.since_ms(before.at);
        let taken = |side: Side| match (before.clocks[side.index()], read.clocks[side.index()]) {
            (PlayerClock::Main { left_ms: was, .. }, PlayerClock::Main { left_ms: is, .. }) => Some(was.saturating_sub(is).min(elapsed)),
            _ => None,
        };
        let spent = match (unsure, taken(Side::Left), taken(Side::Right)) {
            (true, Some(left), Some(right)) => [left, right.min(elapsed - left)],
            _ if let Some((side, moment)) = passed => {
                let ran = at.since_ms(moment);
                if side == Side::Left { [ran, elapsed - ran] } else { [elapsed - ran, ran] }
            }
            _ => [Side::Left, Side::Right].map(|side| if before.running == Some(side) { elapsed } else { 0 }),
        };
        let first = self.turn.map_or(Side::Left, |turn| turn.side);
        for side in [first, first.other()] {
            let spent = spent[side.index()];
            self.used_ms[side.index()] += spent;
            if let Some(turn) = self.turn.as_mut().filter(|turn| turn.side == side) {
                turn.used_ms += spent;
            } else if spent > 0 {
                // It ran unheard: the turn is this side's by now, and takes its time along.
                self.turn_passes(DeviceTurn { side, started: at.minus_ms(spent), used_ms: spent });
            }
        }
    }

    /// Takes the reading over, and tells what is new in it; a turn that has passed did so at `passed`.
    fn follow(
        &mut self,
        before: &Heard,
        reading: &ClockReading,
        read: &Interpreted,
        (at, passed): (Mono, Mono),
        jumped: bool,
        happenings: &mut Vec<(Mono, ClockHappening)>,
    ) {
        let heard = read.heard(before, reading, at);
        for side in [Side::Left, Side::Right] {
            let is = heard.clocks[side.index()];
            happenings.extend(self.news(side, is, jumped && !read.plausible[side.index()]).map(|happening| (at, happening)));
        }
        let told = match (before.running, reading.ticking()) {
            (Some(_), None) => Some((at, ClockHappening::Stopped)),
            (None, Some(side)) => self.color(side).map(|color| (at, ClockHappening::Started(color))),
            (Some(was), Some(side)) if was != side => self.color(was).map(|color| (passed, ClockHappening::TurnPassed(color))),
            _ => None,
        };
        happenings.extend(told);
        match (before.running, reading.ticking()) {
            (Some(was), Some(is)) if was != is => self.own_press(was, passed),
            (was, is) if was != is => self.own_runs(is, at),
            _ => {}
        }
        if let Some(side) = reading.ticking().filter(|&side| self.turn.is_none_or(|turn| turn.side != side)) {
            self.turn_passes(DeviceTurn { side, started: passed, used_ms: at.since_ms(passed) });
            self.told[side.index()] = Told::of(heard.clocks[side.index()]);
        }
        happenings.extend(self.call_shown(&heard).map(|called| (at, called)));
        self.heard = Some(heard);
    }

    /// The turn is another although no press was heard; the one before is kept for the press that may still come.
    fn turn_passes(&mut self, next: DeviceTurn) {
        self.passed = self.turn.map(|turn| (turn.side, turn.used_ms));
        self.turn = Some(next);
    }
}

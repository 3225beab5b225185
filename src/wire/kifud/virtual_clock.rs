//! A clock made of nothing that keeps time: the device's side of the protocol, for the simulator and the tests.

use super::clock_packet::{Button, ClockHello, FromClock, ToClock, caps};
use super::packet::{Header, is_sealed, unseal};
use crate::clock::{ClockReading, Side};
use crate::time::Mono;
use crate::wire::faces::{ClockSetting, SideTime};
use crate::wire::serial_transfer::{Decoder, Frame};

/// TIMES comes so often ("at least once a second"), ALIVE half-way between.
const TIMES_EVERY_MS: u64 = 1_000;
const ALIVE_AFTER_TIMES_MS: u64 = 500;
/// Periods that SET leaves alone.
const NOT_KNOWN: u8 = 0xFF;

/// A clock with a lever, on a table that does not exist. Bytes in, bytes out; time is given to it.
#[derive(Debug)]
pub struct VirtualClock {
    setting: ClockSetting,
    hello: ClockHello,
    decoder: Decoder,
    uptime_ms: u32,
    started: Mono,
    seq: u16,
    sides: [SideTime; 2],
    running: Option<Side>,
    /// Paused, and the side that runs on afterwards.
    paused: Option<Option<Side>>,
    counted_to: Mono,
    times_due: Option<Mono>,
    alive_due: Option<Mono>,
}

impl VirtualClock {
    /// A clock that is switched off, set and not running.
    pub fn new(setting: ClockSetting, boot_id: u32) -> VirtualClock {
        let caps = caps::KEEPS_TIME | caps::SETTABLE | caps::PERIODS;
        VirtualClock {
            setting,
            hello: ClockHello { version: 1, caps, boot_id, serial: b"virtual".to_vec() },
            decoder: Decoder::new(is_sealed),
            uptime_ms: 0,
            started: Mono::ZERO,
            seq: 0,
            sides: [SideTime::new(setting); 2],
            running: None,
            paused: None,
            counted_to: Mono::ZERO,
            times_due: None,
            alive_due: None,
        }
    }

    /// Switches it on (again): it counts from zero, stands still, shows the times it is set to, and says HELLO unasked.
    pub fn switched_on(&mut self, now: Mono, boot_id: u32, out: &mut Vec<u8>) {
        self.hello.boot_id = boot_id;
        self.decoder.forget();
        (self.started, self.uptime_ms, self.seq) = (now, 0, 0);
        self.sides = [SideTime::new(self.setting); 2];
        (self.running, self.paused, self.counted_to) = (None, None, now);
        self.say(now, &FromClock::Hello(self.hello.clone()), out);
        self.times(now, out);
    }

    /// Sets the clock's own milliseconds, to try their wrapping.
    pub fn set_uptime(&mut self, now: Mono, uptime_ms: u32) {
        (self.started, self.uptime_ms) = (now, uptime_ms);
    }

    /// A player presses this side. The lever is down already while the other side's time runs: nothing happens then, nor in a pause.
    pub fn press(&mut self, now: Mono, side: Side, out: &mut Vec<u8>) {
        self.count(now);
        if self.running == Some(side.other()) || self.paused.is_some() {
            return;
        }
        if self.running == Some(side) {
            self.sides[side.index()].turn_ended(self.setting);
        }
        self.running = Some(side.other());
        self.say(now, &FromClock::Press(side), out);
        self.times(now, out);
    }

    /// Somebody stops it and sets it for the next game.
    pub fn set_anew(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.sides = [SideTime::new(self.setting); 2];
        (self.running, self.paused, self.counted_to) = (None, None, now);
        self.times(now, out);
    }

    /// Somebody presses a button; the pause button stops the times and lets them go on.
    pub fn button(&mut self, now: Mono, button: Button, out: &mut Vec<u8>) {
        self.count(now);
        self.say(now, &FromClock::Button(button), out);
        if button == Button::Pause {
            match self.paused.take() {
                Some(running) => self.running = running,
                None => self.paused = Some(self.running.take()),
            }
            self.times(now, out);
        }
    }

    /// Takes the host's bytes and answers.
    pub fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) {
        self.count(now);
        let mut frames = Vec::new();
        self.decoder.received(now, bytes, &mut frames);
        self.answer(now, &frames, out);
    }

    fn answer(&mut self, now: Mono, frames: &[Frame], out: &mut Vec<u8>) {
        for frame in frames {
            match unseal(frame.id, &frame.payload).map(|body| ToClock::decode(frame.id, body)) {
                Some(Ok(ToClock::GetHello)) => self.say(now, &FromClock::Hello(self.hello.clone()), out),
                Some(Ok(ToClock::GetTimes)) => self.times(now, out),
                Some(Ok(ToClock::Set { remaining_ms, periods })) => {
                    for (side, (remaining_ms, periods)) in self.sides.iter_mut().zip(remaining_ms.into_iter().zip(periods)) {
                        side.remaining_ms = remaining_ms;
                        if periods != NOT_KNOWN {
                            side.periods = periods;
                        }
                        // What is longer than a period is main time; anything else stays what it was.
                        side.overtime &= remaining_ms <= self.setting.period_ms && side.periods > 0;
                        side.flag = false;
                        side.settle(self.setting);
                    }
                    self.times(now, out);
                }
                Some(Ok(ToClock::Run(side))) => {
                    (self.running, self.paused) = (side, None);
                    self.times(now, out);
                }
                Some(Ok(ToClock::Beep(_)) | Err(_)) | None => {}
            }
        }
    }

    /// When [`VirtualClock::tick`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        let running = self.running.map(|side| self.sides[side.index()]).filter(|side| !side.flag);
        let runs_out = running.map(|side| self.counted_to.plus_ms(u64::from(side.remaining_ms)));
        [self.times_due, self.alive_due, runs_out, self.decoder.wake()].into_iter().flatten().min()
    }

    /// Counts; says TIMES when a period or the time has run out, and every second.
    pub fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        let changed = self.count(now);
        let mut frames = Vec::new();
        self.decoder.expire(now, &mut frames);
        self.answer(now, &frames, out);
        if self.alive_due.is_some_and(|due| due <= now) {
            self.alive_due = None;
            self.say(now, &FromClock::Alive, out);
        }
        if changed || self.times_due.is_some_and(|due| due <= now) {
            self.times(now, out);
        }
    }

    /// True when a period has ended or the flag has fallen.
    fn count(&mut self, now: Mono) -> bool {
        let gone = now.since_ms(self.counted_to);
        self.counted_to = self.counted_to.max(now);
        let Some(side) = self.running else { return false };
        let time = &mut self.sides[side.index()];
        let before = (time.periods, time.overtime, time.flag);
        time.run(gone, self.setting);
        before != (time.periods, time.overtime, time.flag)
    }

    fn times(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.say(now, &FromClock::Times(self.reading()), out);
        self.times_due = Some(now.plus_ms(TIMES_EVERY_MS));
        self.alive_due = Some(now.plus_ms(ALIVE_AFTER_TIMES_MS));
    }

    fn say(&mut self, now: Mono, message: &FromClock, out: &mut Vec<u8>) {
        let t_ms = self.uptime_ms.wrapping_add(now.since_ms(self.started) as u32);
        message.encode(Header { seq: self.seq, t_ms }, out);
        self.seq = self.seq.wrapping_add(1);
    }

    /// What the clock shows, as of the last thing that was done with it.
    pub fn reading(&self) -> ClockReading {
        let byo_yomi = self.setting.periods > 0;
        ClockReading {
            remaining_ms: self.sides.map(|side| side.remaining_ms),
            running: self.running,
            periods_left: self.sides.map(|side| byo_yomi.then_some(side.periods)),
            stones_left: [None; 2],
            flag: self.sides.map(|side| side.flag),
            overtime: self.sides.map(|side| side.overtime),
            paused: self.paused.is_some(),
            resolution_ms: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYO_YOMI: ClockSetting = ClockSetting { main_ms: 1_000, periods: 2, period_ms: 500 };

    #[test]
    fn a_turn_that_ends_inside_a_period_gives_it_back_whole() {
        let mut clock = VirtualClock::new(BYO_YOMI, 1);
        let mut out = Vec::new();
        clock.switched_on(Mono::from_millis(0), 1, &mut out);
        clock.press(Mono::from_millis(10), Side::Right, &mut out);
        clock.press(Mono::from_millis(10 + 1_700), Side::Left, &mut out);
        let reading = clock.reading();
        assert_eq!((reading.remaining_ms, reading.periods_left), ([500, 1_000], [Some(1), Some(2)]));
        assert_eq!((reading.running, reading.overtime), (Some(Side::Right), [true, false]));
        clock.press(Mono::from_millis(2_000), Side::Left, &mut out);
        assert_eq!(clock.reading().running, Some(Side::Right), "the lever is down already");
    }
}

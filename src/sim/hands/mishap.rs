//! What befalls the table of brutal hands: a bad line, a sensor that flickers, bumps, a cable that is pulled.

use crate::go::{Color, Point};

use super::Writing;
use crate::sim::act::{Act, Device};
use crate::sim::line::LineFault;
use crate::sim::steps::Deed;

/// Percent of the packets that are lost.
const LOSS: u8 = 2;
/// Percent of the packets before which garbage comes.
const GARBAGE: u8 = 5;
/// Moves from one bump to the next.
const BUMP_EVERY: u32 = 60;
/// Moves from one pulled cable to the next.
const UNPLUG_EVERY: u32 = 80;
/// Moves that are played while the board is away, at most.
const AWAY_MOVES: u32 = 3;
/// Nothing befalls the first moves of a game.
const CALM_MOVES: u32 = 10;

/// When what befalls the table next; calm for hands that are not brutal.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mishaps {
    /// Turns before which the next bump and the next pulled cable are due.
    due: Option<(u32, u32)>,
    /// The turn before which the board is plugged in again.
    back_before: Option<u32>,
}

impl Mishaps {
    /// The board is unplugged.
    pub(super) fn is_away(&self) -> bool {
        self.back_before.is_some()
    }
}

impl Writing {
    /// The lines are bad from the start; the rest is to come.
    pub(super) fn expect_mishaps(&mut self) {
        for device in [Device::Board, Device::Clock] {
            self.act(Act::Line(device, LineFault::Loss(LOSS)));
            self.act(Act::Line(device, LineFault::Garbage(GARBAGE)));
        }
        self.mishaps.due = Some((self.rng.u32(CALM_MOVES..=BUMP_EVERY), self.rng.u32(CALM_MOVES..=UNPLUG_EVERY)));
    }

    /// What befalls the table before this turn. Takes its time.
    pub(super) fn befall(&mut self) {
        let Some((bump, unplug)) = self.mishaps.due else { return };
        if self.mishaps.back_before.is_some_and(|turn| turn <= self.turn) {
            self.plug_in();
        }
        if self.mishaps.is_away() {
            return;
        }
        if unplug <= self.turn {
            self.mishaps.due = Some((bump, unplug + UNPLUG_EVERY));
            // A stone that is on its way then would be one more that nobody saw.
            self.now_ms += self.hands.gaps.still_ms();
            self.wait_hand(0..=800);
            self.act(Act::Unplug(Device::Board));
            self.mishaps.back_before = Some(self.turn + self.rng.u32(1..=AWAY_MOVES));
        } else if bump <= self.turn {
            self.mishaps.due = Some((bump + BUMP_EVERY, unplug));
            self.bump();
        }
    }

    /// The cable is put back, and nobody hurries.
    pub(super) fn plug_in(&mut self) {
        if self.mishaps.back_before.take().is_some() {
            self.wait_hand(300..=1_500);
            self.act(Act::Plug(Device::Board));
            self.now_ms += 1_000;
        }
    }

    /// Somebody knocks against the table: for up to two seconds 10 to 40 sensors show something wrong, not the same in every scan.
    fn bump(&mut self) {
        let size = self.position.size();
        let mut points: Vec<Point> = size.points().collect();
        self.rng.shuffle(&mut points);
        points.truncate(self.rng.usize(10..=40).min(size.area() / 2));
        self.wait_hand(300..=1_000);
        let (start_ms, length_ms) = (self.now_ms, self.rng.u64(300..=2_000));
        for &point in &points {
            let color = self.any_color();
            self.step(start_ms, Deed::Wrong(point, color));
        }
        for _ in 0..self.rng.u8(1..=4) {
            let at_ms = start_ms + self.rng.u64(50..length_ms);
            for &point in &points {
                let deed = match self.rng.u8(0..3) {
                    0 => Deed::Wrong(point, self.any_color()),
                    1 => Deed::Truth(point),
                    _ => continue,
                };
                self.step(at_ms, deed);
            }
        }
        self.now_ms = start_ms + length_ms;
        for point in points {
            self.step(self.now_ms, Deed::Truth(point));
        }
        self.wait_hand(600..=1_500);
    }

    /// The sensor of some point is never at rest, from the beginning to the end.
    pub(super) fn flicker(&mut self) {
        let size = self.position.size();
        let Some(point) = size.point(self.rng.usize(0..size.area())) else { return };
        let color = self.any_color();
        let mut at_ms = 0;
        while at_ms < self.now_ms {
            at_ms += self.rng.u64(20..=150);
            self.befalls(at_ms, Deed::Wrong(point, color));
            at_ms += self.rng.u64(20..=150);
            self.befalls(at_ms, Deed::Truth(point));
        }
    }

    fn any_color(&mut self) -> Color {
        if self.rng.bool() { Color::Black } else { Color::White }
    }
}

//! From raw counts to stones.
//!
//! What lies on a point is the difference between its count and its zero, the count without a stone: more than [`ON`] above is White, more
//! than [`ON`] below is Black, and a stone has gone when less than [`OFF`] remains. Nobody tells the zeros. They are learnt from points that
//! stand still, and only where no stone can be hidden in them:
//!
//! * After the first [`STEADY`] scans the *level* of the board is the median of all counts. Black stones lie below it, white ones above, so
//!   that it is the level of the empty points in any position in which the two are about as many.
//! * A point that stands still near the level has no stone; its mean is its zero. One that stands still far from it has a stone, or a sensor
//!   unlike the others: there is no telling, so it cannot be read ([`Cell::Unreadable`]) until it shows something near the level. So a
//!   daemon that starts in the middle of a game sees no empty board that is not there, and each old stone's point counts from the moment
//!   when the stone is lifted.
//! * Zeros are kept when the port is away: the counts are raw, whatever the board measured when it was switched on.
//! * Warmth and supply move all counts together: the median of what the empty points have moved by is taken from every point at once. What
//!   a single point drifts by is followed slowly, while it is held empty and the difference is small.

use super::COUNT_MAX;
use crate::go::{Color, Size};
use crate::wire::{Cell, Grid};

/// From this difference on there is a stone. Empty points are known to move by 7.
const ON: i32 = 40;
/// Under this difference it has gone.
const OFF: i32 = 25;
/// So many scans in a row make a zero; the peer takes as many when it starts.
const STEADY: u16 = 20;
/// A point stands still while its counts differ by no more: twice the noise on both sides.
const STILL: u16 = 28;
/// A zero lies so near the level of the board. Sensors of one kind differ by less, and a stone right on its point moves the count by more.
const NEAR: i32 = 120;
/// An empty point follows its drift while it differs by no more.
const DRIFT: i32 = 15;
/// Zeros are kept in parts of a count, so that a drift is followed by one part in so many a scan: about a minute at 20 scans a second.
const PARTS: i32 = 1_024;

/// One sensor.
#[derive(Debug, Clone, Copy)]
struct Sensor {
    /// In parts of a count.
    zero: Option<i32>,
    /// What was decided last; hysteresis begins here.
    cell: Cell,
    /// The counts since it has begun to stand still: how many (up to [`STEADY`]), their sum, the least and the greatest.
    steady: u16,
    sum: u32,
    least: u16,
    greatest: u16,
}

impl Sensor {
    const NEW: Sensor = Sensor { zero: None, cell: Cell::Unreadable, steady: 0, sum: 0, least: 0, greatest: 0 };

    /// Counts how long it has stood still; the mean, once that is long enough.
    fn stand(&mut self, count: u16) -> Option<i32> {
        let (least, greatest) = (self.least.min(count), self.greatest.max(count));
        if self.steady == 0 || self.steady == STEADY || greatest - least > STILL {
            (self.steady, self.sum, self.least, self.greatest) = (1, u32::from(count), count, count);
        } else {
            (self.steady, self.sum, self.least, self.greatest) = (self.steady + 1, self.sum + u32::from(count), least, greatest);
        }
        (self.steady == STEADY).then(|| (self.sum * PARTS as u32 / u32::from(STEADY)) as i32)
    }
}

/// The sensors of a board with what is known of each.
#[derive(Debug, Clone)]
pub struct Sensors {
    size: Size,
    sensors: Vec<Sensor>,
    /// Scans that were looked at before there was a level.
    scans: u16,
    /// The level of the empty points, in parts of a count.
    level: Option<i32>,
}

impl Sensors {
    /// Nothing is known of a board of this size.
    pub fn new(size: Size) -> Sensors {
        Sensors { size, sensors: vec![Sensor::NEW; size.area()], scans: 0, level: None }
    }

    /// The port was away: what stood still before it did not do so meanwhile. Zeros are kept.
    pub fn opened(&mut self) {
        self.sensors.iter_mut().for_each(|sensor| sensor.steady = 0);
        if self.level.is_none() {
            self.scans = 0;
        }
    }

    /// How many stones these counts show, as far as zeros are known; nothing is learnt from it.
    pub fn stones(&self, counts: &[u16]) -> usize {
        let shift = self.shift(counts);
        let apart = self.sensors.iter().zip(counts).filter_map(|(sensor, &count)| Some(i32::from(count) * PARTS - sensor.zero? - shift));
        apart.filter(|apart| apart.abs() > ON * PARTS).count()
    }

    /// What the counts show, row by row from the top left; `None` before the level is known, and when their number is not the area.
    pub fn look(&mut self, counts: &[u16]) -> Option<Grid> {
        if counts.len() != self.size.area() {
            return None;
        }
        let shift = self.shift(counts);
        let means: Vec<Option<i32>> = self.sensors.iter_mut().zip(counts).map(|(sensor, &count)| sensor.stand(count)).collect();
        let level = self.level(counts)?;
        for ((sensor, &count), mean) in self.sensors.iter_mut().zip(counts).zip(means) {
            if count == 0 || count == COUNT_MAX {
                // A broken sensor or line; what it was before is not what it is now.
                sensor.cell = Cell::Unreadable;
                continue;
            }
            if sensor.zero.is_none() {
                sensor.zero = mean.map(|mean| mean - shift).filter(|zero| (zero - level).abs() <= NEAR * PARTS);
            }
            let Some(zero) = &mut sensor.zero else { continue };
            let apart = i32::from(count) * PARTS - *zero - shift;
            sensor.cell = decide(sensor.cell, apart);
            if sensor.cell == Cell::Empty && apart.abs() <= DRIFT * PARTS {
                *zero += apart / PARTS;
            }
        }
        Grid::from_cells(self.size, self.sensors.iter().map(|sensor| sensor.cell).collect())
    }

    /// By how much the empty points have moved together, in parts of a count.
    fn shift(&self, counts: &[u16]) -> i32 {
        let empty = self.sensors.iter().zip(counts).filter(|(sensor, _)| sensor.cell == Cell::Empty);
        let mut moved: Vec<i32> = empty.filter_map(|(sensor, &count)| Some(i32::from(count) * PARTS - sensor.zero?)).collect();
        // A quarter of the board: fewer could be covered by stones between two scans, such as in a board that was away.
        if moved.len() < self.size.area().div_ceil(4) { 0 } else { median(&mut moved) }
    }

    fn level(&mut self, counts: &[u16]) -> Option<i32> {
        if self.level.is_none() {
            self.scans += 1;
            if self.scans < STEADY {
                return None;
            }
            self.level = Some(median(&mut counts.iter().map(|&count| i32::from(count) * PARTS).collect::<Vec<_>>()));
        }
        self.level
    }
}

fn median(values: &mut [i32]) -> i32 {
    let middle = values.len() / 2;
    *values.select_nth_unstable(middle).1
}

/// The cell of a point that is so far from its zero and was `before`.
fn decide(before: Cell, apart: i32) -> Cell {
    let stays = |cell| before == cell && apart.abs() >= OFF * PARTS;
    match apart {
        _ if apart > ON * PARTS || (apart > 0 && stays(Cell::Stone(Color::White))) => Cell::Stone(Color::White),
        _ if apart < -ON * PARTS || (apart < 0 && stays(Cell::Stone(Color::Black))) => Cell::Stone(Color::Black),
        _ => Cell::Empty,
    }
}

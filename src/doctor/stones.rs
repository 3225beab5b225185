//! How a board lies, found out with three stones. Pure: what the board shows goes in, what to say comes out.

use crate::go::{Point, Size};
use crate::sense::{Orientation, lies};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

/// A stone must lie so long, in ms, to be the one that was asked for: longer than any stone slides on its way.
const HOLD_MS: u64 = 700;

/// What the person at the board is to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Do this.
    Ask(String),
    /// It lies so.
    Lies(Orientation),
    /// The stones cannot have been put where they were asked for: say this, and begin again.
    Wrong(String),
}

/// The three points to ask for, in the record: neighbouring corners of the board, or further inside where sensors of corners are dead.
pub fn asked_points(size: Size, dead: &[Point]) -> [Point; 3] {
    let last = size.width().min(size.height()) - 1;
    let corners = |inset: u8| {
        let far = last - inset;
        [Point::new(inset, far), Point::new(far, far), Point::new(far, inset), Point::new(inset, inset)]
    };
    // Which sensor lies under which corner is what nobody knows yet: all four must be good.
    let inset = (0..last / 2).find(|&inset| corners(inset).iter().all(|corner| !dead.contains(corner))).unwrap_or(0);
    let [left, right, top, _] = corners(inset);
    [left, right, top]
}

/// The conversation about three stones.
#[derive(Debug, Clone)]
pub struct ThreeStones {
    size: Size,
    asked: [Point; 3],
    /// Sensors that are not believed.
    deaf: Vec<Point>,
    /// Sensor and point of the stones so far.
    seen: Vec<(Point, Point)>,
    /// Where stones lay before the next one is put down.
    before: Option<Vec<Point>>,
    /// The stone that may be the next one, and since when it lies.
    coming: Option<(Point, Mono)>,
    /// More than one stone came: that was said.
    several: bool,
}

impl ThreeStones {
    /// Begins; `deaf` are sensors, in their own coordinates, that cannot be believed.
    pub fn new(size: Size, deaf: Vec<Point>) -> ThreeStones {
        let asked = asked_points(size, &deaf);
        ThreeStones { size, asked, deaf, seen: Vec::new(), before: None, coming: None, several: false }
    }

    /// What is asked for now.
    pub fn prompt(&self) -> String {
        let at = |index: usize| self.asked[index].vertex(self.size);
        match self.seen.len() {
            0 => format!(
                "Put a stone on {}: the lower left corner as the record shows the board, which is how Black sees it. Leave the others as they are.",
                at(0)
            ),
            1 => format!("Leave it there, and put a second stone on {}: the lower right, also as Black sees it.", at(1)),
            _ => format!("Leave both there, and put a third stone on {}: the upper right.", at(2)),
        }
    }

    /// The sensors show this, in their own coordinates.
    pub fn show(&mut self, now: Mono, grid: &Grid) -> Option<Step> {
        let stones: Vec<Point> = grid.size().points().filter(|&point| is_stone(grid.get(point)) && !self.deaf.contains(&point)).collect();
        let Some(before) = &mut self.before else {
            self.before = Some(stones);
            return Some(Step::Ask(self.prompt()));
        };
        // What was lifted meanwhile may be put down again, and counts then.
        before.retain(|point| stones.contains(point));
        let new: Vec<Point> = stones.iter().copied().filter(|point| !before.contains(point)).collect();
        match new.as_slice() {
            [] => (self.coming, self.several) = (None, false),
            [one] => {
                self.several = false;
                if self.coming.is_none_or(|(point, _)| point != *one) {
                    self.coming = Some((*one, now));
                }
            }
            several => {
                self.coming = None;
                if !std::mem::replace(&mut self.several, true) {
                    let sensors: Vec<String> = several.iter().take(6).map(|point| point.vertex(self.size).to_string()).collect();
                    let text =
                        format!("More than one stone has come (sensors {}): take all but the one asked for away.", sensors.join(", "));
                    return Some(Step::Ask(text));
                }
            }
        }
        self.advance(now)
    }

    /// The board tells placements alone, and told this one.
    pub fn placed(&mut self, sensor: Point) -> Option<Step> {
        let known = self.seen.iter().any(|&(seen, _)| seen == sensor);
        if known || self.deaf.contains(&sensor) { None } else { self.take(sensor) }
    }

    /// When [`ThreeStones::advance`] is wanted.
    pub fn wake(&self) -> Option<Mono> {
        self.coming.map(|(_, since)| since.plus_ms(HOLD_MS))
    }

    /// Time passes: a stone that has held still is the one.
    pub fn advance(&mut self, now: Mono) -> Option<Step> {
        let (sensor, _) = self.coming.filter(|(_, since)| now.since_ms(*since) >= HOLD_MS)?;
        self.coming = None;
        if let Some(before) = &mut self.before {
            before.push(sensor);
        }
        self.take(sensor)
    }

    fn take(&mut self, sensor: Point) -> Option<Step> {
        self.seen.push((sensor, self.asked[self.seen.len()]));
        if self.seen.len() < self.asked.len() {
            return Some(Step::Ask(self.prompt()));
        }
        if let Some(orientation) = lies(&self.seen, self.size) {
            return Some(Step::Lies(orientation));
        }
        let sensors: Vec<String> = self.seen.iter().map(|(sensor, _)| sensor.vertex(self.size).to_string()).collect();
        let asked: Vec<String> = self.asked.iter().map(|point| point.vertex(self.size).to_string()).collect();
        (self.seen, self.before) = (Vec::new(), None);
        Some(Step::Wrong(format!(
            "The three stones were felt by the sensors {}: however the board lies, these are not {}. Take them off and begin again; if it \
             happens again the board's columns and rows are wired in another order.",
            sensors.join(", "),
            asked.join(", ")
        )))
    }
}

fn is_stone(cell: Cell) -> bool {
    matches!(cell, Cell::Stone(_) | Cell::StoneOfUnknownColor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::square(19).unwrap()
    }

    fn at(vertex: &str) -> Point {
        Point::from_vertex(vertex, size()).unwrap()
    }

    /// Puts stones on sensors, one after the other, each held for a second.
    fn put(stones: &mut ThreeStones, sensors: &[Point]) -> Option<Step> {
        let mut grid = Grid::filled(size(), Cell::Empty);
        // A stone of an old position is none of them.
        grid.set(Point::new(9, 9), Cell::StoneOfUnknownColor);
        let mut now = 1_000;
        assert!(matches!(stones.show(Mono::from_millis(now), &grid), Some(Step::Ask(text)) if text.contains("A1") || text.contains("B2")));
        let mut told = None;
        for &sensor in sensors {
            grid.set(sensor, Cell::StoneOfUnknownColor);
            assert_eq!(stones.show(Mono::from_millis(now), &grid), None, "it has to lie still");
            assert_eq!(stones.wake(), Some(Mono::from_millis(now + HOLD_MS)));
            told = stones.advance(Mono::from_millis(now + HOLD_MS));
            now += 1_000;
        }
        told
    }

    #[test]
    fn three_stones_find_each_of_the_eight_ways() {
        for way in Orientation::ALL {
            let sensors = ["A1", "T1", "T19"].map(|vertex| way.to_sensor(at(vertex), size()).unwrap());
            assert_eq!(put(&mut ThreeStones::new(size(), Vec::new()), &sensors), Some(Step::Lies(way)));
            let mut placed = ThreeStones::new(size(), Vec::new());
            let steps = sensors.map(|sensor| placed.placed(sensor));
            assert_eq!(steps[2], Some(Step::Lies(way)), "a board that tells placements alone");
            assert_eq!(placed.placed(sensors[0]), None);
        }
    }

    #[test]
    fn stones_elsewhere_several_at_once_and_sliding_ones_are_no_answer() {
        let told = put(&mut ThreeStones::new(size(), Vec::new()), &[at("A1"), at("T1"), at("C7")]);
        assert!(matches!(told, Some(Step::Wrong(text)) if text.contains("A1, T1, C7")));
        let mut stones = ThreeStones::new(size(), Vec::new());
        let (now, mut grid) = (Mono::from_millis(5_000), Grid::filled(size(), Cell::Empty));
        stones.show(now, &grid);
        grid.set(at("B1"), Cell::StoneOfUnknownColor);
        stones.show(now, &grid);
        grid.set(at("A1"), Cell::StoneOfUnknownColor);
        assert!(matches!(stones.show(now, &grid), Some(Step::Ask(text)) if text.contains("More than one")));
        assert_eq!(stones.show(now, &grid), None, "that is said once");
        grid.set(at("B1"), Cell::Empty);
        stones.show(now, &grid);
        assert_eq!(stones.advance(now.plus_ms(HOLD_MS - 1)), None);
        assert!(matches!(stones.advance(now.plus_ms(HOLD_MS)), Some(Step::Ask(text)) if text.contains("T1")));
    }

    #[test]
    fn corners_that_are_dead_are_not_asked_for() {
        assert_eq!(asked_points(size(), &[at("T19")]), [at("B2"), at("S2"), at("S18")]);
        let way = Orientation::ALL[6];
        let sensors = ["B2", "S2", "S18"].map(|vertex| way.to_sensor(at(vertex), size()).unwrap());
        assert_eq!(put(&mut ThreeStones::new(size(), vec![at("A19")]), &sensors), Some(Step::Lies(way)));
    }
}

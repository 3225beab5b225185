//! Lets through only what is news: most scans are like the one before.

use crate::go::{Point, Size};
use crate::wire::{Cell, Grid};

use super::Orientation;

/// A scan that differs from the last one that was passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// In record coordinates; ignored points are [`Cell::Unreadable`].
    pub grid: Grid,
    /// How many scans since the last passed one showed nothing new.
    pub equal_before: u64,
}

/// Turns scans into record coordinates, blanks ignored points and passes only what changed.
#[derive(Debug, Clone)]
pub struct Filter {
    orientation: Orientation,
    ignore: Vec<Point>,
    /// The last scan, in sensor coordinates: an unchanged scan costs one comparison, one that the session knows to be unchanged none.
    scan: Option<Grid>,
    /// What was passed last; `None` when the next scan is to be passed whatever it shows.
    passed: Option<Grid>,
    equal: u64,
}

impl Filter {
    /// A filter that has seen nothing: it passes the first scan. `ignore` (sensors known to be dead) is in record coordinates.
    pub fn new(orientation: Orientation, ignore: Vec<Point>) -> Filter {
        Filter { orientation, ignore, scan: None, passed: None, equal: 0 }
    }

    /// The scan in record coordinates when it says something new, else nothing.
    pub fn pass(&mut self, scan: &Grid) -> Option<Passed> {
        if self.passed.is_some() && self.scan.as_ref() == Some(scan) {
            self.equal += 1;
            return None;
        }
        self.scan = Some(scan.clone());
        self.turn(scan)
    }

    /// The board shows what its last scan showed: one more equal scan, unless that is wanted again ([`Filter::forget`]).
    pub fn unchanged(&mut self) -> Option<Passed> {
        if self.passed.is_some() {
            self.equal += 1;
            return None;
        }
        let scan = self.scan.take()?;
        let passed = self.turn(&scan);
        self.scan = Some(scan);
        passed
    }

    fn turn(&mut self, scan: &Grid) -> Option<Passed> {
        let mut grid = self.orientation.grid_to_record(scan);
        for &point in &self.ignore {
            grid.set(point, Cell::Unreadable);
        }
        if self.passed.as_ref() == Some(&grid) {
            self.equal += 1;
            return None;
        }
        self.passed = Some(grid.clone());
        Some(Passed { grid, equal_before: std::mem::take(&mut self.equal) })
    }

    /// A sensor's point in record coordinates, on a record of this size; nothing outside it. No scan is needed for it.
    pub fn point(&self, sensor: Point, record: Size) -> Option<Point> {
        self.orientation.to_record(sensor, self.orientation.size(record))
    }

    /// One value a point of the record, as the sensors' board wants them (its lights); `None` when their number is not the record's area.
    pub fn to_sensors<T: Copy>(&self, values: &[T], record: Size) -> Option<Vec<T>> {
        self.orientation.values_to_sensors(values, record)
    }

    /// True for a point of the record that says nothing: its sensor is known to be dead.
    pub fn ignores(&self, point: Point) -> bool {
        self.ignore.contains(&point)
    }

    /// Scans since the last passed one that showed nothing new.
    pub fn equal_scans(&self) -> u64 {
        self.equal
    }

    /// The next scan is passed whatever it shows: the board was away.
    pub fn forget(&mut self) {
        self.passed = None;
        self.equal = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Size};
    use crate::sense::Rotation;

    fn nine() -> Size {
        Size::square(9).unwrap()
    }

    #[test]
    fn only_news_pass_and_the_equal_scans_are_counted() {
        let mut filter = Filter::new(Orientation::STRAIGHT, Vec::new());
        let empty = Grid::filled(nine(), Cell::Empty);
        let mut one = empty.clone();
        one.set(Point::new(3, 3), Cell::Stone(Color::Black));
        assert_eq!(filter.pass(&empty), Some(Passed { grid: empty.clone(), equal_before: 0 }));
        assert_eq!(filter.pass(&empty), None);
        assert_eq!(filter.pass(&empty), None);
        assert_eq!(filter.equal_scans(), 2);
        assert_eq!(filter.pass(&one), Some(Passed { grid: one.clone(), equal_before: 2 }));
        assert_eq!(filter.pass(&empty), Some(Passed { grid: empty.clone(), equal_before: 0 }));
        filter.forget();
        assert!(filter.pass(&empty).is_some());
    }

    #[test]
    fn an_unchanged_scan_is_counted_and_after_the_board_was_away_passed_again() {
        let mut filter = Filter::new(Orientation::STRAIGHT, Vec::new());
        assert_eq!(filter.unchanged(), None, "nothing has been seen that could be unchanged");
        let mut one = Grid::filled(nine(), Cell::Empty);
        one.set(Point::new(3, 3), Cell::Stone(Color::Black));
        filter.pass(&one);
        assert_eq!((filter.unchanged(), filter.unchanged(), filter.equal_scans()), (None, None, 2));
        filter.forget();
        assert_eq!(filter.unchanged(), Some(Passed { grid: one.clone(), equal_before: 0 }));
        assert_eq!((filter.unchanged(), filter.pass(&one), filter.equal_scans()), (None, None, 2));
        filter.forget();
        assert!(filter.pass(&one).is_some());
    }

    #[test]
    fn a_point_has_its_place_before_any_scan() {
        let filter = Filter::new(Orientation { mirrored: true, rotation: Rotation::Quarter }, vec![Point::new(1, 1)]);
        assert_eq!(filter.point(Point::new(0, 0), nine()), Point::from_vertex("J1", nine()).ok());
        assert_eq!(filter.point(Point::new(9, 0), nine()), None);
        assert!(filter.ignores(Point::new(1, 1)) && !filter.ignores(Point::new(1, 2)));
    }

    /// The ignored point is given in record coordinates although the board lies turned.
    #[test]
    fn an_ignored_point_is_no_evidence_and_no_news() {
        let a1 = Point::from_vertex("A1", nine()).unwrap();
        let mut filter = Filter::new(Orientation { mirrored: false, rotation: Rotation::Half }, vec![a1]);
        let mut scan = Grid::filled(nine(), Cell::Empty);
        let first = filter.pass(&scan).unwrap().grid;
        assert_eq!(first.get(a1), Cell::Unreadable);
        let sensor = Point::from_vertex("J9", nine()).unwrap();
        scan.set(sensor, Cell::StoneOfUnknownColor);
        assert_eq!(filter.pass(&scan), None);
        scan.set(Point::new(0, 0), Cell::StoneOfUnknownColor);
        let passed = filter.pass(&scan).unwrap();
        assert_eq!(passed.equal_before, 1);
        assert_eq!(passed.grid.get(Point::new(8, 8)), Cell::StoneOfUnknownColor);
        assert_eq!(passed.grid.get(a1), Cell::Unreadable);
    }
}

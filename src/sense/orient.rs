//! How the board lies on the table: sensor coordinates and record coordinates (CONTRACT 2, `mirrored` and `rotation`).

use crate::go::{Point, Size};
use crate::wire::{Cell, Grid};

/// A clockwise turn in quarters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Rotation {
    /// 0 degrees.
    #[default]
    None,
    /// 90 degrees clockwise.
    Quarter,
    /// 180 degrees.
    Half,
    /// 270 degrees clockwise.
    ThreeQuarters,
}

impl Rotation {
    /// All four.
    pub const ALL: [Rotation; 4] = [Rotation::None, Rotation::Quarter, Rotation::Half, Rotation::ThreeQuarters];

    /// The turn of this many degrees clockwise: 0, 90, 180 or 270.
    pub const fn from_degrees(degrees: u16) -> Option<Rotation> {
        match degrees {
            0 => Some(Rotation::None),
            90 => Some(Rotation::Quarter),
            180 => Some(Rotation::Half),
            270 => Some(Rotation::ThreeQuarters),
            _ => None,
        }
    }

    /// Degrees clockwise.
    pub const fn degrees(self) -> u16 {
        match self {
            Rotation::None => 0,
            Rotation::Quarter => 90,
            Rotation::Half => 180,
            Rotation::ThreeQuarters => 270,
        }
    }

    /// The turn that undoes this one.
    const fn back(self) -> Rotation {
        match self {
            Rotation::None => Rotation::None,
            Rotation::Quarter => Rotation::ThreeQuarters,
            Rotation::Half => Rotation::Half,
            Rotation::ThreeQuarters => Rotation::Quarter,
        }
    }

    const fn swaps_sides(self) -> bool {
        matches!(self, Rotation::Quarter | Rotation::ThreeQuarters)
    }

    /// Where `point` of a board of `size` lies after the turn.
    const fn turn(self, point: Point, size: Size) -> Point {
        let Point { col, row } = point;
        let (last_col, last_row) = (size.width() - 1, size.height() - 1);
        match self {
            Rotation::None => point,
            Rotation::Quarter => Point { col: last_row - row, row: col },
            Rotation::Half => Point { col: last_col - col, row: last_row - row },
            Rotation::ThreeQuarters => Point { col: row, row: last_col - col },
        }
    }
}

/// From sensor to record coordinates: left and right exchanged first, then turned clockwise. And back, for the lights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Orientation {
    /// Left and right are exchanged; applied first.
    pub mirrored: bool,
    /// Clockwise, applied after mirroring.
    pub rotation: Rotation,
}

impl Orientation {
    /// The sensors as they are.
    pub const STRAIGHT: Orientation = Orientation { mirrored: false, rotation: Rotation::None };

    /// The size of the record's board for sensors of this size (and the other way round): a quarter turn exchanges the sides.
    pub fn size(self, size: Size) -> Size {
        if self.rotation.swaps_sides() {
            Size::new(size.height(), size.width()).expect("both sides are within the limits already")
        } else {
            size
        }
    }

    /// Where a sensor lies in the record; `None` outside the sensors' board.
    pub fn to_record(self, sensor: Point, sensors: Size) -> Option<Point> {
        let mirrored = if self.mirrored { mirror } else { same };
        sensors.contains(sensor).then(|| self.rotation.turn(mirrored(sensor, sensors), sensors))
    }

    /// Which sensor lies under a point of the record; `None` outside the record's board.
    pub fn to_sensor(self, point: Point, record: Size) -> Option<Point> {
        let mirrored = if self.mirrored { mirror } else { same };
        let sensors = self.size(record);
        record.contains(point).then(|| mirrored(self.rotation.back().turn(point, record), sensors))
    }

    /// A scan in record coordinates.
    pub fn grid_to_record(self, scan: &Grid) -> Grid {
        if self == Orientation::STRAIGHT {
            return scan.clone();
        }
        let size = self.size(scan.size());
        let cells = size.points().map(|point| self.to_sensor(point, size).map_or(Cell::Unreadable, |sensor| scan.get(sensor)));
        Grid::from_cells(size, cells.collect()).expect("one cell for each point")
    }

    /// One value a point, row by row from the top left of the record, as the sensors' board wants them (its lights).
    ///
    /// `None` when their number is not the record's area.
    pub fn values_to_sensors<T: Copy>(self, values: &[T], record: Size) -> Option<Vec<T>> {
        if values.len() != record.area() {
            return None;
        }
        let sensors = self.size(record);
        sensors.points().map(|sensor| self.to_record(sensor, sensors).map(|point| values[record.index(point)])).collect()
    }
}

const fn mirror(point: Point, size: Size) -> Point {
    Point { col: size.width() - 1 - point.col, row: point.row }
}

const fn same(point: Point, _: Size) -> Point {
    point
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;

    fn all() -> impl Iterator<Item = Orientation> {
        [false, true].into_iter().flat_map(|mirrored| Rotation::ALL.into_iter().map(move |rotation| Orientation { mirrored, rotation }))
    }

    /// Three sensors that no turn or mirroring maps onto themselves: the top left corner, the one right of it, and one below.
    #[test]
    fn the_eight_ways_a_board_can_lie() {
        let size = Size::square(9).unwrap();
        let expected = [
            (false, 0, ["A9", "B9", "A7"]),
            (false, 90, ["J9", "J8", "G9"]),
            (false, 180, ["J1", "H1", "J3"]),
            (false, 270, ["A1", "A2", "C1"]),
            (true, 0, ["J9", "H9", "J7"]),
            (true, 90, ["J1", "J2", "G1"]),
            (true, 180, ["A1", "B1", "A3"]),
            (true, 270, ["A9", "A8", "C9"]),
        ];
        for (mirrored, degrees, vertices) in expected {
            let orientation = Orientation { mirrored, rotation: Rotation::from_degrees(degrees).unwrap() };
            let sensors = [Point::new(0, 0), Point::new(1, 0), Point::new(0, 2)];
            for (sensor, vertex) in sensors.into_iter().zip(vertices) {
                let point = Point::from_vertex(vertex, size).unwrap();
                assert_eq!(orientation.to_record(sensor, size), Some(point), "{orientation:?} {sensor:?}");
                assert_eq!(orientation.to_sensor(point, size), Some(sensor), "{orientation:?} {vertex}");
            }
        }
    }

    #[test]
    fn there_and_back_is_where_it_began_on_oblong_boards_too() {
        let sensors = Size::new(5, 3).unwrap();
        for orientation in all() {
            let record = orientation.size(sensors);
            for sensor in sensors.points() {
                let point = orientation.to_record(sensor, sensors).unwrap();
                assert!(record.contains(point));
                assert_eq!(orientation.to_sensor(point, record), Some(sensor), "{orientation:?}");
            }
        }
    }

    #[test]
    fn grids_go_to_the_record_and_lights_come_back() {
        let sensors = Size::square(9).unwrap();
        for orientation in all() {
            let mut scan = Grid::filled(sensors, Cell::Empty);
            let sensor = Point::new(2, 0);
            scan.set(sensor, Cell::Stone(Color::Black));
            let record = orientation.grid_to_record(&scan);
            let at = orientation.to_record(sensor, sensors).unwrap();
            assert_eq!(record.get(at), Cell::Stone(Color::Black));
            assert_eq!(record.cells().iter().filter(|&&cell| cell != Cell::Empty).count(), 1);

            let mut lights = vec![0u8; sensors.area()];
            lights[sensors.index(at)] = 2;
            let lit = orientation.values_to_sensors(&lights, sensors).unwrap();
            assert_eq!(lit.iter().position(|&light| light == 2), Some(sensors.index(sensor)));
        }
    }

    #[test]
    fn what_is_not_on_the_board_has_no_place() {
        let size = Size::square(9).unwrap();
        assert_eq!(Orientation::STRAIGHT.to_record(Point::new(9, 0), size), None);
        assert_eq!(Orientation::STRAIGHT.to_sensor(Point::new(0, 9), size), None);
        assert_eq!(Orientation::STRAIGHT.values_to_sensors(&[0u8; 80], size), None);
        assert_eq!(Rotation::from_degrees(45), None);
    }
}

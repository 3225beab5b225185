//! How the board lies on the table: sensor coordinates and record coordinates (CONTRACT 2, `mirrored` and `rotation`), and how one notices
//! that it lies otherwise.

use std::fmt;

use crate::go::{Color, Point, Position, Size};
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

    /// This turn and another.
    const fn and(self, other: Rotation) -> Rotation {
        Rotation::ALL[(self as usize + other as usize) % 4]
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

    /// The eight ways in which a board can lie, the straight one first.
    pub const ALL: [Orientation; 8] = {
        let mut all = [Orientation::STRAIGHT; 8];
        let mut index = 0;
        while index < all.len() {
            all[index] = Orientation { mirrored: index >= 4, rotation: Rotation::ALL[index % 4] };
            index += 1;
        }
        all
    };

    /// This one, and then `next` on top of it.
    #[must_use]
    pub const fn then(self, next: Orientation) -> Orientation {
        // A mirror turns what was turned before it the other way round.
        let before = if next.mirrored { self.rotation.back() } else { self.rotation };
        Orientation { mirrored: self.mirrored != next.mirrored, rotation: before.and(next.rotation) }
    }

    /// The one that undoes this one.
    #[must_use]
    pub const fn undone(self) -> Orientation {
        if self.mirrored { self } else { Orientation { mirrored: false, rotation: self.rotation.back() } }
    }

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

/// In words, as something that befell a board: "turned by a quarter clockwise".
impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turned = match self.rotation {
            Rotation::None if self.mirrored => return f.write_str("mirrored (left and right exchanged)"),
            Rotation::None => return f.write_str("straight"),
            Rotation::Quarter => "turned by a quarter clockwise",
            Rotation::Half => "turned by a half",
            Rotation::ThreeQuarters => "turned by a quarter counter-clockwise",
        };
        if self.mirrored { write!(f, "mirrored and {turned}") } else { f.write_str(turned) }
    }
}

/// Fewer stones can stand in a turned way by chance.
pub const STONES_TO_JUDGE: usize = 4;

/// So many stones must be gone from where they belong: where most lie symmetric, the few others may have been moved by a hand.
const ASTRAY_MIN: usize = 3;

/// How the board lies that showed stones at these sensors when they were put on these points of the record; `None` unless exactly one of
/// the eight ways fits. Two neighbouring corners are enough, a third stone shows that they were the right ones.
pub fn lies(seen: &[(Point, Point)], sensors: Size) -> Option<Orientation> {
    let fits = |way: &Orientation| seen.iter().all(|&(sensor, point)| way.to_record(sensor, sensors) == Some(point));
    only(Orientation::ALL.into_iter().filter(fits))
}

/// What has to be done to the wood to make it the record, when it is not: exactly one other of the eight ways fits, and at least
/// [`STONES_TO_JUDGE`] stones say so, of which three or more lie astray. A symmetric position says nothing. `lifting` are captured stones that may still stand.
pub fn seems_turned(position: &Position, wood: &Grid, lifting: &[(Point, Color)]) -> Option<Orientation> {
    let gone =
        |point: &Point| position.get(*point).is_some_and(|color| wood.get(*point) != Cell::Unreadable && !shows(wood.get(*point), color));
    if wood.size() != position.size() || position.size().points().filter(gone).count() < ASTRAY_MIN {
        return None;
    }
    let fits = |way: &Orientation| is_the_record(position, &way.grid_to_record(wood), lifting);
    let found = only(Orientation::ALL.into_iter().filter(fits))?;
    (found != Orientation::STRAIGHT).then_some(found)
}

fn only(mut found: impl Iterator<Item = Orientation>) -> Option<Orientation> {
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

fn shows(cell: Cell, color: Color) -> bool {
    cell == Cell::Stone(color) || cell == Cell::StoneOfUnknownColor
}

fn is_the_record(position: &Position, wood: &Grid, lifting: &[(Point, Color)]) -> bool {
    if wood.size() != position.size() {
        return false;
    }
    let mut stones = 0;
    for point in position.size().points() {
        let cell = wood.get(point);
        match (position.get(point), cell) {
            (_, Cell::Unreadable) | (None, Cell::Empty) => {}
            (Some(color), cell) if shows(cell, color) => stones += 1,
            (None, cell) if lifting.iter().any(|&(lifted, color)| lifted == point && shows(cell, color)) => {}
            _ => return false,
        }
    }
    stones >= STONES_TO_JUDGE
}

/// True when Black's first stone lies in the lower left quarter as Black sees the board: custom puts it into the upper right, so the board
/// may lie turned by a half. Stones on a middle line say nothing, the next one counts.
///
/// A habit and no rule, so a reason for a look and never for more: of 219 published games without handicap 45 % begin in the upper right and
/// 12 % in the lower left. In the other two quarters begin 35 %: they give no reason for anything.
pub fn begins_upside_down(black_stones: &[Point], size: Size) -> bool {
    let side = |at: u8, length: u8| (2 * at + 1).cmp(&length);
    let mut quarters = black_stones.iter().map(|point| (side(point.col, size.width()), side(point.row, size.height())));
    quarters.find(|(col, row)| col.is_ne() && row.is_ne()).is_some_and(|(col, row)| col.is_lt() && row.is_gt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Place, Rules};

    fn all() -> impl Iterator<Item = Orientation> {
        Orientation::ALL.into_iter()
    }

    fn nine() -> Size {
        Size::square(9).unwrap()
    }

    fn at(vertex: &str) -> Point {
        Point::from_vertex(vertex, nine()).unwrap()
    }

    /// The position after these moves, Black first, and the wood that shows it.
    fn played(moves: &[&str]) -> (Position, Grid) {
        let mut position = Position::new(nine(), &Rules::preset("chinese").unwrap());
        for (index, vertex) in moves.iter().enumerate() {
            let color = if index % 2 == 0 { Color::Black } else { Color::White };
            position.take_in(color, Place::At(at(vertex))).unwrap();
        }
        let wood = nine().points().map(|point| position.get(point).map_or(Cell::Empty, Cell::Stone)).collect();
        (position, Grid::from_cells(nine(), wood).unwrap())
    }

    #[test]
    fn two_ways_after_each_other_are_one_and_each_can_be_undone() {
        for first in all() {
            assert_eq!(first.then(first.undone()), Orientation::STRAIGHT, "{first}");
            for next in all() {
                for sensor in nine().points() {
                    let between = first.to_record(sensor, nine()).unwrap();
                    assert_eq!(first.then(next).to_record(sensor, nine()), next.to_record(between, nine()), "{first}, {next}");
                }
            }
        }
    }

    #[test]
    fn three_corners_tell_all_eight_ways_apart_and_a_stone_elsewhere_none() {
        for way in all() {
            let seen = ["A1", "J1", "J9"].map(|vertex| (way.to_sensor(at(vertex), nine()).unwrap(), at(vertex)));
            assert_eq!(lies(&seen, nine()), Some(way));
            assert_eq!(lies(&seen[..2], nine()), Some(way), "two corners are enough");
            assert_eq!(lies(&seen[..1], nine()), None, "one is not");
            assert_eq!(lies(&[seen[0], seen[1], (Point::new(4, 3), at("J9"))], nine()), None);
        }
    }

    #[test]
    fn a_turned_board_is_recognised_in_all_ways_with_and_without_colours() {
        let (position, wood) = played(&["G7", "C3", "G2", "D7", "E4"]);
        let blind = |grid: &Grid| {
            let cells = grid.cells().iter().map(|&cell| if cell == Cell::Empty { cell } else { Cell::StoneOfUnknownColor });
            Grid::from_cells(grid.size(), cells.collect()).unwrap()
        };
        assert_eq!(seems_turned(&position, &wood, &[]), None);
        for befell in all().skip(1) {
            let turned = befell.grid_to_record(&wood);
            assert_eq!(seems_turned(&position, &turned, &[]), Some(befell.undone()), "{befell}");
            assert_eq!(seems_turned(&position, &blind(&turned), &[]), Some(befell.undone()), "{befell}, without colours");
            let mut dead = turned.clone();
            dead.set(at("A1"), Cell::Unreadable);
            assert_eq!(seems_turned(&position, &dead, &[]), Some(befell.undone()), "{befell}, with a dead sensor");
            let mut one_more = turned.clone();
            one_more.set(at("A5"), Cell::Stone(Color::White));
            assert_eq!(seems_turned(&position, &one_more, &[]), None, "{befell}, and a stone more");
            let lifting = [(befell.undone().to_record(at("A5"), nine()).unwrap(), Color::White)];
            assert_eq!(seems_turned(&position, &one_more, &lifting), Some(befell.undone()), "{befell}, and a captured stone");
        }
    }

    #[test]
    fn few_stones_and_symmetric_ones_say_nothing() {
        let half = Orientation { mirrored: false, rotation: Rotation::Half };
        let (position, wood) = played(&["G7", "C3", "G3"]);
        assert_eq!(seems_turned(&position, &half.grid_to_record(&wood), &[]), None);
        // The same after a half turn, and as many stones as one likes.
        let (position, wood) = played(&["G7", "D7", "C3", "F3", "G3", "C4", "C7", "G6"]);
        let mirrored = Orientation { mirrored: true, rotation: Rotation::None };
        assert_eq!(half.grid_to_record(&wood), wood);
        assert_eq!(seems_turned(&position, &mirrored.grid_to_record(&wood), &[]), None, "two ways fit");
    }

    #[test]
    fn by_custom_the_first_stone_lies_at_the_upper_right() {
        let told = |vertices: &[&str]| begins_upside_down(&vertices.iter().map(|vertex| at(vertex)).collect::<Vec<_>>(), nine());
        assert!(told(&["C3"]) && told(&["D4", "G7"]) && told(&["E5", "C3"]), "the first stone that lies in a quarter decides");
        assert!(!told(&["G7", "C3"]) && !told(&["C7"]) && !told(&["G3"]) && !told(&["E3"]) && !told(&[]));
    }

    /// Three sensors that no turn or mirroring maps onto themselves: the top left corner, the one right of it, and one below.
    #[test]
    fn the_eight_ways_a_board_can_lie() {
        let size = nine();
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

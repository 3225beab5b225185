//! Handicap stones that a file implies by HA and leaves out, as Fox does.

use crate::go::{Point, Size};

/// The year from which Fox puts the two side stones of 6 and 7 to the left and right; before, to the top and bottom.
const SIDES_TURNED: u32 = 2018;

/// Where Fox puts this many handicap stones on a 19x19 board, in its order: from 2 to 9; the year decides for 6 and 7. Without a year the
/// present custom is taken. `None` for other numbers and boards.
///
/// Found from Fox's own files: with these stones no move of them is illegal; KataGo (cpp/dataio/sgf.cpp) has the same rule.
pub fn implied_stones(size: Size, handicap: u32, year: Option<u32>) -> Option<Vec<Point>> {
    const UPPER_RIGHT: Point = Point::new(15, 3);
    const LOWER_LEFT: Point = Point::new(3, 15);
    const LOWER_RIGHT: Point = Point::new(15, 15);
    const UPPER_LEFT: Point = Point::new(3, 3);
    const LEFT_AND_RIGHT: [Point; 2] = [Point::new(3, 9), Point::new(15, 9)];
    const TOP_AND_BOTTOM: [Point; 2] = [Point::new(9, 3), Point::new(9, 15)];
    const CENTRE: Point = Point::new(9, 9);
    if Some(size) != Size::square(19) {
        return None;
    }
    let corners = [UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT, UPPER_LEFT];
    let sides = if year.is_some_and(|year| year < SIDES_TURNED) { TOP_AND_BOTTOM } else { LEFT_AND_RIGHT };
    let mut stones = match handicap {
        2 => corners[..2].to_vec(),
        // The third is the upper left, not the lower right as in the common table.
        3 => vec![UPPER_RIGHT, LOWER_LEFT, UPPER_LEFT],
        4..=9 => corners.to_vec(),
        _ => return None,
    };
    match handicap {
        6 | 7 => stones.extend(sides),
        8 | 9 => stones.extend([LEFT_AND_RIGHT, TOP_AND_BOTTOM].concat()),
        _ => {}
    }
    if matches!(handicap, 5 | 7 | 9) {
        stones.push(CENTRE);
    }
    Some(stones)
}

/// The first year of a DT value, such as "2015-12-08" or "1839-05-15,16".
pub(super) fn year(date: &str) -> Option<u32> {
    let digits = date.find(|c: char| c.is_ascii_digit()).map(|start| &date[start..])?;
    let digits = &digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())];
    (digits.len() == 4).then(|| digits.parse().ok()).flatten()
}

//! Where handicap stones are usually put.

use super::{Point, Size};

/// Whether stones on these points are a handicap as it is usually given, whichever way the board lies: two to four corners' star points; all four
/// with two opposite middles of sides or all four of them; and, with four corners, the middle of the board where the number is odd.
///
/// On a board without star points nothing is usual.
pub fn is_usual_handicap(size: Size, stones: &[Point]) -> bool {
    if !stones.iter().all(|point| point.is_star(size)) {
        return false;
    }
    let is_middle = |at: u8, side: u8| side % 2 == 1 && at == side / 2;
    let middles = |point: &Point| (is_middle(point.col, size.width()), is_middle(point.row, size.height()));
    let count = |wanted: (bool, bool)| stones.iter().filter(|point| middles(point) == wanted).count();
    let (corners, centre) = (count((false, false)), count((true, true)));
    let (upright, across) = (count((true, false)), count((false, true)));
    match (corners, upright + across, centre) {
        (2..=4, 0, 0) | (4, 0 | 4, 1) | (4, 4, 0) => true,
        // The two middles lie opposite each other.
        (4, 2, 0 | 1) => upright != across,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_usual(side: u8, names: &str) -> bool {
        let size = Size::square(side).unwrap();
        let stones: Vec<Point> = names.split_whitespace().map(|name| Point::from_vertex(name, size).unwrap()).collect();
        is_usual_handicap(size, &stones)
    }

    #[test]
    fn handicaps_as_they_are_given_are_usual() {
        for usual in [
            "D4 Q16",
            "D4 D16",
            "D4 Q16 D16",
            "D4 Q16 D16 Q4",
            "D4 Q16 D16 Q4 K10",
            "D4 Q16 D16 Q4 D10 Q10",
            "D4 Q16 D16 Q4 K4 K16",
            "D4 Q16 D16 Q4 D10 Q10 K10",
            "D4 Q16 D16 Q4 D10 Q10 K4 K16",
            "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
        ] {
            assert!(is_usual(19, usual), "{usual}");
        }
        assert!(is_usual(9, "C3 G7 C7 G3 E5") && is_usual(13, "D4 K10"));
    }

    #[test]
    fn other_points_and_numbers_are_not() {
        for other in ["D4", "D4 K10", "D4 Q16 K10", "D4 Q16 D10", "D4 Q16 D16 Q4 D10", "D4 Q16 D16 Q4 D10 K4", "D4 Q16 C3", "K10 D10"] {
            assert!(!is_usual(19, other), "{other}");
        }
        assert!(!is_usual(5, "B2 D4"));
    }
}

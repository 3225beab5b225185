//! Points that somebody could still play for when a game is counted: dame, and boundaries that were left open (CN-21.2, ING-8.2(1)).

use crate::go::{Board, Color, Point};

use super::{Owner, owners, without_dead};

/// The points of neither side on which a stone could still be put without being in atari, in reading order; `dead` as for a count.
///
/// A seki that is over has none: whoever plays there is taken. Dead stones that are not given as dead leave the points around them here.
pub fn contested(board: &Board, dead: &[Point]) -> Vec<Point> {
    let (board, _) = without_dead(board, dead);
    let neutral = board.size().points().zip(owners(&board)).filter(|(_, owner)| *owner == Owner::Neutral).map(|(point, _)| point);
    neutral.filter(|&point| Color::BOTH.into_iter().any(|color| is_playable(&board, color, point))).collect()
}

/// A stone of this colour stands here with two liberties or more.
fn is_playable(board: &Board, color: Color, point: Point) -> bool {
    let mut after = board.clone();
    let taken = after.captures_of(color, point);
    after.set(taken.into_iter().map(|stone| (stone, None)));
    after.set([(point, Some(color))]);
    after.liberties(point).len() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(diagram: &str, dead: &[&str]) -> Vec<String> {
        let board = Board::from_lines(diagram.lines()).unwrap();
        let dead: Vec<Point> = dead.iter().map(|vertex| Point::from_vertex(vertex, board.size()).unwrap()).collect();
        contested(&board, &dead).into_iter().map(|point| point.vertex(board.size()).to_string()).collect()
    }

    #[test]
    fn a_dame_is_contested_and_a_closed_boundary_is_not() {
        assert_eq!(found(".X.O.\n.XXO.\n.XXO.\n.XXO.", &[]), ["C4"]);
        assert_eq!(found(".XXO.\n.XXO.\n.XXO.\n.XXO.", &[]), [""; 0]);
    }

    /// Two chains without eyes share two liberties: nobody can play.
    #[test]
    fn a_seki_is_not_contested() {
        assert_eq!(found("XX.O\nXX.O", &[]), [""; 0]);
        assert_eq!(found("XX.O\n.X.O", &[]).len(), 2, "with an eye of its own it can");
    }

    #[test]
    fn stones_that_are_dead_leave_nothing_to_play_for_once_they_are_marked() {
        let diagram = "O.XO.\n..XO.\n.XXO.\n.XXO.";
        assert_eq!(found(diagram, &["A4"]), [""; 0]);
        assert!(!found(diagram, &[]).is_empty());
    }
}

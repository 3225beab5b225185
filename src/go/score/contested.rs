//! Points that somebody could still play for when a game is counted: dame, and boundaries that were left open (CN-21.2, ING-8.2(1)).

use crate::go::{Board, ByColor, Color, Point, Suicide};

use super::{pass_alive, without_dead};

/// A player's own empty points, in one place or in several that the same chains reach, from which nobody takes the chains any more.
const ROOM_TO_LIVE: usize = 7;

/// So many empty points between living stones are a gap that somebody may close from either end. More are the territories of both sides, which
/// a dame that nobody has filled lets run into each other: of those only the points between both are open.
const GAP: usize = 4;

/// What is known of the stones that stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// People, or a program for them, have said which stones are dead: the others live.
    Marked,
    /// Nobody has said anything: only what plainly lives does.
    Unsaid,
}

/// The points of neither side on which a stone could still be put without being in atari, in reading order; `dead` as for a count.
///
/// A seki that is over has none: whoever plays there is taken. As long as nobody has said which stones are dead, a point counts only between
/// chains of both colours that plainly live: a dead stone in the other side's territory opens nothing.
pub fn contested(board: &Board, dead: &[Point], known: Known) -> Vec<Point> {
    let (board, _) = without_dead(board, dead);
    let size = board.size();
    let lives: Vec<bool> = match known {
        Known::Marked => board.size().points().map(|point| board.get(point).is_some()).collect(),
        Known::Unsaid => living(&board),
    };
    let mut found = Vec::new();
    for region in regions(&board, |point| board.get(point).is_none()) {
        let both = Color::BOTH.into_iter().all(|color| region.beside[color].iter().any(|&stone| lives[size.index(stone)]));
        let all_live = Color::BOTH.into_iter().all(|color| region.beside[color].iter().all(|&stone| lives[size.index(stone)]));
        let between = |point: Point| {
            let beside = |color| size.neighbours(point).any(|stone| board.get(stone) == Some(color) && lives[size.index(stone)]);
            Color::BOTH.into_iter().all(beside)
        };
        let open = |&point: &Point| (all_live && region.points.len() <= GAP) || between(point);
        let playable = |point: &Point| Color::BOTH.into_iter().any(|color| is_playable(&board, color, *point));
        if both {
            found.extend(region.points.iter().copied().filter(open).filter(playable));
        }
    }
    found.sort_unstable_by_key(|&point| size.index(point));
    found
}

/// Points that hang together, and the stones beside them.
struct Region {
    points: Vec<Point>,
    beside: ByColor<Vec<Point>>,
}

/// The regions of the points of which this is true.
fn regions(board: &Board, within: impl Fn(Point) -> bool) -> Vec<Region> {
    let size = board.size();
    let (mut regions, mut seen) = (Vec::new(), vec![false; size.area()]);
    for start in size.points() {
        if !within(start) || seen[size.index(start)] {
            continue;
        }
        let mut region = Region { points: vec![start], beside: ByColor::default() };
        seen[size.index(start)] = true;
        let mut reached = 0;
        while let Some(&point) = region.points.get(reached) {
            reached += 1;
            for next in size.neighbours(point) {
                match board.get(next).filter(|_| !within(next)) {
                    Some(color) => region.beside[color].push(next),
                    None if !std::mem::replace(&mut seen[size.index(next)], true) => region.points.push(next),
                    None => {}
                }
            }
        }
        regions.push(region);
    }
    regions
}

/// The stones that plainly live, by point: proved, or with room enough of their own. Stones of the other side in that room are no obstacle
/// where they have none themselves.
fn living(board: &Board) -> Vec<bool> {
    let size = board.size();
    let sure = pass_alive(board, Suicide::None);
    let mut proved = vec![false; size.area()];
    Color::BOTH.into_iter().flat_map(|color| &sure.stones[color]).for_each(|&stone| proved[size.index(stone)] = true);
    let any: Vec<bool> = size.points().map(|point| board.get(point).is_some()).collect();
    let alone = with_room(board, &any, &proved);
    with_room(board, &alone, &alone)
}

/// These stones, and those with room of their own: places in which the other side has nothing that is of `opposed`.
fn with_room(board: &Board, opposed: &[bool], lives: &[bool]) -> Vec<bool> {
    let size = board.size();
    let mut lives = lives.to_vec();
    for color in Color::BOTH {
        let free = |region: &Region| {
            let taken = region.points.iter().filter(|&&point| board.get(point).is_some()).count();
            let alone = !region.points.iter().any(|&point| opposed[size.index(point)]);
            // A place with more than a few stones of the other side in it is theirs as much.
            !region.beside[color].is_empty() && alone && 3 * taken <= region.points.len()
        };
        let rooms: Vec<Region> = regions(board, |point| board.get(point) != Some(color)).into_iter().filter(free).collect();
        let mut left: Vec<&Region> = rooms.iter().collect();
        while let Some(first) = left.pop() {
            let (mut room, mut stones) = (first.points.len(), chains(board, first, color));
            // Chains that reach one room reach the next through any of them.
            while let Some(next) = left.iter().position(|region| region.beside[color].iter().any(|stone| stones.contains(stone))) {
                let region = left.swap_remove(next);
                room += region.points.len();
                stones.extend(chains(board, region, color));
            }
            if room >= ROOM_TO_LIVE {
                stones.iter().for_each(|&stone| lives[size.index(stone)] = true);
            }
        }
    }
    lives
}

/// The stones of the chains of a colour beside a region.
fn chains(board: &Board, region: &Region, color: Color) -> Vec<Point> {
    let mut stones: Vec<Point> = Vec::new();
    for &stone in &region.beside[color] {
        if !stones.contains(&stone) {
            stones.extend(board.chain(stone));
        }
    }
    stones
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
        told(diagram, dead, Known::Marked)
    }

    fn told(diagram: &str, dead: &[&str], known: Known) -> Vec<String> {
        let board = Board::from_lines(diagram.lines()).unwrap();
        let dead: Vec<Point> = dead.iter().map(|vertex| Point::from_vertex(vertex, board.size()).unwrap()).collect();
        contested(&board, &dead, known).into_iter().map(|point| point.vertex(board.size()).to_string()).collect()
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

    /// White's stone at B6 is dead and nobody has said so: of the points around it none is told, and the dame between the walls is.
    #[test]
    fn dead_stones_that_nobody_has_marked_open_nothing() {
        let diagram = "...X.O...\n.O.XXO...\n...XXO...\n...XXO...\n...XXO...\n...XXO...\n...XXO...";
        assert_eq!(told(diagram, &[], Known::Unsaid), ["E7"]);
        assert!(told(diagram, &[], Known::Marked).contains(&"C6".to_owned()));
    }
}

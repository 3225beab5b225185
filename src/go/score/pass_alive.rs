//! What is alive even if its owner always passes: D. Benson, "Life in the game of Go", Information Sciences 10 (1976).
//!
//! A region of a colour is a connected set of points without its stones. It is *vital* to a chain that touches it when all its empty
//! points are liberties of the chain. Chains are pass-alive when each has two vital regions that only such chains surround. Where the
//! opponent may give up several stones, his stones in a region have to be beside the chain too, since he can lift them himself.

use crate::go::{Board, ByColor, Color, Point, Suicide};

/// What is beyond doubt on a board, in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PassAlive {
    /// Stones that cannot be taken.
    pub stones: ByColor<Vec<Point>>,
    /// Points that such stones surround and in which the opponent cannot live, for want of room for two eyes: his stones there are dead.
    pub territory: ByColor<Vec<Point>>,
}

/// A region of one colour: points without its stones.
struct Region {
    points: Vec<Point>,
    /// Chains of the colour beside it.
    chains: Vec<usize>,
    /// Those of them to which it is vital.
    vital: Vec<usize>,
    /// Points with no stone of the colour beside them: where the opponent could make an eye.
    inside: usize,
}

/// Finds what is pass-alive for both colours, by rules that allow or forbid the opponent to give up stones.
pub fn pass_alive(board: &Board, suicide: Suicide) -> PassAlive {
    let mut found = PassAlive::default();
    for color in Color::BOTH {
        let (chains, chain_at) = chains(board, color);
        let mut regions = regions(board, color, &chain_at, suicide);
        let mut alive = vec![true; chains.len()];
        loop {
            let vital = |chain: usize| regions.iter().filter(|region| region.vital.contains(&chain)).count();
            let falls: Vec<usize> = (0..chains.len()).filter(|&chain| alive[chain] && vital(chain) < 2).collect();
            if falls.is_empty() {
                break;
            }
            for chain in falls {
                alive[chain] = false;
            }
            regions.retain(|region| region.chains.iter().all(|&chain| alive[chain]));
        }
        let living = chains.into_iter().zip(alive).filter(|(_, alive)| *alive).flat_map(|(chain, _)| chain);
        found.stones[color] = in_order(board, living.collect());
        let closed = regions.into_iter().filter(|region| !region.chains.is_empty() && region.inside <= 1);
        found.territory[color] = in_order(board, closed.flat_map(|region| region.points).collect());
    }
    found
}

fn in_order(board: &Board, mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable_by_key(|point| board.size().index(*point));
    points
}

/// The chains of a colour, and the chain of each point that has one.
fn chains(board: &Board, color: Color) -> (Vec<Vec<Point>>, Vec<Option<usize>>) {
    let size = board.size();
    let (mut chains, mut chain_at) = (Vec::new(), vec![None; size.area()]);
    for point in size.points() {
        if board.get(point) == Some(color) && chain_at[size.index(point)].is_none() {
            let chain = board.chain(point);
            for &stone in &chain {
                chain_at[size.index(stone)] = Some(chains.len());
            }
            chains.push(chain);
        }
    }
    (chains, chain_at)
}

fn regions(board: &Board, color: Color, chain_at: &[Option<usize>], suicide: Suicide) -> Vec<Region> {
    let size = board.size();
    let mut regions = Vec::new();
    let mut seen = vec![false; size.area()];
    for start in size.points() {
        if seen[size.index(start)] || board.get(start) == Some(color) {
            continue;
        }
        seen[size.index(start)] = true;
        let mut points = vec![start];
        let mut reached = 0;
        while let Some(&point) = points.get(reached) {
            reached += 1;
            for beside in size.neighbours(point) {
                if board.get(beside) != Some(color) && !std::mem::replace(&mut seen[size.index(beside)], true) {
                    points.push(beside);
                }
            }
        }
        regions.push(region(board, points, chain_at, suicide));
    }
    regions
}

fn region(board: &Board, points: Vec<Point>, chain_at: &[Option<usize>], suicide: Suicide) -> Region {
    let size = board.size();
    let beside = |point: Point| -> Vec<usize> { size.neighbours(point).filter_map(|beside| chain_at[size.index(beside)]).collect() };
    let mut chains: Vec<usize> = points.iter().flat_map(|&point| beside(point)).collect();
    chains.sort_unstable();
    chains.dedup();
    let must_touch = |point: Point| suicide != Suicide::None || board.get(point).is_none();
    let vital =
        chains.iter().copied().filter(|chain| points.iter().all(|&point| !must_touch(point) || beside(point).contains(chain))).collect();
    let inside = points.iter().filter(|&&point| beside(point).is_empty()).count();
    Region { points, chains, vital, inside }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(diagram: &str, suicide: Suicide) -> PassAlive {
        pass_alive(&Board::from_lines(diagram.lines()).unwrap(), suicide)
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        let two = found(".X.X.\nXXXXX\n.....\n.....", Suicide::None);
        assert_eq!(two.stones.black.len(), 7);
        assert_eq!(two.territory.black, [Point::new(0, 0), Point::new(2, 0), Point::new(4, 0)]);
        assert_eq!(found("..XX.\nXXXX.\n.....\n.....", Suicide::None).stones.black, []);
    }

    /// Black's stone in the corner is not beside White's right chain: where Black may give up several stones, that eye is not sure.
    #[test]
    fn a_stone_in_an_eye_counts_where_several_may_be_given_up() {
        let diagram = "X.OO\nOO.O\nOOXO";
        assert_eq!(found(diagram, Suicide::None).stones.white.len(), 8);
        assert_eq!(found(diagram, Suicide::Several).stones.white, []);
    }

    #[test]
    fn an_empty_board_proves_nothing() {
        assert_eq!(found("...\n...", Suicide::Any), PassAlive::default());
    }
}

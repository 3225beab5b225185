//! Whose each point is on a board without dead stones.

use crate::go::{Board, Color};

/// Whose a point is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// A stone stands on it.
    Stone(Color),
    /// Empty, and its region touches stones of this colour only.
    Territory(Color),
    /// Empty, and its region touches both colours or none.
    Neutral,
}

/// Whose each point is, row by row from the top left.
pub fn owners(board: &Board) -> Vec<Owner> {
    let size = board.size();
    let mut owners: Vec<Option<Owner>> = size.points().map(|point| board.get(point).map(Owner::Stone)).collect();
    for start in size.points() {
        if owners[size.index(start)].is_some() {
            continue;
        }
        let mut region = vec![start];
        owners[size.index(start)] = Some(Owner::Neutral);
        let (mut reached, mut touches) = (0, [false; 2]);
        while let Some(&point) = region.get(reached) {
            reached += 1;
            for beside in size.neighbours(point) {
                match board.get(beside) {
                    Some(color) => touches[color as usize] = true,
                    None if owners[size.index(beside)].is_none() => {
                        owners[size.index(beside)] = Some(Owner::Neutral);
                        region.push(beside);
                    }
                    None => {}
                }
            }
        }
        let owner = match touches {
            [true, false] => Owner::Territory(Color::Black),
            [false, true] => Owner::Territory(Color::White),
            _ => Owner::Neutral,
        };
        for point in region {
            owners[size.index(point)] = Some(owner);
        }
    }
    owners.into_iter().map(|owner| owner.unwrap_or(Owner::Neutral)).collect()
}

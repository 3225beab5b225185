//! What a hand can be in the middle of.

use crate::go::{Color, Place, Point, Position};

/// True when all these stones can be captures of one legal play of the side to move: they are being lifted, the stone is in the hand.
pub(super) fn may_be_lifting(position: &Position, missing: &[(Point, Color)]) -> bool {
    let Some(&(first, color)) = missing.first() else { return false };
    if color == position.to_move() {
        return false;
    }
    // Whatever takes this stone is played on the last liberty of its chain.
    let [liberty] = position.liberties(first)[..] else { return false };
    let judgement = position.judge(position.to_move(), Place::At(liberty));
    judgement.is_legal() && missing.iter().all(|(point, _)| judgement.captures.contains(point))
}

//! A place in a game where something might be done wrong: what stands there, and which points serve.

use crate::go::{Color, Fault, Ko, Place, PlayedMove, Point, Position, Record, Rules, Suicide};
use crate::sim::hands::Hands;

/// A turn that is about to be played.
pub(super) struct Spot<'a> {
    /// Of the move in the record.
    pub(super) index: usize,
    pub(super) played: &'a PlayedMove,
    pub(super) mover: Color,
    /// Where the move is played.
    pub(super) point: Point,
    pub(super) before: Position,
    pub(super) after: Position,
    /// What the move captures.
    pub(super) captured: Vec<Point>,
    /// Where the move before was played.
    pub(super) last: Option<Point>,
    /// There is a clock.
    pub(super) clock: bool,
    /// The board sees colours.
    pub(super) color: bool,
    /// So much of the game has been played, in percent.
    pub(super) percent: usize,
}

impl<'a> Spot<'a> {
    /// `None` where the record passes, or gives stones up.
    pub(super) fn new(record: &'a Record, index: usize, hands: &Hands) -> Option<Spot<'a>> {
        let played = record.moves.get(index)?;
        let rules = Rules { ko: Ko::None, suicide: Suicide::Any, ..Rules::CHINESE };
        let so_far = Record { moves: record.moves[..index].to_vec(), ..record.clone() };
        let before = Position::from_record(&so_far, &rules).ok()?;
        let mut after = before.clone();
        let done = after.take_in(played.color, played.place).ok()?;
        if !done.given_up.is_empty() {
            return None;
        }
        Some(Spot {
            index,
            played,
            mover: played.color,
            point: played.place.point()?,
            before,
            after,
            captured: done.captured,
            last: record.moves[..index].last().and_then(|last| last.place.point()),
            clock: hands.black_side.is_some(),
            color: hands.gaps.sees_color(),
            percent: index * 100 / record.moves.len(),
        })
    }

    /// The stones before the move.
    pub(super) fn stones(&self) -> Vec<(Point, Color)> {
        self.before.size().points().filter_map(|point| Some((point, self.before.get(point)?))).collect()
    }

    /// Stones that no play is about to take, without the last one.
    pub(super) fn older_stones(&self) -> Vec<(Point, Color)> {
        let mut stones = self.stones();
        stones.retain(|&(point, _)| Some(point) != self.last && self.before.liberties(point).len() >= 2);
        stones
    }

    /// Empty points, before and after the move, where a stone of either colour takes nothing and has two liberties of its own: nothing
    /// follows from it.
    pub(super) fn quiet_points(&self) -> Vec<Point> {
        let size = self.before.size();
        let quiet = |position: &Position, point: Point| {
            let free = size.neighbours(point).filter(|&beside| position.get(beside).is_none() && beside != self.point).count();
            position.get(point).is_none()
                && free >= 2
                && [Color::Black, Color::White].into_iter().all(|color| position.captures_of(color, point).is_empty())
        };
        size.points().filter(|&point| quiet(&self.before, point) && quiet(&self.after, point)).collect()
    }

    /// Points where a stone of the mover would have no liberty and take nothing.
    pub(super) fn forbidden_points(&self) -> Vec<Point> {
        let position = Position::with_board(self.before.board().clone(), self.mover, &Rules::CHINESE);
        let forbidden = |point: &Point| {
            let faults = position.judge(self.mover, Place::At(*point)).faults;
            faults.iter().any(|fault| matches!(fault, Fault::Suicide { .. }))
        };
        self.before.size().points().filter(forbidden).collect()
    }

    /// Where the mover must not retake.
    pub(super) fn ko_point(&self) -> Option<Point> {
        self.before.ko_point().filter(|(_, banned)| *banned == self.mover).map(|(point, _)| point)
    }

    /// The opponent's chains that still stand after the move, those beside its stone where there are any. A chain is no longer than a
    /// hand can hold, and more than the stone of the move before.
    pub(super) fn chains_to_lift(&self) -> Vec<Vec<Point>> {
        let size = self.after.size();
        let chains = |from: Vec<Point>| {
            let mut chains: Vec<Vec<Point>> = from
                .into_iter()
                .filter(|&point| self.after.get(point) == Some(self.mover.opponent()))
                .map(|point| self.after.chain(point))
                .filter(|chain| chain.len() <= 8 && chain.iter().any(|&stone| Some(stone) != self.last))
                .collect();
            chains.sort_unstable();
            chains.dedup();
            chains
        };
        let beside = chains(size.neighbours(self.point).collect());
        if beside.is_empty() { chains(size.points().collect()) } else { beside }
    }
}

//! What has held still long enough to count, point by point.
//!
//! Every point has a timer of its own, so that one that flickers delays no other (hardware.md F1), and a stone that slides over a
//! point (F2) leaves nothing there. A point settles at the moment of its last change plus `settle_ms`, exactly.

use crate::go::{Point, Size};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

/// The moments of one point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointTimes {
    /// When the raw state last changed: its timer runs from here.
    pub changed_at: Mono,
    /// The state that wants to take the settled one's place; the settled one when the point is calm.
    pub candidate: Cell,
    /// When the candidate was first seen. A bounce does not make it younger: only the timer starts anew.
    pub candidate_seen: Mono,
    /// When the settled state was first seen.
    pub settled_seen: Mono,
}

/// A point that has not held still: something has come, and may have gone again, less than `settle_ms` ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settling {
    /// Where.
    pub point: Point,
    /// What wants to settle there (in a bounce it need not be what the last scan showed).
    pub cell: Cell,
    /// When it was first seen.
    pub first_seen: Mono,
}

/// Everything that [`Settle`] knows, as plain values: can be stored and restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettleState {
    /// The last scan.
    pub raw: Grid,
    /// What has held still; `Unreadable` where nothing readable ever did.
    pub settled: Grid,
    /// The moments of every point, row by row from the top left.
    pub times: Vec<PointTimes>,
}

/// Turns scans into a position that has held still. Moments handed in never go back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settle {
    settle_ms: u64,
    state: SettleState,
    /// The first moment at which some point settles, kept up to date with every change.
    deadline: Option<Mono>,
}

impl Settle {
    /// Nothing is known yet of any point. `settle_ms`: how long a point must hold still to count.
    pub fn new(size: Size, settle_ms: u64) -> Settle {
        let unknown = Grid::filled(size, Cell::Unreadable);
        let times =
            PointTimes { changed_at: Mono::ZERO, candidate: Cell::Unreadable, candidate_seen: Mono::ZERO, settled_seen: Mono::ZERO };
        Settle { settle_ms, state: SettleState { raw: unknown.clone(), settled: unknown, times: vec![times; size.area()] }, deadline: None }
    }

    /// Goes on from a stored state; `None` when its parts are of different sizes.
    pub fn restore(settle_ms: u64, state: SettleState) -> Option<Settle> {
        if state.raw.size() != state.settled.size() || state.times.len() != state.raw.size().area() {
            return None;
        }
        let mut settle = Settle { settle_ms, state, deadline: None };
        settle.find_deadline();
        Some(settle)
    }

    /// All there is to store.
    pub fn state(&self) -> &SettleState {
        &self.state
    }

    /// A scan, seen at `at`. True when some point settled at or before `at` (what was due has held still before this scan came).
    ///
    /// Points that are `Unreadable` now keep their settled state and do not settle meanwhile. A grid of another size says nothing.
    pub fn observe(&mut self, at: Mono, scan: &Grid) -> bool {
        let due = self.advance(at);
        if scan.size() != self.state.raw.size() {
            return due;
        }
        for (index, point) in scan.size().points().enumerate() {
            if scan.cells()[index] != self.state.raw.cells()[index] {
                self.change(index, point, scan.cells()[index], at);
            }
        }
        self.find_deadline();
        // With `settle_ms` 0 a point settles as it is seen.
        self.advance(at) || due
    }

    fn change(&mut self, index: usize, point: Point, cell: Cell, at: Mono) {
        let times = &mut self.state.times[index];
        times.changed_at = at;
        self.state.raw.set(point, cell);
        if cell != Cell::Unreadable && cell != self.state.settled.cells()[index] && cell != times.candidate {
            times.candidate = cell;
            times.candidate_seen = at;
        }
    }

    /// Lets time pass: every point whose deadline is at or before `now` settles. True when one did, be it back to what it was: look again.
    pub fn advance(&mut self, now: Mono) -> bool {
        if self.deadline.is_none_or(|deadline| now < deadline) {
            return false;
        }
        self.settle_where(|_, times, settle_ms| times.changed_at.plus_ms(settle_ms) <= now)
    }

    /// These points count at once as the last scan shows them: a press has ended the turn. True when some point settled.
    pub fn settle_now(&mut self, at: Mono, which: impl Fn(Point) -> bool) -> bool {
        let due = self.advance(at);
        self.settle_where(|point, _, _| which(point)) || due
    }

    fn settle_where(&mut self, due: impl Fn(Point, &PointTimes, u64) -> bool) -> bool {
        let state = &mut self.state;
        let mut any = false;
        for (index, point) in state.raw.size().points().enumerate() {
            let (raw, settled) = (state.raw.cells()[index], state.settled.cells()[index]);
            let times = &mut state.times[index];
            if raw == Cell::Unreadable || times.candidate == settled || !due(point, times, self.settle_ms) {
                continue;
            }
            any = true;
            if raw == settled {
                // It came and went: the point is as it was.
                times.candidate = settled;
            } else {
                state.settled.set(point, raw);
                times.settled_seen = times.candidate_seen;
            }
        }
        self.find_deadline();
        any
    }

    /// The board was away and shows this now: nothing that was seen before counts towards holding still, and all that is new is equally old.
    pub fn reset(&mut self, at: Mono, scan: &Grid) {
        if scan.size() != self.state.raw.size() {
            return;
        }
        self.state.raw = scan.clone();
        for ((times, &raw), &settled) in self.state.times.iter_mut().zip(scan.cells()).zip(self.state.settled.cells()) {
            times.changed_at = at;
            times.candidate = if raw == Cell::Unreadable { settled } else { raw };
            times.candidate_seen = at;
        }
        self.find_deadline();
    }

    /// The next moment at which some point settles, unless it changes before.
    pub fn deadline(&self) -> Option<Mono> {
        self.deadline
    }

    fn find_deadline(&mut self) {
        let state = &self.state;
        let cells = state.raw.cells().iter().zip(state.settled.cells());
        let due = cells.zip(&state.times).filter(|((raw, settled), times)| **raw != Cell::Unreadable && times.candidate != **settled);
        self.deadline = due.map(|(_, times)| times.changed_at.plus_ms(self.settle_ms)).min();
    }

    /// What has held still. Points that cannot be read keep the last state that held still; `Unreadable` where there never was one.
    pub fn settled(&self) -> &Grid {
        &self.state.settled
    }

    /// The last scan.
    pub fn raw(&self) -> &Grid {
        &self.state.raw
    }

    /// The points that have not held still, row by row from the top left.
    pub fn settling(&self) -> impl Iterator<Item = Settling> {
        let state = &self.state;
        let points = state.raw.size().points().zip(state.settled.cells()).zip(&state.times);
        points.filter(|((_, settled), times)| times.candidate != **settled).map(|((point, _), times)| Settling {
            point,
            cell: times.candidate,
            first_seen: times.candidate_seen,
        })
    }

    /// The same points alone.
    pub fn unsettled(&self) -> impl Iterator<Item = Point> {
        self.settling().map(|settling| settling.point)
    }

    /// When the raw state of a point was first seen (since its last bounce); the start of time outside the board.
    pub fn changed_at(&self, point: Point) -> Mono {
        self.times(point).map_or(Mono::ZERO, |times| times.changed_at)
    }

    /// When the settled state of a point was first seen, bounces included: this is what orders stones.
    pub fn first_seen(&self, point: Point) -> Mono {
        self.times(point).map_or(Mono::ZERO, |times| times.settled_seen)
    }

    fn times(&self, point: Point) -> Option<&PointTimes> {
        let size = self.state.raw.size();
        size.contains(point).then(|| &self.state.times[size.index(point)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;

    const BLACK: Cell = Cell::Stone(Color::Black);
    const A: Point = Point::new(2, 2);
    const B: Point = Point::new(3, 2);

    fn ms(ms: u64) -> Mono {
        Mono::from_millis(ms)
    }

    /// An empty 9x9 board that has held still, and the scan to change.
    fn empty(settle_ms: u64) -> (Settle, Grid) {
        let size = Size::square(9).unwrap();
        let mut settle = Settle::new(size, settle_ms);
        let scan = Grid::filled(size, Cell::Empty);
        settle.observe(ms(0), &scan);
        settle.advance(ms(1_000));
        assert_eq!(settle.settled(), &scan);
        (settle, scan)
    }

    fn put(settle: &mut Settle, scan: &mut Grid, at: u64, point: Point, cell: Cell) -> bool {
        scan.set(point, cell);
        settle.observe(ms(at), scan)
    }

    #[test]
    fn a_point_settles_at_its_deadline_and_not_before() {
        let (mut settle, mut scan) = empty(400);
        assert_eq!(settle.deadline(), None);
        assert!(!put(&mut settle, &mut scan, 5_000, A, BLACK));
        assert_eq!(settle.deadline(), Some(ms(5_400)));
        assert!(!settle.advance(ms(5_399)));
        assert_eq!(settle.settled().get(A), Cell::Empty);
        assert!(settle.advance(ms(5_400)));
        assert_eq!(settle.settled().get(A), BLACK);
        assert_eq!((settle.deadline(), settle.first_seen(A)), (None, ms(5_000)));
    }

    #[test]
    fn a_bounce_restarts_only_its_own_timer_and_does_not_make_the_stone_younger() {
        let (mut settle, mut scan) = empty(400);
        put(&mut settle, &mut scan, 5_000, A, BLACK);
        put(&mut settle, &mut scan, 5_100, B, BLACK);
        put(&mut settle, &mut scan, 5_200, A, Cell::Empty);
        put(&mut settle, &mut scan, 5_250, A, BLACK);
        assert_eq!(settle.deadline(), Some(ms(5_500)), "B waits for nobody");
        assert!(settle.advance(ms(5_500)));
        assert_eq!((settle.settled().get(A), settle.settled().get(B)), (Cell::Empty, BLACK));
        assert_eq!(settle.settling().collect::<Vec<_>>(), [Settling { point: A, cell: BLACK, first_seen: ms(5_000) }]);
        assert_eq!(settle.deadline(), Some(ms(5_650)));
        assert!(settle.advance(ms(5_650)));
        assert_eq!(settle.changed_at(A), ms(5_250));
        assert_eq!(settle.first_seen(A), ms(5_000), "A came before B, bounce or not");
    }

    #[test]
    fn a_stone_that_comes_back_after_the_point_has_held_still_is_another_one() {
        let (mut settle, mut scan) = empty(400);
        put(&mut settle, &mut scan, 5_000, A, BLACK);
        put(&mut settle, &mut scan, 5_100, A, Cell::Empty);
        put(&mut settle, &mut scan, 5_500, A, BLACK);
        settle.advance(ms(6_000));
        assert_eq!(settle.first_seen(A), ms(5_500));
    }

    #[test]
    fn a_slide_over_a_neighbour_leaves_nothing_there() {
        let (mut settle, mut scan) = empty(400);
        put(&mut settle, &mut scan, 5_000, A, BLACK);
        put(&mut settle, &mut scan, 5_150, B, BLACK);
        put(&mut settle, &mut scan, 5_150, A, Cell::Empty);
        assert_eq!(settle.deadline(), Some(ms(5_550)));
        settle.advance(ms(9_000));
        assert_eq!((settle.settled().get(A), settle.settled().get(B)), (Cell::Empty, BLACK));
        assert_eq!(settle.unsettled().count(), 0);
    }

    /// Who asked while it was on its way must ask again when it turns out to be nothing.
    #[test]
    fn what_came_and_went_is_settling_until_the_point_has_held_still() {
        let (mut settle, mut scan) = empty(400);
        put(&mut settle, &mut scan, 5_000, A, BLACK);
        put(&mut settle, &mut scan, 5_050, A, Cell::Empty);
        assert_eq!(settle.unsettled().collect::<Vec<_>>(), [A]);
        assert_eq!(settle.deadline(), Some(ms(5_450)));
        assert!(settle.advance(ms(5_450)));
        assert_eq!((settle.unsettled().count(), settle.deadline()), (0, None));
    }

    #[test]
    fn what_is_due_when_the_next_scan_comes_has_settled_before_it() {
        let (mut settle, mut scan) = empty(400);
        put(&mut settle, &mut scan, 5_000, A, BLACK);
        assert!(put(&mut settle, &mut scan, 5_400, A, Cell::Empty));
        assert_eq!(settle.settled().get(A), BLACK);
        assert_eq!(settle.deadline(), Some(ms(5_800)));
    }

    #[test]
    fn an_unreadable_point_keeps_what_it_showed_and_does_not_settle() {
        let (mut settle, mut scan) = empty(400);
        put(&mut settle, &mut scan, 5_000, A, BLACK);
        settle.advance(ms(5_400));
        put(&mut settle, &mut scan, 6_000, A, Cell::Unreadable);
        put(&mut settle, &mut scan, 6_100, B, BLACK);
        put(&mut settle, &mut scan, 6_200, B, Cell::Unreadable);
        assert_eq!(settle.deadline(), None);
        assert!(!settle.settle_now(ms(7_000), |_| true));
        assert_eq!((settle.settled().get(A), settle.settled().get(B)), (BLACK, Cell::Empty));
        put(&mut settle, &mut scan, 7_100, B, BLACK);
        assert_eq!(settle.deadline(), Some(ms(7_500)), "holding still has to be seen");
    }

    #[test]
    fn a_press_makes_everything_count_at_once() {
        let (mut settle, mut scan) = empty(400);
        put(&mut settle, &mut scan, 5_000, A, BLACK);
        assert!(settle.settle_now(ms(5_010), |_| true));
        assert_eq!((settle.settled().get(A), settle.deadline()), (BLACK, None));
        assert!(!settle.settle_now(ms(5_011), |_| true));
    }

    #[test]
    fn after_the_board_was_away_all_that_is_new_is_equally_old_and_must_hold_still() {
        let (mut settle, mut scan) = empty(400);
        put(&mut settle, &mut scan, 5_000, A, BLACK);
        scan.set(B, BLACK);
        settle.reset(ms(5_300), &scan);
        assert_eq!(settle.deadline(), Some(ms(5_700)));
        assert_eq!(settle.settled().get(A), Cell::Empty);
        assert!(settle.advance(ms(5_700)));
        assert_eq!((settle.first_seen(A), settle.first_seen(B)), (ms(5_300), ms(5_300)));
    }

    #[test]
    fn without_a_settle_time_a_point_counts_as_it_is_seen() {
        let (mut settle, mut scan) = empty(0);
        assert!(put(&mut settle, &mut scan, 5_000, A, BLACK));
        assert_eq!((settle.settled().get(A), settle.deadline()), (BLACK, None));
    }

    #[test]
    fn a_stored_state_goes_on_as_if_nothing_had_happened() {
        let (mut settle, mut scan) = empty(400);
        put(&mut settle, &mut scan, 5_000, A, BLACK);
        assert_eq!(Settle::restore(400, settle.state().clone()), Some(settle.clone()));
        let mut broken = settle.state().clone();
        broken.times.pop();
        assert_eq!(Settle::restore(400, broken), None);
    }
}

//! The wood: what the sensors show beside what the record says, and how long they have differed.

use super::evidence::Trail;
use super::findings::Watched;
use super::noise::Noise;
use crate::go::{Color, Point, Position, Size};
use crate::sense::{Discrepancy, Expected, Settle, Settling};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

/// The board on the table as the game sees it.
#[derive(Debug, Clone)]
pub(super) struct Wood {
    /// Which points hold still.
    pub(super) settle: Settle,
    /// It was said that the board is away: its coming back is news.
    pub(super) lost_said: bool,
    /// A scan has come since the board is there.
    pub(super) known: bool,
    /// Captured stones that the hand may not have lifted yet.
    pub(super) lifting: Vec<(Point, Color)>,
    /// Stones that the last move captured and that have been lifted, with the moment at which they were gone.
    pub(super) lifted: Vec<(Point, Color, Mono)>,
    /// Points where a person has decided against the sensors: what was shown there then counts for nothing until it changes.
    pub(super) overruled: Vec<(Point, Cell)>,
    /// Something has settled since the last comparison.
    pub(super) changed: bool,
    /// Wood and record differ.
    pub(super) differing: Differing,
    /// The latest changes of the sensors.
    pub(super) trail: Trail,
    /// Points that flicker.
    pub(super) noise: Noise,
    /// Since when the board is there: what stood then is of unknown age.
    pub(super) since: Mono,
    /// What is wrong on the board, and for how long.
    pub(super) watched: Vec<Watched>,
    /// A story is told but must stand longer to be believed: looked at again then.
    pub(super) doubtful_until: Option<Mono>,
    /// Many points changed at once: nothing is written down until the board holds still.
    pub(super) disturbed: bool,
    /// Alerts whose evidence goes on.
    pub(super) evidence_due: Vec<super::evidence::FollowUp>,
    /// A hand is on the board since then.
    pub(super) touched: Option<Mono>,
    /// The latest plays that nobody saw, in the orders in which they may have been made.
    pub(super) orders: Option<super::doubts::Orders>,
}

/// A captured stone that is lifted does not come back within this, in ms: whoever retakes waits for a press, or thinks.
const BACK_MS: u64 = 1_200;

/// How long the wood has not been the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Differing {
    /// The patience runs from here.
    pub(super) since: Option<Mono>,
    /// The patience was over once, and it was said.
    pub(super) said: bool,
}

impl Wood {
    pub(super) fn new(size: Size, settle_ms: u64) -> Wood {
        Wood {
            settle: Settle::new(size, settle_ms),
            lost_said: false,
            known: false,
            lifting: Vec::new(),
            lifted: Vec::new(),
            overruled: Vec::new(),
            changed: false,
            differing: Differing::default(),
            trail: Trail::default(),
            noise: Noise::new(size),
            since: Mono::ZERO,
            watched: Vec::new(),
            doubtful_until: None,
            disturbed: false,
            evidence_due: Vec::new(),
            touched: None,
            orders: None,
        }
    }

    /// Takes a scan in; the first after an absence is taken as it stands but must hold still.
    /// True when something has settled with it.
    pub(super) fn observe(&mut self, at: Mono, grid: &Grid) -> bool {
        let settled = if self.known {
            self.trail.follow(at, self.settle.raw(), grid);
            self.noise.follow(at, self.settle.raw(), grid);
            self.settle.observe(at, grid)
        } else {
            self.trail.follow(at, self.settle.raw(), grid);
            self.noise.back(at);
            self.settle.reset(at, grid);
            self.known = true;
            self.since = at;
            false
        };
        // Until the change has held still the sensors say what they said before.
        let now = self.settle.settled();
        self.overruled.retain(|&(point, cell)| now.get(point) == cell || now.get(point) == Cell::Unreadable);
        settled
    }

    /// Forgets which captured stones have been lifted by now. One that shows again a moment later was only felt badly (F4): it still lies
    /// there, unless its side has `played` on that point since.
    pub(super) fn drop_lifted(&mut self, played: impl Fn(Color, Mono) -> bool) {
        let settle = &self.settle;
        let settled = settle.settled();
        let stands = |point, color| shows(settled.get(point), color) && !played(color, settle.first_seen(point));
        let back =
            |&&(point, color, gone): &&(Point, Color, Mono)| stands(point, color) && settle.first_seen(point).since_ms(gone) <= BACK_MS;
        let back: Vec<(Point, Color)> = self.lifted.iter().filter(back).map(|&(point, color, _)| (point, color)).collect();
        self.lifted.retain(|&(point, color, _)| !stands(point, color));
        self.lifted.extend(
            self.lifting
                .iter()
                .filter(|&&(point, color)| !stands(point, color))
                .map(|&(point, color)| (point, color, settle.first_seen(point))),
        );
        self.lifting.retain(|&(point, color)| stands(point, color));
        self.lifting.extend(back);
    }

    /// What has held still, without the points that flicker.
    pub(super) fn calm(&self) -> Grid {
        self.without_noise(self.settle.settled())
    }

    /// A grid in which the points that flicker are no evidence.
    pub(super) fn without_noise(&self, grid: &Grid) -> Grid {
        let mut grid = grid.clone();
        for point in self.noise.points() {
            grid.set(point, Cell::Unreadable);
        }
        grid
    }

    /// These points count at once as they are shown. Returns the wood as it was, for putting back.
    pub(super) fn settle_early(&mut self, now: Mono, which: impl Fn(Point) -> bool) -> Wood {
        let before = self.clone();
        self.settle.settle_now(now, which);
        self.changed = true;
        before
    }

    /// What stands, with the points where a person has decided put as the record has them; points that flicker are no evidence.
    pub(super) fn standing(&self, position: &Position) -> Grid {
        let mut grid = self.settle.settled().clone();
        for point in self.noise.points() {
            grid.set(point, self.noise.cell(point));
        }
        for &(point, _) in &self.overruled {
            grid.set(point, cell_of(position.get(point)));
        }
        grid
    }

    /// A person has decided: where the wood differs from this position, it counts for nothing until it changes.
    pub(super) fn overrule(&mut self, position: &Position) {
        if !self.known {
            return;
        }
        self.watched.clear();
        self.overruled = self.differences(position).iter().map(|differs| (differs.point, differs.seen)).collect();
        self.differing = Differing::default();
    }

    /// A person has decided about these points: where the wood differs there, it counts for nothing until it changes. Captured stones that
    /// lie there count as lifted.
    pub(super) fn overrule_at(&mut self, position: &Position, points: &[Point]) {
        self.believe_at(points);
        self.lifting.retain(|(point, _)| !points.contains(point));
        self.lifted.retain(|(point, ..)| !points.contains(point));
        let differing = self.differences(position).into_iter().filter(|differs| points.contains(&differs.point));
        self.overruled.extend(differing.map(|differs| (differs.point, differs.seen)));
    }

    /// A person has decided against what the sensors show there.
    pub(super) fn is_overruled(&self, point: Point) -> bool {
        self.overruled.iter().any(|&(overruled, _)| overruled == point)
    }

    /// The sensors count again at these points.
    pub(super) fn believe_at(&mut self, points: &[Point]) {
        self.overruled.retain(|(point, _)| !points.contains(point));
    }

    /// Every point where what stands is not the position; points that cannot be read or that flicker say nothing.
    pub(super) fn differences(&self, position: &Position) -> Vec<Discrepancy> {
        if !self.known {
            return Vec::new();
        }
        let mut found = differences(position, self.settle.settled());
        found.retain(|differs| !self.noise.is_noisy(differs.point));
        found
    }

    /// When what stands at a point was first seen. Where the point has flickered that is its last change: nobody knows what came before.
    pub(super) fn first_seen(&self, point: Point) -> Mono {
        let (seen, changed) = (self.settle.first_seen(point), self.settle.changed_at(point));
        if self.noise.is_noisy(point) || self.noise.calmed_at(point) > changed { seen.max(changed) } else { seen }
    }

    /// The points that have not held still, but for those that never do.
    pub(super) fn settling(&self) -> Vec<Settling> {
        self.settle.settling().filter(|settling| !self.noise.is_noisy(settling.point)).collect()
    }

    /// This scan is the first since the board is there, and nothing stands on it: a stone that comes in the same moment is the first one.
    pub(super) fn has_come_back_empty(&self, at: Mono) -> bool {
        self.since == at && self.settle.raw().cells().iter().all(|cell| matches!(cell, Cell::Empty | Cell::Unreadable))
    }

    /// No stone stands and none is being put down.
    pub(super) fn is_empty(&self) -> bool {
        let settled = self.settle.settled();
        self.known && settled.cells().iter().all(|cell| matches!(cell, Cell::Empty | Cell::Unreadable))
    }
}

/// Every point where the grid is not the position.
pub(super) fn differences(position: &Position, grid: &Grid) -> Vec<Discrepancy> {
    let size = grid.size();
    size.points()
        .filter_map(|point| {
            let expected = position.get(point);
            let seen = grid.get(point);
            let agrees = match expected {
                None => matches!(seen, Cell::Empty | Cell::Unreadable),
                Some(color) => seen == Cell::Unreadable || shows(seen, color),
            };
            (!agrees).then(|| Discrepancy { point, expected: expected.map_or(Expected::Empty, Expected::Stone), seen })
        })
        .collect()
}

/// True when a cell can be a stone of this colour.
pub(super) fn shows(cell: Cell, color: Color) -> bool {
    cell == Cell::Stone(color) || cell == Cell::StoneOfUnknownColor
}

pub(super) fn cell_of(stone: Option<Color>) -> Cell {
    stone.map_or(Cell::Empty, Cell::Stone)
}

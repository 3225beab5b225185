//! Scans that a board of stones cannot show, whatever hands do: failures of what all points of a line, or of the board, have in common.
//!
//! A bound on new points in one scan would be wrong: a position is set up by handfuls, and a board that was away comes back with as many
//! new stones as were played meanwhile. What hands cannot do, and a multiplexer or a sense line that fails does (hardware failure F9), is
//! this:
//!
//! * a stone on every point: no group would have a liberty;
//! * a whole line that fills, or loses its many stones, from one scan to the next while the others stand still;
//! * a board full of stones that shows none in a single scan.
//!
//! The first is dropped. Lines are hidden and named until they show something else: the game goes on with what can still be seen. The last is
//! believed when the scan after it says the same.
//!
//! Of a board with checksums and with numbers on its packets ([`crate::wire::kifud`]) only the lines are looked at: what it says of the
//! whole board it means, and it says it once.

use crate::go::{Point, Size};
use crate::wire::{Cell, Grid};

/// So many points may change elsewhere while a line fails: a move and a flicker.
const ELSEWHERE: usize = 2;
/// From so many stones on, one scan that shows none of them has to be seen twice.
const MANY_STONES: usize = 10;

/// What is made of a scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Judged {
    /// It can be so, but for the lines that are hidden; with the points that cannot be read now, when they are others than before.
    Shown(Grid, Option<Vec<Point>>),
    /// It cannot be so, or not surely: dropped.
    Impossible,
}

/// A row or a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Row(u8),
    Column(u8),
}

impl Line {
    fn all(size: Size) -> impl Iterator<Item = Line> {
        (0..size.height()).map(Line::Row).chain((0..size.width()).map(Line::Column))
    }

    fn holds(self, point: Point) -> bool {
        match self {
            Line::Row(row) => point.row == row,
            Line::Column(col) => point.col == col,
        }
    }

    fn points(self, size: Size) -> impl Iterator<Item = Point> {
        let length = match self {
            Line::Row(_) => size.width(),
            Line::Column(_) => size.height(),
        };
        (0..length).map(move |step| match self {
            Line::Row(row) => Point::new(step, row),
            Line::Column(col) => Point::new(col, step),
        })
    }
}

/// How a line has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stuck {
    /// It shows a stone on every point.
    On,
    /// It shows none.
    Off,
}

/// So many points of a line must have changed at once for the line to have failed. Hands do not put so many stones down in one line in the
/// time of a scan. They may lift as many captured ones in a handful, but that leaves no line empty: a chain within a line has been taken by
/// the stones at its ends, which lie in the same line, unless it reached from edge to edge.
fn least(length: usize) -> usize {
    length.div_ceil(3)
}

/// What was seen before, to which a scan is compared.
#[derive(Debug, Clone)]
pub(super) struct StuckLines {
    size: Size,
    /// Where stones were seen in the last scan; `None` when it is too long ago to compare.
    last: Option<Vec<bool>>,
    lines: Vec<(Line, Stuck)>,
    /// A board without its many stones was seen once.
    emptied: bool,
    /// The points that were named last.
    named: Vec<Point>,
}

impl StuckLines {
    /// Nothing has been seen.
    pub(super) fn new(size: Size) -> StuckLines {
        StuckLines { size, last: None, lines: Vec::new(), emptied: false, named: Vec::new() }
    }

    /// The port has been opened anew: whatever stands, hands had the time for it. Lines that have failed are still failed.
    pub(super) fn forget(&mut self) {
        self.last = None;
        self.emptied = false;
    }

    /// Judges a scan. Points that it shows as unreadable count as what they were.
    pub(super) fn judge(&mut self, mut grid: Grid) -> Judged {
        if !grid.cells().iter().any(|cell| matches!(cell, Cell::Empty | Cell::Unreadable)) {
            return Judged::Impossible;
        }
        let none = !grid.cells().iter().any(|cell| matches!(cell, Cell::Stone(_) | Cell::StoneOfUnknownColor));
        let many = |last: &Vec<bool>| last.iter().filter(|&&stone| stone).count() >= MANY_STONES;
        if none && !self.emptied && self.last.as_ref().is_some_and(many) {
            self.emptied = true;
            return Judged::Impossible;
        }
        self.emptied = false;
        self.hide_lines(&mut grid);
        let unreadable: Vec<Point> = self.size.points().filter(|&point| grid.get(point) == Cell::Unreadable).collect();
        let news = (unreadable != self.named).then(|| unreadable.clone());
        self.named = unreadable;
        Judged::Shown(grid, news)
    }

    /// Looks only for lines that fail or work again, and hides those that have failed; true when they are others than before.
    pub(super) fn hide_lines(&mut self, grid: &mut Grid) -> bool {
        let (before, lines) = (self.last.take(), self.lines.clone());
        let seen = |(index, cell): (usize, &Cell)| match cell {
            Cell::Empty => false,
            Cell::Stone(_) | Cell::StoneOfUnknownColor => true,
            Cell::Unreadable => before.as_ref().is_some_and(|before| before[index]),
        };
        let stones: Vec<bool> = grid.cells().iter().enumerate().map(seen).collect();
        if let Some(before) = before {
            self.fail(&before, &stones);
        }
        self.mend(&stones);
        self.last = Some(stones);
        for point in self.points() {
            grid.set(point, Cell::Unreadable);
        }
        self.lines != lines
    }

    /// The points of the lines that have failed, each once.
    pub(super) fn points(&self) -> Vec<Point> {
        self.size.points().filter(|&point| self.lines.iter().any(|(line, _)| line.holds(point))).collect()
    }

    /// The board shows what it showed last.
    pub(super) fn stands(&mut self) {
        self.emptied = false;
    }

    /// Finds the lines that have failed between two scans.
    fn fail(&mut self, before: &[bool], now: &[bool]) {
        let size = self.size;
        let mut failed = self.lines.clone();
        // Twice: where a row and a column cross that fail together, one of them does not look like the rest of it.
        for _ in 0..2 {
            let found: Vec<_> = Line::all(size).filter_map(|line| Some((line, failure(line, size, &failed, before, now)?))).collect();
            failed.extend(found);
        }
        let changed = |point: &Point| before[size.index(*point)] != now[size.index(*point)];
        let elsewhere = size.points().filter(|&point| !failed.iter().any(|(line, _)| line.holds(point))).filter(changed).count();
        if elsewhere <= ELSEWHERE {
            self.lines = failed;
        }
    }

    /// Trusts again what shows something else than its failure; a line without stones also when the rest of the board has none.
    fn mend(&mut self, now: &[bool]) {
        let (size, failed) = (self.size, self.lines.clone());
        let empty_elsewhere = size.points().all(|point| !now[size.index(point)] || failed.iter().any(|(line, _)| line.holds(point)));
        self.lines.retain(|&(line, how)| {
            let others = |point: Point| failed.iter().any(|&(other, _)| other != line && other.holds(point));
            let mut own = line.points(size).filter(|&point| !others(point));
            match how {
                Stuck::On => own.all(|point| now[size.index(point)]),
                Stuck::Off => !empty_elsewhere && own.all(|point| !now[size.index(point)]),
            }
        });
    }
}

/// How a line has failed between two scans, if it has; points of lines that are known to have failed say nothing.
fn failure(line: Line, size: Size, failed: &[(Line, Stuck)], before: &[bool], now: &[bool]) -> Option<Stuck> {
    if failed.iter().any(|(known, _)| *known == line) {
        return None;
    }
    let own = line.points(size).filter(|&point| !failed.iter().any(|(known, _)| known.holds(point)));
    let indexes: Vec<usize> = own.map(|point| size.index(point)).collect();
    let how = if now[*indexes.first()?] { Stuck::On } else { Stuck::Off };
    let uniform = indexes.iter().all(|&index| now[index] == (how == Stuck::On));
    let changed = indexes.iter().filter(|&&index| before[index] != now[index]).count();
    (uniform && changed >= least(indexes.len())).then_some(how)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::square(9).unwrap()
    }

    fn grid(stones: impl Fn(Point) -> bool) -> Grid {
        let cells = size().points().map(|point| if stones(point) { Cell::StoneOfUnknownColor } else { Cell::Empty });
        Grid::from_cells(size(), cells.collect()).unwrap()
    }

    /// Stones on two of three points.
    fn middle_game(point: Point) -> bool {
        !(point.col + 2 * point.row).is_multiple_of(3)
    }

    fn hidden(judged: &Judged) -> Vec<Point> {
        let Judged::Shown(grid, _) = judged else { panic!("dropped") };
        size().points().filter(|&point| grid.get(point) == Cell::Unreadable).collect()
    }

    #[test]
    fn f9_a_dead_row_is_hidden_until_it_shows_a_stone() {
        let mut lines = StuckLines::new(size());
        assert_eq!(lines.judge(grid(middle_game)), Judged::Shown(grid(middle_game), None));
        let dead = |point: Point| middle_game(point) && point.row != 4;
        let judged = lines.judge(grid(dead));
        let row: Vec<Point> = Line::Row(4).points(size()).collect();
        assert_eq!(hidden(&judged), row);
        assert!(matches!(judged, Judged::Shown(_, Some(named)) if named == row));
        // Moves elsewhere are seen, and nothing is named twice.
        let judged = lines.judge(grid(|point| dead(point) || point == Point::new(0, 0)));
        assert!(matches!(&judged, Judged::Shown(grid, None) if grid.get(Point::new(0, 0)) == Cell::StoneOfUnknownColor));
        assert_eq!(lines.judge(grid(middle_game)), Judged::Shown(grid(middle_game), Some(Vec::new())));
    }

    #[test]
    fn f9_a_column_that_is_all_stones_is_hidden_beside_a_move() {
        let mut lines = StuckLines::new(size());
        lines.judge(grid(middle_game));
        let stuck = |point: Point| middle_game(point) || point.col == 2 || point == Point::new(0, 0);
        assert_eq!(hidden(&lines.judge(grid(stuck))), Line::Column(2).points(size()).collect::<Vec<_>>());
        // A point of it that is empty again: it works.
        assert_eq!(hidden(&lines.judge(grid(|point| stuck(point) && point != Point::new(2, 7)))), []);
    }

    #[test]
    fn f9_a_stone_on_every_point_is_dropped_and_a_board_without_its_stones_must_be_seen_twice() {
        let mut lines = StuckLines::new(size());
        lines.judge(grid(middle_game));
        assert_eq!(lines.judge(grid(|_| true)), Judged::Impossible);
        assert_eq!(lines.judge(grid(|_| false)), Judged::Impossible);
        assert_eq!(lines.judge(grid(middle_game)), Judged::Shown(grid(middle_game), None));
        assert_eq!(lines.judge(grid(|_| false)), Judged::Impossible);
        assert_eq!(lines.judge(grid(|_| false)), Judged::Shown(grid(|_| false), None), "it was swept");
    }

    #[test]
    fn setting_up_catching_up_and_a_handful_of_captures_are_no_failures() {
        let mut lines = StuckLines::new(size());
        lines.judge(grid(|_| false));
        let judged = lines.judge(grid(|point| middle_game(point) || point.row == 3));
        assert_eq!(hidden(&judged), [], "much has changed everywhere");
        // A chain of seven along the edge, and the stones that take it.
        let mut lines = StuckLines::new(size());
        let around = |point: Point| (point.row == 0 && point.col == 7) || (point.row == 1 && point.col < 7);
        lines.judge(grid(|point| around(point) || (point.row == 0 && point.col < 7)));
        assert_eq!(hidden(&lines.judge(grid(around))), []);
        // Stone by stone a line may well fill.
        let mut lines = StuckLines::new(size());
        for count in 0..=9 {
            assert_eq!(hidden(&lines.judge(grid(|point| point.row == 0 && point.col < count))), []);
        }
        // After the port was away the last scan is no measure.
        lines.forget();
        assert_eq!(hidden(&lines.judge(grid(|point| point.row == 1))), []);
    }
}

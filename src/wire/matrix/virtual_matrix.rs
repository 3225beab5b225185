//! A matrix board made of nothing, for the simulator and the tests.

use crate::go::{Color, Point, Size};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

/// Coloured stones on a board that says what it sees, over and over.
#[derive(Debug)]
pub struct VirtualMatrix {
    grid: Grid,
    due: Option<Mono>,
    /// Hands have changed something since the last board was sent.
    changed: bool,
    last_scan: Mono,
}

impl VirtualMatrix {
    /// From one board to the next: the scan, the line, and the pause of 100 ms.
    pub const EVERY_MS: u64 = 140;

    /// An empty board, switched off.
    pub fn new(size: Size) -> VirtualMatrix {
        VirtualMatrix { grid: Grid::filled(size, Cell::Empty), due: None, changed: false, last_scan: Mono::ZERO }
    }

    /// It is switched on and sends its first board at once.
    pub fn switched_on(&mut self, now: Mono) {
        self.due = Some(now);
    }

    /// Puts stones down and takes them off. A stone whose colour cannot be seen, or a sensor that cannot be read, shows as an empty point.
    pub fn set(&mut self, changes: &[(Point, Cell)]) {
        self.changed = true;
        for &(point, cell) in changes {
            self.grid.set(point, if let Cell::Stone(_) = cell { cell } else { Cell::Empty });
        }
    }

    /// When [`VirtualMatrix::tick`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        self.due
    }

    /// Sends the board when it is due.
    pub fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        if self.due.is_none_or(|due| due > now) {
            return;
        }
        self.due = Some(now.plus_ms(VirtualMatrix::EVERY_MS));
        if std::mem::take(&mut self.changed) {
            self.last_scan = now;
        }
        for line in self.grid.cells().chunks(usize::from(self.grid.size().width())) {
            for cell in line {
                out.extend_from_slice(match cell {
                    Cell::Stone(Color::Black) => b"\tB ",
                    Cell::Stone(Color::White) => b"\tW ",
                    Cell::Empty | Cell::StoneOfUnknownColor | Cell::Unreadable => b"\t  ",
                });
            }
            out.extend_from_slice(b"\r\n");
        }
        out.extend_from_slice(b"\r\n");
    }

    /// What the board shows.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// When it last sent something that hands had changed; the start of time before that.
    pub fn last_scan(&self) -> Mono {
        self.last_scan
    }
}

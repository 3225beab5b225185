//! An IGO board made of nothing: it answers, for the simulator and the tests.

use super::{ASK_SCAN, ASK_VERSION, SCAN, VERSION, write_lines};
use crate::go::{Point, Size};
use crate::time::Mono;
use crate::wire::serial_transfer::{self, Decoder};
use crate::wire::{Cell, Grid};

/// Its answer to the question for a version.
const VERSION_TEXT: &[u8] = b"virtual IGO 1\n";
/// The lowest key bit.
const KEY_SHIFT: u32 = 20;

/// Stones of no colour on a board that speaks only when it is asked. At most 20 columns: the keys begin there.
#[derive(Debug)]
pub struct VirtualIgo {
    size: Size,
    decoder: Decoder,
    lines: Vec<u32>,
    keys: u32,
}

impl VirtualIgo {
    /// An empty board.
    pub fn new(size: Size) -> VirtualIgo {
        VirtualIgo { size, decoder: Decoder::new(|_, _| true), lines: vec![0; usize::from(size.height())], keys: 0 }
    }

    /// Puts stones down and takes them off; it cannot tell their colours.
    pub fn set(&mut self, changes: &[(Point, Cell)]) {
        for (point, cell) in changes.iter().filter(|(point, _)| self.size.contains(*point)) {
            let bit = 1u32.checked_shl(u32::from(point.col)).unwrap_or(0);
            let line = &mut self.lines[usize::from(point.row)];
            *line = if *cell == Cell::Empty { *line & !bit } else { *line | bit };
        }
    }

    /// Keys that are held down, bits 0 to 3.
    pub fn hold_keys(&mut self, keys: u8) {
        self.keys = u32::from(keys & 0xF) << KEY_SHIFT;
    }

    /// Takes the host's bytes and answers.
    pub fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) {
        let mut frames = Vec::new();
        self.decoder.received(now, bytes, &mut frames);
        for frame in frames {
            let answer = match (frame.id, frame.payload.as_slice()) {
                (SCAN, ASK_SCAN) => write_lines(&self.lines.iter().map(|line| line | self.keys).collect::<Vec<_>>()),
                (VERSION, ASK_VERSION) => VERSION_TEXT.to_vec(),
                _ => continue,
            };
            serial_transfer::encode(frame.id, &answer, out).expect("25 lines of four characters fit into a frame");
        }
    }

    /// What the board shows.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::filled(self.size, Cell::Empty);
        for point in self.size.points() {
            if self.lines[usize::from(point.row)] >> point.col & 1 == 1 {
                grid.set(point, Cell::StoneOfUnknownColor);
            }
        }
        grid
    }
}

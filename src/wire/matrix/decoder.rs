//! Bytes to whole boards.

use crate::go::{Color, Size};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

/// Bytes of one cell: TAB, character, SPACE.
const CELL: usize = 3;
/// The longest line: as many cells as the largest board has, CR and LF.
pub const LINE_MAX: usize = CELL * Size::MAX as usize + 2;
/// A line without cells: CR and LF.
const BLANK: u64 = 2;
/// A board whose next byte does not come for so long never will be whole: boards speak in one go, and a pause of 100 ms separates two.
pub const HALF_BOARD_MS: u64 = 500;

/// What was made of the bytes so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The beginning may have been missed: what is not whole then is nobody's fault.
    Joining,
    /// Every line so far is good. What stands before the first good line (a start message, noise) is no line of the board: were it a
    /// damaged one, the board would end with a line too few.
    Good,
    /// A line behind a good one was wrong: nothing counts before a blank line.
    Broken,
}

/// Finds whole boards in bytes that come split anywhere, with anything between them. Holds at most one line and the cells of one board.
#[derive(Debug, Clone)]
pub struct Decoder {
    line: Vec<u8>,
    cells: Vec<Cell>,
    /// Lines of the board in hand, and how many bytes it has had.
    lines: usize,
    bytes: u64,
    state: State,
    last_byte: Mono,
    bad_boards: u64,
    stray_bytes: u64,
}

impl Default for Decoder {
    fn default() -> Decoder {
        Decoder::new()
    }
}

impl Decoder {
    /// A decoder that has seen nothing.
    pub fn new() -> Decoder {
        Decoder {
            line: Vec::with_capacity(LINE_MAX),
            cells: Vec::new(),
            lines: 0,
            bytes: 0,
            state: State::Joining,
            last_byte: Mono::ZERO,
            bad_boards: 0,
            stray_bytes: 0,
        }
    }

    /// The port has been opened anew: what comes may begin in the middle of a board.
    pub fn forget(&mut self) {
        self.begin();
        self.state = State::Joining;
    }

    /// Takes bytes and appends the boards that are now whole. `now` never goes back.
    pub fn received(&mut self, now: Mono, bytes: &[u8], boards: &mut Vec<Grid>) {
        self.expire(now);
        self.last_byte = now;
        for &byte in bytes {
            if self.line.len() >= LINE_MAX && byte != b'\n' {
                self.stray_bytes += 1;
                continue;
            }
            self.bytes += 1;
            if byte == b'\n' {
                let line = std::mem::take(&mut self.line);
                self.end_line(&line, boards);
                self.line = line;
                self.line.clear();
            } else {
                self.line.push(byte);
            }
        }
    }

    /// Gives up half a board.
    pub fn expire(&mut self, now: Mono) {
        if self.wake().is_some_and(|wake| wake <= now) {
            self.give_up();
            // The rest of it may still come.
            self.state = State::Joining;
        }
    }

    /// When [`Decoder::expire`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        (self.bytes > 0).then(|| self.last_byte.plus_ms(HALF_BOARD_MS))
    }

    /// Boards dropped: a wrong line, too few or too many of them, or given up half.
    pub fn bad_boards(&self) -> u64 {
        self.bad_boards
    }

    /// Bytes before the first board that could be whole, and those that no line has room for.
    pub fn stray_bytes(&self) -> u64 {
        self.stray_bytes
    }

    /// Bytes and cells that are held: at most a line and a board of the largest size.
    pub fn held(&self) -> usize {
        self.line.len() + self.cells.len()
    }

    fn begin(&mut self) {
        self.line.clear();
        self.cells.clear();
        self.lines = 0;
        self.bytes = 0;
    }

    fn give_up(&mut self) {
        if self.state == State::Joining {
            self.stray_bytes += self.bytes;
        } else {
            self.bad_boards += 1;
        }
        self.begin();
    }

    fn end_line(&mut self, line: &[u8], boards: &mut Vec<Grid>) {
        match line.strip_suffix(b"\r") {
            Some([]) => self.end_board(boards),
            Some(cells) if self.state != State::Broken && self.lines < usize::from(Size::MAX) => self.take_line(cells),
            _ => self.break_board(),
        }
    }

    fn break_board(&mut self) {
        if self.lines > 0 {
            self.state = State::Broken;
        }
        self.cells.clear();
    }

    fn take_line(&mut self, bytes: &[u8]) {
        let before = self.cells.len();
        let cells = bytes.chunks(CELL).map(|cell| match cell {
            b"\tB " => Some(Cell::Stone(Color::Black)),
            b"\tW " => Some(Cell::Stone(Color::White)),
            b"\t  " => Some(Cell::Empty),
            _ => None,
        });
        let whole = cells.map(|cell| cell.map(|cell| self.cells.push(cell))).all(|cell| cell.is_some());
        let length = self.cells.len() - before;
        // Every line is as long as the first.
        if whole && (self.lines == 0 || before == self.lines * length) {
            self.lines += 1;
        } else {
            self.break_board();
        }
    }

    fn end_board(&mut self, boards: &mut Vec<Grid>) {
        let size = u8::try_from(self.lines).ok().and_then(Size::square);
        let whole = (self.state != State::Broken).then(|| size.and_then(|size| Grid::from_cells(size, std::mem::take(&mut self.cells))));
        match whole.flatten() {
            Some(board) => boards.push(board),
            None if self.bytes == BLANK => self.stray_bytes += BLANK,
            None => self.give_up(),
        }
        self.begin();
        self.state = State::Good;
    }
}

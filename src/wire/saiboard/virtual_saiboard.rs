//! A Saiboard made of nothing: it answers, for the simulator and the tests.

use std::fmt::Write as _;

use super::{ASK, COUNT_MAX, END};
use crate::go::{Color, Point, Size};
use crate::wire::{Cell, Grid};

/// What its sensors show without a stone, about; each has its own zero beside it.
const LEVEL: i32 = 1_900;
/// What a stone right on its point adds or takes away.
const FIELD: i32 = 260;
/// What its plate shows alone, what a stone adds, and a hand.
const PLATE: u32 = 30_000;
const PLATE_STONE: u32 = 20;
const PLATE_HAND: u32 = 6_000;
/// The longest question; what is longer is none.
const QUESTION_MAX: usize = 64;

/// Stones with two poles on 361 sensors that are not quite alike and not quite still.
#[derive(Debug)]
pub struct VirtualSaiboard {
    grid: Grid,
    question: Vec<u8>,
    answers: u32,
    hand: bool,
    /// All counts are shifted by this: warmth.
    shift: i32,
}

impl VirtualSaiboard {
    /// An empty board.
    pub fn new(size: Size) -> VirtualSaiboard {
        VirtualSaiboard { grid: Grid::filled(size, Cell::Empty), question: Vec::new(), answers: 0, hand: false, shift: 0 }
    }

    /// Puts stones down and takes them off; `Unreadable` is a sensor that shows nothing at all.
    pub fn set(&mut self, changes: &[(Point, Cell)]) {
        for &(point, cell) in changes {
            self.grid.set(point, if cell == Cell::StoneOfUnknownColor { Cell::Empty } else { cell });
        }
    }

    /// A hand lies on the board, or leaves it.
    pub fn touch(&mut self, on: bool) {
        self.hand = on;
    }

    /// Warmth moves all counts by this.
    pub fn warm(&mut self, counts: i32) {
        self.shift = counts;
    }

    /// Takes the host's bytes and answers; true when it was asked for a scan.
    pub fn received(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> bool {
        let mut asked = false;
        for &byte in bytes {
            if byte == b'{' || self.question.len() == QUESTION_MAX {
                self.question.clear();
            }
            self.question.push(byte);
            // As the real one: a question ends with its brace.
            if byte == b'}' && std::mem::take(&mut self.question) == ASK {
                asked = true;
                self.answer(out);
            }
        }
        asked
    }

    fn answer(&mut self, out: &mut Vec<u8>) {
        self.answers = self.answers.wrapping_add(1);
        let mut text = String::from(r#"{"hall":["#);
        let width = usize::from(self.grid.size().width());
        for index in 0..self.grid.size().area() {
            let (begins, ends) = (index.is_multiple_of(width), (index + 1).is_multiple_of(width));
            let before = if begins && index > 0 {
                ",["
            } else if begins {
                "["
            } else {
                ","
            };
            let after = if ends { "]" } else { "" };
            write!(text, "{before}{}{after}", self.count(index)).expect("a String takes everything");
        }
        let stones = self.grid.cells().iter().filter(|cell| matches!(cell, Cell::Stone(_))).count();
        let plate = PLATE + PLATE_STONE * stones as u32 + if self.hand { PLATE_HAND } else { 0 } + self.noise(7) % 50;
        write!(text, r#"],"touch":{plate}}}"#).expect("a String takes everything");
        out.extend_from_slice(text.as_bytes());
        out.push(END);
    }

    fn count(&self, index: usize) -> i32 {
        let own = (index as i32 * 37 % 61) - 30;
        let noise = self.noise(index) as i32 % 11 - 5;
        let field = match self.grid.cells()[index] {
            Cell::Stone(Color::White) => FIELD,
            Cell::Stone(Color::Black) => -FIELD,
            Cell::Empty | Cell::StoneOfUnknownColor => 0,
            Cell::Unreadable => return 0,
        };
        (LEVEL + own + noise + field + self.shift).clamp(0, i32::from(COUNT_MAX))
    }

    /// Some number, another with every answer, the same in every run.
    fn noise(&self, index: usize) -> u32 {
        (self.answers.wrapping_mul(2_654_435_761) ^ (index as u32).wrapping_mul(40_503)) >> 7
    }

    /// What lies on the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
}

//! Boards as text: one string a line, top line first, `.` empty, `X` black, `O` white (CONTRACT 4.1).

use super::Board;
use crate::go::{Color, Size};

/// Why text is no diagram of a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// Width or height is not from 2 to 25.
    #[error("a board has 2 to 25 columns and lines, this has {width} and {height}")]
    Size {
        /// Characters of the first line.
        width: usize,
        /// Number of lines.
        height: usize,
    },
    /// A line of another length than the first.
    #[error("line {line} has {found} characters, the first has {expected}")]
    Uneven {
        /// From the top, 1 is the first.
        line: usize,
        /// Its length.
        found: usize,
        /// The first line's length.
        expected: usize,
    },
    /// A character that is none of `.`, `X`, `O`.
    #[error("line {line} holds '{found}': write . for empty, X for black, O for white")]
    Character {
        /// From the top, 1 is the first.
        line: usize,
        /// The character.
        found: char,
    },
}

impl Board {
    /// Reads a diagram: lines from the top, of `.`, `X` and `O`; spaces between points and around lines are passed over.
    ///
    /// # Errors
    /// [`DiagramError`] with the line.
    pub fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Board, DiagramError> {
        let rows: Vec<Vec<char>> = lines
            .into_iter()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>())
            .filter(|row| !row.is_empty())
            .collect();
        let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
        let side = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
        let size = Size::new(side(width), side(height)).ok_or(DiagramError::Size { width, height })?;
        let mut board = Board::new(size);
        let mut changes = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let line = index + 1;
            if row.len() != width {
                return Err(DiagramError::Uneven { line, found: row.len(), expected: width });
            }
            for &found in row {
                changes.push(match found {
                    '.' => None,
                    'X' => Some(Color::Black),
                    'O' => Some(Color::White),
                    _ => return Err(DiagramError::Character { line, found }),
                });
            }
        }
        board.set(size.points().zip(changes));
        Ok(board)
    }

    /// The board's lines, top first.
    pub fn lines(&self) -> Vec<String> {
        let width = usize::from(self.size.width());
        let letters: Vec<char> = self.stones().into_iter().map(letter).collect();
        letters.chunks(width).map(|row| row.iter().collect()).collect()
    }
}

fn letter(stone: Option<Color>) -> char {
    match stone {
        None => '.',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
    }
}

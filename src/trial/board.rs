//! The boards that a trial plays on: `wire`'s virtual devices, one face for all of them.

use crate::go::{Point, Size};
use crate::time::Mono;
use crate::wire::igo::VirtualIgo;
use crate::wire::kifud::VirtualBoard;
use crate::wire::kifud::board_packet::caps;
use crate::wire::matrix::VirtualMatrix;
use crate::wire::saiboard::VirtualSaiboard;
use crate::wire::yihu::VirtualYihu;
use crate::wire::{BoardDriver, Cell, Trays};

/// A virtual board. Bytes in, bytes out; time is given to it.
pub(super) enum Board {
    /// Speaks by itself, sees colours.
    Kifud {
        /// The board.
        board: Box<VirtualBoard>,
        /// Rises with every start.
        boot_id: u32,
    },
    /// Speaks when asked, sees no colours.
    Igo(VirtualIgo),
    /// Speaks by itself, sees colours, has no checksum.
    Matrix(VirtualMatrix),
    /// Speaks when asked, in analogue values.
    Saiboard(Box<VirtualSaiboard>),
    /// Tells placements only.
    Yihu(VirtualYihu),
}

impl Board {
    /// An empty board without power.
    pub(super) fn new(driver: BoardDriver, size: Size) -> Board {
        match driver {
            BoardDriver::Kifud => {
                Board::Kifud { board: Box::new(VirtualBoard::new(size, caps::COLOR | caps::LIGHTS | caps::TRAYS, 1)), boot_id: 1 }
            }
            BoardDriver::Igo => Board::Igo(VirtualIgo::new(size)),
            BoardDriver::Matrix => Board::Matrix(VirtualMatrix::new(size)),
            BoardDriver::Saiboard => Board::Saiboard(Box::new(VirtualSaiboard::new(size))),
            BoardDriver::Yihu => Board::Yihu(VirtualYihu::new()),
        }
    }

    /// Power on: it forgets what was asked of it, not what lies on it.
    pub(super) fn power_on(&mut self, now: Mono, out: &mut Vec<u8>) {
        match self {
            Board::Kifud { board, boot_id } => {
                *boot_id += 1;
                board.switched_on(now, *boot_id, out);
            }
            Board::Igo(_) | Board::Saiboard(_) => {}
            Board::Matrix(board) => board.switched_on(now),
            Board::Yihu(board) => board.switched_on(now, out),
        }
    }

    /// Hands change these points at one moment.
    pub(super) fn set(&mut self, now: Mono, changes: &[(Point, Cell)], out: &mut Vec<u8>) {
        match self {
            Board::Kifud { board, .. } => board.set(now, changes, out),
            Board::Igo(board) => board.set(changes),
            Board::Matrix(board) => board.set(changes),
            Board::Saiboard(board) => board.set(changes),
            Board::Yihu(board) => {
                for &(point, _) in changes.iter().filter(|(_, cell)| matches!(cell, Cell::Stone(_) | Cell::StoneOfUnknownColor)) {
                    board.put(point, out);
                }
            }
        }
    }

    /// Bowls and lids hold so many stones, where the board counts them.
    pub(super) fn trays(&mut self, now: Mono, trays: Trays, out: &mut Vec<u8>) {
        match self {
            Board::Kifud { board, .. } => board.trays(now, trays, out),
            Board::Igo(_) | Board::Matrix(_) | Board::Saiboard(_) | Board::Yihu(_) => {}
        }
    }

    /// Bytes from the host.
    pub(super) fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) {
        match self {
            Board::Kifud { board, .. } => board.received(now, bytes, out),
            Board::Igo(board) => board.received(now, bytes, out),
            Board::Saiboard(board) => {
                board.received(bytes, out);
            }
            Board::Matrix(_) | Board::Yihu(_) => {}
        }
    }

    /// When [`Board::tick`] is wanted next.
    pub(super) fn wake(&self) -> Option<Mono> {
        match self {
            Board::Kifud { board, .. } => board.wake(),
            Board::Igo(_) | Board::Saiboard(_) => None,
            Board::Matrix(board) => board.wake(),
            Board::Yihu(board) => board.wake(),
        }
    }

    /// Scans and repeats what is due.
    pub(super) fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        match self {
            Board::Kifud { board, .. } => board.tick(now, out),
            Board::Igo(_) | Board::Saiboard(_) => {}
            Board::Yihu(board) => board.tick(now, out),
            Board::Matrix(board) => board.tick(now, out),
        }
    }
}

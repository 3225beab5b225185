//! A board that pushes ASCII lines.

use super::BoardOrder;
use crate::go::Size;
use crate::sim::device::Machine;
use crate::time::Mono;
use crate::wire::matrix::VirtualMatrix;

/// Sees colours, has no ears: whoever has the port open follows it.
pub(in crate::sim) struct MatrixMachine {
    board: VirtualMatrix,
    followed: bool,
}

impl MatrixMachine {
    pub(in crate::sim) fn new(size: Size) -> MatrixMachine {
        MatrixMachine { board: VirtualMatrix::new(size), followed: false }
    }
}

impl Machine for MatrixMachine {
    type Order = BoardOrder;

    fn power_on(&mut self, now: Mono, _: &mut Vec<u8>) {
        self.followed = false;
        self.board.switched_on(now);
    }

    fn received(&mut self, _: Mono, _: &[u8], _: &mut Vec<u8>) {}

    fn order(&mut self, _: Mono, order: BoardOrder, _: &mut Vec<u8>) {
        self.board.set(&order.stones());
    }

    fn wake(&self) -> Option<Mono> {
        self.board.wake()
    }

    fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.board.tick(now, out);
    }

    fn host_came(&mut self) {
        self.followed = true;
    }

    fn host_left(&mut self) {
        self.followed = false;
    }

    fn is_asked(&self) -> bool {
        self.followed
    }

    fn told(&self) -> Mono {
        self.board.last_scan()
    }
}

//! A YiHu board behind its bridge.

use super::BoardOrder;
use crate::sim::device::Machine;
use crate::time::Mono;
use crate::wire::Cell;
use crate::wire::yihu::VirtualYihu;

/// Tells where stones are put down and has no ears: whoever has the port open follows it.
pub(in crate::sim) struct YihuMachine {
    board: VirtualYihu,
    followed: bool,
    told: Mono,
}

impl YihuMachine {
    pub(in crate::sim) fn new() -> YihuMachine {
        YihuMachine { board: VirtualYihu::new(), followed: false, told: Mono::ZERO }
    }
}

impl Machine for YihuMachine {
    type Order = BoardOrder;

    fn power_on(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.followed = false;
        self.board.switched_on(now, out);
    }

    fn received(&mut self, _: Mono, _: &[u8], _: &mut Vec<u8>) {}

    fn order(&mut self, now: Mono, order: BoardOrder, out: &mut Vec<u8>) {
        self.told = now;
        for (point, cell) in order.stones() {
            if matches!(cell, Cell::Stone(_) | Cell::StoneOfUnknownColor) {
                self.board.put(point, out);
            }
        }
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
        self.told
    }
}

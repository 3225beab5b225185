//! A Saiboard on a serial line.

use super::BoardOrder;
use crate::go::Size;
use crate::sim::device::Machine;
use crate::time::Mono;
use crate::wire::saiboard::VirtualSaiboard;

/// Sees colours, and speaks only when asked.
pub(in crate::sim) struct SaiboardMachine {
    board: VirtualSaiboard,
    asked: bool,
    /// Hands have changed something since the last answer.
    changed: bool,
    told: Mono,
}

impl SaiboardMachine {
    pub(in crate::sim) fn new(size: Size) -> SaiboardMachine {
        SaiboardMachine { board: VirtualSaiboard::new(size), asked: false, changed: false, told: Mono::ZERO }
    }
}

impl Machine for SaiboardMachine {
    type Order = BoardOrder;

    fn power_on(&mut self, _: Mono, _: &mut Vec<u8>) {
        self.asked = false;
    }

    fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) {
        if self.board.received(bytes, out) {
            self.asked = true;
            if std::mem::take(&mut self.changed) {
                self.told = now;
            }
        }
    }

    fn order(&mut self, _: Mono, order: BoardOrder, _: &mut Vec<u8>) {
        self.changed = true;
        self.board.set(&order.stones());
    }

    fn wake(&self) -> Option<Mono> {
        None
    }

    fn tick(&mut self, _: Mono, _: &mut Vec<u8>) {}

    fn host_left(&mut self) {
        self.asked = false;
    }

    fn is_asked(&self) -> bool {
        self.asked
    }

    fn told(&self) -> Mono {
        self.told
    }
}

//! The machines behind the pseudo-terminals: `wire`'s virtual devices with their power supply, and with an ear for what the host asks.

mod matrix;
mod saiboard;
mod yihu;

use std::collections::VecDeque;

use crate::clock::Side;
use crate::go::{Point, Size};
use crate::time::Mono;
use crate::wire::igo::VirtualIgo;
use crate::wire::kifud::board_packet::{ToBoard, caps};
use crate::wire::kifud::packet::{is_sealed, unseal};
use crate::wire::kifud::{ClockSetting, VirtualBoard};
use crate::wire::serial_transfer::Decoder;
use crate::wire::{Cell, ClockDriver, Trays};

use super::clock::AnyClock;
use super::device::Machine;
pub(super) use matrix::MatrixMachine;
pub(super) use saiboard::SaiboardMachine;
pub(super) use yihu::YihuMachine;

/// What hands do to a board.
pub(super) enum BoardOrder {
    /// Points that change at one moment.
    Stones(Vec<(Point, Cell)>),
    /// Bowls and lids hold so many stones; of no effect where they are not counted.
    Trays(Trays),
}

impl BoardOrder {
    /// The points, for a board that counts no bowls.
    pub(super) fn stones(self) -> Vec<(Point, Cell)> {
        match self {
            BoardOrder::Stones(changes) => changes,
            BoardOrder::Trays(_) => Vec::new(),
        }
    }
}

/// A board that speaks `kifud`, sees colours, has lights and counts bowls and lids.
pub(super) struct KifudMachine {
    board: VirtualBoard,
    ear: Decoder,
    asked: bool,
    boot_id: u32,
}

impl KifudMachine {
    pub(super) fn new(size: Size, boot_id: u32) -> KifudMachine {
        let board = VirtualBoard::new(size, caps::COLOR | caps::LIGHTS | caps::TRAYS, boot_id);
        KifudMachine { board, ear: Decoder::new(is_sealed), asked: false, boot_id }
    }
}

impl Machine for KifudMachine {
    type Order = BoardOrder;

    fn power_on(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.boot_id = self.boot_id.wrapping_add(1);
        self.ear.forget();
        self.asked = false;
        self.board.switched_on(now, self.boot_id, out);
    }

    fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) {
        // The board keeps a stream that a host before this one asked for: only what is asked now counts.
        let mut frames = Vec::new();
        self.ear.received(now, bytes, &mut frames);
        self.asked |= frames.iter().any(|frame| {
            let asked = unseal(frame.id, &frame.payload).map(|body| ToBoard::decode(frame.id, body));
            matches!(asked, Some(Ok(ToBoard::GetSnapshot)))
        });
        self.board.received(now, bytes, out);
    }

    fn order(&mut self, now: Mono, order: BoardOrder, out: &mut Vec<u8>) {
        match order {
            BoardOrder::Stones(changes) => self.board.set(now, &changes, out),
            BoardOrder::Trays(trays) => self.board.trays(now, trays, out),
        }
    }

    fn wake(&self) -> Option<Mono> {
        self.board.wake()
    }

    fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.board.tick(now, out);
    }

    fn host_left(&mut self) {
        self.asked = false;
    }

    fn is_asked(&self) -> bool {
        self.asked
    }

    fn told(&self) -> Mono {
        self.board.last_scan()
    }
}

/// Packet ID of the IGO board's scans.
const IGO_SCAN: u8 = 5;

/// An IGO board: sees stones without their colours, and speaks only when asked.
pub(super) struct IgoMachine {
    board: VirtualIgo,
    ear: Decoder,
    asked: bool,
    /// Hands have changed something since the last answer.
    changed: bool,
    told: Mono,
}

impl IgoMachine {
    pub(super) fn new(size: Size) -> IgoMachine {
        IgoMachine { board: VirtualIgo::new(size), ear: Decoder::new(|_, _| true), asked: false, changed: false, told: Mono::ZERO }
    }
}

impl Machine for IgoMachine {
    type Order = BoardOrder;

    fn power_on(&mut self, _: Mono, _: &mut Vec<u8>) {
        self.ear.forget();
        self.asked = false;
    }

    fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) {
        let mut frames = Vec::new();
        self.ear.received(now, bytes, &mut frames);
        let scanned = frames.iter().any(|frame| frame.id == IGO_SCAN);
        self.asked |= scanned;
        if scanned && std::mem::take(&mut self.changed) {
            self.told = now;
        }
        self.board.received(now, bytes, out);
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

/// What hands do to a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClockOrder {
    /// A side is pressed.
    Press(Side),
    /// A side will be pressed at this moment of the clock's own, however late anybody else is.
    PressAt(Side, Mono),
    /// The pause button.
    Pause,
    /// Off and on again.
    Restart,
    /// It is stopped and set for the next game.
    SetAnew,
}

/// A clock that keeps time.
pub(super) struct ClockMachine {
    clock: AnyClock,
    asked: bool,
    boot_id: u32,
    told: Mono,
    /// Presses to come, in their order.
    planned: VecDeque<(Side, Mono)>,
}

impl ClockMachine {
    pub(super) fn new(driver: ClockDriver, setting: ClockSetting, boot_id: u32) -> ClockMachine {
        ClockMachine { clock: AnyClock::new(driver, setting, boot_id), asked: false, boot_id, told: Mono::ZERO, planned: VecDeque::new() }
    }

    /// The presses that were planned for by now, each at its own moment.
    fn planned_presses(&mut self, now: Mono, out: &mut Vec<u8>) {
        while let Some(&(side, at)) = self.planned.front().filter(|(_, at)| *at <= now) {
            self.planned.pop_front();
            self.clock.tick(at, out);
            self.clock.press(at, side, out);
            self.told = at;
        }
    }
}

impl Machine for ClockMachine {
    type Order = ClockOrder;

    fn power_on(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.boot_id = self.boot_id.wrapping_add(1);
        self.asked = false;
        self.clock.switched_on(now, self.boot_id, out);
    }

    fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) {
        self.planned_presses(now, out);
        self.asked |= self.clock.received(now, bytes, out);
    }

    fn order(&mut self, now: Mono, order: ClockOrder, out: &mut Vec<u8>) {
        self.planned_presses(now, out);
        if let ClockOrder::PressAt(side, at) = order {
            self.planned.push_back((side, at));
            return;
        }
        self.told = now;
        match order {
            ClockOrder::PressAt(..) => {}
            ClockOrder::Press(side) => self.clock.press(now, side, out),
            ClockOrder::Pause => self.clock.pause(now, out),
            ClockOrder::Restart => self.power_on(now, out),
            ClockOrder::SetAnew => {
                self.planned.clear();
                self.clock.set_anew(now, out);
            }
        }
    }

    fn wake(&self) -> Option<Mono> {
        let planned = self.planned.front().map(|&(_, at)| at);
        self.clock.wake().into_iter().chain(planned).min()
    }

    fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.planned_presses(now, out);
        self.clock.tick(now, out);
    }

    fn host_came(&mut self) {
        self.asked |= self.clock.host_came();
    }

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

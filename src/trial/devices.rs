//! Board, clock and their cables in virtual time: what hands do goes in, and what a host would read comes out.

use super::board::Board;
use super::cable::Cable;
use crate::go::{Point, Size};
use crate::sim::{Act, AnyClock, Cue, Device};
use crate::table::{self, PortNews};
use crate::time::Mono;
use crate::wire::kifud::ClockSetting;
use crate::wire::{BoardDriver, Cell, ClockDriver};

/// Both devices of a table.
pub(super) struct Devices {
    board: Board,
    clock: AnyClock,
    clock_boot: u32,
    /// The board's and the clock's.
    cables: [Cable; 2],
    rng: fastrand::Rng,
    /// The system has exchanged their names: the board's port leads to the clock.
    crossed: bool,
    /// Somebody opens the ports.
    hosted: bool,
}

const BOARD: usize = 0;
const CLOCK: usize = 1;

const fn place(device: Device) -> usize {
    match device {
        Device::Board => BOARD,
        Device::Clock => CLOCK,
    }
}

const fn port_of(place: usize) -> table::Device {
    if place == BOARD { table::Device::Board } else { table::Device::Clock }
}

impl Devices {
    /// They lie beside the table, unplugged.
    pub(super) fn new((board, size): (BoardDriver, Size), (clock, setting): (ClockDriver, ClockSetting), seed: u64) -> Devices {
        Devices {
            board: Board::new(board, size),
            clock: AnyClock::new(clock, setting, 1),
            clock_boot: 1,
            cables: [Cable::new(seed), Cable::new(!seed)],
            rng: fastrand::Rng::with_seed(seed ^ 0x6c69_6e65),
            crossed: false,
            hosted: true,
        }
    }

    /// When something happens next.
    pub(super) fn next(&self) -> Option<Mono> {
        let board = self.board.wake().filter(|_| self.cables[BOARD].plugged);
        let clock = self.clock.wake().filter(|_| self.cables[CLOCK].plugged);
        [board, clock, self.cables[BOARD].due(), self.cables[CLOCK].due()].into_iter().flatten().min()
    }

    /// Everything that is due; what a host finds at its ports.
    pub(super) fn moment(&mut self, now: Mono) -> Vec<(table::Device, PortNews)> {
        let mut out = Vec::new();
        if self.cables[BOARD].plugged && self.board.wake().is_some_and(|wake| wake <= now) {
            self.board.tick(now, &mut out);
        }
        while let Some(bytes) = self.cables[BOARD].down.take(now) {
            self.board.received(now, &bytes, &mut out);
        }
        self.says(now, BOARD, &mut out);
        if self.cables[CLOCK].plugged && self.clock.wake().is_some_and(|wake| wake <= now) {
            self.clock.tick(now, &mut out);
        }
        while let Some(bytes) = self.cables[CLOCK].down.take(now) {
            self.clock.received(now, &bytes, &mut out);
        }
        self.says(now, CLOCK, &mut out);
        let mut news = Vec::new();
        for at in [BOARD, CLOCK] {
            let port = port_of(if self.crossed { 1 - at } else { at });
            if self.cables[at].opens_at.is_some_and(|opens| opens <= now) {
                self.cables[at].opens_at = None;
                self.cables[at].open = true;
                news.push((port, PortNews::Opened));
            }
            while let Some(bytes) = self.cables[at].up.take(now) {
                news.push((port, PortNews::Bytes(bytes)));
            }
        }
        news
    }

    fn says(&mut self, now: Mono, at: usize, out: &mut Vec<u8>) {
        self.cables[at].say(now, out, &mut self.rng);
        out.clear();
    }

    /// Where a port leads to.
    fn behind(&self, port: table::Device) -> usize {
        let own = usize::from(port == table::Device::Clock);
        if self.crossed { 1 - own } else { own }
    }

    /// The host writes.
    pub(super) fn written(&mut self, now: Mono, port: table::Device, bytes: &[u8]) {
        let at = self.behind(port);
        if self.cables[at].open {
            self.cables[at].down.send(now, bytes, &mut self.rng);
        }
    }

    /// The host opens a port again.
    pub(super) fn reopen(&mut self, now: Mono, port: table::Device) {
        let at = self.behind(port);
        self.cables[at].open_soon(now, &mut self.rng);
    }

    /// Acts that share a moment: what is done to the board is one handful. A port that the host sees go is told.
    pub(super) fn at_once(&mut self, now: Mono, cues: &[Cue]) -> Vec<(table::Device, PortNews)> {
        let (mut handful, mut news): (Vec<(Point, Cell)>, Vec<_>) = (Vec::new(), Vec::new());
        for cue in cues {
            match cue.act.shown() {
                Some(change) => handful.push(change),
                None => {
                    self.hands_on_board(now, &mut handful);
                    news.extend(self.act(now, cue.act));
                }
            }
        }
        self.hands_on_board(now, &mut handful);
        news
    }

    /// Whatever is done elsewhere than on the board.
    pub(super) fn act(&mut self, now: Mono, act: Act) -> Option<(table::Device, PortNews)> {
        let mut out = Vec::new();
        let mut news = None;
        match act {
            Act::Put(..) | Act::Lift(_) | Act::Show(..) => {}
            Act::Trays(trays) => {
                self.board.trays(now, trays, &mut out);
                self.says(now, BOARD, &mut out);
            }
            Act::Press(side) => self.clock.press(now, side, &mut out),
            Act::Pause => self.clock.pause(now, &mut out),
            Act::Unplug(device) => news = self.unplug(device),
            Act::Plug(device) => self.plug(now, device),
            Act::Line(device, fault) => self.cables[place(device)].suffer(fault, now, &mut self.rng),
        }
        self.says(now, CLOCK, &mut out);
        news
    }

    fn hands_on_board(&mut self, now: Mono, handful: &mut Vec<(Point, Cell)>) {
        if handful.is_empty() {
            return;
        }
        let mut out = Vec::new();
        self.board.set(now, handful, &mut out);
        handful.clear();
        self.says(now, BOARD, &mut out);
    }

    /// A cable is put in: the device starts anew, and the host finds it.
    pub(super) fn plug(&mut self, now: Mono, device: Device) {
        let at = place(device);
        if self.cables[at].plugged {
            return;
        }
        self.cables[at].plug(now, &mut self.rng);
        if !self.hosted {
            self.cables[at].opens_at = None;
        }
        self.restart(now, device);
    }

    /// A device loses its power for a moment: it starts anew. What it says at its start comes before a port that is not open.
    pub(super) fn restart(&mut self, now: Mono, device: Device) {
        let mut out = Vec::new();
        match device {
            Device::Board => self.board.power_on(now, &mut out),
            Device::Clock => {
                self.clock_boot += 1;
                self.clock.switched_on(now, self.clock_boot, &mut out);
            }
        }
        self.says(now, place(device), &mut out);
    }

    fn unplug(&mut self, device: Device) -> Option<(table::Device, PortNews)> {
        let at = place(device);
        let port = port_of(if self.crossed { 1 - at } else { at });
        self.cables[at].unplug().then_some((port, PortNews::Lost))
    }

    /// The system gives each the other's name, or their own again. Both cables are out meanwhile.
    pub(super) fn cross(&mut self, crossed: bool) {
        self.crossed = crossed;
    }

    /// True while the names are exchanged.
    pub(super) fn is_crossed(&self) -> bool {
        self.crossed
    }

    /// True when both are plugged in under their own names.
    pub(super) fn are_there(&self) -> bool {
        !self.crossed && self.cables.iter().all(|cable| cable.plugged)
    }

    /// The host is gone: nobody has the ports open.
    pub(super) fn host_left(&mut self) {
        self.hosted = false;
        self.cables.iter_mut().for_each(Cable::abandon);
    }

    /// A host is there again, and opens what is plugged in.
    pub(super) fn host_came(&mut self, now: Mono) {
        self.hosted = true;
        self.cables.iter_mut().for_each(|cable| cable.open_soon(now, &mut self.rng));
    }
}

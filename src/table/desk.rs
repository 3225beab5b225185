//! Everything between the bytes of one table and its events, without any I/O: the daemon's loop and `replay` run this same code.

use crate::game::{Game, Input, Output};
use crate::sense::{Filter, Passed};
use crate::time::{Mono, Stamp};
use crate::wire::{BoardReport, BoardSession, ClockReport, ClockSession, Counts, Timed};

/// A board or clock that has said nothing understandable for so long is away, though its port is open. Both say something at least
/// once a second; three misses and a little.
pub const SILENT_MS: u64 = 3_500;

/// After so much silence the port is closed and opened again: some adapters only wake up by that.
pub const REOPEN_MS: u64 = 10_000;

/// The two devices of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Device {
    /// The board.
    Board,
    /// The clock.
    Clock,
}

/// What came from a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PortNews {
    /// It is open.
    Opened,
    /// Bytes, split anywhere.
    Bytes(Vec<u8>),
    /// It is gone.
    Lost,
}

/// What the desk wants done.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a handful live at a time; boxing would be paid at every use")]
pub enum Effect {
    /// Bytes for a device.
    Write(Device, Vec<u8>),
    /// Close the port and open it again: the device is silent.
    Reopen(Device),
    /// An input that the game was given: what the journal keeps for audit.
    Taken(Stamp, Input),
    /// What the game says.
    Output(Output),
}

/// Whether a device is there, for the health document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Presence {
    /// The port is open.
    pub open: bool,
    /// It speaks.
    pub speaking: bool,
    /// The board has another size than configured.
    pub wrong_size: bool,
    /// When it was last understood.
    pub last_frame: Option<Mono>,
    /// When the port was last opened.
    pub opened: Mono,
}

struct Line<S> {
    session: S,
    presence: Presence,
    frames: u64,
}

impl<S> Line<S> {
    fn new(session: S) -> Line<S> {
        Line { session, presence: Presence::default(), frames: 0 }
    }

    /// The moment at which silence counts as absence, or asks for the port to be opened again.
    fn silent_at(&self) -> Option<Mono> {
        if !self.presence.open {
            return None;
        }
        let heard = self.presence.last_frame.unwrap_or(self.presence.opened).max(self.presence.opened);
        Some(if self.presence.speaking { heard.plus_ms(SILENT_MS) } else { heard.plus_ms(REOPEN_MS) })
    }
}

/// One table: its sessions, its filter and its game.
pub struct Desk {
    board: Line<Box<dyn BoardSession>>,
    clock: Option<Line<Box<dyn ClockSession>>>,
    filter: Filter,
    game: Game,
    outputs: Vec<Output>,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("game", &self.game).finish_non_exhaustive()
    }
}

impl Desk {
    /// A table with nothing connected.
    pub fn new(board: Box<dyn BoardSession>, clock: Option<Box<dyn ClockSession>>, filter: Filter, game: Game) -> Desk {
        Desk { board: Line::new(board), clock: clock.map(Line::new), filter, game, outputs: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What was read and dropped on a device's line.
    pub fn counts(&self, device: Device) -> Counts {
        match device {
            Device::Board => self.board.session.counts(),
            Device::Clock => self.clock.as_ref().map(|line| line.session.counts()).unwrap_or_default(),
        }
    }

    /// Whether a device is there.
    pub fn presence(&self, device: Device) -> Presence {
        match device {
            Device::Board => self.board.presence,
            Device::Clock => self.clock.as_ref().map(|line| line.presence).unwrap_or_default(),
        }
    }

    /// When `advance` is wanted next, at the latest.
    pub fn deadline(&self) -> Option<Mono> {
        let clock = self.clock.as_ref();
        [
            self.game.deadline(),
            self.board.session.wake().filter(|_| self.board.presence.open),
            self.board.silent_at(),
            clock.filter(|line| line.presence.open).and_then(|line| line.session.wake()),
            clock.and_then(Line::silent_at),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// News of a port, stamped where it arrived.
    pub fn port(&mut self, now: Stamp, device: Device, news: &PortNews, effects: &mut Vec<Effect>) {
        match device {
            Device::Board => self.board_port(now, news, effects),
            Device::Clock => self.clock_port(now, news, effects),
        }
    }

    /// A person asks for something.
    pub fn request(&mut self, now: Stamp, request: crate::game::Request, effects: &mut Vec<Effect>) {
        self.give(now, Input::Request(request), effects);
    }

    /// Lets everything happen that is due.
    pub fn advance(&mut self, now: Stamp, effects: &mut Vec<Effect>) {
        self.game.advance(now, &mut self.outputs);
        self.take_outputs(now, effects);
        if self.board.presence.open && self.board.session.wake().is_some_and(|wake| wake <= now.mono) {
            let (mut reports, mut write) = (Vec::new(), Vec::new());
            self.board.session.tick(now.mono, &mut reports, &mut write);
            self.board_reports(now, reports, effects);
            send(Device::Board, write, effects);
        }
        if let Some(line) = &mut self.clock
            && line.presence.open
            && line.session.wake().is_some_and(|wake| wake <= now.mono)
        {
            let (mut reports, mut write) = (Vec::new(), Vec::new());
            line.session.tick(now.mono, &mut reports, &mut write);
            self.clock_reports(now, reports, effects);
            send(Device::Clock, write, effects);
        }
        self.silence(now, effects);
    }

    fn silence(&mut self, now: Stamp, effects: &mut Vec<Effect>) {
        if self.board.silent_at().is_some_and(|at| at <= now.mono) {
            if std::mem::take(&mut self.board.presence.speaking) {
                self.give(now, Input::BoardLost, effects);
            } else {
                self.board.presence.opened = now.mono;
                effects.push(Effect::Reopen(Device::Board));
            }
        }
        let Some(line) = &mut self.clock else { return };
        if line.silent_at().is_some_and(|at| at <= now.mono) {
            if std::mem::take(&mut line.presence.speaking) {
                self.give(now, Input::ClockLost, effects);
            } else {
                line.presence.opened = now.mono;
                effects.push(Effect::Reopen(Device::Clock));
            }
        }
    }

    fn board_port(&mut self, now: Stamp, news: &PortNews, effects: &mut Vec<Effect>) {
        let (mut reports, mut write) = (Vec::new(), Vec::new());
        match news {
            PortNews::Opened => {
                self.board.presence = Presence { open: true, opened: now.mono, ..Presence::default() };
                self.board.session.opened(now.mono, &mut write);
            }
            PortNews::Bytes(bytes) => {
                self.board.session.received(now.mono, bytes, &mut reports, &mut write);
                let frames = self.board.session.counts().frames;
                if frames != self.board.frames {
                    self.board.frames = frames;
                    self.board.presence.last_frame = Some(now.mono);
                }
            }
            PortNews::Lost => {
                let spoke = self.board.presence.speaking;
                self.board.presence = Presence::default();
                if spoke {
                    self.give(now, Input::BoardLost, effects);
                }
            }
        }
        self.board_reports(now, reports, effects);
        send(Device::Board, write, effects);
    }

    fn clock_port(&mut self, now: Stamp, news: &PortNews, effects: &mut Vec<Effect>) {
        let Some(line) = &mut self.clock else { return };
        let (mut reports, mut write) = (Vec::new(), Vec::new());
        let mut lost = false;
        match news {
            PortNews::Opened => {
                line.presence = Presence { open: true, opened: now.mono, ..Presence::default() };
                line.session.opened(now.mono, &mut write);
            }
            PortNews::Bytes(bytes) => {
                line.session.received(now.mono, bytes, &mut reports, &mut write);
                let frames = line.session.counts().frames;
                if frames != line.frames {
                    line.frames = frames;
                    line.presence.last_frame = Some(now.mono);
                }
            }
            PortNews::Lost => {
                lost = line.presence.speaking;
                line.presence = Presence::default();
            }
        }
        let back = !reports.is_empty() && !line.presence.speaking;
        line.presence.speaking |= back;
        if back {
            self.give(now, Input::ClockBack, effects);
        }
        if lost {
            self.give(now, Input::ClockLost, effects);
        }
        self.clock_reports(now, reports, effects);
        send(Device::Clock, write, effects);
    }

    fn board_reports(&mut self, now: Stamp, reports: Vec<Timed<BoardReport>>, effects: &mut Vec<Effect>) {
        for Timed { at, what } in reports {
            match what {
                BoardReport::Scan(grid) => {
                    let back = !std::mem::replace(&mut self.board.presence.speaking, true);
                    if back {
                        self.filter.forget();
                        self.give(now, Input::BoardBack, effects);
                    }
                    if let Some(Passed { grid, .. }) = self.filter.pass(&grid) {
                        self.give(now, Input::Scan { at, grid }, effects);
                    }
                }
                BoardReport::WrongSize(_) => self.board.presence.wrong_size = true,
                BoardReport::Greeting(_) => self.board.presence.wrong_size = false,
                BoardReport::Faults(points) => {
                    let points = points.into_iter().filter_map(|point| self.filter.point(point)).collect();
                    self.give(now, Input::Faults(points), effects);
                }
                BoardReport::Trays(trays) => self.give(now, Input::Trays(trays), effects),
                BoardReport::Touch(on) => self.give(now, Input::Touch(on), effects),
                // The session asks again by itself; what it then shows is compared, never taken for a mass removal.
                BoardReport::Restarted | BoardReport::Gap => {}
            }
        }
    }

    fn clock_reports(&mut self, now: Stamp, reports: Vec<Timed<ClockReport>>, effects: &mut Vec<Effect>) {
        for Timed { at, what } in reports {
            self.give(now, Input::Clock { at, report: what }, effects);
        }
    }

    fn give(&mut self, now: Stamp, input: Input, effects: &mut Vec<Effect>) {
        effects.push(Effect::Taken(now, input.clone()));
        self.game.handle(now, input, &mut self.outputs);
        self.take_outputs(now, effects);
    }

    fn take_outputs(&mut self, now: Stamp, effects: &mut Vec<Effect>) {
        for output in std::mem::take(&mut self.outputs) {
            if let (Output::Clock(command), Some(line)) = (&output, &mut self.clock) {
                let mut write = Vec::new();
                line.session.command(now.mono, command, &mut write);
                send(Device::Clock, write, effects);
            } else {
                effects.push(Effect::Output(output));
            }
        }
    }
}

fn send(device: Device, bytes: Vec<u8>, effects: &mut Vec<Effect>) {
    if !bytes.is_empty() {
        effects.push(Effect::Write(device, bytes));
    }
}

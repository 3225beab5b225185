//! Everything between the bytes of one table and its events, without any I/O: the daemon's loop and `replay` run this same code.

mod line;
mod stopped;

pub use line::REOPEN_MS;

use crate::game::{Game, Input, Output};
use crate::go::Point;
use crate::sense::{Filter, Passed};
use crate::time::{Mono, Stamp};
use crate::wire::{BoardReport, BoardSession, ClockReport, ClockSession, Counts, Timed};

use super::lights::Lights;
use super::presence::Presence;
use line::Line;

/// Bytes that have come for so long without one that is understood are no noise: the speed is wrong, or another device is connected.
pub const GARBLED_MS: u64 = 3_000;

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

/// One table: its sessions, its filter and its game.
pub struct Desk {
    board: Line<Box<dyn BoardSession>>,
    clock: Option<Line<Box<dyn ClockSession>>>,
    filter: Filter,
    /// Points that cannot be read now, in record coordinates.
    unreadable: Vec<Point>,
    game: Game,
    outputs: Vec<Output>,
    lights: Lights,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("game", &self.game).finish_non_exhaustive()
    }
}

impl Desk {
    /// A table with nothing connected.
    pub fn new(board: Box<dyn BoardSession>, clock: Option<Box<dyn ClockSession>>, filter: Filter, game: Game) -> Desk {
        let silence_ms = board.silence_ms();
        let clock = clock.map(|clock| {
            let silence_ms = clock.silence_ms();
            Line::new(clock, silence_ms)
        });
        Desk {
            board: Line::new(board, silence_ms),
            clock,
            filter,
            unreadable: Vec::new(),
            game,
            outputs: Vec::new(),
            lights: Lights::default(),
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Points that the board cannot read now, beside those that are ignored.
    pub fn unreadable(&self) -> &[Point] {
        &self.unreadable
    }

    /// What was read and dropped on a device's line.
    pub fn counts(&self, device: Device) -> Counts {
        match device {
            Device::Board => self.board.session.counts(),
            Device::Clock => self.clock.as_ref().map(|line| line.session.counts()).unwrap_or_default(),
        }
    }

    /// The clock calls its sides the other way round, and that is put right.
    pub fn lever_inverted(&self) -> bool {
        self.clock.as_ref().is_some_and(|line| line.session.lever_inverted())
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
        // Whoever takes over what the clock shows has looked at it.
        if let (crate::game::Verb::AdoptClock, Some(line)) = (&request.verb, &mut self.clock) {
            (line.presence.unanswered, line.presence.restarts) = (false, 0);
        }
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
                self.board.open(now.mono);
                self.board.session.opened(now.mono, &mut write);
            }
            PortNews::Bytes(bytes) => {
                self.board.session.received(now.mono, bytes, &mut reports, &mut write);
                self.board.heard(now.mono, self.board.session.counts());
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
                line.open(now.mono);
                line.session.opened(now.mono, &mut write);
            }
            PortNews::Bytes(bytes) => {
                line.session.received(now.mono, bytes, &mut reports, &mut write);
                line.heard(now.mono, line.session.counts());
            }
            PortNews::Lost => {
                lost = line.presence.speaking;
                line.presence = Presence::default();
            }
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
                    self.board_speaks(now, effects);
                    if let Some(Passed { grid, .. }) = self.filter.pass(&grid) {
                        self.give(now, Input::Scan { at, grid }, effects);
                    }
                }
                BoardReport::Unchanged => {
                    self.board_speaks(now, effects);
                    if let Some(Passed { grid, .. }) = self.filter.unchanged() {
                        self.give(now, Input::Scan { at, grid }, effects);
                    }
                }
                BoardReport::Placed(sensor) => {
                    self.board_speaks(now, effects);
                    let point = self.filter.point(sensor, self.game.settings().size);
                    if let Some(point) = point.filter(|&point| !self.filter.ignores(point)) {
                        self.give(now, Input::Placed { at, point }, effects);
                    }
                }
                BoardReport::Unverified => {
                    self.board_speaks(now, effects);
                    self.give(now, Input::Unverified { at }, effects);
                }
                BoardReport::WrongSize(_) => self.board.presence.wrong_size = true,
                BoardReport::Greeting(_) => {
                    self.board.presence.wrong_size = false;
                    // A board that has just been switched on is dark.
                    self.lights = Lights::default();
                    self.light(now, effects);
                }
                BoardReport::Faults(points) => {
                    let size = self.game.settings().size;
                    let points: Vec<Point> = points.into_iter().filter_map(|point| self.filter.point(point, size)).collect();
                    self.unreadable.clone_from(&points);
                    self.give(now, Input::Faults(points), effects);
                }
                BoardReport::Trays(trays) => self.give(now, Input::Trays(trays), effects),
                BoardReport::Touch(on) => {
                    // A board that waits for a hand to leave is there, though it shows nothing.
                    self.board_speaks(now, effects);
                    self.give(now, Input::Touch(on), effects);
                }
                // The session asks again by itself; what it then shows is compared, never taken for a mass removal.
                BoardReport::Restarted => self.board.presence.restarts = self.board.presence.restarts.saturating_add(1),
                BoardReport::Gap => {}
            }
        }
    }

    /// The board says what stands, or that it is there: it is back when it was away, and what it shows then is news whatever it is.
    fn board_speaks(&mut self, now: Stamp, effects: &mut Vec<Effect>) {
        if !std::mem::replace(&mut self.board.presence.speaking, true) {
            self.filter.forget();
            self.give(now, Input::BoardBack, effects);
        }
    }

    fn clock_reports(&mut self, now: Stamp, reports: Vec<Timed<ClockReport>>, effects: &mut Vec<Effect>) {
        for Timed { at, what } in reports {
            self.clock_speaks(now, &what, effects);
            self.give(now, Input::Clock { at, report: what }, effects);
        }
    }

    /// The clock is back when it was away, and away when the box between says so.
    fn clock_speaks(&mut self, now: Stamp, report: &ClockReport, effects: &mut Vec<Effect>) {
        let Some(line) = &mut self.clock else { return };
        line.presence.disconnected = *report == ClockReport::Away;
        let speaks = match report {
            ClockReport::Away => false,
            ClockReport::NoAnswer => {
                line.presence.unanswered = true;
                return;
            }
            ClockReport::Restarted => {
                line.presence.restarts = line.presence.restarts.saturating_add(1);
                true
            }
            _ => true,
        };
        if std::mem::replace(&mut line.presence.speaking, speaks) != speaks {
            self.give(now, if speaks { Input::ClockBack } else { Input::ClockLost }, effects);
        }
    }

    /// The lights of the board follow what is to be put right.
    fn light(&mut self, now: Stamp, effects: &mut Vec<Effect>) {
        if let Some(command) = self.lights.change(&self.game, &self.filter) {
            let mut write = Vec::new();
            self.board.session.command(now.mono, &command, &mut write);
            send(Device::Board, write, effects);
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
                line.presence.unanswered = false;
                line.session.command(now.mono, command, &mut write);
                send(Device::Clock, write, effects);
            } else {
                effects.push(Effect::Output(output));
            }
        }
        self.light(now, effects);
    }
}

fn send(device: Device, bytes: Vec<u8>, effects: &mut Vec<Effect>) {
    if !bytes.is_empty() {
        effects.push(Effect::Write(device, bytes));
    }
}

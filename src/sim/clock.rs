//! A virtual clock of any protocol: what hands do to it is the same, and what it says is its own.

use crate::clock::Side;
use crate::time::Mono;
use crate::wire::ClockDriver;
use crate::wire::dgt::VirtualDgt;
use crate::wire::dgt_json::VirtualGateway;
use crate::wire::kifud::clock_packet::Button;
use crate::wire::kifud::{ClockSetting, VirtualClock};
use crate::wire::open_chess_clock::VirtualChessClock;

/// A clock on a table that does not exist. Bytes in, bytes out; time is given to it.
#[derive(Debug)]
pub enum AnyClock {
    /// Speaks `kifud`.
    Kifud(VirtualClock),
    /// Behind a DGT board.
    Dgt(VirtualDgt),
    /// Behind a gateway.
    DgtJson(VirtualGateway),
    /// open-chess-clock: it has no periods.
    OpenChessClock(VirtualChessClock),
}

impl AnyClock {
    /// A clock that is switched off, set and not running.
    pub fn new(driver: ClockDriver, setting: ClockSetting, boot_id: u32) -> AnyClock {
        match driver {
            ClockDriver::Kifud => AnyClock::Kifud(VirtualClock::new(setting, boot_id)),
            ClockDriver::Dgt => AnyClock::Dgt(VirtualDgt::new(setting)),
            ClockDriver::DgtJson => AnyClock::DgtJson(VirtualGateway::new(setting)),
            ClockDriver::OpenChessClock => AnyClock::OpenChessClock(VirtualChessClock::new(setting)),
        }
    }

    /// Switches it on (again): it is set and stands.
    pub fn switched_on(&mut self, now: Mono, boot_id: u32, out: &mut Vec<u8>) {
        match self {
            AnyClock::Kifud(clock) => clock.switched_on(now, boot_id, out),
            AnyClock::Dgt(clock) => clock.switched_on(now, out),
            AnyClock::DgtJson(clock) => clock.switched_on(now, out),
            AnyClock::OpenChessClock(clock) => clock.switched_on(now),
        }
    }

    /// Takes the host's bytes; true when they show that a host follows it.
    pub fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) -> bool {
        match self {
            AnyClock::Kifud(clock) => {
                // It says everything unasked: a host that says anything has opened the port and reads.
                clock.received(now, bytes, out);
                true
            }
            AnyClock::Dgt(clock) => clock.received(now, bytes, out),
            AnyClock::DgtJson(clock) => clock.received(now, bytes, out),
            AnyClock::OpenChessClock(clock) => clock.received(bytes, out),
        }
    }

    /// A host has taken the port; true when that alone makes it follow.
    pub fn host_came(&mut self) -> bool {
        match self {
            AnyClock::OpenChessClock(clock) => clock.host_came(),
            AnyClock::Kifud(_) | AnyClock::Dgt(_) | AnyClock::DgtJson(_) => false,
        }
    }

    /// A side is pressed.
    pub fn press(&mut self, now: Mono, side: Side, out: &mut Vec<u8>) {
        match self {
            AnyClock::Kifud(clock) => clock.press(now, side, out),
            AnyClock::Dgt(clock) => clock.press(now, side),
            AnyClock::DgtJson(clock) => clock.press(now, side, out),
            AnyClock::OpenChessClock(clock) => clock.press(now, side, out),
        }
    }

    /// The pause button: the times stop, or go on.
    pub fn pause(&mut self, now: Mono, out: &mut Vec<u8>) {
        match self {
            AnyClock::Kifud(clock) => clock.button(now, Button::Pause, out),
            AnyClock::Dgt(clock) => clock.pause(now, out),
            AnyClock::DgtJson(clock) => clock.pause(now, out),
            AnyClock::OpenChessClock(clock) => clock.pause(now, out),
        }
    }

    /// Somebody stops it and sets it for the next game.
    pub fn set_anew(&mut self, now: Mono, out: &mut Vec<u8>) {
        match self {
            AnyClock::Kifud(clock) => clock.set_anew(now, out),
            AnyClock::Dgt(clock) => clock.set_anew(now),
            AnyClock::DgtJson(clock) => clock.set_anew(now),
            AnyClock::OpenChessClock(clock) => clock.set_anew(now, out),
        }
    }

    /// When [`AnyClock::tick`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        match self {
            AnyClock::Kifud(clock) => clock.wake(),
            AnyClock::Dgt(clock) => clock.wake(),
            AnyClock::DgtJson(clock) => clock.wake(),
            AnyClock::OpenChessClock(clock) => clock.wake(),
        }
    }

    /// Counts down, and says what is due.
    pub fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        match self {
            AnyClock::Kifud(clock) => clock.tick(now, out),
            AnyClock::Dgt(clock) => clock.tick(now, out),
            AnyClock::DgtJson(clock) => clock.tick(now, out),
            AnyClock::OpenChessClock(clock) => clock.tick(now, out),
        }
    }
}

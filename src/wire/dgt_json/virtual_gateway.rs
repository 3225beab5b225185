//! A gateway with its clock made of nothing, for the simulator and the tests.

use crate::clock::Side;
use crate::time::Mono;
use crate::wire::faces::{ClockSetting, Faces};
use crate::wire::json::Reader;

/// It looks at its clock's times so often, and tells them when they have changed.
const LOOK_MS: u64 = 1_000;
/// The longest order.
const ORDER_MAX: usize = 512;

/// What can be wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GatewayFault {
    /// The clock was switched on with its lever the other way round.
    Inverted(bool),
    /// The next movement of the lever is lost.
    LoseLever,
    /// The clock is taken off the gateway.
    Unconnected(bool),
    /// It answers no order.
    Deaf(bool),
    /// The next times are none of the clock's.
    OddReading,
}

/// A clock that keeps time, has a lever, and a gateway that tells of both. Bytes in, bytes out; time is given to it.
#[derive(Debug)]
pub struct VirtualGateway {
    faces: Faces,
    started: Mono,
    /// A host has set it or told it to run: it counts as it is told, and its lever changes nothing by itself (central control).
    central: bool,
    shown: Option<[u32; 2]>,
    look_due: Option<Mono>,
    order: Vec<u8>,
    inverted: bool,
    lose_lever: bool,
    unconnected: bool,
    deaf: bool,
    odd: bool,
}

impl VirtualGateway {
    /// A clock that is switched off, set and not running.
    pub fn new(setting: ClockSetting) -> VirtualGateway {
        VirtualGateway {
            faces: Faces::new(setting),
            started: Mono::ZERO,
            central: false,
            shown: None,
            look_due: None,
            order: Vec::new(),
            inverted: false,
            lose_lever: false,
            unconnected: false,
            deaf: false,
            odd: false,
        }
    }

    /// Switches both on (again): the gateway counts from zero, the clock is set and stands.
    pub fn switched_on(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.faces.set_anew(now);
        self.central = false;
        self.order.clear();
        (self.started, self.shown, self.look_due) = (now, None, Some(now));
        self.connection(now, out);
    }

    /// Something goes wrong.
    pub fn suffer(&mut self, now: Mono, fault: GatewayFault, out: &mut Vec<u8>) {
        match fault {
            GatewayFault::Inverted(on) => self.inverted = on,
            GatewayFault::LoseLever => self.lose_lever = true,
            GatewayFault::Unconnected(on) => {
                self.unconnected = on;
                self.shown = None;
                self.connection(now, out);
            }
            GatewayFault::Deaf(on) => self.deaf = on,
            GatewayFault::OddReading => self.odd = true,
        }
    }

    /// A player presses this side.
    pub fn press(&mut self, now: Mono, side: Side, out: &mut Vec<u8>) {
        let named = if self.inverted { side.other() } else { side };
        if self.central {
            self.press_under_orders(now, side, named, out);
            return;
        }
        let lost = self.faces.press(now, side) && (std::mem::take(&mut self.lose_lever) || self.unconnected);
        if self.faces.running == Some(side.other()) && !lost {
            self.lever(now, named, out);
        }
    }

    /// The lever moves and is told; whose time runs is the host's to say.
    fn press_under_orders(&mut self, now: Mono, side: Side, named: Side, out: &mut Vec<u8>) {
        let lost = std::mem::take(&mut self.lose_lever) || self.unconnected;
        if self.faces.running == Some(side) && !lost {
            self.lever(now, named, out);
        }
    }

    fn lever(&self, now: Mono, named: Side, out: &mut Vec<u8>) {
        let name = if named == Side::Left { "lever_left" } else { "lever_right" };
        self.button(now, name, out);
    }

    /// The button between the times.
    pub fn pause(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.faces.pause(now);
        self.button(now, "play_pause", out);
    }

    /// Somebody stops it and sets it for the next game.
    pub fn set_anew(&mut self, now: Mono) {
        self.faces.set_anew(now);
    }

    fn button(&self, now: Mono, name: &str, out: &mut Vec<u8>) {
        self.event(now, "buttonEvent", &format!("\"button\":\"{name}\",\"buttonCode\":64,\"isRepeat\":false"), out);
    }

    fn connection(&self, now: Mono, out: &mut Vec<u8>) {
        let on = !self.unconnected;
        self.event(now, "connectionStatus", &format!("\"connected\":{on},\"configured\":{on}"), out);
    }

    fn event(&self, now: Mono, kind: &str, data: &str, out: &mut Vec<u8>) {
        let t_ms = now.since_ms(self.started) as u32;
        out.extend(format!("{{\"type\":\"{kind}\",\"timestamp\":{t_ms},\"data\":{{{data}}}}}\n").bytes());
    }

    /// Takes the host's bytes and answers; true when the host asked for something.
    pub fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) -> bool {
        let mut asked = false;
        for &byte in bytes {
            if byte == b'\n' {
                let order = std::mem::take(&mut self.order);
                asked |= self.obey(now, &order, out).is_some();
            } else if self.order.len() < ORDER_MAX {
                self.order.push(byte);
            }
        }
        asked
    }

    fn obey(&mut self, now: Mono, order: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let (mut command, mut id) = (None, None);
        let (mut left, mut right, mut modes) = ([0; 3], [0; 3], [0; 2]);
        Reader::new(order).object(|reader, name| {
            match name {
                b"command" => command = Some(reader.string()?),
                b"id" => id = Some(reader.string()?),
                b"params" => reader.object(|reader, name| {
                    let number = match name {
                        b"leftMode" => &mut modes[0],
                        b"rightMode" => &mut modes[1],
                        b"leftHours" => &mut left[0],
                        b"leftMinutes" => &mut left[1],
                        b"leftSeconds" => &mut left[2],
                        b"rightHours" => &mut right[0],
                        b"rightMinutes" => &mut right[1],
                        b"rightSeconds" => &mut right[2],
                        _ => return reader.skip(),
                    };
                    *number = reader.number()?;
                    Some(())
                })?,
                _ => reader.skip()?,
            }
            Some(())
        })?;
        let id = std::str::from_utf8(id?).ok()?;
        let ms = |[hours, minutes, seconds]: [u32; 3]| ((hours * 60 + minutes) * 60 + seconds) * 1_000;
        let mut result = "\"status\":\"done\"".to_owned();
        match command? {
            b"setTime" => {
                self.central = true;
                self.faces.set(now, [ms(left), ms(right)]);
                self.faces.run(now, None);
            }
            b"run" => {
                self.central = true;
                let side = match modes {
                    [1, 0] => Some(Side::Left),
                    [0, 1] => Some(Side::Right),
                    _ => None,
                };
                self.faces.run(now, side);
            }
            b"stop" => self.faces.run(now, None),
            b"getTime" => {
                self.faces.count(now);
                result = times(self.faces.seconds_ms());
            }
            _ => {}
        }
        if !self.deaf {
            let (status, result) = if self.unconnected { ("error", String::new()) } else { ("success", result) };
            out.extend(
                format!("{{\"type\":\"command_response\",\"id\":\"{id}\",\"status\":\"{status}\",\"result\":{{{result}}}}}\n").bytes(),
            );
        }
        Some(())
    }

    /// When [`VirtualGateway::tick`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        self.look_due
    }

    /// Tells the times when they have changed.
    pub fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        if self.look_due.is_none_or(|due| due > now) {
            return;
        }
        self.look_due = Some(now.plus_ms(LOOK_MS));
        self.faces.count(now);
        let shown = self.faces.seconds_ms();
        if self.unconnected || self.shown.replace(shown) == Some(shown) {
            return;
        }
        let told = if std::mem::take(&mut self.odd) { [0, 0] } else { shown };
        self.event(now, "timeUpdate", &times(told), out);
    }

    /// What the displays show, left side first, in ms, and the side that runs.
    pub fn shows(&self) -> ([u32; 2], Option<Side>) {
        (self.faces.seconds_ms(), self.faces.running)
    }
}

fn times(ms: [u32; 2]) -> String {
    let time = |side: &str, ms: u32| {
        let seconds = ms / 1_000;
        let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        format!("\"{side}Hours\":{hours},\"{side}Minutes\":{minutes},\"{side}Seconds\":{seconds}")
    };
    format!("{},{}", time("left", ms[0]), time("right", ms[1]))
}

//! What is not well at a table, part by part, each with what to do.

use super::{Condition, setup};
use crate::table::alarm::{SLOW_SYNC_MS, Trouble};
use crate::table::desk::Device;
use crate::table::finding::{Finding, Part};

pub(super) const LEVER: &str = "the clock was switched on with its lever the other way round and calls left right: kifud has found that and reads \
                                it rightly, and nothing has to be done. If it is to call its sides by their names, switch it off and on again \
                                between games with the lever the other way";

pub(super) const RESTARTED: &str = "the clock has restarted: compare what it shows with the clock document, look at its battery and cable, and \
                                    take over with adopt-clock what is right";

const UNANSWERED: &str = "the clock has not answered what it was told: set it by hand to what the clock document says, then adopt-clock";

/// With less room than this, in bytes, the disk is nearly full: a long weekend of a hall with every input, the log and a copy of the journal.
pub(in crate::table) const NEARLY_FULL_BYTES: u64 = 256 << 20;

/// So many events that the broker has not taken, and it is no hiccup: an hour of play at one table.
pub(in crate::table) const OUTBOX_FILLING: u64 = 250;

/// The part that a device is, and what people call it.
const fn names(device: Device) -> (Part, &'static str) {
    match device {
        Device::Board => (Part::Board, "board"),
        Device::Clock => (Part::Clock, "clock"),
    }
}

impl Condition<'_> {
    /// Everything that is not well now; causes of the same part first.
    pub(in crate::table) fn findings(&self) -> Vec<Finding> {
        let mut found = self.disk();
        found.extend(self.calendar());
        for device in [Device::Board, Device::Clock] {
            if device == Device::Board || setup::has_clock(self.table) {
                found.extend(self.of_device(device));
            }
        }
        found.extend(self.broker());
        found.extend(
            self.engine
                .as_ref()
                .and_then(|engine| engine.what_to_do.as_deref())
                .map(|text| Finding::told(Part::Engine, "engine-failed", text)),
        );
        found.extend(self.raised.iter().map(|&trouble| self.again(trouble)));
        found
    }

    /// What the disk says, and what was set aside because of it.
    pub(super) fn disk(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        if let Some(fault) = &self.journal.fault {
            let what_to_do = "make room on the disk, or look after it: play goes on, and everything is written when it works again";
            found.push(Finding::new(Part::Disk, "disk-fails", fault, what_to_do));
        }
        if let Some(free) = self.machine.free_bytes.filter(|free| *free < NEARLY_FULL_BYTES) {
            found.push(Finding::new(
                Part::Disk,
                "disk-nearly-full",
                format!("the disk of the journal is nearly full: {} MB are left", free >> 20),
                "make room before the next round: old captures and backups, the system's own log (\"sudo journalctl --vacuum-size=100M\")",
            ));
        }
        if let Some(text) = self.set_aside.what_to_do() {
            found.push(Finding::new(Part::Disk, "set-aside", self.set_aside.lines().join("; "), text));
        }
        if self.journal.conflicts > 0 {
            found.push(Finding::new(
                Part::Disk,
                "journal-conflict",
                format!("{} events were in the journal already with other content; the first stay", self.journal.conflicts),
                "this is a mistake in kifud: keep the state directory, and send a bundle of kifud doctor",
            ));
        }
        found
    }

    fn calendar(&self) -> Option<Finding> {
        (self.machine.time_synced == Some(false)).then(|| {
            Finding::new(
                Part::Time,
                "calendar-not-set",
                "this machine's calendar was not set from the network",
                "connect it to a time server, or set it by hand (\"sudo timedatectl set-time …\"): a schedule and the labels of events follow \
                 it; thinking times do not",
            )
        })
    }

    fn of_device(&self, device: Device) -> Vec<Finding> {
        let (part, _) = names(device);
        let mut found: Vec<_> = self.device(device).into_iter().map(|(code, text)| Finding::told(part, code, &text)).collect();
        if device == Device::Board && found.is_empty() && self.desk.game().waits_for_an_empty_board() {
            found.push(Finding::new(
                part,
                "board-not-empty",
                "stones stand on the board and belong to no game",
                "take them off, and the next stones open a game; where one is going on already, take it up with start-game (adopt)",
            ));
        }
        if device == Device::Clock && self.desk.presence(Device::Clock).restarts > 0 {
            found.push(Finding::told(part, "restarted", RESTARTED));
        }
        found
    }

    fn broker(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        found.extend(self.broker.trouble.as_ref().map(|(code, text)| Finding::told(Part::Broker, code, text)));
        if !self.broker.too_large.is_empty() {
            found.push(Finding::new(
                Part::Broker,
                "too-large",
                format!("larger than the broker takes: {}", self.broker.too_large.join(", ")),
                "let the broker take 64 kB (mosquitto: max_packet_size), then restart it",
            ));
        }
        if self.outbox >= OUTBOX_FILLING {
            found.push(Finding::new(
                Part::Outbox,
                "outbox-filling",
                format!("{} events wait for the broker", self.outbox),
                "look after the broker: they lie on the disk in their order, none is dropped, and they are sent when it takes them",
            ));
        }
        found
    }

    /// What happened too often lately.
    fn again(&self, trouble: Trouble) -> Finding {
        let minutes = trouble.rule().window_ms / 60_000;
        match trouble {
            Trouble::UnderVoltage => Finding::new(
                Part::Power,
                "under-voltage",
                "the power supply of this machine gives too little (under-voltage within the last hour)",
                "give it its own supply (5.1 V; 3 A, a Pi 5 wants 5 A) with a short thick cable, and boards and clocks a hub with a supply: \
                 devices that restart and cards that fail follow from it",
            ),
            Trouble::Slowed => Finding::new(
                Part::Power,
                "slowed",
                "this machine was slowed down within the last hour, for want of power or because it is hot",
                "look at its power supply, take it out of the sun, and give it air",
            ),
            Trouble::Overloaded => Finding::new(
                Part::Machine,
                "overloaded",
                format!("kifud did not run when it was due, again and again within {minutes} minutes"),
                "stop what else runs on this machine (\"top\" shows it); stamps of bytes are later than the presses meanwhile",
            ),
            Trouble::SlowDisk => Finding::new(
                Part::Disk,
                "disk-slow",
                format!("the card or disk is slow: a sync took {} ms (over {SLOW_SYNC_MS} ms again and again)", self.slow_ms),
                "moves are published that much later: stop what else writes to it, and exchange the card when the games are over",
            ),
            Trouble::ComesAndGoes(device) => again(
                device,
                "comes-and-goes",
                "was lost again and again",
                "push its plug in, then try another cable, \
                 another port and a hub with its own supply",
            ),
            Trouble::Restarts(device) => again(
                device,
                "restarts",
                "has restarted by itself",
                "look at its power and its plug; what it shows is \
                 compared, and nothing was taken for a move because of it",
            ),
            Trouble::BadFrames(device) => again(
                device,
                "bad-frames",
                "sends broken frames again and again",
                "try another cable, a shorter one, or \
                 another USB port; keep it away from chargers",
            ),
            Trouble::Deaf(device) => again(
                device,
                "deaf",
                "does not take what is written to it",
                "check its power and its cable, and that the \
                 driver in the configuration is the right one",
            ),
            Trouble::Flooded => self.flooded(),
            Trouble::BrokerComesAndGoes => Finding::new(
                Part::Broker,
                "comes-and-goes",
                format!("the connection to the broker was lost again and again within {minutes} minutes"),
                "look at the network between them and at the broker's log; nothing is lost meanwhile, what is said comes later",
            ),
        }
    }

    /// Who sends too much.
    fn flooded(&self) -> Finding {
        let what = match &self.broker.flooding {
            Some(user) => format!("the user {user} sends more requests than are looked at"),
            None => "somebody without a user sends more requests than are looked at".to_owned(),
        };
        Finding::new(
            Part::Broker,
            "request-flood",
            what,
            "stop that program, or take its right to publish requests from it in the broker's access list; what it sends too much is not \
             carried out, and others are heard",
        )
    }

    /// Why a device is not well: a short name, and what is seen and to be done.
    pub(super) fn device(&self, device: Device) -> Option<(&'static str, String)> {
        let (_, name) = names(device);
        let port = if device == Device::Board { self.board } else { self.clock };
        let presence = self.desk.presence(device);
        if presence.wrong_size {
            let text = "the board has another size than the configuration says: set size, or connect the other board";
            return Some(("size-differs", text.to_owned()));
        }
        if presence.speaking {
            return self.speaking(device);
        }
        if let Some(fault) = &port.fault {
            return Some((fault.code(), fault.to_string()));
        }
        if !presence.open {
            return Some(("port-not-open", format!("the {name}'s port has not been opened yet: wait, or look whether it hangs")));
        }
        if presence.disconnected {
            let text = "no clock is connected to the box on the clock's port: put the cable between them in";
            return Some(("clock-not-connected", text.to_owned()));
        }
        let counts = self.desk.counts(device);
        Some(if presence.garbled() || (counts.bad_frames + counts.stray_bytes > 0 && counts.frames == 0) {
            let text = format!(
                "bytes come from the {name} but none are understood: set baud and driver as the device wants them, or connect the device \
                 that they are for"
            );
            ("not-understood", text)
        } else {
            ("silent", format!("the {name} says nothing: look whether it is switched on, and at driver and baud"))
        })
    }

    fn speaking(&self, device: Device) -> Option<(&'static str, String)> {
        if let Some(turned) = self.desk.game().board_turned().filter(|_| device == Device::Board) {
            return Some(("board-turned", turned));
        }
        if self.desk.presence(device).unanswered {
            return Some(("unanswered", UNANSWERED.to_owned()));
        }
        let unreadable = self.desk.unreadable().iter().any(|point| !self.table.board.ignore.contains(point));
        (device == Device::Board && unreadable).then(|| {
            let text = "some points cannot be read: if the board was switched on with stones on it, take them off and switch it on again; else look \
                        at its cables, or name dead points in ignore";
            ("points-unreadable", text.to_owned())
        })
    }
}

fn again(device: Device, code: &'static str, what: &str, what_to_do: &str) -> Finding {
    let (part, name) = names(device);
    Finding::new(part, code, format!("the {name} {what}"), what_to_do)
}

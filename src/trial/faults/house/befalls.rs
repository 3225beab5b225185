//! What befalls the house: what goes wrong, what is put right, and what hands do.

use super::super::kind::{Blow, Deed};
use super::super::net::BrokerDeed;
use super::death::Armed;
use super::{House, SEEN_MS, SILENCE_MS};
use crate::go::Size;
use crate::journal::by_hand::Disk;
use crate::sim::{Act, Cue, Device, LineFault};

impl House {
    /// Something goes wrong, or is put right.
    pub(super) fn befall(&mut self, deed: Deed) {
        self.transcript.say(self.now, || format!("DEED   {deed:?}"));
        match deed {
            Deed::Line(device, fault) => self.act(Act::Line(device, fault)),
            Deed::Unplug(device) => {
                self.act(Act::Unplug(device));
                self.away.get_or_insert((self.now, SEEN_MS));
            }
            Deed::Plug(device) => {
                self.act(Act::Plug(device));
                if self.devices.are_there() {
                    self.away = None;
                }
            }
            Deed::Restart(device) => self.devices.restart(self.now, device),
            Deed::Cross(crossed) => {
                self.act(Act::Unplug(Device::Board));
                self.act(Act::Unplug(Device::Clock));
                self.devices.cross(crossed);
                self.away.get_or_insert((self.now, SILENCE_MS));
            }
            Deed::Broker(deed) => {
                self.was_small |= matches!(deed, BrokerDeed::Small { .. });
                self.net.suffer(self.now, deed);
            }
            Deed::Disk(disk) => self.disk = disk,
            Deed::DiskSlow(ms) => self.disk_slow_ms = ms,
            Deed::Calendar(ms) => {
                (self.ahead.1, self.calendar_set) = (self.ahead.1 + ms, self.now);
                self.time.set(self.stamp());
            }
            Deed::Stop(ms) => {
                if let Some(host) = &mut self.host {
                    host.stopped_until = Some(self.now.plus_ms(ms));
                }
            }
            Deed::Kill { at, writes, within_ms, away_ms, power } => {
                if self.host.is_some() {
                    let (latest, waits) = (self.now.plus_ms(within_ms), within_ms == Blow::WITHIN_MS);
                    self.armed = Some(Armed { at, writes, away_ms, power, latest, waits });
                }
            }
            Deed::HandsWait(ms) => self.waited_ms += ms,
        }
    }

    fn act(&mut self, act: Act) {
        if let (Some(news), Some(host)) = (self.devices.act(self.now, act), &mut self.host) {
            host.waiting.push(news);
        }
    }

    /// Hands do something.
    pub(in crate::trial::faults) fn hands(&mut self, cues: &[Cue], size: Size) {
        for cue in cues {
            self.transcript.cue(self.now, cue, size);
        }
        let news = self.devices.at_once(self.now, cues);
        if let Some(host) = &mut self.host {
            host.waiting.extend(news);
        }
    }

    /// A cable is put in.
    pub(in crate::trial::faults) fn plug(&mut self, device: Device) {
        self.befall(Deed::Plug(device));
    }

    /// Everything is put right.
    pub(in crate::trial::faults) fn mend(&mut self) {
        self.transcript.say(self.now, || "mended".to_owned());
        (self.disk, self.disk_slow_ms) = (Disk::Well, 0);
        self.net.mend(self.now);
        for device in [Device::Board, Device::Clock] {
            for fault in [LineFault::Loss(0), LineFault::Garbage(0), LineFault::Flipped(0), LineFault::Doubled(0), LineFault::Held(false)] {
                self.befall(Deed::Line(device, fault));
            }
        }
        if self.devices.is_crossed() {
            self.befall(Deed::Cross(false));
        }
        self.befall(Deed::Plug(Device::Board));
        self.befall(Deed::Plug(Device::Clock));
    }
}

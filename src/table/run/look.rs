//! What a table looks after beside its game: what happens too often, what is not well, and the figures of it.

use crate::metrics::{DeviceFigures, Figures};
use crate::referee::Severity;
use crate::time::{Mono, Stamp};
use crate::wire::Counts;

use super::Runner;
use crate::table::alarm::{Alarms, BAD_PERCENT, SLOW_SYNC_MS, Trouble};
use crate::table::desk::Device;
use crate::table::finding::{Finding, Findings, Log};
use crate::table::health::Condition;

/// Devices and the machine are looked at so often, in ms.
const LOOK_MS: u64 = 1_000;

/// Frames are counted over so long, in ms.
const FRAMES_MS: u64 = 10_000;

/// What was seen last.
#[derive(Debug, Default)]
pub(super) struct Lookout {
    pub(super) alarms: Alarms,
    pub(super) findings: Findings,
    looked: Mono,
    frames_from: Mono,
    counts: [Counts; 2],
    board_restarts: u32,
    weak: bool,
    slowed: bool,
    /// How long the last slow sync took, in ms.
    slow_ms: u64,
    /// How many findings `health` had last.
    found: u64,
    /// Events that the broker has not acknowledged, when that was last counted.
    outbox: u64,
}

const DEVICES: [Device; 2] = [Device::Board, Device::Clock];

impl Runner {
    /// Counts what has happened since the last look.
    pub(super) fn look_around(&mut self, now: Stamp) {
        self.look_at_the_disk(now);
        if now.mono.since_ms(self.lookout.looked) < LOOK_MS {
            return;
        }
        self.lookout.looked = now.mono;
        self.look_at_the_machine(now);
        let restarts = self.desk.presence(Device::Board).restarts;
        if restarts > self.lookout.board_restarts {
            tracing::warn!(table = %self.table.id, "the board has restarted");
            self.trouble(Trouble::Restarts(Device::Board), now);
        }
        self.lookout.board_restarts = restarts;
        if now.mono.since_ms(self.lookout.frames_from) >= FRAMES_MS {
            self.lookout.frames_from = now.mono;
            for (device, place) in DEVICES.into_iter().zip(0..) {
                let counts = self.desk.counts(device);
                let before = std::mem::replace(&mut self.lookout.counts[place], counts);
                if is_bad(before, counts) {
                    self.trouble(Trouble::BadFrames(device), now);
                }
            }
        }
        self.write_figures(now);
    }

    /// Something that may happen once, and not again and again.
    pub(super) fn trouble(&mut self, trouble: Trouble, now: Stamp) {
        self.lookout.alarms.miss(trouble, now.mono);
        self.health_at = Mono::ZERO;
    }

    fn look_at_the_disk(&mut self, now: Stamp) {
        if !self.health.has_changed().unwrap_or(false) {
            return;
        }
        let took = self.health.borrow_and_update().last_sync_ms;
        if took >= SLOW_SYNC_MS {
            self.lookout.slow_ms = took;
            self.trouble(Trouble::SlowDisk, now);
        }
    }

    /// A supply that is weak, or has been since we looked last, counts once.
    fn look_at_the_machine(&mut self, now: Stamp) {
        let (weak, slowed) = {
            let machine = self.machine.borrow();
            (machine.under_voltage.unwrap_or_default(), machine.slowed.unwrap_or_default())
        };
        let new = |seen: crate::machine::Seen, before: &mut bool| seen.now || (seen.ever && !std::mem::replace(before, seen.ever));
        if new(weak, &mut self.lookout.weak) {
            self.lookout.alarms.miss(Trouble::UnderVoltage, now.mono);
        }
        if new(slowed, &mut self.lookout.slowed) {
            self.lookout.alarms.miss(Trouble::Slowed, now.mono);
        }
    }

    /// The `health` document, and the status that follows from it.
    pub(super) fn say_health(&mut self, now: Stamp) {
        self.lookout.outbox = self.reader.waiting();
        let raised = self.lookout.alarms.raised(now.mono);
        let (journal, machine) = (self.health.borrow().clone(), self.machine.borrow().clone());
        let condition = Condition {
            table: &self.table,
            desk: &self.desk,
            board: &self.board_state,
            clock: &self.clock_state,
            broker: &self.broker,
            journal: &journal,
            engine: self.adviser.health(),
            set_aside: &self.set_aside,
            machine: &machine,
            outbox: self.lookout.outbox,
            raised: &raised,
            slow_ms: self.lookout.slow_ms,
        };
        let (found, log) = self.lookout.findings.are(now, condition.findings());
        self.lookout.found = found.len() as u64;
        let (status, document) = (condition.status(), condition.document(now, found));
        self.say(document.into_iter().collect());
        self.log(log);
        if status != self.status {
            self.status = status;
            self.mqtt.status(status);
        }
        self.health_at = now.mono;
    }

    fn log(&self, log: Vec<Log>) {
        let table = &self.table.id;
        for entry in log {
            match entry {
                Log::Began(Finding { part, code, what, what_to_do }) => {
                    tracing::warn!(%table, part = part.name(), code, what_to_do, "{what}")
                }
                Log::Over(part, code) => tracing::info!(%table, part = part.name(), code, "is over"),
            }
        }
    }

    fn write_figures(&self, now: Stamp) {
        let Some(metrics) = &self.metrics else { return };
        let book = self.desk.game().book();
        let open = |severity: Severity| {
            let open = book.alerts.iter().filter(|alert| alert.severity == severity).count();
            (severity.name(), open as u64)
        };
        let device = |device: Device, reopenings: u64| DeviceFigures {
            bad_frames: self.desk.counts(device).bad_frames,
            reopenings,
            frame_age_ms: self.desk.presence(device).last_frame.map(|last| now.mono.since_ms(last)),
        };
        metrics.are(&Figures {
            status: if self.status.is_empty() { "init" } else { self.status },
            moves: book.record.as_ref().map_or(0, |record| record.moves.len() as u64),
            outbox: self.lookout.outbox,
            alerts: [open(Severity::Notice), open(Severity::Attention), open(Severity::Ruling)],
            findings: self.lookout.found,
            devices: [
                ("board", device(Device::Board, self.board_state.reopened())),
                ("clock", device(Device::Clock, self.clock_state.reopened())),
            ],
            broker_reopenings: self.broker.reopened(),
            sync_ms: self.health.borrow().last_sync_ms,
        });
    }
}

/// More frames than a glitch now and then were dropped between two looks.
fn is_bad(before: Counts, now: Counts) -> bool {
    let (bad, good) = (now.bad_frames.saturating_sub(before.bad_frames), now.frames.saturating_sub(before.frames));
    bad > 1 && bad * 100 > good * BAD_PERCENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glitch_on_a_long_cable_is_no_bad_line() {
        let counts = |frames, bad_frames| Counts { frames, bad_frames, ..Counts::default() };
        assert!(!is_bad(counts(100, 5), counts(200, 6)), "one");
        assert!(!is_bad(counts(100, 5), counts(300, 9)), "two of a hundred");
        assert!(is_bad(counts(100, 5), counts(200, 8)));
        assert!(is_bad(counts(100, 5), counts(100, 7)), "none is good");
    }
}

//! The end of a process, and the next one's beginning.

use super::super::Class;
use super::super::check;
use super::super::host::{Host, Kept};
use super::super::kind::At;
use super::super::state::{Left, Torn};
use super::{BOOT, House};
use crate::journal::by_hand::Wrote;
use crate::time::Mono;

/// A process that will be killed.
pub(super) struct Armed {
    pub(super) at: At,
    pub(super) writes: u32,
    pub(super) away_ms: u64,
    pub(super) power: bool,
    pub(super) latest: Mono,
    /// It waits for a write that the game may never have.
    pub(super) waits: bool,
}

/// What is left of a process that is dead: what may be in its file, and what was true then.
pub(super) struct Past {
    kept: Vec<(u64, Kept)>,
    /// Nothing of it may be there.
    fresh: bool,
}

impl House {
    /// The process is gone at this point of a write.
    pub(super) fn kill(&mut self, at: At) -> Result<(), String> {
        let Some(Armed { away_ms, power, .. }) = self.armed.take() else { return Ok(()) };
        let (disk, now) = (self.disk, self.now);
        let Some(mut host) = self.host.take() else { return Ok(()) };
        self.kills += 1;
        let before = self.state.log_len();
        let mut torn = None;
        if at != At::Before
            && let Wrote::Durable(Some(number)) = host.pen.write_untold(disk)
        {
            host.written = (if at == At::After { number } else { host.written.0 }, number);
            // Where the log has begun anew there is no telling what of it is old.
            let after = self.state.log_len();
            torn = (at == At::Torn && after > before).then(|| {
                // A process that is killed leaves nothing of what it had not written; only a machine leaves something else.
                let left = match if power { self.rng.u8(0..3) } else { 0 } {
                    0 => Left::Nothing,
                    1 => Left::Zeros,
                    _ => Left::Anything(self.rng.u64(..)),
                };
                Torn { at: self.rng.u64(before..after), left }
            });
        }
        self.state.left_behind(torn).map_err(|error| format!("the state directory cannot be copied: {error}"))?;
        self.transcript.say(now, || format!("KILLED {at:?} power {power}, on the disk {:?}, torn {torn:?}", host.written));
        let (first, last) = host.written;
        let kept = host.kept.into_iter().filter(|(number, _)| (first..=last).contains(number)).collect();
        self.died = Some((Past { kept, fresh: first == 0 && self.kills == 1 }, now.plus_ms(away_ms)));
        self.net.closed(now, power);
        self.devices.host_left();
        if power {
            self.boots += 1;
            self.ahead.0 = BOOT as i64 - now.plus_ms(away_ms).as_millis() as i64;
            self.time.boot(&format!("boot-{}", self.boots));
            self.time.set(self.stamp());
        }
        Ok(())
    }

    /// Goes on from the journal, with what was true when it was written.
    pub(super) fn start_again(&mut self) -> Result<(), String> {
        let Some((was, _)) = self.died.take() else { return Ok(()) };
        let mut host = match Host::start(&self.state.dir(), &self.table, self.now) {
            Ok(host) => host,
            Err(error) => {
                self.wrong(Class::Lost, format!("it cannot be started again: {error}"));
                return Err("no process".to_owned());
            }
        };
        self.transcript.say(self.now, || "started again".to_owned());
        let book = host.table.game().book();
        let found = was.kept.iter().find(|(_, kept)| kept.book == *book);
        let clock = host.table.game().clock_document(self.stamp());
        let says = match found {
            // Over a start of the machine there is nothing to measure with but the calendar.
            Some((_, kept)) if kept.at <= self.calendar_set => None,
            Some((_, kept)) => check::clock_after(kept, clock.as_ref(), self.now).map(|text| (Class::Wrong, text)),
            None if was.fresh => None,
            None => Some((Class::Lost, check::not_as_it_was(was.kept.iter().map(|(_, kept)| &kept.book), book))),
        };
        host.keep(self.stamp(), self.now);
        self.host = Some(host);
        if let Some((class, text)) = says {
            self.wrong(class, text);
        }
        self.devices.host_came(self.now);
        Ok(())
    }
}

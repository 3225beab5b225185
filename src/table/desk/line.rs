//! The line to one device of a table: whether it is there, and what its silence comes to.

use crate::time::Mono;
use crate::wire::Counts;

use super::super::presence::Presence;

/// After so much silence the port is closed and opened again: some adapters only wake up by that.
pub const REOPEN_MS: u64 = 10_000;

/// The line to one device.
pub(super) struct Line<S> {
    pub(super) session: S,
    pub(super) presence: Presence,
    silence_ms: u64,
    /// Frames understood, and with them those that were whole but of an unknown kind.
    frames: u64,
    whole: u64,
}

impl<S> Line<S> {
    /// A line to a device that is not there yet; after so much silence it is away.
    pub(super) fn new(session: S, silence_ms: u64) -> Line<S> {
        Line { session, presence: Presence::default(), silence_ms, frames: 0, whole: 0 }
    }

    /// The port is open.
    pub(super) fn open(&mut self, now: Mono) {
        let not_understood = self.presence.not_understood;
        self.presence = Presence { open: true, opened: now, not_understood, ..Presence::default() };
    }

    /// Bytes have come, and these are the session's counts behind them.
    pub(super) fn heard(&mut self, now: Mono, counts: Counts) {
        let whole = counts.frames + counts.unknown_frames;
        if whole != self.whole {
            self.presence.not_understood = None;
        } else {
            let (first, _) = self.presence.not_understood.unwrap_or((now, now));
            self.presence.not_understood = Some((first, now));
        }
        if counts.frames != self.frames {
            self.presence.last_frame = Some(now);
        }
        (self.frames, self.whole) = (counts.frames, whole);
    }

    /// The moment at which silence counts as absence, or asks for the port to be opened again.
    pub(super) fn silent_at(&self) -> Option<Mono> {
        if !self.presence.open {
            return None;
        }
        let heard = self.presence.last_frame.unwrap_or(self.presence.opened).max(self.presence.opened);
        Some(if self.presence.speaking { heard.plus_ms(self.silence_ms) } else { heard.plus_ms(REOPEN_MS.max(self.silence_ms)) })
    }
}

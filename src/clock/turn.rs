//! The turn that a clock kept here is in.

use crate::go::Color;
use crate::time::Mono;

/// The turn that a clock is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Whose.
    pub color: Color,
    /// When it began.
    pub started: Mono,
    /// Time used in this turn before the current stretch, in ms.
    pub earlier_ms: u64,
    /// The current stretch without a pause begins here.
    pub from: Mono,
    /// It was paused here.
    pub until: Option<Mono>,
    /// Time is not counted from here on, although the turn goes on: captured stones are being lifted (see [`hold`](super::GameClock::hold)).
    pub held: Option<Mono>,
    /// No press stamped before the flag is waited for any more (see [`confirm_flag`](super::GameClock::confirm_flag)).
    pub flag_confirmed: bool,
}

impl Turn {
    pub(super) const fn new(color: Color, at: Mono) -> Turn {
        Turn { color, started: at, earlier_ms: 0, from: at, until: None, held: None, flag_confirmed: false }
    }

    /// A moment as this stretch sees it: not before it began nor after it was paused or held.
    pub(super) fn within(&self, at: Mono) -> Mono {
        let end = [self.until, self.held].into_iter().flatten().min();
        end.map_or(at, |end| at.min(end)).max(self.from)
    }

    /// Time used in this stretch until a moment, in ms.
    pub(super) fn stretch_ms(&self, at: Mono) -> u64 {
        self.within(at).since_ms(self.from)
    }
}

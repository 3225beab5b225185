//! Kinds that a referee does not want to hear of for a while (CONTRACT 4.5 `mute`). They are raised and recorded as ever, so that nothing
//! is dropped in silence; only nobody is called for them.

use crate::referee::Kind;
use crate::time::{Mono, Wall};

use super::Game;
use super::event::EventBody;
use super::input::Output;

/// A kind that is muted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mute {
    /// The kind.
    pub kind: Kind,
    /// Until when, by the calendar; `None` to the end of the game.
    pub until: Option<Wall>,
    /// Who asked for it, where that is known.
    pub by: Option<String>,
}

impl Mute {
    /// It still holds at this instant.
    pub fn holds(&self, now: Wall) -> bool {
        self.until.is_none_or(|until| until > now)
    }
}

impl Game {
    /// Mutes a kind; an instant that is over lifts it.
    pub(super) fn mute(&mut self, at: Mono, mute: Mute, out: &mut Vec<Output>) {
        self.emit(at, EventBody::Muted(mute), out);
    }

    /// This kind is muted now.
    pub(super) fn is_muted(&self, kind: Kind, at: Mono) -> bool {
        let now = self.stamp(at).wall;
        self.book.muted.iter().any(|mute| mute.kind == kind && mute.holds(now))
    }
}

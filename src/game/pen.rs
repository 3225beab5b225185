//! Writing events: the only way anything that is published changes.

use crate::time::{Mono, Stamp};

use super::Game;
use super::event::{Event, EventBody, Phase};
use super::input::Output;

impl EventBody {
    /// True when the `game` document's `rev` rises with this event (CONTRACT 4.1): record, phase, alerts, ledger or result.
    pub(super) fn changes_the_game(&self) -> bool {
        !matches!(self, EventBody::Clock { .. } | EventBody::Board { .. })
    }

    /// Moves have come or gone.
    const fn changes_the_record(&self) -> bool {
        matches!(self, EventBody::Move { .. } | EventBody::MoveRetracted { .. } | EventBody::RecordChanged { .. })
    }
}

impl Game {
    /// Writes one event that happened at `at`, and folds it in.
    pub(super) fn emit(&mut self, at: Mono, body: EventBody, out: &mut Vec<Output>) {
        let event = Event {
            game_id: self.book.game_id.clone(),
            seq: self.book.seq + 1,
            rev: self.book.rev + u64::from(body.changes_the_game()),
            at: self.now.at(at).wall,
            body,
        };
        self.book.apply(&event).expect("an event made from the folded state fits it");
        self.follow_alerts(at, &event.body);
        let changes_the_record = event.body.changes_the_record();
        out.push(Output::Event(event));
        if changes_the_record {
            self.follow_claims(at, out);
        }
    }

    /// Writes the first event of another game, or of another stretch between games: a new id, and `seq` from 1.
    /// The caller closes what was open about the game before it, or carries over what was raised between games.
    pub(super) fn emit_first(&mut self, at: Mono, prefix: &str, body: EventBody, out: &mut Vec<Output>) {
        let event = Event { game_id: self.ids.next(prefix), seq: 1, rev: 1, at: self.now.at(at).wall, body };
        self.book.apply(&event).expect("a first event fits every state");
        out.push(Output::Event(event));
    }

    /// Goes to another phase, and says why.
    pub(super) fn enter(&mut self, at: Mono, to: Phase, because: &str, out: &mut Vec<Output>) {
        let from = self.book.phase;
        self.end_unsaid &= to == Phase::Ending;
        if from != to {
            // Whatever it goes to, nobody waits for the wood any more.
            self.restoring = None;
            self.rebuilding = false;
            self.emit(at, EventBody::Phase { from, to, because: because.to_owned() }, out);
        }
    }

    /// The stamp of a moment near now.
    pub(super) fn stamp(&self, at: Mono) -> Stamp {
        self.now.at(at)
    }
}

//! Both clocks told from the events alone, as simply as can be: time is used by whoever's turn it is, while play is on, and by nobody else.

use kifud::game::{ClockChange, Event, EventBody, Folded, Phase};
use kifud::go::{ByColor, Color};
use kifud::time::Wall;

/// What both have used, from a moment on.
#[derive(Debug, Clone)]
pub struct Used {
    folded: Folded,
    /// The number of a move that was played in its turn, which has not ended.
    open: Option<usize>,
    last: i64,
    pub ms: ByColor<u64>,
    /// Whose time ran from when to when.
    ran: Vec<(i64, i64, Color)>,
    /// Play was interrupted or a clock was set at this moment: what is told late happened after it.
    set: i64,
}

impl Used {
    /// From here on, where this is the game and both have used so much.
    pub fn from(folded: Folded, at: Wall, ms: ByColor<u64>) -> Used {
        let at = at.as_unix_ms();
        Used { folded, open: None, last: at, ms, ran: Vec::new(), set: at }
    }

    /// Whose time runs: that of who has moved until the turn is over, and then that of who is to move. Who plays a second time in a row does so
    /// in the opponent's turn.
    fn running(&self) -> Option<Color> {
        if self.folded.phase != Phase::Playing {
            return None;
        }
        let moves = self.folded.record.as_ref().map_or(&[][..], |record| &record.moves);
        let thinks_on = moves.last().filter(|last| last.provisional && self.open == Some(moves.len()));
        Some(thinks_on.map_or_else(|| self.folded.to_move(), |last| last.color))
    }

    /// Until then nothing else has happened.
    pub fn until(&mut self, at: Wall) {
        let at = at.as_unix_ms();
        if let Some(color) = self.running().filter(|_| at > self.last) {
            self.ms[color] += at.abs_diff(self.last);
            self.ran.push((self.last, at, color));
        }
        self.last = self.last.max(at);
    }

    /// A play against the rules is told when the patience with it is over, with the moment at which it was made: what has run since ran for
    /// whoever it ran for then.
    fn back_to(&mut self, at: i64) {
        let at = at.max(self.set);
        while let Some((from, to, color)) = self.ran.pop_if(|ran| ran.1 > at) {
            self.ms[color] -= to.abs_diff(from.max(at));
            if from < at {
                self.ran.push((from, at, color));
            }
        }
        self.last = self.last.min(at);
    }

    /// The next event.
    pub fn take(&mut self, event: &Event) {
        match &event.body {
            EventBody::Move { .. } | EventBody::TurnEnded { .. } => self.back_to(event.at.as_unix_ms()),
            EventBody::Phase { .. } | EventBody::Clock { .. } => self.set = self.set.max(event.at.as_unix_ms()),
            _ => {}
        }
        self.until(event.at);
        if let EventBody::Move { n, played, .. } = &event.body {
            self.open = (self.folded.to_move() == played.color).then_some(*n as usize);
        }
        // A take-back puts both clocks back in one step. How far is held by tests of its own (`taking_back`, 10,000 random games).
        if let EventBody::Clock { change: ClockChange::Adjusted, color: None, clock, .. } = &event.body {
            self.ms = ByColor::new(|color| clock.players[color].total_used_ms);
        }
        self.folded.apply(event).expect("it follows");
    }
}

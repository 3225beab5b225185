//! Who may speak for the table: one connection's way from CONNACK to speaking, the back-offs between connections, and what to do when
//! somebody else's `status` appears (CONTRACT 4, "On every connect"). A state machine with injected time and no I/O.

use std::collections::VecDeque;

use super::status::{Identity, Seen};
use crate::time::Mono;

/// How long the broker may take for SUBACK.
const SUBSCRIBE_MS: u64 = 5_000;

/// How long after SUBACK a retained `status` is waited for, where there may be none: brokers send it in the same breath, and only a
/// first start or a broker without memory pays this.
const SETTLE_MS: u64 = 300;

/// How long another instance may take to answer (CONTRACT 4).
pub(super) const ASK_MS: u64 = 3_000;

/// How long we stay away when somebody else speaks, or keeps taking over (CONTRACT 4).
pub(super) const BACK_OFF_MS: u64 = 30_000;

/// Taken over more often than this within [`MINUTE_MS`] is a copied card (CONTRACT 4).
const MOST_TAKEOVERS: usize = 3;
const MINUTE_MS: u64 = 60_000;

/// First pause between two connections, doubled up to [`LONGEST_PAUSE_MS`]: a restarted broker is found quickly, an absent one is not hammered.
const FIRST_PAUSE_MS: u64 = 100;
const LONGEST_PAUSE_MS: u64 = 3_000;

/// After a broker that refuses an event, or the connection: it will refuse again.
const REFUSED_PAUSE_MS: u64 = 5_000;

/// A connection that was live for so long was a good one: pauses start small again.
const GOOD_MS: u64 = 2_000;

/// After one that was live for less, no more than so many doublings: the broker is there, and everything is said again every time.
const SHORT_LIVED: u32 = 2;

/// How many of our own sessions are remembered: a will of one can come late.
const OWN_SESSIONS: usize = 16;

/// What the connection must do now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing.
    Nothing,
    /// Ask with `request/ping`; the answer is given to [`Presence::pong`].
    Ask,
    /// Speak: `status` init, events, documents, `status`.
    Speak,
    /// Say `status` again: somebody has overwritten it.
    Assert,
    /// Disconnect cleanly, having published nothing.
    Withdraw(Left),
    /// The connection is no good.
    GiveUp(&'static str),
}

/// How a connection ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Left {
    /// It broke or was never made.
    Broken,
    /// The broker refuses an event, or the connection itself.
    Refused,
    /// Another client with our name took it.
    TakenOver,
    /// Another instance speaks.
    OtherInstance(Seen),
    /// Another instance has begun to speak while we did: look again at once.
    Contested,
}

/// When it is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Retry {
    /// In ms from now.
    pub(super) after_ms: u64,
    /// Times taken over within the last minute.
    pub(super) takeovers: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Phase {
    Apart,
    Subscribing { until: Mono, heard: Option<Seen> },
    Settling { until: Mono },
    Asking { until: Mono, other: Seen },
    Speaking { live_since: Option<Mono> },
}

/// The state machine; it lives as long as the process.
#[derive(Debug)]
pub(super) struct Presence {
    me: Identity,
    phase: Phase,
    /// Our sessions, the newest last.
    sessions: VecDeque<String>,
    /// We have spoken: a foreign session of our own instance is a copy of us, not our own past.
    has_spoken: bool,
    /// The last takeover is counted already.
    counted: bool,
    takeovers: VecDeque<Mono>,
    failures: u32,
}

impl Presence {
    pub(super) fn new(me: Identity) -> Presence {
        Presence {
            me,
            phase: Phase::Apart,
            sessions: VecDeque::new(),
            has_spoken: false,
            counted: false,
            takeovers: VecDeque::new(),
            failures: 0,
        }
    }

    /// The broker has taken a connection with this session.
    pub(super) fn connected(&mut self, now: Mono, session: String) {
        self.sessions.push_back(session);
        if self.sessions.len() > OWN_SESSIONS {
            self.sessions.pop_front();
        }
        self.phase = Phase::Subscribing { until: now.plus_ms(SUBSCRIBE_MS), heard: None };
    }

    /// SUBACK.
    pub(super) fn subscribed(&mut self, now: Mono) -> Step {
        let Phase::Subscribing { heard, .. } = &mut self.phase else { return Step::Nothing };
        match heard.take() {
            Some(seen) => self.decide(now, seen),
            None => {
                self.phase = Phase::Settling { until: now.plus_ms(SETTLE_MS) };
                Step::Nothing
            }
        }
    }

    /// A `status` of this table, retained or live; `None` for one that is not readable or was emptied.
    pub(super) fn status(&mut self, now: Mono, seen: Option<Seen>) -> Step {
        match &mut self.phase {
            Phase::Apart => Step::Nothing,
            Phase::Subscribing { heard, .. } => {
                *heard = seen;
                Step::Nothing
            }
            Phase::Settling { .. } => seen.map_or(Step::Nothing, |seen| self.decide(now, seen)),
            Phase::Asking { .. } => match seen {
                Some(seen) if seen.is_alive() => Step::Nothing,
                _ => self.speak(),
            },
            Phase::Speaking { .. } => self.overheard(seen),
        }
    }

    /// The other instance has answered our question.
    pub(super) fn pong(&self) -> Step {
        match &self.phase {
            Phase::Asking { other, .. } => Step::Withdraw(Left::OtherInstance(other.clone())),
            _ => Step::Nothing,
        }
    }

    /// Time has passed.
    pub(super) fn tick(&mut self, now: Mono) -> Step {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return Step::Nothing;
        }
        match self.phase {
            Phase::Subscribing { .. } => Step::GiveUp("the broker does not answer the subscription"),
            Phase::Settling { .. } | Phase::Asking { .. } => self.speak(),
            Phase::Apart | Phase::Speaking { .. } => Step::Nothing,
        }
    }

    /// When [`Presence::tick`] wants to be called.
    pub(super) fn deadline(&self) -> Option<Mono> {
        match &self.phase {
            Phase::Subscribing { until, .. } | Phase::Settling { until } | Phase::Asking { until, .. } => Some(*until),
            Phase::Apart | Phase::Speaking { .. } => None,
        }
    }

    /// Everything has been said, `status` last.
    pub(super) fn live(&mut self, now: Mono) {
        if let Phase::Speaking { live_since: live_since @ None } = &mut self.phase {
            *live_since = Some(now);
        }
    }

    /// The connection has ended.
    pub(super) fn left(&mut self, now: Mono, left: &Left) -> Retry {
        if let Phase::Speaking { live_since: Some(since) } = self.phase {
            self.failures = if now.since_ms(since) >= GOOD_MS { 0 } else { self.failures.min(SHORT_LIVED) };
        }
        self.phase = Phase::Apart;
        if *left == Left::TakenOver {
            self.count_takeover(now);
        }
        let takeovers = self.recent_takeovers(now);
        let pause = (FIRST_PAUSE_MS << self.failures.min(16)).min(LONGEST_PAUSE_MS);
        self.failures += 1;
        let after_ms = match left {
            Left::OtherInstance(_) => BACK_OFF_MS,
            Left::TakenOver if takeovers > MOST_TAKEOVERS => BACK_OFF_MS,
            Left::Refused => REFUSED_PAUSE_MS,
            Left::Broken | Left::TakenOver => pause,
            Left::Contested => FIRST_PAUSE_MS,
        };
        Retry { after_ms, takeovers }
    }

    /// A `status` was there before us: may we speak?
    fn decide(&mut self, now: Mono, seen: Seen) -> Step {
        if seen.instance == self.me.instance {
            // A copy of us has spoken since we did; where the protocol does not say so, this shows it.
            if self.has_spoken && !self.counted && !self.is_own(&seen.session) {
                self.count_takeover(now);
                if self.recent_takeovers(now) > MOST_TAKEOVERS {
                    return Step::Withdraw(Left::TakenOver);
                }
            }
            return self.speak();
        }
        if !seen.is_alive() {
            return self.speak();
        }
        self.phase = Phase::Asking { until: now.plus_ms(ASK_MS), other: seen };
        Step::Ask
    }

    fn speak(&mut self) -> Step {
        self.phase = Phase::Speaking { live_since: None };
        self.has_spoken = true;
        self.counted = false;
        Step::Speak
    }

    /// A `status` while we speak.
    fn overheard(&self, seen: Option<Seen>) -> Step {
        match seen {
            Some(seen) if self.sessions.back() == Some(&seen.session) && seen.is_alive() => Step::Nothing,
            // Somebody asked us, had no answer and took over: whoever spoke last stays, until it answers no more.
            Some(seen) if seen.is_alive() && seen.instance != self.me.instance => Step::Withdraw(Left::Contested),
            // A copy of us under another name.
            Some(seen) if seen.is_alive() && !self.is_own(&seen.session) => Step::Withdraw(Left::TakenOver),
            // A late will, a last word, something old of our own, or somebody emptied it: we live.
            _ => Step::Assert,
        }
    }

    fn is_own(&self, session: &str) -> bool {
        self.sessions.iter().any(|own| own == session)
    }

    fn count_takeover(&mut self, now: Mono) {
        if !self.counted {
            self.takeovers.push_back(now);
            self.counted = true;
        }
    }

    fn recent_takeovers(&mut self, now: Mono) -> usize {
        self.takeovers.retain(|at| now.since_ms(*at) < MINUTE_MS);
        self.takeovers.len()
    }
}

#[cfg(test)]
mod tests;

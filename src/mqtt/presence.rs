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

/// After a broker that takes the connection but refuses an event: it will refuse again.
const REFUSED_PAUSE_MS: u64 = 5_000;

/// A connection that was live for so long was a good one: pauses start small again.
const GOOD_MS: u64 = 2_000;

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
    /// The broker refuses an event.
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
    pub(super) fn pong(&mut self) -> Step {
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
        if let Phase::Speaking { live_since: Some(since) } = self.phase
            && now.since_ms(since) >= GOOD_MS
        {
            self.failures = 0;
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
    fn overheard(&mut self, seen: Option<Seen>) -> Step {
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
mod tests {
    use super::*;

    fn at(ms: u64) -> Mono {
        Mono::from_millis(1_000_000 + ms)
    }

    fn seen(state: &str, instance: &str, session: &str) -> Option<Seen> {
        let [state, instance, session] = [state, instance, session].map(str::to_owned);
        Some(Seen { state, bridge: "b".to_owned(), instance, session })
    }

    fn presence() -> Presence {
        Presence::new(Identity { bridge: "b".to_owned(), instance: "me".to_owned() })
    }

    /// Connects with this session; the broker has this `status`.
    fn connect(presence: &mut Presence, now: Mono, session: &str, status: Option<Seen>) -> Step {
        presence.connected(now, session.to_owned());
        if status.is_some() {
            assert_eq!(presence.status(now, status), Step::Nothing, "not before SUBACK");
        }
        presence.subscribed(now)
    }

    #[test]
    fn where_nobody_was_we_speak_after_a_moment() {
        let mut presence = presence();
        assert_eq!(connect(&mut presence, at(0), "s1", None), Step::Nothing);
        assert_eq!(presence.tick(at(SETTLE_MS - 1)), Step::Nothing);
        assert_eq!(presence.deadline(), Some(at(SETTLE_MS)));
        assert_eq!(presence.tick(at(SETTLE_MS)), Step::Speak);
        assert_eq!(presence.deadline(), None);
    }

    #[test]
    fn where_we_or_a_dead_one_were_we_speak_at_once() {
        for status in [seen("ready", "me", "s0"), seen("lost", "me", "s0"), seen("lost", "other", "x"), seen("disconnected", "other", "x")]
        {
            assert_eq!(connect(&mut presence(), at(0), "s1", status), Step::Speak);
        }
        // After SUBACK is soon enough too.
        let mut presence = presence();
        connect(&mut presence, at(0), "s1", None);
        assert_eq!(presence.status(at(5), seen("ready", "me", "s0")), Step::Speak);
    }

    #[test]
    fn a_living_other_is_asked_and_left_alone_when_it_answers() {
        let mut presence = presence();
        let other = seen("degraded", "other", "x");
        assert_eq!(connect(&mut presence, at(0), "s1", other.clone()), Step::Ask);
        let other = other.expect("some");
        assert_eq!(presence.tick(at(2_999)), Step::Nothing);
        assert_eq!(presence.pong(), Step::Withdraw(Left::OtherInstance(other.clone())));
        assert_eq!(presence.left(at(3_000), &Left::OtherInstance(other)).after_ms, BACK_OFF_MS);
    }

    #[test]
    fn a_silent_other_is_taken_over_after_three_seconds_or_when_it_dies() {
        let mut presence = presence();
        connect(&mut presence, at(0), "s1", seen("ready", "other", "x"));
        assert_eq!(presence.tick(at(ASK_MS)), Step::Speak);
        assert_eq!(presence.pong(), Step::Nothing, "too late");

        let mut presence = self::presence();
        connect(&mut presence, at(0), "s1", seen("ready", "other", "x"));
        assert_eq!(presence.status(at(100), seen("degraded", "other", "x")), Step::Nothing);
        assert_eq!(presence.status(at(200), seen("lost", "other", "x")), Step::Speak);
    }

    #[test]
    fn a_late_will_is_answered_and_our_own_words_are_not() {
        let mut presence = presence();
        connect(&mut presence, at(0), "s1", seen("lost", "me", "s0"));
        assert_eq!(presence.status(at(1), seen("init", "me", "s1")), Step::Nothing);
        assert_eq!(presence.status(at(2), seen("lost", "me", "s0")), Step::Assert);
        assert_eq!(presence.status(at(3), seen("lost", "other", "x")), Step::Assert);
        assert_eq!(presence.status(at(4), None), Step::Assert, "somebody emptied it");
        presence.left(at(5), &Left::Broken);
        connect(&mut presence, at(6), "s2", seen("lost", "me", "s1"));
        assert_eq!(presence.status(at(7), seen("ready", "me", "s1")), Step::Assert, "our own, late");
    }

    #[test]
    fn whoever_takes_over_while_we_speak_is_asked() {
        let mut presence = presence();
        connect(&mut presence, at(0), "s1", seen("lost", "me", "s0"));
        assert_eq!(presence.status(at(1), seen("init", "other", "x")), Step::Withdraw(Left::Contested));
        assert_eq!(presence.left(at(1), &Left::Contested).after_ms, FIRST_PAUSE_MS);
        assert_eq!(connect(&mut presence, at(101), "s2", seen("ready", "other", "x")), Step::Ask);
    }

    #[test]
    fn taken_over_more_than_three_times_in_a_minute_we_stay_away() {
        let mut presence = presence();
        for (n, expected) in [(1, 100), (2, 200), (3, 400), (4, BACK_OFF_MS)] {
            assert_eq!(connect(&mut presence, at(n * 1_000), &format!("s{n}"), seen("lost", "me", "copy")), Step::Speak);
            let retry = presence.left(at(n * 1_000 + 10), &Left::TakenOver);
            assert_eq!((retry.after_ms, retry.takeovers), (expected, n as usize));
        }
        // A minute later it is forgotten.
        connect(&mut presence, at(90_000), "s9", None);
        assert!(presence.left(at(90_001), &Left::TakenOver).after_ms < BACK_OFF_MS);
    }

    #[test]
    fn where_the_protocol_is_silent_the_status_of_a_copy_shows_the_takeover() {
        let mut presence = presence();
        assert_eq!(connect(&mut presence, at(0), "s1", seen("ready", "me", "before")), Step::Speak, "our own past, for all we know");
        for n in 1..=3 {
            presence.left(at(n * 1_000), &Left::Broken);
            let copy = seen("ready", "me", &format!("copy{n}"));
            assert_eq!(connect(&mut presence, at(n * 1_000 + 100), &format!("s{n}"), copy), Step::Speak);
        }
        presence.left(at(4_000), &Left::Broken);
        assert_eq!(connect(&mut presence, at(4_100), "s5", seen("lost", "me", "copy4")), Step::Withdraw(Left::TakenOver));
        assert_eq!(presence.left(at(4_200), &Left::TakenOver), Retry { after_ms: BACK_OFF_MS, takeovers: 4 });
    }

    #[test]
    fn a_copy_under_another_name_does_not_start_a_shouting_match() {
        let mut presence = presence();
        connect(&mut presence, at(0), "s1", seen("lost", "me", "s0"));
        assert_eq!(presence.status(at(1), seen("ready", "me", "copy")), Step::Withdraw(Left::TakenOver));
    }

    #[test]
    fn an_absent_broker_is_not_hammered_and_a_restarted_one_is_found_quickly() {
        let mut presence = presence();
        let mut pauses = Vec::new();
        for n in 0..7 {
            pauses.push(presence.left(at(n), &Left::Broken).after_ms);
        }
        assert_eq!(pauses, [100, 200, 400, 800, 1_600, 3_000, 3_000]);
        connect(&mut presence, at(10), "s1", seen("lost", "me", "s0"));
        presence.live(at(20));
        assert_eq!(presence.left(at(1_000), &Left::Broken).after_ms, 3_000, "it did not last");
        connect(&mut presence, at(5_000), "s2", seen("lost", "me", "s1"));
        presence.live(at(5_000));
        assert_eq!(presence.left(at(5_000 + GOOD_MS), &Left::Broken).after_ms, 100);
        assert_eq!(presence.left(at(9_000), &Left::Refused).after_ms, REFUSED_PAUSE_MS);
    }

    #[test]
    fn a_broker_that_does_not_answer_the_subscription_is_left() {
        let mut presence = presence();
        presence.connected(at(0), "s1".to_owned());
        assert!(matches!(presence.tick(at(SUBSCRIBE_MS)), Step::GiveUp(_)));
    }
}

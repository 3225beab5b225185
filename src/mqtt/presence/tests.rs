//! Who may speak, scene by scene, without waiting.

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
    for status in [seen("ready", "me", "s0"), seen("lost", "me", "s0"), seen("lost", "other", "x"), seen("disconnected", "other", "x")] {
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
    assert_eq!(presence.left(at(1_000), &Left::Broken).after_ms, 400, "it did not last");
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

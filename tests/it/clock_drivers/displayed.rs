//! A display that counts down by itself beside a clock that keeps time (CONTRACT 4.2): for ten seconds without a word it is right, within
//! 100 ms where the clock sends milliseconds and within the uncertainty that is stated elsewhere.

use kifud::clock::Side;
use kifud::game::{ClockDocument, TimeAuthority};
use kifud::go::Color;
use kifud::sim::AnyClock;
use kifud::wire::ClockDriver;

use super::scenes::{Hall, ten_minutes};

/// A display counts on for so long, in ms.
const ALONE_MS: u64 = 10_000;

/// What the clock on the table really shows, Black's side (left) first.
fn face(clock: &AnyClock) -> [u64; 2] {
    let left = match clock {
        AnyClock::Kifud(clock) => clock.reading().remaining_ms,
        AnyClock::Dgt(clock) => clock.shows().0,
        AnyClock::DgtJson(clock) => clock.shows().0,
        AnyClock::OpenChessClock(clock) => clock.shows().0,
    };
    left.map(u64::from)
}

/// What a display shows that got this document so long ago.
fn displayed(document: &ClockDocument, color: Color, since_ms: u64) -> u64 {
    let counted = if document.running == Some(color) { since_ms } else { 0 };
    document.players[color].remaining_ms.saturating_sub(counted)
}

#[test]
fn a_display_counts_down_by_itself_for_ten_seconds_beside_every_clock() {
    for driver in [ClockDriver::Kifud, ClockDriver::OpenChessClock, ClockDriver::Dgt, ClockDriver::DgtJson] {
        let mut hall = Hall::new(driver, ten_minutes(), TimeAuthority::Device);
        let fine = matches!(driver, ClockDriver::Kifud | ClockDriver::OpenChessClock);
        hall.press(Color::White);
        let mut worst = 0;
        for (color, vertex) in [(Color::Black, "E5"), (Color::White, "C3"), (Color::Black, "G7")] {
            hall.play(color, vertex, 3_000);
            // After a press a clock that is only looked at is heard within its second.
            hall.wait(if fine { 0 } else { 2_000 });
            let mut got: Vec<ClockDocument> = Vec::new();
            for _ in 0..200 {
                got.push(hall.document());
                hall.wait(130);
                let (now, shows) = (hall.document(), face(&hall.clock));
                assert_eq!(now.running, Some(color.opponent()), "{driver}");
                for document in &got {
                    let since_ms = now.as_of_mono.since_ms(document.as_of_mono);
                    for (color, side) in [(Color::Black, Side::Left), (Color::White, Side::Right)] {
                        let off = displayed(document, color, since_ms).abs_diff(shows[side.index()]);
                        let allowed = if fine { 100 } else { document.uncertainty_ms };
                        assert!(off <= allowed, "{driver}, {color:?}, {since_ms} ms old: {off} of {allowed} ms");
                        worst = worst.max(off);
                    }
                }
                got.retain(|document| now.as_of_mono.since_ms(document.as_of_mono) < ALONE_MS);
            }
        }
        crate::cases::say(&format!("\na display beside a {driver} was off by at most {worst} ms"));
    }
}

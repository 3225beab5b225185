//! Board sessions driven byte by byte.

use kifud::time::Mono;
use kifud::wire::{BoardReport, BoardSession};

pub fn ms(ms: u64) -> Mono {
    Mono::from_millis(ms)
}

/// A session whose port was opened at 0.
pub fn opened<S: BoardSession>(mut session: S) -> S {
    session.opened(ms(0), &mut Vec::new());
    session
}

/// What a session reports of bytes that come at one moment, all stamped with it.
pub fn says(session: &mut impl BoardSession, now: u64, bytes: &[u8]) -> Vec<BoardReport> {
    let (mut reports, mut write) = (Vec::new(), Vec::new());
    session.received(ms(now), bytes, &mut reports, &mut write);
    assert!(reports.iter().all(|report| report.at == ms(now)), "no time of its own: the arrival");
    reports.into_iter().map(|report| report.what).collect()
}

/// Plays the same bytes whole, byte by byte, and in two parts that meet at every byte: the reports are the same, and as `check` wants them.
pub fn split_everywhere<S: BoardSession>(new: impl Fn() -> S, stream: &[u8], check: impl Fn(&[BoardReport])) {
    let whole = says(&mut new(), 10, stream);
    check(&whole);
    let mut session = new();
    let single: Vec<BoardReport> = stream.chunks(1).flat_map(|byte| says(&mut session, 10, byte)).collect();
    assert_eq!(single, whole);
    for at in 0..stream.len() {
        let mut session = new();
        let mut parts = says(&mut session, 10, &stream[..at]);
        parts.extend(says(&mut session, 10, &stream[at..]));
        assert_eq!(parts, whole, "split at {at}");
    }
}

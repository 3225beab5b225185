//! What every fuzz target does with its input: it reads it as a script of what can happen on a line.

use kifud::time::Mono;
use kifud::wire::serial_transfer::{self, Decoder, MAX_FRAME};
use kifud::wire::{BoardSession, ClockSession};

/// One thing that happens.
enum Step {
    /// So many ms pass.
    Pause(u64),
    /// Bytes come.
    Bytes(Vec<u8>),
    /// The port is opened again.
    Opened,
    /// The script is at its end.
    End,
}

fn take<'a>(script: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, rest) = script.split_at(count.min(script.len()));
    *script = rest;
    taken
}

fn byte(script: &mut &[u8]) -> u8 {
    take(script, 1).first().copied().unwrap_or(0)
}

/// Half of the steps are packets with good checksums: chance alone never gets past them.
fn next(script: &mut &[u8]) -> Step {
    if script.is_empty() {
        return Step::End;
    }
    match byte(script) % 8 {
        0 => Step::Pause(u64::from(byte(script))),
        1 => Step::Pause(u64::from(byte(script)) * 100),
        2 => {
            let count = usize::from(byte(script));
            Step::Bytes(take(script, count).to_vec())
        }
        3 => Step::Opened,
        kind => {
            let (id, count) = (byte(script), usize::from(byte(script)));
            let mut payload = take(script, count.min(252)).to_vec();
            if kind != 4 {
                let crc = crc::Crc::<u16>::new(&crc::CRC_16_IBM_3740);
                let mut digest = crc.digest();
                digest.update(&[id]);
                digest.update(&payload);
                payload.extend(digest.finalize().to_le_bytes());
            }
            let mut out = Vec::new();
            // An empty payload cannot be framed: then no bytes come.
            let _ = serial_transfer::encode(id, &payload, &mut out);
            Step::Bytes(out)
        }
    }
}

/// The framing alone: bounded, and always at an end when it has been given up.
pub fn decoder(mut script: &[u8]) {
    let (mut decoder, mut now, mut frames) = (Decoder::new(|_, _| true), Mono::ZERO, Vec::new());
    loop {
        match next(&mut script) {
            Step::Pause(ms) => {
                now = now.plus_ms(ms);
                decoder.expire(now, &mut frames);
            }
            Step::Bytes(bytes) => decoder.received(now, &bytes, &mut frames),
            Step::Opened => decoder.forget(),
            Step::End => break,
        }
        assert!(decoder.held() < MAX_FRAME && decoder.wake().is_none_or(|wake| wake > now));
        frames.clear();
    }
    decoder.expire(now.plus_ms(1_000), &mut frames);
    assert_eq!(decoder.held(), 0);
}

/// A board's session: never panics, never asks to be woken for nothing, reports in the order of time.
pub fn board(session: &mut dyn BoardSession, mut script: &[u8]) {
    let (mut now, mut last, mut write, mut reports) = (Mono::from_millis(1_000_000), Mono::ZERO, Vec::new(), Vec::new());
    session.opened(now, &mut write);
    loop {
        match next(&mut script) {
            Step::Pause(ms) => {
                now = now.plus_ms(ms);
                session.tick(now, &mut reports, &mut write);
                assert!(session.wake().is_none_or(|wake| wake > now));
            }
            Step::Bytes(bytes) => session.received(now, &bytes, &mut reports, &mut write),
            Step::Opened => session.opened(now, &mut write),
            Step::End => break,
        }
        write.clear();
        for report in reports.drain(..) {
            assert!(last <= report.at && report.at <= now);
            last = report.at;
        }
    }
}

/// A clock's session; see [`board`].
pub fn clock(session: &mut dyn ClockSession, mut script: &[u8]) {
    let (mut now, mut write, mut reports) = (Mono::from_millis(1_000_000), Vec::new(), Vec::new());
    session.opened(now, &mut write);
    loop {
        match next(&mut script) {
            Step::Pause(ms) => {
                now = now.plus_ms(ms);
                session.tick(now, &mut reports, &mut write);
                assert!(session.wake().is_none_or(|wake| wake > now));
            }
            Step::Bytes(bytes) => session.received(now, &bytes, &mut reports, &mut write),
            Step::Opened => session.opened(now, &mut write),
            Step::End => break,
        }
        write.clear();
        assert!(reports.iter().all(|report| report.at <= now));
        reports.clear();
    }
}

//! What every fuzz target does with its input. Here those of lines: they read it as a script of what can happen on one. `texts` has what people
//! and files write, `table` a whole table with everything that comes in,
//! `connection` its connection to a broker.

mod connection;
mod table;
mod texts;

use kifud::time::Mono;
use kifud::wire::serial_transfer::{self, Decoder, MAX_FRAME};
use kifud::wire::{BoardSession, ClockSession};

pub use connection::play as connection;
pub use table::play;
pub use texts::{broker_url, capture, configuration, event_row, moment, request, script, sgf_file, state_row, tokens};

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

/// A whole packet of a protocol from what the script says is in it: chance alone never makes one.
type Packet = fn(u8, &[u8]) -> Vec<u8>;

/// IDs below this are the IGO board's, those from it on are of the `kifud` protocol.
const KIFUD_FROM: u8 = 16;

/// A packet of SerialTransfer; under the IDs of the `kifud` protocol its payload ends with the CRC-16.
pub fn serial_transfer_packet(id: u8, payload: &[u8]) -> Vec<u8> {
    let mut payload = payload.to_vec();
    if id >= KIFUD_FROM {
        let crc = crc::Crc::<u16>::new(&crc::CRC_16_IBM_3740);
        let mut digest = crc.digest();
        digest.update(&[id]);
        digest.update(&payload);
        payload.extend(digest.finalize().to_le_bytes());
    }
    let mut out = Vec::new();
    // An empty payload cannot be framed: then no bytes come.
    let _ = serial_transfer::encode(id, &payload, &mut out);
    out
}

/// A matrix board of 9x9 points with these cells, and empty ones behind them.
pub fn matrix_packet(_: u8, cells: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for index in 0..81 {
        let cell = b" BW"[usize::from(cells.get(index).copied().unwrap_or(0) % 3)];
        out.extend([b'\t', cell, b' ']);
        if index % 9 == 8 {
            out.extend(b"\r\n");
        }
    }
    out.extend(b"\r\n");
    out
}

/// An answer of a Saiboard of 9x9 points with these counts, 16 apart, and the same count behind them.
pub fn saiboard_packet(touch: u8, counts: &[u8]) -> Vec<u8> {
    let count = |index: usize| (u32::from(counts.get(index).copied().unwrap_or(120)) * 16).to_string();
    let rows: Vec<String> =
        (0..9).map(|row| format!("[{}]", (0..9).map(|col| count(row * 9 + col)).collect::<Vec<_>>().join(","))).collect();
    format!("{{\"hall\":[{}],\"touch\":{}}}\0", rows.join(","), u32::from(touch) * 100).into_bytes()
}

/// A placement of a YiHu board with good check bytes.
pub fn yihu_packet(seq: u8, point: &[u8]) -> Vec<u8> {
    let (col, row) = (point.first().copied().unwrap_or(0) % 20, point.get(1).copied().unwrap_or(0) % 20);
    let (a, b) = ((col + 11) ^ seq, (28 - row) ^ seq);
    vec![0x23, 0x50, 12, seq, 0, 0, 0, a, b, (a | b) ^ seq, seq & (a << 1), 1]
}

/// Half of the steps are whole packets.
fn next(script: &mut &[u8], packet: Packet) -> Step {
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
        _ => {
            let (id, count) = (byte(script), usize::from(byte(script)));
            Step::Bytes(packet(id, take(script, count.min(252))))
        }
    }
}

/// The framing alone: bounded, and always at an end when it has been given up.
pub fn decoder(mut script: &[u8]) {
    let (mut decoder, mut now, mut frames) = (Decoder::new(|_, _| true), Mono::ZERO, Vec::new());
    loop {
        match next(&mut script, serial_transfer_packet) {
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
pub fn board(session: &mut dyn BoardSession, packet: Packet, mut script: &[u8]) {
    let (mut now, mut last, mut write, mut reports) = (Mono::from_millis(1_000_000), Mono::ZERO, Vec::new(), Vec::new());
    session.opened(now, &mut write);
    loop {
        match next(&mut script, packet) {
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

/// A message of a DGT board's clock with this content: what stands behind it counts as zeros.
pub fn dgt_packet(status: u8, times: &[u8]) -> Vec<u8> {
    let mut out = vec![0x8D, 0x00, 0x0A];
    out.extend((0..6).map(|at| times.get(at).copied().unwrap_or(0) & 0x7F));
    out.push(status & 0x7F);
    out
}

/// A line of a gateway: times, a movement of the lever, or something else.
pub fn dgt_json_packet(kind: u8, content: &[u8]) -> Vec<u8> {
    let at = |at: usize| u32::from(content.get(at).copied().unwrap_or(0));
    let t_ms = (at(0) << 8 | at(1)) * 50;
    let data = match kind % 4 {
        0 => format!(
            "\"buttonEvent\",\"timestamp\":{t_ms},\"data\":{{\"button\":\"{}\"}}",
            ["lever_left", "lever_right"][at(2) as usize % 2]
        ),
        1 => format!("\"connectionStatus\",\"data\":{{\"connected\":{}}}", at(2) % 2 == 0),
        _ => format!(
            "\"timeUpdate\",\"timestamp\":{t_ms},\"data\":{{\"leftHours\":0,\"leftMinutes\":{},\"leftSeconds\":{},\"rightHours\":0,\
             \"rightMinutes\":{},\"rightSeconds\":{}}}",
            at(2) % 60,
            at(3) % 60,
            at(4) % 60,
            at(5) % 60
        ),
    };
    format!("{{\"type\":{data}}}\n").into_bytes()
}

/// A message of an open-chess-clock.
pub fn open_chess_clock_packet(kind: u8, numbers: &[u8]) -> Vec<u8> {
    let kind = 0xC0 | kind & 0x07;
    let length = match kind {
        0xC4 => 8,
        0xC6 | 0xC7 => 0,
        _ => 4,
    };
    let byte = |at: usize| if at % 4 == 0 { 0 } else { numbers.get(at).copied().unwrap_or(0) };
    std::iter::once(kind).chain((0..length).map(byte)).collect()
}

/// A clock's session; see [`board`].
pub fn clock(session: &mut dyn ClockSession, packet: Packet, mut script: &[u8]) {
    let (mut now, mut write, mut reports) = (Mono::from_millis(1_000_000), Vec::new(), Vec::new());
    session.opened(now, &mut write);
    loop {
        match next(&mut script, packet) {
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

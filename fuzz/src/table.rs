//! A whole table: a board and a clock of the open protocol and people with requests, as a capture that is replayed. Nothing panics, events are
//! numbered without gaps, and the same input brings forth the same events.

use std::fmt::Write as _;

use kifud::form::{VERBS, parse_request};
use kifud::go::Size;

use crate::{byte, serial_transfer_packet, take};

/// The table: time short enough to run out within an input.
const CONFIG: &str = "[[table]]\nid = \"t1\"\ntime = { system = \"byo-yomi\", main = \"10s\", periods = 2, period = \"10s\" }\nboard.port = \"/b\"\n\
                      board.size = 9\nclock.port = \"/c\"\n";

/// Parts of a payload: an input picks some, so that most of what it asks for can be read.
const FIELDS: [&str; 32] = [
    "\"color\":\"black\"",
    "\"color\":\"white\"",
    "\"vertex\":\"E5\"",
    "\"vertex\":\"pass\"",
    "\"alert\":\"a-1\"",
    "\"rev\":1",
    "\"outcome\":\"confirm\"",
    "\"outcome\":\"dismiss\"",
    "\"outcome\":\"change\",\"sanctions\":[\"warning\"]",
    "\"board\":\"restore\"",
    "\"board\":\"forced-pass\"",
    "\"kind\":\"referee-call\"",
    "\"kind\":\"double-move\"",
    "\"vertices\":[\"E5\",\"C3\"]",
    "\"method\":\"area\"",
    "\"delta_ms\":-5000",
    "\"periods_delta\":1",
    "\"reason\":\"because\"",
    "\"setup\":{\"black\":[\"C3\",\"G7\"]},\"to_move\":\"white\"",
    "\"handicap\":2",
    "\"komi\":0.5",
    "\"time\":{\"system\":\"absolute\",\"main\":\"20s\"}",
    "\"rulebook\":\"ing\"",
    "\"adopt\":true",
    "\"sealed\":true",
    "\"custodian\":\"Ann\",\"envelope\":\"1\"",
    "\"to_move\":\"black\"",
    "\"force\":true",
    "\"stones\":40",
    "\"black_side\":\"right\"",
    "\"profile\":\"casual\"",
    "\"note\":\"n\"",
];

/// Plays the script.
pub fn play(mut script: &[u8]) {
    let (mut mono, mut text) = (1_000_000_u64, header());
    let (mut seqs, mut asked) = ([0_u16; 2], 0);
    for port in ["board", "clock"] {
        let _ = writeln!(text, "{{{},\"port\":\"{port}\",\"opened\":true}}", stamp(mono));
    }
    while !script.is_empty() {
        match byte(&mut script) % 8 {
            0 => mono += u64::from(byte(&mut script)),
            1 => mono += u64::from(byte(&mut script)) * 40,
            2 => {
                let (verb, fields) = (byte(&mut script), take(&mut script, 3).to_vec());
                asked += 1;
                request(&mut text, mono, asked, VERBS[usize::from(verb) % VERBS.len()], &fields);
            }
            3 => {
                let at = byte(&mut script);
                let _ = writeln!(text, "{{{},\"port\":\"{}\",\"opened\":{}}}", stamp(mono), port(at), at & 2 == 0);
            }
            4 => clock(&mut text, mono, &mut seqs[1], byte(&mut script)),
            _ => board(&mut text, mono, &mut seqs[0], byte(&mut script), byte(&mut script)),
        }
        let _ = writeln!(text, "{{{},\"advance\":true}}", stamp(mono));
    }
    let replayed = kifud::capture::replay(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut last = (String::new(), 0);
    for event in &replayed.events {
        let event: serde_json::Value = serde_json::from_str(event).expect("JSON");
        let (game, seq) = (event["game_id"].as_str().unwrap_or_default().to_owned(), event["seq"].as_u64().unwrap_or_default());
        assert!(seq == last.1 + 1 && game == last.0 || seq == 1, "{seq} of {game} follows {last:?}");
        last = (game, seq);
    }
}

fn header() -> String {
    format!("{{\"kifud-capture\":1,\"table\":\"t1\",\"seed\":\"s\",{},\"config\":{}}}\n", stamp(999_000), serde_json::json!(CONFIG))
}

fn stamp(mono: u64) -> String {
    format!("\"mono\":{mono},\"wall\":{}", 1_790_000_000_000 + mono)
}

fn port(byte: u8) -> &'static str {
    if byte & 1 == 0 { "board" } else { "clock" }
}

fn request(text: &mut String, mono: u64, asked: u32, verb: &str, fields: &[u8]) {
    let fields = fields.iter().filter_map(|&field| FIELDS.get(usize::from(field)));
    let payload = fields.fold(format!("{{\"transaction\":\"t{asked}\""), |payload, field| format!("{payload},{field}")) + "}";
    if parse_request(verb, None, payload.as_bytes(), Size::square(9).expect("a size")).is_ok() {
        let _ = writeln!(text, "{{{},\"request\":\"{verb}\",\"payload\":{}}}", stamp(mono), serde_json::json!(payload));
    }
}

/// A packet with its number and its device's own time.
fn packet(text: &mut String, mono: u64, port: &str, seq: &mut u16, id: u8, body: &[u8]) {
    let mut payload = seq.to_le_bytes().to_vec();
    payload.extend((mono as u32).to_le_bytes());
    payload.extend(body);
    *seq = seq.wrapping_add(1);
    let hex: String = serial_transfer_packet(id, &payload).iter().map(|byte| format!("{byte:02x}")).collect();
    let _ = writeln!(text, "{{{},\"port\":\"{port}\",\"bytes\":\"{hex}\"}}", stamp(mono));
}

/// A change of a point, or now and then the board's greeting, or an empty board.
fn board(text: &mut String, mono: u64, seq: &mut u16, what: u8, at: u8) {
    match what {
        250.. => packet(text, mono, "board", seq, 0x30, &[1, 9, 7, 20, 1, 0, 0, 0, 0]),
        240..=249 => packet(text, mono, "board", seq, 0x31, &[0; 21]),
        _ => packet(text, mono, "board", seq, 0x32, &[1, at % 81, 0, what % 4]),
    }
}

fn clock(text: &mut String, mono: u64, seq: &mut u16, what: u8) {
    match what % 4 {
        0 => packet(text, mono, "clock", seq, 0x40, &[1, 7, 1, 0, 0, 0, 0]),
        1 => packet(text, mono, "clock", seq, 0x43, &[what >> 2 & 1]),
        _ => packet(text, mono, "clock", seq, 0x41, &[what >> 2 & 1]),
    }
}

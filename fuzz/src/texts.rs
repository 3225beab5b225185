//! What people, files and other programs write: nothing panics, and what was read can be written and read again.

use std::path::Path;

use kifud::form::{Instant, StateForm, VERBS, event_from_json, event_to_json, parse_duration, parse_request};
use kifud::go::{Size, sgf};
use kifud::time::{Mono, Stamp, Wall};

/// The largest gap between two stamps of a capture that is looked at, in ms: a game goes on for every ms of it.
const GAP_MS: u64 = 3_600_000;

fn size(byte: u8) -> Size {
    [9, 13, 19].into_iter().cycle().nth(usize::from(byte) % 3).and_then(Size::square).expect("sizes of boards")
}

/// A request: the first byte says which verb, the second on which board, and whether the topic names a user.
pub fn request(input: &[u8]) {
    let [verb, board, payload @ ..] = input else { return };
    let verb = VERBS[usize::from(*verb) % VERBS.len()];
    let user = (board & 4 != 0).then_some("anna");
    let once = parse_request(verb, user, payload, size(*board));
    let again = parse_request(verb, user, payload, size(*board));
    assert_eq!(
        once.as_ref().map(|read| &read.hash).ok(),
        again.as_ref().map(|read| &read.hash).ok(),
        "the same request is the same transaction"
    );
}

/// A configuration: what is good can be explained, what is not has a reason.
pub fn configuration(text: &str) {
    match kifud::config::parse(Path::new("kifud.toml"), text, "host") {
        Ok(config) => assert!(!kifud::config::explain(&config).is_empty()),
        Err(faults) => assert!(!faults.is_empty()),
    }
}

/// An SGF file: what was read is the same when it was written and read again.
pub fn sgf_file(bytes: &[u8]) {
    let Ok(game) = sgf::read(bytes) else { return };
    let written = sgf::write(&game);
    let again = sgf::read(written.as_bytes()).unwrap_or_else(|error| panic!("what we write we read: {error}\n{written}"));
    assert_eq!(again.record.moves, game.record.moves, "{written}");
    let _ = sgf::playable_on_a_board(&game);
}

/// An event of the journal, the first byte is the size of its board.
pub fn event_row(input: &[u8]) {
    let Some((board, text)) = input.split_first() else { return };
    let (Ok(text), size) = (std::str::from_utf8(text), size(*board)) else { return };
    let Ok(event) = event_from_json(text, Some(size)) else { return };
    let written = event_to_json(&event, size);
    event_from_json(&written, Some(size)).unwrap_or_else(|error| panic!("what we write we read: {error}\n{written}"));
}

/// The state row of the journal, in the same run of the machine and in another one.
pub fn state_row(input: &[u8]) {
    let Some((board, text)) = input.split_first() else { return };
    let Ok(form) = serde_json::from_slice::<StateForm>(text) else { return };
    let now = Stamp::new(Mono::from_millis(1 << 40), Wall::from_unix_ms(1_790_000_000_000));
    for boot in ["this", "another"] {
        if let Ok(state) = form.read(boot, now, size(*board)) {
            let _ = StateForm::new(&state, boot, size(*board), None);
        }
    }
}

/// A scene for virtual hands.
pub fn script(text: &str) {
    let _ = kifud::sim::parse_script(text, size(0));
}

/// A file of names and tokens.
pub fn tokens(text: &str) {
    let _ = kifud::display::Tokens::parse(text);
}

/// Moments and stretches of time: what was read is the same when it was written and read again.
pub fn moment(text: &str) {
    if let Ok(moment) = Instant::parse(text) {
        // Before 1970 and after 9999 the calendar of a broken clock is shown as the nearest moment.
        if (0..=253_402_300_799_999).contains(&moment.0.as_unix_ms()) {
            assert_eq!(Instant::parse(&moment.to_string()), Ok(moment));
        }
    }
    let _ = parse_duration(text);
}

/// A capture file, as whoever sends a report may have changed it.
pub fn capture(text: &str) {
    let stamps = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let stamps: Vec<u64> = stamps.flat_map(|line| [line["mono"].as_u64(), line["runs_mono"].as_u64()]).flatten().collect();
    if stamps.windows(2).all(|pair| pair[1].saturating_sub(pair[0]) < GAP_MS) {
        let _ = kifud::capture::replay(text);
    }
}

/// The address of a broker: what was read has a first node, no more than there may be, and hosts that can be written again.
pub fn broker_url(text: &str) {
    use kifud::config::{BrokerUrl, NODES_MAX};
    use kifud::mqtt::Nodes;
    let Ok(url) = BrokerUrl::read(text) else { return };
    let count = url.others.len() + 1;
    assert!(count <= NODES_MAX && !url.first.0.is_empty() && !text.contains('@'));
    let nodes = Nodes::new(url.first.clone(), url.others.clone());
    let written: Vec<String> = (0..count).map(|attempt| nodes.at(attempt).to_string()).collect();
    let scheme = if url.tls { "mqtts" } else { "mqtt" };
    assert_eq!(BrokerUrl::read(&format!("{scheme}://{}", written.join(","))), Ok(url), "{text}");
}

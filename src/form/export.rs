//! The journal's events of one game as files: `json` and `log` of `kifud export` (SGF is `go`'s).

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// All events of a game as one JSON array, each exactly as it is stored, one a line.
pub fn export_json<'a>(stored: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::from("[");
    for (index, event) in stored.into_iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(event);
    }
    text.push_str("\n]\n");
    text
}

/// All events of a game for a person, one a line: number, moment, type, then every field as `name=value`. Whatever a later version
/// has written is shown too; a line that is no event is shown as it is.
pub fn export_log<'a>(stored: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for event in stored {
        match serde_json::from_str::<Map<String, Value>>(event) {
            Ok(fields) => line(&mut text, &fields),
            Err(_) => text.push_str(event),
        }
        text.push('\n');
    }
    text
}

/// Fields that every event has, shown at the start of the line or not at all.
const HEAD: [&str; 6] = ["schema", "game_id", "seq", "rev", "at", "type"];

fn line(text: &mut String, fields: &Map<String, Value>) {
    let head = |name: &str| fields.get(name).map(plain).unwrap_or_default();
    write!(text, "{:>5}  {}  {}", head("seq"), head("at"), head("type")).expect("a string takes everything");
    for (name, value) in fields.iter().filter(|(name, _)| !HEAD.contains(&name.as_str())) {
        write!(text, " {name}={}", plain(value)).expect("a string takes everything");
    }
}

/// A text without its quotation marks, anything else as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVE: &str = r#"{"schema":"1.0","game_id":"g","seq":2,"rev":2,"at":"2026-12-05T00:30:00.000Z","type":"move","n":1,"color":"black","vertex":"Q16","position_hash":"0"}"#;

    #[test]
    fn the_json_export_keeps_every_byte_of_the_events() {
        assert_eq!(export_json([MOVE, MOVE]), format!("[\n{MOVE},\n{MOVE}\n]\n"));
        assert_eq!(serde_json::from_str::<Vec<Value>>(&export_json([])).unwrap(), Vec::<Value>::new());
    }

    #[test]
    fn the_log_has_a_line_for_every_event_even_one_that_cannot_be_read() {
        let log = export_log([MOVE, "rubbish"]);
        assert_eq!(log, "    2  2026-12-05T00:30:00.000Z  move color=black n=1 position_hash=0 vertex=Q16\nrubbish\n");
    }
}

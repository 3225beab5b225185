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
/// has written is shown too; a line that is no event is shown as it is. What the sensors showed around an alert follows it
/// ([`evidence_lines`]).
pub fn export_log<'a>(stored: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for event in stored {
        match serde_json::from_str::<Map<String, Value>>(event) {
            Ok(mut fields) => {
                let evidence = evidence_of(&mut fields);
                line(&mut text, &fields);
                text.push('\n');
                text.push_str(&evidence);
            }
            Err(_) => {
                text.push_str(event);
                text.push('\n');
            }
        }
    }
    text
}

/// What the sensors showed around an alert, for a person, one change a line: `    21:03:12.345 C3 black -> empty` (hours in UTC, as in
/// the event). Nothing for any other event, and for an alert that is closed: it was all said before.
pub fn evidence_lines(event: &str) -> String {
    serde_json::from_str::<Map<String, Value>>(event).map(|mut fields| evidence_of(&mut fields)).unwrap_or_default()
}

/// The evidence of an event as lines; it is taken out of the fields.
fn evidence_of(fields: &mut Map<String, Value>) -> String {
    let closed = fields.get("type").and_then(Value::as_str) == Some("alert-closed");
    let Some(Value::Object(alert)) = fields.get_mut("alert") else { return String::new() };
    let Some(evidence) = alert.remove("evidence").filter(|_| !closed) else { return String::new() };
    let mut text = String::new();
    if evidence["cut"] == true {
        text.push_str("    (earlier changes are left out)\n");
    }
    for step in evidence["steps"].as_array().into_iter().flatten() {
        let at = plain(&step["at"]);
        // The time of day out of `2026-12-05T21:03:12.345Z`.
        let time = at.split_once('T').map_or(at.as_str(), |(_, time)| time.trim_end_matches('Z'));
        writeln!(text, "    {time} {} {} -> {}", plain(&step["vertex"]), plain(&step["from"]), plain(&step["to"]))
            .expect("a string takes everything");
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
    fn the_evidence_of_an_alert_is_readable_line_by_line() {
        let evidence = r#"{"from":"2026-12-05T21:03:07.000Z","to":"2026-12-05T21:03:17.000Z","steps":[{"at":"2026-12-05T21:03:12.345Z","vertex":"C3","from":"black","to":"empty"},{"at":"2026-12-05T21:03:13.001Z","vertex":"C4","from":"empty","to":"stone"}],"cut":true}"#;
        let event = |kind: &str| {
            format!(
                r#"{{"seq":3,"at":"2026-12-05T21:03:12.999Z","type":"{kind}","alert":{{"id":"a-1","kind":"stone-missing","evidence":{evidence}}}}}"#
            )
        };
        let steps = "    (earlier changes are left out)\n    21:03:12.345 C3 black -> empty\n    21:03:13.001 C4 empty -> stone\n";
        assert_eq!(evidence_lines(&event("alert-raised")), steps);
        assert_eq!((evidence_lines(&event("alert-closed")), evidence_lines(MOVE), evidence_lines("rubbish")), Default::default());
        let log = export_log([event("alert-raised").as_str(), event("alert-closed").as_str()]);
        let line = |kind| format!("    3  2026-12-05T21:03:12.999Z  {kind} alert={{\"id\":\"a-1\",\"kind\":\"stone-missing\"}}\n");
        assert_eq!(log, format!("{}{steps}{}", line("alert-raised"), line("alert-closed")));
    }

    #[test]
    fn the_log_has_a_line_for_every_event_even_one_that_cannot_be_read() {
        let log = export_log([MOVE, "rubbish"]);
        assert_eq!(log, "    2  2026-12-05T00:30:00.000Z  move color=black n=1 position_hash=0 vertex=Q16\nrubbish\n");
    }
}

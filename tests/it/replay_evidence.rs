//! `kifud replay` shows, with an alert, which point changed when.

use std::fmt::Write as _;

use kifud::capture::replay;
use kifud::go::{Color, Point, Size};
use kifud::time::Mono;
use kifud::wire::Cell;
use kifud::wire::matrix::VirtualMatrix;

const CONFIG: &str = r#"
[mqtt]
broker = "mqtt://127.0.0.1:1883"
[[table]]
id = "t1"
[table.board]
driver = "matrix"
port = "/dev/kifud/board-t1"
size = 9
[table.clock]
driver = "none"
"#;

const WALL: u64 = 1_800_000_000_000;

/// A capture of a board whose points change at these moments (ms), each to a stone or to nothing.
fn capture(changes: &[(u64, &str, Option<Color>)], until: u64) -> String {
    let header = serde_json::json!({ "kifud-capture": 1, "table": "t1", "seed": "s", "mono": 0, "wall": WALL, "config": CONFIG });
    let mut text = format!("{header}\n{{\"mono\":0,\"wall\":{WALL},\"port\":\"board\",\"opened\":true}}\n");
    let size = Size::square(9).unwrap();
    let mut board = VirtualMatrix::new(size);
    board.switched_on(Mono::from_millis(0));
    let mut changes = changes.iter();
    let mut next = changes.next();
    for now in (0..until).step_by(10) {
        if let Some((_, vertex, stone)) = next.filter(|(at, ..)| *at <= now) {
            board.set(&[(Point::from_vertex(vertex, size).unwrap(), stone.map_or(Cell::Empty, Cell::Stone))]);
            next = changes.next();
        }
        let mut bytes = Vec::new();
        board.tick(Mono::from_millis(now), &mut bytes);
        let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").unwrap();
            hex
        });
        let (wall, kind) =
            (WALL + now, if hex.is_empty() { "\"advance\":true".to_owned() } else { format!("\"port\":\"board\",\"bytes\":\"{hex}\"") });
        writeln!(text, "{{\"mono\":{now},\"wall\":{wall},{kind}}}").unwrap();
    }
    text
}

#[test]
fn an_alert_is_followed_by_what_the_sensors_showed() {
    let black = Some(Color::Black);
    let changes = [(3_000, "E5", black), (8_000, "C3", Some(Color::White)), (13_000, "G7", black), (18_000, "C3", None)];
    let replayed = replay(&capture(&changes, 40_000)).unwrap();
    let transcript = replayed.transcript();
    let lines: Vec<&str> = transcript.lines().collect();
    let raised = lines.iter().position(|line| line.contains("alert-raised")).unwrap_or_else(|| panic!("no alert in {transcript}"));
    assert!(lines[raised].contains("stone-missing"), "{}", lines[raised]);
    let shown: Vec<&&str> = lines[raised + 1..].iter().take_while(|line| line.starts_with("    ")).collect();
    let last = shown.last().unwrap_or_else(|| panic!("nothing is shown in {transcript}"));
    assert!(last.ends_with(" C3 white -> empty"), "{last}");
    // The rest is the events, word for word.
    let events: Vec<&str> = lines.iter().filter(|line| !line.starts_with(' ')).copied().collect();
    assert_eq!(events, replayed.events);
}

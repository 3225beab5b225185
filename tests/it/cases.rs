//! The shared cases of rules, counting and SGF, as table tests: every case that concerns kifud holds, and those that do not are listed
//! with the reason. The data lies beside the project; where it is missing, a test says so and is no proof.

mod counting;
mod legality;
mod sgf_facts;

use std::path::{Path, PathBuf};

use kifud::go::{Board, Color, Place, Position, Rules, Size};
use serde_json::Value;

pub use crate::skip::say;
use crate::skip::skipped;

/// The shared data, or `None` after saying loudly that the test is skipped. `KIFUD_REQUIRE_DATA=1` makes that a failure.
pub fn shared(below: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(below);
    if path.exists() {
        return Some(path);
    }
    skipped("KIFUD_REQUIRE_DATA", &format!("{} is not there", path.display()));
    None
}

/// The rows of one case file.
fn rows(name: &str) -> Option<Vec<Value>> {
    let text = std::fs::read_to_string(shared(&format!("cases/{name}"))?).unwrap();
    Some(text.lines().map(row).collect())
}

/// A row; the numbers that JSON does not have, but the files do, as texts.
fn row(line: &str) -> Value {
    let line = ["NaN", "Infinity", "-Infinity"]
        .iter()
        .fold(line.to_owned(), |line, number| line.replace(&format!("[{number}]"), &format!("[\"{number}\"]")));
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("no text {field} in {row}"))
}

fn lines(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect()
}

fn board(value: &Value) -> Board {
    Board::from_lines(lines(value)).unwrap()
}

fn color(value: &Value) -> Color {
    match value.as_str() {
        Some("b") => Color::Black,
        Some("w") => Color::White,
        _ => panic!("{value} is no colour"),
    }
}

fn play(value: &Value, size: Size) -> (Color, Place) {
    (color(&value[0]), Place::parse(value[1].as_str().unwrap(), size).unwrap())
}

/// The position after `setup` and `history`, and the first player.
fn position(row: &Value, rules: &Rules) -> Position {
    let setup = board(&row["setup"]);
    let size = setup.size();
    let history: Vec<_> = row["history"].as_array().unwrap().iter().map(|entry| play(entry, size)).collect();
    let first = history.first().map(|(color, _)| *color);
    let next = row.get("to_move").or_else(|| row.get("move").map(|entry| &entry[0])).map(color);
    let mut position = Position::with_board(setup, first.or(next).unwrap_or(Color::Black), rules);
    for (color, place) in history {
        position.take_in(color, place).unwrap();
    }
    position
}

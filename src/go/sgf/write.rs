//! From a game to a file.

use std::fmt::Write;

use super::file::{GameFile, MoveTags, Tags};
use super::read::{EXACT_OVERTIME, FAULT_KINDS, begins};
use super::value;
use crate::go::{ByColor, Color, Edit, HalfPoints, Point, Record};

/// Writes a game as FF4, UTF-8, one node a line: the root with set-up and what is said of the game, then the moves and edits.
///
/// What is said in `AP` when the game names no program is kifud's. An illegal move that stands has KO and a private property with the
/// kinds of its faults. Passes are empty values.
pub fn write(game: &GameFile) -> String {
    let mut out = String::from("(");
    root(&mut out, game);
    edits(&mut out, &game.record, 0);
    let silent = MoveTags::default();
    for (index, played) in game.record.moves.iter().enumerate() {
        out.push_str("\n;");
        let (color, name) = (played.color, if played.color == Color::Black { "B" } else { "W" });
        property(&mut out, name, [value::write_place(played.place)]);
        if !played.illegal.is_empty() {
            property(&mut out, "KO", [""]);
            property(&mut out, FAULT_KINDS, played.illegal.iter().map(|kind| value::escape(kind)));
        }
        let tags = game.moves.get(index).unwrap_or(&silent);
        move_tags(&mut out, color, tags);
        edits(&mut out, &game.record, index as u32 + 1);
    }
    out.push_str(")\n");
    out
}

fn root(out: &mut String, game: &GameFile) {
    let (record, tags) = (&game.record, &game.tags);
    out.push(';');
    property(out, "GM", ["1"]);
    property(out, "FF", ["4"]);
    property(out, "CA", ["UTF-8"]);
    let application = tags.application.clone().unwrap_or_else(|| format!("kifud:{}", env!("CARGO_PKG_VERSION")));
    property(out, "AP", [application]);
    let (width, height) = (record.size.width(), record.size.height());
    property(out, "SZ", [if width == height { width.to_string() } else { format!("{width}:{height}") }]);
    info(out, tags);
    points(out, "AB", &record.setup.black);
    points(out, "AW", &record.setup.white);
    if record.first != begins(record) {
        property(out, "PL", [if record.first == Color::Black { "B" } else { "W" }]);
    }
    text(out, "C", tags.comment.as_deref());
}

fn info(out: &mut String, tags: &Tags) {
    text(out, "RU", tags.rules.as_deref());
    if let Some(komi) = tags.komi {
        property(out, "KM", [write_halves(komi)]);
    }
    if let Some(handicap) = tags.handicap {
        property(out, "HA", [handicap.to_string()]);
    }
    if let Some(ms) = tags.main_time_ms {
        property(out, "TM", [write_seconds(ms as i64)]);
    }
    let texts = [
        ("OT", &tags.overtime),
        (EXACT_OVERTIME, &tags.exact_overtime),
        ("PB", &tags.players.black.name),
        ("BR", &tags.players.black.rank),
        ("BT", &tags.players.black.team),
        ("PW", &tags.players.white.name),
        ("WR", &tags.players.white.rank),
        ("WT", &tags.players.white.team),
        ("GN", &tags.name),
        ("EV", &tags.event),
        ("RO", &tags.round),
        ("DT", &tags.date),
        ("PC", &tags.place),
        ("RE", &tags.result),
        ("GC", &tags.game_comment),
    ];
    for (name, said) in texts {
        text(out, name, said.as_deref());
    }
}

fn move_tags(out: &mut String, color: Color, tags: &MoveTags) {
    let names: [(Color, &str, &str); 2] = [(Color::Black, "BL", "OB"), (Color::White, "WL", "OW")];
    let [first, second] = if color == Color::Black { names } else { [names[1], names[0]] };
    for (color, left, overtime) in [first, second] {
        if let Some(ms) = tags.left_ms[color] {
            property(out, left, [write_seconds(ms)]);
        }
        if let Some(count) = tags.overtime_left[color] {
            property(out, overtime, [count.to_string()]);
        }
    }
    text(out, "C", tags.comment.as_deref());
}

/// The edits after this many moves, a node each.
fn edits(out: &mut String, record: &Record, after: u32) {
    for Edit { black, white, empty, .. } in record.edits.iter().filter(|edit| edit.after == after) {
        out.push_str("\n;");
        let lists = ByColor { black, white };
        points(out, "AB", lists.black);
        points(out, "AW", lists.white);
        points(out, "AE", empty);
    }
}

fn points(out: &mut String, name: &str, points: &[Point]) {
    if !points.is_empty() {
        property(out, name, points.iter().map(|&point| value::write_point(point)));
    }
}

fn text(out: &mut String, name: &str, said: Option<&str>) {
    if let Some(said) = said.filter(|said| !said.is_empty()) {
        property(out, name, [value::escape(said)]);
    }
}

/// Values must be escaped already.
fn property<V: AsRef<str>>(out: &mut String, name: &str, values: impl IntoIterator<Item = V>) {
    out.push_str(name);
    for value in values {
        let _infallible = write!(out, "[{}]", value.as_ref());
    }
}

/// Half points as points: "7.5", "-0.5".
fn write_halves(HalfPoints(halves): HalfPoints) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let half = if halves % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", halves.unsigned_abs() / 2)
}

/// Milliseconds as seconds, without zeros at the end: "12.34".
fn write_seconds(ms: i64) -> String {
    let sign = if ms < 0 { "-" } else { "" };
    let (whole, rest) = (ms.unsigned_abs() / 1000, ms.unsigned_abs() % 1000);
    let seconds = if rest == 0 { whole.to_string() } else { format!("{whole}.{rest:03}").trim_end_matches('0').to_owned() };
    format!("{sign}{seconds}")
}

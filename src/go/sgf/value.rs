//! SGF's property values: texts, numbers, points (FF4, red-bean.com/sgf/sgf4.html and go.html).

use std::fmt::Write;

use crate::go::{Place, Point, Size};

/// A Text value: escapes resolved, soft line breaks removed, other line breaks as LF, other white space as spaces.
pub fn text(raw: &str) -> String {
    unescape(raw, '\n')
}

/// A SimpleText value: as [`text`], with line breaks as spaces.
pub fn simple_text(raw: &str) -> String {
    unescape(raw, ' ')
}

fn unescape(raw: &str, line_break: char) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    let mut escaped = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '\n' | '\r' => {
                // CR LF and LF CR are one line break.
                chars.next_if(|&next| (next == '\n' || next == '\r') && next != c);
                if !escaped {
                    out.push(line_break);
                }
            }
            '\t' | '\u{B}' | '\u{C}' => out.push(' '),
            other => out.push(other),
        }
        escaped = false;
    }
    out
}

/// Makes a text safe inside brackets: `]` and `\` are escaped.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// As [`escape`], for a part of a composed value: `:` is escaped too.
pub fn escape_part(text: &str) -> String {
    escape(text).replace(':', "\\:")
}

/// The raw parts of a composed value, cut at the first colon that is not escaped; no second part without one.
pub fn compose_parts(raw: &str) -> (&str, Option<&str>) {
    let mut escaped = false;
    for (index, byte) in raw.bytes().enumerate() {
        match byte {
            b':' if !escaped => return (&raw[..index], Some(&raw[index + 1..])),
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    (raw, None)
}

/// A Number value: white space anywhere in it is passed over.
pub fn number(raw: &str) -> Option<i64> {
    raw.chars().filter(|c| !c.is_whitespace()).collect::<String>().parse().ok()
}

/// A Real value; no infinities.
pub fn real(raw: &str) -> Option<f64> {
    raw.trim().parse().ok().filter(|value: &f64| value.is_finite())
}

/// Writes a Real value without an exponent: 0 where it would be smaller than 0.0001. `None` for what is no number.
pub fn write_real(value: f64) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let small = value.fract() != 0.0 && value.abs() < 0.0001;
    Some(if small { "0".to_owned() } else { value.to_string() })
}

/// A point of this board, such as "qd": column and line from the upper left.
pub fn point(raw: &str, size: Size) -> Option<Point> {
    let &[col, row] = raw.as_bytes() else { return None };
    let number = |letter: u8| letter.is_ascii_lowercase().then(|| letter - b'a');
    let point = Point::new(number(col)?, number(row)?);
    size.contains(point).then_some(point)
}

/// A move on this board: a point, or a pass, which is empty, and "tt" too on boards up to 19x19 (FF3).
pub fn place(raw: &str, size: Size) -> Option<Place> {
    if raw.is_empty() || (raw == "tt" && size.width() <= 19 && size.height() <= 19) {
        return Some(Place::Pass);
    }
    point(raw, size).map(Place::At)
}

/// The points of a list with rectangles ("aa:cc", upper left to lower right), in order and each once, so that no list is longer than the
/// board.
///
/// # Errors
/// The number of the first value that is no point or rectangle of this board.
pub fn points<S: AsRef<str>>(raw: &[S], size: Size) -> Result<Vec<Point>, usize> {
    let mut found = Vec::new();
    let mut listed = vec![false; size.area()];
    for (index, value) in raw.iter().enumerate() {
        let points = rectangle(value.as_ref(), size).ok_or(index)?;
        found.extend(points.into_iter().filter(|&point| !std::mem::replace(&mut listed[size.index(point)], true)));
    }
    Ok(found)
}

fn rectangle(raw: &str, size: Size) -> Option<Vec<Point>> {
    let (from, to) = match raw.split_once(':') {
        None => (point(raw, size)?, point(raw, size)?),
        Some((from, to)) => (point(from, size)?, point(to, size)?),
    };
    if from.col > to.col || from.row > to.row {
        return None;
    }
    Some((from.row..=to.row).flat_map(|row| (from.col..=to.col).map(move |col| Point::new(col, row))).collect())
}

/// Writes a point. Every board has at most 25 columns and lines, so small letters do.
pub fn write_point(point: Point) -> String {
    let mut out = String::with_capacity(2);
    for number in [point.col, point.row] {
        let _infallible = out.write_char(char::from(b'a' + number.min(Size::MAX)));
    }
    out
}

/// Writes a move: nothing for a pass, which every FF4 reader knows; "tt" is a point of larger boards.
pub fn write_place(place: Place) -> String {
    place.point().map(write_point).unwrap_or_default()
}

//! What is checked of texts and points in requests.

use std::collections::BTreeSet;

use crate::game::RequestError;
use crate::go::{Place, Point, Setup, Size};

use super::malformed;
use crate::form::SetupForm;

/// The longest name, in bytes: documents with a thousand moves still fit their 64 kB with every name at its longest.
pub const NAME_MAX: usize = 200;

/// The longest reason or note, in bytes: a few sentences.
pub const TEXT_MAX: usize = 1_000;

/// The longest id of a game or alert.
const ID_MAX: usize = 64;

/// The most names of one player in other languages.
pub(crate) const LANGUAGES_MAX: usize = 10;

/// Registers that a player may have a number in: the EGF's, the AGA's, and those of a few countries.
pub(crate) const REGISTERS_MAX: usize = 8;

/// True for a `<user>` of a request topic: 1 to 64 of A-Z a-z 0-9 _ -.
pub fn valid_user(user: &str) -> bool {
    (1..=64).contains(&user.len()) && user.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// A text for people: no longer than `max` bytes, no control characters.
pub(super) fn check_text(field: &str, text: &str, max: usize) -> Result<(), RequestError> {
    if text.len() > max {
        return Err(malformed(format!("{field} has {} bytes: write {max} at most", text.len())));
    }
    if text.chars().any(char::is_control) {
        return Err(malformed(format!("{field} has control characters: write one line of text")));
    }
    Ok(())
}

/// An id of ours.
pub(super) fn check_id(field: &str, id: &str) -> Result<(), RequestError> {
    if id.is_empty() || id.len() > ID_MAX {
        return Err(malformed(format!("{field} is no id: write it as the document has it")));
    }
    check_text(field, id, ID_MAX)
}

pub(super) fn place(field: &str, vertex: &str, size: Size) -> Result<Place, RequestError> {
    Place::parse(vertex, size).map_err(|fault| malformed(format!("{field}: {fault}, or \"pass\"")))
}

pub(super) fn points(field: &str, vertices: &[String], size: Size) -> Result<Vec<Point>, RequestError> {
    vertices.iter().map(|vertex| Point::from_vertex(vertex, size).map_err(|fault| malformed(format!("{field}: {fault}")))).collect()
}

/// Stones on the board: each point at most once.
pub(super) fn setup(field: &str, form: &SetupForm, size: Size) -> Result<Setup, RequestError> {
    let black = points(&format!("{field}.black"), &form.black, size)?;
    let white = points(&format!("{field}.white"), &form.white, size)?;
    let mut taken = BTreeSet::new();
    for &point in black.iter().chain(&white) {
        if !taken.insert(point) {
            return Err(malformed(format!("{field} has {} twice: name each point once", point.vertex(size))));
        }
    }
    Ok(Setup { black, white })
}

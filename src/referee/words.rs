//! A finding in a sentence: what is seen, and what to do.

use super::detect::Finding;
use super::kind::Kind;
use crate::go::{Color, Point, Size};

/// Points named in a text at most; the alert's vertices name all.
const NAMED_MAX: usize = 6;

/// The finding in English.
pub fn tell(finding: &Finding, size: Size) -> String {
    let points = list(&finding.points, size);
    let who = finding.color.map_or("A player", name);
    let stone = finding.color.map_or("A", |color| if color == Color::Black { "A black" } else { "A white" });
    let first = finding.points.first().map(|point| point.vertex(size).to_string()).unwrap_or_default();
    let second = finding.points.get(1).map(|point| point.vertex(size).to_string()).unwrap_or_default();
    match finding.kind {
        Kind::DoubleMove => format!("{who} has put down a second stone at {points} without an answer. Ask whether the other side passed."),
        Kind::ResignSignal => format!("{who} has put down two stones in one turn ({points}). Ask whether it is a resignation."),
        Kind::WrongColor => format!("{who} seems to have played a stone of the wrong colour at {points}."),
        Kind::StoneRelocated => format!("{who}'s stone was played at {first} and stands at {second} now. It belongs at {first}."),
        Kind::StoneRetracted => format!("{who}'s stone at {points} was taken back. It belongs there."),
        Kind::StoneShifted => format!("{stone} stone has moved from {first} to {second}. Ask both players where it belongs."),
        Kind::BoardScattered => format!("The position is scattered: {points}. Put it back as the record shows it."),
        Kind::WrongCapture => format!("{who} has taken off stones that had liberties: {points}. They belong on the board."),
        Kind::CapturesLeft => format!("{who} has ended the turn with captured stones on the board: {points}. They are to be lifted."),
        Kind::ForbiddenPoint => format!("{who}'s stone at {points} has no liberty and captures nothing."),
        Kind::KoViolation => format!("{who} has retaken the ko at {points} at once."),
        Kind::Repetition => format!("{who}'s stone at {points} brings an earlier position back."),
        Kind::ExtraStone => format!("Stones that nobody can have played lie at {points}. Take them off, or correct the record."),
        Kind::StoneMissing => format!("{stone} stone of the record is missing: {points}. Put it back, or correct the record."),
        Kind::EndSuspected => "The players seem to have ended the game. Enter the result, or put the position back to play on.".to_owned(),
        Kind::BoardTurned => {
            "The record stands on the board, but turned or mirrored. Set it up as it was, or correct the configuration.".to_owned()
        }
        Kind::Ambiguous => format!("The board can be told in several ways ({points}). Say which."),
        Kind::Unexplained => format!("The board is not the record: {points}. Put the board right, or correct the record."),
        // What the board alone does not show is told where it is found.
        other => format!("{other}: {points}."),
    }
}

fn name(color: Color) -> &'static str {
    if color == Color::Black { "Black" } else { "White" }
}

fn list(points: &[Point], size: Size) -> String {
    let named: Vec<String> = points.iter().take(NAMED_MAX).map(|point| point.vertex(size).to_string()).collect();
    let more = points.len().saturating_sub(named.len());
    if more > 0 { format!("{} and {more} more", named.join(", ")) } else { named.join(", ") }
}

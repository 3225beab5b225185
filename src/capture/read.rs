//! A capture through the same code again.

use std::path::Path;

use crate::config;
use crate::form::{event_to_json, evidence_lines, parse_request};
use crate::game::{Game, Output};
use crate::table::{Desk, Device, Effect, PortNews, setup};
use crate::time::{Mono, Stamp, Wall};

use super::{FORMAT, Header, Line, PortName};

/// Why a capture cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// It is empty.
    #[error("the capture is empty: its first line should say with what it was made")]
    Empty,
    /// A line is not one of a capture.
    #[error("line {line} is not one of a capture: {what}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// It was made by another version of the format.
    #[error("the capture has format {0}, this kifud reads {FORMAT}")]
    Format(u32),
    /// Its configuration is not read any more.
    #[error("the capture's configuration has faults:\n{0}")]
    Config(String),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// The events, word for word.
    pub events: Vec<String>,
    /// The events that the capture holds, word for word.
    pub recorded: Vec<String>,
}

impl Replayed {
    /// The events, one a line, as JSON; behind an alert, indented, what the sensors showed around it (see [`evidence_lines`]).
    pub fn transcript(&self) -> String {
        self.events.iter().map(|event| format!("{event}\n{}", evidence_lines(event))).collect()
    }

    /// The first event that is another than the recorded one, as its place and both texts.
    pub fn difference(&self) -> Option<(usize, Option<&str>, Option<&str>)> {
        let length = self.events.len().max(self.recorded.len());
        (0..length)
            .map(|place| (place, self.recorded.get(place).map(String::as_str), self.events.get(place).map(String::as_str)))
            .find(|(_, recorded, replayed)| recorded != replayed)
    }
}

/// Runs a capture through sessions, filter and game, bit for bit as when it was made.
///
/// # Errors
/// [`CaptureError`], naming the line.
pub fn replay(text: &str) -> Result<Replayed, CaptureError> {
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().ok_or(CaptureError::Empty)?;
    let header: Header = serde_json::from_str(first).map_err(|error| CaptureError::Line { line: 1, what: error.to_string() })?;
    if header.format != FORMAT {
        return Err(CaptureError::Format(header.format));
    }
    let mut desk = desk(&header)?;
    let mut replayed = Replayed { events: Vec::new(), recorded: Vec::new() };
    let mut effects = Vec::new();
    for (index, text) in lines {
        let fault = |what: String| CaptureError::Line { line: index + 1, what };
        let line: Line = serde_json::from_str(text).map_err(|error| fault(error.to_string()))?;
        let size = desk.game().settings().size;
        match line {
            Line::Event { event } => replayed.recorded.push(event),
            Line::Opened { mono, wall, port, opened } => {
                let news = if opened { PortNews::Opened } else { PortNews::Lost };
                desk.port(stamp(mono, wall), device(port), &news, &mut effects);
            }
            Line::Bytes { mono, wall, port, bytes } => {
                let bytes = unhex(&bytes).ok_or_else(|| fault("bytes are not pairs of hex digits".to_owned()))?;
                desk.port(stamp(mono, wall), device(port), &PortNews::Bytes(bytes), &mut effects);
            }
            Line::Stopped { mono, wall, runs_mono, runs_wall } => {
                desk.stopped(stamp(mono, wall), stamp(runs_mono, runs_wall), &mut effects);
            }
            Line::Advance { mono, wall, .. } => desk.advance(stamp(mono, wall), &mut effects),
            Line::Request { mono, wall, request, user, payload } => {
                let parsed =
                    parse_request(&request, user.as_deref(), payload.as_bytes(), size).map_err(|refused| fault(refused.error.message))?;
                desk.request(stamp(mono, wall), parsed.request, &mut effects);
            }
        }
        for effect in effects.drain(..) {
            if let Effect::Output(Output::Event(event)) = effect {
                replayed.events.push(event_to_json(&event, size));
            }
        }
    }
    Ok(replayed)
}

fn desk(header: &Header) -> Result<Desk, CaptureError> {
    let config = config::parse(Path::new("capture"), &header.config, "capture")
        .map_err(|faults| CaptureError::Config(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    let known = config.tables.iter().find(|table| table.id == header.table);
    let mut table = known.cloned().ok_or_else(|| CaptureError::Config(format!("there is no table \"{}\" in it", header.table)))?;
    let paired = header.paired.clone().map(|paired| paired.put(&mut table));
    let match_info = paired.unwrap_or_else(|| config.match_at(&table));
    let table = &table;
    let game = Game::new(setup::settings(table, &match_info), header.seed.clone(), stamp(header.mono, header.wall));
    Ok(Desk::new(setup::board(table), setup::clock(table), setup::filter(table), game))
}

fn stamp(mono: u64, wall: i64) -> Stamp {
    Stamp::new(Mono::from_millis(mono), Wall::from_unix_ms(wall))
}

fn device(port: PortName) -> Device {
    match port {
        PortName::Board => Device::Board,
        PortName::Clock => Device::Clock,
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

//! Writing a capture while a table runs.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::config::Config;
use crate::form::event_to_json;
use crate::game::Event;
use crate::go::Size;
use crate::mqtt;
use crate::table::{Device, PortNews, Witness};
use crate::time::Stamp;

use super::{FORMAT, Header, Line, Paired, PortName};

/// Writes one table's capture. A disk that refuses ends the capture, never the table.
#[derive(Debug)]
pub struct Recorder {
    seed: String,
    file: Option<BufWriter<File>>,
}

impl Recorder {
    /// Begins a capture: `text` is that of the configuration file, `seed` that of the table's ids.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, table: &str, (config, text): (&Config, &str), seed: &str, now: Stamp) -> io::Result<Recorder> {
        let mut recorder = Recorder { seed: seed.to_owned(), file: Some(BufWriter::new(File::create(path)?)) };
        let header = Header {
            format: FORMAT,
            table: table.to_owned(),
            seed: seed.to_owned(),
            mono: now.mono.as_millis(),
            wall: now.wall.as_unix_ms(),
            config: text.to_owned(),
            paired: Paired::of(config, table),
        };
        recorder.line(&header);
        match recorder.file {
            Some(_) => Ok(recorder),
            None => Err(io::Error::other("the first line cannot be written")),
        }
    }

    fn line<T: serde::Serialize>(&mut self, line: &T) {
        let Some(file) = &mut self.file else { return };
        let text = serde_json::to_string(line).expect("a line has no map with other keys than strings");
        if let Err(error) = writeln!(file, "{text}").and_then(|()| file.flush()) {
            tracing::error!(%error, "the capture ends here: it cannot be written");
            self.file = None;
        }
    }
}

impl Witness for Recorder {
    fn seed(&self) -> &str {
        &self.seed
    }

    fn port(&mut self, now: Stamp, device: Device, news: &PortNews) {
        let (mono, wall) = (now.mono.as_millis(), now.wall.as_unix_ms());
        let port = if device == Device::Board { PortName::Board } else { PortName::Clock };
        self.line(&match news {
            PortNews::Opened => Line::Opened { mono, wall, port, opened: true },
            PortNews::Lost => Line::Opened { mono, wall, port, opened: false },
            PortNews::Bytes(bytes) => Line::Bytes { mono, wall, port, bytes: bytes.iter().map(|byte| format!("{byte:02x}")).collect() },
        });
    }

    fn stopped(&mut self, then: Stamp, now: Stamp) {
        self.line(&Line::Stopped {
            mono: then.mono.as_millis(),
            wall: then.wall.as_unix_ms(),
            runs_mono: now.mono.as_millis(),
            runs_wall: now.wall.as_unix_ms(),
        });
    }

    fn advance(&mut self, now: Stamp) {
        self.line(&Line::Advance { mono: now.mono.as_millis(), wall: now.wall.as_unix_ms(), advance: true });
    }

    fn request(&mut self, now: Stamp, request: &mqtt::Request) {
        self.line(&Line::Request {
            mono: now.mono.as_millis(),
            wall: now.wall.as_unix_ms(),
            request: request.verb.clone(),
            user: request.user.clone(),
            payload: String::from_utf8_lossy(&request.payload).into_owned(),
        });
    }

    fn event(&mut self, event: &Event, size: Size) {
        self.line(&Line::Event { event: event_to_json(event, size) });
    }
}

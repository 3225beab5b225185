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
    /// Begins a capture: `text` is that of the configuration file, `seed` that of the table's ids. Of the configuration only what the table is
    /// played by goes into the file: who is sent a capture needs no users, no paths and no engine's arguments.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, table: &str, (config, text): (&Config, &str), seed: &str, now: Stamp) -> io::Result<Recorder> {
        let header = Header {
            format: FORMAT,
            table: table.to_owned(),
            seed: seed.to_owned(),
            mono: now.mono.as_millis(),
            wall: now.wall.as_unix_ms(),
            config: played_by(text, table)?,
            paired: Paired::of(config, table),
        };
        let mut recorder = Recorder { seed: seed.to_owned(), file: Some(BufWriter::new(File::create(path)?)) };
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

/// The part of a configuration that a table is played by, without comments.
fn played_by(text: &str, table: &str) -> io::Result<String> {
    let whole: toml::Table = text.parse().map_err(io::Error::other)?;
    let mut part = toml::Table::new();
    if let Some(toml::Value::Table(event)) = whole.get("match") {
        // Their file is not in the capture: what they say of this table is.
        let event = event.iter().filter(|(key, _)| *key != "pairings").map(|(key, value)| (key.clone(), value.clone())).collect();
        part.insert("match".to_owned(), toml::Value::Table(event));
    }
    let tables = whole.get("table").and_then(toml::Value::as_array).into_iter().flatten();
    let own = tables.filter(|one| one.get("id").and_then(toml::Value::as_str) == Some(table)).cloned().collect();
    part.insert("table".to_owned(), toml::Value::Array(own));
    toml::to_string(&part).map_err(io::Error::other)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_holds_of_the_configuration_what_the_table_is_played_by_and_no_secret() {
        let text = "# the password is sesame-1\n[bridge]\nid = \"secret-2\"\n[mqtt]\nbroker = \"mqtt://secret-3\"\nusername = \"secret-4\"\n\
                    password_file = \"/etc/secret-5\"\n[display]\nlisten = \"127.0.0.1:0\"\nreferee_tokens_file = \"/etc/secret-6\"\n\
                    [engine]\ngtp = \"engine --key secret-7\"\n[feeds]\nsgf_dir = \"/srv/secret-8\"\n\
                    [match]\nevent = \"Open\"\nround = 3\n\
                    [[table]]\nid = \"t1\"\nkomi = 7.5\nplayers = { black = { name = \"Li\" } }\n\
                    time = { system = \"byo-yomi\", main = \"2h\", periods = 5, period = \"60s\" }\ntime_authority = \"daemon\"\n\
                    [table.board]\nport = \"/dev/b\"\nignore = [\"A1\"]\n[table.public]\ndelay = \"5m\"\n\
                    [[table.override]]\nkind = \"captures-left\"\nsanctions = [\"caution\"]\ncite = \"event rules 4\"\n\
                    [[table]]\nid = \"t2\"\nplayers = { black = { name = \"secret-9\" } }\nboard.port = \"/dev/c\"\n";
        let part = played_by(text, "t1").unwrap();
        assert!(!part.contains("secret") && !part.contains("sesame"), "{part}");
        let read = |text: &str| crate::config::parse(Path::new("x"), text, "host").unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
        let (whole, part) = (read(text), read(&part));
        assert_eq!(part.tables, whole.tables[..1]);
        assert_eq!(part.match_at(&part.tables[0]), whole.match_at(&whole.tables[0]));
    }
}

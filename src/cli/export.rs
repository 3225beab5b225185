//! `kifud export`: games from the journal, whether a daemon runs or not.

use std::path::Path;

use anyhow::{Context, anyhow, bail};

use super::{ExportFormat, Failure};
use crate::form::{self, Instant, StateForm, event_from_json};
use crate::game::{Folded, MatchInfo, game_file};
use crate::go::sgf;
use crate::journal::{self, FILE, GameRow, Reader};

/// Prints one game, or the list of games.
pub(super) fn export(state_dir: &Path, game: Option<&str>, format: ExportFormat) -> Result<(), Failure> {
    let reader = open(state_dir)?;
    match game {
        None => list(&reader)?,
        Some(game) => super::print(&text(&reader, game, format)?)?,
    }
    Ok(())
}

fn open(state_dir: &Path) -> anyhow::Result<Reader> {
    if !state_dir.join(FILE).exists() {
        bail!("there is no journal in {}: name the state_dir of a configuration", state_dir.display());
    }
    Ok(Reader::open(state_dir)?)
}

/// Every game of the journal in every format, as `<out>/<table>/<game>.<sgf|json|log>`. One that cannot be read is named, and the others
/// are written all the same.
pub(super) fn everything(state_dir: &Path, out: &Path) -> Result<(), Failure> {
    let reader = open(state_dir)?;
    if out.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(anyhow!("{} is not empty: an export writes over nothing, give it another directory", out.display()).into());
    }
    let games: Vec<GameRow> = reader.games(None).map_err(anyhow::Error::from)?.into_iter().filter(is_game).collect();
    let mut unreadable = 0;
    for (done, row) in games.iter().enumerate() {
        let dir = out.join(&row.table);
        std::fs::create_dir_all(&dir).with_context(|| dir.display().to_string())?;
        for format in [ExportFormat::Sgf, ExportFormat::Json, ExportFormat::Log] {
            let file = dir.join(format!("{}.{}", row.game_id, format.extension()));
            match text(&reader, &row.game_id, format) {
                Ok(text) => std::fs::write(&file, text).with_context(|| file.display().to_string())?,
                Err(error) => {
                    eprintln!("{}: {error:#}", file.display());
                    unreadable += 1;
                }
            }
        }
        if (done + 1) % PROGRESS == 0 {
            eprintln!("{} of {} games", done + 1, games.len());
        }
    }
    super::print(&format!("{} games in {}\n", games.len(), out.display()))?;
    if unreadable > 0 {
        return Err(anyhow!("{unreadable} files could not be written, see above: kifud backup keeps the journal as it is").into());
    }
    Ok(())
}

/// How often a long export says how far it is, in games.
const PROGRESS: usize = 100;

/// A copy of the journal.
pub(super) fn backup(state_dir: &Path, out: &Path) -> Result<(), Failure> {
    open(state_dir)?;
    let bytes = journal::backup(state_dir, out).map_err(anyhow::Error::from)?;
    Ok(super::print(&format!("{} ({bytes} bytes): looked through, and on the disk\n", out.display()))?)
}

fn is_game(row: &GameRow) -> bool {
    row.game_id.starts_with('g')
}

fn list(reader: &Reader) -> anyhow::Result<()> {
    let mut lines = String::new();
    for row in reader.games(None)? {
        if is_game(&row) {
            let state = match &row.aside {
                Some(why) => format!("set aside: {why}"),
                None if row.result.is_some() => "ended".to_owned(),
                None => "not ended".to_owned(),
            };
            lines += &format!("{}\t{}\t{} events\t{state}\n", row.game_id, row.table, row.last_seq);
        }
    }
    super::print(&lines)
}

fn text(reader: &Reader, game: &str, format: ExportFormat) -> anyhow::Result<String> {
    let stored = reader.game_events(game)?;
    if stored.is_empty() {
        bail!("there is no game {game} in this journal: leave --game out to see the list");
    }
    let payloads = stored.iter().map(|event| event.payload.as_str());
    match format {
        ExportFormat::Json => Ok(form::export_json(payloads)),
        ExportFormat::Log => Ok(form::export_log(payloads)),
        ExportFormat::Sgf => {
            let mut folded = Folded::default();
            let (mut size, mut day) = (None, None);
            for payload in payloads {
                let event = event_from_json(payload, size).with_context(|| format!("an event of {game}"))?;
                if let crate::game::EventBody::GameStarted(started) = &event.body {
                    size = Some(started.size);
                    day = Some(Instant(event.at).day());
                }
                folded.apply(&event)?;
            }
            let players = folded.started.as_ref().map(|started| started.players.clone()).unwrap_or_default();
            let match_info = match_of(reader, game)?;
            let file = game_file(&folded, &players, &match_info, day.as_deref()).context("no game was begun")?;
            Ok(sgf::write(&file))
        }
    }
}

/// Event, round and board of a game, from its state row.
fn match_of(reader: &Reader, game: &str) -> anyhow::Result<MatchInfo> {
    let row = reader.games(None)?.into_iter().find(|row| row.game_id == game);
    let state = row.and_then(|row| row.state).and_then(|state| serde_json::from_str::<StateForm>(&state).ok());
    Ok(state.map(|state| state.match_info()).unwrap_or_default())
}

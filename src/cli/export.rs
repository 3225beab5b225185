//! `kifud export`: games from the journal, whether a daemon runs or not.

use std::path::Path;

use anyhow::{Context, anyhow, bail};

use super::{ExportFormat, Failure};
use crate::form::{self, Instant, StateForm, event_from_json};
use crate::game::{Folded, MatchInfo, game_file};
use crate::go::sgf;
use crate::journal::{FILE, Reader};

/// Prints one game, or the list of games.
pub(super) fn export(state_dir: &Path, game: Option<&str>, format: ExportFormat) -> Result<(), Failure> {
    if !state_dir.join(FILE).exists() {
        return Err(anyhow!("there is no journal in {}: name the state_dir of a configuration", state_dir.display()).into());
    }
    let reader = Reader::open(state_dir).map_err(anyhow::Error::from)?;
    match game {
        None => list(&reader)?,
        Some(game) => super::print(&text(&reader, game, format)?)?,
    }
    Ok(())
}

fn list(reader: &Reader) -> anyhow::Result<()> {
    let mut lines = String::new();
    for row in reader.games(None)? {
        if row.game_id.starts_with('g') {
            let state = if row.result.is_some() { "ended" } else { "not ended" };
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

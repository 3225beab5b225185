//! Going on after a restart: events folded, the state row beside them, nothing of the past judged again.

use crate::config;
use crate::form::{FormError, PublicFeed, StateForm, event_from_json};
use crate::game::{Event, FoldError, Folded, Game, Settings};
use crate::go::Size;
use crate::journal::{AsideRow, Journal, JournalError, Recovered, ResultRow, StoredEvent};
use crate::time::{Stamp, Wall};

use super::commit::Book;
use super::requests::Transactions;

/// Why a table cannot go on where it was.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error(transparent)]
    Form(#[from] FormError),
    #[error(transparent)]
    Fold(#[from] FoldError),
    #[error("the state row is not readable: {0}")]
    State(#[from] serde_json::Error),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("the starts before this one came to nothing while it was gone on with")]
    Starts,
}

/// What a table goes on from.
pub(super) struct Found {
    pub(super) game: Game,
    pub(super) book: Book,
    /// Its results that stay retained, oldest first.
    pub(super) results: Vec<ResultRow>,
    /// The game that it could not go on with, and why.
    pub(super) set_aside: Option<AsideRow>,
}

/// The game and the book of a table as the journal has them; new ones on the first start, and where the game must not (`aside`) or cannot be
/// gone on with: then that stays in the journal for export.
///
/// # Errors
/// When the journal cannot be read at all.
pub(super) fn recover(
    table: &config::Table,
    settings: Settings,
    journal: &Journal,
    seed: &str,
    (boot, now): (&str, Stamp),
    aside: bool,
) -> Result<Found, JournalError> {
    let recovered = journal.recover(&table.id)?;
    let transactions = Transactions::recovered(recovered.transactions.clone());
    let resumed = if aside { Err(Broken::Starts) } else { resume(table, settings.clone(), journal, &recovered, boot, now) };
    let (resumed, why) = match resumed {
        Ok(resumed) => (resumed, None),
        Err(error) => (None, Some(error.to_string())),
    };
    if let Some((game, feed, delayed, started)) = resumed {
        let mut book = Book::new(table, (boot, now), feed, delayed, transactions);
        book.started = started;
        return Ok(Found { game, book, results: recovered.results, set_aside: None });
    }
    let mut book = Book::new(table, (boot, now), PublicFeed::new(), Vec::new(), transactions);
    // A record that cannot be read must not keep the table from playing: it stays in the journal, and a new game can begin.
    let set_aside = why.zip(recovered.game_id).map(|(why, game_id)| AsideRow { game_id, why });
    if let Some(row) = &set_aside {
        tracing::error!(table = %table.id, game = %row.game_id, why = %row.why, "the game in the journal is set aside; it is kept for export, and the table starts anew");
        book.set_aside(row.clone());
    }
    Ok(Found { game: Game::new(settings, seed, now), book, results: recovered.results, set_aside })
}

type Resumed = (Game, PublicFeed, Vec<Event>, Option<Wall>);

fn resume(
    table: &config::Table,
    settings: Settings,
    journal: &Journal,
    recovered: &Recovered,
    boot: &str,
    now: Stamp,
) -> Result<Option<Resumed>, Broken> {
    let Some(state) = &recovered.state else { return Ok(None) };
    let form: StateForm = serde_json::from_str(state)?;
    let size = settings.size;
    let state = form.read(boot, now, size)?;
    let events = read_events(&recovered.events, size)?;
    let mut book = Folded::default();
    if let Some(game_id) = recovered.game_id.clone().filter(|_| events.is_empty()) {
        book.game_id = game_id;
    }
    for event in &events {
        book.apply(event)?;
    }
    let started = events.iter().find(|event| event.seq == 1).map(|event| event.at);
    let (feed, delayed) = match &form.public {
        Some(public) if public.game_id == book.game_id => {
            let feed = PublicFeed::from_state(public, &events)?;
            let delayed = events.iter().filter(|event| event.seq > public.after_seq).cloned().collect();
            (feed, delayed)
        }
        Some(public) if !public.game_id.is_empty() => {
            // The public is still in an earlier game: the rest of that one comes first, then what came in between.
            let reader = journal.reader()?;
            let earlier = read_events(&reader.game_events(&public.game_id)?, size)?;
            let feed = PublicFeed::from_state(public, &earlier)?;
            let mut delayed: Vec<Event> = earlier.into_iter().filter(|event| event.seq > public.after_seq).collect();
            let games = reader.games(Some(&table.id))?;
            for game in games.iter().skip_while(|game| game.game_id != public.game_id).skip(1) {
                delayed.extend(read_events(&reader.game_events(&game.game_id)?, size)?);
            }
            (feed, delayed)
        }
        _ => (PublicFeed::new(), events.clone()),
    };
    tracing::info!(table = %table.id, game = %book.game_id, seq = book.seq, moves = book.record.as_ref().map_or(0, |record| record.moves.len()), "goes on");
    Ok(Some((Game::restore(settings, state, book, now), feed, delayed, started)))
}

fn read_events(stored: &[StoredEvent], size: Size) -> Result<Vec<Event>, Broken> {
    stored.iter().map(|event| Ok(event_from_json(&event.payload, Some(size))?)).collect()
}

//! Reading the journal, beside the writer or without any daemon.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, Params, Row, params};

use super::{
    FILE, GameRow, InputRow, JournalError, KEPT_RESULTS, REMEMBERED_GAMES, Recovered, ResultRow, StoredEvent, Stream, TransactionRow,
    schema,
};

/// Reads the journal, beside the writer or without any daemon. Every call sees what is durable at that moment.
#[derive(Debug)]
pub struct Reader {
    connection: Connection,
}

type Read<T> = Result<T, JournalError>;

impl Reader {
    /// Opens the journal in `dir` for reading, whether a daemon runs or not.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open(dir: &Path) -> Read<Reader> {
        let path = dir.join(FILE);
        let connection = schema::open_reader(&path).map_err(|error| error.of_file(&path))?;
        Ok(Reader { connection })
    }

    /// Events of a table after row `cursor`, in durable order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn events_after(&self, table: &str, cursor: u64, limit: usize) -> Read<Vec<StoredEvent>> {
        self.stream_after("events", table, cursor, limit)
    }

    /// Public events of a table after row `cursor` that are due at `now_wall_ms`, in durable order; one that is not due holds back those
    /// after it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn public_after(&self, table: &str, cursor: u64, now_wall_ms: i64, limit: usize) -> Read<Vec<StoredEvent>> {
        let mut rows = self.stream_after("public_events", table, cursor, limit)?;
        let due = rows.iter().take_while(|row| row.wall_ms <= now_wall_ms).count();
        rows.truncate(due);
        Ok(rows)
    }

    /// When the first public event after row `cursor` is due, in ms since 1970-01-01T00:00:00Z.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_public_due(&self, table: &str, cursor: u64) -> Read<Option<i64>> {
        Ok(self.stream_after("public_events", table, cursor, 1)?.first().map(|row| row.wall_ms))
    }

    fn stream_after(&self, rows: &str, table: &str, cursor: u64, limit: usize) -> Read<Vec<StoredEvent>> {
        let text = format!(
            "SELECT e.row_id, g.game_id, e.seq, e.wall, e.payload FROM {rows} e JOIN games g ON g.place = e.game
             WHERE e.table_no = (SELECT no FROM tables WHERE id = ?1) AND e.row_id > ?2 ORDER BY e.row_id LIMIT ?3"
        );
        self.events(&text, params![table, cursor as i64, limit as i64])
    }

    /// Events of one game from `from_seq` on.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn events_from_seq(&self, table: &str, game_id: &str, from_seq: u64) -> Read<Vec<StoredEvent>> {
        self.events(
            "SELECT e.row_id, g.game_id, e.seq, e.wall, e.payload FROM events e JOIN games g ON g.place = e.game
             WHERE g.table_no = (SELECT no FROM tables WHERE id = ?1) AND g.game_id = ?2 AND e.seq >= ?3 ORDER BY e.seq",
            params![table, game_id, from_seq as i64],
        )
    }

    /// The cursor after which the events of this game from `from_seq` on come; none when there are none.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn cursor_before(&self, table: &str, game_id: &str, from_seq: u64) -> Read<Option<u64>> {
        let first: Option<i64> = self
            .connection
            .prepare_cached(
                "SELECT min(e.row_id) FROM events e JOIN games g ON g.place = e.game
                 WHERE g.table_no = (SELECT no FROM tables WHERE id = ?1) AND g.game_id = ?2 AND e.seq >= ?3",
            )?
            .query_row(params![table, game_id, from_seq as i64], |row| row.get(0))?;
        Ok(first.map(|row_id| row_id as u64 - 1))
    }

    /// The cursor after which the events of a stream since `since_wall_ms` come (public: due since then).
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn recent(&self, table: &str, stream: Stream, since_wall_ms: i64) -> Read<u64> {
        let rows = rows_of(stream);
        // From the newest backwards, so that a year of events is not read to find a minute; a calendar that jumped back costs a repetition.
        let text = format!("SELECT row_id, wall FROM {rows} WHERE table_no = (SELECT no FROM tables WHERE id = ?1) ORDER BY row_id DESC");
        let mut statement = self.connection.prepare_cached(&text)?;
        let mut found = statement.query([table])?;
        let mut first = None;
        while let Some(row) = found.next()? {
            let row_id = row.get::<_, i64>(0)? as u64;
            if row.get::<_, i64>(1)? < since_wall_ms {
                return Ok(row_id);
            }
            first = Some(row_id);
        }
        Ok(first.map_or(0, |row_id| row_id - 1))
    }

    /// The delivered cursor as it stands on the disk; 0 when nothing was delivered.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn delivered(&self, table: &str, stream: Stream) -> Read<u64> {
        let text = match stream {
            Stream::Event => "SELECT delivered FROM tables WHERE id = ?1",
            Stream::Public => "SELECT delivered_public FROM tables WHERE id = ?1",
        };
        let cursor: Option<i64> = self.connection.prepare_cached(text)?.query_row([table], |row| row.get(0)).optional()?;
        Ok(cursor.unwrap_or(0) as u64)
    }

    /// How many events of a stream come after the delivered cursor: what waits for the broker (public: what is not due yet too).
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn waiting(&self, table: &str, stream: Stream) -> Read<u64> {
        let (rows, cursor) = match stream {
            Stream::Event => ("events", "delivered"),
            Stream::Public => ("public_events", "delivered_public"),
        };
        let text = format!("SELECT count(*) FROM tables t JOIN {rows} e ON e.table_no = t.no AND e.row_id > t.{cursor} WHERE t.id = ?1");
        Ok(self.connection.prepare_cached(&text)?.query_row([table], |row| row.get::<_, i64>(0))? as u64)
    }

    /// All games and idle stretches of a table, or of all tables, oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games(&self, table: Option<&str>) -> Read<Vec<GameRow>> {
        // A file that no daemon has opened since kifud was renewed still has the layout of before.
        let aside = if schema::version(&self.connection)? < 2 { "NULL" } else { "g.aside" };
        let text = format!(
            "SELECT t.id, g.game_id, g.started_wall, (SELECT max(seq) FROM events WHERE game = g.place),
               CASE WHEN t.game = g.place THEN t.state ELSE g.state END, g.result, {aside}
             FROM games g JOIN tables t ON t.no = g.table_no WHERE ?1 IS NULL OR t.id = ?1 ORDER BY g.place"
        );
        self.list(&text, [table], |row| {
            Ok(GameRow {
                table: row.get(0)?,
                game_id: row.get(1)?,
                started_wall_ms: row.get(2)?,
                last_seq: row.get::<_, Option<i64>>(3)?.unwrap_or(0) as u64,
                state: row.get(4)?,
                result: row.get(5)?,
                aside: row.get(6)?,
            })
        })
    }

    /// All events of one game, in order of `seq`.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn game_events(&self, game_id: &str) -> Read<Vec<StoredEvent>> {
        self.events(
            "SELECT e.row_id, g.game_id, e.seq, e.wall, e.payload FROM events e JOIN games g ON g.place = e.game
             WHERE g.game_id = ?1 ORDER BY e.game, e.seq",
            [game_id],
        )
    }

    /// The inputs of one game that are still kept, in order: boot id and input.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn game_inputs(&self, game_id: &str) -> Read<Vec<(String, InputRow)>> {
        self.list(
            "SELECT r.boot_id, i.at_mono, i.at_wall, i.payload FROM inputs i JOIN games g ON g.place = i.game JOIN runs r ON r.run = i.run
             WHERE g.game_id = ?1 ORDER BY i.game, i.n",
            [game_id],
            |row| {
                let input = InputRow { at_mono_ms: row.get::<_, i64>(1)? as u64, at_wall_ms: row.get(2)?, payload: row.get(3)? };
                Ok((row.get(0)?, input))
            },
        )
    }

    /// What a table goes on from.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn recover(&self, table: &str) -> Read<Recovered> {
        let found = self
            .connection
            .query_row(
                "SELECT g.game_id, t.state, t.delivered, t.delivered_public FROM tables t LEFT JOIN games g ON g.place = t.game WHERE t.id = ?1",
                [table],
                |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)? as u64, row.get::<_, i64>(3)? as u64)),
            )
            .optional()?;
        let Some((game_id, state, delivered, delivered_public)) = found else { return Ok(Recovered::default()) };
        let game_id: Option<String> = game_id;
        let events = match &game_id {
            Some(game_id) => self.events_from_seq(table, game_id, 0)?,
            None => Vec::new(),
        };
        Ok(Recovered {
            events,
            last_public: self.last_public(table)?,
            transactions: self.transactions(table)?,
            results: self.results(table)?,
            game_id,
            state,
            delivered,
            delivered_public,
        })
    }

    fn last_public(&self, table: &str) -> Read<Option<StoredEvent>> {
        let mut rows = self.events(
            "SELECT e.row_id, g.game_id, e.seq, e.wall, e.payload FROM public_events e JOIN games g ON g.place = e.game
             WHERE e.table_no = (SELECT no FROM tables WHERE id = ?1) ORDER BY e.row_id DESC LIMIT 1",
            [table],
        )?;
        Ok(rows.pop())
    }

    fn transactions(&self, table: &str) -> Read<Vec<TransactionRow>> {
        self.list(
            "SELECT g.game_id, a.tx, a.content_hash, a.answer FROM answers a JOIN games g ON g.place = a.game
             WHERE a.game IN (SELECT place FROM games WHERE table_no = (SELECT no FROM tables WHERE id = ?1) ORDER BY place DESC LIMIT ?2)
             ORDER BY a.game, a.n",
            params![table, REMEMBERED_GAMES as i64],
            |row| Ok(TransactionRow { game_id: row.get(0)?, transaction: row.get(1)?, content_hash: row.get(2)?, answer: row.get(3)? }),
        )
    }

    fn results(&self, table: &str) -> Read<Vec<ResultRow>> {
        let mut rows = self.list(
            "SELECT game_id, result FROM games WHERE table_no = (SELECT no FROM tables WHERE id = ?1) AND result IS NOT NULL
             ORDER BY result_place DESC LIMIT ?2",
            params![table, KEPT_RESULTS as i64],
            |row| Ok(ResultRow { game_id: row.get(0)?, payload: row.get(1)? }),
        )?;
        rows.reverse();
        Ok(rows)
    }

    fn events(&self, text: &str, params: impl Params) -> Read<Vec<StoredEvent>> {
        self.list(text, params, |row| {
            Ok(StoredEvent {
                row_id: row.get::<_, i64>(0)? as u64,
                game_id: row.get(1)?,
                seq: row.get::<_, i64>(2)? as u64,
                wall_ms: row.get(3)?,
                payload: row.get(4)?,
            })
        })
    }

    fn list<T>(&self, text: &str, params: impl Params, read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>) -> Read<Vec<T>> {
        let mut statement = self.connection.prepare_cached(text)?;
        let rows = statement.query_map(params, read)?;
        Ok(rows.collect::<Result<Vec<_>, _>>()?)
    }
}

const fn rows_of(stream: Stream) -> &'static str {
    match stream {
        Stream::Event => "events",
        Stream::Public => "public_events",
    }
}

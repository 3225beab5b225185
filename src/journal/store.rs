//! The writer's view of the database: one batch, one transaction.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use super::queue::Batch;
use super::{Commit, EventRow, PublicRow, Stream};

/// What the writer knows of the file without asking it again.
#[derive(Debug, Default)]
struct Book {
    tables: BTreeMap<String, Table>,
    last_event: u64,
    last_public: u64,
}

#[derive(Debug, Clone)]
struct Table {
    no: i64,
    /// Place and id of the game it is in.
    game: Option<(i64, String)>,
    /// Number of the last input of that game, and bytes of its inputs.
    last_input: i64,
    input_bytes: u64,
    /// Number of the last commit of this run that is in the file.
    last_commit: u64,
}

/// What a transaction did beside writing.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    /// Rows that were there already with other content.
    pub(super) conflicts: u64,
    /// Tables (numbers) that are in another game now.
    pub(super) moved: Vec<i64>,
}

/// The database, for writing.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) connection: Connection,
    run: i64,
    /// None after a failure: read again from the file, which alone knows how far it got.
    book: Option<Book>,
}

impl Store {
    /// A store over an open connection, for the commits of run `run`.
    pub(super) fn new(connection: Connection, run: i64) -> Store {
        Store { connection, run, book: None }
    }

    /// Writes and syncs the batch, or nothing of it. A commit that is in the file already (a failure was reported after the work was done)
    /// is not written twice.
    pub(super) fn write(&mut self, batch: &Batch) -> rusqlite::Result<Written> {
        let mut book = match self.book.take() {
            Some(book) => book,
            None => Book::read(&self.connection, self.run)?,
        };
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut written = Written::default();
        let mut states = BTreeMap::new();
        for (number, commit) in &batch.commits {
            let mut pen = Pen { transaction: &transaction, run: self.run, book: &mut book, written: &mut written };
            pen.commit(*number, commit, &mut states)?;
        }
        for (no, state) in &states {
            write_state(&transaction, *no, state)?;
        }
        for (name, table) in &book.tables {
            if batch.commits.iter().any(|(_, commit)| commit.table == *name) {
                transaction
                    .prepare_cached("UPDATE tables SET run = ?2, last_commit = ?3, input_bytes = ?4 WHERE no = ?1")?
                    .execute(params![table.no, self.run, table.last_commit as i64, table.input_bytes as i64])?;
            }
        }
        for ((table, stream), row_id) in &batch.cursors {
            write_cursor(&transaction, table, *stream, *row_id)?;
        }
        transaction.commit()?;
        self.book = Some(book);
        Ok(written)
    }

    /// Bytes of inputs of the game that a table is in, per table number.
    pub(super) fn input_bytes(&self) -> Vec<(i64, u64)> {
        self.book.iter().flat_map(|book| book.tables.values().map(|table| (table.no, table.input_bytes))).collect()
    }

    /// Something outside [`Store::write`] has changed or may have changed the file.
    pub(super) fn forget_book(&mut self) {
        self.book = None;
    }
}

impl Book {
    fn read(connection: &Connection, run: i64) -> rusqlite::Result<Book> {
        let last = |table: &str, cursor: &str| -> rusqlite::Result<u64> {
            // The cursor too: rows of a pruned game may be gone, their numbers are not given again.
            let text =
                format!("SELECT max(coalesce((SELECT max(row_id) FROM {table}), 0), coalesce((SELECT max({cursor}) FROM tables), 0))");
            connection.query_row(&text, [], |row| row.get::<_, i64>(0)).map(|last| last as u64)
        };
        let mut book = Book {
            last_event: last("events", "delivered")?,
            last_public: last("public_events", "delivered_public")?,
            tables: BTreeMap::new(),
        };
        let mut statement = connection.prepare(
            "SELECT t.id, t.no, t.game, g.game_id, (SELECT max(n) FROM inputs WHERE game = t.game), t.input_bytes, t.run, t.last_commit
             FROM tables t LEFT JOIN games g ON g.place = t.game",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let game = row.get::<_, Option<i64>>(2)?.zip(row.get::<_, Option<String>>(3)?);
            let table = Table {
                no: row.get(1)?,
                game,
                last_input: row.get::<_, Option<i64>>(4)?.unwrap_or(0),
                input_bytes: row.get::<_, i64>(5)? as u64,
                last_commit: if row.get::<_, i64>(6)? == run { row.get::<_, i64>(7)? as u64 } else { 0 },
            };
            book.tables.insert(row.get(0)?, table);
        }
        Ok(book)
    }
}

/// One transaction being written.
struct Pen<'a> {
    transaction: &'a Transaction<'a>,
    run: i64,
    book: &'a mut Book,
    written: &'a mut Written,
}

impl Pen<'_> {
    /// Writes one commit; its state waits in `states` (table number to state), because the next commit of the batch replaces it.
    fn commit<'c>(&mut self, number: u64, commit: &'c Commit, states: &mut BTreeMap<i64, &'c str>) -> rusqlite::Result<()> {
        let mut table = self.table(&commit.table)?;
        if number <= table.last_commit {
            return Ok(());
        }
        table.last_commit = number;
        for event in &commit.events {
            self.event(table.no, event)?;
        }
        for event in &commit.public {
            self.public_event(table.no, event)?;
        }
        for result in &commit.results {
            let game = self.game(table.no, &result.game_id)?;
            // A result that a ruling changes later keeps its place in the list.
            self.transaction
                .prepare_cached(
                    "UPDATE games SET result = ?2,
                       result_place = coalesce(result_place, (SELECT coalesce(max(result_place), 0) + 1 FROM games)) WHERE place = ?1",
                )?
                .execute(params![game, result.payload])?;
        }
        for answer in &commit.answers {
            let game = self.game(table.no, &answer.game_id)?;
            self.transaction
                .prepare_cached(
                    "INSERT INTO answers (game, tx, n, content_hash, answer)
                     VALUES (?1, ?2, (SELECT coalesce(max(n), 0) + 1 FROM answers WHERE game = ?1), ?3, ?4) ON CONFLICT DO NOTHING",
                )?
                .execute(params![game, answer.transaction, answer.content_hash, answer.answer])?;
        }
        if let Some(aside) = &commit.aside {
            let game = self.game(table.no, &aside.game_id)?;
            self.transaction.execute("UPDATE games SET aside = ?2 WHERE place = ?1", params![game, aside.why])?;
        }
        self.enter_game(&mut table, commit, states)?;
        self.inputs(&mut table, commit)?;
        if let Some(state) = &commit.state {
            states.insert(table.no, state);
        }
        self.book.tables.insert(commit.table.clone(), table);
        Ok(())
    }

    /// Moves the table to the commit's game, leaving the old game's last state with that game.
    fn enter_game(&mut self, table: &mut Table, commit: &Commit, states: &mut BTreeMap<i64, &str>) -> rusqlite::Result<()> {
        if table.game.as_ref().is_some_and(|(_, id)| *id == commit.game_id) {
            return Ok(());
        }
        if let Some(state) = states.remove(&table.no) {
            write_state(self.transaction, table.no, state)?;
        }
        if let Some((old, _)) = table.game {
            self.transaction
                .prepare_cached("UPDATE games SET state = (SELECT state FROM tables WHERE no = ?2), input_bytes = ?3 WHERE place = ?1")?
                .execute(params![old, table.no, table.input_bytes as i64])?;
        }
        let game = self.game(table.no, &commit.game_id)?;
        let (state, bytes, last_input): (Option<String>, i64, Option<i64>) = self
            .transaction
            .prepare_cached("SELECT state, input_bytes, (SELECT max(n) FROM inputs WHERE game = ?1) FROM games WHERE place = ?1")?
            .query_row([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        self.transaction
            .prepare_cached("UPDATE tables SET game = ?2, state = ?3 WHERE no = ?1")?
            .execute(params![table.no, game, state])?;
        // Its inputs are counted with the table from now on, so that they do not count twice.
        self.transaction.prepare_cached("UPDATE games SET input_bytes = 0 WHERE place = ?1")?.execute([game])?;
        table.game = Some((game, commit.game_id.clone()));
        table.input_bytes = bytes as u64;
        table.last_input = last_input.unwrap_or(0);
        self.written.moved.push(table.no);
        Ok(())
    }

    fn inputs(&self, table: &mut Table, commit: &Commit) -> rusqlite::Result<()> {
        let Some((game, _)) = table.game else { return Ok(()) };
        let mut statement = self
            .transaction
            .prepare_cached("INSERT INTO inputs (game, n, run, at_mono, at_wall, payload) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
        for input in &commit.inputs {
            table.last_input += 1;
            table.input_bytes += input.payload.len() as u64;
            statement.execute(params![game, table.last_input, self.run, input.at_mono_ms as i64, input.at_wall_ms, input.payload])?;
        }
        Ok(())
    }

    fn event(&mut self, no: i64, row: &EventRow) -> rusqlite::Result<()> {
        let game = self.game(no, &row.game_id)?;
        self.book.last_event += 1;
        let inserted = self
            .transaction
            .prepare_cached(
                "INSERT INTO events (game, seq, row_id, table_no, wall, payload) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (game, seq) DO NOTHING",
            )?
            .execute(params![game, row.seq as i64, self.book.last_event as i64, no, row.at_wall_ms, row.payload])?;
        self.checked("events", inserted, game, row.seq, &row.payload)
    }

    fn public_event(&mut self, no: i64, row: &PublicRow) -> rusqlite::Result<()> {
        let game = self.game(no, &row.game_id)?;
        self.book.last_public += 1;
        let inserted = self
            .transaction
            .prepare_cached(
                "INSERT INTO public_events (game, seq, row_id, table_no, wall, payload) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (game, seq) DO NOTHING",
            )?
            .execute(params![game, row.seq as i64, self.book.last_public as i64, no, row.due_wall_ms, row.payload])?;
        self.checked("public_events", inserted, game, row.seq, &row.payload)
    }

    /// What was published under a number stays what it was; a second content for it is a mistake that must not stop the journal.
    fn checked(&mut self, events: &str, inserted: usize, game: i64, seq: u64, payload: &str) -> rusqlite::Result<()> {
        if inserted == 0 {
            let there: String = self.transaction.query_row(
                &format!("SELECT payload FROM {events} WHERE game = ?1 AND seq = ?2"),
                params![game, seq as i64],
                |row| row.get(0),
            )?;
            if there != payload {
                tracing::error!(events, seq, "an event with this number was journalled before with other content; the first stays");
                self.written.conflicts += 1;
            }
        }
        Ok(())
    }

    fn table(&self, id: &str) -> rusqlite::Result<Table> {
        if let Some(table) = self.book.tables.get(id) {
            return Ok(table.clone());
        }
        self.transaction.execute("INSERT INTO tables (id) VALUES (?1)", [id])?;
        let no = self.transaction.last_insert_rowid();
        Ok(Table { no, game: None, last_input: 0, input_bytes: 0, last_commit: 0 })
    }

    fn game(&self, no: i64, game_id: &str) -> rusqlite::Result<i64> {
        let find = "SELECT place FROM games WHERE table_no = ?1 AND game_id = ?2";
        let found = self.transaction.prepare_cached(find)?.query_row(params![no, game_id], |row| row.get(0)).optional()?;
        if let Some(place) = found {
            return Ok(place);
        }
        let wall = crate::now::stamp().wall.as_unix_ms();
        self.transaction.execute("INSERT INTO games (table_no, game_id, started_wall) VALUES (?1, ?2, ?3)", params![no, game_id, wall])?;
        Ok(self.transaction.last_insert_rowid())
    }
}

fn write_state(transaction: &Transaction<'_>, no: i64, state: &str) -> rusqlite::Result<()> {
    transaction.prepare_cached("UPDATE tables SET state = ?2 WHERE no = ?1")?.execute(params![no, state])?;
    Ok(())
}

fn write_cursor(transaction: &Transaction<'_>, table: &str, stream: Stream, row_id: u64) -> rusqlite::Result<()> {
    let text = match stream {
        Stream::Event => "UPDATE tables SET delivered = max(delivered, ?2) WHERE id = ?1",
        Stream::Public => "UPDATE tables SET delivered_public = max(delivered_public, ?2) WHERE id = ?1",
    };
    transaction.prepare_cached(text)?.execute(params![table, row_id as i64])?;
    Ok(())
}

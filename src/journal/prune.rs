//! What the journal forgets: inputs of long ago, answers that nobody asks for again, games of years ago. Never an event that has not been
//! delivered.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::{Limits, REMEMBERED_GAMES};

/// Brings one table within its limits, in a transaction of its own. Half of `input_bytes` is for the game it is in, half for those before.
pub(super) fn prune(connection: &mut Connection, no: i64, limits: &Limits) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    if let Some(first) = first_of_last(&transaction, no, limits.input_games)? {
        drop_inputs(&transaction, no, first)?;
        transaction.execute(
            "DELETE FROM public_events WHERE game IN (SELECT place FROM games WHERE table_no = ?1 AND place < ?2)
             AND row_id <= (SELECT delivered_public FROM tables WHERE no = ?1)",
            params![no, first],
        )?;
    }
    if let Some(first) = first_of_last(&transaction, no, REMEMBERED_GAMES)? {
        transaction.execute(
            "DELETE FROM answers WHERE game IN (SELECT place FROM games WHERE table_no = ?1 AND place < ?2)",
            params![no, first],
        )?;
    }
    if let Some(first) = first_of_last(&transaction, no, limits.games)? {
        drop_games(&transaction, no, first)?;
    }
    drop_input_bytes(&transaction, no, limits.input_bytes / 2)?;
    transaction.commit()
}

/// Place of the oldest of the last `count` games of a table; none when it has not more.
fn first_of_last(transaction: &Transaction<'_>, no: i64, count: u64) -> rusqlite::Result<Option<i64>> {
    transaction
        .query_row(
            "SELECT place FROM games WHERE table_no = ?1 ORDER BY place DESC LIMIT 1 OFFSET ?2",
            params![no, count.saturating_sub(1) as i64],
            |row| row.get(0),
        )
        .optional()
}

fn drop_inputs(transaction: &Transaction<'_>, no: i64, before: i64) -> rusqlite::Result<()> {
    transaction.execute(
        "DELETE FROM inputs WHERE game IN (SELECT place FROM games WHERE table_no = ?1 AND place < ?2 AND input_bytes > 0)",
        params![no, before],
    )?;
    transaction.execute("UPDATE games SET input_bytes = 0 WHERE table_no = ?1 AND place < ?2 AND input_bytes > 0", params![no, before])?;
    Ok(())
}

fn drop_games(transaction: &Transaction<'_>, no: i64, before: i64) -> rusqlite::Result<()> {
    let mut statement = transaction.prepare(
        "SELECT place FROM games g WHERE table_no = ?1 AND place < ?2
         AND NOT EXISTS (SELECT 1 FROM events e, tables t WHERE e.game = g.place AND t.no = ?1 AND e.row_id > t.delivered)",
    )?;
    let places = statement.query_map(params![no, before], |row| row.get::<_, i64>(0))?.collect::<Result<Vec<_>, _>>()?;
    for place in places {
        for table in ["inputs", "events", "public_events", "answers"] {
            transaction.execute(&format!("DELETE FROM {table} WHERE game = ?1"), [place])?;
        }
        transaction.execute("DELETE FROM games WHERE place = ?1", [place])?;
    }
    Ok(())
}

fn drop_input_bytes(transaction: &Transaction<'_>, no: i64, most: u64) -> rusqlite::Result<()> {
    let mut statement =
        transaction.prepare("SELECT place, input_bytes FROM games WHERE table_no = ?1 AND input_bytes > 0 ORDER BY place DESC")?;
    let mut rows = statement.query([no])?;
    let mut sum = 0;
    while let Some(row) = rows.next()? {
        sum += row.get::<_, i64>(1)? as u64;
        if sum > most {
            drop_inputs(transaction, no, row.get::<_, i64>(0)? + 1)?;
            break;
        }
    }
    let (game, bytes): (Option<i64>, i64) =
        transaction.query_row("SELECT game, input_bytes FROM tables WHERE no = ?1", [no], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if bytes as u64 > most {
        transaction
            .execute("DELETE FROM inputs WHERE game = ?1 AND n <= (SELECT (min(n) + max(n)) / 2 FROM inputs WHERE game = ?1)", [game])?;
        transaction.execute(
            "UPDATE tables SET input_bytes = (SELECT coalesce(sum(octet_length(payload)), 0) FROM inputs WHERE game = ?2) WHERE no = ?1",
            params![no, game],
        )?;
    }
    Ok(())
}

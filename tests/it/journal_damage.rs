//! A journal whose file a card has damaged, that a power cut has torn, or that an earlier kifud wrote; and copies of it.

use std::path::Path;

use kifud::journal::{Commit, EventRow, FILE, Journal, JournalError, Reader, backup, salvage_damaged};
use rusqlite::Connection;

/// What happens to the file's bytes.
type Damage = fn(&mut Vec<u8>);

/// Symptom: a damaged journal ended the daemon with "database disk image is malformed" three times over, without the file's name. Cause:
/// SQLite's words were passed on as they were. Scenario: a card that has lost its first page, half of the file, or pages in the middle.
#[test]
fn a_damaged_file_is_named_with_what_to_do() {
    let damages: [(&str, Damage); 3] = [
        ("first page", |bytes| bytes[..100].fill(0xa5)),
        ("half of it", |bytes| bytes.truncate(bytes.len() / 2)),
        ("the middle", |bytes| bytes[8_192..].fill(0xa5)),
    ];
    for (name, damage) in damages {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::open(dir.path()).unwrap();
        for seq in 1..=200 {
            let event = EventRow { game_id: "g-1".to_owned(), seq, at_wall_ms: 0, payload: "a move".repeat(20) };
            journal.commit(Commit { table: "t1".to_owned(), game_id: "g-1".to_owned(), events: vec![event], ..Commit::default() }).unwrap();
        }
        assert!(journal.close());
        drop(journal);
        let path = dir.path().join(FILE);
        let mut bytes = std::fs::read(&path).unwrap();
        damage(&mut bytes);
        std::fs::write(&path, bytes).unwrap();
        let error = Journal::open(dir.path()).and_then(|journal| journal.recover("t1").map(drop)).expect_err(name);
        assert!(matches!(error, JournalError::Damaged { .. }), "{name}: {error:?}");
        let said = error.to_string();
        assert!(said.contains(&path.display().to_string()) && said.contains("move it away"), "{name}: {said}");
        assert!(std::error::Error::source(&error).is_none(), "{name}: nothing is said twice");
    }
}

fn event(game: &str, seq: u64) -> EventRow {
    EventRow { game_id: game.to_owned(), seq, at_wall_ms: 0, payload: format!("{game} {seq} {}", "a move ".repeat(20)) }
}

fn step(game: &str, seq: u64) -> Commit {
    let state = Some(format!("{game} after {seq}"));
    Commit { table: "t1".to_owned(), game_id: game.to_owned(), events: vec![event(game, seq)], state, ..Commit::default() }
}

/// A journal of one table with `games` games of 40 events, closed.
fn filled(dir: &Path, games: u64) {
    let journal = Journal::open(dir).unwrap();
    for game in 0..games {
        for seq in 1..=40 {
            journal.commit(step(&format!("g-{game}"), seq)).unwrap();
        }
    }
    assert!(journal.close());
}

/// A card lost a page in the middle of the file: with the file moved away every game of the event was gone.
#[test]
fn what_lies_on_both_sides_of_a_lost_page_is_brought_over_and_the_damaged_file_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), 30);
    let path = dir.path().join(FILE);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2 / 4_096 * 4_096;
    bytes[middle..middle + 4_096].fill(0xa5);
    std::fs::write(&path, &bytes).unwrap();
    let salvaged = salvage_damaged(dir.path()).unwrap().expect("it is damaged");
    assert_eq!(std::fs::read(&salvaged.aside).unwrap().len(), bytes.len(), "kept whole");
    assert!(salvaged.events >= 30 * 40 - 120, "a page holds some twenty events: {salvaged:?}");
    let journal = Journal::open(dir.path()).expect("a sound journal");
    let back = journal.recover("t1").expect("readable");
    assert_eq!((back.game_id.as_deref(), back.state.as_deref()), (Some("g-29"), Some("g-29 after 40")), "the game in hand goes on");
    assert_eq!(back.events.len(), 40);
    assert_eq!(salvage_damaged_closed(journal, dir.path()), None, "what was brought over is sound");
}

fn salvage_damaged_closed(journal: Journal, dir: &Path) -> Option<kifud::journal::Salvaged> {
    assert!(journal.close());
    drop(journal);
    salvage_damaged(dir).unwrap()
}

#[test]
fn a_file_of_which_nothing_can_be_read_is_kept_and_a_sound_one_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(salvage_damaged(dir.path()).unwrap(), None, "there is none");
    filled(dir.path(), 1);
    assert_eq!(salvage_damaged(dir.path()).unwrap(), None);
    std::fs::write(dir.path().join(FILE), [0xa5; 9_000]).unwrap();
    let salvaged = salvage_damaged(dir.path()).unwrap().expect("no journal at all");
    assert_eq!((salvaged.games, salvaged.events, std::fs::read(&salvaged.aside).unwrap().len()), (0, 0, 9_000));
    assert_eq!(Journal::open(dir.path()).unwrap().recover("t1").unwrap().game_id, None);
}

/// The power goes: what was synced stands, and of what was not any part may be there, be torn off, or be zeros.
#[test]
fn a_torn_or_zeroed_tail_costs_nothing_that_was_durable() {
    for seed in 0..60 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::open(dir.path()).unwrap();
        let durable = rng.u64(1..30);
        for seq in 1..=durable {
            let number = journal.commit(step("g", seq)).unwrap();
            while *journal.durable().borrow() < number {
                std::thread::yield_now();
            }
        }
        let log = format!("{FILE}-wal");
        let synced = std::fs::metadata(dir.path().join(&log)).unwrap().len() as usize;
        for seq in durable + 1..=durable + 10 {
            journal.commit(step("g", seq)).unwrap();
        }
        assert!(journal.durable().borrow().ge(&durable));
        let after = tempfile::tempdir().unwrap();
        std::fs::copy(dir.path().join(FILE), after.path().join(FILE)).unwrap();
        let mut bytes = std::fs::read(dir.path().join(&log)).unwrap();
        let tear = rng.usize(synced..=bytes.len().max(synced));
        match rng.u8(0..3) {
            0 => bytes.truncate(tear),
            1 => bytes[tear..].fill(0),
            _ => bytes[tear..].iter_mut().for_each(|byte| *byte = rng.u8(..)),
        }
        std::fs::write(after.path().join(&log), bytes).unwrap();
        let back = Journal::open(after.path()).unwrap().recover("t1").unwrap();
        let last = back.events.len() as u64;
        assert!(last >= durable, "seed {seed}: {last} of {durable} durable events");
        assert!(back.events.iter().zip(1..).all(|(event, seq)| event.seq == seq), "seed {seed}: no gap");
        assert_eq!(back.state, Some(format!("g after {last}")), "seed {seed}: state and events are of one moment");
    }
}

/// The layout that kifud 0.1 began with.
const FIRST_LAYOUT: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE runs (run INTEGER PRIMARY KEY, boot_id TEXT NOT NULL, opened_wall INTEGER NOT NULL);
CREATE TABLE tables (no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game INTEGER, state TEXT, input_bytes INTEGER NOT NULL DEFAULT 0,
  run INTEGER NOT NULL DEFAULT 0, last_commit INTEGER NOT NULL DEFAULT 0, delivered INTEGER NOT NULL DEFAULT 0,
  delivered_public INTEGER NOT NULL DEFAULT 0);
CREATE TABLE games (place INTEGER PRIMARY KEY AUTOINCREMENT, table_no INTEGER NOT NULL, game_id TEXT NOT NULL, started_wall INTEGER NOT NULL,
  state TEXT, result TEXT, result_place INTEGER, input_bytes INTEGER NOT NULL DEFAULT 0, UNIQUE (table_no, game_id));
CREATE TABLE inputs (game INTEGER NOT NULL, n INTEGER NOT NULL, run INTEGER NOT NULL, at_mono INTEGER NOT NULL, at_wall INTEGER NOT NULL,
  payload TEXT NOT NULL, PRIMARY KEY (game, n)) WITHOUT ROWID;
CREATE TABLE events (game INTEGER NOT NULL, seq INTEGER NOT NULL, row_id INTEGER NOT NULL, table_no INTEGER NOT NULL, wall INTEGER NOT NULL,
  payload TEXT NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID;
CREATE UNIQUE INDEX events_in_order ON events (table_no, row_id);
CREATE TABLE public_events (game INTEGER NOT NULL, seq INTEGER NOT NULL, row_id INTEGER NOT NULL, table_no INTEGER NOT NULL,
  wall INTEGER NOT NULL, payload TEXT NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID;
CREATE UNIQUE INDEX public_events_in_order ON public_events (table_no, row_id);
CREATE TABLE answers (game INTEGER NOT NULL, tx TEXT NOT NULL, n INTEGER NOT NULL, content_hash TEXT NOT NULL, answer TEXT NOT NULL,
  PRIMARY KEY (game, tx)) WITHOUT ROWID;
INSERT INTO tables (no, id, game, state) VALUES (1, 't1', 1, 'after 1');
INSERT INTO games (table_no, game_id, started_wall) VALUES (1, 'g-old', 0);
INSERT INTO events VALUES (1, 1, 1, 1, 0, 'a move');
PRAGMA user_version = 1;
";

#[test]
fn a_journal_of_the_first_layout_is_read_as_it_is_and_brought_up_to_date_by_the_daemon() {
    let dir = tempfile::tempdir().unwrap();
    Connection::open(dir.path().join(FILE)).unwrap().execute_batch(FIRST_LAYOUT).unwrap();
    let read = |when: &str| {
        let games = Reader::open(dir.path()).expect(when).games(None).expect(when);
        assert_eq!((games.len(), games[0].game_id.as_str(), games[0].last_seq, &games[0].aside), (1, "g-old", 1, &None), "{when}");
    };
    read("before any daemon has opened it");
    for start in ["the first start", "the second"] {
        let journal = Journal::open(dir.path()).expect(start);
        let back = journal.recover("t1").expect(start);
        assert_eq!((back.game_id.as_deref(), back.events.len()), (Some("g-old"), 1), "{start}");
        assert!(journal.close());
        drop(journal);
        read(start);
    }
}

#[test]
fn a_back_up_while_the_journal_is_written_is_one_moment_of_it_and_writes_over_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    for seq in 1..=50 {
        journal.commit(step("g", seq)).unwrap();
    }
    let writer = std::thread::spawn({
        let journal = journal.clone();
        move || (51..=400).for_each(|seq| assert!(journal.commit(step("g", seq)).is_ok()))
    });
    let copies = tempfile::tempdir().unwrap();
    let to = copies.path().join(FILE);
    let bytes = backup(dir.path(), &to).unwrap();
    writer.join().unwrap();
    assert_eq!(bytes, std::fs::metadata(&to).unwrap().len());
    let again = backup(dir.path(), &to).expect_err("nothing is written over").to_string();
    assert!(again.contains("another name"), "{again}");
    assert_eq!(bytes, std::fs::metadata(&to).unwrap().len());
    let back = Journal::open(copies.path()).unwrap().recover("t1").unwrap();
    assert_eq!(back.state, (!back.events.is_empty()).then(|| format!("g after {}", back.events.len())), "one moment");
    let nowhere = backup(dir.path(), &copies.path().join("no/such/place")).expect_err("no place").to_string();
    assert!(nowhere.contains("no/such/place"), "{nowhere}");
}

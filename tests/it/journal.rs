//! The journal on a real file: what comes back, what it does when the disk refuses, and what it forgets.

use std::path::Path;
use std::time::Duration;

use kifud::journal::{
    Commit, CommitError, EventRow, FILE, InputRow, Journal, JournalError, Limits, PublicRow, Reader, ResultRow, Stream, TransactionRow,
    Urgency,
};
use rusqlite::Connection;

fn event(game: &str, seq: u64, at_wall_ms: i64) -> EventRow {
    EventRow { game_id: game.to_owned(), seq, at_wall_ms, payload: format!("{game} {seq}") }
}

fn step(table: &str, game: &str, seq: u64) -> Commit {
    Commit {
        table: table.to_owned(),
        game_id: game.to_owned(),
        inputs: vec![InputRow { at_mono_ms: seq * 10, at_wall_ms: seq as i64 * 10, payload: format!("input {seq}") }],
        events: vec![event(game, seq, seq as i64 * 1_000)],
        state: Some(format!("{table} {game} after {seq}")),
        ..Commit::default()
    }
}

fn answer(game: &str, transaction: &str) -> TransactionRow {
    TransactionRow { game_id: game.to_owned(), transaction: transaction.to_owned(), content_hash: "h".to_owned(), answer: "ok".to_owned() }
}

/// Waits until `journal` has this commit on the disk; the test fails by itself when that does not come.
fn wait_for(journal: &Journal, number: u64) {
    let durable = journal.durable();
    for _ in 0..100_000 {
        if *durable.borrow() >= number {
            return;
        }
        std::thread::sleep(Duration::from_micros(100));
    }
    panic!("commit {number} did not become durable: {:?}", *journal.health().borrow());
}

fn put(journal: &Journal, commit: Commit) {
    let number = journal.commit(commit).expect("room");
    wait_for(journal, number);
}

fn open(dir: &Path, limits: Limits) -> Journal {
    Journal::open_with(dir, limits).expect("a journal")
}

#[test]
fn a_table_goes_on_from_what_was_committed() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits::default());
    assert_eq!(journal.recover("t1").expect("readable").game_id, None);
    put(&journal, step("t1", "idle-1", 1));
    for seq in 1..=3 {
        put(&journal, step("t1", "game-1", seq));
        put(&journal, step("t2", "game-x", seq));
    }
    let public = PublicRow { game_id: "game-1".to_owned(), seq: 1, due_wall_ms: 5, payload: "shown".to_owned() };
    put(
        &journal,
        Commit {
            table: "t1".to_owned(),
            game_id: "game-1".to_owned(),
            public: vec![public],
            answers: vec![answer("game-1", "tx-2"), answer("game-1", "tx-1")],
            ..Commit::default()
        },
    );
    let instance = journal.instance().to_owned();
    let last = journal.reader().expect("a reader").events_after("t1", 0, 99).expect("readable").pop().expect("events").row_id;
    journal.delivered("t1", Stream::Event, last);
    assert!(journal.close());
    drop(journal);

    let journal = open(dir.path(), Limits::default());
    assert_eq!(journal.instance(), instance);
    assert_eq!(instance.len(), 16);
    let back = journal.recover("t1").expect("readable");
    assert_eq!(back.game_id.as_deref(), Some("game-1"));
    assert_eq!(back.state.as_deref(), Some("t1 game-1 after 3"), "a commit without a state leaves the one before");
    assert_eq!(back.events.iter().map(|event| event.payload.as_str()).collect::<Vec<_>>(), ["game-1 1", "game-1 2", "game-1 3"]);
    assert_eq!(back.transactions.iter().map(|row| row.transaction.as_str()).collect::<Vec<_>>(), ["tx-2", "tx-1"], "in their order");
    assert_eq!(back.last_public.expect("one").payload, "shown");
    assert_eq!((back.delivered, back.delivered_public), (last, 0));
}

#[test]
fn what_is_durable_is_in_the_file_after_a_power_cut() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits::default());
    for seq in 1..=20 {
        put(&journal, step("t1", "g", seq));
        // The machine stops here: what another machine would find on the card.
        let after = tempfile::tempdir().expect("a directory");
        for file in [FILE.to_owned(), format!("{FILE}-wal")] {
            std::fs::copy(dir.path().join(&file), after.path().join(&file)).expect("a copy");
        }
        let back = open(after.path(), Limits::default()).recover("t1").expect("readable");
        assert_eq!(back.events.len() as u64, seq);
        assert_eq!(back.state, Some(format!("t1 g after {seq}")));
    }
}

#[test]
fn two_daemons_cannot_share_a_directory_and_are_told_who_has_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("deeper/state");
    let first = open(&path, Limits::default());
    let second = Journal::open(&path).expect_err("in use");
    assert!(matches!(&second, JournalError::InUse { holder, .. } if *holder == std::process::id().to_string()), "{second}");
    assert!(second.to_string().contains(&path.display().to_string()), "{second}");
    // Reading is free.
    Reader::open(&path).expect("a reader");
    drop(first);
    open(&path, Limits::default());
}

#[test]
fn the_file_of_a_newer_kifud_is_left_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    drop(open(dir.path(), Limits::default()));
    Connection::open(dir.path().join(FILE)).expect("a file").pragma_update(None, "user_version", 99).expect("written");
    assert!(matches!(Journal::open(dir.path()), Err(JournalError::Newer { found: 99, .. })));
    assert!(matches!(Reader::open(dir.path()), Err(JournalError::Newer { found: 99, .. })));
}

#[test]
fn on_a_full_disk_commits_wait_and_nothing_is_lost_when_there_is_space_again() {
    let dir = tempfile::tempdir().expect("a directory");
    let limits = Limits { pages: Some(60), queue_commits: 5, ..Limits::default() };
    let journal = open(dir.path(), limits);
    let heavy = |seq: u64| {
        let mut commit = step("t1", "g", seq);
        commit.inputs[0].payload = "x".repeat(20_000);
        commit
    };
    let mut taken = 0;
    let back = loop {
        match journal.commit(heavy(taken + 1)) {
            Ok(number) => {
                taken += 1;
                assert_eq!(number, taken);
                assert!(taken < 1_000, "60 pages cannot hold that");
                // Let the writer keep up, until it cannot.
                for _ in 0..100 {
                    if *journal.durable().borrow() == number || journal.health().borrow().fault.is_some() {
                        break;
                    }
                    std::thread::sleep(Duration::from_millis(2));
                }
            }
            Err(CommitError::Full(commit)) => break commit,
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!(*back, heavy(taken + 1), "it comes back untouched");
    let before = *journal.durable().borrow();
    assert!(before < taken);
    let health = journal.health().borrow().clone();
    let fault = health.fault.expect("it says so");
    assert!(fault.contains("full") && fault.contains("free space"), "{fault}");
    assert!(health.behind > 0);

    // Somebody frees space.
    let file = Connection::open(dir.path().join(FILE)).expect("a file");
    file.busy_timeout(Duration::from_secs(5)).expect("set");
    file.execute("DELETE FROM inputs", []).expect("deleted");
    drop(file);
    wait_for(&journal, taken);
    assert_eq!(journal.health().borrow().fault, None);
    let events = journal.recover("t1").expect("readable").events;
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), (1..=taken).collect::<Vec<_>>());
    put(&journal, step("t1", "g", taken + 1));
}

#[test]
fn a_database_that_somebody_locks_is_waited_for() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits::default());
    put(&journal, step("t1", "g", 1));
    let file = Connection::open(dir.path().join(FILE)).expect("a file");
    file.execute_batch("BEGIN IMMEDIATE").expect("locked");
    let number = journal.commit(step("t1", "g", 2)).expect("room");
    let health = journal.health();
    let mut waited = 0;
    while health.borrow().fault.is_none() {
        waited += 1;
        assert!(waited < 2_000, "it never said so");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(*journal.durable().borrow(), 1);
    file.execute_batch("ROLLBACK").expect("released");
    wait_for(&journal, number);
    assert_eq!(journal.recover("t1").expect("readable").events.len(), 2);
}

#[test]
fn closing_writes_what_nobody_waited_for() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits::default());
    journal.commit(Commit { urgency: Urgency::Soon, ..step("t1", "g", 1) }).expect("room");
    assert!(journal.close());
    assert!(matches!(journal.commit(step("t1", "g", 2)), Err(CommitError::Closed(_))));
    assert_eq!(Reader::open(dir.path()).expect("a reader").recover("t1").expect("readable").events.len(), 1);
}

#[test]
fn tables_commit_at_once_and_each_keeps_its_order() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits::default());
    std::thread::scope(|scope| {
        for table in 0..8 {
            let journal = &journal;
            scope.spawn(move || {
                for seq in 1..=50 {
                    journal.commit(step(&format!("t{table}"), &format!("g{table}"), seq)).expect("room");
                }
            });
        }
    });
    wait_for(&journal, 400);
    let reader = journal.reader().expect("a reader");
    for table in 0..8 {
        let mut cursor = 0;
        let mut seen = Vec::new();
        loop {
            let some = reader.events_after(&format!("t{table}"), cursor, 7).expect("readable");
            let Some(last) = some.last() else { break };
            cursor = last.row_id;
            assert!(some.len() <= 7);
            seen.extend(some.into_iter().map(|event| event.seq));
        }
        assert_eq!(seen, (1..=50).collect::<Vec<_>>());
    }
}

#[test]
fn cursors_find_the_last_minute_and_a_number() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits::default());
    for seq in 1..=10 {
        put(&journal, step("t1", "g", seq));
        put(&journal, step("t2", "h", seq));
    }
    let reader = journal.reader().expect("a reader");
    let after = |cursor| reader.events_after("t1", cursor, 99).expect("readable").first().map(|event| event.seq);
    assert_eq!(after(reader.recent("t1", Stream::Event, 7_000).expect("readable")), Some(7));
    assert_eq!(after(reader.recent("t1", Stream::Event, 0).expect("readable")), Some(1));
    assert_eq!(after(reader.recent("t1", Stream::Event, 99_000).expect("readable")), None);
    assert_eq!(reader.recent("t9", Stream::Event, 0).expect("readable"), 0);
    assert_eq!(after(reader.cursor_before("t1", "g", 4).expect("readable").expect("some")), Some(4));
    assert_eq!(reader.cursor_before("t1", "g", 11).expect("readable"), None);
    assert_eq!(reader.events_from_seq("t1", "g", 9).expect("readable").len(), 2);
    assert_eq!(reader.game_events("h").expect("readable").len(), 10);
    assert_eq!(reader.game_inputs("g").expect("readable").len(), 10);
}

#[test]
fn public_events_are_held_back_until_they_are_due_and_keep_their_order() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits::default());
    // The calendar was set back between the second and the third.
    let due = [1_000, 3_000, 2_000];
    let public = (1..).zip(due).map(|(seq, due_wall_ms)| PublicRow { game_id: "g".to_owned(), seq, due_wall_ms, payload: seq.to_string() });
    put(&journal, Commit { table: "t1".to_owned(), game_id: "g".to_owned(), public: public.collect(), ..Commit::default() });
    let reader = journal.reader().expect("a reader");
    let seen = |cursor, now| {
        let rows = reader.public_after("t1", cursor, now, 9).expect("readable");
        rows.into_iter().map(|event| event.payload).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(seen(0, 999), "");
    assert_eq!(seen(0, 2_500), "1", "the third is due but does not overtake the second");
    assert_eq!(seen(0, 3_000), "1 2 3");
    assert_eq!(reader.next_public_due("t1", 0).expect("readable"), Some(1_000));
    let first = reader.public_after("t1", 0, 1_000, 9).expect("readable")[0].row_id;
    assert_eq!(reader.next_public_due("t1", first).expect("readable"), Some(3_000));
}

#[test]
fn what_was_published_under_a_number_stays_what_it_was() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits::default());
    put(&journal, step("t1", "g", 1));
    put(&journal, step("t1", "g", 1));
    assert_eq!(journal.health().borrow().conflicts, 0, "the same again is no conflict");
    let mut other = step("t1", "g", 1);
    other.events[0].payload = "something else".to_owned();
    other.events.push(event("g", 2, 0));
    put(&journal, other);
    let payloads: Vec<_> = journal.recover("t1").expect("readable").events.into_iter().map(|event| event.payload).collect();
    assert_eq!(payloads, ["g 1", "g 2"]);
    // The number of conflicts is told right after the commit is.
    let health = journal.health();
    while health.borrow().conflicts == 0 {
        std::thread::yield_now();
    }
}

#[test]
fn results_keep_their_order_and_only_the_last_eight_count() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits::default());
    let result = |game: u32, payload: &str| {
        let result = ResultRow { game_id: format!("g{game}"), payload: payload.to_owned() };
        Commit { results: vec![result], ..step("t1", &format!("g{game}"), 1) }
    };
    for game in 1..=10 {
        put(&journal, result(game, "first"));
    }
    // A ruling changes an old one.
    let mut changed = result(4, "changed");
    changed.game_id = "g10".to_owned();
    put(&journal, changed);
    let results = journal.recover("t1").expect("readable").results;
    assert_eq!(results.iter().map(|row| row.game_id.as_str()).collect::<Vec<_>>(), ["g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10"]);
    assert_eq!(results[1].payload, "changed");
    let games = journal.reader().expect("a reader").games(Some("t1")).expect("readable");
    assert_eq!(games.len(), 10, "all games are kept for export");
    assert_eq!(games[0].result.as_deref(), Some("first"));
    assert_eq!(games[0].state.as_deref(), Some("t1 g1 after 1"), "with their last state");
    assert_eq!(games[9].last_seq, 1);
}

#[test]
fn old_inputs_answers_and_games_are_forgotten_but_no_event_that_was_not_delivered() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits { input_games: 2, games: 6, ..Limits::default() });
    for game in 1..=6 {
        let id = format!("g{game}");
        put(&journal, Commit { answers: vec![answer(&id, "tx")], ..step("t1", &id, 1) });
    }
    let reader = journal.reader().expect("a reader");
    // Forgetting comes after the commit; one more commit shows that it is through.
    let settle = || put(&journal, Commit { table: "other".to_owned(), game_id: "o".to_owned(), ..Commit::default() });
    settle();
    let with_inputs = |reader: &Reader| {
        let games = reader.games(Some("t1")).expect("readable");
        games.into_iter().map(|game| game.game_id).filter(|id| !reader.game_inputs(id).expect("readable").is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(with_inputs(&reader), ["g5", "g6"]);
    let answers = journal.recover("t1").expect("readable").transactions;
    assert_eq!(answers.iter().map(|row| row.game_id.as_str()).collect::<Vec<_>>(), ["g3", "g4", "g5", "g6"]);

    // Two of the events are delivered: only their games may go.
    let second = reader.events_after("t1", 0, 2).expect("readable")[1].row_id;
    journal.delivered("t1", Stream::Event, second);
    for game in 7..=10 {
        put(&journal, step("t1", &format!("g{game}"), 1));
    }
    settle();
    let games: Vec<_> = reader.games(Some("t1")).expect("readable").into_iter().map(|game| game.game_id).collect();
    assert_eq!(games, ["g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10"]);
    assert!(reader.game_events("g1").expect("readable").is_empty());
}

#[test]
fn a_flickering_board_does_not_fill_the_card() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = open(dir.path(), Limits { input_bytes: 20_000, ..Limits::default() });
    for n in 0..200_u64 {
        let game = if n < 100 { "g1" } else { "g2" };
        let inputs = vec![InputRow { at_mono_ms: n, at_wall_ms: 0, payload: "x".repeat(1_000) }];
        put(&journal, Commit { table: "t1".to_owned(), game_id: game.to_owned(), inputs, ..Commit::default() });
    }
    put(&journal, Commit { table: "t1".to_owned(), game_id: "g2".to_owned(), ..Commit::default() });
    let reader = journal.reader().expect("a reader");
    let kept = |game| reader.game_inputs(game).expect("readable").into_iter().map(|(_, input)| input.at_mono_ms).collect::<Vec<_>>();
    assert!((4..=10).contains(&kept("g1").len()) && kept("g1").last() == Some(&99), "{:?}", kept("g1"));
    assert!((4..=10).contains(&kept("g2").len()) && kept("g2").last() == Some(&199), "{:?}", kept("g2"));
}

/// Figures for the notes: `cargo test --release journal::figures -- --ignored --nocapture`.
#[test]
#[ignore = "measures; proves nothing"]
fn figures() {
    let dir = tempfile::tempdir_in(".").expect("a directory");
    let journal = open(dir.path(), Limits::default());
    let written = || {
        let io = std::fs::read_to_string("/proc/self/io").expect("procfs");
        let line = io.lines().find(|line| line.starts_with("write_bytes")).expect("a line");
        line.rsplit(' ').next().expect("a number").parse::<u64>().expect("a number")
    };
    let heavy = |seq| Commit { state: Some("s".repeat(6_000)), ..step("t1", "g", seq) };
    let (bytes, began) = (written(), kifud::now::stamp().mono);
    for seq in 1..=1_000 {
        put(&journal, heavy(seq));
    }
    let took = kifud::now::stamp().mono.since_ms(began);
    println!("one by one: {took} ms for 1000 commits, {} bytes to disk a commit", (written() - bytes) / 1_000);
    let (bytes, began) = (written(), kifud::now::stamp().mono);
    for seq in 1_001..=5_000 {
        while journal.commit(heavy(seq)).is_err() {
            std::thread::yield_now();
        }
    }
    wait_for(&journal, 5_000);
    let took = kifud::now::stamp().mono.since_ms(began);
    println!("grouped: {took} ms for 4000 commits, {} bytes to disk a commit", (written() - bytes) / 4_000);
}

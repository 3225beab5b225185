//! How large the journal becomes, and that it stays so.

use kifud::journal::{Commit, EventRow, FILE, InputRow, Journal, Limits, PublicRow, TransactionRow};

/// Games of the test, each with events, inputs and answers of a thousand bytes.
const GAMES: u64 = 90;
const EVENTS: u64 = 8;

fn step(game: u64, seq: u64) -> Commit {
    let game_id = format!("g-{game}");
    let (payload, at_wall_ms) = ("x".repeat(1_000), seq as i64);
    Commit {
        table: "t1".to_owned(),
        inputs: vec![InputRow { at_mono_ms: seq, at_wall_ms, payload: payload.clone() }],
        events: vec![EventRow { game_id: game_id.clone(), seq, at_wall_ms, payload: payload.clone() }],
        public: vec![PublicRow { game_id: game_id.clone(), seq, due_wall_ms: at_wall_ms, payload: payload.clone() }],
        answers: vec![TransactionRow {
            game_id: game_id.clone(),
            transaction: format!("t-{seq}"),
            content_hash: "h".to_owned(),
            answer: payload,
        }],
        state: Some("s".repeat(4_000)),
        game_id,
        ..Commit::default()
    }
}

fn bytes(dir: &std::path::Path) -> u64 {
    [FILE.to_owned(), format!("{FILE}-wal")].iter().map(|name| std::fs::metadata(dir.join(name)).map_or(0, |about| about.len())).sum()
}

/// A club plays for years on one card: what has been forgotten makes room for what is new.
#[test]
fn a_journal_that_is_at_its_limits_does_not_grow_any_more() {
    let dir = tempfile::tempdir().unwrap();
    let limits = Limits { input_games: 4, games: 12, ..Limits::default() };
    let journal = Journal::open_with(dir.path(), limits).unwrap();
    let reader = journal.reader().unwrap();
    let (mut at_first, mut largest) = (0, 0);
    for game in 1..=GAMES {
        let mut last = 0;
        for seq in 1..=EVENTS {
            last = journal.commit(step(game, seq)).unwrap();
        }
        while *journal.durable().borrow() < last {
            std::thread::yield_now();
        }
        for stream in [kifud::journal::Stream::Event, kifud::journal::Stream::Public] {
            let row = match stream {
                kifud::journal::Stream::Event => reader.events_after("t1", 0, 1_000_000).unwrap().last().map(|event| event.row_id),
                kifud::journal::Stream::Public => {
                    reader.public_after("t1", 0, i64::MAX, 1_000_000).unwrap().last().map(|event| event.row_id)
                }
            };
            journal.delivered("t1", stream, row.expect("a row"));
        }
        let now = bytes(dir.path());
        if game == 30 {
            at_first = now;
        }
        largest = largest.max(now);
    }
    assert!(largest < at_first * 3 / 2, "{largest} bytes after {GAMES} games, {at_first} after 30");
    // The games themselves: each in its limit, the newest there.
    let games = reader.games(Some("t1")).unwrap();
    assert!((12..=14).contains(&games.len()), "{} games", games.len());
    assert_eq!(games.last().map(|game| game.game_id.as_str()), Some(format!("g-{GAMES}").as_str()));
    let with_inputs = games.iter().filter(|game| !reader.game_inputs(&game.game_id).unwrap().is_empty()).count();
    assert!((4..=6).contains(&with_inputs), "{with_inputs} games have their inputs");
}

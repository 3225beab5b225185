//! A journal whose file a card has damaged.

use kifud::journal::{Commit, EventRow, FILE, Journal, JournalError};

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

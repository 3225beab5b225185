//! Why an event cannot be folded.

/// Why an event does not follow those before it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// Its number is not the next one.
    #[error("event {found} of game {game_id} does not follow event {expected}")]
    Sequence {
        /// The event's game.
        game_id: String,
        /// The number that was due.
        expected: u64,
        /// The number that came.
        found: u64,
    },
    /// Its revision is older than the one before.
    #[error("event {seq} of game {game_id} has revision {found}, older than {before}")]
    Revision {
        /// The event's game.
        game_id: String,
        /// The event.
        seq: u64,
        /// The revision before it.
        before: u64,
        /// The revision that came.
        found: u64,
    },
    /// It is about the record of a game that has not begun.
    #[error("event {seq} of {game_id} changes a record before game-started")]
    NotStarted {
        /// The event's game.
        game_id: String,
        /// The event.
        seq: u64,
    },
    /// The game has begun already, and moves stand.
    #[error("event {seq} of game {game_id} begins a game that has begun")]
    StartedTwice {
        /// The event's game.
        game_id: String,
        /// The event.
        seq: u64,
    },
    /// Its move number does not fit the record.
    #[error("event {seq} of game {game_id} speaks of move {n}, but the record has {moves}")]
    MoveNumber {
        /// The event's game.
        game_id: String,
        /// The event.
        seq: u64,
        /// The move number that it names.
        n: u32,
        /// The number of moves in the record.
        moves: usize,
    },
    /// Move `n` is not the one that the event speaks of.
    #[error("event {seq} of game {game_id} speaks of another move {n} than the record has")]
    OtherMove {
        /// The event's game.
        game_id: String,
        /// The event.
        seq: u64,
        /// The move number.
        n: u32,
    },
}

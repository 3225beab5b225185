//! What goes into the journal and what comes out. Payloads are opaque text: the journal never looks inside.

/// Everything that one step of one table leaves behind; it becomes durable as a whole or not at all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Commit {
    /// The table.
    pub table: String,
    /// The game, or the idle stretch between two games, that the table is in after this step.
    pub game_id: String,
    /// What came in.
    pub inputs: Vec<InputRow>,
    /// What the game said, in order of `seq`.
    pub events: Vec<EventRow>,
    /// What the public will be told, in order of `seq`.
    pub public: Vec<PublicRow>,
    /// The game's state row, replacing the one before.
    pub state: Option<String>,
    /// Final documents of games that have ended, or of ended games that a ruling changed.
    pub results: Vec<ResultRow>,
    /// Answers to requests, to be given again.
    pub answers: Vec<TransactionRow>,
    /// A game that the table could not go on with.
    pub aside: Option<AsideRow>,
    /// How soon it must be on the disk.
    pub urgency: Urgency,
}

impl Commit {
    /// Bytes of text in it: what it costs while it waits.
    pub fn bytes(&self) -> usize {
        let inputs: usize = self.inputs.iter().map(|row| row.payload.len() + ROW_BYTES).sum();
        let events: usize = self.events.iter().map(|row| row.payload.len() + row.game_id.len() + ROW_BYTES).sum();
        let public: usize = self.public.iter().map(|row| row.payload.len() + row.game_id.len() + ROW_BYTES).sum();
        let results: usize = self.results.iter().map(|row| row.payload.len() + ROW_BYTES).sum();
        let answers: usize = self.answers.iter().map(|row| row.answer.len() + row.content_hash.len() + ROW_BYTES).sum();
        let aside = self.aside.as_ref().map_or(0, |row| row.why.len() + ROW_BYTES);
        inputs + events + public + results + answers + aside + self.state.as_ref().map_or(0, String::len) + ROW_BYTES
    }
}

/// What a row costs beside its text: numbers, headers, allocations.
const ROW_BYTES: usize = 64;

/// How soon a commit must be on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Urgency {
    /// At once: it brings forth events or answers, which wait for it.
    #[default]
    Now,
    /// Within [`GROUP_MS`](super::GROUP_MS): nobody waits for it.
    Soon,
}

/// One input, for audit and replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputRow {
    /// Milliseconds of `CLOCK_BOOTTIME`; comparable only within one run of the machine, whose boot id the journal keeps beside it.
    pub at_mono_ms: u64,
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub at_wall_ms: i64,
    /// The input.
    pub payload: String,
}

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventRow {
    /// The game, or the idle stretch.
    pub game_id: String,
    /// Number within it, from 1 without gaps.
    pub seq: u64,
    /// When it happened, in ms since 1970-01-01T00:00:00Z.
    pub at_wall_ms: i64,
    /// The document that is published, word for word.
    pub payload: String,
}

/// One event for the public, to be shown later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicRow {
    /// The game, or the idle stretch.
    pub game_id: String,
    /// Number within it, of the public's own count.
    pub seq: u64,
    /// Not to be shown before, in ms since 1970-01-01T00:00:00Z.
    pub due_wall_ms: i64,
    /// The document that is published, word for word.
    pub payload: String,
}

/// The final document of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultRow {
    /// The game.
    pub game_id: String,
    /// The document of `result/<game_id>`.
    pub payload: String,
}

/// A game that could not be gone on with at a start: it is kept for export, and the table has begun anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AsideRow {
    /// The game.
    pub game_id: String,
    /// Why, for people.
    pub why: String,
}

/// One answered request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionRow {
    /// The game, or the idle stretch, in which it was answered.
    pub game_id: String,
    /// The sender's transaction.
    pub transaction: String,
    /// Tells the same content from another.
    pub content_hash: String,
    /// The answer's document.
    pub answer: String,
}

/// One event as it stands in the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Place in the durable order of its stream, over all tables; rises, with gaps.
    pub row_id: u64,
    /// The game, or the idle stretch.
    pub game_id: String,
    /// Number within it.
    pub seq: u64,
    /// When it happened (own events) or is due (public events), in ms since 1970-01-01T00:00:00Z.
    pub wall_ms: i64,
    /// The document that is published.
    pub payload: String,
}

/// The two streams of events of a table, each with its own order and its own delivered cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stream {
    /// `event`.
    Event,
    /// `public/event`.
    Public,
}

/// What a table goes on from after a restart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recovered {
    /// The game, or the idle stretch, that the table was in; none on the first start.
    pub game_id: Option<String>,
    /// Its state row.
    pub state: Option<String>,
    /// Its events, in order of `seq`.
    pub events: Vec<StoredEvent>,
    /// Its last public event.
    pub last_public: Option<StoredEvent>,
    /// Answers of this game and the one before, with the idle stretches around them, oldest first.
    pub transactions: Vec<TransactionRow>,
    /// The last [`KEPT_RESULTS`](super::KEPT_RESULTS) results, oldest first.
    pub results: Vec<ResultRow>,
    /// Row id of the last delivered event; 0 when none was.
    pub delivered: u64,
    /// Row id of the last delivered public event; 0 when none was.
    pub delivered_public: u64,
}

/// One game, or idle stretch, of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRow {
    /// The table.
    pub table: String,
    /// The game, or the idle stretch.
    pub game_id: String,
    /// When its first commit was written, in ms since 1970-01-01T00:00:00Z.
    pub started_wall_ms: i64,
    /// Number of its last event; 0 when there is none.
    pub last_seq: u64,
    /// Its last state row.
    pub state: Option<String>,
    /// Its final document.
    pub result: Option<String>,
    /// Why the table could not go on with it, where it was set aside.
    pub aside: Option<String>,
}

/// How the journal is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JournalHealth {
    /// How long the last transaction took, sync included, in ms (rounded up).
    pub last_sync_ms: u64,
    /// Commits taken and not yet durable, when this was written.
    pub behind: u64,
    /// What is wrong with the disk, and since when everything waits; none when all is well.
    pub fault: Option<String>,
    /// Rows that were there already with other content, and were left as they were: always a mistake in the program.
    pub conflicts: u64,
}

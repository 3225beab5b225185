//! What the public sees (CONTRACT 4.7): the same shapes without alerts, rulings, discrepancies, provisional moves and flags, and without
//! the marks `illegal` and `disputed`, with a `seq` of its own that has no gaps.
//!
//! The law: at every moment the public record is the full record up to its last move that is no longer provisional, without marks.
//! A provisional move becomes public when its turn ends; one that is retracted before never appears.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::{
    BoardChange, ClockChange, ClockDocument, Count, Diagram, Event, EventBody, FoldError, Folded, GameStarted, MatchInfo, Phase,
    PlayerClockState, PlayerPhase, Players, RetractedBecause, Snapshot, position_hash,
};
use crate::go::{ByColor, Color, Edit, HalfPoints, PlayedMove, Record, Size};
use crate::time::Wall;

use super::{ClockForm, GameForm, PhaseName};

/// The public stream of one table, made from its full stream.
///
/// With a delay, feed it each event when the delay is over: stream and documents then all belong to that moment.
#[derive(Debug, Clone, Default)]
pub struct PublicFeed {
    full: Folded,
    public: Folded,
    /// Moves that are not public yet, by number.
    held: BTreeMap<u32, Held>,
    /// The part of each player's time before a flag that is still provisional.
    phases: ByColor<Option<PlayerPhase>>,
    /// Flags that the public has seen.
    flags: ByColor<bool>,
}

/// What is needed to publish a held move later.
#[derive(Debug, Clone)]
struct Held {
    at: Wall,
    position_hash: String,
}

/// What must outlive a restart beside the events themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicState {
    /// The game, or the idle stretch.
    pub game_id: String,
    /// The last event of the full stream that was fed.
    pub after_seq: u64,
    /// The last number of the public stream.
    pub seq: u64,
    /// The public revision.
    pub rev: u64,
    /// The public phase.
    pub phase: PhaseName,
}

/// What a public `game` document says that is in no event.
#[derive(Debug, Clone, Copy)]
pub struct PublicHeader<'a> {
    /// Event, round and board.
    pub match_info: &'a MatchInfo,
    /// Rulebook, used while no game has begun.
    pub rulebook: &'a str,
    /// Size of the board, used while no game has begun.
    pub size: Size,
    /// Komi, used while no game has begun.
    pub komi: HalfPoints,
    /// Handicap, used while no game has begun.
    pub handicap: u32,
    /// Names, used while no game has begun.
    pub players: &'a Players,
    /// Nothing was lost on the way.
    pub verified: bool,
    /// The count, where one was made; leave it out where the stream is delayed.
    pub count: Option<&'a Count>,
}

impl<'a> From<&'a Snapshot<'a>> for PublicHeader<'a> {
    fn from(snapshot: &'a Snapshot<'a>) -> PublicHeader<'a> {
        PublicHeader {
            match_info: snapshot.match_info,
            rulebook: snapshot.rulebook,
            size: snapshot.record.size,
            komi: snapshot.komi,
            handicap: snapshot.handicap,
            players: snapshot.players,
            verified: snapshot.verified,
            count: snapshot.count.as_ref(),
        }
    }
}

impl PublicFeed {
    /// A stream that has not begun.
    pub fn new() -> PublicFeed {
        PublicFeed::default()
    }

    /// What must be stored to go on after a restart.
    pub fn state(&self) -> PublicState {
        PublicState {
            game_id: self.full.game_id.clone(),
            after_seq: self.full.seq,
            seq: self.public.seq,
            rev: self.public.rev,
            phase: self.public.phase.into(),
        }
    }

    /// Goes on where `state` was stored. `events` are those of its game, from the first; later ones than the state's are not looked at.
    ///
    /// The numbers are the state's, even where this version would have published more or fewer events than the one that stored it.
    ///
    /// # Errors
    /// [`FoldError`] when the events do not follow one another or do not reach to where the state was stored.
    pub fn from_state<'a>(state: &PublicState, events: impl IntoIterator<Item = &'a Event>) -> Result<PublicFeed, FoldError> {
        let mut feed = PublicFeed::new();
        for event in events.into_iter().filter(|event| event.game_id == state.game_id && event.seq <= state.after_seq) {
            feed.feed(event)?;
        }
        if feed.full.seq != state.after_seq {
            return Err(FoldError::Sequence { game_id: state.game_id.clone(), expected: state.after_seq, found: feed.full.seq });
        }
        feed.public.seq = state.seq;
        feed.public.rev = state.rev;
        feed.public.phase = state.phase.into();
        Ok(feed)
    }

    /// Takes the next event of the full stream and gives the public events that follow from it, in order.
    ///
    /// # Errors
    /// [`FoldError`] when the event does not follow the one before.
    pub fn feed(&mut self, event: &Event) -> Result<Vec<Event>, FoldError> {
        self.full.apply(event)?;
        if self.public.game_id != event.game_id {
            *self = PublicFeed {
                public: Folded::begin(event.game_id.clone(), self.public.phase),
                full: std::mem::take(&mut self.full),
                ..PublicFeed::default()
            };
        }
        let mut out = Vec::new();
        match &event.body {
            EventBody::Move { n, position_hash, .. } => {
                self.held.insert(*n, Held { at: event.at, position_hash: position_hash.clone() });
                self.release(event.at, &mut out)?;
            }
            EventBody::TurnEnded { n, color, by, used_ms, overrun_ms: _, clock } => {
                self.release(event.at, &mut out)?;
                let clock = clock.map(|clock| self.player_clock(*color, clock));
                let ended = EventBody::TurnEnded { n: *n, color: *color, by: *by, used_ms: *used_ms, overrun_ms: None, clock };
                self.emit(event.at, ended, &mut out)?;
            }
            EventBody::MoveRetracted { n, point, because, position_hash } => {
                self.held.remove(n);
                if self.public_moves().len() == *n as usize {
                    let body = EventBody::MoveRetracted {
                        n: *n,
                        point: *point,
                        because: without_id(because),
                        position_hash: position_hash.clone(),
                    };
                    self.emit(event.at, body, &mut out)?;
                }
                self.level(event.at, &mut out)?;
            }
            EventBody::RecordChanged { from_n, .. } => {
                self.hold_anew(*from_n, event.at);
                self.level(event.at, &mut out)?;
            }
            other => {
                if let Some(body) = self.shown(other) {
                    self.emit(event.at, body, &mut out)?;
                }
            }
        }
        Ok(out)
    }

    /// With what the game began; nothing between games.
    pub fn started(&self) -> Option<&GameStarted> {
        self.public.started.as_ref()
    }

    /// The public record: what `public/sgf` is written from.
    pub fn record(&self) -> Option<&Record> {
        self.public.record.as_ref()
    }

    /// Everything that the public stream amounts to.
    pub fn folded(&self) -> &Folded {
        &self.public
    }

    /// The `public/game` document.
    pub fn game_document(&self, as_of: Wall, header: &PublicHeader<'_>) -> GameForm {
        let started = self.public.started.as_ref();
        let empty = Record::new(header.size);
        let record = self.public.record.as_ref().unwrap_or(&empty);
        let diagram = Diagram::of(record);
        let to_move = self.public.to_move();
        let nobody = ByColor::default();
        let snapshot = Snapshot {
            game_id: &self.public.game_id,
            seq: self.public.seq,
            rev: self.public.rev,
            as_of,
            phase: self.public.phase,
            match_info: header.match_info,
            // As it was before this game: what this one has come to is in its result.
            score: header.match_info.score_of(started.map_or(header.players, |started| &started.players)),
            rulebook: started.map_or(header.rulebook, |started| &started.rulebook),
            komi: started.map_or(header.komi, |started| started.komi),
            handicap: started.map_or(header.handicap, |started| started.handicap),
            players: started.map_or(header.players, |started| &started.players),
            record,
            to_move,
            position_hash: position_hash(record.size, diagram.cells(), to_move),
            captured: diagram.captured(),
            board: diagram.cells().to_vec(),
            agrees: true,
            verified: header.verified,
            discrepancies: Vec::new(),
            open_alerts: Vec::new(),
            ledger: ByColor::default(),
            rulings: &[],
            seats: &nobody,
            sealing: None,
            muted: Vec::new(),
            count: header.count.cloned(),
            result: self.public.result.clone(),
        };
        let form = GameForm::new(&snapshot);
        let count = form.count.clone().map(|count| count.for_public(self.public.phase == Phase::Ended));
        GameForm { count, agrees: None, discrepancies: None, open_alerts: None, ledger: None, rulings: None, ..form }
    }

    /// The `public/clock` document: a flag that may still be withdrawn is not shown.
    pub fn clock_document(&self, clock: &ClockDocument, session: Option<&str>) -> ClockForm {
        ClockForm::new(&self.both_clocks(clock), &self.public.game_id, session)
    }
}

/// The workings.
impl PublicFeed {
    /// Publishes one event: its number is the next one.
    fn emit(&mut self, at: Wall, body: EventBody, out: &mut Vec<Event>) -> Result<(), FoldError> {
        let counts = !matches!(body, EventBody::Clock { .. } | EventBody::Board { .. });
        let event =
            Event { game_id: self.public.game_id.clone(), seq: self.public.seq + 1, rev: self.public.rev + u64::from(counts), at, body };
        self.public.apply(&event)?;
        out.push(event);
        Ok(())
    }

    fn public_moves(&self) -> &[PlayedMove] {
        self.public.record.as_ref().map_or(&[], |record| &record.moves)
    }

    /// Publishes the held moves that are no longer provisional, then levels the rest.
    fn release(&mut self, now: Wall, out: &mut Vec<Event>) -> Result<(), FoldError> {
        let Some(target) = self.target() else { return Ok(()) };
        while self.public_moves().len() < target.moves.len() {
            let n = self.public_moves().len() as u32 + 1;
            let Some(held) = self.held.remove(&n) else { break };
            let played = target.moves[n as usize - 1].clone();
            self.emit(held.at, EventBody::Move { n, played, position_hash: held.position_hash }, out)?;
        }
        self.level(now, out)
    }

    /// The record that the public may see now.
    fn target(&self) -> Option<Record> {
        let full = self.full.record.as_ref()?;
        let length = full.moves.iter().rposition(|played| !played.provisional).map_or(0, |last| last + 1);
        Some(public_part(full, length))
    }

    /// Publishes `record-changed` where the public record, or the side to move, is not what it should be by now.
    fn level(&mut self, now: Wall, out: &mut Vec<Event>) -> Result<(), FoldError> {
        let (Some(target), Some(public)) = (self.target(), self.public.record.as_ref()) else { return Ok(()) };
        let same_record = target.moves == public.moves && target.edits == public.edits;
        if same_record && (!self.is_whole(&target) || self.full.to_move() == self.public.to_move()) {
            return Ok(());
        }
        let same = target.moves.iter().zip(&public.moves).take_while(|(wanted, shown)| wanted == shown).count();
        let body = EventBody::RecordChanged {
            from_n: same as u32 + 1,
            position_hash: self.hash_of(&target),
            moves: target.moves[same..].to_vec(),
            edits: target.edits,
            because: String::new(),
        };
        self.emit(now, body, out)
    }

    /// After a change of the record from `from_n` on: what is held is what the record says now.
    fn hold_anew(&mut self, from_n: u32, now: Wall) {
        let (Some(full), Some(target)) = (self.full.record.as_ref(), self.target()) else { return };
        let mut held = BTreeMap::new();
        for length in target.moves.len() + 1..=full.moves.len() {
            let n = length as u32;
            let at = self.held.get(&n).filter(|_| n < from_n).map_or(now, |before| before.at);
            held.insert(n, Held { at, position_hash: self.hash_of(&public_part(full, length)) });
        }
        self.held = held;
    }

    /// The hash of a part of the record; the side to move of the whole is the game's.
    fn hash_of(&self, part: &Record) -> String {
        let to_move = if self.is_whole(part) { self.full.to_move() } else { part.to_move() };
        position_hash(part.size, Diagram::of(part).cells(), to_move)
    }

    /// True when this part has every move of the full record.
    fn is_whole(&self, part: &Record) -> bool {
        self.full.record.as_ref().is_some_and(|full| full.moves.len() == part.moves.len())
    }

    /// The public's version of an event that is not about moves; nothing for what the public does not see.
    fn shown(&mut self, body: &EventBody) -> Option<EventBody> {
        match body {
            // What the players had been given before is the ledger's.
            EventBody::GameStarted(started) => {
                Some(EventBody::GameStarted(Box::new(GameStarted { given: ByColor::default(), ..GameStarted::clone(started) })))
            }
            EventBody::GameEnded(_) | EventBody::ResultChanged(_) => Some(body.clone()),
            EventBody::PlayersChanged { players, .. } => {
                Some(EventBody::PlayersChanged { players: players.clone(), because: String::new() })
            }
            EventBody::Phase { from, to, .. } => Some(EventBody::Phase { from: *from, to: *to, because: String::new() }),
            EventBody::Board { change: change @ (BoardChange::Lost | BoardChange::Back), .. } => {
                Some(EventBody::Board { change: *change, discrepancies: Vec::new() })
            }
            EventBody::Clock { change, color, clock, .. } => self.shown_clock(change, *color, clock),
            _ => None,
        }
    }

    fn shown_clock(&mut self, change: &ClockChange, color: Option<Color>, clock: &ClockDocument) -> Option<EventBody> {
        for player in Color::BOTH {
            self.remember(player, clock.players[player].phase);
        }
        let shown = match change {
            ClockChange::Flagged { provisional } => !provisional,
            ClockChange::FlagWithdrawn => color.is_some_and(|color| self.flags[color]),
            ClockChange::Disagrees => false,
            _ => true,
        };
        if let (Some(color), true) = (color, shown) {
            match change {
                ClockChange::Flagged { .. } => self.flags[color] = true,
                ClockChange::FlagWithdrawn => self.flags[color] = false,
                _ => {}
            }
        }
        shown.then(|| EventBody::Clock { change: change.clone(), color, clock: self.both_clocks(clock), why: None })
    }

    fn remember(&mut self, player: Color, phase: PlayerPhase) {
        if !matches!(phase, PlayerPhase::Flagged { .. }) {
            self.phases[player] = Some(phase);
        }
    }

    fn both_clocks(&self, clock: &ClockDocument) -> ClockDocument {
        let players = ByColor::new(|player| self.player_clock(player, clock.players[player]));
        ClockDocument { players, ..clock.clone() }
    }

    /// A flag that is provisional is shown as the end of the time that ran before it.
    fn player_clock(&self, player: Color, clock: PlayerClockState) -> PlayerClockState {
        match clock.phase {
            PlayerPhase::Flagged { provisional: true } => {
                PlayerClockState { phase: self.phases[player].unwrap_or(PlayerPhase::Main), remaining_ms: 0, ..clock }
            }
            _ => clock,
        }
    }
}

/// The first `length` moves without marks, and the edits up to there without the alerts that they came from.
fn public_part(full: &Record, length: usize) -> Record {
    let plain = |played: &PlayedMove| PlayedMove { provisional: false, illegal: Vec::new(), disputed: None, ..played.clone() };
    let nameless = |edit: &Edit| Edit { reason: String::new(), ..edit.clone() };
    Record {
        size: full.size,
        setup: full.setup.clone(),
        first: full.first,
        moves: full.moves[..length].iter().map(plain).collect(),
        edits: full.edits.iter().filter(|edit| edit.after as usize <= length).map(nameless).collect(),
        captured_before: full.captured_before,
    }
}

/// Why a move was taken out, without the alert or the request.
fn without_id(because: &RetractedBecause) -> RetractedBecause {
    match because {
        RetractedBecause::Alert(_) => RetractedBecause::Alert(String::new()),
        RetractedBecause::Request(_) => RetractedBecause::Request(String::new()),
        RetractedBecause::Reconstruction => RetractedBecause::Reconstruction,
    }
}

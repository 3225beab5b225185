//! Positions that have stood, for finding repetitions.

use crate::go::board::Look;
use crate::go::{ByColor, Color, Ko};

/// How a position came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The first position, or one that was set.
    Edit,
    /// This player's stone.
    Play(Color),
    /// A pass: the same stones, the other side to move.
    Pass,
}

/// What a play did, as far as a cycle is told by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Deed {
    /// Where the stone was put.
    pub spot: u16,
    /// How many of the opponent's stones it took.
    pub taken: u16,
    /// Where one of them was.
    pub taken_spot: u16,
    /// How many own stones it gave up.
    pub given_up: u16,
}

impl Deed {
    /// Of a play that leaves so many of its own stones to be lifted.
    pub fn of(look: &Look, given_up: usize) -> Deed {
        let taken_spot = look.taken_heads().first().copied().unwrap_or_default();
        Deed { spot: look.spot() as u16, taken: look.taken_stones(), taken_spot, given_up: given_up as u16 }
    }
}

/// A position that has stood.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stood {
    pub hash: u64,
    /// The number of the move after which it stood.
    pub after: u32,
    /// Stones each player had captured.
    pub captured: ByColor<u32>,
    /// Who was to move.
    pub next: Color,
    pub origin: Origin,
    /// What the play did that left it; nothing after anything else.
    pub deed: Deed,
}

/// A position of the game has come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// The number of the move after which it stood first; 0 is before the first move.
    pub first: u32,
    /// The number of the move after which it stood last before now.
    pub latest: u32,
    /// The same player was to move, when it stood last.
    pub same_to_move: bool,
    /// Stones each player captured since it stood last: equal numbers matter to ING-8.2 and to Japanese no-results.
    pub captured: ByColor<u32>,
}

impl Repetition {
    /// Number of moves, passes included, from the last time it stood to the move with this number.
    pub const fn cycle(&self, move_number: u32) -> u32 {
        move_number.saturating_sub(self.latest)
    }
}

/// Words of the sieve: 8,192 bits, so that the 300 positions of a game let 4 of 100 strange hashes through, in a kilobyte that is
/// copied with the position.
const SIEVE_WORDS: usize = 128;

/// All positions of a game in order.
#[derive(Debug, Clone)]
pub(super) struct History {
    stood: Vec<Stood>,
    /// A bit for each hash: most new positions are known to be new without searching.
    sieve: [u64; SIEVE_WORDS],
    /// Where the positions since the last pass begin, the one that was passed on included.
    since_pass: usize,
    /// Where those since the last position that was set by hand begin, that one included.
    since_edit: usize,
}

impl History {
    /// A game that starts here, with so many stones captured before.
    pub fn starting(hash: u64, next: Color, captured: ByColor<u32>) -> History {
        let mut history = History { stood: Vec::new(), sieve: [0; SIEVE_WORDS], since_pass: 0, since_edit: 0 };
        history.push(Stood { hash, after: 0, captured, next, origin: Origin::Edit, deed: Deed::default() });
        history
    }

    pub fn push(&mut self, stood: Stood) {
        match stood.origin {
            Origin::Pass => self.since_pass = self.stood.len(),
            Origin::Edit => self.since_edit = self.stood.len(),
            Origin::Play(_) => {}
        }
        let (word, bit) = sieve_place(stood.hash);
        self.sieve[word] |= bit;
        self.stood.push(stood);
    }

    /// All positions since the last that was set by hand, that one included; the last is the one that stands.
    pub fn since_edit(&self) -> &[Stood] {
        &self.stood[self.since_edit..]
    }

    /// False: these stones have never stood. True: they may have.
    pub fn may_hold(&self, hash: u64) -> bool {
        let (word, bit) = sieve_place(hash);
        self.sieve[word] & bit != 0
    }

    /// The move after which this hash first stood in a way that the ko rule forbids to this player; 0 is before the first move.
    pub fn forbidden(&self, ko: Ko, mover: Color, hash: u64) -> Option<u32> {
        if !self.may_hold(hash) {
            return None;
        }
        let next = mover.opponent();
        let from = if ko == Ko::Spight { self.since_pass } else { 0 };
        let forbids = |stood: &&Stood| {
            stood.hash == hash
                && match ko {
                    Ko::None | Ko::Simple => false,
                    Ko::Positional | Ko::Spight => true,
                    Ko::Situational => stood.next == next,
                    Ko::NaturalSituational => stood.origin == Origin::Play(mover),
                }
        };
        self.stood[from..].iter().find(forbids).map(|stood| stood.after)
    }

    /// The earlier times this hash stood, if any, seen from a play after which `next` is to move and `captured` is what each side has.
    pub fn repetition(&self, hash: u64, next: Color, captured: ByColor<u32>) -> Option<Repetition> {
        if !self.may_hold(hash) {
            return None;
        }
        let first = self.stood.iter().find(|stood| stood.hash == hash)?;
        let latest = self.stood.iter().rfind(|stood| stood.hash == hash)?;
        let captured = ByColor::new(|color| captured[color].saturating_sub(latest.captured[color]));
        Some(Repetition { first: first.after, latest: latest.after, same_to_move: latest.next == next, captured })
    }
}

fn sieve_place(hash: u64) -> (usize, u64) {
    ((hash >> 6) as usize % SIEVE_WORDS, 1 << (hash & 63))
}

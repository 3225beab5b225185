//! Positions that have stood, for finding repetitions.

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

/// A position that has stood.
#[derive(Debug, Clone, Copy)]
struct Stood {
    hash: u64,
    after: u32,
    captured: ByColor<u32>,
    next: Color,
    origin: Origin,
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
}

impl History {
    pub fn starting(hash: u64, next: Color) -> History {
        let mut history = History { stood: Vec::new(), sieve: [0; SIEVE_WORDS], since_pass: 0 };
        history.push(hash, next, Origin::Edit, 0, ByColor::default());
        history
    }

    pub fn push(&mut self, hash: u64, next: Color, origin: Origin, after: u32, captured: ByColor<u32>) {
        if origin == Origin::Pass {
            self.since_pass = self.stood.len();
        }
        let (word, bit) = sieve_place(hash);
        self.sieve[word] |= bit;
        self.stood.push(Stood { hash, after, captured, next, origin });
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

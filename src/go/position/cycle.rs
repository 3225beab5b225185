//! A game that goes round: the position that stands has stood before, by play alone (the Chinese rules of 1988, article 20.3).
//!
//! Where the rules forbid it, [`super::judge`] says so before the play. Where they do not, play may go on in a circle for ever, and a
//! person has to know when it began, how long it is and what each side loses in it.

use super::Position;
use super::history::{Deed, Origin, Stood};
use crate::go::{ByColor, Color};

/// Play has come back to a position: what lies between the last time it stood and now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cycle {
    /// The number of the move after which it stood first; 0 is before the first move.
    pub first: u32,
    /// The number of the move after which it stood last before now.
    pub latest: u32,
    /// Moves from then to now, passes included.
    pub length: u32,
    /// How often it had stood before now, that is, how often play has gone round.
    pub rounds: u32,
    /// The same player was to move. False: only the stones are the same, which is so in the middle of some cycles with a pass.
    pub same_to_move: bool,
    /// Stones that each player has captured from then to now.
    pub captured: ByColor<u32>,
    /// How often each player has passed from then to now.
    pub passes: ByColor<u32>,
    /// What goes round.
    pub kind: CycleKind,
}

/// What goes round, as far as the moves of a cycle alone make it certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CycleKind {
    /// So many kos, each taken once by each side or more, and nothing else: 1 is a simple ko, 3 a triple ko.
    Kos(u8),
    /// In four moves each side puts a second stone beside one of its own and loses both, then takes the opponent's two: eternal life, and
    /// what is called two stones for two.
    TwoForTwo,
    /// One side gives two stones up and takes one back, the other passes.
    SendingTwoReturningOne,
    /// Anything else.
    Other,
}

impl CycleKind {
    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            CycleKind::Kos(1) => "simple-ko",
            CycleKind::Kos(2) => "double-ko",
            CycleKind::Kos(3) => "triple-ko",
            CycleKind::Kos(4) => "quadruple-ko",
            CycleKind::Kos(_) => "multiple-ko",
            CycleKind::TwoForTwo => "two-for-two",
            CycleKind::SendingTwoReturningOne => "sending-two-returning-one",
            CycleKind::Other => "repetition",
        }
    }
}

impl Position {
    /// The cycle that the last play has closed; nothing when its position is new, or a person set one since it stood.
    ///
    /// A pass closes none: it leaves the stones as they are, and everybody sees it. Of the times that the stones stood before, those with
    /// the same player to move count, and only where there is none the others.
    pub fn cycle(&self) -> Option<Cycle> {
        let (now, before) = self.history.since_edit().split_last()?;
        if !matches!(now.origin, Origin::Play(_)) || !self.history.may_hold(now.hash) {
            return None;
        }
        let same_to_move = before.iter().any(|stood| stood.hash == now.hash && stood.next == now.next);
        let is_it = |stood: &&Stood| stood.hash == now.hash && (stood.next == now.next) == same_to_move;
        let first = before.iter().find(is_it)?;
        let latest = before.iter().rposition(|stood| is_it(&stood))?;
        let moves = &self.history.since_edit()[latest + 1..];
        Some(Cycle {
            first: first.after,
            latest: before[latest].after,
            length: moves.len() as u32,
            rounds: before.iter().filter(is_it).count() as u32,
            same_to_move,
            captured: ByColor::new(|color| taken_by(color, moves)),
            passes: ByColor::new(|color| passes_of(color, moves)),
            kind: kind(moves),
        })
    }
}

/// What this player did, play by play.
fn plays_of(color: Color, moves: &[Stood]) -> impl Iterator<Item = Deed> + '_ {
    moves.iter().filter(move |stood| stood.origin == Origin::Play(color)).map(|stood| stood.deed)
}

fn taken_by(color: Color, moves: &[Stood]) -> u32 {
    let taken: u32 = plays_of(color, moves).map(|deed| u32::from(deed.taken)).sum();
    taken + plays_of(color.opponent(), moves).map(|deed| u32::from(deed.given_up)).sum::<u32>()
}

fn passes_of(color: Color, moves: &[Stood]) -> u32 {
    moves.iter().filter(|stood| stood.origin == Origin::Pass && stood.next == color.opponent()).count() as u32
}

fn kind(moves: &[Stood]) -> CycleKind {
    if let Some(kos) = kos(moves) {
        return CycleKind::Kos(kos);
    }
    let gives_up = Color::BOTH.into_iter().any(|color| plays_of(color, moves).any(|deed| deed.given_up > 0));
    let takes = |color| plays_of(color, moves).map(|deed| deed.taken).collect::<Vec<_>>();
    let passes = Color::BOTH.map(|color| passes_of(color, moves));
    let sends = |color: Color| {
        let (sender, taker) = (sorted(takes(color)), takes(color.opponent()));
        // The pass is still to come when the stones alone have come back.
        sender == [0, 1] && taker == [2] && passes_of(color, moves) == 0 && passes_of(color.opponent(), moves) <= 1
    };
    if gives_up {
        CycleKind::Other
    } else if passes == [0, 0] && Color::BOTH.into_iter().all(|color| sorted(takes(color)) == [0, 2]) {
        CycleKind::TwoForTwo
    } else if Color::BOTH.into_iter().any(sends) {
        CycleKind::SendingTwoReturningOne
    } else {
        CycleKind::Other
    }
}

fn sorted(mut takes: Vec<u16>) -> Vec<u16> {
    takes.sort_unstable();
    takes
}

/// The number of kos, when nothing else than taking kos (and passing) was done: every play takes one stone, and what is taken back is the
/// stone that took.
fn kos(moves: &[Stood]) -> Option<u8> {
    let mut kos: Vec<(u16, u16)> = Vec::new();
    for deed in Color::BOTH.into_iter().flat_map(|color| plays_of(color, moves)) {
        if deed.taken != 1 || deed.given_up != 0 {
            return None;
        }
        let ko = (deed.spot.min(deed.taken_spot), deed.spot.max(deed.taken_spot));
        let touches = |other: &(u16, u16)| [other.0, other.1].iter().any(|spot| *spot == ko.0 || *spot == ko.1);
        match kos.iter().find(|other| touches(other)) {
            Some(same) if *same == ko => {}
            Some(_) => return None,
            None => kos.push(ko),
        }
    }
    u8::try_from(kos.len()).ok().filter(|&kos| kos > 0)
}

//! Every fault of a play at once.

use super::{Cell, Position, Repetition};
use crate::go::board::Look;
use crate::go::{ByColor, Color, Ko, Place, Point, Suicide};

/// Which rule a repetition breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Superko {
    /// The same stones.
    Positional,
    /// The same stones and the same player to move.
    Situational,
    /// The same stones left by the same player's earlier play.
    NaturalSituational,
    /// The same stones since the last pass.
    Spight,
}

/// One thing that is wrong with a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// There is no such point on this board.
    Outside,
    /// It is the other player's turn.
    OutOfTurn {
        /// Whose turn it is.
        to_move: Color,
    },
    /// There is a stone already.
    Occupied {
        /// Whose.
        by: Color,
    },
    /// It leaves its own chain without a liberty, and the rules forbid that for so many stones.
    Suicide {
        /// Stones of the chain, the new one included.
        stones: u16,
    },
    /// It retakes a ko at once.
    Ko {
        /// The number of the move that took.
        taken_at: u32,
    },
    /// It brings back an earlier position.
    Superko {
        /// What the rules forbid.
        rule: Superko,
        /// The number of the move after which it first stood so; 0 is before the first move.
        earlier: u32,
    },
}

/// What there is to say of a play before it is made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judgement {
    /// Everything that is wrong with it, in the order of [`Fault`]; nothing for a legal play.
    pub faults: Vec<Fault>,
    /// The opponent's stones it would take, in reading order.
    pub captures: Vec<Point>,
    /// The position it would leave has stood before, forbidden or not.
    pub repeats: Option<Repetition>,
}

impl Judgement {
    /// No fault at all.
    pub fn is_legal(&self) -> bool {
        self.faults.is_empty()
    }

    /// No fault but that it was not this player's turn.
    pub fn is_legal_but_for_turn(&self) -> bool {
        self.faults.iter().all(|fault| matches!(fault, Fault::OutOfTurn { .. }))
    }
}

impl Position {
    /// Everything that is to be said of this play, without making it. A pass can only be out of turn.
    pub fn judge(&self, color: Color, place: Place) -> Judgement {
        let mut judgement = Judgement::default();
        let Place::At(point) = place else {
            judgement.faults.extend(self.turn_fault(color));
            return judgement;
        };
        if !self.size().contains(point) {
            judgement.faults.push(Fault::Outside);
            judgement.faults.extend(self.turn_fault(color));
            return judgement;
        }
        judgement.faults.extend(self.turn_fault(color));
        let spot = self.board.spot(point);
        if let Cell::Stone(by) = self.board.cell(spot) {
            judgement.faults.push(Fault::Occupied { by });
            return judgement;
        }
        let look = self.board.look(color, spot);
        let suicide = self.suicide_fault(&look);
        // What would stand: a forbidden self-capture is not lifted.
        let lifts = suicide.is_none();
        judgement.faults.extend(suicide);
        judgement.faults.extend(self.ko_fault(color, &look));
        judgement.faults.extend(self.superko_fault(color, look.hash_after(lifts)));
        judgement.captures = self.board.points_of(look.taken_heads());
        judgement.repeats = self.repetition_after(color, &look, lifts);
        judgement
    }

    fn turn_fault(&self, color: Color) -> Option<Fault> {
        (color != self.to_move).then_some(Fault::OutOfTurn { to_move: self.to_move })
    }

    pub(super) fn suicide_fault(&self, look: &Look) -> Option<Fault> {
        let stones = look.suicide()?;
        let allowed = match self.rules.suicide {
            Suicide::None => false,
            Suicide::Several => stones >= 2,
            Suicide::Any => true,
        };
        (!allowed).then_some(Fault::Suicide { stones })
    }

    pub(super) fn ko_fault(&self, color: Color, look: &Look) -> Option<Fault> {
        let ban = self.ko?;
        let retakes = usize::from(ban.spot) == look.spot() && ban.banned == color && self.rules.ko != Ko::None;
        retakes.then_some(Fault::Ko { taken_at: self.move_number })
    }

    pub(super) fn superko_fault(&self, mover: Color, hash: u64) -> Option<Fault> {
        let rule = match self.rules.ko {
            Ko::None | Ko::Simple => return None,
            Ko::Positional => Superko::Positional,
            Ko::Situational => Superko::Situational,
            Ko::NaturalSituational => Superko::NaturalSituational,
            Ko::Spight => Superko::Spight,
        };
        let earlier = self.history.forbidden(self.rules.ko, mover, hash)?;
        Some(Fault::Superko { rule, earlier })
    }

    /// The position a play leaves, if it has stood before; `lifts` says whether a self-captured chain is lifted.
    pub(super) fn repetition_after(&self, mover: Color, look: &Look, lifts: bool) -> Option<Repetition> {
        let given_up = if lifts { look.suicide().unwrap_or(0) } else { 0 };
        let gain = |color| u32::from(if color == mover { look.taken_stones() } else { given_up });
        let captured = ByColor::new(|color| self.captured[color] + gain(color));
        self.history.repetition(look.hash_after(lifts), mover.opponent(), captured)
    }
}

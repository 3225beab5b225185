//! A cycle that play is in, as an alert says it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::go::{Cycle, CycleKind};

use super::{ByColorForm, FormError, is_false};

/// Play has come back to a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CycleForm {
    /// What goes round, as far as its moves make it certain: `simple-ko`, `double-ko`, `triple-ko`, `quadruple-ko`, `multiple-ko`,
    /// `two-for-two` (eternal life is of this kind), `sending-two-returning-one`, or else `repetition`.
    pub kind: String,
    /// The number of kos of a `multiple-ko`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kos: Option<u8>,
    /// The number of the move after which the position stood first; 0 is before the first move.
    pub first: u32,
    /// The number of the move after which it stood last before now.
    pub latest: u32,
    /// Moves from then to now, passes included.
    pub length: u32,
    /// How often play has gone round.
    pub rounds: u32,
    /// Only the stones are the same: the other side was to move.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stones_only: bool,
    /// Stones that each has captured in one round.
    pub captured: ByColorForm<u32>,
    /// How often each has passed in one round.
    pub passes: ByColorForm<u32>,
}

impl From<&Cycle> for CycleForm {
    fn from(cycle: &Cycle) -> CycleForm {
        CycleForm {
            kind: cycle.kind.name().to_owned(),
            kos: match cycle.kind {
                CycleKind::Kos(kos) if kos > 4 => Some(kos),
                _ => None,
            },
            first: cycle.first,
            latest: cycle.latest,
            length: cycle.length,
            rounds: cycle.rounds,
            stones_only: !cycle.same_to_move,
            captured: cycle.captured.into(),
            passes: cycle.passes.into(),
        }
    }
}

impl CycleForm {
    /// The cycle.
    ///
    /// # Errors
    /// [`FormError::Value`] for a kind that is not known.
    pub fn read(&self) -> Result<Cycle, FormError> {
        let plain = [1, 2, 3, 4].map(CycleKind::Kos);
        let others = [CycleKind::TwoForTwo, CycleKind::SendingTwoReturningOne, CycleKind::Other];
        let kind = match self.kos {
            Some(kos) => Some(CycleKind::Kos(kos)).filter(|kind| kind.name() == self.kind),
            None => plain.into_iter().chain(others).find(|kind| kind.name() == self.kind),
        };
        Ok(Cycle {
            kind: kind.ok_or_else(|| FormError::value("cycle.kind", format!("\"{}\" is not known", self.kind)))?,
            first: self.first,
            latest: self.latest,
            length: self.length,
            rounds: self.rounds,
            same_to_move: !self.stones_only,
            captured: self.captured.into(),
            passes: self.passes.into(),
        })
    }
}

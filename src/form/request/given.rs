//! The `ledger` of `start-game`: what the players have been given already, as a `game` document has it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Ledger, RequestError};
use crate::go::ByColor;

use super::malformed;

/// The most of anything that a player was given before a game goes on here: no game knows a tenth of it, and sums stay far from any limit.
pub(crate) const LEDGER_MAX: u32 = 999;

/// What both players have been given.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LedgersForm {
    /// Black.
    #[serde(default)]
    black: GivenForm,
    /// White.
    #[serde(default)]
    white: GivenForm,
}

/// What a player has been given.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GivenForm {
    /// Cautions.
    #[serde(default)]
    cautions: u32,
    /// Warnings.
    #[serde(default)]
    warnings: u32,
    /// Points lost.
    #[serde(default)]
    points: PointsGivenForm,
}

/// Points lost.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PointsGivenForm {
    /// By overtime: those that the player's clock stands at.
    #[serde(default)]
    overtime: u32,
    /// By conduct.
    #[serde(default)]
    conduct: u32,
}

impl LedgersForm {
    /// Both ledgers.
    ///
    /// # Errors
    /// `malformed` where there is more of something than any game knows.
    pub(super) fn read(self) -> Result<ByColor<Ledger>, RequestError> {
        Ok(ByColor { black: self.black.read("black")?, white: self.white.read("white")? })
    }
}

impl GivenForm {
    fn read(self, side: &str) -> Result<Ledger, RequestError> {
        let GivenForm { cautions, warnings, points: PointsGivenForm { overtime, conduct } } = self;
        let fields = [("cautions", cautions), ("warnings", warnings), ("points.overtime", overtime), ("points.conduct", conduct)];
        match fields.iter().find(|(_, many)| *many > LEDGER_MAX) {
            Some((field, many)) => Err(malformed(format!("ledger.{side}.{field} is {many}: write {LEDGER_MAX} at most"))),
            None => Ok(Ledger { cautions, warnings, overtime, conduct }),
        }
    }
}

//! The part of a player's time that runs, in fields (CONTRACT 4.2): which of them are there depends on the phase.

use crate::game::PlayerPhase;

use super::FormError;
use super::names::PlayerPhaseName;

/// The fields that belong to some phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PhaseFields {
    pub periods_left: Option<u32>,
    pub stones_left: Option<u32>,
    pub block: Option<u32>,
    pub minutes_left: Option<u32>,
    pub units_left: Option<u32>,
    pub in_unit: bool,
    pub period: Option<u32>,
    pub penalty_points: Option<u32>,
    pub provisional: bool,
}

impl PhaseFields {
    pub(super) fn new(phase: PlayerPhase) -> (PlayerPhaseName, PhaseFields) {
        let none = PhaseFields::default();
        match phase {
            PlayerPhase::Main => (PlayerPhaseName::Main, none),
            PlayerPhase::ByoYomi { periods_left } => (PlayerPhaseName::ByoYomi, PhaseFields { periods_left: Some(periods_left), ..none }),
            PlayerPhase::Canadian { stones_left, block } => {
                // People count blocks from 1; the first, which most games never leave, is not worth a field.
                let block = (block > 0).then_some(block + 1);
                (PlayerPhaseName::Canadian, PhaseFields { stones_left: Some(stones_left), block, ..none })
            }
            PlayerPhase::Reserve { minutes_left } => (PlayerPhaseName::Reserve, PhaseFields { minutes_left: Some(minutes_left), ..none }),
            PlayerPhase::Nhk { units_left, in_unit } => {
                (PlayerPhaseName::Nhk, PhaseFields { units_left: Some(units_left), in_unit, ..none })
            }
            PlayerPhase::IngPenalty { period, penalty_points } => {
                let fields = PhaseFields { period: Some(period), penalty_points: Some(penalty_points), ..none };
                (PlayerPhaseName::IngPenalty, fields)
            }
            PlayerPhase::Flagged { provisional } => (PlayerPhaseName::Flagged, PhaseFields { provisional, ..none }),
        }
    }

    /// The phase.
    ///
    /// # Errors
    /// [`FormError::Value`] for a field that is missing, 0 where something must be left, or belongs to another phase.
    pub(super) fn read(self, name: PlayerPhaseName) -> Result<PlayerPhase, FormError> {
        let need = |field: &'static str, value: Option<u32>, what: &str| {
            value.filter(|&left| left > 0).ok_or_else(|| FormError::value(field, format!("it is missing or 0: {what}")))
        };
        let phase = match name {
            PlayerPhaseName::Main => PlayerPhase::Main,
            PlayerPhaseName::ByoYomi => PlayerPhase::ByoYomi {
                periods_left: need("periods_left", self.periods_left, "byo-yomi needs it, the current period counted")?,
            },
            PlayerPhaseName::Canadian => PlayerPhase::Canadian {
                stones_left: need("stones_left", self.stones_left, "a block needs the stones still to be played in it")?,
                block: self.block.unwrap_or(1).saturating_sub(1),
            },
            PlayerPhaseName::Reserve => PlayerPhase::Reserve {
                minutes_left: need("minutes_left", self.minutes_left, "the reserve needs it, the current minute counted")?,
            },
            PlayerPhaseName::Nhk => PlayerPhase::Nhk {
                units_left: self.units_left.ok_or_else(|| FormError::value("units_left", "it is missing"))?,
                in_unit: self.in_unit,
            },
            PlayerPhaseName::IngPenalty => PlayerPhase::IngPenalty {
                period: need("period", self.period, "Ing overtime needs its part, the first is 1")?,
                penalty_points: self.penalty_points.unwrap_or(0),
            },
            PlayerPhaseName::Flagged => PlayerPhase::Flagged { provisional: self.provisional },
        };
        let (_, belongs) = PhaseFields::new(phase);
        let stray = [
            ("periods_left", self.periods_left, belongs.periods_left.is_some()),
            ("stones_left", self.stones_left, belongs.stones_left.is_some()),
            ("block", self.block, belongs.stones_left.is_some()),
            ("minutes_left", self.minutes_left, belongs.minutes_left.is_some()),
            ("units_left", self.units_left, belongs.units_left.is_some()),
            ("period", self.period, belongs.period.is_some()),
            ("penalty_points", self.penalty_points, belongs.period.is_some()),
        ];
        match stray.into_iter().find(|(_, value, belongs)| value.is_some() && !belongs) {
            Some((field, ..)) => Err(FormError::value(field, "it belongs to another phase: leave it out")),
            None => Ok(phase),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_another_phase_or_a_missing_one_is_named() {
        let fields = PhaseFields { periods_left: Some(3), ..PhaseFields::default() };
        assert_eq!(fields.read(PlayerPhaseName::ByoYomi).unwrap(), PlayerPhase::ByoYomi { periods_left: 3 });
        assert!(fields.read(PlayerPhaseName::Main).unwrap_err().to_string().contains("periods_left"));
        assert!(fields.read(PlayerPhaseName::Canadian).unwrap_err().to_string().contains("stones_left"));
        assert!(PhaseFields { periods_left: Some(0), ..fields }.read(PlayerPhaseName::ByoYomi).is_err());
    }
}

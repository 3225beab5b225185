//! What the sensors showed around an alert (CONTRACT 4.4 `evidence`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::FormError;
use super::instant::Instant;
use super::names::SeenName;
use crate::game::{Evidence, Step};
use crate::go::{Point, Size};

/// Every change of a point between two moments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceForm {
    /// From here.
    pub from: Instant,
    /// To here.
    pub to: Instant,
    /// The changes, in order.
    pub steps: Vec<StepForm>,
    /// Earlier steps were left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// One change of one point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepForm {
    /// When it was seen.
    pub at: Instant,
    /// Where.
    pub vertex: String,
    /// What was shown before.
    pub from: SeenName,
    /// What is shown now.
    pub to: SeenName,
}

impl EvidenceForm {
    /// The form of it.
    pub fn new(evidence: &Evidence, size: Size) -> EvidenceForm {
        let step = |step: &Step| StepForm {
            at: Instant(step.at),
            vertex: step.point.vertex(size).to_string(),
            from: step.from.into(),
            to: step.to.into(),
        };
        EvidenceForm {
            from: Instant(evidence.from),
            to: Instant(evidence.to),
            steps: evidence.steps.iter().map(step).collect(),
            cut: evidence.cut,
        }
    }

    /// The evidence.
    ///
    /// # Errors
    /// [`FormError`] for a point that is not of this board.
    pub fn read(&self, size: Size) -> Result<Evidence, FormError> {
        let step = |step: &StepForm| -> Result<Step, FormError> {
            let point = Point::from_vertex(&step.vertex, size)?;
            Ok(Step { at: step.at.0, point, from: step.from.into(), to: step.to.into() })
        };
        Ok(Evidence { from: self.from.0, to: self.to.0, steps: self.steps.iter().map(step).collect::<Result<_, _>>()?, cut: self.cut })
    }
}

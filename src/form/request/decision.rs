//! The fields of `rule`, `overrule` and `appeal`, beside `transaction`, `by` and `expect`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::form::names::CauseName;
use crate::form::{BoardRemedyName, CiteForm, ClockRemedyForm, ColorName, OutcomeName, SanctionText};

/// A decision with what it is about. The two are written into one shape, since a flattened one could neither refuse unknown fields nor name
/// the field at fault.
macro_rules! decisions {
    ($($(#[$doc:meta])* struct $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),* $(,)? })+) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
            #[serde(deny_unknown_fields)]
            pub(super) struct $name {
                $($(#[$attribute])* pub(super) $field: $type,)*
                /// What is decided.
                pub(super) outcome: OutcomeName,
                /// It was something else: another incident kind.
                pub(super) kind: Option<String>,
                /// It was this player's act.
                pub(super) color: Option<ColorName>,
                /// With `change`: what the player gets.
                pub(super) sanctions: Option<Vec<SanctionText>>,
                /// With `confirm` and `change`: what becomes of the position.
                pub(super) board: Option<BoardRemedyName>,
                /// With `change`: what becomes of the clocks.
                pub(super) clock: Option<Vec<ClockRemedyForm>>,
                /// Who is to move.
                pub(super) to_move: Option<ColorName>,
                /// How it came about.
                pub(super) cause: Option<CauseName>,
                /// Whether both players agree.
                pub(super) players_agree: Option<bool>,
                /// The article, or an object with book and article.
                #[schemars(with = "Option<EitherCite>")]
                pub(super) cite: Option<Value>,
                /// What the referee writes to it.
                pub(super) note: Option<String>,
            }

            impl From<$name> for DecisionForm {
                fn from(form: $name) -> DecisionForm {
                    let $name { outcome, kind, color, sanctions, board, clock, to_move, cause, players_agree, cite, note, .. } = form;
                    DecisionForm { outcome, kind, color, sanctions, board, clock, to_move, cause, players_agree, cite, note }
                }
            }
        )+
    };
}

decisions! {
    /// An alert is decided.
    struct RuleForm {
        /// The game it is meant for; the one in hand when absent.
        game_id: Option<String>,
        /// Its id.
        alert: String,
        /// Its revision that the referee looked at.
        rev: u32,
        /// The ruling on it that this one stands in for.
        replaces: Option<String>,
    }
    /// The chief referee decides: otherwise than a ruling, or an alert that is for the chief referee alone.
    struct OverruleForm {
        /// The game it is meant for; the one in hand when absent.
        game_id: Option<String>,
        /// The ruling that does not stand any more.
        ruling: Option<String>,
        /// Without `ruling` the alert that is decided; with it the one that it decided, or the appeal against it.
        alert: Option<String>,
        /// The revision of the open alert that was looked at.
        rev: Option<u32>,
    }
}

/// What is decided, whatever it is about.
pub(super) struct DecisionForm {
    pub(super) outcome: OutcomeName,
    pub(super) kind: Option<String>,
    pub(super) color: Option<ColorName>,
    pub(super) sanctions: Option<Vec<SanctionText>>,
    pub(super) board: Option<BoardRemedyName>,
    pub(super) clock: Option<Vec<ClockRemedyForm>>,
    pub(super) to_move: Option<ColorName>,
    pub(super) cause: Option<CauseName>,
    pub(super) players_agree: Option<bool>,
    pub(super) cite: Option<Value>,
    pub(super) note: Option<String>,
}

/// A player does not accept a ruling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AppealForm {
    /// The game it was made in; the one in hand when absent.
    pub(super) game_id: Option<String>,
    /// The ruling.
    pub(super) ruling: String,
    /// Who appeals.
    pub(super) color: ColorName,
}

/// What `cite` may be.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "read by hand, so that an error names its field")]
enum EitherCite {
    /// An article of the book in force, or the event's own words.
    Article(String),
    /// With its book.
    Object(CiteForm),
}

//! Rulings (CONTRACT 4.1 `rulings`, 4.3 `ruling`), and what each changed: by that it is taken back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{ClockBefore, Effects, RecordBefore, RecordLeft, ResultBefore, Ruling};
use crate::go::Size;
use crate::referee::{BoardRemedy, ClockRemedy, Kind};

use super::names::{CauseName, ColorName, RulingStatusName};
use super::record::{EditForm, MoveForm};
use super::ruling::{BoardRemedyName, CiteForm, ClockRemedyForm, OutcomeName, SanctionText};
use super::{FormError, Instant, PlayerClockForm, ResultForm, is_false};

/// A ruling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulingForm {
    /// Unique for ever.
    pub id: String,
    /// The alert that it decided.
    pub alert: String,
    /// What was decided.
    pub outcome: OutcomeName,
    /// What it was decided to be: an incident kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Whose act it was decided to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<ColorName>,
    /// What that player got.
    pub sanctions: Vec<SanctionText>,
    /// What became of the position; absent when nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardRemedyName>,
    /// What became of the clocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clock: Vec<ClockRemedyForm>,
    /// Who was said to be to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<ColorName>,
    /// How it came about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<CauseName>,
    /// Whether the players agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players_agree: Option<bool>,
    /// Where a book, or the event's own rules, say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cite: Option<CiteForm>,
    /// The ruling in whose place it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// The alert of the appeal against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appeal: Option<String>,
    /// It is the chief referee's.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chief: bool,
    /// Who ruled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// When.
    pub at: Instant,
    /// Whether it still holds: `standing` and `appealed` do.
    pub status: RulingStatusName,
}

impl From<&Ruling> for RulingForm {
    fn from(ruling: &Ruling) -> RulingForm {
        RulingForm {
            id: ruling.id.clone(),
            alert: ruling.alert.clone(),
            outcome: ruling.outcome.into(),
            kind: ruling.kind.map(|kind| kind.name().to_owned()),
            color: ruling.color.map(ColorName::from),
            sanctions: ruling.sanctions.iter().copied().map(SanctionText).collect(),
            board: Some(ruling.board).filter(|&board| board != BoardRemedy::None).map(BoardRemedyName::from),
            clock: ruling.clock.iter().copied().map(ClockRemedyForm::from).collect(),
            to_move: ruling.to_move.map(ColorName::from),
            cause: ruling.cause.map(CauseName::from),
            players_agree: ruling.players_agree,
            cite: ruling.cite.as_ref().map(CiteForm::from),
            replaces: ruling.replaces.clone(),
            appeal: ruling.appeal.clone(),
            chief: ruling.chief,
            by: ruling.by.clone(),
            at: Instant(ruling.at),
            status: ruling.status.into(),
        }
    }
}

impl RulingForm {
    /// The ruling; what the referee wrote to it, and what it changed, stand beside it in the event.
    ///
    /// # Errors
    /// [`FormError`] for a kind that is not known.
    pub fn read(&self, note: Option<String>, effects: Effects) -> Result<Ruling, FormError> {
        let unknown = |kind: &String| FormError::value("kind", format!("\"{kind}\" is not known"));
        Ok(Ruling {
            id: self.id.clone(),
            alert: self.alert.clone(),
            outcome: self.outcome.into(),
            kind: self.kind.as_ref().map(|kind| Kind::named(kind).ok_or_else(|| unknown(kind))).transpose()?,
            color: self.color.map(Into::into),
            sanctions: self.sanctions.iter().map(|sanction| sanction.0).collect(),
            board: self.board.map_or(BoardRemedy::None, BoardRemedy::from),
            clock: self.clock.iter().copied().map(ClockRemedy::from).collect(),
            to_move: self.to_move.map(Into::into),
            cause: self.cause.map(Into::into),
            players_agree: self.players_agree,
            cite: self.cite.as_ref().map(Into::into),
            replaces: self.replaces.clone(),
            appeal: self.appeal.clone(),
            chief: self.chief,
            by: self.by.clone(),
            at: self.at.0,
            status: self.status.into(),
            note,
            effects,
        })
    }
}

/// What a ruling changed, as it was before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EffectsForm {
    /// The end of the record, where it changed that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordBeforeForm>,
    /// The clocks that it brought into another part of their time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<ClockBeforeForm>,
    /// The result, where it gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultBeforeForm>,
}

/// The end of a record before a ruling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordBeforeForm {
    /// The first move that it changed.
    pub from_n: u32,
    /// The moves from there on.
    pub moves: Vec<MoveForm>,
    /// All edits.
    pub edits: Vec<EditForm>,
    /// Who was to move.
    pub to_move: ColorName,
    /// What the ruling left.
    pub left: RecordLeftForm,
}

/// How far a record has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordLeftForm {
    /// So many moves.
    pub moves: u32,
    /// So many edits.
    pub edits: u32,
    /// The position, with the side to move.
    pub position_hash: String,
}

/// One clock before a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockBeforeForm {
    /// Whose.
    pub color: ColorName,
    /// What it showed.
    pub shown: PlayerClockForm,
}

/// What was where a ruling gave a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ResultBeforeForm {
    /// None: the game was on.
    GameOn,
    /// This one.
    Was(ResultForm),
}

impl EffectsForm {
    /// What a ruling changed; nothing when the ruling says it all.
    pub fn new(effects: &Effects, size: Size) -> Option<EffectsForm> {
        (!effects.is_empty()).then(|| EffectsForm {
            record: effects.record.as_ref().map(|before| RecordBeforeForm {
                from_n: before.from_n,
                moves: MoveForm::list(before.from_n, &before.moves, size),
                edits: EditForm::list(&before.edits, size),
                to_move: before.to_move.into(),
                left: RecordLeftForm {
                    moves: before.left.moves,
                    edits: before.left.edits,
                    position_hash: before.left.position_hash.clone(),
                },
            }),
            clocks: effects
                .clocks
                .iter()
                .map(|before| ClockBeforeForm { color: before.color.into(), shown: PlayerClockForm::new(before.shown, false) })
                .collect(),
            result: effects.result.as_ref().map(|before| match before {
                ResultBefore::GameOn => ResultBeforeForm::GameOn,
                ResultBefore::Was(result) => ResultBeforeForm::Was(result.into()),
            }),
        })
    }

    /// What it changed.
    ///
    /// # Errors
    /// [`FormError`] for points of another board or a clock that is none; [`FormError::NoSize`] when it names points before the size is known.
    pub fn read(&self, size: Option<Size>) -> Result<Effects, FormError> {
        Ok(Effects {
            record: self.record.as_ref().map(|before| before.read(size.ok_or(FormError::NoSize)?)).transpose()?,
            clocks: self
                .clocks
                .iter()
                .map(|before| Ok(ClockBefore { color: before.color.into(), shown: before.shown.read()? }))
                .collect::<Result<_, FormError>>()?,
            result: self.result.as_ref().map(|before| match before {
                ResultBeforeForm::GameOn => ResultBefore::GameOn,
                ResultBeforeForm::Was(result) => ResultBefore::Was(result.read()),
            }),
        })
    }
}

impl RecordBeforeForm {
    fn read(&self, size: Size) -> Result<RecordBefore, FormError> {
        Ok(RecordBefore {
            from_n: self.from_n,
            moves: self.moves.iter().map(|played| played.read(size)).collect::<Result<_, _>>()?,
            edits: self.edits.iter().map(|edit| edit.read(size)).collect::<Result<_, _>>()?,
            to_move: self.to_move.into(),
            left: RecordLeft { moves: self.left.moves, edits: self.left.edits, position_hash: self.left.position_hash.clone() },
        })
    }
}

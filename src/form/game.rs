//! The `game` document (CONTRACT 4.1), also as `result/<game_id>`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{GameResult, SideScore, Snapshot, board_lines};
use crate::go::Color;

use super::competition::{MatchForm, SideScoreForm};
use super::count::CountForm;
use super::event::capped;
use super::handling::MuteForm;
use super::ledger::LedgerForm;
use super::names::{ColorName, EndedByName, PhaseName, ResultStateName};
use super::record::{ByColorForm, DiscrepancyForm, EditForm, MoveForm, PlayersForm, SetupForm};
use super::ruled::RulingForm;
use super::sealing::SealingForm;
use super::seat::{SeatForm, seats};
use super::{Instant, PointsForm, SCHEMA, SizeForm, TimeForm};

/// The complete game at one moment. `rev` rises with every change of record, phase, alerts or result, not with clock or board events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameForm {
    /// Version of this shape.
    pub schema: String,
    /// The game, or the idle stretch between two games.
    pub game_id: String,
    /// Number of the last event.
    pub seq: u64,
    /// Revision.
    pub rev: u64,
    /// When it was true.
    pub as_of: Instant,
    /// Where the game is.
    pub phase: PhaseName,
    /// Event, round and board.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    pub match_info: Option<MatchForm>,
    /// Who has won the match or relay, by the score with this game: the player, or the team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_won_by: Option<String>,
    /// Name of the rulebook.
    pub rulebook: String,
    /// Size of the board.
    pub size: SizeForm,
    /// Komi.
    pub komi: PointsForm,
    /// Number of handicap stones.
    pub handicap: u32,
    /// The time control; absent where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeForm>,
    /// Names, where known.
    #[serde(default)]
    pub players: PlayersForm,
    /// Stones before the first move.
    pub setup: SetupForm,
    /// All moves in order.
    pub moves: Vec<MoveForm>,
    /// All edits.
    pub edits: Vec<EditForm>,
    /// Number of the last move; 0 before the first.
    pub move_number: u32,
    /// Who is to move.
    pub to_move: ColorName,
    /// The last move; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_move: Option<LastMoveForm>,
    /// The position of the record, one string a line, top line first: `.` empty, `X` black, `O` white.
    pub board: Vec<String>,
    /// First 16 hex digits of SHA-256 over the board's lines joined by LF, then LF and the side to move.
    pub position_hash: String,
    /// The wood agrees with the record; absent for the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// False: an event-only board lost something.
    pub verified: bool,
    /// Where the wood differs; absent for the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discrepancies: Option<Vec<DiscrepancyForm>>,
    /// Stones that each has captured; absent when unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<ByColorForm<u32>>,
    /// Ids of the open alerts; absent for the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_alerts: Option<Vec<String>>,
    /// What each player has been given; absent for the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ledger: Option<ByColorForm<LedgerForm>>,
    /// The rulings, in their order; absent for the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rulings: Option<Vec<RulingForm>>,
    /// Who has left the seat, and how often; absent where nobody has, and for the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<ByColorForm<SeatForm>>,
    /// The sealed move, from the time to seal on; absent for the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealing: Option<SealingForm>,
    /// Kinds for which nobody is called now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub muted: Vec<MuteForm>,
    /// The count, where one was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<CountForm>,
    /// The result of an ended game; `unconfirmed` also before its end, where a count must be proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultForm>,
    /// The game as an SGF file; only in `result/<game_id>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sgf: Option<String>,
    /// What was left out so that the document is no larger than 64 kB, in the order of leaving out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<String>,
}

fn score(score: &[SideScore]) -> Vec<SideScoreForm> {
    score.iter().map(SideScoreForm::from).collect()
}

/// The last move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LastMoveForm {
    /// Its number.
    pub n: u32,
    /// Who played.
    pub color: ColorName,
    /// "Q16", or "pass".
    pub vertex: String,
}

impl GameForm {
    /// The document of a snapshot.
    pub fn new(snapshot: &Snapshot<'_>) -> GameForm {
        let record = snapshot.record;
        let size = record.size;
        let moves = MoveForm::list(1, &record.moves, size);
        GameForm {
            schema: SCHEMA.to_owned(),
            game_id: snapshot.game_id.to_owned(),
            seq: snapshot.seq,
            rev: snapshot.rev,
            as_of: Instant(snapshot.as_of),
            phase: snapshot.phase.into(),
            match_info: MatchForm::known(snapshot.match_info).map(|known| MatchForm { score: score(&snapshot.score), ..known }),
            match_won_by: snapshot.match_info.won_by(&snapshot.score).map(str::to_owned),
            rulebook: snapshot.rulebook.to_owned(),
            size: SizeForm(size),
            komi: PointsForm(snapshot.komi),
            handicap: snapshot.handicap,
            // The table knows it, a snapshot does not.
            time: None,
            players: snapshot.players.into(),
            setup: SetupForm::new(&record.setup, size),
            edits: EditForm::list(&record.edits, size),
            move_number: moves.len() as u32,
            to_move: snapshot.to_move.into(),
            last_move: moves.last().map(|last| LastMoveForm { n: last.n, color: last.color, vertex: last.vertex.clone() }),
            moves,
            board: board_lines(size, &snapshot.board),
            position_hash: snapshot.position_hash.clone(),
            agrees: Some(snapshot.agrees),
            verified: snapshot.verified,
            discrepancies: Some(capped(&snapshot.discrepancies).iter().map(|one| DiscrepancyForm::new(one, size)).collect()),
            captured: snapshot.captured.map(ByColorForm::from),
            open_alerts: Some(snapshot.open_alerts.iter().map(|&id| id.to_owned()).collect()),
            ledger: Some(snapshot.ledger.into()),
            rulings: Some(snapshot.rulings.iter().map(RulingForm::from).collect()),
            seats: seats(snapshot.seats),
            sealing: snapshot.sealing.map(|sealing| SealingForm::new(sealing, size)),
            muted: snapshot.muted.iter().map(|&mute| MuteForm::from(mute)).collect(),
            count: snapshot.count.as_ref().map(|count| CountForm::new(count, size)),
            result: snapshot.result.as_ref().map(ResultForm::from),
            sgf: None,
            cut: Vec::new(),
        }
    }

    /// The same with the SGF file in it: the `result/<game_id>` document.
    #[must_use]
    pub fn with_sgf(self, sgf: String) -> GameForm {
        GameForm { sgf: Some(sgf), ..self }
    }
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultForm {
    /// Who won; absent for both-lose, draw, void and no-result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<ColorName>,
    /// What decided.
    pub by: EndedByName,
    /// Margin in points of a counted game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<PointsForm>,
    /// As SGF writes it: "B+R", "W+0.5", "0", "Void".
    pub sgf: String,
    /// How firm it is.
    pub state: ResultStateName,
}

impl From<&GameResult> for ResultForm {
    fn from(result: &GameResult) -> ResultForm {
        ResultForm {
            winner: result.winner.map(ColorName::from),
            by: result.by.into(),
            margin: result.margin.map(PointsForm),
            sgf: result.sgf(),
            state: result.state.into(),
        }
    }
}

impl ResultForm {
    /// The result.
    pub fn read(&self) -> GameResult {
        GameResult {
            by: self.by.into(),
            winner: self.winner.map(Color::from),
            margin: self.margin.map(|margin| margin.0),
            state: self.state.into(),
        }
    }
}

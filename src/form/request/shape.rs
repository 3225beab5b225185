//! The fields of every verb, beside `transaction`, `by` and `expect`.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::form::{
    ByColorForm, ColorName, Instant, MatchForm, PlayerPhaseName, PlayersForm, PointsForm, ProfileName, RunningName, ScheduleForm,
    SetupForm, SideName, TimeForm,
};

use super::decision::{AppealForm, OverruleForm, RuleForm};
use super::given::LedgersForm;
use super::referee::{ClaimRequestForm, LeaveForm, MuteRequestForm, ReportForm};
use super::result::EitherResult;
use super::sealed::{AdjournForm, HandOverForm, OpenForm, SealForm};

/// A request shape: read from requests, described by the schema.
macro_rules! shapes {
    ($($(#[$doc:meta])* struct $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),* $(,)? })+) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
            #[serde(deny_unknown_fields)]
            pub(super) struct $name { $($(#[$attribute])* pub(super) $field: $type),* }
        )+
    };
}

shapes! {
    /// No fields.
    struct NothingForm {}
    /// Whose.
    struct WhoseForm { color: ColorName }
    /// A game is made ready; what is absent comes from the configuration.
    struct PrepareForm {
        /// Names.
        players: Option<PlayersForm>,
        /// Event, round and board.
        #[serde(rename = "match")]
        match_info: Option<MatchForm>,
        /// Handicap stones.
        handicap: Option<u32>,
        /// Komi.
        komi: Option<PointsForm>,
        /// Name of the rulebook.
        rulebook: Option<String>,
        /// Time control.
        time: Option<TimeForm>,
        /// The clock's side on which Black sits.
        black_side: Option<SideName>,
        /// When it is played; an empty object says that nothing is set.
        schedule: Option<ScheduleForm>,
        /// Who is told what.
        profile: Option<ProfileName>,
        /// In a simul: the colour of the one who plays all.
        simul_color: Option<ColorName>,
    }
    /// A game begins.
    struct StartForm {
        /// Names.
        players: Option<PlayersForm>,
        /// Event, round and board.
        #[serde(rename = "match")]
        match_info: Option<MatchForm>,
        /// Handicap stones.
        handicap: Option<u32>,
        /// Komi.
        komi: Option<PointsForm>,
        /// Name of the rulebook.
        rulebook: Option<String>,
        /// Time control.
        time: Option<TimeForm>,
        /// The clock's side on which Black sits.
        black_side: Option<SideName>,
        /// When it is played; an empty object says that nothing is set.
        schedule: Option<ScheduleForm>,
        /// Who is told what.
        profile: Option<ProfileName>,
        /// In a simul: the colour of the one who plays all.
        simul_color: Option<ColorName>,
        /// Stones before the first move.
        setup: Option<SetupForm>,
        /// Who moves first.
        to_move: Option<ColorName>,
        /// Take the board as it stands.
        #[serde(default)]
        adopt: bool,
        /// Moves that were played already, as in a `game` document, or an SGF file.
        #[schemars(with = "Option<EitherRecord>")]
        record: Option<Value>,
        /// Stones that each has captured before the record starts.
        captured: Option<ByColorForm<u32>>,
        /// The game that this one continues.
        continues: Option<String>,
        /// The move that was sealed in it, as `seal` has it.
        #[schemars(with = "Option<SealForm>")]
        sealed: Option<Value>,
        /// What both clocks show, as `set-clock` has it.
        clock: Option<SetClockForm>,
        /// What each player has been given already, as the `game` document has it; nothing where it is left out.
        ledger: Option<LedgersForm>,
    }
    /// A move that was played already: as in a `game` document, of which a published one may be sent whole.
    struct PlayedForm {
        /// Its number, where given, must be its place in the list.
        n: Option<u32>,
        /// Who played.
        color: ColorName,
        /// "Q16", or "pass".
        vertex: String,
        /// Time used, in ms.
        used_ms: Option<u64>,
        /// A ruling put a pass here.
        #[serde(default)]
        forced: bool,
        /// Not read: a handed-in move stands.
        #[serde(default)]
        provisional: bool,
        /// Not read: judged anew.
        #[serde(default)]
        illegal: Vec<String>,
        /// Not read: alerts belong to their own game.
        disputed: Option<String>,
        /// Who entered it by hand.
        entered_by: Option<String>,
        /// Not read: played anew.
        #[serde(default)]
        captured: Vec<String>,
    }
    /// Both clocks are what is given here.
    struct SetClockForm {
        /// Black's.
        black: PlayerSetForm,
        /// White's.
        white: PlayerSetForm,
        /// Whose time runs; nobody's when absent.
        #[serde(default)]
        running: RunningName,
    }
    /// One player's clock.
    struct PlayerSetForm {
        /// The part of the time that runs.
        phase: PlayerPhaseName,
        /// What is left of that part, in ms.
        remaining_ms: u64,
        /// Periods left in `byo-yomi`, the current one counted.
        periods_left: Option<u32>,
        /// Turns still to complete in a block of `canadian` time.
        stones_left: Option<u32>,
        /// The number of that block; the first when absent.
        block: Option<u32>,
        /// Minutes left in the Chinese `reserve`, the current one counted.
        minutes_left: Option<u32>,
        /// Units not yet opened in `nhk` time.
        units_left: Option<u32>,
        /// With `nhk`: a unit runs.
        #[serde(default)]
        in_unit: bool,
        /// The part of `ing-penalty` overtime, the first is 1.
        period: Option<u32>,
        /// Not read: it follows from the part.
        penalty_points: Option<u32>,
        /// What is left of this turn's delay, in ms; all of it when absent.
        delay_left_ms: Option<u64>,
        /// With `flagged`: the flag may still be withdrawn.
        #[serde(default)]
        provisional: bool,
        /// Time used in the whole game, in ms; 0 when absent.
        #[serde(default)]
        total_used_ms: u64,
    }
    /// One clock is changed.
    struct AdjustForm {
        /// Whose.
        color: ColorName,
        /// By how much, in ms.
        #[serde(default)]
        delta_ms: i64,
        /// Periods more or fewer.
        #[serde(default)]
        periods_delta: i32,
        /// Why.
        #[serde(default)]
        reason: String,
    }
    /// Play is interrupted.
    struct PauseForm {
        /// Why.
        reason: Option<String>,
        /// What kind of interruption.
        kind: Option<PauseKindName>,
        /// Who caused it.
        color: Option<ColorName>,
        /// Until when, RFC 3339.
        #[schemars(with = "Option<String>")]
        until: Option<Instant>,
    }
    /// Play goes on.
    struct ResumeForm {
        /// Although the wood differs.
        #[serde(default)]
        force: bool,
    }
    /// A move by hand.
    struct PlayForm {
        /// Who.
        color: ColorName,
        /// "Q16", or "pass".
        vertex: String,
    }
    /// The last moves are taken out.
    struct UndoForm {
        /// How many; 1 when absent.
        moves: Option<u32>,
    }
    /// One move is inserted, replaced or deleted.
    struct CorrectForm {
        /// Its number.
        #[schemars(range(min = 1))]
        at: u32,
        /// What is done to it.
        op: OpName,
        /// Who played; not for `delete`.
        color: Option<ColorName>,
        /// "Q16", or "pass"; not for `delete`.
        vertex: Option<String>,
    }
    /// The position is what is given here.
    struct SetPositionForm {
        /// All stones.
        setup: SetupForm,
        /// Who is to move.
        to_move: ColorName,
    }
    /// A player does not accept the end.
    struct DisputeForm {
        /// Who.
        color: ColorName,
        /// Who is to move.
        to_move: Option<ColorName>,
    }
    /// Stones are dead: the whole list.
    struct DeadForm {
        /// The stones.
        vertices: Vec<String>,
        /// Who says so.
        color: Option<ColorName>,
    }
    /// Stones are dead, says a program: taken as long as no person has said anything.
    struct ProposeDeadForm {
        /// The stones.
        vertices: Vec<String>,
        /// The program's name.
        program: Option<String>,
    }
    /// A count by hand, beside kifud's own.
    struct EnterCountForm {
        /// Whose stones and territory.
        color: ColorName,
        /// How many; halves for points that are shared. Where territory is counted, territory and prisoners.
        stones: PointsForm,
    }
    /// Count the position.
    struct CountRequestForm {
        /// How; the rulebook's way when absent.
        method: Option<MethodName>,
    }
    /// The game is over.
    struct EndForm {
        /// How.
        #[schemars(with = "EitherResult")]
        result: Value,
        /// The number of the last move that counts.
        last_move: Option<u32>,
    }
    /// All retained documents again.
    struct RepublishForm {
        /// The first event wanted.
        from_seq: Option<u64>,
    }
    /// A turn has ended, says a human time keeper.
    struct PressForm {
        /// Whose turn has ended.
        color: ColorName,
        /// When, RFC 3339; now when absent.
        #[schemars(with = "Option<String>")]
        at: Option<Instant>,
    }
    /// Which player has Black, and where.
    struct SeatsForm {
        /// The player who has Black: White's name exchanges the two.
        black: Option<String>,
        /// The clock's side on which Black sits.
        black_side: Option<SideName>,
        /// The seat of Black as people at the table call it: it stands with the player, in `players`.
        black_seat: Option<String>,
    }
    /// A player has come.
    struct ArrivedForm {
        /// Who.
        color: ColorName,
        /// When, RFC 3339; now when absent.
        #[schemars(with = "Option<String>")]
        at: Option<Instant>,
    }
    /// An alert has been seen.
    struct AlertIdForm {
        /// Its id.
        alert: String,
    }
}

/// What `record` may be.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "read by hand, so that an error names its field")]
enum EitherRecord {
    /// An SGF file.
    File(String),
    /// Moves in order.
    Moves(Vec<PlayedForm>),
}

macro_rules! words {
    ($($(#[$doc:meta])* enum $name:ident { $($variant:ident),+ })+) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
            #[serde(rename_all = "kebab-case")]
            pub(super) enum $name { $($variant),+ }
        )+
    };
}

words! {
    /// Kinds of interruption.
    enum PauseKindName { Lunch, Ruling, Fault, Leave }
    /// What is done to one move of the record.
    enum OpName { Insert, Replace, Delete }
    /// Ways of counting.
    enum MethodName { Area, Territory, FillIn }
}

/// The schema of every verb's fields, made in this generator.
pub(crate) fn verb_schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
    super::VERBS
        .into_iter()
        .map(|verb| {
            let schema = match verb {
                "prepare-game" => PrepareForm::json_schema(generator),
                "start-game" => StartForm::json_schema(generator),
                "set-clock" => SetClockForm::json_schema(generator),
                "adjust-clock" => AdjustForm::json_schema(generator),
                "pause" => PauseForm::json_schema(generator),
                "resume" => ResumeForm::json_schema(generator),
                "play" => PlayForm::json_schema(generator),
                "undo" => UndoForm::json_schema(generator),
                "correct-record" => CorrectForm::json_schema(generator),
                "set-position" => SetPositionForm::json_schema(generator),
                "dispute-end" => DisputeForm::json_schema(generator),
                "mark-dead" => DeadForm::json_schema(generator),
                "propose-dead" => ProposeDeadForm::json_schema(generator),
                "enter-count" => EnterCountForm::json_schema(generator),
                "count" => CountRequestForm::json_schema(generator),
                "end-game" => EndForm::json_schema(generator),
                "republish" => RepublishForm::json_schema(generator),
                "acknowledge" => AlertIdForm::json_schema(generator),
                "arrived" => ArrivedForm::json_schema(generator),
                "rule" => RuleForm::json_schema(generator),
                "overrule" => OverruleForm::json_schema(generator),
                "appeal" => AppealForm::json_schema(generator),
                "press" => PressForm::json_schema(generator),
                "set-colors" => SeatsForm::json_schema(generator),
                "take" => AlertIdForm::json_schema(generator),
                "mute" => MuteRequestForm::json_schema(generator),
                "report" => ReportForm::json_schema(generator),
                "claim" => ClaimRequestForm::json_schema(generator),
                "leave" => LeaveForm::json_schema(generator),
                "adjourn" => AdjournForm::json_schema(generator),
                "seal" => SealForm::json_schema(generator),
                "hand-over" => HandOverForm::json_schema(generator),
                "open-sealed" => OpenForm::json_schema(generator),
                "start-clock" | "stop-clock" | "adopt-clock" | "ping" => NothingForm::json_schema(generator),
                _ => WhoseForm::json_schema(generator),
            };
            (verb, schema)
        })
        .collect()
}

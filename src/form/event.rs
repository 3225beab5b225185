//! Events as JSON (CONTRACT 4.3): the strings that the journal stores, MQTT sends and recovery folds.

mod parts;

pub use parts::{ClosedForm, GameStartedForm, RetractedForm};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{ClockChange, Event, EventBody};
use crate::go::{Place, Size};
use crate::sense::Discrepancy;

use parts::called;

use super::handling::MuteForm;
use super::ledger::{EntryFields, EntryName, LedgerForm, PointsForName};
use super::names::{BoardChangeName, ClockChangeName, ColorName, PhaseName, TurnEndedByName};
use super::record::{DiscrepancyForm, EditForm, MoveForm, PlayersForm};
use super::ruled::{EffectsForm, RulingForm};
use super::ruling::{CiteForm, WhyForm};
use super::sealing::{SealChangeName, SealingForm};
use super::seat::SeatEventForm;
use super::{AlertForm, ClockForm, FormError, Instant, PlayerClockForm, ResultForm, SCHEMA, is_false};

/// One event. `seq` rises by one within a game, over restarts too; a consumer drops what it has, and on a gap takes the next `game`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventForm {
    /// Version of this shape.
    pub schema: String,
    /// The game, or the idle stretch between two games.
    pub game_id: String,
    /// Number within the game, from 1.
    #[schemars(range(min = 1))]
    pub seq: u64,
    /// Revision of the `game` document after this event.
    pub rev: u64,
    /// When it happened.
    pub at: Instant,
    /// What happened.
    #[serde(flatten)]
    pub body: EventBodyForm,
}

/// What happened, by `type`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are the contract's, described at their shapes")]
pub enum EventBodyForm {
    /// A game has begun.
    GameStarted(Box<GameStartedForm>),
    /// A move stands: provisional until its turn ends.
    Move {
        #[serde(flatten)]
        played: MoveForm,
        position_hash: String,
    },
    /// The turn of move `n` has ended.
    TurnEnded {
        n: u32,
        color: ColorName,
        by: TurnEndedByName,
        /// Time used, in ms, where a clock ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        used_ms: Option<u64>,
        /// The player's time was over by so many ms when the turn ended; absent when it was not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overrun_ms: Option<u64>,
        /// The mover's clock after the turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<PlayerClockForm>,
    },
    /// The last move is out of the record.
    MoveRetracted {
        n: u32,
        /// Where it was; "pass" for a pass.
        vertex: String,
        because: RetractedForm,
        position_hash: String,
    },
    /// The record is another from move `from_n` on.
    RecordChanged {
        from_n: u32,
        /// All moves from there on.
        moves: Vec<MoveForm>,
        /// All edits.
        edits: Vec<EditForm>,
        /// An alert or transaction id.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        because: String,
        position_hash: String,
        /// What was left out so that the message is no larger than 64 kB.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cut: Vec<String>,
    },
    /// An alert is new.
    AlertRaised { alert: Box<AlertForm> },
    /// An alert says something else now.
    AlertChanged { alert: Box<AlertForm> },
    /// An alert is closed.
    AlertClosed { alert: Box<AlertForm>, because: ClosedForm },
    /// Something about the time.
    Clock {
        change: ClockChangeName,
        /// With `flagged`: a press stamped before it may still come.
        #[serde(default, skip_serializing_if = "is_false")]
        provisional: bool,
        /// With `countdown`: what is said, the seconds used or a number of the count of the last ten.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<String>,
        /// With `countdown`: seconds used of the period that runs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seconds: Option<u64>,
        /// Whose, where it is one player's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<ColorName>,
        /// Both clocks after it.
        clock: Box<ClockForm>,
        /// Who changed it, and why, where a person did.
        #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
        why: Option<WhyForm>,
    },
    /// A person has decided an alert; what follows from it comes next.
    Ruling {
        ruling: Box<RulingForm>,
        /// What the referee wrote to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        /// What it changed, as it was before: by this it is taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effects: Option<Box<EffectsForm>>,
    },
    /// A player was given something, or had it taken back.
    Ledger {
        color: ColorName,
        entry: EntryName,
        /// With `points`: how many; fewer than 0 when they are taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<i64>,
        /// With `points`: what they are for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<PointsForName>,
        /// Without: how many; fewer than 0 when they are taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<i64>,
        /// Where a book says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cite: Option<CiteForm>,
        /// All that this player has now.
        totals: LedgerForm,
    },
    /// A player has left the seat, or is back.
    Seat(SeatEventForm),
    /// Something about the sealed move.
    Sealing {
        change: SealChangeName,
        /// All that is known of it now.
        sealing: Box<SealingForm>,
        /// Who said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// Nobody is called for alerts of this kind.
    Muted(MuteForm),
    /// The game is in another phase.
    Phase {
        from: PhaseName,
        to: PhaseName,
        /// Why, in a word or a transaction id.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        because: String,
    },
    /// The wood and the record.
    Board {
        change: BoardChangeName,
        /// Where they differ.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        discrepancies: Vec<DiscrepancyForm>,
    },
    /// Colours were drawn anew, or a name was put right.
    PlayersChanged {
        players: Box<PlayersForm>,
        /// The transaction.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        because: String,
    },
    /// The game is over.
    GameEnded { result: ResultForm },
    /// The result of an ended game is another.
    ResultChanged { result: ResultForm },
}

/// An event as JSON on one line. `size` is the board's; `game-started` carries its own.
pub fn event_to_json(event: &Event, size: Size) -> String {
    serde_json::to_string(&EventForm::new(event, size)).expect("no map with other keys than strings, no failing Serialize")
}

/// Reads an event of ours back. Unknown fields are ignored.
///
/// The monotonic moment of a clock document is not in the text and comes back as zero; all else comes back as it was.
///
/// # Errors
/// [`FormError`] when it is no event; [`FormError::NoSize`] when it names points before the size of the board is known.
pub fn event_from_json(json: &str, size: Option<Size>) -> Result<Event, FormError> {
    serde_json::from_str::<EventForm>(json)?.read(size)
}

impl EventForm {
    /// The event as the contract shows it.
    pub fn new(event: &Event, size: Size) -> EventForm {
        EventForm {
            schema: SCHEMA.to_owned(),
            game_id: event.game_id.clone(),
            seq: event.seq,
            rev: event.rev,
            at: Instant(event.at),
            body: EventBodyForm::new(&event.body, &event.game_id, size),
        }
    }

    /// The event.
    ///
    /// # Errors
    /// As for [`event_from_json`].
    pub fn read(self, size: Option<Size>) -> Result<Event, FormError> {
        Ok(Event { game_id: self.game_id, seq: self.seq, rev: self.rev, at: self.at.0, body: self.body.read(size)? })
    }
}

impl EventBodyForm {
    fn new(body: &EventBody, game_id: &str, size: Size) -> EventBodyForm {
        let alert = |alert| Box::new(AlertForm::new(alert, game_id, size));
        match body {
            EventBody::GameStarted(started) => EventBodyForm::GameStarted(Box::new(started.as_ref().into())),
            EventBody::Move { n, played, position_hash } => {
                EventBodyForm::Move { played: MoveForm::new(*n, played, size), position_hash: position_hash.clone() }
            }
            EventBody::TurnEnded { n, color, by, used_ms, overrun_ms, clock } => EventBodyForm::TurnEnded {
                n: *n,
                color: (*color).into(),
                by: (*by).into(),
                used_ms: *used_ms,
                overrun_ms: *overrun_ms,
                clock: clock.map(|clock| PlayerClockForm::new(clock, false)),
            },
            EventBody::MoveRetracted { n, point, because, position_hash } => EventBodyForm::MoveRetracted {
                n: *n,
                vertex: point.map_or(Place::Pass, Place::At).text(size),
                because: because.into(),
                position_hash: position_hash.clone(),
            },
            EventBody::RecordChanged { from_n, moves, edits, because, position_hash } => EventBodyForm::RecordChanged {
                from_n: *from_n,
                moves: MoveForm::list(*from_n, moves, size),
                edits: EditForm::list(edits, size),
                because: because.clone(),
                position_hash: position_hash.clone(),
                cut: Vec::new(),
            },
            EventBody::AlertRaised(raised) => EventBodyForm::AlertRaised { alert: alert(raised) },
            EventBody::AlertChanged(changed) => EventBodyForm::AlertChanged { alert: alert(changed) },
            EventBody::AlertClosed { alert: closed, because } => {
                EventBodyForm::AlertClosed { alert: alert(closed), because: because.into() }
            }
            EventBody::Clock { change, color, clock, why } => EventBodyForm::Clock {
                change: change.into(),
                provisional: *change == ClockChange::Flagged { provisional: true },
                call: called(change).map(|(call, _)| call.to_string()),
                seconds: called(change).map(|(_, seconds)| seconds),
                color: color.map(ColorName::from),
                clock: Box::new(ClockForm::new(clock, game_id, None)),
                why: why.as_ref().map(WhyForm::from),
            },
            EventBody::Ledger { color, entry, cite, totals } => {
                let EntryFields { entry, points, source, number } = (*entry).into();
                let (color, cite, totals) = ((*color).into(), cite.as_ref().map(CiteForm::from), (*totals).into());
                EventBodyForm::Ledger { color, entry, points, source, number, cite, totals }
            }
            EventBody::Ruling(ruling) => EventBodyForm::Ruling {
                ruling: Box::new(ruling.into()),
                note: ruling.note.clone(),
                effects: EffectsForm::new(&ruling.effects, size).map(Box::new),
            },
            EventBody::Seat(seat) => EventBodyForm::Seat(SeatEventForm::new(seat, size)),
            EventBody::Sealing { change, sealing, by } => {
                EventBodyForm::Sealing { change: (*change).into(), sealing: Box::new(SealingForm::new(sealing, size)), by: by.clone() }
            }
            EventBody::Muted(mute) => EventBodyForm::Muted(mute.into()),
            EventBody::Phase { from, to, because } => {
                EventBodyForm::Phase { from: (*from).into(), to: (*to).into(), because: because.clone() }
            }
            EventBody::Board { change, discrepancies } => EventBodyForm::Board {
                change: (*change).into(),
                discrepancies: capped(discrepancies).iter().map(|one| DiscrepancyForm::new(one, size)).collect(),
            },
            EventBody::PlayersChanged { players, because } => {
                EventBodyForm::PlayersChanged { players: Box::new(players.into()), because: because.clone() }
            }
            EventBody::GameEnded(result) => EventBodyForm::GameEnded { result: result.into() },
            EventBody::ResultChanged(result) => EventBodyForm::ResultChanged { result: result.into() },
        }
    }

    fn read(self, size: Option<Size>) -> Result<EventBody, FormError> {
        let sized = || size.ok_or(FormError::NoSize);
        Ok(match self {
            EventBodyForm::GameStarted(form) => EventBody::GameStarted(Box::new(form.read()?)),
            EventBodyForm::Move { played, position_hash } => EventBody::Move { n: played.n, played: played.read(sized()?)?, position_hash },
            EventBodyForm::TurnEnded { n, color, by, used_ms, overrun_ms, clock } => {
                let clock = clock.map(|clock| clock.read()).transpose()?;
                EventBody::TurnEnded { n, color: color.into(), by: by.into(), used_ms, overrun_ms, clock }
            }
            EventBodyForm::MoveRetracted { n, vertex, because, position_hash } => {
                EventBody::MoveRetracted { n, point: Place::parse(&vertex, sized()?)?.point(), because: because.into(), position_hash }
            }
            EventBodyForm::RecordChanged { from_n, moves, edits, because, position_hash, cut } => {
                if !cut.is_empty() {
                    return Err(FormError::value("cut", "a shortened message is not the record"));
                }
                let size = sized()?;
                EventBody::RecordChanged {
                    from_n,
                    moves: moves.iter().map(|played| played.read(size)).collect::<Result<_, _>>()?,
                    edits: edits.iter().map(|edit| edit.read(size)).collect::<Result<_, _>>()?,
                    because,
                    position_hash,
                }
            }
            EventBodyForm::AlertRaised { alert } => EventBody::AlertRaised(alert.read(size)?),
            EventBodyForm::AlertChanged { alert } => EventBody::AlertChanged(alert.read(size)?),
            EventBodyForm::AlertClosed { alert, because } => EventBody::AlertClosed { alert: alert.read(size)?, because: because.into() },
            EventBodyForm::Clock { change, provisional, call, seconds, color, clock, why } => EventBody::Clock {
                change: change.read(provisional, call.as_deref().zip(seconds))?,
                color: color.map(Into::into),
                clock: clock.read()?,
                why: why.map(Into::into),
            },
            EventBodyForm::Ledger { color, entry, points, source, number, cite, totals } => EventBody::Ledger {
                color: color.into(),
                entry: EntryFields { entry, points, source, number }.read()?,
                cite: cite.as_ref().map(Into::into),
                totals: totals.into(),
            },
            EventBodyForm::Ruling { ruling, note, effects } => {
                let effects = effects.map(|effects| effects.read(size)).transpose()?.unwrap_or_default();
                EventBody::Ruling(ruling.read(note, effects)?)
            }
            EventBodyForm::Seat(seat) => EventBody::Seat(seat.read(size)?),
            EventBodyForm::Sealing { change, sealing, by } => {
                EventBody::Sealing { change: change.into(), sealing: sealing.read(size)?, by }
            }
            EventBodyForm::Muted(mute) => EventBody::Muted(mute.read()?),
            EventBodyForm::Phase { from, to, because } => EventBody::Phase { from: from.into(), to: to.into(), because },
            EventBodyForm::Board { change, discrepancies } => EventBody::Board {
                change: change.into(),
                discrepancies: discrepancies.iter().map(|one| one.read(sized()?)).collect::<Result<_, _>>()?,
            },
            EventBodyForm::PlayersChanged { players, because } => EventBody::PlayersChanged { players: (*players).into(), because },
            EventBodyForm::GameEnded { result } => EventBody::GameEnded(result.read()),
            EventBodyForm::ResultChanged { result } => EventBody::ResultChanged(result.read()),
        })
    }
}

/// At most [`Event::DISCREPANCIES_MAX`] of them.
pub(crate) fn capped(discrepancies: &[Discrepancy]) -> &[Discrepancy] {
    &discrepancies[..discrepancies.len().min(Event::DISCREPANCIES_MAX)]
}

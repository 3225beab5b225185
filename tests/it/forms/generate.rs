//! Generated events, and generated games as the stream of their events.

use crate::controls::any_control;
use kifud::game::{
    BoardChange, ClockChange, ClockDocument, CloseReason, Diagram, EndedBy, Event, EventBody, Folded, GameResult, GameStarted, Phase,
    Player, PlayerClockState, PlayerPhase, Players, ResultState, RetractedBecause, TurnEndedBy, Why, position_hash,
};
use kifud::go::{ByColor, Color, Edit, HalfPoints, Place, PlayedMove, Point, Setup, Size};
use kifud::referee::Kind;
use kifud::sense::{Discrepancy, Expected};
use kifud::time::{Mono, Wall};
use kifud::wire::Cell;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::alerts::{alert, cell};
use super::desk;
use super::rulings::{ledger, overridden, ruling, totals};

pub fn missing_stone(point: Point) -> Discrepancy {
    Discrepancy { point, expected: Expected::Stone(Color::White), seen: Cell::StoneOfUnknownColor }
}

pub fn wall() -> impl Strategy<Value = Wall> {
    (0i64..4_000_000_000_000).prop_map(Wall::from_unix_ms)
}

pub fn color() -> impl Strategy<Value = Color> {
    select(Color::BOTH.to_vec())
}

pub fn id() -> impl Strategy<Value = String> {
    "[a-z]{1,3}-[0-9]{1,3}"
}

/// Anything that a person may write, quotation marks and line ends too.
pub fn words() -> impl Strategy<Value = String> {
    "[ -~\n\t\u{e9}\u{56f2}\u{1f600}]{1,12}"
}

pub fn point(size: Size) -> impl Strategy<Value = Point> {
    (0..size.area()).prop_map(move |index| size.point(index).expect("within the area"))
}

pub fn points(size: Size) -> impl Strategy<Value = Vec<Point>> {
    vec(point(size), 0..5)
}

fn place(size: Size) -> impl Strategy<Value = Place> {
    option::weighted(0.9, point(size)).prop_map(|point| point.map_or(Place::Pass, Place::At))
}

fn played(size: Size) -> impl Strategy<Value = PlayedMove> {
    let marks =
        (vec(select(Kind::ALL.iter().map(|kind| kind.name().to_owned()).collect::<Vec<_>>()), 0..3), option::of(id()), option::of(words()));
    (color(), place(size), option::of(0..10_000_000u64), any::<(bool, bool)>(), marks, points(size)).prop_map(
        |(color, place, used_ms, (provisional, forced), (illegal, disputed, entered_by), captured)| PlayedMove {
            color,
            place,
            used_ms,
            provisional,
            forced,
            illegal,
            disputed,
            entered_by,
            captured,
        },
    )
}

fn edit(size: Size) -> impl Strategy<Value = Edit> {
    (0..500u32, points(size), points(size), points(size), id()).prop_map(|(after, black, white, empty, reason)| Edit {
        after,
        black,
        white,
        empty,
        reason,
    })
}

fn player() -> impl Strategy<Value = Player> {
    let names = proptest::collection::btree_map("[a-z]{2}", words(), 0..3);
    let ids = proptest::collection::btree_map("[a-z]{3}", words(), 0..3);
    let said = || option::of(words());
    (words(), (names, ids), said(), said(), said(), said(), said(), said()).prop_map(
        |(name, (names, ids), rank, team, country, club, seat, partner)| Player {
            name,
            names: names.into_iter().collect(),
            rank,
            team,
            country,
            club,
            ids: ids.into_iter().collect(),
            seat,
            partner,
        },
    )
}

fn started(size: Size) -> impl Strategy<Value = GameStarted> {
    let time = any_control(50_000_000);
    let sides = (option::of(player()), option::of(player()));
    let captured = option::of((0..100u32, 0..100u32));
    (
        (words(), vec(overridden(), 0..3), -20..20i32, 0..10u32, sides),
        (points(size), points(size)),
        color(),
        captured,
        option::of(time),
        (option::of(id()), totals(), totals()),
    )
        .prop_map(move |((rulebook, overrides, komi, handicap, (black, white)), setup, first, captured, time, before)| {
            let (continues, black_given, white_given) = before;
            GameStarted {
                rulebook,
                overrides,
                size,
                komi: HalfPoints(komi),
                handicap,
                players: Players { black, white },
                setup: Setup { black: setup.0, white: setup.1 },
                first,
                captured_before: captured.map(|(black, white)| ByColor { black, white }),
                time,
                continues,
                sealing: None,
                given: ByColor { black: black_given, white: white_given },
            }
        })
}

pub fn player_clock() -> impl Strategy<Value = PlayerClockState> {
    let phase = prop_oneof![
        Just(PlayerPhase::Main),
        (1..30u32).prop_map(|periods_left| PlayerPhase::ByoYomi { periods_left }),
        (1..30u32, 0..4u32).prop_map(|(stones_left, block)| PlayerPhase::Canadian { stones_left, block }),
        (1..30u32).prop_map(|minutes_left| PlayerPhase::Reserve { minutes_left }),
        (0..30u32, any::<bool>()).prop_map(|(units_left, in_unit)| PlayerPhase::Nhk { units_left, in_unit }),
        (1..4u32, 0..9u32).prop_map(|(period, penalty_points)| PlayerPhase::IngPenalty { period, penalty_points }),
        any::<bool>().prop_map(|provisional| PlayerPhase::Flagged { provisional }),
    ];
    (phase, any::<u64>(), any::<u64>(), option::of(any::<u64>())).prop_map(|(phase, remaining_ms, total_used_ms, delay_left_ms)| {
        PlayerClockState { phase, remaining_ms, total_used_ms, delay_left_ms }
    })
}

fn clocks() -> impl Strategy<Value = ClockDocument> {
    let turn = (option::of(wall()), option::of(any::<u64>()));
    let kept = (any::<(bool, bool, bool, bool)>(), option::of(any::<bool>()));
    (wall(), option::of(color()), kept, 0..1_000u64, turn, player_clock(), player_clock()).prop_map(
        |(as_of, running, (kept, capture_neutral), uncertainty_ms, (turn_started, turn_used_ms), black, white)| ClockDocument {
            as_of,
            as_of_mono: Mono::ZERO,
            running,
            from_device: kept.0,
            stale: kept.1,
            capture_neutral,
            derived: ByColor { black: kept.2, white: kept.3 },
            uncertainty_ms,
            turn_started,
            turn_used_ms,
            players: ByColor { black, white },
        },
    )
}

pub fn result() -> impl Strategy<Value = GameResult> {
    let by = select(vec![
        EndedBy::Resignation,
        EndedBy::Score,
        EndedBy::Time,
        EndedBy::Forfeit,
        EndedBy::Ruling,
        EndedBy::Absence,
        EndedBy::BothLose,
        EndedBy::Draw,
        EndedBy::Void,
        EndedBy::NoResult,
    ]);
    let state = select(vec![ResultState::Unconfirmed, ResultState::Final, ResultState::Changed]);
    (by, option::of(color()), option::of(0..1_000i32), state).prop_map(|(by, winner, margin, state)| GameResult {
        by,
        winner,
        margin: margin.map(HalfPoints),
        state,
    })
}

fn discrepancy(size: Size) -> impl Strategy<Value = Discrepancy> {
    let expected = select(vec![Expected::Empty, Expected::Stone(Color::Black), Expected::Stone(Color::White)]);
    let seen = cell();
    (point(size), expected, seen).prop_map(|(point, expected, seen)| Discrepancy { point, expected, seen })
}

fn phase() -> impl Strategy<Value = Phase> {
    select(vec![
        Phase::Idle,
        Phase::Armed,
        Phase::Setup,
        Phase::Playing,
        Phase::Paused,
        Phase::Adjourned,
        Phase::Ending,
        Phase::Counting,
        Phase::Ended,
    ])
}

fn clock_change() -> impl Strategy<Value = ClockChange> {
    select(vec![
        ClockChange::Started,
        ClockChange::Paused,
        ClockChange::Resumed,
        ClockChange::PeriodEntered,
        ClockChange::PeriodUsed,
        ClockChange::Flagged { provisional: true },
        ClockChange::Flagged { provisional: false },
        ClockChange::FlagWithdrawn,
        ClockChange::Adjusted,
        ClockChange::Disagrees,
    ])
}

fn record_body(size: Size) -> BoxedStrategy<EventBody> {
    let ended_by = select(vec![TurnEndedBy::Press, TurnEndedBy::Reply, TurnEndedBy::Stone, TurnEndedBy::Cleared, TurnEndedBy::Ruling]);
    let because = prop_oneof![
        id().prop_map(RetractedBecause::Alert),
        id().prop_map(RetractedBecause::Request),
        Just(RetractedBecause::Reconstruction),
    ];
    prop_oneof![
        started(size).prop_map(|started| EventBody::GameStarted(Box::new(started))),
        (1..999u32, played(size), id()).prop_map(|(n, played, position_hash)| EventBody::Move { n, played, position_hash }),
        (1..999u32, color(), ended_by, option::of(any::<(u64, Option<u64>)>()), option::of(player_clock())).prop_map(
            |(n, color, by, took, clock)| EventBody::TurnEnded {
                n,
                color,
                by,
                used_ms: took.map(|(used_ms, _)| used_ms),
                overrun_ms: took.and_then(|(_, overrun_ms)| overrun_ms),
                clock,
            }
        ),
        (1..999u32, option::of(point(size)), because, id()).prop_map(|(n, point, because, position_hash)| EventBody::MoveRetracted {
            n,
            point,
            because,
            position_hash
        }),
        (1..999u32, vec(played(size), 0..4), vec(edit(size), 0..3), id(), id()).prop_map(
            |(from_n, moves, edits, because, position_hash)| EventBody::RecordChanged { from_n, moves, edits, because, position_hash }
        ),
    ]
    .boxed()
}

fn other_body(size: Size) -> BoxedStrategy<EventBody> {
    let closed = prop_oneof![Just(CloseReason::Gone), Just(CloseReason::GameOver), id().prop_map(CloseReason::Decided)];
    let change = select(vec![BoardChange::Agrees, BoardChange::Differs, BoardChange::Disturbed, BoardChange::Lost, BoardChange::Back]);
    prop_oneof![
        alert(size).prop_map(EventBody::AlertRaised),
        alert(size).prop_map(EventBody::AlertChanged),
        (alert(size), closed).prop_map(|(alert, because)| EventBody::AlertClosed { alert, because }),
        (clock_change(), option::of(color()), clocks(), option::of((option::of(words()), words()))).prop_map(
            |(change, color, clock, why)| { EventBody::Clock { change, color, clock, why: why.map(|(by, because)| Why { by, because }) } }
        ),
        ruling().prop_map(EventBody::Ruling),
        desk::body(),
        ledger(),
        (phase(), phase(), id()).prop_map(|(from, to, because)| EventBody::Phase { from, to, because }),
        (change, vec(discrepancy(size), 0..4)).prop_map(|(change, discrepancies)| EventBody::Board { change, discrepancies }),
        (option::of(player()), option::of(player()), id())
            .prop_map(|(black, white, because)| EventBody::PlayersChanged { players: Players { black, white }, because }),
        result().prop_map(EventBody::GameEnded),
        result().prop_map(EventBody::ResultChanged),
    ]
    .boxed()
}

/// Any event that the types can hold, sensible or not, with the size of its board.
pub fn any_event() -> impl Strategy<Value = (Size, Event)> {
    (2u8..=25, 2u8..=25).prop_map(|(width, height)| Size::new(width, height).expect("2 to 25")).prop_flat_map(|size| {
        let body = prop_oneof![record_body(size), other_body(size)];
        (id(), 1..u64::MAX / 2, any::<u64>(), wall(), body)
            .prop_map(move |(game_id, seq, rev, at, body)| (size, Event { game_id, seq, rev, at, body }))
    })
}

/// One thing that happens in a generated game.
#[derive(Debug, Clone)]
pub enum Step {
    /// A move of any kind.
    Move(PlayedMove),
    /// The turn of a move not yet ended is over: the first, or the last, of them.
    EndTurn { first: bool, used_ms: Option<u64> },
    /// The last move is taken out.
    Retract(RetractedBecause),
    /// The record changes from this many moves before its end.
    Change { back: usize, moves: Vec<PlayedMove>, edits: Vec<(usize, Edit)>, other_side: bool },
    /// Something that is not about moves.
    Other(Box<EventBody>),
    /// Another game, or an idle stretch.
    Begin(Option<Box<GameStarted>>),
}

fn step(size: Size) -> impl Strategy<Value = Step> {
    let because = prop_oneof![
        id().prop_map(RetractedBecause::Alert),
        id().prop_map(RetractedBecause::Request),
        Just(RetractedBecause::Reconstruction),
    ];
    let edits = vec((0..30usize, edit(size)), 0..3);
    prop_oneof![
        10 => played(size).prop_map(Step::Move),
        10 => (any::<bool>(), option::of(0..100_000u64)).prop_map(|(first, used_ms)| Step::EndTurn { first, used_ms }),
        3 => because.prop_map(Step::Retract),
        3 => (0..4usize, vec(played(size), 0..4), edits, any::<bool>())
            .prop_map(|(back, moves, edits, other_side)| Step::Change { back, moves, edits, other_side }),
        5 => other_body(size).prop_map(|body| Step::Other(Box::new(body))),
        1 => option::weighted(0.8, started(size)).prop_map(|started| Step::Begin(started.map(Box::new))),
    ]
}

/// The events of generated games at one table, one following the other as the journal would have them.
pub fn any_stream() -> impl Strategy<Value = (Size, Vec<Event>)> {
    let size = Size::square(5).expect("5 is a size");
    (started(size), vec(step(size), 1..60)).prop_map(move |(first, steps)| (size, stream(first, steps)))
}

fn stream(first: GameStarted, steps: Vec<Step>) -> Vec<Event> {
    let mut games = 0;
    let mut folded = Folded::default();
    let mut events = Vec::new();
    for step in std::iter::once(Step::Begin(Some(Box::new(first)))).chain(steps) {
        let begins = matches!(step, Step::Begin(_));
        let Some(body) = body_of(step, &folded) else { continue };
        games += u32::from(begins);
        let seq = if begins { 1 } else { folded.seq + 1 };
        let rev = if begins { 1 } else { folded.rev + 1 };
        let at = Wall::from_unix_ms(events.len() as i64 * 1_000);
        let event = Event { game_id: format!("g-{games}"), seq, rev, at, body };
        folded.apply(&event).expect("the stream follows itself");
        events.push(event);
    }
    events
}

/// The event of a step, where the game is such that it can happen.
fn body_of(step: Step, folded: &Folded) -> Option<EventBody> {
    let (step, record) = match step {
        Step::Begin(Some(started)) => return Some(EventBody::GameStarted(started)),
        Step::Begin(None) => return Some(EventBody::Phase { from: folded.phase, to: Phase::Idle, because: String::new() }),
        Step::Other(body) => return Some(*body),
        step => (step, folded.record.clone()?),
    };
    let mut after = record.clone();
    let n = record.moves.len() as u32;
    match step {
        Step::Move(played) => {
            after.moves.push(played.clone());
            Some(EventBody::Move { n: n + 1, played, position_hash: hash(&after, false) })
        }
        Step::EndTurn { first, used_ms } => {
            let mut open = (0..record.moves.len()).filter(|&index| record.moves[index].provisional);
            let index = if first { open.next() } else { open.next_back() }?;
            let color = record.moves[index].color;
            Some(EventBody::TurnEnded { n: index as u32 + 1, color, by: TurnEndedBy::Press, used_ms, overrun_ms: None, clock: None })
        }
        Step::Retract(because) => {
            let last = after.moves.pop()?;
            Some(EventBody::MoveRetracted { n, point: last.place.point(), because, position_hash: hash(&after, false) })
        }
        Step::Change { back, moves, edits, other_side } => {
            after.moves.truncate(record.moves.len().saturating_sub(back));
            let from_n = after.moves.len() as u32 + 1;
            after.moves.extend_from_slice(&moves);
            after.edits =
                edits.into_iter().map(|(after_n, edit)| Edit { after: (after_n % (after.moves.len() + 1)) as u32, ..edit }).collect();
            after.edits.sort_by_key(|edit| edit.after);
            let edits = after.edits.clone();
            Some(EventBody::RecordChanged { from_n, moves, edits, because: "tx".to_owned(), position_hash: hash(&after, other_side) })
        }
        Step::Other(_) | Step::Begin(_) => None,
    }
}

fn hash(record: &kifud::go::Record, other_side: bool) -> String {
    let to_move = if other_side { record.to_move().opponent() } else { record.to_move() };
    position_hash(record.size, Diagram::of(record).cells(), to_move)
}

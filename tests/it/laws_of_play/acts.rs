//! Everything that can come in, sensible and absurd.

use kifud::clock::{Side, TimeControl};
use kifud::game::{
    Correction, EndedBy, GameResult, PlayerClockState, PlayerPhase, Preparation, PressPass, ResultState, Settings, Start, StartMode,
    TimeAuthority, TurnEnds, Verb,
};
use kifud::go::{ByColor, Color, HalfPoints, Place, PlayedMove, Point, Setup, Size};
use proptest::prelude::*;

use crate::table::settings;

/// One thing that happens. Points are numbers: whatever they are, they are taken modulo the board, but for `Raw`.
#[derive(Debug, Clone)]
pub enum Act {
    /// A stone of the side to move on the n-th legal point; what it captures is lifted with it, or not; with colours or without; left alone
    /// until it has held still, or not.
    Stone {
        nth: usize,
        lifted: bool,
        colored: bool,
        still: bool,
    },
    /// These points show something else, in one scan.
    Change(Vec<(usize, u8)>),
    /// The whole board shows anything, that many points in a hundred.
    Whole {
        seed: u64,
        percent: u8,
    },
    /// The board shows the record.
    Repair,
    /// The last stone moves to a touching point.
    Straighten(u8),
    /// A point toggles so often, every so many ms.
    Flicker {
        point: usize,
        times: u8,
        every: u64,
    },
    /// A scan whose moment is this many ms before or after now.
    Elsewhen {
        point: usize,
        cell: u8,
        offset: i64,
    },
    /// A press, this many ms before or after now.
    Press {
        left: bool,
        offset: i64,
    },
    /// The last mover presses.
    OwnPress,
    Lost,
    Back {
        scan: bool,
    },
    Touch(bool),
    /// A placement is told: the n-th legal point, or any.
    Placed {
        nth: usize,
        legal: bool,
        offset: i64,
    },
    Unverified,
    Reading {
        left: [u32; 2],
        running: Option<bool>,
        periods: u8,
        flag: bool,
    },
    OtherReport(u8),
    ClockLost,
    ClockBack,
    Faults(Vec<usize>),
    /// Bowls and lids hold so many stones.
    Trays([Option<u8>; 4]),
    /// A referee's tool asks.
    Desk {
        which: u8,
        white: bool,
        nth: usize,
    },
    Ask {
        verb: Ask,
        by: bool,
    },
    Wait(u64),
    Restart,
}

/// What is asked for.
#[derive(Debug, Clone)]
pub enum Ask {
    Prepare(u32),
    Start { adopt: bool, setup: Vec<usize>, white_first: bool, moves: Vec<usize> },
    StartClock,
    StopClock,
    Press(bool),
    SetClock(u64, u32),
    Adjust(i64, i32),
    Pause,
    Resume(bool),
    Play { nth: usize, legal: bool, white: Option<bool> },
    Undo(u32),
    Insert(u32, usize),
    Replace(u32, usize),
    Delete(u32),
    SetPosition { black: Vec<usize>, white: Vec<usize>, white_first: bool },
    Pass(bool),
    Resign(bool),
    Accept(bool),
    Dispute(Option<bool>),
    Dead(Vec<usize>, Option<bool>),
    Propose(Vec<usize>),
    Enter(bool, i32),
    Count(u8),
    Confirm(bool),
    End(Option<u32>),
    Plain(u8),
}

fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

fn point(number: usize, size: Size) -> Point {
    size.point(number % size.area()).expect("it is taken modulo the board")
}

fn points(numbers: &[usize], size: Size) -> Vec<Point> {
    let mut points: Vec<Point> = numbers.iter().map(|&number| point(number, size)).collect();
    points.sort_by_key(|point| size.index(*point));
    points.dedup();
    points
}

impl Ask {
    /// The request's verb; `legal` gives the n-th legal point.
    pub fn verb(&self, size: Size, to_move: Color, legal: impl Fn(usize) -> Option<Point>) -> Verb {
        let place = |nth: usize| legal(nth).map_or(Place::Pass, Place::At);
        match self {
            Ask::Prepare(handicap) => {
                Verb::PrepareGame(Box::new(Preparation { handicap: Some(*handicap), komi: Some(HalfPoints(13)), ..Preparation::default() }))
            }
            Ask::Start { adopt, setup, white_first, moves } => {
                let black = points(setup, size);
                let played = moves.iter().filter(|&&nth| !black.contains(&point(nth, size)));
                let moves: Vec<PlayedMove> = points(&played.copied().collect::<Vec<_>>(), size)
                    .iter()
                    .enumerate()
                    .map(|(index, &point)| PlayedMove::new(color((index % 2 == 0) == *white_first), Place::At(point)))
                    .take(3)
                    .collect();
                let setup = (!black.is_empty()).then(|| Setup { black, white: Vec::new() });
                let record = (!moves.is_empty() && !*adopt).then_some(moves);
                Verb::StartGame(Box::new(Start { adopt: *adopt, setup, to_move: Some(color(*white_first)), record, ..Start::default() }))
            }
            Ask::StartClock => Verb::StartClock,
            Ask::StopClock => Verb::StopClock,
            Ask::Press(white) => Verb::Press { color: color(*white), at: None },
            Ask::SetClock(remaining_ms, periods) => {
                let phase = if *periods == 0 { PlayerPhase::Main } else { PlayerPhase::ByoYomi { periods_left: *periods } };
                let player = PlayerClockState { phase, remaining_ms: *remaining_ms, total_used_ms: 0, delay_left_ms: None };
                Verb::SetClock { players: ByColor { black: player, white: player }, running: Some(to_move) }
            }
            Ask::Adjust(delta_ms, periods_delta) => {
                Verb::AdjustClock { color: to_move, delta_ms: *delta_ms, periods_delta: *periods_delta, reason: String::new() }
            }
            Ask::Pause => Verb::Pause { reason: String::new(), until: None },
            Ask::Resume(force) => Verb::Resume { force: *force },
            Ask::Play { nth, legal: is_legal, white } => {
                let at = if *is_legal { place(*nth) } else { Place::At(point(*nth, size)) };
                Verb::Play { color: white.map_or(to_move, color), place: at }
            }
            Ask::Undo(moves) => Verb::Undo { moves: *moves },
            Ask::Insert(at, nth) => Verb::CorrectRecord { at: *at, op: Correction::Insert(to_move, place(*nth)) },
            Ask::Replace(at, nth) => Verb::CorrectRecord { at: *at, op: Correction::Replace(to_move, place(*nth)) },
            Ask::Delete(at) => Verb::CorrectRecord { at: *at, op: Correction::Delete },
            Ask::SetPosition { black, white, white_first } => {
                let black = points(black, size);
                let mut white = points(white, size);
                white.retain(|point| !black.contains(point));
                Verb::SetPosition { setup: Setup { black, white }, to_move: color(*white_first) }
            }
            Ask::Pass(other) => Verb::Pass(if *other { to_move.opponent() } else { to_move }),
            Ask::Resign(white) => Verb::Resign(color(*white)),
            Ask::Accept(white) => Verb::AcceptEnd(color(*white)),
            Ask::Dispute(white) => Verb::DisputeEnd { color: to_move, to_move: white.map(color) },
            Ask::Dead(numbers, white) => Verb::MarkDead { points: points(numbers, size), color: white.map(color) },
            Ask::Propose(numbers) => Verb::ProposeDead { points: points(numbers, size), program: None },
            Ask::Enter(white, stones) => Verb::EnterCount { color: color(*white), stones: HalfPoints(*stones) },
            Ask::Count(method) => Verb::Count { method: [None, Some("area"), Some("odd")][usize::from(*method) % 3].map(str::to_owned) },
            Ask::Confirm(white) => Verb::ConfirmScore(color(*white)),
            Ask::End(last_move) => {
                let result = GameResult { by: EndedBy::Void, winner: None, margin: None, state: ResultState::Final };
                Verb::EndGame { result, last_move: *last_move }
            }
            Ask::Plain(what) => match what % 4 {
                0 => Verb::Ping,
                1 => Verb::TimeLeft(to_move),
                2 => Verb::Republish { from_seq: Some(3) },
                _ => Verb::Acknowledge { alert: "a-none".to_owned() },
            },
        }
    }
}

fn numbers(most: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..400_usize, 0..most)
}

fn some_move() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0..12_u32, 1 => Just(u32::MAX)]
}

fn ask() -> impl Strategy<Value = Ask> {
    let start = (any::<bool>(), numbers(5), any::<bool>(), numbers(4));
    prop_oneof![
        2 => (0..4_u32).prop_map(Ask::Prepare),
        3 => start.prop_map(|(adopt, setup, white_first, moves)| Ask::Start { adopt, setup, white_first, moves }),
        1 => Just(Ask::StartClock),
        1 => Just(Ask::StopClock),
        1 => any::<bool>().prop_map(Ask::Press),
        1 => (0..100_000_u64, 0..9_u32).prop_map(|(ms, periods)| Ask::SetClock(ms, periods)),
        1 => (any::<i64>(), any::<i32>()).prop_map(|(ms, periods)| Ask::Adjust(ms, periods)),
        2 => Just(Ask::Pause),
        4 => any::<bool>().prop_map(Ask::Resume),
        3 => (0..400_usize, any::<bool>(), prop::option::of(any::<bool>())).prop_map(|(nth, legal, white)| Ask::Play { nth, legal, white }),
        3 => some_move().prop_map(Ask::Undo),
        1 => (some_move(), 0..400_usize).prop_map(|(at, nth)| Ask::Insert(at, nth)),
        1 => (some_move(), 0..400_usize).prop_map(|(at, nth)| Ask::Replace(at, nth)),
        1 => some_move().prop_map(Ask::Delete),
        2 => (numbers(9), numbers(9), any::<bool>()).prop_map(|(black, white, white_first)| Ask::SetPosition { black, white, white_first }),
        2 => any::<bool>().prop_map(Ask::Pass),
        1 => any::<bool>().prop_map(Ask::Resign),
        2 => any::<bool>().prop_map(Ask::Accept),
        2 => prop::option::of(any::<bool>()).prop_map(Ask::Dispute),
        2 => (numbers(2), prop::option::of(any::<bool>())).prop_map(|(dead, white)| Ask::Dead(dead, white)),
        1 => numbers(2).prop_map(Ask::Propose),
        1 => (any::<bool>(), any::<i32>()).prop_map(|(white, stones)| Ask::Enter(white, stones)),
        1 => any::<u8>().prop_map(Ask::Count),
        1 => any::<bool>().prop_map(Ask::Confirm),
        1 => prop::option::of(some_move()).prop_map(Ask::End),
        1 => any::<u8>().prop_map(Ask::Plain),
    ]
}

/// How far the device's moment lies from ours: mostly a little, sometimes absurdly.
fn offset() -> impl Strategy<Value = i64> {
    prop_oneof![8 => Just(0_i64), 4 => -2_000..300_i64, 1 => any::<i32>().prop_map(i64::from)]
}

fn wait() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => 1..120_u64,
        8 => 300..1_500_u64,
        4 => 3_000..9_000_u64,
        1 => 10_000..400_000_u64,
        // Years.
        1 => 1_000_000_000..400_000_000_000_u64,
    ]
}

/// A table as it mostly begins, the board there and empty, or as it may; then anything. Some boards only tell placements.
pub fn acts(most: usize) -> impl Strategy<Value = Vec<Act>> {
    (0..10_u8, prop::collection::vec(act(), 1..most)).prop_map(|(beginning, mut acts)| match beginning {
        0..2 => acts,
        2..5 => [Act::Back { scan: false }, Act::Unverified].into_iter().chain(acts.into_iter().filter_map(only_told)).collect(),
        _ => {
            acts.splice(0..0, [Act::Back { scan: false }, Act::Change(Vec::new()), Act::Wait(1_000)]);
            acts
        }
    })
}

/// What of this can come from a board that only tells where a stone was put down.
fn only_told(act: Act) -> Option<Act> {
    match act {
        Act::Stone { nth, still, .. } => Some(Act::Placed { nth, legal: true, offset: if still { -500 } else { 0 } }),
        Act::Flicker { point, .. } | Act::Elsewhen { point, .. } => Some(Act::Placed { nth: point, legal: false, offset: 0 }),
        Act::Change(_) | Act::Whole { .. } | Act::Repair | Act::Straighten(_) | Act::Back { scan: true } => None,
        other => Some(other),
    }
}

fn act() -> impl Strategy<Value = Act> {
    let reading = (any::<[u32; 2]>(), prop::option::of(any::<bool>()), any::<u8>(), any::<bool>());
    let flicker = (0..400_usize, 1..30_u8, 20..300_u64);
    prop_oneof![
        22 => (0..400_usize, prop::bool::weighted(0.7), prop::bool::weighted(0.9), prop::bool::weighted(0.8)).prop_map(|(nth, lifted, colored, still)| Act::Stone { nth, lifted, colored, still }),
        8 => prop::collection::vec((0..400_usize, 0..5_u8), 1..4).prop_map(Act::Change),
        2 => prop::collection::vec((0..400_usize, 0..5_u8), 4..40).prop_map(Act::Change),
        1 => (any::<u64>(), 1..100_u8).prop_map(|(seed, percent)| Act::Whole { seed, percent }),
        6 => Just(Act::Repair),
        2 => (0..8_u8).prop_map(Act::Straighten),
        2 => flicker.prop_map(|(point, times, every)| Act::Flicker { point, times, every }),
        1 => (0..400_usize, 0..5_u8, offset()).prop_map(|(point, cell, offset)| Act::Elsewhen { point, cell, offset }),
        3 => (any::<bool>(), offset()).prop_map(|(left, offset)| Act::Press { left, offset }),
        10 => Just(Act::OwnPress),
        2 => Just(Act::Lost),
        3 => any::<bool>().prop_map(|scan| Act::Back { scan }),
        2 => any::<bool>().prop_map(Act::Touch),
        6 => (0..400_usize, prop::bool::weighted(0.8), offset()).prop_map(|(nth, legal, offset)| Act::Placed { nth, legal, offset }),
        1 => Just(Act::Unverified),
        3 => reading.prop_map(|(left, running, periods, flag)| Act::Reading { left, running, periods, flag }),
        1 => any::<u8>().prop_map(Act::OtherReport),
        1 => Just(Act::ClockLost),
        1 => Just(Act::ClockBack),
        1 => numbers(20).prop_map(Act::Faults),
        2 => prop::array::uniform4(prop_oneof![Just(None), (38..43_u8).prop_map(Some), (0..4_u8).prop_map(Some)]).prop_map(Act::Trays),
        8 => (any::<u8>(), any::<bool>(), 0..400_usize).prop_map(|(which, white, nth)| Act::Desk { which, white, nth }),
        6 => (ask(), any::<bool>()).prop_map(|(verb, by)| Act::Ask { verb, by }),
        24 => wait().prop_map(Act::Wait),
        2 => Just(Act::Restart),
    ]
}

pub fn table_settings() -> impl Strategy<Value = Settings> {
    let control = TimeControl::ByoYomi { main_ms: 60_000, periods: 3, period_ms: 20_000 };
    let authority = prop::sample::select(vec![TimeAuthority::Nobody, TimeAuthority::Device, TimeAuthority::Daemon]);
    let ends = prop::sample::select(vec![TurnEnds::Press, TurnEnds::Stone]);
    let side = prop::sample::select(vec![None, Some(Side::Left), Some(Side::Right)]);
    let pass = prop::sample::select(vec![PressPass::Ask, PressPass::Pass, PressPass::Incident]);
    let start = prop::sample::select(vec![StartMode::Auto, StartMode::Auto, StartMode::Armed, StartMode::Request]);
    let rules = prop::sample::select(vec!["chinese", "japanese", "ing"]);
    (authority, ends, side, pass, start, rules, 3..10_u8).prop_map(
        move |(time_authority, turn_ends, black_side, press_pass, start, rules, size)| {
            let mut made = Settings { time_authority, turn_ends, press_pass, start, ..settings(size) };
            made.terms.time = Some(control);
            made.terms.black_side = black_side;
            made.terms.rules = kifud::go::Rules::preset(rules).unwrap_or(made.terms.rules);
            made.terms.rulebook = if rules == "ing" { kifud::referee::Rulebook::Ing } else { made.terms.rulebook };
            made
        },
    )
}

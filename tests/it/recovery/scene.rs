//! A table that knows nothing of restarts, and what may happen at it.

use kifud::clock::{ClockReading, Side, TimeControl};
use kifud::game::{
    Answer, Correction, Decision, Event, Game, Input, Lateness, Output, Preparation, Request, RuleRequest, RulingOutcome, Schedule,
    Settings, Start, TimeAuthority, TurnEnds, Verb,
};
use kifud::go::{Color, Place, Point, Size};
use kifud::time::{Mono, Stamp, Wall};
use kifud::wire::{Cell, ClockReport, Grid};
use proptest::prelude::*;

use crate::table::{SETTLE, settings};

/// How long after a restart the board has been read again for sure, and what was glimpsed before it belongs to no press any more.
pub const CALM: u64 = SETTLE + 1_100;

pub const WALL: i64 = 1_800_000_000_000;

pub fn stamp(ms: u64) -> Stamp {
    Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(WALL + ms as i64))
}

/// What happens at the table.
#[derive(Debug, Clone)]
pub enum Act {
    /// A stone of the side to move on the n-th legal point, what it captures lifted with it or later.
    Play {
        nth: usize,
        lifted: bool,
    },
    /// The last mover presses.
    Press,
    /// Some side presses.
    StrayPress(bool),
    /// A stone too many, or one too few.
    Mess {
        nth: usize,
        cell: u8,
    },
    /// The wood is made the record.
    Repair,
    /// The last stone is pushed to a touching point.
    Straighten(u8),
    /// A person asks.
    Ask(Ask),
    /// The clock on the table says its times.
    Reading,
    Wait(u64),
}

#[derive(Debug, Clone)]
pub enum Ask {
    Pause,
    Resume(bool),
    Undo(u32),
    PlayByHand(usize),
    Pass,
    Resign,
    Accept(bool),
    Dispute,
    Dead(usize),
    Confirm(bool),
    Prepare(u32),
    Start(bool),
    Replace(u32, usize),
    SetPosition(usize),
    Adjust(i64),
    StartClock,
    End,
    Arrived(bool, u32),
    Rule(bool),
    Adjourn,
}

fn ask() -> impl Strategy<Value = Ask> {
    prop_oneof![
        2 => Just(Ask::Pause),
        3 => any::<bool>().prop_map(Ask::Resume),
        2 => (1..3_u32).prop_map(Ask::Undo),
        2 => (0..81_usize).prop_map(Ask::PlayByHand),
        2 => Just(Ask::Pass),
        1 => Just(Ask::Resign),
        2 => any::<bool>().prop_map(Ask::Accept),
        1 => Just(Ask::Dispute),
        1 => (0..81_usize).prop_map(Ask::Dead),
        1 => any::<bool>().prop_map(Ask::Confirm),
        1 => (0..3_u32).prop_map(Ask::Prepare),
        2 => any::<bool>().prop_map(Ask::Start),
        1 => (1..6_u32, 0..81_usize).prop_map(|(at, nth)| Ask::Replace(at, nth)),
        1 => (0..81_usize).prop_map(Ask::SetPosition),
        1 => (-20_000..20_000_i64).prop_map(Ask::Adjust),
        1 => Just(Ask::StartClock),
        1 => Just(Ask::End),
        2 => (any::<bool>(), 0..60_000_u32).prop_map(|(black, ago)| Ask::Arrived(black, ago)),
        2 => any::<bool>().prop_map(Ask::Rule),
        1 => Just(Ask::Adjourn),
    ]
}

pub fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        12 => (0..81_usize, prop::bool::weighted(0.7)).prop_map(|(nth, lifted)| Act::Play { nth, lifted }),
        6 => Just(Act::Press),
        1 => any::<bool>().prop_map(Act::StrayPress),
        2 => (0..81_usize, 0..4_u8).prop_map(|(nth, cell)| Act::Mess { nth, cell }),
        4 => Just(Act::Repair),
        1 => (0..8_u8).prop_map(Act::Straighten),
        5 => ask().prop_map(Act::Ask),
        3 => Just(Act::Reading),
        3 => (1..30_000_u64).prop_map(Act::Wait),
    ]
}

/// The start half a minute after the table opens, a limit, a break, the time to seal.
fn schedule() -> impl Strategy<Value = Option<Schedule>> {
    let at = |ms: u64| stamp(1_000_000 + ms).wall;
    let lateness = prop::sample::select(vec![Lateness::Once, Lateness::Twice, Lateness::ClockRuns]);
    prop::option::of((lateness, 20_000..90_000_u64, 5_000..60_000_u64).prop_map(move |(lateness, from, long)| Schedule {
        start_at: Some(at(15_000)),
        absent_after_ms: Some(40_000),
        lateness,
        seal_at: Some(at(100_000)),
        breaks: vec![(at(from), at(from + long))],
    }))
}

pub fn table_settings() -> impl Strategy<Value = Settings> {
    let control = TimeControl::ByoYomi { main_ms: 60_000, periods: 3, period_ms: 20_000 };
    let authority = prop::sample::select(vec![TimeAuthority::Nobody, TimeAuthority::Device, TimeAuthority::Daemon]);
    let ends = prop::sample::select(vec![TurnEnds::Press, TurnEnds::Stone]);
    let side = prop::sample::select(vec![None, Some(Side::Left), Some(Side::Right)]);
    (authority, ends, side, 4..7_u8, schedule()).prop_map(move |(time_authority, turn_ends, black_side, size, schedule)| {
        let mut made = Settings { time_authority, turn_ends, ..settings(size) };
        made.terms.time = Some(control);
        made.terms.black_side = black_side;
        made.terms.schedule = schedule;
        made
    })
}

/// A game with the wood and the clock beside it, which know nothing of restarts.
#[derive(Clone)]
pub struct Scene {
    pub game: Game,
    pub grid: Grid,
    pub now: u64,
    /// The clock on the table: what is left, and whose time runs.
    left: [u32; 2],
    running: Option<Side>,
    read_at: u64,
    pub events: Vec<Event>,
    pub answers: Vec<Answer>,
    asked: u32,
}

impl Scene {
    pub fn new(settings: Settings) -> Scene {
        let size = settings.size;
        let mut scene = Scene {
            game: Game::new(settings, "seed", stamp(1_000_000)),
            grid: Grid::filled(size, Cell::Empty),
            now: 1_000_000,
            left: [60_000; 2],
            running: None,
            read_at: 1_000_000,
            events: Vec::new(),
            answers: Vec::new(),
            asked: 0,
        };
        scene.see();
        scene
    }

    /// The board is there and is read until it has held still.
    pub fn see(&mut self) {
        self.give(Input::BoardBack);
        self.scan();
        self.wait(CALM);
    }

    fn scan(&mut self) {
        let (at, grid) = (Mono::from_millis(self.now), self.grid.clone());
        self.give(Input::Scan { at, grid });
    }

    fn give(&mut self, input: Input) {
        let mut out = Vec::new();
        self.game.handle(stamp(self.now), input, &mut out);
        self.take(out);
    }

    pub fn wait(&mut self, ms: u64) {
        self.now += ms;
        let mut out = Vec::new();
        self.game.advance(stamp(self.now), &mut out);
        self.take(out);
    }

    fn take(&mut self, out: Vec<Output>) {
        for output in out {
            match output {
                Output::Event(event) => self.events.push(event),
                Output::Answer(answer) => self.answers.push(answer),
                Output::Clock(_) => {}
            }
        }
    }

    fn size(&self) -> Size {
        self.grid.size()
    }

    fn legal(&self, nth: usize) -> Option<Point> {
        let color = self.game.position().to_move();
        let legal: Vec<_> = self.size().points().filter(|&point| self.game.position().judge(color, Place::At(point)).is_legal()).collect();
        legal.get(nth % legal.len().max(1)).copied()
    }

    fn press(&mut self, side: Side) {
        let spent = (self.now - self.read_at) as u32;
        if let Some(running) = self.running {
            self.left[running.index()] = self.left[running.index()].saturating_sub(spent);
        }
        (self.running, self.read_at) = (Some(side.other()), self.now);
        let at = Mono::from_millis(self.now);
        self.give(Input::Clock { at, report: ClockReport::Press(side) });
        self.reading();
    }

    fn reading(&mut self) {
        let spent = (self.now - self.read_at) as u32;
        let mut remaining_ms = self.left;
        if let Some(running) = self.running {
            remaining_ms[running.index()] = remaining_ms[running.index()].saturating_sub(spent);
        }
        let reading = ClockReading {
            remaining_ms,
            running: self.running,
            periods_left: [Some(3); 2],
            stones_left: [None; 2],
            flag: [remaining_ms[0] == 0, remaining_ms[1] == 0],
            overtime: [false; 2],
            paused: false,
            resolution_ms: 1,
        };
        self.give(Input::Clock { at: Mono::from_millis(self.now), report: ClockReport::Times(reading) });
    }

    pub fn act(&mut self, act: &Act) {
        match act {
            Act::Play { nth, lifted } => {
                let Some(point) = self.legal(*nth).filter(|&point| self.grid.get(point) == Cell::Empty) else { return };
                let color = self.game.position().to_move();
                if *lifted {
                    for captured in self.game.position().captures_of(color, point) {
                        self.grid.set(captured, Cell::Empty);
                    }
                }
                self.grid.set(point, Cell::Stone(color));
                self.scan();
                self.wait(CALM);
            }
            Act::Press => {
                let Some(color) = self.game.record().moves.last().map(|last| last.color) else { return };
                self.press(if color == Color::Black { Side::Left } else { Side::Right });
            }
            Act::StrayPress(left) => self.press(if *left { Side::Left } else { Side::Right }),
            Act::Mess { nth, cell } => {
                let point = self.size().point(nth % self.size().area()).unwrap();
                self.grid
                    .set(point, [Cell::Empty, Cell::Stone(Color::Black), Cell::Stone(Color::White), Cell::Unreadable][usize::from(*cell)]);
                self.scan();
                self.wait(CALM);
            }
            Act::Repair => {
                for point in self.size().points() {
                    self.grid.set(point, self.game.position().get(point).map_or(Cell::Empty, Cell::Stone));
                }
                self.scan();
                self.wait(CALM);
            }
            Act::Straighten(direction) => self.straighten(*direction),
            Act::Ask(ask) => self.ask(ask),
            Act::Reading => self.reading(),
            Act::Wait(ms) => self.wait(*ms),
        }
    }

    fn straighten(&mut self, direction: u8) {
        let Some(from) = self.game.record().moves.last().and_then(|last| last.place.point()) else { return };
        let Some(to) = self.size().neighbours(from).nth(usize::from(direction) % 4) else { return };
        if self.grid.get(to) == Cell::Empty {
            let stone = self.grid.get(from);
            self.grid.set(from, Cell::Empty);
            self.grid.set(to, stone);
            self.scan();
            self.wait(CALM);
        }
    }

    fn ask(&mut self, ask: &Ask) {
        let Some(verb) = self.verb(ask) else { return };
        self.asked += 1;
        let (transaction, book) = (format!("t{}", self.asked), self.game.book());
        let (expect_game, expect_rev) = (Some(book.game_id.clone()), Some(book.rev));
        self.give(Input::Request(Request { transaction, by: None, expect_game, expect_rev, verb }));
    }

    fn verb(&self, ask: &Ask) -> Option<Verb> {
        let side = |black: &bool| if *black { Color::Black } else { Color::White };
        let to_move = self.game.position().to_move();
        Some(match ask {
            Ask::Pause => Verb::Pause { reason: "lunch".to_owned(), until: None },
            Ask::Resume(force) => Verb::Resume { force: *force },
            Ask::Undo(moves) => Verb::Undo { moves: *moves },
            Ask::PlayByHand(nth) => Verb::Play { color: to_move, place: Place::At(self.legal(*nth)?) },
            Ask::Pass => Verb::Pass(to_move),
            Ask::Resign => Verb::Resign(to_move),
            Ask::Accept(black) => Verb::AcceptEnd(side(black)),
            Ask::Dispute => Verb::DisputeEnd { color: to_move, to_move: Some(to_move.opponent()) },
            Ask::Dead(nth) => Verb::MarkDead {
                points: self.size().points().filter(|p| self.game.position().get(*p).is_some()).nth(*nth).into_iter().collect(),
            },
            Ask::Confirm(black) => Verb::ConfirmScore(side(black)),
            Ask::Prepare(handicap) => Verb::PrepareGame(Box::new(Preparation {
                handicap: Some(*handicap),
                komi: Some(kifud::go::HalfPoints(13)),
                ..Preparation::default()
            })),
            Ask::Start(adopt) => Verb::StartGame(Box::new(Start { adopt: *adopt, ..Start::default() })),
            Ask::Replace(at, nth) => Verb::CorrectRecord { at: *at, op: Correction::Replace(to_move, Place::At(self.legal(*nth)?)) },
            Ask::SetPosition(nth) => {
                let setup = kifud::go::Setup { black: vec![self.size().point(nth % self.size().area())?], white: Vec::new() };
                Verb::SetPosition { setup, to_move: Color::White }
            }
            Ask::Adjust(delta_ms) => Verb::AdjustClock { color: to_move, delta_ms: *delta_ms, periods_delta: 0, reason: "late".to_owned() },
            Ask::StartClock => Verb::StartClock,
            Ask::Adjourn => Verb::Adjourn,
            Ask::Arrived(black, ago) => {
                Verb::Arrived { color: side(black), at: Some(stamp(self.now.saturating_sub(u64::from(*ago))).wall) }
            }
            Ask::Rule(confirm) => {
                let alert = self.game.book().alerts.iter().rfind(|alert| alert.proposal.is_some())?;
                let outcome = if *confirm { RulingOutcome::Confirm } else { RulingOutcome::Dismiss };
                let (alert, rev) = (alert.id.clone(), alert.rev);
                Verb::Rule(Box::new(RuleRequest { game_id: None, alert, rev, replaces: None, decision: Decision::plain(outcome) }))
            }
            Ask::End => Verb::EndGame {
                result: kifud::game::GameResult {
                    by: kifud::game::EndedBy::Void,
                    winner: None,
                    margin: None,
                    state: kifud::game::ResultState::Final,
                },
                last_move: None,
            },
        })
    }
}

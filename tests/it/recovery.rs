//! A restart at any event of a game: events folded, the state row read, the same inputs from there on: the same game. Virtual time,
//! no processes; the crash tests in `daemon` do it for real.

use kifud::clock::{ClockReading, Side, TimeControl};
use kifud::form::{StateForm, event_from_json, event_to_json};
use kifud::game::{
    Answer, Correction, Event, EventBody, Folded, Game, Input, Output, PlayerPhase, Preparation, Request, Settings, Start, TimeAuthority,
    TurnEnds, Verb,
};
use kifud::go::{Color, Place, Point, Size};
use kifud::time::{Mono, Stamp, Wall};
use kifud::wire::{Cell, ClockReport, Grid};
use proptest::prelude::*;

use crate::table::{SETTLE, settings};

/// How long after a restart the board has been read again for sure.
const CALM: u64 = SETTLE + 100;

const WALL: i64 = 1_800_000_000_000;

fn stamp(ms: u64) -> Stamp {
    Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(WALL + ms as i64))
}

/// What happens at the table.
#[derive(Debug, Clone)]
enum Act {
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
enum Ask {
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
    ]
}

fn act() -> impl Strategy<Value = Act> {
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

fn table_settings() -> impl Strategy<Value = Settings> {
    let control = TimeControl::ByoYomi { main_ms: 60_000, periods: 3, period_ms: 20_000 };
    let authority = prop::sample::select(vec![TimeAuthority::Nobody, TimeAuthority::Device, TimeAuthority::Daemon]);
    let ends = prop::sample::select(vec![TurnEnds::Press, TurnEnds::Stone]);
    let side = prop::sample::select(vec![None, Some(Side::Left), Some(Side::Right)]);
    (authority, ends, side, 4..7_u8).prop_map(move |(time_authority, turn_ends, black_side, size)| {
        let mut made = Settings { time_authority, turn_ends, ..settings(size) };
        made.terms.time = Some(control);
        made.terms.black_side = black_side;
        made
    })
}

/// A game with the wood and the clock beside it, which know nothing of restarts.
#[derive(Clone)]
struct Scene {
    game: Game,
    grid: Grid,
    now: u64,
    /// The clock on the table: what is left, and whose time runs.
    left: [u32; 2],
    running: Option<Side>,
    read_at: u64,
    events: Vec<Event>,
    answers: Vec<Answer>,
    asked: u32,
}

impl Scene {
    fn new(settings: Settings) -> Scene {
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
    fn see(&mut self) {
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

    fn wait(&mut self, ms: u64) {
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

    fn act(&mut self, act: &Act) {
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
            Ask::Pause => Verb::Pause { reason: "lunch".to_owned() },
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

    /// The program dies here and starts again at once: only what the journal keeps is left.
    fn restarted(&self) -> Scene {
        let game = stored_and_read(&self.game, &self.events, "boot", "boot", stamp(self.now));
        Scene { game, ..self.clone() }
    }
}

/// State and events through JSON, as the journal keeps them.
fn stored_and_read(game: &Game, events: &[Event], boot: &str, now_boot: &str, now: Stamp) -> Game {
    let size = game.settings().size;
    let row = serde_json::to_string(&StateForm::new(&game.state(), boot, size, None)).unwrap();
    let state = serde_json::from_str::<StateForm>(&row).unwrap().read(now_boot, now, size).unwrap();
    let mut book = Folded::default();
    book.game_id.clone_from(&game.book().game_id);
    for event in events.iter().filter(|event| event.game_id == game.book().game_id) {
        let json = event_to_json(event, size);
        let read = event_from_json(&json, Some(size)).unwrap();
        assert_eq!(event_to_json(&read, size), json);
        book.apply(&read).unwrap();
    }
    assert_eq!(book, *game.book(), "the events fold to what was folded");
    Game::restore(game.settings().clone(), state, book, now)
}

/// What must be the same, said so that a difference can be read: not the patience with a board that differs, which starts anew, nor the
/// alerts and board events that come of it.
fn essence(events: &[Event]) -> Vec<String> {
    let board_kinds = ["unexplained", "ambiguous"];
    let told = events.iter().filter_map(|event| match &event.body {
        EventBody::Board { .. } => None,
        EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert) | EventBody::AlertClosed { alert, .. } => {
            let what = std::mem::discriminant(&event.body);
            (!board_kinds.contains(&alert.kind))
                .then(|| format!("{what:?} {} {:?} {:?} {:?}", alert.kind, alert.state, alert.color, alert.n))
        }
        body => Some(format!("{:?} {:?}", event.at, body)),
    });
    told.collect()
}

fn outcomes(answers: &[Answer]) -> Vec<String> {
    let short = |answer: &Answer| match &answer.outcome {
        Ok(_) => format!("{} ok", answer.transaction),
        Err(error) => format!("{} {:?}", answer.transaction, error.code),
    };
    answers.iter().map(short).collect()
}

/// Both go on with the same acts; the one that was restarted has read the board anew.
fn same_from_here(scene: &Scene, rest: &[Act]) -> Result<(), TestCaseError> {
    let (mut through, mut again) = (scene.clone(), scene.restarted());
    for scene in [&mut through, &mut again] {
        scene.events.clear();
        scene.answers.clear();
    }
    through.wait(CALM);
    again.see();
    for act in rest {
        // What hands do follows from what they see: the record of the one that was never restarted.
        through.act(act);
        again.act(act);
    }
    for scene in [&mut through, &mut again] {
        scene.act(&Act::Repair);
        scene.wait(10_000);
    }
    prop_assert_eq!(essence(&through.events), essence(&again.events));
    prop_assert_eq!(outcomes(&through.answers), outcomes(&again.answers));
    let now = stamp(through.now);
    prop_assert_eq!(through.game.clock_document(now), again.game.clock_document(now));
    prop_assert_eq!(through.game.record(), again.game.record());
    prop_assert_eq!(through.game.position().position_hash(), again.game.position().position_hash());
    prop_assert_eq!(through.game.terms(), again.game.terms());
    let (mut first, second) = (through.game.state(), again.game.state());
    // How the wood came to be differs; what it is does not.
    first.turn.arrived = second.turn.arrived;
    prop_assert_eq!(first, second);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if std::env::var_os("KIFUD_LONG").is_some() { 1_500 } else { 40 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_restart_at_any_moment_changes_nothing_of_what_follows(settings in table_settings(), acts in prop::collection::vec(act(), 8..28)) {
        let mut scene = Scene::new(settings);
        for (done, act) in acts.iter().enumerate() {
            let before = scene.events.len();
            scene.act(act);
            // Since when a stone stands that is no move yet is not kept: it counts from the first look after the restart.
            let agrees = scene.game.snapshot(stamp(scene.now).wall).agrees;
            // A flag that is provisional waits while anything settles, as everything does after a restart.
            let waiting = scene.game.state().flag.is_some_and(|flag| flag.provisional);
            // What was read before a sensor failed is not kept either.
            let readable = !scene.grid.cells().contains(&Cell::Unreadable);
            if agrees && readable && !waiting && (scene.events.len() != before || done % 7 == 0) {
                same_from_here(&scene, &acts[done + 1..])?;
            }
        }
    }
}

/// A game in its second byo-yomi period, kept by the daemon, Black to move for `used` ms.
fn in_overtime(used: u64) -> Scene {
    let mut made = Settings { time_authority: TimeAuthority::Daemon, ..settings(9) };
    made.terms.time = Some(TimeControl::ByoYomi { main_ms: 60_000, periods: 3, period_ms: 30_000 });
    let mut scene = Scene::new(made);
    scene.act(&Act::Play { nth: 40, lifted: true });
    scene.act(&Act::Press);
    scene.act(&Act::Play { nth: 20, lifted: true });
    scene.act(&Act::Press);
    scene.wait(used);
    scene
}

#[test]
fn after_the_machine_was_started_again_the_clock_has_lost_what_the_calendar_says_and_no_more() {
    // Moments from before the start of the machine were cut off at its start, so a turn that had lasted an hour lasted a minute.
    for (used, away) in [(20_000, 5_000), (65_000, 4_000), (10_000, 100_000)] {
        let scene = in_overtime(used);
        let stored = scene.game.state();
        let until = scene.game.clock_document(stamp(scene.now)).unwrap();
        // Another run of the machine, which counts from near its own beginning; the calendar has gone on.
        let wall = Wall::from_unix_ms(WALL + (scene.now + away) as i64);
        let now = Stamp::new(Mono::from_millis(10_000_000), wall);
        let restored = stored_and_read(&scene.game, &scene.events, "one", "other", now);
        let after = restored.clock_document(now).unwrap();
        let mut through = scene.clone();
        through.wait(away);
        let unbroken = through.game.clock_document(stamp(through.now)).unwrap();
        assert_eq!((after.running, after.players), (unbroken.running, unbroken.players), "{used} {away}");
        assert_eq!(after.turn_used_ms, Some(used + away));
        assert_eq!(after.turn_started, until.turn_started, "the turn began when it began");
        assert_eq!(stored.keeper, scene.game.state().keeper);
    }
}

#[test]
fn a_calendar_that_went_back_while_the_machine_was_off_takes_no_time_and_gives_none() {
    let scene = in_overtime(20_000);
    let now = Stamp::new(Mono::from_millis(10_000_000), Wall::from_unix_ms(0));
    let restored = stored_and_read(&scene.game, &scene.events, "one", "other", now);
    let (before, after) = (scene.game.clock_document(stamp(scene.now)).unwrap(), restored.clock_document(now).unwrap());
    assert_eq!((after.turn_used_ms, after.players), (before.turn_used_ms, before.players));
}

#[test]
fn a_flag_that_fell_while_the_program_was_away_is_told_once_it_is_back() {
    let scene = in_overtime(60_000 + 80_000);
    let now = stamp(scene.now + 60_000);
    let mut again = Scene { now: scene.now + 60_000, ..scene.clone() };
    again.game = stored_and_read(&scene.game, &scene.events, "boot", "boot", now);
    again.events.clear();
    again.see();
    again.wait(2_000);
    let flagged = again.game.clock_document(stamp(again.now)).unwrap().players.black.phase;
    assert_eq!(flagged, PlayerPhase::Flagged { provisional: false });
    let raised = again.events.iter().filter(|event| matches!(&event.body, EventBody::AlertRaised(alert) if alert.kind == "flag-fallen"));
    assert_eq!(raised.count(), 1);
    assert!(again.events.windows(2).all(|pair| pair[0].seq + 1 == pair[1].seq));
}

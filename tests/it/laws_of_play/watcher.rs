//! A game, and somebody beside it who keeps what was ever shown and what was ever said.

use std::collections::BTreeSet;

use kifud::clock::{ClockReading, Side};
use kifud::form::{StateForm, event_from_json, event_to_json};
use kifud::game::{Event, EventBody, Folded, Game, Input, Output, Request, Settings};
use kifud::go::{Color, Place, Point, Size};
use kifud::time::{Mono, Stamp, Wall};
use kifud::wire::{Cell, ClockReport, Grid, Trays};
use proptest::prelude::*;

use super::acts::Act;
use crate::table::SETTLE;

/// Deadlines that may come one after the other within [`HORIZON_MS`] of one input. A point settles, a stone is believed, an alert is raised
/// and completed, periods end: some dozens.
const DEADLINES_MAX: usize = 200;
const HORIZON_MS: u64 = 30_000;

/// Outputs that one input may bring forth, beside those for every move of the record (an undo takes each out) and for every point.
const OUTPUTS_MAX: usize = 120;

type Verdict = Result<(), TestCaseError>;

pub struct Watcher {
    game: Game,
    settings: Settings,
    grid: Grid,
    now: u64,
    asked: u32,
    folded: Folded,
    game_events: Vec<String>,
    /// What every point has shown, placements among it.
    shown: Vec<BTreeSet<u8>>,
    /// What the events told, for a look at whether the law was tried.
    pub moves: usize,
    pub kinds: BTreeSet<&'static str>,
    pub was_unverified: bool,
}

/// A cell as a number; a placement is a stone of unknown colour.
fn code(cell: Cell) -> u8 {
    match cell {
        Cell::Empty => 0,
        Cell::Stone(Color::Black) => 1,
        Cell::Stone(Color::White) => 2,
        Cell::StoneOfUnknownColor => 3,
        Cell::Unreadable => 4,
    }
}

fn cell(code: u8) -> Cell {
    [Cell::Empty, Cell::Stone(Color::Black), Cell::Stone(Color::White), Cell::StoneOfUnknownColor, Cell::Unreadable][usize::from(code) % 5]
}

fn stamp(ms: u64) -> Stamp {
    Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(1_800_000_000_000 + ms as i64))
}

impl Watcher {
    pub fn new(settings: Settings) -> Watcher {
        let size = settings.size;
        Watcher {
            game: Game::new(settings.clone(), "laws", stamp(1_000_000)),
            settings,
            grid: Grid::filled(size, Cell::Empty),
            now: 1_000_000,
            asked: 0,
            folded: Folded::default(),
            game_events: Vec::new(),
            shown: vec![BTreeSet::new(); size.area()],
            moves: 0,
            kinds: BTreeSet::new(),
            was_unverified: false,
        }
    }

    fn size(&self) -> Size {
        self.settings.size
    }

    fn point(&self, number: usize) -> Point {
        self.size().point(number % self.size().area()).expect("it is taken modulo the board")
    }

    fn legal(&self, nth: usize) -> Option<Point> {
        let color = self.game.position().to_move();
        let legal: Vec<Point> =
            self.size().points().filter(|&point| self.game.position().judge(color, Place::At(point)).is_legal()).collect();
        legal.get(nth % legal.len().max(1)).copied()
    }

    fn moment(&self, offset: i64) -> Mono {
        Mono::from_millis(self.now.saturating_add_signed(offset))
    }

    pub fn act(&mut self, act: &Act) -> Verdict {
        match act {
            Act::Stone { nth, lifted, colored, still } => {
                self.stone(*nth, *lifted, *colored)?;
                self.wait(if *still { SETTLE + 50 } else { 0 })
            }
            Act::Change(changes) => {
                changes.iter().for_each(|&(number, code)| self.grid.set(self.point(number), cell(code)));
                self.scan(0)
            }
            Act::Whole { seed, percent } => {
                let mut rng = fastrand::Rng::with_seed(*seed);
                for point in self.size().points() {
                    self.grid.set(point, if rng.u8(0..100) < *percent { cell(rng.u8(0..5)) } else { Cell::Empty });
                }
                self.scan(0)
            }
            Act::Repair => {
                for point in self.size().points() {
                    self.grid.set(point, self.game.position().get(point).map_or(Cell::Empty, Cell::Stone));
                }
                self.scan(0)
            }
            Act::Straighten(direction) => {
                let Some(from) = self.game.record().moves.last().and_then(|last| last.place.point()) else { return Ok(()) };
                let Some(to) = self.size().points().filter(|point| point.touches(from)).nth(usize::from(*direction)) else { return Ok(()) };
                let stone = self.grid.get(from);
                self.grid.set(from, Cell::Empty);
                self.grid.set(to, stone);
                self.scan(0)
            }
            Act::Flicker { point, times, every } => {
                let point = self.point(*point);
                for time in 0..*times {
                    self.grid.set(point, if time % 2 == 0 { Cell::Stone(Color::White) } else { Cell::Empty });
                    self.scan(0)?;
                    self.wait(*every)?;
                }
                Ok(())
            }
            Act::Elsewhen { point, cell: code, offset } => {
                self.grid.set(self.point(*point), cell(*code));
                self.scan(*offset)
            }
            Act::Restart => self.restart(),
            Act::Wait(ms) => self.wait(*ms),
            other => self.input_of(other).map_or(Ok(()), |input| self.give(input)),
        }
    }

    fn stone(&mut self, nth: usize, lifted: bool, colored: bool) -> Verdict {
        let Some(point) = self.legal(nth) else { return Ok(()) };
        let color = self.game.position().to_move();
        if lifted {
            self.game.position().captures_of(color, point).into_iter().for_each(|captured| self.grid.set(captured, Cell::Empty));
        }
        self.grid.set(point, if colored { Cell::Stone(color) } else { Cell::StoneOfUnknownColor });
        self.scan(0)
    }

    /// What is one input and nothing else.
    fn input_of(&mut self, act: &Act) -> Option<Input> {
        let side = |left: bool| if left { Side::Left } else { Side::Right };
        let clock = |at, report| Input::Clock { at, report };
        Some(match act {
            Act::Press { left, offset } => clock(self.moment(*offset), ClockReport::Press(side(*left))),
            Act::OwnPress => {
                let black = self.game.record().moves.last()?.color == Color::Black;
                let left = self.game.black_side().unwrap_or(Side::Left) == Side::Left;
                clock(self.moment(0), ClockReport::Press(side(black == left)))
            }
            Act::Lost => Input::BoardLost,
            Act::Back { scan } => {
                if !scan {
                    return Some(Input::BoardBack);
                }
                self.show();
                Input::Scan { at: self.moment(0), grid: self.grid.clone() }
            }
            Act::Touch(on) => Input::Touch(*on),
            Act::Placed { nth, legal, offset } => {
                let point = if *legal { self.legal(*nth)? } else { self.point(*nth) };
                let index = self.size().index(point);
                self.shown[index].insert(code(Cell::StoneOfUnknownColor));
                Input::Placed { at: self.moment(*offset), point }
            }
            Act::Unverified => Input::Unverified { at: self.moment(0) },
            Act::Reading { left, running, periods, flag } => {
                let reading = ClockReading {
                    remaining_ms: *left,
                    running: running.map(side),
                    periods_left: [Some(*periods); 2],
                    stones_left: [None; 2],
                    flag: [*flag, false],
                    overtime: [*periods > 3; 2],
                    paused: *periods > 200,
                    resolution_ms: 1,
                };
                clock(self.moment(0), ClockReport::Times(reading))
            }
            Act::OtherReport(which) => {
                let all =
                    [ClockReport::PauseButton, ClockReport::ArbiterButton, ClockReport::Restarted, ClockReport::Gap, ClockReport::NoAnswer];
                clock(self.moment(0), all.into_iter().nth(usize::from(*which) % 5)?)
            }
            Act::ClockLost => Input::ClockLost,
            Act::ClockBack => Input::ClockBack,
            Act::Trays([black_bowl, white_bowl, black_lid, white_lid]) => {
                Input::Trays(Trays { black_bowl: *black_bowl, white_bowl: *white_bowl, black_lid: *black_lid, white_lid: *white_lid })
            }
            Act::Desk { which, white, nth } => {
                self.asked += 1;
                let verb = crate::desk::anything::verb(&self.game, *which, *white, *nth, stamp(self.now).wall);
                let by = (nth % 2 == 0).then(|| "anna".to_owned());
                Input::Request(Request { transaction: format!("t{}", self.asked), by, expect_game: None, expect_rev: None, verb })
            }
            Act::Faults(numbers) => Input::Faults(numbers.iter().map(|&number| self.point(number)).collect()),
            Act::Ask { verb, by } => {
                self.asked += 1;
                let verb = verb.verb(self.size(), self.game.position().to_move(), |nth| self.legal(nth));
                let (transaction, book) = (format!("t{}", self.asked), self.game.book());
                let (expect_game, expect_rev) = (Some(book.game_id.clone()), Some(book.rev));
                Input::Request(Request { transaction, by: by.then(|| "anna".to_owned()), expect_game, expect_rev, verb })
            }
            _ => return None,
        })
    }

    fn show(&mut self) {
        for (index, cell) in self.grid.cells().iter().enumerate() {
            self.shown[index].insert(code(*cell));
        }
    }

    fn scan(&mut self, offset: i64) -> Verdict {
        self.show();
        self.give(Input::Scan { at: self.moment(offset), grid: self.grid.clone() })
    }

    fn give(&mut self, input: Input) -> Verdict {
        let told = format!("{input:?}");
        let mut out = Vec::new();
        self.game.handle(stamp(self.now), input, &mut out);
        self.judge(out, &told)?;
        // What lies behind already is told at the next look, once.
        self.advance("the look behind it")
    }

    fn wait(&mut self, ms: u64) -> Verdict {
        let until = self.now.saturating_add(ms);
        // First from deadline to deadline, as a loop does; then the rest in one leap, as after a machine that slept.
        let horizon = until.min(self.now + HORIZON_MS);
        let mut deadlines = 0;
        while let Some(at) = self.game.deadline().filter(|at| at.as_millis() <= horizon) {
            let before = self.now;
            self.now = self.now.max(at.as_millis());
            self.advance("a deadline")?;
            deadlines += 1;
            prop_assert!(deadlines <= DEADLINES_MAX, "{deadlines} deadlines from {before} to {}: it never comes to rest", self.now);
        }
        self.now = until;
        self.advance("time")
    }

    fn advance(&mut self, why: &str) -> Verdict {
        let mut out = Vec::new();
        self.game.advance(stamp(self.now), &mut out);
        self.judge(out, why)?;
        let deadline = self.game.deadline().map(Mono::as_millis);
        prop_assert!(deadline.is_none_or(|at| at > self.now), "{why}: woken at {} and wants to be at {deadline:?}", self.now);
        Ok(())
    }

    /// Everything comes to rest by itself, and still agrees with what it said.
    pub fn rest(&mut self) -> Verdict {
        self.wait(60_000)?;
        self.restart()?;
        self.scan(0)?;
        self.wait(60_000)
    }

    fn judge(&mut self, out: Vec<Output>, why: &str) -> Verdict {
        let most = OUTPUTS_MAX + 2 * self.folded.record.as_ref().map_or(0, |record| record.moves.len());
        prop_assert!(out.len() <= most, "{why} brings forth {} outputs", out.len());
        let events: Vec<Event> =
            out.into_iter().filter_map(|output| if let Output::Event(event) = output { Some(event) } else { None }).collect();
        for (index, event) in events.iter().enumerate() {
            let folds = self.folded.apply(event);
            prop_assert!(folds.is_ok(), "{why}: {folds:?} at {event:?}");
            if event.seq == 1 {
                self.game_events.clear();
            }
            match &event.body {
                EventBody::Move { .. } => self.moves += 1,
                EventBody::AlertRaised(alert) => drop(self.kinds.insert(alert.kind.name())),
                _ => {}
            }
            self.game_events.push(event_to_json(event, self.size()));
            self.was_shown(event, &events[index..])?;
        }
        self.was_unverified |= !self.game.snapshot(Wall::default()).verified;
        if self.folded.seq > 0 {
            prop_assert_eq!(&self.folded, self.game.book(), "{} is not what the events amount to", why);
        }
        Ok(())
    }

    /// The law: a move stands where something was shown. `rest` is this event and those behind it.
    fn was_shown(&self, event: &Event, rest: &[Event]) -> Verdict {
        let EventBody::Move { played, .. } = &event.body else { return Ok(()) };
        let Place::At(point) = played.place else { return Ok(()) };
        if played.entered_by.is_some() {
            return Ok(());
        }
        let shown = &self.shown[self.size().index(point)];
        let own = code(Cell::Stone(played.color));
        let seen = shown.contains(&own) || shown.contains(&code(Cell::StoneOfUnknownColor)) || shown.contains(&code(Cell::Unreadable));
        // A play from the wrong bowl, or one that is disputed for another reason, stands where any stone was shown.
        let disputed = played.disputed.is_some() && shown.iter().any(|&code| code != 0);
        // A point that has toggled is not believed; one that was never anything but empty cannot have.
        let flickered = shown.contains(&0) && shown.len() > 1;
        // A story may hold a stone that nothing has shown only when a later play of the same story has taken it again (a snapback or a
        // ko fight between two scans).
        let taken = rest[1..].iter().any(|later| match &later.body {
            EventBody::Move { played, .. } => played.captured.contains(&point),
            _ => false,
        });
        prop_assert!(seen || disputed || flickered || taken, "{:?} was never shown: {shown:?}", event.body);
        Ok(())
    }

    /// True when the law would find a move on a point that nothing has shown.
    pub fn sees_an_invention(&self) -> bool {
        let point = self.point(40);
        let played = kifud::go::PlayedMove::new(Color::Black, Place::At(point));
        let body = EventBody::Move { n: 1, played, position_hash: String::new() };
        let event = Event { game_id: String::new(), seq: 1, rev: 1, at: Wall::default(), body };
        self.was_shown(&event, std::slice::from_ref(&event)).is_err()
    }

    /// The program dies and starts again: the events, the state row and nothing else.
    fn restart(&mut self) -> Verdict {
        if self.folded.seq == 0 {
            return Ok(());
        }
        let size = self.size();
        let row = serde_json::to_string(&StateForm::new(&self.game.state(), "boot", size, None)).expect("a row is JSON");
        let row: StateForm = serde_json::from_str(&row).expect("it was written by us");
        let state = row.read("boot", stamp(self.now), size);
        prop_assert!(state.is_ok(), "{state:?}");
        let mut book = Folded::default();
        book.game_id.clone_from(&self.folded.game_id);
        for json in &self.game_events {
            let event = event_from_json(json, Some(size));
            prop_assert!(event.is_ok(), "{event:?}: {json}");
            let folds = book.apply(&event.expect("it was just looked at"));
            prop_assert!(folds.is_ok(), "{folds:?}: {json}");
        }
        prop_assert_eq!(&book, self.game.book());
        self.game = Game::restore(self.settings.clone(), state.expect("it was just looked at"), book, stamp(self.now));
        self.now += SETTLE;
        self.advance("a restart")
    }
}

//! A table without wires: scans and presses go in at moments that the test chooses, events come out.

use kifud::clock::{Side, TimeControl};
use kifud::game::{
    Event, EventBody, Game, Input, MatchInfo, Output, Players, PressPass, Request, Rulebook, Settings, StartMode, Terms, TimeAuthority,
    TurnEnds, Verb,
};
use kifud::go::{Color, HalfPoints, Point, Rules, Size};
use kifud::time::{Mono, Stamp, Wall};
use kifud::wire::{Cell, ClockReport, Grid};

/// Settle time of the tables here.
pub const SETTLE: u64 = 400;

/// What a table is configured with unless a test says otherwise.
pub fn settings(side: u8) -> Settings {
    Settings {
        size: Size::square(side).unwrap(),
        terms: Terms {
            rulebook: Rulebook::China1988,
            overrides: Vec::new(),
            rules: Rules::preset("chinese").unwrap(),
            komi: HalfPoints(11),
            handicap: 0,
            players: Players::default(),
            time: None,
            black_side: Some(Side::Left),
            schedule: None,
            profile: kifud::game::Profile::Tournament,
            simul_color: Terms::SIMUL_COLOR,
        },
        time_authority: TimeAuthority::Daemon,
        start: StartMode::Auto,
        turn_ends: TurnEnds::Press,
        press_pass: PressPass::Ask,
        capture_neutral: kifud::game::CaptureNeutral::Never,
        press_tolerance_ms: 1_000,
        settle_ms: SETTLE,
        patience_ms: 4_000,
        latency_ms: 300,
        match_info: MatchInfo::default(),
        orientation: kifud::sense::Orientation::STRAIGHT,
        alerts_off: Vec::new(),
        by_book: kifud::game::ByBook::default(),
    }
}

/// A table, its board and the events so far.
pub struct Table {
    pub game: Game,
    pub now: u64,
    pub grid: Grid,
    pub events: Vec<Event>,
    pub answers: Vec<kifud::game::Answer>,
    pub commands: Vec<kifud::wire::ClockCommand>,
    /// By how much the calendar was set ahead, in ms.
    pub calendar: i64,
    colors: bool,
}

impl Table {
    /// A table whose board is there and empty.
    pub fn new(settings: Settings) -> Table {
        let size = settings.size;
        let mut table = Table::absent(settings);
        table.give(Input::BoardBack);
        table.show(Grid::filled(size, Cell::Empty));
        table.wait(1_000);
        table
    }

    /// A table whose board has not been seen.
    pub fn absent(settings: Settings) -> Table {
        let size = settings.size;
        let game = Game::new(settings, "test", stamp(10_000));
        Table {
            game,
            now: 10_000,
            grid: Grid::filled(size, Cell::Empty),
            events: Vec::new(),
            answers: Vec::new(),
            commands: Vec::new(),
            calendar: 0,
            colors: true,
        }
    }

    /// The board sees no colours.
    pub fn colorblind(mut self) -> Table {
        self.colors = false;
        self
    }

    /// With a time control kept by kifud.
    pub fn timed(mut settings: Settings, control: TimeControl) -> Table {
        settings.terms.time = Some(control);
        Table::new(settings)
    }

    pub fn point(&self, vertex: &str) -> Point {
        Point::from_vertex(vertex, self.grid.size()).unwrap()
    }

    pub fn give(&mut self, input: Input) {
        let mut out = Vec::new();
        self.game.handle(self.stamp(), input, &mut out);
        self.take(out);
    }

    fn stamp(&self) -> Stamp {
        let Stamp { mono, wall } = stamp(self.now);
        Stamp::new(mono, Wall::from_unix_ms(wall.as_unix_ms() + self.calendar))
    }

    fn take(&mut self, out: Vec<Output>) {
        for output in out {
            match output {
                Output::Event(event) => self.events.push(event),
                Output::Answer(answer) => self.answers.push(answer),
                Output::Clock(command) => self.commands.push(command),
            }
        }
    }

    /// Lets time pass.
    pub fn wait(&mut self, ms: u64) -> &mut Table {
        self.now += ms;
        let mut out = Vec::new();
        self.game.advance(self.stamp(), &mut out);
        self.take(out);
        self
    }

    fn show(&mut self, grid: Grid) {
        self.grid = grid.clone();
        let at = Mono::from_millis(self.now);
        self.give(Input::Scan { at, grid });
    }

    /// Stones come and go in one scan: "black D4", "white E5", "lift C3".
    pub fn change(&mut self, changes: &[&str]) -> &mut Table {
        let mut grid = self.grid.clone();
        for change in changes {
            let (what, vertex) = change.split_once(' ').unwrap();
            let stone = |color| if self.colors { Cell::Stone(color) } else { Cell::StoneOfUnknownColor };
            let cell = match what {
                "black" => stone(Color::Black),
                "white" => stone(Color::White),
                "lift" => Cell::Empty,
                other => panic!("{other}?"),
            };
            grid.set(self.point(vertex), cell);
        }
        self.show(grid);
        self
    }

    /// A change that then holds still long enough.
    pub fn hold(&mut self, changes: &[&str]) -> &mut Table {
        self.change(changes).wait(SETTLE + 100)
    }

    /// A press of the clock.
    pub fn press(&mut self, color: Color) -> &mut Table {
        self.press_at(color, self.now)
    }

    /// A press that happened at another moment than it arrives.
    pub fn press_at(&mut self, color: Color, at: u64) -> &mut Table {
        let side = if color == Color::Black { Side::Left } else { Side::Right };
        self.give(Input::Clock { at: Mono::from_millis(at), report: ClockReport::Press(side) });
        self
    }

    /// A request; the answer is the last of `answers`.
    pub fn ask(&mut self, verb: Verb) -> &mut Table {
        self.ask_by(None, verb)
    }

    /// The same, by somebody.
    pub fn ask_by(&mut self, by: Option<&str>, verb: Verb) -> &mut Table {
        let transaction = format!("t{}", self.answers.len());
        let expect_game = Some(self.game.book().game_id.clone());
        let expect_rev = Some(self.game.book().rev);
        self.give(Input::Request(Request { transaction, by: by.map(str::to_owned), expect_game, expect_rev, verb }));
        self
    }

    /// A request that must be carried out.
    #[track_caller]
    pub fn done(&mut self, verb: Verb) -> &mut Table {
        self.ask(verb);
        assert!(self.answers.last().unwrap().outcome.is_ok(), "{:?}", self.answers.last());
        self
    }

    /// A request that must be refused: its code and message.
    #[track_caller]
    pub fn refused(&mut self, verb: Verb) -> (kifud::game::ErrorCode, String) {
        self.ask(verb);
        let error = self.answers.last().unwrap().outcome.clone().expect_err("a refusal");
        (error.code, error.message)
    }

    /// The newest open alert of a kind.
    #[track_caller]
    pub fn open(&self, kind: kifud::referee::Kind) -> kifud::game::Alert {
        self.find(kind).unwrap_or_else(|| panic!("no open {kind}: {:?}", self.alerts()))
    }

    /// The same, where there is one.
    pub fn find(&self, kind: kifud::referee::Kind) -> Option<kifud::game::Alert> {
        self.game.book().alerts.iter().rev().find(|alert| alert.kind == kind).cloned()
    }

    /// The record in short: "B D4, W pass".
    pub fn record(&self) -> String {
        let size = self.grid.size();
        let moves = self.game.record().moves.iter();
        moves.map(|played| format!("{} {}", &played.color.name()[..1], played.place.text(size))).collect::<Vec<_>>().join(", ")
    }

    /// Kinds of the alerts raised so far.
    pub fn alerts(&self) -> Vec<&'static str> {
        self.events
            .iter()
            .filter_map(|event| if let EventBody::AlertRaised(alert) = &event.body { Some(alert.kind.name()) } else { None })
            .collect()
    }

    /// Names of the events so far, without those of before.
    pub fn since(&mut self) -> Vec<String> {
        self.events.drain(..).map(|event| name(&event.body)).collect()
    }
}

fn name(body: &EventBody) -> String {
    match body {
        EventBody::GameStarted(_) => "game-started".to_owned(),
        EventBody::Move { n, .. } => format!("move {n}"),
        EventBody::TurnEnded { n, by, used_ms, .. } => match used_ms {
            Some(used) => format!("turn-ended {n} {by:?} {used}"),
            None => format!("turn-ended {n} {by:?}"),
        },
        EventBody::MoveRetracted { n, .. } => format!("move-retracted {n}"),
        EventBody::RecordChanged { from_n, .. } => format!("record-changed {from_n}"),
        EventBody::AlertRaised(alert) => format!("raised {}", alert.kind),
        EventBody::AlertChanged(alert) => format!("changed {}", alert.kind),
        EventBody::AlertClosed { alert, .. } => format!("closed {}", alert.kind),
        EventBody::Clock { change, .. } => format!("clock {change:?}"),
        EventBody::Phase { to, .. } => format!("phase {}", to.name()),
        EventBody::Board { change, .. } => format!("board {change:?}"),
        EventBody::PlayersChanged { .. } => "players-changed".to_owned(),
        EventBody::Ledger { .. } => "ledger".to_owned(),
        EventBody::Ruling(_) => "ruling".to_owned(),
        EventBody::Seat(seat) => format!("seat {:?}", seat.change),
        EventBody::Sealing { change, .. } => format!("sealing {change:?}"),
        EventBody::Muted(mute) => format!("muted {}", mute.kind),
        EventBody::GameEnded(_) => "game-ended".to_owned(),
        EventBody::ResultChanged(_) => "result-changed".to_owned(),
    }
}

pub fn stamp(ms: u64) -> Stamp {
    Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(1_800_000_000_000 + ms as i64))
}

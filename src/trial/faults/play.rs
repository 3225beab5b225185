//! One game with everything that befalls it, and what came of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use serde_json::{Value, json};

use super::check::{self, Outcome};
use super::house::House;
use super::kind::{Injection, plan};
use super::{Blow, Broken, Class, Kind};
use crate::config;
use crate::form::SetupForm;
use crate::game::TimeAuthority;
use crate::go::{Color, Record};
use crate::sim::{Cue, Device, schedule};
use crate::trial::consumer::Raised;
use crate::trial::devices::Devices;
use crate::trial::play::{LAST_WORDS_MS, MAIN_MS, PERIOD_MS, PERIODS, WAKING_MS, hands, opens_by_stones, seed_of};
use crate::trial::verdict::Difference;
use crate::trial::{Entry, Options, Setting};
use crate::wire::kifud::ClockSetting;

/// After everything has been put right, everything has been said within this: the longest back-off of a connection, and its start.
const CALM_MS: u64 = 45_000;

/// An answer comes within this when nothing is wrong any more.
const ANSWER_MS: u64 = 60_000;

/// How often somebody resigns who is told that it cannot be now.
const TRIES: u32 = 12;

/// The public is behind by so much, in half of the games.
const DELAY_MS: u64 = 15_000;

/// One game to be played.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// The game.
    pub record: &'a Record,
    /// With what.
    pub setting: Setting,
    /// What goes wrong.
    pub kind: Kind,
    /// The seed.
    pub seed: u64,
    /// How it befalls the game.
    pub course: Course,
}

/// How something befalls a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Course {
    /// As kind and seed say.
    #[default]
    Planned,
    /// Not at all.
    Undisturbed,
    /// The process is killed once, there, whatever the kind.
    Blow(Blow),
}

/// What came of one game.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    /// What went wrong.
    pub kind: Kind,
    /// The seed that plays it again.
    pub seed: u64,
    /// Troubles that befell it.
    pub troubles: usize,
    /// Times that the process was killed.
    pub kills: usize,
    /// Writes of the journal, of all its processes.
    pub writes: u32,
    /// Where the record is another than what was played; none when it is exact.
    pub difference: Option<Difference>,
    /// Moves whose turn never ended.
    pub open_turns: Vec<u32>,
    /// Every alert.
    pub alerts: Vec<Raised>,
    /// Promises that do not hold.
    pub broken: Vec<Broken>,
    /// Virtual time, in ms.
    pub lasted_ms: u64,
    /// What happened, where it was wanted.
    pub transcript: Vec<Entry>,
}

impl Tried {
    /// Record and turns are those of the game.
    pub fn is_exact(&self) -> bool {
        self.difference.is_none() && self.open_turns.is_empty()
    }

    /// The record differs, and an alert names a point or a move that does.
    pub fn is_flagged(&self) -> bool {
        // A pass too many is named with the move behind it.
        let behind = |alert: &Raised, difference: &Difference| {
            alert.is_loud() && alert.said().any(|said| said.n.is_some_and(|n| difference.moves.contains(&(n - n.min(1)))))
        };
        let named = |difference: &Difference| self.alerts.iter().any(|alert| difference.is_named_by(alert) || behind(alert, difference));
        let turns = self.open_turns.iter().all(|n| self.alerts.iter().any(|alert| alert.said().any(|said| said.n == Some(*n))));
        self.difference.as_ref().is_none_or(named) && turns
    }

    /// Every promise holds, and a wrong record is said to be.
    pub fn is_right(&self) -> bool {
        self.broken.is_empty() && (self.is_exact() || self.is_flagged())
    }
}

/// Plays a game and looks at everything. The same case and options give the same game, bit for bit.
pub fn play(case: &Case<'_>, options: &Options, transcript: bool) -> Tried {
    let tried = catch_unwind(AssertUnwindSafe(|| Sitting::new(case, options, transcript).map(Sitting::played)));
    let said = match tried {
        Ok(Ok(tried)) => return tried,
        Ok(Err(said)) => said,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            format!("panic: {}", text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default())
        }
    };
    Tried {
        kind: case.kind,
        seed: case.seed,
        troubles: 0,
        kills: 0,
        writes: 0,
        difference: None,
        open_turns: Vec::new(),
        alerts: Vec::new(),
        broken: vec![Broken { class: Class::Wrong, text: said }],
        lasted_ms: 0,
        transcript: Vec::new(),
    }
}

struct Sitting<'a> {
    case: &'a Case<'a>,
    options: &'a Options,
    cues: Vec<Cue>,
    house: House,
    rng: fastrand::Rng,
    troubles: usize,
}

impl<'a> Sitting<'a> {
    fn new(case: &'a Case<'a>, options: &'a Options, transcript: bool) -> Result<Sitting<'a>, String> {
        let Case { record, setting, kind, seed, .. } = *case;
        let seed = seed_of(record, setting, seed) ^ ((kind as u64) << 32);
        let mut rng = fastrand::Rng::with_seed(seed ^ 0x706c_616e);
        let cues = schedule(record, &hands(options, setting), seed).map_err(|error| error.to_string())?;
        let table = table(record, options, setting, if rng.bool() { DELAY_MS } else { 0 })?;
        let clock = ClockSetting { main_ms: MAIN_MS, periods: PERIODS, period_ms: PERIOD_MS };
        let devices = Devices::new((setting.driver, record.size), (options.clock_driver, clock), seed);
        let house = House::new(table, devices, seed, transcript)?;
        Ok(Sitting { case, options, cues, house, rng, troubles: 0 })
    }

    fn played(mut self) -> Tried {
        if let Err(said) = self.perform() {
            self.house.wrong(Class::Wrong, said);
        }
        let Outcome { difference, alerts, open_turns } = check::check(&mut self.house, self.case.record);
        let began = crate::trial::world::BEGINNING;
        Tried {
            kind: self.case.kind,
            seed: self.case.seed,
            troubles: self.troubles,
            kills: self.house.kills,
            writes: self.house.writes,
            difference,
            open_turns,
            alerts,
            broken: std::mem::take(&mut self.house.broken),
            lasted_ms: self.house.now.since_ms(began),
            transcript: std::mem::take(&mut self.house.transcript.entries),
        }
    }

    fn perform(&mut self) -> Result<(), String> {
        let blow = match self.case.course {
            Course::Blow(blow) => Some(blow),
            Course::Planned | Course::Undisturbed => None,
        };
        if let Some(blow) = blow {
            // From the beginning: the first writes too.
            self.house.will_suffer(vec![Injection { at_ms: 0, deed: blow.deed() }]);
        }
        self.open()?;
        let first = self.house.now;
        let length_ms = self.cues.last().map_or(0, |cue| cue.at_ms).max(1_000);
        let (deeds, troubles) = plan(self.case.kind, length_ms, &mut self.rng);
        if self.case.course == Course::Planned {
            self.troubles = troubles;
            self.house.will_suffer(deeds);
        }
        let mut asks: Vec<u64> = (0..2).map(|_| self.rng.u64(0..length_ms)).collect();
        asks.sort_unstable();
        for moment in self.cues.chunk_by(|one, next| one.at_ms == next.at_ms) {
            // Whoever waits is told so while waiting.
            while self.house.now < first.plus_ms(moment[0].at_ms + self.house.waited_ms) {
                self.house.run_to(first.plus_ms(moment[0].at_ms + self.house.waited_ms))?;
            }
            for _ in asks.extract_if(.., |at| *at <= moment[0].at_ms) {
                self.house.ask("time-left", json!({ "color": "black" }));
            }
            self.house.hands(moment, self.case.record.size);
        }
        self.end()
    }

    /// Plugs everything in and begins the game by request where the stones cannot say it.
    fn open(&mut self) -> Result<(), String> {
        self.house.plug(Device::Board);
        self.house.plug(Device::Clock);
        self.house.wait(WAKING_MS)?;
        let Case { record, setting, .. } = *self.case;
        if opens_by_stones(record, setting) {
            return Ok(());
        }
        let to_move = if record.first == Color::Black { "black" } else { "white" };
        let setup = serde_json::to_value(SetupForm::new(&record.setup, record.size)).map_err(|error| error.to_string())?;
        self.insist("start-game", &json!({ "setup": setup, "to_move": to_move }))
    }

    /// Until all is calm; then somebody resigns, and everything is said.
    fn end(&mut self) -> Result<(), String> {
        while !self.house.is_calm() {
            self.house.wait(500)?;
        }
        self.house.mend();
        let Options { settle_ms, patience_ms, press_tolerance_ms, .. } = *self.options;
        self.house.wait(CALM_MS + settle_ms + patience_ms + press_tolerance_ms + LAST_WORDS_MS)?;
        let color = if self.case.record.to_move() == Color::Black { "black" } else { "white" };
        self.insist("resign", &json!({ "color": color }))?;
        self.house.wait(DELAY_MS + LAST_WORDS_MS)?;
        if let Course::Blow(_) = self.case.course {
            // It may have come at the very end.
            self.house.spare();
            self.house.wait(CALM_MS + DELAY_MS + LAST_WORDS_MS)?;
        }
        Ok(())
    }

    /// Asks until it is done.
    fn insist(&mut self, verb: &str, fields: &Value) -> Result<(), String> {
        let mut said = String::new();
        for _ in 0..TRIES {
            let transaction = self.house.ask(verb, fields.clone());
            let until = self.house.now.plus_ms(ANSWER_MS);
            while self.house.answer(&transaction).is_none() && self.house.now < until {
                self.house.wait(200)?;
            }
            let answer = self.house.answer(&transaction).ok_or_else(|| format!("{verb} has no answer within {ANSWER_MS} ms"))?;
            if answer["status"] == "ok" {
                return Ok(());
            }
            said = answer["message"].as_str().unwrap_or_default().to_owned();
            self.house.wait(5_000)?;
        }
        Err(format!("{verb} is refused: {said}"))
    }
}

/// The table as a configuration file says it.
fn table(record: &Record, options: &Options, setting: Setting, delay_ms: u64) -> Result<config::Table, String> {
    let authority = match options.time_authority {
        TimeAuthority::Daemon => "daemon",
        TimeAuthority::Device | TimeAuthority::Nobody => "device",
    };
    let press_pass = match options.press_pass {
        crate::game::PressPass::Ask => "ask",
        crate::game::PressPass::Pass => "pass",
        crate::game::PressPass::Incident => "incident",
    };
    let text = format!(
        "[[table]]\nid = \"{}\"\nrulebook = \"china-1988\"\nrules = \"chinese\"\nkomi = 7.5\nstart = \"auto\"\n\
         time = {{ system = \"byo-yomi\", main = \"{}s\", periods = {PERIODS}, period = \"{}s\" }}\ntime_authority = \"{authority}\"\n\
         turn_ends = \"press\"\ncapture_neutral = \"never\"\npress_pass = \"{press_pass}\"\npress_tolerance_ms = {}\n\
         [table.board]\ndriver = \"{}\"\nport = \"/dev/kifud/board\"\nsize = {}\nsettle_ms = {}\npatience_ms = {}\npoll_ms = {}\n\
         [table.clock]\ndriver = \"{}\"\nport = \"/dev/kifud/clock\"\nblack_side = \"left\"\n\
         [table.public]\ndelay = \"{}s\"\n",
        super::TABLE,
        MAIN_MS / 1_000,
        PERIOD_MS / 1_000,
        options.press_tolerance_ms,
        setting.driver,
        record.size.width(),
        options.settle_ms,
        options.patience_ms,
        options.poll_ms,
        options.clock_driver,
        delay_ms / 1_000,
    );
    let config = config::parse(Path::new("kifud.toml"), &text, "trial");
    let config = config.map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    config.tables.into_iter().next().ok_or_else(|| "no table".to_owned())
}

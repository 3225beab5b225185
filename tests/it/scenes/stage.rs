//! A table by bytes for one scene, and a person beside it.

use kifud::clock::TimeControl;
use kifud::game::{AlertVerb, AnswerData, CaptureNeutral, CaptureTime, Rulebook, Settings, Verb};
use kifud::go::Rules;
use kifud::trial::{Scene, Stage};
use kifud::wire::kifud::ClockSetting;
use kifud::wire::{BoardDriver, ClockDriver};

use crate::table::settings;

/// The patience of a table and a little.
pub const PATIENCE: u64 = 5_000;

/// The table, and what comes of a scene on it.
pub struct Scenery {
    pub(super) scene: Scene,
    /// What was looked at on the way, and what was refused.
    pub(super) noted: Vec<String>,
    /// A referee has ruled, or somebody has said what no sensor shows.
    pub(super) by_a_person: bool,
}

impl Scenery {
    /// A 9x9 table refereed by this book.
    pub fn new(book: &str) -> Scenery {
        let rulebook = Rulebook::named(book).expect("a rulebook");
        let whole = rulebook.book();
        let mut made = settings(9);
        made.terms.rules = whole.rules.and_then(Rules::preset).unwrap_or(made.terms.rules);
        (made.terms.rulebook, made.terms.komi) = (rulebook, whole.komi);
        if matches!(whole.captures, CaptureTime::FreeInByoYomi) {
            made.capture_neutral = CaptureNeutral::ByoYomi;
        }
        Scenery::with(made)
    }

    pub fn with(settings: Settings) -> Scenery {
        let main_ms = match settings.terms.time {
            Some(TimeControl::ByoYomi { main_ms, .. } | TimeControl::Absolute { main_ms } | TimeControl::IngSeconds { main_ms, .. }) => {
                main_ms as u32
            }
            _ => 3_600_000,
        };
        let clock = (ClockDriver::Kifud, ClockSetting { main_ms, periods: 3, period_ms: 30_000 });
        let scene = Scene::open(Stage { settings, driver: BoardDriver::Kifud, clock }).expect("a table");
        Scenery { scene, noted: Vec::new(), by_a_person: false }
    }

    /// Lines of `kifud sim --script`.
    pub fn act(&mut self, script: &str) -> &mut Scenery {
        self.scene.act(script).unwrap_or_else(|error| panic!("{error}\n{script}"));
        self
    }

    pub fn wait(&mut self, ms: u64) -> &mut Scenery {
        self.scene.wait(ms).expect("it comes to rest");
        self
    }

    /// A person asks for something. Another book may refuse it: that is told too.
    pub fn ask(&mut self, verb: Verb) -> &mut Scenery {
        self.asked(verb);
        self
    }

    /// The same, and what was answered.
    pub fn asked(&mut self, verb: Verb) -> Option<AnswerData> {
        self.by_a_person |= tells(&verb);
        match self.scene.answered(verb) {
            Ok(answer) => Some(answer),
            Err(refusal) => {
                self.noted.push(format!("refused: {refusal}"));
                None
            }
        }
    }

    /// These moves, Black first, each with its press.
    pub fn moves(&mut self, vertices: &[&str]) -> &mut Scenery {
        let already = self.scene.game().record().moves.len();
        for (index, vertex) in vertices.iter().enumerate() {
            let (color, side) = if (already + index).is_multiple_of(2) { ("black", "left") } else { ("white", "right") };
            self.act(&format!("{color} {vertex}\nwait 1s\npress {side}")).wait(1_000);
        }
        self
    }
}

/// A referee's ruling, or what somebody says has happened: what a scene that the sensors decide or suspect does without. That a game is prepared,
/// an envelope opened, the end agreed on or the time asked for is what the clauses are about.
fn tells(verb: &Verb) -> bool {
    use AlertVerb::{Call, Claim, Report};
    match verb {
        Verb::Rule(_) | Verb::Overrule(_) | Verb::Appeal { .. } | Verb::Seat(_) | Verb::Arrived { .. } => true,
        Verb::Alert(verb) => matches!(verb, Report(_) | Call(_) | Claim { .. }),
        Verb::Play { .. } | Verb::Pass(_) | Verb::Press { .. } | Verb::SetPosition { .. } => true,
        _ => false,
    }
}

//! A table by bytes for one scene, and a person beside it.

use kifud::clock::TimeControl;
use kifud::game::{Alert, AlertState, BoardRemedy, Settings, Severity, Verb};
use kifud::go::{Color, Rules, Size};
use kifud::referee::Rulebook;
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
}

impl Scenery {
    /// A 9x9 table refereed by this book.
    pub fn new(book: &str) -> Scenery {
        let mut made = settings(9);
        made.terms.rulebook = Rulebook::named(book).expect("a rulebook");
        made.terms.rules = made.terms.rulebook.book().rules.and_then(Rules::preset).unwrap_or(made.terms.rules);
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
        Scenery { scene, noted: Vec::new() }
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

    /// A person asks for something.
    pub fn ask(&mut self, verb: Verb) -> &mut Scenery {
        self.scene.ask(verb).unwrap_or_else(|refusal| panic!("{refusal}"));
        self
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

    /// What was said and what came of it: a line for each alert (kind, article, severity, basis, colour, points, what is proposed, state), then
    /// the record where moves are disputed or forced, the ledger where somebody has something, the result where there is one.
    pub fn told(&self) -> Vec<String> {
        let size = self.scene.game().settings().size;
        let mut lines: Vec<String> = self.scene.alerts().iter().map(|alert| alert_line(alert, size)).collect();
        let book = self.scene.game().book();
        for color in Color::BOTH {
            let had = &book.ledger[color];
            let points = had.overtime + had.conduct;
            let entries = [("caution", had.cautions), ("warning", had.warnings), ("point", points)];
            let entries: Vec<String> = entries.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{n} {name}(s)")).collect();
            if !entries.is_empty() {
                lines.push(format!("{} has {}", color.name(), entries.join(", ")));
            }
        }
        if let Some(result) = &book.result {
            let winner = result.winner.map_or("nobody", Color::name);
            lines.push(format!("result: {winner} wins by {:?}", result.by).to_lowercase());
        }
        lines.extend(self.noted.iter().cloned());
        lines
    }
}

fn alert_line(alert: &Alert, size: Size) -> String {
    let mut words = vec![alert.kind.name().to_owned()];
    words.extend(alert.cite.as_ref().map(|cite| format!("[{} {}]", cite.book, cite.article)));
    words.push(
        match alert.severity {
            Severity::Notice => "notice",
            Severity::Attention => "attention",
            Severity::Ruling => "ruling",
        }
        .to_owned(),
    );
    words.push(format!("{:?}", alert.basis).to_lowercase());
    words.extend(alert.color.map(|color| color.name().to_lowercase()));
    words.extend(alert.points.iter().map(|point| point.vertex(size).to_string()));
    if let Some(proposal) = &alert.proposal {
        let mut parts: Vec<String> = Vec::new();
        if proposal.board != BoardRemedy::None {
            parts.push(format!("{:?}", proposal.board).to_lowercase());
        }
        parts.extend(proposal.clock.iter().map(|remedy| format!("{} ms", remedy.delta_ms)));
        parts.extend(proposal.sanctions.iter().map(ToString::to_string));
        if !parts.is_empty() {
            words.push(format!("-> {}{}", parts.join(" + "), if proposal.conditional { " if so" } else { "" }));
        }
    }
    if alert.state != AlertState::Open {
        words.push(format!("({:?})", alert.state).to_lowercase());
    }
    words.join(" ")
}

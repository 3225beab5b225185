//! The table: a row for each kind of trouble.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Class, Kind, Tried};

/// Seeds that a row names, at most.
const SEEDS_TOLD: usize = 8;

/// One kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What went wrong.
    pub kind: Kind,
    /// Games.
    pub games: usize,
    /// Troubles that befell them, and times that a process was killed.
    pub troubles: usize,
    /// Kills.
    pub kills: usize,
    /// Games whose record and turns are exact.
    pub exact: usize,
    /// Games whose record differs, and an alert says where.
    pub flagged: usize,
    /// Games whose record differs, and nobody is told.
    pub silent: usize,
    /// Games with something lost, doubled, or wrong.
    pub lost: usize,
    /// Doubled.
    pub doubled: usize,
    /// Wrong.
    pub wrong: usize,
    /// Seeds of the games that are not right.
    pub seeds: BTreeSet<u64>,
    /// Seconds, all threads together.
    pub seconds: f64,
    /// How long was played, in ms of the games' own time.
    pub lasted_ms: u64,
}

impl Row {
    /// A row without a game.
    pub fn new(kind: Kind) -> Row {
        let (games, troubles, kills, exact, flagged, silent) = (0, 0, 0, 0, 0, 0);
        let (lost, doubled, wrong, seeds, seconds) = (0, 0, 0, BTreeSet::new(), 0.0);
        Row { kind, games, troubles, kills, exact, flagged, silent, lost, doubled, wrong, seeds, seconds, lasted_ms: 0 }
    }

    /// Takes in a game.
    pub fn add(&mut self, tried: &Tried, seconds: f64) {
        let broken = |class: Class| usize::from(tried.broken.iter().any(|broken| broken.class == class));
        self.games += 1;
        self.troubles += tried.troubles;
        self.kills += tried.kills;
        self.exact += usize::from(tried.is_exact());
        self.flagged += usize::from(!tried.is_exact() && tried.is_flagged());
        self.silent += usize::from(!tried.is_exact() && !tried.is_flagged());
        self.lost += broken(Class::Lost);
        self.doubled += broken(Class::Doubled);
        self.wrong += broken(Class::Wrong);
        self.seconds += seconds;
        self.lasted_ms += tried.lasted_ms;
        if !tried.is_right() {
            self.seeds.insert(tried.seed);
        }
    }

    /// The seeds of the games that are not right.
    fn told(&self) -> String {
        let mut seeds: Vec<String> = self.seeds.iter().take(SEEDS_TOLD).map(u64::to_string).collect();
        if self.seeds.len() > SEEDS_TOLD {
            seeds.push(format!("and {} more", self.seeds.len() - SEEDS_TOLD));
        }
        seeds.join(" ")
    }
}

const COLUMNS: &str = "| trouble | games | faults | kills | exact | flagged | silent | lost | doubled | wrong | seeds |";

/// The rows as a table of Markdown.
pub fn table(rows: &[Row]) -> String {
    let mut text = format!("{COLUMNS}\n|{}\n", "---|".repeat(COLUMNS.matches('|').count() - 1));
    for row in rows {
        let Row { kind, games, troubles, kills, exact, flagged, silent, lost, doubled, wrong, .. } = row;
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| {} | {games} | {troubles} | {kills} | {exact} | {flagged} | {silent} | {lost} | {doubled} | {wrong} | {} |",
            kind.name(),
            row.told(),
        );
    }
    text
}

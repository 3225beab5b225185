//! The table of a trial: a row for each kind of board and hands, and what was promised for it.

use std::fmt::Write as _;

use clap::ValueEnum as _;

use super::play::Played;
use super::{Costs, Setting};
use crate::game::Severity;

/// What must hold for a kind of hands (issue 3, "It must show").
#[derive(Debug, Clone, Copy, PartialEq)]
struct Promise {
    /// Hundredths of the games that must be exact, at least.
    exact: f64,
    /// Exact games carry no alert that asks for a person.
    quiet: bool,
    /// Notices a game at most.
    notices: Option<usize>,
}

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// With what.
    pub setting: Setting,
    /// Games played.
    pub games: usize,
    /// Their moves.
    pub moves: u64,
    /// Games whose record is right.
    pub exact: usize,
    /// Games whose record is wrong and an alert says where.
    pub flagged: usize,
    /// Games whose record is wrong and no alert says where.
    pub silent: usize,
    /// Alerts: ruling, attention, notice.
    pub alerts: [usize; 3],
    /// Exact games with an alert that asks for a person.
    pub disturbed: usize,
    /// The most notices in one game.
    pub notices_max: usize,
    /// Virtual time, in ms.
    pub lasted_ms: u64,
    /// How long the core took.
    pub costs: Costs,
    /// Moments at which something happened.
    pub moments: u64,
    /// How long it took all threads together, in seconds.
    pub seconds: f64,
}

impl Row {
    /// A row without games.
    pub fn new(setting: Setting) -> Row {
        Row {
            setting,
            games: 0,
            moves: 0,
            exact: 0,
            flagged: 0,
            silent: 0,
            alerts: [0; 3],
            disturbed: 0,
            notices_max: 0,
            lasted_ms: 0,
            costs: Costs::default(),
            moments: 0,
            seconds: 0.0,
        }
    }

    /// Takes in a game.
    pub fn add(&mut self, played: &Played, seconds: f64) {
        self.games += 1;
        self.moves += u64::from(played.moves);
        self.exact += usize::from(played.is_exact());
        self.flagged += usize::from(played.is_flagged());
        self.silent += usize::from(played.is_silently_wrong());
        let counts = [Severity::Ruling, Severity::Attention, Severity::Notice].map(|severity| played.alerts_of(severity));
        for (all, more) in self.alerts.iter_mut().zip(counts) {
            *all += more;
        }
        self.disturbed += usize::from(played.is_exact() && counts[0] + counts[1] > 0);
        self.notices_max = self.notices_max.max(counts[2]);
        self.lasted_ms += played.lasted_ms;
        self.costs.add(&played.costs);
        self.moments += played.moments;
        self.seconds += seconds;
    }

    /// Hundredths of the games whose record is right.
    pub fn exact_percent(&self) -> f64 {
        100.0 * self.exact as f64 / self.games.max(1) as f64
    }

    /// What was promised and does not hold.
    pub fn broken_promises(&self) -> Vec<String> {
        let Promise { exact, quiet, notices } = promise(&name(self.setting));
        let mut broken = Vec::new();
        if self.exact_percent() < exact {
            broken.push(format!("{:.2} % exact, {exact} % promised", self.exact_percent()));
        }
        if self.silent > 0 {
            broken.push(format!("{} silently wrong", self.silent));
        }
        if quiet && self.disturbed > 0 {
            broken.push(format!("{} exact games with an alert of attention or ruling", self.disturbed));
        }
        if let Some(most) = notices.filter(|&most| self.notices_max > most) {
            broken.push(format!("{} notices in one game, at most {most} promised", self.notices_max));
        }
        broken
    }
}

/// The name of a setting's hands.
pub(super) fn name(setting: Setting) -> String {
    setting.hands.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

fn promise(hands: &str) -> Promise {
    match hands {
        "rough" => Promise { exact: 99.0, quiet: true, notices: None },
        "brutal" => Promise { exact: 95.0, quiet: false, notices: None },
        _ => Promise { exact: 100.0, quiet: true, notices: Some(2) },
    }
}

const COLUMNS: &str = "| board | hands | games | moves | exact | flagged | silently wrong | ruling | attention | notice | notices a game | inputs | core p99 / worst | virtual | seconds |";

/// The rows as a table of Markdown, which README keeps.
pub fn table(rows: &[Row]) -> String {
    let mut text = format!("{COLUMNS}\n|{}\n", "---|".repeat(COLUMNS.matches('|').count() - 1));
    for row in rows {
        let [ruling, attention, notice] = row.alerts;
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {:.2} % | {} | {} | {ruling} | {attention} | {notice} | {} | {} | {} / {} µs | {:.0} h | {:.0} |",
            row.setting.driver,
            name(row.setting),
            row.games,
            row.moves,
            row.exact_percent(),
            row.flagged,
            row.silent,
            row.notices_max,
            row.costs.len(),
            row.costs.percentile_us(99),
            row.costs.worst_us,
            row.lasted_ms as f64 / 3_600_000.0,
            row.seconds,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::consumer::{Raised, Said};
    use super::super::verdict::Difference;
    use super::*;
    use crate::go::Point;
    use crate::sim::HandsLevel;
    use crate::time::Mono;
    use crate::wire::BoardDriver;

    const CAREFUL: Setting = Setting { driver: BoardDriver::Kifud, hands: HandsLevel::Careful };

    fn alert(severity: Severity, n: u32) -> Raised {
        let said = Said {
            at: Mono::ZERO,
            kind: "unexplained",
            severity,
            color: None,
            points: BTreeSet::from([Point::new(n as u8, 3)]),
            n: Some(n),
            text: String::new(),
        };
        Raised { first: said, changed: Vec::new(), closed: None }
    }

    fn played(wrong_at: Option<u32>, alerts: Vec<Raised>) -> Played {
        let difference =
            wrong_at.map(|n| Difference { first: n, text: "wrong".to_owned(), moves: BTreeSet::from([n]), ..Difference::default() });
        Played {
            setting: CAREFUL,
            seed: 1,
            moves: 100,
            difference,
            faults: Vec::new(),
            alerts,
            costs: Costs::default(),
            moments: 0,
            lasted_ms: 0,
            first_fault_ms: None,
            transcript: Vec::new(),
        }
    }

    fn row(games: &[Played]) -> Row {
        let mut row = Row::new(CAREFUL);
        games.iter().for_each(|game| row.add(game, 0.0));
        row
    }

    #[test]
    fn exact_quiet_games_keep_the_promise() {
        let notices = vec![alert(Severity::Notice, 1), alert(Severity::Notice, 2)];
        assert_eq!(row(&[played(None, Vec::new()), played(None, notices)]).broken_promises(), [""; 0]);
    }

    #[test]
    fn every_promise_can_be_broken() {
        let notices = (1..4).map(|n| alert(Severity::Notice, n)).collect();
        assert_eq!(row(&[played(None, notices)]).broken_promises(), ["3 notices in one game, at most 2 promised"]);
        let loud = row(&[played(None, vec![alert(Severity::Attention, 5)])]);
        assert_eq!(loud.broken_promises(), ["1 exact games with an alert of attention or ruling"]);
        let flagged = row(&[played(Some(5), vec![alert(Severity::Attention, 5)]), played(None, Vec::new())]);
        assert_eq!((flagged.exact, flagged.flagged, flagged.silent, flagged.disturbed), (1, 1, 0, 0));
        assert_eq!(flagged.broken_promises(), ["50.00 % exact, 100 % promised"]);
        let silent = row(&[played(Some(5), vec![alert(Severity::Attention, 4)])]);
        assert_eq!((silent.flagged, silent.silent), (0, 1));
        assert_eq!(silent.broken_promises(), ["0.00 % exact, 100 % promised", "1 silently wrong"]);
    }

    #[test]
    fn the_table_has_a_cell_for_every_column() {
        let text = table(&[row(&[played(None, Vec::new())])]);
        let bars: Vec<usize> = text.lines().map(|line| line.matches('|').count()).collect();
        assert_eq!(bars.len(), 3);
        assert!(bars.iter().all(|count| *count == bars[0]), "{text}");
    }
}

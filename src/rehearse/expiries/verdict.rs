//! Whether what was published of a scene is what happened in it, and how late each expiry was.

use super::commits::Commits;
use super::scene::{Delivered, Expiry, Plan, Scene, Stamped};
use super::told::{Told, What};
use super::{AT_MS, Authority};

/// One expiry that was published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// Who keeps the time.
    pub authority: Authority,
    /// What expired.
    pub expiry: Expiry,
    /// From the true moment to the subscriber, in µs.
    pub late_us: u64,
    /// From the true moment until the journal was given the event, in µs; where the daemon's log has told it.
    pub decided_us: Option<u64>,
    /// From then until it was durable, in µs.
    pub commit_us: Option<u64>,
    /// How far the event's `at` is from the true moment, in ms.
    pub off_ms: u64,
}

impl Measured {
    /// The delay without the durable commit, in µs.
    pub fn without_commit_us(&self) -> u64 {
        self.late_us.saturating_sub(self.commit_us.unwrap_or(0))
    }
}

/// The expiries that were published, with what the journal took for them.
pub(super) fn measure(authority: Authority, plan: &Plan, told: &[Told], commits: &Commits) -> Vec<Measured> {
    let mut measured = Vec::new();
    for &(expiry, moment) in &plan.expiries {
        let Some(told) = told.iter().find(|told| told.what == What::Expiry(expiry)) else { continue };
        let moment_us = moment.as_millis() * 1_000;
        let commit = commits.of(&told.game_id, told.seq);
        measured.push(Measured {
            authority,
            expiry,
            late_us: told.arrived_us.saturating_sub(moment_us),
            decided_us: commit.map(|commit| commit.given_us.saturating_sub(moment_us)),
            commit_us: commit.map(|commit| commit.commit_us),
            off_ms: told.at_ms.abs_diff(moment.as_millis()),
        });
    }
    measured
}

/// What is wrong with what was published of a scene.
pub(super) fn faults(scene: Scene, plan: &Plan, latency_ms: u64, told: &[Told]) -> Vec<String> {
    let mut faults = Vec::new();
    expiries_as_they_were(scene, plan, told, &mut faults);
    flag_as_it_fell(scene, plan, told, &mut faults);
    the_turn(scene, plan, told, &mut faults);
    // A period that was told before the press was heard is taken back by the clock as it is after it.
    let taken_back = |change: &str| {
        let told = told.iter().any(|told| told.what == What::Expiry(Expiry::PeriodUsed));
        change == "adjusted" && saved(scene) && scene.end == Expiry::PeriodUsed && told
    };
    faults.extend(told.iter().filter_map(|told| match &told.what {
        What::Changed(change) if taken_back(change) => None,
        What::Changed(change) => Some(format!("the clock is said to be {change}")),
        What::TurnEnded { n, flagged: true, .. } if *n < plan.last_move => Some(format!("after move {n} the flag is said to have fallen")),
        _ => None,
    }));
    for told in told {
        let What::Public(topic, provisional) = told.what else { continue };
        if provisional {
            faults.push(format!("{topic} shows a provisional flag"));
        } else if told.arrived_us < plan.end().plus_ms(latency_ms).as_millis() * 1_000 {
            faults.push(format!("{topic} shows a flag that is still provisional"));
        }
    }
    faults
}

fn saved(scene: Scene) -> bool {
    matches!(scene.press, Some((Stamped::Before, _)))
}

fn expiries_as_they_were(scene: Scene, plan: &Plan, told: &[Told], faults: &mut Vec<String>) {
    for (place, &(expiry, moment)) in plan.expiries.iter().enumerate() {
        let mut published = told.iter().filter(|told| told.what == What::Expiry(expiry));
        // The end before which was pressed may have been told before the press was heard.
        let must = !(saved(scene) && place + 1 == plan.expiries.len());
        match published.next() {
            None if must => faults.push(format!("no {}", expiry.name())),
            Some(told) if told.at_ms.abs_diff(moment.as_millis()) > AT_MS => {
                let late_ms = told.at_ms as i64 - moment.as_millis() as i64;
                faults.push(format!("{} is said to have been {late_ms} ms after its true moment", expiry.name()));
            }
            _ => {}
        }
        if published.next().is_some() {
            faults.push(format!("{} comes twice", expiry.name()));
        }
    }
    let order: Vec<Expiry> =
        told.iter().filter_map(|told| if let What::Expiry(expiry) = told.what { Some(expiry) } else { None }).collect();
    if !order.is_sorted() {
        faults.push(format!("expiries out of their order: {order:?}"));
    }
    for expiry in order.into_iter().filter(|&expiry| expiry > scene.end) {
        faults.push(format!("{} has not happened", expiry.name()));
    }
}

fn flag_as_it_fell(scene: Scene, plan: &Plan, told: &[Told], faults: &mut Vec<String>) {
    let (mut stands, mut provisional, mut alerts) = (false, false, Vec::new());
    for told in told {
        match &told.what {
            What::Expiry(Expiry::Flagged) => (stands, provisional) = (true, true),
            What::Confirmed => {
                if !stands {
                    faults.push("a flag is confirmed that was not provisional before".to_owned());
                }
                (stands, provisional) = (true, false);
                let late = matches!(scene.press, Some((_, Delivered::Late)));
                if saved(scene) && !late {
                    faults.push("a press stamped before the end, heard in time, does not keep the flag from being confirmed".to_owned());
                }
            }
            What::Withdrawn => {
                if !stands {
                    faults.push("a flag is withdrawn that had not fallen".to_owned());
                }
                (stands, provisional) = (false, false);
            }
            What::Alert(id, kind) => alerts.push((id.as_str(), kind.as_str())),
            What::AlertClosed(id) => alerts.retain(|(open, _)| open != id),
            What::Changed(_) | What::TurnEnded { .. } | What::Public(..) | What::Over | What::Expiry(_) => {}
        }
    }
    let loses = scene.end == Expiry::Flagged && !saved(scene);
    let margin = plan.margin_ms;
    match (loses, stands) {
        (true, false) => faults.push(format!("no flag stands: a press {margin} ms after the end, or none, does not lose")),
        (true, true) if provisional => faults.push("the flag is never confirmed".to_owned()),
        (false, true) => faults.push(format!("a press {margin} ms before the end loses")),
        _ => {}
    }
    if loses && !alerts.iter().any(|(_, kind)| *kind == "flag-fallen") {
        faults.push("no alert says that the flag has fallen".to_owned());
    }
    let others = alerts.into_iter().filter(|(_, kind)| !loses || *kind != "flag-fallen");
    faults.extend(others.map(|(_, kind)| format!("alert {kind}")));
}

/// The turn that was pressed at the end: closed by its press, and with the periods that are left.
fn the_turn(scene: Scene, plan: &Plan, told: &[Told], faults: &mut Vec<String>) {
    let ended = told.iter().find_map(|told| match &told.what {
        What::TurnEnded { n, by, flagged, periods_left } if *n == plan.last_move => Some((by.as_str(), *flagged, *periods_left)),
        _ => None,
    });
    match (scene.press, ended) {
        (None, None) | (Some((Stamped::After, _)), None) if scene.end == Expiry::Flagged => {}
        (None, _) => faults.push("a turn has ended that was not pressed".to_owned()),
        (Some(_), None) => faults.push("the press does not end the turn".to_owned()),
        (Some(_), Some((by, ..))) if by != "press" => faults.push(format!("the turn is ended by {by}")),
        (Some((Stamped::Before, _)), Some((_, true, _))) => {
            faults.push("a press before the end leaves a clock whose flag has fallen".to_owned())
        }
        (Some((stamped, _)), Some((.., periods_left))) => {
            // Two periods, of which the one that was pressed in is kept.
            let expected = match (scene.end, stamped) {
                (Expiry::PeriodUsed, Stamped::Before) => Some(2),
                (Expiry::PeriodUsed, Stamped::After) => Some(1),
                _ => return,
            };
            if periods_left != expected {
                faults.push(format!("periods left are {periods_left:?}, not {expected:?}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rehearse::expiries::scene::Control;
    use crate::time::Mono;

    const CONTROL: Control = Control { main_ms: 2_000, periods: 2, period_ms: 1_000 };

    /// What is found wrong when a scene is published so; "e", "u", "f" are the expiries, "c" confirms, "w" withdraws, "a" is the alert,
    /// "p" ends the turn, "s" shows the public a flag, "j" changes a clock.
    fn found(scene: Scene, words: &str) -> Vec<String> {
        let plan = Plan::new(scene, CONTROL, 300, Mono::from_millis(1_000), &mut fastrand::Rng::with_seed(1));
        let told = words.chars().map(|word| {
            let what = match word {
                'e' => What::Expiry(Expiry::PeriodEntered),
                'u' => What::Expiry(Expiry::PeriodUsed),
                'f' => What::Expiry(Expiry::Flagged),
                'c' => What::Confirmed,
                'w' => What::Withdrawn,
                'a' => What::Alert("a-1".to_owned(), "flag-fallen".to_owned()),
                'j' => What::Changed("adjusted".to_owned()),
                's' => What::Public("public/clock", false),
                _ => What::TurnEnded { n: 5, by: "press".to_owned(), flagged: false, periods_left: Some(1) },
            };
            let moment = match what {
                What::Expiry(expiry) => plan.expiries.iter().find(|(planned, _)| *planned == expiry).map(|&(_, moment)| moment),
                _ => None,
            };
            let at_ms = moment.unwrap_or(plan.end()).as_millis();
            Told { arrived_us: at_ms * 1_000, game_id: "g".to_owned(), seq: 1, at_ms, what }
        });
        faults(scene, &plan, 300, &told.collect::<Vec<_>>())
    }

    #[test]
    fn what_happened_is_right_and_everything_else_is_found() {
        let saved = Scene::at_the_flag(Stamped::Before, Delivered::InTime);
        assert_eq!(found(Scene::RUNS_OUT, "eufca"), [""; 0]);
        assert_eq!(found(saved, "eup"), [""; 0]);
        assert_eq!(found(saved, "eufwp"), [""; 0]);
        assert_eq!(found(Scene::at_the_flag(Stamped::Before, Delivered::Late), "eufcwp"), [""; 0]);
        for (scene, words) in [
            (Scene::RUNS_OUT, "eufc"),
            (Scene::RUNS_OUT, "eufa"),
            (Scene::RUNS_OUT, "eufcw"),
            (Scene::RUNS_OUT, "efca"),
            (Scene::RUNS_OUT, "uefca"),
            (Scene::RUNS_OUT, "eufcas"),
            (Scene::RUNS_OUT, "jeufca"),
            (Scene::RUNS_OUT, "weufca"),
            (Scene::at_the_flag(Stamped::After, Delivered::InTime), "eufwp"),
            (saved, "eufp"),
            (saved, "eufcawp"),
            (saved, "eu"),
            (Scene::at_a_period(Stamped::Before, Delivered::InTime), "eup"),
        ] {
            assert_ne!(found(scene, words), [""; 0], "{scene}: {words}");
        }
    }
}

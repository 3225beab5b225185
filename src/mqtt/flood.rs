//! How many requests are looked at: a client that asks without end must not take the table from the others.
//!
//! A broker does not say who has published. Requests are counted by the user in their topic (with an access list that is the client; see
//! `require_user`), those without one together, and all of a table together. Each may come in a burst and then at a steady rate; what is
//! above is refused as `busy`, once in a second, and otherwise dropped unanswered, since answers too would flood.

use std::collections::BTreeMap;

use crate::time::Mono;

/// Requests of one user that may come at once: a page that asks for everything it shows, a tool that enters a record.
pub const BURST: u64 = 60;

/// Then one in so many ms: far more than hands can do.
const EACH_MS: u64 = 100;

/// The same for a whole table, whatever names are used: four users at once.
const ALL_BURST: u64 = 4 * BURST;

/// And in ms.
const ALL_EACH_MS: u64 = EACH_MS / 4;

/// Users that are remembered; beyond it the one that has been quiet for longest is forgotten, which costs nothing.
const USERS_MAX: usize = 64;

/// Refusals are answered once in so many ms.
const ANSWER_MS: u64 = 1_000;

/// Requests that go no further are told of so often at once (a tool that is being tried out), then once in so many ms: each is a line in
/// the log, and whoever wants to could fill it.
const TOLD_BURST: u64 = 40;
const TOLD_EACH_MS: u64 = 10_000;

/// What becomes of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is looked at.
    Taken,
    /// It is one too many; whether that is answered, and how many were dropped without an answer before it.
    TooMany { answered: bool, dropped: u64 },
}

/// What has come lately.
#[derive(Debug, Default)]
pub(super) struct Flood {
    users: BTreeMap<String, Rate>,
    all: Rate,
    answered: Option<Mono>,
    dropped: u64,
    told: Rate,
    untold: u64,
}

/// One count: the moment at which its whole burst is there again.
#[derive(Debug, Clone, Copy, Default)]
struct Rate {
    full: Mono,
}

impl Rate {
    /// Where one more would bring it; none where it is one too many.
    fn after_one(self, now: Mono, each_ms: u64, burst: u64) -> Option<Rate> {
        let full = self.full.max(now).plus_ms(each_ms);
        (full.since_ms(now) <= burst * each_ms).then_some(Rate { full })
    }
}

impl Flood {
    /// A request of `user` has come.
    pub(super) fn comes(&mut self, user: Option<&str>, now: Mono) -> Verdict {
        let user = user.unwrap_or_default();
        let own = self.users.get(user).copied().unwrap_or_default();
        let (own, all) = (own.after_one(now, EACH_MS, BURST), self.all.after_one(now, ALL_EACH_MS, ALL_BURST));
        let Some((own, all)) = own.zip(all) else { return self.refuse(now) };
        self.all = all;
        if self.users.len() >= USERS_MAX && !self.users.contains_key(user) {
            let quiet = self.users.iter().min_by_key(|(_, rate)| rate.full).map(|(name, _)| name.clone());
            quiet.map(|name| self.users.remove(&name));
        }
        self.users.insert(user.to_owned(), own);
        Verdict::Taken
    }

    /// A request goes no further and is not answered. How many of these were not told of before this one; none where this one is not either.
    pub(super) fn tells(&mut self, now: Mono) -> Option<u64> {
        let Some(told) = self.told.after_one(now, TOLD_EACH_MS, TOLD_BURST) else {
            self.untold += 1;
            return None;
        };
        self.told = told;
        Some(std::mem::take(&mut self.untold))
    }

    fn refuse(&mut self, now: Mono) -> Verdict {
        let answered = self.answered.is_none_or(|last| now.since_ms(last) >= ANSWER_MS);
        if !answered {
            self.dropped += 1;
            return Verdict::TooMany { answered, dropped: 0 };
        }
        self.answered = Some(now);
        Verdict::TooMany { answered, dropped: std::mem::take(&mut self.dropped) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(flood: &mut Flood, user: Option<&str>, now: u64, requests: u64) -> u64 {
        (0..requests).filter(|_| flood.comes(user, Mono::from_millis(now)) == Verdict::Taken).count() as u64
    }

    #[test]
    fn a_burst_is_taken_then_a_steady_rate_and_nobody_else_pays_for_it() {
        let mut flood = Flood::default();
        assert_eq!(taken(&mut flood, Some("li"), 1_000, BURST + 50), BURST);
        assert_eq!(taken(&mut flood, Some("wang"), 1_000, 5), 5, "another referee is heard");
        assert_eq!(taken(&mut flood, None, 1_000, 5), 5);
        assert_eq!(taken(&mut flood, Some("li"), 2_000, 50), 1_000 / EACH_MS);
        assert_eq!(taken(&mut flood, Some("li"), 2_000 + BURST * EACH_MS, BURST + 1), BURST, "after a rest all of it");
    }

    #[test]
    fn many_names_do_not_get_around_it_and_cannot_fill_the_memory() {
        let mut flood = Flood::default();
        let all: u64 = (0..10_000).map(|n| taken(&mut flood, Some(&format!("u{n}")), 1_000, 1)).sum();
        assert_eq!(all, ALL_BURST);
        for n in 0..10_000 {
            taken(&mut flood, Some(&format!("u{n}")), 10_000 + n * 100, 1);
        }
        assert_eq!(flood.users.len(), USERS_MAX);
    }

    #[test]
    fn what_goes_no_further_is_told_of_for_a_while_then_now_and_then() {
        let mut flood = Flood::default();
        let told = |flood: &mut Flood, now: u64| flood.tells(Mono::from_millis(now));
        let at_once = (0..1_000).filter(|_| told(&mut flood, 0).is_some()).count() as u64;
        assert_eq!(at_once, TOLD_BURST);
        assert_eq!(told(&mut flood, TOLD_EACH_MS - 1), None);
        assert_eq!(told(&mut flood, TOLD_EACH_MS), Some(1_000 - TOLD_BURST + 1), "and how many there were");
        assert_eq!(told(&mut flood, TOLD_EACH_MS), None);
        let a_day = (0..86_400).filter(|second| told(&mut flood, 100_000 + second * 1_000).is_some()).count();
        assert!(a_day < 8_700, "{a_day} lines a day");
    }

    #[test]
    fn refusals_are_answered_once_a_second_with_what_was_dropped() {
        let mut flood = Flood::default();
        taken(&mut flood, None, 0, BURST);
        let at = |now: u64| Mono::from_millis(now);
        assert_eq!(flood.comes(None, at(0)), Verdict::TooMany { answered: true, dropped: 0 });
        assert_eq!(flood.comes(None, at(10)), Verdict::TooMany { answered: false, dropped: 0 });
        assert_eq!(flood.comes(None, at(20)), Verdict::TooMany { answered: false, dropped: 0 });
        taken(&mut flood, None, 1_000, 10);
        assert_eq!(flood.comes(None, at(1_000)), Verdict::TooMany { answered: true, dropped: 2 });
    }
}

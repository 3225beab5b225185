//! What the operator is told of a table, causes before what follows from them, each with what to do; and how often it is logged.

use std::collections::BTreeMap;

use crate::form::{FindingForm, Instant};
use crate::time::{Mono, Stamp};

/// The same finding is logged at most once in so long, in ms, however often it comes and goes.
pub(super) const LOG_AGAIN_MS: u64 = 3_600_000;

/// What has been so for so long, in ms, is logged: a device that is just being opened has not spoken yet, and is well.
pub(super) const LOG_AFTER_MS: u64 = 5_000;

/// What a finding is about, causes first: a supply that is too weak makes devices restart, a card that is slow fills the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Power,
    Machine,
    Disk,
    Time,
    Board,
    Clock,
    Broker,
    Outbox,
    Engine,
}

impl Part {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Part::Power => "power",
            Part::Machine => "machine",
            Part::Disk => "disk",
            Part::Time => "time",
            Part::Board => "board",
            Part::Clock => "clock",
            Part::Broker => "broker",
            Part::Outbox => "outbox",
            Part::Engine => "engine",
        }
    }
}

/// Something that is not well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) part: Part,
    /// A short name, unique within its part.
    pub(super) code: &'static str,
    /// What is seen.
    pub(super) what: String,
    /// What a person should do.
    pub(super) what_to_do: String,
}

impl Finding {
    pub(super) fn new(part: Part, code: &'static str, what: impl Into<String>, what_to_do: impl Into<String>) -> Finding {
        Finding { part, code, what: what.into(), what_to_do: what_to_do.into() }
    }

    /// Of a sentence that says both, what is seen before its first colon.
    pub(super) fn told(part: Part, code: &'static str, text: &str) -> Finding {
        let (what, what_to_do) = text.split_once(": ").unwrap_or((text, "nothing has to be done now"));
        Finding::new(part, code, what, what_to_do)
    }

    /// Both in one sentence.
    pub(super) fn sentence(&self) -> String {
        format!("{}: {}", self.what, self.what_to_do)
    }
}

/// What is not well now, and since when.
#[derive(Debug, Default)]
pub(super) struct Findings {
    known: BTreeMap<(Part, &'static str), Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// Since when it is so; none while it is not.
    since: Option<Stamp>,
    /// When it was last logged, and whether that it is over must be logged too.
    logged: Option<Mono>,
    is_told: bool,
}

/// What is to be logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Log {
    /// It has begun.
    Began(Finding),
    /// It is over.
    Over(Part, &'static str),
}

impl Findings {
    /// These are all that there are now. The list for `health`, causes first, and what is to be logged of it.
    pub(super) fn are(&mut self, now: Stamp, mut found: Vec<Finding>) -> (Vec<FindingForm>, Vec<Log>) {
        // The order within a part is the finder's own.
        found.sort_by_key(|finding| finding.part);
        let mut log = Vec::new();
        for (&(part, code), known) in &mut self.known {
            if known.since.is_some() && !found.iter().any(|finding| (finding.part, finding.code) == (part, code)) {
                known.since = None;
                if std::mem::take(&mut known.is_told) {
                    log.push(Log::Over(part, code));
                }
            }
        }
        let mut forms = Vec::new();
        for finding in found {
            let known = self.known.entry((finding.part, finding.code)).or_default();
            let since = *known.since.get_or_insert(now);
            let is_due =
                now.mono.since_ms(since.mono) >= LOG_AFTER_MS && known.logged.is_none_or(|last| now.mono.since_ms(last) >= LOG_AGAIN_MS);
            if !known.is_told && is_due {
                (known.logged, known.is_told) = (Some(now.mono), true);
                log.push(Log::Began(finding.clone()));
            }
            forms.push(FindingForm {
                part: finding.part.name().to_owned(),
                code: finding.code.to_owned(),
                what: finding.what,
                what_to_do: finding.what_to_do,
                since: Instant(since.wall),
            });
        }
        (forms, log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Wall;

    fn stamp(ms: u64) -> Stamp {
        Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(1_796_000_000_000 + ms as i64))
    }

    fn finding(part: Part, code: &'static str) -> Finding {
        Finding::told(part, code, "it is so: do something about it")
    }

    fn codes(forms: &[FindingForm]) -> Vec<&str> {
        forms.iter().map(|form| form.code.as_str()).collect()
    }

    #[test]
    fn causes_stand_before_what_follows_from_them() {
        let found = vec![
            finding(Part::Outbox, "filling"),
            finding(Part::Broker, "away"),
            finding(Part::Power, "weak"),
            finding(Part::Board, "gone"),
        ];
        let (forms, _) = Findings::default().are(stamp(0), found);
        assert_eq!(codes(&forms), ["weak", "gone", "away", "filling"]);
        assert_eq!((forms[0].what.as_str(), forms[0].what_to_do.as_str()), ("it is so", "do something about it"));
    }

    #[test]
    fn what_comes_and_goes_is_logged_once_an_hour_and_its_end_only_where_its_beginning_was() {
        let mut findings = Findings::default();
        let gone = || vec![finding(Part::Board, "gone")];
        let (forms, log) = findings.are(stamp(0), gone());
        assert_eq!((codes(&forms), log), (vec!["gone"], Vec::new()), "health says it at once, the log when it stays");
        let since = forms[0].since;
        assert_eq!(findings.are(stamp(LOG_AFTER_MS), gone()).1, [Log::Began(finding(Part::Board, "gone"))]);
        let (forms, log) = findings.are(stamp(6_000), gone());
        assert_eq!((forms[0].since, log), (since, Vec::new()), "said once");
        assert_eq!(findings.are(stamp(7_000), Vec::new()).1, [Log::Over(Part::Board, "gone")]);
        for minute in (1..60).map(|minute| minute * 60_000) {
            for after in [0, LOG_AFTER_MS] {
                let (forms, log) = findings.are(stamp(minute + after), gone());
                assert_eq!((forms.len(), log), (1, Vec::new()), "health says it all the same");
            }
            assert_eq!(findings.are(stamp(minute + 10_000), Vec::new()).1, Vec::new());
        }
        let hour = LOG_AGAIN_MS + LOG_AFTER_MS;
        assert_eq!(findings.are(stamp(hour), gone()).1, Vec::new());
        let (forms, log) = findings.are(stamp(hour + LOG_AFTER_MS), gone());
        assert_eq!((forms[0].since, log.len()), (Instant(stamp(hour).wall), 1), "an hour later it is said again");
    }
}

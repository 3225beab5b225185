//! Every time system of the configuration: read, refused half given, explained.

use super::parse;
use kifud::clock::{Block, Blocks, TimeControl};
use kifud::config;

/// A table that is good without `time`, which stands in line 4.
fn with(time: &str) -> String {
    format!("[[table]]\nid = \"t1\"\nboard.port = \"/dev/b\"\ntime = {{ {time} }}\ntime_authority = \"daemon\"\n")
}

const S: u64 = 1_000;
const MIN: u64 = 60 * S;
const H: u64 = 60 * MIN;

fn systems() -> Vec<(&'static str, TimeControl)> {
    let blocks = Blocks::new(&[Block { stones: 10, period_ms: 5 * MIN }, Block { stones: 20, period_ms: 4 * MIN }]).expect("two fit");
    let fischer = |cap_ms, initial_bonus| TimeControl::Fischer { main_ms: 30 * MIN, increment_ms: 20 * S, cap_ms, initial_bonus };
    vec![
        (r#"system = "absolute", main = "45m""#, TimeControl::Absolute { main_ms: 45 * MIN }),
        (
            r#"system = "byo-yomi", main = "2h", periods = 5, period = "60s""#,
            TimeControl::ByoYomi { main_ms: 2 * H, periods: 5, period_ms: MIN },
        ),
        (
            r#"system = "canadian", main = "0s", stones = 25, period = "10m""#,
            TimeControl::Canadian { main_ms: 0, period_ms: 10 * MIN, stones: 25 },
        ),
        (
            r#"system = "progressive", main = "1h", blocks = [{ stones = 10, period = "5m" }, { stones = 20, period = "4m" }]"#,
            TimeControl::Progressive { main_ms: H, blocks },
        ),
        (r#"system = "fischer", main = "30m", increment = "20s""#, fischer(None, false)),
        (r#"system = "fischer", main = "30m", increment = "20s", cap = "1h", initial_bonus = true"#, fischer(Some(H), true)),
        (r#"system = "bronstein", main = "30m", delay = "10s""#, TimeControl::Bronstein { main_ms: 30 * MIN, delay_ms: 10 * S }),
        (r#"system = "delay", main = "30m", delay = "10s""#, TimeControl::Delay { main_ms: 30 * MIN, delay_ms: 10 * S }),
        (r#"system = "hourglass", main = "5m""#, TimeControl::Hourglass { main_ms: 5 * MIN }),
        (r#"system = "per-move", period = "30s""#, TimeControl::PerMove { period_ms: 30 * S }),
        (r#"system = "nhk", period = "30s", units = 10, unit = "60s""#, TimeControl::Nhk { period_ms: 30 * S, units: 10, unit_ms: MIN }),
        (r#"system = "china-reserve", main = "2h", reserve = "5m""#, TimeControl::ChinaReserve { main_ms: 2 * H, reserve_ms: 5 * MIN }),
        (r#"system = "ing-pp", main = "3h""#, TimeControl::IngPenalty { main_ms: 3 * H, periods: 3, fraction: 6, points: 2 }),
        (
            r#"system = "ing-pp", main = "2h", periods = 2, fraction = 4, points = 3"#,
            TimeControl::IngPenalty { main_ms: 2 * H, periods: 2, fraction: 4, points: 3 },
        ),
        (
            r#"system = "ing-rs", main = "3h", periods = 5, period = "30s""#,
            TimeControl::IngSeconds { main_ms: 3 * H, periods: 5, period_ms: 30 * S },
        ),
    ]
}

#[test]
fn every_system_is_read_and_explained() {
    for (text, control) in systems() {
        let read = parse(&with(text)).unwrap_or_else(|faults| panic!("{text}: {faults:#?}"));
        assert_eq!(read.tables[0].time, Some(control), "{text}");
        let sentence = config::time_in_words(Some(control));
        assert!(config::explain(&read).contains(&sentence), "{text}: {sentence}");
        assert!(!sentence.contains("_ms"), "{sentence}");
    }
}

/// The README's table of time systems: an example of each, and each is read.
#[test]
fn the_examples_of_the_readme_are_read() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let mut read = std::collections::BTreeSet::new();
    for example in readme.lines().filter_map(|line| line.strip_prefix("| `{ system = ")?.split_once(" }` |")) {
        let text = format!("system = {}", example.0);
        let config = parse(&with(&text)).unwrap_or_else(|faults| panic!("{text}: {faults:#?}"));
        let system = format!("{:?}", config.tables[0].time.expect("a time"));
        read.insert(system.split(' ').next().map(str::to_owned));
    }
    assert_eq!(read.len(), 13, "one of each system");
}

/// What is left out of a control is missed by name; none of its keys is optional but those that have a usual value.
#[test]
fn half_given_controls_are_refused_by_the_key_that_is_missing() {
    const USUAL: [&str; 5] = ["cap", "initial_bonus", "fraction", "points", "periods"];
    for (text, control) in systems() {
        if text.contains("blocks") {
            continue;
        }
        let keys: Vec<&str> = text.split(", ").collect();
        for left_out in 1..keys.len() {
            let key = keys[left_out].split(' ').next().expect("a key");
            if USUAL.contains(&key) && (key != "periods" || matches!(control, TimeControl::IngPenalty { .. })) {
                continue;
            }
            let half: Vec<&str> = keys.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, key)| *key).collect();
            let faults = parse(&with(&half.join(", "))).expect_err(text);
            let told: Vec<_> = faults.iter().map(|fault| (fault.line, fault.key.as_str())).collect();
            assert_eq!(told, [(Some(4), format!("table.time.{key}").as_str())], "{half:?}");
            assert!(faults[0].message.contains("is missing"), "{}", faults[0]);
        }
    }
}

/// Article 7 leaves it to the event which of the two kinds of overtime there is.
#[test]
fn ing_7_0_overtime_of_no_kind_is_refused_with_both_kinds_named() {
    let faults = parse(&with(r#"system = "ing", main = "3h""#)).expect_err("neither");
    let told: Vec<(Option<usize>, &str)> = faults.iter().map(|fault| (fault.line, fault.key.as_str())).collect();
    assert_eq!(told, [(Some(4), "table.time.system")]);
    for word in ["article 7", "\"ing-pp\"", "\"ing-rs\""] {
        assert!(faults[0].message.contains(word), "{}", faults[0]);
    }
}

#[test]
fn zero_null_and_misfits_are_refused_by_their_key_with_the_reason() {
    for (text, keys, message) in [
        (r#"system = "fischer", main = "30m", increment = "0s""#, &["increment"][..], "absolute time"),
        (r#"system = "fischer", main = "30m", increment = "null""#, &["increment"], "not a duration"),
        (r#"system = "fischer", main = "30m", increment = "10s", cap = "10m""#, &["cap"], "at least the main time"),
        (r#"system = "fischer", main = "30m", increment = "200h""#, &["increment"], "7 days"),
        (r#"system = "bronstein", main = "30m", delay = "0s""#, &["delay"], "longer than 0"),
        (r#"system = "delay", main = "0s", delay = "10s""#, &["main"], "longer than 0"),
        (r#"system = "delay", main = "0s", delay = "0s""#, &["main", "delay"], "longer than 0"),
        (r#"system = "canadian", main = "1h", stones = 0, period = "10m""#, &["stones"], "from 1 to 254"),
        (r#"system = "canadian", main = "1h", stones = 25, period = "0s""#, &["period"], "longer than 0"),
        (r#"system = "per-move", period = "0s""#, &["period"], "longer than 0"),
        (r#"system = "per-move", period = "30s", main = "1h""#, &["main"], "is no key"),
        (r#"system = "nhk", period = "30s", units = 10, unit = "0s""#, &["unit"], "longer than 0"),
        (r#"system = "nhk", period = "30s", units = 999, unit = "60s""#, &["units"], "from 0 to 254"),
        (r#"system = "china-reserve", main = "2h", reserve = "90s""#, &["reserve"], "whole minutes"),
        (r#"system = "china-reserve", main = "4m", reserve = "5m""#, &["reserve"], "cannot be longer"),
        (r#"system = "china-reserve", main = "2h", reserve = "0s""#, &["reserve"], "1 or more"),
        (r#"system = "ing-pp", main = "0s""#, &["main"], "longer than 0"),
        (r#"system = "ing-pp", main = "3h", periods = 0"#, &["periods"], "from 1 to 254"),
        (r#"system = "ing-pp", main = "3h", fraction = 0"#, &["fraction"], "from 1 to"),
        (r#"system = "ing-pp", main = "1s", fraction = 2000"#, &["fraction"], "longer than 0"),
        (r#"system = "ing-pp", main = "3h", points = 2.5"#, &["points"], "a whole number"),
        (r#"system = "ing-pp", main = "3h", points = 101"#, &["points"], "from 0 to 100"),
        (r#"system = "ing-rs", main = "0s", periods = 0, period = "0s""#, &["periods", "period"], ""),
        (r#"system = "progressive", main = "1h", blocks = []"#, &["blocks"], "1 to 8 blocks"),
        (r#"system = "progressive", main = "1h", blocks = [{ stones = 10 }]"#, &["blocks.period"], "is missing"),
        (r#"system = "progressive", main = "1h", blocks = [{ stones = 0, period = "5m" }]"#, &["blocks.stones"], "from 1 to"),
        (r#"system = "progressive", main = "1h", blocks = [{ stones = 10, period = "5m", x = 1 }]"#, &["blocks.x"], "is no key"),
        (r#"system = "hourglass", main = 5"#, &["main"], "a duration in quotes"),
        (r#"system = "fischer", main = "30m", increment = "20s", initial_bonus = "yes""#, &["initial_bonus"], "true or false"),
        (r#"system = "fisher", main = "30m", increment = "20s""#, &["system"], "did you mean \"fischer\"?"),
    ] {
        let faults = parse(&with(text)).expect_err(text);
        let told: Vec<&str> = faults.iter().filter_map(|fault| fault.key.strip_prefix("table.time.")).collect();
        assert_eq!(told, keys, "{text}: {faults:#?}");
        assert!(faults.iter().all(|fault| fault.line == Some(4) && fault.message.contains(message)), "{text}: {faults:#?}");
    }
}

/// The event's rules choose between penalty points and read seconds; nobody does it for them.
#[test]
fn ing_7_ing_time_without_its_kind_of_overtime_is_refused_with_both_names() {
    let faults = parse(&with(r#"system = "ing", main = "3h""#)).expect_err("no such system");
    let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert!(told.iter().any(|message| message.contains("ing-pp") && message.contains("ing-rs")), "{told:?}");
}

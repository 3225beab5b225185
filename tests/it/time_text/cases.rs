//! The shared cases about time: each that concerns kifud holds; those that do not are listed with the reason.

use std::collections::BTreeMap;

use kifud::clock::{GameClock, PlayerPhase, TimeControl, TimeLeft, clock_text_ms};
use kifud::game::file_time;
use kifud::go::sgf::read_text;
use kifud::go::{ByColor, Color};
use serde_json::Value;

use crate::cases::{say, shared};

#[test]
fn every_case_about_time_that_concerns_kifud_holds() {
    let Some(path) = shared("cases/time.jsonl") else { return };
    let text = std::fs::read_to_string(path).expect("the list of cases");
    let (mut held, mut left_out) = (BTreeMap::new(), BTreeMap::new());
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("a JSON object a line");
        let kind = row["kind"].as_str().expect("a kind").to_owned();
        let judged = match kind.as_str() {
            "sgf_overtime" => overtime(&row),
            "sgf_clock_text" => clock_of_a_file(&row),
            "time_settings_text" => settings(&row),
            "clock_text" => {
                let expected = row["expect"]["ms"].as_u64();
                assert_eq!(clock_text_ms(row["text"].as_str().expect("a text")), expected, "{row}");
                Ok(())
            }
            "clock_run" => run(&row),
            "lag_compensation" => Err("one site's allowance for network lag: on the table a press is stamped where it arrives"),
            _ => Err("a kind of case that came later"),
        };
        match judged {
            Ok(()) => *held.entry(kind).or_insert(0) += 1,
            Err(reason) => left_out.entry((kind, reason)).or_insert_with(Vec::new).push(row["id"].to_string()),
        }
    }
    say(&format!("\ncases about time: {held:?} hold"));
    let told = held.values().sum::<usize>() + left_out.values().map(Vec::len).sum::<usize>();
    assert_eq!(told, text.lines().count(), "every line holds, or is left out with its reason");
    for ((kind, reason), ids) in left_out {
        say(&format!("left out of {kind}, {reason}: {}", ids.join(" ")));
    }
    assert!(held.values().sum::<usize>() > 30, "{held:?}");
}

type Judged = Result<(), &'static str>;

/// A time control in the words of the cases, which all count in ms.
fn expected_control(expect: &Value) -> (String, BTreeMap<String, u64>) {
    let fields = expect.as_object().expect("an object");
    let system = fields["system"].as_str().expect("a system").to_owned();
    (system, fields.iter().filter_map(|(key, value)| Some((key.clone(), value.as_u64()?))).collect())
}

/// The same of a control of kifud.
fn in_words_of_the_cases(control: TimeControl) -> (&'static str, Vec<(&'static str, u64)>) {
    match control {
        TimeControl::Absolute { main_ms } => ("absolute", vec![("total_time", main_ms)]),
        TimeControl::ByoYomi { main_ms, periods, period_ms } => {
            ("byoyomi", vec![("main_time", main_ms), ("periods", periods.into()), ("period_time", period_ms)])
        }
        TimeControl::Canadian { main_ms, period_ms, stones } => {
            ("canadian", vec![("main_time", main_ms), ("period_time", period_ms), ("stones_per_period", stones.into())])
        }
        TimeControl::Fischer { main_ms, increment_ms, .. } => {
            ("fischer", vec![("initial_time", main_ms), ("time_increment", increment_ms)])
        }
        TimeControl::PerMove { period_ms } => ("simple", vec![("per_move", period_ms)]),
        other => panic!("{other:?}"),
    }
}

fn overtime(row: &Value) -> Judged {
    let read = TimeControl::with_overtime(row["main_time_ms"].as_u64().expect("a main time"), row["OT"].as_str().expect("an OT"));
    if row["expect"].is_null() {
        assert!(read.is_err(), "{row}: {read:?}");
        return Ok(());
    }
    let (system, fields) = expected_control(&row["expect"]);
    let control = match read {
        Ok(control) => control,
        // OGS gives a Fischer clock of nothing an increment; it is lost at its first moment.
        Err(_) if system == "fischer" && row["main_time_ms"] == 0 => return Err("Fischer time that starts with nothing is refused"),
        Err(error) => panic!("{row}: {error}"),
    };
    let (own_system, own) = in_words_of_the_cases(control);
    assert_eq!(own_system, system, "{row}");
    for (key, value) in fields {
        // The cap is a convention of that site: it is no part of the text.
        if key != "max_time" {
            assert!(own.contains(&(key.as_str(), value)), "{row}: {key} in {own:?}");
        }
    }
    Ok(())
}

/// What a case says of a whole file is written in another language; by its name it is what stands here.
fn clock_of_a_file(row: &Value) -> Judged {
    let game = read_text(row["sgf"].as_str().expect("SGF")).expect("SGF");
    let time = file_time(&game);
    let last = |color: Color| time.left.last().and_then(|both| both[color]);
    let main = |seconds: u64| Some(TimeLeft { phase: PlayerPhase::Main, remaining_ms: seconds * 1_000 });
    let byo_yomi = Some(TimeControl::ByoYomi { main_ms: 1_800_000, periods: 5, period_ms: 30_000 });
    let fischer = Some(TimeControl::Fischer { main_ms: 600_000, increment_ms: 10_000, cap_ms: None, initial_bonus: false });
    let canadian = Some(TimeControl::Canadian { main_ms: 3_600_000, period_ms: 300_000, stones: 15 });
    let absolute = Some(TimeControl::Absolute { main_ms: 1_800_000 });
    match row["name"].as_str().expect("a name") {
        "TM alone produces absolute sgf_time_settings" => assert_eq!(time.control, absolute),
        "TM + OT Canadian produces canadian settings with main_time" => assert_eq!(time.control, canadian),
        "TM + OT byo-yomi produces byoyomi settings" => assert_eq!(time.control, byo_yomi),
        "TM + OT Fischer produces fischer settings with initial_time" | "OT before TM for Fischer recomputes max_time" => {
            assert_eq!(time.control, fischer);
        }
        "BL attaches per-move remaining time to black_clock" => {
            assert_eq!(time.control, canadian);
            assert_eq!(time.left, [ByColor { black: main(3_590), white: None }, ByColor { black: main(3_590), white: main(3_595) }]);
        }
        "BL and WL on same move populate separate clock fields" => {
            assert_eq!((last(Color::Black), last(Color::White)), (main(3_590), main(3_600)));
        }
        "OB in absolute system is ignored" => assert_eq!(last(Color::Black), main(1_790)),
        "OW in Fischer is ignored" => assert_eq!(last(Color::White), main(590)),
        "Unrecognized OT format leaves sgf_time_settings absolute (from TM)" => {
            assert_eq!(time.control, absolute);
            assert!(time.fault.is_some(), "and it is said");
        }
        "TM with negative value is ignored" => assert_eq!(time.control, None),
        "BL with negative value does not create black_clock" | "OB without BL and no parent clock is skipped" => {
            assert_eq!(last(Color::Black), None);
        }
        "OW before WL on same node still records periods_left" => {
            let phase = PlayerPhase::ByoYomi { periods_left: 2 };
            assert_eq!(last(Color::White), Some(TimeLeft { phase, remaining_ms: 30_000 }));
        }
        "OB with negative value is ignored" => assert_eq!(last(Color::Black), main(30)),
        _ => return Err("no translation of what it expects"),
    }
    Ok(())
}

fn settings(row: &Value) -> Judged {
    let read = TimeControl::from_gogui(row["text"].as_str().expect("a text"));
    let expect = &row["expect"];
    if expect.is_null() {
        assert!(read.is_err(), "{row}: {read:?}");
        return Ok(());
    }
    let main_ms = expect["pre_byoyomi_ms"].as_u64().expect("a main time");
    let expected = match expect["UseByoyomi"].as_bool() {
        Some(true) => TimeControl::Canadian {
            main_ms,
            period_ms: expect["byoyomi_ms"].as_u64().expect("a period"),
            stones: u32::try_from(expect["byoyomi_moves"].as_u64().expect("moves")).expect("few"),
        },
        _ => TimeControl::Absolute { main_ms },
    };
    assert_eq!(read, Ok(expected), "{row}");
    Ok(())
}

/// A clock that is only set; the clocks that run stand in `timing`.
fn run(row: &Value) -> Judged {
    let events = row["events"].as_array().expect("events");
    let system = &row["system"];
    let (Some("absolute"), Some(main_ms)) = (system["system"].as_str(), system["main_ms"].as_u64()) else {
        return Err("no translation of its system");
    };
    if events.iter().any(|event| event[0] != "reset") {
        return Err("calls of another program's own interface");
    }
    let shown = GameClock::new(TimeControl::Absolute { main_ms }).view(kifud::time::Mono::ZERO);
    assert_eq!(row["expect"]["black"]["left_ms"], shown.black.remaining_ms, "{row}");
    assert_eq!(row["expect"]["white"]["left_ms"], shown.white.remaining_ms, "{row}");
    Ok(())
}

use super::*;
use crate::time::Wall;

/// A moment, counted in ms from noon of the first day.
fn at(ms: u64) -> Stamp {
    Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(43_200_000 + ms as i64))
}

fn tables() -> Tables {
    let mut tables = Tables::default();
    tables.connect();
    tables
}

/// Everything that the cursor has not seen, as "topic text".
fn drain(tables: &Tables, cursor: &mut Cursor) -> Vec<String> {
    let mut all = Vec::new();
    while let Some(next) = tables.next(cursor, Mono::from_millis(0)) {
        all.push(match next {
            Next::Reset => "reset".to_owned(),
            Next::Document { topic, text, .. } => format!("{topic} {}", text.as_deref().unwrap_or("-")),
        });
    }
    all
}

#[test]
fn a_slow_browser_finds_only_the_newest_of_each() {
    let mut tables = tables();
    let mut slow = tables.begin("t1", View::Full);
    for n in 0..1_000 {
        tables.take("t1", "clock", n.to_string().as_bytes(), false, at(n)).unwrap();
        tables.take("t1", "game", n.to_string().as_bytes(), false, at(n)).unwrap();
        tables.take("t2", "game", b"0", false, at(n)).unwrap();
    }
    assert_eq!(drain(&tables, &mut slow), ["clock 999", "game 999"]);
    assert_eq!(drain(&tables, &mut slow), [""; 0]);
    tables.take("t1", "clock", b"7", false, at(2_000)).unwrap();
    assert_eq!(drain(&tables, &mut slow), ["clock 7"]);
}

#[test]
fn a_late_browser_gets_the_documents_and_no_old_events() {
    let mut tables = tables();
    tables.take("t1", "event", b"1", false, at(0)).unwrap();
    tables.take("t1", "game", b"{\"seq\":1}", false, at(0)).unwrap();
    tables.take("t1", "alert/a-1", b"{}", false, at(0)).unwrap();
    tables.take("t1", "alert/a-1", b"", false, at(0)).unwrap();
    let mut late = tables.begin("t1", View::Full);
    assert_eq!(drain(&tables, &mut late), ["game {\"seq\":1}"]);
    tables.take("t1", "event", b"2", false, at(1)).unwrap();
    assert_eq!(drain(&tables, &mut late), ["event 2"]);
}

#[test]
fn an_emptied_alert_is_told_to_those_who_saw_it() {
    let mut tables = tables();
    tables.take("t1", "status", b"1", true, at(0)).unwrap();
    tables.take("t1", "alert/a-1", b"1", true, at(0)).unwrap();
    let mut browser = tables.begin("t1", View::Full);
    assert_eq!(drain(&tables, &mut browser).len(), 2);
    tables.take("t1", "alert/a-1", b"", false, at(1)).unwrap();
    assert_eq!(drain(&tables, &mut browser), ["alert/a-1 -"]);
}

#[test]
fn beyond_the_events_kept_the_oldest_go() {
    let mut tables = tables();
    tables.take("t1", "status", b"1", true, at(0)).unwrap();
    let mut browser = tables.begin("t1", View::Full);
    drain(&tables, &mut browser);
    for n in 0..MAX_EVENTS + 5 {
        tables.take("t1", "event", n.to_string().as_bytes(), false, at(0)).unwrap();
    }
    let got = drain(&tables, &mut browser);
    assert_eq!((got.len(), got[0].as_str()), (MAX_EVENTS, "event 5"));
}

#[test]
fn beyond_the_documents_kept_emptied_ones_are_forgotten_and_browsers_begin_anew() {
    let mut tables = tables();
    tables.take("t1", "game", b"1", false, at(0)).unwrap();
    tables.take("t1", "alert/old", b"1", false, at(0)).unwrap();
    let mut away = tables.begin("t1", View::Full);
    drain(&tables, &mut away);
    tables.take("t1", "alert/old", b"", false, at(0)).unwrap();
    for n in 0..MAX_DOCUMENTS - 1 {
        tables.take("t1", &format!("alert/{n}"), b"1", false, at(0)).unwrap();
    }
    let got = drain(&tables, &mut away);
    assert_eq!((got.len(), got[0].as_str(), got[1].as_str()), (MAX_DOCUMENTS + 1, "reset", "game 1"));
    // Nothing is left to forget: the next new topic is refused, known ones still change.
    assert_eq!(tables.take("t1", "alert/more", b"1", false, at(0)), Err(Refused::TooManyDocuments));
    assert_eq!(tables.take("t1", "game", b"2", false, at(0)), Ok(()));
    assert_eq!(drain(&tables, &mut away), ["game 2"]);
}

#[test]
fn beyond_its_limits_a_message_is_refused() {
    let mut tables = tables();
    for n in 0..MAX_TABLES {
        tables.take(&format!("t{n}"), "status", b"1", true, at(0)).unwrap();
    }
    assert_eq!(tables.take("one-more", "status", b"1", true, at(0)), Err(Refused::TooManyTables));
    let large = format!("\"{}\"", "x".repeat(MAX_DOCUMENT_BYTES));
    assert_eq!(tables.take("t1", "game", large.as_bytes(), true, at(0)), Err(Refused::TooLarge));
    assert_eq!(tables.take("t1", "game", b"{", true, at(0)), Err(Refused::NotJson));
}

#[test]
fn after_a_reconnection_what_was_not_sent_again_is_gone() {
    let mut tables = tables();
    for topic in ["status", "game", "alert/a-1", "alert/a-2"] {
        tables.take("t1", topic, b"1", true, at(0)).unwrap();
    }
    let mut browser = tables.begin("t1", View::Full);
    drain(&tables, &mut browser);
    assert!(tables.pulse("t1", View::Full, Mono::from_millis(0)).confirmed);
    tables.disconnect();
    assert!(!tables.pulse("t1", View::Full, Mono::from_millis(0)).confirmed);
    tables.connect();
    assert!(!tables.pulse("t1", View::Full, Mono::from_millis(0)).confirmed, "the table has not spoken on this connection");
    for topic in ["game", "alert/a-2", "status"] {
        tables.take("t1", topic, b"2", true, at(1_000)).unwrap();
    }
    assert!(tables.pulse("t1", View::Full, Mono::from_millis(0)).confirmed);
    assert!(!tables.sweep(at(1_000 + SETTLE_MS - 1).mono));
    assert_eq!(drain(&tables, &mut browser), ["game 2", "alert/a-2 2", "status 2"]);
    assert!(tables.sweep(at(1_000 + SETTLE_MS).mono));
    assert_eq!(drain(&tables, &mut browser), ["alert/a-1 -"]);
}

#[test]
fn a_forgotten_table_leaves_and_comes_back_new() {
    let mut tables = tables();
    tables.take("t1", "status", b"1", true, at(0)).unwrap();
    tables.take("t1", "game", b"1", true, at(0)).unwrap();
    let (mut watching, mut away) = (tables.begin("t1", View::Full), tables.begin("t1", View::Full));
    drain(&tables, &mut watching);
    drain(&tables, &mut away);
    tables.take("t1", "status", b"", false, at(1)).unwrap();
    tables.take("t1", "game", b"", false, at(1)).unwrap();
    assert_eq!(tables.names(), [""; 0]);
    assert_eq!(drain(&tables, &mut watching), ["reset"]);
    tables.take("t1", "status", b"2", true, at(2)).unwrap();
    assert_eq!(drain(&tables, &mut away), ["reset", "status 2"]);
}

#[test]
fn the_public_view_shows_nothing_but_public_topics_and_status() {
    let mut tables = tables();
    for topic in ["status", "game", "clock", "alert/a-1", "health", "public/game", "public/clock"] {
        tables.take("t1", topic, format!("\"{topic}\"").as_bytes(), true, at(0)).unwrap();
    }
    let mut public = tables.begin("t1", View::Public);
    tables.take("t1", "event", b"1", false, at(0)).unwrap();
    tables.take("t1", "public/event", b"2", false, at(0)).unwrap();
    assert_eq!(drain(&tables, &mut public), ["status \"status\"", "game \"public/game\"", "clock \"public/clock\"", "event 2"]);
    let mut full = tables.begin("t1", View::Full);
    assert_eq!(drain(&tables, &mut full).len(), 5);
}

#[test]
fn a_retained_document_is_as_old_as_it_says_and_a_live_one_as_its_arrival() {
    let mut tables = tables();
    let text = b"{\"as_of\":\"1970-01-01T12:00:01.000Z\"}";
    let age = |tables: &Tables, now| match tables.next(&mut tables.begin("t1", View::Full), Mono::from_millis(now)) {
        Some(Next::Document { age_ms, .. }) => age_ms,
        other => panic!("{other:?}"),
    };
    tables.take("t1", "clock", text, true, at(3_500)).unwrap();
    assert_eq!(age(&tables, 4_000), 3_000, "2,500 before its arrival and 500 since");
    tables.take("t1", "clock", text, false, at(3_500)).unwrap();
    assert_eq!(age(&tables, 4_000), 500);
    // The other machine's clock is ahead of ours.
    tables.take("t1", "clock", text, true, at(600)).unwrap();
    assert_eq!(age(&tables, 700), 100);
}

#[test]
fn the_brokers_word_about_a_lost_table_is_not_the_tables_own() {
    let mut tables = tables();
    let heard = |tables: &Tables, now| tables.pulse("t1", View::Full, Mono::from_millis(now)).heard_ms;
    tables.take("t1", "status", b"{\"state\":\"ready\"}", true, at(0)).unwrap();
    assert_eq!(heard(&tables, 500), None, "a retained document says nothing about now");
    tables.take("t1", "clock", b"{}", false, at(1_000)).unwrap();
    tables.take("t1", "status", b"{\"state\":\"lost\"}", false, at(9_000)).unwrap();
    assert_eq!(heard(&tables, 9_000), Some(8_000));
}

/// The same with the table's name in front.
fn drain_all(tables: &Tables, cursor: &mut Cursor) -> Vec<String> {
    let mut all = Vec::new();
    while let Some(next) = tables.next(cursor, Mono::from_millis(0)) {
        all.push(match next {
            Next::Reset => "reset".to_owned(),
            Next::Document { table, topic, text, .. } => format!("{table} {topic} {}", text.as_deref().unwrap_or("-")),
        });
    }
    all
}

#[test]
fn a_page_with_all_tables_gets_the_newest_of_each_in_brief() {
    let mut tables = tables();
    let game = br#"{"board":["X"],"moves":[1,2],"phase":"playing"}"#;
    for id in ["t1", "t2"] {
        tables.take(id, "public/game", game, true, at(0)).unwrap();
        tables.take(id, "game", b"{\"phase\":\"counting\"}", true, at(0)).unwrap();
        tables.take(id, "result/g-1", b"{}", true, at(0)).unwrap();
        tables.take(id, "public/event", b"1", false, at(0)).unwrap();
    }
    let mut hall = tables.begin_all(View::Public);
    let brief = r#"game {"board":["X"],"phase":"playing"}"#;
    assert_eq!(drain_all(&tables, &mut hall), [format!("t1 {brief}"), format!("t2 {brief}")]);
    for n in 0..9 {
        tables.take("t2", "public/clock", n.to_string().as_bytes(), false, at(0)).unwrap();
    }
    assert_eq!(drain_all(&tables, &mut hall), ["t2 clock 8"]);
    // The page of one table has all of it.
    let whole = drain(&tables, &mut tables.begin("t1", View::Public));
    assert!(whole[0].contains("\"moves\":[1,2]"), "{whole:?}");
    tables.take("t1", "alert/a-1", br#"{"id":"a-1","evidence":{"steps":[]}}"#, true, at(0)).unwrap();
    assert_eq!(drain_all(&tables, &mut hall), [""; 0], "alerts are not public");
    let mut operator = tables.begin_all(View::Full);
    assert!(drain_all(&tables, &mut operator).contains(&r#"t1 alert/a-1 {"id":"a-1"}"#.to_owned()));
    tables.take("t1", "alert/a-1", b"", false, at(0)).unwrap();
    assert_eq!(drain_all(&tables, &mut operator), ["t1 alert/a-1 -"]);
}

#[test]
fn a_page_with_all_tables_begins_anew_when_one_is_forgotten() {
    let mut tables = tables();
    tables.take("t1", "status", b"1", true, at(0)).unwrap();
    tables.take("t2", "status", b"2", true, at(0)).unwrap();
    let mut hall = tables.begin_all(View::Public);
    drain_all(&tables, &mut hall);
    tables.take("t1", "status", b"", false, at(1)).unwrap();
    assert_eq!(drain_all(&tables, &mut hall), ["reset", "t2 status 2"]);
    assert_eq!(drain_all(&tables, &mut hall), [""; 0]);
    // After a reconnection what was not sent again is emptied there too.
    tables.take("t2", "public/game", b"1", true, at(1)).unwrap();
    drain_all(&tables, &mut hall);
    tables.connect();
    tables.take("t2", "status", b"3", true, at(1_000)).unwrap();
    assert!(tables.sweep(at(1_000 + SETTLE_MS).mono));
    assert_eq!(drain_all(&tables, &mut hall), ["t2 status 3", "t2 game -"]);
}

#[test]
fn the_public_is_not_told_when_something_happens_behind_the_delay() {
    let mut tables = tables();
    tables.take("t1", "public/clock", b"{}", false, at(1_000)).unwrap();
    tables.take("t1", "event", b"{}", false, at(5_000)).unwrap();
    let heard = |view| tables.pulse("t1", view, Mono::from_millis(6_000)).heard_ms;
    assert_eq!((heard(View::Full), heard(View::Public)), (Some(1_000), Some(5_000)));
}

fn event(seq: u64) -> String {
    format!("{{\"game_id\":\"g-1\",\"seq\":{seq}}}")
}

#[test]
fn a_program_goes_on_after_the_event_that_it_has_or_begins_anew() {
    let mut tables = tables();
    tables.take("t1", "public/game", b"1", false, at(0)).unwrap();
    for seq in 1..=4 {
        tables.take("t1", "public/event", event(seq).as_bytes(), false, at(0)).unwrap();
        tables.take("t1", "event", event(100 + seq).as_bytes(), false, at(0)).unwrap();
        if seq == 2 {
            tables.take("t1", "public/clock", b"2", false, at(0)).unwrap();
        }
    }
    let after = |last: Option<&str>| drain(&tables, &mut tables.follow("t1", last));
    assert_eq!(after(Some("g-1:3")), [format!("event {}", event(4))]);
    assert_eq!(
        after(Some("g-1:1")),
        [format!("event {}", event(2)), "clock 2".to_owned(), format!("event {}", event(3)), format!("event {}", event(4))]
    );
    assert_eq!(after(Some("g-1:4")), [""; 0]);
    // What it names is not here, or not public: all documents, and no old event.
    for last in [None, Some("g-1:9"), Some("g-0:3"), Some("g-1:103"), Some(""), Some("3")] {
        assert_eq!(after(last), ["game 1", "clock 2"], "{last:?}");
    }
}

#[test]
fn a_program_that_is_further_behind_than_the_events_kept_begins_anew() {
    let mut tables = tables();
    tables.take("t1", "public/game", b"1", false, at(0)).unwrap();
    let (mut program, mut page) = (tables.follow("t1", None), tables.begin("t1", View::Public));
    assert_eq!((drain(&tables, &mut program).len(), drain(&tables, &mut page).len()), (1, 1));
    for seq in 0..MAX_EVENTS as u64 {
        tables.take("t1", "public/event", event(seq).as_bytes(), false, at(0)).unwrap();
    }
    let mut in_time = program.clone();
    assert_eq!(drain(&tables, &mut in_time).len(), MAX_EVENTS, "exactly as many as are kept");
    tables.take("t1", "public/event", event(999).as_bytes(), false, at(0)).unwrap();
    assert_eq!(drain(&tables, &mut program), ["reset", "game 1"]);
    assert_eq!(drain(&tables, &mut page).len(), MAX_EVENTS, "a page sees the gap by itself");
    tables.take("t1", "public/event", event(1_000).as_bytes(), false, at(0)).unwrap();
    assert_eq!(drain(&tables, &mut program), [format!("event {}", event(1_000))]);
}

#[test]
fn the_file_of_a_game_that_has_ended_is_the_games_own() {
    let mut tables = tables();
    let game = |id: &str, result: &str| {
        let ended = format!("{{\"game_id\":\"{id}\",\"phase\":\"ended\",\"result\":{{\"sgf\":\"{result}\"}}}}");
        if result.is_empty() { format!("{{\"game_id\":\"{id}\",\"phase\":\"playing\"}}") } else { ended }
    };
    let mut take = |topic: &str, text: &str| {
        tables.take("t1", topic, text.as_bytes(), false, at(0)).unwrap();
        tables.finished("t1", Mono::from_millis(0)).map(|(id, file)| (id, file.text.to_string()))
    };
    let is = |id: &str, file: &str| Some((id.to_owned(), file.to_owned()));
    assert_eq!(take("public/sgf", "(;B[aa])"), None);
    assert_eq!(take("public/game", &game("g-1", "B+R")), None, "the file is still that of the running game");
    assert_eq!(take("public/sgf", "(;RE[B+R];B[aa])"), is("g-1", "(;RE[B+R];B[aa])"));
    assert_eq!(take("public/game", &game("g-1", "W+F")), None, "changed by a ruling, its file to come");
    assert_eq!(take("public/sgf", "(;RE[W+F];B[aa])"), is("g-1", "(;RE[W+F];B[aa])"));
    assert_eq!(take("public/game", &game("g-2", "")), None);
    assert_eq!(take("public/game", &game("../../x", "W+F")), None, "no name of a file");
    assert_eq!(take("public/game", &game("g-2", "W+F")), None, "it ended alike, but the file is still the other's");
    assert_eq!(take("public/sgf", "(;RE[W+F];B[cc])"), is("g-2", "(;RE[W+F];B[cc])"));
    // On a new connection the file may come before its game.
    tables.connect();
    tables.take("t1", "public/sgf", b"(;RE[W+F];B[bb])", true, at(0)).unwrap();
    assert_eq!(tables.finished("t1", Mono::from_millis(0)), None);
    tables.take("t1", "public/game", game("g-3", "W+F").as_bytes(), true, at(0)).unwrap();
    assert_eq!(tables.finished("t1", Mono::from_millis(0)).map(|(id, _)| id).as_deref(), Some("g-3"));
    assert_eq!(tables.take("t1", "public/sgf", b"\xff", false, at(0)), Err(Refused::NotText));
}

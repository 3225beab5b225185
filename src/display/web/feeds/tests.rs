use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::display::gate::Gate;
use crate::display::hub::Hub;
use crate::display::web::tests::{ask, ask_with, serve, take};
use crate::door::Limits;
use crate::time::{Stamp, Wall};

fn hub() -> Arc<Hub> {
    let hub = Arc::new(Hub::new());
    hub.change(crate::display::tables::Tables::connect);
    hub
}

/// A field of the head of an answer.
fn field<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    answer.lines().take_while(|line| !line.is_empty()).find_map(|line| line.strip_prefix(&format!("{name}: ")))
}

#[tokio::test]
async fn a_live_sgf_is_sent_again_only_when_it_has_changed() {
    let hub = hub();
    take(&hub, "public/sgf", "(;GM[1]CA[UTF-8]PB[柯洁];B[aa])");
    let address = serve(&hub, 9).await;
    let (first, _) = ask(address, "/feeds/t1.sgf", "B[aa])").await;
    assert!(first.starts_with("HTTP/1.1 200") && first.contains("PB[柯洁]"), "{first}");
    assert_eq!(field(&first, "content-type"), Some("application/x-go-sgf; charset=utf-8"));
    assert_eq!((field(&first, "cache-control"), field(&first, "x-content-type-options")), (Some("no-cache"), Some("nosniff")));
    let (mark, date) = (field(&first, "etag").unwrap(), field(&first, "last-modified").unwrap());
    assert_eq!(date, "Thu, 01 Jan 1970 00:00:00 GMT");
    for (head, status) in [
        (format!("If-None-Match: {mark}"), 304),
        (format!("If-None-Match: \"other\", W/{mark}"), 304),
        ("If-None-Match: *".to_owned(), 304),
        ("If-None-Match: \"other\"".to_owned(), 200),
        (format!("If-Modified-Since: {date}"), 304),
        ("If-Modified-Since: Wed, 31 Dec 1969 23:59:59 GMT".to_owned(), 200),
        // The mark decides where both are there.
        (format!("If-None-Match: \"other\"\r\nIf-Modified-Since: {date}"), 200),
    ] {
        let wanted = if status == 200 { "B[aa])" } else { "\r\n\r\n" };
        let (answer, _) = ask_with(address, "/feeds/t1.sgf", &format!("{head}\r\n"), wanted).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{head}: {answer}");
        assert_eq!(field(&answer, "etag"), Some(mark), "{head}");
        assert_eq!(answer.contains("GM[1]"), status == 200, "{head}: {answer}");
    }
    // A second change may follow in the same second: then there is no date to rely on.
    let soon = crate::now::stamp();
    let soon = Stamp::new(soon.mono, Wall::from_unix_ms(soon.wall.as_unix_ms() + 60_000));
    hub.change(|tables| tables.take("t1", "public/sgf", b"(;GM[1];B[aa];W[bb])", false, soon)).unwrap();
    let (changed, _) = ask_with(address, "/feeds/t1.sgf", &format!("If-None-Match: {mark}\r\n"), "W[bb])").await;
    assert!(changed.starts_with("HTTP/1.1 200") && field(&changed, "etag") != Some(mark), "{changed}");
    assert_eq!(field(&changed, "last-modified"), None);
}

#[tokio::test]
async fn game_clock_and_tables_are_json_and_what_there_is_not_is_said() {
    let hub = hub();
    take(&hub, "status", "{\"state\":\"ready\"}");
    take(
        &hub,
        "public/game",
        "{\"game_id\":\"g-1\",\"phase\":\"playing\",\"match\":{\"event\":\"Open\",\"round\":3,\"board\":12},\"move_number\":3}",
    );
    take(&hub, "public/clock", "{\"running\":\"black\"}");
    take(&hub, "game", "{\"secret\":true}");
    take(&hub, "clock", "{\"secret\":true}");
    let address = serve(&hub, 9).await;
    let (answer, _) = ask(address, "/feeds/t1.json", "\"table\":\"t1\"}").await;
    let body: serde_json::Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!(field(&answer, "content-type"), Some("application/json"));
    assert_eq!((&body["table"], &body["game"]["move_number"], &body["clock"]["running"]), (&"t1".into(), &3.into(), &"black".into()));
    assert!(body["clock"]["age_ms"].as_u64().is_some() && body["status"]["state"] == "ready" && body["confirmed"] == true, "{body}");
    let (tables, _) = ask(address, "/feeds/tables.json", "]}").await;
    assert!(
        tables.contains("\"board\":12") && tables.contains("\"round\":3") && !tables.contains("secret") && !tables.contains("referees")
    );
    assert!(!answer.contains("secret"), "{answer}");
    for path in ["/feeds/t9.sgf", "/feeds/t9.json", "/feeds/t1.sgf", "/feeds/t1", "/feeds/t1.xml", "/feeds/..%2fsecret.sgf"] {
        let (answer, _) = ask(address, path, "/feeds/tables.json").await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_program_hears_events_with_numbers_and_goes_on_where_it_was() {
    let hub = hub();
    take(&hub, "public/game", "{\"game_id\":\"g-1\",\"seq\":1}");
    take(&hub, "public/sgf", "(;GM[1])");
    take(&hub, "event", "{\"game_id\":\"g-1\",\"seq\":7,\"secret\":true}");
    let address = serve(&hub, 9).await;
    let (first, mut stream) = ask(address, "/feeds/t1/events", "event: pulse").await;
    assert_eq!(field(&first, "content-type"), Some("text/event-stream"));
    assert!(first.contains("event: game\ndata: {\"age_ms\":") && first.contains("\"game_id\":\"g-1\",\"seq\":1}"), "{first}");
    for seq in 1..=3 {
        take(&hub, "public/event", &format!("{{\"game_id\":\"g-1\",\"seq\":{seq},\"type\":\"move\"}}"));
    }
    let mut heard = String::new();
    while !heard.contains("\"seq\":3") {
        let mut some = [0; 4_096];
        let length = stream.read(&mut some).await.unwrap();
        assert!(length > 0, "ended: {heard}");
        heard.push_str(&String::from_utf8_lossy(&some[..length]));
    }
    assert!(heard.contains("event: event\nid: g-1:2\ndata: {\"game_id\":\"g-1\",\"seq\":2,\"type\":\"move\"}"), "{heard}");
    let (again, _) = ask_with(address, "/feeds/t1/events", "Last-Event-ID: g-1:2\r\n", "\"seq\":3").await;
    assert!(!again.contains("event: game") && !again.contains("\"seq\":1,") && !again.contains("\"seq\":2,"), "{again}");
    let (anew, _) = ask_with(address, "/feeds/t1/events", "Last-Event-ID: g-0:99\r\n", "event: pulse").await;
    assert!(anew.contains("event: game") && !anew.contains("event: event"), "{anew}");
    for answer in [first, heard, again, anew] {
        assert!(!answer.contains("secret") && !answer.contains("GM[1]"), "{answer}");
    }
    // What is gone is told as such.
    take(&hub, "public/clock", "{\"running\":\"black\"}");
    let (_, mut stream) = ask(address, "/feeds/t1/events", "event: clock").await;
    take(&hub, "public/clock", "");
    let mut gone = Vec::new();
    while !String::from_utf8_lossy(&gone).contains("event: clock\ndata: null") {
        assert!(stream.read_buf(&mut gone).await.unwrap() > 0, "ended");
    }
}

#[tokio::test]
async fn pages_of_other_sites_may_read_the_feeds_and_ask_for_nothing() {
    let hub = hub();
    take(&hub, "status", "{\"state\":\"ready\"}");
    take(&hub, "public/sgf", "(;GM[1])");
    let address = serve(&hub, 9).await;
    let foreign = "Origin: https://other.example\r\n";
    for open in [
        "/feeds/t1.sgf",
        "/feeds/t1.json",
        "/feeds/tables.json",
        "/feeds/results.csv",
        "/feeds/results.xml",
        "/feeds/t1/events",
        "/feeds/t9.sgf",
    ] {
        let (answer, _) = ask_with(address, open, foreign, "\r\n\r\n").await;
        assert_eq!(field(&answer, "access-control-allow-origin"), Some("*"), "{open}: {answer}");
        assert_eq!(field(&answer, "access-control-allow-credentials"), None);
    }
    for closed in ["/feed/public/t1", "/feed/public", "/feed/all/t1", "/api/tables", "/api/tables/t1", "/api/me", "/", "/main.js"] {
        let (answer, _) = ask_with(address, closed, foreign, "\r\n\r\n").await;
        assert_eq!(field(&answer, "access-control-allow-origin"), None, "{closed}: {answer}");
    }
    let asked = async |method: &str, path: &str| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = "Origin: https://other.example\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\nContent-Length: 0\r\n";
        stream.write_all(format!("{method} {path} HTTP/1.1\r\nHost: display\r\n{head}\r\n").as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let answer = asked("OPTIONS", "/feeds/t1.sgf").await;
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    assert_eq!(field(&answer, "access-control-allow-methods"), Some("GET"));
    for method in ["POST", "PUT", "DELETE"] {
        assert!(asked(method, "/feeds/t1.sgf").await.starts_with("HTTP/1.1 405"), "{method}");
    }
    for method in ["OPTIONS", "POST"] {
        let answer = asked(method, "/request/t1/pause").await;
        assert!(!answer.starts_with("HTTP/1.1 20") && !answer.contains("access-control-allow"), "{method}: {answer}");
    }
}

#[tokio::test]
async fn a_reader_that_takes_nothing_is_dropped_and_its_place_is_free_again() {
    let hub = hub();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let limits = Limits { patience_ms: 1_000, ..Limits::of(8) };
    tokio::spawn(super::super::serve(listener, Arc::clone(&hub), Gate::new(None), 1, limits));
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut hangs = socket.connect(address).await.unwrap();
    hangs.write_all(b"GET /feeds/t1/events HTTP/1.1\r\nHost: display\r\n\r\n").await.unwrap();
    let mut begins = Vec::new();
    while !String::from_utf8_lossy(&begins).contains("event: pulse") {
        assert!(hangs.read_buf(&mut begins).await.unwrap() > 0);
    }
    let (refused, _) = ask(address, "/feeds/t1/events", "\r\n\r\n").await;
    assert!(refused.starts_with("HTTP/1.1 503"), "the only place is taken: {refused}");
    // From here on it takes nothing, whatever is sent.
    let long = "x".repeat(100_000);
    let dropped = async {
        for n in 0_u64.. {
            take(&hub, "public/game", &format!("{{\"game_id\":\"g-1\",\"seq\":{n},\"long\":\"{long}\"}}"));
            if ask(address, "/feeds/t1/events", "\r\n\r\n").await.0.starts_with("HTTP/1.1 200") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), dropped).await.expect("its place is free again");
    drop(hangs);
}

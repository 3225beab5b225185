//! The pages of the real daemon, in a real browser: an offence on the virtual board is ruled on by clicks, and everything follows; and nobody
//! without a token sees anything before its time.

use kifud::go::Color;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::hall::{Daemon, Hall, Keys, ask, at, document, eventually, game_with, own, turn};
use crate::browser::Browser;

pub const TOKEN: &str = "right-token-of-anna";

/// The daemon with its pages: a table with these keys, and where the pages are.
async fn open(hall: &Hall, public: &str) -> (Daemon, String) {
    let tokens = hall.path("tokens");
    std::fs::write(&tokens, format!("anna {TOKEN}\n")).unwrap();
    let tail = format!("[table.public]\n{public}\n[display]\nlisten = \"127.0.0.1:0\"\nreferee_tokens_file = {tokens:?}");
    let daemon = hall.daemon_with(Keys { tail: &tail, board: "patience_ms = 500", ..Keys::default() }).await;
    let address = served_at(&daemon).await;
    (daemon, address)
}

/// Where the pages are.
pub async fn served_at(daemon: &Daemon) -> String {
    let line = daemon.says("displays are served").await;
    let address = line.split("127.0.0.1:").nth(1).expect(&line);
    let port: String = address.chars().take_while(char::is_ascii_digit).collect();
    format!("127.0.0.1:{port}")
}

/// What an address gives within a moment: all of it, or of a stream what comes until its first pulse.
pub async fn get(address: &str, path: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !String::from_utf8_lossy(&answer).contains("event: pulse") {
        if stream.read_buf(&mut answer).await.unwrap() == 0 {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// What tells of the three moves, or of the resignation after them.
const EARLY: [&str; 13] = [
    "\"move_number\":1",
    "\"move_number\":2",
    "\"move_number\":3",
    "\"vertex\":\"E5\"",
    "\"vertex\":\"C3\"",
    "\"vertex\":\"G7\"",
    "X...",
    "O...",
    "B[ee]",
    "W[cg]",
    "B[gc]",
    "W+R",
    "WHITEWINS",
];

/// What is asked for without a token: every address that there is, and some that there are not.
const ADDRESSES: [&str; 40] = [
    "/feeds/t1.sgf",
    "/feeds/t1.sgf?feed=full",
    "/feeds/t1.json",
    "/feeds/t1.json?feed=all",
    "/feeds/tables.json",
    "/feeds/results.csv",
    "/feeds/results.xml",
    "/feeds/t1/events",
    "/feeds/t1/events?feed=all",
    "/feeds/game.sgf",
    "/feeds/all%2ft1.sgf",
    "/feeds/..%2ffeed%2fall/events",
    "/feed/public",
    "/feed/public/t1",
    "/feed/public/t1?feed=all",
    "/feed/all",
    "/feed/all/t1",
    "/feed/all/t1?feed=public",
    "/events?table=t1&feed=full",
    "/events?table=t1&feed=public",
    "/api/tables",
    "/api/tables?feed=full",
    "/api/tables/t1",
    "/api/tables/t1?feed=full",
    "/api/all/t1",
    "/api/me",
    "/",
    "/?table=t1&feed=full",
    "/board/t1",
    "/overlay/t1",
    "/referee/t1",
    "/operator",
    "/t1/game",
    "/feed/all/..%2fpublic",
    "/api/words",
    "/board",
    "/overlay",
    "/referee",
    "/events",
    "/feed/public/..%2fall",
];

/// The source of the addresses.
fn source(path: &str) -> String {
    std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// An address that is added is asked before its time too: it is listed above, or it takes nothing but requests.
#[test]
fn no_address_is_forgotten_in_the_list_of_those_that_must_keep_the_delay() {
    let mut missing = Vec::new();
    let mut looked = 0;
    for file in ["src/display/web.rs", "src/display/web/feeds.rs"] {
        let text = source(file);
        for (at, _) in text.match_indices(".route(\"") {
            let (pattern, rest) = text[at + ".route(\"".len()..].split_once('"').unwrap();
            let handler = rest.split([')', '\n']).next().unwrap();
            if handler.contains("post(") {
                continue;
            }
            let parts: Vec<&str> = pattern.split('/').collect();
            let is_it = |address: &&str| {
                let path = address.split('?').next().unwrap();
                let own: Vec<&str> = path.split('/').collect();
                own.len() == parts.len()
                    && own.iter().zip(&parts).all(|(own, part)| own == part || (part.starts_with('{') && !own.is_empty()))
            };
            looked += 1;
            if !ADDRESSES.iter().any(is_it) {
                missing.push(format!("{file}: {pattern}"));
            }
        }
    }
    // What is chosen by the name of a feed, of which one route has all.
    let feeds = source("src/display/web/feeds.rs");
    for (at, _) in feeds.match_indices("(\"").chain(feeds.match_indices("Some((table, \"")) {
        let name = feeds[at..].split('"').nth(1).unwrap();
        let is_feed = [".json", ".csv", ".xml", ".sgf"].iter().any(|ending| name.ends_with(ending) || *name == ending[1..]);
        if is_feed {
            looked += 1;
            if !ADDRESSES.iter().any(|address| address.starts_with("/feeds/") && address.ends_with(name)) {
                missing.push(format!("a feed {name}"));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new(), "with a delay these show nobody knows what");
    assert!(looked > 20, "the sources were not understood: {looked}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_delay_no_page_and_no_address_shows_a_move_early_without_a_token() {
    let Some(hall) = Hall::open() else { return };
    let folder = hall.path("sgf");
    std::fs::create_dir(&folder).unwrap();
    let (_daemon, address) = open(&hall, &format!("delay = \"10m\"\n[feeds]\nsgf_dir = {folder:?}")).await;
    let (table, listener) = hall.open_table().await;
    for (n, vertex, color) in [(1, "E5", Color::Black), (2, "C3", Color::White), (3, "G7", Color::Black)] {
        turn(&table, &listener, n, color, vertex).await;
    }
    game_with(&listener, "three moves", |game| game["move_number"] == 3).await;
    assert_eq!(ask(&listener, "resign", "r", json!({ "color": "black" })).await["status"], "ok");
    game_with(&listener, "the end", |game| game["phase"] == "ended").await;
    for path in ADDRESSES {
        let answer = get(&address, path).await;
        for early in EARLY {
            assert!(!answer.contains(early), "{path} shows {early}: {answer}");
        }
    }
    // The same through the pages themselves.
    if let Some(browser) = Browser::start(1280, 800).await {
        for path in ["", "board/t1?feed=full", "overlay/t1?feed=all", "referee/t1", "operator"] {
            browser.page.goto(&format!("http://{address}/{path}")).await.unwrap();
            browser
                .until("document.querySelector('#sign-in:not([hidden])') !== null || document.body.dataset.level !== 'waiting'", true)
                .await;
            assert_eq!(browser.eval("document.querySelectorAll('[data-stone]').length").await, 0, "{path}");
            assert_eq!(browser.eval("/move [1-9]/.test(document.body.innerText)").await, false, "{path}");
        }
    }
    // What a spectator's access list allows at the broker: `public/#` and `status`.
    let open = |topic: &str| topic.starts_with(&own("public/")) || topic == own("status");
    for said in listener.all().iter().filter(|said| open(&said.topic)) {
        assert!(EARLY.iter().all(|early| !said.text.contains(early)), "{}: {}", said.topic, said.text);
    }
    assert!(listener.all().iter().any(|said| said.topic == own("public/game")), "something is public");
    // And in the files.
    let files = || {
        let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = names.map(|path| (path.file_name().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap())).collect();
        files.sort();
        (files.len() == 3).then_some(files)
    };
    let files = eventually(files).await.expect("t1.sgf and two lists; no game has ended yet");
    assert_eq!(files.iter().map(|(name, _)| name.to_str().unwrap()).collect::<Vec<_>>(), ["results.csv", "results.xml", "t1.sgf"]);
    for (name, text) in files {
        assert!(EARLY.iter().all(|early| !text.contains(early)), "{name:?}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_offence_on_the_board_is_ruled_on_by_clicks_and_everything_follows() {
    let Some(hall) = Hall::open() else { return };
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let (_daemon, address) = open(&hall, "delay = \"0s\"").await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    browser.page.goto(&format!("http://{address}/referee/t1")).await.unwrap();
    browser.until("document.getElementById('sign-in').hidden", false).await;
    browser.fill("#token", TOKEN).await;
    browser.click("#sign-in button[type=submit]").await;
    browser.until("document.querySelectorAll('[data-stone]').length", 2).await;
    browser.until("document.querySelector('.quiet') !== null", true).await;

    // White's stone is lifted and put elsewhere.
    table.lift(&[at("C3")]).await.unwrap();
    table.put(at("C7"), Color::White).await.unwrap();
    browser.until("document.querySelector('[data-alert]')?.dataset.kind", "stone-relocated").await;
    browser.until("document.querySelector('[data-discrepancy=C3]') !== null", true).await;
    let text = browser.eval("document.querySelector('[data-alert]').innerText").await;
    assert!(text.as_str().unwrap().contains("C7"), "{text}");
    // The evidence: before its last two steps the stone stood where it was played.
    browser.click("[data-look=evidence]").await;
    browser.eval("(() => { const slider = document.querySelector('#evidence input'); slider.value = slider.max - 2; slider.dispatchEvent(new Event('input')); })()").await;
    browser.until("document.querySelector('[data-vertex=C3]')?.dataset.stone", "white").await;

    browser.click("[data-alert] [data-choice=confirm]").await;
    browser.until("document.querySelector('.answer[data-verb=rule]')?.dataset.status", "ok").await;
    // Record and ledger, here and on the broker, under the token's name.
    let game = game_with(&listener, "the ruling", |game| game["rulings"].as_array().is_some_and(|rulings| rulings.len() == 1)).await;
    assert_eq!((&game["rulings"][0]["by"], &game["ledger"]["white"]["warnings"]), (&json!("anna"), &json!(1)), "{game}");
    let warnings = "document.querySelectorAll('.ledger tr')[2]?.cells[2].textContent";
    browser.until(warnings, "1").await;
    browser.until("document.querySelectorAll('[data-alert]').length", 0).await;
    browser.click("[data-look=record]").await;
    // The wood is put right, play goes on, and the overlay shows what stands.
    table.lift(&[at("C7")]).await.unwrap();
    table.put(at("C3"), Color::White).await.unwrap();
    game_with(&listener, "agrees", |game| game["agrees"] == true).await;
    browser.until("document.getElementById('differs').hidden", true).await;
    if document(&listener.all(), "game")["phase"] == "paused" {
        browser.eval("document.querySelector('[data-panel=clocks]').open = true").await;
        browser.click("[data-verb=resume]").await;
        browser.until("document.querySelector('.answer[data-verb=resume]')?.dataset.status", "ok").await;
    }
    game_with(&listener, "play goes on", |game| game["phase"] == "playing").await;
    // What is refused says why.
    browser.eval("document.querySelector('[data-panel=clocks]').open = true").await;
    browser.click("[data-verb=resume]").await;
    browser.until("document.querySelector('.answer.refused[data-verb=resume]') !== null", true).await;
    turn(&table, &listener, 3, Color::Black, "G7").await;
    let said: Vec<Value> =
        listener.all().iter().filter(|said| said.topic == own("request/rule/anna")).map(|said| json!(said.text)).collect();
    assert_eq!(said.len(), 1, "the request goes out under the token's name");
    assert_eq!(browser.console().await, [""; 0]);
    browser.page.goto(&format!("http://{address}/overlay/t1")).await.unwrap();
    browser.until("[...document.querySelectorAll('[data-stone]')].map((stone) => stone.dataset.vertex).sort().join()", "C3,E5,G7").await;
}

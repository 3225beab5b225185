//! Pictures of the board's page, to be looked at after a change.

use kifud::display::Version;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::display::{LOOPBACK, broker, display, open};
use crate::stage::{Table, clock, game, status};

/// Pictures for people, to be looked at after a change: with `KIFUD_PICTURES=1` they lie under `target/tmp/display`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_at_the_sizes_that_people_have() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let broker = broker(LOOPBACK).await;
    let display = display(broker.address(), Version::V5).await;
    let mut table = Table::connect(broker.address(), "t1").await;
    table.burst(57).await;
    open(&browser, &display, "?table=t1").await;
    browser.until("document.querySelectorAll('[data-stone]').length", 57).await;
    let sizes = [("projector", 1920, 1080), ("laptop", 1280, 800), ("tablet", 820, 1180), ("phone", 390, 844)];
    let mut counting = game(57);
    counting["phase"] = json!("counting");
    counting["count"] = json!({ "method": "area", "state": "proposed", "area": { "black": 184, "white": 177 }, "margin": 1.5, "dead": ["C3", "C4"], "neutral": [] });
    let mut ended = game(57);
    ended["phase"] = json!("ended");
    ended["result"] = json!({ "winner": "black", "by": "resignation", "sgf": "B+R", "state": "final" });
    for (name, width, height) in sizes {
        browser.resize(width, height).await;
        table.send("status", &status("ready")).await;
        table.send("game", &game(57)).await;
        for scheme in ["dark", "light"] {
            browser.prefer(scheme).await;
            table.send("clock", &clock("white", 5_400_000, 41_200)).await;
            browser.until("document.body.dataset.level", "live").await;
            // Nothing may stick out at the side.
            browser.until("document.documentElement.scrollWidth <= innerWidth", true).await;
            settled(&browser).await;
            browser.picture(&format!("{name}-{scheme}")).await;
        }
        browser.prefer("dark").await;
        table.send("game", &counting).await;
        browser
            .until(
                "[document.querySelectorAll('[data-dead]').length, document.getElementById('result').innerText.includes('184')].join()",
                "2,true",
            )
            .await;
        settled(&browser).await;
        browser.picture(&format!("{name}-counting")).await;
        table.send("game", &ended).await;
        table.send("clock", &clock("none", 65_000, 8_200)).await;
        browser.until("document.getElementById('result').dataset.winner", "black").await;
        settled(&browser).await;
        browser.picture(&format!("{name}-ended")).await;
        table.send("status", &status("lost")).await;
        browser.until("document.body.dataset.level", "lost").await;
        settled(&browser).await;
        browser.picture(&format!("{name}-lost")).await;
    }
    browser.resize(1280, 800).await;
    table.send("status", &status("degraded")).await;
    table.send("health", &json!({ "board": { "present": true }, "clock": { "present": false, "do": "plug it in" } })).await;
    table.send("game", &small_board()).await;
    let mut low = clock("black", 7_450, 0);
    low["black"] = json!({ "phase": "byo-yomi", "remaining_ms": 7_450, "periods_left": 1 });
    low["white"] = json!({ "phase": "flagged", "remaining_ms": 0, "provisional": true });
    table.send("clock", &low).await;
    browser.until("document.querySelector('.lines').dataset.size", "9").await;
    browser.until("document.querySelector('#black').dataset.urgent", "true").await;
    settled(&browser).await;
    browser.picture("small-board").await;
    assert_eq!(browser.console().await, [""; 0]);
    display.stop().await;
}

/// 9x9, paused, after a pass, with an illegal stone that stands and captures nobody knows.
fn small_board() -> Value {
    let mut game = game(0);
    let names = json!({ "black": { "name": "柯洁", "rank": "9p", "country": "CN" }, "white": { "name": "Maximiliana von und zu Hohenstein-Langenburg", "rank": "12k" } });
    let fields = json!({
        "size": 9, "phase": "paused", "players": names, "move_number": 4, "to_move": "black", "last_move": { "n": 4, "color": "white", "vertex": "pass" },
        "board": [".........", ".........", "..O...X..", ".........", "....X....", ".........", ".........", ".........", "........."],
        "moves": [
            { "n": 1, "color": "black", "vertex": "E5" }, { "n": 2, "color": "white", "vertex": "C7" },
            { "n": 3, "color": "black", "vertex": "G7", "illegal": ["ko"], "disputed": "a-1" }, { "n": 4, "color": "white", "vertex": "pass" },
        ],
    });
    for (name, value) in fields.as_object().expect("an object") {
        game[name] = value.clone();
    }
    game.as_object_mut().expect("an object").remove("captured");
    game
}

/// No animation runs any more.
async fn settled(browser: &Browser) {
    let finished = "Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => 0))).then(() => new Promise((done) => requestAnimationFrame(() => done(true))))";
    assert_eq!(browser.resolve(finished).await, true);
}

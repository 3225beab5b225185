//! Everything that a referee may have to ask of a table can be asked on the page, with or without a mouse.

use std::collections::BTreeSet;

use kifud::display::Version;
use kifud::form::VERBS;
use serde_json::json;

use crate::accessible::is_accessible;
use crate::browser::Browser;
use crate::desks::sign_in;
use crate::display::{LOOPBACK, TOKEN, broker, display, open};
use crate::stage::{Table, alert, game};

/// Verbs of programs, which no person says.
const OF_PROGRAMS: [&str; 1] = ["propose-dead"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_request_of_a_person_is_on_the_page() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let broker = broker(LOOPBACK).await;
    let display = display(broker.address(), Version::V5).await;
    let mut table = Table::connect(broker.address(), "t1").await;
    table.burst(56).await;
    let mut ruled = game(56);
    ruled["rulings"] = json!([{ "id": "r-1", "alert": "a-9", "outcome": "confirm", "sanctions": ["warning"], "by": "anna", "at": ruled["as_of"], "status": "standing" }]);
    table.send("game", &ruled).await;
    table.send("alert/a-1", &alert("a-1", "ruling")).await;
    open(&browser, &display, "referee/t1").await;
    sign_in(&browser, TOKEN).await;
    browser.until("document.querySelectorAll('[data-alert], [data-ruling]').length", 2).await;
    let there = browser.eval("[...new Set([...document.querySelectorAll('[data-verb]')].map((element) => element.dataset.verb))]").await;
    let there: BTreeSet<&str> = there.as_array().expect("a list").iter().filter_map(|verb| verb.as_str()).collect();
    let wanted: BTreeSet<&str> = VERBS.into_iter().filter(|verb| !OF_PROGRAMS.contains(verb)).collect();
    assert_eq!(wanted.difference(&there).collect::<Vec<_>>(), Vec::<&&str>::new(), "no button says these");
    assert_eq!(there.difference(&wanted).collect::<Vec<_>>(), Vec::<&&str>::new(), "these are no verbs");
    // All of it open at once, as nobody has it: still nobody is shut out.
    browser.eval("document.querySelectorAll('details').forEach((panel) => { panel.open = true; })").await;
    for (width, height) in [(390, 844), (1024, 768), (1920, 1080)] {
        browser.resize(width, height).await;
        browser.until("document.documentElement.scrollWidth <= innerWidth", true).await;
        is_accessible(&browser, "everything open").await;
        browser.picture(&format!("referee-open-{width}")).await;
    }
    // Nothing has a text for a word that is not there.
    let unworded = browser.eval("[...document.querySelectorAll('button, label, summary, h2, legend, option')].map((element) => element.textContent).filter((text) => /^(do|op|part-of-time)[.]/.test(text))").await;
    assert_eq!(unworded, json!([]));
    assert_eq!(browser.console().await, [""; 0]);
    display.stop().await;
    broker.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn set_clock_begins_with_what_the_clocks_show_and_a_point_is_one() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let broker = broker(LOOPBACK).await;
    let display = display(broker.address(), Version::V5).await;
    open(&browser, &display, "").await;
    // The modules' pure functions, in the browser that runs them.
    let sides = "import('/desk/clocks.js').then(({ sideToSet }) => [ \
        sideToSet({ phase: 'main', remaining_ms: 5000, total_used_ms: 70 }, { phase: 'main', time: '', left: '' }), \
        sideToSet({ phase: 'main', remaining_ms: 5000, total_used_ms: 70 }, { phase: 'byo-yomi', time: '1:00', left: '3' }), \
        sideToSet({ phase: 'canadian', remaining_ms: 5000, stones_left: 4, block: 2 }, { phase: 'canadian', time: '1:02:03', left: '' }), \
        sideToSet(undefined, { phase: 'main', time: '45', left: '' })])";
    let set = browser.resolve(sides).await;
    assert_eq!(
        set,
        json!([
            { "phase": "main", "remaining_ms": 5_000, "total_used_ms": 70 },
            { "phase": "byo-yomi", "remaining_ms": 60_000, "total_used_ms": 70, "periods_left": 3 },
            { "phase": "canadian", "remaining_ms": 3_723_000, "total_used_ms": 0, "stones_left": 4, "block": 2 },
            { "phase": "main", "remaining_ms": 45_000, "total_used_ms": 0 },
        ])
    );
    let points = "import('/desk/record.js').then(({ tidyVertex, setupOf }) => [tidyVertex(' q16 '), tidyVertex('PASS'), \
        setupOf({ board: ['X..', '...', '..O'], discrepancies: [{ vertex: 'A3', expected: 'black', seen: 'empty' }, { vertex: 'B2', expected: 'empty', seen: 'white' }] })])";
    assert_eq!(browser.resolve(points).await, json!(["Q16", "pass", { "black": [], "white": ["B2", "C1"] }]));
    let ready = "import('/desk/start.js').then(({ preparation }) => [preparation({}), preparation({ black: 'Ann', black_rank: '3d', komi: '6.5', round: '2' })])";
    assert_eq!(
        browser.resolve(ready).await,
        json!([{}, { "players": { "black": { "name": "Ann", "rank": "3d" } }, "komi": 6.5, "match": { "round": 2 } }])
    );
    display.stop().await;
    broker.stop().await;
}

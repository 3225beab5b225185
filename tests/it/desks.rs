//! Hall, Referee, Overlay and Operator in a real browser, fed by documents as tables publish them.

use kifud::display::Version;
use serde_json::json;

use crate::accessible::is_accessible;
use crate::browser::Browser;
use crate::display::{LOOPBACK, TOKEN, broker, display, open};
use crate::stage::{Table, alert, clock, game, status};

/// Signs in where the page asks for it.
pub async fn sign_in(browser: &Browser, token: &str) {
    browser.until("document.getElementById('sign-in').hidden", false).await;
    browser.fill("#token", token).await;
    browser.click("#sign-in button[type=submit]").await;
}

/// The sizes that people have.
const SIZES: [(&str, u32, u32); 3] = [("phone", 390, 844), ("tablet", 1024, 768), ("projector", 1920, 1080)];

pub async fn pictures(browser: &Browser, name: &str) {
    for (screen, width, height) in SIZES {
        browser.resize(width, height).await;
        browser.until("document.documentElement.scrollWidth <= innerWidth", true).await;
        browser.picture(&format!("{name}-{screen}")).await;
    }
    browser.resize(1280, 800).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_hall_shows_all_tables_and_what_is_lost_in_words_and_shapes() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let first = broker(LOOPBACK).await;
    let address = first.address();
    let display = display(address, Version::V5).await;
    let mut tables = Vec::new();
    for id in ["t1", "t2", "t3", "t10"] {
        let mut table = Table::connect(address, id).await;
        table.burst(20).await;
        tables.push(table);
    }
    tables[3].send("alert/a-1", &alert("a-1", "ruling")).await;
    open(&browser, &display, "").await;
    let order = "[...document.querySelectorAll('.card')].map((card) => card.dataset.table).join()";
    browser.until(order, "t1,t2,t3,t10").await;
    // On a busy machine their last word may be old by now.
    for table in &mut tables {
        table.send("clock", &clock("white", 5_400_000, 300_000)).await;
    }
    browser.until("document.querySelectorAll('.card[data-level=live]').length", 4).await;
    assert_eq!(browser.eval("document.querySelector('[data-table=t1] [data-color=white]').dataset.running").await, "true");
    assert_eq!(browser.eval("document.querySelectorAll('.call:not([hidden])').length").await, 0, "alerts are not for everybody");
    browser
        .until("[...document.querySelectorAll('.card [data-color=white] .time')].every((time) => /^4:5|^5:0/.test(time.textContent))", true)
        .await;
    // Its clock runs, and what does not change is not written.
    let written = "new Promise((done) => { const seen = { time: 0, other: 0 }; \
        new MutationObserver((all) => all.forEach(({ target }) => { seen[target.closest?.('.time') || target.parentElement?.closest('.time') ? 'time' : 'other'] += 1; })) \
            .observe(document.getElementById('tables'), { subtree: true, childList: true, characterData: true, attributes: true }); \
        setTimeout(() => done(seen), 2200); })";
    let written = browser.resolve(written).await;
    assert!((1..=16).contains(&written["time"].as_i64().unwrap()), "{written}");
    assert_eq!(written["other"], 0, "{written}");

    // The will of one, a fault of another.
    tables[0].send("status", &status("lost")).await;
    tables[1].send("status", &status("degraded")).await;
    browser.until("document.querySelector('[data-table=t1]').dataset.level", "lost").await;
    browser.until("document.querySelector('[data-table=t2]').dataset.level", "degraded").await;
    let trouble = browser.eval("document.querySelector('[data-table=t1] .trouble').innerText").await;
    assert!(trouble.as_str().unwrap().starts_with("Table lost"), "{trouble}");
    let cross = browser.eval("getComputedStyle(document.querySelector('[data-table=t1] .picture'), '::after').backgroundImage").await;
    assert!(cross.as_str().unwrap().contains("gradient"), "a shape says it too: {cross}");
    is_accessible(&browser, "hall").await;
    pictures(&browser, "hall").await;

    // With a token those who need somebody come first.
    browser.eval(&format!("sessionStorage.setItem('kifud.token', '{TOKEN}')")).await;
    open(&browser, &display, "").await;
    browser.until(order, "t10,t1,t2,t3").await;
    browser.until("document.querySelector('[data-table=t10] .call').hidden", false).await;
    let call = browser.eval("document.querySelector('[data-table=t10] .call').innerText").await;
    assert!(call.as_str().unwrap().contains("wrong capture"), "{call}");
    pictures(&browser, "hall-alerts").await;

    // Broker gone and back.
    drop(tables);
    first.stop().await;
    browser.until("document.getElementById('status-label').textContent", "No broker").await;
    browser.until("document.querySelectorAll('.card[data-level=lost]').length", 4).await;
    let second = broker(address).await;
    // What comes before the display is connected again is no live word.
    browser.until("document.getElementById('status-label').textContent", "Ready").await;
    let mut table = Table::connect(address, "t3").await;
    table.burst(22).await;
    browser.until("document.querySelector('[data-table=t3]').dataset.level", "live").await;
    assert_eq!(browser.console().await, [""; 0]);
    display.stop().await;
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_referee_sees_what_should_be_what_is_and_how_it_came() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let broker = broker(LOOPBACK).await;
    let display = display(broker.address(), Version::V5).await;
    let mut table = Table::connect(broker.address(), "t1").await;
    table.burst(56).await;
    let mut differs = game(56);
    differs["discrepancies"] =
        json!([{ "vertex": "C3", "expected": "black", "seen": "empty" }, { "vertex": "K10", "expected": "empty", "seen": "white" }]);
    differs["ledger"] = json!({ "black": { "cautions": 0, "warnings": 0 }, "white": { "cautions": 1, "warnings": 1, "points": { "overtime": 2, "conduct": 0 } } });
    table.send("game", &differs).await;
    let mut wrong = alert("a-2", "ruling");
    let steps = ["C4", "C3"].map(|vertex| json!({ "at": wrong["happened"], "vertex": vertex, "from": "black", "to": "empty" }));
    wrong["options"] = json!(["confirm", "dismiss", "change", "caution", "loss"]);
    wrong["evidence"] = json!({ "from": wrong["happened"], "to": wrong["happened"], "steps": steps });
    table.send("alert/a-2", &wrong).await;
    table.send("alert/a-1", &alert("a-1", "attention")).await;
    open(&browser, &display, "referee/t1").await;
    browser.until("document.getElementById('sign-in').hidden", false).await;
    is_accessible(&browser, "sign-in").await;
    sign_in(&browser, TOKEN).await;
    browser.until("[...document.querySelectorAll('[data-alert]')].map((alert) => alert.dataset.alert).join()", "a-2,a-1").await;
    assert_eq!(browser.eval("document.getElementById('user').textContent").await, "anna");
    assert_eq!(browser.eval("location.href.includes('token')").await, false);
    let text = browser.eval("document.querySelector('[data-alert=a-2]').innerText").await;
    let text = text.as_str().unwrap().to_lowercase();
    for part in [
        "ruling needed",
        "two stones that still had liberties",
        "art. 18",
        "proposed: warning · put back as before",
        "confirm",
        "dismiss",
        "caution",
    ] {
        assert!(text.contains(part), "{part} is not said: {text}");
    }
    // Point by point, in words and on the board.
    browser.until("document.querySelector('[data-point=C3]')?.textContent", "C3: should be black, is empty").await;
    browser.until("document.querySelector('[data-discrepancy=K10]')?.dataset.seen", "white").await;
    assert_eq!(browser.eval("document.querySelectorAll('[data-stone]').length").await, 56, "the record is drawn");
    browser.click("[data-look=wood]").await;
    browser.until("document.querySelector('[data-vertex=K10]')?.dataset.stone", "white").await;
    browser.until("document.querySelectorAll('[data-stone][data-vertex=C3]').length", 0).await;
    // The evidence, step by step: before the last one the stone on C3 stands.
    browser.click("[data-look=evidence]").await;
    browser.eval(&slide_to(1)).await;
    browser.until("document.querySelector('[data-vertex=C3]')?.dataset.stone", "black").await;
    browser.until("document.querySelectorAll('[data-stone][data-vertex=C4]').length", 0).await;
    let line = browser.eval("document.querySelector('#evidence output').textContent").await;
    assert!(line.as_str().unwrap().contains("1 of 2") && line.as_str().unwrap().contains("C4 black → empty"), "{line}");
    browser.click("[data-look=record]").await;
    let ledger = browser.eval("[...document.querySelectorAll('.ledger tr')].map((row) => [...row.cells].slice(1).map((cell) => cell.textContent).join('/')).join()").await;
    assert_eq!(ledger, "Black/White,0/1,0/1,0/2,0/0");
    // The form of one's own decision begins with the proposal.
    browser.click("[data-alert=a-2] [data-choice=change]").await;
    assert_eq!(browser.eval("document.querySelector('.decision [name=sanction][value=warning]').checked").await, true);
    is_accessible(&browser, "referee").await;
    pictures(&browser, "referee").await;
    // In another language nothing is left in English but names.
    open(&browser, &display, "referee/t1?lang=ja").await;
    browser.until("document.querySelector('[data-alert=a-2] [data-choice=dismiss]')?.textContent", "却下（処分なし）").await;
    assert_eq!(browser.eval("document.documentElement.lang").await, "ja");
    pictures(&browser, "referee-ja").await;
    assert_eq!(browser.console().await, [""; 0]);
    the_counting_and_a_lost_table(&browser, &mut table).await;
    // A decided alert goes, and quietness is said.
    table.empty("alert/a-2").await;
    table.empty("alert/a-1").await;
    browser.until("document.querySelector('.quiet')?.textContent", "裁定待ちはありません").await;
    display.stop().await;
    broker.stop().await;
}

/// Moves the slider of the evidence.
fn slide_to(n: u8) -> String {
    format!(
        "(() => {{ const slider = document.querySelector('#evidence input'); slider.value = {n}; slider.dispatchEvent(new Event('input')); }})()"
    )
}

/// The desk while a game is counted, and when its table is lost and back.
async fn the_counting_and_a_lost_table(browser: &Browser, table: &mut Table) {
    let mut counting = game(56);
    (counting["phase"], counting["rev"]) = (json!("counting"), json!(58));
    counting["count"] = json!({ "method": "area", "state": "proposed", "area": { "black": 184, "white": 177 }, "zi_margin": 0.75, "margin": 1.5, "dead": ["C3", "C4"], "neutral": [] });
    table.send("game", &counting).await;
    browser.until("document.querySelector('[data-panel=ending] .count').textContent.includes('184')", true).await;
    browser.click("[data-look=dead]").await;
    browser.until("document.querySelectorAll('[data-dead]').length", 2).await;
    is_accessible(browser, "counting").await;
    pictures(browser, "referee-counting").await;
    table.send("status", &status("lost")).await;
    browser.until("document.body.dataset.level", "lost").await;
    pictures(browser, "referee-lost").await;
    table.send("status", &status("ready")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_token_is_said_and_forgotten() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let broker = broker(LOOPBACK).await;
    let display = display(broker.address(), Version::V5).await;
    open(&browser, &display, "operator").await;
    sign_in(&browser, "wrong-token").await;
    browser.until("document.getElementById('sign-in-answer').textContent", "This token is nobody's.").await;
    assert_eq!(browser.eval("[sessionStorage.length, document.getElementById('desk').hidden]").await, json!([0, true]));
    display.stop().await;
    broker.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_sees_devices_and_what_to_do() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let broker = broker(LOOPBACK).await;
    let display = display(broker.address(), Version::V5).await;
    for id in ["t1", "t2"] {
        let mut table = Table::connect(broker.address(), id).await;
        table.burst(20).await;
        let clock = json!({ "present": id == "t1", "port": "/dev/kifud/clock", "bad_frames": 0, "reopened": 0 });
        let mut health = json!({ "board": { "present": true, "port": "/dev/kifud/board", "bad_frames": 0, "reopened": 0, "noisy": ["K10"], "dead": [] }, "clock": clock, "outbox": 0 });
        if id == "t2" {
            health["clock"]["what_to_do"] = json!("plug the clock in");
            let found = |part: &str, what_to_do: &str| json!({ "part": part, "code": format!("{part}-x"), "what": "it is so", "what_to_do": what_to_do });
            health["findings"] = json!([found("power", "give it its own supply"), found("clock", "plug the clock in")]);
        }
        table.send("health", &health).await;
    }
    open(&browser, &display, "operator").await;
    sign_in(&browser, TOKEN).await;
    // What needs a hand stands first.
    browser.until("[...document.querySelectorAll('.device')].map((device) => device.dataset.table).join()", "t2,t1").await;
    browser.until("document.querySelector('[data-table=t2] [data-part=clock] .to-do')?.textContent", "plug the clock in").await;
    assert_eq!(browser.eval("document.querySelector('[data-table=t1] [data-part=clock]').dataset.well").await, "true");
    // The cause stands above the parts; what a part says itself is not said twice.
    let findings = "[...document.querySelectorAll('[data-table=t2] .findings p')].map((found) => found.textContent).join()";
    assert_eq!(browser.eval(findings).await, "it is so: give it its own supply");
    let said = browser.eval("document.querySelector('[data-table=t1] [data-part=board]').innerText").await;
    assert!(said.as_str().unwrap().contains("flickering: K10"), "{said}");
    is_accessible(&browser, "operator").await;
    pictures(&browser, "operator").await;
    assert_eq!(browser.console().await, [""; 0]);
    display.stop().await;
    broker.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_overlay_is_transparent_and_shows_what_is_asked_for() {
    let Some(browser) = Browser::start(1920, 1080).await else { return };
    let broker = broker(LOOPBACK).await;
    let display = display(broker.address(), Version::V5).await;
    let mut table = Table::connect(broker.address(), "t1").await;
    table.burst(56).await;
    // The referee knows more than the public: nothing of it is shown.
    table.send_alone("game", &game(57)).await;
    for (show, look, wanted) in [
        ("board", "document.querySelectorAll('[data-stone]').length", json!(56)),
        (
            "clocks",
            "[...document.querySelectorAll('#clocks .name')].map((name) => name.textContent).join()",
            json!("Inoue Gennan Inseki,Honinbo Shusaku"),
        ),
        ("lower-third", "document.querySelector('.line')?.textContent.includes('move 56')", json!(true)),
    ] {
        open(&browser, &display, &format!("overlay/t1?show={show}&size=60")).await;
        browser.until(look, wanted).await;
        // On a busy machine the last word may be old by now.
        table.send("clock", &clock("white", 5_400_000, 41_200)).await;
        browser.until("document.body.dataset.level", "live").await;
        let grounds = "[document.documentElement, document.body, document.querySelector('main')].map((part) => getComputedStyle(part).backgroundColor + getComputedStyle(part).backgroundImage).join()";
        assert_eq!(browser.eval(grounds).await, ["rgba(0, 0, 0, 0)none"; 3].join(","));
        is_accessible(&browser, show).await;
    }
    table.send("clock", &clock("black", 65_000, 41_200)).await;
    browser.until("document.querySelector('#lower [data-color=black]').dataset.running", "true").await;
    // The address says how large: the side of the board, the height of the letters.
    for (show, size, look) in [
        ("board", 480, "document.querySelector('.board').clientWidth"),
        ("clocks", 52, "parseFloat(getComputedStyle(document.querySelector('.plate')).fontSize)"),
        ("lower-third", 34, "parseFloat(getComputedStyle(document.querySelector('.plate')).fontSize)"),
    ] {
        open(&browser, &display, &format!("overlay/t1?show={show}&size={size}")).await;
        browser.until(look, json!(size)).await;
        for (screen, width, height) in SIZES {
            browser.resize(width, height).await;
            let size = match show {
                "board" => width.min(height),
                "clocks" => width / 22,
                _ => (width / 44).max(14),
            };
            open(&browser, &display, &format!("overlay/t1?show={show}&size={size}")).await;
            browser.until("document.querySelector('.board:not([hidden]) [data-stone], .plate') !== null", true).await;
            browser.until("document.documentElement.scrollWidth <= innerWidth", true).await;
            // Symptom: in an upright source the plates had no names. Cause: a rule for players' panels on a phone.
            let narrow = "[...document.querySelectorAll('.plate .name')].filter((name) => name.clientWidth < 3 * parseFloat(getComputedStyle(name).fontSize)).length";
            assert_eq!(browser.eval(narrow).await, 0, "{show} on a {screen}: names cannot be read");
            let cut = "[...document.querySelectorAll('.plate .name')].filter((name) => name.scrollWidth > name.clientWidth).length";
            assert_eq!(browser.eval(cut).await, 0, "{show} on a {screen}: names of eighteen letters are cut");
            table.send("clock", &clock("black", 65_000, 41_200)).await;
            browser.until("document.body.dataset.level", "live").await;
            browser.picture(&format!("overlay-{show}-{screen}")).await;
        }
        browser.resize(1920, 1080).await;
    }
    assert_eq!(browser.console().await, [""; 0]);
    display.stop().await;
    broker.stop().await;
}

//! The referee's page of the real daemon: what no sensor sees is entered on it, and everything goes with the keyboard alone.

use kifud::go::Color;
use serde_json::json;

use super::hall::{Hall, Keys, Listener, at, document, game_with, record_of, turn};
use super::pages::{TOKEN, served_at};
use crate::browser::Browser;

/// The page of a referee who has not signed in, at a table with these keys.
pub async fn open(hall: &Hall, browser: &Browser, table: &str, board: &str) -> super::hall::Daemon {
    let tokens = hall.path("tokens");
    std::fs::write(&tokens, format!("anna {TOKEN}\n")).unwrap();
    let tail = format!("[display]\nlisten = \"127.0.0.1:0\"\nreferee_tokens_file = {tokens:?}");
    let daemon = hall.daemon_with(Keys { tail: &tail, board, table, ..Keys::default() }).await;
    let address = served_at(&daemon).await;
    browser.page.goto(&format!("http://{address}/referee/t1")).await.unwrap();
    browser.until("document.getElementById('sign-in').hidden", false).await;
    daemon
}

/// Presses the button of a verb in a panel, says yes where it is asked once more, and waits until the table has accepted it.
pub async fn press(browser: &Browser, panel: &str, verb: &str, more: &str) {
    press_at(browser, panel, verb, &format!("[data-verb={verb}]{more}")).await;
}

/// The same, of the button that this selector finds in the panel.
pub async fn press_at(browser: &Browser, panel: &str, verb: &str, button: &str) {
    let pressed = format!(
        "(() => {{ document.getElementById('answers').replaceChildren(); const panel = document.querySelector('[data-panel={panel}]'); \
         panel.open = true; panel.querySelector('{button}').click(); }})()"
    );
    browser.eval(&pressed).await;
    let asked = "document.getElementById('sure').open ? (document.getElementById('sure-yes').click(), true) : document.querySelector('#answers .answer') !== null";
    browser.until(asked, true).await;
    let status = format!(
        "(({{ dataset, textContent }}) => dataset.status === 'error' ? textContent : dataset.status)(document.querySelector('.answer[data-verb={verb}]') ?? {{ dataset: {{}} }})"
    );
    browser.until(&status, "ok").await;
}

pub async fn set(browser: &Browser, panel: &str, name: &str, value: &str) {
    browser
        .eval(&format!("(() => {{ const field = document.querySelector('[data-panel={panel}] [name={name}]'); field.value = '{value}'; field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"))
        .await;
}

pub async fn alert_of(listener: &Listener, kind: &str) -> serde_json::Value {
    let find = |said: &[super::hall::Said]| {
        let ids = document(said, "game")["open_alerts"].as_array().cloned().unwrap_or_default();
        ids.iter().map(|id| document(said, &format!("alert/{}", id.as_str().unwrap_or_default()))).find(|alert| alert["kind"] == kind)
    };
    listener.until(kind, find).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_sensor_sees_is_entered_on_the_page() {
    let Some(hall) = Hall::open() else { return };
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let _daemon = open(&hall, &browser, "start = \"request\"\ntime_authority = \"daemon\"", "patience_ms = 60000").await;
    let (_table, listener) = hall.open_table().await;
    browser.fill("#token", TOKEN).await;
    browser.click("#sign-in button[type=submit]").await;
    browser.until("document.getElementById('desk').hidden", false).await;

    for (name, value) in [("black", "Ann"), ("black_rank", "3d"), ("white", "Bo"), ("komi", "7.5"), ("event", "Cup"), ("board", "4")] {
        set(&browser, "start", name, value).await;
    }
    press(&browser, "start", "start-game", "").await;
    let game = game_with(&listener, "Ann plays", |game| game["players"]["black"]["name"] == "Ann").await;
    assert_eq!((&game["players"]["white"]["name"], &game["komi"], &game["match"]["board"]), (&json!("Bo"), &json!(7.5), &json!(4)));

    set(&browser, "clocks", "black_time", "10:00").await;
    set(&browser, "clocks", "white_time", "8:30").await;
    press(&browser, "clocks", "set-clock", "").await;
    let clocks = |said: &[super::hall::Said]| Some(document(said, "clock")).filter(|clock| clock["white"]["remaining_ms"] == 510_000);
    assert_eq!(listener.until("both clocks", clocks).await["black"]["remaining_ms"], 600_000);
    press(&browser, "clocks", "start-clock", "").await;
    let runs = |said: &[super::hall::Said]| (document(said, "clock")["running"] == "black").then_some(());
    listener.until("Black's clock", runs).await;

    // A tap on the board writes the point.
    browser.eval("document.querySelector('[data-panel=record]').open = true").await;
    let tap = "(() => { const box = document.querySelector('.lines').getBoundingClientRect(); \
        document.querySelector('.lines').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 })); })()";
    browser.until("document.querySelector('.lines').dataset.size", "9").await;
    browser.eval(tap).await;
    browser.until("document.querySelector('[data-panel=record] [name=vertex]').value", "E5").await;
    press(&browser, "record", "play", "").await;
    game_with(&listener, "Black's move", |game| record_of(game) == "B E5").await;
    press(&browser, "clocks", "press", "[data-color=black]").await;
    browser.until("document.querySelector('[data-panel=record] [name=color]').value", "white").await;
    set(&browser, "record", "vertex", "g7").await;
    press(&browser, "record", "play", "").await;
    game_with(&listener, "White's move", |game| record_of(game) == "B E5, W G7").await;
    press(&browser, "record", "undo", "").await;
    game_with(&listener, "taken back", |game| record_of(game) == "B E5").await;
    set(&browser, "record", "at", "1").await;
    browser
        .eval("(() => { const form = document.querySelector('[data-panel=record] [name=op]').form; form.op.value = 'replace'; form.vertex.value = 'C3'; })()")
        .await;
    press(&browser, "record", "correct-record", "").await;
    game_with(&listener, "corrected", |game| record_of(game) == "B C3").await;

    press(&browser, "clocks", "time-left", "[data-color=white]").await;
    let told = browser.eval("document.querySelector('.answer[data-verb=time-left]').innerText").await;
    assert!(told.as_str().is_some_and(|told| told.contains("White 8:")), "what was asked for is said: {told}");
    browser.eval("(() => { document.querySelector('[data-verb=mute]').form.kind.value = 'etiquette'; })()").await;
    press(&browser, "report", "mute", "").await;
    browser.eval("(() => { document.querySelector('[data-verb=report]').form.kind.value = 'etiquette'; })()").await;
    press(&browser, "report", "report", "").await;
    assert_eq!(alert_of(&listener, "etiquette").await["announce"], "muted");
    press(&browser, "report", "call", "[data-color=black]").await;
    alert_of(&listener, "referee-call").await;
    press(&browser, "record", "resign", "[data-color=white]").await;
    let ended = game_with(&listener, "the end", |game| game["phase"] == "ended").await;
    assert_eq!(ended["result"]["sgf"], "B+R", "{ended}");
    assert_eq!(browser.console().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_referee_signs_in_looks_at_the_evidence_and_rules_with_the_keyboard_alone() {
    let Some(hall) = Hall::open() else { return };
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let _daemon = open(&hall, &browser, "", "patience_ms = 500").await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    browser.tab_to("(element) => element.id === 'token'").await;
    browser.page.active_element().await.unwrap().send_keys(TOKEN).await.unwrap();
    browser.press("Enter").await;
    browser.until("document.querySelector('.quiet') !== null", true).await;
    table.lift(&[at("C3")]).await.unwrap();
    table.put(at("C7"), Color::White).await.unwrap();
    browser.until("document.querySelector('[data-alert]')?.dataset.kind", "stone-relocated").await;
    browser.until("document.querySelector('[data-discrepancy=C3]') !== null", true).await;
    // The evidence: the slider has the focus as soon as it is there, and moves with the arrows.
    browser.tab_to("(element) => element.dataset.look === 'evidence'").await;
    browser.press("Enter").await;
    browser.until("document.activeElement.type", "range").await;
    let step = browser.eval("Number(document.activeElement.value)").await.as_u64().unwrap();
    browser.press("ArrowLeft").await;
    browser.until("Number(document.activeElement.value)", json!(step - 1)).await;
    // Taken: the card is drawn anew, and the focus is in it still.
    browser.tab_to("(element) => element.dataset.choice === 'take'").await;
    browser.press("Enter").await;
    browser.until("document.querySelector('[data-alert]').innerText.includes('taken by anna')", true).await;
    assert_eq!(browser.eval("document.activeElement.closest('[data-alert]') !== null").await, true, "the focus is lost");
    browser.tab_to("(element) => element.dataset.choice === 'confirm'").await;
    let ring = browser.eval("getComputedStyle(document.activeElement).outlineStyle").await;
    assert_eq!(ring, "solid", "where one is can be seen");
    browser.press("Enter").await;
    let game = game_with(&listener, "the ruling", |game| game["rulings"].as_array().is_some_and(|rulings| rulings.len() == 1)).await;
    assert_eq!((&game["rulings"][0]["by"], &game["ledger"]["white"]["warnings"]), (&json!("anna"), &json!(1)), "{game}");
    browser.until("document.querySelectorAll('[data-alert]').length", 0).await;
    assert_eq!(browser.console().await, [""; 0]);
}

//! The referee's page of the real daemon, from colours to the result: every button that the other scenes leave is pressed, accepted, and what
//! it asks for stands in the record on the broker.

use std::collections::BTreeSet;

use kifud::form::VERBS;
use kifud::go::Color;
use kifud::sim::Table;
use serde_json::{Value, json};

use super::counting::position;
use super::hall::{Hall, Listener, Said, at, document, game_with, own, record_of};
use super::pages::TOKEN;
use super::pages_by_hand::{alert_of, open, press, press_at, set};
use crate::browser::Browser;

/// Verbs of programs, which no person says.
const OF_PROGRAMS: [&str; 1] = ["propose-dead"];

/// Every request that a person may make is accepted by a real table from a click in one of the scenes: a verb that is added is missed here.
#[test]
fn no_button_of_the_page_is_left_unpressed() {
    let scenes = concat!(include_str!("pages.rs"), include_str!("pages_by_hand.rs"), include_str!("pages_to_the_end.rs"));
    let pressed = |verb: &&str| {
        let call = |start: &str, word: usize| {
            scenes
                .match_indices(start)
                .any(|(from, _)| scenes[from..].lines().next().and_then(|line| line.split('"').nth(word)) == Some(*verb))
        };
        call(" press(", 3)
            || call(" press_at(", 3)
            || call(" on_card(", 1)
            || scenes.contains(&format!(".answer[data-verb={verb}]')?.dataset"))
    };
    let missing: BTreeSet<&str> = VERBS.into_iter().filter(|verb| !OF_PROGRAMS.contains(verb) && !pressed(verb)).collect();
    assert_eq!(missing, BTreeSet::new(), "nobody has tried these buttons at a real table");
}

/// Writes into a field of the form whose button says this verb.
async fn write(browser: &Browser, verb: &str, name: &str, value: &str) {
    let field = format!("document.querySelector('form:has(> [data-verb={verb}]) [name={name}]')");
    browser
        .eval(&format!("(() => {{ {field}.value = '{value}'; {field}.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"))
        .await;
}

/// Presses the button of a choice on the card of this kind, with a pointer, and waits until the table has accepted the verb.
async fn on_card(browser: &Browser, verb: &str, choice: &str) {
    browser.eval("document.getElementById('answers').replaceChildren()").await;
    browser.click(&format!("[data-kind=stone-relocated] [data-choice={choice}]")).await;
    browser.until(&format!("document.querySelector('.answer[data-verb={verb}]')?.dataset.status"), "ok").await;
}

/// The last clock document that is as wanted.
async fn clock_with(listener: &Listener, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    listener.until(what, |said: &[Said]| Some(document(said, "clock")).filter(|clock| wanted(clock))).await
}

async fn phase(listener: &Listener, name: &str) -> Value {
    game_with(listener, name, |game| game["phase"] == name).await
}

/// The counted position of 9x9 at a clock that shows 40 minutes where the game has 60, with the referee's page beside it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_the_colours_to_the_result_every_button_is_accepted_and_the_record_follows() {
    let Some(hall) = Hall::open() else { return };
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let table = "start = \"request\"\nrulebook = \"china-2002\"\nkomi = 5.5\nschedule = { start_at = \"2100-01-01T10:00:00Z\" }";
    let _daemon = open(&hall, &browser, table, "patience_ms = 500").await;
    let hour = json!({ "system": "byo-yomi", "main": "60m", "periods": 5, "period": "30s" });
    let (wood, listener) =
        position(&hall, json!({ "time": hour, "players": { "black": { "name": "Ann" }, "white": { "name": "Bo" } } })).await;
    browser.fill("#token", TOKEN).await;
    browser.click("#sign-in button[type=submit]").await;
    browser.until("document.getElementById('desk').hidden", false).await;
    browser.until("document.querySelectorAll('[data-stone]').length > 20", true).await;

    colours_and_position(&browser, &wood, &listener).await;
    clocks(&browser, &listener).await;
    people(&browser, &listener).await;
    sealed(&browser, &wood, &listener).await;
    counted(&browser, &listener).await;
    ended_by_word(&browser, &listener).await;
    assert_eq!(browser.console().await, [""; 0]);
}

async fn colours_and_position(browser: &Browser, wood: &Table, listener: &Listener) {
    // The clock is taken as it is, and what was said of it goes.
    alert_of(listener, "clock-set-wrong").await;
    press(browser, "clocks", "adopt-clock", "").await;
    game_with(listener, "the clock is taken as it is", |game| game["open_alerts"] == json!([])).await;
    let adopted =
        listener.all().iter().any(|said| said.topic == own("event") && said.text.contains("\"adjusted\"") && said.text.contains("anna"));
    assert!(adopted, "it is told who took it");

    press(browser, "start", "set-colors", "").await;
    game_with(listener, "exchanged", |game| game["players"]["black"]["name"] == "Bo").await;
    write(browser, "set-colors", "black", "Ann").await;
    write(browser, "set-colors", "black_side", "left").await;
    press(browser, "start", "set-colors", "[type=submit]").await;
    game_with(listener, "as before", |game| game["players"]["black"]["name"] == "Ann").await;

    // A stone is taken off, and the board as it stands becomes the record.
    wood.lift(&[at("C3")]).await.unwrap();
    browser.until("document.querySelector('[data-discrepancy=C3]') !== null", true).await;
    write(browser, "set-position", "to_move", "white").await;
    press(browser, "record", "set-position", "").await;
    let game = game_with(listener, "without C3", |game| game["agrees"] == true && game["board"][6] == "....XO...").await;
    assert_eq!((&game["edits"][0]["empty"], &game["to_move"]), (&json!(["C3"]), &json!("white")), "{game}");
    wood.put(at("C3"), Color::White).await.unwrap();
    game_with(listener, "White's move", |game| record_of(game) == "W C3").await;
    press(browser, "record", "pass", "[data-color=black]").await;
    game_with(listener, "Black's pass", |game| record_of(game) == "W C3, B pass").await;
    press(browser, "record", "undo", "").await;
    game_with(listener, "taken back", |game| record_of(game) == "W C3").await;
}

async fn clocks(browser: &Browser, listener: &Listener) {
    press(browser, "clocks", "start-clock", "").await;
    clock_with(listener, "Black's clock runs", |clock| clock["running"] == "black").await;
    press(browser, "clocks", "stop-clock", "").await;
    clock_with(listener, "nobody's", |clock| clock["running"] == "none").await;
    let before = clock_with(listener, "a clock", |clock| clock["black"]["remaining_ms"].is_u64()).await;
    let ms = |clock: &Value| clock["black"]["remaining_ms"].as_u64().unwrap_or_default();
    press(browser, "clocks", "adjust-clock", "[data-color=black]").await;
    clock_with(listener, "a minute more", |clock| ms(clock) == ms(&before) + 60_000).await;
    write(browser, "adjust-clock", "seconds", "-30").await;
    press(browser, "clocks", "adjust-clock", "[type=submit]").await;
    clock_with(listener, "half of it back", |clock| ms(clock) == ms(&before) + 30_000).await;
    write(browser, "pause", "kind", "lunch").await;
    press(browser, "clocks", "pause", "").await;
    phase(listener, "paused").await;
    press(browser, "clocks", "resume", "").await;
    phase(listener, "playing").await;
    press(browser, "clocks", "pause", "").await;
    phase(listener, "paused").await;
    press(browser, "clocks", "resume", "[data-force]").await;
    phase(listener, "playing").await;
}

/// Who is there and who is not; what is reported is taken, claimed, ruled on, appealed against and overruled.
async fn people(browser: &Browser, listener: &Listener) {
    press(browser, "report", "arrived", "[data-color=black]").await;
    press(browser, "report", "leave", "[data-color=white]").await;
    press(browser, "report", "returned", "[data-color=white]").await;
    write(browser, "report", "kind", "stone-relocated").await;
    write(browser, "report", "color", "white").await;
    press(browser, "report", "report", "").await;
    alert_of(listener, "stone-relocated").await;
    on_card(browser, "take", "take").await;
    browser.until("document.querySelector('[data-kind=stone-relocated]').innerText.includes('taken by anna')", true).await;
    on_card(browser, "acknowledge", "acknowledge").await;
    browser.until("document.querySelector('[data-kind=stone-relocated] [data-choice=acknowledge]')", Value::Null).await;
    on_card(browser, "claim", "claim").await;
    browser.until("document.querySelector('[data-kind=stone-relocated] [data-choice=claim]')", Value::Null).await;
    assert_eq!(alert_of(listener, "stone-relocated").await["claim"]["state"], "claimed");
    browser.click("[data-kind=stone-relocated] [data-choice=change]").await;
    browser
        .eval(
            "(() => { const form = document.querySelector('.decision'); form.board.value = 'none'; form.note.value = 'seen by both'; })()",
        )
        .await;
    on_card(browser, "rule", "send-change").await;
    let game = game_with(listener, "the warning", |game| game["ledger"]["white"]["warnings"] == 1).await;
    assert_eq!((&game["rulings"][0]["outcome"], &game["rulings"][0]["by"]), (&json!("change"), &json!("anna")), "{game}");
    browser.until("document.querySelectorAll('[data-ruling]').length", 1).await;
    press(browser, "ledger", "appeal", "").await;
    game_with(listener, "the appeal", |game| game["rulings"][0]["status"] == "appealed").await;
    browser.until("document.querySelector('[data-ruling]').innerText.includes('appealed')", true).await;
    browser.eval("document.querySelector('[data-ruling] [data-verb=overrule]').click()").await;
    press_at(browser, "ledger", "overrule", "[data-ruling] [data-choice=dismiss]").await;
    let game = game_with(listener, "overruled", |game| game["rulings"][0]["status"] == "overruled").await;
    assert_eq!(game["ledger"]["white"]["warnings"], 0, "{game}");
}

async fn sealed(browser: &Browser, wood: &Table, listener: &Listener) {
    if document(&listener.all(), "game")["phase"] == "paused" {
        press(browser, "clocks", "resume", "").await;
        phase(listener, "playing").await;
    }
    press(browser, "sealing", "adjourn", "").await;
    game_with(listener, "Black thinks", |game| game["sealing"]["stage"] == "thinking" && game["sealing"]["color"] == "black").await;
    write(browser, "seal", "custodian", "Cid").await;
    write(browser, "seal", "envelope", "7").await;
    press(browser, "sealing", "seal", "").await;
    phase(listener, "adjourned").await;
    write(browser, "hand-over", "custodian", "Dee").await;
    press(browser, "sealing", "hand-over", "").await;
    let keeper = |game: &Value| game["sealing"]["envelope"]["custody"].as_array().and_then(|all| all.last().cloned()).unwrap_or_default();
    game_with(listener, "Dee keeps it", |game| keeper(game)["custodian"] == "Dee" && game["sealing"]["envelope"]["label"] == "7").await;
    browser.until("document.querySelector('[data-panel=sealing] .stage').textContent.includes('kept by Dee')", true).await;
    write(browser, "open-sealed", "vertex", "a7").await;
    write(browser, "open-sealed", "opened_by", "Dee").await;
    press(browser, "sealing", "open-sealed", "").await;
    game_with(listener, "opened", |game| game["sealing"]["opened"]["vertex"] == "A7").await;
    press(browser, "clocks", "resume", "").await;
    phase(listener, "playing").await;
    wood.put(at("A7"), Color::Black).await.unwrap();
    game_with(listener, "the sealed move", |game| record_of(game) == "W C3, B A7").await;
    // Without a sealed move it stops at once.
    press(browser, "sealing", "adjourn", ":nth-child(2)").await;
    phase(listener, "adjourned").await;
    press(browser, "clocks", "resume", "").await;
    phase(listener, "playing").await;
}

async fn counted(browser: &Browser, listener: &Listener) {
    press(browser, "ending", "accept-end", "[data-color=white]").await;
    press(browser, "ending", "accept-end", "[data-color=black]").await;
    game_with(listener, "a count", |game| game["count"].is_object()).await;
    press(browser, "ending", "dispute-end", "[data-color=white]").await;
    phase(listener, "playing").await;
    press(browser, "ending", "accept-end", "[data-color=white]").await;
    press(browser, "ending", "accept-end", "[data-color=black]").await;
    let game = game_with(listener, "a count", |game| game["count"].is_object()).await;
    // A tap on the board calls a stone dead, or alive again.
    browser.click("[data-look=dead]").await;
    write(browser, "mark-dead", "vertices", "").await;
    for vertex in ["C9", "C3", "A7", "A7"] {
        let tap = format!(
            "(() => {{ const box = document.querySelector('[data-vertex={vertex}]').getBoundingClientRect(); \
            document.querySelector('.lines').dispatchEvent(new MouseEvent('click', {{ bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }})); }})()"
        );
        browser.eval(&tap).await;
    }
    browser.until("document.querySelector('[data-panel=ending] [name=vertices]').value", "C9 C3").await;
    browser.until("[...document.querySelectorAll('[data-dead]')].map((mark) => mark.dataset.dead).join()", "C9,C3").await;
    press(browser, "ending", "mark-dead", "").await;
    let marked = game_with(listener, "marked", |game| game["count"]["dead_by"] == "person").await;
    assert_eq!((&marked["count"]["dead"], &marked["count"]["margin"]), (&json!(["C9", "C3"]), &json!(3.5)), "{game}");
    press(browser, "ending", "count", "").await;
    write(browser, "enter-count", "color", "white").await;
    write(browser, "enter-count", "stones", "36").await;
    press(browser, "ending", "enter-count", "").await;
    game_with(listener, "entered", |game| game["count"]["entered"]["white"] == 36).await;
    press(browser, "ending", "confirm-score", "[data-color=white]").await;
    press(browser, "ending", "confirm-score", "[data-color=black]").await;
    let game = phase(listener, "ended").await;
    assert_eq!((&game["result"]["sgf"], &game["count"]["state"]), (&json!("B+3.5"), &json!("confirmed")), "{game}");
    listener.hears(&own("sgf"), "RE[B+3.5]").await;
}

/// The next game takes the stones that lie there, and ends by the referee's word.
async fn ended_by_word(browser: &Browser, listener: &Listener) {
    let first = document(&listener.all(), "game")["game_id"].clone();
    write(browser, "prepare-game", "black", "Cho").await;
    write(browser, "prepare-game", "handicap", "0").await;
    press(browser, "start", "prepare-game", "").await;
    game_with(listener, "armed", |game| game["phase"] == "armed" && game["players"]["black"]["name"] == "Cho").await;
    browser.eval("document.querySelector('[data-panel=start] [name=adopt]').checked = true").await;
    set(browser, "start", "to_move", "white").await;
    press(browser, "start", "start-game", "").await;
    let game = game_with(listener, "the next game", |game| game["phase"] == "playing" && game["game_id"] != first).await;
    let count = |color: &str| game["setup"][color].as_array().map_or(0, Vec::len);
    assert!(count("black") > 10 && count("white") > 10 && game["to_move"] == "white", "the stones that lie there: {game}");
    write(browser, "end-game", "winner", "white").await;
    write(browser, "end-game", "by", "forfeit").await;
    press(browser, "ending", "end-game", "").await;
    let game = phase(listener, "ended").await;
    assert_eq!((&game["result"]["sgf"], &game["players"]["black"]["name"]), (&json!("W+F"), &json!("Cho")), "{game}");
    press(browser, "start", "republish", "").await;
    press(browser, "start", "ping", "").await;
}

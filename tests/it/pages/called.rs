//! A ruling is heard and felt, what wants a look is heard softly, a notice is silent.

use kifud::display::Version;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::desks::sign_in;
use crate::display::{LOOPBACK, TOKEN, broker, display, open};
use crate::stage::{Table, alert};

/// Stands in for the browser's sound and vibration, and writes down what is asked of them.
const EARS: &str = "window.heard = []; window.felt = []; \
    navigator.vibrate = (pattern) => { window.felt.push(pattern); return true; }; \
    window.AudioContext = class { \
        constructor() { this.state = 'suspended'; this.currentTime = 0; this.destination = {}; } \
        resume() { this.state = 'running'; return Promise.resolve(); } \
        suspend() { this.state = 'suspended'; return Promise.resolve(); } \
        createOscillator() { \
            const source = { frequency: { value: 0 }, connect: (to) => { source.to = to; return to; }, start: (at) => { window.heard.push({ hertz: source.frequency.value, at, loud: source.to.peak }); }, stop() {} }; \
            return source; \
        } \
        createGain() { \
            const gain = { peak: 0, gain: { setValueAtTime() {}, linearRampToValueAtTime: (value) => { gain.peak = Math.max(gain.peak, value); }, exponentialRampToValueAtTime() {} }, connect: (to) => to }; \
            return gain; \
        } \
    };";

async fn tones(browser: &Browser) -> Vec<Value> {
    browser.eval("window.heard.splice(0)").await.as_array().expect("a list").clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ruling_is_clear_and_felt_attention_is_soft_and_a_notice_is_silent() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let broker = broker(LOOPBACK).await;
    let display = display(broker.address(), Version::V5).await;
    let mut table = Table::connect(broker.address(), "t1").await;
    table.burst(56).await;
    browser.before_pages(EARS).await;
    open(&browser, &display, "referee/t1").await;
    assert_eq!(browser.eval("document.getElementById('sound').getAttribute('aria-pressed')").await, "false", "browsers want a tap first");
    // The tap that signs in is one.
    sign_in(&browser, TOKEN).await;
    browser.until("document.getElementById('sound').getAttribute('aria-pressed')", "true").await;
    browser.until("document.querySelector('.quiet') !== null", true).await;
    let shown = async |id: &str| browser.until(&format!("document.querySelector('[data-alert={id}]') !== null"), true).await;

    table.send("alert/a-1", &alert("a-1", "notice")).await;
    shown("a-1").await;
    assert_eq!((tones(&browser).await, browser.eval("window.felt.length").await), (vec![], json!(0)));

    table.send("alert/a-2", &alert("a-2", "attention")).await;
    shown("a-2").await;
    let soft = tones(&browser).await;
    assert_eq!((soft.len(), browser.eval("window.felt.length").await), (1, json!(0)), "{soft:?}");

    table.send("alert/a-3", &alert("a-3", "ruling")).await;
    shown("a-3").await;
    let clear = tones(&browser).await;
    let loud = |tone: &Value| tone["loud"].as_f64().expect("a number");
    assert!(clear.len() > 2 && clear.iter().all(|tone| loud(tone) > 3.0 * loud(&soft[0])), "{clear:?} against {soft:?}");
    assert!(browser.eval("window.felt[0].length").await.as_u64() > Some(2), "a pattern, not a buzz");

    // The same alert once more, changed: it has been heard. More urgent than it was: it is new.
    let mut again = alert("a-3", "ruling");
    (again["rev"], again["taken_by"]) = (json!(3), json!("bo"));
    table.send("alert/a-3", &again).await;
    browser.until("document.querySelector('[data-alert=a-3]').innerText.includes('taken by bo')", true).await;
    assert_eq!(tones(&browser).await, Vec::<Value>::new());
    let mut worse = alert("a-2", "ruling");
    worse["rev"] = json!(3);
    table.send("alert/a-2", &worse).await;
    browser.until("document.querySelector('[data-alert=a-2]').dataset.severity", "ruling").await;
    assert_eq!(tones(&browser).await.len(), clear.len());

    // A muted kind calls nobody, and is shown all the same.
    let mut muted = alert("a-4", "ruling");
    muted["announce"] = json!("muted");
    table.send("alert/a-4", &muted).await;
    shown("a-4").await;
    assert_eq!((tones(&browser).await, browser.eval("window.felt.length").await), (vec![], json!(2)));

    // Who wants no sound has none.
    browser.click("#sound").await;
    table.send("alert/a-5", &alert("a-5", "ruling")).await;
    shown("a-5").await;
    assert_eq!(tones(&browser).await, Vec::<Value>::new());
    assert_eq!(browser.console().await, [""; 0]);
    display.stop().await;
    broker.stop().await;
}

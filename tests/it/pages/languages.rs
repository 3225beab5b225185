//! Five languages, each with its own words and its own shapes of the characters, to be switched on the page.

use kifud::display::Version;
use serde_json::json;

use crate::accessible::is_accessible;
use crate::browser::Browser;
use crate::desks::{pictures, sign_in};
use crate::display::{LOOPBACK, TOKEN, broker, display, open};
use crate::stage::{Table, alert};

/// Tag, what the referee's page says of the way to no sanction, and the fonts that stand for the others of the language.
const LANGUAGES: [(&str, &str, &str); 5] = [
    ("en", "dismiss", "sans-serif"),
    ("zh-Hans", "不予处理", "\"Noto Sans CJK SC\""),
    ("zh-Hant", "不予處理", "\"Noto Sans CJK TC\""),
    ("ja", "却下（処分なし）", "\"Noto Sans CJK JP\""),
    ("ko", "기각", "\"Noto Sans CJK KR\""),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_language_is_a_choice_away_with_its_own_words_and_shapes() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let broker = broker(LOOPBACK).await;
    let display = display(broker.address(), Version::V5).await;
    let mut table = Table::connect(broker.address(), "t1").await;
    table.burst(56).await;
    let mut asked = alert("a-1", "ruling");
    asked["text"] = json!({ "en": "White lifted two stones.", "zh-Hans": "白方误提两子。", "zh-Hant": "白方誤提兩子。", "ja": "白が石を二つ取り上げました。", "ko": "백이 돌 두 개를 들어냈습니다." });
    table.send("alert/a-1", &asked).await;
    open(&browser, &display, "referee/t1").await;
    sign_in(&browser, TOKEN).await;
    for (tag, dismiss, fonts) in LANGUAGES {
        let choose = format!(
            "(() => {{ const list = document.getElementById('language'); list.value = '{tag}'; list.dispatchEvent(new Event('change')); }})()"
        );
        browser.until("document.querySelector('[data-alert=a-1]') !== null", true).await;
        browser.eval(&choose).await;
        browser
            .until("[document.documentElement.lang, new URLSearchParams(location.search).get('lang')].join()", format!("{tag},{tag}"))
            .await;
        browser.until("document.querySelector('[data-alert=a-1] [data-choice=dismiss]')?.textContent", dismiss).await;
        // What the table says comes in the same language, and says which it is.
        let text =
            "[document.querySelector('[data-alert=a-1] p[lang]').lang, document.querySelector('[data-alert=a-1] p[lang]').textContent]";
        assert_eq!(browser.eval(text).await, json!([tag, asked["text"][tag]]));
        for place in [
            "document.body",
            "document.querySelector('[data-alert=a-1] p')",
            "document.querySelector('.digits')",
            "document.querySelector('.choice')",
        ] {
            let family = browser.eval(&format!("getComputedStyle({place}).fontFamily")).await;
            let family = family.as_str().expect("a list of fonts");
            assert!(family.contains(fonts), "{tag}: {place} has {family}");
            for (other, _, theirs) in LANGUAGES.iter().filter(|(other, ..)| *other != tag && *other != "en") {
                assert!(!family.contains(theirs), "{tag}: {place} would show the characters as {other} has them: {family}");
            }
        }
        is_accessible(&browser, &format!("referee in {tag}")).await;
        // Longer words make no page wider than its screen.
        pictures(&browser, &format!("referee-{tag}")).await;
    }
    // What was chosen last is the language of every other page, and of the next visit.
    open(&browser, &display, "").await;
    browser.until("document.documentElement.lang", "ko").await;
    assert_eq!(browser.console().await, [""; 0]);
    display.stop().await;
    broker.stop().await;
}

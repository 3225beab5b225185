//! The texts of an alert in its document: five languages, the article at the end, and journals from before there were five.

use kifud::form::AlertForm;
use kifud::game::{Alert, Cite, Language, Text};
use kifud::go::Size;

use super::samples;

fn nineteen() -> Size {
    Size::square(19).unwrap()
}

fn document(alert: &Alert) -> AlertForm {
    AlertForm::new(alert, "g-1", nineteen())
}

fn citing(book: &str, article: &str) -> Alert {
    Alert { cite: Some(Cite { book: book.to_owned(), article: article.to_owned() }), ..samples::alert() }
}

#[test]
fn cn_18_the_article_with_its_edition_follows_the_text_in_every_language() {
    let form = document(&citing("china-1988", "18"));
    assert_eq!(form.text["en"], "Stones lifted that were not captured (Chinese rules 1988, article 18)");
    assert_eq!(form.text["zh-Hans"], "误提有气之子（中国围棋竞赛规则1988 第18条）");
    assert_eq!(form.text["zh-Hant"], "誤提有氣之子（中國圍棋競賽規則1988 第18條）");
    assert_eq!(form.text["ja"], "取れていない石を取り上げた（中国囲碁規則1988年版 第18条）");
    assert_eq!(form.text["ko"], "활로가 있는 돌을 들어냄 (중국 규칙 1988, 제18조)");
    assert_eq!(form.text.len(), Language::ALL.len());
}

#[test]
fn another_article_or_none_needs_no_other_text_and_every_document_reads_back() {
    let none = Alert { cite: None, ..samples::alert() };
    for alert in [citing("china-1988", "17.2"), citing("ing", "8.3(3)"), citing("event", "event rules 4"), citing("hall", "1"), none] {
        let form = document(&alert);
        let json = serde_json::to_string(&form).unwrap();
        let back: AlertForm = serde_json::from_str(&json).unwrap();
        assert_eq!(back.read(Some(nineteen())).unwrap(), alert, "{json}");
        for language in Language::ALL {
            let (text, bare) = (&form.text[language.tag()], alert.text.get(language));
            assert!(text.starts_with(bare) && (text.len() > bare.len()) == alert.cite.is_some(), "{text}");
        }
    }
}

#[test]
fn an_old_journal_has_english_alone_and_says_it_in_every_language_until_the_alert_is_told_anew() {
    let mut form = document(&citing("china-1988", "18"));
    form.text = [("en".to_owned(), "Stones lifted.".to_owned())].into();
    let alert = form.read(Some(nineteen())).unwrap();
    assert_eq!(alert.text, Text::each(|_| "Stones lifted.".to_owned()));
    assert_eq!(document(&alert).text["ko"], "Stones lifted. (중국 규칙 1988, 제18조)", "the article it can say");
    form.text.clear();
    assert_eq!(form.read(Some(nineteen())).unwrap().text, Text::default());
}

#[test]
fn five_full_texts_are_far_below_what_a_document_may_have() {
    let long = Text::each(|language| if language == Language::En { "a".repeat(1_000) } else { "盤".repeat(1_000) });
    let form = document(&Alert { text: long, ..citing("korea-domestic-2025-02-03", "18.1(2)") });
    assert!(serde_json::to_string(&form).unwrap().len() < 32 * 1024);
}

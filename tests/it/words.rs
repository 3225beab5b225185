//! What alerts say, in five languages: nothing is missing, nothing falls back to another language, every vertex and number is in it.

mod characters;
mod kinds;
mod samples;
mod terms;

use characters::{has_hangul, has_kana, is_chinese_or_kana, only_simplified, only_traditional};
use kifud::referee::{AtDesk, Language, Saying, Text, say};
use samples::{Sample, samples};

/// Every sample in every language.
fn said() -> impl Iterator<Item = (Sample, Language, String)> {
    samples().into_iter().flat_map(|sample| Language::ALL.map(|language| (sample.clone(), language, say(&sample.saying, language))))
}

#[test]
fn languages_are_found_by_their_tags() {
    let tags: Vec<&str> = Language::ALL.iter().map(|language| language.tag()).collect();
    assert_eq!(tags, ["en", "zh-Hans", "zh-Hant", "ja", "ko"]);
    for language in Language::ALL {
        assert_eq!(Language::tagged(language.tag()), Some(language));
    }
    assert_eq!(Language::tagged("zh"), None, "which script is not said");
}

#[test]
fn every_saying_names_its_points_and_numbers_in_every_language() {
    for (sample, language, text) in said() {
        for held in &sample.holds {
            assert!(text.contains(held.as_str()), "{language:?} does not name {held}: {text}");
        }
    }
}

#[test]
fn every_saying_is_whole_sentences() {
    for (sample, language, text) in said() {
        let stop = if matches!(language, Language::En | Language::Ko) { '.' } else { '。' };
        // What a person has said is quoted behind it.
        let quoted = matches!(sample.saying, Saying::AtDesk(AtDesk::Reported { note: Some(_), .. }));
        let stops: &[char] = if quoted { &['"', '”', '」'] } else { &[stop] };
        assert!(text.ends_with(stops), "{language:?}: {text}");
        for slip in ["  ", "..", "。。", " 。", "{", "}", "（）", "()", "：。", ": .", "、。", "\n"] {
            assert!(!text.contains(slip), "{language:?} has \"{slip}\": {text}");
        }
        assert!(text.chars().count() <= LONGEST, "{language:?} has {} characters: {text}", text.chars().count());
    }
}

/// Nobody reads more than this at a table while a game goes on.
const LONGEST: usize = 400;

#[test]
fn no_two_languages_say_the_same() {
    for Sample { saying, .. } in samples() {
        let texts = Language::ALL.map(|language| say(&saying, language));
        for (at, text) in texts.iter().enumerate() {
            assert!(!texts[at + 1..].contains(text), "{saying:?}: {text}");
        }
    }
}

#[test]
fn each_language_is_written_in_its_own_script() {
    for (_, language, text) in said() {
        let foreign: Vec<char> = match language {
            Language::En => text.chars().filter(|&letter| !letter.is_ascii()).collect(),
            Language::ZhHans => text.chars().filter(|&letter| only_traditional(letter) || has_kana(&letter.to_string())).collect(),
            Language::ZhHant => text.chars().filter(|&letter| only_simplified(letter) || has_kana(&letter.to_string())).collect(),
            Language::Ja => text.chars().filter(|&letter| characters::never_japanese(letter)).collect(),
            Language::Ko => text.chars().filter(|&letter| is_chinese_or_kana(letter)).collect(),
        };
        assert!(foreign.is_empty(), "{language:?} has {foreign:?}: {text}");
        assert!(language != Language::Ja || has_kana(&text), "no kana: {text}");
        assert!(language != Language::Ko || has_hangul(&text), "no hangul: {text}");
    }
}

#[test]
fn two_sayings_are_never_the_same_words() {
    for language in Language::ALL {
        let mut texts: Vec<(String, Saying)> = samples().into_iter().map(|sample| (say(&sample.saying, language), sample.saying)).collect();
        texts.sort_by(|one, other| one.0.cmp(&other.0));
        for pair in texts.windows(2) {
            assert!(pair[0].0 != pair[1].0, "{language:?}: {:?} and {:?}: {}", pair[0].1, pair[1].1, pair[0].0);
        }
    }
}

#[test]
fn a_text_has_what_each_language_says_and_english_where_none_is_asked_for() {
    for sample in samples() {
        let text = Text::from(sample.saying.clone());
        for language in Language::ALL {
            assert_eq!(text.get(language), say(&sample.saying, language));
        }
        assert_eq!((text.en(), text.to_string()), (text.get(Language::En), text.en().to_owned()));
    }
}

#[test]
fn what_was_said_before_follows_in_every_language_until_the_text_is_full() {
    let [one, other] = [0, 1].map(|at| Text::from(samples()[at].saying.clone()));
    let mut text = other.followed_by_earlier(&one, 1_000);
    for language in Language::ALL {
        let told = text.get(language);
        assert!(told.starts_with(other.get(language)) && told.ends_with(one.get(language)), "{told}");
        assert!(told.len() > other.get(language).len() + one.get(language).len(), "{language:?} says that it is of before: {told}");
    }
    for _ in 0..50 {
        text = one.followed_by_earlier(&text, 1_000);
    }
    for language in Language::ALL {
        assert_eq!(text.get(language).chars().count(), 1_000);
        assert!(text.get(language).starts_with(one.get(language)), "the latest first");
    }
}

//! The pages' own words: one table for each language, none with a gap, none left in English.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::characters::{has_hangul, never_japanese, only_simplified, only_traditional};

const LANGUAGES: [&str; 5] = ["en", "zh-hans", "zh-hant", "ja", "ko"];

/// Words that are the same in English and in another language, by its table. None is.
const AS_IN_ENGLISH: &[(&str, &str)] = &[];

fn pages() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/display/page")
}

fn table(language: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(pages().join(format!("words/{language}.js"))).unwrap();
    let (_, rest) = text.split_once("export default ").expect("a module");
    serde_json::from_str(rest.trim().strip_suffix(';').expect("a whole module")).unwrap()
}

/// What is filled in: `{name}`.
fn braces(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

#[test]
fn every_word_is_there_in_every_language_and_none_is_english() {
    let english = table("en");
    assert!(english.len() > 200, "the table was not understood");
    for language in LANGUAGES {
        let words = table(language);
        assert!(words.keys().eq(english.keys()), "{language} has other words than English");
        for (key, word) in &words {
            assert!(!word.trim().is_empty(), "{language}: {key} is empty");
            assert_eq!(braces(word), braces(&english[key]), "{language}: {key} is filled with something else");
            let same = language != "en" && *word == english[key];
            assert!(!same || AS_IN_ENGLISH.contains(&(language, key)), "{language}: {key} is still English");
        }
    }
}

#[test]
fn every_word_is_in_the_script_of_its_language() {
    for language in LANGUAGES {
        for (key, word) in table(language) {
            let foreign = word.chars().find(|&character| match language {
                "en" => has_hangul(&character.to_string()) || ('\u{3000}'..'\u{a000}').contains(&character),
                "zh-hans" => only_traditional(character),
                "zh-hant" => only_simplified(character),
                "ja" => never_japanese(character),
                _ => ('\u{3040}'..'\u{a000}').contains(&character),
            });
            assert_eq!(foreign, None, "{language}: {key}: {word}");
        }
    }
}

#[test]
fn a_page_asks_for_no_word_that_is_not_there() {
    let english = table("en");
    let (mut folders, mut asked) = (vec![pages()], 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for mark in ["word(\"", "data-word=\"", "data-label=\"", "data-title=\""] {
                // `nameWord("group", …)` names a group, not a word.
                for (before, rest) in text.match_indices(mark).map(|(at, _)| (&text[..at], &text[at + mark.len()..])) {
                    let key = rest.split('"').next().unwrap();
                    let own = !before.ends_with(|last: char| last.is_ascii_alphabetic());
                    assert!(!own || english.contains_key(key), "{}: there is no word {key}", path.display());
                    asked += usize::from(own);
                }
            }
        }
    }
    assert!(asked > 100, "the pages were not understood");
}

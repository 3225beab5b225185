//! The pages' own words, for others who show the same things in the same five languages.

use std::collections::BTreeMap;

/// A table of words for each language tag. The modules hold JSON after `export default`, which a test holds them to.
const TABLES: [(&str, &str); 5] = [
    ("en", include_str!("page/words/en.js")),
    ("zh-Hans", include_str!("page/words/zh-hans.js")),
    ("zh-Hant", include_str!("page/words/zh-hant.js")),
    ("ja", include_str!("page/words/ja.js")),
    ("ko", include_str!("page/words/ko.js")),
];

/// The pages' words of the language with this tag, by key; what stands in braces is filled in. Empty for a language that they do not have.
pub fn page_words(tag: &str) -> BTreeMap<String, String> {
    let module = TABLES.iter().find(|(language, _)| *language == tag).map_or("", |(_, module)| module);
    let table = module.split_once("export default").map_or("", |(_, table)| table).trim().trim_end_matches(';');
    serde_json::from_str(table).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_of_the_pages_is_understood() {
        let english = page_words("en");
        assert!(english.len() > 200 && english["phase.playing"] == "playing");
        for (tag, _) in TABLES {
            assert!(page_words(tag).keys().eq(english.keys()), "{tag}");
        }
        assert!(page_words("fr").is_empty());
    }
}

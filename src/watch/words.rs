//! What the screen says: the words of the pages, those of the field, and the few that only a terminal needs.

use std::collections::BTreeMap;

use crate::display::page_words;
use crate::form::field_words;

/// The languages, in the order in which a key goes through them.
pub(super) const TAGS: [&str; 5] = ["en", "zh-Hans", "zh-Hant", "ja", "ko"];

/// The tag of ours for a locale such as "ja_JP.UTF-8"; English for any other.
pub(super) fn tag_of_locale(locale: &str) -> &'static str {
    let traditional = ["zh_TW", "zh_HK", "zh_MO", "zh_Hant"].iter().any(|start| locale.starts_with(start));
    match locale.get(..2) {
        Some("zh") if traditional => "zh-Hant",
        Some("zh") => "zh-Hans",
        Some("ja") => "ja",
        Some("ko") => "ko",
        _ => "en",
    }
}

/// What only a terminal says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Own {
    /// What the keys do.
    Keys,
    /// The window must grow.
    TooSmall { needed: (u16, u16), is: (u16, u16) },
    /// There are so many more of them than fit.
    More(usize),
}

/// The words of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) tag: &'static str,
    pages: BTreeMap<String, String>,
    field: BTreeMap<&'static str, BTreeMap<String, BTreeMap<&'static str, String>>>,
}

impl Words {
    pub(super) fn new(tag: &str) -> Words {
        let tag = TAGS.into_iter().find(|known| *known == tag).unwrap_or(TAGS[0]);
        Words { tag, pages: page_words(tag), field: field_words() }
    }

    /// The next language.
    pub(super) fn next(&self) -> Words {
        let at = TAGS.iter().position(|tag| *tag == self.tag).unwrap_or(0);
        Words::new(TAGS[(at + 1) % TAGS.len()])
    }

    /// A word of the pages.
    pub(super) fn page(&self, key: &str) -> String {
        self.pages.get(key).cloned().unwrap_or_else(|| key.to_owned())
    }

    /// The same with what stands in braces filled in.
    pub(super) fn filled(&self, key: &str, values: &[(&str, &str)]) -> String {
        values.iter().fold(self.page(key), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }

    /// A name of the documents in words; one that a later version adds is shown as it is.
    pub(super) fn name(&self, group: &str, name: &str) -> String {
        self.pages.get(&format!("{group}.{name}")).cloned().unwrap_or_else(|| name.replace('-', " "))
    }

    /// A kind, a sanction or a remedy, as the field calls it.
    pub(super) fn field(&self, group: &str, name: &str) -> String {
        let told = self.field.get(group).and_then(|names| names.get(name)).and_then(|languages| languages.get(self.tag));
        told.cloned().unwrap_or_else(|| name.replace('-', " "))
    }

    /// How long ago: "3 s", "12 min", "5 h", "2 d".
    pub(super) fn age(&self, ms: u64) -> String {
        let seconds = ms / 1_000;
        let (key, n) = match seconds {
            0..100 => ("age.s", seconds),
            100..6_000 => ("age.min", seconds / 60),
            6_000..172_800 => ("age.h", seconds / 3_600),
            _ => ("age.d", seconds / 86_400),
        };
        self.filled(key, &[("n", &n.to_string())])
    }

    /// What only a terminal says.
    pub(super) fn own(&self, own: Own) -> String {
        match own {
            Own::Keys => match self.tag {
                "zh-Hans" => "q 退出   ← → 前后一手   ↑ ↓ 十手   End 当前局面   l 语言",
                "zh-Hant" => "q 結束   ← → 前後一手   ↑ ↓ 十手   End 目前局面   l 語言",
                "ja" => "q 終了   ← → 一手   ↑ ↓ 十手   End 現在の局面   l 言語",
                "ko" => "q 끝내기   ← → 한 수   ↑ ↓ 열 수   End 현재 국면   l 언어",
                _ => "q quit   ← → one move   ↑ ↓ ten moves   End back to now   l language",
            }
            .to_owned(),
            Own::TooSmall { needed: (columns, rows), is: (has_columns, has_rows) } => match self.tag {
                "zh-Hans" => format!("窗口太小：需要 {columns}x{rows}，现为 {has_columns}x{has_rows}"),
                "zh-Hant" => format!("視窗太小：需要 {columns}x{rows}，現為 {has_columns}x{has_rows}"),
                "ja" => format!("画面が小さすぎます：{columns}x{rows} 必要、現在 {has_columns}x{has_rows}"),
                "ko" => format!("화면이 너무 작음: {columns}x{rows} 필요, 현재 {has_columns}x{has_rows}"),
                _ => format!("too small: {columns}x{rows} needed, {has_columns}x{has_rows} here"),
            },
            Own::More(n) => format!("+ {n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_chooses_the_language() {
        let of = |locale| tag_of_locale(locale);
        assert_eq!(
            ["ja_JP.UTF-8", "zh_CN", "zh_TW.UTF-8", "ko_KR", "de_DE", "C", ""].map(of),
            ["ja", "zh-Hans", "zh-Hant", "ko", "en", "en", "en"]
        );
    }

    #[test]
    fn the_key_goes_through_all_languages_and_each_has_its_own_words() {
        let mut words = Words::new("en");
        let mut keys = std::collections::BTreeSet::new();
        for tag in TAGS {
            assert_eq!(words.tag, tag);
            keys.insert(words.own(Own::Keys));
            keys.insert(words.own(Own::TooSmall { needed: (80, 24), is: (40, 12) }));
            assert_ne!(words.field("kind", "wrong-capture"), "wrong-capture");
            words = words.next();
        }
        assert_eq!((words.tag, keys.len()), ("en", 2 * TAGS.len()));
        assert_eq!(words.name("phase", "a-new-phase"), "a new phase");
    }
}

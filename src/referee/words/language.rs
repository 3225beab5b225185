//! The languages of the field: where most professionals play, and the one that the rest of the world shares.

/// A language in which everything is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English.
    En,
    /// Chinese in simplified characters, with the words of the mainland.
    ZhHans,
    /// Chinese in traditional characters, with the words of Taiwan.
    ZhHant,
    /// Japanese.
    Ja,
    /// Korean.
    Ko,
}

impl Language {
    /// All of them, in the order of [`super::Text`].
    pub const ALL: [Language; 5] = [Language::En, Language::ZhHans, Language::ZhHant, Language::Ja, Language::Ko];

    /// Its tag (BCP 47), as documents have it (CONTRACT 4.4).
    pub const fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::ZhHans => "zh-Hans",
            Language::ZhHant => "zh-Hant",
            Language::Ja => "ja",
            Language::Ko => "ko",
        }
    }

    /// The language with this tag.
    pub fn tagged(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag() == tag)
    }
}

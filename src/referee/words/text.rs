//! A text in every language.

use super::{Language, Saying, citation};
use crate::referee::Cite;

/// What is said, once in every language. The citation is not in it: see [`Text::cited`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text([String; Language::ALL.len()]);

impl Text {
    /// What each language says.
    pub fn each(say: impl FnMut(Language) -> String) -> Text {
        Text(Language::ALL.map(say))
    }

    /// In this language.
    pub fn get(&self, language: Language) -> &str {
        &self.0[language as usize]
    }

    /// In English: for transcripts, logs and whoever looks for a word in it.
    pub fn en(&self) -> &str {
        self.get(Language::En)
    }

    /// With the citation after it, as people read it.
    #[must_use]
    pub fn cited(&self, cite: Option<&Cite>) -> Text {
        Text::each(|language| self.get(language).to_owned() + &cite.map_or(String::new(), |cite| citation(cite, language)))
    }

    /// What [`Text::cited`] made, by language, back without the citation. A language that is missing has the English: a journal from before
    /// there were others says nothing else, and whoever reads it should see that something is said.
    pub fn of_cited<'a>(cited: impl Fn(Language) -> Option<&'a str>, cite: Option<&Cite>) -> Text {
        Text::each(|language| {
            let own = cited(language).map(|written| (language, written));
            let (of, written) = own.unwrap_or_else(|| (Language::En, cited(Language::En).unwrap_or_default()));
            let bare = cite.and_then(|cite| written.strip_suffix(&citation(cite, of)));
            bare.unwrap_or(written).to_owned()
        })
    }

    /// This, and what was said before; cut after so many characters in each language.
    #[must_use]
    pub fn followed_by_earlier(&self, earlier: &Text, max: usize) -> Text {
        let both = |language| super::with_earlier(language, self.get(language), earlier.get(language));
        Text::each(|language| both(language).chars().take(max).collect())
    }
}

impl<S: Into<Saying>> From<S> for Text {
    fn from(saying: S) -> Text {
        let saying = saying.into();
        Text::each(|language| super::say(&saying, language))
    }
}

/// In English.
impl std::fmt::Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.en())
    }
}

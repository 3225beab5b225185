//! What alerts say, in the five languages of the field: a finding, a fault of the clock, a late player, in a sentence that says what is seen
//! and what to do, in the words that a referee of the language uses.
//!
//! | file | does |
//! |---|---|
//! | `saying`, `desk` | everything that can be said, with what it is said of, and no words; `desk` what people say and do |
//! | `en`, `zh_hans`, `zh_hant`, `ja`, `ko` | says all of it in one language |
//! | `round` | play that goes round, in all of them |
//! | `text` | one saying in every language |
//! | `citation` | where the book says so, after a text |
//! | `kinds`, `terms` | the short words: kinds, books, sanctions, phases, results |
//!
//! Nothing falls back to English. Every `match` names every case, so what is not said in every language does not compile. To say something
//! new:
//!
//! 1. Add a variant to the group in `saying` that it belongs to, with its arguments as types: a `Color`, a `Vertex`, a number, ms. Never a
//!    piece of a sentence: languages put their words in other orders.
//! 2. The compiler leads to five places, one a language; say it there. Chinese ends a sentence with 。and lists with 、; no Korean particle that
//!    depends on the last sound follows a vertex or a number.
//! 3. Where it is raised: `text: AtClock::NotStarted.into()`. The citation is not part of it: it comes from the alert's `cite`.
//! 4. Add a sample to `samples` in `tests/it/words/samples.rs`, which the compiler asks for too; what must hold in every language is tested
//!    of all of them.
//!
//! A new kind needs its line in `kinds`, and one in the table of `tests/it/words/kinds.rs`, written anew and not copied.

mod citation;
mod desk;
mod en;
mod ja;
mod kinds;
mod ko;
mod language;
mod list;
mod round;
mod saying;
mod terms;
mod text;
mod zh_hans;
mod zh_hant;

pub use citation::citation;
pub use desk::{AtDesk, BesideBoard, NamedPlayer, OfMatch, OfSeal};
pub use kinds::{book_name, kind_name};
pub use language::Language;
pub use saying::{AtClock, AtEnd, Difference, GoesRound, InRecord, LatenessCost, OfRulings, OnBoard, OnTime, RoundRemedy, Saying};
pub use terms::{Term, basis_name, phase_name, remedy_name, sanction_name, severity_name};
pub use text::Text;

/// What is said, in this language.
pub fn say(saying: &Saying, language: Language) -> String {
    match language {
        Language::En => en::say(saying),
        Language::ZhHans => zh_hans::say(saying),
        Language::ZhHant => zh_hant::say(saying),
        Language::Ja => ja::say(saying),
        Language::Ko => ko::say(saying),
    }
}

/// What a text says now, and after it what it said before.
fn with_earlier(language: Language, now: &str, earlier: &str) -> String {
    let between = match language {
        Language::En => en::EARLIER,
        Language::ZhHans => zh_hans::EARLIER,
        Language::ZhHant => zh_hant::EARLIER,
        Language::Ja => ja::EARLIER,
        Language::Ko => ko::EARLIER,
    };
    format!("{now}{between}{earlier}")
}

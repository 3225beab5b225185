//! What alerts say, in the five languages of the field: a finding, a fault of the clock, a late player, in a sentence that says what is seen
//! and what to do.

mod citation;
mod desk;
mod en;
mod language;
mod list;
mod saying;
mod text;

pub use citation::citation;
pub use desk::{AtDesk, BesideBoard, OfSeal};
pub use language::Language;
pub use saying::{AtClock, Difference, InRecord, LatenessCost, OnBoard, OnTime, Saying};
pub use text::Text;

use super::Kind;

/// What is said, in this language.
pub fn say(saying: &Saying, language: Language) -> String {
    match language {
        Language::En | Language::ZhHans | Language::ZhHant | Language::Ja | Language::Ko => en::say(saying),
    }
}

/// A text, and what was said before it.
fn with_earlier(_: Language, now: &str, earlier: &str) -> String {
    format!("{now}{}{earlier}", en::EARLIER)
}

/// The name of a rulebook with its edition, as a text cites it; `None` for a book that is not known here.
pub fn book_name(book: &str, language: Language) -> Option<&'static str> {
    let names = match book {
        "china-1988" => ["Chinese rules 1988", "中国围棋竞赛规则1988", "中國圍棋競賽規則1988", "中国囲碁規則1988年版", "중국 규칙 1988"],
        _ => return None,
    };
    Some(names[language as usize])
}

/// The short name of a kind, as a person of the field calls it.
pub fn kind_name(kind: Kind, _: Language) -> &'static str {
    kind.name()
}

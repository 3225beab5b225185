//! Where a book says so, after a text: "(Chinese rules 1988, article 17.2)". The one place where text and citation come together, so that
//! another article needs no other text.

use super::{Language, book_name};
use crate::referee::Cite;

/// What follows a text that cites this.
pub fn citation(cite: &Cite, language: Language) -> String {
    let book = book_name(&cite.book, language).map_or_else(|| cite.book.clone(), str::to_owned);
    let numbered = numbers(&cite.article).map(|numbers| article(&cite.article, &numbers, language));
    match (language, numbered) {
        (Language::En | Language::Ko, Some(article)) => format!(" ({book}, {article})"),
        (Language::En | Language::Ko, None) => format!(" ({book}: {})", in_words(&cite.article, language)),
        (Language::ZhHans | Language::ZhHant | Language::Ja, Some(article)) => format!("（{book} {article}）"),
        (Language::ZhHans | Language::ZhHant | Language::Ja, None) => format!("（{book}：{}）", in_words(&cite.article, language)),
    }
}

/// What an event's own rule is called where it has no number: as the event writes it, but for the words that kifud has put there.
fn in_words(article: &str, language: Language) -> &str {
    let words = match article {
        "own rule" => ["own rule", "另有规定", "另有規定", "独自の定め", "별도 규정"],
        "schedule" => ["schedule", "赛程安排", "賽程安排", "日程の定め", "일정"],
        _ => return article,
    };
    words[language as usize]
}

/// An article in the manner of the language's statutes: 17.2 is 第17条第2款, 8.3(1) is 제8조 제3항 제1호.
fn article(written: &str, numbers: &[u32], language: Language) -> String {
    let units = match language {
        Language::En => return format!("article {written}"),
        Language::ZhHans => ["条", "款", "项"],
        Language::ZhHant => ["條", "項", "款"],
        Language::Ja => ["条", "項", "号"],
        Language::Ko => ["조", "항", "호"],
    };
    let (ordinal, between) = if language == Language::Ko { ("제", " ") } else { ("第", "") };
    numbers.iter().zip(units).map(|(number, unit)| format!("{ordinal}{number}{unit}")).collect::<Vec<_>>().join(between)
}

/// The numbers of an article, three at most: "8.3(1)" has 8, 3 and 1.
fn numbers(article: &str) -> Option<Vec<u32>> {
    let mut rest = article;
    let mut numbers = Vec::new();
    while !rest.is_empty() {
        let (inside, after) = match rest.strip_prefix('(') {
            Some(inside) => inside.split_once(')')?,
            None if numbers.is_empty() => rest.split_at(rest.find(['.', '(']).unwrap_or(rest.len())),
            None => {
                let part = rest.strip_prefix('.')?;
                part.split_at(part.find(['.', '(']).unwrap_or(part.len()))
            }
        };
        // "+1" is a number to parse(), and none here.
        if !inside.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        numbers.push(inside.parse().ok()?);
        rest = after;
    }
    (1..=3).contains(&numbers.len()).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited(book: &str, of: &str, language: Language) -> String {
        citation(&Cite { book: book.to_owned(), article: of.to_owned() }, language)
    }

    #[test]
    fn cn_18_and_ing_8_3_1_are_cited_as_each_language_cites_its_statutes() {
        let cn_18 = Language::ALL.map(|language| cited("china-1988", "18", language));
        assert_eq!(
            cn_18,
            [
                " (Chinese rules 1988, article 18)",
                "（中国围棋竞赛规则1988 第18条）",
                "（中國圍棋競賽規則1988 第18條）",
                "（中国囲碁規則1988年版 第18条）",
                " (중국 규칙 1988, 제18조)",
            ]
        );
        let article = |of: &str, language| article(of, &numbers(of).unwrap(), language);
        let ing = Language::ALL.map(|language| article("8.3(1)", language));
        assert_eq!(ing, ["article 8.3(1)", "第8条第3款第1项", "第8條第3項第1款", "第8条第3項第1号", "제8조 제3항 제1호"]);
        assert_eq!(article("17.2", Language::ZhHans), "第17条第2款");
        assert_eq!(article("17.2", Language::Ja), "第17条第2項");
    }

    #[test]
    fn what_is_no_number_or_no_known_book_is_told_as_it_is() {
        for language in Language::ALL {
            let between = if matches!(language, Language::En | Language::Ko) { ": " } else { "：" };
            for strange in ["hall rule 4", "17.", "17..2", "1.2.3.4", "8(", "8)", "+1", "", "(1", "4294967296"] {
                let told = cited("hall-rules", strange, language);
                assert!(told.contains(&format!("hall-rules{between}{strange}")), "{strange}: {told}");
            }
        }
    }

    #[test]
    fn the_events_own_rules_are_cited_as_the_event_writes_them() {
        assert_eq!(cited("event", "rule 4 of the hall", Language::En), " (event rules: rule 4 of the hall)");
        assert_eq!(cited("event", "4", Language::ZhHans), "（本次比赛规程 第4条）");
        let own = Language::ALL.map(|language| cited("event", "own rule", language));
        assert!((0..5).all(|at| !own[at + 1..].contains(&own[at])), "{own:?}");
    }
}

//! `kifud rulebook diff`: where two books differ, and how far either was seen.

use crate::referee::{InForce, Kind, Rulebook, Source};

use super::{COLUMNS, KIND_COLUMNS, Lines, of_a_game, proposal};

/// Where two books differ: the game as a whole, then kind by kind. How far a cell was seen in a text is a part of it: what was not seen may
/// be no difference at all.
pub(super) fn diff(a: Rulebook, b: Rulebook) -> String {
    let mut lines = Lines::default();
    for source in Source::ALL {
        lines.wrapped(&format!("{}  {}", source.mark(), source.meaning()));
    }
    lines.0.push('\n');
    let width = (COLUMNS - KIND_COLUMNS - 4) / 2;
    let mut row = |what: &str, one: &str, two: &str| lines.row(&[(KIND_COLUMNS, what), (width, one), (width, two)]);
    row("", a.name(), b.name());
    for (one, two) in of_a_game(a.book()).iter().zip(of_a_game(b.book())).filter(|(one, two)| *one != two) {
        row("", one, &two);
    }
    for &kind in Kind::ALL {
        let [one, two] = [a, b].map(|book| Cell::of(book, kind));
        if !one.says_the_same(&two) {
            row(kind.name(), &one.in_short(), &two.in_short());
        }
    }
    lines.0
}

/// What a book says of a kind, and how far that was seen.
struct Cell {
    in_force: InForce,
    source: Source,
    note: &'static str,
}

impl Cell {
    fn of(book: Rulebook, kind: Kind) -> Cell {
        let article = book.article(kind);
        Cell { in_force: InForce::of(book, &[], kind), source: article.source, note: article.note }
    }

    /// The same under another number is not a difference of the books.
    fn says_the_same(&self, other: &Cell) -> bool {
        let unnumbered = |cell: &Cell| InForce { cite: None, ..cell.in_force.clone() };
        let has_number = |cell: &Cell| cell.in_force.cite.is_some();
        (self.source, self.note, has_number(self)) == (other.source, other.note, has_number(other)) && unnumbered(self) == unnumbered(other)
    }

    fn in_short(&self) -> String {
        let (mark, asks, proposes) = (self.source.mark(), self.in_force.severity.name(), proposal(&self.in_force));
        let number = match (&self.in_force.cite, self.source) {
            (Some(cite), _) => cite.article.as_str(),
            (None, Source::NoSuchArticle) => "no article",
            (None, Source::NotSeen) => "not seen",
            (None, Source::GeneralPractice) => "practice",
            (None, Source::ReadInText) => "no number",
        };
        let says = if proposes.is_empty() { asks.to_owned() } else { format!("{proposes}; {asks}") };
        let note = if self.note.is_empty() { String::new() } else { format!(" ({})", self.note) };
        format!("{mark} {number}: {says}{note}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<'a>(text: &'a str, word: &str) -> &'a str {
        text.lines().find(|line| line.split_whitespace().next() == Some(word)).unwrap_or_else(|| panic!("{word} is not in\n{text}"))
    }

    #[test]
    fn a_difference_names_what_differs_and_nothing_else() {
        assert_eq!(diff(Rulebook::Ing, Rulebook::Ing).lines().count(), 1 + Source::ALL.len() + 1, "the marks and the names alone");
        let text = diff(Rulebook::China1988, Rulebook::China2002);
        assert!(
            line(&text, "double-move").contains("17.1: loss") && line(&text, "double-move").contains("17.2: retract, warning"),
            "{text}"
        );
        assert!(text.contains("komi 5.5") && text.contains("komi 7.5"), "{text}");
        assert!(!text.contains("extra-stone"), "neither has an article");
        let korea = diff(Rulebook::Korea20241108, Rulebook::KoreaDomestic20250203);
        assert!(korea.contains("stone-out-of-place") && !korea.contains("captures-left"), "only what counts to a loss differs: {korea}");
    }

    /// Symptom: a book in which something was not seen was said to have no article, and two cells that differ read the same.
    #[test]
    fn a_difference_says_how_far_both_books_were_seen() {
        let text = diff(Rulebook::China1988, Rulebook::Korea20241108);
        assert!(line(&text, "double-move").contains("S 17.1: loss; ruling"), "{text}");
        assert!(line(&text, "double-move").contains("G practice: attention"), "{text}");
        assert!(line(&text, "consultation").contains("? not seen: attention"), "{text}");
        assert!(line(&text, "repetition").contains("S no number"), "{text}");
        for (a, b) in Rulebook::all().flat_map(|a| Rulebook::all().map(move |b| (a, b))) {
            for &kind in Kind::ALL {
                let [one, two] = [a, b].map(|book| Cell::of(book, kind));
                assert!(one.says_the_same(&two) || one.in_short() != two.in_short(), "{a} {b} {kind}: {}", one.in_short());
            }
        }
    }
}

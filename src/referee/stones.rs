//! What the rulebooks say of the stones that are not on the board: in bowls, in lids, and nowhere else. A book answers by its name.
//!
//! Read in the texts: Ing 9.4 (180 of each, counted before play; captures in their container), Korea's article 18 of 8 November 2024
//! (captures in the lid; two stones of the offender in the opponent's lid for a warning). In China and Japan captures go where players like.

use super::kind::Kind;

/// How many stones of each colour there are before play, where the book says so.
pub fn stones_of_each(book: &str) -> Option<u32> {
    (book == "ing").then_some(180)
}

/// Captured stones belong into the lid.
pub fn keeps_lids(book: &str) -> bool {
    book == "ing" || is_korean(book)
}

/// Points that a player loses by conduct lie as stones in the opponent's lid.
pub fn pays_with_stones(book: &str) -> bool {
    is_korean(book)
}

fn is_korean(book: &str) -> bool {
    book.starts_with("korea-")
}

/// The article of a book about stones beside the board.
pub fn stone_article(book: &str, kind: Kind) -> Option<&'static str> {
    match (kind, book) {
        (Kind::BowlCount, "ing") => Some("9.4(1)"),
        (Kind::StoneOutOfPlace | Kind::LidCount, "ing") => Some("9.4(2)"),
        (Kind::LidCount, _) if is_korean(book) => Some("18"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_that_keeps_no_lids_has_no_article_about_them() {
        for book in ["china-1988", "china-2002", "japan-1989", "aga", "egf"] {
            let kinds = [Kind::BowlCount, Kind::LidCount, Kind::StoneOutOfPlace];
            assert!(!keeps_lids(book) && kinds.into_iter().all(|kind| stone_article(book, kind).is_none()), "{book}");
        }
        assert_eq!((stones_of_each("ing"), stones_of_each("korea-2024-11-08")), (Some(180), None));
    }
}

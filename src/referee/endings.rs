//! What the rulebooks say of passes, of the end and of counting. A book answers by its name.
//!
//! Read in the texts: china-1988 Art. 16 and 21, Ing 8.2, 9.2 and 9.4, Japan 1989 Art. 9.3 (who asks for play to go on lets the opponent
//! play first). Elsewhere play goes on in its order, and no article is named.

use super::kind::Kind;

/// Who plays first when play goes on after the end was proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resumption {
    /// Whoever is to move after the passes that were made (CN-21.1: the passer's right to move revives behind the opponent's play).
    InOrder,
    /// The opponent of whoever asks for it.
    OpponentFirst,
}

/// Who plays first by this book when the end is disputed.
pub fn resumption(book: &str) -> Resumption {
    if book == "japan-1989" { Resumption::OpponentFirst } else { Resumption::InOrder }
}

/// By this book the game is counted when play stops for the second time, whoever may still doubt it.
pub fn second_stop_counts(book: &str) -> bool {
    book == "ing"
}

/// By this book a margin stands only when both have proved their stones (ING-9.4(3)); until then a counted game is unconfirmed.
pub fn proves_stones(book: &str) -> bool {
    book == "ing"
}

/// The article of a book about a kind that belongs to passes, to the end or to counting, where it has one.
pub fn ending_article(kind: Kind, book: &str) -> Option<&'static str> {
    match (kind, book) {
        (Kind::PassSignal, "china-1988") => Some("21.1"),
        (Kind::PassSignal, "ing") => Some("9.2(2)"),
        (Kind::DameLeft, "china-1988") => Some("21.2"),
        (Kind::DameLeft, "ing") => Some("8.2(1)"),
        (Kind::CountDiffers, "china-1988") => Some("16.3"),
        (Kind::BowlCount, "ing") => Some("9.4(3)"),
        (Kind::FillBurst | Kind::CountingDisturbed, "ing") => Some("9.4(4)"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_without_an_article_invents_none() {
        for book in ["china-2002", "japan-1989", "korea-2024-11-08", "aga", "egf"] {
            assert!(Kind::ALL.iter().all(|&kind| ending_article(kind, book).is_none()), "{book}");
        }
        assert_eq!(ending_article(Kind::FillBurst, "china-1988"), None, "nobody fills in there");
    }

    #[test]
    fn only_japan_lets_the_opponent_of_who_asks_play_first() {
        assert_eq!(resumption("japan-1989"), Resumption::OpponentFirst);
        assert!(["china-1988", "ing", "aga", "korea-2024-11-08"].into_iter().all(|book| resumption(book) == Resumption::InOrder));
    }
}

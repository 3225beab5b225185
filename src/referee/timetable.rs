//! What the rulebooks say of the timetable of a game: coming late, not coming, sealing. A book answers by its name.
//!
//! Read in the texts: china-1988 Art. 14 and 23, Ing 8.1 and 8.3(1), china-2002 Art. 22 (lateness twice, within an hour, or 15 minutes at
//! one place), EGF general tournament rules (Black's clock is started at the set time; 60 minutes). General practice: three times in
//! Japanese professional events. Not seen in a text: Korea, AGA; there an event must say it itself.

use super::kind::Kind;

/// What coming late costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LateCost {
    /// The book says nothing.
    Unsaid,
    /// So many times the lateness comes off one's own time.
    Times(u32),
    /// The clock of the side to move runs from the set time, and nothing is taken off: never both.
    ClockRuns,
}

/// What coming late costs by this book.
pub fn late_cost(book: &str) -> LateCost {
    match book {
        "china-1988" => LateCost::Times(1),
        "ing" | "china-2002" => LateCost::Times(2),
        "japan-1989" => LateCost::Times(3),
        "egf" => LateCost::ClockRuns,
        _ => LateCost::Unsaid,
    }
}

/// What the timetable of a game can bring about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timely {
    /// A player comes late.
    Late,
    /// A player has not come within the limit.
    Absent,
    /// Neither has.
    BothAbsent,
    /// It is time to seal.
    SealDue,
}

impl Timely {
    /// All of them.
    pub const ALL: [Timely; 4] = [Timely::Late, Timely::Absent, Timely::BothAbsent, Timely::SealDue];

    /// Its kind.
    pub const fn kind(self) -> Kind {
        match self {
            Timely::Late => Kind::Late,
            Timely::Absent => Kind::Absent,
            Timely::BothAbsent => Kind::BothAbsent,
            Timely::SealDue => Kind::SealDue,
        }
    }

    /// The article of this book, where it has one.
    pub fn article(self, book: &str) -> Option<&'static str> {
        match (self, book) {
            (Timely::Late, "china-1988") => Some("23.3"),
            (Timely::Late, "ing") => Some("8.1"),
            (Timely::Absent, "china-1988") => Some("23.1"),
            (Timely::BothAbsent, "china-1988") => Some("23.2"),
            (Timely::Absent | Timely::BothAbsent, "ing") => Some("8.3(1)"),
            (Timely::Late | Timely::Absent | Timely::BothAbsent, "china-2002") => Some("22"),
            (Timely::SealDue, "china-1988" | "china-2002") => Some("14"),
            (Timely::SealDue, "ing") => Some("10.1"),
            _ => None,
        }
    }
}

/// The article of a book by which a player loses whose time is over. Read in the texts: china-1988, Ing, china-2002; elsewhere not seen.
pub fn flag_article(book: &str) -> Option<&'static str> {
    match book {
        "china-1988" => Some("23.6"),
        "ing" => Some("7"),
        "china-2002" => Some("22"),
        _ => None,
    }
}

/// The article of a book about players who leave the seat. Read in the texts: china-1988, china-2002.
pub fn seat_article(book: &str) -> Option<&'static str> {
    match book {
        "china-1988" => Some("23.6"),
        "china-2002" => Some("22.7"),
        _ => None,
    }
}

/// What a book gives for the sealing itself to a player in byo-yomi, in ms. Read in a text: EGF 1991.
pub fn sealing_extra_ms(book: &str) -> u64 {
    if book == "egf" { 30_000 } else { 0 }
}

/// A sealed move is known in this book's world (articles, Japanese title matches, the EGF's rules of 1991): somebody must look. Elsewhere the
/// set time is only told.
pub fn knows_sealing(book: &str) -> bool {
    matches!(book, "china-1988" | "china-2002" | "ing" | "japan-1989" | "egf")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_without_an_article_invents_none() {
        for book in ["korea-2024-11-08", "korea-domestic-2025-02-03", "korea-2025-02-05", "aga"] {
            assert_eq!(late_cost(book), LateCost::Unsaid, "{book}");
            assert!(Timely::ALL.into_iter().all(|timely| timely.article(book).is_none()), "{book}");
        }
    }

    #[test]
    fn ing_8_1_and_china_2002_take_lateness_twice_and_cn_23_3_once() {
        assert_eq!((late_cost("ing"), Timely::Late.article("ing")), (LateCost::Times(2), Some("8.1")));
        assert_eq!((late_cost("china-2002"), Timely::Late.article("china-2002")), (LateCost::Times(2), Some("22")));
        assert_eq!((late_cost("china-1988"), Timely::Late.article("china-1988")), (LateCost::Times(1), Some("23.3")));
    }
}

//! Play that goes round, as the rule texts see it: what it is called, and what may become of it.
//!
//! Nothing here is a breach by itself: the Chinese rules of 1988 leave it to the referee (article 20.3), the Japanese and Korean ones to
//! the players (no result, if both agree), Ing's know hot stones, whose capture by mistake costs nothing (8.2(2)), and a disturber, who
//! may not go on after one full cycle. Where the rules of play forbid a repetition it is an illegal play, and found before it is one.

use super::kind::{Kind, Severity};
use super::rulebook::Rulebook;
use super::words::{GoesRound, RoundRemedy};
use crate::go::{Cycle, CycleKind};

/// What a cycle is to be called under this rulebook, and how much it asks of a person at most.
///
/// Only the stones are back, with the other side to move: play may still turn aside, and nobody has to do anything yet. Ing's twin hot
/// stones are those of a triple ko, the double ones those of eternal life.
pub fn weigh_cycle(book: Rulebook, cycle: &Cycle) -> (Kind, Severity) {
    match cycle.kind {
        CycleKind::Kos(3) | CycleKind::TwoForTwo if book.book().hot_stones => (Kind::HotStoneCapture, Severity::Notice),
        _ if !cycle.same_to_move => (Kind::Repetition, Severity::Notice),
        _ => (Kind::Repetition, Severity::Attention),
    }
}

/// What is said of a cycle: since when, how long, what each side has lost, what may become of it.
pub fn tell_cycle(book: Rulebook, cycle: &Cycle) -> GoesRound {
    let equal = cycle.captured.black == cycle.captured.white;
    let remedy = match book {
        Rulebook::China1988 | Rulebook::China2002 => RoundRemedy::DrawOrReplay,
        Rulebook::Ing => match weigh_cycle(book, cycle) {
            (Kind::HotStoneCapture, _) if equal => RoundRemedy::HotStonesEqual,
            (Kind::HotStoneCapture, _) => RoundRemedy::HotStones,
            _ => RoundRemedy::Disturber,
        },
        Rulebook::Japan1989 | Rulebook::Korea20241108 | Rulebook::KoreaDomestic20250203 | Rulebook::Korea20250205 => RoundRemedy::NoResult,
        Rulebook::Aga | Rulebook::Egf => RoundRemedy::Ask,
    };
    GoesRound { cycle: *cycle, remedy }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::ByColor;
    use crate::referee::{Language, Text};

    fn cycle(kind: CycleKind) -> Cycle {
        Cycle {
            first: 42,
            latest: 42,
            length: 6,
            rounds: 1,
            same_to_move: true,
            captured: ByColor { black: 3, white: 3 },
            passes: ByColor::default(),
            kind,
        }
    }

    /// CN-20.3 asks for a look, ING-8.2(2) for nothing, and stones that are back with the other side to move for nothing yet.
    #[test]
    fn how_much_a_cycle_asks_depends_on_the_book_and_on_whose_turn_it_is() {
        let triple = cycle(CycleKind::Kos(3));
        assert_eq!(weigh_cycle(Rulebook::China1988, &triple), (Kind::Repetition, Severity::Attention));
        assert_eq!(weigh_cycle(Rulebook::Ing, &triple), (Kind::HotStoneCapture, Severity::Notice));
        assert_eq!(weigh_cycle(Rulebook::Ing, &cycle(CycleKind::Kos(2))), (Kind::Repetition, Severity::Attention));
        let half = Cycle { same_to_move: false, length: 3, ..cycle(CycleKind::SendingTwoReturningOne) };
        assert_eq!(weigh_cycle(Rulebook::Japan1989, &half), (Kind::Repetition, Severity::Notice));
    }

    /// The same numbers in every language, and a remedy that is the book's.
    #[test]
    fn a_cycle_is_told_with_its_numbers_in_every_language() {
        for book in Rulebook::all() {
            for kind in [1, 2, 3, 4, 7].map(CycleKind::Kos).into_iter().chain([CycleKind::TwoForTwo, CycleKind::Other]) {
                let captured = ByColor { black: 13, white: 12 };
                let passes = ByColor { black: 2, white: 2 };
                let told = Text::from(tell_cycle(book, &Cycle { rounds: 5, captured, passes, ..cycle(kind) }));
                for language in Language::ALL {
                    for part in ["42", "13", "12", "6", "5", "4"] {
                        assert!(told.get(language).contains(part), "{book} {part}: {}", told.get(language));
                    }
                }
            }
        }
        let told = Text::from(tell_cycle(Rulebook::Japan1989, &cycle(CycleKind::Kos(3))));
        assert!(told.en().contains("a triple ko") && told.en().contains("without result"), "{told}");
    }
}

//! Play that goes round, as the rule texts see it: what it is called, and what may become of it.
//!
//! Nothing here is a breach by itself: the Chinese rules of 1988 leave it to the referee (article 20.3), the Japanese and Korean ones to
//! the players (no result, if both agree), Ing's know hot stones, whose capture by mistake costs nothing (8.2(2)), and a disturber, who
//! may not go on after one full cycle. Where the rules of play forbid a repetition it is an illegal play, and found before it is one.

use super::kind::{Kind, Severity};
use crate::go::{Cycle, CycleKind};

/// What a cycle is to be called under this rulebook, and how much it asks of a person.
///
/// Only the stones are back, with the other side to move: play may still turn aside, and nobody has to do anything yet. Ing's twin hot
/// stones are those of a triple ko, the double ones those of eternal life.
pub fn weigh_cycle(book: &str, cycle: &Cycle) -> (Kind, Severity) {
    match cycle.kind {
        CycleKind::Kos(3) | CycleKind::TwoForTwo if book == "ing" => (Kind::HotStoneCapture, Severity::Notice),
        _ if !cycle.same_to_move => (Kind::Repetition, Severity::Notice),
        _ => (Kind::Repetition, Severity::Attention),
    }
}

/// The cycle in English: since when, how long, what each side has lost, what may become of it.
pub fn tell_cycle(book: &str, cycle: &Cycle) -> String {
    let times = match cycle.rounds {
        1 => "again".to_owned(),
        rounds => format!("for the {}th time", rounds + 1).replace("2th", "2nd").replace("3th", "3rd"),
    };
    let since = if cycle.first == 0 { "at the start".to_owned() } else { format!("after move {}", cycle.first) };
    let stones = if cycle.same_to_move { "The position that stood" } else { "The stones that stood" };
    let passes = match cycle.passes.black + cycle.passes.white {
        0 => String::new(),
        1 => ", one of them a pass".to_owned(),
        passes => format!(", {passes} of them passes"),
    };
    let (black, white) = (cycle.captured.black, cycle.captured.white);
    let taken = if black == white {
        format!("each side has taken {black}")
    } else {
        format!("Black has taken {black} and White {white}, which is not equal")
    };
    format!(
        "{stones} {since} stands {times} ({}): a cycle of {} moves{passes}, in which {taken}. {}",
        called(cycle.kind),
        cycle.length,
        remedy(book, cycle)
    )
}

fn called(kind: CycleKind) -> &'static str {
    match kind {
        CycleKind::Kos(1) => "a simple ko",
        CycleKind::Kos(2) => "a double ko",
        CycleKind::Kos(3) => "a triple ko",
        CycleKind::Kos(4) => "a quadruple ko",
        CycleKind::Kos(_) => "several kos",
        CycleKind::TwoForTwo => "two stones for two, as in eternal life",
        CycleKind::SendingTwoReturningOne => "two stones sent, one returned",
        CycleKind::Other => "a repetition",
    }
}

fn remedy(book: &str, cycle: &Cycle) -> &'static str {
    let (kind, _) = weigh_cycle(book, cycle);
    match book {
        "ing" if kind == Kind::HotStoneCapture && cycle.captured.black == cycle.captured.white => {
            "Nobody is at fault: as many were taken on both sides, so the game goes on from here by the rule of hot stones."
        }
        "ing" if kind == Kind::HotStoneCapture => {
            "Nobody is at fault: when both agree how many were taken, as many are taken on both sides, and the rule of hot stones holds from here."
        }
        "ing" => "Whoever disturbs may not go on after one full cycle: who that is, the referee says.",
        _ if book.starts_with("japan") || book.starts_with("korea") => "If both players agree, the game is without result.",
        _ if book.starts_with("china") => {
            "Nothing is forbidden by itself. If neither yields, it may be ruled a draw or played again; or play goes on."
        }
        _ => "Ask whether either side will play otherwise; if neither does, rule.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::ByColor;

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
        assert_eq!(weigh_cycle("china-1988", &triple), (Kind::Repetition, Severity::Attention));
        assert_eq!(weigh_cycle("ing", &triple), (Kind::HotStoneCapture, Severity::Notice));
        assert_eq!(weigh_cycle("ing", &cycle(CycleKind::Kos(2))), (Kind::Repetition, Severity::Attention));
        let half = Cycle { same_to_move: false, length: 3, ..cycle(CycleKind::SendingTwoReturningOne) };
        assert_eq!(weigh_cycle("japan-1989", &half), (Kind::Repetition, Severity::Notice));
    }

    #[test]
    fn a_cycle_is_told_with_its_numbers() {
        let told = tell_cycle("japan-1989", &Cycle { rounds: 2, captured: ByColor { black: 3, white: 2 }, ..cycle(CycleKind::Kos(3)) });
        for part in ["after move 42", "3rd time", "a triple ko", "6 moves", "Black has taken 3 and White 2", "without result"] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
}

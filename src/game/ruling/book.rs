//! What the rulebooks say of what can be decided: one question for each thing that a ruling needs to know, asked here and nowhere else.

use crate::go::Color;
use crate::referee::{BoardRemedy, Cite, Kind, Proposal, Sanction};

use super::super::Game;
use super::Cause;

/// What cautions and warnings amount to (CN-25.2; Korea, Art. 18 and 19).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Tariff {
    /// So many cautions are a warning; `None` where a caution never counts (CN: advice is no warning).
    pub(in super::super) cautions_a_warning: Option<u32>,
    /// Points that each warning costs.
    pub(in super::super) points_a_warning: u32,
    /// So many warnings in one game are proposed as its loss.
    pub(in super::super) warnings_a_loss: Option<u32>,
    /// Where the book says that.
    pub(in super::super) loss_article: Option<&'static str>,
}

/// The tariff of a book.
///
/// Korea: in force from 8 November 2024 a warning costs 2 points, two cautions are a warning, two warnings lose; from 3 February 2025 at home
/// warnings no longer add up to a loss; from 5 February 2025 at international events nothing is added up.
pub(in super::super) fn tariff(book: &str) -> Tariff {
    let none = Tariff { cautions_a_warning: None, points_a_warning: 0, warnings_a_loss: None, loss_article: None };
    match book {
        "china-1988" => Tariff { warnings_a_loss: Some(2), loss_article: Some("25.2"), ..none },
        "china-2002" => Tariff { warnings_a_loss: Some(2), ..none },
        "korea-2024-11-08" => {
            Tariff { cautions_a_warning: Some(2), points_a_warning: 2, warnings_a_loss: Some(2), loss_article: Some("19") }
        }
        "korea-domestic-2025-02-03" => Tariff { cautions_a_warning: Some(2), points_a_warning: 2, ..none },
        _ => none,
    }
}

/// An article: where it stands, what becomes of the position, what the player gets.
type Article = (&'static str, BoardRemedy, &'static [Sanction]);

fn article(book: &str, kind: Kind) -> Option<Article> {
    use BoardRemedy::{ForcedPass, None as Nothing, Restore, Retract};
    use Sanction::{Caution, Loss, Warning};
    Some(match (book, kind) {
        ("china-1988", Kind::DoubleMove) => ("17.1", Nothing, &[Loss]),
        ("china-1988", Kind::StoneRelocated) => ("17.2", Restore, &[Warning]),
        ("china-1988", Kind::StoneShifted) => ("17.3", Restore, &[]),
        ("china-1988", Kind::BoardScattered) => ("17.4", Restore, &[]),
        ("china-1988", Kind::WrongCapture) => ("18", Restore, &[Warning]),
        ("china-1988", Kind::ForbiddenPoint) => ("19", ForcedPass, &[]),
        ("china-1988", Kind::KoViolation) => ("20.1", ForcedPass, &[]),
        ("china-1988", Kind::Repetition) => ("20.3", Nothing, &[]),
        ("china-1988", Kind::CapturesLeft) => ("23.4", Nothing, &[Caution]),
        ("china-1988", Kind::LeftVenue) => ("24.1", Nothing, &[Warning]),
        ("china-1988", Kind::Disturbance) => ("24.2", Nothing, &[Caution]),
        ("china-1988", Kind::Consultation) => ("24.3", Nothing, &[Warning]),
        ("china-1988", Kind::WarningLimit) => ("25.2", Nothing, &[Loss]),
        ("china-1988", Kind::Appeal) => ("16.4", Nothing, &[]),
        ("china-2002", Kind::DoubleMove) => ("17.2", Retract, &[Warning]),
        ("china-2002", Kind::WarningLimit) => ("25", Nothing, &[Loss]),
        ("ing", Kind::HotStoneCapture) => ("8.2(2)", Restore, &[]),
        ("ing", Kind::LeftVenue) => ("8.3(2)", Nothing, &[Loss]),
        ("ing", Kind::StoneRelocated) => ("8.3(3)", Nothing, &[Loss]),
        ("ing", Kind::Disobedience) => ("8.3(5)", Nothing, &[Loss]),
        ("ing", Kind::ResignSignal) => ("9.2(1)", Nothing, &[Loss]),
        ("ing", Kind::PassSignal) => ("9.2(2)", Nothing, &[]),
        ("korea-2024-11-08" | "korea-domestic-2025-02-03", Kind::CapturesLeft | Kind::LidCount) => ("18", Nothing, &[Warning]),
        ("korea-2025-02-05", Kind::LidCount) => ("18", Nothing, &[Caution]),
        ("korea-2024-11-08", Kind::WarningLimit) => ("19", Nothing, &[Loss]),
        _ => return None,
    })
}

/// On purpose, the one who did it loses (CN-17.3, CN-17.4).
pub(super) fn deliberate_loses(book: &str, kind: Kind) -> bool {
    book == "china-1988" && matches!(kind, Kind::StoneShifted | Kind::BoardScattered)
}

/// Only with both players' agreement does any referee decide (CN-17.3).
pub(super) fn needs_agreement(book: &str, kind: Kind) -> bool {
    matches!(book, "china-1988" | "china-2002") && kind == Kind::StoneShifted
}

impl Game {
    /// What the book in force proposes for this kind.
    pub(in super::super) fn proposal_for(&self, kind: Kind) -> Option<Proposal> {
        let (_, board, sanctions) = article(&self.terms.rulebook, kind)?;
        Some(Proposal { conditional: false, board, clock: Vec::new(), sanctions: sanctions.to_vec() })
    }

    /// Where the book in force says so.
    pub(in super::super) fn cite_for(&self, kind: Kind) -> Option<Cite> {
        let book = &self.terms.rulebook;
        article(book, kind).map(|(article, ..)| Cite { book: book.clone(), article: article.to_owned() })
    }
}

/// What how it came about does to a proposal: on purpose costs the game where the book says so, a stone that dropped was not played.
pub(super) fn by_cause(book: &str, kind: Kind, cause: Option<Cause>, proposal: Proposal) -> Proposal {
    match cause {
        Some(Cause::Deliberate) if deliberate_loses(book, kind) => {
            Proposal { board: BoardRemedy::None, sanctions: vec![Sanction::Loss], ..proposal }
        }
        Some(Cause::Dropped) => {
            let picked_up = matches!(kind, Kind::StoneRelocated | Kind::StoneRetracted | Kind::DoubleMove);
            let board = if picked_up { BoardRemedy::Retract } else { proposal.board };
            Proposal { board, sanctions: Vec::new(), ..proposal }
        }
        Some(Cause::Outside) => Proposal { sanctions: Vec::new(), ..proposal },
        Some(Cause::Accident | Cause::Deliberate) | None => proposal,
    }
}

/// How a name is written in a sentence.
pub(super) fn name(color: Color) -> &'static str {
    if color == Color::Black { "Black" } else { "White" }
}

//! An event's own rules, laid over its book: what is in force for one kind.

use super::Rulebook;
use super::article::{Announce, Article, Choice, ClaimUntil, ClockRule};
use crate::referee::kind::{Kind, Severity};
use crate::referee::proposal::{BoardRemedy, Cite, Requires, Sanction};

/// The event's own rule for one kind (`[[table.override]]`); what it leaves out stays as the book has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// The kind of incident.
    pub kind: Kind,
    /// What is proposed for the player.
    pub sanctions: Option<Vec<Sanction>>,
    /// Where the event says so.
    pub cite: Option<String>,
    /// What it asks of a person.
    pub severity: Option<Severity>,
    /// What is proposed for the position.
    pub board: Option<BoardRemedy>,
    /// When the players are told.
    pub announce: Option<Announce>,
    /// Whether somebody has to claim it.
    pub claim: Option<Claiming>,
    /// Who must decide.
    pub requires: Option<Requires>,
}

/// What an event says of claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claiming {
    /// Nobody has to claim it.
    None,
    /// The opponent has to, before the own next move.
    NextMove,
}

impl Claiming {
    /// All of them.
    pub const ALL: [Claiming; 2] = [Claiming::None, Claiming::NextMove];

    /// Its name in a configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Claiming::None => "none",
            Claiming::NextMove => ClaimUntil::NextMove.name(),
        }
    }

    /// Until when.
    pub const fn until(self) -> Option<ClaimUntil> {
        match self {
            Claiming::None => None,
            Claiming::NextMove => Some(ClaimUntil::NextMove),
        }
    }
}

impl Override {
    /// The `book` of a citation of the event's own rules.
    pub const BOOK: &'static str = "event";

    /// What is cited where the event gives a rule of its own and does not say where it stands.
    pub const UNNAMED: &'static str = "own rule";

    /// A rule for this kind that says nothing yet.
    pub const fn of(kind: Kind) -> Override {
        Override { kind, sanctions: None, cite: None, severity: None, board: None, announce: None, claim: None, requires: None }
    }
}

/// What is in force for one kind: the book's article, and the event's own rule over it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InForce {
    /// Where it says so; `None` where nothing does.
    pub cite: Option<Cite>,
    /// What it asks of a person when it is sure.
    pub severity: Severity,
    /// Action only on a claim, and so long.
    pub claim: Option<ClaimUntil>,
    /// What becomes of the position.
    pub board: BoardRemedy,
    /// What becomes of the clocks.
    pub clock: ClockRule,
    /// What the player gets.
    pub sanctions: Vec<Sanction>,
    /// What else the text lets the referee pick.
    pub choices: Vec<Choice>,
    /// It happens by itself.
    pub automatic: bool,
    /// When the players are told.
    pub announce: Announce,
    /// Who must decide.
    pub requires: Requires,
}

impl InForce {
    /// What is in force for this kind under this book with these rules of the event. The last of several rules for a kind holds.
    pub fn of(book: Rulebook, overrides: &[Override], kind: Kind) -> InForce {
        let article = book.article(kind);
        let mut in_force = InForce::from_article(book, &article);
        for own in overrides.iter().filter(|own| own.kind == kind) {
            in_force.lay_over(own);
        }
        in_force
    }

    fn from_article(book: Rulebook, article: &Article) -> InForce {
        InForce {
            cite: article.cite.map(|number| Cite { book: book.name().to_owned(), article: number.to_owned() }),
            severity: article.severity,
            claim: article.claim,
            board: article.board,
            clock: article.clock,
            sanctions: article.sanctions.to_vec(),
            choices: article.choices.to_vec(),
            automatic: article.automatic,
            announce: article.announce,
            requires: article.requires,
        }
    }

    fn lay_over(&mut self, own: &Override) {
        if let Some(sanctions) = &own.sanctions {
            // What else the book would have allowed is not what the event has decided.
            (self.sanctions, self.choices) = (sanctions.clone(), Vec::new());
        }
        self.board = own.board.unwrap_or(self.board);
        self.announce = own.announce.unwrap_or(self.announce);
        self.claim = own.claim.map_or(self.claim, Claiming::until);
        self.requires = own.requires.unwrap_or(self.requires);
        let gives = own.sanctions.as_ref().is_some_and(|sanctions| !sanctions.is_empty())
            || own.board.is_some_and(|board| board != BoardRemedy::None);
        self.severity = own.severity.unwrap_or(if gives { Severity::Ruling } else { self.severity });
        let says = own.sanctions.is_some() || own.board.is_some();
        let article = own.cite.clone().or_else(|| says.then(|| Override::UNNAMED.to_owned()));
        if let Some(article) = article {
            self.cite = Some(Cite { book: Override::BOOK.to_owned(), article });
        }
        if self.cite.is_none() {
            // Nothing is cited: nobody has to rule by it (CONTRACT 4.4).
            self.severity = self.severity.min(Severity::Attention);
        }
    }

    /// It says that something follows.
    pub fn proposes(&self) -> bool {
        !self.sanctions.is_empty() || self.board != BoardRemedy::None || self.clock != ClockRule::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(own: Override) -> InForce {
        let kind = own.kind;
        InForce::of(Rulebook::China1988, &[own], kind)
    }

    #[test]
    fn an_event_that_says_nothing_leaves_the_book_as_it_is() {
        let book = InForce::of(Rulebook::China1988, &[], Kind::CapturesLeft);
        assert_eq!(over(Override::of(Kind::CapturesLeft)), book);
        assert_eq!(InForce::of(Rulebook::China1988, &[Override::of(Kind::LidCount)], Kind::CapturesLeft), book);
    }

    #[test]
    fn an_events_own_sanction_is_cited_as_the_events_and_closes_the_books_choices() {
        let own = Override {
            sanctions: Some(vec![Sanction::Caution]),
            cite: Some("event rules 4".to_owned()),
            ..Override::of(Kind::CapturesLeft)
        };
        let in_force = over(own);
        assert_eq!(in_force.cite, Some(Cite { book: "event".to_owned(), article: "event rules 4".to_owned() }));
        assert_eq!((in_force.sanctions, in_force.choices), (vec![Sanction::Caution], vec![]));
        // Without a place it is the event's all the same, and not the book's.
        let own = Override { sanctions: Some(vec![Sanction::Loss]), ..Override::of(Kind::CapturesLeft) };
        assert_eq!(over(own).cite.map(|cite| (cite.book, cite.article)), Some(("event".to_owned(), "own rule".to_owned())));
    }

    #[test]
    fn an_event_may_ask_for_a_claim_or_for_none_and_say_who_decides() {
        let claimed = over(Override { claim: Some(Claiming::NextMove), ..Override::of(Kind::DoubleMove) });
        assert_eq!((claimed.claim, claimed.sanctions), (Some(ClaimUntil::NextMove), vec![Sanction::Loss]));
        let own = Override { claim: Some(Claiming::None), requires: Some(Requires::Chief), ..Override::of(Kind::DoubleMove) };
        let unasked = InForce::of(Rulebook::Aga, &[own], Kind::DoubleMove);
        assert_eq!((unasked.claim, unasked.requires, unasked.board), (None, Requires::Chief, BoardRemedy::ForcedPass));
        assert_eq!(Claiming::ALL.map(Claiming::name), ["none", "next-move"]);
    }

    #[test]
    fn an_event_may_rule_where_the_book_has_no_article_but_not_without_a_rule() {
        let own = Override { sanctions: Some(vec![Sanction::Warning]), ..Override::of(Kind::LidCount) };
        assert_eq!(over(own).severity, Severity::Ruling);
        let loud = Override { severity: Some(Severity::Ruling), ..Override::of(Kind::LidCount) };
        assert_eq!((over(loud.clone()).severity, over(loud).cite), (Severity::Attention, None));
        let quiet = Override { severity: Some(Severity::Notice), ..Override::of(Kind::DoubleMove) };
        assert_eq!((over(quiet.clone()).severity, over(quiet).sanctions), (Severity::Notice, vec![Sanction::Loss]));
    }
}

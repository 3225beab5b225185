//! An alert as events carry it and documents show it (CONTRACT 4.4): what it says, where it stands, what can be decided about it.

use crate::go::{Color, Cycle, Point};
use crate::referee::{Announce, Basis, Choice, Cite, ClaimUntil, Kind, Proposal, Requires, Severity, Text};
use crate::time::Wall;

use super::evidence::Evidence;
use super::handling::Handling;

/// An alert for the referee (CONTRACT 4.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alert {
    /// Unique for ever.
    pub id: String,
    /// Rises with every change.
    pub rev: u32,
    /// Name of the incident kind (CONTRACT 5).
    pub kind: Kind,
    /// How much it asks of a person.
    pub severity: Severity,
    /// Who says so.
    pub basis: Basis,
    /// Where it stands.
    pub state: AlertState,
    /// Whose act.
    pub color: Option<Color>,
    /// The move it belongs to.
    pub n: Option<u32>,
    /// The points.
    pub points: Vec<Point>,
    /// When it happened.
    pub happened: Wall,
    /// When it was noticed.
    pub detected: Wall,
    /// The opponent has played since.
    pub next_play_made: bool,
    /// Where the book says so; `None` where it has no article.
    pub cite: Option<Cite>,
    /// The claim, where the book asks for one.
    pub claim: Option<Claim>,
    /// What it says, in every language; where it is written for people, the citation follows it.
    pub text: Text,
    /// What is proposed; nothing of it happens before a person has ruled.
    pub proposal: Option<Proposal>,
    /// What else the book lets the referee pick.
    pub choices: Vec<Choice>,
    /// When the players are told.
    pub announce: Announce,
    /// Who must decide.
    pub requires: Option<Requires>,
    /// The cycle that it is about, where play goes round.
    pub cycle: Option<Cycle>,
    /// Which points changed when, around it; `None` where no board was asked.
    pub evidence: Option<Evidence>,
    /// What has been done about it.
    pub handling: Handling,
}

impl Alert {
    /// The outcomes that can be given to it now (CONTRACT 4.4): those of `rule`, and what else the book lets the referee pick, by name.
    pub fn options(&self) -> Vec<String> {
        let lapsed = self.claim.is_some_and(|claim| claim.state == ClaimState::Lapsed);
        let proposes = self.proposal.as_ref().is_some_and(Proposal::is_something);
        let outcomes = match () {
            // Too late: what happened stands.
            () if lapsed => &["dismiss"][..],
            () if self.severity == Severity::Notice && !proposes => &[],
            () if self.kind == Kind::Appeal => &["dismiss"],
            // Confirmed, a flag that no article speaks of is the end by the time control.
            () if proposes || self.kind.is_a_signal() || (self.kind == Kind::FlagFallen && self.cite.is_none()) => {
                &["confirm", "dismiss", "change"]
            }
            () => &["dismiss", "change"],
        };
        outcomes.iter().map(|&outcome| outcome.to_owned()).chain(self.choices.iter().map(Choice::to_string)).collect()
    }
}

/// Where an alert stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertState {
    /// Open.
    Open,
    /// The board was put right; the decision has not been made.
    Cured,
    /// A person decided.
    Decided,
    /// Its cause has gone.
    Gone,
}

/// A claim that the book asks for: without it nothing follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Who may claim.
    pub by: Color,
    /// How long.
    pub until: ClaimUntil,
    /// Where it stands.
    pub state: ClaimState,
}

/// Where a claim stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimState {
    /// It may be made.
    Open,
    /// It has been made.
    Claimed,
    /// It was not made in time: what happened stands.
    Lapsed,
}

/// Why an alert was closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CloseReason {
    /// Its cause has gone.
    Gone,
    /// The game is over or another has begun.
    GameOver,
    /// This ruling or transaction decided it.
    Decided(String),
}

//! What a competition fixes outside the game: its form, which may not leave a result undecided (CN-27), and the order of boards of a team
//! match, which is not changed once it is set (CN-26.2).
//!
//! Both are told by whoever prepares the games (`match` in `prepare-game`, `start-game` or `[match]`); kifud compares, says what does not
//! fit, and plays on: the referee decides.

use crate::go::Color;
use crate::referee::{Basis, Kind, NamedPlayer, OfMatch};
use crate::time::Mono;

use super::Game;
use super::alerts::Raise;
use super::event::{Alert, AlertState, CloseReason, EndedBy, Phase};
use super::input::Output;
use super::request::{MatchInfo, Player, Players};

/// Places of a line-up that one match may name: the boards of both teams of the largest team events, with room.
pub const LINEUP_MAX: usize = 100;

/// The form of a competition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompetitionForm {
    /// Whoever loses is out, at once or after so many losses.
    KnockOut,
    /// Each meets each, once or twice.
    RoundRobin,
    /// Pairings by points.
    Swiss,
    /// Two players, several games.
    BestOf,
    /// Each of one team meets each of the other.
    TeamRoundRobin,
    /// Two teams, one after another in a fixed order: whoever loses is out.
    Relay,
    /// Another one, by the name that the event gives it.
    Other(String),
}

impl CompetitionForm {
    /// Every form that is known here, with its name.
    pub const NAMES: &'static [(&'static str, CompetitionForm)] = &[
        ("knock-out", CompetitionForm::KnockOut),
        ("round-robin", CompetitionForm::RoundRobin),
        ("swiss", CompetitionForm::Swiss),
        ("best-of", CompetitionForm::BestOf),
        ("team-round-robin", CompetitionForm::TeamRoundRobin),
        ("relay", CompetitionForm::Relay),
    ];

    /// The form that is called so; however it is spelt, in capitals, with blanks or without hyphens. A name that is not known here is kept.
    pub fn called(name: &str) -> CompetitionForm {
        let letters = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
        let known = CompetitionForm::NAMES.iter().find(|(known, _)| letters(known) == letters(name));
        known.map_or_else(|| CompetitionForm::Other(name.to_owned()), |(_, form)| form.clone())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            CompetitionForm::Other(name) => name,
            known => CompetitionForm::NAMES.iter().find(|(_, form)| form == known).map_or("", |&(name, _)| name),
        }
    }

    /// One of the two players of each game goes on and the other is out: a game without a winner leaves open who.
    pub const fn needs_a_winner(&self) -> bool {
        matches!(self, CompetitionForm::KnockOut | CompetitionForm::Relay)
    }
}

/// Who meets whom in a competition (CN-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entrants {
    /// Single players.
    Individual,
    /// Teams, whose players sit at fixed boards: nobody plays in another's place.
    FixedBoards,
    /// Teams with fixed boards, at which substitutes may play.
    Substitution,
    /// Teams that put their players at boards anew for each round.
    AdHocBoards,
    /// Teams of which every player meets every player of the other, at any board.
    Rotation,
    /// Teams, by the points of all their players, at any board.
    TotalScore,
}

impl Entrants {
    /// Each with its name.
    pub const NAMES: &'static [(&'static str, Entrants)] = &[
        ("individual", Entrants::Individual),
        ("fixed-boards", Entrants::FixedBoards),
        ("substitution", Entrants::Substitution),
        ("ad-hoc-boards", Entrants::AdHocBoards),
        ("rotation", Entrants::Rotation),
        ("total-score", Entrants::TotalScore),
    ];

    /// A team's player may sit at any of its boards.
    const fn sit_anywhere(self) -> bool {
        matches!(self, Entrants::Rotation | Entrants::TotalScore)
    }
}

/// Who plays for a team at one board.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Placing {
    /// The board.
    pub board: u32,
    /// The team; none where the line-up has one player a board and side, and names no teams.
    pub team: Option<String>,
    /// The player.
    pub player: String,
    /// The player's partner (pair go).
    pub partner: Option<String>,
    /// Who may play instead, where the event has substitutes.
    pub substitutes: Vec<String>,
}

impl Placing {
    /// This player belongs here; a substitute too, where they may play.
    fn names(&self, name: &str, substitutes: bool) -> bool {
        let substitute = || self.substitutes.iter().any(|substitute| substitute == name);
        self.player == name || self.partner.as_deref() == Some(name) || (substitutes && substitute())
    }

    /// It may be about this player's team.
    fn is_for(&self, player: &Player) -> bool {
        self.team.is_none() || player.team.is_none() || self.team == player.team
    }

    /// These two belong together here.
    fn pairs(&self, name: &str, partner: &str, substitutes: bool) -> bool {
        self.partner.is_none() || (name != partner && self.names(name, substitutes) && self.names(partner, substitutes))
    }
}

/// A place in the order of boards: one of a team.
fn same_place(one: &Placing, other: &Placing) -> bool {
    one.board == other.board && one.team.is_some() && one.team == other.team
}

/// Something that is not as the line-up has it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Breach {
    kind: Kind,
    color: Option<Color>,
    saying: OfMatch,
}

impl MatchInfo {
    /// Both are of one event, as far as it is said.
    pub(super) fn is_of_the_event(&self, other: &MatchInfo) -> bool {
        self.event.is_none() || other.event.is_none() || self.event == other.event
    }

    /// This, where the line-up of the same event was set before: a place that was set stays as it was. Says what would have changed it.
    pub(super) fn with_lineup_of(mut self, before: &MatchInfo) -> (MatchInfo, Option<OfMatch>) {
        // Where teams put their players at boards anew, the order of a round holds for that round.
        let anew = self.entrants == Some(Entrants::AdHocBoards) && self.round != before.round;
        if !self.is_of_the_event(before) || anew {
            return (self, None);
        }
        let mut changed = None;
        for set in &before.lineup {
            if self.lineup.contains(set) {
                continue;
            }
            let Some(placing) = self.lineup.iter_mut().find(|placing| same_place(placing, set)) else {
                self.lineup.push(set.clone());
                continue;
            };
            changed.get_or_insert_with(|| OfMatch::PlacingChanged {
                board: set.board,
                team: set.team.clone().unwrap_or_default(),
                set: set.player.clone(),
                now: placing.player.clone(),
            });
            placing.clone_from(set);
        }
        (self, changed)
    }

    /// Who sits at the board and does not belong there.
    fn misplaced(&self, players: &Players) -> Vec<Breach> {
        let sides = [(Color::Black, &players.black), (Color::White, &players.white)];
        if self.form == Some(CompetitionForm::Relay) {
            return sides.into_iter().filter_map(|(color, player)| self.out_of_order(color, player.as_ref()?)).collect();
        }
        let Some(board) = self.board else { return Vec::new() };
        sides.into_iter().filter_map(|(color, player)| self.misplaced_at(board, color, player.as_ref()?)).collect()
    }

    /// The order of a relay is fixed (CN-27): whoever has won stays, and after a loss the next of the team comes.
    fn out_of_order(&self, color: Color, player: &Player) -> Option<Breach> {
        let next = self.next_in_relay(player.team.as_deref()?).filter(|next| !next.names(&player.name, self.has_substitutes()))?;
        let who = NamedPlayer { color, name: player.name.clone() };
        Some(Breach { kind: Kind::LineupChange, color: Some(color), saying: OfMatch::NotNext { who, set: next.player.clone() } })
    }

    /// Where nothing else is said, whoever the line-up names as a substitute may play.
    fn has_substitutes(&self) -> bool {
        self.entrants != Some(Entrants::FixedBoards)
    }

    fn misplaced_at(&self, board: u32, color: Color, player: &Player) -> Option<Breach> {
        let who = NamedPlayer { color, name: player.name.clone() };
        let of_team = || self.lineup.iter().filter(|placing| placing.is_for(player));
        let anywhere = self.entrants.is_some_and(Entrants::sit_anywhere);
        let substitutes = self.has_substitutes();
        let here: Vec<&Placing> = of_team().filter(|placing| anywhere || placing.board == board).collect();
        if let Some(own) = here.iter().find(|placing| placing.names(&player.name, substitutes)) {
            let partner = player.partner.as_ref().filter(|partner| !own.pairs(&player.name, partner, substitutes))?;
            let set = if own.player == player.name { own.partner.clone() } else { Some(own.player.clone()) };
            let saying = OfMatch::OtherPartner { who, partner: partner.clone(), set: set.unwrap_or_default() };
            return Some(Breach { kind: Kind::WrongPartner, color: Some(color), saying });
        }
        let elsewhere = of_team().find(|placing| placing.names(&player.name, substitutes));
        let saying = match (elsewhere, here.as_slice()) {
            (Some(own), _) => OfMatch::OtherBoard { who, board, set: own.board },
            // Nobody says who plays here for this player's team.
            (None, []) => return None,
            (None, [one]) if one.team.is_none() && !self.names_both(board) => return None,
            (None, here) => OfMatch::NotInLineup { who, board, set: here.iter().map(|placing| placing.player.clone()).collect() },
        };
        Some(Breach { kind: Kind::LineupChange, color: Some(color), saying })
    }

    /// The line-up has a player for each side of the board.
    fn names_both(&self, board: u32) -> bool {
        self.lineup.iter().filter(|placing| placing.board == board).count() >= 2
    }
}

impl Game {
    /// The match that a request names, or the configured one, after this one: the form is the configured one where the request leaves it out,
    /// and what was set of the line-up stays. Says what would have changed the line-up.
    pub(super) fn match_after(&self, before: &MatchInfo, named: Option<&MatchInfo>) -> (MatchInfo, Option<OfMatch>) {
        let configured = &self.settings.match_info;
        let mut info = named.unwrap_or(configured).clone();
        if info.is_of_the_event(configured) {
            info.form = info.form.or_else(|| configured.form.clone());
            info.entrants = info.entrants.or(configured.entrants);
            (info.games, info.losses) = (info.games.or(configured.games), info.losses.or(configured.losses));
        }
        let (info, against_configured) = info.with_lineup_of(configured);
        let (info, against_before) = info.with_lineup_of(before);
        (info, against_configured.or(against_before))
    }
}

const OF_LINEUP: [Kind; 2] = [Kind::LineupChange, Kind::WrongPartner];

impl Game {
    /// Who has been put at the board, and where, is compared with the line-up (CN-26.2). `changed`: the request would have changed the line-up
    /// itself. What has been put right goes; what a person has decided is not said again.
    pub(super) fn look_at_lineup(&mut self, at: Mono, changed: Option<OfMatch>, decided: &[Alert], out: &mut Vec<Output>) {
        let next = self.prepared.as_ref().map_or((&self.terms.players, &self.match_info), |next| (&next.terms.players, &next.match_info));
        let mut breaches = next.1.misplaced(next.0);
        breaches.extend(changed.map(|saying| Breach { kind: Kind::LineupChange, color: None, saying }));
        let wanted: Vec<Raise> = breaches
            .into_iter()
            .map(|Breach { kind, color, saying }| Raise { basis: Basis::Reported, ..Raise::new(kind, color, at, saying) })
            .collect();
        let says = |alert: &Alert, raise: &Raise| (alert.kind, alert.color, &alert.text) == (raise.kind, raise.color, &raise.text);
        // What a person has reported stays until a person decides.
        let ours = |alert: &&Alert| OF_LINEUP.contains(&alert.kind) && alert.handling.reported.is_none();
        let right: Vec<String> = self
            .book
            .alerts
            .iter()
            .filter(ours)
            .filter(|alert| !wanted.iter().any(|raise| says(alert, raise)))
            .map(|alert| alert.id.clone())
            .collect();
        for id in right {
            self.close(at, &id, CloseReason::Gone, out);
        }
        for raise in wanted {
            let said = self.book.alerts.iter().chain(decided).any(|alert| says(alert, &raise));
            if !said {
                self.raise(at, raise, out);
            }
        }
    }

    /// What was said of the line-up and decided, in the game in hand or before it.
    pub(super) fn decided_of_lineup(&self) -> Vec<Alert> {
        let closed = self.book.closed.iter().map(|closed| &closed.alert);
        closed.filter(|alert| OF_LINEUP.contains(&alert.kind) && alert.state == AlertState::Decided).cloned().collect()
    }

    /// A game without a winner in a competition that cannot leave it so (CN-27) is put to the referee, until there is a winner or the referee
    /// has decided what becomes of it. A game that is to be played again is decided.
    pub(super) fn look_after_winner(&mut self, out: &mut Vec<Output>) {
        const KIND: Kind = Kind::WinnerNeeded;
        let at = self.now.mono;
        let form = self.match_info.form.as_ref().filter(|form| form.needs_a_winner());
        let open_result = self.book.result.as_ref().filter(|result| matches!(result.by, EndedBy::Draw | EndedBy::NoResult));
        let needed = self.book.phase == Phase::Ended && form.is_some() && open_result.is_some();
        let said = self.open_alert(&[KIND]).is_some();
        if !needed {
            // What a person has reported stays until a person decides.
            let ours = |alert: &&Alert| alert.kind == KIND && alert.handling.reported.is_none();
            if let Some(id) = self.book.alerts.iter().find(ours).map(|alert| alert.id.clone()) {
                self.close(at, &id, CloseReason::Gone, out);
            }
            return;
        }
        let ruled = self.book.rulings.iter().any(|ruling| ruling.holds() && ruling.kind == Some(KIND));
        if said || ruled || !self.is_told(KIND, Basis::Sensor, None) {
            return;
        }
        let drawn = open_result.is_some_and(|result| result.by == EndedBy::Draw);
        self.raise(at, Raise::new(KIND, None, at, OfMatch::NoWinner { drawn }), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_known_however_it_is_spelt_and_another_keeps_its_name() {
        for (name, form) in CompetitionForm::NAMES {
            assert_eq!((&CompetitionForm::called(name), form.name()), (form, *name));
        }
        for spelt in ["Knockout", "knock out", "KNOCK-OUT", "knock_out"] {
            assert_eq!(CompetitionForm::called(spelt), CompetitionForm::KnockOut, "{spelt}");
        }
        let other = CompetitionForm::called("McMahon");
        assert_eq!((other.name(), other.needs_a_winner()), ("McMahon", false));
    }

    #[test]
    fn cn_27_only_where_a_loser_is_out_must_there_be_one() {
        let need: Vec<&str> = CompetitionForm::NAMES.iter().filter(|(_, form)| form.needs_a_winner()).map(|&(name, _)| name).collect();
        assert_eq!(need, ["knock-out", "relay"]);
    }

    fn placing(board: u32, team: &str, player: &str) -> Placing {
        Placing { board, team: Some(team.to_owned()), player: player.to_owned(), ..Placing::default() }
    }

    #[test]
    fn cn_26_2_a_place_that_was_set_stays_and_others_are_added() {
        let lineup = vec![placing(1, "East", "An"), placing(2, "East", "Bo")];
        let first = MatchInfo { event: Some("League".to_owned()), lineup, ..MatchInfo::default() };
        let same = MatchInfo { lineup: vec![placing(2, "East", "Bo"), placing(1, "West", "Di")], ..MatchInfo::default() };
        let (merged, changed) = same.with_lineup_of(&first);
        assert_eq!((merged.lineup.len(), changed), (3, None));
        let other = MatchInfo { lineup: vec![placing(1, "East", "Bo"), placing(2, "East", "An")], ..MatchInfo::default() };
        let (kept, changed) = other.clone().with_lineup_of(&first);
        assert_eq!(kept.lineup, first.lineup);
        assert!(matches!(changed, Some(OfMatch::PlacingChanged { board: 1, .. })));
        // Another event has its own.
        let elsewhere = MatchInfo { event: Some("Cup".to_owned()), ..other.clone() };
        assert_eq!(elsewhere.clone().with_lineup_of(&first), (elsewhere, None));
    }
}

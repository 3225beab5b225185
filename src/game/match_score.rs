//! The score of a match or relay, kept over its games (CN-27): each game that ends with a result counts in the next, as long as the same two
//! sides go on in the same event. What a ruling makes of a result changes the score with it; a game that is to be played again counts nothing.

use crate::go::Color;

use super::Game;
use super::competition::{CompetitionForm, Placing};
use super::event::{EndedBy, GameResult, Phase, ResultState};
use super::request::{MatchInfo, Player, Players};

/// What one side of a match has come to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SideScore {
    /// The player, or the team where teams play one another.
    pub side: String,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl SideScore {
    fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

impl MatchInfo {
    /// A score is kept: two sides meet in several games.
    pub fn keeps_score(&self) -> bool {
        matches!(self.form, Some(CompetitionForm::BestOf | CompetitionForm::Relay)) || self.games.is_some_and(|games| games > 1)
    }

    /// The score before a game of these players; empty where none is kept, or where it is that of others.
    pub fn score_of(&self, players: &Players) -> Vec<SideScore> {
        let fits = self.sides(players).into_iter().flatten().all(|side| self.score.iter().any(|known| known.side == side));
        if self.keeps_score() && fits { self.score.clone() } else { Vec::new() }
    }

    /// Which of the games of these players this is: as it is said, or by those that count.
    pub fn game_number(&self, players: &Players) -> Option<u32> {
        let by_score = || self.score_of(players).iter().map(SideScore::games).max().unwrap_or_default() + 1;
        self.game.or_else(|| self.keeps_score().then(by_score))
    }

    /// Who has won the match by this score: more than half of its games (CN-27, several games), or the last of the other side is out (relay).
    pub fn won_by<'a>(&self, score: &'a [SideScore]) -> Option<&'a str> {
        let won = |own: &SideScore, other: &SideScore| match self.form {
            Some(CompetitionForm::Relay) => {
                let team = self.order_of(&other.side).len() as u32;
                team > 0 && other.lost >= team && own.lost < self.order_of(&own.side).len() as u32
            }
            _ => self.games.is_some_and(|games| own.won * 2 + own.drawn > games && own.won > other.won),
        };
        let [one, other] = score else { return None };
        match () {
            () if won(one, other) => Some(&one.side),
            () if won(other, one) => Some(&other.side),
            () => None,
        }
    }

    /// The side of a player: the team in a relay, or where the players of a team play the games between them.
    fn side<'a>(&self, player: &'a Player) -> &'a str {
        let teams = matches!(self.form, Some(CompetitionForm::Relay | CompetitionForm::TeamRoundRobin));
        player.team.as_deref().filter(|_| teams).unwrap_or(&player.name)
    }

    fn sides<'a>(&self, players: &'a Players) -> [Option<&'a str>; 2] {
        [&players.black, &players.white].map(|player| player.as_ref().map(|player| self.side(player)).filter(|side| !side.is_empty()))
    }

    /// The score with a game of these players that ended so.
    fn score_with(&self, players: &Players, result: &GameResult) -> Vec<SideScore> {
        let mut score = self.score_of(players);
        let [Some(black), Some(white)] = self.sides(players) else { return score };
        if black == white || matches!(result.by, EndedBy::Void | EndedBy::NoResult) {
            return score;
        }
        for (side, color) in [(black, Color::Black), (white, Color::White)] {
            if !score.iter().any(|known| known.side == side) {
                score.push(SideScore { side: side.to_owned(), ..SideScore::default() });
            }
            let Some(own) = score.iter_mut().find(|known| known.side == side) else { continue };
            match (result.winner, result.by) {
                (Some(winner), _) if winner == color => own.won += 1,
                (None, EndedBy::Draw) => own.drawn += 1,
                _ => own.lost += 1,
            }
        }
        score
    }

    /// The order in which a team plays its relay, by the numbers of the line-up.
    fn order_of(&self, team: &str) -> Vec<&Placing> {
        let mut order: Vec<&Placing> = self.lineup.iter().filter(|placing| placing.team.as_deref() == Some(team)).collect();
        order.sort_by_key(|placing| placing.board);
        order
    }

    /// Whose turn it is in this team's order (CN-27, relay): whoever has won stays, whoever has lost is out. `None` where the order says nothing.
    pub(super) fn next_in_relay(&self, team: &str) -> Option<&Placing> {
        let lost = self.score.iter().find(|side| side.side == team).map_or(0, |side| side.lost);
        self.order_of(team).get(lost as usize).copied()
    }

    /// Both are of one match.
    fn is_of_the_match(&self, other: &MatchInfo) -> bool {
        self.is_of_the_event(other) && self.form == other.form && self.games == other.games
    }
}

impl Game {
    /// The score of the match with the game in hand, where that has ended; empty where none is kept.
    pub fn score(&self) -> Vec<SideScore> {
        let (info, players) = (&self.match_info, &self.terms.players);
        let kept = |result: &&GameResult| info.keeps_score() && result.state != ResultState::Unconfirmed;
        let result = self.book.result.as_ref().filter(|_| self.book.phase == Phase::Ended).filter(kept);
        result.map_or_else(|| info.score_of(players), |result| info.score_with(players, result))
    }

    /// The score with which the next game of this match is prepared: as it is said, or as the game in hand leaves it. Whose it is, is asked when
    /// it is shown: a name that was wrong when a game was prepared loses nothing.
    pub(super) fn score_before(&self, next: &MatchInfo) -> Vec<SideScore> {
        match () {
            () if !next.keeps_score() => Vec::new(),
            () if !next.score.is_empty() => next.score.clone(),
            () if !next.is_of_the_match(&self.match_info) => Vec::new(),
            () if self.book.result.is_some() => self.score(),
            () => self.match_info.score.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(name: &str, won: u32, drawn: u32, lost: u32) -> SideScore {
        SideScore { side: name.to_owned(), won, drawn, lost }
    }

    #[test]
    fn cn_27_4_more_than_half_of_the_games_wins_the_match() {
        for (games, won, decided) in
            [(3, 1, false), (3, 2, true), (5, 2, false), (5, 3, true), (7, 3, false), (7, 4, true), (10, 5, false), (10, 6, true)]
        {
            let info = MatchInfo { form: Some(CompetitionForm::BestOf), games: Some(games), ..MatchInfo::default() };
            let score = [side("An", won, 0, 1), side("Bo", 1, 0, won)];
            assert_eq!(info.won_by(&score), decided.then_some("An"), "{won} of {games}");
        }
        let info = MatchInfo { form: Some(CompetitionForm::BestOf), games: Some(3), ..MatchInfo::default() };
        assert_eq!(info.won_by(&[side("An", 1, 2, 0), side("Bo", 0, 2, 1)]), Some("An"), "two draws and a win");
        assert_eq!(info.won_by(&[side("An", 0, 3, 0), side("Bo", 0, 3, 0)]), None);
    }

    #[test]
    fn cn_27_6_a_relay_is_won_when_the_last_of_the_other_side_is_out() {
        let placing = |board, team: &str, player: &str| Placing {
            board,
            team: Some(team.to_owned()),
            player: player.to_owned(),
            ..Placing::default()
        };
        let lineup = vec![placing(2, "East", "Bo"), placing(1, "East", "An"), placing(1, "West", "Cho"), placing(2, "West", "Di")];
        let mut info = MatchInfo { form: Some(CompetitionForm::Relay), lineup, ..MatchInfo::default() };
        let next = |info: &MatchInfo| ["East", "West"].map(|team| info.next_in_relay(team).map(|placing| placing.player.clone()));
        assert_eq!(next(&info), [Some("An".to_owned()), Some("Cho".to_owned())]);
        info.score = vec![side("East", 1, 0, 1), side("West", 1, 0, 1)];
        assert_eq!(next(&info), [Some("Bo".to_owned()), Some("Di".to_owned())]);
        assert_eq!(info.won_by(&info.score), None);
        info.score = vec![side("East", 1, 0, 2), side("West", 2, 0, 1)];
        assert_eq!((info.won_by(&info.score), next(&info)), (Some("West"), [None, Some("Di".to_owned())]));
    }
}

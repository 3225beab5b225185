//! A game as an SGF file says it: the record with names, time and result.

use crate::clock::{PlayerClockState, TimeControl};
use crate::go::sgf::{GameFile, MoveTags, PlayerTags, Tags};
use crate::go::{ByColor, Color};

use super::event::{EndedBy, GameResult};
use super::fold::Folded;
use super::request::{MatchInfo, Player, Players};
use crate::referee::Rulebook;

/// The game so far as an SGF file; nothing between games. `date` is what DT says (YYYY-MM-DD).
pub fn game_file(game: &Folded, players: &Players, match_info: &MatchInfo, date: Option<&str>) -> Option<GameFile> {
    let started = game.started.as_ref()?;
    let record = game.record.clone()?;
    let moves = (1..=record.moves.len() as u32).map(|n| {
        let color = record.moves[n as usize - 1].color;
        game.clocks.get(&n).map(|clock| move_tags(color, *clock, started.time.as_ref())).unwrap_or_default()
    });
    let moves = moves.collect();
    let tags = Tags {
        rules: Some(rules_name(&started.rulebook).to_owned()),
        komi: Some(started.komi),
        handicap: Some(started.handicap).filter(|&stones| stones >= 2),
        result: game.result.as_ref().map(GameResult::sgf),
        players: ByColor { black: player_tags(players.black.as_ref()), white: player_tags(players.white.as_ref()) },
        event: match_info.event.clone(),
        round: round(players, match_info),
        date: date.map(str::to_owned),
        main_time_ms: started.time.map(TimeControl::sgf_tm_ms),
        overtime: started.time.and_then(TimeControl::sgf_ot),
        exact_overtime: started.time.and_then(TimeControl::sgf_exact_ot),
        game_comment: comment(players, match_info),
        ..Tags::default()
    };
    Some(GameFile { record, tags, moves, notes: Vec::new() })
}

/// RO as the format has it, number and kind: "3 (best-of, game 2 of 5)".
fn round(players: &Players, match_info: &MatchInfo) -> Option<String> {
    let game =
        match_info.game_number(players).filter(|_| match_info.keeps_score() || match_info.game.is_some()).map(|game| {
            match match_info.games {
                Some(games) => format!("game {game} of {games}"),
                None => format!("game {game}"),
            }
        });
    let form = match_info.form.as_ref().map(|form| form.name().to_owned());
    let kind = form.into_iter().chain(game).collect::<Vec<_>>().join(", ");
    match (match_info.round, kind.as_str()) {
        (None, "") => None,
        (Some(round), "") => Some(round.to_string()),
        (None, kind) => Some(format!("({kind})")),
        (Some(round), kind) => Some(format!("{round} ({kind})")),
    }
}

/// GC: what the format has no property for: the board, and the players' numbers in registers.
fn comment(players: &Players, match_info: &MatchInfo) -> Option<String> {
    let numbers = |color: Color, player: &Option<Player>| {
        let ids = player.iter().flat_map(|player| &player.ids).map(|(register, id)| format!("{} {id}", register.to_uppercase()));
        let ids: Vec<String> = ids.collect();
        (!ids.is_empty()).then(|| format!("{}: {}", color.name(), ids.join(", ")))
    };
    let lines = [
        match_info.board.map(|board| format!("Board {board}")),
        numbers(Color::Black, &players.black),
        numbers(Color::White, &players.white),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn move_tags(color: Color, clock: PlayerClockState, control: Option<&TimeControl>) -> MoveTags {
    let mut tags = MoveTags::default();
    tags.left_ms[color] = Some(clock.remaining_ms as i64);
    tags.overtime_left[color] = clock.sgf_overtime_left(control);
    tags
}

fn player_tags(player: Option<&Player>) -> PlayerTags {
    player.map_or_else(PlayerTags::default, |player| PlayerTags {
        name: Some(player.name.clone()).filter(|name| !name.is_empty()),
        rank: player.rank.clone(),
        team: player.team.clone(),
    })
}

/// RU: the names that the format prescribes (AGA, GOE, Japanese, NZ), the usual ones for the rest.
fn rules_name(rulebook: &str) -> &str {
    Rulebook::named(rulebook).map_or(rulebook, |book| book.book().sgf_rules)
}

impl GameResult {
    /// The result as SGF's RE writes it (CONTRACT 4.1 `result.sgf`): "0" for a draw, "Void" where nobody won and it was none.
    pub fn sgf(&self) -> String {
        let winner = match self.winner {
            Some(Color::Black) => "B+",
            Some(Color::White) => "W+",
            None => {
                return match self.by {
                    EndedBy::Draw => "0",
                    EndedBy::BothLose | EndedBy::Void | EndedBy::NoResult => "Void",
                    _ => "?",
                }
                .to_owned();
            }
        };
        match (self.by, self.margin) {
            (EndedBy::Resignation, _) => format!("{winner}R"),
            (EndedBy::Time, _) => format!("{winner}T"),
            (EndedBy::Score | EndedBy::Ruling, Some(margin)) => format!("{winner}{}", f64::from(margin.0.abs()) / 2.0),
            (EndedBy::Score, None) => winner.to_owned(),
            _ => format!("{winner}F"),
        }
    }
}

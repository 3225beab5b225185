//! What a competition fixes outside the game (CN-26, CN-27): who sits at which board, and what becomes of a game in its form.

use kifud::game::{CompetitionForm, Entrants, MatchInfo, Placing, Player, Players, Preparation, Sanction, Verb};
use kifud::go::Color::{Black, White};
use kifud::go::{Color, HalfPoints};
use kifud::referee::Kind;

use super::desk::gives;
use super::stage::PATIENCE;
use super::{Deed, Row, Scenery};

pub fn rows() -> Vec<Row> {
    [boards(), drawn_games(), matches()].concat()
}

fn scenes<const N: usize>(told: [(&'static str, &'static str, Deed); N]) -> Vec<Row> {
    told.map(|(clause, happens, play)| Row { clause, happens, play, ..Row::EMPTY }).into()
}

fn place(board: u32, team: &str, player: &str) -> Placing {
    Placing { board, team: Some(team.to_owned()), player: player.to_owned(), ..Placing::default() }
}

/// East's player has Black, West's White.
fn team_players(black: &str, white: &str) -> Option<Players> {
    let named = |name: &str, team: &str| Some(Player { name: name.to_owned(), team: Some(team.to_owned()), ..Player::default() });
    Some(Players { black: named(black, "East"), white: named(white, "West") })
}

fn prepared(table: &mut Scenery, players: Option<Players>, match_info: MatchInfo) -> &mut Scenery {
    table.prepared(Preparation { players, match_info: Some(match_info), ..Preparation::default() })
}

/// The first board of a team match is prepared, with this player for the second team.
fn first_board(table: &mut Scenery, player: &str) {
    let match_info = MatchInfo { board: Some(1), lineup: vec![place(1, "East", "An"), place(1, "West", "Cho")], ..MatchInfo::default() };
    prepared(table, team_players("An", player), match_info).moves(&["E5", "C3"]);
}

/// The first board of a team match in which the second player of East sits there.
fn second_player(table: &mut Scenery, entrants: Entrants) -> &mut Scenery {
    let lineup = vec![place(1, "East", "An"), place(2, "East", "Bo"), place(1, "West", "Cho"), place(2, "West", "Di")];
    let match_info = MatchInfo { board: Some(1), entrants: Some(entrants), lineup, ..MatchInfo::default() };
    prepared(table, team_players("Bo", "Cho"), match_info).moves(&["E5", "C3"])
}

fn boards() -> Vec<Row> {
    let mut rows = vec![Row {
        clause: "CN-26.2",
        happens: "The game is prepared with another player than the order of boards has at this board.",
        play: |table| first_board(table, "Foo"),
        twin: Some(|table| first_board(table, "Cho")),
        ..Row::EMPTY
    }];
    rows.extend(scenes([
        ("CN-26.1", "Two single players, and nothing is fixed about boards.", |table| {
            let match_info = MatchInfo { entrants: Some(Entrants::Individual), ..MatchInfo::default() };
            prepared(table, team_players("An", "Cho"), match_info).moves(&["E5", "C3"]).show_match();
        }),
        ("CN-26.2", "With fixed boards the second player of a team sits at the first board.", |table| {
            second_player(table, Entrants::FixedBoards);
        }),
        ("CN-26.2", "Where a team's players play at any board, nothing is to be said.", |table| {
            second_player(table, Entrants::Rotation);
        }),
    ]));
    rows
}

/// A game of this form of competition in which both have as much: a line between them is shared, and there is no komi.
fn drawn(table: &mut Scenery, form: CompetitionForm) -> &mut Scenery {
    let match_info = MatchInfo { form: Some(form), ..MatchInfo::default() };
    table.prepared(Preparation { match_info: Some(match_info), komi: Some(HalfPoints(0)), ..Preparation::default() });
    let moves: Vec<String> = (1..=9).flat_map(|line| [format!("D{line}"), format!("F{line}")]).collect();
    table.moves(&moves.iter().map(String::as_str).collect::<Vec<_>>());
    table.both_call_dead(&[])
}

fn drawn_games() -> Vec<Row> {
    scenes([
        ("CN-27.1", "A game of a knock-out is drawn: whoever goes on must be ruled.", |table| {
            drawn(table, CompetitionForm::KnockOut);
        }),
        ("CN-27.1", "It is drawn, and the referee has it played again.", |table| {
            drawn(table, CompetitionForm::KnockOut).rule(Kind::WinnerNeeded, gives(&[Sanction::Replay]));
        }),
        ("CN-27.2", "A game of a round robin is drawn.", |table| {
            drawn(table, CompetitionForm::RoundRobin);
        }),
        ("CN-27.6", "A game of a relay, in which the loser is out, is drawn.", |table| {
            drawn(table, CompetitionForm::Relay);
        }),
        ("CN-27.3", "A game of an event that is paired by points is drawn.", |table| {
            drawn(table, CompetitionForm::Swiss);
        }),
    ])
}

/// A game of this match in which so many moves are played, and this side gives up; the board is cleared behind it.
fn given_up<'a>(table: &'a mut Scenery, players: Option<Players>, match_info: &MatchInfo, loser: Color) -> &'a mut Scenery {
    prepared(table, players, match_info.clone()).moves(&["E5", "C3"]).ask(Verb::Resign(loser)).wait(1_000);
    table.show_match().act("lift E5 C3").wait(PATIENCE)
}

fn best_of_three() -> MatchInfo {
    MatchInfo { form: Some(CompetitionForm::BestOf), games: Some(3), ..MatchInfo::default() }
}

fn relay() -> MatchInfo {
    let lineup = vec![place(1, "East", "An"), place(2, "East", "Bo"), place(1, "West", "Cho"), place(2, "West", "Di")];
    MatchInfo { form: Some(CompetitionForm::Relay), lineup, ..MatchInfo::default() }
}

fn matches() -> Vec<Row> {
    scenes([
        ("CN-27.4", "A match of three games: each has won one, and the third is begun.", |table| {
            given_up(table, team_players("An", "Cho"), &best_of_three(), White);
            given_up(table, team_players("Cho", "An"), &best_of_three(), White);
            prepared(table, team_players("An", "Cho"), best_of_three()).moves(&["E5", "C3"]).show_match();
        }),
        ("CN-27.4", "The first two games of three decide the match.", |table| {
            given_up(table, team_players("An", "Cho"), &best_of_three(), White);
            given_up(table, team_players("Cho", "An"), &best_of_three(), Black);
        }),
        ("CN-27.4", "A game of the match is to be played again: it counts nothing.", |table| {
            given_up(table, team_players("An", "Cho"), &best_of_three(), White);
            prepared(table, team_players("Cho", "An"), best_of_three()).moves(&["E5", "C3"]);
            table.report(Kind::Uncovered, White).rule(Kind::Uncovered, gives(&[Sanction::Replay])).wait(1_000).show_match();
        }),
        ("CN-27.5", "Every player of one team meets every player of the other: one who is in neither team sits down.", |table| {
            let lineup = vec![place(1, "East", "An"), place(2, "East", "Bo"), place(1, "West", "Cho"), place(2, "West", "Di")];
            let form = Some(CompetitionForm::TeamRoundRobin);
            let match_info = MatchInfo { board: Some(2), form, entrants: Some(Entrants::Rotation), lineup, ..MatchInfo::default() };
            prepared(table, team_players("An", "Foo"), match_info).moves(&["E5", "C3"]);
        }),
        ("CN-27.6", "A relay: An beats Cho and stays, and Di is next.", |table| {
            given_up(table, team_players("An", "Cho"), &relay(), White);
            given_up(table, team_players("An", "Di"), &relay(), Black);
            prepared(table, team_players("Bo", "Di"), relay()).moves(&["E5", "C3"]).show_match();
        }),
        ("CN-27.6", "A relay: the loser sits down once more.", |table| {
            given_up(table, team_players("An", "Cho"), &relay(), White);
            prepared(table, team_players("An", "Cho"), relay()).moves(&["E5", "C3"]);
        }),
        ("CN-27.6", "A relay: the last player of East is out, and West has won it.", |table| {
            given_up(table, team_players("An", "Cho"), &relay(), Black);
            given_up(table, team_players("Bo", "Cho"), &relay(), Black);
        }),
    ])
}

//! What a competition fixes outside the game (CN-26.2, CN-27): its form, which may need a winner, and its line-up, which is not changed.

use kifud::game::{
    AlertState, BoardRemedy, CompetitionForm, EndedBy, GameResult, MatchInfo, Placing, Player, Players, Preparation, ResultState, Rulebook,
    RulingOutcome, Sanction, Seats, Severity, Start, Verb,
};
use kifud::go::Color::{self, Black, White};
use kifud::go::HalfPoints;
use kifud::referee::Kind;

use crate::recovery::stored_and_read;
use crate::rulings::{about, change, plain, result, rule};
use crate::table::{Table, settings, stamp};

fn player(name: &str, team: Option<&str>) -> Option<Player> {
    Some(Player { name: name.to_owned(), team: team.map(str::to_owned), ..Player::default() })
}

fn two(black: &str, white: &str) -> Option<Players> {
    Some(Players { black: player(black, Some("East")), white: player(white, Some("West")) })
}

fn place(board: u32, team: &str, name: &str) -> Placing {
    Placing { board, team: Some(team.to_owned()), player: name.to_owned(), ..Placing::default() }
}

/// The order of boards: An and Bo against Cho and Di; Eun may play instead of Cho.
fn lineup() -> Vec<Placing> {
    let cho = Placing { substitutes: vec!["Eun".to_owned()], ..place(1, "West", "Cho") };
    vec![place(1, "East", "An"), cho, place(2, "East", "Bo"), place(2, "West", "Di")]
}

fn at_board(board: u32) -> Option<MatchInfo> {
    Some(MatchInfo { board: Some(board), lineup: lineup(), ..MatchInfo::default() })
}

fn prepare(players: Option<Players>, match_info: Option<MatchInfo>) -> Verb {
    Verb::PrepareGame(Box::new(Preparation { players, match_info, ..Preparation::default() }))
}

fn under(book: Rulebook) -> Table {
    let mut made = settings(9);
    made.terms.rulebook = book;
    Table::new(made)
}

/// Kind and colour of what is open.
fn open(table: &Table) -> Vec<(Kind, Option<Color>)> {
    table.game.book().alerts.iter().map(|alert| (alert.kind, alert.color)).collect()
}

#[test]
fn cn_26_2_whoever_sits_at_the_board_and_is_not_in_the_line_up_is_told_by_every_book() {
    for book in Rulebook::all() {
        let mut table = under(book);
        table.done(prepare(two("An", "Foo"), at_board(1)));
        assert_eq!(open(&table), [(Kind::LineupChange, Some(White))], "{book}");
        let alert = table.open(Kind::LineupChange);
        let cited = alert.cite.as_ref().map(|cite| cite.article.as_str());
        assert_eq!(cited, (book == Rulebook::China1988).then_some("26.2"), "{book}");
        assert!(alert.severity == Severity::Attention && !alert.proposal.is_some_and(|proposal| proposal.is_something()), "{book}");
        assert!(alert.text.en().contains("Foo") && alert.text.en().contains("Cho"), "{}", alert.text);
        // It is put right before the game, and gone.
        table.done(prepare(two("An", "Cho"), None));
        assert_eq!(open(&table), [], "{book}");
    }
}

#[test]
fn cn_26_2_the_right_players_with_either_colour_a_substitute_and_another_event_are_no_change() {
    let mut table = under(Rulebook::China1988);
    let swapped = Some(Players { black: player("Cho", Some("West")), white: player("An", Some("East")) });
    for (players, match_info) in [
        (two("An", "Cho"), at_board(1)),
        (swapped, at_board(1)),
        (two("An", "Eun"), at_board(1)),
        (two("Bo", "Di"), at_board(2)),
        // The line-up says nothing of this board.
        (two("Foo", "Goo"), at_board(3)),
        (Some(Players { black: player("An", None), white: player("Cho", None) }), at_board(1)),
    ] {
        table.done(prepare(players.clone(), match_info));
        assert_eq!(open(&table), [], "{players:?}");
    }
    table.done(prepare(two("An", "Cho"), at_board(1)));
    table.done(Verb::SetColors(Seats { black: Some("Cho".to_owned()), ..Seats::default() }));
    table.done(Verb::StartGame(Box::default()));
    table.hold(&["black E5"]).press(Black);
    assert_eq!((open(&table), table.alerts()), (vec![], vec![]));
}

#[test]
fn cn_26_2_a_player_of_another_board_and_a_line_up_that_is_changed_are_said() {
    let mut table = under(Rulebook::China1988);
    table.done(prepare(two("An", "Di"), at_board(1)));
    let alert = table.open(Kind::LineupChange);
    assert!(alert.text.en().contains("belongs at board 2"), "{}", alert.text);
    // The order of boards is sent again with two players exchanged: what was set stays.
    let mut other = lineup();
    (other[0].player, other[2].player) = ("Bo".to_owned(), "An".to_owned());
    table.done(prepare(two("Bo", "Cho"), Some(MatchInfo { board: Some(1), lineup: other, ..MatchInfo::default() })));
    assert_eq!(open(&table), [(Kind::LineupChange, Some(Black)), (Kind::LineupChange, None)]);
    assert_eq!(table.game.match_info().lineup, lineup());
    // The start of the game with the right player, and then the wrong one is named after all.
    let start =
        |players| Verb::StartGame(Box::new(Start { preparation: Preparation { players, ..Preparation::default() }, ..Start::default() }));
    table.done(start(two("An", "Cho")));
    assert_eq!(open(&table), []);
}

#[test]
fn cn_26_2_what_the_chief_referee_has_decided_is_not_said_again() {
    let mut table = under(Rulebook::China1988);
    table.done(prepare(two("An", "Foo"), at_board(1)));
    let alert = table.open(Kind::LineupChange);
    rule(&mut table, about(&alert, plain(RulingOutcome::Dismiss))).unwrap();
    let start = Start { preparation: Preparation { players: two("An", "Foo"), ..Preparation::default() }, ..Start::default() };
    table.done(Verb::StartGame(Box::new(start)));
    assert_eq!((open(&table), table.alerts()), (vec![], vec!["lineup-change"]));
}

#[test]
fn pair_go_another_partner_than_the_line_up_has_is_said_by_every_book() {
    for book in Rulebook::all() {
        let mut table = under(book);
        let pair = Placing { partner: Some("Bo".to_owned()), ..place(1, "East", "An") };
        let with = |name: &str, partner: &str| {
            let black = player(name, Some("East")).map(|player| Player { partner: Some(partner.to_owned()), ..player });
            let info = MatchInfo { board: Some(1), lineup: vec![pair.clone()], ..MatchInfo::default() };
            prepare(Some(Players { black, white: player("Cho", Some("West")) }), Some(info))
        };
        table.done(with("An", "Bo")).done(with("Bo", "An"));
        assert_eq!(open(&table), [], "{book}");
        table.done(with("An", "Foo"));
        assert_eq!(open(&table), [(Kind::WrongPartner, Some(Black))], "{book}");
        let alert = table.open(Kind::WrongPartner);
        assert!(alert.cite.is_none() && alert.severity == Severity::Attention, "{book}");
        assert!(alert.text.en().contains("Foo") && alert.text.en().contains("Bo"), "{}", alert.text);
    }
}

#[test]
fn what_a_person_has_reported_of_the_line_up_stays_until_a_person_decides() {
    let mut table = under(Rulebook::China1988);
    table.done(prepare(two("An", "Cho"), at_board(1)));
    let report = kifud::game::Report { kind: Kind::LineupChange, color: Some(White), note: None };
    table.done(Verb::Alert(kifud::game::AlertVerb::Report(report)));
    table.done(prepare(two("An", "Cho"), at_board(1)));
    assert_eq!(open(&table), [(Kind::LineupChange, Some(White))]);
}

/// A game that ends so in a competition of this form.
fn ended(book: Rulebook, form: &str, by: EndedBy) -> Table {
    let mut made = settings(9);
    made.terms.rulebook = book;
    made.match_info.form = Some(CompetitionForm::called(form));
    let mut table = Table::new(made);
    table.hold(&["black E5"]).press(Black).hold(&["white C3"]).press(White);
    let winner = (by == EndedBy::Resignation).then_some(Black);
    let result = GameResult { by, winner, margin: None, state: ResultState::Final };
    table.done(Verb::EndGame { result, last_move: None }).wait(1_000);
    table
}

#[test]
fn cn_27_a_draw_in_a_knock_out_is_put_to_the_referee_by_every_book() {
    for book in Rulebook::all() {
        for (form, by) in [("knock-out", EndedBy::Draw), ("Knockout", EndedBy::NoResult), ("relay", EndedBy::Draw)] {
            let table = ended(book, form, by);
            let [alert] = &table.game.book().alerts[..] else { panic!("{book} {form}: {:?}", table.alerts()) };
            assert_eq!((alert.kind, alert.severity, alert.color), (Kind::WinnerNeeded, Severity::Attention, None), "{book}");
            assert!(alert.cite.is_none() && alert.proposal.is_none(), "{book}: no book says what follows");
            assert_eq!(alert.options(), ["dismiss", "change"]);
        }
    }
}

#[test]
fn cn_27_a_winner_a_game_to_be_replayed_and_a_form_that_bears_a_draw_ask_nothing() {
    for (form, by) in [
        ("knock-out", EndedBy::Resignation),
        ("knock-out", EndedBy::Void),
        ("knock-out", EndedBy::BothLose),
        ("round-robin", EndedBy::Draw),
        ("swiss", EndedBy::Draw),
        ("best-of", EndedBy::Draw),
        ("McMahon", EndedBy::NoResult),
    ] {
        assert_eq!(ended(Rulebook::China1988, form, by).alerts(), [""; 0], "{form} {by:?}");
    }
}

#[test]
fn cn_27_the_referee_decides_who_goes_on_or_that_it_is_played_again() {
    for (decision, text) in [
        (kifud::game::Decision { color: Some(White), ..change(None, &[Sanction::Loss]) }, "B+F"),
        (change(None, &[Sanction::Replay]), "Void"),
        (plain(RulingOutcome::Dismiss), "0"),
    ] {
        let mut table = ended(Rulebook::China1988, "knock-out", EndedBy::Draw);
        let alert = table.open(Kind::WinnerNeeded);
        rule(&mut table, about(&alert, decision)).unwrap();
        table.wait(60_000);
        assert_eq!(result(&table).map(|(text, ..)| text).as_deref(), Some(text));
        assert_eq!((table.game.book().alerts.len(), table.alerts().len()), (0, 1), "it is decided, and not said again");
    }
}

#[test]
fn cn_27_over_a_restart_it_is_said_once_and_the_next_game_takes_it_away() {
    let mut table = ended(Rulebook::China1988, "knock-out", EndedBy::Draw);
    table.game = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
    table.wait(1_000);
    assert_eq!(table.alerts().len(), 1);
    assert_eq!(table.open(Kind::WinnerNeeded).state, AlertState::Open);
    table.done(prepare(None, None));
    assert_eq!(open(&table), []);
}

#[test]
fn cn_27_the_form_that_a_request_leaves_out_is_the_configured_one() {
    let mut made = settings(9);
    made.match_info = MatchInfo { event: Some("Cup".to_owned()), form: Some(CompetitionForm::KnockOut), ..MatchInfo::default() };
    let mut table = Table::new(made);
    let of = |event: &str| MatchInfo { event: Some(event.to_owned()), round: Some(2), ..MatchInfo::default() };
    table.done(prepare(None, Some(of("Cup"))));
    assert_eq!(table.game.match_info().form, Some(CompetitionForm::KnockOut));
    table.done(prepare(None, Some(of("League"))));
    assert_eq!(table.game.match_info().form, None);
}

/// Komi that was said when the game was prepared is the event's: the rulebook that the start names does not change it.
#[test]
fn komi_that_was_prepared_stays_when_the_start_names_another_book() {
    let by_book = kifud::game::ByBook { rules: true, komi: true, captures: true };
    let start = || {
        let preparation = Preparation { rulebook: Some(Rulebook::Japan1989), ..Preparation::default() };
        Verb::StartGame(Box::new(Start { preparation, ..Start::default() }))
    };
    for (komi, expected) in [(Some(HalfPoints(3)), HalfPoints(3)), (None, Rulebook::Japan1989.book().komi)] {
        let mut table = Table::new(kifud::game::Settings { by_book, ..settings(9) });
        table.done(Verb::PrepareGame(Box::new(Preparation { komi, ..Preparation::default() })));
        table.game = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
        table.done(start());
        assert_eq!((table.game.terms().komi, table.game.terms().rulebook), (expected, Rulebook::Japan1989));
    }
}

#[test]
fn an_ended_game_takes_no_board_with_the_question_who_goes_on() {
    let mut table = ended(Rulebook::China1988, "knock-out", EndedBy::Draw);
    let alert = table.open(Kind::WinnerNeeded);
    let refused = rule(&mut table, about(&alert, change(Some(BoardRemedy::Restore), &[]))).unwrap_err();
    assert_eq!(refused.0, kifud::game::ErrorCode::NotNow);
}

/// A match of these games between these two; An has won the first.
fn match_of(games: u32) -> Table {
    let mut table = under(Rulebook::China1988);
    table.done(prepare(singles("An", "Cho"), several(games)));
    given_up(&mut table, White);
    table
}

fn singles(black: &str, white: &str) -> Option<Players> {
    Some(Players { black: player(black, None), white: player(white, None) })
}

fn several(games: u32) -> Option<MatchInfo> {
    Some(MatchInfo { form: Some(CompetitionForm::BestOf), games: Some(games), ..MatchInfo::default() })
}

/// Two moves, and this side gives up; the board is cleared.
fn given_up(table: &mut Table, loser: Color) {
    table.hold(&["black E5"]).press(Black).hold(&["white C3"]).press(White).done(Verb::Resign(loser)).wait(1_000);
    table.change(&["lift E5", "lift C3"]).wait(5_000);
}

/// "An 1-0, Cho 0-1", and who has won the match.
fn score(table: &Table) -> (String, Option<String>) {
    let score = table.game.score();
    let told: Vec<String> = score.iter().map(|side| format!("{} {}-{}", side.side, side.won, side.lost)).collect();
    (told.join(", "), table.game.match_info().won_by(&score).map(str::to_owned))
}

#[test]
fn cn_27_4_the_score_of_a_match_is_kept_over_its_games_and_colours_and_restarts() {
    let mut table = match_of(3);
    assert_eq!(score(&table), ("An 1-0, Cho 0-1".to_owned(), None));
    table.game = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
    table.done(prepare(singles("Cho", "An"), several(3)));
    assert_eq!((score(&table).0.as_str(), table.game.match_info().game_number(&table.game.terms().players)), ("An 1-0, Cho 0-1", Some(2)));
    given_up(&mut table, White);
    assert_eq!(score(&table), ("An 1-1, Cho 1-1".to_owned(), None));
    // The third game is opened by its first stone, as it was prepared.
    table.done(prepare(singles("An", "Cho"), several(3)));
    table.game = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
    table.give(kifud::game::Input::BoardBack);
    table.change(&[]).wait(1_000);
    given_up(&mut table, Black);
    assert_eq!(score(&table), ("An 1-2, Cho 2-1".to_owned(), Some("Cho".to_owned())));
    // Another name than those of the match, by a slip: nothing is lost by it.
    table.done(prepare(singles("Bo", "Cho"), several(3)));
    assert_eq!(score(&table), (String::new(), None));
    table.done(prepare(singles("An", "Cho"), several(3)));
    assert_eq!(score(&table).0, "An 1-2, Cho 2-1");
    // Others really play: another match.
    table.done(prepare(singles("Bo", "Di"), several(3)));
    given_up(&mut table, White);
    assert_eq!(score(&table), ("Bo 1-0, Di 0-1".to_owned(), None));
}

#[test]
fn cn_27_4_the_score_is_what_was_ruled_and_what_is_said() {
    let mut table = match_of(5);
    let report = kifud::game::Report { kind: Kind::Uncovered, color: Some(Black), note: None };
    table.done(Verb::Alert(kifud::game::AlertVerb::Report(report)));
    let alert = table.open(Kind::Uncovered);
    let ruling = rule(&mut table, about(&alert, change(None, &[Sanction::Loss]))).unwrap();
    assert_eq!(score(&table).0, "An 0-1, Cho 1-0", "the result was changed");
    let again = crate::rulings::overrule(&mut table, &ruling, change(None, &[Sanction::Replay])).unwrap();
    assert_eq!(score(&table).0, "", "it is played again");
    crate::rulings::overrule(&mut table, &again, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!(score(&table).0, "An 1-0, Cho 0-1");
    // The games before were played elsewhere.
    let before = vec![
        kifud::game::SideScore { side: "Cho".to_owned(), won: 2, drawn: 0, lost: 0 },
        kifud::game::SideScore { side: "An".to_owned(), won: 0, drawn: 0, lost: 2 },
    ];
    let info = several(5).map(|info| MatchInfo { score: before, ..info });
    table.done(prepare(singles("An", "Cho"), info));
    assert_eq!((score(&table).0.as_str(), table.game.match_info().game_number(&table.game.terms().players)), ("Cho 2-0, An 0-2", Some(3)));
}

#[test]
fn cn_27_a_form_without_several_games_keeps_no_score() {
    for form in ["knock-out", "round-robin", "swiss", "McMahon"] {
        let table = ended(Rulebook::China1988, form, EndedBy::Resignation);
        assert!(table.game.score().is_empty(), "{form}");
    }
    // Each pair meets twice.
    let mut table = under(Rulebook::China1988);
    let twice = || Some(MatchInfo { form: Some(CompetitionForm::RoundRobin), games: Some(2), ..MatchInfo::default() });
    table.done(prepare(singles("An", "Cho"), twice()));
    given_up(&mut table, Black);
    assert_eq!(score(&table).0, "An 0-1, Cho 1-0");
}

/// East against West, two of each.
fn relay() -> Option<MatchInfo> {
    let lineup = vec![place(1, "East", "An"), place(2, "East", "Bo"), place(1, "West", "Cho"), place(2, "West", "Di")];
    Some(MatchInfo { form: Some(CompetitionForm::Relay), lineup, ..MatchInfo::default() })
}

#[test]
fn cn_27_6_in_a_relay_the_winner_stays_and_the_next_in_order_comes() {
    let mut table = under(Rulebook::China1988);
    table.done(prepare(two("Bo", "Cho"), relay()));
    let alert = table.open(Kind::LineupChange);
    assert!(alert.color == Some(Black) && alert.text.en().contains("the turn of An"), "{}", alert.text);
    table.done(prepare(two("An", "Cho"), relay()));
    assert_eq!(open(&table), []);
    given_up(&mut table, White);
    table.done(prepare(two("An", "Cho"), relay()));
    assert_eq!(open(&table), [(Kind::LineupChange, Some(White))], "Cho is out");
    table.done(prepare(two("An", "Di"), relay()));
    assert_eq!((open(&table), score(&table).0.as_str()), (vec![], "East 1-0, West 0-1"));
    given_up(&mut table, White);
    assert_eq!(score(&table), ("East 2-0, West 0-2".to_owned(), Some("East".to_owned())));
}

#[test]
fn cn_26_2_who_may_sit_where_is_as_the_form_of_the_team_match_has_it() {
    use kifud::game::Entrants;
    let of = |entrants, board, round| at_board(board).map(|info| MatchInfo { entrants: Some(entrants), round: Some(round), ..info });
    // (form, board, players, who is told)
    for (entrants, players, told) in [
        (Entrants::FixedBoards, two("An", "Eun"), vec![(Kind::LineupChange, Some(White))]),
        (Entrants::Substitution, two("An", "Eun"), vec![]),
        (Entrants::FixedBoards, two("Bo", "Cho"), vec![(Kind::LineupChange, Some(Black))]),
        (Entrants::Rotation, two("Bo", "Cho"), vec![]),
        (Entrants::TotalScore, two("Bo", "Di"), vec![]),
        (Entrants::TotalScore, two("Foo", "Di"), vec![(Kind::LineupChange, Some(Black))]),
    ] {
        let mut table = under(Rulebook::China1988);
        table.done(prepare(players, of(entrants, 1, 1)));
        assert_eq!(open(&table), told, "{entrants:?}");
    }
    // Boards that are put together for each round anew are fixed within the round alone.
    for (entrants, told) in [(Entrants::AdHocBoards, 0), (Entrants::Substitution, 1)] {
        let mut table = under(Rulebook::China1988);
        table.done(prepare(two("An", "Cho"), of(entrants, 1, 1)));
        let mut other = of(entrants, 1, 2).unwrap();
        (other.lineup[0].player, other.lineup[2].player) = ("Bo".to_owned(), "An".to_owned());
        table.done(prepare(two("Bo", "Cho"), Some(other)));
        assert_eq!(open(&table).iter().filter(|(_, color)| color.is_none()).count(), told, "{entrants:?}");
    }
}

#[test]
fn the_match_is_in_the_file_of_the_game() {
    let mut table = match_of(3);
    let ids = |name: &str, id: &str| player(name, None).map(|player| Player { ids: vec![("egf".to_owned(), id.to_owned())], ..player });
    let players = Players { black: ids("Cho", "14000001"), white: ids("An", "14000002") };
    let info = several(3).map(|info| MatchInfo { event: Some("Final".to_owned()), round: Some(4), board: Some(1), ..info });
    table.done(prepare(Some(players), info));
    table.hold(&["black E5"]).press(Black);
    let game = &table.game;
    let file = kifud::game::game_file(game.book(), &game.terms().players, game.match_info(), None).expect("a game");
    assert_eq!((file.tags.event.as_deref(), file.tags.round.as_deref()), (Some("Final"), Some("4 (best-of, game 2 of 3)")));
    assert_eq!(file.tags.game_comment.as_deref(), Some("Board 1\nBlack: EGF 14000001\nWhite: EGF 14000002"));
}

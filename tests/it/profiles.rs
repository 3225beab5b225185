//! Profiles at a table (CONTRACT 2 `profile`): the same happenings under each, and what is told of them. The whole table of kinds is tested
//! where it is written, in `referee::profile`.

use kifud::clock::TimeControl;
use kifud::game::{Leave, Phase, Preparation, Profile, SeatVerb, Settings, Severity, Verb};
use kifud::go::Color::{self, Black, White};

use crate::findings::played_at;
use crate::table::{Table, settings};

const PATIENCE: u64 = 4_500;

fn of(profile: Profile, host: Color) -> Settings {
    let mut made = settings(9);
    (made.terms.profile, made.terms.simul_color) = (profile, host);
    made
}

/// The open alerts with how much each asks.
fn told(table: &Table) -> Vec<(&'static str, Severity)> {
    table.game.book().alerts.iter().map(|alert| (alert.kind.name(), alert.severity)).collect()
}

fn double_move(made: Settings) -> Table {
    let mut table = played_at(Table::new(made), &["E5", "C3"]);
    table.change(&["white G7"]).wait(PATIENCE);
    table
}

fn wrong_capture(made: Settings) -> Table {
    let mut table = played_at(Table::new(made), &["E5", "E4", "G7"]);
    table.hold(&["white F5"]);
    table.change(&["lift E5"]).wait(700).press(White).wait(PATIENCE);
    table
}

fn ko_violation(made: Settings) -> Table {
    let mut table = played_at(Table::new(made), &["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"]);
    table.hold(&["black E4", "lift D4"]).press(Black).wait(2_000);
    table.change(&["white D4"]).wait(600).change(&["lift E4"]).wait(200).press(White).wait(PATIENCE);
    table
}

fn empty_press(made: Settings) -> Table {
    let mut table = played_at(Table::new(made), &["E5", "C3", "G7"]);
    table.press(White).wait(PATIENCE);
    table
}

fn fallen_flag(mut made: Settings) -> Table {
    made.terms.time = Some(TimeControl::Absolute { main_ms: 60_000 });
    let mut table = played_at(Table::new(made), &["E5", "C3", "G7"]);
    table.wait(120_000);
    table
}

fn shifted_stone(made: Settings) -> Table {
    let mut table = played_at(Table::new(made), &["E5", "C3", "G7"]);
    table.change(&["lift E5", "black E6"]).wait(PATIENCE);
    table
}

type Scene = fn(Settings) -> Table;

/// Everything here is White's act but the shifted stone.
const SCENES: [(&str, Scene, Severity); 6] = [
    ("double-move", double_move, Severity::Attention),
    ("wrong-capture", wrong_capture, Severity::Attention),
    ("ko-violation", ko_violation, Severity::Ruling),
    ("pass-signal", empty_press, Severity::Attention),
    ("flag-fallen", fallen_flag, Severity::Ruling),
    ("stone-shifted", shifted_stone, Severity::Attention),
];

fn expect(made: &Settings, expected: impl Fn(&str, Severity) -> Option<Severity>) {
    for (kind, scene, severity) in SCENES {
        let all: Vec<_> = expected(kind, severity).map(|severity| (kind, severity)).into_iter().collect();
        assert_eq!(told(&scene(made.clone())), all, "{kind} {:?}", made.terms.profile);
    }
}

#[test]
fn a_tournament_is_told_everything() {
    expect(&of(Profile::Tournament, White), |_, severity| Some(severity));
}

#[test]
fn a_club_is_told_of_illegal_plays_wrong_captures_and_time_and_everything_else_is_a_notice() {
    expect(&of(Profile::Casual, White), |kind, severity| match kind {
        "wrong-capture" | "ko-violation" | "flag-fallen" => Some(severity),
        _ => Some(Severity::Notice),
    });
}

#[test]
fn children_are_asked_about_illegal_plays_wrong_captures_and_time_and_may_play_with_levers_and_stones() {
    let made = of(Profile::Children, White);
    expect(&made, |kind, severity| match kind {
        "wrong-capture" | "ko-violation" | "flag-fallen" => Some(severity),
        _ => Some(Severity::Notice),
    });
    // Two stones at once, a press before its stone, captures that are left for a while, and children who get up as they like.
    let begun = || played_at(Table::new(made.clone()), &["E5", "C3"]);
    let mut two = begun();
    two.change(&["black D4", "black F6"]).wait(PATIENCE);
    assert_eq!(told(&two), []);
    let mut early = begun();
    early.press(Black).wait(3_000).hold(&["black D4"]).wait(PATIENCE);
    assert_eq!(told(&early), []);
    let mut left = played_at(Table::new(made.clone()), &["A1", "A2", "E5"]);
    left.hold(&["white B1"]).press(White).wait(PATIENCE);
    assert_eq!(told(&left), []);
    assert!(!told(&getting_up(made, 3)).iter().any(|(kind, _)| *kind == "left-seat"));
}

/// Black gets up so often, in the own byo-yomi, and comes back.
fn getting_up(mut made: Settings, times: u32) -> Table {
    made.terms.time = Some(TimeControl::ByoYomi { main_ms: 0, periods: 9, period_ms: 60_000 });
    let mut table = played_at(Table::new(made), &["E5", "C3"]);
    for _ in 0..times {
        table.done(Verb::Seat(SeatVerb::Leave(Leave { color: Black, reason: None, pauses: false }))).wait(5_000);
        table.done(Verb::Seat(SeatVerb::Returned(Black))).wait(1_000);
    }
    table
}

#[test]
fn in_pair_go_each_of_two_partners_may_leave_once_and_everything_else_is_as_in_a_tournament() {
    let made = of(Profile::PairGo, White);
    expect(&made, |_, severity| Some(severity));
    for (times, is_told) in [(1, false), (2, false), (3, true)] {
        assert_eq!(told(&getting_up(made.clone(), times)).iter().any(|(kind, _)| *kind == "left-seat"), is_told, "{times}");
    }
    assert!(told(&getting_up(of(Profile::Tournament, White), 1)).iter().any(|(kind, _)| *kind == "left-seat"), "alone, in byo-yomi");
}

#[test]
fn in_a_simul_nothing_is_said_of_the_press_turn_and_time_of_the_one_who_plays_all() {
    let host = |kind: &str, severity| (!matches!(kind, "double-move" | "pass-signal" | "flag-fallen")).then_some(severity);
    expect(&of(Profile::Simul, White), host);
    expect(&of(Profile::Simul, Black), |_, severity| Some(severity));
}

#[test]
fn where_only_the_record_is_kept_nobody_is_told_off_and_the_record_follows_the_wood() {
    let made = of(Profile::RecordOnly, White);
    expect(&made, |_, _| None);
    let mut table = shifted_stone(made.clone());
    table.hold(&["white C7"]).press(White).wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W C3, B G7, W C7");
    assert_eq!(table.game.record().edits.len(), 1);
    assert_eq!(table.game.record().edits[0].reason, "stone-shifted");
    assert!(table.game.snapshot(kifud::time::Wall::default()).agrees);
    // Put back where it belongs after all.
    table.change(&["lift E6", "black E5"]).wait(PATIENCE);
    table.hold(&["black D7"]).press(Black).wait(PATIENCE);
    assert!(table.game.snapshot(kifud::time::Wall::default()).agrees);
    assert!(table.alerts().is_empty());
}

/// The board is swept, and nobody is told that the end is suspected: what is on the board then is no play all the same.
#[test]
fn where_only_the_record_is_kept_the_end_is_seen_and_nothing_is_appended() {
    let moves = ["E5", "C3", "G7", "D7", "C7", "G3", "E3", "C5"];
    for restart in [false, true] {
        let mut table = played_at(Table::new(of(Profile::RecordOnly, White)), &moves);
        let record = table.record();
        for lifted in [["lift E5", "lift C3", "lift G7"], ["lift D7", "lift C7", "lift G3"]] {
            table.change(&lifted).wait(300);
        }
        table.wait(10_000);
        assert_eq!(table.game.book().phase, Phase::Ending);
        if restart {
            let (state, book) = (table.game.state(), table.game.book().clone());
            table.game = kifud::game::Game::restore(table.game.settings().clone(), state, book, crate::table::stamp(table.now));
            table.give(kifud::game::Input::BoardBack);
        }
        table.hold(&["lift E3", "white E4"]).wait(10_000);
        assert_eq!((table.record(), table.alerts().len()), (record.clone(), 0));
        let back = ["black E5", "white C3", "black G7", "white D7", "black C7", "white G3", "black E3", "lift E4"];
        table.change(&back).wait(2_000);
        assert_eq!(table.game.book().phase, Phase::Playing, "the board stands again");
        table.hold(&["black H8"]).press(Black);
        assert!(table.record().ends_with("B H8"));
    }
}

/// A notice goes when its cause has gone; nothing is left for anybody to decide.
#[test]
fn an_act_that_is_only_a_notice_goes_by_itself() {
    let mut table = double_move(of(Profile::Casual, White));
    assert_eq!(told(&table), [("double-move", Severity::Notice)]);
    table.change(&["lift G7"]).wait(1_000);
    assert!(told(&table).is_empty());
    assert_eq!(table.record(), "B E5, W C3");
}

/// What changes its face is weighed anew: nothing is left of what is not told.
#[test]
fn an_alert_that_becomes_another_is_weighed_anew() {
    let mut made = settings(9);
    made.alerts_off = vec![kifud::referee::Kind::StoneRelocated];
    let mut table = played_at(Table::new(made), &["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4"]).wait(PATIENCE);
    assert_eq!(told(&table), [("stone-retracted", Severity::Attention)]);
    table.change(&["black G7"]).wait(PATIENCE);
    assert!(told(&table).is_empty(), "{:?}", told(&table));
}

/// `prepare-game` says the profile of the next game, and the game after it is the table's own again.
#[test]
fn a_profile_is_prepared_for_one_game_and_survives_a_restart() {
    let mut table = Table::new(settings(9));
    let preparation = Preparation { profile: Some(Profile::Simul), simul_color: Some(Black), ..Preparation::default() };
    table.ask(Verb::PrepareGame(Box::new(preparation)));
    assert_eq!((table.game.terms().profile, table.game.terms().simul_color), (Profile::Simul, Black));
    table.hold(&["black E5"]).press(Black);
    let (state, book) = (table.game.state(), table.game.book().clone());
    assert_eq!(state.terms.profile, Profile::Simul);
    table.game = kifud::game::Game::restore(table.game.settings().clone(), state, book, crate::table::stamp(table.now));
    assert_eq!(table.game.terms().profile, Profile::Simul);
    table.ask(Verb::Resign(Black));
    table.give(kifud::game::Input::BoardBack);
    table.hold(&["lift E5"]).hold(&["black C3"]);
    assert_eq!((table.game.book().phase, table.game.terms().profile), (Phase::Playing, Profile::Tournament));
}

/// Another rulebook is another game: its rules of play, its komi, and its time for taking stones, unless somebody has said them.
#[test]
fn a_game_prepared_under_another_rulebook_is_played_by_it() {
    use kifud::game::{ByBook, CaptureNeutral, Rulebook};
    use kifud::go::{HalfPoints, Rules};
    let prepared = |by_book: ByBook, preparation: Preparation| {
        let mut made = settings(9);
        made.by_book = by_book;
        let mut table = Table::new(made);
        table.ask(Verb::PrepareGame(Box::new(preparation)));
        let terms = table.game.terms();
        (terms.rulebook, terms.rules, terms.komi)
    };
    let by_book = ByBook { rules: true, komi: true, captures: true };
    let under = |rulebook| Preparation { rulebook: Some(rulebook), ..Preparation::default() };
    let japanese = Rulebook::Japan1989.book().komi;
    assert_eq!(prepared(by_book, under(Rulebook::Japan1989)), (Rulebook::Japan1989, Rules::JAPANESE, japanese));
    assert_eq!(prepared(by_book, under(Rulebook::Ing)), (Rulebook::Ing, Rules::ING, Rulebook::Ing.book().komi));
    let said = Preparation { komi: Some(HalfPoints(0)), ..under(Rulebook::Japan1989) };
    assert_eq!(prepared(by_book, said), (Rulebook::Japan1989, Rules::JAPANESE, HalfPoints(0)), "the request says komi");
    let chinese = (Rules::CHINESE, HalfPoints(11));
    let configured = prepared(ByBook::default(), under(Rulebook::Japan1989));
    assert_eq!((configured.1, configured.2), chinese, "the configuration says both");
    let same = prepared(by_book, under(Rulebook::China1988));
    assert_eq!((same.1, same.2), chinese, "it is the book in force");
    let egf = prepared(by_book, under(Rulebook::Egf));
    assert_eq!(egf.1, Rules::CHINESE, "a book of how to referee alone");
    assert_eq!([Rulebook::China1988, Rulebook::China2002].map(CaptureNeutral::of), [CaptureNeutral::ByoYomi, CaptureNeutral::Never]);
}

/// The next game is the table's own again; and it is played so when it begins.
#[test]
fn start_game_under_another_rulebook_begins_with_its_komi() {
    let mut made = settings(9);
    made.by_book = kifud::game::ByBook { rules: true, komi: true, captures: true };
    let mut table = Table::new(made);
    let preparation = Preparation { rulebook: Some(kifud::game::Rulebook::Aga), ..Preparation::default() };
    table.done(Verb::StartGame(Box::new(kifud::game::Start { preparation, ..kifud::game::Start::default() })));
    let started = table.game.book().started.clone().expect("a game");
    assert_eq!((started.rulebook.as_str(), started.komi), ("aga", kifud::go::HalfPoints(15)));
    table.done(Verb::Resign(Black)).done(Verb::PrepareGame(Box::default()));
    assert_eq!((table.game.terms().rulebook.name(), table.game.terms().komi), ("china-1988", kifud::go::HalfPoints(11)));
}

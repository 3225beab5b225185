//! Counting: which stones are dead and who says so, counts by hand, and the result (CN-16.3, CN-21.3, ING-9.4(3)).

use Color::{Black, White};
use kifud::game::{CountState, DeadBy, EndedBy, Input, Phase, ResultState, Settings, Start, StartMode, Verb};
use kifud::go::{Color, HalfPoints};
use kifud::wire::Trays;

use crate::endings::{CLOSED, DAME, at_position, both_accept, by, open, phase, refused};
use crate::findings::played_at;
use crate::table::{Table, settings, stamp};

/// Black's chain has two eyes, so that C9 is dead whatever is played; the white stone at C3 may be.
const PROVED: [&str; 9] =
    [".XO.XO...", "XXXXXO...", "....XO...", "....XO...", "....XO...", "....XO...", "..O.XO...", "....XO...", "....XO..."];

fn proved() -> Table {
    let mut table = at_position(settings(9), &PROVED);
    both_accept(&mut table);
    table
}

fn dead(table: &mut Table, vertices: &[&str], color: Option<Color>) {
    let points = vertices.iter().map(|vertex| table.point(vertex)).collect();
    table.ask(Verb::MarkDead { points, color });
}

fn names(table: &Table) -> Vec<String> {
    table.game.count().unwrap().dead.iter().map(|point| point.vertex(table.grid.size()).to_string()).collect()
}

fn state(table: &Table) -> CountState {
    table.game.count().unwrap().state()
}

#[test]
fn what_no_play_can_save_is_proposed_as_dead_and_nothing_else() {
    let mut table = proved();
    assert_eq!((names(&table), &table.game.count().unwrap().dead_by), (vec!["C9".to_owned()], &DeadBy::Proof));
    // A person's list is added to it; what no play can take is no stone to mark.
    dead(&mut table, &["C3"], None);
    assert_eq!((names(&table), &table.game.count().unwrap().dead_by), (vec!["C9".to_owned(), "C3".to_owned()], &DeadBy::Person));
    dead(&mut table, &["B8"], None);
    assert!(refused(&table), "it has two eyes");
    dead(&mut table, &["A5"], None);
    assert!(refused(&table), "there is no stone");
    assert_eq!(names(&table), ["C9", "C3"]);
    let count = table.game.count().unwrap();
    assert_eq!((count.points.black, count.points.white), (HalfPoints::points(45), HalfPoints::points(36)));
    assert_eq!(count.margin, Some(HalfPoints(7)));
    // The whole list: what is left out stands again.
    dead(&mut table, &[], None);
    assert_eq!(names(&table), ["C9"]);
}

#[test]
fn cn_21_3_stones_that_both_call_dead_are_and_others_are_settled_by_play() {
    let mut table = proved();
    dead(&mut table, &["C3"], Some(Black));
    assert_eq!(state(&table), CountState::Proposed);
    dead(&mut table, &[], Some(White));
    assert_eq!(state(&table), CountState::Disputed);
    // Played out: the count is over, and White shows whether C3 lives.
    table.ask(Verb::DisputeEnd { color: White, to_move: Some(White) });
    assert_eq!((phase(&table), table.game.count()), (Phase::Playing, None));
    table.hold(&["white C4"]).press(White);
    assert!(table.record().ends_with("W C4"), "{}", table.record());
    // The twin: they agree.
    let mut table = proved();
    dead(&mut table, &["C3"], Some(Black));
    dead(&mut table, &["C3"], Some(White));
    assert_eq!(state(&table), CountState::Agreed);
    table.ask(Verb::ConfirmScore(Black));
    assert_eq!(phase(&table), Phase::Counting);
    table.ask(Verb::ConfirmScore(White));
    let result = table.game.book().result.clone().unwrap();
    assert_eq!((result.sgf().as_str(), result.by, result.state), ("B+3.5", EndedBy::Score, ResultState::Final));
}

#[test]
fn cn_21_3_a_position_that_was_rearranged_is_put_back_before_it_is_played_out() {
    let mut table = proved();
    table.change(&["lift C3", "lift E1", "lift F1", "black A1"]).wait(10_000);
    assert_eq!(table.alerts().iter().filter(|kind| **kind != "dame-left").count(), 0, "counting is no offence");
    table.ask(Verb::DisputeEnd { color: Black, to_move: None });
    assert_eq!(phase(&table), Phase::Paused);
    table.hold(&["white C3", "black E1", "white F1", "lift A1"]);
    assert_eq!((phase(&table), table.record().as_str()), (Phase::Playing, ""));
}

#[test]
fn whoever_has_confirmed_has_confirmed_that_count_alone() {
    let mut table = proved();
    table.ask(Verb::ConfirmScore(Black));
    dead(&mut table, &["C3"], Some(White));
    assert_eq!(table.game.count().unwrap().confirmed, kifud::go::ByColor::default());
    table.ask(Verb::ConfirmScore(White));
    assert_eq!(phase(&table), Phase::Counting, "Black has confirmed another count");
    // Counted again it comes out the same: nobody has to confirm anew.
    table.ask(Verb::Count { method: None });
    assert!(table.game.count().unwrap().confirmed.white);
}

#[test]
fn a_program_proposes_and_people_come_first() {
    let propose = |table: &mut Table, vertices: &[&str]| {
        let points = vertices.iter().map(|vertex| table.point(vertex)).collect();
        table.ask(Verb::ProposeDead { points, program: Some("GNU Go 3.8".to_owned()) });
    };
    let mut table = proved();
    propose(&mut table, &["C3"]);
    assert_eq!(names(&table), ["C9", "C3"]);
    assert_eq!(table.game.count().unwrap().dead_by, DeadBy::Program("GNU Go 3.8".to_owned()));
    assert_eq!(state(&table), CountState::Proposed, "nobody has agreed");
    propose(&mut table, &["B8"]);
    assert!(refused(&table), "what cannot be taken is not believed of anybody");
    dead(&mut table, &[], None);
    propose(&mut table, &["C3"]);
    assert!(refused(&table), "a person has spoken");
    assert_eq!(names(&table), ["C9"]);
}

#[test]
fn cn_16_3_a_count_by_hand_that_differs_is_told_and_goes_when_it_is_right() {
    let enter = |table: &mut Table, color, points| {
        table.ask(Verb::EnterCount { color, stones: HalfPoints::points(points) });
    };
    let mut table = at_position(settings(9), &CLOSED);
    both_accept(&mut table);
    enter(&mut table, Black, 36);
    enter(&mut table, White, 45);
    assert_eq!(table.alerts(), [""; 0], "equal counts are no news");
    enter(&mut table, Black, 37);
    let told = open(&table, "count-differs").expect("told");
    assert_eq!((told.color, told.cite.map(|cite| cite.article).as_deref()), (Some(Black), Some("16.3")));
    assert!(told.text.en().contains("37") && told.text.en().contains("36"), "{}", told.text);
    enter(&mut table, Black, 36);
    assert!(open(&table, "count-differs").is_none());
    // The error was kifud's: a dead stone had not been marked.
    let mut table = proved();
    enter(&mut table, Black, 45);
    assert!(open(&table, "count-differs").is_some());
    dead(&mut table, &["C3"], None);
    assert!(open(&table, "count-differs").is_none());
}

#[test]
fn cn_16_3_the_kept_position_is_counted_again_after_the_end() {
    let mut table = proved();
    table.ask(Verb::ConfirmScore(Black)).ask(Verb::ConfirmScore(White));
    assert_eq!(phase(&table), Phase::Ended);
    let result = table.game.book().result.clone();
    let all: Vec<String> = table.grid.size().points().map(|point| format!("lift {}", point.vertex(table.grid.size()))).collect();
    table.hold(&all.iter().map(String::as_str).collect::<Vec<_>>());
    table.ask(Verb::Count { method: None });
    assert!(open(&table, "count-differs").is_none(), "it comes out as it did");
    dead(&mut table, &["C3"], None);
    let told = open(&table, "count-differs").expect("the result was wrong");
    assert!(told.text.en().contains("result"), "{}", told.text);
    assert_eq!(table.game.book().result, result, "only a ruling changes it");
    // The next game leaves nothing of it behind.
    table.ask(Verb::StartGame(Box::default()));
    assert_eq!((phase(&table), table.game.book().alerts.len()), (Phase::Playing, 0));
}

#[test]
fn cn_2002_11_and_ing_examples_come_out_on_a_real_board() {
    // 185 is Black's by three quarters of a zi, 184 White's by a quarter, 184 and a dame Black's by a quarter; by Ing's rules the tie is
    // Black's. The board has 361 points: so many of them are filled with black stones, the rest with white ones.
    for (black, dame, komi, rules, margin, zi, winner) in [
        (185, 0, 15, "chinese", 3, 0.75, Black),
        (184, 0, 15, "chinese", -1, -0.25, White),
        (184, 1, 15, "chinese", 1, 0.25, Black),
        (185, 0, 16, "ing", 2, 0.5, Black),
        (184, 1, 16, "ing", 0, 0.0, Black),
        (184, 0, 16, "ing", -2, -0.5, White),
    ] {
        let mut made = by(if rules == "ing" { "ing" } else { "china-2002" }, rules);
        (made.size, made.terms.komi) = (kifud::go::Size::square(19).unwrap(), HalfPoints(komi));
        let letters: Vec<char> = (0..361)
            .map(|index| {
                if index < black {
                    'X'
                } else if index < black + dame {
                    '.'
                } else {
                    'O'
                }
            })
            .collect();
        let lines: Vec<String> = letters.chunks(19).map(|line| line.iter().collect()).collect();
        let mut table = at_position(made, &lines.iter().map(String::as_str).collect::<Vec<_>>());
        both_accept(&mut table);
        let count = table.game.count().unwrap();
        let found = (count.margin, count.margin.map(HalfPoints::as_zi), count.winner);
        assert_eq!(found, (Some(HalfPoints(margin)), Some(zi), Some(winner)), "{rules} {black} {dame}");
        let result = table.ask(Verb::ConfirmScore(Black)).ask(Verb::ConfirmScore(White)).game.book().result.clone().unwrap();
        assert_eq!((result.by, result.winner), (EndedBy::Score, Some(winner)));
    }
}

#[test]
fn territory_counts_prisoners_and_says_when_nobody_knows_them() {
    // White takes A1: a prisoner. The rest is too open to be anybody's.
    let mut table = played_at(Table::new(by("japan-1989", "japanese")), &["A1", "B1", "J9", "A2"]);
    table.hold(&["lift A1"]);
    both_accept(&mut table);
    let count = table.game.count().unwrap();
    assert_eq!((count.method, count.prisoners.map(|prisoners| prisoners.white)), ("territory", Some(1)));
    assert!(count.margin.is_some());
    // Field report 25: taken over in mid-game, nobody knows what was captured.
    let mut table = Table::new(Settings { start: StartMode::Request, ..by("japan-1989", "japanese") });
    let rows: Vec<String> = (1..=9).flat_map(|row| [format!("black D{row}"), format!("white E{row}")]).collect();
    table.hold(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    table.ask(Verb::StartGame(Box::new(Start { adopt: true, to_move: Some(Black), ..Start::default() })));
    both_accept(&mut table);
    let count = table.game.count().unwrap();
    assert_eq!((count.territory.map(|side| (side.black, side.white)), count.prisoners, count.margin), (Some((27, 36)), None, None));
    table.ask(Verb::ConfirmScore(Black));
    assert!(refused(&table));
    // Both counts by hand make it; there is nothing to compare them with.
    table.ask(Verb::EnterCount { color: Black, stones: HalfPoints::points(30) });
    table.ask(Verb::EnterCount { color: White, stones: HalfPoints::points(37) });
    assert_eq!(table.game.count().unwrap().margin, Some(HalfPoints(-2 * 7 - 13)));
    assert_eq!(table.alerts(), [""; 0]);
    table.ask(Verb::ConfirmScore(Black)).ask(Verb::ConfirmScore(White));
    assert_eq!(table.game.book().result.as_ref().map(kifud::game::GameResult::sgf).as_deref(), Some("W+13.5"));
}

#[test]
fn aga_pass_stones_make_territory_what_area_is() {
    let mut table = played_at(Table::new(by("aga", "aga")), &["E5", "C3"]);
    table.ask(Verb::Pass(Black)).ask(Verb::Pass(White));
    both_accept(&mut table);
    table.ask(Verb::Count { method: Some("territory".to_owned()) });
    let prisoners = table.game.count().unwrap().prisoners.unwrap();
    assert_eq!((prisoners.black, prisoners.white), (1, 1));
}

#[test]
fn ing_9_4_3_a_counted_game_is_unconfirmed_until_both_confirm() {
    let result = |table: &Table| table.game.snapshot(stamp(table.now).wall).result;
    let mut table = at_position(by("ing", "ing"), &CLOSED);
    both_accept(&mut table);
    assert_eq!(result(&table), None, "nobody has counted");
    table.ask(Verb::EnterCount { color: Black, stones: HalfPoints::points(36) });
    let counted = result(&table).expect("counted");
    assert_eq!((counted.sgf().as_str(), counted.state), ("W+17", ResultState::Unconfirmed));
    assert_eq!(table.game.book().result, None, "and the game is not over");
    // Both collect their stones: forty of each on this board.
    let bowls = |table: &mut Table, black, white| {
        table.give(Input::Trays(Trays { black_bowl: Some(black), white_bowl: Some(white), black_lid: None, white_lid: None }));
    };
    let all: Vec<String> = table.grid.size().points().map(|point| format!("lift {}", point.vertex(table.grid.size()))).collect();
    table.hold(&all.iter().map(String::as_str).collect::<Vec<_>>());
    // While they put them back the bowls fill up.
    for (black, white) in [(31, 31), (36, 33), (40, 39)] {
        bowls(&mut table, black, white);
        table.wait(4_000);
    }
    assert!(open(&table, "count-differs").is_none(), "stones are on their way");
    table.wait(8_000);
    let told = open(&table, "count-differs").expect("one is missing");
    assert_eq!(told.cite.map(|cite| cite.article).as_deref(), Some("9.4(3)"));
    let (code, message) = table.refused(Verb::ConfirmScore(White));
    assert!(code == kifud::game::ErrorCode::Conflict && message.contains("40 and 39"), "{message}");
    bowls(&mut table, 40, 40);
    assert!(open(&table, "count-differs").is_none() && table.game.count().unwrap().proved);
    assert_eq!(result(&table).map(|result| result.state), Some(ResultState::Unconfirmed));
    table.ask(Verb::ConfirmScore(White)).ask(Verb::ConfirmScore(Black));
    let confirmed = result(&table).expect("over");
    assert_eq!((confirmed.sgf().as_str(), confirmed.state), ("W+17", ResultState::Final));
    // The twin: by the Chinese book nothing is unconfirmed.
    let mut table = at_position(settings(9), &CLOSED);
    both_accept(&mut table);
    table.ask(Verb::ConfirmScore(White));
    assert_eq!(result(&table), None);
}

#[test]
fn ing_9_4_3_a_stone_that_is_missing_holds_the_margin_back_until_a_referee_has_ruled_on_it() {
    let mut table = at_position(by("ing", "ing"), &CLOSED);
    both_accept(&mut table);
    let all: Vec<String> = table.grid.size().points().map(|point| format!("lift {}", point.vertex(table.grid.size()))).collect();
    table.hold(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let trays = Trays { black_bowl: Some(40), white_bowl: Some(39), black_lid: None, white_lid: None };
    table.give(Input::Trays(trays));
    table.wait(11_000).refused(Verb::ConfirmScore(Black));
    let alert = open(&table, "count-differs").expect("one is missing");
    let dismissed = crate::rulings::about(&alert, crate::rulings::plain(kifud::game::RulingOutcome::Dismiss));
    table.done(Verb::Rule(Box::new(dismissed)));
    // The board counts its bowls again and again.
    table.give(Input::Trays(trays));
    table.wait(60_000);
    assert!(open(&table, "count-differs").is_none(), "it is ruled on");
    table.done(Verb::ConfirmScore(Black)).done(Verb::ConfirmScore(White));
    assert_eq!(phase(&table), Phase::Ended);
}

#[test]
fn a_count_outlives_a_restart_with_all_that_was_said() {
    let mut table = proved();
    dead(&mut table, &["C3"], Some(Black));
    dead(&mut table, &[], Some(White));
    table.ask(Verb::EnterCount { color: White, stones: HalfPoints(71) }).ask(Verb::ConfirmScore(White));
    let again = crate::recovery::stored_and_read(&table.game, &table.events, "one", "other", stamp(table.now + 60_000));
    assert_eq!(again.state().count, table.game.state().count);
    assert_eq!(again.book().alerts, table.game.book().alerts);
    assert_eq!(again.count().unwrap().state(), CountState::Disputed);
}

#[test]
fn moves_cut_off_and_corrections_change_the_count_with_the_record() {
    let mut table = at_position(settings(9), &DAME);
    both_accept(&mut table);
    assert_eq!(table.game.count().unwrap().neutral.len(), 1);
    let place = kifud::go::Place::At(table.point("E5"));
    table.ask(Verb::CorrectRecord { at: 1, op: kifud::game::Correction::Insert(Black, place) });
    assert_eq!(table.record(), "B E5");
    let count = table.game.count().unwrap();
    assert_eq!((count.neutral.len(), count.points.black), (0, HalfPoints::points(37)));
    assert!(open(&table, "dame-left").is_none());
}

//! What alerts cite, ask and propose, by book and by the event's own rules (CONTRACT 4.4, 5): each board kind that the sensors decide or
//! suspect, under both texts this project starts from, and under the books that differ. That an innocent twin raises nothing is held by
//! `findings`; here the twin is the book that has no article.

use kifud::game::{Alert, Announce, BoardRemedy, ClaimState, EventBody, Input, Override, Requires, Rulebook, Sanction, Severity, Verb};
use kifud::go::Color::{Black, White};
use kifud::referee::Kind;

use crate::findings::played_at;
use crate::recovery::stored_and_read;
use crate::table::{Table, settings, stamp};

/// The patience and a little.
const PATIENCE: u64 = 4_500;

/// A 9x9 table under this book on which these moves were played and pressed.
fn under(book: Rulebook, moves: &[&str]) -> Table {
    under_event(book, Vec::new(), moves)
}

fn under_event(book: Rulebook, overrides: Vec<Override>, moves: &[&str]) -> Table {
    let mut made = settings(9);
    (made.terms.rulebook, made.terms.overrides) = (book, overrides);
    played_at(Table::new(made), moves)
}

fn only(table: &Table) -> &Alert {
    let [alert] = &table.game.book().alerts[..] else { panic!("one alert: {:?}", table.game.book().alerts) };
    alert
}

/// "article severity: if, board, sanctions", such as "17.2 attention: if so, restore, warning".
fn told(alert: &Alert) -> String {
    let cite = alert.cite.as_ref().map_or("-", |cite| cite.article.as_str());
    let mut parts = Vec::new();
    if let Some(proposal) = &alert.proposal {
        parts.extend(proposal.conditional.then(|| "if so".to_owned()));
        parts.extend((proposal.board != BoardRemedy::None).then(|| proposal.board.name().to_owned()));
        parts.extend(proposal.sanctions.iter().map(ToString::to_string));
    }
    let proposal = if alert.proposal.is_none() { "nothing".to_owned() } else { parts.join(", ") };
    format!("{} {cite} {}: {proposal}", alert.kind, alert.severity.name())
}

fn double_move(book: Rulebook) -> Table {
    let mut table = under(book, &["E5", "C3"]);
    table.change(&["white G7"]).wait(PATIENCE);
    table
}

fn relocated(book: Rulebook) -> Table {
    let mut table = under(book, &["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4"]).wait(700).change(&["black G7"]).wait(PATIENCE);
    table
}

fn retracted(book: Rulebook) -> Table {
    let mut table = under(book, &["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4"]).wait(PATIENCE);
    table
}

fn shifted(book: Rulebook) -> Table {
    let mut table = under(book, &["E5", "C3", "G7"]);
    table.change(&["lift E5", "black E6"]).wait(PATIENCE);
    table
}

fn scattered(book: Rulebook) -> Table {
    let mut table = under(book, &["E5", "C3", "G7", "C7", "G3"]);
    let wrong = ["lift E5", "black E4", "lift C3", "white D2", "lift G7", "black H8", "lift C7", "white B8", "lift G3", "black H2"];
    table.change(&wrong).wait(PATIENCE);
    table
}

fn wrong_capture(book: Rulebook) -> Table {
    let mut table = under(book, &["E5", "E4", "G7"]);
    table.hold(&["white F5"]);
    table.change(&["lift E5"]).wait(700).press(White).wait(PATIENCE);
    table
}

fn captures_left(table: Table) -> Table {
    let mut table = table;
    table.hold(&["white C1"]).press(White).wait(PATIENCE);
    table
}

/// White's next stone at C1 takes three in the corner.
const CORNER: &[&str] = &["A1", "E5", "A2", "H8", "B1", "J9", "G7", "A3", "G6", "B2", "G5"];

fn forbidden_point(book: Rulebook) -> Table {
    let mut table = under(book, &["A2", "E5", "B1", "E6", "G7"]);
    table.hold(&["white A1"]).press(White).wait(PATIENCE);
    table
}

fn ko_violation(book: Rulebook) -> Table {
    let mut table = under(book, &["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"]);
    table.hold(&["black E4", "lift D4"]).press(Black).wait(2_000);
    table.change(&["white D4"]).wait(600).change(&["lift E4"]).wait(200).press(White).wait(PATIENCE);
    table
}

fn wrong_color(book: Rulebook) -> Table {
    let mut table = under(book, &["E5", "C3"]);
    table.hold(&["white D4"]).press(Black).wait(PATIENCE);
    table
}

fn resign_signal(book: Rulebook) -> Table {
    let mut table = under(book, &["E5", "C3"]);
    table.change(&["black D4", "black F6"]).wait(PATIENCE);
    table
}

fn pressed_alone(book: Rulebook) -> Table {
    let mut table = under(book, &["E5", "C3"]);
    table.press(Black).wait(2_000);
    table
}

fn pressed_before(book: Rulebook) -> Table {
    let mut table = pressed_alone(book);
    table.hold(&["black D4"]);
    table
}

fn dropped(book: Rulebook) -> Table {
    let mut table = under(book, &["E5", "C3"]);
    table.change(&["black D8", "white F2", "black G3", "white H6", "white B7"]).wait(PATIENCE);
    table
}

type Scene = fn(Rulebook) -> Table;

/// What each scene comes to under this book.
fn all_under(book: Rulebook) -> Vec<String> {
    let scenes: [Scene; 14] = [
        double_move,
        relocated,
        retracted,
        shifted,
        scattered,
        wrong_capture,
        |book| captures_left(under(book, CORNER)),
        forbidden_point,
        ko_violation,
        wrong_color,
        resign_signal,
        pressed_alone,
        pressed_before,
        dropped,
    ];
    scenes.into_iter().map(|scene| told(only(&scene(book)))).collect()
}

#[test]
fn cn_17_to_23_are_cited_and_proposed_by_china_1988() {
    assert_eq!(
        all_under(Rulebook::China1988),
        [
            "double-move 17.1 attention: if so, loss",
            "stone-relocated 17.2 attention: if so, restore, warning",
            "stone-retracted - attention: nothing",
            "stone-shifted 17.3 attention: if so, restore",
            "board-scattered 17.4 attention: if so, restore",
            "wrong-capture 18 attention: if so, restore, warning",
            "captures-left 23.4 ruling: caution",
            "forbidden-point 19 ruling: forced-pass",
            "ko-violation 20.1 ruling: forced-pass",
            "wrong-color - attention: nothing",
            "resign-signal - attention: nothing",
            "pass-signal - attention: nothing",
            "press-before-stone - attention: nothing",
            "extra-stone - attention: nothing",
        ]
    );
}

#[test]
fn ing_8_3_and_9_2_are_cited_by_ing_and_the_rest_is_nobodys_article() {
    assert_eq!(
        all_under(Rulebook::Ing),
        [
            "double-move - attention: nothing",
            "stone-relocated 8.3(3) attention: if so, loss",
            "stone-retracted - attention: nothing",
            "stone-shifted - attention: nothing",
            "board-scattered - attention: nothing",
            "wrong-capture - attention: nothing",
            "captures-left - attention: nothing",
            "forbidden-point - attention: nothing",
            "ko-violation - attention: nothing",
            "wrong-color - attention: nothing",
            "resign-signal 9.2(1) attention: nothing",
            "pass-signal 9.2(2) attention: nothing",
            "press-before-stone - attention: nothing",
            "extra-stone - attention: nothing",
        ]
    );
}

#[test]
fn whatever_is_suspected_is_proposed_conditionally_and_at_most_for_attention() {
    for book in Rulebook::all() {
        for scene in [double_move, relocated, wrong_capture, shifted, pressed_before] {
            let table = scene(book);
            let alert = only(&table);
            assert!(alert.severity <= Severity::Attention, "{book}: {}", told(alert));
            assert!(alert.proposal.as_ref().is_none_or(|proposal| proposal.conditional), "{book}: {}", told(alert));
            assert_eq!(alert.proposal.is_some(), alert.options().contains(&"confirm".to_owned()), "{book}: {:?}", alert.options());
        }
    }
}

#[test]
fn cn_23_4_the_referee_may_warn_instead_of_cautioning_and_cn_17_3_is_the_chiefs() {
    let table = captures_left(under(Rulebook::China1988, CORNER));
    assert_eq!(only(&table).options(), ["confirm", "dismiss", "change", "warning"]);
    assert_eq!(only(&table).requires, Some(Requires::Referee));
    let table = shifted(Rulebook::China1988);
    assert_eq!(only(&table).options(), ["confirm", "dismiss", "change", "stands", "draw", "replay", "loss"]);
    assert_eq!(only(&table).requires, Some(Requires::Chief));
}

#[test]
fn korea_18_1_warns_and_takes_two_points_until_it_is_suspended() {
    let of = |book| told(only(&captures_left(under(book, CORNER))));
    assert_eq!(of(Rulebook::Korea20241108), "captures-left 18.1 ruling: warning, points:2");
    assert_eq!(of(Rulebook::KoreaDomestic20250203), "captures-left 18.1 ruling: warning, points:2");
    assert_eq!(of(Rulebook::Korea20250205), "captures-left 18.1 ruling: caution");
}

#[test]
fn china_2002_17_4_a_press_before_its_stone_is_a_warning() {
    assert_eq!(told(only(&pressed_alone(Rulebook::China2002))), "pass-signal - attention: nothing");
    assert_eq!(told(only(&pressed_before(Rulebook::China2002))), "press-before-stone 17.4 attention: if so, warning");
}

#[test]
fn an_act_without_an_article_goes_when_it_is_put_right_and_one_with_a_proposal_stays() {
    let mut table = wrong_capture(Rulebook::Ing);
    table.change(&["black E5"]).wait(1_000);
    assert!(table.game.book().alerts.is_empty(), "nothing is left to decide");
    let mut table = wrong_capture(Rulebook::China1988);
    table.change(&["black E5"]).wait(1_000);
    assert_eq!(only(&table).state, kifud::game::AlertState::Cured);
}

#[test]
fn aga_8_an_illegal_play_is_claimed_before_the_next_move_or_stands() {
    let mut table = double_move(Rulebook::Aga);
    let raised = only(&table).clone();
    assert_eq!(told(&raised), "double-move 8 attention: if so, forced-pass");
    let claim = raised.claim.expect("a claim");
    assert_eq!((claim.by, claim.until.name(), claim.state), (Black, "next-move", ClaimState::Open));
    assert_eq!(raised.options(), ["confirm", "dismiss", "change"]);
    table.events.clear();
    table.hold(&["black D4"]);
    let lapsed = only(&table).clone();
    assert_eq!((lapsed.claim.map(|claim| claim.state), lapsed.next_play_made), (Some(ClaimState::Lapsed), true));
    assert_eq!((lapsed.options(), lapsed.rev), (vec!["dismiss".to_owned()], raised.rev + 1), "it stands");
    assert_eq!(told(&lapsed), "double-move 8 attention: nothing");
    let changed = table.events.iter().filter(|event| matches!(event.body, EventBody::AlertChanged(_))).count();
    assert_eq!(changed, 1, "said once");
    // The move is taken back: it is not too late after all.
    table.press(Black).ask(Verb::Undo { moves: 1 });
    let again = only(&table);
    assert_eq!((told(again), again.claim.map(|claim| claim.state)), (told(&raised), Some(ClaimState::Open)));
}

#[test]
fn a_claim_is_for_the_opponent_and_the_offenders_next_move_changes_nothing() {
    // Black's stone was lifted and set elsewhere; White may claim.
    let mut table = relocated(Rulebook::China2002);
    assert_eq!(told(only(&table)), "stone-relocated 17.3 attention: if so, restore, warning");
    assert_eq!(only(&table).claim.map(|claim| (claim.by, claim.state)), Some((White, ClaimState::Open)));
    table.wait(60_000);
    assert_eq!(only(&table).claim.map(|claim| claim.state), Some(ClaimState::Open), "no time is set for it");
    table.hold(&["white C7"]).press(White).wait(PATIENCE);
    assert_eq!(only(&table).claim.map(|claim| claim.state), Some(ClaimState::Lapsed));
    // Where the book asks for none, nothing lapses.
    let mut table = relocated(Rulebook::China1988);
    table.hold(&["white C7"]).press(White).wait(PATIENCE);
    assert_eq!((only(&table).claim, told(only(&table))), (None, "stone-relocated 17.2 attention: if so, restore, warning".to_owned()));
}

#[test]
fn a_double_move_that_was_answered_at_once_is_found_too_late_to_be_claimed() {
    let mut table = under(Rulebook::Aga, &["E5", "C3"]);
    table.change(&["white G7"]).wait(1_500).hold(&["black D4"]).press(Black).wait(PATIENCE);
    assert_eq!(only(&table).claim.map(|claim| claim.state), Some(ClaimState::Lapsed));
    assert_eq!(only(&table).options(), ["dismiss"]);
}

#[test]
fn after_a_restart_the_event_still_rules_as_the_game_began() {
    let own = Override { sanctions: Some(vec![Sanction::Loss]), cite: Some("event rules 9".to_owned()), ..Override::of(Kind::DoubleMove) };
    let mut made = settings(9);
    (made.terms.rulebook, made.terms.overrides) = (Rulebook::Ing, vec![own]);
    let mut table = Table::new(made);
    table.hold(&["black E5"]).press(Black).hold(&["white C3"]).press(White).wait(1_000);
    table.game = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
    table.give(Input::BoardBack);
    table.change(&[]).wait(1_000).change(&["white G7"]).wait(PATIENCE);
    assert_eq!(told(only(&table)), "double-move event rules 9 attention: if so, loss");
    assert_eq!(table.game.terms().rulebook, Rulebook::Ing);
}

#[test]
fn an_events_own_rule_goes_before_the_book_and_is_cited_as_the_events() {
    let own = Override {
        sanctions: Some(vec![Sanction::Warning, Sanction::Points(1)]),
        cite: Some("event rules 4".to_owned()),
        ..Override::of(Kind::CapturesLeft)
    };
    let table = captures_left(under_event(Rulebook::China1988, vec![own.clone()], CORNER));
    let alert = only(&table);
    assert_eq!(told(alert), "captures-left event rules 4 ruling: warning, points:1");
    assert_eq!(alert.cite.as_ref().map(|cite| cite.book.as_str()), Some("event"));
    assert_eq!(alert.options(), ["confirm", "dismiss", "change"], "the book's choices are not the event's");
    assert_eq!(table.game.book().started.as_ref().map(|started| started.overrides.clone()), Some(vec![own]), "the record says so");
    // Only the severity, and only the board.
    let quiet = Override { severity: Some(Severity::Notice), ..Override::of(Kind::CapturesLeft) };
    assert_eq!(told(only(&captures_left(under_event(Rulebook::China1988, vec![quiet], CORNER)))), "captures-left 23.4 notice: caution");
    let board = Override { board: Some(BoardRemedy::Restore), announce: Some(Announce::OffenderTurn), ..Override::of(Kind::CapturesLeft) };
    let table = captures_left(under_event(Rulebook::Ing, vec![board], CORNER));
    assert_eq!(told(only(&table)), "captures-left own rule ruling: restore");
    assert_eq!(only(&table).announce, Announce::OffenderTurn);
}

/// Every rulebook, the names in every language and the profiles answer for every kind by name: a new kind does not compile before they do.
#[test]
fn nothing_answers_for_kinds_that_it_does_not_name() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/referee");
    let files = ["profile.rs", "words/kinds.rs"].map(|file| folder.join(file));
    let books = std::fs::read_dir(folder.join("rulebook")).expect("the rulebooks").map(|entry| entry.expect("a file").path());
    let (mut matched, mut wild) = (0, Vec::new());
    for path in books.chain(files) {
        let text = std::fs::read_to_string(&path).expect("a source file");
        for found in text.split("match kind {").skip(1) {
            let arms = found.split("\n    }\n").next().unwrap_or_default();
            matched += 1;
            if arms.contains("_ =>") {
                wild.push(path.clone());
            }
        }
    }
    // Seven files of books (the Korean ones share theirs), the names, and the profiles.
    assert_eq!(matched, 9, "files that answer for every kind");
    assert!(wild.is_empty(), "{wild:?}");
}

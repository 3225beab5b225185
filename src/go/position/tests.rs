use super::*;
use crate::go::{Edit, Ko, PlayedMove, Record, Setup, Suicide};

fn position(diagram: &str, to_move: Color, rules: Rules) -> Position {
    Position::with_board(Board::from_lines(diagram.lines()).unwrap(), to_move, &rules)
}

fn place(position: &Position, text: &str) -> Place {
    Place::parse(text, position.size()).unwrap()
}

/// Plays by turns, all of which must be legal.
fn play_all(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let at = place(position, text);
        position.play(position.to_move(), at).unwrap_or_else(|judgement| panic!("{text}: {judgement:?}"));
    }
}

fn faults(position: &Position, color: Color, text: &str) -> Vec<Fault> {
    position.judge(color, place(position, text)).faults
}

const KO: &str = ".XO.\nXO.O\n.XO.\n....";

#[test]
fn every_fault_is_named_at_once() {
    let mut position = position(KO, Color::Black, Rules { ko: Ko::Positional, ..Rules::CHINESE });
    play_all(&mut position, "C3");
    assert_eq!(position.board().lines(), [".XO.", "X.XO", ".XO.", "...."]);
    assert_eq!(
        faults(&position, Color::White, "B3"),
        [Fault::Ko { taken_at: 1 }, Fault::Superko { rule: Superko::Positional, earlier: 0 }]
    );
    assert_eq!(faults(&position, Color::Black, "C3"), [Fault::OutOfTurn { to_move: Color::White }, Fault::Occupied { by: Color::Black }]);
    assert_eq!(
        position.judge(Color::Black, Place::At(Point::new(4, 0))).faults,
        [Fault::Outside, Fault::OutOfTurn { to_move: Color::White }]
    );
    assert_eq!(faults(&position, Color::Black, "pass"), [Fault::OutOfTurn { to_move: Color::White }]);
    assert!(position.judge(Color::White, Place::Pass).is_legal());
    assert_eq!(faults(&position, Color::White, "A4"), [Fault::Suicide { stones: 1 }]);
}

#[test]
fn an_illegal_play_changes_nothing() {
    let mut position = position(KO, Color::Black, Rules::CHINESE);
    play_all(&mut position, "C3");
    let before = format!("{position:?}");
    let retake = place(&position, "B3");
    assert_eq!(position.play(Color::White, retake).unwrap_err().faults, [Fault::Ko { taken_at: 1 }]);
    assert_eq!(format!("{position:?}"), before);
}

#[test]
fn a_pass_or_a_play_elsewhere_lifts_the_simple_ko() {
    for between in ["pass pass", "D1 A1"] {
        let mut position = position(KO, Color::Black, Rules::CHINESE);
        play_all(&mut position, "C3");
        assert_eq!(position.ko_point(), Some((Point::new(1, 1), Color::White)));
        play_all(&mut position, between);
        assert_eq!(position.ko_point(), None);
        assert_eq!(faults(&position, Color::White, "B3"), []);
    }
}

/// Filling the ko is no retake, although it is on the ko's point.
#[test]
fn the_taker_may_fill_the_ko() {
    let mut position = position(KO, Color::Black, Rules::CHINESE);
    play_all(&mut position, "C3");
    assert!(position.judge(Color::Black, place(&position, "B3")).is_legal_but_for_turn());
}

#[test]
fn suicide_is_judged_by_the_number_of_stones() {
    let one = ".X.\nX..\n...";
    let two = ".OX\nXX.\n...";
    let cases = [(Suicide::None, false, false), (Suicide::Several, false, true), (Suicide::Any, true, true)];
    for (suicide, one_allowed, two_allowed) in cases {
        let rules = Rules { suicide, ..Rules::CHINESE };
        for (diagram, stones, allowed) in [(one, 1, one_allowed), (two, 2, two_allowed)] {
            let mut position = position(diagram, Color::White, rules);
            let corner = place(&position, "A3");
            let expected = if allowed { vec![] } else { vec![Fault::Suicide { stones }] };
            assert_eq!(position.judge(Color::White, corner).faults, expected, "{suicide:?}");
            if allowed {
                let played = position.play(Color::White, corner).unwrap();
                assert_eq!(played.given_up.len(), usize::from(stones));
                assert_eq!(position.captured().black, u32::from(stones));
                assert_eq!(position.get(Point::new(0, 0)), None);
            }
        }
    }
}

/// CONTRACT 4.6.
#[test]
fn an_illegal_self_capture_stays_as_it_was_put() {
    let mut position = position(".OX\nXX.\n...", Color::White, Rules::CHINESE);
    let played = position.take_in(Color::White, Place::At(Point::new(0, 0))).unwrap();
    assert_eq!(played, Played::default());
    assert_eq!(position.board().lines(), ["OOX", "XX.", "..."]);
    assert_eq!(position.captured(), ByColor::default());
    assert_eq!(position.to_move(), Color::Black);
}

#[test]
fn what_stands_is_taken_in_whatever_is_wrong_with_it() {
    let mut position = position(KO, Color::Black, Rules::CHINESE);
    play_all(&mut position, "C3");
    let retaken = position.take_in(Color::White, place(&position, "B3")).unwrap();
    assert_eq!(retaken.captured, [Point::new(2, 1)]);
    assert_eq!(retaken.repeats.map(|repeats| (repeats.first, repeats.cycle(2), repeats.same_to_move)), Some((0, 2, true)));
    assert_eq!(retaken.repeats.unwrap().captured, ByColor { black: 1, white: 1 });
    position.take_in(Color::White, place(&position, "A4")).unwrap();
    assert_eq!((position.move_number(), position.to_move()), (3, Color::Black), "the second move in a row is recorded on top");
    position.take_in(Color::Black, place(&position, "B3")).unwrap();
    assert_eq!(position.get(Point::new(1, 1)), Some(Color::Black), "the new stone takes the old one's place");
    assert!(position.take_in(Color::White, Place::At(Point::new(4, 4))).is_err(), "there is no wood there");
}

#[test]
fn a_record_is_replayed_with_its_edits() {
    let size = Size::square(4).unwrap();
    let point = |text| Point::from_vertex(text, size).unwrap();
    let mut record = Record::new(size);
    record.setup = Setup { black: vec![point("A1")], white: vec![] };
    record.first = Color::White;
    record.captured_before = Some(ByColor { black: 0, white: 7 });
    record.moves = vec![PlayedMove::new(Color::White, Place::At(point("A2"))), PlayedMove::new(Color::Black, Place::Pass)];
    record.moves.push(PlayedMove::new(Color::White, Place::At(point("B1"))));
    record.edits = vec![Edit { after: 3, black: vec![point("D4")], white: vec![], empty: vec![point("A2")], reason: String::new() }];
    let position = Position::from_record(&record, &Rules::CHINESE).unwrap();
    assert_eq!(position.board().lines(), ["...X", "....", "....", ".O.."]);
    assert_eq!(position.captured().white, 8);
    assert_eq!((position.move_number(), position.to_move()), (3, Color::Black));
    record.edits[0].after = 4;
    assert_eq!(Position::from_record(&record, &Rules::CHINESE).unwrap_err(), ReplayError::EditOrder { after: 4, moves: 3 });
    record.edits.clear();
    record.moves[0].place = Place::At(Point::new(4, 0));
    assert_eq!(Position::from_record(&record, &Rules::CHINESE).unwrap_err(), ReplayError::Move { n: 1, point: Point::new(4, 0) });
    record.setup.black[0] = Point::new(0, 4);
    assert_eq!(Position::from_record(&record, &Rules::CHINESE).unwrap_err(), ReplayError::Setup { point: Point::new(0, 4) });
}

/// The value was computed apart, with `printf '..\n.X\nwhite' | sha256sum`.
#[test]
fn the_published_hash_is_sha_256_of_lines_and_side() {
    let position = position("..\n.X", Color::White, Rules::CHINESE);
    assert_eq!(position.position_hash(), "09d374f91c3368b1");
}

/// Black sends two stones, White takes them, Black takes one back: the position has returned after three plies, with the other side to
/// move. Where that is forbidden the play does not happen, elsewhere it is noticed.
#[test]
fn the_ko_switches_differ_on_sending_two_and_returning_one() {
    let superko = |rule| vec![Fault::Superko { rule, earlier: 0 }];
    let expected = [
        (Ko::None, vec![]),
        (Ko::Simple, vec![]),
        (Ko::Positional, superko(Superko::Positional)),
        (Ko::Situational, vec![]),
        (Ko::NaturalSituational, vec![]),
        (Ko::Spight, superko(Superko::Spight)),
    ];
    for (ko, faults) in expected {
        let mut position = position(".X.X.\nOOXX.\n.....", Color::Black, Rules { ko, ..Rules::CHINESE });
        play_all(&mut position, "A3 C3");
        let judgement = position.judge(Color::Black, Place::At(Point::new(1, 0)));
        assert_eq!(judgement.faults, faults, "{ko:?}");
        let captured = ByColor { black: 1, white: 2 };
        assert_eq!(judgement.repeats, Some(Repetition { first: 0, latest: 0, same_to_move: false, captured }));
    }
}

/// A pass begins a new count for Spight's rule, and the position passed on belongs to it.
#[test]
fn spight_forgets_what_stood_before_the_last_pass() {
    let mut position = position(".X.X.\nOOXX.\n.....", Color::Black, Rules { ko: Ko::Spight, ..Rules::CHINESE });
    play_all(&mut position, "A3 C3 pass pass");
    assert_eq!(faults(&position, Color::Black, "B3"), []);
    play_all(&mut position, "B3 pass A3 C3");
    assert_eq!(faults(&position, Color::Black, "B3"), [Fault::Superko { rule: Superko::Spight, earlier: 6 }]);
}

/// What was set up, nobody's play has left: the natural rule lets it come back once.
#[test]
fn the_natural_rule_looks_at_who_left_the_position() {
    let cases = [
        (Ko::Situational, Superko::Situational, vec![Fault::Superko { rule: Superko::Situational, earlier: 0 }]),
        (Ko::NaturalSituational, Superko::NaturalSituational, vec![]),
    ];
    for (ko, rule, first_return) in cases {
        let mut position = position(".X.X.\nOOXX.\n.....", Color::White, Rules { ko, ..Rules::CHINESE });
        play_all(&mut position, "pass A3 C3");
        assert_eq!(faults(&position, Color::Black, "B3"), first_return, "{ko:?}");
        position.take_in(Color::Black, Place::At(Point::new(1, 0))).unwrap();
        play_all(&mut position, "pass");
        assert_eq!(faults(&position, Color::Black, "A3"), [Fault::Superko { rule, earlier: 2 }], "Black has left this before");
    }
}

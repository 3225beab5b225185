//! Positions that go round, built of two walls with kos between them: the black wall at the left edge, the white one beside it, and black
//! stones around it, so that neither has another liberty than what lies between them. Whoever is in atari has to take a ko.

use kifud::go::{Board, ByColor, Color, CycleKind, Ko, Place, Position, Rules, Size};

use super::reference::Whole;

/// A ko between the walls that Black has, one that White has, the two rows of a double one that White has, and no ko.
pub const BLACK: &str = "X.XO";
pub const WHITE: &str = "XO.O";
const WALL: &str = "XXOO";

/// The board with these rows between the walls, a wall above and below each, the rest of the walls closed.
pub fn ladder(side: usize, rows: &[&[&str]]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for group in rows {
        lines.push(WALL.to_owned());
        lines.extend(group.iter().map(|&row| row.to_owned()));
    }
    lines.resize(side, WALL.to_owned());
    let around = format!("X{}", ".".repeat(side - 5));
    lines.into_iter().map(|line| line + &around).collect()
}

/// White is in atari after Black's first move, and so on in turn: three kos, six moves.
pub fn triple(side: usize) -> Vec<String> {
    ladder(side, &[&[BLACK], &[WHITE], &[WHITE]])
}

/// A cycle: the board, the moves by turns that go round once, and what it is.
pub struct Round {
    pub lines: Vec<String>,
    pub moves: Vec<String>,
    pub kind: CycleKind,
    pub captured: (u32, u32),
    pub passes: (u32, u32),
}

impl Round {
    fn new(lines: Vec<String>, moves: &str, kind: CycleKind, captured: (u32, u32), passes: (u32, u32)) -> Round {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        Round { lines, moves, kind, captured, passes }
    }

    pub fn size(&self) -> Size {
        Size::new(self.lines[0].len() as u8, self.lines.len() as u8).unwrap()
    }

    pub fn position(&self, ko: Ko) -> Position {
        let board = Board::from_lines(self.lines.iter().map(String::as_str)).unwrap();
        Position::with_board(board, Color::Black, &Rules { ko, ..Rules::CHINESE })
    }
}

/// The names of the two points of the ko in this row (from the top, 0 is the first) of a board of so many lines: Black's hole, White's.
fn ko(side: usize, row: usize) -> (String, String) {
    (format!("B{}", side - row), format!("C{}", side - row))
}

/// Everything that goes round, on a board of this size.
pub fn rounds(side: usize) -> Vec<Round> {
    // White plays into Black's hole (column B) and takes, Black into White's (column C).
    let [w1, w2, w3, w4] = [1, 3, 5, 7].map(|row| ko(side, row).0);
    let [b1, b2, b3, b4] = [1, 3, 5, 7].map(|row| ko(side, row).1);
    // A double ko of rows 5 and 6, which White has at first.
    let ([d5, d6], [e5, e6]) = ([5, 6].map(|row| ko(side, row).1), [5, 6].map(|row| ko(side, row).0));
    // With a liberty more each, two kos are life for both.
    let double_ko = ladder(side, &[&[BLACK], &[WHITE], &[".XOO"], &["XXO."]]);
    vec![
        Round::new(double_ko, &format!("{b2} {w1} pass {w2} {b1} pass"), CycleKind::Kos(2), (2, 2), (1, 1)),
        Round::new(triple(side), &format!("{b2} {w1} {b3} {w2} {b1} {w3}"), CycleKind::Kos(3), (3, 3), (0, 0)),
        Round::new(
            ladder(side, &[&[BLACK], &[BLACK], &[WHITE], &[WHITE]]),
            &format!("{b3} {w1} {b4} {w2} {b1} {w3} {b2} {w4}"),
            CycleKind::Kos(4),
            (4, 4),
            (0, 0),
        ),
        // Molasses ko: four forced moves, one elsewhere (here a pass), and the same with the colours exchanged.
        Round::new(
            ladder(side, &[&[BLACK], &[BLACK], &[WHITE, WHITE]]),
            &format!("{d5} {w1} {d6} {w2} pass {e5} {b1} {e6} {b2} pass"),
            CycleKind::Other,
            (4, 4),
            (1, 1),
        ),
        Round::new(two_for_two(side), &two_for_two_moves(side), CycleKind::TwoForTwo, (2, 2), (0, 0)),
        Round::new(two_for_one(side), &two_for_one_moves(side), CycleKind::SendingTwoReturningOne, (1, 2), (0, 1)),
    ]
}

/// Two stones for two, as in eternal life: between a white and a black wall, both with an eye elsewhere. Black adds a stone, White takes both,
/// Black takes both of White's, White adds one.
fn two_for_two(side: usize) -> Vec<String> {
    let rows = ["OOOXXX", "O.X.OX", "OOOXXX", ".OOXX."];
    widened(side, &rows)
}

fn two_for_two_moves(side: usize) -> String {
    let line = side - 1;
    format!("B{line} D{line} C{line} E{line}")
}

/// Two stones sent, one returned, in the corner: White loses nothing by it, and Black goes on for ever unless someone yields.
fn two_for_one(side: usize) -> Vec<String> {
    widened(side, &[".X.XX", "OOXX.", ".OX..", "OOX.."])
}

fn two_for_one_moves(side: usize) -> String {
    // White takes Black's two at A; Black takes the one back; White passes.
    format!("A{side} C{side} B{side} pass")
}

fn widened(side: usize, rows: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = rows.iter().map(|row| format!("{row}{}", ".".repeat(side - row.len()))).collect();
    lines.resize(side, ".".repeat(side));
    lines
}

/// CN-20.3, on 9x9, 13x13 and 19x19: each goes round by legal moves of the simple ko rule, is found at its last move and not before, and is
/// what it is called; twice round, it is counted.
#[test]
fn cn_20_3_what_goes_round_is_found_named_and_counted() {
    for side in [9, 13, 19] {
        for round in rounds(side) {
            let mut position = round.position(Ko::Simple);
            let mut whole = Whole::of(&position);
            for turn in 1..=2 {
                for (index, text) in round.moves.iter().enumerate() {
                    let place = Place::parse(text, round.size()).unwrap();
                    let color = position.to_move();
                    position.play(color, place).unwrap_or_else(|judgement| panic!("{side} {:?} {text}: {judgement:?}", round.kind));
                    whole.played(&position, color, place);
                    assert_eq!(position.cycle(), whole.cycle(), "{side} {:?} {text}", round.kind);
                    if turn == 1 && index + 1 < round.moves.len() {
                        assert!(position.cycle().is_none_or(|cycle| !cycle.same_to_move), "{side} {:?} {text}", round.kind);
                    }
                }
            }
            let (last, length) = (position.cycle(), round.moves.len() as u32);
            if round.moves.last().is_some_and(|last| last == "pass") {
                assert_eq!(last, None, "a pass closes nothing");
                // The next move of the cycle leaves a position of the round before.
                position.play(position.to_move(), Place::parse(&round.moves[0], round.size()).unwrap()).unwrap();
            }
            let cycle = position.cycle().unwrap_or_else(|| panic!("{side} {:?}", round.kind));
            assert_eq!((cycle.kind, cycle.length, cycle.same_to_move), (round.kind, length, true));
            assert_eq!(cycle.captured, ByColor { black: round.captured.0, white: round.captured.1 }, "{:?}", round.kind);
            assert_eq!(cycle.passes, ByColor { black: round.passes.0, white: round.passes.1 }, "{:?}", round.kind);
            assert!(cycle.rounds == 2, "{side} {cycle:?}");
        }
    }
}

/// A ko that is retaken after two passes: nobody has broken a rule, and nothing has changed.
#[test]
fn a_ko_taken_back_after_passes_is_a_simple_ko_that_goes_round() {
    let lines = ladder(9, &[&[BLACK], &[BLACK], &[WHITE]]);
    let mut position = Round::new(lines, "", CycleKind::Kos(1), (1, 1), (1, 1)).position(Ko::Simple);
    for text in ["pass", "B8", "pass", "pass", "C8"] {
        assert_eq!(position.cycle(), None);
        position.play(position.to_move(), Place::parse(text, position.size()).unwrap()).unwrap();
    }
    let cycle = position.cycle().unwrap();
    assert_eq!((cycle.kind, cycle.length, cycle.first), (CycleKind::Kos(1), 4, 1));
    let retaken = position.judge(Color::White, Place::parse("B8", position.size()).unwrap());
    assert!(!retaken.is_legal(), "at once it is still a ko");
}

/// Two sent, one returned: after three moves the stones are back with the other side to move, which is said as such.
#[test]
fn the_stones_alone_come_back_before_the_pass_of_a_cycle() {
    let round = rounds(9).pop().unwrap();
    let mut position = round.position(Ko::Simple);
    for text in &round.moves[..3] {
        position.play(position.to_move(), Place::parse(text, round.size()).unwrap()).unwrap();
    }
    let cycle = position.cycle().unwrap();
    assert_eq!((cycle.kind, cycle.length, cycle.same_to_move, cycle.first), (CycleKind::SendingTwoReturningOne, 3, false, 0));
}

/// Where the rules forbid it, the last move of every one of them is no legal play: the whole-board rules of the AGA, of New Zealand, and the text
/// of the Chinese rules.
#[test]
fn cn_20_2_where_a_repetition_is_forbidden_the_play_that_closes_it_is_illegal() {
    for ko in [Ko::Situational, Ko::Positional] {
        for round in rounds(9) {
            let mut position = round.position(ko);
            let mut refused = None;
            for text in round.moves.iter().chain(&round.moves[..2]) {
                if position.play(position.to_move(), Place::parse(text, round.size()).unwrap()).is_err() {
                    refused = Some(text.clone());
                    break;
                }
            }
            // A simple ko with passes between comes back by its last play, and the rest by one of the first two of the second round at the latest.
            assert!(refused.is_some(), "{ko:?} {:?}", round.kind);
        }
    }
}

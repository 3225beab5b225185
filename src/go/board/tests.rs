use super::*;

fn board(diagram: &str) -> Board {
    Board::from_lines(diagram.lines()).unwrap()
}

fn at(board: &Board, vertex: &str) -> Point {
    Point::from_vertex(vertex, board.size()).unwrap()
}

fn put(board: &mut Board, color: Color, vertex: &str) {
    let look = board.look(color, board.spot(at(board, vertex)));
    board.put(&look, OwnDead::Lifted);
}

#[test]
fn a_diagram_comes_out_as_it_went_in() {
    let lines = [".X.", "XO.", "..."];
    assert_eq!(Board::from_lines(lines).unwrap().lines(), lines);
    assert_eq!(Board::from_lines(["X O", ". ."]).unwrap().lines(), ["XO", ".."]);
}

#[test]
fn what_is_no_diagram_is_refused_with_its_line() {
    assert_eq!(Board::from_lines(["."]).unwrap_err(), DiagramError::Size { width: 1, height: 1 });
    assert_eq!(Board::from_lines(["..", "..."]).unwrap_err(), DiagramError::Uneven { line: 2, found: 3, expected: 2 });
    assert_eq!(Board::from_lines(["..", ".?"]).unwrap_err(), DiagramError::Character { line: 2, found: '?' });
    let long = ".".repeat(300);
    assert_eq!(Board::from_lines([long.as_str(), long.as_str()]).unwrap_err(), DiagramError::Size { width: 300, height: 2 });
}

#[test]
fn a_liberty_shared_by_two_stones_counts_once() {
    let board = board(".X\nX.\n..");
    let b3 = at(&board, "B3");
    assert_eq!(board.chain(b3), [b3]);
    assert_eq!(board.liberties(b3), [at(&board, "A3"), at(&board, "B2")]);
    let corner = self::board("XX.\nX..\n...");
    assert_eq!(corner.liberties(at(&corner, "A3")), ["C3", "B2", "A1"].map(|vertex| at(&corner, vertex)));
}

#[test]
fn one_stone_takes_three_chains_at_once() {
    let mut board = board(".XOX.\nXO.OX\n.XOX.");
    let before = board.captures_of(Color::Black, at(&board, "C2"));
    assert_eq!(before.len(), 4);
    put(&mut board, Color::Black, "C2");
    assert_eq!(board.lines(), [".X.X.", "X.X.X", ".X.X."]);
    assert_eq!(board.captures_of(Color::White, at(&board, "C2")), [], "an occupied point takes nothing");
    assert_eq!(board.captures_of(Color::White, Point::new(9, 9)), [], "nor does one outside");
}

#[test]
fn the_hash_is_of_the_stones_not_of_the_way_to_them() {
    let mut played = Board::new(Size::square(3).unwrap());
    for (color, vertex) in [(Color::White, "A3"), (Color::Black, "B3"), (Color::Black, "A2")] {
        put(&mut played, color, vertex);
    }
    assert_eq!(played.lines(), [".X.", "X..", "..."]);
    assert_eq!(played.hash(), board(".X.\nX..\n...").hash());
    assert_eq!(Board::new(Size::square(3).unwrap()).hash(), 0);
}

#[test]
fn a_chain_left_without_liberties_stands_and_can_gain_one_later() {
    let mut board = board("XO.\nXO.\n.O.");
    let look = board.look(Color::Black, board.spot(at(&board, "A1")));
    assert_eq!(look.suicide(), Some(3));
    board.put(&look, OwnDead::Stands);
    assert_eq!(board.lines(), ["XO.", "XO.", "XO."]);
    assert_eq!(board.hash(), look.hash_after(false));
    assert!(!board.every_chain_has_a_liberty());
    for vertex in ["C3", "C2", "C1"] {
        put(&mut board, Color::Black, vertex);
    }
    assert_eq!(board.lines(), ["X.X", "X.X", "X.X"], "the last stone takes White, and the standing chain lives again");
    assert!(board.every_chain_has_a_liberty());
}

#[test]
fn edits_capture_nothing() {
    let mut board = Board::new(Size::new(2, 2).unwrap());
    board.set(Size::square(2).unwrap().points().map(|point| (point, Some(Color::Black))));
    assert_eq!(board.lines(), ["XX", "XX"]);
    board.set([(Point::new(0, 0), None), (Point::new(7, 7), Some(Color::White))]);
    assert_eq!(board.lines(), [".X", "XX"]);
    assert_eq!(board.liberties(Point::new(1, 1)), [Point::new(0, 0)]);
}

use super::tree::{Location, Repair, SyntaxFault};
use super::*;
use crate::go::{Color, Fault, HalfPoints, Place, Point, Size};

fn game(text: &str) -> GameFile {
    read_text(text).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(text: &str) -> String {
    read_text(text).unwrap_err().to_string()
}

#[test]
fn a_game_is_read_with_all_that_is_said_of_it() {
    let game = game(
        "(;GM[1]FF[4]SZ[9]KM[6.5]HA[2]RU[Japanese]RE[W+R]PB[A\\]b]PW[C]BR[3d]WT[X]EV[Cup]RO[2]DT[2020-01-02]PC[Seoul]TM[600.5]OT[5x30 byo-yomi]\
         AB[cc][gg]C[hello];W[ee]WL[599.25]OW[5]C[good];B[]BL[-1.5])",
    );
    assert_eq!(game.record.size, Size::square(9).unwrap());
    assert_eq!(game.record.setup.black, [Point::new(2, 2), Point::new(6, 6)]);
    assert_eq!(game.record.first, Color::White);
    let moves: Vec<_> = game.record.moves.iter().map(|played| (played.color, played.place)).collect();
    assert_eq!(moves, [(Color::White, Place::At(Point::new(4, 4))), (Color::Black, Place::Pass)]);
    let tags = &game.tags;
    assert_eq!((tags.komi, tags.handicap, tags.main_time_ms), (Some(HalfPoints(13)), Some(2), Some(600_500)));
    assert_eq!(tags.players.black.name.as_deref(), Some("A]b"));
    assert_eq!((tags.comment.as_deref(), game.moves[0].comment.as_deref()), (Some("hello"), Some("good")));
    assert_eq!((game.moves[0].left_ms.white, game.moves[0].overtime_left.white), (Some(599_250), Some(5)));
    assert_eq!(game.moves[1].left_ms.black, Some(-1500));
    assert_eq!(game.notes, []);
}

#[test]
fn komi_is_in_points_whatever_it_was_written_in() {
    for (written, halves) in
        [("6.5", 13), ("0", 0), ("-59.5", -119), ("7.500000", 15), ("375", 15), ("650", 13), ("3.75", 15), ("2.75", 11)]
    {
        assert_eq!(game(&format!("(;KM[{written}])")).tags.komi, Some(HalfPoints(halves)), "{written}");
    }
    let odd = game("(;KM[6 and a half]HA[many])");
    assert_eq!(odd.tags.komi, None);
    let note = |property: &str, value: &str| Note::Unreadable { property: property.to_owned(), value: value.to_owned() };
    assert_eq!(odd.notes, [note("KM", "6 and a half"), note("HA", "many")]);
}

#[test]
fn handicap_stones_are_implied_only_where_they_are_missing() {
    let implied = game("(;HA[3]DT[2016-01-01];W[aa])");
    assert_eq!(implied.record.setup.black, [Point::new(3, 3), Point::new(3, 15), Point::new(15, 3)]);
    assert_eq!(implied.notes, [Note::ImpliedHandicap { stones: 3 }]);
    assert_eq!(game("(;HA[4];B[dd];B[pp];B[dp];B[pd];W[aa])").record.setup.black, [], "free placement");
    assert_eq!(game("(;HA[2]AB[aa][bb];W[cc])").record.setup.black.len(), 2);
    assert_eq!(game("(;HA[2];AB[aa][bb];W[cc])").record.setup.black.len(), 2, "set in a node of its own");
    assert_eq!(game("(;SZ[9]HA[2];W[cc])").notes, [Note::HandicapWithoutStones { stones: 2 }]);
    assert_eq!(game("(;HA[0];B[cc])").notes, []);
}

#[test]
fn set_up_before_the_first_move_is_set_up_and_later_an_edit() {
    let game = game("(;AB[aa][bb];AE[aa]AW[cc]PL[W];W[dd];B[ee]AE[dd];AB[ff])");
    assert_eq!((game.record.setup.black, game.record.setup.white), (vec![Point::new(1, 1)], vec![Point::new(2, 2)]));
    let edits: Vec<_> = game.record.edits.iter().map(|edit| (edit.after, edit.black.len(), edit.empty.len())).collect();
    assert_eq!(edits, [(1, 0, 1), (2, 1, 0)]);
    assert_eq!(game.record.first, Color::White);
}

#[test]
fn what_files_leave_out_is_said() {
    let fox = game(";GM[1]SZ[19];B[pd](;W[dp];B[aa])(;W[dd])");
    assert_eq!(fox.record.moves.len(), 3);
    assert_eq!(fox.notes, [Note::Repaired(Repair::Parenthesis(Location { line: 1, column: 1 })), Note::Variations { nodes: 1 }]);
    let nihon_kiin = game("(\nPB[A]\n;B[pd])");
    assert_eq!(nihon_kiin.notes, [Note::Repaired(Repair::Semicolon(Location { line: 2, column: 1 }))]);
    assert_eq!(game("(;B[aa])\n(;B[bb])").notes, [Note::MoreGames { games: 2 }]);
}

#[test]
fn a_broken_file_is_refused_with_what_is_broken_and_where() {
    for (text, expected) in [
        ("(;B[aa]\n;W[bb]", "line 2, column 7: the file ends inside the game: a ) is missing"),
        ("(;B[aa];C[Ké];-]];W[bb])", "line 1, column 14: property without"),
        ("(;B[aa]C[a]];W[bb])", "line 1, column 12: the character ']' means nothing here"),
        ("(;B[aa];C[never", "line 1, column 10: a value that never ends: a ] is missing"),
        ("(;B[aa]);W[bb])", "line 1, column 9: the game has ended, but what follows looks like a part of it"),
        ("B[aa];W[bb](;W[cc])", "line 1, column 1: what stands before the first ( looks like a part of a game"),
        ("(;B[aa](;W[bb]);W[cc])", "line 1, column 16: a node after a variation"),
        ("(;SZ[9];B[aa];W[zz])", "line 1, column 15: W[zz] is no point of the 9x9 board"),
        ("(;SZ[26];B[aa])", "line 1, column 3: SZ[26] is no board of 2 to 25 columns and lines"),
        ("(;GM[2];B[aa])", "line 1, column 3: GM[2] is another game than Go, which is 1"),
        ("hello", "there is no SGF game in it"),
    ] {
        let found = refused(text);
        // A stray bracket has several readings: only its place and that it is refused are fixed.
        if expected.ends_with("property without") {
            assert!(found.starts_with("line 1, column"), "{found}");
        } else {
            assert_eq!(found, expected);
        }
    }
    let SgfError::Syntax { what, .. } = read_text("(;)(").map(|_| ()).unwrap_err() else { panic!() };
    assert_eq!(what, SyntaxFault::PartAfter);
}

#[test]
fn an_illegal_move_keeps_its_mark() {
    let marked = game("(;B[aa]KO[])");
    assert_eq!(marked.record.moves[0].illegal, ["forbidden-point"]);
    let mut game = game("(;B[aa];W[bb])");
    game.record.moves[1].illegal = vec!["ko-violation".to_owned(), "double-move".to_owned()];
    let text = write(&game);
    assert!(text.contains("\n;W[bb]KO[]XKIND[ko-violation][double-move]"), "{text}");
    assert_eq!(read_text(&text).unwrap().record, game.record);
}

#[test]
fn a_written_file_says_what_it_is() {
    let mut game = game("(;SZ[5:4];B[aa];W[])");
    game.tags.komi = Some(HalfPoints(-1));
    game.moves[0].left_ms.black = Some(-12_340);
    let expected = format!("(;GM[1]FF[4]CA[UTF-8]AP[kifud:{}]SZ[5:4]KM[-0.5]\n;B[aa]BL[-12.34]\n;W[])\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(write(&game), expected);
}

#[test]
fn a_smart_board_shows_what_it_can() {
    let reason = |text: &str| playable_on_a_board(&game(text));
    assert_eq!(reason("(;SZ[9]AB[aa];W[cc];B[];W[dd])"), Ok(()));
    assert_eq!(reason("(;SZ[11];B[aa])"), Err(NotPlayable::Size(Size::square(11).unwrap())));
    assert_eq!(reason("(;SZ[9:13];B[aa])"), Err(NotPlayable::Size(Size::new(9, 13).unwrap())));
    assert_eq!(reason("(;SZ[9])"), Err(NotPlayable::NoMoves));
    assert_eq!(reason("(;B[aa];AB[bb])"), Err(NotPlayable::SetUpLater(1)));
    assert_eq!(reason("(;AB[aa]AW[ab][ba];B[dd])"), Err(NotPlayable::Breathless));
    assert_eq!(reason("(;B[aa];B[bb])"), Err(NotPlayable::OutOfTurn { n: 2, color: Color::Black }));
    assert_eq!(reason("(;PL[W];B[bb])"), Err(NotPlayable::OutOfTurn { n: 1, color: Color::Black }));
    let occupied = Err(NotPlayable::Illegal { n: 2, fault: Fault::Occupied { by: Color::Black } });
    assert_eq!(reason("(;B[aa];W[aa])"), occupied);
    assert!(reason("(;SZ[9];B[aa];W[aa])").unwrap_err().to_string().starts_with("move 2 is illegal"));
}

#[test]
fn rules_are_known_by_their_customary_names() {
    for (name, rules) in
        [("Chinese", Rules::CHINESE), ("GOE", Rules::ING), ("japanese", Rules::JAPANESE), ("NZ", Rules::NEW_ZEALAND), ("AGA", Rules::AGA)]
    {
        assert_eq!(rules_named(name), Some(rules));
    }
    assert_eq!(rules_named("my own"), None);
    assert_eq!(rules_named("Ing Goe"), Some(Rules::ING));
}

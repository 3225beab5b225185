//! SGF files, real and made: read wholly or refused with a place, written so that they come back, never a panic.

use kifud::go::sgf::tree::{GameTree, SyntaxFault, parse};
use kifud::go::sgf::{
    FILE_BYTES_MAX, GameFile, MAIN_LINE_MAX, MoveTags, PlayerTags, SgfError, Tags, decode, playable_on_a_board, read, read_text, write,
};
use kifud::go::{ByColor, Color, Edit, HalfPoints, Place, PlayedMove, Point, Position, Record, Rules, Setup, Size};
use proptest::prelude::*;

use crate::cases::{say, shared};

/// The moves of the main line as another reader has them, where it reads the file.
fn moves_elsewhere(text: &str) -> Option<usize> {
    let roots = sgf_parse::go::parse(text).ok()?;
    let nodes = roots.first()?.main_variation();
    Some(
        nodes
            .flat_map(|node| node.properties.iter())
            .filter(|property| matches!(sgf_parse::SgfProp::identifier(*property).as_str(), "B" | "W"))
            .count(),
    )
}

#[test]
fn every_real_file_is_read_wholly_or_refused_with_its_place() {
    let Some(folder) = shared("sgf") else { return };
    let (mut read_wholly, mut compared, mut playable, mut refused) = (0, 0, 0, Vec::new());
    for part in ["games", "odd"] {
        let mut paths: Vec<_> = std::fs::read_dir(folder.join(part)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "sgf")) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let bytes = std::fs::read(path).unwrap();
            let game = match read(&bytes) {
                Ok(game) => game,
                Err(error) => {
                    assert_ne!(part, "games", "{name}: {error}");
                    refused.push(format!("{name}: {error}"));
                    continue;
                }
            };
            read_wholly += 1;
            if let Some(elsewhere) = moves_elsewhere(&decode(&bytes).text) {
                assert_eq!(game.record.moves.len(), elsewhere, "{name}: another reader has another number of moves");
                compared += 1;
            }
            Position::from_record(&game.record, &Rules::CHINESE).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(comparable(read_text(&write(&game)).unwrap()), comparable(game.clone()), "{name} does not come back");
            playable += usize::from(playable_on_a_board(&game).is_ok());
        }
    }
    assert!(compared * 10 > read_wholly * 9, "only {compared} of {read_wholly} were read by the other reader");
    say(&format!("{read_wholly} files read wholly ({compared} have as many moves in another reader), {playable} for a smart board"));
    for line in refused {
        say(&format!("refused: {line}"));
    }
}

/// Notes are about the file, not about the game.
fn comparable(mut game: GameFile) -> GameFile {
    game.notes.clear();
    game.tags.application.get_or_insert_default();
    if game.tags.application.as_deref().is_some_and(|application| application.starts_with("kifud:")) {
        game.tags.application = Some(String::new());
    }
    game
}

fn words() -> impl Strategy<Value = Option<String>> {
    proptest::option::of(
        "[a-zA-Z0-9 \\[\\]\\\\:;()柯洁이세돌‐é]{1,12}".prop_filter("blank texts are not written", |text| !text.trim().is_empty()),
    )
}

fn comment() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("[a-z\\[\\]\\\\:\n 井山]{1,20}")
}

prop_compose! {
    fn tags()(
        texts in proptest::collection::vec(words(), 15),
        komi in proptest::option::of(-199..200_i32),
        handicap in proptest::option::of(0..30_u32),
        main_time_ms in proptest::option::of(0..1_000_000_000_u64),
        comments in (comment(), comment()),
    ) -> Tags {
        let mut texts = texts.into_iter();
        let mut next = || texts.next().flatten();
        let players = ByColor::new(|_| PlayerTags { name: next(), rank: next(), team: next() });
        Tags {
            rules: next(), komi: komi.map(HalfPoints), handicap, result: next(), players, event: next(), round: next(), date: next(),
            place: next(), name: next(), main_time_ms, overtime: next(), exact_overtime: next(), application: None,
            game_comment: comments.0, comment: comments.1,
        }
    }
}

prop_compose! {
    fn move_tags()(
        left in (proptest::option::of(-100_000..100_000_000_i64), proptest::option::of(-100_000..100_000_000_i64)),
        overtime in (proptest::option::of(0..100_u32), proptest::option::of(0..100_u32)),
        comment in comment(),
    ) -> MoveTags {
        MoveTags {
            left_ms: ByColor { black: left.0, white: left.1 },
            overtime_left: ByColor { black: overtime.0, white: overtime.1 },
            comment,
        }
    }
}

prop_compose! {
    fn game()(width in 2..=25_u8, height in 2..=25_u8)(
        size in Just(Size::new(width, height).unwrap()),
        stones in proptest::collection::btree_map((0..width, 0..height), any::<bool>(), 0..12),
        first in any::<bool>(),
        moves in proptest::collection::vec((any::<bool>(), proptest::option::of((0..width, 0..height)), proptest::collection::vec("[a-z-]{1,8}", 0..3), move_tags()), 0..40),
        edits in proptest::collection::btree_map(1..40_u32, ((0..width, 0..height), 0..3_u8), 0..3),
        tags in tags(),
    ) -> GameFile {
        let color = |black| if black { Color::Black } else { Color::White };
        let at = |(col, row)| Point::new(col, row);
        let mut record = Record::new(size);
        let of = |black: bool| stones.iter().filter(|(_, is_black)| **is_black == black).map(|(place, _)| at(*place)).collect();
        record.setup = Setup { black: of(true), white: of(false) };
        record.first = color(first);
        let mut said = Vec::new();
        for (black, place, illegal, tags) in moves {
            let mut played = PlayedMove::new(color(black), place.map_or(Place::Pass, |place| Place::At(at(place))));
            (played.provisional, played.illegal) = (false, illegal);
            record.moves.push(played);
            said.push(tags);
        }
        for (after, (place, kind)) in edits {
            if after as usize <= record.moves.len() {
                let list = |wanted: u8| if kind == wanted { vec![at(place)] } else { vec![] };
                record.edits.push(Edit { after, black: list(0), white: list(1), empty: list(2), reason: "sgf".to_owned() });
            }
        }
        let mut game = GameFile::new(record);
        // HA without stones implies some where it can: then it is not what was written.
        game.tags = Tags { handicap: tags.handicap.filter(|_| !stones.is_empty()), ..tags };
        game.moves = said;
        game
    }
}

/// What each move took follows from the rest: reading computes it, so a made game has to as well.
fn with_captures(mut game: GameFile) -> GameFile {
    let rules = game.tags.rules.as_deref().and_then(kifud::go::sgf::rules_named).unwrap_or(Rules::CHINESE);
    let mut position = Position::at_start_of(&game.record, &rules).unwrap();
    for (after, played) in (1..).zip(&mut game.record.moves) {
        played.captured = position.take_in(played.color, played.place).unwrap().captured;
        for edit in game.record.edits.iter().filter(|edit| edit.after == after) {
            position.edit(edit.changes());
        }
    }
    game.record.setup.black.sort();
    game.record.setup.white.sort();
    game
}

proptest! {
    #[test]
    fn what_is_written_is_read_back_the_same(game in game().prop_map(with_captures)) {
        let text = write(&game);
        let back = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(&back.notes, &[]);
        prop_assert_eq!(comparable(back), comparable(game.clone()));
        prop_assert_eq!(moves_elsewhere(&text), Some(game.record.moves.len()), "{}", text);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _either = read(&bytes);
    }

    /// Pieces of SGF in any order: what is read has a board that can be replayed.
    #[test]
    fn no_pieces_make_the_reader_panic(pieces in proptest::collection::vec(proptest::sample::select(&[
        "(", ")", ";", "B[aa]", "W[tt]", "B[]", "[", "]", "\\", "SZ[9]", "SZ[3:5]", "AB[aa:cc]", "AE[aa]", "KM[375]", "HA[9]", "C[x\\]", "PL[W]", "KO[]", "B", " ", "\n", "É",
    ][..]), 0..40)) {
        let text = pieces.concat();
        if let Ok(game) = read(text.as_bytes()) {
            Position::from_record(&game.record, &Rules::CHINESE).unwrap();
            prop_assert_eq!(game.moves.len(), game.record.moves.len());
        }
    }

    /// A file cut short is refused, wherever it was cut: half a game is not shown as a whole one.
    #[test]
    fn a_file_cut_short_is_refused(game in game(), cut in 1..10_000_usize) {
        let text = write(&game);
        let whole = text.trim_end();
        let end = (0..=cut % whole.len()).rev().find(|&end| whole.is_char_boundary(end)).unwrap_or(0);
        prop_assert!(read(&whole.as_bytes()[..end]).is_err());
    }
}

#[test]
fn limits_are_refusals() {
    assert_eq!(read(&vec![b' '; FILE_BYTES_MAX + 1]), Err(SgfError::TooLarge(FILE_BYTES_MAX + 1)));
    let line = |nodes| format!("({})", ";B[aa]".repeat(nodes));
    assert_eq!(read_text(&line(MAIN_LINE_MAX)).map(|game| game.record.moves.len()), Ok(MAIN_LINE_MAX));
    assert_eq!(read_text(&line(MAIN_LINE_MAX + 1)), Err(SgfError::TooLong));
    let variations = |nodes: usize| format!("(;{})", "(;)".repeat(nodes - 1));
    assert_eq!(read_text(&variations(GameTree::NODES_MAX)).map(|game| game.record.moves.len()), Ok(0));
    let too_many = read_text(&variations(GameTree::NODES_MAX + 1));
    assert!(matches!(too_many, Err(SgfError::Syntax { what: SyntaxFault::TooManyNodes, .. })));
    let crowded = format!("(;AB{};W[aa])", "[aa:ss]".repeat(10_000));
    assert_eq!(read_text(&crowded).unwrap().record.setup.black.len(), 361, "each point once");
}

/// A tree that is as deep as it is long must not overflow the stack, neither in reading nor when it is dropped.
#[test]
fn depth_costs_no_stack() {
    let deep = format!("{}{}", "(;B[aa]".repeat(GameTree::NODES_MAX), ")".repeat(GameTree::NODES_MAX));
    assert_eq!(parse(&deep).unwrap()[0].main_line().count(), GameTree::NODES_MAX);
    assert!(read_text(&"(;".repeat(GameTree::NODES_MAX)).is_err());
    assert!(read_text(&"(".repeat(1_000_000)).is_err());
}

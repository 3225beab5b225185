//! What happens when a payload would be larger than 64 kB.

use kifud::form::{Cut, Fitted, GameForm, MoveForm, PAYLOAD_MAX, TooLarge, event_from_json, event_to_json, fit, fit_event, fit_game};
use kifud::game::EventBody;
use kifud::go::{Color, Place, PlayedMove, Size};

use super::documents::{game, health};
use super::generate::missing_stone;
use super::samples::event;

/// A long game: every fourth move captures, long thinking times, the longest vertices of the board.
fn long(moves: u32, size: Size) -> Vec<PlayedMove> {
    let point = |n: u32| size.point((n as usize * 7) % size.area()).expect("within the area");
    (1..=moves)
        .map(|n| PlayedMove {
            used_ms: Some(123_456),
            provisional: false,
            captured: if n % 4 == 0 { vec![point(n + 1), point(n + 2)] } else { vec![] },
            ..PlayedMove::new(if n % 2 == 1 { Color::Black } else { Color::White }, Place::At(point(n)))
        })
        .collect()
}

fn document(moves: u32, side: u8) -> GameForm {
    let size = Size::square(side).expect("a size");
    let form = game(|_| {});
    GameForm {
        moves: MoveForm::list(1, &long(moves, size), size),
        board: vec!["X".repeat(usize::from(side)); usize::from(side)],
        discrepancies: Some(size.points().take(400).map(|point| kifud::form::DiscrepancyForm::new(&missing_stone(point), size)).collect()),
        ..form
    }
}

fn quiet(moves: u32, side: u8) -> GameForm {
    GameForm { discrepancies: Some(vec![]), ..document(moves, side) }
}

fn fitted(form: GameForm) -> (usize, Vec<Cut>, GameForm) {
    let wanted = form.clone();
    let Fitted { json, cut } = fit_game(form).expect("it fits");
    assert!(json.len() <= PAYLOAD_MAX, "{}", json.len());
    let back: GameForm = serde_json::from_str(&json).expect("our own");
    assert_eq!(back.cut, cut.iter().map(|cut| cut.name()).collect::<Vec<_>>(), "the document says what is missing");
    let places = |form: &GameForm| form.moves.iter().map(|played| (played.n, played.color, played.vertex.clone())).collect::<Vec<_>>();
    assert_eq!(places(&back), places(&wanted), "nothing of the record is cut");
    assert_eq!((&back.board, &back.edits, &back.setup), (&wanted.board, &wanted.edits, &wanted.setup));
    (json.len(), cut, back)
}

#[test]
fn an_ordinary_game_is_never_cut() {
    let (bytes, cut, _) = fitted(document(400, 19));
    println!("19x19, 400 moves, 361 differences: {bytes} bytes");
    assert_eq!(cut, []);
}

#[test]
fn a_thousand_moves_fit_without_what_they_captured() {
    let (bytes, cut, _) = fitted(quiet(1_000, 19));
    println!("19x19, 1000 moves: {bytes} bytes");
    assert_eq!(cut, [Cut::Captured]);
    let (_, cut, back) = fitted(document(1_000, 19));
    assert_eq!(cut, [Cut::Discrepancies, Cut::Captured], "the list of differences goes first");
    assert_eq!(back.agrees, Some(true));
}

#[test]
fn twelve_hundred_moves_on_25x25_fit_without_their_times() {
    let (bytes, cut, back) = fitted(quiet(1_200, 25));
    println!("25x25, 1200 moves: {bytes} bytes");
    assert_eq!(cut, [Cut::Captured, Cut::UsedMs]);
    assert!(back.moves.iter().all(|played| played.used_ms.is_none() && played.captured.is_empty()));
    let sgf = "x".repeat(14_000);
    let (_, cut, back) = fitted(quiet(1_200, 25).with_sgf(sgf));
    assert_eq!(cut, [Cut::Captured, Cut::UsedMs, Cut::Sgf]);
    assert!(back.sgf.is_none());
}

#[test]
fn a_record_that_is_larger_by_itself_is_not_sent_and_says_how_large_it_is() {
    let TooLarge { bytes } = fit_game(quiet(1_600, 25)).unwrap_err();
    assert!(bytes > PAYLOAD_MAX);
    let longest = (1_200..1_600).take_while(|&moves| fit_game(quiet(moves, 25)).is_ok()).last();
    println!("25x25: up to {longest:?} moves");
    assert!(longest.is_some_and(|moves| moves >= 1_350));
}

#[test]
fn a_document_of_which_nothing_may_be_cut_is_sent_whole_or_not_at_all() {
    assert!(fit(&health()).is_ok());
    let mut large = health();
    large.board.what_to_do = Some("x".repeat(PAYLOAD_MAX));
    assert!(fit(&large).unwrap_err().bytes > PAYLOAD_MAX);
}

#[test]
fn an_event_is_sent_as_it_is_stored_unless_a_very_long_record_changes() {
    let size = Size::square(25).expect("25 is a size");
    let changed = |moves| EventBody::RecordChanged {
        from_n: 1,
        moves: long(moves, size),
        edits: vec![],
        because: "tx-1".to_owned(),
        position_hash: "00f1".to_owned(),
    };
    let small = event_to_json(&event(2, changed(300)), size);
    assert_eq!(fit_event(&small), Ok(Fitted { json: small, cut: vec![] }));

    let stored = event_to_json(&event(2, changed(1_200)), size);
    assert!(stored.len() > PAYLOAD_MAX);
    assert!(event_from_json(&stored, Some(size)).is_ok(), "the journal keeps and reads the whole");
    let sent = fit_event(&stored).unwrap();
    assert_eq!(sent.cut, [Cut::Captured, Cut::UsedMs]);
    assert!(sent.json.len() <= PAYLOAD_MAX && sent.json.contains(r#""cut":["captured","used_ms"]"#));
    assert!(event_from_json(&sent.json, Some(size)).is_err(), "what was shortened is not taken for the record");
    assert!(fit_event(&event_to_json(&event(2, changed(1_600)), size)).is_err());
}

#[test]
fn who_a_player_is_and_what_is_played_fits_into_every_document() {
    let refused = |fields: &str| {
        let payload = format!("{{\"transaction\":\"a\",{fields}}}");
        kifud::form::parse_request("prepare-game", None, payload.as_bytes(), Size::square(19).unwrap()).unwrap_err().error.message
    };
    let ids = |count: usize| (0..count).map(|n| format!("\"r{n}\":\"1\"")).collect::<Vec<_>>().join(",");
    let said = refused(&format!("\"players\":{{\"black\":{{\"name\":\"A\",\"ids\":{{{}}}}}}}", ids(9)));
    assert!(said.contains("players.black.ids has 9 registers: give 8 at most"), "{said}");
    let said = refused(&format!("\"players\":{{\"white\":{{\"name\":\"A\",\"club\":\"{}\"}}}}", "x".repeat(201)));
    assert!(said.contains("players.white.club has 201 bytes: write 200 at most"), "{said}");
    let said = refused("\"match\":{\"form\":\"swiss\\n\"}");
    assert!(said.contains("match.form has control characters: write one line of text"), "{said}");
}

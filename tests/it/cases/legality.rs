//! legality.jsonl.

use kifud::go::{Board, Color, Fault, Ko, Place, Point, Position, Rules, Suicide};
use serde_json::Value;

use super::{board, color, lines, play, position, rows, say, text};

fn rules(row: &Value) -> Rules {
    let ko = match text(&row["rules"], "ko") {
        "none" => Ko::None,
        "simple" => Ko::Simple,
        "positional" => Ko::Positional,
        "situational" => Ko::Situational,
        "spight" => Ko::Spight,
        other => panic!("unknown ko rule {other}"),
    };
    let suicide = match text(&row["rules"], "suicide") {
        "none" => Suicide::None,
        "multi" => Suicide::Several,
        "any" => Suicide::Any,
        other => panic!("unknown suicide rule {other}"),
    };
    Rules { ko, suicide, ..Rules::CHINESE }
}

/// The word a case uses for what is wrong, turn aside; a ko under a superko rule is both.
fn reasons(position: &Position, color: Color, place: Place) -> Vec<&'static str> {
    let faults = position.judge(color, place).faults;
    faults
        .into_iter()
        .filter_map(|fault| match fault {
            Fault::OutOfTurn { .. } => None,
            Fault::Suicide { .. } => Some("suicide"),
            Fault::Ko { .. } => Some("ko"),
            Fault::Superko { .. } => Some("superko"),
            Fault::Occupied { .. } => Some("occupied"),
            Fault::Outside => Some("outside"),
        })
        .collect()
}

/// The board after a play that must be legal.
fn after(position: &Position, color: Color, place: Place) -> (Board, usize) {
    let mut next = position.clone();
    next.set_to_move(color);
    let played = next.play(color, place).unwrap_or_else(|judgement| panic!("{judgement:?}"));
    (next.board().clone(), played.captured.len())
}

fn legal_map(row: &Value) -> Result<(), String> {
    let position = position(row, &rules(row));
    let expect = &row["expect"];
    let to_move = color(&row["to_move"]);
    if position.board().lines() != lines(&expect["board"]) {
        return Err(format!("board is {:?}", position.board().lines()));
    }
    for (side, captured) in [("captured_by_black", position.captured().black), ("captured_by_white", position.captured().white)] {
        if expect.get(side).is_some_and(|expected| expected.as_u64() != Some(u64::from(captured))) {
            return Err(format!("{side} is {captured}"));
        }
    }
    let size = position.size();
    let mut expected: Vec<Point> =
        expect["illegal"].as_array().unwrap().iter().map(|entry| Point::from_vertex(entry[0].as_str().unwrap(), size).unwrap()).collect();
    expected.sort_by_key(|&point| size.index(point));
    let empty = size.points().filter(|&point| position.get(point).is_none());
    let illegal: Vec<Point> = empty.filter(|&point| !reasons(&position, to_move, Place::At(point)).is_empty()).collect();
    if illegal != expected {
        return Err(format!("illegal are {:?}", illegal.iter().map(|point| point.vertex(size).to_string()).collect::<Vec<_>>()));
    }
    for entry in expect["illegal"].as_array().unwrap() {
        let place = Place::parse(entry[0].as_str().unwrap(), size).unwrap();
        let (found, word) = (reasons(&position, to_move, place), entry[1].as_str().unwrap());
        let repetition = |reason: &&str| reason.ends_with("ko");
        let same = found.contains(&word) || (repetition(&word) && found.iter().any(repetition));
        if !same {
            return Err(format!("{place:?} is {found:?}, not {word}"));
        }
    }
    let Some(then) = expect.get("then") else { return Ok(()) };
    let (mover, place) = play(&then["move"], size);
    assert!(then["legal"].as_bool().unwrap());
    let (board, _) = after(&position, mover, place);
    if board.lines() != lines(&then["board"]) {
        return Err(format!("then the board is {:?}", board.lines()));
    }
    // A game that a loop ends without result is a repetition to be noticed, under the simple ko rule too.
    if then["no_result"] == true && position.judge(mover, place).repeats.is_none() {
        return Err("the repetition is not noticed".to_owned());
    }
    Ok(())
}

fn legal(row: &Value) -> Result<(), String> {
    let position = position(row, &rules(row));
    let expect = &row["expect"];
    let (mover, place) = play(&row["move"], position.size());
    let found = reasons(&position, mover, place);
    if found.is_empty() != expect["legal"].as_bool().unwrap() {
        return Err(format!("it is {found:?}"));
    }
    if let Some(reason) = expect.get("reason").and_then(Value::as_str)
        && !found.contains(&reason)
    {
        return Err(format!("it is {found:?}"));
    }
    if !found.is_empty() {
        return Ok(());
    }
    let (board, captured) = after(&position, mover, place);
    if expect.get("board").is_some_and(|expected| board.lines() != lines(expected)) {
        return Err(format!("board is {:?}", board.lines()));
    }
    if expect.get("captured").is_some_and(|expected| expected.as_u64() != Some(captured as u64)) {
        return Err(format!("{captured} captured"));
    }
    Ok(())
}

fn play_kind(row: &Value) -> Result<(), String> {
    let position = position(row, &rules(row));
    let expect = &row["expect"];
    if position.board().lines() != lines(&expect["board"]) {
        return Err(format!("board is {:?}", position.board().lines()));
    }
    let ko = position.ko_point().map(|(point, _)| point.vertex(position.size()).to_string());
    if ko.as_deref() != expect["ko_point"].as_str() {
        return Err(format!("ko point is {ko:?}"));
    }
    Ok(())
}

/// `position_legal` is false where a chain was put without liberties; the board of the case then has such chains lifted.
fn setup(row: &Value) -> Result<(), String> {
    let expect = &row["expect"];
    let expected = board(&expect["board"]);
    let size = expected.size();
    let mut board = Board::new(size);
    for (field, stone) in [("add_black", Some(Color::Black)), ("add_white", Some(Color::White)), ("clear", None)] {
        let points = row[field].as_array().unwrap().iter();
        board.set(points.map(|vertex| (Point::from_vertex(vertex.as_str().unwrap(), size).unwrap(), stone)));
    }
    if board.every_chain_has_a_liberty() != expect["position_legal"].as_bool().unwrap() {
        return Err("legal or not".to_owned());
    }
    let breathless: Vec<Point> = size.points().filter(|&point| board.get(point).is_some() && board.liberties(point).is_empty()).collect();
    board.set(breathless.into_iter().map(|point| (point, None)));
    if board != expected { Err(format!("board is {:?}", board.lines())) } else { Ok(()) }
}

#[test]
fn every_legality_case_holds() {
    let Some(rows) = rows("legality.jsonl") else { return };
    let mut wrong = Vec::new();
    for row in &rows {
        let verdict = match text(row, "kind") {
            "legal_map" => legal_map(row),
            "legal" => legal(row),
            "play" => play_kind(row),
            "setup" => setup(row),
            other => Err(format!("unknown kind {other}")),
        };
        wrong.extend(verdict.err().map(|why| format!("{}: {why}", text(row, "id"))));
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    say(&format!("legality.jsonl: {} of {} cases hold", rows.len(), rows.len()));
}

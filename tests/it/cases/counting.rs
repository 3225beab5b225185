//! score.jsonl and passalive.jsonl, the area scores of legality.jsonl, and the dead stones of dead.jsonl as far as they can be proved.

use kifud::go::sgf::{self, rules_named};
use kifud::go::{
    Board, ByColor, Color, Count, Counting, HalfPoints, Known, Owner, Point, Position, Rules, Side, Size, Suicide, ToCount, contested,
    count, owners, pass_alive,
};
use serde_json::Value;

use super::{board, lines, rows, say, text};

fn points(value: &Value, size: Size) -> Vec<Point> {
    value.as_array().unwrap().iter().map(|vertex| Point::from_vertex(vertex.as_str().unwrap(), size).unwrap()).collect()
}

/// The rules of a case: by name, or only how it is counted, without compensation.
fn rules(row: &Value) -> Rules {
    let counting = match row["rules"]["scoring"].as_str() {
        Some("area") | None => Counting::Area,
        Some("territory") => Counting::Territory,
        Some(other) => panic!("unknown scoring {other}"),
    };
    let named = row["rules"]["name"]
        .as_str()
        .map(|name| Rules::preset(name).or_else(|| rules_named(name)).unwrap_or_else(|| panic!("unknown rules {name}")));
    let rules = named.unwrap_or(Rules { counting, handicap: kifud::go::HandicapCompensation::None, ..Rules::CHINESE });
    // Filling in is area counting seen from the other side.
    assert!(rules.counting == counting || (rules.counting, counting) == (Counting::FillIn, Counting::Area));
    rules
}

fn counted(row: &Value) -> Count {
    let board = board(&row["board"]);
    let dead = points(&row["dead"], board.size());
    let number = |field: &str| row.get(field).and_then(Value::as_u64).unwrap_or(0) as u32;
    let captured = ByColor { black: number("captured_by_black"), white: number("captured_by_white") };
    let komi = HalfPoints((row["rules"]["komi"].as_f64().unwrap_or(0.0) * 2.0) as i32);
    let handicap = row["rules"]["handicap"].as_u64().unwrap_or(0) as u32;
    count(&ToCount { board: &board, dead: &dead, captured, rules: &rules(row), komi, handicap })
}

/// Every number that a case gives, beside ours. An expectation of a new name is a failure: nothing is passed over.
fn compare(row: &Value) -> Result<(), String> {
    let count = counted(row);
    let both = |get: fn(Side) -> u32| vec![f64::from(get(count.sides.black)), f64::from(get(count.sides.white))];
    let area_difference = f64::from(count.sides.black.area()) - f64::from(count.sides.white.area());
    let komi = row["rules"]["komi"].as_f64().unwrap_or(0.0);
    for (field, expected) in row["expect"].as_object().unwrap() {
        let found = match field.as_str() {
            "area_black_minus_white" => vec![area_difference],
            "black_minus_white" => vec![count.margin.as_points()],
            "stones" => both(|side| side.stones),
            "territory" => both(|side| side.territory),
            "territory_points" => both(|side| side.territory + side.prisoners),
            "area_points" => both(Side::area),
            "black_total" => vec![count.total(Color::Black).as_points()],
            "white_total" => vec![count.total(Color::White).as_points()],
            "white_handicap_bonus" => vec![count.to_white.as_points() - komi],
            other => return Err(format!("unknown expectation {other}")),
        };
        let expected: Vec<f64> = match expected {
            Value::Array(all) => all.iter().map(|number| number.as_f64().unwrap()).collect(),
            one => vec![one.as_f64().unwrap()],
        };
        if found != expected {
            return Err(format!("{field} is {found:?}, expected {expected:?}"));
        }
    }
    Ok(())
}

#[test]
fn every_counting_case_holds() {
    let Some(rows) = rows("score.jsonl") else { return };
    let wrong: Vec<String> = rows.iter().filter_map(|row| compare(row).err().map(|why| format!("{}: {why}", text(row, "id")))).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    say(&format!("score.jsonl: {} of {} cases hold", rows.len(), rows.len()));
}

#[test]
fn the_area_scores_of_played_cases_hold() {
    let Some(rows) = rows("legality.jsonl") else { return };
    let mut held = 0;
    for row in rows.iter().filter(|row| row["kind"] == "play") {
        let board = Board::from_lines(lines(&row["expect"]["board"])).unwrap();
        let what =
            ToCount { board: &board, dead: &[], captured: ByColor::default(), rules: &Rules::CHINESE, komi: HalfPoints(0), handicap: 0 };
        let count = count(&what);
        let difference = i64::from(count.sides.black.area()) - i64::from(count.sides.white.area());
        assert_eq!(Some(difference), row["expect"]["area_black_minus_white"].as_i64(), "{}", text(row, "id"));
        held += 1;
    }
    assert!(held > 0);
    say(&format!("legality.jsonl: {held} area scores hold"));
}

/// KataGo's strict mode is Benson; its wider modes guess, and a referee's tool may not.
const KATAGO_MODES_NOT_OURS: [&str; 3] = [
    "safe_big=1 unsafe_big=0 nonpassalive=0", // also large regions in which the opponent has no stone yet
    "safe_big=1 unsafe_big=1 nonpassalive=0", // also regions whose surrounding stones may be taken
    "safe_big=1 unsafe_big=1 nonpassalive=1", // also stones that may be taken
];

fn katago_area(row: &Value) -> Result<usize, String> {
    let board = board(&row["board"]);
    let mut held = 0;
    for (mode, expected) in row["expect"].as_object().unwrap() {
        let (flags, suicide) = mode.rsplit_once(" suicide=").unwrap();
        if KATAGO_MODES_NOT_OURS.contains(&flags) {
            continue;
        }
        assert_eq!(flags, "safe_big=0 unsafe_big=0 nonpassalive=0", "a mode that is neither ours nor listed");
        let found = pass_alive(&board, if suicide == "1" { Suicide::Several } else { Suicide::None });
        let mut sure = Board::new(board.size());
        for color in Color::BOTH {
            sure.set(found.stones[color].iter().chain(&found.territory[color]).map(|&point| (point, Some(color))));
        }
        if sure.lines() != lines(expected) {
            return Err(format!("{mode}: {:?}", sure.lines()));
        }
        held += 1;
    }
    Ok(held)
}

/// What GNU Go says of a point, in its words, as far as Benson's method says it.
fn word(board: &Board, found: &kifud::go::PassAlive, point: Point) -> &'static str {
    for color in Color::BOTH {
        if found.stones[color].contains(&point) {
            return "alive";
        }
        if found.territory[color].contains(&point) {
            return match (board.get(point), color) {
                (Some(_), _) => "dead",
                (None, Color::Black) => "black_territory",
                (None, Color::White) => "white_territory",
            };
        }
    }
    "undecided"
}

/// Returns how many points hold, and how many GNU Go decides by reading beyond Benson. A wrong word is an error; so is silence about
/// stones that plain Benson proves, by the second tool of the case.
fn unconditional(row: &Value) -> Result<(usize, usize), String> {
    let board = board(&row["board"]);
    let found = pass_alive(&board, Suicide::None);
    let differs: Vec<&str> = row["verified"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|by| by["differs"].as_array())
        .flatten()
        .filter_map(|entry| entry[0].as_str())
        .collect();
    let (mut held, mut beyond) = (0, 0);
    for (vertex, expected) in row["expect"].as_object().unwrap() {
        let found = word(&board, &found, Point::from_vertex(vertex, board.size()).unwrap());
        let expected = expected.as_str().unwrap();
        if found == expected {
            held += 1;
        } else if found == "undecided" && (expected != "alive" || differs.contains(&vertex.as_str())) {
            beyond += 1;
        } else {
            return Err(format!("{vertex} is {found}, expected {expected}"));
        }
    }
    Ok((held, beyond))
}

#[test]
fn every_pass_alive_case_holds() {
    let Some(rows) = rows("passalive.jsonl") else { return };
    let (mut modes, mut held, mut beyond, mut wrong) = (0, 0, 0, Vec::new());
    for row in &rows {
        let verdict = match text(row, "kind") {
            "katago_area" => katago_area(row).map(|count| modes += count),
            "unconditional" => unconditional(row).map(|(points, read)| {
                held += points;
                beyond += read;
            }),
            other => Err(format!("unknown kind {other}")),
        };
        wrong.extend(verdict.err().map(|why| format!("{}: {why}", text(row, "id"))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(held > 0 && modes > 0);
    say(&format!(
        "passalive.jsonl: {modes} KataGo modes and {held} GNU Go points hold; {beyond} points need reading beyond Benson, kifud proposes nothing there"
    ));
}

/// What is proposed as dead by proof alone, beside positions that were judged by reading: never a stone that lives.
#[test]
fn nothing_that_lives_is_proved_dead_and_nothing_dead_is_proved_alive() {
    let Some(rows) = rows("dead.jsonl") else { return };
    let (mut proved, mut judged) = (0, 0);
    for row in rows.iter().filter(|row| row["kind"] == "ownership") {
        let board = board(&row["board"]);
        let expected = points(&row["expect"]["dead"], board.size());
        let found = pass_alive(&board, Suicide::None);
        for color in Color::BOTH {
            let dead = found.territory[color].iter().filter(|&&point| board.get(point) == Some(color.opponent()));
            for point in dead {
                let chain = board.chain(*point);
                assert!(chain.iter().any(|stone| expected.contains(stone)), "{}: {}", text(row, "id"), point.vertex(board.size()));
                proved += 1;
            }
            let alive = found.stones[color].iter().find(|point| expected.contains(point));
            assert_eq!(alive, None, "{}", text(row, "id"));
        }
        judged += expected.len();
    }
    assert!(judged > 0);
    say(&format!("dead.jsonl: {proved} of {judged} dead stones are proved, none wrongly; the rest is for people, or an engine, to say"));
}

/// How many points would be told of at the end of real games that were counted, before anybody has marked anything.
#[test]
fn finished_games_leave_few_points_to_tell_of() {
    let Some(folder) = super::shared("sgf/games") else { return };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut told, mut all): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for file in files {
        let Ok(game) = sgf::read(&std::fs::read(&file).unwrap()) else { continue };
        let counted = game.tags.result.as_deref().and_then(|result| result.get(2..)).is_some_and(|margin| margin.parse::<f64>().is_ok());
        if !counted || !game.record.edits.is_empty() {
            continue;
        }
        let Ok(position) = Position::from_record(&game.record, &Rules::CHINESE) else { continue };
        let proved = pass_alive(position.board(), Suicide::None).territory;
        let dead: Vec<Point> =
            Color::BOTH.into_iter().flat_map(|color| proved[color].clone()).filter(|&point| position.get(point).is_some()).collect();
        told.push(contested(position.board(), &dead, Known::Unsaid).len());
        all.push(owners(position.board()).into_iter().filter(|owner| *owner == Owner::Neutral).count());
    }
    let quiet = told.iter().filter(|&&points| points == 0).count();
    let sum = |numbers: &[usize]| numbers.iter().sum::<usize>();
    let (few, games) = (told.iter().filter(|&&points| points <= 12).count(), told.len());
    let figures = format!(
        "{games} games that were counted: quiet {quiet}, a dozen points or fewer {few}, {} points in all, of {} that both sides touch",
        sum(&told),
        sum(&all)
    );
    say(&figures);
    assert!(games > 50 && few * 10 >= games * 8 && sum(&told) * 3 < sum(&all), "{figures}");
}

//! sgf.jsonl and handicap_implied.jsonl.

use kifud::go::sgf::tree::{GameTree, parse, parse_repairing};
use kifud::go::sgf::{decode, implied_stones, read, value};
use kifud::go::{Place, Point, Size};
use serde_json::{Value, json};

use super::{rows, say, shared, text};

/// Calls of the library that the facts come from for which kifud has no counterpart, and why. Every entry must have a row, and every row
/// of another name must hold.
const NOT_OURS: [(&str, &str); 14] = [
    ("tokenise", "the token stream of that library, with its offsets; what it means for a game is in parse_sgf_game"),
    ("interpret_double", "emphasis marks (DO, IT, GB and so on) are neither read nor written"),
    ("serialise_double", "emphasis marks are neither read nor written"),
    ("serialise_colour", "colours are an enum here: there is nothing to refuse"),
    ("serialise_number", "numbers are written from whole numbers: there is nothing to cut or refuse"),
    ("serialise_none", "a bare value is written as an empty text"),
    ("serialise_FG", "figures are not written"),
    ("interpret_FG", "figures are not read"),
    ("serialise_LB_list", "markup is not written"),
    ("interpret_LB_list", "markup is not read"),
    ("serialise_ARLN_list", "markup is not written"),
    ("interpret_ARLN_list", "markup is not read"),
    ("interpret_AP", "AP is kept as one text; its parts are parse_compose's"),
    ("serialise_go_point", "writes a pass as tt on small boards; kifud writes an empty value, which is never a point"),
];

/// Single rows that are read otherwise on purpose: by name and condition, with the reason.
fn read_otherwise(function: &str, row: &Value) -> Option<&'static str> {
    let interprets_text = matches!(function, "interpret_text" | "interpret_simpletext");
    let python = row["expect"]["error"].as_str().is_some_and(|error| error.starts_with("TypeError") || error.starts_with("AttributeError"));
    match () {
        () if function.starts_with("serialise")
            && row["args"][1]["encoding"].as_str().is_some_and(|name| name != "UTF-8" && name != "utf-8") =>
        {
            Some("kifud writes UTF-8 only")
        }
        () if function == "serialise_move" && row["args"][0].is_null() && row["expect"]["result"] == hex("tt") => {
            Some("kifud writes a pass as an empty value, which is never a point")
        }
        () if function.ends_with("simpletext") && !row["args"][0].is_string() && row["args"][0].get("hex").is_none() => {
            Some("an argument of another type, which does not compile here")
        }
        () if python => Some("an argument of another type, which does not compile here"),
        () if interprets_text && row["expect"]["error"].as_str().is_some_and(|error| error.starts_with("UnicodeDecodeError")) => Some(
            "bytes that are not of the stated character set are read by the one they fit, or marked as damaged: the game is not refused for a name",
        ),
        () => None,
    }
}

/// A bytes argument: given as hex, or as text.
fn bytes(value: &Value) -> Vec<u8> {
    if let Some(hex) = value["hex"].as_str() {
        return (0..hex.len() / 2).map(|index| u8::from_str_radix(&hex[2 * index..2 * index + 2], 16).unwrap()).collect();
    }
    value.as_str().unwrap_or_default().as_bytes().to_vec()
}

fn string(value: &Value) -> String {
    String::from_utf8(bytes(value)).unwrap()
}

fn hex(text: &str) -> Value {
    json!({ "hex": text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>() })
}

fn size(args: &Value) -> Option<Size> {
    Size::square(u8::try_from(args[1]["size"].as_u64()?).ok()?)
}

/// Points of these facts are [line from below, column].
fn coordinates(point: Point, size: Size) -> Value {
    json!([size.height() - 1 - point.row, point.col])
}

fn sequence(tree: &GameTree, first: usize) -> Value {
    let mut nodes = Vec::new();
    let mut number = first;
    loop {
        let node = &tree.nodes()[number];
        let properties: serde_json::Map<String, Value> =
            node.properties.iter().map(|property| (property.name.clone(), property.values.iter().map(|raw| hex(raw)).collect())).collect();
        nodes.push(Value::Object(properties));
        match node.children[..] {
            [only] => number = only,
            ref children => {
                let children: Vec<Value> = children.iter().map(|&child| sequence(tree, child)).collect();
                return json!({ "sequence": nodes, "children": children });
            }
        }
    }
}

/// A variation without a sibling goes on in the same line: parentheses around it say nothing.
fn unwrapped(expected: &Value) -> Value {
    if let Some(trees) = expected.as_array() {
        return trees.iter().map(unwrapped).collect();
    }
    let Some(children) = expected["children"].as_array() else { return expected.clone() };
    let mut sequence = expected["sequence"].as_array().unwrap().clone();
    let mut children: Vec<Value> = children.iter().map(unwrapped).collect();
    if let [only] = &mut children[..] {
        sequence.append(only["sequence"].as_array_mut().unwrap());
        children = only["children"].as_array().unwrap().clone();
    }
    json!({ "sequence": sequence, "children": children })
}

/// What kifud has for a call: `None` where it refuses.
fn ours(function: &str, args: &Value) -> Option<Value> {
    let first = &args[0];
    match function {
        "is_valid_property_identifier" => {
            let name = string(first);
            Some(json!(parse(&format!("(;{name}[x])")).is_ok_and(|trees| trees[0].nodes()[0].properties[0].name == name)))
        }
        "is_valid_property_value" => {
            let raw = string(first);
            Some(json!(parse(&format!("(;C[{raw}])")).is_ok_and(|trees| trees[0].nodes()[0].properties[0].values == [raw.as_str()])))
        }
        "parse_sgf_game" => Some(sequence(&parse(&string(first)).ok()?[0], 0)),
        "parse_sgf_collection" => Some(parse(&string(first)).ok()?.iter().map(|tree| sequence(tree, 0)).collect()),
        "parse_compose" => {
            let raw = string(first);
            let (one, two) = value::compose_parts(&raw);
            Some(json!([hex(one), two.map(hex)]))
        }
        "compose" => Some(hex(&format!("{}:{}", value::escape_part(&string(first)), value::escape(&string(&args[1]))))),
        "text_value" => Some(hex(&value::text(&string(first)))),
        "simpletext_value" => Some(hex(&value::simple_text(&string(first)))),
        "interpret_text" => Some(json!(value::text(&decode(&bytes(first)).text))),
        "interpret_simpletext" => Some(json!(value::simple_text(&decode(&bytes(first)).text))),
        "escape_text" => Some(hex(&value::escape(&string(first)))),
        "interpret_number" => value::number(&string(first)).map(|number| json!(number)),
        "interpret_real" => value::real(&string(first)).map(|real| json!(real)),
        "serialise_real" => {
            let given = first.as_f64().or_else(|| first.as_str()?.parse().ok());
            value::write_real(given?).map(|written| hex(&written))
        }
        "interpret_colour" => {
            // PL decides who begins.
            let file = read(format!("(;PL[{}])", string(first)).as_bytes()).unwrap();
            let said = parse(&format!("(;PL[{}])", string(first))).unwrap()[0].nodes()[0].properties[0].values[0].clone();
            let color = if file.record.first == kifud::go::Color::Black { "b" } else { "w" };
            said.eq_ignore_ascii_case(color).then(|| json!(color))
        }
        _ if function.contains("point") || function.contains("move") => our_points(function, args),
        "serialise_text" | "serialise_simpletext" => Some(hex(&value::escape(&string(first)))),
        _ => Some(json!("no counterpart")),
    }
}

/// The same for points and moves.
fn our_points(function: &str, args: &Value) -> Option<Value> {
    let first = &args[0];
    match function {
        "interpret_move" => value::place(&string(first), size(args)?).map(|place| match place {
            Place::At(point) => size(args).map_or(Value::Null, |size| coordinates(point, size)),
            Place::Pass => Value::Null,
        }),
        "interpret_point" => {
            value::point(&string(first), size(args)?).map(|point| size(args).map_or(Value::Null, |size| coordinates(point, size)))
        }
        "interpret_point_list" => {
            let raw: Vec<String> = first.as_array()?.iter().map(string).collect();
            let mut points: Vec<Value> =
                value::points(&raw, size(args)?).ok()?.into_iter().map(|point| coordinates(point, size(args).unwrap())).collect();
            points.sort_by_key(|point| (point[0].as_u64(), point[1].as_u64()));
            points.dedup();
            Some(json!(points))
        }
        "serialise_point_list" => {
            let size = size(args)?;
            let points: Option<Vec<Point>> = first
                .as_array()?
                .iter()
                .map(|point| {
                    Some(Point::new(u8::try_from(point[1].as_u64()?).ok()?, size.height() - 1 - u8::try_from(point[0].as_u64()?).ok()?))
                })
                .collect();
            let mut written: Vec<String> = points?.into_iter().map(value::write_point).collect();
            written.sort();
            Some(written.iter().map(|point| hex(point)).collect())
        }
        "serialise_point" | "serialise_move" if first.is_null() => {
            (function == "serialise_move").then(|| hex(&value::write_place(Place::Pass)))
        }
        "serialise_point" | "serialise_move" => {
            let size = size(args)?;
            let side = |number: &Value| u8::try_from(number.as_u64()?).ok();
            let point = Point::new(side(&first[1])?, size.height().checked_sub(side(&first[0])? + 1)?);
            size.contains(point).then(|| hex(&value::write_place(Place::At(point))))
        }
        _ => Some(json!("no counterpart")),
    }
}

#[test]
fn every_sgf_fact_that_concerns_kifud_holds() {
    let Some(rows) = rows("sgf.jsonl") else { return };
    let (mut held, mut wrong, mut otherwise) = (0, Vec::new(), 0);
    let mut listed = [0; NOT_OURS.len()];
    for row in rows.iter().filter(|row| row["kind"] == "sgf_fact") {
        let function = text(row, "fn");
        if let Some(entry) = NOT_OURS.iter().position(|(name, _)| *name == function) {
            listed[entry] += 1;
            continue;
        }
        if let Some(_reason) = read_otherwise(function, row) {
            otherwise += 1;
            continue;
        }
        let found = ours(function, &row["args"]);
        let expected = row["expect"].get("result");
        let expected = if function.starts_with("parse_sgf") { expected.map(unwrapped) } else { expected.cloned() };
        let same = match (&found, &expected) {
            (Some(found), Some(expected)) => found == expected || found.is_number() && found.as_f64() == expected.as_f64(),
            (None, None) => true,
            _ => false,
        };
        if same {
            held += 1;
        } else {
            wrong.push(format!("{} {function} {}: {found:?}, expected {expected:?}", text(row, "id"), row["args"]));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    let stale: Vec<_> = NOT_OURS.iter().zip(listed).filter(|(_, rows)| *rows == 0).map(|((name, _), _)| name).collect();
    assert!(stale.is_empty(), "listed without a row: {stale:?}");
    let not_ours: usize = listed.iter().sum();
    say(&format!("sgf.jsonl facts: {held} hold, {not_ours} do not concern kifud, {otherwise} are read otherwise on purpose"));
}

/// What three readers get from a file. The files themselves are here only in part.
#[test]
fn every_file_that_is_here_is_read_as_other_readers_read_it() {
    let (Some(rows), Some(folder)) = (rows("sgf.jsonl"), shared("sgf")) else { return };
    let (mut compared, mut refused, mut absent, mut wrong) = (0, 0, 0, Vec::new());
    for row in rows.iter().filter(|row| row["kind"] == "sgf_file") {
        let name = text(row, "source").rsplit('/').next().unwrap();
        let Some(path) = ["games", "odd"].map(|part| folder.join(part).join(name)).into_iter().find(|path| path.exists()) else {
            absent += 1;
            continue;
        };
        let bytes = std::fs::read(path).unwrap();
        let trees = parse_repairing(&decode(&bytes).text).map(|(trees, _)| trees);
        let says: Vec<&Value> = row["says"].as_object().unwrap().values().collect();
        let counts: Vec<u64> = says.iter().filter_map(|says| says["main_nodes"].as_u64()).filter(|&nodes| nodes > 0).collect();
        match trees {
            Err(_) if counts.len() < says.len() => refused += 1,
            Err(fault) => wrong.push(format!("{name}: {fault:?}, others read it")),
            Ok(trees) => {
                compared += 1;
                let nodes = trees[0].main_line().count() as u64;
                // Where others differ, the longest reading: a shorter one has lost moves.
                if counts.iter().max() != Some(&nodes) {
                    wrong.push(format!("{name}: {nodes} nodes, others {counts:?}"));
                }
                let size = says.iter().find_map(|says| says["size"].as_u64());
                if let (Some(size), Ok(game)) = (size, read(&bytes))
                    && size != u64::from(game.record.size.width())
                {
                    wrong.push(format!("{name}: size {}, others {size}", game.record.size.width()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 20, "{compared}");
    say(&format!("sgf.jsonl files: {compared} read as by others, {refused} refused as by some other, {absent} are not here"));
}

#[test]
fn implied_handicap_stones_are_where_they_were_found() {
    let Some(rows) = rows("handicap_implied.jsonl") else { return };
    let nineteen = Size::square(19).unwrap();
    for row in &rows {
        let years: &[Option<u32>] = match text(row, "era") {
            "any" => &[None, Some(2010), Some(2017), Some(2018), Some(2024)],
            "DT < 2018" => &[Some(2010), Some(2017)],
            "DT >= 2018" => &[None, Some(2018), Some(2024)],
            other => panic!("unknown era {other}"),
        };
        let mut expected: Vec<&str> =
            row["expect"]["black_stones"].as_array().unwrap().iter().map(|stone| stone.as_str().unwrap()).collect();
        expected.sort_unstable();
        for &year in years {
            let stones = implied_stones(nineteen, row["HA"].as_u64().unwrap() as u32, year).unwrap();
            let mut stones: Vec<String> = stones.into_iter().map(|stone| stone.vertex(nineteen).to_string()).collect();
            stones.sort();
            assert_eq!(stones, expected, "{} {year:?}", text(row, "id"));
        }
    }
    say(&format!("handicap_implied.jsonl: {} of {} cases hold", rows.len(), rows.len()));
}

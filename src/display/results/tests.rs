use serde_json::json;

use super::*;

/// An ended game of round 3, won by Black.
fn ended(id: &str, board: u32, result: Value) -> Value {
    json!({
        "game_id": id, "phase": "ended", "as_of": "2026-12-05T10:00:00.000Z", "match": { "event": "Open, Köln", "round": 3, "board": board },
        "rulebook": "egf", "size": 19, "komi": 6.5, "handicap": 0, "move_number": 211,
        "players": {
            "black": { "name": "Müller Jürgen", "rank": "3d", "club": "Köl", "country": "DE", "ids": { "egf": "10000001" } },
            "white": { "name": "柯 洁", "rank": "9p" },
        },
        "result": result,
    })
}

fn won() -> Value {
    json!({ "winner": "black", "by": "resignation", "sgf": "B+R", "state": "final" })
}

#[test]
fn a_result_is_a_line_and_another_result_of_the_game_replaces_it() {
    let mut results = Results::default();
    let mut game = ended("g-1", 2, won());
    results.take("t2", &game);
    let before = results.version();
    game["as_of"] = json!("2026-12-05T11:00:00.000Z");
    results.take("t2", &game);
    assert_eq!(results.version(), before, "the same document again, made later");
    let csv = results.csv();
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    let wanted = "t2,\"Open, Köln\",3,2,g-1,Müller Jürgen,3d,DE,Köl,,10000001,,,柯 洁,9p,,,,,,,19,0,6.5,egf,211,B+R,black,resignation,final,\
                  RESULT_BLACKWINS,2026-12-05T10:00:00.000Z";
    assert_eq!(lines[1..], [wanted]);
    assert_eq!(lines[0].split(',').count(), COLUMNS.len());
    game["result"] = json!({ "winner": "white", "by": "ruling", "sgf": "W+F", "state": "changed" });
    results.take("t2", &game);
    assert!(results.csv().contains("W+F") && !results.csv().contains("B+R"));
    // A ruling lets play go on: there is no result any more. Another table's word does not count.
    game["phase"] = json!("playing");
    results.take("t1", &game);
    assert!(results.csv().contains("W+F"));
    results.take("t2", &game);
    assert_eq!(results.csv().lines().count(), 1);
    results.seed(read_csv(&csv).unwrap());
    assert_eq!(results.csv().lines().count(), 1, "an old list does not bring it back");
}

#[test]
fn opengotha_gets_the_games_that_it_has_paired_and_knows_the_end_of() {
    let mut results = Results::default();
    let cases = [
        (won(), "RESULT_BLACKWINS"),
        (json!({ "winner": "white", "by": "time", "state": "final" }), "RESULT_WHITEWINS"),
        (json!({ "winner": "white", "by": "absence", "state": "final" }), "RESULT_WHITEWINS_BYDEF"),
        (json!({ "winner": "black", "by": "absence", "state": "changed" }), "RESULT_BLACKWINS_BYDEF"),
        (json!({ "by": "draw", "state": "final" }), "RESULT_EQUAL"),
        (json!({ "by": "both-lose", "state": "final" }), "RESULT_BOTHLOSE"),
        (json!({ "by": "void", "state": "final" }), ""),
        (json!({ "by": "no-result", "state": "final" }), ""),
        (json!({ "winner": "black", "by": "score", "state": "unconfirmed" }), ""),
    ];
    for (board, (result, _)) in (1..).zip(&cases) {
        results.take("t1", &ended(&format!("g-{board}"), board, result.clone()));
    }
    let mut elsewhere = ended("g-x", 40, won());
    elsewhere["match"] = json!({});
    results.take("t1", &elsewhere);
    let text = results.opengotha();
    let xml = roxmltree::Document::parse(&text).unwrap();
    let games: Vec<_> = xml.descendants().filter(|node| node.has_tag_name("Game")).collect();
    let got: Vec<_> =
        games.iter().map(|game| (game.attribute("tableNumber").unwrap().to_owned(), game.attribute("result").unwrap())).collect();
    let wanted = (1..).zip(&cases).filter(|(_, (_, result))| !result.is_empty());
    assert_eq!(got, wanted.map(|(board, (_, result))| (board.to_string(), *result)).collect::<Vec<_>>());
    assert_eq!(games[0].attribute("blackPlayer"), Some("MÜLLERJÜRGEN"));
    // The attributes of a game in a tournament that OpenGotha itself has saved.
    let mut attributes: Vec<&str> = games[0].attributes().map(|attribute| attribute.name()).collect();
    attributes.sort_unstable();
    assert_eq!(attributes, ["blackPlayer", "handicap", "knownColor", "result", "roundNumber", "tableNumber", "whitePlayer"]);
    assert_eq!((games[0].attribute("whitePlayer"), games[0].attribute("roundNumber")), (Some("柯洁"), Some("3")));
}

#[test]
fn names_can_neither_break_the_lists_nor_be_carried_out_by_a_spreadsheet() {
    let mut results = Results::default();
    let mut game = ended("g-1", 1, won());
    game["players"]["black"]["name"] = json!("=HYPERLINK(\"http://x\",\"a\")");
    game["players"]["white"]["name"] = json!("O'Neil \"<&>\" \u{1}b");
    game["komi"] = json!(-0.5);
    results.take("t1", &game);
    let csv = results.csv();
    assert!(csv.contains("\"'=HYPERLINK(\"\"http://x\"\",\"\"a\"\")\"") && csv.contains(",-0.5,"), "{csv}");
    assert!(roxmltree::Document::parse(&results.opengotha()).is_ok());
    let back = read_csv(&csv).unwrap();
    assert_eq!(back[0].get("black"), "=HYPERLINK(\"http://x\",\"a\")");
    for id in ["../../etc/passwd", "", "a/b", ".", "g 1", &"x".repeat(65)] {
        game["game_id"] = json!(id);
        results.take("t1", &game);
    }
    assert_eq!(results.csv().lines().count(), 2, "an id that is no name of a file is nobody's");
}

#[test]
fn what_was_written_is_read_back_and_what_is_newer_goes_before_it() {
    let mut before = Results::default();
    before.take("t1", &ended("g-1", 1, won()));
    before.take("t2", &ended("g-2", 2, won()));
    let rows = read_csv(&before.csv()).unwrap();
    let mut after = Results::default();
    after.take("t2", &ended("g-2", 2, json!({ "winner": "white", "by": "ruling", "sgf": "W+F", "state": "changed" })));
    after.seed(rows);
    let csv = after.csv();
    assert!(csv.contains("g-1") && csv.contains("W+F") && csv.lines().count() == 3, "{csv}");
    // Other columns, in another order, and a cut end: what is there is taken.
    assert_eq!(read_csv("table,result,game_id\nt9,B+1.5,g-9\nt8,W").unwrap().len(), 2);
    for foreign in ["", "name;points\nAnn;3", "table,seat\nt1,3", "\"table"] {
        assert_eq!(read_csv(foreign), None, "{foreign}");
    }
}

#[test]
fn beyond_the_results_kept_the_oldest_go() {
    let mut results = Results::default();
    for n in 0..MAX_RESULTS + 3 {
        results.take("t1", &ended(&format!("g-{n}"), 1, won()));
    }
    let csv = results.csv();
    assert_eq!(csv.lines().count(), MAX_RESULTS + 1);
    assert!(!csv.contains(",g-2,") && csv.contains(",g-3,"));
    assert!((csv.len() as u64) < RESULTS_MAX_BYTES);
}

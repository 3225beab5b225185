//! The results for MacMahon (Christoph Gerlach's program), which imports none: a copy of the tournament that it has saved, with the results in it,
//! to be opened in its place. Pure.
//!
//! Nothing but the text of `Result` elements is another than in the file. A result is written where the file has none: what a person has entered
//! there stays.

use std::collections::BTreeMap;
use std::ops::Range;

use roxmltree::{Document, Node};

use super::results::Row;

/// What the file says while there is no result.
const NONE_YET: &str = "?-?";

/// The tournament with the results of these games; nothing where the text is no tournament of MacMahon.
pub(super) fn with_results(tournament: &str, rows: &[Row]) -> Option<String> {
    let document = Document::parse(tournament).ok()?;
    let root = document.root_element();
    if root.tag_name().name() != "Tournament" || !root.has_attribute("typeversion") {
        return None;
    }
    let players: BTreeMap<String, String> =
        named(root, "IndividualParticipant").filter_map(|node| Some((said(node, "Id")?, name(named(node, "GoPlayer").next()?)))).collect();
    let mut written: Vec<(Range<usize>, &str)> = Vec::new();
    for round in named(root, "TournamentRound") {
        let number = said(round, "RoundNumber").unwrap_or_default();
        for game in named(round, "Pairing") {
            let Some(text) = named(game, "Result").next().and_then(|result| result.children().find(Node::is_text)) else { continue };
            let side = |side: &str| said(game, side).and_then(|id| players.get(&id)).map_or("", String::as_str);
            let (black, white, board) = (side("Black"), side("White"), said(game, "BoardNumber").unwrap_or_default());
            let here = |row: &&Row| row.get("round") == number && row.get("board") == board;
            let found = rows.iter().filter(here).find_map(|row| of_pairing(row, black, white));
            if let Some(result) = found.filter(|_| text.text().unwrap_or_default().trim() == NONE_YET) {
                written.push((text.range(), result));
            }
        }
    }
    let mut copy = tournament.to_owned();
    // From the end, so that places before it stay.
    for (place, result) in written.into_iter().rev() {
        copy.replace_range(place, result);
    }
    Some(copy)
}

/// What the file says of this game, for the pairing of these two; nothing where others have played, or there is nothing to enter.
fn of_pairing(row: &Row, black: &str, white: &str) -> Option<&'static str> {
    let players = (row.get("black"), row.get("white"));
    // Drawn or exchanged at the board: the file's Black is who it was when the round was paired.
    let exchanged = match players {
        _ if players == (black, white) => false,
        _ if players == (white, black) => true,
        _ => return None,
    };
    match (row.get("state"), row.get("winner"), row.get("by")) {
        ("unconfirmed", ..) => None,
        (_, "black", _) => Some(if exchanged { "0-1" } else { "1-0" }),
        (_, "white", _) => Some(if exchanged { "1-0" } else { "0-1" }),
        (.., "draw") => Some("½-½"),
        (.., "both-lose") => Some("0-0"),
        _ => None,
    }
}

fn named<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// What the child of this name says, in one line.
fn said(node: Node<'_, '_>, name: &str) -> Option<String> {
    let child = node.children().find(|child| child.has_tag_name(name))?;
    let text: String = child.children().filter_map(|part| part.text()).collect();
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A player as the pairings seat one: surname first.
fn name(player: Node<'_, '_>) -> String {
    let parts = ["Surname", "FirstName"].map(|part| said(player, part).unwrap_or_default());
    parts.join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::display::results::Results;

    /// As the program saves it, without most of its settings.
    const TOURNAMENT: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<Tournament typeversion=\"9\">\n\
        <Name><![CDATA[Cup <2>]]></Name>\n\
        <IndividualParticipant typeversion=\"1\"><Id>7</Id><GoPlayer typeversion=\"1\"><FirstName>J\u{fc}rgen</FirstName><Surname><![CDATA[M\u{fc}ller]]></Surname></GoPlayer></IndividualParticipant>\n\
        <IndividualParticipant typeversion=\"1\"><Id>4</Id><GoPlayer typeversion=\"1\"><Surname>\u{67ef} \u{6d01}</Surname></GoPlayer></IndividualParticipant>\n\
        <TournamentRound typeversion=\"2\"><RoundNumber>1</RoundNumber>\n<Pairing typeversion=\"2\"><PairingWithBye>false</PairingWithBye><Black>7</Black><White>4</White>\
        <Result>?-?</Result><ResultByReferee>false</ResultByReferee><BoardNumber>3</BoardNumber></Pairing></TournamentRound>\n\
        <TournamentRound typeversion=\"2\"><RoundNumber>2</RoundNumber>\n<Pairing typeversion=\"2\"><Black>4</Black><White>7</White>\
        <Result>?-?</Result><BoardNumber>1</BoardNumber></Pairing></TournamentRound>\n</Tournament>\n";

    fn rows(games: &[(u32, u32, [&str; 2], Value)]) -> Vec<Row> {
        let mut results = Results::default();
        for (n, (round, board, [black, white], result)) in games.iter().enumerate() {
            let players = json!({ "black": { "name": black }, "white": { "name": white } });
            let game = json!({ "game_id": format!("g-{n}"), "phase": "ended", "match": { "round": round, "board": board }, "players": players, "result": result });
            results.take("t1", &game);
        }
        results.all()
    }

    fn won(winner: &str) -> Value {
        json!({ "winner": winner, "by": "score", "state": "final" })
    }

    const BOTH: [&str; 2] = ["M\u{fc}ller J\u{fc}rgen", "\u{67ef} \u{6d01}"];

    #[test]
    fn a_result_stands_in_its_pairing_and_nothing_else_is_another() {
        let copy = with_results(TOURNAMENT, &rows(&[(1, 3, BOTH, won("white"))])).unwrap();
        assert_eq!(copy, TOURNAMENT.replacen("?-?", "0-1", 1));
        // The colours were exchanged at the board: the file's Black is the one who has won.
        let exchanged = with_results(TOURNAMENT, &rows(&[(1, 3, [BOTH[1], BOTH[0]], won("white"))])).unwrap();
        assert_eq!(exchanged, TOURNAMENT.replacen("?-?", "1-0", 1));
        for (result, text) in
            [(json!({ "by": "draw", "state": "final" }), "\u{bd}-\u{bd}"), (json!({ "by": "both-lose", "state": "final" }), "0-0")]
        {
            assert_eq!(with_results(TOURNAMENT, &rows(&[(1, 3, BOTH, result)])).unwrap(), TOURNAMENT.replacen("?-?", text, 1));
        }
    }

    #[test]
    fn what_is_not_sure_is_left_to_people() {
        let unsure = [
            (1, 3, BOTH, json!({ "winner": "black", "by": "score", "state": "unconfirmed" })),
            (1, 3, BOTH, json!({ "by": "void", "state": "final" })),
            (1, 4, BOTH, won("black")),
            (2, 3, BOTH, won("black")),
            (1, 3, ["Somebody", "Else"], won("black")),
        ];
        for game in unsure {
            assert_eq!(with_results(TOURNAMENT, &rows(std::slice::from_ref(&game))).unwrap(), TOURNAMENT, "{game:?}");
        }
        let entered = TOURNAMENT.replacen("?-?", "1-0!", 1);
        assert_eq!(with_results(&entered, &rows(&[(1, 3, BOTH, won("white"))])).unwrap(), entered, "a person has entered it");
        for other in ["", "<Tournament dataVersion=\"201\"/>", "<Other typeversion=\"9\"/>", "<Tournament typeversion=\"9\">"] {
            assert_eq!(with_results(other, &[]), None, "{other}");
        }
    }
}

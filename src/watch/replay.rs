//! Earlier positions of the game, from its set-up, moves and edits. Pure.
//!
//! The `game` document says what each move captured, so nothing of the rules is needed here. A record that does not lead to the document's own
//! board (one that was cut to fit, say) is not stepped through: better no earlier position than a wrong one.

use std::collections::BTreeMap;

use serde_json::Value;

/// The columns of a board, without I.
pub(super) const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A stone, as rows of `board` write it.
pub(super) type Stones = BTreeMap<(usize, usize), char>;

/// Column and row, from the top left, of "Q16"; `None` for a pass and whatever is no point of this board.
pub(super) fn point(vertex: &str, size: usize) -> Option<(usize, usize)> {
    let column = COLUMNS.find(vertex.chars().next()?.to_ascii_uppercase())?;
    let line: usize = vertex.get(1..)?.parse().ok()?;
    (column < size && (1..=size).contains(&line)).then(|| (column, size - line))
}

/// Lines of the board that `game` shows.
pub(super) fn size(game: &Value) -> usize {
    game["board"].as_array().map_or(19, Vec::len).clamp(1, COLUMNS.len())
}

/// The stones of the document's own board.
pub(super) fn shown(game: &Value) -> Stones {
    let rows = game["board"].as_array().into_iter().flatten().take(COLUMNS.len()).enumerate();
    let points = rows.flat_map(|(row, line)| {
        line.as_str().unwrap_or_default().chars().take(COLUMNS.len()).enumerate().map(move |(column, point)| ((column, row), point))
    });
    points.filter(|(_, point)| matches!(point, 'X' | 'O')).collect()
}

/// The stones after `n` moves.
pub(super) fn after(game: &Value, n: u64) -> Stones {
    let size = size(game);
    let mut stones = Stones::new();
    let vertices = |list: &Value| -> Vec<(usize, usize)> {
        list.as_array().into_iter().flatten().filter_map(|vertex| point(vertex.as_str()?, size)).collect()
    };
    let put = |stones: &mut Stones, change: &Value| {
        stones.extend(vertices(&change["black"]).into_iter().map(|point| (point, 'X')));
        stones.extend(vertices(&change["white"]).into_iter().map(|point| (point, 'O')));
        for point in vertices(&change["empty"]) {
            stones.remove(&point);
        }
    };
    let edit = |stones: &mut Stones, after: u64| {
        for change in game["edits"].as_array().into_iter().flatten().filter(|edit| edit["after"].as_u64() == Some(after)) {
            put(stones, change);
        }
    };
    put(&mut stones, &game["setup"]);
    edit(&mut stones, 0);
    for played in game["moves"].as_array().into_iter().flatten() {
        let Some(number) = played["n"].as_u64().filter(|&number| number <= n) else { break };
        if let Some(point) = played["vertex"].as_str().and_then(|vertex| point(vertex, size)) {
            stones.insert(point, if played["color"] == "white" { 'O' } else { 'X' });
        }
        for point in vertices(&played["captured"]) {
            stones.remove(&point);
        }
        edit(&mut stones, number);
    }
    stones
}

/// True when the record leads to the board that the document shows.
pub(super) fn is_whole(game: &Value) -> bool {
    game["board"].is_array() && after(game, u64::MAX) == shown(game)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn captures_and_edits_are_followed_and_a_cut_record_is_not_stepped_through() {
        let game = json!({
            "board": [".O.", "...", "..X"], "setup": { "black": ["A1"], "white": [] },
            "moves": [
                { "n": 1, "color": "black", "vertex": "A3" },
                { "n": 2, "color": "white", "vertex": "B3", "captured": ["A3"] },
                { "n": 3, "color": "black", "vertex": "pass" },
            ],
            "edits": [{ "after": 3, "black": ["C1"], "white": [], "empty": ["A1"] }],
        });
        assert!(is_whole(&game));
        assert_eq!(after(&game, 1), Stones::from([((0, 0), 'X'), ((0, 2), 'X')]));
        assert_eq!(after(&game, 2), Stones::from([((1, 0), 'O'), ((0, 2), 'X')]));
        let mut cut = game.clone();
        cut["moves"].as_array_mut().unwrap().remove(0);
        cut["moves"][0]["vertex"] = json!("C3");
        assert!(!is_whole(&cut));
    }

    #[test]
    fn vertices_are_read_and_whatever_is_none_is_not() {
        assert_eq!((point("A19", 19), point("T1", 19), point("J9", 9)), (Some((0, 0)), Some((18, 18)), Some((8, 0))));
        for none in ["pass", "", "I5", "A0", "A20", "é1", "K10"] {
            assert_eq!(point(none, if none == "K10" { 9 } else { 19 }), None, "{none}");
        }
    }
}

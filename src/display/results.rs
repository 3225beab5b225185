//! The results of the games that the public has seen end, as others read them: a table of values (CSV), and the games of OpenGotha's XML.
//!
//! Pure: rows are made of `public/game` documents, or read back from the file that was written before.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Results that are kept: a hall of 512 tables and eight rounds. Beyond it the oldest leave the lists; their SGF files stay.
pub(super) const MAX_RESULTS: usize = 4_096;
/// Bytes of a file of results that is read back: [`MAX_RESULTS`] rows with every name at its longest would be larger, real ones are a tenth.
pub(super) const RESULTS_MAX_BYTES: u64 = 4 << 20;
/// The longest id of a game: it is the name of a file.
const ID_MAX: usize = 64;

/// The columns, in their order, each with where its value stands in a `game` document; nothing for what is not in it.
const COLUMNS: [(&str, &str); 32] = [
    ("table", ""),
    ("event", "/match/event"),
    ("round", "/match/round"),
    ("board", "/match/board"),
    ("game_id", "/game_id"),
    ("black", "/players/black/name"),
    ("black_rank", "/players/black/rank"),
    ("black_country", "/players/black/country"),
    ("black_club", "/players/black/club"),
    ("black_team", "/players/black/team"),
    ("black_egf", "/players/black/ids/egf"),
    ("black_ffg", "/players/black/ids/ffg"),
    ("black_aga", "/players/black/ids/aga"),
    ("white", "/players/white/name"),
    ("white_rank", "/players/white/rank"),
    ("white_country", "/players/white/country"),
    ("white_club", "/players/white/club"),
    ("white_team", "/players/white/team"),
    ("white_egf", "/players/white/ids/egf"),
    ("white_ffg", "/players/white/ids/ffg"),
    ("white_aga", "/players/white/ids/aga"),
    ("size", "/size"),
    ("handicap", "/handicap"),
    ("komi", "/komi"),
    ("rulebook", "/rulebook"),
    ("moves", "/move_number"),
    ("result", "/result/sgf"),
    ("winner", "/result/winner"),
    ("by", "/result/by"),
    ("state", "/result/state"),
    ("opengotha", ""),
    ("ended", "/as_of"),
];

/// One result: what stands in each column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row(Vec<String>);

impl Row {
    /// The result that a `game` document of a table tells; nothing while there is none.
    fn of(table: &str, game: &Value) -> Option<Row> {
        if game["phase"] != "ended" || !game["result"].is_object() {
            return None;
        }
        let text = |pointer: &str| match game.pointer(pointer) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let cell = |(name, pointer): &(&str, &str)| match *name {
            "table" => table.to_owned(),
            "opengotha" => opengotha(game).to_owned(),
            _ => text(pointer),
        };
        Some(Row(COLUMNS.iter().map(cell).collect()))
    }

    /// What stands in a column; nothing for one that there is not.
    pub(super) fn get(&self, column: &str) -> &str {
        let at = COLUMNS.iter().position(|(name, _)| *name == column);
        at.and_then(|at| self.0.get(at)).map_or("", String::as_str)
    }

    /// True when both say the same, whenever they were told.
    fn says_as(&self, other: &Row) -> bool {
        let said = |row: &Row| row.0[..COLUMNS.len() - 1].to_vec();
        said(self) == said(other)
    }

    /// By event, round, board and table, and several games there as they ended.
    fn order(&self) -> (&str, u64, u64, &str, &str) {
        let number = |column| self.get(column).parse().unwrap_or(u64::MAX);
        (self.get("event"), number("round"), number("board"), self.get("table"), self.get("ended"))
    }
}

/// What OpenGotha calls a result; nothing where none is to be entered: not confirmed yet, void, no result.
fn opengotha(game: &Value) -> &'static str {
    let text = |name: &str| game["result"][name].as_str().unwrap_or_default();
    // By default: whoever lost was not there.
    let absent = text("by") == "absence";
    match (text("state"), text("winner"), text("by")) {
        ("unconfirmed", ..) => "",
        (_, "black", _) if absent => "RESULT_BLACKWINS_BYDEF",
        (_, "white", _) if absent => "RESULT_WHITEWINS_BYDEF",
        (_, "black", _) => "RESULT_BLACKWINS",
        (_, "white", _) => "RESULT_WHITEWINS",
        (.., "draw") => "RESULT_EQUAL",
        (.., "both-lose") => "RESULT_BOTHLOSE",
        _ => "",
    }
}

/// True for the id of a game that may be the name of a file.
pub(super) fn is_plain_id(id: &str) -> bool {
    (1..=ID_MAX).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// All results, by game.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// With the number of the arrival: the oldest go first.
    rows: BTreeMap<String, (u64, Row)>,
    /// Those that were taken back, so that an old list does not bring them in again.
    withdrawn: BTreeSet<String>,
    arrivals: u64,
    version: u64,
}

impl Results {
    /// The number of the last change.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Takes a `game` document of a table: a result, another one, or that there is none any more.
    pub(super) fn take(&mut self, table: &str, game: &Value) {
        let Some(id) = game["game_id"].as_str().filter(|id| is_plain_id(id)) else { return };
        let known = self.rows.get(id).map(|(_, row)| row);
        match (Row::of(table, game), known) {
            (Some(row), Some(known)) if row.says_as(known) => {}
            (Some(row), _) => self.insert(id.to_owned(), row),
            // Taken back by a ruling: play goes on.
            (None, Some(known)) if known.get("table") == table => {
                self.rows.remove(id);
                self.withdrawn.insert(id.to_owned());
                self.version += 1;
            }
            (None, _) => {}
        }
    }

    /// Takes what was written before. What has been heard since goes before it.
    pub(super) fn seed(&mut self, rows: Vec<Row>) {
        for row in rows {
            let id = row.get("game_id").to_owned();
            if is_plain_id(&id) && !self.rows.contains_key(&id) && !self.withdrawn.contains(&id) {
                self.insert(id, row);
            }
        }
    }

    fn insert(&mut self, id: String, row: Row) {
        self.arrivals += 1;
        self.version += 1;
        self.withdrawn.remove(&id);
        self.rows.insert(id, (self.arrivals, row));
        if self.rows.len() > MAX_RESULTS {
            let oldest = self.rows.iter().min_by_key(|(_, (arrival, _))| *arrival).map(|(id, _)| id.clone());
            oldest.and_then(|oldest| self.rows.remove(&oldest));
        }
    }

    fn sorted(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.values().map(|(_, row)| row).collect();
        rows.sort_by(|one, other| one.order().cmp(&other.order()));
        rows
    }

    /// All of them, in the order of the lists.
    pub(super) fn all(&self) -> Vec<Row> {
        self.sorted().into_iter().cloned().collect()
    }

    /// As comma-separated values (RFC 4180), with a header.
    pub(super) fn csv(&self) -> String {
        let header = line(COLUMNS.iter().map(|(name, _)| *name));
        self.sorted().into_iter().fold(header, |text, row| text + &line(row.0.iter().map(String::as_str)))
    }

    /// As OpenGotha imports games: those with a result, whose round, table and players it knows.
    pub(super) fn opengotha(&self) -> String {
        // From this version of the data on, players are named by their keys.
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Tournament dataVersion=\"201\">\n<Games>\n".to_owned();
        let whole = ["round", "board", "black", "white", "opengotha"];
        for row in self.sorted().into_iter().filter(|row| whole.iter().all(|column| !row.get(column).is_empty())) {
            let cell = |column| escaped(row.get(column));
            text += &format!(
                "<Game roundNumber=\"{}\" tableNumber=\"{}\" blackPlayer=\"{}\" whitePlayer=\"{}\" knownColor=\"true\" handicap=\"{}\" result=\"{}\"/>\n",
                cell("round"),
                cell("board"),
                escaped(&key(row.get("black"))),
                escaped(&key(row.get("white"))),
                cell("handicap"),
                cell("opengotha"),
            );
        }
        text + "</Games>\n</Tournament>\n"
    }
}

/// One line of comma-separated values.
fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    cells.map(quoted).collect::<Vec<_>>().join(",") + "\r\n"
}

/// OpenGotha's key of a player: the name, surname first, without blanks, in capitals.
fn key(name: &str) -> String {
    name.split_whitespace().collect::<String>().to_uppercase()
}

/// A value of XML's attributes.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// What a spreadsheet would take for a formula.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t']) && text.parse::<f64>().is_err()
}

/// A cell. What a spreadsheet would carry out, because somebody has registered under such a name, stands behind an apostrophe.
fn quoted(text: &str) -> String {
    let text = if is_formula(text) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// How many results a list holds that is read back at a start; none where it is no list of ours.
pub fn results_in(text: &str) -> Option<usize> {
    read_csv(text).map(|rows| rows.len())
}

/// Reads back what [`Results::csv`] has written, also by a version with other columns; nothing where the text is no such thing.
pub(super) fn read_csv(text: &str) -> Option<Vec<Row>> {
    let mut lines = cells(text).into_iter();
    let header = lines.next()?;
    if header.first().is_none_or(|first| first != "table")
        || !["game_id", "result"].iter().all(|name| header.iter().any(|cell| cell == name))
    {
        return None;
    }
    let row = |line: Vec<String>| {
        let of = |name: &str| header.iter().position(|cell| cell == name).and_then(|at| line.get(at)).map_or("", String::as_str);
        let bare = |text: &str| text.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(text).to_owned();
        Row(COLUMNS.iter().map(|(name, _)| bare(of(name))).collect())
    };
    Some(lines.map(row).collect())
}

/// The lines of comma-separated values, each with its cells; empty lines are left out.
fn cells(text: &str) -> Vec<Vec<String>> {
    let (mut lines, mut line, mut cell, mut inside) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if inside && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => inside = !inside,
            ',' if !inside => line.push(std::mem::take(&mut cell)),
            '\r' if !inside => {}
            '\n' if !inside => {
                line.push(std::mem::take(&mut cell));
                lines.push(std::mem::take(&mut line));
            }
            letter => cell.push(letter),
        }
    }
    if !cell.is_empty() || !line.is_empty() {
        line.push(cell);
        lines.push(line);
    }
    lines.retain(|line| line.iter().any(|cell| !cell.is_empty()));
    lines
}

#[cfg(test)]
mod tests;

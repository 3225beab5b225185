//! From a file to a game.

use std::collections::BTreeMap;

use super::file::{GameFile, MoveTags, Note, Tags};
use super::handicap::{implied_stones, year};
use super::tree::{GameTree, Location, Node, Property, SyntaxFault, parse_repairing};
use super::{decode, value};
use crate::go::{ByColor, Color, Edit, HalfPoints, Place, PlayedMove, Point, Position, Record, Rules, Size};

/// The largest file that is read: real ones, comments and all, stay under a megabyte.
pub const FILE_BYTES_MAX: usize = 8 << 20;

/// The longest main line that is read, in nodes: 20 times the longest record known. It bounds what a file of set-up nodes can fill.
pub const MAIN_LINE_MAX: usize = 10_000;

/// The name of the property that keeps with what faults a move was played. Private, as SGF allows; KO alone says only that there were some.
pub(super) const FAULT_KINDS: &str = "XKIND";

/// The name of the private property for an overtime that OT cannot say exactly.
pub(super) const EXACT_OVERTIME: &str = "XOT";

/// What a move is marked with when KO alone says that it is illegal.
const SOME_FAULT: &str = "forbidden-point";

/// Why a file is not read. Nothing of it is: half a game would be taken for a whole one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// More bytes than are read.
    #[error("the file has {0} bytes; at most {FILE_BYTES_MAX} are read")]
    TooLarge(usize),
    /// More nodes in the main line than are read.
    #[error("the game has more than {MAIN_LINE_MAX} nodes")]
    TooLong,
    /// Nothing in it is an SGF game.
    #[error("there is no SGF game in it")]
    NoGame,
    /// Its syntax is broken.
    #[error("{at}: {what}")]
    Syntax {
        /// Where.
        at: Location,
        /// How.
        what: SyntaxFault,
    },
    /// A game, but not Go.
    #[error("{at}: GM[{game}] is another game than Go, which is 1")]
    NotGo {
        /// Where.
        at: Location,
        /// What GM says.
        game: String,
    },
    /// A board size that is none, or not from 2 to 25.
    #[error("{at}: SZ[{size}] is no board of 2 to 25 columns and lines")]
    Size {
        /// Where.
        at: Location,
        /// What SZ says.
        size: String,
    },
    /// A move or stone that is nowhere on the board.
    #[error("{at}: {property}[{value}] is no point of the {width}x{height} board")]
    Point {
        /// Where.
        at: Location,
        /// The property.
        property: String,
        /// Its value.
        value: String,
        /// Columns of the board.
        width: u8,
        /// Lines of the board.
        height: u8,
    },
}

/// Reads the first game of a file, along its main line.
///
/// # Errors
/// [`SgfError`] says what is broken and where. A file is read wholly or not at all.
pub fn read(bytes: &[u8]) -> Result<GameFile, SgfError> {
    if bytes.len() > FILE_BYTES_MAX {
        return Err(SgfError::TooLarge(bytes.len()));
    }
    let decoded = decode(bytes);
    let mut game = read_text(&decoded.text)?;
    if decoded.damaged {
        game.notes.push(Note::DamagedText);
    }
    Ok(game)
}

/// As [`read`], from text.
///
/// # Errors
/// As [`read`].
pub fn read_text(text: &str) -> Result<GameFile, SgfError> {
    let (trees, repairs) =
        parse_repairing(text).map_err(|fault| fault.map_or(SgfError::NoGame, |(at, what)| SgfError::Syntax { at, what }))?;
    let tree = trees.first().ok_or(SgfError::NoGame)?;
    let mut reading = Reading::start(text, tree)?;
    let mut nodes = 0;
    for node in tree.main_line() {
        if nodes == MAIN_LINE_MAX {
            return Err(SgfError::TooLong);
        }
        reading.node(node, nodes == 0)?;
        nodes += 1;
    }
    let mut game = reading.finish();
    game.notes.extend(repairs.into_iter().map(Note::Repaired));
    if nodes < tree.nodes().len() {
        game.notes.push(Note::Variations { nodes: tree.nodes().len() - nodes });
    }
    if trees.len() > 1 {
        game.notes.push(Note::MoreGames { games: trees.len() });
    }
    Ok(game)
}

/// A game being read along the main line.
struct Reading<'a> {
    text: &'a str,
    game: GameFile,
    /// What the set-up before the first move makes of each point.
    setup: BTreeMap<Point, Option<Color>>,
    /// PL before the first move.
    first: Option<Color>,
}

impl<'a> Reading<'a> {
    fn start(text: &'a str, tree: &GameTree) -> Result<Reading<'a>, SgfError> {
        let root = tree.main_line().next().ok_or(SgfError::NoGame)?;
        if let Some(game) = root.property("GM")
            && value::number(&game.values[0]) != Some(1)
        {
            return Err(SgfError::NotGo { at: Location::of(text, game.at), game: game.values[0].clone() });
        }
        let size = match root.property("SZ") {
            // FF[4]: a Go game that says nothing is on 19x19.
            None => Size::square(19),
            Some(property) => board_size(&property.values[0]),
        };
        let Some(size) = size else {
            let (at, size) = root.property("SZ").map_or((root.at, String::new()), |property| (property.at, property.values[0].clone()));
            return Err(SgfError::Size { at: Location::of(text, at), size });
        };
        let mut game = GameFile::new(Record::new(size));
        read_tags(root, &mut game.tags, &mut game.notes);
        Ok(Reading { text, game, setup: BTreeMap::new(), first: None })
    }

    fn node(&mut self, node: &Node, is_root: bool) -> Result<(), SgfError> {
        self.set_points(node)?;
        if let Some(to_move) = node.property("PL").and_then(|property| color(&property.values[0]))
            && self.game.record.moves.is_empty()
        {
            self.first = Some(to_move);
        }
        for property in &node.properties {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            for raw in &property.values {
                self.play(node, property, raw, color)?;
                if let (true, Some(tags)) = (is_root, self.game.moves.last_mut()) {
                    // It is the game's comment.
                    tags.comment = None;
                }
            }
        }
        Ok(())
    }

    /// AB, AW and AE: before the first move the set-up, later an edit.
    fn set_points(&mut self, node: &Node) -> Result<(), SgfError> {
        let size = self.game.record.size;
        let points = |name: &str| -> Result<Vec<Point>, SgfError> {
            let mut all = Vec::new();
            for property in node.properties.iter().filter(|property| property.name == name) {
                // An empty list is written as one empty value, against FF[4].
                let values: Vec<&str> = property.values.iter().map(|raw| raw.trim()).filter(|raw| !raw.is_empty()).collect();
                let list = value::points(&values, size);
                all.extend(list.map_err(|index| no_point(self.text, property, values[index], size))?);
            }
            Ok(all)
        };
        let (black, white, empty) = (points("AB")?, points("AW")?, points("AE")?);
        if black.is_empty() && white.is_empty() && empty.is_empty() {
            return Ok(());
        }
        let after = self.game.record.moves.len() as u32;
        if after == 0 {
            for (list, stone) in [(black, Some(Color::Black)), (white, Some(Color::White)), (empty, None)] {
                self.setup.extend(list.into_iter().map(|point| (point, stone)));
            }
        } else {
            self.game.record.edits.push(Edit { after, black, white, empty, reason: "sgf".to_owned() });
        }
        Ok(())
    }

    fn play(&mut self, node: &Node, property: &Property, raw: &str, color: Color) -> Result<(), SgfError> {
        let size = self.game.record.size;
        let raw = raw.trim();
        // Some programs write letter and number, as people do; it cannot be mistaken for SGF's two small letters.
        let place = value::place(raw, size).or_else(|| Place::parse(raw, size).ok());
        let place = place.ok_or_else(|| no_point(self.text, property, raw, size))?;
        let mut played = PlayedMove::new(color, place);
        played.provisional = false;
        if let Some(kinds) = node.property(FAULT_KINDS) {
            played.illegal = kinds.values.iter().map(|raw| value::simple_text(raw)).collect();
        } else if node.property("KO").is_some() {
            played.illegal = vec![SOME_FAULT.to_owned()];
        }
        self.game.record.moves.push(played);
        let tags = MoveTags { left_ms: times(node), overtime_left: overtimes(node), comment: texts(node, "C") };
        self.game.moves.push(tags);
        Ok(())
    }

    fn finish(mut self) -> GameFile {
        self.imply_handicap();
        let record = &mut self.game.record;
        for (&point, &stone) in &self.setup {
            match stone {
                Some(Color::Black) => record.setup.black.push(point),
                Some(Color::White) => record.setup.white.push(point),
                None => {}
            }
        }
        record.first = self.first.unwrap_or(begins(record));
        fill_captures(record, self.game.tags.rules.as_deref());
        self.game
    }

    /// HA without stones, and White to begin: the stones are where they always are.
    fn imply_handicap(&mut self) {
        let Some(handicap) = self.game.tags.handicap.filter(|&handicap| handicap >= 2) else { return };
        let begins = self.game.record.moves.first().map(|played| played.color).or(self.first);
        if self.setup.values().any(Option::is_some) || begins == Some(Color::Black) {
            return;
        }
        let year = self.game.tags.date.as_deref().and_then(year);
        if let Some(stones) = implied_stones(self.game.record.size, handicap, year) {
            self.setup.extend(stones.into_iter().map(|point| (point, Some(Color::Black))));
            self.game.notes.push(Note::ImpliedHandicap { stones: handicap });
        } else {
            self.game.notes.push(Note::HandicapWithoutStones { stones: handicap });
        }
    }
}

/// Who begins where PL does not say: whoever plays first, and in a record without moves White after handicap stones.
pub(super) fn begins(record: &Record) -> Color {
    let handicap = record.setup.white.is_empty() && record.setup.black.len() > 1;
    let customary = if handicap { Color::White } else { Color::Black };
    record.moves.first().map_or(customary, |played| played.color)
}

/// Writes down what each move took.
fn fill_captures(record: &mut Record, rules: Option<&str>) {
    let rules = rules.and_then(super::rules_named).unwrap_or(Rules::CHINESE);
    let Ok(mut position) = Position::at_start_of(record, &rules) else { return };
    let mut edits = record.edits.iter().peekable();
    for (after, played) in (1..).zip(&mut record.moves) {
        if let Ok(done) = position.take_in(played.color, played.place) {
            played.captured = done.captured;
        }
        while let Some(edit) = edits.next_if(|edit| edit.after == after) {
            position.edit(edit.changes());
        }
    }
}

fn no_point(text: &str, property: &Property, raw: &str, size: Size) -> SgfError {
    SgfError::Point {
        at: Location::of(text, property.at),
        property: property.name.clone(),
        value: raw.to_owned(),
        width: size.width(),
        height: size.height(),
    }
}

fn board_size(raw: &str) -> Option<Size> {
    let side = |raw: &str| value::number(raw).and_then(|side| u8::try_from(side).ok());
    match raw.split_once(':') {
        None => Size::square(side(raw)?),
        Some((width, height)) => Size::new(side(width)?, side(height)?),
    }
}

/// PL and other colours: FF4 writes B and W, others spell them out.
fn color(raw: &str) -> Option<Color> {
    match raw.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::Black),
        "w" | "white" | "2" => Some(Color::White),
        _ => None,
    }
}

fn texts(node: &Node, name: &str) -> Option<String> {
    node.property(name).map(|property| value::text(&property.values[0]))
}

fn times(node: &Node) -> ByColor<Option<i64>> {
    let left = |name: &str| {
        let seconds = value::real(&node.property(name)?.values[0])?;
        let ms = (seconds * 1000.0).round();
        (ms.abs() < 1e15).then_some(ms as i64)
    };
    ByColor { black: left("BL"), white: left("WL") }
}

fn overtimes(node: &Node) -> ByColor<Option<u32>> {
    let left = |name: &str| value::number(&node.property(name)?.values[0]).and_then(|left| u32::try_from(left).ok());
    ByColor { black: left("OB"), white: left("OW") }
}

fn read_tags(root: &Node, tags: &mut Tags, notes: &mut Vec<Note>) {
    let simple = |name: &str| {
        let text = value::simple_text(&root.property(name)?.values[0]);
        (!text.trim().is_empty()).then_some(text)
    };
    tags.rules = simple("RU");
    tags.result = simple("RE");
    tags.event = simple("EV");
    tags.round = simple("RO");
    tags.date = simple("DT");
    tags.place = simple("PC");
    tags.name = simple("GN");
    tags.overtime = simple("OT");
    tags.exact_overtime = simple(EXACT_OVERTIME);
    tags.application = simple("AP");
    tags.game_comment = texts(root, "GC");
    tags.comment = texts(root, "C");
    for (color, name, rank, team) in [(Color::Black, "PB", "BR", "BT"), (Color::White, "PW", "WR", "WT")] {
        let player = &mut tags.players[color];
        (player.name, player.rank, player.team) = (simple(name), simple(rank), simple(team));
    }
    let mut unreadable = |name: &str| {
        if let Some(value) = simple(name) {
            notes.push(Note::Unreadable { property: name.to_owned(), value });
        }
    };
    let raw = |name: &str| root.property(name).map(|property| property.values[0].as_str());
    tags.komi = raw("KM").and_then(value::real).and_then(komi);
    if tags.komi.is_none() {
        unreadable("KM");
    }
    tags.handicap = raw("HA").and_then(value::number).and_then(|stones| u32::try_from(stones).ok());
    if tags.handicap.is_none() {
        unreadable("HA");
    }
    let seconds = raw("TM").and_then(value::real).filter(|&seconds| (0.0..1e12).contains(&seconds));
    tags.main_time_ms = seconds.map(|seconds| (seconds * 1000.0).round() as u64);
    if seconds.is_none() {
        unreadable("TM");
    }
}

/// KM as half points.
///
/// Fox writes hundredths ("650" is 6.5, "375" is 3.75), and both it and Chinese sources write zi: quarters can only be zi, and one zi is
/// two points. No real komi reaches 100 points.
fn komi(written: f64) -> Option<HalfPoints> {
    let value = if written.abs() >= 100.0 { written / 100.0 } else { written };
    let halves = if (value * 2.0).fract() == 0.0 { value * 2.0 } else { value * 4.0 };
    (halves.fract() == 0.0 && halves.abs() < 2000.0).then_some(HalfPoints(halves as i32))
}

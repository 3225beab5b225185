//! The pairings of a round over the tables: who plays where, with which handicap and komi.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

use crate::game::{MatchInfo, Player, Players};
use crate::go::HalfPoints;

use super::fault::{Fault, Note};
use super::shape::{Config, Pairings, Table};
use super::words::points;
use super::{macmahon, opengotha};

/// Komi of a game with a handicap, where the file has no word on it: half a point, so that there is no draw.
pub const HANDICAP_KOMI: HalfPoints = HalfPoints(1);

/// What is wrong is told up to this number: a file of another year has the same fault a thousand times.
pub const WRONGS_MAX: usize = 20;

/// Something wrong with the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrong {
    /// Line, from 1; the outermost element's where nothing nearer is known.
    pub(super) line: usize,
    /// What is wrong, and what to do.
    pub(super) message: String,
}

impl Wrong {
    /// Something wrong with this element.
    pub(super) fn at(document: &Document<'_>, node: Node<'_, '_>, message: String) -> Wrong {
        Wrong { line: document.text_pos_at(node.range().start).row as usize, message }
    }
}

/// One round.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Round {
    /// Name of the tournament.
    pub(super) event: Option<String>,
    /// Which round.
    pub(super) number: u32,
    /// Komi of its even games.
    pub(super) komi: Option<HalfPoints>,
    /// Width of the board.
    pub(super) size: Option<u32>,
    /// Its games, by table number.
    pub(super) games: BTreeMap<u32, Pairing>,
    /// Who has no opponent in it.
    pub(super) byes: Vec<String>,
}

/// Who plays whom.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pairing {
    pub(super) black: Player,
    pub(super) white: Player,
    /// As the file has it: 1 is a game without komi.
    pub(super) handicap: u32,
    /// False where colours are still to be drawn.
    pub(super) known_color: bool,
    /// It has a result already.
    pub(super) decided: bool,
}

/// Reads a round of a tournament, in the format of the program that saved it.
fn read(text: &str, round: Option<u32>) -> Result<Round, Vec<Wrong>> {
    let document = Document::parse(text.trim_start_matches('\u{feff}')).map_err(|error| {
        let message = format!("is no XML: {error}; save the tournament in OpenGotha or MacMahon again");
        vec![Wrong { line: error.pos().row as usize, message }]
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "Tournament" {
        let name = short(root.tag_name().name());
        let message = format!("is no tournament: it begins with <{name}>, not with <Tournament>; save it in OpenGotha or MacMahon");
        return Err(vec![Wrong::at(&document, root, message)]);
    }
    let (read, mut wrongs) = if macmahon::is_its(root) { macmahon::read(&document, round) } else { opengotha::read(&document, round) };
    wrongs.sort_by_key(|wrong| wrong.line);
    wrongs.truncate(WRONGS_MAX);
    match read {
        Some(round) if wrongs.is_empty() => Ok(round),
        _ => Err(wrongs),
    }
}

/// Puts the pairings, the text of the file that `match.pairings` names, over the tables of a configuration.
///
/// The file's table number is a table's `board_number`; where no table has one it is the table's place in the configuration, from 1. Names in
/// the configuration go before those of the file, and so does its komi in even games.
///
/// # Errors
/// Everything that is wrong with the file, in its order; never an empty list.
pub fn pair(config: &mut Config, text: &str) -> Result<(), Vec<Fault>> {
    let Some(Pairings { path, line }) = config.pairings.clone() else { return Ok(()) };
    let fault = |wrong: Wrong| Fault { file: path.clone(), line: Some(wrong.line), key: String::new(), message: wrong.message };
    let round = read(text, config.match_info.round).map_err(|wrongs| wrongs.into_iter().map(fault).collect::<Vec<_>>())?;
    let mut said = Vec::new();
    let only = (config.tables.len() == 1).then_some(config.match_info.board).flatten();
    let numbered = config.tables.iter().any(|table| table.board_number.is_some());
    for (place, table) in (1..).zip(&mut config.tables) {
        let number = if numbered { table.board_number } else { only.or(Some(place)) };
        match number.and_then(|number| Some((number, round.games.get(&number)?))) {
            Some((number, game)) => seat(table, number, game, &round, &mut said),
            None => {
                let number = number
                    .map_or("has no board_number, and so no pairing".to_owned(), |number| format!("is number {number}, which has no game"));
                said.push(format!("table {} {number} in round {}", table.id, round.number));
            }
        }
    }
    said.extend(round.byes.iter().map(|name| format!("{name} has no opponent in round {}", round.number)));
    config.notes.extend(said.into_iter().map(|message| Note { line, key: "match.pairings".to_owned(), message }));
    config.notes.sort_by_key(|note| note.line);
    let MatchInfo { event, round: number, .. } = &mut config.match_info;
    *number = Some(round.number);
    if event.is_none() {
        *event = round.event;
    }
    Ok(())
}

/// Puts one game to one table; what is worth a word is `said`.
fn seat(table: &mut Table, number: u32, game: &Pairing, round: &Round, said: &mut Vec<String>) {
    let id = table.id.clone();
    (table.board_number, table.paired) = (Some(number), true);
    if table.players == Players::default() {
        table.players = Players { black: Some(game.black.clone()), white: Some(game.white.clone()) };
    } else {
        said.push(format!(
            "table {id} has players of its own: those of the pairings, {} and {}, are not taken",
            game.black.name, game.white.name
        ));
    }
    if !game.known_color {
        said.push(format!("table {id}: the colours are still to be drawn (set-colors); until then they are as in the file"));
    }
    if game.decided {
        said.push(format!("table {id}: its game has a result in the file already: is round {} the one that is played?", round.number));
    }
    if round.size.is_some_and(|size| size != u32::from(table.board.size.width())) {
        said.push(format!(
            "table {id}: the file is for boards of {} lines, this one has {}",
            round.size.unwrap_or_default(),
            table.board.size.width()
        ));
    }
    // One stone is no handicap but the first move without komi.
    let stones = if game.handicap == 1 { 0 } else { game.handicap };
    if table.handicap != 0 && table.handicap != stones {
        said.push(format!("table {id}: the handicap is the file's, {stones}, not the configuration's, {}", table.handicap));
    }
    table.handicap = stones;
    let komi = if game.handicap > 0 { Some(HANDICAP_KOMI) } else { round.komi.filter(|_| table.komi_by_book) };
    if game.handicap > 0 && !table.komi_by_book && table.komi != HANDICAP_KOMI {
        said.push(format!("table {id}: komi is {}, with a handicap, not {}", points(HANDICAP_KOMI), points(table.komi)));
    }
    if let Some(komi) = komi {
        (table.komi, table.komi_by_book) = (komi, false);
    }
}

/// One line of text with single blanks.
pub(super) fn plain(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Long text is not repeated in full.
pub(super) fn short(text: &str) -> String {
    super::walk::shortened(text)
}

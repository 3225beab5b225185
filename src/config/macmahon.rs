//! A tournament as MacMahon (Christoph Gerlach's program, version 3) saves it: the pairings of one round, with their players.
//!
//! From files that it has saved: the outermost element has a `typeversion`. Players are `IndividualParticipant` elements with a number, `Id`,
//! and a `GoPlayer` inside; a `TournamentRound` has the `Pairing`s of a round, which name players by number. Everything stands in elements, nothing
//! in attributes. A `Result` is what Black has, a dash, and what White has: `1-0`, `0-1`, `½-½`, `0-0`, `1-1`, with `!` behind it where a referee has
//! said so, and `?-?` while there is none. There is no komi in the file.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use roxmltree::{Document, Node};

use super::pairings::{Pairing, Round, Wrong, plain, short};
use crate::form::NAME_MAX;
use crate::game::Player;

/// The most stones that MacMahon gives unless it is told otherwise.
const HANDICAP_MAX: u32 = 9;

/// The highest number of a player, a round or a board: a slip of the pen beyond it.
const NUMBER_MAX: u32 = 100_000;

/// True for a tournament of MacMahon: OpenGotha's begins with the same name.
pub(super) fn is_its(root: Node<'_, '_>) -> bool {
    root.has_attribute("typeversion") || root.children().any(|child| child.has_tag_name("IndividualParticipant"))
}

/// What an element says inside its child of this name, in one line; nothing where it says nothing.
fn said(node: Node<'_, '_>, name: &str) -> Option<String> {
    let child = node.children().find(|child| child.has_tag_name(name))?;
    let text: String = child.children().filter_map(|part| part.text()).collect();
    Some(plain(&text)).filter(|text| !text.is_empty())
}

/// Reads the pairings of a round; of the last one that has some where none is named. With it, what is wrong.
pub(super) fn read(document: &Document<'_>, round: Option<u32>) -> (Option<Round>, Vec<Wrong>) {
    let mut reader = Reader { document, wrongs: Vec::new() };
    let read = reader.round(document.root_element(), round);
    (read, reader.wrongs)
}

/// What is wrong with what is read so far.
struct Reader<'a> {
    document: &'a Document<'a>,
    wrongs: Vec<Wrong>,
}

impl<'a> Reader<'a> {
    fn wrong(&mut self, node: Node<'_, '_>, message: String) {
        self.wrongs.push(Wrong::at(self.document, node, message));
    }

    fn round(&mut self, root: Node<'a, 'a>, wanted: Option<u32>) -> Option<Round> {
        let named = |node: Node<'a, 'a>, name: &'static str| node.children().filter(move |child| child.has_tag_name(name));
        let mut games: Vec<(u32, Node<'a, 'a>)> = Vec::new();
        for round in named(root, "TournamentRound").filter(|round| named(*round, "Pairing").next().is_some()) {
            let Some(number) = self.number(round, "RoundNumber", 1..=NUMBER_MAX) else { continue };
            games.extend(named(round, "Pairing").map(|game| (number, game)));
        }
        let Some(number) = wanted.or(games.iter().map(|(round, _)| *round).max()) else {
            if self.wrongs.is_empty() {
                self.wrong(root, "has no pairings: pair the first round in MacMahon and save".to_owned());
            }
            return None;
        };
        let players = self.players(named(root, "IndividualParticipant"));
        let size = said(root, "Boardsize").and_then(|size| size.parse().ok());
        let event = said(root, "Name").filter(|name| name.len() <= NAME_MAX);
        let mut round = Round { event, number, komi: None, size, games: BTreeMap::new(), byes: Vec::new() };
        let mut seated = BTreeMap::new();
        for (_, game) in games.into_iter().filter(|(of, _)| *of == number) {
            if said(game, "PairingWithBye").as_deref() == Some("true") {
                let free = self.number(game, "Black", 1..=NUMBER_MAX).and_then(|id| players.get(&id));
                round.byes.extend(free.map(|player| player.name.clone()));
                continue;
            }
            let Some((board, pairing)) = self.pairing(game, &players, &mut seated) else { continue };
            if round.games.insert(board, pairing).is_some() {
                self.wrong(game, format!("board {board} has two games in round {number}: give one of them another board in MacMahon"));
            }
        }
        if round.games.is_empty() && self.wrongs.is_empty() {
            self.wrong(root, format!("has no pairings of round {number}: pair it in MacMahon and save, or set match.round"));
        }
        Some(round)
    }

    /// Everybody by number.
    fn players(&mut self, nodes: impl Iterator<Item = Node<'a, 'a>>) -> BTreeMap<u32, Player> {
        let mut players = BTreeMap::new();
        for node in nodes {
            let Some(id) = self.number(node, "Id", 1..=NUMBER_MAX) else { continue };
            let Some(person) = node.children().find(|child| child.has_tag_name("GoPlayer")) else {
                self.wrong(node, format!("participant {id} is no player: take it out in MacMahon"));
                continue;
            };
            let of = |name: &str| said(person, name);
            // The surname first, as MacMahon lists it; some write the whole name there.
            let name = [of("Surname"), of("FirstName")].into_iter().flatten().collect::<Vec<_>>().join(" ");
            if name.is_empty() {
                self.wrong(node, format!("participant {id} has no name: write one in MacMahon"));
                continue;
            }
            let (country, club) = (of("Country").map(|code| code.to_uppercase()), of("Club"));
            let rank = of("GoLevel").map(|level| level.to_lowercase());
            let longest = [Some(&name), country.as_ref(), club.as_ref(), rank.as_ref()].into_iter().flatten().map(String::len).max();
            if longest > Some(NAME_MAX) {
                self.wrong(node, format!("something of {} is too long: {NAME_MAX} bytes at most", short(&name)));
                continue;
            }
            // 0 is nobody's number in the European database.
            let ids = of("EgdPin").filter(|pin| !pin.trim_matches('0').is_empty()).map(|pin| ("egf".to_owned(), pin)).into_iter().collect();
            let player = Player { rank, country, club, ids, name, ..Player::default() };
            if players.insert(id, player).is_some() {
                self.wrong(node, format!("two participants have the number {id}: save the tournament in MacMahon again"));
            }
        }
        players
    }

    /// A game with its board; `seated` are those who sit at a board already.
    fn pairing(&mut self, game: Node<'a, 'a>, players: &BTreeMap<u32, Player>, seated: &mut BTreeMap<u32, u32>) -> Option<(u32, Pairing)> {
        let board = self.number(game, "BoardNumber", 1..=NUMBER_MAX);
        let handicap = match said(game, "Handicap") {
            Some(_) => self.number(game, "Handicap", 0..=HANDICAP_MAX),
            None => Some(0),
        };
        let mut player = |side: &str| {
            let id = self.number(game, side, 1..=NUMBER_MAX)?;
            let Some(player) = players.get(&id) else {
                let place = board.map_or_else(|| "a game".to_owned(), |board| format!("board {board}"));
                self.wrong(
                    game,
                    format!("{place} has number {id} as {side}, who is not among the participants: pair that game again in MacMahon"),
                );
                return None;
            };
            if let Some(other) = seated.insert(id, board.unwrap_or_default()) {
                let (name, board) = (short(&player.name), board.unwrap_or_default());
                self.wrong(game, format!("{name} plays at boards {other} and {board}: pair one of these games again"));
                return None;
            }
            Some(player.clone())
        };
        let (black, white) = (player("Black"), player("White"));
        let decided = said(game, "Result").is_some_and(|result| !result.contains('?'));
        Some((board?, Pairing { black: black?, white: white?, handicap: handicap?, known_color: true, decided }))
    }

    fn number(&mut self, node: Node<'a, 'a>, name: &str, range: RangeInclusive<u32>) -> Option<u32> {
        let text = said(node, name).unwrap_or_default();
        let number = text.parse().ok().filter(|number| range.contains(number));
        if number.is_none() {
            let (first, last, what) = (range.start(), range.end(), node.tag_name().name());
            self.wrong(node, format!("<{name}> of <{what}> says \"{}\": it must be a number from {first} to {last}", short(&text)));
        }
        number
    }
}

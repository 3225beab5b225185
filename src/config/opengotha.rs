//! A tournament as OpenGotha saves it: the games of one round, with their players.
//!
//! From its importer: players are `Player` elements, games `Game` elements that name them by key (surname and first name, without blanks, in
//! capitals), `roundNumber` and `tableNumber` count from 1, `handicap` is 0 to 9. A game has no komi of its own; the tournament has one.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

use super::pairings::{Pairing, Round, Wrong, plain, short};
use crate::form::NAME_MAX;
use crate::game::Player;
use crate::go::HalfPoints;

/// The most stones that OpenGotha gives.
const HANDICAP_MAX: u32 = 9;

/// The highest round or table number: a slip of the pen beyond it.
const NUMBER_MAX: u32 = 100_000;

/// A komi beyond it decides every game.
const KOMI_MAX_HALVES: f64 = 400.0;

/// The registers that OpenGotha knows, as its attributes are called and as we call them, in our order.
const REGISTERS: [(&str, &str); 3] = [("agaId", "aga"), ("egfPin", "egf"), ("ffgLicence", "ffg")];

/// What is read so far, and what is wrong with it.
struct Reader<'a> {
    document: &'a Document<'a>,
    wrongs: Vec<Wrong>,
}

/// Reads the games of a round; of the last one that has games where none is named. With it, what is wrong.
pub(super) fn read(document: &Document<'_>, round: Option<u32>) -> (Option<Round>, Vec<Wrong>) {
    let mut reader = Reader { document, wrongs: Vec::new() };
    let read = reader.round(document.root_element(), round);
    (read, reader.wrongs)
}

impl<'a> Reader<'a> {
    fn wrong(&mut self, node: Node<'_, '_>, message: String) {
        self.wrongs.push(Wrong::at(self.document, node, message));
    }

    fn round(&mut self, root: Node<'a, 'a>, wanted: Option<u32>) -> Option<Round> {
        let named = |name: &'static str| root.descendants().filter(move |node| node.has_tag_name(name));
        let games: Vec<(u32, Node<'_, '_>)> =
            named("Game").filter_map(|game| Some((self.number(game, "roundNumber", 1..=NUMBER_MAX)?, game))).collect();
        let Some(number) = wanted.or(games.iter().map(|(round, _)| *round).max()) else {
            if self.wrongs.is_empty() {
                self.wrong(root, "has no games: pair the first round in OpenGotha and save".to_owned());
            }
            return None;
        };
        let players = self.players(named("Player"));
        let set = named("GeneralParameterSet").next();
        let byes = named("ByePlayer").filter(|bye| bye.attribute("roundNumber").and_then(|round| round.parse().ok()) == Some(number));
        let byes = byes.filter_map(|bye| players.get(&key(bye.attribute("player")?)).map(|player| player.name.clone())).collect();
        let mut round = Round {
            event: set.and_then(|set| set.attribute("name")).map(plain).filter(|name| !name.is_empty() && name.len() <= NAME_MAX),
            number,
            komi: set.and_then(|set| self.komi(set)),
            size: set.and_then(|set| set.attribute("size")?.trim().parse().ok()),
            games: BTreeMap::new(),
            byes,
        };
        let mut seated = BTreeMap::new();
        for (_, game) in games.into_iter().filter(|(of, _)| *of == number) {
            let Some((table, pairing)) = self.pairing(game, &players, &mut seated) else { continue };
            if round.games.insert(table, pairing).is_some() {
                self.wrong(game, format!("table {table} has two games in round {number}: give one of them another table in OpenGotha"));
            }
        }
        if round.games.is_empty() && self.wrongs.is_empty() {
            self.wrong(root, format!("has no games of round {number}: pair it in OpenGotha and save, or set match.round"));
        }
        Some(round)
    }

    /// Everybody by key.
    fn players(&mut self, nodes: impl Iterator<Item = Node<'a, 'a>>) -> BTreeMap<String, Player> {
        let mut players = BTreeMap::new();
        for node in nodes {
            let text = |name: &str| node.attribute(name).map(plain).unwrap_or_default();
            let said = |name: &str| Some(text(name)).filter(|text| !text.is_empty());
            // The surname first, as OpenGotha writes it: its key is this text without blanks.
            let name = [text("name"), text("firstName")].join(" ").trim().to_owned();
            if name.is_empty() {
                self.wrong(node, "a player without a name: write one in OpenGotha".to_owned());
                continue;
            }
            if let Some(long) = node.attributes().find(|attribute| attribute.value().len() > NAME_MAX) {
                self.wrong(node, format!("{} of {} is too long: {NAME_MAX} bytes at most", long.name(), short(&name)));
                continue;
            }
            // The grade is what the player has, the rank what the pairing took it for.
            let rank = said("grade").or_else(|| said("rank")).map(|rank| rank.to_lowercase());
            let ids = REGISTERS.iter().filter_map(|(attribute, register)| Some(((*register).to_owned(), said(attribute)?))).collect();
            let player = Player { rank, country: said("country"), club: said("club"), ids, name: name.clone(), ..Player::default() };
            if players.insert(key(&name), player).is_some() {
                self.wrong(node, format!("there are two players {}: tell them apart in OpenGotha", short(&name)));
            }
        }
        players
    }

    /// A game with its table; `seated` are those who sit at a table already.
    fn pairing(
        &mut self,
        game: Node<'_, '_>,
        players: &BTreeMap<String, Player>,
        seated: &mut BTreeMap<String, u32>,
    ) -> Option<(u32, Pairing)> {
        let table = self.number(game, "tableNumber", 1..=NUMBER_MAX);
        let handicap = match game.attribute("handicap") {
            Some(_) => self.number(game, "handicap", 0..=HANDICAP_MAX),
            None => Some(0),
        };
        let place = table.map_or_else(|| "a game".to_owned(), |table| format!("table {table}"));
        let mut player = |attribute: &str| {
            let named = game.attribute(attribute).unwrap_or_default();
            let Some(player) = players.get(&key(named)) else {
                let who = if named.is_empty() { format!("no {attribute}") } else { format!("\"{}\" as {attribute}", short(named)) };
                self.wrong(game, format!("{place} has {who}, who is not among the players: pair that game again in OpenGotha"));
                return None;
            };
            if let (Some(other), Some(table)) = (seated.get(&player.name), table) {
                self.wrong(game, format!("{} plays at tables {other} and {table}: pair one of these games again", short(&player.name)));
                return None;
            }
            seated.insert(player.name.clone(), table.unwrap_or_default());
            Some(player.clone())
        };
        let (black, white) = (player("blackPlayer"), player("whitePlayer"));
        let pairing = Pairing {
            black: black?,
            white: white?,
            handicap: handicap?,
            known_color: game.attribute("knownColor") != Some("false"),
            decided: game.attribute("result").is_some_and(|result| result != "RESULT_UNKNOWN"),
        };
        Some((table?, pairing))
    }

    fn number(&mut self, node: Node<'_, '_>, name: &str, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
        let text = node.attribute(name).unwrap_or_default();
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        if number.is_none() {
            let (first, last, what) = (range.start(), range.end(), node.tag_name().name());
            self.wrong(node, format!("{name}=\"{}\" of <{what}> must be a number from {first} to {last}", short(text)));
        }
        number
    }

    fn komi(&mut self, set: Node<'_, '_>) -> Option<HalfPoints> {
        let text = set.attribute("komi")?;
        let halves = text.trim().replace(',', ".").parse().map(|points: f64| points * 2.0).ok();
        let komi = halves.filter(|halves| halves.fract() == 0.0 && halves.abs() <= KOMI_MAX_HALVES);
        if komi.is_none() {
            self.wrong(set, format!("komi=\"{}\" must be a number of half points, such as 6.5", short(text)));
        }
        komi.map(|halves| HalfPoints(halves as i32))
    }
}

/// How a game names a player.
fn key(name: &str) -> String {
    name.split_whitespace().collect::<String>().to_uppercase()
}

//! Every scene by every book, and where they part from the book of its clause.

use std::fmt::Write as _;
use std::sync::OnceLock;

use kifud::referee::Rulebook;

use super::{Deed, Elsewhere, Row, Scenery, rows};

/// A scene under one book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    pub book: &'static str,
    pub told: Vec<String>,
    /// Somebody has ruled, or said what no sensor shows.
    pub by_a_person: bool,
}

/// A scene under the book of its clause, and under the others.
pub struct Production {
    pub row: Row,
    pub own: Played,
    /// What the innocent twin of the scene gave by the same book, and by every other that plays the scene.
    pub twins: Vec<Played>,
    others: Vec<Played>,
}

fn played(play: Deed, book: &'static str) -> Played {
    let mut scenery = Scenery::new(book);
    play(&mut scenery);
    Played { book, told: scenery.told(), by_a_person: scenery.by_a_person }
}

fn produced(row: &Row) -> Production {
    let others: Vec<&'static str> =
        Rulebook::all().map(Rulebook::name).filter(|&book| book != row.book && row.elsewhere == Elsewhere::Played).collect();
    let twins = |twin: Deed| [&[row.book][..], &others].concat().into_iter().map(|book| played(twin, book)).collect();
    let twins = row.twin.map(twins).unwrap_or_default();
    Production {
        own: played(row.play, row.book),
        twins,
        others: others.into_iter().map(|book| played(row.play, book)).collect(),
        row: row.clone(),
    }
}

/// Every scene, played once by every book.
pub fn productions() -> &'static [Production] {
    static PRODUCTIONS: OnceLock<Vec<Production>> = OnceLock::new();
    PRODUCTIONS.get_or_init(|| {
        let rows = rows();
        let hands = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let parts: Vec<_> = rows
                .chunks(rows.len().div_ceil(hands))
                .map(|part| scope.spawn(move || part.iter().map(produced).collect::<Vec<_>>()))
                .collect();
            parts.into_iter().flat_map(|part| part.join().expect("played")).collect()
        })
    })
}

impl Played {
    /// What is said, without the names of the books: those that cite articles of one number say the same.
    fn lines(&self) -> Vec<String> {
        let cited = format!("[{} ", self.book);
        self.told.iter().map(|line| line.replace(&cited, "[")).collect()
    }
}

impl Production {
    /// The books that say something else, those together that say the same.
    fn elsewhere(&self) -> Vec<(Vec<&'static str>, Vec<String>)> {
        let own = self.own.lines();
        let mut groups: Vec<(Vec<&'static str>, Vec<String>)> = Vec::new();
        for other in &self.others {
            let lines = other.lines();
            match groups.iter_mut().find(|(_, said)| *said == lines) {
                Some((books, _)) => books.push(other.book),
                None if lines == own => {}
                None => groups.push((vec![other.book], lines)),
            }
        }
        groups
    }

    /// Its lines of the table.
    fn lines(&self, text: &mut String) {
        let mut groups: Vec<(String, String)> =
            self.elsewhere().into_iter().map(|(books, said)| (books.join(", "), said_or_nothing(&said))).collect();
        if let Elsewhere::Not(reason) = self.row.elsewhere {
            groups.push(("not played".to_owned(), reason.to_owned()));
        }
        if groups.is_empty() {
            groups.push(("none".to_owned(), String::new()));
        }
        for (books, said) in groups {
            writeln!(text, "| {} | {} | {books} | {said} |", self.row.clause, self.row.happens).expect("a string");
        }
    }
}

/// Lines as one cell.
pub fn said_or_nothing(lines: &[String]) -> String {
    if lines.is_empty() { "nothing".to_owned() } else { lines.join("<br>") }
}

/// The second table of the document.
pub fn text() -> String {
    let mut text = String::from(
        "\n## The same by the other books\n\nThe same scenes under each of the other rulebooks: those that say or do something else than the \
         book of the clause, and what. What is not listed is the same but for the name of the book.\n\n\
         | clause | what happens | other books | what is said |\n|---|---|---|---|\n",
    );
    productions().iter().for_each(|production| production.lines(&mut text));
    text
}

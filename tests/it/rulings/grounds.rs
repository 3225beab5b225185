//! Where the games of the laws are played: an open board, a crowded corner, and three kos that go round.

use kifud::game::{Phase, Start, Verb};
use kifud::go::{Color, Setup, Size};
use kifud::referee::Rulebook;

use super::stones::{Law, Stones};
use crate::cycles::positions::triple;
use crate::table::Table;

/// What is on the board when a game begins.
#[derive(Debug, Clone, Copy)]
pub enum Ground {
    /// Four stones far apart.
    Open,
    /// A corner full of stones, one of very many.
    Crowded(u64),
    /// Two walls and three kos between them: whoever is in atari takes one.
    Kos,
}

/// Under which book and rules, and where.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    pub book: Rulebook,
    pub law: Law,
    pub ground: Ground,
}

impl Ground {
    pub const fn side(self) -> u8 {
        match self {
            Ground::Open | Ground::Kos => 9,
            Ground::Crowded(_) => 7,
        }
    }

    /// What is set up, and the first plays.
    pub fn laid_out(self, size: Size) -> (Stones, &'static [&'static str]) {
        match self {
            Ground::Open => (Stones::none(size), &["E5", "C3", "G7", "C7"]),
            Ground::Crowded(number) => (Stones::crowded(size, number), &["G7", "G5"]),
            Ground::Kos => {
                let mut stones = Stones::none(size);
                let letters = triple(9).concat();
                for (point, letter) in size.points().zip(letters.chars()) {
                    stones.set(point, [('X', Color::Black), ('O', Color::White)].iter().find(|pair| pair.0 == letter).map(|pair| pair.1));
                }
                (stones, &["J9", "J7"])
            }
        }
    }
}

/// A game begins from these stones, and they are put up.
pub fn set_up(table: &mut Table, stones: &Stones) {
    let size = table.grid.size();
    let of = |color: Color| size.points().filter(|&point| stones.get(point) == Some(color)).collect();
    let setup = Setup { black: of(Color::Black), white: of(Color::White) };
    let put = |point| stones.get(point).map(|color: Color| format!("{} {}", color.name().to_lowercase(), point.vertex(size)));
    let changes: Vec<String> = size.points().filter_map(put).collect();
    table.done(Verb::StartGame(Box::new(Start { setup: Some(setup), to_move: Some(Color::Black), ..Start::default() })));
    table.hold(&changes.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(table.game.book().phase, Phase::Playing);
    table.wait(1_000);
}

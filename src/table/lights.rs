//! What the lights of a board show (CONTRACT 3.2 LIGHTS): what is to be put right while stones are set up and after a ruling that the position
//! is restored. Never an offence before a ruling.

use crate::game::Game;
use crate::go::Color;
use crate::sense::Filter;
use crate::wire::BoardCommand;

/// A light that is off.
const OFF: u8 = 0;
/// Green: a white stone is to be put here.
const WHITE: u8 = 1;
/// Red: what stands here is to be taken off.
const LIFT: u8 = 2;
/// Blue: a black stone is to be put here.
const BLACK: u8 = 3;

/// What the board was told last: a value a point of the record; empty when all are off.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Lights(Vec<u8>);

impl Lights {
    /// What the board is to be told now, where that is something else.
    pub(super) fn change(&mut self, game: &Game, filter: &Filter) -> Option<BoardCommand> {
        let points = game.to_put_right();
        if points.is_empty() && self.0.is_empty() {
            return None;
        }
        let size = game.settings().size;
        let mut values = vec![OFF; size.area()];
        for &(point, stone) in &points {
            values[size.index(point)] = match stone {
                None => LIFT,
                Some(Color::White) => WHITE,
                Some(Color::Black) => BLACK,
            };
        }
        let lit = if points.is_empty() { Vec::new() } else { values.clone() };
        if lit == self.0 {
            return None;
        }
        let values = filter.to_sensors(&values, size)?;
        self.0 = lit;
        Some(BoardCommand::Lights(values))
    }
}

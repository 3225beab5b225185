//! The position that a record leads to, read off without any rule: stones are put, what each move says it captured is lifted, and of its own
//! stones those that it leaves without a liberty, unless it is marked as played on a forbidden point.
//!
//! Rules are not asked again, because the record is what has been ruled: a newer version that judges a ko otherwise must not show
//! another board for a game that is already on paper.

use sha2::{Digest, Sha256};

use crate::go::{ByColor, Color, Edit, PlayedMove, Point, Prisoners, Record, Size};
use crate::referee::Kind;

/// A board as documents show it, with the stones captured on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    size: Size,
    cells: Vec<Option<Color>>,
    captured: Option<ByColor<u32>>,
}

impl Diagram {
    /// The position after the set-up, all moves and all edits.
    pub fn of(record: &Record) -> Diagram {
        let mut diagram = Diagram::empty(record.size);
        diagram.captured = record.captured_before;
        diagram.put(&record.setup.black, Some(Color::Black));
        diagram.put(&record.setup.white, Some(Color::White));
        let mut edits = record.edits.iter().peekable();
        let mut prisoners = Prisoners::default();
        for after in 0..=record.moves.len() {
            if let Some(played) = after.checked_sub(1).and_then(|index| record.moves.get(index)) {
                diagram.put(played.place.point().as_slice(), Some(played.color));
                diagram.lift(&played.captured);
                prisoners.played(played.place.point(), played.color.opponent(), &played.captured);
                let given_up = diagram.given_up_by(played);
                diagram.lift(&given_up);
                prisoners.played(None, played.color, &given_up);
            }
            while let Some(edit) = edits.next_if(|edit| edit.after as usize <= after) {
                diagram.edit(edit);
                diagram.released(&prisoners.put_back(&edit.changes()));
            }
        }
        diagram
    }

    /// A board without stones.
    pub fn empty(size: Size) -> Diagram {
        Diagram { size, cells: vec![None; size.area()], captured: Some(ByColor::default()) }
    }

    /// The points, row by row from the top left.
    pub fn cells(&self) -> &[Option<Color>] {
        &self.cells
    }

    /// Stones each has captured; `None` when that was not known from the start.
    pub fn captured(&self) -> Option<ByColor<u32>> {
        self.captured
    }

    fn edit(&mut self, edit: &Edit) {
        self.put(&edit.black, Some(Color::Black));
        self.put(&edit.white, Some(Color::White));
        self.put(&edit.empty, None);
    }

    fn put(&mut self, points: &[Point], cell: Option<Color>) {
        for &point in points.iter().filter(|&&point| self.size.contains(point)) {
            self.cells[self.size.index(point)] = cell;
        }
    }

    /// The mover's own stones that are off the board with this move (ING-5, New Zealand: it may take its own).
    fn given_up_by(&self, played: &PlayedMove) -> Vec<Point> {
        let stands = |kind: &String| kind == Kind::ForbiddenPoint.name();
        let point = played.place.point().filter(|&point| self.size.contains(point) && !played.illegal.iter().any(stands));
        let mut chain: Vec<Point> = point.into_iter().collect();
        let mut looked = 0;
        while let Some(&stone) = chain.get(looked) {
            looked += 1;
            for beside in self.size.neighbours(stone) {
                match self.cells[self.size.index(beside)] {
                    None => return Vec::new(),
                    Some(color) if color == played.color && !chain.contains(&beside) => chain.push(beside),
                    Some(_) => {}
                }
            }
        }
        chain
    }

    /// Stones of these colours are no prisoners any more.
    fn released(&mut self, colors: &[Color]) {
        let Some(captured) = self.captured.as_mut() else { return };
        for color in colors {
            captured[color.opponent()] = captured[color.opponent()].saturating_sub(1);
        }
    }

    fn lift(&mut self, points: &[Point]) {
        for &point in points.iter().filter(|&&point| self.size.contains(point)) {
            let lifted = self.cells[self.size.index(point)].take();
            if let (Some(color), Some(captured)) = (lifted, self.captured.as_mut()) {
                captured[color.opponent()] += 1;
            }
        }
    }
}

/// The board as text, one line a row from the top: `.` empty, `X` black, `O` white (CONTRACT 4.1).
pub fn board_lines(size: Size, cells: &[Option<Color>]) -> Vec<String> {
    cells
        .chunks(usize::from(size.width()))
        .map(|row| {
            row.iter()
                .map(|cell| match cell {
                    None => '.',
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                })
                .collect()
        })
        .collect()
}

/// The first 16 hex digits of SHA-256 over the board's lines joined by LF, then LF and the side to move (CONTRACT 4.1).
pub fn position_hash(size: Size, cells: &[Option<Color>], to_move: Color) -> String {
    use std::fmt::Write as _;

    let mut text = board_lines(size, cells).join("\n");
    text.push_str(match to_move {
        Color::Black => "\nblack",
        Color::White => "\nwhite",
    });
    let digest = Sha256::digest(text.as_bytes());
    digest[..8].iter().fold(String::with_capacity(16), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a string takes everything");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Place, Setup};

    fn at(text: &str) -> Point {
        Point::from_vertex(text, Size::square(5).unwrap()).unwrap()
    }

    #[test]
    fn captures_are_lifted_and_counted_for_the_one_who_took_them() {
        let mut record = Record::new(Size::square(5).unwrap());
        record.setup = Setup { black: vec![at("A2")], white: vec![at("A1")] };
        let mut take = PlayedMove::new(Color::Black, Place::At(at("B1")));
        take.captured = vec![at("A1")];
        record.moves = vec![take];
        let diagram = Diagram::of(&record);
        assert_eq!(board_lines(record.size, diagram.cells()), [".....", ".....", ".....", "X....", ".X..."]);
        assert_eq!(diagram.captured(), Some(ByColor { black: 1, white: 0 }));
    }

    /// Symptom: after a play that took its own stones the spectators' board kept them, and a ruling's side to move was not followed.
    #[test]
    fn ing_5_stones_that_are_given_up_are_off_and_are_the_opponents_prisoners_but_for_those_that_stand_by_mistake() {
        let mut record = Record::new(Size::square(5).unwrap());
        record.setup = Setup { black: vec![at("A1")], white: vec![at("A2"), at("B2"), at("C1")] };
        record.moves = vec![PlayedMove::new(Color::Black, Place::At(at("B1")))];
        let given_up = Diagram::of(&record);
        assert_eq!(board_lines(record.size, given_up.cells()), [".....", ".....", ".....", "OO...", "..O.."]);
        assert_eq!(given_up.captured(), Some(ByColor { black: 0, white: 2 }));
        let position = crate::go::Position::from_record(&record, &crate::go::Rules::ING).unwrap();
        assert_eq!(
            (position.captured(), position.stones().as_slice()),
            (ByColor { black: 0, white: 2 }, given_up.cells()),
            "by the rules too"
        );
        record.moves[0].illegal = vec![Kind::ForbiddenPoint.name().to_owned()];
        let stands = Diagram::of(&record);
        assert_eq!(board_lines(record.size, stands.cells()), [".....", ".....", ".....", "OO...", "XXO.."]);
    }

    #[test]
    fn edits_come_in_after_their_move_and_capture_nothing() {
        let mut record = Record::new(Size::square(5).unwrap());
        record.moves = vec![PlayedMove::new(Color::Black, Place::At(at("C3"))), PlayedMove::new(Color::White, Place::At(at("C3")))];
        record.edits = vec![Edit { after: 1, black: vec![at("A1")], white: vec![], empty: vec![at("C3")], reason: "a-1".to_owned() }];
        let diagram = Diagram::of(&record);
        assert_eq!(board_lines(record.size, diagram.cells()), [".....", ".....", "..O..", ".....", "X...."]);
        assert_eq!(diagram.captured(), Some(ByColor::default()));
    }

    /// A ko that was retaken at once and is put back by hand: nobody has captured anything by it.
    #[test]
    fn a_captured_stone_that_an_edit_puts_back_is_no_prisoner_any_more() {
        let mut record = Record::new(Size::square(5).unwrap());
        record.setup = Setup { black: vec![at("A2")], white: vec![at("A1")] };
        let mut take = PlayedMove::new(Color::Black, Place::At(at("B1")));
        take.captured = vec![at("A1")];
        record.moves = vec![take];
        let edit = |white| Edit { after: 1, black: vec![], white, empty: vec![at("B1")], reason: "r-1".to_owned() };
        for (white, prisoners) in [(vec![at("A1")], 0), (vec![at("E5")], 1)] {
            record.edits = vec![edit(white)];
            assert_eq!(Diagram::of(&record).captured(), Some(ByColor { black: prisoners, white: 0 }));
            let position = crate::go::Position::from_record(&record, &crate::go::Rules::JAPANESE).unwrap();
            assert_eq!(position.captured(), ByColor { black: prisoners, white: 0 }, "by the rules of play too");
        }
    }

    #[test]
    fn the_hash_is_the_contract_s() {
        // printf '..\n..\nblack' | sha256sum | cut -c1-16
        let size = Size::square(2).unwrap();
        assert_eq!(position_hash(size, &[None; 4], Color::Black), "d23b722f56d459d4");
        assert_ne!(position_hash(size, &[None; 4], Color::Black), position_hash(size, &[None; 4], Color::White));
    }
}

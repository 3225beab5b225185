//! The game that the demo plays: the moves of a castle game, as facts.

use crate::go::sgf::{GameFile, PlayerTags, Tags};
use crate::go::{ByColor, Color, HalfPoints, Place, PlayedMove, Record, Size};

/// Castle game of 17 and 18 November 1850 in Edo: Black 6 dan, White 7 dan, Black wins by 3 points. Much of it is one ko after another,
/// so that stones keep coming off the board.
const MOVES: &str = "\
    R16 P4 D17 C4 C15 P17 L17 L15 Q15 M17 O16 M18 E3 J3 D6 E4 D4 D5 D3 C5 E5 F4 C3 C6 E6 C8 G2 H4 E8 R4 R11 D10 \
    H7 K5 J17 N15 O15 R9 N14 K8 E10 E11 F10 C14 D14 C13 P8 Q11 R12 Q10 M8 J7 Q7 N10 S7 Q12 R13 P6 S9 R8 R7 B15 \
    C16 J15 G16 H8 H9 J9 G8 G15 H16 H10 J8 B3 B2 H8 D9 C9 J8 S8 R10 H8 D11 C10 J8 Q9 Q5 H8 Q4 Q3 R3 P3 R2 G9 F12 \
    E13 E12 D13 F9 G7 H11 H15 J11 F16 F17 K12 F7 F8 G13 D12 G8 E16 E17 F8 K11 L11 G8 Q6 R5 F8 L12 J13 G8 R6 S5 F8 \
    C11 B11 G8 S6 P5 F8 F14 F13 G8 O5 T6 F8 O6 G12 G8 H6 F11 H13 L10 M11 G10 F8 M10 N11 G8 N6 O7 F8 K13 N9 G8 H9 \
    D7 B5 F5 G4 G6 F8 J12 M13 G8 A2 B1 F8 M12 N12 G8 H2 F3 F8 N13 M14 G8 G3 G1 F8 B10 C12 G8 H1 E2 F8 C7 B7 G8 D1 \
    D2 F8 B6 E11 G8 E1 C1 F8 K14 L16 G8 N5 N16 S10 O18 K17 K18 L18 S11 P14 M9 R17 P13 Q13 Q14 O13 O14 P12 Q18 Q17 \
    P18 K10 H7 G14 G11 G7 J18 J16 H7 B16 B17 G7 M15 L14 H7 G17 H17 G7 K15 K16 H7 S16 R18 G7 G5 F8 D8 N8 O4 N4 P2 \
    O3 Q2 S15 R14 O17 N17 N18 S18 S17 T18 T9 T13 O2 H5 J5 G8 G18 F18 F8 B14 B13 G8 K19 G19 F8 D15 E14 G8 J19 H18 \
    F8 O1 N1 P1 N2 G8 O19 P19 F8 A4 A3 G8 S14 S13 F8 J10 K9 G8 R19 N19 F8 N7 M7 G8 S19 Q16 F8 P9 P10 G8 M19 P16 \
    F8 A16 A14 G8 T19 T14 F8 D11 G8 E15 F15 M16 D16 C17 O9 T11 J14 T10 O19 T15 H12 S9 T8 S10 L17 E9 N19";

/// The game with its names.
pub(in crate::cli) fn castle_game() -> GameFile {
    let size = Size::square(19).expect("19 is a size");
    let mut record = Record::new(size);
    let mut color = Color::Black;
    for vertex in MOVES.split_whitespace() {
        let place = Place::parse(vertex, size).expect("the table holds vertices of this board");
        record.moves.push(PlayedMove { provisional: false, ..PlayedMove::new(color, place) });
        color = color.opponent();
    }
    let player = |name: &str, rank: &str| PlayerTags { name: Some(name.to_owned()), rank: Some(rank.to_owned()), team: None };
    let mut game = GameFile::new(record);
    game.tags = Tags {
        komi: Some(HalfPoints(0)),
        players: ByColor { black: player("Honinbo Shusaku", "6d"), white: player("Ito Showa", "7d") },
        event: Some("Castle game, Edo 1850".to_owned()),
        result: Some("B+3".to_owned()),
        rules: Some("Japanese".to_owned()),
        ..Tags::default()
    };
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::sgf::playable_on_a_board;

    #[test]
    fn the_castle_game_can_be_shown_by_a_board() {
        let game = castle_game();
        assert_eq!(playable_on_a_board(&game), Ok(()));
        assert_eq!(game.record.moves.len(), 342);
    }
}

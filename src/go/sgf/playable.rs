//! Whether a smart board can show a game.

use super::file::GameFile;
use crate::go::{Color, Fault, Position, ReplayError, Rules, Size};

/// Why a smart board cannot show a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayable {
    /// No board of this size is made.
    #[error("the board is {}x{}; boards are made in 9, 13 and 19", .0.width(), .0.height())]
    Size(Size),
    /// Nothing was played.
    #[error("it has no moves")]
    NoMoves,
    /// Stones were set in the middle of the game.
    #[error("stones were set or taken off after move {0}")]
    SetUpLater(u32),
    /// The set-up is no position: a chain has no liberty.
    #[error("the set-up has a chain without a liberty")]
    Breathless,
    /// The same colour played twice.
    #[error("move {n} is {}'s, out of turn", name(*color))]
    OutOfTurn {
        /// Number of the move.
        n: u32,
        /// Whose it is.
        color: Color,
    },
    /// An illegal move, even if repetitions are left to the referee.
    #[error("move {n} is illegal: {}", words(*fault))]
    Illegal {
        /// Number of the move.
        n: u32,
        /// The first thing that is wrong with it.
        fault: Fault,
    },
    /// Something lies outside the board.
    #[error("{0}")]
    Replay(#[from] ReplayError),
}

fn name(color: Color) -> &'static str {
    if color == Color::Black { "Black" } else { "White" }
}

fn words(fault: Fault) -> &'static str {
    match fault {
        Fault::Outside => "it is outside the board",
        Fault::OutOfTurn { .. } => "it is the other player's turn",
        Fault::Occupied { .. } => "there is a stone already",
        Fault::Suicide { .. } => "it leaves its own chain without a liberty",
        Fault::Ko { .. } => "it retakes a ko at once",
        Fault::Superko { .. } => "it brings back an earlier position",
    }
}

/// The game's positions can be shown on a smart board: size 9, 13 or 19, colours in turn, legal under the simple ko rule without suicide,
/// stones set at the start only, at least one move.
///
/// # Errors
/// The first reason against it.
pub fn playable_on_a_board(game: &GameFile) -> Result<(), NotPlayable> {
    let record = &game.record;
    if ![9, 13, 19].iter().any(|&side| Size::square(side) == Some(record.size)) {
        return Err(NotPlayable::Size(record.size));
    }
    if record.moves.is_empty() {
        return Err(NotPlayable::NoMoves);
    }
    if let Some(edit) = record.edits.first() {
        return Err(NotPlayable::SetUpLater(edit.after));
    }
    let mut position = Position::at_start_of(record, &Rules::CHINESE)?;
    if !position.board().every_chain_has_a_liberty() {
        return Err(NotPlayable::Breathless);
    }
    for (n, played) in (1..).zip(&record.moves) {
        if played.color != position.to_move() {
            return Err(NotPlayable::OutOfTurn { n, color: played.color });
        }
        if let Err(judgement) = position.play(played.color, played.place) {
            let fault = judgement.faults.first().copied().unwrap_or(Fault::Outside);
            return Err(NotPlayable::Illegal { n, fault });
        }
    }
    Ok(())
}

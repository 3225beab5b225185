//! Which player sits where (CONTRACT 4.5 `set-colors`): the side of the clock may be wrong, or the players have drawn their colours anew.

use crate::clock::Side;
use crate::referee::Kind;
use crate::time::Mono;

use super::Game;
use super::event::EventBody;
use super::input::Output;
use super::request::{ErrorCode, Player, Players, RequestError};

/// What `set-colors` says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seats {
    /// Name of the player who has Black.
    pub black: Option<String>,
    /// The clock's side on which Black sits.
    pub black_side: Option<Side>,
    /// The seat of Black, as people at the table call it.
    pub black_seat: Option<String>,
}

impl Game {
    /// Black sits here, and is this player; in the middle of a game too. All of it, or nothing.
    pub(super) fn set_colors(&mut self, at: Mono, seats: &Seats, because: &str, out: &mut Vec<Output>) -> Result<(), RequestError> {
        let players = self.players_with(seats)?;
        let in_hand = self.prepared.as_ref().map_or(&self.terms, |prepared| &prepared.terms);
        if players != in_hand.players {
            if let Some(prepared) = &mut self.prepared {
                prepared.terms.players = players.clone();
            }
            self.terms.players = players.clone();
            self.emit(at, EventBody::PlayersChanged { players, because: because.to_owned() }, out);
            let decided = self.decided_of_lineup();
            self.look_at_lineup(at, None, &decided, out);
        }
        if let Some(side) = seats.black_side {
            self.terms.black_side = Some(side);
            if let Some(prepared) = &mut self.prepared {
                prepared.terms.black_side = Some(side);
            }
            self.side_learnt();
            self.turn.wrong_side = 0;
            self.gone(at, &[Kind::ClockWrongSide], out);
        }
        Ok(())
    }

    /// The players change colours when White's name is given as Black's. The moves, the clocks and the ledger stay with their colours: it is
    /// the names that were the wrong way round. A seat goes with its player.
    fn players_with(&self, seats: &Seats) -> Result<Players, RequestError> {
        let refuse = |message: String| Err(RequestError { code: ErrorCode::Conflict, message });
        let terms = self.prepared.as_ref().map_or(&self.terms, |prepared| &prepared.terms);
        let Players { mut black, mut white } = terms.players.clone();
        if let Some(name) = &seats.black {
            let is = |player: &Option<Player>| player.as_ref().is_some_and(|player| player.name == *name);
            if is(&white) {
                std::mem::swap(&mut black, &mut white);
            } else if !is(&black) {
                return refuse(format!("neither player is called {name}: prepare-game names the players"));
            }
        }
        if let Some(seat) = &seats.black_seat {
            match &mut black {
                Some(black) => black.seat = Some(seat.clone()),
                None => return refuse("black_seat: nobody is named as Black: prepare-game names the players".to_owned()),
            }
        }
        Ok(Players { black, white })
    }
}

//! Which player sits where (CONTRACT 4.5 `set-colors`): the side of the clock may be wrong, or the players have drawn their colours anew.

use crate::clock::Side;
use crate::referee::Kind;
use crate::time::Mono;

use super::Game;
use super::event::EventBody;
use super::input::Output;
use super::request::{ErrorCode, Players, RequestError};

/// What `set-colors` says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seats {
    /// Name of the player who has Black.
    pub black: Option<String>,
    /// The clock's side on which Black sits.
    pub black_side: Option<Side>,
}

impl Game {
    /// Black sits here, and is this player; in the middle of a game too.
    pub(super) fn set_colors(&mut self, at: Mono, seats: &Seats, because: &str, out: &mut Vec<Output>) -> Result<(), RequestError> {
        if let Some(name) = &seats.black {
            self.give_black(at, name, because, out)?;
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
    /// the names that were the wrong way round.
    fn give_black(&mut self, at: Mono, name: &str, because: &str, out: &mut Vec<Output>) -> Result<(), RequestError> {
        let in_hand = self.prepared.is_none() && self.book.record.is_some();
        let terms = self.prepared.as_mut().map_or(&mut self.terms, |prepared| &mut prepared.terms);
        let is = |player: &Option<super::request::Player>| player.as_ref().is_some_and(|player| player.name == name);
        if is(&terms.players.white) {
            let Players { black, white } = std::mem::take(&mut terms.players);
            terms.players = Players { black: white, white: black };
            if in_hand {
                let players = terms.players.clone();
                self.emit(at, EventBody::PlayersChanged { players, because: because.to_owned() }, out);
            }
        } else if !is(&terms.players.black) {
            let message = format!("neither player is called {name}: prepare-game names the players");
            return Err(RequestError { code: ErrorCode::Conflict, message });
        }
        Ok(())
    }
}

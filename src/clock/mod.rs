//! Time controls and the players' clocks (floor 1). Knows nothing of the device on the table.

mod adjust;
mod control;
mod game_clock;
mod happening;
mod player;
mod reading;
mod state;

pub use control::{TimeControl, TimeControlError};
pub use game_clock::{ClockSetError, GameClock, Turn};
pub use happening::{ClockHappening, Reported, TurnTime};
pub use player::{Crossing, PlayerClock};
pub use reading::{ClockReading, Side};
pub use state::{PlayerClockState, PlayerPhase};

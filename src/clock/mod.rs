//! Time controls and the players' clocks (floor 1). Knows nothing of the device on the table.

mod adjust;
mod beside;
mod blocks;
mod call;
mod check;
mod control;
mod device_clock;
mod device_reading;
mod device_set;
mod foretold;
mod game_clock;
mod happening;
mod heard;
mod player;
mod reading;
mod state;
mod text;
mod timekeeper;

pub use beside::Beside;
pub use blocks::{Block, Blocks};
pub use call::Call;
pub use check::{TimeControlError, TimeControlFault};
pub use control::{Periods, TimeControl};
pub use device_clock::{DeviceClock, STALE_MS};
pub use foretold::Told;
pub use game_clock::{ClockSetError, GameClock, Turn};
pub use happening::{ClockHappening, Reported, TurnTime};
pub use heard::{DeviceTurn, Heard};
pub use player::{Crossing, PlayerClock};
pub use reading::{ClockManner, ClockReading, Side};
pub use state::{PlayerClockState, PlayerPhase};
pub use text::{TimeLeft, TimeTextError, clock_text_ms, gtp_time_left, read_gtp_time_left, read_gtp_time_settings};
pub use timekeeper::Timekeeper;

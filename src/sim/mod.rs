//! Virtual hardware (floor 7): a board and a clock over pseudo-terminals, and the hands that use them.

mod act;
mod device;
mod hands;
mod machine;
mod pty;
pub mod script;
mod table;

pub use act::{Act, Cue, Device};
pub use device::DeviceState;
pub use hands::{Gaps, Hands, HandsError, HandsLevel, Pace, schedule};
pub use pty::Pty;
pub use table::{ClockOptions, Table, TableOptions, from_zero};

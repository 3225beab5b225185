//! Virtual hardware (floor 7): a board and a clock over pseudo-terminals, and the hands that use them.

mod act;
mod args;
mod device;
mod hands;
mod machine;
mod pty;
mod run;
pub mod script;
mod table;

pub use act::{Act, Cue, Device};
pub use args::{PaceName, SideName, SimArgs};
pub use device::DeviceState;
pub use hands::{Gaps, Hands, HandsError, HandsLevel, Pace, schedule};
pub use pty::Pty;
pub use run::{SimError, run};
pub use table::{ClockOptions, Table, TableOptions, from_zero};

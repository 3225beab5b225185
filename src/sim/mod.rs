//! Virtual hardware (floor 7): a board and a clock over pseudo-terminals, and the hands that use them.

mod act;
mod hands;
mod pty;
pub mod script;

pub use act::{Act, Cue, Device};
pub use hands::{Gaps, Hands, HandsError, HandsLevel, Pace, schedule};
pub use pty::Pty;

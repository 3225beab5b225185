//! A DGT clock (TopMatch, XL, 3000) behind a DGT board: the board passes its times on, at 9600 baud, in messages of seven-bit bytes.
//!
//! ```text
//! 8D 00 0A  rh rm rs  lh lm ls  status     a clock message: ten bytes, of which only the first has its highest bit set
//! ```
//!
//! | what | where |
//! |---|---|
//! | hours | low four bits of `rh`, `lh`; minutes and seconds are two decimal digits, four bits each |
//! | flag fallen, clock blocked at zero (D4) | bit 4 of `rh`, `lh`: the time is lost |
//! | flag shown, clock goes on (D6) | bit 6 of `rh`, `lh`: the next period runs, nothing is lost (hardware C10) |
//! | running, lever | bits 0 and 1 of `status`; 1 means that the right side is high, so that the left one was pressed |
//! | battery low | bit 2 |
//! | no clock connected (D5) | bit 5: the times are those of before (hardware C6) |
//!
//! Bits 3 and 4 of `status` say whose turn it is, and old and new clocks mean opposite things by them; they are not used. A message whose
//! `rh` or `lh` ends with `A` is no time but the clock's answer to a command, or a button; it may come again for a second. One of zeros
//! alone says nothing.
//!
//! The clock keeps time by its own program, byo-yomi included, in whole seconds, and no period is counted on the wire: one begins when a
//! time jumps up. The board looks at its clock two or three times a second and speaks at least once a second, so that a press is up to a
//! second old when it is heard (hardware C2). Presses are found by the module `lever`.

mod command;
mod frame;
mod message;
mod session;
mod virtual_dgt;

pub use frame::{Decoder, Frame, HALF_MESSAGE_MS, LENGTH_MAX};
pub use session::DgtClock;
pub use virtual_dgt::{DgtFault, VirtualDgt};

/// Asks for the clock's times once.
pub(crate) const SEND_CLOCK: u8 = 0x41;
/// Asks for every change of the board, and for the clock's times at least once a second.
const SEND_UPDATES: u8 = 0x43;
/// Begins a command for the clock.
const TO_CLOCK: u8 = 0x2B;
/// Begins and ends what follows its length.
const COMMAND_BEGINS: u8 = 0x03;
const COMMAND_ENDS: u8 = 0x00;
/// Sets both times and lets one run.
const SET_AND_RUN: u8 = 0x0A;
/// Sounds.
const BEEP: u8 = 0x0B;
/// The message with the times, without its highest bit.
const TIMES: u8 = 0x0D;
/// What follows its header.
const TIMES_LENGTH: usize = 7;

//! open-chess-clock: two buttons and an Arduino that keeps time and says what happens to it, at 57600 baud.
//!
//! ```text
//! C0 mode          handshake, when it starts; the host answers C1 00 00 00 02     numbers have four bytes, the highest first
//! C2 t             the first player's time runs now, the second player has t ms   the first player sits on the left
//! C3 t             the second player's time runs now, the first player has t ms
//! C4 t1 t2         both times
//! C5 t             paused; the side that ran has t ms
//! C6, C7           "player 1 finish", "player 2 finish"
//! ```
//!
//! Nothing guards these bytes, and every one of them may also be part of a number. A message is believed when it begins where the one
//! before it ended, and says a time that a clock can have; once something else stands there, everything is dropped until the line has
//! been quiet for a while ([`QUIET_MS`]): messages come with seconds between them.
//!
//! Between two presses the clock says nothing, however long that takes. What `C6` and `C7` mean is not agreed in its own sources: a flag is
//! claimed only where the time of the side that runs is over.

mod decoder;
mod session;
mod virtual_chess_clock;

pub use decoder::{Decoder, Message, QUIET_MS};
pub use session::OpenChessClock;
pub use virtual_chess_clock::VirtualChessClock;

/// The host's answer to a handshake: it only listens.
const ANSWER: [u8; 5] = [0xC1, 0, 0, 0, 2];

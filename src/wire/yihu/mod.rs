//! YiHu boards, by way of a bridge that hands on what the board notifies over Bluetooth: placements only.
//!
//! ```text
//! 0    23
//! 1    T, the kind: V version, I idle, C (unknown), P a stone was put down
//! 2    L, length of the whole notification
//! 3    S, one more with every notification of any kind; wraps: a gap is a loss
//! 4    0
//! 5    an echo of the host's last frame
//! 6    0
//! 7..  of P: A = (column + 11) xor S, B = (28 - row from the top) xor S, (A|B) xor S, S and 2A, 1
//! ```
//!
//! The board tells no removal and cannot be asked what stands on it. So what is reported is what it says, [`BoardReport::Placed`], and what
//! it cannot say: [`BoardReport::Unverified`], whenever a notification may have been lost. Nothing is written to it; its lights are left
//! alone.
//!
//! [`BoardReport::Placed`]: crate::wire::BoardReport::Placed
//! [`BoardReport::Unverified`]: crate::wire::BoardReport::Unverified

mod decoder;
mod session;
mod virtual_yihu;

pub use decoder::{Decoder, LENGTH_MAX, Notification, STALE_MS, Said};
pub use session::YihuBoard;
pub use virtual_yihu::VirtualYihu;

/// First byte of every notification.
const START: u8 = b'#';
/// Points along a side of the only board that is known.
const SIDE: u8 = 19;
/// What is added to a column before it is hidden in A.
const COLUMN_SHIFT: u8 = 11;
/// From what a row counted from the top is taken before it is hidden in B.
const ROW_FROM: u8 = 28;

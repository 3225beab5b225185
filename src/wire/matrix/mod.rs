//! Boards that push their points as ASCII lines, such as the hall matrix of 15x15 points built around an Arduino: colours, no
//! checksum, no numbers, nothing to ask for.
//!
//! ```text
//! TAB c SPACE  TAB c SPACE  …  CR LF     one line a row, the top row first; c is B, W or a space
//! …
//! CR LF                                  a blank line ends the board
//! ```
//!
//! A lost byte shifts every column behind it, so nothing is guessed: a board counts when every one of its lines has as many whole cells as
//! there are lines, and is dropped otherwise.

mod decoder;
mod session;
mod virtual_matrix;

pub use decoder::{Decoder, HALF_BOARD_MS, LINE_MAX};
pub use session::MatrixBoard;
pub use virtual_matrix::VirtualMatrix;

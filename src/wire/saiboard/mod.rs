//! Saiboard: 361 hall sensors and one touch plate, over TCP or, in the same words, over a serial line.
//!
//! The host asks `{"name":"hall"}`, without any end; the board answers a compact JSON object ended by one NUL byte:
//!
//! ```text
//! {"hall":[[1893,1902,…],…],"touch":30411}
//! ```
//!
//! One list a row, the top row first, column A first in each; raw counts of an ADC of 12 bits. What a count means is left to the host
//! ([`Sensors`]): a sensor without a stone shows its zero, a white stone raises it, a black one lowers it.
//!
//! While a hand is on the plate nothing is read from the board: a stone that is still being pushed into place is no stone.

mod answer;
mod sensors;
mod session;
mod touch;
mod virtual_saiboard;

pub use answer::ANSWER_MAX;
pub use sensors::Sensors;
pub use session::Saiboard;
pub use virtual_saiboard::VirtualSaiboard;

/// The question for all sensors; the board knows its end by the brace.
const ASK: &[u8] = br#"{"name":"hall"}"#;
/// What ends an answer.
const END: u8 = 0;
/// The largest count of the ADC; a sensor that shows it, or none, is broken.
const COUNT_MAX: u16 = 4_095;

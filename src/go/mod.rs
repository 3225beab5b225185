//! The game itself: board, rules, positions, records, counting and SGF (floor 0). Knows nothing of wires, clocks or referees.

mod color;
mod point;
mod record;
mod score;

pub use color::{ByColor, Color};
pub use point::{Place, Point, Size, VertexError};
pub use record::{Edit, PlayedMove, Record, Setup};
pub use score::HalfPoints;

//! The game itself: board, rules, positions, records, counting and SGF (floor 0). Knows nothing of wires, clocks or referees.

mod board;
mod color;
mod handicap;
mod point;
mod position;
mod record;
mod rules;
mod score;
pub mod sgf;
mod zobrist;

pub use board::{Board, DiagramError};
pub use color::{ByColor, Color};
pub use handicap::is_usual_handicap;
pub use point::{Place, Point, Size, Vertex, VertexError};
pub use position::{Cycle, CycleKind, Fault, Judgement, Played, Position, Prisoners, Repetition, ReplayError, Superko, position_hash};
pub use record::{Edit, PlayedMove, Record, Setup};
pub use rules::{Counting, HandicapCompensation, Ko, Rules, Suicide, Tie};
pub use score::{Count, HalfPoints, Known, Owner, PassAlive, Side, ToCount, contested, count, owners, pass_alive, winner};

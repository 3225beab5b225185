//! Play that goes round: kos, double, triple and quadruple, molasses, two for two, two sent and one returned, on boards of every size, each
//! judged by a reference that keeps whole boards; and what a table says of it (CN-20, ING-8.2).

mod answered;
mod innocent;
pub mod positions;
mod reference;
mod said;

//! `kifud watch`: what stands in the cells of a terminal, and the real program in a real one.

mod cells;
#[cfg(feature = "embedded-broker")]
mod terminal;

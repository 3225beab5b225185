//! Replay speed.
fn main() {}

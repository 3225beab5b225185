//! From scans to what the hands have done (floor 3): filter, settle, explain. Knows nothing of rulebooks.

mod reconstruction;

pub use reconstruction::{Discrepancy, Expected, Play, Reconstruction};

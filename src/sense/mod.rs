//! From scans to what the hands have done (floor 3): filter, settle, explain. Knows nothing of rulebooks.
//!
//! One scan's way: [`Filter`] turns it into record coordinates and passes it when it is news, [`Settle`] says what has held still,
//! [`explain`] relates that to the record.

mod explain;
mod filter;
mod orient;
mod reconstruction;
mod settle;

pub use explain::{Limits, ORDER_SLACK_MS, Question, explain, invites, likeliest, orders, straightened};
pub use filter::{Filter, Passed};
pub use orient::{Orientation, Rotation, STONES_TO_JUDGE, begins_upside_down, lies, seems_turned};
pub use reconstruction::{Discrepancy, Expected, Play, Reconstruction, Shown};
pub use settle::{PointTimes, Settle, SettleState, Settling};

//! Somebody who is shown everything that a table takes in, and what it writes.

use crate::game::Event;
use crate::go::Size;
use crate::mqtt;
use crate::time::Stamp;

use super::desk::{Device, PortNews};

/// Sees what goes into a table and what comes of it, in its order; nothing that it does changes the game.
pub trait Witness: Send {
    /// The seed of the table's ids.
    fn seed(&self) -> &str;

    /// News of a port.
    fn port(&mut self, now: Stamp, device: Device, news: &PortNews);

    /// The process did not run from `then` until `now`.
    fn stopped(&mut self, then: Stamp, now: Stamp);

    /// Deadlines were looked at.
    fn advance(&mut self, now: Stamp);

    /// A request that is carried out.
    fn request(&mut self, now: Stamp, request: &mqtt::Request);

    /// An event that the table wrote.
    fn event(&mut self, event: &Event, size: Size);
}

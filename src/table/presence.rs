//! What is known of a device that speaks, or does not.

use crate::time::Mono;

use super::desk::GARBLED_MS;

/// Whether a device is there, for the health document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Presence {
    /// The port is open.
    pub open: bool,
    /// It speaks.
    pub speaking: bool,
    /// The box on the clock's port says that no clock is connected to it.
    pub disconnected: bool,
    /// The board has another size than configured.
    pub wrong_size: bool,
    /// How often it has restarted since its port was opened (of a clock hardware failure C9).
    pub restarts: u32,
    /// The clock has not answered what it was told last: what it shows is not what it should.
    pub unanswered: bool,
    /// When it was last understood.
    pub last_frame: Option<Mono>,
    /// When the port was last opened.
    pub opened: Mono,
    /// The first and the last moment at which bytes came since a frame was last understood. A port that is opened again because of it
    /// changes nothing here.
    pub not_understood: Option<(Mono, Mono)>,
}

impl Presence {
    /// Bytes come, and for [`GARBLED_MS`] none have been understood: the speed is wrong, or another device is connected (hardware failure
    /// L2).
    pub fn garbled(&self) -> bool {
        self.not_understood.is_some_and(|(first, last)| last.since_ms(first) >= GARBLED_MS)
    }
}

//! A table without its loop: whoever holds it says when what happens. Everything that the loop calls is the same; only the waiting is not.

use tokio::sync::{mpsc, watch};

use super::{Adviser, FEEDBACK_QUEUE, Outside, PORT_QUEUE, Runner};
use crate::game::Game;
use crate::journal::JournalError;
use crate::mqtt::{Feedback, by_hand};
use crate::now;
use crate::serial::{PortByHand, PortEvent, PortHandle};
use crate::table::{Device, TableContext};
use crate::time::Mono;

/// One table, driven by hand.
pub struct ByHand {
    runner: Runner,
    feedback: mpsc::Receiver<Feedback>,
    durable: watch::Receiver<u64>,
    /// The moment at which it wants its turn, in µs.
    due_us: u64,
}

impl std::fmt::Debug for ByHand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ByHand").field("desk", &self.runner.desk).finish_non_exhaustive()
    }
}

/// A table with what it is connected to.
#[derive(Debug)]
pub struct Seated {
    /// The table.
    pub table: ByHand,
    /// Its connection.
    pub connection: by_hand::ByHand,
    /// The board's port and the clock's.
    pub ports: [Option<PortByHand>; 2],
}

impl ByHand {
    /// Starts a table from its journal.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub fn start(context: TableContext) -> Result<Seated, JournalError> {
        let (port_sender, _) = mpsc::channel(PORT_QUEUE);
        let (feedback_sender, feedback) = mpsc::channel(FEEDBACK_QUEUE);
        let durable = context.journal.durable();
        let (adviser, _) = Adviser::new(None);
        let (mut connection, mut ports) = (None, [None, None]);
        let outside = Outside {
            connect: Box::new(|settings, sources| {
                let (handle, made) = by_hand::ByHand::new(settings, sources, feedback_sender);
                connection = Some(made);
                handle
            }),
            open: Box::new(|_, device| {
                let (handle, port) = PortHandle::by_hand();
                ports[usize::from(device == Device::Clock)] = Some(port);
                handle
            }),
        };
        let runner = Runner::start(context, None, port_sender, outside, adviser)?;
        let mut table = ByHand { runner, feedback, durable, due_us: 0 };
        table.due();
        Ok(Seated { table, connection: connection.expect("a table has a connection"), ports })
    }

    /// When it wants its turn.
    pub fn wake(&self) -> Mono {
        Mono::from_millis(self.due_us.div_ceil(1_000))
    }

    /// What happened at its ports meanwhile, its connection's news, and everything that is due.
    pub fn turn(&mut self, events: impl IntoIterator<Item = (Device, PortEvent)>) {
        self.runner.look_whether_stopped(self.due_us);
        for (device, event) in events {
            self.runner.port(device, event);
        }
        while let Ok(news) = self.feedback.try_recv() {
            self.runner.feedback(news);
        }
        let reached = *self.durable.borrow_and_update();
        self.runner.step(reached);
        self.due();
    }

    /// True when its connection or its disk has told it something.
    pub fn has_news(&self) -> bool {
        !self.feedback.is_empty() || self.durable.has_changed().unwrap_or(false)
    }

    fn due(&mut self) {
        self.due_us = now::micros() + self.runner.wait().as_micros() as u64;
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.runner.desk.game()
    }

    /// The number of the last commit that was given to the journal; 0 before the first.
    pub fn given(&self) -> u64 {
        self.runner.given
    }

    /// What the table says that it is: `ready`, `degraded`.
    pub fn status(&self) -> &'static str {
        self.runner.status
    }
}

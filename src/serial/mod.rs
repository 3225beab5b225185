//! Serial ports (floor 6): opened, watched, lost and opened again, for as long as the daemon runs.
//!
//! One task owns one port. It stamps bytes where they arrive and hands them on; it knows no protocol. No fault ends it: a device that
//! is absent at the start, unplugged in the middle of a game or held by another program is waited for. Only [`PortHandle::close`], a
//! dropped handle or a dropped receiver does.
//!
//! What it holds to, and why:
//!
//! * A read of nothing means that the device has gone. The handle is closed *at once* and only then is the path waited for: the kernel
//!   gives a returning device another number while the old one is still open.
//! * Symbolic links (`/dev/serial/by-id`, udev's names) are followed anew at each opening.
//! * What was sent while the port was closed is thrown away before [`PortEvent::Opened`]: it is old news.
//! * Nothing waits for the line to drain; a write has a time limit, and a failed one reopens the port like a failed read.
//! * `tcp://host:port` addresses behave in the same way, with keep-alive and a time limit for connecting.

mod fault;
mod holder;
mod link;
mod port;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

pub use fault::PortFault;
pub(crate) use holder::is_locked;

use crate::time::Stamp;

/// Writes waiting for the line. A host sends a few bytes at a time and a line of 9600 baud takes a poll in 10 ms: a queue this long
/// means that the device no longer takes anything.
pub const WRITE_QUEUE: usize = 64;

/// How long one write may take until the device counts as gone. The longest packet (264 bytes) takes 0.3 s at 9600 baud.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long connecting to a `tcp://` address may take.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The first wait before opening again; it doubles up to [`LONGEST_WAIT`].
pub const FIRST_WAIT: Duration = Duration::from_millis(100);

/// The longest wait between two attempts to open: a device that comes back is noticed within this.
pub const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// A port as the configuration names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortSpec {
    /// A path, or `tcp://host:port`.
    pub address: String,
    /// Speed of the line in baud; means nothing for `tcp://`. 8 data bits, no parity, 1 stop bit, no flow control.
    pub baud: u32,
}

impl PortSpec {
    /// The `host:port` of a `tcp://` address.
    pub fn tcp(&self) -> Option<&str> {
        self.address.strip_prefix("tcp://").map(|rest| rest.trim_end_matches('/'))
    }
}

/// What happens at a port. Every event carries the moment at which it was noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PortEvent {
    /// The port is open (again) and its input is fresh: greet the device.
    Opened {
        /// When.
        at: Stamp,
    },
    /// Bytes have arrived, split anywhere; never empty.
    Bytes {
        /// When, taken right after the read returned.
        at: Stamp,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// The port was open and no longer is. It is being waited for.
    Lost {
        /// When.
        at: Stamp,
        /// Why.
        fault: PortFault,
    },
    /// The port cannot be opened. Said once for each reason, not for each attempt.
    Waiting {
        /// When.
        at: Stamp,
        /// Why.
        fault: PortFault,
    },
    /// Writes did not fit into the queue.
    WritesDropped {
        /// When.
        at: Stamp,
        /// How many since the task began.
        dropped: u64,
    },
}

/// The writing end of a port. Dropping it closes the port.
#[derive(Debug)]
pub struct PortHandle {
    writes: mpsc::Sender<Vec<u8>>,
    dropped: Arc<AtomicU64>,
    owner: Owner,
}

/// Who has the port.
#[derive(Debug)]
enum Owner {
    Task {
        closing: DropGuard,
        task: JoinHandle<()>,
    },
    /// Somebody who plays it; how often it was to be opened again.
    Hand(Arc<AtomicU64>),
}

impl PortHandle {
    /// Sends bytes when the line takes them. Never blocks: when [`WRITE_QUEUE`] writes are waiting these are dropped, counted and
    /// reported by [`PortEvent::WritesDropped`], and the answer is false. While the port is closed everything is thrown away.
    pub fn write(&self, bytes: Vec<u8>) -> bool {
        match self.writes.try_send(bytes) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.dropped.fetch_add(1, Ordering::Relaxed);
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// Closes the port and starts over with it, or with what it is called now. The new task waits until the old one has let go: a port that
    /// is opened while it is being closed looks as if another program held it.
    #[must_use]
    pub fn reopen<T: Copy + Send + Sync + 'static>(self, spec: PortSpec, tag: T, events: mpsc::Sender<(T, PortEvent)>) -> PortHandle {
        if let Owner::Hand(reopened) = &self.owner {
            reopened.fetch_add(1, Ordering::Relaxed);
            return self;
        }
        start(Some(self), spec, tag, events)
    }

    /// A port that whoever has the other end plays.
    pub fn by_hand() -> (PortHandle, PortByHand) {
        let (writes, written) = mpsc::channel(WRITE_QUEUE);
        let (dropped, reopened) = (Arc::default(), Arc::<AtomicU64>::default());
        (PortHandle { writes, dropped, owner: Owner::Hand(Arc::clone(&reopened)) }, PortByHand { written, reopened })
    }

    /// Closes the port and waits until another program can open it.
    pub async fn close(self) {
        let PortHandle { writes, dropped: _, owner } = self;
        drop(writes);
        if let Owner::Task { closing, task } = owner {
            drop(closing);
            // The task cannot fail in a way that matters here: it has ended.
            let _ = task.await;
        }
    }
}

/// The other end of a port that is played by hand: what its host does with it.
#[derive(Debug)]
pub struct PortByHand {
    written: mpsc::Receiver<Vec<u8>>,
    reopened: Arc<AtomicU64>,
}

impl PortByHand {
    /// What the host has written next.
    pub fn written(&mut self) -> Option<Vec<u8>> {
        self.written.try_recv().ok()
    }

    /// True when the host wants the port opened again, since it was asked last.
    pub fn take_reopen(&self) -> bool {
        self.reopened.swap(0, Ordering::Relaxed) > 0
    }
}

/// Starts the task that owns this port and reports under `tag` until it is closed. Must be called inside a tokio runtime.
///
/// When the receiver is slow the port is read more slowly; nothing is lost before the kernel's own buffer is full.
pub fn spawn<T: Copy + Send + Sync + 'static>(spec: PortSpec, tag: T, events: mpsc::Sender<(T, PortEvent)>) -> PortHandle {
    start(None, spec, tag, events)
}

fn start<T: Copy + Send + Sync + 'static>(
    before: Option<PortHandle>,
    spec: PortSpec,
    tag: T,
    events: mpsc::Sender<(T, PortEvent)>,
) -> PortHandle {
    let (writes, orders) = mpsc::channel(WRITE_QUEUE);
    let dropped = Arc::new(AtomicU64::new(0));
    let closing = CancellationToken::new();
    let port = port::Port::new(spec, tag, events, orders, Arc::clone(&dropped), closing.clone());
    let task = tokio::spawn(async move {
        if let Some(before) = before {
            before.close().await;
        }
        port.run().await;
    });
    PortHandle { writes, dropped, owner: Owner::Task { closing: closing.drop_guard(), task } }
}

//! The task that owns one port.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::time::Sleep;
use tokio_util::sync::CancellationToken;

use super::link::Link;
use super::{FIRST_WAIT, LONGEST_WAIT, PortEvent, PortFault, PortSpec, WRITE_TIMEOUT};
use crate::now::stamp;

/// Bytes taken by one read: more than the kernel hands over at once.
const READ_CHUNK: usize = 4096;

/// A port that was open for this long was a working one: the next wait starts from [`FIRST_WAIT`] again. One that breaks sooner is
/// opened more and more slowly.
const STEADY_MS: u64 = 2_000;

/// The receiver has gone or the handle was dropped: the task ends.
struct Closed;

pub(super) struct Port<T> {
    spec: PortSpec,
    tag: T,
    events: mpsc::Sender<(T, PortEvent)>,
    orders: mpsc::Receiver<Vec<u8>>,
    dropped: Arc<AtomicU64>,
    dropped_told: u64,
    closing: CancellationToken,
}

impl<T: Copy + Send + Sync + 'static> Port<T> {
    pub(super) fn new(
        spec: PortSpec,
        tag: T,
        events: mpsc::Sender<(T, PortEvent)>,
        orders: mpsc::Receiver<Vec<u8>>,
        dropped: Arc<AtomicU64>,
        closing: CancellationToken,
    ) -> Port<T> {
        Port { spec, tag, events, orders, dropped, dropped_told: 0, closing }
    }

    /// Opens, serves, loses and opens again until it is closed.
    pub(super) async fn run(mut self) {
        // The reason for ending is that somebody wanted it: nothing to report.
        let Closed = self.keep_open().await;
    }

    async fn keep_open(&mut self) -> Closed {
        let mut wait = FIRST_WAIT;
        let mut told: Option<PortFault> = None;
        loop {
            let opened = tokio::select! {
                biased;
                () = closed(&self.closing, &self.events) => return Closed,
                opened = Link::open(&self.spec) => opened,
            };
            match opened {
                Ok(link) => {
                    told = None;
                    let since = stamp().mono;
                    if let Err(closed) = self.serve(link).await {
                        return closed;
                    }
                    if stamp().mono.since_ms(since) >= STEADY_MS {
                        wait = FIRST_WAIT;
                    }
                }
                Err(fault) if told.as_ref() == Some(&fault) => {}
                Err(fault) => {
                    told = Some(fault.clone());
                    if let Err(closed) = self.report(PortEvent::Waiting { at: stamp(), fault }).await {
                        return closed;
                    }
                }
            }
            if let Err(closed) = self.pause(wait).await {
                return closed;
            }
            wait = LONGEST_WAIT.min(wait * 2);
        }
    }

    /// Everything between an opening and the loss: `Ok` when the port was lost, which has then been reported.
    async fn serve(&mut self, mut link: Link) -> Result<(), Closed> {
        // Meant for the connection before this one.
        while self.orders.try_recv().is_ok() {}
        let ended = match self.report(PortEvent::Opened { at: stamp() }).await {
            Ok(()) => self.transfer(&mut link).await,
            Err(closed) => Err(closed),
        };
        let at = stamp();
        link.close().await;
        self.report(PortEvent::Lost { at, fault: ended? }).await
    }

    /// Moves bytes both ways until the port is lost.
    async fn transfer(&mut self, link: &mut Link) -> Result<PortFault, Closed> {
        let (mut reader, mut writer) = tokio::io::split(link);
        let mut chunk = vec![0; READ_CHUNK];
        let mut outgoing: Option<Outgoing> = None;
        loop {
            // `read` and `write` may be dropped half-way without losing a byte, `write_all` may not.
            let event = tokio::select! {
                biased;
                () = closed(&self.closing, &self.events) => return Err(Closed),
                order = self.orders.recv(), if outgoing.is_none() => {
                    outgoing = Some(Outgoing::new(order.ok_or(Closed)?));
                    self.dropped_event()
                }
                sent = async { match &mut outgoing {
                    Some(outgoing) => outgoing.send(&mut writer).await,
                    None => std::future::pending().await,
                } } => match sent {
                    Ok(finished) => {
                        if finished {
                            outgoing = None;
                        }
                        None
                    }
                    Err(fault) => return Ok(fault),
                },
                read = reader.read(&mut chunk) => match read {
                    Ok(0) => return Ok(PortFault::Gone),
                    Ok(n) => Some(PortEvent::Bytes { at: stamp(), bytes: chunk[..n].to_vec() }),
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => None,
                    Err(error) => return Ok(PortFault::of_open_port(&error)),
                },
            };
            if let Some(event) = event {
                self.report(event).await?;
            }
        }
    }

    fn dropped_event(&mut self) -> Option<PortEvent> {
        let dropped = self.dropped.load(Ordering::Relaxed);
        let news = dropped != self.dropped_told;
        self.dropped_told = dropped;
        news.then(|| PortEvent::WritesDropped { at: stamp(), dropped })
    }

    async fn report(&self, event: PortEvent) -> Result<(), Closed> {
        tokio::select! {
            biased;
            () = self.closing.cancelled() => Err(Closed),
            sent = self.events.send((self.tag, event)) => sent.map_err(|_| Closed),
        }
    }

    /// Waits, throwing away what is written meanwhile.
    async fn pause(&mut self, wait: Duration) -> Result<(), Closed> {
        let mut over = std::pin::pin!(tokio::time::sleep(wait));
        loop {
            tokio::select! {
                biased;
                () = closed(&self.closing, &self.events) => return Err(Closed),
                () = &mut over => return Ok(()),
                order = self.orders.recv() => order.map(drop).ok_or(Closed)?,
            }
        }
    }
}

async fn closed<T>(closing: &CancellationToken, events: &mpsc::Sender<T>) {
    tokio::select! {
        () = closing.cancelled() => {}
        () = events.closed() => {}
    }
}

/// One write on its way.
struct Outgoing {
    bytes: Vec<u8>,
    sent: usize,
    limit: Pin<Box<Sleep>>,
}

impl Outgoing {
    fn new(bytes: Vec<u8>) -> Outgoing {
        Outgoing { bytes, sent: 0, limit: Box::pin(tokio::time::sleep(WRITE_TIMEOUT)) }
    }

    /// Sends a part; true when all has been sent.
    async fn send(&mut self, writer: &mut (impl AsyncWriteExt + Unpin)) -> Result<bool, PortFault> {
        if self.sent == self.bytes.len() {
            return Ok(true);
        }
        tokio::select! {
            biased;
            sent = writer.write(&self.bytes[self.sent..]) => match sent {
                Ok(0) => Err(PortFault::Gone),
                Ok(n) => {
                    self.sent += n;
                    Ok(self.sent == self.bytes.len())
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => Ok(false),
                Err(error) => Err(PortFault::of_open_port(&error)),
            },
            () = &mut self.limit => Err(PortFault::WriteStalled),
        }
    }
}

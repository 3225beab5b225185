//! A line between a client and a broker that can be cut, at any byte and as often as one likes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Passes bytes on both ways until it is told to cut.
pub struct Proxy {
    pub address: SocketAddr,
    cut: Arc<watch::Sender<u64>>,
    made: Arc<AtomicU64>,
    /// Bytes passed on towards the broker since the start.
    passed: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Proxy {
    pub async fn to(port: u16) -> Proxy {
        Self::late(port, Duration::ZERO).await
    }

    /// A line over which the broker's first word takes so long.
    pub async fn late(port: u16, late: Duration) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (cut, made, passed) = (Arc::new(watch::Sender::new(0)), Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let task = tokio::spawn(accept(listener, port, late, (Arc::clone(&cut), Arc::clone(&made), Arc::clone(&passed))));
        Proxy { address, cut, made, passed, task }
    }

    /// Ends every connection now, wherever it is, without a word.
    pub fn cut(&self) {
        self.cut.send_modify(|cuts| *cuts += 1);
    }

    /// How many connections were made to the broker.
    pub fn made(&self) -> u64 {
        self.made.load(Ordering::SeqCst)
    }

    pub fn passed(&self) -> u64 {
        self.passed.load(Ordering::SeqCst)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

type Shared = (Arc<watch::Sender<u64>>, Arc<AtomicU64>, Arc<AtomicU64>);

async fn accept(listener: TcpListener, port: u16, late: Duration, (cut, made, passed): Shared) {
    while let Ok((client, _)) = listener.accept().await {
        // A broker that is away: the client is turned away too.
        let Ok(broker) = TcpStream::connect(("127.0.0.1", port)).await else { continue };
        made.fetch_add(1, Ordering::SeqCst);
        let mut over = cut.subscribe();
        over.mark_unchanged();
        let passed = Arc::clone(&passed);
        tokio::spawn(async move {
            let (client, broker) = (client.into_split(), broker.into_split());
            tokio::select! {
                () = pass(client.0, broker.1, Some(passed)) => {}
                () = async {
                    tokio::time::sleep(late).await;
                    pass(broker.0, client.1, None).await;
                } => {}
                _ = over.changed() => {}
            }
        });
    }
}

async fn pass(mut from: impl AsyncReadExt + Unpin, mut to: impl AsyncWriteExt + Unpin, counted: Option<Arc<AtomicU64>>) {
    // Small pieces: a cut falls into the middle of packets.
    let mut piece = [0; 61];
    while let Ok(read @ 1..) = from.read(&mut piece).await {
        if to.write_all(&piece[..read]).await.is_err() {
            return;
        }
        if let Some(counted) = &counted {
            counted.fetch_add(read as u64, Ordering::SeqCst);
        }
    }
}

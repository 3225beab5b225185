//! Connections that come in over HTTP (floor 6): so many at once, and none that is held open without asking for anything.
//!
//! The network of a hall is everybody's. A process may hold 1,024 files by default, and boards, journal and broker want theirs: without a limit
//! the laptop of one visitor takes all of them, by opening connections and saying nothing, or a letter now and then.

use std::future::Future as _;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Sleep;

/// What a connection may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many there are at one time; whoever comes then waits at the door.
    pub connections: usize,
    /// How long a request may take to come, from the moment at which it may begin to its answer's first byte: hands do not write requests, and a
    /// table answers within eight seconds or not at all.
    pub asks: Duration,
    /// How long nothing may be sent on a connection that has been answered: the slowest streams say something every ten seconds.
    pub idle: Duration,
    /// How long a reader may take nothing of what is sent to it, in ms.
    pub patience_ms: u32,
}

/// Whoever takes nothing of what is sent to it for so long is dropped: a laptop that was shut, a program that hangs. One that is merely slow takes
/// something all the time.
pub const READER_PATIENCE_MS: u32 = 30_000;

impl Limits {
    /// So many at once, each with the time that is right for everybody.
    pub const fn of(connections: usize) -> Limits {
        Limits { connections, asks: Duration::from_secs(20), idle: Duration::from_secs(60), patience_ms: READER_PATIENCE_MS }
    }
}

/// A listener that lets so many in at one time.
#[derive(Debug)]
pub struct Door {
    listener: TcpListener,
    places: Arc<Semaphore>,
    limits: Limits,
}

impl Door {
    /// This listener with these limits.
    pub fn new(listener: TcpListener, limits: Limits) -> Door {
        Door { listener, places: Arc::new(Semaphore::new(limits.connections)), limits }
    }
}

impl Listener for Door {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        // It is never closed; without a place there would be no limit, and with one too few nothing is lost.
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // The kernel counts: what waits to be sent does not keep a reader awake.
        if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(&stream, self.limits.patience_ms) {
            tracing::debug!(%error, "a reader that hangs will be kept");
        }
        let until = Box::pin(tokio::time::sleep(self.limits.asks));
        (Guest { stream, limits: self.limits, until, asks: true, _place: place }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// One connection, which ends itself.
#[derive(Debug)]
pub struct Guest {
    stream: TcpStream,
    limits: Limits,
    until: Pin<Box<Sleep>>,
    /// A request has begun, or is the first, and nothing of an answer has been sent.
    asks: bool,
    _place: Option<OwnedSemaphorePermit>,
}

impl Guest {
    /// From now on for so long; whoever is to be woken stays so.
    fn wait(&mut self, long: Duration) {
        self.until.as_mut().reset(tokio::time::sleep(long).deadline());
    }

    fn sent(&mut self, sent: &Poll<io::Result<usize>>) {
        if matches!(sent, Poll::Ready(Ok(1..))) {
            self.asks = false;
            self.wait(self.limits.idle);
        }
    }
}

impl AsyncRead for Guest {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        match Pin::new(&mut self.stream).poll_read(context, into) {
            Poll::Pending => self.until.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into())),
            read => {
                if into.filled().len() > before && !self.asks {
                    self.asks = true;
                    let asks = self.limits.asks;
                    self.wait(asks);
                }
                read
            }
        }
    }
}

impl AsyncWrite for Guest {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.sent(&sent);
        sent
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, slices: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.sent(&sent);
        sent
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    const SMALL: Limits =
        Limits { connections: 3, asks: Duration::from_millis(300), idle: Duration::from_millis(300), patience_ms: 30_000 };

    async fn door() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let site = axum::Router::new().route("/", axum::routing::get(|| async { "good" }));
        tokio::spawn(async move { axum::serve(Door::new(listener, SMALL), site).await });
        address
    }

    async fn answered(address: SocketAddr) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    /// Symptom: no page, no board that was plugged in again, no broker. Cause: a visitor's program held a thousand connections, and the process had
    /// no file left.
    #[tokio::test]
    async fn connections_that_say_nothing_or_a_letter_now_and_then_are_ended_and_others_have_their_place() {
        let address = door().await;
        let mut held = Vec::new();
        for n in 0..12 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            if n % 2 == 0 {
                stream.write_all(b"GET / HT").await.unwrap();
            }
            held.push(stream);
        }
        let served = tokio::time::timeout(Duration::from_secs(20), answered(address)).await.expect("they are ended one after the other");
        assert!(served.ends_with("good"), "{served}");
        for stream in &mut held {
            // Closed, or cut off with what it had sent.
            assert!(matches!(stream.read(&mut [0; 100]).await, Ok(_) | Err(_)));
        }
    }

    #[tokio::test]
    async fn a_letter_now_and_then_does_not_hold_a_place() {
        let address = door().await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        let trickle = async {
            for letter in b"GET / HTTP/1.1\r\nHost: a-name-that-takes-long\r\n".iter().cycle() {
                if stream.write_all(&[*letter]).await.is_err() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), trickle).await.expect("it is ended");
    }

    #[tokio::test]
    async fn whoever_asks_again_in_time_keeps_the_connection_and_who_does_not_is_gone() {
        let address = door().await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        let mut some = [0; 1_024];
        for _ in 0..4 {
            stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
            let length = stream.read(&mut some).await.unwrap();
            assert!(String::from_utf8_lossy(&some[..length]).ends_with("good"));
            tokio::time::sleep(Duration::from_millis(120)).await;
        }
        let gone = tokio::time::timeout(Duration::from_secs(20), stream.read(&mut some)).await.expect("it is ended");
        assert!(matches!(gone, Ok(0) | Err(_)), "{gone:?}");
    }
}

//! The one page, over HTTP.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use prometheus_client::encoding::prometheus_text::CONTENT_TYPE;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::Metrics;
use crate::door::{Door, Limits};

/// Connections at one time: a few programs that scrape, and a person who looks.
const CONNECTIONS: usize = 16;

/// Why the figures are not served.
#[derive(Debug, thiserror::Error)]
pub enum MetricsError {
    /// The address cannot be had.
    #[error("metrics cannot be served on {address}: {source}")]
    Bind {
        /// The address asked for.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Figures that are served until this is dropped.
#[derive(Debug)]
pub struct Serving {
    address: SocketAddr,
    _until: DropGuard,
}

impl Serving {
    /// Where they are.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Serves `/metrics` inside the running tokio runtime.
///
/// # Errors
/// The address to listen on cannot be had.
pub async fn serve(listen: SocketAddr, metrics: Metrics) -> Result<Serving, MetricsError> {
    let bind = |source| MetricsError::Bind { address: listen, source };
    let listener = tokio::net::TcpListener::bind(listen).await.map_err(bind)?;
    let address = listener.local_addr().map_err(bind)?;
    let door = Door::new(listener, Limits::of(CONNECTIONS));
    let (until, site) = (CancellationToken::new(), Router::new().route("/metrics", get(page)).with_state(metrics));
    let over = until.clone();
    tokio::spawn(async move {
        let served = axum::serve(door, site).with_graceful_shutdown(async move { over.cancelled().await });
        if let Err(error) = served.await {
            tracing::warn!(%error, "metrics are no longer served");
        }
    });
    tracing::info!(%address, "metrics are served");
    Ok(Serving { address, _until: until.drop_guard() })
}

async fn page(State(metrics): State<Metrics>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, CONTENT_TYPE), (header::CACHE_CONTROL, "no-store")], metrics.text())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    use super::*;

    async fn figures(stream: &mut TcpStream) -> String {
        stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    /// Symptom: a program that opened connections and said nothing took all the files that the daemon may hold. Cause: the figures had no door.
    #[tokio::test]
    async fn so_many_are_served_at_once_and_the_next_when_one_has_gone() {
        let serving = serve("127.0.0.1:0".parse().unwrap(), Metrics::new()).await.unwrap();
        let mut held = Vec::new();
        for _ in 0..CONNECTIONS {
            held.push(TcpStream::connect(serving.address()).await.unwrap());
        }
        let mut next = TcpStream::connect(serving.address()).await.unwrap();
        let waits = tokio::time::timeout(Duration::from_millis(300), figures(&mut next)).await;
        assert!(waits.is_err(), "it was served as one too many: {waits:?}");
        held.pop();
        let mut next = TcpStream::connect(serving.address()).await.unwrap();
        drop(held);
        let served = tokio::time::timeout(Duration::from_secs(20), figures(&mut next)).await.expect("there is room again");
        assert!(served.contains("process_cpu_seconds_total "), "{served}");
    }
}

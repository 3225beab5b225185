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
    let (until, site) = (CancellationToken::new(), Router::new().route("/metrics", get(page)).with_state(metrics));
    let over = until.clone();
    tokio::spawn(async move {
        let served = axum::serve(listener, site).with_graceful_shutdown(async move { over.cancelled().await });
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

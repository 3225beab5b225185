//! Web pages for every table on a broker: an MQTT consumer like any other, with a random client id, no will, and nothing published but the
//! requests of those who have a referee's token.
//!
//! Two feeds, which never meet: what is under `public/…` is for everybody, the rest for those who have a token. A page chooses neither; its
//! address and its token do (`gate`). A request goes out as `request/<verb>/<name of the token>`, and its answer comes back (`desk`).
//!
//! The way of a document: `link` takes it from the broker and stamps its arrival; `tables` keeps the newest of each kind and numbers every
//! change; `web` lets each browser walk along these numbers at its own speed by server-sent events. No browser has a queue: one that is slow
//! simply finds the newest documents when it comes back, and one that comes late finds them at once.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::task::JoinHandle;

mod desk;
mod gate;
mod hub;
mod link;
mod tables;
mod tokens;
mod web;

use gate::Gate;
use hub::Hub;
pub use tokens::{Tokens, TokensError};

/// Version of the protocol to speak to the broker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Version {
    /// MQTT 5.
    #[default]
    V5,
    /// MQTT 3.1.1, for brokers that speak only that.
    V311,
}

/// Where the broker is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokerAddress {
    /// Name or address of its machine.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The other nodes of a cluster, tried in turn when a connection breaks or cannot be made.
    pub others: Vec<(String, u16)>,
    /// What it speaks.
    pub version: Version,
}

/// A user of the broker.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Name.
    pub user: String,
    /// Password; never shown.
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("user", &self.user).finish_non_exhaustive()
    }
}

/// What [`serve`] needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The broker.
    pub broker: BrokerAddress,
    /// First topic level or levels, `kifud` by default.
    pub base: String,
    /// Where the pages are served; port 0 takes any free one.
    pub listen: SocketAddr,
    /// For brokers that want a user.
    pub credentials: Option<Credentials>,
    /// Who may see everything and send requests; without it nobody.
    pub tokens: Option<Tokens>,
    /// Tokens may cross the network readable for everybody.
    pub insecure: bool,
}

/// Why no page is served.
#[derive(Debug, thiserror::Error)]
pub enum DisplayError {
    /// The address cannot be had.
    #[error("the display cannot listen on {address}: {source}")]
    Bind {
        /// The address asked for.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// Tokens would cross the network readable for everybody.
    #[error(
        "the display would take referees' tokens over {address}, readable for everybody on the network: listen on 127.0.0.1 behind a web server \
         with TLS, or say insecure"
    )]
    Readable {
        /// The address asked for.
        address: SocketAddr,
    },
}

/// Running pages. Dropping it ends them too, without waiting.
#[derive(Debug)]
pub struct Display {
    address: SocketAddr,
    hub: Arc<Hub>,
    link: JoinHandle<()>,
    web: JoinHandle<()>,
}

impl Display {
    /// Where the pages are served.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends all streams and the connection to the broker, and waits for it.
    pub async fn stop(mut self) {
        self.hub.close();
        // Both end by themselves when the hub is closed; a panic inside them has been reported by then.
        let _ = (&mut self.link).await;
        let _ = (&mut self.web).await;
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.hub.close();
    }
}

/// Serves the pages inside the running tokio runtime. The broker may be absent: the pages say so and go on when it is there.
///
/// # Errors
/// The address to listen on cannot be had, or is another than this machine's own while there are tokens and no leave to send them readable.
pub async fn serve(options: Options) -> Result<Display, DisplayError> {
    if options.tokens.is_some() && !options.listen.ip().is_loopback() && !options.insecure {
        return Err(DisplayError::Readable { address: options.listen });
    }
    let bind = |source| DisplayError::Bind { address: options.listen, source };
    let listener = tokio::net::TcpListener::bind(options.listen).await.map_err(bind)?;
    let address = listener.local_addr().map_err(bind)?;
    let hub = Arc::new(Hub::new());
    let gate = Gate::new(options.tokens.clone());
    let link = tokio::spawn(link::run(options, Arc::clone(&hub)));
    let web = tokio::spawn(web::run(listener, Arc::clone(&hub), gate));
    tracing::info!(%address, "displays are served");
    Ok(Display { address, hub, link, web })
}

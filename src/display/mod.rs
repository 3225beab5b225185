//! Web pages for every table on a broker: an MQTT consumer like any other, with a random client id, no will, and nothing published but the
//! requests of those who have a referee's token.
//!
//! Two feeds, which never meet: what is under `public/…` is for everybody, the rest for those who have a token. A page chooses neither; its
//! address and its token do (`gate`). A request goes out as `request/<verb>/<name of the token>`, and its answer comes back (`desk`).
//!
//! The way of a document: `link` takes it from the broker and stamps its arrival; `tables` keeps the newest of each kind and numbers every
//! change; `web` lets each browser walk along these numbers at its own speed by server-sent events. No browser has a queue: one that is slow
//! simply finds the newest documents when it comes back, and one that comes late finds them at once.
//!
//! What other programs read is public and made of the same documents: addresses under `/feeds` (`web::feeds`), and a folder of files (`folder`).

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::task::JoinHandle;

mod desk;
mod folder;
mod gate;
mod hub;
mod link;
mod macmahon;
mod results;
mod tables;
mod tokens;
mod web;
mod words;

pub use crate::mqtt::{BrokerAddress, Credentials, Nodes, Version};
use gate::Gate;
use hub::Hub;
use link::{Reads, Source};
pub use results::results_in;
pub use tokens::{Tokens, TokensError};
pub use words::page_words;

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
    /// A folder for the live SGF files and the results, which must be there.
    pub folder: Option<PathBuf>,
    /// The file that the round was paired from: a copy of MacMahon's, with the results, goes into the folder.
    pub tournament: Option<PathBuf>,
}

/// What [`keep_folder`] needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderOptions {
    /// The broker.
    pub broker: BrokerAddress,
    /// First topic level or levels, `kifud` by default.
    pub base: String,
    /// For brokers that want a user.
    pub credentials: Option<Credentials>,
    /// Where the files go.
    pub folder: PathBuf,
    /// The file that the round was paired from, as in [`Options::tournament`].
    pub tournament: Option<PathBuf>,
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
    folder: Option<JoinHandle<()>>,
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
        if let Some(folder) = self.folder.take() {
            let _ = folder.await;
        }
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
    let Options { broker, base, credentials, tokens, folder, tournament, .. } = options;
    let reads = if tokens.is_some() { Reads::PagesAndAnswers } else { Reads::Pages };
    let link = tokio::spawn(link::run(Source { broker, base, credentials, reads }, Arc::clone(&hub)));
    let web = tokio::spawn(web::run(listener, Arc::clone(&hub), gate));
    let folder = folder.map(|folder| tokio::spawn(folder::run(folder, tournament, Arc::clone(&hub))));
    tracing::info!(%address, "displays are served");
    Ok(Display { address, hub, link, web, folder })
}

/// A folder with live SGF files, without pages. Dropping it ends it too, without waiting.
#[derive(Debug)]
pub struct Folder {
    hub: Arc<Hub>,
    link: JoinHandle<()>,
    files: JoinHandle<()>,
}

impl Folder {
    /// Writes what has come, ends the connection to the broker, and waits for both.
    pub async fn stop(mut self) {
        self.hub.close();
        // Both end by themselves when the hub is closed; a panic inside them has been reported by then.
        let _ = (&mut self.link).await;
        let _ = (&mut self.files).await;
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.hub.close();
    }
}

/// Keeps the live SGF files of every table on a broker, and the results, in a folder, inside the running tokio runtime. Broker and folder may
/// be absent: it is said in the log, and goes on when they are there.
pub fn keep_folder(options: FolderOptions) -> Folder {
    let FolderOptions { broker, base, credentials, folder, tournament } = options;
    let hub = Arc::new(Hub::new());
    let link = tokio::spawn(link::run(Source { broker, base, credentials, reads: Reads::Files }, Arc::clone(&hub)));
    let files = tokio::spawn(folder::run(folder, tournament, Arc::clone(&hub)));
    Folder { hub, link, files }
}

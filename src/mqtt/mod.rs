//! One table's connection to the broker (floor 6): MQTT 5, or 3.1.1 by configuration.
//!
//! The durable outbox is the only queue of events: it is read through [`EventSource`], in order, and an event is delivered when the broker
//! has acknowledged it with success. Everything else is a retained document, of which only the newest counts. So nothing the broker does
//! can stall a game or lose an event: while it is away nothing is kept here but the newest documents.
//!
//! * [`Topics`]: names; `status`: the `status` document.
//! * `presence`: who may speak for the table, as a state machine with injected time.
//! * `desk`: what waits to be said; `flight`: what is on its way.
//! * [`BrokerAddress`]: where the broker is, its nodes, and as whom one speaks to it.
//! * [`Consumer`]: the connection of those who only read tables, displays and terminals.
//! * `announce`: what a bridge tells others of its tables, outside their topics.
//! * `pace`: how fast the tables of a daemon say everything again.
//! * [`by_hand`]: the same connection without a client or a task, for whoever plays the broker.
//! * `link`: rumqttc behind our own door; `task`: the thin asynchronous part, with `voice` for the order in which things are said.
//!
//! The rules of the connection and their order are those of CONTRACT 4.

mod address;
mod announce;
pub mod by_hand;
mod consumer;
mod desk;
mod flight;
mod flood;
mod forget;
mod handle;
mod link;
mod pace;
mod presence;
mod report;
mod status;
mod talk;
mod task;
mod tls;
mod topic;
mod voice;

pub use address::{BrokerAddress, Credentials, Node, Nodes};
pub use announce::{Announcement, Announcements, Announcing, announce};
pub use consumer::{Asking, Consumer, Heard, retry_after};
pub use flood::BURST as REQUESTS_AT_ONCE;
pub use forget::{ForgetError, forget};
pub use handle::{Handle, spawn};
pub use pace::Pace;
pub use tls::{Tls, TlsError};
pub use topic::{LONGEST_RESPONSE_TOPIC, MOST_RESPONSE_LEVELS, Topics};

use bytes::Bytes;

/// Largest request that is looked at, in bytes (CONTRACT 4.5).
pub const LARGEST_REQUEST: usize = 16 * 1024;

/// Largest document or answer that is sent, in bytes (CONTRACT 4): consumers may rely on it.
pub const LARGEST_DOCUMENT: usize = 64 * 1024;

/// Which protocol is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Version {
    /// MQTT 5.
    #[default]
    V5,
    /// MQTT 3.1.1, for brokers that have only that.
    V311,
}

/// Where the broker is and who speaks.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The broker.
    pub broker: BrokerAddress,
    /// As whom one speaks to it, where it wants to know.
    pub credentials: Option<Credentials>,
    /// First topic level or levels.
    pub base: String,
    /// Id of this bridge.
    pub bridge: String,
    /// Id of the table.
    pub table: String,
    /// Random id of this installation, kept in its state directory.
    pub instance: String,
    /// Only `request/<verb>/<user>` is taken.
    pub require_user: bool,
    /// Shared by the tables of a daemon.
    pub pace: Pace,
}

impl Settings {
    /// Prepares a connection as a table's, to the node whose turn it is.
    fn open(&self, attempt: usize, id: &str, will: Option<link::Will>) -> Result<(link::Pen, link::Ear), TlsError> {
        link::open(&self.broker, self.credentials.as_ref(), attempt, id, &link::Manner::TABLE, will)
    }
}

/// A stream of durable events in their order: the journal's, read by the table's own reader.
///
/// Called from the connection's task: an answer must come quickly, so `limit` is small.
pub trait EventSource: Send {
    /// Events whose row id is greater than `cursor`, in durable order, at most `limit`, and only those that may be shown now.
    fn after(&mut self, cursor: u64, limit: usize) -> Vec<Outgoing>;

    /// The row id after which the events of the last minute begin: they are sent again on every connection.
    fn recent_cursor(&mut self) -> u64;

    /// The row id of the last event that was delivered; 0 when none was.
    fn delivered_cursor(&mut self) -> u64;

    /// Every event up to and including this row has been delivered. Rises.
    fn delivered(&mut self, row_id: u64);
}

/// One event on its way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Place in the durable order of its source.
    pub row_id: u64,
    /// Topic under the table: `event`, `public/event`.
    pub topic_suffix: &'static str,
    /// The document.
    pub payload: Bytes,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The request's verb: the answer goes to `response/<verb>`.
    pub verb: String,
    /// The request's response topic, where the answer goes too when CONTRACT 4.5 allows it.
    pub response_topic: Option<String>,
    /// The request's correlation data.
    pub correlation: Option<Bytes>,
    /// The document.
    pub payload: Bytes,
}

/// A request as it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The verb in the topic; not yet known to exist.
    pub verb: String,
    /// The user in the topic, `[A-Za-z0-9_-]`; replaces `by`.
    pub user: Option<String>,
    /// The document, 1 to [`LARGEST_REQUEST`] bytes.
    pub payload: Bytes,
    /// Where the answer is wanted too (MQTT 5). Hand it back in [`Response`]: it is checked there.
    pub response_topic: Option<String>,
    /// What the answer must carry (MQTT 5).
    pub correlation: Option<Bytes>,
}

impl Request {
    /// The answer to this request.
    pub fn answer(&self, payload: impl Into<Bytes>) -> Response {
        Response {
            verb: self.verb.clone(),
            response_topic: self.response_topic.clone(),
            correlation: self.correlation.clone(),
            payload: payload.into(),
        }
    }
}

/// Why a request goes no further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It has no content.
    Empty,
    /// More than [`LARGEST_REQUEST`] bytes.
    TooLarge,
    /// The topic names no user and `require_user` is set.
    NoUser,
    /// Verb or user is no name.
    BadTopic,
    /// The table has not taken the requests before it.
    Busy,
}

/// Why a broker that is there takes no connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectRefused {
    /// User or password are wrong.
    Credentials,
    /// It lets only others in.
    NotAuthorised,
    /// It does not speak this version of the protocol.
    Protocol,
    /// It is full, or about to stop.
    Busy,
}

/// What the table hears from its connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Feedback {
    /// The broker has taken the connection; nothing is published yet.
    Connected {
        /// Session id of this connection.
        session: String,
    },
    /// Everything that waited has been said and `status` is the last word: the table is live.
    Live,
    /// The connection is gone, or could not be made.
    Disconnected {
        /// Why.
        reason: String,
        /// When it is tried again, in ms from now.
        retry_ms: u64,
        /// The broker is there, but does not want us.
        refused: Option<ConnectRefused>,
    },
    /// Somebody asks for something.
    Request(Request),
    /// A request that the broker had kept as retained: it must not be carried out, only answered with an error (it comes again with every
    /// connection until somebody empties it).
    RetainedRequest(Request),
    /// More requests came than are looked at: this one is answered `busy`, those dropped before it were not answered.
    TooManyRequests {
        /// The request.
        request: Request,
        /// How many were dropped since the last answer of this kind.
        dropped: u64,
    },
    /// A request goes no further, and is not answered because its transaction is not known.
    RequestRefused {
        /// Topic of the request.
        topic: String,
        /// Its size in bytes.
        bytes: usize,
        /// Why.
        because: Refusal,
        /// How many of these were not told of before it.
        untold: u64,
    },
    /// Another installation speaks for this table and is alive: nothing is published here; it is looked at again later.
    OtherInstance {
        /// Its bridge.
        bridge: String,
        /// Its instance.
        instance: String,
        /// When it is looked at again, in ms from now.
        retry_ms: u64,
    },
    /// Another client with the same name took the connection over (a copied card).
    TakenOver {
        /// How many times within the last minute.
        times: u32,
        /// When it is tried again, in ms from now.
        retry_ms: u64,
    },
    /// A message is larger than the broker takes, and was not sent.
    TooLarge {
        /// Its topic.
        topic: String,
        /// Its size as a packet, in bytes.
        bytes: usize,
        /// What the broker takes, in bytes.
        limit: usize,
    },
    /// The broker does not let us publish or subscribe there. Told once for each topic of a connection.
    NotAllowed {
        /// Topic or filter.
        topic: String,
        /// What it says.
        reason: String,
    },
    /// Everything that it did not let us do on this connection it does let us do now.
    AllowedAgain,
}

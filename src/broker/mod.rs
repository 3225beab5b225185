//! The built-in MQTT broker: for the demo, and for one table without a broker of its own.
//!
//! It speaks MQTT 5 and 3.1.1 on one TCP port, keeps retained documents in memory only (a table publishes all of its documents again on every
//! connect, so a restart loses nothing), and every quantity that a client could make grow has a limit. A hall with many tables wants a broker
//! that is installed and looked after, such as the distribution's mosquitto.
//!
//! The work is done by the crate `mqtt5`; without the cargo feature `embedded-broker` everything here still compiles and [`start`] says so.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

#[cfg(feature = "embedded-broker")]
mod embedded;

#[cfg(feature = "embedded-broker")]
use embedded::Running;

/// The port of MQTT without TLS (IANA).
pub const MQTT_PORT: u16 = 1883;

/// How many ports [`Listen::FirstFree`] tries: enough for every demo that one machine runs at once, few enough to end soon with a clear error.
pub const PORTS_TRIED: u16 = 32;

/// Where the broker listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listen {
    /// Exactly here; port 0 takes any free one.
    At(SocketAddr),
    /// On loopback, on the first free port from this one on, [`PORTS_TRIED`] at most.
    FirstFree {
        /// The first port to try.
        from: u16,
    },
}

impl Default for Listen {
    fn default() -> Self {
        Self::FirstFree { from: MQTT_PORT }
    }
}

/// Who may do what.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Access {
    /// Everybody on this machine, everything. Refused for an address that is not loopback.
    #[default]
    OpenOnLoopback,
    /// Users with passwords and a list of what each may publish and read.
    Files {
        /// One `user:hash` a line, the hash in Argon2's PHC text.
        users_file: PathBuf,
        /// One `user NAME topic FILTER permission read|write|readwrite|deny` a line.
        acl_file: PathBuf,
    },
}

/// What a client may make grow, and how far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections at one time; a further one is closed at once. 64 tables, each with a few displays and referees.
    pub clients: usize,
    /// Bytes of one packet. Documents hold 64 kB at most (CONTRACT 4); some client libraries fail where less than 1 MiB is announced.
    pub packet_bytes: usize,
    /// Topics with a retained message; one more is refused ("quota exceeded" in MQTT 5, dropped in 3.1.1). 64 tables of about 30 topics, twice.
    pub retained: usize,
    /// Bytes of one retained message; a bigger one is refused in the same way. Twice the largest document.
    pub retained_bytes: usize,
    /// Subscriptions of one client.
    pub subscriptions: usize,
    /// Seconds that a session outlives its connection, whatever the client asks for: sessions cannot pile up.
    pub session_seconds: u64,
    /// Messages waiting for one client that is slow or away; the oldest go first.
    pub queued: usize,
    /// Bytes waiting for one client that is slow or away.
    pub queued_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            clients: 512,
            packet_bytes: 1 << 20,
            retained: 4_096,
            retained_bytes: 128 * 1024,
            subscriptions: 128,
            session_seconds: 600,
            queued: 2_048,
            queued_bytes: 8 << 20,
        }
    }
}

/// Why the broker did not start.
#[derive(Debug, thiserror::Error)]
pub enum BrokerError {
    /// The address cannot be had.
    #[error("the built-in broker cannot listen on {address}: {source}{}", hint(source))]
    Bind {
        /// The address asked for.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// All the ports that were tried are taken.
    #[error("the built-in broker found no free port from {from} to {to} on this machine")]
    NoFreePort {
        /// The first port tried.
        from: u16,
        /// The last port tried.
        to: u16,
    },
    /// Anyone on the network could write to the tables.
    #[error("the built-in broker does not listen on {0} without users_file and acl_file: anyone on the network could write to the tables")]
    OpenToTheNetwork(SocketAddr),
    /// The program was built without it.
    #[error(
        "this kifud was built without the built-in broker (cargo feature `embedded-broker`): name a broker, such as mqtt://127.0.0.1:1883"
    )]
    NotBuilt,
    /// Anything else that the broker itself refuses, such as a file that cannot be read.
    #[error("the built-in broker does not start: {0}")]
    Refused(String),
}

/// What a person can do about a refused address.
fn hint(source: &std::io::Error) -> &'static str {
    match source.kind() {
        std::io::ErrorKind::AddrInUse => " (another program listens there: use that broker, or choose another port)",
        std::io::ErrorKind::PermissionDenied => " (ports below 1024 need rights of their own)",
        std::io::ErrorKind::AddrNotAvailable => " (this machine has no such address)",
        _ => "",
    }
}

/// A running broker. Dropping it closes it too, without waiting.
#[derive(Debug)]
pub struct Broker {
    address: SocketAddr,
    #[cfg(feature = "embedded-broker")]
    running: Running,
}

impl Broker {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes all connections and the port, and waits until that is done (5 s at most). What it took just before still goes out.
    pub async fn stop(self) {
        // It acknowledges a message before the subscribers have it, and drops what is on its way when it stops: the last `status` would be
        // lost now and then.
        tokio::time::sleep(LAST_WORDS).await;
        #[cfg(feature = "embedded-broker")]
        self.running.stop().await;
    }
}

/// How long what was taken last has to reach the subscribers: far more than it takes on a loaded Pi, and nobody waits for a stop that short.
const LAST_WORDS: std::time::Duration = std::time::Duration::from_millis(200);

/// Starts the broker inside the running tokio runtime and returns when it takes connections.
///
/// # Errors
/// [`BrokerError`]: the port is taken, the address would be open to the network, a file is bad, or the program was built without it.
pub async fn start(listen: Listen, access: &Access, limits: Limits) -> Result<Broker, BrokerError> {
    match listen {
        Listen::At(address) => start_at(address, access, limits).await,
        Listen::FirstFree { from } => {
            let to = from.saturating_add(PORTS_TRIED - 1);
            for port in from..=to {
                match start_at(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port), access, limits).await {
                    Err(BrokerError::Bind { source, .. }) if source.kind() == std::io::ErrorKind::AddrInUse => {}
                    other => return other,
                }
            }
            Err(BrokerError::NoFreePort { from, to })
        }
    }
}

async fn start_at(address: SocketAddr, access: &Access, limits: Limits) -> Result<Broker, BrokerError> {
    if !address.ip().is_loopback() && *access == Access::OpenOnLoopback {
        return Err(BrokerError::OpenToTheNetwork(address));
    }
    #[cfg(feature = "embedded-broker")]
    {
        let (address, running) = embedded::start(address, access, limits).await?;
        Ok(Broker { address, running })
    }
    #[cfg(not(feature = "embedded-broker"))]
    {
        let _ = (address, limits);
        Err(BrokerError::NotBuilt)
    }
}

#[cfg(all(test, not(feature = "embedded-broker")))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_program_built_without_it_says_so() {
        let started = start(Listen::default(), &Access::OpenOnLoopback, Limits::default()).await;
        assert!(matches!(started, Err(BrokerError::NotBuilt)), "{started:?}");
    }
}

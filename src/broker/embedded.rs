//! The one place that names the crate `mqtt5`.

use std::net::SocketAddr;
use std::time::Duration;

use mqtt5::broker::config::{AuthConfig, StorageBackend, StorageConfig};
use mqtt5::broker::{BrokerConfig, BrokerShutdownHandle, MqttBroker};
use tokio::task::JoinHandle;
use tracing::{info, warn};

use super::{Access, BrokerError, Limits};

/// The accept loop and the way to end it.
#[derive(Debug)]
pub(super) struct Running {
    shutdown: ShutdownOnDrop,
    task: JoinHandle<()>,
}

/// A broker nobody holds any more must not go on listening.
struct ShutdownOnDrop(BrokerShutdownHandle);

impl std::fmt::Debug for ShutdownOnDrop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ShutdownOnDrop")
    }
}

impl Drop for ShutdownOnDrop {
    fn drop(&mut self) {
        self.0.shutdown();
    }
}

impl Running {
    pub(super) async fn stop(self) {
        let Self { shutdown, task } = self;
        drop(shutdown);
        // `run` itself gives its connections 5 s.
        if task.await.is_err() {
            warn!("the built-in broker ended by a panic");
        }
    }
}

/// Binds, starts and waits until connections are taken.
pub(super) async fn start(address: SocketAddr, access: &Access, limits: Limits) -> Result<(SocketAddr, Running), BrokerError> {
    let mut broker =
        MqttBroker::with_config(config(address, access, limits)).await.map_err(|error| explain(address, &error.to_string()))?;
    let bound = broker.local_addr().unwrap_or(address);
    let shutdown = ShutdownOnDrop(broker.shutdown_handle());
    let mut ready = broker.ready_receiver();
    let task = tokio::spawn(async move {
        if let Err(error) = broker.run().await {
            warn!(%error, "the built-in broker has stopped");
        }
    });
    if ready.wait_for(|ready| *ready).await.is_err() {
        return Err(BrokerError::Refused("it stopped while starting".to_owned()));
    }
    info!(address = %bound, "built-in broker listens");
    Ok((bound, Running { shutdown, task }))
}

fn config(address: SocketAddr, access: &Access, limits: Limits) -> BrokerConfig {
    let auth = match access {
        Access::OpenOnLoopback => AuthConfig::new().with_allow_anonymous(true),
        Access::Files { users_file, acl_file } => {
            AuthConfig::new().with_password_file(users_file.clone()).with_acl_file(acl_file.clone()).with_allow_anonymous(false)
        }
    };
    // No persistence: the limits of the queues are still read from here.
    let storage = StorageConfig::new()
        .with_backend(StorageBackend::Memory)
        .with_persistence(false)
        .with_max_queued_messages_per_client(limits.queued)
        .with_max_queued_bytes_per_client(limits.queued_bytes);
    BrokerConfig::new()
        // One explicit address: the default binds all interfaces.
        .with_bind_addresses(vec![address])
        .with_max_clients(limits.clients)
        .with_max_packet_size(limits.packet_bytes)
        .with_max_retained_messages(limits.retained)
        .with_max_retained_message_size(limits.retained_bytes)
        .with_max_subscriptions_per_client(limits.subscriptions)
        .with_session_expiry(Duration::from_secs(limits.session_seconds))
        .with_client_channel_capacity(limits.queued)
        .with_sys_topics_enabled(false)
        .with_storage(storage)
        .with_auth(auth)
}

/// The crate reports a taken port as text: asking the system once more gives the reason as a value.
fn explain(address: SocketAddr, said: &str) -> BrokerError {
    match std::net::TcpListener::bind(address) {
        Err(source) => BrokerError::Bind { address, source },
        Ok(_) => BrokerError::Refused(said.to_owned()),
    }
}

//! Emptying the retained topics of a table that is gone.

use std::time::Duration;

use rumqttc::v5::mqttbytes::QoS;
use rumqttc::v5::mqttbytes::v5::Packet;
use rumqttc::v5::{AsyncClient, Event, MqttOptions};

use super::link::INCOMING;
use super::{Settings, TlsError, Topics};

/// Retained messages come right after the subscription; when none has come for so long, all have.
const QUIET: Duration = Duration::from_millis(800);

/// How long it may take altogether.
const LONGEST: Duration = Duration::from_secs(30);

/// Why topics could not be emptied.
#[derive(Debug, thiserror::Error)]
pub enum ForgetError {
    /// The broker cannot be reached, or ends the connection.
    #[error("the broker: {0}")]
    Broker(#[from] Box<rumqttc::v5::ConnectionError>),
    /// The connection cannot be secured.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// It takes too long.
    #[error("the broker does not come to an end within 30 s")]
    TooLong,
}

/// Empties every retained topic of the table, and says how many there were; and those of `elsewhere`, whether there is something or not. Uses
/// MQTT 5 and a client id of its own.
///
/// # Errors
/// [`ForgetError`].
pub async fn forget(settings: &Settings, elsewhere: &[String]) -> Result<usize, ForgetError> {
    tokio::time::timeout(LONGEST, empty(settings, elsewhere)).await.map_err(|_| ForgetError::TooLong)?
}

async fn empty(settings: &Settings, elsewhere: &[String]) -> Result<usize, ForgetError> {
    let mut options = MqttOptions::new(format!("kifud.forget.{}", std::process::id()), &settings.host, settings.port);
    options.set_clean_start(true).set_keep_alive(Duration::from_secs(30)).set_max_packet_size(Some(INCOMING));
    if let Some(user) = &settings.username {
        options.set_credentials(user, settings.password.clone().unwrap_or_default());
    }
    if let Some(tls) = &settings.tls {
        options.set_transport(tls.transport()?);
    }
    let (client, mut events) = AsyncClient::new(options, 64);
    let filter = Topics::new(&settings.base, &settings.table).own("#");
    let (mut emptied, mut unacknowledged) = (0, 0_usize);
    loop {
        let event = match tokio::time::timeout(QUIET, events.poll()).await {
            Ok(event) => event.map_err(Box::new)?,
            Err(_) if unacknowledged == 0 => return Ok(emptied),
            Err(_) => continue,
        };
        match event {
            Event::Incoming(Packet::ConnAck(_)) => {
                // The queue is empty at this moment: it cannot be full.
                let _ = client.try_subscribe(&filter, QoS::AtLeastOnce);
                for topic in elsewhere {
                    if client.try_publish(topic, QoS::AtLeastOnce, true, Vec::new()).is_ok() {
                        unacknowledged += 1;
                    }
                }
            }
            Event::Incoming(Packet::Publish(publish)) if publish.retain && !publish.payload.is_empty() => {
                let topic = String::from_utf8_lossy(&publish.topic).into_owned();
                if client.try_publish(topic, QoS::AtLeastOnce, true, Vec::new()).is_ok() {
                    emptied += 1;
                    unacknowledged += 1;
                }
            }
            Event::Incoming(Packet::PubAck(_)) => unacknowledged = unacknowledged.saturating_sub(1),
            _ => {}
        }
    }
}

//! Emptying the retained topics of a table that is gone.

use std::pin::pin;
use std::time::Duration;

use bytes::Bytes;

use super::link::{Filter, Heard};
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
    Broker(String),
    /// The connection cannot be secured.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// It takes too long.
    #[error("the broker does not come to an end within 30 s")]
    TooLong,
}

/// Empties every retained topic of the table, and says how many there were; and those of `elsewhere`, whether there is something or not. Uses a
/// client id of its own.
///
/// # Errors
/// [`ForgetError`].
pub async fn forget(settings: &Settings, elsewhere: &[String]) -> Result<usize, ForgetError> {
    tokio::time::timeout(LONGEST, empty(settings, elsewhere)).await.map_err(|_| ForgetError::TooLong)?
}

async fn empty(settings: &Settings, elsewhere: &[String]) -> Result<usize, ForgetError> {
    let id = format!("kifud.forget.{}", std::process::id());
    let (pen, mut ear) = settings.open(0, &id, None)?;
    let filter = Filter { path: Topics::new(&settings.base, &settings.table).own("#"), not_own: true };
    let (mut emptied, mut unacknowledged, mut subscribed) = (0, 0_usize, false);
    loop {
        // Kept until it is ready: a connection over a slow line takes longer than it is quiet when all is done.
        let mut next = pin!(ear.next());
        let heard = loop {
            match tokio::time::timeout(QUIET, &mut next).await {
                Ok(heard) => break heard.map_err(|gone| ForgetError::Broker(gone.reason))?,
                Err(_) if subscribed && unacknowledged == 0 => return Ok(emptied),
                Err(_) => {}
            }
        };
        match heard {
            // The queue is empty at this moment: it cannot be full.
            Heard::Connected { .. } => {
                pen.subscribe(std::slice::from_ref(&filter));
                for topic in elsewhere {
                    unacknowledged += usize::from(pen.publish(topic, Bytes::new(), true, None));
                }
            }
            Heard::Subscribed(_) => subscribed = true,
            Heard::Message(message)
                if message.retained && !message.payload.is_empty() && pen.publish(&message.topic, Bytes::new(), true, None) =>
            {
                emptied += 1;
                unacknowledged += 1;
            }
            Heard::Acknowledged { .. } => unacknowledged = unacknowledged.saturating_sub(1),
            _ => {}
        }
    }
}

//! The connection of a table without a client and without a task: whoever holds it plays the broker and says when what happens. Everything
//! that decides what is said, in which order, and when it has been delivered is the same as behind a socket.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::mpsc;

use super::desk::Shared;
use super::link::{CHANNEL, CLIENT_WINDOW, Gone, Heard, Message, Pen, Will};
use super::talk::{End, Talk};
use super::task::{Task, now, random_id};
use super::{EventSource, Feedback, Handle, Settings};
use crate::time::Mono;

/// What the connection wants of its broker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sent {
    /// CONNECT, with the last will.
    Connect {
        /// Topic of the will.
        will_topic: String,
        /// The will, retained.
        will: Bytes,
    },
    /// SUBSCRIBE: filters, and whether what we publish ourselves is left out.
    Subscribe {
        /// In their order.
        filters: Vec<(String, bool)>,
    },
    /// PUBLISH with QoS 1.
    Publish {
        /// Topic.
        topic: String,
        /// The document.
        payload: Bytes,
        /// It stays.
        retain: bool,
        /// Correlation data.
        correlation: Option<Bytes>,
    },
    /// DISCONNECT: without a will.
    Disconnect,
}

/// What comes from the broker, or from the client between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// CONNACK: how many unacknowledged messages and how large a packet the broker takes.
    Connected {
        /// Messages.
        window: usize,
        /// Bytes.
        largest: usize,
    },
    /// SUBACK.
    Subscribed(Vec<bool>),
    /// The client has given the oldest message without a number this number.
    Numbered(u16),
    /// PUBACK, and what the broker says when it does not want it.
    Acknowledged {
        /// The message's number.
        id: u16,
        /// Why not.
        refused: Option<String>,
    },
    /// Somebody has published something.
    Message {
        /// Topic.
        topic: String,
        /// The document.
        payload: Bytes,
        /// The broker had kept it.
        retained: bool,
    },
    /// DISCONNECT is on its way.
    Left,
    /// A sign of life.
    Alive,
    /// The connection is gone, or was never made.
    Gone {
        /// Why.
        reason: String,
    },
}

enum Phase {
    Apart { until: Mono },
    Talking { talk: Box<Talk>, sent: mpsc::Receiver<Sent> },
    Stopped,
}

/// The numbers that a client gives to messages go from 1 to this, and round again.
pub const NUMBERS: u16 = CLIENT_WINDOW;

/// One table's connection, driven by hand.
pub struct ByHand {
    task: Task,
    phase: Phase,
    out: Vec<Sent>,
}

impl std::fmt::Debug for ByHand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ByHand").field("apart", &self.is_apart()).finish_non_exhaustive()
    }
}

impl ByHand {
    /// A connection that is not made yet; see [`spawn`](super::spawn) for what is given.
    pub fn new(settings: Settings, sources: Vec<Box<dyn EventSource>>, feedback: mpsc::Sender<Feedback>) -> (Handle, ByHand) {
        let shared = Arc::new(Shared::new());
        let task = Task::new(settings, sources, feedback, Arc::clone(&shared));
        (Handle::of(shared), ByHand { task, phase: Phase::Apart { until: Mono::ZERO }, out: Vec::new() })
    }

    /// True between two connections.
    pub fn is_apart(&self) -> bool {
        !matches!(self.phase, Phase::Talking { .. })
    }

    /// When [`ByHand::turn`] is wanted next; none when it has stopped.
    pub fn wake(&mut self) -> Option<Mono> {
        match &self.phase {
            Phase::Apart { until } => Some(*until),
            Phase::Talking { talk, .. } => Some(self.task.next_deadline(talk)),
            Phase::Stopped => None,
        }
    }

    /// Does what is due and says what can be said.
    pub fn turn(&mut self) {
        let end = match &mut self.phase {
            Phase::Apart { until } if *until <= now() => return self.connect(),
            Phase::Talking { talk, .. } => self.task.turn(talk),
            Phase::Apart { .. } | Phase::Stopped => return,
        };
        self.after(end);
    }

    /// Something comes.
    pub fn hear(&mut self, said: Said) {
        let Phase::Talking { talk, .. } = &mut self.phase else { return };
        let heard = match said {
            Said::Connected { window, largest } => Ok(Heard::Connected { window, largest }),
            Said::Subscribed(granted) => Ok(Heard::Subscribed(granted)),
            Said::Numbered(id) => Ok(Heard::Numbered(id)),
            Said::Acknowledged { id, refused } => Ok(Heard::Acknowledged { id, refused }),
            Said::Message { topic, payload, retained } => {
                Ok(Heard::Message(Message { topic, payload, retained, response_topic: None, correlation: None }))
            }
            Said::Left => Ok(Heard::Left),
            Said::Alive => Ok(Heard::Alive),
            Said::Gone { reason } => Err(Gone { reason, taken_over: false, refused: None }),
        };
        let end = self.task.came(talk, heard);
        self.after(end);
    }

    /// What has been said since the last time.
    pub fn take_sent(&mut self) -> Vec<Sent> {
        self.collect();
        std::mem::take(&mut self.out)
    }

    fn connect(&mut self) {
        if self.task.shared.desk().stopping {
            self.phase = Phase::Stopped;
            return;
        }
        let session = random_id();
        let Will { topic: will_topic, payload: will } = self.task.will(&session);
        let (pen, sent) = mpsc::channel(CHANNEL);
        self.out.push(Sent::Connect { will_topic, will });
        let talk = Box::new(Talk::new(Pen::Hand(pen), session, crate::now::stamp()));
        self.phase = Phase::Talking { talk, sent };
    }

    fn collect(&mut self) {
        if let Phase::Talking { sent, .. } = &mut self.phase {
            self.out.extend(std::iter::from_fn(|| sent.try_recv().ok()));
        }
    }

    fn after(&mut self, end: Option<End>) {
        self.collect();
        match end {
            None => {}
            Some(End::Stopped) => self.phase = Phase::Stopped,
            Some(End::Left(left, reason)) => {
                let after_ms = self.task.left(left, reason);
                self.phase = Phase::Apart { until: now().plus_ms(after_ms) };
            }
            Some(End::Refused(refused, reason)) => {
                let after_ms = self.task.refused(refused, reason);
                self.phase = Phase::Apart { until: now().plus_ms(after_ms) };
            }
        }
    }
}

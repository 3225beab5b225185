//! What befalls the broker, and what it does to everybody's connections.

use super::{BROKER_DEAD_MS, LARGEST, Net, WINDOW};
use crate::mqtt::by_hand::Said;
use crate::time::Mono;

/// A client that hears nothing for so long knows that the connection is dead, in ms: it asks after ten seconds and waits for ten.
const DEAD_MS: u64 = 20_000;

/// What befalls the broker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::trial::faults) enum BrokerDeed {
    Down,
    Up { forgets: bool },
    Slow(u64),
    Withhold(bool),
    Refuse(bool),
    Small { window: usize, largest: usize },
    Large,
    CutAfter(u32),
    HalfOpen,
    Heal,
    Double(u8),
    FollowerAway,
    FollowerBack,
}

impl Net {
    /// The broker ends the connection: what is on the way to the client is lost.
    pub(super) fn cut(&mut self, now: Mono) {
        self.lose_connection(now);
        self.gone(now, "connection closed by peer");
    }

    fn gone(&mut self, now: Mono, reason: &str) {
        if self.client.is_some() {
            self.to_client.cut();
            let at = self.later(now);
            self.to_client.send(at, Said::Gone { reason: reason.to_owned() });
        }
    }

    /// Something befalls the broker.
    pub(in crate::trial::faults) fn suffer(&mut self, now: Mono, deed: BrokerDeed) {
        match deed {
            BrokerDeed::Down if self.up => {
                self.up = false;
                self.connection = None;
                self.withheld.clear();
                self.to_broker.cut();
                self.gone(now, "connection reset by peer");
                self.follows = false;
                self.follows_at = None;
                self.to_follower.cut();
            }
            BrokerDeed::Up { forgets } if !self.up => {
                self.up = true;
                if forgets {
                    self.retained.clear();
                }
                self.follows_at = Some(now.plus_ms(self.rng.u64(100..=3_000)));
            }
            BrokerDeed::Down | BrokerDeed::Up { .. } => {}
            BrokerDeed::Slow(ms) => self.slow_ms = ms,
            BrokerDeed::Withhold(withhold) => {
                self.withhold = withhold;
                for id in std::mem::take(&mut self.withheld) {
                    self.answer(now, Said::Acknowledged { id, refused: None });
                }
            }
            BrokerDeed::Refuse(refuse) => self.refuse = refuse,
            BrokerDeed::Small { window, largest } => self.limited(now, (window, largest)),
            BrokerDeed::Large => self.limited(now, (WINDOW, LARGEST)),
            BrokerDeed::CutAfter(messages) => self.cut_after = Some(messages),
            BrokerDeed::HalfOpen => {
                self.half_open = true;
                let no = self.client.as_ref().map(|client| client.no);
                self.to_client.cut();
                self.to_broker.cut();
                if let Some(no) = no {
                    self.to_client.send(now.plus_ms(DEAD_MS), Said::Gone { reason: "no answer to a ping".to_owned() });
                    self.silent.push((now.plus_ms(BROKER_DEAD_MS), no));
                }
            }
            BrokerDeed::Heal => self.half_open = false,
            BrokerDeed::Double(percent) => self.double_percent = percent,
            BrokerDeed::FollowerAway => {
                (self.follows, self.follows_at) = (false, None);
                self.to_follower.cut();
            }
            BrokerDeed::FollowerBack if self.up && !self.follows => self.follows_at = Some(now),
            BrokerDeed::FollowerBack => {}
        }
    }

    /// Other limits hold from the next connection on.
    fn limited(&mut self, now: Mono, limits: (usize, usize)) {
        self.limits = limits;
        self.cut(now);
    }

    /// Everything is as it should be again.
    pub(in crate::trial::faults) fn mend(&mut self, now: Mono) {
        self.suffer(now, BrokerDeed::Up { forgets: false });
        self.suffer(now, BrokerDeed::Slow(0));
        self.suffer(now, BrokerDeed::Withhold(false));
        (self.refuse, self.half_open, self.cut_after, self.double_percent) = (false, false, None, 0);
        if self.limits != (WINDOW, LARGEST) {
            self.limited(now, (WINDOW, LARGEST));
        }
        self.suffer(now, BrokerDeed::FollowerBack);
    }
}

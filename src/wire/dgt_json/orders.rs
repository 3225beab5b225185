//! Orders for the gateway: one at a time, each answered under its number, or repeated a few times and given up.

use std::collections::VecDeque;

use crate::clock::Side;
use crate::time::Mono;

/// An order without an answer for so long is sent again.
const REPEAT_MS: u64 = 2_000;
/// One that was refused is sent again after this.
const AGAIN_MS: u64 = 1_000;
/// So many times, then it is given up.
const REPEATS: u8 = 3;
/// Orders that wait: more than a table ever has; the oldest of more are given up.
const WAITING_MAX: usize = 8;
/// Units of a sound: 48 are three seconds.
const SOUND_MS: u16 = 62;
const SOUNDS_MAX: u16 = 48;

/// What the clock is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Both times, in ms; it stands then.
    Set([u32; 2]),
    Run(Option<Side>),
    Beep(u16),
    /// Say the times.
    Times,
}

#[derive(Debug)]
struct Sent {
    order: Order,
    id: u32,
    repeat: Mono,
    repeats_left: u8,
    refused: bool,
}

/// What waits and what is under way.
#[derive(Debug, Default)]
pub(super) struct Orders {
    waiting: VecDeque<Order>,
    sent: Option<Sent>,
    last_id: u32,
    gave_up: bool,
}

impl Orders {
    pub(super) fn push(&mut self, order: Order) {
        if self.waiting.len() >= WAITING_MAX {
            self.waiting.pop_front();
            self.gave_up = true;
        }
        self.waiting.push_back(order);
    }

    /// Nothing is under way and nothing waits.
    pub(super) fn is_idle(&self) -> bool {
        self.sent.is_none() && self.waiting.is_empty()
    }

    /// Whatever waits is not carried out any more.
    pub(super) fn forget(&mut self) {
        let orders = self.waiting.drain(..).chain(self.sent.take().map(|sent| sent.order));
        self.gave_up |= orders.into_iter().any(|order| matches!(order, Order::Set(_) | Order::Run(_)));
    }

    /// An order was given up since this was last asked.
    pub(super) fn gave_up(&mut self) -> bool {
        std::mem::take(&mut self.gave_up)
    }

    /// Sends what can be sent.
    pub(super) fn send(&mut self, now: Mono, write: &mut Vec<u8>) {
        if let Some(sent) = &mut self.sent {
            if sent.repeat > now {
                return;
            }
            match sent.repeats_left.checked_sub(1) {
                Some(left) if sent.order != Order::Times => {
                    (sent.repeats_left, sent.repeat, sent.refused) = (left, now.plus_ms(REPEAT_MS), false);
                    write_order(sent.order, sent.id, write);
                    return;
                }
                // The times are asked for again anyway.
                _ => {
                    self.gave_up |= matches!(sent.order, Order::Set(_) | Order::Run(_));
                    self.sent = None;
                }
            }
        }
        if let Some(order) = self.waiting.pop_front() {
            self.last_id = self.last_id.wrapping_add(1);
            write_order(order, self.last_id, write);
            let repeat = now.plus_ms(REPEAT_MS);
            self.sent = Some(Sent { order, id: self.last_id, repeat, repeats_left: REPEATS, refused: false });
        }
    }

    /// The gateway answers; returns the order that it has carried out.
    pub(super) fn answered(&mut self, now: Mono, id: u32, done: bool) -> Option<Order> {
        let sent = self.sent.as_mut().filter(|sent| sent.id == id && !sent.refused)?;
        if !done {
            (sent.refused, sent.repeat) = (true, now.plus_ms(AGAIN_MS));
            return None;
        }
        self.sent.take().map(|sent| sent.order)
    }

    /// When [`Orders::send`] has something to do.
    pub(super) fn wake(&self) -> Option<Mono> {
        if self.gave_up || (self.sent.is_none() && !self.waiting.is_empty()) {
            return Some(Mono::ZERO);
        }
        self.sent.as_ref().map(|sent| sent.repeat)
    }
}

fn write_order(order: Order, id: u32, write: &mut Vec<u8>) {
    let (name, params) = match order {
        Order::Set([left, right]) => ("setTime", format!("{},{}", time("left", left), time("right", right))),
        Order::Run(None) => ("stop", String::new()),
        Order::Run(Some(side)) => {
            let mode = |of| u8::from(side == of);
            ("run", format!("\"leftMode\":{},\"rightMode\":{}", mode(Side::Left), mode(Side::Right)))
        }
        Order::Beep(ms) => ("displayText", format!("\"text\":\" \",\"beep\":{}", ms.div_ceil(SOUND_MS).clamp(1, SOUNDS_MAX))),
        Order::Times => ("getTime", String::new()),
    };
    let params = if params.is_empty() { params } else { format!(",\"params\":{{{params}}}") };
    write.extend(format!("{{\"command\":\"{name}\",\"id\":\"k{id}\"{params}}}\n").bytes());
}

/// A time with the mode in which it counts down; rounded up, so that an order never takes time from anybody.
fn time(side: &str, ms: u32) -> String {
    let seconds = ms.div_ceil(1_000).min(9 * 3_600 + 59 * 60 + 59);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("\"{side}Mode\":1,\"{side}Hours\":{hours},\"{side}Minutes\":{minutes},\"{side}Seconds\":{seconds}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_the_gateways_json() {
        let written = |order| {
            let mut write = Vec::new();
            write_order(order, 7, &mut write);
            String::from_utf8(write).unwrap()
        };
        assert_eq!(
            written(Order::Set([3_723_000, 59_001])),
            "{\"command\":\"setTime\",\"id\":\"k7\",\"params\":{\"leftMode\":1,\"leftHours\":1,\"leftMinutes\":2,\"leftSeconds\":3,\
             \"rightMode\":1,\"rightHours\":0,\"rightMinutes\":1,\"rightSeconds\":0}}\n"
        );
        assert_eq!(
            written(Order::Run(Some(Side::Right))),
            "{\"command\":\"run\",\"id\":\"k7\",\"params\":{\"leftMode\":0,\"rightMode\":1}}\n"
        );
        assert_eq!(written(Order::Times), "{\"command\":\"getTime\",\"id\":\"k7\"}\n");
        assert_eq!(written(Order::Run(None)), "{\"command\":\"stop\",\"id\":\"k7\"}\n");
    }

    #[test]
    fn orders_that_wait_are_bounded_and_the_oldest_is_said_to_be_given_up() {
        let mut orders = Orders::default();
        (0..=WAITING_MAX).for_each(|_| orders.push(Order::Run(None)));
        assert_eq!((orders.waiting.len(), orders.gave_up(), orders.gave_up()), (WAITING_MAX, true, false));
    }
}

//! What has been handed to the client and is not acknowledged yet, in the order in which it was handed over.
//!
//! The client numbers a message when it sends it, and says only the number: it belongs to the oldest message without one. Acknowledgements
//! may come in any order; a message is done only when everything before it is, so that a cursor never passes what is still open. The
//! window is measured from the oldest open message, acknowledged ones behind it counted: so the client's numbers, which go round, can
//! never meet a number that is still open (its answer to that is to stop for ever).

use std::collections::VecDeque;

/// Messages on their way, each with a tag of what it was.
#[derive(Debug)]
pub(super) struct Flight<T> {
    slots: VecDeque<Slot<T>>,
    window: usize,
}

#[derive(Debug)]
struct Slot<T> {
    tag: T,
    id: Option<u16>,
    acknowledged: bool,
}

impl<T: Clone> Flight<T> {
    /// Nothing on its way; at most `window` messages at once.
    pub(super) fn new(window: usize) -> Flight<T> {
        Flight { slots: VecDeque::new(), window: window.max(1) }
    }

    /// How many more may be sent now.
    pub(super) fn room(&self) -> usize {
        self.window.saturating_sub(self.slots.len())
    }

    /// Messages that are not done.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Everything is done.
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// A message was handed to the client.
    pub(super) fn sent(&mut self, tag: T) {
        self.slots.push_back(Slot { tag, id: None, acknowledged: false });
    }

    /// A message is left out, but takes its turn.
    pub(super) fn skipped(&mut self, tag: T) {
        self.slots.push_back(Slot { tag, id: Some(0), acknowledged: true });
    }

    /// The client has given the next message this number.
    pub(super) fn numbered(&mut self, id: u16) {
        if let Some(slot) = self.slots.iter_mut().find(|slot| slot.id.is_none()) {
            slot.id = Some(id);
        }
    }

    /// The broker has acknowledged this number; the tag of its message.
    pub(super) fn acknowledged(&mut self, id: u16) -> Option<T> {
        let slot = self.slots.iter_mut().find(|slot| slot.id == Some(id) && !slot.acknowledged)?;
        slot.acknowledged = true;
        Some(slot.tag.clone())
    }

    /// The next message that is done, everything before it too.
    pub(super) fn next_done(&mut self) -> Option<T> {
        if self.slots.front()?.acknowledged { self.slots.pop_front().map(|slot| slot.tag) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(flight: &mut Flight<char>) -> String {
        std::iter::from_fn(|| flight.next_done()).collect()
    }

    #[test]
    fn numbers_belong_to_the_oldest_message_without_one() {
        let mut flight = Flight::new(10);
        flight.sent('a');
        flight.sent('b');
        flight.numbered(7);
        flight.sent('c');
        flight.numbered(8);
        flight.numbered(9);
        assert_eq!(flight.acknowledged(8), Some('b'));
        assert_eq!(flight.acknowledged(8), None, "twice is once");
        assert_eq!(flight.acknowledged(99), None);
        assert_eq!(flight.acknowledged(9), Some('c'));
        assert_eq!(done(&mut flight), "", "nothing is done before the first");
        assert_eq!(flight.acknowledged(7), Some('a'));
        assert_eq!(done(&mut flight), "abc");
        assert!(flight.is_empty());
    }

    #[test]
    fn the_window_counts_from_the_oldest_open_message() {
        let mut flight = Flight::new(3);
        for (id, tag) in (1..).zip("abc".chars()) {
            flight.sent(tag);
            flight.numbered(id);
        }
        assert_eq!(flight.room(), 0);
        flight.acknowledged(2);
        flight.acknowledged(3);
        done(&mut flight);
        assert_eq!(flight.room(), 0, "number 1 is open: the client's numbers must not come round to it");
        flight.acknowledged(1);
        done(&mut flight);
        assert_eq!(flight.room(), 3);
    }

    #[test]
    fn a_number_that_comes_round_again_belongs_to_the_later_message() {
        let mut flight = Flight::new(2);
        for tag in "abcd".chars() {
            flight.sent(tag);
            flight.numbered(1);
            assert_eq!(flight.acknowledged(1), Some(tag));
            assert_eq!(done(&mut flight), tag.to_string());
        }
    }

    #[test]
    fn what_is_left_out_takes_its_turn() {
        let mut flight = Flight::new(9);
        flight.sent('a');
        flight.skipped('b');
        flight.sent('c');
        flight.numbered(1);
        flight.numbered(2);
        flight.acknowledged(2);
        assert_eq!(done(&mut flight), "");
        flight.acknowledged(1);
        assert_eq!(done(&mut flight), "abc");
    }
}

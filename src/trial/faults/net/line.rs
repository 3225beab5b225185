//! A line on which nothing overtakes.

use std::collections::VecDeque;

use crate::time::Mono;

/// A line on which nothing overtakes.
pub(super) struct Line<T> {
    on_the_way: VecDeque<(Mono, T)>,
    last: Mono,
}

impl<T> Line<T> {
    pub(super) fn new() -> Line<T> {
        Line { on_the_way: VecDeque::new(), last: Mono::ZERO }
    }

    pub(super) fn send(&mut self, at: Mono, what: T) {
        self.last = self.last.max(at);
        self.on_the_way.push_back((self.last, what));
    }

    pub(super) fn due(&self) -> Option<Mono> {
        self.on_the_way.front().map(|(at, _)| *at)
    }

    pub(super) fn take(&mut self, now: Mono) -> Option<T> {
        if self.due()? > now {
            return None;
        }
        self.on_the_way.pop_front().map(|(_, what)| what)
    }

    pub(super) fn cut(&mut self) {
        self.on_the_way.clear();
        self.last = Mono::ZERO;
    }
}

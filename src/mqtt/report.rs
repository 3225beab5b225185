//! What the connection tells its table, without ever waiting for it.

use std::collections::VecDeque;

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::Feedback;

/// News that wait for a table that does not listen; the oldest are dropped beyond it.
const OWED: usize = 64;

/// The way to the table.
#[derive(Debug)]
pub(super) struct Report {
    sender: mpsc::Sender<Feedback>,
    owed: VecDeque<Feedback>,
}

impl Report {
    pub(super) fn new(sender: mpsc::Sender<Feedback>) -> Report {
        Report { sender, owed: VecDeque::new() }
    }

    /// Tells it, later when the table does not listen now.
    pub(super) fn tell(&mut self, news: Feedback) {
        if self.owed.len() == OWED {
            self.owed.pop_front();
        }
        self.owed.push_back(news);
        self.flush();
    }

    /// Hands a request over, now or never; false when the table has not taken those before it.
    #[must_use]
    pub(super) fn request(&mut self, request: Feedback) -> bool {
        self.flush();
        self.owed.is_empty() && self.sender.try_send(request).is_ok()
    }

    /// Tells what is owed; true when nothing is left.
    pub(super) fn flush(&mut self) -> bool {
        while let Some(news) = self.owed.pop_front() {
            match self.sender.try_send(news) {
                Ok(()) => {}
                Err(TrySendError::Full(news)) => {
                    self.owed.push_front(news);
                    return false;
                }
                // Nobody listens any more.
                Err(TrySendError::Closed(_)) => self.owed.clear(),
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mqtt::{Refusal, Request};

    fn request() -> Feedback {
        Feedback::Request(Request { verb: "ping".to_owned(), user: None, payload: "x".into(), response_topic: None, correlation: None })
    }

    fn news(bytes: usize) -> Feedback {
        Feedback::RequestRefused { topic: String::new(), bytes, because: Refusal::Busy, untold: 0 }
    }

    #[test]
    fn a_table_that_does_not_listen_gets_news_later_and_requests_never() {
        let (sender, mut receiver) = mpsc::channel(1);
        let mut report = Report::new(sender);
        assert!(report.request(request()));
        assert!(!report.request(request()));
        report.tell(news(1));
        report.tell(news(2));
        assert_eq!(receiver.try_recv(), Ok(request()));
        assert!(!report.request(request()), "news go first");
        assert_eq!(receiver.try_recv(), Ok(news(1)));
        assert!(report.flush());
        assert_eq!(receiver.try_recv(), Ok(news(2)));
        assert!(report.request(request()));
    }

    #[test]
    fn news_are_bounded() {
        let (sender, mut receiver) = mpsc::channel(1);
        let mut report = Report::new(sender);
        for n in 0..OWED + 10 {
            report.tell(news(n));
        }
        assert_eq!(report.owed.len(), OWED);
        assert_eq!(receiver.try_recv(), Ok(news(0)));
        report.flush();
        assert_eq!(receiver.try_recv(), Ok(news(10)), "the oldest that waited are dropped");
    }
}

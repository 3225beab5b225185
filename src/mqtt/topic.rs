//! Topic names (CONTRACT 4): everything of one table lies under `<base>/v1/<table>/`.

/// Longest response topic that is used, in bytes. Every topic of this contract is far shorter; brokers end the connection of a client
/// that publishes to a monster.
pub const LONGEST_RESPONSE_TOPIC: usize = 256;

/// Most levels of a response topic that is used; mosquitto ends the connection at 200.
pub const MOST_RESPONSE_LEVELS: usize = 32;

/// Longest verb or user that is read.
pub const LONGEST_NAME: usize = 64;

/// The topics of one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topics {
    base: String,
    table: String,
}

/// What a topic that we hear is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard<'a> {
    /// `status` of this table.
    Status,
    /// `alert/<id>` of this table: the part after the table.
    Alert(&'a str),
    /// `request/<verb>` or `request/<verb>/<user>`, to this table or to all.
    Request {
        /// The verb; not yet known to exist.
        verb: &'a str,
        /// The user.
        user: Option<&'a str>,
    },
    /// `response/ping` of this table.
    Pong,
    /// Anything else: a request whose verb or user is no name, for instance.
    Other,
}

impl Topics {
    /// The topics of `table` under `base` (one or more levels, without a slash at either end).
    pub fn new(base: &str, table: &str) -> Topics {
        Topics { base: base.to_owned(), table: table.to_owned() }
    }

    /// `<base>/v1/<table>/<suffix>`.
    pub fn own(&self, suffix: &str) -> String {
        format!("{}/v1/{}/{suffix}", self.base, self.table)
    }

    /// `<base>/v1/all/<suffix>`.
    pub fn all(&self, suffix: &str) -> String {
        format!("{}/v1/all/{suffix}", self.base)
    }

    /// What a topic is about.
    pub fn heard<'a>(&self, topic: &'a str) -> Heard<'a> {
        let Some((table, rest)) =
            topic.strip_prefix(&self.base).and_then(|rest| rest.strip_prefix("/v1/")).and_then(|rest| rest.split_once('/'))
        else {
            return Heard::Other;
        };
        if let Some(request) = rest.strip_prefix("request/")
            && (table == self.table || table == "all")
        {
            return request_topic(request);
        }
        if table != self.table {
            return Heard::Other;
        }
        match rest {
            "status" => Heard::Status,
            "response/ping" => Heard::Pong,
            alert if alert.starts_with("alert/") => Heard::Alert(alert),
            _ => Heard::Other,
        }
    }

    /// True when an answer may also go there: a plain topic that cannot upset the broker, and under `<base>/` only a `response/` of this
    /// table or of `all` (CONTRACT 4.5).
    pub fn may_answer_on(&self, topic: &str) -> bool {
        let plain = !topic.is_empty()
            && topic.len() <= LONGEST_RESPONSE_TOPIC
            && topic.split('/').count() <= MOST_RESPONSE_LEVELS
            && !topic.starts_with('$')
            && !topic.chars().any(|c| c == '+' || c == '#' || c.is_control());
        let inside = topic.strip_prefix(&self.base).is_some_and(|rest| rest.starts_with('/'));
        plain && (!inside || topic.starts_with(&self.own("response/")) || topic.starts_with(&self.all("response/")))
    }
}

fn request_topic(rest: &str) -> Heard<'_> {
    let (verb, user) = match rest.split_once('/') {
        Some((verb, user)) => (verb, Some(user)),
        None => (rest, None),
    };
    if is_name(verb) && user.is_none_or(is_name) { Heard::Request { verb, user } } else { Heard::Other }
}

/// 1 to [`LONGEST_NAME`] of `A-Z a-z 0-9 _ -`.
pub(super) fn is_name(text: &str) -> bool {
    (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topics() -> Topics {
        Topics::new("club/kifud", "t1")
    }

    #[test]
    fn names_are_under_base_version_and_table() {
        assert_eq!(topics().own("alert/a-1"), "club/kifud/v1/t1/alert/a-1");
        assert_eq!(topics().all("request/#"), "club/kifud/v1/all/request/#");
    }

    #[test]
    fn a_topic_says_what_it_is_about() {
        let topics = topics();
        assert_eq!(topics.heard("club/kifud/v1/t1/status"), Heard::Status);
        assert_eq!(topics.heard("club/kifud/v1/t1/alert/a-1"), Heard::Alert("alert/a-1"));
        assert_eq!(topics.heard("club/kifud/v1/t1/response/ping"), Heard::Pong);
        assert_eq!(topics.heard("club/kifud/v1/t1/request/pause"), Heard::Request { verb: "pause", user: None });
        assert_eq!(topics.heard("club/kifud/v1/all/request/pause/ref_1"), Heard::Request { verb: "pause", user: Some("ref_1") });
        for other in [
            "club/kifud/v1/t2/status",
            "club/kifud/v1/t2/request/pause",
            "club/kifud/v1/all/status",
            "club/kifud/v1/t1/request/",
            "club/kifud/v1/t1/request/pa use",
            "club/kifud/v1/t1/request/pause/a/b",
            "club/kifud/v1/t1/request/pause/",
            "club/kifudv1/t1/status",
            "",
        ] {
            assert_eq!(topics.heard(other), Heard::Other, "{other}");
        }
    }

    #[test]
    fn answers_go_only_where_they_can_do_no_harm() {
        let topics = topics();
        for good in [
            "app/7/answers",
            "club/kifud/v1/t1/response/mine",
            "club/kifud/v1/all/response/x",
            "club/kifudx/v1/t1/event",
            "kifud/v1/t1/event",
        ] {
            assert!(topics.may_answer_on(good), "{good}");
        }
        let long = "x".repeat(LONGEST_RESPONSE_TOPIC + 1);
        let deep = "x/".repeat(MOST_RESPONSE_LEVELS);
        for bad in [
            "",
            "a/+/b",
            "a/#",
            "club/kifud/v1/t1/event",
            "club/kifud/v1/t2/response/ping",
            "club/kifud/response/x",
            "club/kifud/",
            "$SYS/x",
            "a\u{0}b",
            "a\nb",
            &long,
            &deep,
        ] {
            assert!(!topics.may_answer_on(bad), "{bad:?}");
        }
    }
}

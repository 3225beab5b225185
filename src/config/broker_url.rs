//! The address of a broker, as configurations and commands name it: `mqtt://host:port`, `mqtts://host:port`, and of a cluster
//! `mqtt://host:port,host:port,…`.

/// The usual ports of MQTT, without and with TLS.
const MQTT_PORT: u16 = 1_883;
const MQTTS_PORT: u16 = 8_883;

/// The most nodes of a broker: clusters have three or five.
pub const NODES_MAX: usize = 9;

/// Where a broker is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokerUrl {
    /// Name or address of its machine, without brackets, and TCP port.
    pub first: (String, u16),
    /// The other nodes of a cluster, for when this one is not there.
    pub others: Vec<(String, u16)>,
    /// TLS is spoken.
    pub tls: bool,
}

/// Why a text names no broker. Whoever asked says it in his own words, and never repeats the text: there may be a password in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoBroker {
    /// There is no `://` in it.
    NoScheme,
    /// It begins neither with `mqtt://` nor with `mqtts://`.
    OtherScheme,
    /// It names a user.
    HoldsUser,
    /// A node is no host with or without a port.
    BadNode,
    /// It has so many nodes, more than [`NODES_MAX`].
    TooManyNodes(usize),
}

impl BrokerUrl {
    /// This machine's own broker.
    pub(super) fn loopback() -> BrokerUrl {
        BrokerUrl { first: ("127.0.0.1".to_owned(), MQTT_PORT), others: Vec::new(), tls: false }
    }

    /// Reads one.
    ///
    /// # Errors
    /// [`NoBroker`].
    pub fn read(text: &str) -> Result<BrokerUrl, NoBroker> {
        let (scheme, rest) = text.split_once("://").ok_or(NoBroker::NoScheme)?;
        let (tls, usual) = match scheme {
            "mqtt" => (false, MQTT_PORT),
            "mqtts" => (true, MQTTS_PORT),
            _ => return Err(NoBroker::OtherScheme),
        };
        if rest.contains('@') {
            return Err(NoBroker::HoldsUser);
        }
        let nodes = rest.strip_suffix('/').unwrap_or(rest).split(',').map(|node| host_and_port(node.trim()));
        let nodes: Vec<_> = nodes.collect::<Option<_>>().ok_or(NoBroker::BadNode)?;
        if nodes.len() > NODES_MAX {
            return Err(NoBroker::TooManyNodes(nodes.len()));
        }
        let mut nodes = nodes.into_iter().map(|(host, port)| (host, port.unwrap_or(usual)));
        let first = nodes.next().ok_or(NoBroker::BadNode)?;
        Ok(BrokerUrl { first, others: nodes.collect(), tls })
    }
}

/// "host", "host:1234", "[::1]:1234": the host without brackets, and the port if given.
pub(super) fn host_and_port(text: &str) -> Option<(String, Option<u16>)> {
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']')?;
            host.parse::<std::net::Ipv6Addr>().ok()?;
            (host, after)
        }
        None => text.split_at(text.find(':').unwrap_or(text.len())),
    };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:%".contains(&byte);
    if host.is_empty() || !host.bytes().all(plain) {
        return None;
    }
    let port = match port {
        "" => None,
        port => Some(port.strip_prefix(':')?.parse().ok().filter(|&port: &u16| port > 0)?),
    };
    Some((host.to_owned(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_ports_are_told_apart() {
        let table = [
            ("hall", Some(("hall", None))),
            ("hall:1884", Some(("hall", Some(1_884)))),
            ("10.0.0.1:1", Some(("10.0.0.1", Some(1)))),
            ("[::1]:1883", Some(("::1", Some(1_883)))),
            ("[::1]", Some(("::1", None))),
            ("", None),
            (":1883", None),
            ("hall:", None),
            ("hall:0", None),
            ("hall:65536", None),
            ("hall:1883/x", None),
            ("::1:1883", None),
            ("[::1", None),
            ("[x]:1", None),
            ("a b", None),
        ];
        for (text, expected) in table {
            assert_eq!(host_and_port(text), expected.map(|(host, port)| (host.to_owned(), port)), "{text:?}");
        }
    }

    #[test]
    fn brokers_are_read_with_all_their_nodes_and_what_is_none_is_told_apart() {
        let read = |text: &str| BrokerUrl::read(text);
        let one = |host: &str, port, tls| Ok(BrokerUrl { first: (host.to_owned(), port), others: vec![], tls });
        assert_eq!(read("mqtt://127.0.0.1:1884"), one("127.0.0.1", 1_884, false));
        assert_eq!(read("mqtt://hall/"), one("hall", 1_883, false));
        assert_eq!(read("mqtts://hall"), one("hall", 8_883, true));
        assert_eq!(read("mqtt://[::1]"), one("::1", 1_883, false));
        let three = read("mqtt://n1, n2:1884,n3").unwrap();
        assert_eq!(three.others, [("n2".to_owned(), 1_884), ("n3".to_owned(), 1_883)]);
        let many = |nodes: usize| format!("mqtt://{}", vec!["n"; nodes].join(","));
        assert_eq!(read(&many(NODES_MAX)).unwrap().others.len() + 1, NODES_MAX);
        for (text, why) in [
            ("hall:1883", NoBroker::NoScheme),
            ("http://hall", NoBroker::OtherScheme),
            ("mqtt://anna:secret@hall", NoBroker::HoldsUser),
            ("mqtt://", NoBroker::BadNode),
            ("mqtt://n1,", NoBroker::BadNode),
            ("mqtt://hall:port", NoBroker::BadNode),
            ("mqtt://hall:1883/x", NoBroker::BadNode),
            (&many(NODES_MAX + 1), NoBroker::TooManyNodes(NODES_MAX + 1)),
        ] {
            assert_eq!(read(text), Err(why), "{text}");
        }
    }
}

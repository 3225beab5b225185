//! Addresses in a configuration: brokers, listeners, device ports.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::shape::{Broker, PortAddress};
use super::walk::Item;

/// The usual ports of MQTT, without and with TLS.
const MQTT_PORT: u16 = 1_883;
const MQTTS_PORT: u16 = 8_883;

/// The most nodes of a broker: clusters have three or five.
const NODES_MAX: usize = 9;

/// "mqtt://host:port", "mqtts://host:port" or "embedded"; of a cluster "mqtt://host:port,host:port,…".
pub(super) fn broker(item: &Item<'_>) -> Option<Broker> {
    let text = item.text()?;
    if text == "embedded" {
        if cfg!(feature = "embedded-broker") {
            return Some(Broker::Embedded);
        }
        item.fault("this kifud was built without the built-in broker (cargo feature embedded-broker): name another broker");
        return None;
    }
    let Some((scheme, rest)) = text.split_once("://") else {
        item.fault("must be \"mqtt://host:port\", \"mqtts://host:port\" or \"embedded\"");
        return None;
    };
    let (tls, usual) = match scheme {
        "mqtt" => (false, MQTT_PORT),
        "mqtts" => (true, MQTTS_PORT),
        _ => {
            item.fault("must begin with mqtt:// or mqtts://, or be \"embedded\"");
            return None;
        }
    };
    // The text is not repeated: what stands before the @ may be a password.
    if rest.contains('@') {
        item.fault("must hold no user and no password: use mqtt.username and mqtt.password_file");
        return None;
    }
    let nodes = rest.strip_suffix('/').unwrap_or(rest).split(',').map(|node| host_and_port(node.trim()));
    let Some(nodes) = nodes.collect::<Option<Vec<_>>>() else {
        item.fault(
            "must be a host name or address after ://, with a port where it is not the usual one, and nothing after it but the other nodes of a cluster, with commas between",
        );
        return None;
    };
    if nodes.len() > NODES_MAX {
        item.fault(format!("names {} nodes (at most {NODES_MAX})", nodes.len()));
        return None;
    }
    if tls && !cfg!(feature = "tls") {
        item.fault("this kifud was built without TLS (cargo feature tls): let a mosquitto on this machine bridge to the other broker, and name it here");
        return None;
    }
    let mut nodes = nodes.into_iter().map(|(host, port)| (host, port.unwrap_or(usual)));
    let (host, port) = nodes.next()?;
    Some(Broker::Remote { host, port, others: nodes.collect(), tls })
}

/// An address to listen on.
pub(super) fn listen(item: &Item<'_>) -> Option<SocketAddr> {
    let text = item.text()?;
    let address = text.parse().ok();
    if address.is_none() {
        item.fault(
            "must be an address and a port to listen on, such as \"127.0.0.1:8080\" (this machine only) or \"0.0.0.0:8080\" (everybody)",
        );
    }
    address
}

/// A serial port's path, or "tcp://host:port".
pub(super) fn device_port(item: &Item<'_>) -> Option<PortAddress> {
    let text = item.text()?;
    let Some(rest) = text.strip_prefix("tcp://") else {
        if text.contains("://") {
            item.fault("must be a path such as \"/dev/kifud/board-t1\", or \"tcp://host:port\"");
            return None;
        }
        if ["/dev/ttyUSB", "/dev/ttyACM"].iter().any(|unstable| text.starts_with(unstable)) {
            item.note("this name changes when the device is plugged in again: use /dev/serial/by-id/… or a name from the udev rules");
        }
        return Some(PortAddress::Path(PathBuf::from(text)));
    };
    match host_and_port(rest) {
        Some((host, Some(port))) => Some(PortAddress::Tcp { host, port }),
        _ => {
            item.fault("must name host and port: \"tcp://host:port\"");
            None
        }
    }
}

/// "host", "host:1234", "[::1]:1234": the host without brackets, and the port if given.
fn host_and_port(text: &str) -> Option<(String, Option<u16>)> {
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
}

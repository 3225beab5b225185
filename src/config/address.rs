//! Addresses in a configuration: brokers, listeners, device ports.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::broker_url::{BrokerUrl, NODES_MAX, NoBroker, host_and_port};
use super::shape::{Broker, PortAddress};
use super::walk::Item;

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
    let url = match BrokerUrl::read(text) {
        Ok(url) => url,
        Err(why) => {
            item.fault(told(why));
            return None;
        }
    };
    if url.tls && !cfg!(feature = "tls") {
        item.fault("this kifud was built without TLS (cargo feature tls): let a mosquitto on this machine bridge to the other broker, and name it here");
        return None;
    }
    Some(Broker::Remote(url))
}

/// Why it names no broker. The text is not repeated: what stands before an @ may be a password.
fn told(why: NoBroker) -> String {
    match why {
        NoBroker::NoScheme => "must be \"mqtt://host:port\", \"mqtts://host:port\" or \"embedded\"".to_owned(),
        NoBroker::OtherScheme => "must begin with mqtt:// or mqtts://, or be \"embedded\"".to_owned(),
        NoBroker::HoldsUser => "must hold no user and no password: use mqtt.username and mqtt.password_file".to_owned(),
        NoBroker::BadNode => {
            "must be a host name or address after ://, with a port where it is not the usual one, and nothing after it but the \
                              other nodes of a cluster, with commas between"
                .to_owned()
        }
        NoBroker::TooManyNodes(nodes) => format!("names {nodes} nodes (at most {NODES_MAX})"),
    }
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

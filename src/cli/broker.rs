//! Where the broker is, for commands without a configuration.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow};

use crate::mqtt::{BrokerAddress, Credentials, Tls, Version};

/// The usual ports of MQTT, without and with TLS.
const MQTT_PORT: u16 = 1_883;
const MQTTS_PORT: u16 = 8_883;

/// What is asked of a connection to a broker.
#[derive(Debug, clap::Args)]
pub(super) struct BrokerArgs {
    /// The broker, such as mqtt://127.0.0.1:1883, or mqtts://… for TLS.
    #[arg(long, value_name = "URL")]
    broker: String,
    /// First topic level or levels.
    #[arg(long, value_name = "TOPIC", default_value = "kifud")]
    pub(super) base: String,
    /// User at the broker.
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
    /// File with the user's password.
    #[arg(long, value_name = "FILE", requires = "user")]
    password_file: Option<PathBuf>,
    /// Certificates of the authorities that are believed (PEM), instead of the system's; for mqtts://.
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
}

impl BrokerArgs {
    /// Where it is, and as whom one speaks to it.
    pub(super) fn read(&self) -> anyhow::Result<(BrokerAddress, Option<Credentials>)> {
        let (mut nodes, tls) = address(&self.broker)?;
        let others = nodes.split_off(1);
        let Some((host, port)) = nodes.pop() else { return Err(anyhow!("the broker's address names no host: write mqtt://host:port")) };
        if self.ca_file.is_some() && !tls {
            return Err(anyhow!("--ca-file is for mqtts://: a connection to mqtt:// is not secured"));
        }
        let tls = tls.then(|| Tls { ca_file: self.ca_file.clone(), client: None });
        // Said at once, and not as a broker that is not there.
        tls.as_ref().map(Tls::transport).transpose()?;
        let credentials = self.user.as_deref().map(|user| Credentials::read(user, self.password_file.as_deref())).transpose()?;
        Ok((BrokerAddress { host, port, others, version: Version::V5, tls }, credentials))
    }
}

/// Hosts and ports of "mqtt://host:port" or "mqtts://host:port", with commas between the nodes of a cluster, and whether it is the latter. At least
/// one.
fn address(url: &str) -> anyhow::Result<(Vec<(String, u16)>, bool)> {
    let (rest, tls) = match (url.strip_prefix("mqtt://"), url.strip_prefix("mqtts://")) {
        (Some(rest), _) => (rest, false),
        (None, Some(rest)) => (rest, true),
        (None, None) => return Err(anyhow!("the broker is written mqtt://host:port or mqtts://host:port")),
    };
    // The text is not repeated: what stands before the @ may be a password.
    if rest.contains('@') {
        return Err(anyhow!("the broker's address holds no user and no password: use --user and --password-file"));
    }
    let usual = if tls { MQTTS_PORT } else { MQTT_PORT };
    let nodes = rest.trim_end_matches('/').split(',').map(|node| host_and_port(node.trim(), usual));
    Ok((nodes.collect::<anyhow::Result<_>>()?, tls))
}

fn host_and_port(node: &str, usual: u16) -> anyhow::Result<(String, u16)> {
    let (host, port) = match node.rsplit_once(':') {
        // An IPv6 address without a port ends in its bracket.
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().with_context(|| format!("\"{port}\" is no port"))?),
        _ => (node, usual),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    if host.is_empty() {
        return Err(anyhow!("the broker's address names no host: write mqtt://host:port"));
    }
    Ok((host.to_owned(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_what_is_none_is_refused_without_repeating_a_password() {
        for (url, wanted) in [
            ("mqtt://127.0.0.1:1884", ("127.0.0.1", 1_884, false)),
            ("mqtt://hall/", ("hall", 1_883, false)),
            ("mqtts://hall", ("hall", 8_883, true)),
            ("mqtt://[::1]:1884", ("::1", 1_884, false)),
            ("mqtt://[::1]", ("::1", 1_883, false)),
        ] {
            let (nodes, tls) = address(url).unwrap();
            assert_eq!(nodes.len(), 1, "{url}");
            assert_eq!((nodes[0].0.as_str(), nodes[0].1, tls), wanted, "{url}");
        }
        let (nodes, _) = address("mqtt://n1, n2:1884,n3").unwrap();
        assert_eq!(nodes, [("n1".to_owned(), 1_883), ("n2".to_owned(), 1_884), ("n3".to_owned(), 1_883)]);
        for url in ["hall:1883", "mqtt://", "mqtt://n1,", "mqtt://hall:port", "mqtt://anna:secret@hall", "http://hall"] {
            let said = address(url).unwrap_err().to_string();
            assert!(!said.contains("secret"), "{said}");
        }
    }
}

//! Where the broker is, for commands without a configuration.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::config::{BrokerUrl, NODES_MAX, NoBroker};
use crate::mqtt::{BrokerAddress, Credentials, Nodes, Tls, Version};

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
        let BrokerUrl { first, others, tls } = address(&self.broker)?;
        if self.ca_file.is_some() && !tls {
            return Err(anyhow!("--ca-file is for mqtts://: a connection to mqtt:// is not secured"));
        }
        let tls = tls.then(|| Tls { ca_file: self.ca_file.clone(), client: None });
        // Said at once, and not as a broker that is not there.
        tls.as_ref().map(Tls::transport).transpose()?;
        let credentials = self.user.as_deref().map(|user| Credentials::read(user, self.password_file.as_deref())).transpose()?;
        Ok((BrokerAddress { nodes: Nodes::new(first, others), version: Version::V5, tls }, credentials))
    }
}

/// A broker that `--broker` names.
fn address(url: &str) -> anyhow::Result<BrokerUrl> {
    BrokerUrl::read(url).map_err(|why| match why {
        NoBroker::NoScheme | NoBroker::OtherScheme => anyhow!("the broker is written mqtt://host:port or mqtts://host:port"),
        NoBroker::HoldsUser => anyhow!("the broker's address holds no user and no password: use --user and --password-file"),
        NoBroker::BadNode => anyhow!(
            "the broker's address must name a host after ://, with a port where it is not the usual one; of a cluster every node, with commas between"
        ),
        NoBroker::TooManyNodes(nodes) => anyhow!("the broker's address names {nodes} nodes (at most {NODES_MAX})"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_broker_is_refused_without_repeating_a_password() {
        assert!(address("mqtts://hall").unwrap().tls);
        let many = format!("mqtt://{}", ["n"; NODES_MAX + 1].join(","));
        for (url, said) in [
            ("hall:1883", "is written mqtt://"),
            ("http://hall", "is written mqtt://"),
            ("mqtt://", "a host after ://"),
            ("mqtt://n1,", "with commas between"),
            ("mqtt://anna:secret@hall", "--password-file"),
            (&many, "names 10 nodes (at most 9)"),
        ] {
            let refused = address(url).unwrap_err().to_string();
            assert!(refused.contains(said) && !refused.contains("secret"), "{refused}");
        }
    }
}

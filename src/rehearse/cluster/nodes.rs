//! The nodes of a NATS cluster on this machine, each a process that can be killed and started again.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail};
use rumqttc::{AsyncClient, Event, MqttOptions, Packet};

use super::NODES;
use crate::rehearse::Usage;
use crate::rehearse::household::{Servant, free_address};

/// How long a node may take until it takes a client: its part of the cluster's memory must be there.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where nats-server is, if it is installed.
pub(super) fn program() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let usual = [PathBuf::from("/usr/sbin"), PathBuf::from("/usr/local/bin")];
    std::env::split_paths(&folders).chain(usual).map(|folder| folder.join("nats-server")).find(|path| path.is_file())
}

/// Its name and version, as it says them.
pub(super) fn version() -> String {
    let said = program().and_then(|program| Command::new(program).arg("--version").output().ok());
    said.map_or_else(|| "nats-server".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().replace(": v", " "))
}

struct Node {
    servant: Option<Servant>,
    file: PathBuf,
    address: SocketAddr,
}

/// All nodes.
pub(super) struct Cluster {
    program: PathBuf,
    nodes: Vec<Node>,
}

impl Cluster {
    /// Starts them, and waits until every one takes clients.
    pub(super) async fn start(home: &Path) -> anyhow::Result<Cluster> {
        let program = program().context("there is no nats-server on this machine (Debian: apt install nats-server)")?;
        let addresses = || (0..NODES).map(|_| free_address()).collect::<Result<Vec<_>, _>>();
        let (clients, routes) = (addresses()?, addresses()?);
        let peers: Vec<String> = routes.iter().map(|route| format!("nats://{route}")).collect();
        let mut nodes = Vec::new();
        for (n, (address, route)) in clients.into_iter().zip(routes).enumerate() {
            let (store, file) = (home.join(format!("node-{n}")), home.join(format!("node-{n}.conf")));
            // Its own protocol has no client here: any port will do.
            let text = format!(
                "server_name: n{n}\nlisten: \"127.0.0.1:-1\"\njetstream {{ store_dir: \"{}\" }}\nmqtt {{ listen: \"{address}\", max_ack_pending: 1000 }}\n\
                 cluster {{ name: hall, listen: \"{route}\", routes: [{}] }}\n",
                store.display(),
                peers.join(", ")
            );
            std::fs::write(&file, text).with_context(|| file.display().to_string())?;
            nodes.push(Node { servant: None, file, address });
        }
        let mut cluster = Cluster { program, nodes };
        for n in 0..NODES {
            cluster.restart(n)?;
        }
        for n in 0..NODES {
            cluster.takes_connections(n).await?;
        }
        Ok(cluster)
    }

    /// Where clients connect.
    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// `kill -9`.
    pub(super) fn kill(&mut self, n: usize) {
        self.nodes[n].servant = None;
    }

    /// Starts a node that is not there.
    pub(super) fn restart(&mut self, n: usize) -> anyhow::Result<()> {
        let mut command = Command::new(&self.program);
        command.arg("-c").arg(&self.nodes[n].file).stdout(Stdio::null()).stderr(Stdio::null());
        self.nodes[n].servant = Some(Servant::start("nats-server", &mut command)?);
        Ok(())
    }

    /// Waits until a node takes a client.
    pub(super) async fn takes_connections(&self, n: usize) -> anyhow::Result<()> {
        let address = self.nodes[n].address;
        let wait = async {
            while !takes_client(address).await {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        };
        if tokio::time::timeout(PATIENCE, wait).await.is_err() {
            bail!("node {n} of the cluster takes no clients");
        }
        Ok(())
    }

    /// What every node uses.
    pub(super) fn usages(&self) -> Vec<Usage> {
        self.nodes.iter().filter_map(|node| Some(Usage::of(node.servant.as_ref()?.id()))).collect()
    }
}

/// True when a client is let in.
async fn takes_client(address: SocketAddr) -> bool {
    let options = MqttOptions::new(format!("kifud-look-{}", fastrand::u64(..)), address.ip().to_string(), address.port());
    let (_client, mut events) = AsyncClient::new(options, 1);
    let first = tokio::time::timeout(Duration::from_secs(5), events.poll()).await;
    matches!(first, Ok(Ok(Event::Incoming(Packet::ConnAck(_)))))
}

//! What the rehearsal starts and ends: a broker, and `kifud run` as a process of its own, so that its memory, time and writing are its own.

use std::fmt::Write as _;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail};
use rustix::process::{Pid, Signal};

use super::Options;
use crate::go::Size;

/// How long a process may take to open its port, or to end when asked.
const PATIENCE: Duration = Duration::from_secs(20);

/// A process that ends with us.
#[derive(Debug)]
pub(super) struct Servant {
    child: Child,
    name: &'static str,
}

impl Servant {
    pub(super) fn start(name: &'static str, command: &mut Command) -> anyhow::Result<Servant> {
        let child = command.stdin(Stdio::null()).spawn().with_context(|| format!("{name} cannot be started"))?;
        Ok(Servant { child, name })
    }

    /// What it says on its standard error, where that was asked for.
    pub(super) fn errors(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Its process id.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to end and waits until it has.
    pub(super) async fn stop(mut self) -> anyhow::Result<()> {
        if let Some(pid) = Pid::from_raw(self.child.id() as i32) {
            rustix::process::kill_process(pid, Signal::TERM)?;
        }
        let step = Duration::from_millis(20);
        let mut waited = Duration::ZERO;
        while waited < PATIENCE {
            if let Some(status) = self.child.try_wait()? {
                if !status.success() {
                    bail!("{} ended with {status}", self.name);
                }
                return Ok(());
            }
            tokio::time::sleep(step).await;
            waited += step;
        }
        bail!("{} does not end", self.name)
    }
}

impl Drop for Servant {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A broker, where it is, and its name for people.
pub(super) struct Broker {
    pub(super) address: SocketAddr,
    pub(super) name: &'static str,
    /// "embedded": the daemon starts it.
    pub(super) is_embedded: bool,
    _mosquitto: Option<Servant>,
}

impl Broker {
    /// The broker that was asked for; else mosquitto where it is installed; else the built-in one.
    pub(super) async fn find(asked: Option<SocketAddr>, home: &Path) -> anyhow::Result<Broker> {
        if let Some(address) = asked {
            return Ok(Broker { address, name: "broker", is_embedded: false, _mosquitto: None });
        }
        let address = free_address()?;
        let Some(program) = mosquitto() else {
            return Ok(Broker { address, name: "built-in broker", is_embedded: true, _mosquitto: None });
        };
        let file = home.join("mosquitto.conf");
        // Without TCP_NODELAY it holds a message back for up to 40 ms while an earlier one is not acknowledged. Its queues are as they come.
        let text = format!(
            "listener {} 127.0.0.1\nallow_anonymous true\npersistence false\nset_tcp_nodelay true\nsys_interval 1\n",
            address.port()
        );
        std::fs::write(&file, text)?;
        let mosquitto =
            Servant::start("mosquitto", Command::new(program).arg("-c").arg(&file).stdout(Stdio::null()).stderr(Stdio::null()))?;
        answers(address).await.context("mosquitto")?;
        Ok(Broker { address, name: "mosquitto", is_embedded: false, _mosquitto: Some(mosquitto) })
    }
}

/// An address of this machine that nobody listens at.
pub(super) fn free_address() -> io::Result<SocketAddr> {
    // Given up at once: nobody else is likely to take it within the next moment.
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}

/// Where mosquitto is, if it is installed.
pub(super) fn mosquitto() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let usual = [PathBuf::from("/usr/sbin"), PathBuf::from("/usr/local/sbin")];
    std::env::split_paths(&folders).chain(usual).map(|folder| folder.join("mosquitto")).find(|path| path.is_file())
}

/// Waits until somebody listens there.
pub(super) async fn answers(address: SocketAddr) -> anyhow::Result<()> {
    let wait = async {
        while tokio::net::TcpStream::connect(address).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.with_context(|| format!("nobody listens at {address}"))
}

/// A table of the configuration.
#[derive(Debug, Clone)]
pub(super) struct TableSetting {
    pub(super) id: String,
    pub(super) size: Size,
    pub(super) board: PathBuf,
    pub(super) clock: PathBuf,
}

/// Starts the daemon with a configuration for these tables.
pub(super) fn start_daemon(options: &Options, home: &Path, broker: &Broker, tables: &[TableSetting]) -> anyhow::Result<Servant> {
    start_configured(&options.daemon, home, &configuration(options, home, broker, tables), &["--log", "warn"], Stdio::inherit())
}

/// Starts the daemon with this configuration; `log` is how it is to log, and `errors` where to.
pub(super) fn start_configured(daemon: &Path, home: &Path, text: &str, log: &[&str], errors: Stdio) -> anyhow::Result<Servant> {
    let file = home.join("kifud.toml");
    std::fs::write(&file, text).with_context(|| file.display().to_string())?;
    let mut command = Command::new(daemon);
    command.args(log).args(["run", "--config"]).arg(&file).stdout(Stdio::null()).stderr(errors);
    Servant::start("kifud run", &mut command)
}

/// Where the journal is.
pub(super) fn state_dir(asked: Option<&Path>, home: &Path) -> PathBuf {
    asked.map_or_else(|| home.join("state"), Path::to_owned)
}

/// A path as the configuration writes it.
pub(super) fn quoted(path: &Path) -> toml::Value {
    toml::Value::String(path.display().to_string())
}

/// What the configuration says of the daemon itself: where the journal is, and the broker.
pub(super) fn bridge(state_dir: &Path, broker: &Broker) -> String {
    let url = if broker.is_embedded { "embedded".to_owned() } else { format!("mqtt://{}", broker.address) };
    let mut text = format!("[bridge]\nid = \"rehearse\"\nstate_dir = {}\n\n[mqtt]\nbroker = \"{url}\"\n", quoted(state_dir));
    if broker.is_embedded {
        // Writing to a String cannot fail, here and below.
        let _ = write!(text, "\n[embedded_broker]\nlisten = \"{}\"\n", broker.address);
    }
    text
}

/// The configuration, as an operator would write it.
fn configuration(options: &Options, home: &Path, broker: &Broker, tables: &[TableSetting]) -> String {
    let mut text = bridge(&state_dir(options.state_dir.as_deref(), home), broker);
    for table in tables {
        let _ = write!(
            text,
            r#"
[[table]]
id = "{id}"
time = {{ system = "byo-yomi", main = "{main}s", periods = {periods}, period = "{period}s" }}
press_pass = "pass"
press_tolerance_ms = {tolerance}

[table.board]
driver = "{driver}"
port = {board}
size = {size}
poll_ms = {poll}
settle_ms = {settle}

[table.clock]
driver = "kifud"
port = {clock}
black_side = "left"
"#,
            id = table.id,
            main = super::MAIN_MS / 1_000,
            periods = super::PERIODS,
            period = super::PERIOD_MS / 1_000,
            tolerance = super::PRESS_TOLERANCE_MS,
            driver = options.board_driver,
            board = quoted(&table.board),
            size = table.size.width(),
            poll = options.poll_ms,
            settle = options.settle_ms,
            clock = quoted(&table.clock),
        );
    }
    text
}

//! The daemon: journal, broker, displays and a loop for every table (floor 8; CONTRACT 1 `run`).

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::sync::watch;

use crate::capture::Recorder;
use crate::config::{self, Config};
use crate::journal::{self, Journal};
use crate::metrics::{self, Metrics};
use crate::mqtt::{BrokerAddress, Nodes};
use crate::table::{self, TableContext, Witness};
use crate::{broker, display, home_assistant, machine, mqtt, now};

mod seats;
mod starts;

use seats::{MakeLoop, Seats};
pub use starts::STARTS_MAX;
use starts::Starts;

/// What the mark of the journal's own start is called. No table has a name with an underscore.
const JOURNAL_MARK: &str = "_journal";

/// What is asked of the daemon beside its configuration.
#[derive(Debug, Default)]
pub struct Options {
    /// Instead of the configured state directory.
    pub state_dir: Option<PathBuf>,
    /// Takes the next free port where the configured one of the built-in broker or the displays is taken.
    pub any_port: bool,
    /// Only this table, and its raw bytes to this file.
    pub capture: Option<(String, PathBuf)>,
}

/// A running daemon.
#[derive(Debug)]
pub struct Daemon {
    /// Where the broker listens, when it is the built-in one.
    pub broker: Option<SocketAddr>,
    /// Where the pages are, when they are served.
    pub display: Option<SocketAddr>,
    /// Where the figures for Prometheus are, when they are served.
    pub metrics: Option<SocketAddr>,
    stop: watch::Sender<bool>,
    seats: Seats,
    starts: Starts,
    journal: Journal,
    held: (Option<broker::Broker>, Option<display::Display>, Option<display::Folder>),
    _metrics: Option<metrics::Serving>,
    announcing: Option<mqtt::Announcing>,
}

impl Daemon {
    /// Opens the journal and starts everything. Devices and broker may be absent.
    ///
    /// # Errors
    /// When the journal cannot be opened, or a listener's address is taken.
    pub async fn start(config: &Config, options: &Options) -> anyhow::Result<Daemon> {
        let state_dir = options.state_dir.as_ref().unwrap_or(&config.bridge.state_dir);
        let starts = Starts::new(state_dir);
        let salvaged = look_after(state_dir, starts.begin(JOURNAL_MARK).0)?;
        let journal = Journal::open(state_dir)?;
        let broker = start_broker(config, options.any_port).await?;
        let reached = match &broker {
            Some(broker) => at_nodes(config, Nodes::one(broker.address().ip().to_string(), broker.address().port())),
            None => configured(config).context("this kifud was built without the built-in broker: give mqtt.broker")?,
        };
        let display = start_display(config, &reached, options.any_port).await?;
        let folder = if display.is_none() { start_folder(config, &reached)? } else { None };
        let figures = Metrics::new();
        let served = match config.metrics_listen {
            Some(listen) => Some(metrics::serve(listen, figures.clone()).await?),
            None => None,
        };
        let machine = machine::watch(state_dir.clone());
        let pace = mqtt::Pace::default();
        let (stop, stopped) = watch::channel(false);
        let mut seats = Seats::new(starts.clone());
        for table in &config.tables {
            if options.capture.as_ref().is_some_and(|(id, _)| *id != table.id) {
                continue;
            }
            let context = TableContext {
                table: table.clone(),
                match_info: config.match_at(table),
                journal: journal.clone(),
                mqtt: connection(config, &reached, &table.id, journal.instance(), pace.clone())?,
                beat: table::Beat::default(),
                stop: stopped.clone(),
                engine: config.gtp.clone(),
                aside: table::Aside { game: false, journal: salvaged.clone() },
                machine: machine.clone(),
                metrics: served.is_some().then(|| figures.table(&table.id)),
            };
            seats.seat(&table.id, make_loop(config, context, options.capture.clone()), now::stamp().mono)?;
        }
        let announcing = match config.home_assistant_discovery {
            true => Some(mqtt::announce(
                connection(config, &reached, home_assistant::CLIENT, journal.instance(), mqtt::Pace::default())?,
                home_assistant::announcements(config),
            )),
            false => None,
        };
        let held = (broker, display, folder);
        let broker = held.0.as_ref().map(broker::Broker::address);
        let display = held.1.as_ref().map(display::Display::address);
        let metrics = served.as_ref().map(metrics::Serving::address);
        Ok(Daemon { broker, display, metrics, stop, seats, starts, journal, held, _metrics: served, announcing })
    }

    /// Waits until `until` is done or a table ends with an error, feeding systemd's watchdog meanwhile. A table that panics is begun again.
    ///
    /// # Errors
    /// What a table ended with.
    pub async fn serve(&mut self, until: impl Future<Output = ()>) -> anyhow::Result<()> {
        tokio::pin!(until);
        let period = watchdog_period();
        let mut ready = false;
        loop {
            tokio::select! {
                () = &mut until => return Ok(()),
                ended = self.seats.ended(|| now::stamp().mono) => ended?,
                () = tokio::time::sleep(if ready { period } else { Duration::from_millis(20) }) => {}
            }
            let alive = self.seats.all_run(now::stamp().mono);
            if alive && !ready {
                ready = true;
                self.starts.up(JOURNAL_MARK);
                tracing::info!(tables = self.seats.len(), "ready");
                notify(&[sd_notify::NotifyState::Ready]);
            } else if alive {
                notify(&[sd_notify::NotifyState::Watchdog]);
            }
        }
    }

    /// Says `disconnected` for every table, writes what waits and ends.
    ///
    /// # Errors
    /// When something could not be written.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        notify(&[sd_notify::NotifyState::Stopping]);
        self.stop.send_replace(true);
        self.seats.stopped().await?;
        self.starts.up(JOURNAL_MARK);
        if let Some(announcing) = self.announcing {
            announcing.stop().await;
        }
        let (broker, display, folder) = self.held;
        if let Some(folder) = folder {
            folder.stop().await;
        }
        if let Some(display) = display {
            display.stop().await;
        }
        if let Some(broker) = broker {
            broker.stop().await;
        }
        if !tokio::task::spawn_blocking(move || self.journal.close()).await.unwrap_or(false) {
            bail!("not everything could be written to the journal: make room on the disk and start again");
        }
        Ok(())
    }
}

/// After starts that came to nothing: a journal that is damaged is set aside, and what can be read of it brought over. What is said of it.
fn look_after(state_dir: &Path, failed: u32) -> anyhow::Result<Option<String>> {
    if failed < STARTS_MAX {
        return Ok(None);
    }
    tracing::warn!(starts = failed, "starts came to nothing: the journal is looked through");
    let Some(salvaged) = journal::salvage_damaged(state_dir)? else { return Ok(None) };
    let said = format!(
        "the journal was damaged ({}): it lies in {} now, and {} games with {} events were brought over into a new one",
        salvaged.why,
        salvaged.aside.display(),
        salvaged.games,
        salvaged.events
    );
    tracing::error!("{said}");
    Ok(Some(said))
}

/// What begins a table's loop, and begins it again.
fn make_loop(config: &Config, context: TableContext, capture: Option<(String, PathBuf)>) -> MakeLoop {
    let config = config.clone();
    Box::new(move |beat, aside| {
        let witness = capture.as_ref().map(|(id, out)| witness(&config, id, out)).transpose()?;
        let mut context = TableContext { beat, ..context.clone() };
        context.aside.game = aside;
        let id = context.table.id.clone();
        Ok(Box::pin(async move { table::run(context, witness).await.with_context(|| format!("table {id}")) }))
    })
}

/// Half of what systemd allows; a second when it does not ask.
fn watchdog_period() -> Duration {
    sd_notify::watchdog_enabled().map_or(Duration::from_secs(1), |limit| (limit / 2).min(Duration::from_secs(1)))
}

fn notify(state: &[sd_notify::NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::debug!(%error, "the service manager is not told");
    }
}

async fn start_broker(config: &Config, any_port: bool) -> anyhow::Result<Option<broker::Broker>> {
    if config.mqtt.broker != config::Broker::Embedded {
        return Ok(None);
    }
    let embedded = &config.embedded_broker;
    let access = match (&embedded.users_file, &embedded.acl_file) {
        (Some(users), Some(acl)) => broker::Access::Files { users_file: users.clone(), acl_file: acl.clone() },
        _ => broker::Access::OpenOnLoopback,
    };
    let listen = if any_port { broker::Listen::FirstFree { from: embedded.listen.port() } } else { broker::Listen::At(embedded.listen) };
    let broker = broker::start(listen, &access, broker::Limits::default()).await?;
    Ok(Some(broker))
}

async fn start_display(config: &Config, broker: &BrokerAddress, any_port: bool) -> anyhow::Result<Option<display::Display>> {
    let Some(display) = &config.display else { return Ok(None) };
    let tokens = display.referee_tokens_file.as_deref().map(display::Tokens::read).transpose().context("display.referee_tokens_file")?;
    let mut listen = display.listen;
    loop {
        let options = display::Options {
            broker: broker.clone(),
            base: config.mqtt.base.clone(),
            listen,
            credentials: credentials(config)?,
            tokens: tokens.clone(),
            insecure: display.insecure,
            folder: config.sgf_dir.clone(),
            tournament: tournament(config),
        };
        match display::serve(options).await {
            Ok(served) => return Ok(Some(served)),
            Err(_) if any_port && listen.port() != 0 && listen.port() < display_last(display.listen.port()) => {
                listen.set_port(listen.port() + 1)
            }
            Err(error) => return Err(error).with_context(|| format!("displays at {listen}")),
        }
    }
}

/// The last port that is tried for the pages.
fn display_last(first: u16) -> u16 {
    first.saturating_add(32)
}

fn mqtt_version(config: &Config) -> mqtt::Version {
    match config.mqtt.version {
        config::MqttVersion::V5 => mqtt::Version::V5,
        config::MqttVersion::V311 => mqtt::Version::V311,
    }
}

/// The live SGF files, where there are no pages that would keep them.
fn start_folder(config: &Config, broker: &BrokerAddress) -> anyhow::Result<Option<display::Folder>> {
    let Some(folder) = config.sgf_dir.clone() else { return Ok(None) };
    let (broker, base, credentials) = (broker.clone(), config.mqtt.base.clone(), credentials(config)?);
    Ok(Some(display::keep_folder(display::FolderOptions { broker, base, credentials, folder, tournament: tournament(config) })))
}

/// The file that the round was paired from.
fn tournament(config: &Config) -> Option<PathBuf> {
    config.pairings.as_ref().map(|pairings| pairings.path.clone())
}

/// How these machines are spoken to as a broker.
fn at_nodes(config: &Config, nodes: Nodes) -> BrokerAddress {
    BrokerAddress { nodes, version: mqtt_version(config), tls: tls(config) }
}

/// The broker that is configured, where it is not the built-in one.
fn configured(config: &Config) -> Option<BrokerAddress> {
    let config::Broker::Remote(url) = &config.mqtt.broker else { return None };
    Some(at_nodes(config, Nodes::new(url.first.clone(), url.others.clone())))
}

/// User and password for the broker, the password read from its file.
fn credentials(config: &Config) -> anyhow::Result<Option<mqtt::Credentials>> {
    let Some(user) = &config.mqtt.username else { return Ok(None) };
    Ok(Some(mqtt::Credentials::read(user, config.mqtt.password_file.as_deref()).context("mqtt.password_file")?))
}

fn connection(config: &Config, broker: &BrokerAddress, table: &str, instance: &str, pace: mqtt::Pace) -> anyhow::Result<mqtt::Settings> {
    Ok(mqtt::Settings {
        broker: broker.clone(),
        credentials: credentials(config)?,
        base: config.mqtt.base.clone(),
        bridge: config.bridge.id.clone(),
        table: table.to_owned(),
        instance: instance.to_owned(),
        require_user: config.mqtt.require_user,
        pace,
    })
}

/// How connections to the broker are secured.
fn tls(config: &Config) -> Option<mqtt::Tls> {
    let config::Broker::Remote(config::BrokerUrl { tls: true, .. }) = config.mqtt.broker else { return None };
    let client = config.mqtt.cert_file.clone().zip(config.mqtt.key_file.clone());
    Some(mqtt::Tls { ca_file: config.mqtt.ca_file.clone(), client })
}

fn witness(config: &Config, table: &str, out: &Path) -> anyhow::Result<Box<dyn Witness>> {
    let text = std::fs::read_to_string(&config.file).with_context(|| config.file.display().to_string())?;
    let now = now::stamp();
    let seed = format!("capture-{}-{}", now.wall.as_unix_ms(), now.mono.as_millis());
    let recorder = Recorder::create(out, table, (config, &text), &seed, now).with_context(|| out.display().to_string())?;
    Ok(Box::new(recorder))
}

/// Where the configured broker is, for a client beside the daemon; the built-in one is on this machine while the daemon runs.
///
/// # Errors
/// The password cannot be read.
pub fn broker_of(config: &Config) -> anyhow::Result<(BrokerAddress, Option<mqtt::Credentials>)> {
    let built_in = || {
        let listen = config.embedded_broker.listen;
        let ip = if listen.ip().is_unspecified() { std::net::Ipv4Addr::LOCALHOST.into() } else { listen.ip() };
        at_nodes(config, Nodes::one(ip.to_string(), listen.port()))
    };
    Ok((configured(config).unwrap_or_else(built_in), credentials(config)?))
}

/// How a client of a table reaches the configured broker, outside the daemon.
///
/// # Errors
/// With the built-in broker there is nothing to reach outside the daemon; or the password cannot be read.
pub fn settings_for(config: &Config, table: &str) -> anyhow::Result<mqtt::Settings> {
    let Some(broker) = configured(config) else {
        bail!("the built-in broker keeps nothing once the daemon has stopped: there is nothing to forget");
    };
    connection(config, &broker, table, "forget", mqtt::Pace::default())
}

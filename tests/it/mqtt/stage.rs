//! What the scenes need: a real mosquitto, somebody who listens, and a source of events.

use std::collections::VecDeque;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use kifud::mqtt::{BrokerAddress, EventSource, Feedback, Handle, Nodes, Outgoing, Pace, Settings, Version, spawn};
use rumqttc::v5::mqttbytes::QoS;
use rumqttc::v5::mqttbytes::v5::{Filter, Packet, PublishProperties};
use rumqttc::v5::{AsyncClient, Event, MqttOptions};
use tokio::sync::mpsc;

use crate::skip::skipped;

/// How long anything may take on a busy machine before a test gives up.
pub const PATIENCE: Duration = Duration::from_secs(40);

/// A mosquitto of our own, without memory.
pub struct Broker {
    child: Option<Child>,
    pub port: u16,
    config: tempfile::NamedTempFile,
    acl: Option<tempfile::NamedTempFile>,
}

impl Broker {
    /// Starts one; none, with a word about it, where there is no mosquitto (which `KIFUD_REQUIRE_MOSQUITTO=1` forbids).
    pub fn start(extra: &str) -> Option<Broker> {
        let broker = Broker::prepare(extra)?;
        Some(broker.restarted())
    }

    /// One with an access list, which may be changed before a restart.
    pub fn with_acl(acl: &str) -> Option<Broker> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let extra = format!("acl_file {}", file.path().display());
        let mut broker = Broker::prepare(&extra)?;
        broker.acl = Some(file);
        broker.set_acl(acl);
        Some(broker.restarted())
    }

    pub fn set_acl(&self, acl: &str) {
        std::fs::write(self.acl.as_ref().expect("an access list").path(), acl).expect("written");
    }

    /// A port and a configuration, and nobody there yet.
    pub fn prepare(extra: &str) -> Option<Broker> {
        if Command::new(program()).arg("-h").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
            skipped("KIFUD_REQUIRE_MOSQUITTO", "there is no mosquitto on this machine");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
        let config = tempfile::NamedTempFile::new().expect("a file");
        let text = format!("listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type none\n{extra}\n");
        std::fs::write(config.path(), text).expect("written");
        Some(Broker { child: None, port, config, acl: None })
    }

    /// Only users of its password file are let in.
    pub fn forbid_anonymous(&self) {
        let config = std::fs::read_to_string(self.config.path()).expect("readable");
        std::fs::write(self.config.path(), config.replace("allow_anonymous true", "allow_anonymous false")).expect("written");
    }

    pub fn restarted(mut self) -> Broker {
        self.restart();
        self
    }

    pub fn restart(&mut self) {
        self.kill();
        let mut command = Command::new(program());
        // Started as root it would drop to a user who may not read the files.
        if rustix::process::getuid().is_root() {
            let config = std::fs::read_to_string(self.config.path()).expect("readable");
            if !config.contains("\nuser ") {
                std::fs::write(self.config.path(), format!("{config}\nuser root\n")).expect("written");
            }
        }
        command.arg("-c").arg(self.config.path()).stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn().expect("mosquitto"));
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("killed");
            child.wait().expect("gone");
        }
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.kill();
    }
}

fn program() -> &'static str {
    if std::path::Path::new("/usr/sbin/mosquitto").exists() { "/usr/sbin/mosquitto" } else { "mosquitto" }
}

/// A message as somebody heard it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub topic: String,
    pub text: String,
    pub retained: bool,
    pub correlation: Option<Bytes>,
}

/// Somebody who listens to everything, and comes back when the broker does.
pub struct Listener {
    said: Arc<Mutex<Vec<Said>>>,
    pub client: AsyncClient,
    task: tokio::task::JoinHandle<()>,
}

impl Listener {
    /// Listens to `filter`; returns when the subscription stands.
    pub async fn to(port: u16, filter: &str) -> Listener {
        let mut options = MqttOptions::new(format!("listener-{}", fastrand::u64(..)), "127.0.0.1", port);
        options.set_max_packet_size(Some(1 << 22)).set_receive_maximum(Some(2_000)).set_keep_alive(Duration::from_secs(5));
        let (client, mut events) = AsyncClient::new(options, 1_000);
        let said = Arc::new(Mutex::new(Vec::new()));
        let (mut made, filter) = (Filter::new(filter, QoS::AtLeastOnce), filter.to_owned());
        made.preserve_retain = true;
        let (ready, mut is_ready) = tokio::sync::watch::channel(false);
        let (heard, again) = (Arc::clone(&said), client.clone());
        let task = tokio::spawn(async move {
            loop {
                match events.poll().await {
                    Ok(Event::Incoming(Packet::ConnAck(_))) => again.try_subscribe_many([made.clone()]).expect("room"),
                    Ok(Event::Incoming(Packet::SubAck(_))) => {
                        ready.send_replace(true);
                    }
                    Ok(Event::Incoming(Packet::Publish(publish))) => {
                        let correlation = publish.properties.and_then(|properties| properties.correlation_data);
                        let topic = String::from_utf8(publish.topic.to_vec()).expect("text");
                        let text = String::from_utf8_lossy(&publish.payload).into_owned();
                        heard.lock().expect("whole").push(Said { topic, text, retained: publish.retain, correlation });
                    }
                    Ok(_) => {}
                    Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                }
            }
        });
        tokio::time::timeout(PATIENCE, is_ready.wait_for(|ready| *ready)).await.expect(&filter).expect("alive");
        Listener { said, client, task }
    }

    pub fn all(&self) -> Vec<Said> {
        self.said.lock().expect("whole").clone()
    }

    pub fn clear(&self) {
        self.said.lock().expect("whole").clear();
    }

    /// Waits until what was said makes `look` see something.
    pub async fn until<T>(&self, what: &str, mut look: impl FnMut(&[Said]) -> Option<T>) -> T {
        let waiting = async {
            loop {
                if let Some(found) = look(&self.said.lock().expect("whole")) {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        match tokio::time::timeout(PATIENCE, waiting).await {
            Ok(found) => found,
            Err(_) => panic!("never heard: {what}; heard: {:#?}", self.all().iter().rev().take(30).collect::<Vec<_>>()),
        }
    }

    /// Waits for a message on this topic that contains this text.
    pub async fn hears(&self, topic: &str, text: &str) -> Said {
        let look = |said: &[Said]| said.iter().find(|said| said.topic == topic && said.text.contains(text)).cloned();
        self.until(&format!("{topic}: {text}"), look).await
    }

    pub fn publish(&self, topic: &str, payload: impl Into<Bytes>, retain: bool) {
        self.client.try_publish(topic, QoS::AtLeastOnce, retain, payload).expect("room");
    }

    pub fn ask(&self, topic: &str, payload: &str, response_topic: &str, correlation: &'static [u8]) {
        let properties = PublishProperties {
            response_topic: Some(response_topic.to_owned()),
            correlation_data: Some(Bytes::from_static(correlation)),
            ..PublishProperties::default()
        };
        self.client.try_publish_with_properties(topic, QoS::AtLeastOnce, false, payload.to_owned(), properties).expect("room");
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Events in memory: row n is the n-th.
#[derive(Debug, Clone, Default)]
pub struct Events {
    inside: Arc<Mutex<Inside>>,
}

#[derive(Debug, Default)]
struct Inside {
    rows: Vec<String>,
    delivered: u64,
    /// How many of the last are "of the last minute".
    recent: u64,
}

impl Events {
    pub fn with_recent(recent: u64) -> Events {
        let events = Events::default();
        events.inside.lock().expect("whole").recent = recent;
        events
    }

    pub fn push(&self, text: impl Into<String>) {
        self.inside.lock().expect("whole").rows.push(text.into());
    }

    pub fn set_delivered(&self, row_id: u64) {
        self.inside.lock().expect("whole").delivered = row_id;
    }

    pub fn delivered(&self) -> u64 {
        self.inside.lock().expect("whole").delivered
    }

    pub async fn until_delivered(&self, row_id: u64) {
        let waiting = async {
            while self.delivered() < row_id {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("delivered only {} of {row_id}", self.delivered()));
    }
}

impl EventSource for Events {
    fn after(&mut self, cursor: u64, limit: usize) -> Vec<Outgoing> {
        let inside = self.inside.lock().expect("whole");
        let rows = (1..).zip(&inside.rows).skip(cursor as usize).take(limit);
        rows.map(|(row_id, text)| Outgoing { row_id, topic_suffix: "event", payload: text.clone().into() }).collect()
    }

    fn recent_cursor(&mut self) -> u64 {
        let inside = self.inside.lock().expect("whole");
        (inside.rows.len() as u64).saturating_sub(inside.recent)
    }

    fn delivered_cursor(&mut self) -> u64 {
        Events::delivered(self)
    }

    fn delivered(&mut self, row_id: u64) {
        let mut inside = self.inside.lock().expect("whole");
        assert!(row_id > inside.delivered, "it only rises");
        inside.delivered = row_id;
    }
}

/// A table's end of a connection.
pub struct Table {
    pub handle: Handle,
    pub events: Events,
    feedback: mpsc::Receiver<Feedback>,
    past: VecDeque<Feedback>,
}

/// A table of MQTT 5.
pub fn settings(port: u16) -> Settings {
    speaking(Version::V5, port)
}

/// A table of either protocol.
pub fn speaking(version: Version, port: u16) -> Settings {
    Settings {
        broker: BrokerAddress { nodes: Nodes::one("127.0.0.1", port), version, tls: None },
        credentials: None,
        base: "kifud".to_owned(),
        bridge: "hall".to_owned(),
        table: "t1".to_owned(),
        instance: "instance-1".to_owned(),
        require_user: false,
        pace: Pace::default(),
    }
}

impl Table {
    pub fn at(settings: Settings, events: Events) -> Table {
        let (sender, feedback) = mpsc::channel(1_000);
        let handle = spawn(settings, vec![Box::new(events.clone())], sender);
        Table { handle, events, feedback, past: VecDeque::new() }
    }

    /// The next news that `look` wants; others are dropped.
    pub async fn told<T>(&mut self, what: &str, mut look: impl FnMut(&Feedback) -> Option<T>) -> T {
        let past = &mut self.past;
        let feedback = &mut self.feedback;
        let waiting = async {
            loop {
                let news = feedback.recv().await.expect("alive");
                let found = look(&news);
                past.push_back(news);
                if let Some(found) = found {
                    return found;
                }
            }
        };
        match tokio::time::timeout(PATIENCE, waiting).await {
            Ok(found) => found,
            Err(_) => panic!("never told: {what}; told: {:#?}", self.past),
        }
    }

    /// All news so far.
    pub fn past(&self) -> &VecDeque<Feedback> {
        &self.past
    }

    pub async fn is_live(&mut self) {
        self.told("live", |news| (*news == Feedback::Live).then_some(())).await;
    }

    /// The next request.
    pub async fn request(&mut self) -> kifud::mqtt::Request {
        let look = |news: &Feedback| match news {
            Feedback::Request(request) => Some(request.clone()),
            _ => None,
        };
        self.told("a request", look).await
    }
}

/// A topic of the table.
pub fn own(suffix: &str) -> String {
    format!("kifud/v1/t1/{suffix}")
}

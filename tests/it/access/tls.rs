//! The connection by TLS, where kifud is built with it; and the way out of the hall, which is mosquitto's own.

use std::path::Path;

use kifud::mqtt::{BrokerAddress, Consumer, Feedback, Heard, Nodes, Settings, Tls};

use super::*;
use crate::mqtt::stage::{Events, Table, settings};

/// A private authority, a certificate for localhost, one for a client, and an authority that nobody should believe.
struct Papers(tempfile::TempDir);

impl Papers {
    /// None, with a word about it, where there is no openssl.
    fn made() -> Option<Papers> {
        let papers = Papers(tempfile::tempdir().expect("a folder"));
        let dir = papers.0.path();
        let openssl = |arguments: &str| {
            let made = Command::new("openssl").args(arguments.split(' ')).current_dir(dir).output();
            made.is_ok_and(|made| made.status.success())
        };
        std::fs::write(dir.join("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n").expect("written");
        let authority = |name: &str| {
            openssl(&format!("req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN={name} -keyout {name}.key -out {name}.pem"))
        };
        let signed = |name: &str| {
            openssl(&format!("req -newkey rsa:2048 -nodes -subj /CN={name} -keyout {name}.key -out {name}.csr"))
                && openssl(&format!(
                    "x509 -req -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile names -out {name}.pem"
                ))
        };
        if authority("ca") && authority("stranger") && signed("localhost") && signed("client") {
            return Some(papers);
        }
        skipped("KIFUD_REQUIRE_TOOLS", "there is no openssl on this machine");
        None
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }
}

/// A mosquitto that listens in the clear on `port` and by TLS on another, which is returned.
fn broker(papers: &Papers, extra: &str) -> Option<(Broker, u16)> {
    let port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let file = |name: &str| papers.file(name).display().to_string();
    let (ca, certificate, key) = (file("ca.pem"), file("localhost.pem"), file("localhost.key"));
    let text = format!("listener {port} 127.0.0.1\ncafile {ca}\ncertfile {certificate}\nkeyfile {key}\n{extra}");
    Some((Broker::start(&text)?, port))
}

fn secured(port: u16, ca: &Path, client: Option<(&Path, &Path)>) -> Settings {
    let client = client.map(|(certificate, key)| (certificate.to_owned(), key.to_owned()));
    let tls = Some(Tls { ca_file: Some(ca.to_owned()), client });
    let nodes = Nodes::one("localhost", port);
    Settings { broker: BrokerAddress { nodes, version: kifud::mqtt::Version::V5, tls }, ..settings(port) }
}

/// The reason why it is not connected, as the operator is told.
async fn refused(settings: Settings) -> String {
    let mut table = Table::at(settings, Events::default());
    table
        .told("why not", |news| match news {
            Feedback::Disconnected { reason, .. } => Some(reason.clone()),
            _ => None,
        })
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_speaks_by_tls_to_a_broker_that_its_own_authority_has_signed_and_to_no_other() {
    let Some(papers) = Papers::made() else { return };
    let Some((broker, port)) = broker(&papers, "") else { return };
    let listener = Listener::to(broker.port, "kifud/#").await;
    let events = Events::default();
    events.push("{\"seq\":1}");
    let table = Table::at(secured(port, &papers.file("ca.pem"), None), events.clone());
    table.handle.status("ready");
    events.until_delivered(1).await;
    listener.hears("kifud/v1/t1/event", "\"seq\":1").await;
    drop(table);
    let why = refused(secured(port, &papers.file("stranger.pem"), None)).await;
    assert!(why.to_lowercase().contains("certificate"), "{why}");
    let why = refused(secured(port, &papers.file("no-such.pem"), None)).await;
    assert!(why.contains("no-such.pem"), "the file is named: {why}");
    let why = refused(secured(port, &papers.file("ca.key"), None)).await;
    assert!(why.contains("ca.key") && why.contains("PEM"), "and what it should hold: {why}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broker_that_wants_a_certificate_of_its_clients_gets_it() {
    let Some(papers) = Papers::made() else { return };
    let Some((broker, port)) = broker(&papers, "require_certificate true") else { return };
    let listener = Listener::to(broker.port, "kifud/#").await;
    let (certificate, key) = (papers.file("client.pem"), papers.file("client.key"));
    let events = Events::default();
    events.push("{\"seq\":1}");
    let table = Table::at(secured(port, &papers.file("ca.pem"), Some((&certificate, &key))), events.clone());
    table.handle.status("ready");
    events.until_delivered(1).await;
    listener.hears("kifud/v1/t1/event", "\"seq\":1").await;
    drop(table);
    assert!(!refused(secured(port, &papers.file("ca.pem"), None)).await.is_empty(), "without one it is not let in");
    let why = refused(secured(port, &papers.file("ca.pem"), Some((&certificate, &papers.file("localhost.key"))))).await;
    assert!(why.contains("localhost.key") && why.contains("PKCS#8"), "a key of another certificate: {why}");
}

/// What a display hears first, or why it hears nothing.
async fn consumed(broker: &BrokerAddress) -> Result<String, String> {
    let (asking, mut consumer) = Consumer::new(broker, None, 0, 'd', 1 << 17).map_err(|error| error.to_string())?;
    let hearing = async {
        loop {
            match consumer.next().await? {
                Heard::Connected => asking.subscribe(["kifud/#".to_owned()].into_iter())?,
                Heard::Message { topic, retained, .. } => return Ok(format!("{topic} retained={retained}")),
                Heard::Nothing => {}
            }
        }
    };
    tokio::time::timeout(crate::peer::PATIENCE, hearing).await.expect("an end")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_only_read_speak_by_tls_to_a_broker_of_their_own_authority_and_to_no_other() {
    let Some(papers) = Papers::made() else { return };
    let Some((broker, port)) = broker(&papers, "") else { return };
    let mut table = peer(&broker, "kifud.stage.t1", None).await;
    assert!(table.publish("kifud/v1/t1/status", true, "{}").await);
    for version in [kifud::mqtt::Version::V5, kifud::mqtt::Version::V311] {
        let by = |ca: &str| {
            let tls = Some(Tls { ca_file: Some(papers.file(ca)), client: None });
            BrokerAddress { nodes: Nodes::one("localhost", port), version, tls }
        };
        assert_eq!(consumed(&by("ca.pem")).await.as_deref(), Ok("kifud/v1/t1/status retained=true"), "{version:?}");
        let why = consumed(&by("stranger.pem")).await.expect_err("a stranger's authority");
        assert!(why.to_lowercase().contains("certificate"), "{why}");
        let why = consumed(&by("no-such.pem")).await.expect_err("no file");
        assert!(why.contains("no-such.pem"), "the file is named: {why}");
        let clear = BrokerAddress { tls: None, ..by("ca.pem") };
        assert!(consumed(&clear).await.is_err(), "in the clear nothing is heard at that port");
    }
}

const BRIDGE: &str = include_str!("../../../docs/access/bridge.conf");

/// A hall's mosquitto with the example's way out of it, to a broker outside that listens by TLS on `port` and is believed by this authority; and
/// where it writes its log.
fn hall(papers: &Papers, name: &str, port: u16, authority: &str) -> Option<(Broker, std::path::PathBuf)> {
    let log = papers.file(&format!("{name}.log"));
    let mut bridge = BRIDGE.to_owned();
    let own = papers.file(authority).display().to_string();
    let address = format!("localhost:{port}");
    for (example, ours) in
        [("broadcast.example.org:8883", address.as_str()), ("/etc/mosquitto/certs/outside-ca.pem", &own), ("CHANGE-ME", "p")]
    {
        assert!(bridge.contains(example), "{example}");
        bridge = bridge.replace(example, ours);
    }
    Some((Broker::start(&format!("log_dest file {}\nlog_type error\n{bridge}restart_timeout 1\n", log.display()))?, log))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bridge_out_of_the_hall_goes_by_tls_takes_what_is_public_out_and_brings_nothing_in() {
    let Some(papers) = Papers::made() else { return };
    let users = papers.file("users");
    std::fs::write(&users, "").expect("written");
    let made = Command::new("mosquitto_passwd").args(["-b", &users.display().to_string(), "hall-1", "p"]).output();
    if !made.is_ok_and(|made| made.status.success()) {
        return skipped("KIFUD_REQUIRE_MOSQUITTO", "there is no mosquitto_passwd on this machine");
    }
    let Some((mut outside, port)) = broker(&papers, &format!("password_file {}", users.display())) else { return };
    let Some((inside, _)) = hall(&papers, "inside", port, "ca.pem") else { return };
    // A hall that believes another authority does not speak to this broker at all.
    let Some((wary, log)) = hall(&papers, "wary", port, "stranger.pem") else { return };
    let (out, within) = (Listener::to(outside.port, "#").await, Listener::to(inside.port, "kifud/#").await);
    let astray = Listener::to(wary.port, "nothing").await;
    astray.publish("kifud/v1/t9/public/game", "astray", true);
    for (topic, retained) in
        [("game", true), ("alert/a-1", true), ("event", false), ("public/event", false), ("public/game", true), ("status", true)]
    {
        within.publish(&format!("kifud/v1/t1/{topic}"), topic, retained);
    }
    out.hears("kifud/v1/t1/status", "status").await;
    out.hears("kifud/v1/t1/public/game", "public/game").await;
    out.publish("kifud/v1/t1/request/pass", "from outside", false);
    out.publish("kifud/v1/t1/public/game", "from outside", true);
    out.hears("kifud/v1/t1/public/game", "from outside").await;
    // After an outage what is retained is told again, and is right again.
    out.clear();
    outside.restart();
    out.hears("kifud/v1/t1/public/game", "public/game").await;
    within.publish("kifud/v1/t1/status", "the end", true);
    out.hears("kifud/v1/t1/status", "the end").await;
    within.hears("kifud/v1/t1/status", "the end").await;
    assert!(!within.all().iter().any(|said| said.text == "from outside"), "nothing comes in: {:#?}", within.all());
    let own = |topic: &str| ["game", "alert/a-1", "event"].iter().any(|own| topic == format!("kifud/v1/t1/{own}"));
    assert!(!out.all().iter().any(|said| own(&said.topic) || said.text == "astray"), "{:#?}", out.all());
    let refused = std::fs::read_to_string(&log).unwrap_or_default();
    assert!(refused.contains("certificate verify failed"), "{refused}");
}

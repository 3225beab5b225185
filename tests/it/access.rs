//! Who may do what at a broker: the example access list on a real mosquitto, and the connection by TLS where kifud is built with it.

use std::net::SocketAddr;
use std::process::Command;

use crate::mqtt::stage::{Broker, Listener};
use crate::peer::{Happened, Peer, Version};
use crate::skip::skipped;

const ACL: &str = include_str!("../../docs/access/mosquitto.acl");

/// mosquitto with the example's users, all with the password "p", and its access list.
fn guarded() -> Option<(Broker, tempfile::TempDir)> {
    let dir = tempfile::tempdir().expect("a folder");
    let users = dir.path().join("passwd");
    std::fs::write(dir.path().join("acl"), ACL).expect("written");
    let broker = Broker::prepare(&format!("password_file {}\nacl_file {}", users.display(), dir.path().join("acl").display()))?;
    std::fs::write(&users, "").expect("written");
    for line in ACL.lines().filter_map(|line| line.strip_prefix("user ")) {
        let made = Command::new("mosquitto_passwd").args(["-b", &users.display().to_string(), line, "p"]).output();
        if !made.is_ok_and(|made| made.status.success()) {
            skipped("KIFUD_REQUIRE_MOSQUITTO", "there is no mosquitto_passwd on this machine");
            return None;
        }
    }
    Some((broker.restarted(), dir))
}

async fn peer(broker: &Broker, id: &str, user: Option<&str>) -> Peer {
    let address = SocketAddr::from(([127, 0, 0, 1], broker.port));
    for _ in 0..400 {
        let mut peer = Peer::open_as(Version::V5, id, address, user.map(|user| (user, "p")));
        if peer.next().await == Happened::Connected {
            return peer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("{id} is not let in");
}

/// What the daemon publishes on `topic` reaches this user.
async fn reads(broker: &Broker, user: Option<&str>, topic: &str) -> bool {
    let reader = peer(broker, "reader", user).await;
    reader.subscribe("kifud/#").await;
    let mut reader = reader;
    while reader.next().await != Happened::Subscribed {}
    let mut daemon = peer(broker, "daemon", Some("kifud")).await;
    assert!(daemon.publish(topic, false, "x").await);
    // What everybody may read comes after it, so that nothing is waited for that does not come.
    assert!(daemon.publish("kifud/v1/t1/status", false, "end").await);
    let first = reader.message().await;
    first.payload == "x"
}

/// What this user publishes on `topic` reaches the daemon.
async fn writes(broker: &Broker, user: Option<&str>, topic: &str) -> bool {
    let mut daemon = peer(broker, "daemon", Some("kifud")).await;
    daemon.subscribe("kifud/#").await;
    while daemon.next().await != Happened::Subscribed {}
    let mut writer = peer(broker, "writer", user).await;
    writer.publish(topic, false, "x").await;
    let mut other = peer(broker, "other", Some("kifud")).await;
    assert!(other.publish("kifud/v1/t1/status", false, "end").await);
    daemon.message().await.payload == "x"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_access_list_gives_each_just_what_it_needs() {
    let Some((broker, _dir)) = guarded() else { return };
    let (game, public, event) = ("kifud/v1/t1/game", "kifud/v1/t1/public/game", "kifud/v1/t1/event");
    let readers = [
        (None, public, true),
        (None, game, false),
        (None, "kifud/v1/t1/alert/a-1", false),
        (None, "kifud/v1/t1/health", false),
        (Some("display"), game, true),
        (Some("display"), "kifud/v1/t1/alert/a-1", true),
        (Some("referee-1"), event, true),
        (Some("tablet-t1"), public, true),
        (Some("tablet-t1"), game, false),
    ];
    for (user, topic, may) in readers {
        assert_eq!(reads(&broker, user, topic).await, may, "{user:?} reads {topic}");
    }
    let writers = [
        (None, "kifud/v1/t1/request/rule", false),
        (None, "kifud/v1/t1/public/game", false),
        (None, "kifud/v1/t1/request/rule/referee-1", false),
        (Some("display"), "kifud/v1/t1/request/rule/display", false),
        (Some("referee-1"), "kifud/v1/t1/request/rule/referee-1", true),
        (Some("referee-1"), "kifud/v1/t1/request/rule/referee-2", false),
        (Some("referee-1"), "kifud/v1/t1/request/rule", false),
        (Some("referee-1"), "kifud/v1/all/request/pause/referee-1", true),
        (Some("referee-1"), game, false),
        (Some("tablet-t1"), "kifud/v1/t1/request/time-left/tablet-t1", true),
        (Some("tablet-t1"), "kifud/v1/t1/request/rule/tablet-t1", false),
        (Some("tablet-t1"), "kifud/v1/t2/request/pass/tablet-t1", false),
    ];
    for (user, topic, may) in writers {
        assert_eq!(writes(&broker, user, topic).await, may, "{user:?} writes {topic}");
    }
}

#[cfg(feature = "tls")]
mod tls {
    use std::path::Path;

    use kifud::mqtt::{Feedback, Settings, Tls};

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
        Settings { host: "localhost".to_owned(), tls, ..settings(port) }
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
}

//! Who may do what at a broker: the example access lists on a real mosquitto and a real nats-server, and the connection by TLS where kifud is built with it.

use std::net::SocketAddr;
use std::process::Command;

use crate::mqtt::stage::{Broker, Listener};
use crate::peer::{Happened, Peer, Version};
use crate::skip::skipped;

#[cfg(feature = "tls")]
mod tls;

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

/// The same rights at a NATS server, with its own list.
mod nats {
    use std::process::{Child, Stdio};

    use super::*;

    const USERS: &str = include_str!("../../docs/access/nats-users.conf");
    const NODE: &str = include_str!("../../docs/access/nats-node.conf");

    /// A server with the example's users, all with the password "p".
    struct Server {
        child: Child,
        address: SocketAddr,
        _home: tempfile::TempDir,
    }

    impl Drop for Server {
        fn drop(&mut self) {
            // It may have ended by itself.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    /// None, with a word about it, where there is no nats-server.
    fn program() -> Option<Command> {
        if Command::new("nats-server").arg("--version").stdout(Stdio::null()).status().is_ok() {
            return Some(Command::new("nats-server"));
        }
        skipped("KIFUD_REQUIRE_TOOLS", "there is no nats-server on this machine");
        None
    }

    fn guarded() -> Option<Server> {
        let mut command = program()?;
        let home = tempfile::tempdir().expect("a folder");
        let address = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
        std::fs::write(home.path().join("nats-users.conf"), USERS.replace("CHANGE-ME", "p")).expect("written");
        let file = home.path().join("node.conf");
        let text = format!(
            "server_name: n1\nlisten: \"127.0.0.1:-1\"\njetstream {{ store_dir: \"{}\" }}\nmqtt {{ listen: \"{address}\", no_auth_user: public }}\n\
             include nats-users.conf\n",
            home.path().join("store").display()
        );
        std::fs::write(&file, text).expect("written");
        let child = command.arg("-c").arg(&file).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("nats-server");
        Some(Server { child, address, _home: home })
    }

    async fn peer(server: &Server, id: &str, user: Option<&str>) -> Peer {
        for _ in 0..400 {
            let mut peer = Peer::open_as(Version::V311, id, server.address, user.map(|user| (user, "p")));
            if peer.next().await == Happened::Connected {
                return peer;
            }
            tokio::time::sleep(std::time::Duration::from_millis(25)).await;
        }
        panic!("{id} is not let in");
    }

    /// A user who has asked for these, and been told whether he gets them.
    async fn reader(server: &Server, user: Option<&str>, filters: &[&str]) -> Peer {
        let mut reader = peer(server, "reader", user).await;
        for filter in filters {
            reader.subscribe(filter).await;
            while reader.next().await != Happened::Subscribed {}
        }
        reader
    }

    /// What the daemon publishes on `topic` reaches this user.
    async fn reads(server: &Server, user: Option<&str>, topic: &str, may: bool) {
        let status = if user == Some("tablet-t1") { "kifud/v1/t1/status" } else { "kifud/v1/+/status" };
        let mut reader = reader(server, user, &[topic, status]).await;
        let mut daemon = peer(server, "daemon", Some("kifud")).await;
        assert!(daemon.publish(topic, false, "x").await);
        if may {
            assert_eq!(reader.message().await.payload, "x", "{user:?} reads {topic}");
            return;
        }
        // What everybody may read comes after it, twice, so that nothing is waited for that does not come.
        for word in ["first", "second"] {
            assert!(daemon.publish("kifud/v1/t1/status", false, word).await);
            assert_eq!(reader.message().await.payload, word, "{user:?} does not read {topic}");
        }
    }

    /// What this user publishes on `topic` reaches the daemon.
    async fn writes(server: &Server, user: Option<&str>, topic: &str) -> bool {
        let mut daemon = peer(server, "daemon", Some("kifud")).await;
        daemon.subscribe("kifud/v1/#").await;
        while daemon.next().await != Happened::Subscribed {}
        let mut writer = peer(server, "writer", user).await;
        // MQTT 3.1.1 has no word for a refusal: it is acknowledged all the same.
        writer.publish(topic, false, "x").await;
        let mut other = peer(server, "other", Some("kifud")).await;
        assert!(other.publish("kifud/v1/t1/status", false, "end").await);
        daemon.message().await.payload == "x"
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_example_list_for_nats_gives_each_just_what_it_needs() {
        let Some(server) = guarded() else { return };
        let (game, public) = ("kifud/v1/t1/game", "kifud/v1/t1/public/game");
        let readers = [
            (None, public, true),
            (None, game, false),
            (None, "kifud/v1/t1/alert/a-1", false),
            (Some("display"), game, true),
            (Some("referee-1"), "kifud/v1/t1/event", true),
            (Some("tablet-t1"), public, true),
            (Some("tablet-t1"), game, false),
            (Some("tablet-t1"), "kifud/v1/t2/public/game", false),
        ];
        for (user, topic, may) in readers {
            reads(&server, user, topic, may).await;
        }
        // By wildcards, as displays and spectators ask.
        for (user, filter) in [(None, "kifud/v1/+/public/#"), (Some("display"), "kifud/v1/#"), (Some("tablet-t1"), "kifud/v1/t1/public/#")]
        {
            let mut reader = reader(&server, user, &[filter]).await;
            assert!(peer(&server, "daemon", Some("kifud")).await.publish(public, false, "wide").await);
            assert_eq!(reader.message().await.payload, "wide", "{user:?} reads by {filter}");
        }
        let writers = [
            (None, "kifud/v1/t1/request/rule", false),
            (None, public, false),
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
            assert_eq!(writes(&server, user, topic).await, may, "{user:?} writes {topic}");
        }
    }

    #[test]
    fn the_example_of_a_node_is_read_by_nats() {
        let Some(mut command) = program() else { return };
        let home = tempfile::tempdir().expect("a folder");
        // Certificates are the operator's own: the rest is looked at without them.
        let (before, after) = NODE.split_once("  tls {").expect("it speaks TLS");
        let node = format!("{before}{}", after.split_once('\n').expect("a line").1);
        std::fs::write(home.path().join("node.conf"), node).expect("written");
        std::fs::write(home.path().join("nats-users.conf"), USERS).expect("written");
        let looked = command.arg("-t").arg("-c").arg(home.path().join("node.conf")).output().expect("nats-server");
        assert!(looked.status.success(), "{}", String::from_utf8_lossy(&looked.stderr));
    }
}

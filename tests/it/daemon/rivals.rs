//! Two daemons that are configured for the same table: one speaks.

use kifud::go::Color;
use serde_json::Value;

use super::hall::{Daemon, Hall, Keys, Said, document, own, turn};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_daemon_of_a_table_publishes_nothing_until_the_first_is_dead() {
    let Some(hall) = Hall::open() else { return };
    let mut first = hall.daemon().await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    let speaker = document(&listener.all(), "status")["instance"].clone();

    let text = std::fs::read_to_string(hall.path("kifud.toml")).unwrap();
    let other = hall.path("other.toml");
    std::fs::write(&other, text.replace("/state\"", "/other-state\"").replace("\"hall\"", "\"hall-b\"")).unwrap();
    let mut second = Daemon::start(&["run", "--config", &other.display().to_string()]);
    let line = second.says("another kifud speaks for this table").await;
    assert!(line.contains("hall"), "{line}");
    let strange = |said: &Said| said.topic == own("status") && !said.text.contains(speaker.as_str().unwrap());
    assert!(!listener.all().iter().any(strange), "the second says nothing");
    // The first goes on undisturbed.
    turn(&table, &listener, 2, Color::White, "C3").await;

    // The first dies; the second looks again by itself. Started anew it need not wait for its half minute.
    first.kill();
    listener.until("lost", |said| (document(said, "status")["state"] == "lost").then_some(())).await;
    assert_eq!(second.terminate().await, 0);
    assert!(!listener.all().iter().any(strange), "not even a last word");
    let _second = Daemon::start(&["run", "--config", &other.display().to_string()]);
    let status: Value =
        listener.until("taken over", |said| Some(document(said, "status")).filter(|status| status["state"] == "ready")).await;
    assert_ne!(status["instance"], speaker);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_daemon_and_a_consumer_of_mqtt_3_1_1_get_on() {
    let Some(hall) = Hall::open() else { return };
    let mut daemon = hall.daemon_with(Keys { mqtt: "version = \"3.1.1\"", ..Keys::default() }).await;
    let broker = std::net::SocketAddr::from(([127, 0, 0, 1], hall.broker.port));
    let mut peer = crate::peer::Peer::connect(crate::peer::Version::V311, "plain", broker).await;
    peer.subscribe("kifud/v1/t1/#").await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    assert!(peer.publish(&own("request/resign"), false, r#"{"transaction":"r","color":"white"}"#).await);
    loop {
        let message = peer.message().await;
        if message.topic == own("response/resign") {
            assert!(message.payload.contains("\"ok\"") && !message.retain, "{message:?}");
            break;
        }
    }
    loop {
        let message = peer.message().await;
        if message.topic == own("game") && message.payload.contains("\"ended\"") {
            break;
        }
    }
    assert_eq!(daemon.terminate().await, 0);
    loop {
        let message = peer.message().await;
        if message.topic == own("status") && message.payload.contains("disconnected") {
            break;
        }
    }
    super::schemas::Schemas::read().hold_for(&listener.all());
}

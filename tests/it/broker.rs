//! The built-in broker, seen from outside by clients of both protocol versions.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use kifud::broker::{Access, Broker, BrokerError, Limits, Listen, start};

use crate::peer::{Happened, Peer, Version};

const ANY_PORT: Listen = Listen::At(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0));

async fn open(limits: Limits) -> Broker {
    start(ANY_PORT, &Access::OpenOnLoopback, limits).await.expect("a free port on loopback")
}

#[tokio::test]
async fn messages_cross_between_both_versions() {
    let broker = open(Limits::default()).await;
    for (from, to) in
        [(Version::V5, Version::V311), (Version::V311, Version::V5), (Version::V5, Version::V5), (Version::V311, Version::V311)]
    {
        let mut reader = Peer::connect(to, "reader", broker.address()).await;
        reader.subscribe("kifud/v1/+/event").await;
        while reader.next().await != Happened::Subscribed {}
        let mut writer = Peer::connect(from, "writer", broker.address()).await;
        for n in 0..50 {
            assert!(writer.publish("kifud/v1/t1/event", false, format!("{{\"seq\":{n}}}")).await);
        }
        for n in 0..50 {
            let came = reader.message().await;
            assert_eq!(came.payload, format!("{{\"seq\":{n}}}"), "{from:?} to {to:?}");
            assert!(!came.retain);
        }
    }
    broker.stop().await;
}

#[tokio::test]
async fn retained_documents_wait_for_late_readers_and_can_be_emptied() {
    let broker = open(Limits::default()).await;
    let mut writer = Peer::connect(Version::V5, "writer", broker.address()).await;
    let large = "x".repeat(64_000);
    writer.publish("kifud/v1/t1/game", true, large.clone()).await;
    writer.publish("kifud/v1/t1/alert/a-1", true, "gone soon").await;
    writer.publish("kifud/v1/t1/alert/a-1", true, "").await;
    for version in [Version::V5, Version::V311] {
        let mut reader = Peer::connect(version, "late", broker.address()).await;
        reader.subscribe("kifud/v1/#").await;
        let came = reader.message().await;
        assert_eq!((came.topic.as_str(), came.payload.len(), came.retain), ("kifud/v1/t1/game", large.len(), true), "{version:?}");
        // The emptied alert would come before this live message.
        writer.publish("kifud/v1/t1/event", false, "live").await;
        assert_eq!(reader.message().await.payload, "live", "{version:?}");
    }
    broker.stop().await;
}

#[tokio::test]
async fn a_killed_client_connects_again_under_its_name() {
    let broker = open(Limits::default()).await;
    for version in [Version::V5, Version::V311] {
        let mut first = Peer::connect(version, "kifud.hall.t1", broker.address()).await;
        first.publish("kifud/v1/t1/status", true, "ready").await;
        first.kill();
        let mut again = Peer::connect(version, "kifud.hall.t1", broker.address()).await;
        again.subscribe("kifud/v1/t1/status").await;
        assert_eq!(again.message().await.payload, "ready", "{version:?}");
    }
    broker.stop().await;
}

#[tokio::test]
async fn sixteen_clients_all_get_everything() {
    let broker = open(Limits::default()).await;
    let mut readers = Vec::new();
    for n in 0..16 {
        let version = if n % 2 == 0 { Version::V5 } else { Version::V311 };
        let mut reader = Peer::connect(version, &format!("reader-{n}"), broker.address()).await;
        reader.subscribe("kifud/v1/+/event").await;
        while reader.next().await != Happened::Subscribed {}
        readers.push(reader);
    }
    let mut writer = Peer::connect(Version::V5, "writer", broker.address()).await;
    for n in 0..100 {
        writer.publish("kifud/v1/t1/event", false, n.to_string()).await;
    }
    for reader in &mut readers {
        for n in 0..100 {
            assert_eq!(reader.message().await.payload, n.to_string());
        }
    }
    broker.stop().await;
}

#[tokio::test]
async fn a_taken_port_is_named_and_the_first_free_one_found() {
    let first = open(Limits::default()).await;
    let port = first.address().port();
    let taken = start(Listen::At(first.address()), &Access::OpenOnLoopback, Limits::default()).await;
    let Err(error @ BrokerError::Bind { .. }) = taken else { panic!("{taken:?}") };
    assert!(error.to_string().contains("another program listens there"), "{error}");
    let second = start(Listen::FirstFree { from: port }, &Access::OpenOnLoopback, Limits::default()).await.unwrap();
    assert!(second.address().port() > port);
    // A stopped broker gives its port back at once.
    first.stop().await;
    let third = start(Listen::FirstFree { from: port }, &Access::OpenOnLoopback, Limits::default()).await.unwrap();
    assert_eq!(third.address().port(), port);
}

#[tokio::test]
async fn the_network_needs_users() {
    let everywhere = Listen::At(SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0));
    let open = start(everywhere, &Access::OpenOnLoopback, Limits::default()).await;
    assert!(matches!(open, Err(BrokerError::OpenToTheNetwork(_))), "{open:?}");
    let nowhere = tempfile::tempdir().unwrap();
    let files = Access::Files { users_file: nowhere.path().join("users"), acl_file: nowhere.path().join("acl") };
    let absent = start(everywhere, &files, Limits::default()).await;
    assert!(matches!(absent, Err(BrokerError::Refused(_))), "{absent:?}");
}

#[tokio::test]
async fn beyond_its_limits_it_goes_on_serving() {
    let limits = Limits { clients: 3, retained: 2, retained_bytes: 1_000, ..Limits::default() };
    let broker = open(limits).await;
    let mut writer = Peer::connect(Version::V5, "writer", broker.address()).await;
    let mut reader = Peer::connect(Version::V311, "reader", broker.address()).await;
    reader.subscribe("#").await;
    while reader.next().await != Happened::Subscribed {}
    assert!(!writer.publish("large", true, "x".repeat(1_001)).await, "too large to be kept");
    assert!(writer.publish("large", false, "x".repeat(1_001)).await);
    assert!(writer.publish("one", true, "one").await);
    assert!(writer.publish("two", true, "two").await);
    assert!(!writer.publish("three", true, "three").await, "one too many to be kept");
    assert!(writer.publish("two", true, "two again").await, "what is kept can still change");
    for length in [1_001, 3, 3, 9] {
        assert_eq!(reader.message().await.payload.len(), length);
    }
    let mut late = Peer::connect(Version::V311, "late", broker.address()).await;
    late.subscribe("#").await;
    let mut kept = [late.message().await.payload, late.message().await.payload];
    kept.sort();
    assert_eq!(kept, ["one", "two again"]);
    writer.publish("end", false, "end").await;
    assert_eq!(late.message().await.payload, "end");
    // One client too many is turned away, the others are still served.
    let mut fourth = Peer::open(Version::V311, "fourth", broker.address());
    assert_eq!(fourth.next().await, Happened::Ended);
    while reader.message().await.payload != "end" {}
    broker.stop().await;
}

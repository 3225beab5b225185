//! A broker and strangers that behave badly: what the table does, what is kept, and what is dropped by a rule that is stated.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::Duration;

use bytes::Bytes;
use kifud::mqtt::{ConnectRefused, Credentials, Feedback, Settings, Version};

use super::stage::{Broker, Events, Listener, PATIENCE, Said, Table, own, settings, speaking};
use crate::peer::{Happened, Peer};

fn state(said: &Said) -> Option<String> {
    let status: serde_json::Value = serde_json::from_str(&said.text).ok()?;
    (said.topic == own("status")).then(|| status["state"].as_str().unwrap_or_default().to_owned())
}

/// Numbers as a consumer takes them: what it has it drops, and a gap would be a loss.
fn in_order(said: &[Said]) -> u64 {
    let mut last = 0;
    for number in said.iter().filter(|said| said.topic == own("event")).map(|said| said.text.parse::<u64>().expect("a number")) {
        assert!(number <= last + 1, "a gap after {last}: {number}");
        last = last.max(number);
    }
    last
}

/// Somebody else's program uses our name at the broker (row "copied card", but no kifud): it is pushed off, and comes back with everything.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_foreign_client_with_our_name_takes_the_session_and_nothing_is_lost() {
    for (version, foreign) in [(Version::V5, crate::peer::Version::V5), (Version::V311, crate::peer::Version::V311)] {
        let Some(broker) = Broker::start("") else { return };
        let listener = Listener::to(broker.port, "kifud/#").await;
        let mut table = Table::at(speaking(version, broker.port), Events::with_recent(100));
        table.handle.status("ready");
        table.is_live().await;
        for round in 1..=3_u64 {
            let address = std::net::SocketAddr::from(([127, 0, 0, 1], broker.port));
            let thief = Peer::connect(foreign, "kifud.hall.t1", address).await;
            table.events.push(round.to_string());
            table.handle.events_ready();
            // MQTT 5 says why, where its last word comes through before the line breaks.
            let gone = |news: &Feedback| matches!(news, Feedback::TakenOver { .. } | Feedback::Disconnected { .. }).then_some(());
            table.told("pushed off", gone).await;
            drop(thief);
            table.is_live().await;
            table.events.until_delivered(round).await;
        }
        listener.until("ready again", |said| said.iter().rev().find_map(state).filter(|last| last == "ready")).await;
        assert_eq!(in_order(&listener.all()), 3);
        table.handle.stop().await;
    }
}

/// Whatever anybody writes onto `status` while we live, our own word is there again; only a living kifud of another installation is asked first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_strangers_write_onto_status_is_put_right() {
    for version in [Version::V5, Version::V311] {
        let Some(broker) = Broker::start("") else { return };
        let listener = Listener::to(broker.port, "kifud/#").await;
        let mut table = Table::at(speaking(version, broker.port), Events::default());
        table.handle.status("degraded");
        table.is_live().await;
        let ours = listener.hears(&own("status"), "degraded").await.text;
        let strange = [
            r#"{"state":"lost","bridge":"other","instance":"instance-9","session":"x"}"#,
            r#"{"state":"lost","bridge":"hall","instance":"instance-1","session":"of-an-earlier-life"}"#,
            r#"{"state":"disconnected","bridge":"other","instance":"instance-9","session":"y"}"#,
            "online",
            "{",
            "",
        ];
        for text in strange {
            listener.clear();
            listener.publish(&own("status"), text, true);
            listener
                .until(&format!("ours again after {text:?}"), |said| {
                    said.iter().any(|said| said.topic == own("status") && said.text == ours).then_some(())
                })
                .await;
        }
        // What is retained is ours.
        let late = Listener::to(broker.port, "kifud/v1/t1/status").await;
        assert_eq!(late.hears(&own("status"), "degraded").await.text, ours, "{version:?}");
        // A living one is asked; it does not answer, so we take over: after a new session the word is ours.
        listener.clear();
        listener.publish(&own("status"), r#"{"state":"ready","bridge":"other","instance":"instance-9","session":"z"}"#, true);
        listener.hears(&own("request/ping"), "transaction").await;
        listener.until("ours in the end", |said| said.iter().rev().find_map(state).filter(|last| last == "degraded")).await;
        table.handle.stop().await;
    }
}

/// A client that subscribes to everything and never reads: the broker's trouble, not the table's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_consumer_that_never_reads_holds_up_nobody() {
    let Some(broker) = Broker::start("max_queued_messages 400") else { return };
    let listener = Listener::to(broker.port, "kifud/v1/t1/event").await;
    let mut table = Table::at(settings(broker.port), Events::default());
    table.handle.status("ready");
    table.is_live().await;
    let mut deaf = TcpStream::connect(("127.0.0.1", broker.port)).expect("connected");
    // CONNECT as "deaf", 3.1.1, clean, no keep-alive; SUBSCRIBE to "#", QoS 1. Nothing is ever read.
    deaf.write_all(b"\x10\x10\x00\x04MQTT\x04\x02\x00\x00\x00\x04deaf").expect("written");
    deaf.write_all(b"\x82\x06\x00\x01\x00\x01#\x01").expect("written");
    for n in 1..=2_000_u64 {
        table.events.push(n.to_string());
        // Some MB that fill its line.
        table.handle.document("game", Some(Bytes::from(vec![b'x'; 20_000])));
        table.handle.events_ready();
        if n % 100 == 0 {
            table.events.until_delivered(n).await;
            // What the broker drops for the deaf one must not be dropped for this one.
            listener.until("so far", |said| (in_order(said) >= n).then_some(())).await;
        }
    }
    table.events.until_delivered(2_000).await;
    let last = listener.until("the last", |said| Some(in_order(said)).filter(|last| *last == 2_000)).await;
    assert_eq!(last, 2_000);
    assert!(!table.past().iter().any(|news| matches!(news, Feedback::Disconnected { .. })), "{:?}", table.past());
    drop(deaf);
}

/// The policy of the outbox: events all and in order, of documents the newest, of answers the last 64.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_broker_is_away_events_wait_all_documents_are_merged_and_old_answers_dropped() {
    for version in [Version::V5, Version::V311] {
        let Some(mut broker) = Broker::prepare("") else { return };
        let mut table = Table::at(speaking(version, broker.port), Events::default());
        table.handle.status("ready");
        table.told("away", |news| matches!(news, Feedback::Disconnected { .. }).then_some(())).await;
        for n in 1..=3_000_u64 {
            table.events.push(n.to_string());
            table.handle.events_ready();
            table.handle.document("clock", Some(Bytes::from(n.to_string())));
        }
        for n in 1..=200_u64 {
            let answer = kifud::mqtt::Response {
                verb: "ping".to_owned(),
                response_topic: None,
                correlation: None,
                payload: Bytes::from(n.to_string()),
            };
            table.handle.respond(answer);
        }
        broker.restart();
        let listener = Listener::to(broker.port, "kifud/#").await;
        table.is_live().await;
        table.events.until_delivered(3_000).await;
        let answers = |said: &[Said]| -> Vec<u64> {
            said.iter().filter(|said| said.topic == own("response/ping")).filter_map(|said| said.text.parse().ok()).collect()
        };
        listener.until("the last answer", |said| (answers(said).last() == Some(&200)).then_some(())).await;
        let said = listener.all();
        assert_eq!(answers(&said), (137..=200).collect::<Vec<_>>(), "the last 64, in their order");
        let clocks: Vec<&str> = said.iter().filter(|said| said.topic == own("clock")).map(|said| said.text.as_str()).collect();
        assert_eq!(clocks, ["3000"], "{version:?}");
        table.handle.stop().await;
    }
}

/// Bytes of every kind on request topics of every kind: none ends the connection, and a good request is heard after them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_on_the_request_topics_ends_nothing() {
    for version in [Version::V5, Version::V311] {
        let Some(broker) = Broker::start("") else { return };
        let listener = Listener::to(broker.port, "kifud/v1/t1/status").await;
        let mut table = Table::at(speaking(version, broker.port), Events::default());
        table.handle.status("ready");
        table.is_live().await;
        let mut chance = fastrand::Rng::with_seed(7);
        let levels = ["pass", "", "a/b/c", "päss", "rule/ref", "x y", "request", &"v".repeat(300)];
        for n in 0..300 {
            let level = levels[chance.usize(..levels.len())];
            let table_or_all = if chance.bool() { "t1" } else { "all" };
            let payload: Vec<u8> = (0..chance.usize(..400)).map(|_| chance.u8(..)).collect();
            listener.publish(&format!("kifud/v1/{table_or_all}/request/{level}"), payload, n % 7 == 0);
            if n % 50 == 49 {
                // The listener's own queue and the broker's must not be what is tested.
                let probe = format!("probe-{n}");
                listener.publish(&own("status"), probe.clone(), false);
                listener.hears(&own("status"), &probe).await;
            }
        }
        // After a flood one waits as anybody must: until there is room for a request again.
        let waiting = async {
            for n in 0.. {
                listener.publish(&own("request/count/quiet_user"), format!("good {n}"), false);
                let good = |news: &Feedback| matches!(news, Feedback::Request(request) if request.verb == "count").then_some(());
                if tokio::time::timeout(Duration::from_millis(300), table.told("the good one", good)).await.is_ok() {
                    return;
                }
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("a good request is heard");
        assert!(!table.past().iter().any(|news| matches!(news, Feedback::Disconnected { .. } | Feedback::TakenOver { .. })), "{version:?}");
        table.handle.stop().await;
    }
}

/// A broker that does not want us says so, and the operator is told which it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broker_that_refuses_the_password_is_told_from_one_that_is_away() {
    for version in [Version::V5, Version::V311] {
        let users = tempfile::NamedTempFile::new().expect("a file");
        // Nobody: every user is unknown, and without a user nobody is let in.
        let extra = format!("password_file {}", users.path().display());
        let Some(broker) = Broker::prepare(&extra) else { return };
        broker.forbid_anonymous();
        let broker = broker.restarted();
        let with = |port, username: Option<&str>| Settings {
            credentials: username.map(|user| Credentials { user: user.to_owned(), password: "sesame-7".to_owned() }),
            ..speaking(version, port)
        };
        for username in [None, Some("kifud")] {
            let mut table = Table::at(with(broker.port, username), Events::default());
            table.handle.status("ready");
            let look = |news: &Feedback| match news {
                Feedback::Disconnected { refused: Some(refused), reason, retry_ms } => Some((*refused, reason.clone(), *retry_ms)),
                _ => None,
            };
            let (refused, reason, retry_ms) = table.told("refused", look).await;
            assert!(matches!(refused, ConnectRefused::Credentials | ConnectRefused::NotAuthorised), "{refused:?}");
            assert_eq!(retry_ms, 5_000, "it will refuse again: no hammering");
            assert!(!reason.contains("sesame"), "{reason}");
        }
        let mut away = Table::at(with(1, None), Events::default());
        let look = |news: &Feedback| match news {
            Feedback::Disconnected { refused, .. } => Some(*refused),
            _ => None,
        };
        assert_eq!(away.told("away", look).await, None);
    }
}

/// The same client as a plain consumer: it is heard by nobody that it has gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_will_that_comes_late_over_a_dead_line_does_not_stay() {
    let Some(broker) = Broker::start("") else { return };
    let listener = Listener::to(broker.port, "kifud/v1/t1/status").await;
    let proxy = crate::proxy::Proxy::to(broker.port).await;
    let through = settings(proxy.address.port());
    let mut table = Table::at(through, Events::default());
    table.handle.status("ready");
    table.is_live().await;
    for cuts in 1..=5_u64 {
        listener.clear();
        proxy.cut();
        table.is_live().await;
        // The broker says `lost` of each session that was cut; what stays is ours.
        listener.until("ready at last", |said| said.iter().rev().find_map(state).filter(|last| last == "ready")).await;
        assert!(proxy.made() > cuts);
    }
    let late = Listener::to(broker.port, "kifud/v1/t1/status").await;
    let found = late.until("a status", |said| said.first().cloned()).await;
    assert_eq!(state(&found).as_deref(), Some("ready"));
    let mut plain = Peer::connect(crate::peer::Version::V311, "plain", std::net::SocketAddr::from(([127, 0, 0, 1], broker.port))).await;
    plain.subscribe("kifud/v1/t1/status").await;
    while plain.next().await != Happened::Subscribed {}
    assert!(plain.message().await.payload.contains("\"ready\""));
}

/// Symptom: where an access list forbids `health` a table published it without end, and the log had a line each time. Cause: that it was refused
/// made the document anew.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_is_told_once_for_each_topic_and_when_it_is_over() {
    let Some(broker) = Broker::with_acl("topic readwrite #\ntopic deny kifud/v1/t1/health\n") else { return };
    let listener = Listener::to(broker.port, "kifud/v1/t1/#").await;
    let mut table = Table::at(settings(broker.port), Events::default());
    let say = |table: &Table, suffix: &str, n: u32| table.handle.document(suffix, Some(Bytes::from(format!("document {n}."))));
    say(&table, "health", 0);
    table.handle.status("ready");
    table.is_live().await;
    for n in 1..=20 {
        say(&table, "health", n);
        say(&table, "game", n);
        listener.hears(&own("game"), &format!("document {n}.")).await;
    }
    // mosquitto reads its list again.
    broker.set_acl("topic readwrite #\n");
    let pid = rustix::process::Pid::from_raw(broker.pid() as i32).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::HUP).expect("told");
    for n in 100..200 {
        say(&table, "health", n);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    table.told("allowed again", |news| (*news == Feedback::AllowedAgain).then_some(())).await;
    let refused: Vec<_> = table.past().iter().filter(|news| matches!(news, Feedback::NotAllowed { .. })).collect();
    assert_eq!(refused.len(), 1, "{refused:?}");
    listener.hears(&own("health"), "document 199.").await;
}

/// Symptom: over a slow line `kifud forget` never reached the broker, or said that there was nothing. Cause: the connection that was being made was
/// begun anew every 800 ms.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn topics_are_emptied_over_a_line_on_which_the_broker_answers_late() {
    let Some(broker) = Broker::start("") else { return };
    let listener = Listener::to(broker.port, "kifud/v1/t1/#").await;
    for topic in ["game", "alert/a-1", "status"] {
        listener.publish(&own(topic), "x", true);
        listener.hears(&own(topic), "x").await;
    }
    let line = crate::proxy::Proxy::late(broker.port, Duration::from_millis(1_300)).await;
    let emptied = kifud::mqtt::forget(&settings(line.address.port()), &[]).await.expect("emptied");
    assert_eq!(emptied, 3);
    let late = Listener::to(broker.port, "kifud/v1/t1/#").await;
    late.publish(&own("event"), "end", false);
    late.hears(&own("event"), "end").await;
    assert_eq!(late.all().len(), 1, "{:#?}", late.all());
}

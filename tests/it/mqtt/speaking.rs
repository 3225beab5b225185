//! What is said, in which order, whatever happens to the broker; and who says it.

use std::time::Duration;

use bytes::Bytes;
use kifud::mqtt::{Feedback, Settings, Version};

use super::stage::{Broker, Events, Listener, Said, Table, own, settings, speaking};

fn text(text: &str) -> Option<Bytes> {
    Some(Bytes::copy_from_slice(text.as_bytes()))
}

fn state(said: &Said) -> Option<String> {
    let status: serde_json::Value = serde_json::from_str(&said.text).ok()?;
    (said.topic == own("status")).then(|| status["state"].as_str().unwrap_or_default().to_owned())
}

/// What was said, one word each: the state, the event, the document's name.
fn words(said: &[Said]) -> Vec<String> {
    said.iter()
        .map(|said| match state(said) {
            Some(state) => format!("status {state}"),
            None => format!("{} {}", said.topic.trim_start_matches("kifud/v1/t1/"), said.text),
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_starts_with_events_then_documents_and_status_last_also_when_the_broker_comes_late() {
    for version in [Version::V5, Version::V311] {
        let Some(mut broker) = Broker::prepare("") else { return };
        let events = Events::with_recent(2);
        for n in 1..=5 {
            events.push(format!("e{n}"));
        }
        events.set_delivered(4);
        let mut table = Table::at(speaking(version, broker.port), events);
        table.handle.document("sgf", text("(;)"));
        table.handle.document("game", text("g1"));
        table.handle.document("alert/a-1", text("open"));
        table.handle.status("ready");
        table.told("absent", |news| matches!(news, Feedback::Disconnected { .. }).then_some(())).await;
        broker.restart();
        let listener = Listener::to(broker.port, "kifud/#").await;
        table.is_live().await;
        let heard = listener.until("ready", |said| said.iter().any(|said| state(said).as_deref() == Some("ready")).then(|| said.to_vec()));
        let heard = heard.await;
        let expected = ["status init", "event e4", "event e5", "alert/a-1 open", "game g1", "sgf (;)", "status ready"];
        assert_eq!(words(&heard), expected, "{version:?}");
        assert_eq!(table.events.delivered(), 5);
        for said in &heard {
            assert_eq!(said.retained, said.topic != own("event"), "{said:?}");
        }
        // Somebody who comes later finds the documents and no event.
        let late = Listener::to(broker.port, "kifud/#").await;
        late.hears(&own("status"), "ready").await;
        late.hears(&own("sgf"), "(;)").await;
        assert!(late.all().iter().all(|said| said.retained));

        // Then: event first, documents after it.
        listener.clear();
        table.events.push("e6");
        table.handle.events_ready();
        table.handle.document("game", text("g2"));
        listener.hears(&own("game"), "g2").await;
        assert_eq!(words(&listener.all()), ["event e6", "game g2"]);
        table.handle.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_kills_of_the_broker_lose_no_event_and_change_no_order() {
    let Some(mut broker) = Broker::start("") else { return };
    let listener = Listener::to(broker.port, "kifud/v1/t1/event").await;
    let mut table = Table::at(settings(broker.port), Events::with_recent(200));
    table.handle.status("ready");
    table.is_live().await;
    for n in 1..=1_000_u64 {
        table.events.push(n.to_string());
        table.handle.events_ready();
        if n % 95 == 0 {
            // Wait for some to arrive, so that the kill falls into the middle of the stream.
            table.events.until_delivered(n.saturating_sub(40)).await;
            broker.restart();
        }
        tokio::task::yield_now().await;
    }
    table.events.until_delivered(1_000).await;
    let numbers = listener.until("1000", |said| {
        let numbers: Vec<u64> = said.iter().map(|said| said.text.parse().expect("a number")).collect();
        (numbers.last() == Some(&1_000)).then_some(numbers)
    });
    let numbers = numbers.await;
    // As a consumer does it: drop what one has; a gap would be a loss.
    let mut last = 0;
    for number in numbers {
        assert!(number <= last + 1, "a gap after {last}: {number}");
        last = last.max(number);
    }
    assert_eq!(last, 1_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_counts_as_delivered_when_the_broker_has_it_and_not_before() {
    let Some(mut broker) = Broker::start("") else { return };
    let mut table = Table::at(settings(broker.port), Events::default());
    table.handle.status("ready");
    table.is_live().await;
    table.events.push("1");
    table.handle.events_ready();
    table.events.until_delivered(1).await;
    broker.kill();
    table.told("gone", |news| matches!(news, Feedback::Disconnected { .. }).then_some(())).await;
    table.events.push("2");
    table.handle.events_ready();
    table.told("still gone", |news| matches!(news, Feedback::Disconnected { .. }).then_some(())).await;
    assert_eq!(table.events.delivered(), 1);
    broker.restart();
    table.events.until_delivered(2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_versions_of_a_document_become_few_and_the_last_is_the_last() {
    let Some(broker) = Broker::start("") else { return };
    let listener = Listener::to(broker.port, "kifud/v1/t1/clock").await;
    let mut table = Table::at(settings(broker.port), Events::default());
    table.handle.status("ready");
    table.is_live().await;
    for n in 1..=20_000 {
        table.handle.document("clock", text(&n.to_string()));
    }
    listener.hears(&own("clock"), "20000").await;
    let heard: Vec<u32> = listener.all().iter().map(|said| said.text.parse().expect("a number")).collect();
    assert!(heard.is_sorted() && heard.len() < 10_000, "{} versions were sent", heard.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_emptied_document_is_gone_and_an_alert_that_nobody_knows_is_emptied() {
    let Some(broker) = Broker::start("") else { return };
    let before = Listener::to(broker.port, "kifud/#").await;
    for alert in ["alert/old", "alert/open"] {
        before.publish(&own(alert), "from another life", true);
        before.hears(&own(alert), "life").await;
    }
    let mut table = Table::at(settings(broker.port), Events::default());
    table.handle.document("alert/open", text("open"));
    table.handle.document("alert/closing", text("open"));
    table.handle.status("ready");
    table.is_live().await;
    table.handle.document("alert/closing", None);
    before.until("closing", |said| said.iter().any(|said| said.topic == own("alert/closing") && said.text.is_empty()).then_some(())).await;
    before.until("old", |said| said.iter().any(|said| said.topic == own("alert/old") && said.text.is_empty()).then_some(())).await;
    let after = Listener::to(broker.port, "kifud/v1/t1/alert/+").await;
    after.hears(&own("alert/open"), "open").await;
    assert_eq!(words(&after.all()), ["alert/open open"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_that_is_too_large_is_not_sent_and_the_rest_goes_on() {
    let Some(broker) = Broker::start("max_packet_size 2000") else { return };
    let listener = Listener::to(broker.port, "kifud/#").await;
    let events = Events::default();
    events.push("x".repeat(3_000));
    events.push("small");
    let mut table = Table::at(settings(broker.port), events);
    table.handle.document("game", Some(Bytes::from(vec![b'x'; 2_000])));
    table.handle.document("sgf", text("(;)"));
    table.handle.status("ready");
    let look = |news: &Feedback| match news {
        Feedback::TooLarge { topic, limit: 2_000, bytes } if *bytes > 2_000 => Some(topic.clone()),
        _ => None,
    };
    assert_eq!(table.told("too large", look).await, own("event"));
    assert_eq!(table.told("too large", look).await, own("game"));
    table.is_live().await;
    listener.hears(&own("status"), "ready").await;
    assert_eq!(words(&listener.all()), ["status init", "event small", "sgf (;)", "status ready"]);
    assert_eq!(table.events.delivered(), 2, "an event that cannot be sent does not stop those after it");

    // What the contract allows at most holds for every broker.
    let Some(broker) = Broker::start("") else { return };
    let mut table = Table::at(settings(broker.port), Events::default());
    table.handle.document("game", Some(Bytes::from(vec![b'x'; 64 * 1024 + 1])));
    table.handle.document("sgf", Some(Bytes::from(vec![b'x'; 64 * 1024])));
    table.handle.status("ready");
    let told = |news: &Feedback| matches!(news, Feedback::TooLarge { limit: 65_536, bytes: 65_537, .. }).then_some(());
    table.told("too large", told).await;
    let listener = Listener::to(broker.port, "kifud/v1/t1/+").await;
    listener.hears(&own("sgf"), "xxx").await;
    assert!(listener.all().iter().all(|said| said.topic != own("game")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_broker_forbids_is_said_and_an_event_that_it_refuses_is_not_lost() {
    let acl = "topic readwrite #\ntopic deny kifud/v1/t1/sgf\ntopic deny kifud/v1/t1/event\n";
    let Some(mut broker) = Broker::with_acl(acl) else { return };
    let events = Events::default();
    let mut table = Table::at(settings(broker.port), events);
    table.handle.document("sgf", text("(;)"));
    table.handle.status("ready");
    let look = |news: &Feedback| match news {
        Feedback::NotAllowed { topic, .. } => Some(topic.clone()),
        _ => None,
    };
    assert_eq!(table.told("not allowed", look).await, own("sgf"));
    table.is_live().await;
    table.events.push("1");
    table.handle.events_ready();
    assert_eq!(table.told("not allowed", look).await, own("event"));
    let retry = |news: &Feedback| match news {
        Feedback::Disconnected { retry_ms, .. } => Some(*retry_ms),
        _ => None,
    };
    assert_eq!(table.told("disconnected", retry).await, 5_000);
    assert_eq!(table.events.delivered(), 0);
    // The access list is put right.
    broker.set_acl("topic readwrite #\n");
    broker.restart();
    table.events.until_delivered(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_daemon_is_lost_and_its_next_life_takes_over_at_once() {
    for version in [Version::V5, Version::V311] {
        let Some(broker) = Broker::start("") else { return };
        let listener = Listener::to(broker.port, "kifud/#").await;
        let port = broker.port;
        // A runtime of its own, so that it can end like a process: without a word.
        let life = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            let table = runtime.block_on(async {
                let mut table = Table::at(speaking(version, port), Events::default());
                table.handle.status("ready");
                table.is_live().await;
                table
            });
            runtime.shutdown_timeout(Duration::from_secs(1));
            drop(table);
        });
        life.join().expect("a life");
        let lost = listener.hears(&own("status"), "lost").await;
        let ready = listener.hears(&own("status"), "ready").await;
        let field = |said: &Said, name: &str| serde_json::from_str::<serde_json::Value>(&said.text).expect("JSON")[name].clone();
        assert!(lost.retained, "whoever comes later must know it too");
        assert_eq!(field(&lost, "session"), field(&ready, "session"));
        assert!(field(&lost, "since").is_null() && field(&ready, "since").as_str().is_some_and(|since| since.ends_with('Z')));

        let mut table = Table::at(speaking(version, port), Events::default());
        table.handle.status("degraded");
        table.is_live().await;
        let degraded = listener.hears(&own("status"), "degraded").await;
        assert_ne!(field(&degraded, "session"), field(&ready, "session"));
        // A will that comes late is answered.
        listener.clear();
        listener.publish(&own("status"), lost.text.clone(), true);
        let again = listener.hears(&own("status"), "degraded").await;
        assert_eq!(again.text, degraded.text);
        table.handle.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_word_of_a_stop_is_disconnected_and_everything_before_it_is_said() {
    let Some(broker) = Broker::start("") else { return };
    let listener = Listener::to(broker.port, "kifud/#").await;
    let mut table = Table::at(settings(broker.port), Events::default());
    table.handle.status("ready");
    table.is_live().await;
    listener.hears(&own("status"), "ready").await;
    listener.clear();
    for n in 1..=100 {
        table.events.push(n.to_string());
    }
    table.handle.events_ready();
    table.handle.document("game", text("last"));
    table.handle.stop().await;
    let said = listener.until("disconnected", |said| said.iter().any(|said| state(said).as_deref() == Some("disconnected")).then_some(()));
    said.await;
    let words = words(&listener.all());
    assert_eq!(words.len(), 102, "{words:?}");
    assert_eq!(words[100..], ["game last", "status disconnected"]);
    table.handle.document("game", text("too late"));
    // Somebody who comes now finds it disconnected, not lost.
    let late = Listener::to(broker.port, "kifud/v1/t1/+").await;
    late.hears(&own("status"), "disconnected").await;
    late.hears(&own("game"), "last").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopping_without_a_broker_does_not_hang() {
    let Some(broker) = Broker::prepare("") else { return };
    let table = Table::at(settings(broker.port), Events::default());
    tokio::time::timeout(Duration::from_secs(10), table.handle.stop()).await.expect("it ends");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn republish_says_everything_again_from_there() {
    let Some(broker) = Broker::start("") else { return };
    let mut table = Table::at(settings(broker.port), Events::default());
    for n in 1..=200 {
        table.events.push(format!("e{n}"));
    }
    table.handle.document("game", text("g"));
    table.handle.status("ready");
    table.is_live().await;
    table.events.until_delivered(200).await;
    let listener = Listener::to(broker.port, "kifud/v1/t1/#").await;
    listener.hears(&own("game"), "g").await;
    listener.clear();
    table.handle.republish(Some(150));
    listener.hears(&own("game"), "g").await;
    let words = words(&listener.all());
    let expected: Vec<String> = (151..=200).map(|n| format!("event e{n}")).chain(["game g".to_owned()]).collect();
    assert_eq!(words, expected);
    assert_eq!(table.events.delivered(), 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_instance_asks_is_answered_and_says_nothing() {
    for version in [Version::V5, Version::V311] {
        let Some(broker) = Broker::start("") else { return };
        let mut first = Table::at(speaking(version, broker.port), Events::default());
        first.handle.status("ready");
        first.is_live().await;
        let listener = Listener::to(broker.port, "kifud/#").await;
        listener.hears(&own("status"), "ready").await;
        listener.clear();

        let other =
            |instance: &str| Settings { bridge: "spare".to_owned(), instance: instance.to_owned(), ..speaking(version, broker.port) };
        let mut second = Table::at(other("instance-2"), Events::default());
        second.handle.document("game", text("wrong"));
        second.handle.status("ready");
        let ping = first.request().await;
        assert_eq!(ping.verb, "ping");
        let asked: serde_json::Value = serde_json::from_slice(&ping.payload).expect("JSON");
        let answer = serde_json::json!({ "transaction": asked["transaction"], "status": "ok" });
        first.handle.respond(ping.answer(answer.to_string()));
        let look = |news: &Feedback| match news {
            Feedback::OtherInstance { instance, retry_ms, .. } => Some((instance.clone(), *retry_ms)),
            _ => None,
        };
        assert_eq!(second.told("another", look).await, ("instance-1".to_owned(), 30_000));
        let heard = listener.all();
        let topics: Vec<_> = heard.iter().map(|said| said.topic.as_str()).collect();
        assert_eq!(topics, [own("request/ping"), own("response/ping")], "nothing else was published");

        // A third finds nobody who answers, and takes over after three seconds.
        let mut third = Table::at(Settings { bridge: "third".to_owned(), ..other("instance-3") }, Events::default());
        third.handle.status("ready");
        let began = kifud::now::stamp().mono;
        third.is_live().await;
        assert!(kifud::now::stamp().mono.since_ms(began) >= 3_000);
        // The first sees it, and asks in its turn.
        assert_eq!(third.request().await.verb, "ping");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copied_card_is_noticed_and_stays_away() {
    for version in [Version::V5, Version::V311] {
        let Some(broker) = Broker::start("") else { return };
        let mut cards: Vec<Table> = (0..2).map(|_| Table::at(speaking(version, broker.port), Events::default())).collect();
        for card in &cards {
            card.handle.status("ready");
        }
        let look = |news: &Feedback| match news {
            Feedback::TakenOver { times, retry_ms: 30_000 } => Some(*times),
            _ => None,
        };
        let [one, other] = &mut cards[..] else { unreachable!("two") };
        let times = tokio::select! {
            times = one.told("taken over", look) => times,
            times = other.told("taken over", look) => times,
        };
        assert_eq!(times, 4, "{version:?}");
    }
}

/// Figures for the notes: `cargo test --release mqtt::speaking::figures -- --ignored --nocapture`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures; proves nothing"]
async fn figures() {
    let Some(broker) = Broker::start("") else { return };
    let mut table = Table::at(settings(broker.port), Events::default());
    table.handle.status("ready");
    table.is_live().await;
    let began = kifud::now::stamp().mono;
    for _ in 0..20_000 {
        table.events.push("x".repeat(400));
    }
    table.handle.events_ready();
    table.events.until_delivered(20_000).await;
    println!("20000 events of 400 bytes acknowledged in order in {} ms", kifud::now::stamp().mono.since_ms(began));
}

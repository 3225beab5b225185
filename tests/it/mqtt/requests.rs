//! What people ask: where it is heard, what is not taken, where answers go.

use kifud::mqtt::{Feedback, Refusal, Settings, Version};

use super::stage::{Broker, Events, Listener, Table, own, settings, speaking};

async fn live(settings: Settings) -> Table {
    let mut table = Table::at(settings, Events::default());
    table.handle.status("ready");
    table.is_live().await;
    table
}

fn refusal(news: &Feedback) -> Option<(usize, Refusal)> {
    match news {
        Feedback::RequestRefused { bytes, because, .. } => Some((*bytes, *because)),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_goes_to_its_topic_and_where_the_request_says() {
    let Some(broker) = Broker::start("") else { return };
    let mut table = live(settings(broker.port)).await;
    let listener = Listener::to(broker.port, "#").await;
    listener.ask(&own("request/pause"), r#"{"transaction":"1"}"#, "app/answers", b"c1");
    let request = table.request().await;
    assert_eq!((request.verb.as_str(), request.user.as_deref()), ("pause", None));
    assert_eq!(request.payload.as_ref(), br#"{"transaction":"1"}"#);
    table.handle.respond(request.answer("done 1"));
    for topic in [own("response/pause"), "app/answers".to_owned()] {
        let answer = listener.hears(&topic, "done 1").await;
        assert_eq!(answer.correlation.as_deref(), Some(b"c1".as_slice()));
        assert!(!answer.retained);
    }

    // To all tables, by a user.
    listener.publish("kifud/v1/all/request/resume/ref_1", "x", false);
    let request = table.request().await;
    assert_eq!((request.verb.as_str(), request.user.as_deref()), ("resume", Some("ref_1")));

    // Where it could do harm it is not used.
    for (n, bad) in [own("event"), "kifud/v1/t2/response/x".to_owned(), "$SYS/x".to_owned(), "a/".repeat(300)].iter().enumerate() {
        listener.ask(&own("request/pause"), "x", bad, b"c2");
        let request = table.request().await;
        assert_eq!(request.response_topic.as_ref(), Some(bad));
        table.handle.respond(request.answer(format!("bad {n}")));
        listener.hears(&own("response/pause"), &format!("bad {n}")).await;
    }
    // Where the answer goes anyway it goes once.
    listener.ask(&own("request/pause"), "x", &own("response/pause"), b"c3");
    let request = table.request().await;
    table.handle.respond(request.answer("once"));
    listener.ask(&own("request/pause"), "x", &own("response/mine"), b"c4");
    let request = table.request().await;
    table.handle.respond(request.answer("own"));
    listener.hears(&own("response/mine"), "own").await;
    let heard = listener.all();
    assert_eq!(heard.iter().filter(|said| said.text == "once").count(), 1);
    assert_eq!(heard.iter().filter(|said| said.text.starts_with("bad")).count(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_3_1_1_requests_are_answered_on_their_topic() {
    let Some(broker) = Broker::start("") else { return };
    let mut table = live(speaking(Version::V311, broker.port)).await;
    let listener = Listener::to(broker.port, "kifud/#").await;
    // Somebody with MQTT 5 asks a bridge with 3.1.1: it cannot know the response topic.
    listener.ask(&own("request/pause"), "x", "app/answers", b"c1");
    let request = table.request().await;
    assert_eq!((request.response_topic.as_ref(), request.correlation.as_ref()), (None, None));
    table.handle.respond(request.answer("done"));
    listener.hears(&own("response/pause"), "done").await;

    // Somebody with 3.1.1 hears the answer like everybody.
    let mut options = rumqttc::MqttOptions::new("old", "127.0.0.1", broker.port);
    options.set_keep_alive(std::time::Duration::from_secs(5));
    let (client, mut events) = rumqttc::AsyncClient::new(options, 10);
    client.try_subscribe(own("response/+"), rumqttc::QoS::AtLeastOnce).expect("room");
    let hearing = async {
        loop {
            match events.poll().await.expect("a connection") {
                rumqttc::Event::Incoming(rumqttc::Packet::SubAck(_)) => {
                    client.try_publish(own("request/resume"), rumqttc::QoS::AtLeastOnce, false, "y").expect("room");
                }
                rumqttc::Event::Incoming(rumqttc::Packet::Publish(publish)) => return publish,
                _ => {}
            }
        }
    };
    let answering = async {
        let request = table.request().await;
        table.handle.respond(request.answer("done too"));
    };
    let (heard, ()) = tokio::time::timeout(super::stage::PATIENCE, async { tokio::join!(hearing, answering) }).await.expect("an answer");
    assert_eq!((heard.topic, heard.payload.as_ref()), (own("response/resume"), b"done too".as_slice()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retained_request_is_never_carried_out() {
    for version in [Version::V5, Version::V311] {
        let Some(broker) = Broker::start("") else { return };
        let listener = Listener::to(broker.port, "kifud/#").await;
        listener.publish(&own("request/pause"), "old", true);
        listener.hears(&own("request/pause"), "old").await;
        let mut table = live(speaking(version, broker.port)).await;
        let retained = |news: &Feedback| match news {
            Feedback::RetainedRequest(request) => Some(request.clone()),
            Feedback::Request(request) => panic!("carried out: {request:?}"),
            _ => None,
        };
        if version == Version::V5 {
            // Live too: the flag is kept.
            listener.publish(&own("request/resume"), "new", true);
            assert_eq!(table.told("retained", retained).await.verb, "resume");
        }
        // The retained one came before, while we did not speak yet.
        listener.publish(&own("request/count"), "live", false);
        assert_eq!(table.request().await.verb, "count");
        let seen = table.past().iter().filter_map(retained_verb).collect::<Vec<_>>();
        assert!(seen.contains(&"pause".to_owned()), "{version:?}: {seen:?}");
        table.handle.stop().await;
    }
}

fn retained_verb(news: &Feedback) -> Option<String> {
    match news {
        Feedback::RetainedRequest(request) => Some(request.verb.clone()),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_monstrous_request_ends_nothing() {
    for version in [Version::V5, Version::V311] {
        let Some(broker) = Broker::start("") else { return };
        let listener = Listener::to(broker.port, "nothing/#").await;
        // One is there, retained, before we are.
        listener.publish(&own("request/resume"), vec![b'x'; 200 * 1024], true);
        let mut table = live(speaking(version, broker.port)).await;
        let monsters = [16 * 1024 + 1, 200 * 1024, 2 * 1024 * 1024, 0];
        // Symptom: a table that heard nothing any more. Cause: a broker that drops what is larger than we announced keeps its place among
        // the twenty messages that may be on their way.
        let flood = (0..25).map(|more| 300 * 1024 + more);
        for bytes in monsters.into_iter().chain(flood) {
            listener.publish(&own("request/pause"), vec![b'x'; bytes], false);
            let because = if bytes == 0 { Refusal::Empty } else { Refusal::TooLarge };
            let look = |news: &Feedback| refusal(news).filter(|(size, _)| *size == bytes);
            assert_eq!(table.told("refused", look).await, (bytes, because), "{version:?}");
        }
        listener.publish(&own("request/pause"), vec![b'x'; 16 * 1024], false);
        assert_eq!(table.request().await.payload.len(), 16 * 1024);
        assert!(!table.past().iter().any(|news| matches!(news, Feedback::Disconnected { .. })), "{version:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_users_are_required_only_theirs_are_taken() {
    let Some(broker) = Broker::start("") else { return };
    let mut table = live(Settings { require_user: true, ..settings(broker.port) }).await;
    let listener = Listener::to(broker.port, "nothing/#").await;
    for (topic, because) in
        [("request/pause", Refusal::NoUser), ("request/pause/Jürgen", Refusal::BadTopic), ("request/pause/a/b", Refusal::BadTopic)]
    {
        listener.publish(&own(topic), "x", false);
        assert_eq!(table.told(topic, refusal).await.1, because);
    }
    listener.publish(&own("request/pause/Ref-1"), "x", false);
    assert_eq!(table.request().await.user.as_deref(), Some("Ref-1"));
}

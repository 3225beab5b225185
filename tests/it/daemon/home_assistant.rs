//! What Home Assistant is told of a table, on a real broker.

use kifud::go::Color;
use serde_json::Value;

use super::hall::{Hall, Keys, Said, eventually, kifud, own, turn};
use crate::mqtt::stage::Listener;

const DISCOVERY: &str = "[home_assistant]\ndiscovery = true";

fn configs(said: &[Said]) -> Vec<(String, Value)> {
    let told = said.iter().filter(|said| said.topic.starts_with("homeassistant/") && said.topic.ends_with("/config"));
    told.map(|said| (said.topic.clone(), serde_json::from_str(&said.text).unwrap_or(Value::Null))).collect()
}

async fn eight(listener: &Listener) -> Vec<(String, Value)> {
    listener.until("eight entities", |said| Some(configs(said)).filter(|all| all.len() == 8)).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entities_are_told_when_their_topics_are_there_again_at_its_birth_and_forgotten_with_the_table() {
    let Some(hall) = Hall::open() else { return };
    let home = Listener::to(hall.broker.port, "#").await;
    let mut daemon = hall.daemon_with(Keys { tail: DISCOVERY, ..Keys::default() }).await;
    let all = eight(&home).await;
    // Each topic that is named has its retained document before it is named: an entity would be unavailable for good. The clocks are unknown
    // until the first game has some.
    let said = home.all();
    let first = said.iter().position(|said| said.topic.starts_with("homeassistant/")).expect("told");
    for (topic, config) in &all {
        let state = config["state_topic"].as_str().expect("a topic");
        let was_there = |wanted: &str| said[..first].iter().any(|said| said.topic == wanted);
        assert!(was_there(&own("status")) && (was_there(state) || state == own("clock")), "{topic} names {state}, and nothing was there");
        assert!(state.starts_with("kifud/v1/t1/"), "{config}");
        let is_status = config["unique_id"] == "kifud_t1_status";
        assert_eq!(config["availability_topic"] == own("status"), !is_status, "{config}");
    }
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    assert_eq!(configs(&home.all()).len(), 8, "once is enough");

    // Home Assistant is started again, and forgets nothing; whoever comes late finds all of it.
    home.clear();
    home.publish("homeassistant/status", "offline", false);
    home.publish("homeassistant/status", "online", false);
    eight(&home).await;
    let late = Listener::to(hall.broker.port, "homeassistant/#").await;
    eight(&late).await;
    assert!(late.all().iter().all(|said| said.retained), "{:#?}", late.all());

    // The broker is started again without a memory.
    let mut hall = hall;
    home.clear();
    hall.broker.restart();
    eight(&home).await;
    assert_eq!(daemon.terminate().await, 0);

    // The table is taken out: forgotten.
    let text = std::fs::read_to_string(hall.path("kifud.toml")).expect("readable").replace("\"t1\"", "\"t2\"");
    std::fs::write(hall.path("other.toml"), text).expect("written");
    let forgotten = kifud(&["forget", "t1", "--config", &hall.path("other.toml").display().to_string()]);
    assert!(forgotten.status.success(), "{forgotten:?}");
    let emptied = |said: &[Said]| said.iter().filter(|said| said.topic.starts_with("homeassistant/") && said.text.is_empty()).count();
    home.until("all emptied", |said| (emptied(said) == 8).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_anything_unless_it_is_wanted() {
    let Some(hall) = Hall::open() else { return };
    let home = Listener::to(hall.broker.port, "#").await;
    let _daemon = hall.daemon().await;
    home.hears(&own("status"), "\"degraded\"").await;
    assert!(eventually(|| home.all().iter().any(|said| said.topic == own("health")).then_some(())).await.is_some());
    assert!(!home.all().iter().any(|said| said.topic.starts_with("homeassistant")));
}

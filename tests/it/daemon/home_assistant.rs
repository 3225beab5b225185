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

/// Reads templates and documents, and says what Home Assistant would show: its templates are those of Jinja, and a document is `value_json`.
const JINJA: &str = "import sys, json, jinja2
for line in sys.stdin:
    template, document = json.loads(line)
    print(jinja2.Environment().from_string(template).render(value=document, value_json=json.loads(document)), flush=True)";

/// What each template shows of its document; none, with a word about it, where there is no Jinja.
fn shown(asked: &[(&str, &str)]) -> Option<Vec<String>> {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let has_jinja = |python: &&&str| {
        let tried = Command::new(python).args(["-c", "import jinja2"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        tried.is_ok_and(|status| status.success())
    };
    let Some(python) = ["/usr/bin/python3", "python3"].iter().find(has_jinja) else {
        crate::skip::skipped("KIFUD_REQUIRE_TOOLS", "there is no Python with Jinja on this machine");
        return None;
    };
    let mut run = Command::new(python).args(["-c", JINJA]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python");
    let mut input = run.stdin.take().expect("piped");
    let lines: String = asked.iter().map(|asked| serde_json::to_string(asked).expect("JSON") + "\n").collect();
    input.write_all(lines.as_bytes()).expect("written");
    drop(input);
    let output = run.wait_with_output().expect("it ends");
    assert!(output.status.success(), "a template is none of Jinja's");
    Some(String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect())
}

/// The newest document of a topic.
fn newest(said: &[Said], topic: &str) -> Option<String> {
    said.iter().rev().find(|said| said.topic == topic && !said.text.is_empty()).map(|said| said.text.clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_home_assistant_makes_of_the_documents_is_what_is_so() {
    let Some(hall) = Hall::open() else { return };
    let home = Listener::to(hall.broker.port, "homeassistant/#").await;
    let mut daemon = hall.daemon_with(Keys { tail: DISCOVERY, ..Keys::default() }).await;
    let all = eight(&home).await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    listener.hears(&own("game"), "\"move_number\":2").await;
    let clock = |said: &[Said]| newest(said, &own("clock")).filter(|clock| clock.contains("\"running\":\"black\""));
    listener.until("Black's clock", clock).await;
    // Of each entity: what it shows, and what says that it is there.
    let template = |name: &str, key: &str| {
        let (_, config) = all.iter().find(|(_, config)| config["unique_id"] == format!("kifud_t1_{name}")).expect("an entity");
        (config[key].as_str().expect("a template").to_owned(), config)
    };
    let document = |topic: &Value| newest(&listener.all(), topic.as_str().expect("a topic")).expect("a document");
    let names = ["status", "problem", "phase", "to_move", "moves", "alerts", "black_clock", "white_clock"];
    let mut asked: Vec<(String, String)> = Vec::new();
    for name in names {
        let (template, config) = template(name, "value_template");
        asked.push((template, document(&config["state_topic"])));
    }
    let (available, config) = template("phase", "availability_template");
    asked.push((available.clone(), document(&config["availability_topic"])));
    asked.push((available.clone(), document(&config["availability_topic"]).replace("\"ready\"", "\"degraded\"")));
    asked.push((available, document(&config["availability_topic"]).replace("\"ready\"", "\"lost\"")));
    // What may be missing: nobody is to move, no finding, no clock of a player; and what is wrong is a problem.
    for (name, document) in
        [("to_move", "{}"), ("moves", "{}"), ("alerts", "{}"), ("problem", "{}"), ("problem", "{\"findings\":[{}]}"), ("black_clock", "{}")]
    {
        asked.push((template(name, "value_template").0, document.to_owned()));
    }
    let asked: Vec<(&str, &str)> = asked.iter().map(|(template, document)| (template.as_str(), document.as_str())).collect();
    let Some(shown) = shown(&asked) else { return };
    let seconds = |shown: &str| shown.parse::<f64>().unwrap_or_else(|_| panic!("{shown} is no number"));
    assert_eq!(shown[..6], ["ready", shown[1].as_str(), "playing", "black", "2", "0"]);
    assert!(["ON", "OFF"].contains(&shown[1].as_str()), "{}", shown[1]);
    let whole = 40.0 * 60.0;
    for clock in &shown[6..8] {
        assert!(seconds(clock) > whole - 120.0 && seconds(clock) <= whole, "{clock}");
    }
    assert_eq!(shown[8..11], ["online", "online", "offline"]);
    assert_eq!(shown[11..16], ["nobody", "0", "0", "OFF", "ON"]);
    assert_eq!(seconds(&shown[16]).to_string(), "0");
    assert_eq!(daemon.terminate().await, 0);
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

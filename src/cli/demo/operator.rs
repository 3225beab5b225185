//! The operator of the demo's table: says over MQTT how the game has ended, as any referee's tool would.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, bail};
use rumqttc::v5::mqttbytes::QoS;
use rumqttc::v5::mqttbytes::v5::{Filter, Packet};
use rumqttc::v5::{AsyncClient, Event, EventLoop, MqttOptions};
use serde_json::{Value, json};

/// The topics of the demo's table.
const TABLE: &str = "kifud/v1/demo";
/// A request is answered within this, or something is wrong.
const PATIENCE: Duration = Duration::from_secs(10);
/// From one word of the players to the next.
const MANNERS: Duration = Duration::from_millis(1_200);
/// As large as the broker's packets.
const MAX_PACKET_BYTES: u32 = 1 << 20;
/// `end-game` names the record that it means; a change meanwhile makes it stale, and it is said again so often.
const TRIES: u8 = 5;

/// A connection for the end of one game.
pub(super) struct Operator {
    client: AsyncClient,
    events: EventLoop,
    /// The newest `game` document.
    game: Option<Value>,
    asked: u32,
}

impl Operator {
    /// Connects and reads the game.
    pub(super) async fn connect(broker: SocketAddr) -> anyhow::Result<Operator> {
        let mut options = MqttOptions::new(format!("kifud-demo-operator-{}", std::process::id()), broker.ip().to_string(), broker.port());
        options.set_max_packet_size(Some(MAX_PACKET_BYTES));
        let (client, events) = AsyncClient::new(options, 8);
        let filter = |topic: &str| Filter::new(format!("{TABLE}/{topic}"), QoS::AtLeastOnce);
        client.subscribe_many([filter("game"), filter("response/+")]).await?;
        let mut operator = Operator { client, events, game: None, asked: 0 };
        while operator.game.is_none() {
            operator.message().await?;
        }
        Ok(operator)
    }

    /// Ends the game as people do: who has lost resigns, otherwise both accept the end; then the file's result is entered, if it has one.
    pub(super) async fn end(&mut self, result: Option<&str>) -> anyhow::Result<()> {
        let (winner, how) = result.and_then(|result| result.split_once('+')).unwrap_or_default();
        let loser = if winner == "W" { "black" } else { "white" };
        match how.chars().next() {
            Some('R') => return self.ask("resign", json!({ "color": loser })).await.map(drop),
            Some('T' | 'F') => {}
            _ => {
                for color in ["black", "white"] {
                    self.ask("accept-end", json!({ "color": color })).await?;
                    tokio::time::sleep(MANNERS).await;
                }
            }
        }
        match result {
            Some(result) => self.end_game(result).await,
            None => Ok(()),
        }
    }

    /// Closes a game that ended without a result.
    pub(super) async fn close(&mut self) -> anyhow::Result<()> {
        self.end_game("Void").await
    }

    async fn end_game(&mut self, result: &str) -> anyhow::Result<()> {
        for _ in 0..TRIES {
            let game = self.game.as_ref().context("no game")?;
            let fields = json!({ "result": result, "expect": { "game_id": game["game_id"], "rev": game["rev"] } });
            let answer = self.send("end-game", fields).await?;
            match answer["code"].as_str() {
                None => return Ok(()),
                // The newer document is on its way.
                Some("stale") => drop(self.message().await?),
                Some(_) => bail!("end-game: {}", answer["message"]),
            }
        }
        bail!("end-game: the game does not hold still")
    }

    async fn ask(&mut self, verb: &str, fields: Value) -> anyhow::Result<Value> {
        let answer = self.send(verb, fields).await?;
        if answer["status"] != "ok" {
            bail!("{verb}: {}", answer["message"]);
        }
        Ok(answer)
    }

    /// A request and its answer.
    async fn send(&mut self, verb: &str, mut fields: Value) -> anyhow::Result<Value> {
        self.asked += 1;
        let at = crate::now::stamp().wall.as_unix_ms();
        let transaction = format!("demo-{at}-{}", self.asked);
        fields["transaction"] = json!(transaction);
        fields["by"] = json!("demo");
        self.client.publish(format!("{TABLE}/request/{verb}"), QoS::AtLeastOnce, false, fields.to_string()).await?;
        loop {
            let (topic, document) = self.message().await.with_context(|| format!("{verb} is not answered"))?;
            if topic.starts_with("response/") && document["transaction"] == transaction.as_str() {
                return Ok(document);
            }
        }
    }

    /// The next message of the table: its topic and its JSON. Keeps the game.
    async fn message(&mut self) -> anyhow::Result<(String, Value)> {
        let next = async {
            loop {
                let Event::Incoming(Packet::Publish(publish)) = self.events.poll().await? else { continue };
                let topic = String::from_utf8_lossy(&publish.topic).into_owned();
                let Some(rest) = topic.strip_prefix(TABLE).and_then(|rest| rest.strip_prefix('/')) else { continue };
                return anyhow::Ok((rest.to_owned(), serde_json::from_slice::<Value>(&publish.payload)?));
            }
        };
        let (topic, document) = tokio::time::timeout(PATIENCE, next).await.context("no word from the broker")??;
        if topic == "game" {
            self.game = Some(document.clone());
        }
        Ok((topic, document))
    }
}

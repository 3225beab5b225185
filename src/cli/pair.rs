//! `kifud pair`: seats a round at the tables of a running daemon, without a restart.
//!
//! The pairings are read as at a start, and every table that has a game is made ready for it by `prepare-game`, as any tool would: a table where a
//! game goes on says so, and keeps it.

use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use serde_json::{Value, json};

use super::{Failure, check, runtime};
use crate::config::Table;
use crate::daemon;
use crate::form::{MatchForm, PlayersForm, PointsForm};
use crate::game::MatchInfo;
use crate::mqtt::{Asking, BrokerAddress, Consumer, Credentials, Heard};

/// A table answers in some milliseconds, after its disk; one that has not in this time is away.
const PATIENCE: Duration = Duration::from_secs(8);
/// The largest answer and its topic.
const MAX_PACKET_BYTES: u32 = 1 << 17;

/// The request that makes a table ready for its game.
fn request(table: &Table, info: &MatchInfo, transaction: &str) -> Value {
    json!({
        "transaction": transaction,
        "by": "pairings",
        "players": PlayersForm::from(&table.players),
        "match": MatchForm::known(info),
        "handicap": table.handicap,
        "komi": PointsForm(table.komi),
    })
}

/// Reads the pairings again and makes every table ready that has a game in them.
pub(super) fn pair(path: &Path) -> Result<(), Failure> {
    let config = check::load(path)?;
    if config.pairings.is_none() {
        eprintln!("{}: match.pairings names no file: there is nothing to seat", path.display());
        return Err(Failure::Refused);
    }
    let (broker, credentials) = daemon::broker_of(&config)?;
    let user = credentials.as_ref().map_or_else(String::new, |credentials| format!("/{}", credentials.user));
    let base = &config.mqtt.base;
    let failed = runtime()?.block_on(async {
        let (asking, mut heard) = connect(&broker, credentials.as_ref()).await?;
        asking.subscribe(std::iter::once(format!("{base}/v1/+/response/prepare-game"))).map_err(anyhow::Error::msg)?;
        let now = crate::now::stamp().wall.as_unix_ms();
        let mut failed = 0;
        for (n, table) in config.tables.iter().enumerate() {
            if !table.paired {
                println!("{}: no game", table.id);
                continue;
            }
            let transaction = format!("pair-{now}-{n}");
            let asked = request(table, &config.match_at(table), &transaction).to_string();
            asking.publish(&format!("{base}/v1/{}/request/prepare-game{user}", table.id), &asked).map_err(anyhow::Error::msg)?;
            let answer = tokio::time::timeout(PATIENCE, answer(&mut heard, &transaction)).await;
            let said = match answer {
                Ok(answer) => answer?,
                Err(_) => json!({ "message": "does not answer: does it run, and may this user send requests?" }),
            };
            let name = |player: &Option<crate::game::Player>| player.as_ref().map_or("-", |player| player.name.as_str()).to_owned();
            if said["status"] == "ok" {
                println!("{}: ready, Black {}, White {}", table.id, name(&table.players.black), name(&table.players.white));
            } else {
                failed += 1;
                println!("{}: {}", table.id, said["message"].as_str().unwrap_or("refused"));
            }
        }
        anyhow::Ok(failed)
    })?;
    match failed {
        0 => Ok(()),
        failed => Err(anyhow::anyhow!("{failed} tables are not ready: once their games have ended, the same again").into()),
    }
}

/// A connection to the first node of the broker that answers.
async fn connect(broker: &BrokerAddress, credentials: Option<&Credentials>) -> anyhow::Result<(Asking, Consumer)> {
    let mut why = String::new();
    for attempt in 0..broker.nodes.count() {
        let (asking, mut heard) = Consumer::new(broker, credentials, attempt, 'p', MAX_PACKET_BYTES)?;
        let connecting = async {
            while heard.next().await? != Heard::Connected {}
            Ok::<(), String>(())
        };
        why = match tokio::time::timeout(PATIENCE, connecting).await {
            Ok(Ok(())) => return Ok((asking, heard)),
            Ok(Err(gone)) => gone,
            Err(_) => "it does not answer".to_owned(),
        };
    }
    bail!("the broker: {why}")
}

/// The answer to this transaction.
async fn answer(heard: &mut Consumer, transaction: &str) -> anyhow::Result<Value> {
    loop {
        match heard.next().await {
            Ok(Heard::Message { payload, .. }) => {
                let answer: Value = serde_json::from_slice(&payload).unwrap_or_default();
                if answer["transaction"] == transaction {
                    return Ok(answer);
                }
            }
            Ok(_) => {}
            Err(gone) => bail!("the broker has gone: {gone}"),
        }
    }
}

//! Devices that are absent, pulled out, exchanged or held by somebody else: play goes on, and health says what to do.

use kifud::go::Color;
use kifud::sim::Device;
use serde_json::Value;

use super::hall::{Hall, Keys, Listener, at, document, eventually, game_with, own, record_of, stderr, told, turn};
use super::schemas::Schemas;

async fn health_with(listener: &Listener, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    listener.until(what, |said| Some(document(said, "health")).filter(|health| wanted(health))).await
}

async fn status_is(listener: &Listener, state: &str) {
    listener.until(state, |said| (document(said, "status")["state"] == state).then_some(())).await;
}

fn says(value: &Value, text: &str) -> bool {
    value.as_str().is_some_and(|said| said.contains(text))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_no_device_the_daemon_starts_says_what_to_do_and_goes_on_when_they_come() {
    let Some(hall) = Hall::open() else { return };
    let _daemon = hall.daemon().await;
    let listener = hall.listener().await;
    status_is(&listener, "degraded").await;
    let missing =
        |health: &Value| says(&health["board"]["what_to_do"], "no such port") && says(&health["clock"]["what_to_do"], "no such port");
    let health = health_with(&listener, "both missing", missing).await;
    assert_eq!(health["board"]["present"], false);
    let table = hall.table();
    table.followed().await.unwrap();
    status_is(&listener, "ready").await;
    let here = |health: &Value| health["board"]["present"] == true && health["clock"]["present"] == true;
    let health = health_with(&listener, "both here", here).await;
    assert!(health["board"]["what_to_do"].is_null() && health["clock"]["what_to_do"].is_null(), "{health}");
    turn(&table, &listener, 1, Color::Black, "E5").await;
    Schemas::read().hold_for(&listener.all());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cables_pulled_in_mid_game_cost_nothing_and_what_was_played_meanwhile_is_caught_up() {
    let Some(hall) = Hall::open() else { return };
    let _daemon = hall.daemon().await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;

    // The board: one move of each while it is away; the device comes back under another number behind the same link.
    table.unplug(Device::Board).await.unwrap();
    status_is(&listener, "degraded").await;
    health_with(&listener, "board away", |health| health["board"]["present"] == false && health["board"]["what_to_do"].is_string()).await;
    listener.hears(&own("event"), "\"change\":\"lost\"").await;
    table.put(at("G7"), Color::Black).await.unwrap();
    table.press(super::hall::side(Color::Black)).await.unwrap();
    table.put(at("G3"), Color::White).await.unwrap();
    table.plug(Device::Board).await.unwrap();
    listener.hears(&own("event"), "\"change\":\"back\"").await;
    status_is(&listener, "ready").await;
    let game = game_with(&listener, "caught up", |game| game["move_number"] == 4).await;
    assert_eq!(record_of(&game), "B E5, W C3, B G7, W G3");

    // The clock: a turn without it, then it is heard again.
    table.unplug(Device::Clock).await.unwrap();
    status_is(&listener, "degraded").await;
    health_with(&listener, "clock away", |health| health["clock"]["present"] == false).await;
    table.put(at("C7"), Color::Black).await.unwrap();
    game_with(&listener, "move 5", |game| game["move_number"] == 5).await;
    table.plug(Device::Clock).await.unwrap();
    status_is(&listener, "ready").await;
    table.followed().await.unwrap();
    turn(&table, &listener, 6, Color::White, "E3").await;
    let said = listener.all();
    let events = told(&said, "event");
    assert!(!events.iter().any(|event| event["type"] == "alert-raised"), "{events:#?}");
    Schemas::read().hold_for(&said);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_port_that_somebody_else_holds_is_named_with_its_holder() {
    let Some(hall) = Hall::open() else { return };
    let table = hall.table();
    // A second kifud with a state directory of its own is somebody else.
    hall.configure(Keys::default());
    let text = std::fs::read_to_string(hall.path("kifud.toml")).unwrap();
    let other = hall.path("other.toml");
    std::fs::write(&other, text.replace("/state\"", "/other-state\"").replace("\"t1\"", "\"t2\"")).unwrap();
    let mut holder = super::hall::Daemon::start(&["run", "--config", &other.display().to_string()]);
    table.followed().await.unwrap();
    let _daemon = hall.again().await;
    let listener = hall.listener().await;
    let busy = format!("process {}", holder.pid());
    health_with(&listener, "busy board", |health| says(&health["board"]["what_to_do"], &busy)).await;
    status_is(&listener, "degraded").await;
    assert_eq!(holder.terminate().await, 0);
    status_is(&listener, "ready").await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_of_another_size_is_named_and_the_right_one_is_played_on() {
    let Some(hall) = Hall::open() else { return };
    let wrong = hall.table_of(13);
    let _daemon = hall.daemon().await;
    let listener = hall.listener().await;
    health_with(&listener, "wrong size", |health| says(&health["board"]["what_to_do"], "another size")).await;
    status_is(&listener, "degraded").await;
    drop(wrong);
    let gone = || (!hall.path("board").exists() && !hall.path("clock").exists()).then_some(());
    eventually(gone).await.expect("unplugged");
    let table = hall.table();
    table.followed().await.unwrap();
    status_is(&listener, "ready").await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    let health = health_with(&listener, "well", |health| health["board"]["what_to_do"].is_null()).await;
    assert_eq!(health["board"]["present"], true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_daemons_cannot_share_a_state_directory() {
    let Some(hall) = Hall::open() else { return };
    let first = hall.daemon().await;
    let second = super::hall::kifud(&["run", "--config", &hall.path("kifud.toml").display().to_string()]);
    assert_eq!(second.status.code(), Some(1));
    let said = stderr(&second);
    assert!(said.contains("in use by process") && said.contains(&first.pid().to_string()), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_was_stopped_for_seconds_reads_the_board_before_it_judges() {
    let Some(hall) = Hall::open() else { return };
    let daemon = hall.daemon().await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    // A press whose stone comes much later than the press may wait by this process's clock, all of it while it does not run.
    daemon.suspend(true);
    table.press(super::hall::side(Color::White)).await.unwrap();
    // The stop itself is the scene: longer than the loop's beat, the tolerance of a press and the patience of a glimpse.
    tokio::time::sleep(std::time::Duration::from_secs(4)).await;
    table.put(at("D4"), Color::White).await.unwrap();
    table.lift(&[at("D4")]).await.unwrap();
    table.put(at("C3"), Color::White).await.unwrap();
    table.put(at("G7"), Color::Black).await.unwrap();
    table.press(super::hall::side(Color::Black)).await.unwrap();
    daemon.suspend(false);
    daemon.says("this process did not run").await;
    let game = game_with(&listener, "caught up", |game| game["move_number"] == 3).await;
    assert_eq!(record_of(&game), "B E5, W C3, B G7");
    turn(&table, &listener, 4, Color::White, "G3").await;
    let said = listener.all();
    let events = told(&said, "event");
    assert!(!events.iter().any(|event| event["type"] == "alert-raised"), "{events:#?}");
    assert!(events.iter().any(|event| event["change"] == "lost") && events.iter().any(|event| event["change"] == "back"));
    Schemas::read().hold_for(&said);
}

/// CONTRACT 4.2: what was said of a clock last does not stay said when it is away: nobody presses, no event comes, and no display is told that
/// it runs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_is_pulled_out_is_not_shown_as_running_any_more() {
    let Some(hall) = Hall::open() else { return };
    let _daemon = hall.daemon().await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    // A clock that is switched on again stands.
    for (pulled, running) in [(None, "black"), (Some(true), "none"), (Some(false), "none")] {
        match pulled {
            None => {}
            Some(true) => table.unplug(Device::Clock).await.unwrap(),
            Some(false) => table.plug(Device::Clock).await.unwrap(),
        }
        let away = pulled == Some(true);
        for topic in ["clock", "public/clock"] {
            let as_it_is = |clock: &Value| clock["running"] == running && clock["stale"] == away;
            listener.until(topic, |said| as_it_is(&document(said, topic)).then_some(())).await;
        }
    }
}

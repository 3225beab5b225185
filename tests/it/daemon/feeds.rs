//! Feeds of the real daemon: pairings in, files and lists out.

use std::path::Path;

use kifud::go::Color;
use serde_json::json;

use super::hall::{Daemon, Hall, Keys, ask, eventually, game_with, turn};
use super::pages::{get, served_at};
use crate::config::pairings::TOURNAMENT;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paired_game_goes_into_files_and_lists_and_its_result_outlives_the_daemon() {
    let Some(hall) = Hall::open() else { return };
    let folder = hall.path("sgf");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(hall.path("event.xml"), TOURNAMENT).unwrap();
    let tail = format!("[match]\npairings = \"event.xml\"\nround = 1\n[feeds]\nsgf_dir = {folder:?}\n[display]\nlisten = \"127.0.0.1:0\"");
    let mut daemon = hall.daemon_with(Keys { tail: &tail, ..Keys::default() }).await;
    let address = served_at(&daemon).await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    let game = game_with(&listener, "two moves", |game| game["move_number"] == 2).await;
    assert_eq!(game["match"], json!({ "event": "Kölner Turnier", "round": 1, "board": 1 }));
    assert_eq!((&game["komi"], &game["players"]["white"]["name"]), (&json!(6.5), &json!("柯 洁")));
    assert_eq!(game["players"]["black"]["ids"], json!({ "egf": "10000001" }));
    let live = folder.join("t1.sgf");
    let shown = || Some(read(&live)).filter(|text| text.contains("B[ee]") && text.contains("W[cg]"));
    let text = eventually(shown).await.expect("the live file has both moves");
    assert!(text.contains("PB[Müller Jürgen]") && text.contains("EV[Kölner Turnier]") && text.contains("KM[6.5]"), "{text}");
    assert!(get(&address, "/feeds/t1.sgf").await.contains("W[cg]"));

    assert_eq!(ask(&listener, "resign", "r1", json!({ "color": "black" })).await["status"], "ok");
    let id = game["game_id"].as_str().unwrap().to_owned();
    let ended = folder.join(format!("results/{id}.sgf"));
    eventually(|| read(&ended).contains("RE[W+R]").then_some(())).await.expect("the file of the ended game");
    eventually(|| read(&folder.join("results.xml")).contains("RESULT_WHITEWINS").then_some(())).await.expect("the list for OpenGotha");
    let xml = read(&folder.join("results.xml"));
    let wanted = "<Game roundNumber=\"1\" tableNumber=\"1\" blackPlayer=\"MÜLLERJÜRGEN\" whitePlayer=\"柯洁\" knownColor=\"true\" handicap=\"0\" \
                  result=\"RESULT_WHITEWINS\"/>";
    assert!(xml.contains(wanted), "{xml}");
    let csv = read(&folder.join("results.csv"));
    assert!(csv.contains(&format!("t1,Kölner Turnier,1,1,{id},Müller Jürgen,3d,DE,Köl,")), "{csv}");
    for (address_of, file) in [("/feeds/results.csv", csv), ("/feeds/results.xml", xml)] {
        let answer = get(&address, address_of).await;
        assert_eq!(answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()), Some(file), "{address_of}");
    }

    // The next game has begun when the daemon is killed: the first one's result is in no topic that the public has any more.
    assert_eq!(ask(&listener, "start-game", "s2", json!({})).await["status"], "ok");
    let public = super::hall::own("public/game");
    let next = |said: &[super::hall::Said]| said.iter().any(|said| said.topic == public && !said.text.contains(&id)).then_some(());
    listener.until("the next game in public", next).await;
    daemon.kill();
    daemon = hall.again().await;
    let address = served_at(&daemon).await;
    let mut answer = String::new();
    for _ in 0..200 {
        answer = get(&address, "/feeds/results.csv").await;
        if answer.contains(&id) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(answer.contains(&id), "{answer}");
    assert!(read(&ended).contains("RE[W+R]"));
    assert_eq!(daemon.terminate().await, 0);
    let hidden = std::fs::read_dir(&folder).unwrap().filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with('.'));
    assert_eq!(hidden.count(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_leaves_the_last_whole_file_and_is_said_until_there_is_room() {
    let Some(hall) = Hall::open() else { return };
    let folder = hall.path("sgf");
    let broker = format!("mqtt://127.0.0.1:{}", hall.broker.port);
    let folder_text = folder.display().to_string();
    let arguments = ["--log", "info", "display", "--broker", &broker, "--listen", "127.0.0.1:0", "--sgf-dir", &folder_text];
    let daemon = Daemon::start_with_failing_disk(&arguments);
    daemon.says("sgf is not there: make it, or mount its disk").await;
    std::fs::create_dir(&folder).unwrap();
    daemon.says("live SGF files are written again").await;
    let listener = hall.listener().await;
    let topic = super::hall::own("public/sgf");
    let file = folder.join("t1.sgf");
    let is = async |text: &str| eventually(|| (read(&file) == text).then_some(())).await.unwrap_or_else(|| panic!("{text} is never there"));
    let (before, after) = ("(;GM[1];B[aa])", "(;GM[1];B[aa];W[bb])");
    listener.publish(&topic, before, true);
    is(before).await;
    daemon.disk_fails(true);
    listener.publish(&topic, after, true);
    daemon.says("t1.sgf: make room on its disk").await;
    assert_eq!(read(&file), before);
    daemon.disk_fails(false);
    is(after).await;
    let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "nothing is left behind: {names:?}");
}

//! Feeds of the real daemon: pairings in, files and lists out.

use std::path::Path;

use kifud::go::Color;
use serde_json::json;

use super::hall::{Daemon, Hall, Keys, ask, document, eventually, game_with, kifud, stdout, turn};
use super::pages::{get, served_at};
use crate::config::macmahon;
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

/// A round is paired in MacMahon and seated; its result goes into a copy of the file; the next round is seated without a restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rounds_of_macmahon_are_seated_one_after_the_other_and_their_results_go_into_a_copy_of_its_file() {
    let Some(hall) = Hall::open() else { return };
    let folder = hall.path("sgf");
    std::fs::create_dir(&folder).unwrap();
    let first = macmahon::TOURNAMENT.replace("<Result>0-1</Result>", "<Result>?-?</Result>").replace("<BoardNumber>2", "<BoardNumber>1");
    let (before, rest) = first.split_once("<RoundNumber>2</RoundNumber>").unwrap();
    let (second, after) = rest.split_once("<RoundNumber>3</RoundNumber>").unwrap();
    let unpaired = second.replace("Pairing", "Later");
    let one_round = format!("{before}<RoundNumber>2</RoundNumber>{unpaired}<RoundNumber>3</RoundNumber>{after}");
    std::fs::write(hall.path("event.xml"), &one_round).unwrap();
    let keys = Keys { tail: &format!("[match]\npairings = \"event.xml\"\n[feeds]\nsgf_dir = {folder:?}"), ..Keys::default() };
    let mut daemon = hall.daemon_with(keys).await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    let game = game_with(&listener, "the first round", |game| game["move_number"] == 1).await;
    assert_eq!((&game["players"]["black"]["name"], &game["match"]["round"]), (&json!("Müller Jürgen"), &json!(1)));

    // While a game goes on nobody is seated in its place, and it is said.
    std::fs::write(hall.path("event.xml"), &first).unwrap();
    let config = hall.path("kifud.toml").display().to_string();
    let busy = kifud(&["pair", "--config", &config]);
    assert_eq!(busy.status.code(), Some(1), "{}", stdout(&busy));
    assert_eq!(document(&listener.all(), "game")["players"]["black"]["name"], "Müller Jürgen");

    assert_eq!(ask(&listener, "resign", "r1", json!({ "color": "black" })).await["status"], "ok");
    let copy = folder.join("results-macmahon.xml");
    let wanted = first.replacen("<Result>?-?</Result>", "<Result>0-1</Result>", 1);
    let shown = eventually(|| (read(&copy) == wanted).then_some(())).await;
    assert!(shown.is_some(), "{}", read(&copy));

    let ready = kifud(&["pair", "--config", &config]);
    assert_eq!((ready.status.code(), stdout(&ready).trim()), (Some(0), "t1: ready, Black Oranje Ans, White Müller Jürgen"));
    let next = game_with(&listener, "the second round", |game| game["phase"] == "armed").await;
    assert_eq!(
        (&next["players"]["black"]["name"], &next["match"]["round"], &next["handicap"]),
        (&json!("Oranje Ans"), &json!(2), &json!(6))
    );
    assert_eq!(daemon.terminate().await, 0);
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

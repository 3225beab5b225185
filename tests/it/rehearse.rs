//! A sample of the proof by real games and by time that runs out: `kifud rehearse` on every board driver that shows what stands.

use std::path::PathBuf;

use kifud::rehearse::expiries::{self, Control, Delivered, Scene, Stamped};
use kifud::rehearse::{self, Games, Options};
use kifud::sim::HandsLevel;
use kifud::wire::BoardDriver;

use crate::cases::shared;
use crate::skip::skipped;

/// How many games of each size are played.
const GAMES: usize = 2;

/// The shortest games of each size that have at least twenty moves, and the shortest with a set-up.
fn sample(folder: PathBuf) -> Games {
    let mut games = Games::read(&[folder]).expect("the shared games can be read");
    games.played.retain(|game| game.file.record.moves.len() >= 20);
    games.played.sort_by_key(|game| game.file.record.moves.len());
    let mut sample = Games::default();
    let set_up = games.played.iter().find(|game| !game.file.record.setup.black.is_empty()).cloned();
    for side in [9, 13, 19] {
        let of_size = games.played.iter().filter(|game| game.file.record.size.width() == side);
        sample.played.extend(of_size.take(GAMES).cloned());
    }
    sample.played.extend(set_up);
    sample
}

/// Symptom it guards against: a record that is right in every unit and wrong when the whole house plays it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn real_games_come_out_of_the_daemon_as_they_were_played_on_every_board() {
    let Some(folder) = shared("sgf/games") else { return };
    if !rehearse::has_mosquitto() {
        skipped("KIFUD_REQUIRE_MOSQUITTO", "mosquitto is not installed");
        return;
    }
    let games = sample(folder);
    assert!(games.played.len() >= 5, "the folder holds games of several sizes");
    // What differs between drivers ends with their sessions: of the rarer ones a game is enough.
    let first = Games { played: games.played[..1].to_vec(), ..Games::default() };
    for board_driver in BoardDriver::ALL.into_iter().filter(|driver| driver.shows_scans()) {
        let games = if matches!(board_driver, BoardDriver::Kifud | BoardDriver::Igo) { &games } else { &first };
        let options = Options {
            daemon: PathBuf::from(env!("CARGO_BIN_EXE_kifud")),
            board_driver,
            tables: games.played.len(),
            // A test machine is busy, and this is a debug build: the run that measures is `kifud rehearse` itself.
            settle_ms: 60,
            margin_ms: 250,
            poll_ms: 10,
            broker: None,
            hands: HandsLevel::Perfect,
            seed: 1,
            state_dir: None,
        };
        let report = rehearse::run(&options, games).await.expect("the rehearsal runs");
        println!("{}", report.figures);
        assert_eq!(report.wrong, [], "every game comes out as it was played");
        assert_eq!((report.figures.games, report.figures.alerts), (games.played.len(), 0));
        let latency = &report.figures.latency;
        assert!(
            latency.len() > 15 * games.played.len() && latency.percentile_ms(99) > 0.0,
            "something was measured, and nothing is published at once"
        );
    }
}

/// Symptom it guards against: a press of the last moment that loses because it was heard late, or a flag that falls when somebody looks.
/// How late an expiry is published is measured by `kifud rehearse --expiries`, not here: a test machine stalls.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_that_runs_out_is_told_by_its_own_moment_and_a_press_counts_by_its_stamp() {
    if !rehearse::has_mosquitto() {
        skipped("KIFUD_REQUIRE_MOSQUITTO", "mosquitto is not installed");
        return;
    }
    let scenes = vec![
        Scene::RUNS_OUT,
        Scene::at_the_flag(Stamped::Before, Delivered::InTime),
        Scene::at_the_flag(Stamped::Before, Delivered::Late),
        Scene::at_the_flag(Stamped::After, Delivered::InTime),
        Scene::at_a_period(Stamped::Before, Delivered::InTime),
    ];
    let options = expiries::Options {
        daemon: PathBuf::from(env!("CARGO_BIN_EXE_kifud")),
        // One whose clock keeps the time, and one where kifud does.
        tables: 2,
        controls: vec![Control { main_ms: 1_000, periods: 2, period_ms: 600 }],
        scenes,
        broker: None,
        seed: 1,
        state_dir: None,
    };
    let report = expiries::run(&options).await.expect("the rehearsal runs");
    println!("{report}");
    assert_eq!(report.wrong, [], "stamps, presses and order are as they were planned");
    assert_eq!((report.scenes, report.presses), (2 * 5, 2 * 4));
    // Before a press is heard late its end may have been told already, and mostly has been; a daemon that stalls tells it not at all.
    assert!((1..=2 * 2).contains(&report.withdrawn), "{} flags withdrawn", report.withdrawn);
    assert!((2 * 11..=2 * 14).contains(&report.measured.len()), "{} expiries measured", report.measured.len());
}

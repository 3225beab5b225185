//! A small rehearsal at three NATS servers of which one is killed; the large one is in `.ci/long`.

use std::path::PathBuf;
use std::time::Duration;

use kifud::rehearse::cluster::{self, Blow, Options};

use crate::skip::skipped;

/// Symptom it guards against: a hall that falls silent, or a display that shows old positions, after one of the broker's nodes has died.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_the_node_dies_at_which_the_tables_are() {
    if !cluster::has_nats() {
        skipped("KIFUD_REQUIRE_TOOLS", "there is no nats-server on this machine");
        return;
    }
    let options = Options {
        daemon: PathBuf::from(env!("CARGO_BIN_EXE_kifud")),
        tables: 3,
        daemons: 2,
        think_ms: 800,
        steady: Duration::from_secs(3),
        down: Duration::from_secs(3),
        blows: vec![Blow::Connected],
        seed: 1,
    };
    let report = cluster::run(&options).await.expect("the rehearsal runs");
    println!("{report}");
    assert_eq!(report.wrong, Vec::<String>::new(), "every game comes out as it was played");
    assert_eq!(report.lost, 0);
    for node in &report.kept {
        assert_eq!(node.wrong, Vec::<String>::new(), "every node keeps what was said last");
        assert!(node.documents >= 3 * 10, "{} documents", node.documents);
    }
    assert!(report.moves >= 3 * 3 && report.events > 2 * report.moves, "{report}");
}

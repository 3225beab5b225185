//! Every fuzz target is built, runs at length, and begins from inputs that mean something.

use super::none;
use super::source::root;

/// What all seeds together may weigh: they are fetched with the project by everybody.
const SEEDS_BYTES_MAX: u64 = 1_000_000;

fn names(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut names: Vec<String> = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// What else is read that somebody else has written: files, requests, rows, what comes from a broker and from a port that nobody knows.
const READERS: [&str; 16] = [
    "broker_url",
    "capture",
    "configuration",
    "connection",
    "event_row",
    "moment",
    "pairings",
    "request",
    "results",
    "script",
    "sgf",
    "signature",
    "state_row",
    "table",
    "time_text",
    "tokens",
];

#[test]
fn every_fuzz_target_is_built_and_has_its_seeds() {
    let manifest = std::fs::read_to_string(root().join("fuzz/Cargo.toml")).expect("readable");
    let targets: Vec<String> = names("fuzz/fuzz_targets").iter().map(|name| name.trim_end_matches(".rs").to_owned()).collect();
    let mut findings = Vec::new();
    for target in &targets {
        if !manifest.contains(&format!("path = \"fuzz_targets/{target}.rs\"")) {
            findings.push(format!("{target} is not in fuzz/Cargo.toml"));
        }
        if !root().join("fuzz/seeds").join(target).is_dir() {
            findings.push(format!("{target} has no fuzz/seeds/{target}"));
        }
    }
    findings.extend(
        names("fuzz/seeds").into_iter().filter(|name| !targets.contains(name)).map(|name| format!("fuzz/seeds/{name} has no target")),
    );
    none("fuzz targets", &findings);
    // A driver that is new has a target, or two where it has a board and a clock.
    let drivers = std::fs::read_dir(root().join("src/wire")).expect("src/wire").filter_map(|entry| {
        let entry = entry.expect("an entry");
        entry.path().is_dir().then(|| entry.file_name().to_string_lossy().into_owned())
    });
    let unfuzzed: Vec<String> = drivers.filter(|driver| !targets.iter().any(|target| target.starts_with(driver.as_str()))).collect();
    none("drivers without a fuzz target", &unfuzzed);
    for reader in READERS {
        assert!(targets.iter().any(|target| target == reader), "{reader} has no target");
    }
    assert!(targets.len() >= 21, "decoders, readers and a whole table: {targets:?}");
    let sizes = targets.iter().flat_map(|target| {
        let folder = format!("fuzz/seeds/{target}");
        names(&folder).into_iter().map(move |name| std::fs::metadata(root().join(&folder).join(name)).expect("a file").len())
    });
    let bytes: u64 = sizes.sum();
    assert!(bytes <= SEEDS_BYTES_MAX, "{bytes} bytes of seeds");
}

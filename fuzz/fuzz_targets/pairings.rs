//! Any text as OpenGotha's file of a tournament: pairings, or what is wrong with a line of it; never a panic.
#![no_main]

use std::path::Path;
use std::sync::OnceLock;

use kifud::config::{Config, pair, parse};
use libfuzzer_sys::fuzz_target;

const CONFIG: &str =
    "[match]\npairings = \"event.xml\"\n[[table]]\nid = \"t1\"\nboard.port = \"/dev/a\"\n[[table]]\nid = \"t2\"\nboard.port = \"/dev/b\"\n";

fuzz_target!(|text: &str| {
    static WITHOUT: OnceLock<Config> = OnceLock::new();
    let mut config = WITHOUT.get_or_init(|| parse(Path::new("kifud.toml"), CONFIG, "host").expect("good")).clone();
    match pair(&mut config, text) {
        Ok(()) => assert!(config.match_info.round.is_some()),
        Err(faults) => assert!(!faults.is_empty() && faults.iter().all(|fault| fault.line.is_some_and(|line| line >= 1))),
    }
});

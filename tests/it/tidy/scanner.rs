//! The scanner itself: a rule whose eyes are shut passes everything.

use super::source::{Source, tokens};

fn source(path: &str, text: &str) -> Source {
    Source { path: path.to_owned(), text: text.to_owned(), tokens: tokens(text) }
}

fn tops(path: &str, text: &str) -> Vec<String> {
    source(path, text).tops_named().into_iter().map(|(_, top)| top).collect()
}

#[test]
fn what_climbs_to_the_crate_is_seen_in_every_spelling() {
    assert_eq!(tops("src/go/board.rs", "use crate::wire::{Cell, Grid};"), ["wire"]);
    assert_eq!(tops("src/go/board.rs", "use crate::{\n    clock::{self, Side},\n    game, time::Mono,\n};"), ["clock", "game", "time"]);
    assert_eq!(tops("src/go/board.rs", "fn f() -> crate::game::Game { crate::game::new() }"), ["game", "game"]);
    assert_eq!(tops("src/go/board.rs", "use super::super::mqtt::Handle;"), ["mqtt"]);
    assert_eq!(tops("src/go/mod.rs", "use super::journal;"), ["journal"]);
    assert_eq!(tops("src/go/board.rs", "mod tests { use super::super::super::sim::Table; }"), ["sim"]);
    assert_eq!(tops("src/go/board.rs", "use super::{super::serial::Port, point};"), ["serial"]);
}

#[test]
fn what_does_not_climb_so_far_is_not_counted() {
    assert!(tops("src/go/board.rs", "use super::point::Point; mod tests { use super::super::wire; }").is_empty());
    assert!(
        tops("src/go/board.rs", "// use crate::wire;\n/* crate::wire /* crate::game */ crate::sim */ const A: &str = \"crate::wire::x\";")
            .is_empty()
    );
    assert!(
        tops("src/go/board.rs", "const A: &str = r#\"crate::wire \" crate::game\"#; const B: char = '\"'; fn f<'a>(x: &'a str) {}")
            .is_empty()
    );
}

#[test]
fn lines_and_paths_are_right() {
    let source = source(
        "src/go/board.rs",
        "//! A board.\n\nuse std::{collections::BTreeMap, fs};\nlet text = \"a\nb\";\nlet now = std::time::Instant::now();\n",
    );
    let paths: Vec<_> = source.paths().into_iter().map(|(line, path)| format!("{line} {}", path.join("::"))).collect();
    assert_eq!(paths, ["3 std::collections::BTreeMap", "3 std::fs", "6 std::time::Instant::now"]);
}

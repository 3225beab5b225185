//! Floors and the pure line: see the table in `src/lib.rs`.

use std::collections::{BTreeMap, BTreeSet};

use super::none;
use super::source::{Source, sources};

/// Everything above the pure line: it reads no clock, no file, no socket and no environment.
const PURE: &[&str] = &["time", "go", "clock", "wire", "sense", "referee", "game"];

/// Each module with the modules of this crate that it may name. Anything else is a floor that leaks.
const FLOORS: &[(&str, &[&str])] = &[
    // 0
    ("time", &[]),
    ("go", &[]),
    // 1
    ("clock", &["time", "go"]),
    // 2
    ("wire", &["time", "go", "clock"]),
    // 3
    ("sense", &["time", "go", "wire"]),
    // 4
    ("referee", &["time", "go", "clock", "wire", "sense"]),
    // 5
    ("game", &["time", "go", "clock", "wire", "sense", "referee"]),
    // the pure line
    ("form", &["time", "go", "clock", "wire", "sense", "referee", "game"]),
    ("now", &["time"]),
    // 6, which do not know each other
    ("journal", &["time", "now"]),
    ("mqtt", &["time", "now"]),
    ("serial", &["time", "now"]),
    ("engine", &["go"]),
    ("machine", &[]),
    ("door", &[]),
    // Served through the door that the pages have.
    ("metrics", &["door"]),
    ("config", &["time", "go", "clock", "referee", "game", "form"]),
    // 7
    (
        "table",
        &[
            "time", "go", "clock", "wire", "sense", "referee", "game", "form", "now", "journal", "mqtt", "serial", "engine", "config",
            "machine", "metrics",
        ],
    ),
    ("capture", &["time", "go", "game", "form", "config", "mqtt", "table"]),
    ("sim", &["time", "go", "clock", "wire", "now", "serial"]),
    ("doctor", &["time", "go", "clock", "wire", "sense", "form", "now", "serial", "config"]),
    ("home_assistant", &["config", "mqtt"]),
    ("broker", &[]),
    // A consumer like any other: topics and documents are all it knows of a table.
    ("display", &["time", "form", "now", "mqtt", "door"]),
    // The same in a terminal, with the words of the pages.
    ("watch", &["time", "form", "now", "mqtt", "display"]),
    // 8
    (
        "daemon",
        &[
            "time",
            "now",
            "journal",
            "mqtt",
            "serial",
            "config",
            "machine",
            "metrics",
            "table",
            "capture",
            "broker",
            "display",
            "home_assistant",
        ],
    ),
    (
        "rehearse",
        &[
            "time", "go", "clock", "wire", "sense", "game", "form", "now", "journal", "mqtt", "serial", "config", "table", "capture",
            "sim", "broker", "display", "daemon",
        ],
    ),
    // Games as the rehearsal reads them, at a table without a daemon.
    (
        "trial",
        &["time", "go", "clock", "wire", "sense", "game", "form", "now", "journal", "mqtt", "serial", "config", "machine", "table", "sim"],
    ),
    (
        "cli",
        &[
            "time",
            "go",
            "clock",
            "wire",
            "sense",
            "referee",
            "game",
            "form",
            "now",
            "journal",
            "mqtt",
            "serial",
            "config",
            "machine",
            "table",
            "capture",
            "sim",
            "doctor",
            "broker",
            "display",
            "watch",
            "daemon",
            "rehearse",
            "trial",
            "home_assistant",
        ],
    ),
    ("main", &["cli"]),
];

/// Crates that a module above the pure line may use.
const PURE_CRATES: &[(&str, &[&str])] = &[
    ("time", &[]),
    ("go", &["thiserror", "sha2", "encoding_rs", "chardetng"]),
    ("clock", &["thiserror"]),
    ("wire", &["thiserror", "crc", "base64"]),
    ("sense", &["thiserror"]),
    ("referee", &["thiserror"]),
    ("game", &["thiserror", "sha2"]),
];

/// Parts of the standard library that neither look at the world nor depend on chance.
const PURE_STD: &[&str] = &[
    "array",
    "borrow",
    "cmp",
    "collections",
    "convert",
    "error",
    "fmt",
    "hash",
    "iter",
    "mem",
    "num",
    "ops",
    "slice",
    "str",
    "string",
    "vec",
];

/// Words that mean the world, or random order, wherever they stand above the pure line.
const IMPURE_WORDS: &[&str] =
    &["HashMap", "HashSet", "Instant", "SystemTime", "println", "eprintln", "dbg", "thread_local", "async", "unsafe"];

fn top(source: &Source) -> Option<String> {
    source.module().into_iter().next()
}

#[test]
fn modules_name_only_modules_of_lower_floors() {
    let floors: BTreeMap<_, _> = FLOORS.iter().copied().collect();
    let mut findings = Vec::new();
    for source in sources("src") {
        let Some(own) = top(&source) else { continue };
        let Some(may) = floors.get(own.as_str()) else {
            findings.push(format!("{}: the module {own} has no floor: give it one, in src/lib.rs and here", source.path));
            continue;
        };
        for (line, named) in source.tops_named() {
            if named != own && floors.contains_key(named.as_str()) && !may.contains(&named.as_str()) {
                findings.push(format!("{}:{line}: {own} must not know {named}", source.path));
            }
        }
        // The binary names the library from outside; nothing else does.
        let outside = source.paths().into_iter().filter(|(_, path)| path[0] == "kifud");
        findings.extend(
            outside.filter(|(_, path)| own != "main" || path[1] != "cli").map(|(line, _)| format!("{}:{line}: kifud::", source.path)),
        );
    }
    none("floors", &findings);
}

#[test]
fn no_floor_is_a_circle() {
    // With every module after those that it may name, no two can know each other, however many are between them.
    let mut before = BTreeSet::new();
    for (module, may) in FLOORS {
        let later: Vec<_> = may.iter().filter(|named| !before.contains(*named)).collect();
        assert!(later.is_empty(), "{module} may name {later:?}, which stand on a higher floor");
        before.insert(*module);
    }
    assert!(PURE_CRATES.iter().map(|(module, _)| *module).eq(PURE.iter().copied()));
}

#[test]
fn above_the_pure_line_nothing_looks_at_the_world() {
    let crates: BTreeMap<_, _> = PURE_CRATES.iter().copied().collect();
    let mut dependencies: BTreeSet<String> = super::dependencies::declared().into_iter().map(|dependency| dependency.name).collect();
    dependencies.remove("proptest");
    let mut findings = Vec::new();
    for source in sources("src") {
        let Some(own) = top(&source).filter(|own| PURE.contains(&own.as_str())) else { continue };
        let at = |line: usize| format!("{}:{line}", source.path);
        for (line, path) in source.paths() {
            let (first, second) = (path[0].as_str(), path[1].as_str());
            if ["std", "core", "alloc"].contains(&first) && !PURE_STD.contains(&second) {
                findings.push(format!("{}: {first}::{second}", at(line)));
            }
            // A variable or module may have a crate's name; only one that begins a path is the crate.
            let of_this_crate = source.text.contains(&format!("mod {first};"));
            if dependencies.contains(first) && !crates[own.as_str()].contains(&first) && !of_this_crate {
                findings.push(format!("{}: the crate {first}", at(line)));
            }
        }
        let words = source.tokens.iter().filter(|token| IMPURE_WORDS.contains(&token.text.as_str()));
        findings.extend(words.map(|token| format!("{}: {}", at(token.line), token.text)));
    }
    none("purity", &findings);
}

#[test]
fn every_module_of_the_crate_is_on_the_architecture_page() {
    let page = std::fs::read_to_string(super::source::root().join("src/lib.rs")).expect("the page");
    let missing: Vec<_> = FLOORS
        .iter()
        .map(|(module, _)| *module)
        .filter(|module| page.contains(&format!("mod {module};")) && !page.contains(&format!("[`{module}`]")))
        .map(str::to_owned)
        .collect();
    none("modules that src/lib.rs does not explain", &missing);
}

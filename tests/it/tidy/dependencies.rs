//! Dependencies: each has its reason beside it, and each is used.

use std::collections::BTreeSet;

use super::none;
use super::source::{root, sources};

/// A dependency as `Cargo.toml` has it.
#[derive(Debug)]
pub struct Declared {
    /// As code names it.
    pub name: String,
    pub line: usize,
    /// A comment stands above it, or above the lines that it follows.
    pub has_reason: bool,
}

/// Every dependency of `Cargo.toml`, in its order.
pub fn declared() -> Vec<Declared> {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let (mut declared, mut inside, mut has_reason) = (Vec::new(), false, false);
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
            has_reason = false;
        } else if line.starts_with('#') {
            has_reason = true;
        } else if line.is_empty() {
            has_reason = false;
        } else if let Some((name, _)) = line.split_once('=').filter(|_| inside) {
            declared.push(Declared { name: name.trim().replace('-', "_"), line: at + 1, has_reason });
        }
    }
    assert!(declared.len() > 10, "the manifest was not understood");
    declared
}

#[test]
fn each_dependency_has_its_reason() {
    let bare = declared().into_iter().filter(|dependency| !dependency.has_reason);
    none(
        "dependencies without a word on why",
        &bare.map(|dependency| format!("Cargo.toml:{}: {}", dependency.line, dependency.name)).collect::<Vec<_>>(),
    );
}

#[test]
fn each_dependency_is_used() {
    let mut named = BTreeSet::new();
    for source in ["src", "tests", "benches"].into_iter().flat_map(sources) {
        named.extend(source.paths().into_iter().map(|(_, path)| path[0].clone()));
    }
    let idle = declared().into_iter().filter(|dependency| !named.contains(&dependency.name));
    none(
        "dependencies that nothing names",
        &idle.map(|dependency| format!("Cargo.toml:{}: {}", dependency.line, dependency.name)).collect::<Vec<_>>(),
    );
}

//! Dependencies: each has its reason beside it, and each is used.

use std::collections::BTreeSet;

use serde_json::Value;

use super::none;
use super::source::{root, sources};
use crate::skip::skipped;

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

/// What `deny.toml` allows.
fn allowed() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).expect("readable");
    let (_, list) = text.split_once("allow = [").expect("a list of licences");
    let list = list.split(']').next().unwrap_or_default();
    list.split(',').map(|licence| licence.trim().trim_matches('"').to_owned()).collect()
}

/// True where one of each choice is allowed: "(MIT OR Apache-2.0) AND Unicode-3.0".
fn is_allowed(licence: &str, allowed: &BTreeSet<String>) -> bool {
    let plain = licence.replace(['(', ')'], "").replace('/', " OR ");
    plain.split(" AND ").all(|needed| needed.split(" OR ").any(|choice| allowed.contains(choice.trim())))
}

/// Without cargo-deny, which not every machine has.
#[test]
fn every_package_of_the_tree_has_a_licence_that_deny_toml_allows_and_comes_from_crates_io() {
    let allowed = allowed();
    assert!(is_allowed("(MIT OR GPL-3.0-only) AND Unicode-3.0", &allowed) && !is_allowed("MIT AND GPL-3.0-only", &allowed));
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let asked = ["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", &host, "--all-features"];
    let printed = std::process::Command::new(cargo).args(asked).current_dir(root()).output();
    let Some(printed) = printed.ok().filter(|printed| printed.status.success()) else {
        return skipped("KIFUD_REQUIRE_TOOLS", "cargo cannot say which packages there are");
    };
    let tree: Value = serde_json::from_slice(&printed.stdout).expect("JSON");
    let packages = tree["packages"].as_array().expect("packages");
    assert!(packages.len() > 200, "{}", packages.len());
    let foreign = packages.iter().filter_map(|package| {
        let licence = package["license"].as_str().unwrap_or("none");
        let source = package["source"].as_str().unwrap_or("registry+https://github.com/rust-lang/crates.io-index");
        let good = is_allowed(licence, &allowed) && source == "registry+https://github.com/rust-lang/crates.io-index";
        (!good).then(|| format!("{}: {licence}, {source}", package["name"]))
    });
    none("packages that deny.toml does not allow", &foreign.collect::<Vec<_>>());
}

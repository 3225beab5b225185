//! The lines that docs/developers.md gives to copy: run as they stand, at another port than 1883.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::{DEBIAN_MODULES, MODULES, Program, is_there, python};
use crate::skip::skipped;

/// The block of this language under this heading.
fn block(heading: &str, language: &str) -> String {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/developers.md")).expect("readable");
    let section = page.split(&format!("\n## {heading}\n")).nth(1).unwrap_or_else(|| panic!("no section {heading}"));
    let block = section.split(&format!("```{language}\n")).nth(1).unwrap_or_else(|| panic!("no {language} under {heading}"));
    block.split("```").next().expect("a block ends").to_owned()
}

/// Ten lines are ten lines.
#[test]
fn a_program_that_follows_a_table_takes_ten_lines_in_each_language() {
    for (heading, language) in [("Shell", "sh"), ("Python", "python"), ("JavaScript", "js")] {
        let lines = block(heading, language);
        assert!((1..=10).contains(&lines.lines().count()), "{heading}: {lines}");
    }
}

/// They follow, each that can run here; `home` is where their files lie.
pub fn programs(broker: SocketAddr, home: &TempDir) -> Vec<Program> {
    let port = broker.port();
    let mut all = Vec::new();
    if let Some(python) = python() {
        let file = home.path().join("documented.py");
        let text = block("Python", "python").replace("\"127.0.0.1\"", &format!("\"127.0.0.1\", port={port}"));
        std::fs::write(&file, text).expect("written");
        all.push(Program::start("the documented Python", Command::new(python).arg("-u").arg(&file)));
    }
    let module = [MODULES, DEBIAN_MODULES].map(|folder| Path::new(folder).join("mqtt")).into_iter().find(|module| module.exists());
    if let (Some(module), true) = (module, is_there("node", &["--version"], None)) {
        let modules = home.path().join("node_modules");
        std::fs::create_dir(&modules).expect("made");
        std::os::unix::fs::symlink(module, modules.join("mqtt")).expect("linked");
        let file = home.path().join("documented.mjs");
        std::fs::write(&file, block("JavaScript", "js").replace("mqtt://127.0.0.1", &format!("mqtt://127.0.0.1:{port}"))).expect("written");
        all.push(Program::start("the documented JavaScript", Command::new("node").arg(&file)));
    }
    if is_there("sh", &["-c", "command -v mosquitto_sub && command -v jq"], None) {
        let shell = block("Shell", "sh").replace("-h 127.0.0.1", &format!("-h 127.0.0.1 -p {port}")).replace("/demo/", "/t1/");
        // The second line asks for something: what is asked of a table does not keep the first from following.
        let (follow, ask) = shell.trim_end().split_once('\n').expect("two lines");
        all.push(Program::start("the documented shell", Command::new("sh").args(["-c", &format!("{ask}; exec {follow}")])));
    } else {
        skipped("KIFUD_REQUIRE_TOOLS", "there is no mosquitto_sub or no jq on this machine (mosquitto-clients, jq)");
    }
    all
}

//! docs/operators.md explains everything that `health` can say.

use std::path::Path;
use std::process::Command;

/// Where `health` has its words from, and what stands before the first of them; the rest of a file is something else.
const SOURCES: [(&str, &str); 9] = [
    ("src/serial/fault.rs", "impl fmt::Display for PortFault"),
    ("src/table/health.rs", ""),
    ("src/table/health/found.rs", ""),
    ("src/table/run/hear.rs", "let text = "),
    ("src/table/run/hear.rs", "fn broker_trouble"),
    ("src/table/adviser.rs", "self.failed("),
    ("src/engine/mod.rs", "pub enum EngineError"),
    ("src/game/orientation.rs", "Some(format!("),
    ("src/referee/words/en.rs", "OnBoard::TurnedSo"),
];

fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The texts in quotation marks of a Rust file, up to its tests; a line that goes on is one text, and a comment is none.
fn literals(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> = source.lines().map(|line| if line.trim_start().starts_with("//") { "" } else { line }).collect();
    let code = code.join("\n");
    let (mut found, mut rest) = (Vec::new(), code.as_str());
    while let Some((_, after)) = rest.split_once('"') {
        let mut literal = String::new();
        let mut characters = after.char_indices();
        let end = loop {
            match characters.next() {
                None => break after.len(),
                Some((at, '"')) => break at + 1,
                Some((_, '\\')) => match characters.next() {
                    // White space after it belongs to the code.
                    Some((_, '\n')) => literal.push('\u{0}'),
                    Some((_, other)) => literal.push(other),
                    None => break after.len(),
                },
                Some((_, other)) => literal.push(other),
            }
        };
        found.push(joined(&literal));
        rest = &after[end..];
    }
    found
}

/// Without what a line that goes on begins with.
fn joined(literal: &str) -> String {
    let mut lines = literal.split('\u{0}');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |text, line| text + line.trim_start())
}

/// The parts of a message that are always the same.
fn fixed(message: &str) -> Vec<&str> {
    message
        .split('{')
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once('}').map_or("", |(_, after)| after) })
        .collect()
}

#[test]
fn everything_that_health_can_say_is_explained() {
    let page = text("docs/operators.md");
    let (mut checked, mut missing) = (0, Vec::new());
    for (path, from) in SOURCES {
        let source = text(path);
        let parts: Vec<&str> = match from {
            "" => vec![&source],
            // Each place of it, up to the end of what is said there.
            "let text = " => source.split(from).skip(1).map(|part| part.split(";\n").next().unwrap_or_default()).collect(),
            "self.failed(" | "Some(format!(" => {
                source.split(from).skip(1).map(|part| part.split(");").next().unwrap_or_default()).collect()
            }
            "OnBoard::TurnedSo" => source.split(from).skip(1).map(|part| part.split("),\n").next().unwrap_or_default()).collect(),
            _ => source.split(from).skip(1).collect(),
        };
        for message in parts.into_iter().flat_map(literals).filter(|literal| literal.split_whitespace().count() > 4) {
            for part in fixed(&message).into_iter().map(str::trim).filter(|part| part.split_whitespace().count() > 2) {
                if !page.contains(part) {
                    missing.push(format!("{path} says \"{message}\", and docs/operators.md does not explain \"{part}\""));
                }
            }
            checked += 1;
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(checked >= 28, "the sources were not understood: {checked}");
}

#[test]
fn commands_and_files_that_operators_are_told_of_are_there() {
    let page = text("docs/operators.md");
    let pack = text("systemd/debian/pack");
    for path in ["etc/udev/rules.d/71-kifud-names.rules", "etc/kifud/kifud.toml"] {
        assert!(page.contains(&format!("/{path}")) && pack.contains(path), "{path}");
    }
    let help = Command::new(env!("CARGO_BIN_EXE_kifud")).arg("--help").output().expect("the binary runs");
    let help = String::from_utf8(help.stdout).unwrap();
    let mut told: Vec<&str> = Vec::new();
    for (before, rest) in page.match_indices("kifud ").map(|(at, found)| (&page[..at], &page[at + found.len()..])) {
        if before.ends_with(['`', '\n']) {
            told.extend(rest.split(|letter: char| !letter.is_ascii_lowercase()).next());
        }
    }
    assert!(told.len() > 6, "{told:?}");
    for command in told {
        assert!(help.contains(&format!("\n  {command} ")), "there is no command {command}");
    }
}

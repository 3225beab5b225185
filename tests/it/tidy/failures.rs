//! Every known failure of hardware has a test of its number, and the list of them is true.

use super::none;
use super::source::{root, sources};

/// The failures of boards and of lines, as the knowledge of the field numbers them.
const FAILURES: [(char, u32); 2] = [('f', 15), ('l', 5)];

/// The numbers at the start of a test's name: `f3_f4_a_neighbour` has f3 and f4.
fn numbers(name: &str) -> Vec<&str> {
    let is_number = |part: &&str| {
        let digits = part.strip_prefix(['f', 'l']).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    name.split('_').take_while(is_number).collect()
}

#[test]
fn every_known_failure_is_injected_by_a_test_of_its_number() {
    let sources: Vec<_> = ["src", "tests"].into_iter().flat_map(sources).collect();
    let mut tests: Vec<&str> = Vec::new();
    for source in &sources {
        let words = source.tokens.windows(2).filter(|pair| pair[0].text == "fn");
        tests.extend(words.map(|pair| pair[1].text.as_str()).filter(|name| !numbers(name).is_empty()));
    }
    let list = std::fs::read_to_string(root().join("tests/it/failure_modes.rs")).unwrap();
    let mut findings = Vec::new();
    for (letter, last) in FAILURES {
        for number in 1..=last {
            let name = format!("{letter}{number}");
            if !tests.iter().any(|test| numbers(test).contains(&name.as_str())) {
                findings.push(format!("no test {name}_…"));
            }
            let row = format!("//! | {} |", name.to_uppercase());
            if !list.lines().any(|line| line.starts_with(&row)) {
                findings.push(format!("{} is not in the list of failure_modes.rs", name.to_uppercase()));
            }
        }
    }
    let rows = list.lines().filter(|line| line.starts_with("//! | F") || line.starts_with("//! | L"));
    let listed: Vec<&str> = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
    findings.extend(listed.iter().filter(|name| !tests.contains(name)).map(|name| format!("{name} is listed and not there")));
    assert!(listed.len() > 20, "the list was read");
    none("failures of hardware without a test", &findings);
}

//! Files: their sizes, their names, the reasons in them, and words that do not belong.

use super::none;
use super::source::{files, root, sources};

/// The most lines of a file, its tests included. "About 400" in the house's rules; a line over is not a reason to tear a file apart.
const LINES_MAX: usize = 420;

/// Files that may be longer, each with its reason.
const LONGER: &[(&str, &str)] = &[];

/// Names that say nothing of what is in them.
const EMPTY_NAMES: &[&str] = &["util", "utils", "common", "helper", "helpers", "manager", "managers", "misc", "shared", "core2", "types"];

/// The folders with Rust of our own.
const RUST: &[&str] = &["src", "tests", "benches", "fuzz"];

/// What must not stand anywhere in the tree. Each is written in two halves, so that this list does not find itself.
const FOREIGN: &[(&str, &str, &str)] = &[
    ("/wo", "rk/", "a path of one machine"),
    ("/fa", "rm/", "a path of one machine"),
    ("/ho", "me/", "a path of one machine"),
    ("/ro", "ot/", "a path of one machine"),
    ("/tmp/", "bash", "a path of one machine"),
    ("index.", "crates.io", "the host of a package registry"),
    ("static.", "crates.io", "the host of a package registry"),
    ("registry.", "npmjs", "the host of a package registry"),
    ("proxy.", "golang", "the host of a package registry"),
    ("files.", "pythonhosted", "the host of a package registry"),
    ("deb.", "debian.org", "the host of a package registry"),
    ("FIX", "ME", "work that is left undone belongs into an issue"),
    ("TO", "DO", "work that is left undone belongs into an issue"),
    ("<<<<", "<<<", "a merge that was not finished"),
    (">>>>", ">>>", "a merge that was not finished"),
];

/// Text files whose words are not ours.
const NOT_OURS: &[&str] = &["Cargo.lock", "LICENSE-APACHE", "fuzz/Cargo.lock"];

fn rust() -> impl Iterator<Item = super::source::Source> {
    RUST.iter().flat_map(|folder| sources(folder))
}

#[test]
fn no_file_is_too_long_to_be_read_at_once() {
    let long = rust().filter_map(|source| {
        let lines = source.text.lines().count();
        let excused = LONGER.iter().any(|(path, _)| *path == source.path);
        (lines > LINES_MAX && !excused).then(|| format!("{}: {lines} lines", source.path))
    });
    none("files over 420 lines", &long.collect::<Vec<_>>());
    for (path, reason) in LONGER {
        assert!(root().join(path).is_file() && !reason.is_empty(), "{path} needs no exception any more");
    }
}

#[test]
fn names_of_modules_say_what_is_in_them() {
    let empty = rust().filter(|source| source.module().iter().any(|part| EMPTY_NAMES.contains(&part.as_str())));
    none("names that say nothing", &empty.map(|source| source.path).collect::<Vec<_>>());
}

#[test]
fn whatever_is_expected_of_a_lint_has_its_reason() {
    let mut findings = Vec::new();
    for source in rust() {
        for (at, token) in source.tokens.iter().enumerate() {
            let before = at.checked_sub(1).map_or("", |before| source.tokens[before].text.as_str());
            let opens = source.tokens.get(at + 1).is_some_and(|next| next.text == "(");
            // The attribute: after "[", or inside cfg_attr after ",".
            if !opens || !["[", ","].contains(&before) || !["expect", "allow"].contains(&token.text.as_str()) {
                continue;
            }
            let inside: Vec<&str> =
                source.tokens[at + 2..].iter().map(|token| token.text.as_str()).take_while(|text| *text != "]").collect();
            if token.text == "allow" {
                findings.push(format!("{}:{}: expect(…, reason = …), not allow", source.path, token.line));
            } else if !inside.contains(&"reason") {
                findings.push(format!("{}:{}: no reason", source.path, token.line));
            }
        }
    }
    none("lints silenced without a reason", &findings);
}

#[test]
fn nothing_is_left_unwritten() {
    let mut findings = Vec::new();
    for source in rust() {
        for pair in source.tokens.windows(2) {
            let macro_of = pair[1].text == "!" && ["todo", "unimplemented", "dbg"].contains(&pair[0].text.as_str());
            if macro_of {
                findings.push(format!("{}:{}: {}!", source.path, pair[0].line, pair[0].text));
            }
        }
        let attributes = source.tokens.windows(3).filter(|three| three[0].text == "#" && three[1].text == "[");
        // What measures proves nothing, and .ci/long runs it; every other test runs always.
        let measures =
            |line: usize| source.text.lines().nth(line - 1).is_some_and(|line| line.trim() == "#[ignore = \"measures; proves nothing\"]");
        let put_aside = attributes.filter(|three| ["ignore", "should_panic"].contains(&three[2].text.as_str()) && !measures(three[2].line));
        findings.extend(put_aside.map(|three| format!("{}:{}: {}", source.path, three[2].line, three[2].text)));
    }
    none("unwritten code and tests put aside", &findings);
}

#[test]
fn the_tree_speaks_of_itself_alone() {
    let mut findings = Vec::new();
    for path in files("") {
        let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
        if NOT_OURS.contains(&name.as_str()) {
            continue;
        }
        // What is not text has no words.
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (first, second, why) in FOREIGN {
            let word = format!("{first}{second}");
            let lines = text.lines().enumerate().filter(|(_, line)| line.contains(&word));
            findings.extend(lines.map(|(line, _)| format!("{name}:{}: {word}: {why}", line + 1)));
        }
    }
    none("words that do not belong", &findings);
}

/// A new kind must not compile until every rulebook answers for it: no arm may answer for kinds that it does not name.
#[test]
fn every_rulebook_names_every_kind() {
    let books: Vec<_> = sources("src/referee/rulebook").into_iter().filter(|source| source.text.contains("match kind")).collect();
    assert_eq!(books.len(), 7, "six books, and what the Korean ones have in common");
    let mut findings = Vec::new();
    for source in books {
        let arms = source.tokens.windows(2).filter(|pair| pair[0].text == "_" && ["=", "=>", "if", "|"].contains(&pair[1].text.as_str()));
        findings.extend(arms.map(|pair| format!("{}:{}: _ answers for every kind", source.path, pair[0].line)));
    }
    none("rulebooks that answer for kinds they do not name", &findings);
}

#[test]
fn whoever_is_skipped_says_so_aloud() {
    // The one place where it is said; anything else would be swallowed by the test runner, or could not be forbidden.
    let word = concat!("SKIP", "PED");
    let quiet = sources("tests").into_iter().filter(|source| source.path != "tests/it/skip.rs" && source.text.contains(word));
    none("skipped, but not by crate::skip::skipped", &quiet.map(|source| source.path).collect::<Vec<_>>());
}

//! Plays the scenes, and holds the table in the documents to what they gave.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use super::by_book::{self, Played, Production, productions, said_or_nothing};
use super::clauses::{self, CLAUSES, Clause};
use super::{Mark, rows};

const DOCUMENT: &str = "docs/articles.md";

#[test]
fn every_scene_gives_what_its_clause_says() {
    let wrong: Vec<String> = productions()
        .iter()
        .filter(|production| !production.row.told.is_empty() && production.own.told != production.row.told)
        .map(|Production { row, own, .. }| {
            format!("{} ({}): {}\n  told     {:#?}\n  expected {:#?}", row.clause, row.book, row.happens, own.told, row.told)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_innocent_twin_stays_silent_by_every_book() {
    let mut spoke: Vec<String> = Vec::new();
    for Production { row, twins, .. } in productions() {
        assert!(row.twin.is_some() || row.mark == Mark::Person, "{} ({}) has no twin", row.clause, row.book);
        for Played { book, told, .. } in twins.iter().filter(|twin| !twin.told.is_empty()) {
            spoke.push(format!("{} ({book}): the twin of: {}: {told:?}", row.clause, row.happens));
        }
    }
    assert!(spoke.is_empty(), "{}", spoke.join("\n"));
}

/// Two warnings are added up by kifud, and each of them is a ruling.
const RULED: &[&str] = &["CN-25.2"];

#[test]
fn what_the_sensors_decide_or_suspect_nobody_has_to_say() {
    let wrong: Vec<String> = productions()
        .iter()
        .filter(|production| production.row.mark != Mark::Person && !RULED.contains(&production.row.clause))
        .filter(|production| production.own.by_a_person || production.twins.iter().any(|twin| twin.by_a_person))
        .map(|production| format!("{} ({}): {}", production.row.clause, production.row.book, production.row.happens))
        .collect();
    assert!(wrong.is_empty(), "a person decides or says it, though it is marked as seen:\n{}", wrong.join("\n"));
}

#[test]
fn every_clause_has_its_scenes_or_a_reason() {
    let marks = |clause: &str| rows().iter().filter(|row| row.clause == clause).map(|row| row.mark).collect::<Vec<_>>();
    let mut wrong = Vec::new();
    for Clause { name, needs, none } in CLAUSES {
        let has = marks(name);
        for mark in needs.iter().filter(|mark| !has.contains(mark)) {
            wrong.push(format!("{name} has no scene that is {}", mark.text()));
        }
        match none {
            Some(reason) if !has.is_empty() => wrong.push(format!("{name} has scenes after all: {reason}")),
            None if has.is_empty() => wrong.push(format!("{name} has no scene and no reason")),
            _ => {}
        }
    }
    let unknown: BTreeSet<&str> =
        rows().iter().map(|row| row.clause).filter(|clause| CLAUSES.iter().all(|known| known.name != *clause)).collect();
    assert!(wrong.is_empty() && unknown.is_empty(), "{}\n{unknown:?}", wrong.join("\n"));
}

#[test]
fn the_table_in_the_documents_is_what_the_scenes_gave() {
    let mut text = String::from(
        "# The articles, scene by scene\n\nWhat a board, a clock or a referee's entry can show of the rule texts, and what kifud says of it. \
         D: the sensors decide. D?: they suspect, a person confirms. R: a person enters it. Made by the tests: do not edit.\n\n\
         | clause | | rulebook | what happens | what is said |\n|---|---|---|---|---|\n",
    );
    for Production { row, own, .. } in productions() {
        let told = said_or_nothing(&own.told);
        writeln!(text, "| {} | {} | {} | {} | {told} |", row.clause, row.mark.text(), row.book, row.happens).expect("a string");
    }
    text.push_str(&clauses::text());
    text.push_str(&by_book::text());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(DOCUMENT);
    if std::env::var_os("KIFUD_WRITE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(&path, &text).expect("written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "{DOCUMENT} is not what the scenes give: KIFUD_WRITE_DOCS=1 cargo test --test it scenes");
}

#[test]
fn no_scene_is_told_twice() {
    let rows = rows();
    let names: BTreeSet<(&str, &str, &str)> = rows.iter().map(|row| (row.clause, row.book, row.happens)).collect();
    assert_eq!(names.len(), rows.len());
}

//! Every clause of the two texts that kifud starts from, and how it can be noticed: each has its scenes, or a reason why it has none. What no
//! supported sensor shows (seats, a hand that hovers, bowls that rattle) is a person's to say, whatever else could see it.

use std::fmt::Write as _;

use super::Mark;
use super::Mark::{Person as R, Sensors as D, Suspected as S};

/// A clause.
pub struct Clause {
    pub name: &'static str,
    /// A scene of each of these at least.
    pub needs: &'static [Mark],
    /// Why there is none.
    pub none: Option<&'static str>,
}

const fn seen(name: &'static str, needs: &'static [Mark]) -> Clause {
    Clause { name, needs, none: None }
}

const fn without(name: &'static str, reason: &'static str) -> Clause {
    Clause { name, needs: &[], none: Some(reason) }
}

/// In the order of the texts.
pub const CLAUSES: &[Clause] = &[
    seen("CN-14", &[D, R]),
    seen("CN-15.1", &[R]),
    seen("CN-15.2", &[R]),
    seen("CN-15.3", &[R]),
    seen("CN-15.4", &[R]),
    seen("CN-15.5", &[R]),
    seen("CN-16.1", &[D]),
    seen("CN-16.2", &[R]),
    seen("CN-16.3", &[D, R]),
    seen("CN-16.4", &[R]),
    without("CN-16.5", "a duty in general: its breaches are CN-15 and CN-24"),
    seen("CN-16.6", &[R]),
    seen("CN-16.7", &[D]),
    seen("CN-17.1", &[S, R]),
    seen("CN-17.2", &[S, R]),
    seen("CN-17.3", &[S, R]),
    seen("CN-17.4", &[D, R]),
    seen("CN-18", &[S, R]),
    seen("CN-19", &[D, R]),
    seen("CN-20.1", &[D, R]),
    seen("CN-20.2", &[R]),
    seen("CN-20.3", &[D, R]),
    seen("CN-20.4", &[R]),
    seen("CN-21.1", &[D]),
    seen("CN-21.2", &[D]),
    seen("CN-21.3", &[R]),
    seen("CN-22", &[D, R]),
    seen("CN-23.1", &[D, R]),
    seen("CN-23.2", &[D, R]),
    seen("CN-23.3", &[D, R]),
    seen("CN-23.4", &[D, R]),
    seen("CN-23.5", &[D, R]),
    seen("CN-23.6", &[R]),
    seen("CN-24.1", &[R]),
    seen("CN-24.2", &[R]),
    seen("CN-24.3", &[R]),
    seen("CN-25.1", &[R]),
    seen("CN-25.2", &[D, R]),
    seen("CN-26.1", &[R]),
    seen("CN-26.2", &[R]),
    without("CN-26.3", "events for ranks: players carry theirs, and nothing follows from it"),
    seen("CN-27.1", &[R]),
    seen("CN-27.2", &[R]),
    seen("CN-27.3", &[R]),
    seen("CN-27.4", &[R]),
    seen("CN-27.5", &[R]),
    seen("CN-27.6", &[R]),
    seen("ING-7.0", &[R]),
    seen("ING-7.PP", &[D]),
    seen("ING-7.RS", &[D]),
    seen("ING-8.1", &[D, R]),
    seen("ING-8.2(1)", &[D]),
    seen("ING-8.2(2)", &[D, R]),
    seen("ING-8.3", &[R]),
    seen("ING-8.3(1)", &[D, R]),
    seen("ING-8.3(2)", &[R]),
    seen("ING-8.3(3)", &[S, R]),
    seen("ING-8.3(4)", &[D]),
    seen("ING-8.3(5)", &[R]),
    seen("ING-8.4", &[R]),
    seen("ING-8.5", &[R]),
    without("ING-9.1", "what etiquette is for"),
    seen("ING-9.1(1)", &[S]),
    seen("ING-9.1(2)", &[R]),
    seen("ING-9.2(1)", &[S, R]),
    seen("ING-9.2(2)", &[D, R]),
    seen("ING-9.3(1)", &[R]),
    seen("ING-9.3(2)", &[S]),
    seen("ING-9.4(1)", &[D, R]),
    seen("ING-9.4(2)", &[D]),
    seen("ING-9.4(3)", &[D, R]),
    seen("ING-9.4(4)", &[D]),
    seen("ING-10.1", &[R]),
    seen("ING-10.2", &[D]),
];

/// The clauses of which there is no scene, for the document.
pub fn text() -> String {
    let mut text = String::from("\n## Clauses without a scene\n\n| clause | why |\n|---|---|\n");
    for Clause { name, none, .. } in CLAUSES {
        if let Some(reason) = none {
            writeln!(text, "| {name} | {reason} |").expect("a string");
        }
    }
    text
}

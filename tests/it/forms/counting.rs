//! Requests about the count.

use kifud::game::Verb;
use kifud::go::{Color, HalfPoints};

use super::samples::at;

/// Every verb with its fields as sent and as understood.
pub fn good() -> Vec<(&'static str, String, Verb)> {
    let own = str::to_owned;
    vec![
        (
            "mark-dead",
            own(r#""vertices":["D4","Q16"],"color":"white""#),
            Verb::MarkDead { points: vec![at("D4"), at("Q16")], color: Some(Color::White) },
        ),
        (
            "propose-dead",
            own(r#""vertices":["D4"],"program":"GNU Go 3.8""#),
            Verb::ProposeDead { points: vec![at("D4")], program: Some(own("GNU Go 3.8")) },
        ),
        ("enter-count", own(r#""color":"black","stones":184.5"#), Verb::EnterCount { color: Color::Black, stones: HalfPoints(369) }),
        ("count", String::new(), Verb::Count { method: None }),
        ("count", own(r#""method":"fill-in""#), Verb::Count { method: Some(own("fill-in")) }),
    ]
}

//! Generated alerts.

use kifud::game::{Alert, AlertState, Basis, Claim, ClaimState, ClaimUntil, Evidence, Language, Requires, Severity, Step, Text};
use kifud::go::{Color, Size};
use kifud::referee::Kind;
use kifud::wire::Cell;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::cycles::cycle;
use super::desk;
use super::generate::{color, id, point, points, wall, words};
use super::rulings::{choices, cite, proposal};

pub fn alert(size: Size) -> impl Strategy<Value = Alert> {
    let what = (
        select(Kind::ALL.to_vec()),
        select(vec![Severity::Notice, Severity::Attention, Severity::Ruling]),
        select(vec![Basis::Sensor, Basis::Suspected, Basis::Reported]),
        select(vec![AlertState::Open, AlertState::Cured, AlertState::Decided, AlertState::Gone]),
    );
    let state = select(vec![ClaimState::Open, ClaimState::Claimed, ClaimState::Lapsed]);
    let claim = option::of((color(), state).prop_map(|(by, state)| Claim { by, until: ClaimUntil::NextMove, state }));
    let whose = (option::of(color()), option::of(1..500u32), points(size));
    let text = vec(words(), Language::ALL.len()).prop_map(|said| Text::each(|language| said[language as usize].clone()));
    let told = (
        text,
        option::of(evidence(size)),
        option::of(proposal()),
        option::of(cite()),
        any::<bool>(),
        choices(),
        desk::announce(),
        desk::handling(),
        option::of(cycle()),
    );
    (id(), any::<u32>(), what, whose, (wall(), wall()), any::<bool>(), claim, told).prop_map(
        |(id, rev, (kind, severity, basis, state), (color, n, points), (happened, detected), next_play_made, claim, told)| Alert {
            id,
            rev,
            kind,
            severity,
            basis,
            state,
            color,
            n,
            points,
            happened,
            detected,
            next_play_made,
            claim,
            text: told.0,
            evidence: told.1,
            proposal: told.2,
            cite: told.3,
            choices: told.5,
            announce: told.6,
            handling: told.7,
            requires: told.4.then_some(Requires::Chief),
            cycle: told.8,
        },
    )
}

pub fn cell() -> impl Strategy<Value = Cell> {
    select(vec![Cell::Empty, Cell::Stone(Color::Black), Cell::Stone(Color::White), Cell::StoneOfUnknownColor, Cell::Unreadable])
}

fn evidence(size: Size) -> impl Strategy<Value = Evidence> {
    let step = (wall(), point(size), cell(), cell()).prop_map(|(at, point, from, to)| Step { at, point, from, to });
    (wall(), wall(), vec(step, 0..5), any::<bool>()).prop_map(|(from, to, steps, cut)| Evidence { from, to, steps, cut })
}

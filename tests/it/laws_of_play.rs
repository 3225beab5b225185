//! What no input can do, whatever it is and in whatever order it comes: make the core panic, loop or fall behind its deadlines, say an
//! event that does not follow, or publish a move that nothing has ever shown.

mod acts;
mod watcher;

use std::collections::BTreeSet;

use kifud::game::Settings;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use acts::{Act, acts, table_settings};
use watcher::Watcher;

fn cases() -> u32 {
    if std::env::var_os("KIFUD_LONG").is_some() { 4_000 } else { 256 }
}

fn run(settings: Settings, acts: &[Act]) -> Result<Watcher, TestCaseError> {
    let mut watcher = Watcher::new(settings);
    for act in acts {
        watcher.act(act)?;
    }
    watcher.rest()?;
    Ok(watcher)
}

/// A law of games that never begin proves nothing: among so many sequences everything happens that the law is about.
#[test]
fn the_sequences_are_games_with_moves_alerts_and_restarts() {
    let mut runner = TestRunner::deterministic();
    let (mut moves, mut kinds, mut verified) = (0, BTreeSet::new(), 0);
    for _ in 0..450 {
        let sequence = (table_settings(), acts(90)).new_tree(&mut runner).unwrap().current();
        let watcher = run(sequence.0, &sequence.1).unwrap();
        moves += watcher.moves;
        verified += usize::from(watcher.was_unverified);
        kinds.extend(watcher.kinds);
    }
    assert!(moves > 400, "{moves} moves");
    assert!(verified > 10, "{verified} games with lost notifications");
    for kind in ["double-move", "stone-missing", "extra-stone", "unexplained", "pass-signal", "captures-left", "stone-relocated"] {
        assert!(kinds.contains(kind), "no {kind} among {kinds:?}");
    }
}

#[test]
fn the_watcher_sees_a_move_that_nothing_has_shown() {
    let settings = crate::table::settings(9);
    assert!(Watcher::new(settings).sees_an_invention());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, max_shrink_iters: 4_096, ..ProptestConfig::default() })]

    #[test]
    fn nothing_makes_the_core_panic_loop_or_publish_what_was_never_shown(
        settings in table_settings(),
        acts in acts(60),
    ) {
        run(settings, &acts).map(drop)?;
    }
}

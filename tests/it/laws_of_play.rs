//! What no input can do, whatever it is and in whatever order it comes: make the core panic, loop or fall behind its deadlines, say an
//! event that does not follow, or publish a move that nothing has ever shown.

mod acts;
mod watcher;

use kifud::game::Settings;
use proptest::prelude::*;

use acts::{Act, act, table_settings};
use watcher::Watcher;

fn cases() -> u32 {
    if std::env::var_os("KIFUD_LONG").is_some() { 20_000 } else { 256 }
}

fn run(settings: Settings, acts: &[Act]) -> Result<(), TestCaseError> {
    let mut watcher = Watcher::new(settings);
    for act in acts {
        watcher.act(act)?;
    }
    watcher.rest()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, max_shrink_iters: 4_096, ..ProptestConfig::default() })]

    #[test]
    fn nothing_makes_the_core_panic_loop_or_publish_what_was_never_shown(
        settings in table_settings(),
        acts in prop::collection::vec(act(), 1..60),
    ) {
        run(settings, &acts)?;
    }
}

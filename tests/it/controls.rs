//! Time controls for tests that hold for each of them.

use kifud::clock::{Block, Blocks, TimeControl};
use proptest::prelude::*;

/// Any time control that can be played, with times up to `longest_ms`.
pub fn any_control(longest_ms: u64) -> impl Strategy<Value = TimeControl> {
    let ms = move || 1..=longest_ms;
    let blocks = prop::collection::vec((1..30u32, ms()).prop_map(|(stones, period_ms)| Block { stones, period_ms }), 1..=Blocks::MAX);
    prop_oneof![
        ms().prop_map(|main_ms| TimeControl::Absolute { main_ms }),
        (0..=longest_ms, 1..30u32, ms()).prop_map(|(main_ms, periods, period_ms)| TimeControl::ByoYomi { main_ms, periods, period_ms }),
        (0..=longest_ms, 1..30u32, ms()).prop_map(|(main_ms, stones, period_ms)| TimeControl::Canadian { main_ms, period_ms, stones }),
        (0..=longest_ms, blocks).prop_map(|(main_ms, blocks)| {
            TimeControl::Progressive { main_ms, blocks: Blocks::new(&blocks).expect("no more than fit") }
        }),
        (ms(), ms(), prop::option::of(ms()), any::<bool>()).prop_map(|(main_ms, increment_ms, above, initial_bonus)| {
            TimeControl::Fischer { main_ms, increment_ms, cap_ms: above.map(|above| main_ms + above), initial_bonus }
        }),
        (ms(), ms()).prop_map(|(main_ms, delay_ms)| TimeControl::Bronstein { main_ms, delay_ms }),
        (ms(), ms()).prop_map(|(main_ms, delay_ms)| TimeControl::Delay { main_ms, delay_ms }),
        ms().prop_map(|main_ms| TimeControl::Hourglass { main_ms }),
        ms().prop_map(|period_ms| TimeControl::PerMove { period_ms }),
        (ms(), 0..12u32, ms()).prop_map(|(period_ms, units, unit_ms)| TimeControl::Nhk { period_ms, units, unit_ms }),
        (1..6u64, 0..=longest_ms)
            .prop_map(|(minutes, before)| TimeControl::ChinaReserve { main_ms: minutes * 60_000 + before, reserve_ms: minutes * 60_000 }),
        (1..5u32, 1..9u32, 0..4u32, ms()).prop_map(|(periods, fraction, points, main_ms)| TimeControl::IngPenalty {
            main_ms: main_ms + u64::from(fraction),
            periods,
            fraction,
            points,
        }),
        (0..=longest_ms, 1..30u32, ms()).prop_map(|(main_ms, periods, period_ms)| TimeControl::IngSeconds { main_ms, periods, period_ms }),
    ]
}

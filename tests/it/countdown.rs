//! Seconds that are called, at their moments; and what a display makes of the `clock` document by itself.

use kifud::clock::{Block, Blocks, ClockReading, Side, TimeControl};
use kifud::game::{ClockChange, ClockDocument, EventBody, Input, Settings, TimeAuthority, Verb};
use kifud::go::Color;
use kifud::time::Mono;
use kifud::wire::ClockReport;

use crate::recovery::stored_and_read;
use crate::table::{Table, settings, stamp};

/// Two minutes of reserve, read from the first move on.
const RESERVE: TimeControl = TimeControl::ChinaReserve { main_ms: 120_000, reserve_ms: 120_000 };

/// White is to move since `began`, in her reserve.
fn white_thinks() -> (Table, u64) {
    let mut table = Table::timed(settings(9), RESERVE);
    table.hold(&["black E5"]).press(Color::Black);
    let began = table.now;
    (table, began)
}

/// What was called since `from`, with the seconds after it.
fn called(table: &Table, from: u64) -> Vec<(u64, u64)> {
    let call = |event: &kifud::game::Event| match event.body {
        EventBody::Clock { change: ClockChange::Countdown { call, .. }, color: Some(Color::White), .. } => {
            let after_ms = event.at.as_unix_ms() - stamp(from).wall.as_unix_ms();
            Some((u64::try_from(after_ms).unwrap(), call))
        }
        _ => None,
    };
    table.events.iter().filter_map(call).collect()
}

fn seconds(calls: &[(u64, u64)]) -> Vec<(u64, u64)> {
    calls.iter().map(|&(second, call)| (second * 1_000, call)).collect()
}

const FIRST: [(u64, u64); 5] = [(30, 30), (40, 40), (50, 50), (55, 55), (58, 58)];
const LAST: [(u64, u64); 12] =
    [(30, 30), (40, 40), (50, 50), (51, 1), (52, 2), (53, 3), (54, 4), (55, 5), (56, 6), (57, 7), (58, 8), (59, 9)];

fn all() -> Vec<(u64, u64)> {
    FIRST.into_iter().chain(LAST.map(|(second, call)| (60 + second, call))).collect()
}

#[test]
fn cn_16_1_every_second_is_called_at_its_moment_however_often_the_table_is_looked_at() {
    for step in [37, 1_000, 120_000] {
        let (mut table, began) = white_thinks();
        while table.now < began + 120_000 {
            table.wait(step.min(began + 120_000 - table.now));
        }
        assert_eq!(called(&table, began), seconds(&all()), "looked at every {step} ms");
    }
}

/// A pause in any second, on a call too: none is missing, none comes twice, and all come so much later.
#[test]
fn cn_16_1_after_a_pause_and_after_a_restart_the_calls_go_on_where_they_were() {
    for stopped in [0, 29_999, 30_000, 30_001, 45_000, 58_000, 59_999, 60_000, 110_500, 111_000, 119_001] {
        for restart in [false, true] {
            let (mut table, began) = white_thinks();
            table.wait(stopped);
            let break_ms = if restart {
                // At once: nothing passed meanwhile.
                table.game = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
                0
            } else {
                table.done(Verb::Pause { reason: "a question".to_owned(), until: None }).wait(200_000).done(Verb::Resume { force: true });
                200_000
            };
            table.wait(120_000 - stopped + 2_000);
            let moved = |&(second, call): &(u64, u64)| {
                let moment = second * 1_000;
                (if moment > stopped { moment + break_ms } else { moment }, call)
            };
            let expected: Vec<_> = all().iter().map(moved).collect();
            assert_eq!(called(&table, began), expected, "stopped at {stopped} ms, restart: {restart}");
        }
    }
}

/// What a display shows of this player that counts down by itself since it got the document; of an hourglass the other side rises.
fn displayed(control: TimeControl, clock: &ClockDocument, color: Color, since_ms: u64) -> u64 {
    let player = &clock.players[color];
    let runs = clock.running == Some(color);
    if !runs && clock.running.is_some() && matches!(control, TimeControl::Hourglass { .. }) {
        return player.remaining_ms + since_ms;
    }
    let after_delay = since_ms.saturating_sub(player.delay_left_ms.unwrap_or(0));
    player.remaining_ms.saturating_sub(if runs { after_delay } else { 0 })
}

/// CONTRACT 4.2: by the events that come when something happens, and nothing else, a display is right to the millisecond where kifud keeps
/// the time; for ten seconds without a word of anything, too.
#[test]
fn a_display_that_counts_down_by_itself_shows_what_is_kept() {
    let blocks = [Block { stones: 2, period_ms: 15_000 }, Block { stones: 3, period_ms: 30_000 }];
    let controls = [
        TimeControl::Absolute { main_ms: 40_000 },
        TimeControl::Hourglass { main_ms: 40_000 },
        TimeControl::IngSeconds { main_ms: 7_000, periods: 3, period_ms: 10_000 },
        TimeControl::Progressive { main_ms: 7_000, blocks: Blocks::new(&blocks).unwrap() },
        TimeControl::ByoYomi { main_ms: 7_000, periods: 3, period_ms: 10_000 },
        TimeControl::Canadian { main_ms: 7_000, period_ms: 25_000, stones: 3 },
        TimeControl::Fischer { main_ms: 20_000, increment_ms: 5_000, cap_ms: Some(21_000), initial_bonus: true },
        TimeControl::Bronstein { main_ms: 20_000, delay_ms: 5_000 },
        TimeControl::Delay { main_ms: 20_000, delay_ms: 5_000 },
        TimeControl::PerMove { period_ms: 20_000 },
        TimeControl::Nhk { period_ms: 5_000, units: 3, unit_ms: 10_000 },
        TimeControl::IngPenalty { main_ms: 12_000, periods: 3, fraction: 3, points: 2 },
        RESERVE,
    ];
    for control in controls {
        let mut table = Table::timed(settings(9), control);
        table.hold(&["black E5"]).press(Color::Black);
        for (turn, vertex) in ["white C3", "black G7", "white G3", "black C7"].into_iter().enumerate() {
            let color = if turn % 2 == 0 { Color::White } else { Color::Black };
            for tenth in 0..90 {
                table.wait(97 + tenth % 7);
                let newest = table.events.iter().rev().find_map(|event| match &event.body {
                    EventBody::Clock { clock, .. } => Some(clock.clone()),
                    _ => None,
                });
                let newest = newest.expect("the clock was started");
                let now = table.game.clock_document(stamp(table.now)).unwrap();
                for color in Color::BOTH {
                    // A turn that ended told both clocks as well: the document follows it.
                    let document = if newest.turn_started == now.turn_started { &newest } else { &now };
                    let since_ms = now.as_of_mono.since_ms(document.as_of_mono);
                    assert_eq!(
                        displayed(control, document, color, since_ms),
                        now.players[color].remaining_ms,
                        "{control:?}, {color:?} in turn {turn}"
                    );
                }
            }
            table.hold(&[vertex]).press(color);
        }
    }
}

/// A clock that shows whole seconds is not counted over them: the seconds are called as it shows them, once, and a look that came late makes
/// up for nothing.
#[test]
fn cn_16_1_the_seconds_of_a_clock_that_shows_whole_seconds_are_called_as_it_shows_them() {
    let mut table = Table::timed(Settings { time_authority: TimeAuthority::Device, ..settings(9) }, RESERVE);
    let shows = |table: &mut Table, white_s: u32, running: Option<Side>| {
        let reading = ClockReading {
            remaining_ms: [60_000, white_s * 1_000],
            running,
            periods_left: [None; 2],
            stones_left: [None; 2],
            flag: [false, white_s == 0],
            overtime: [true; 2],
            paused: false,
            resolution_ms: 1_000,
        };
        table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Times(reading) });
    };
    shows(&mut table, 60, None);
    table.hold(&["black E5"]);
    shows(&mut table, 60, Some(Side::Left));
    table.press(Color::Black);
    let began = table.now;
    // The first minute is filled and the display jumps up; of the second the seconds 49 and 50 are not seen, nor 55 and 56.
    let seen = (1..=60).chain(61..109).chain(111..115).chain(117..=120);
    for second in seen {
        table.wait(began + second * 1_000 - table.now);
        for _ in 0..2 {
            shows(&mut table, if second == 120 { 0 } else { 60 - (second % 60) as u32 }, Some(Side::Right));
        }
    }
    let called = called(&table, began);
    let first = [(30, 30), (40, 40), (50, 50), (55, 55), (58, 58)];
    let last = [(90, 30), (100, 40), (111, 1), (112, 2), (113, 3), (114, 4), (117, 7), (118, 8), (119, 9)];
    assert_eq!(called.into_iter().map(|(ms, call)| (ms / 1_000, call)).collect::<Vec<_>>(), [&first[..], &last[..]].concat());
}

//! A scene of the simulator's script, as bytes of the open protocol through the board's session and the game.

use kifud::game::{Game, Input, Output};
use kifud::go::{Color, Size};
use kifud::sim::{Act, Cue, script};
use kifud::time::{Mono, Stamp, Wall};
use kifud::wire::kifud::board_packet::caps;
use kifud::wire::kifud::{KifudBoard, VirtualBoard};
use kifud::wire::{BoardReport, BoardSession, Timed};

use super::{LONG, of_book};

/// The final of 22 January 2025: a captured stone lies on the table, and it is White's turn when the referee could see it.
const SCENE: &str = "\
trays 180 180 0 0
wait 15s
black A2
wait 1s
trays 179 180 0 0
white A1
wait 1s
trays 179 179 0 0
black B1
wait 1s
lift A1
trays 178 179 0 0
wait 40s
";

/// Plays a scene on a virtual board; returns the kinds of the alerts with the seconds at which they were raised.
fn played(book: &str, scene: &str) -> Vec<(&'static str, u64)> {
    let size = Size::square(19).unwrap();
    let stamp = |ms: u64| Stamp::new(Mono::from_millis(10_000 + ms), Wall::from_unix_ms(1_800_000_000_000 + ms as i64));
    let mut board = VirtualBoard::new(size, caps::COLOR | caps::TRAYS, 1);
    let mut session = KifudBoard::new(size);
    let mut game = Game::new(of_book(book), "bytes", stamp(0));
    let (mut to_host, mut to_board, mut raised) = (Vec::new(), Vec::new(), Vec::new());
    session.opened(stamp(0).mono, &mut to_board);
    game.handle(stamp(0), Input::BoardBack, &mut Vec::new());
    let cues = script::parse(scene, size).unwrap();
    let ends = cues.last().map_or(0, |cue| cue.at_ms) + LONG;
    let mut next = cues.into_iter().peekable();
    for ms in (0..ends).step_by(50) {
        let now = stamp(ms);
        while let Some(Cue { act, .. }) = next.next_if(|cue| cue.at_ms <= ms) {
            match (act, act.shown()) {
                (Act::Trays(trays), _) => board.trays(now.mono, trays, &mut to_host),
                (_, Some(change)) => board.set(now.mono, &[change], &mut to_host),
                other => panic!("{other:?} is not of this scene"),
            }
        }
        board.received(now.mono, &std::mem::take(&mut to_board), &mut to_host);
        board.tick(now.mono, &mut to_host);
        let mut reports = Vec::new();
        session.received(now.mono, &std::mem::take(&mut to_host), &mut reports, &mut to_board);
        session.tick(now.mono, &mut reports, &mut to_board);
        let mut out = Vec::new();
        for Timed { at, what } in reports {
            match what {
                BoardReport::Scan(grid) => game.handle(now, Input::Scan { at, grid }, &mut out),
                BoardReport::Trays(trays) => game.handle(now, Input::Trays(trays), &mut out),
                _ => {}
            }
        }
        game.advance(now, &mut out);
        raised.extend(out.into_iter().filter_map(|output| match output {
            Output::Event(event) => match event.body {
                kifud::game::EventBody::AlertRaised(alert) => Some((alert.kind.name(), ms / 1_000)),
                _ => None,
            },
            _ => None,
        }));
    }
    assert_eq!(game.record().moves.len(), 3, "the scene is a game: {:?}", game.record().moves);
    assert_eq!(game.record().moves[2].color, Color::Black);
    raised
}

#[test]
fn korea_2024_lid_a_captured_stone_on_the_table_is_seen_by_its_bytes() {
    let raised = played("korea-2024-11-08", SCENE);
    assert_eq!(raised.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), ["lid-count"]);
    assert!((48..=50).contains(&raised[0].1), "half a minute after it was lifted: {raised:?}");
}

#[test]
fn korea_2024_lid_the_same_with_the_stone_in_the_lid_is_silent() {
    let tidy = SCENE.replace("trays 178 179 0 0", "trays 178 179 1 0");
    assert_eq!(played("korea-2024-11-08", &tidy), []);
    assert_eq!(played("korea-2024-11-08", &SCENE.replace("trays 178 179 0 0", "trays ? ? ? ?")), []);
}

#[test]
fn ing_9_4_1_short_bowls_are_told_before_the_first_stone() {
    let short = SCENE.replace("trays 180 180 0 0", "trays 180 179 0 0");
    let raised = played("ing", &short);
    assert!(raised.first().is_some_and(|&(kind, at)| kind == "bowl-count" && at < 15), "{raised:?}");
}

/// White passes by a stone beside the board, which is laid into one of the lids: in the own, as a captured stone would be in Black's.
const PASS: &str = "\
trays 180 180 0 0
wait 15s
black Q16
wait 1s
trays 179 180 0 0
white D4
wait 1s
trays 179 179 0 0
black Q4
wait 1s
trays 178 179 0 0
wait 2s
trays 178 178 LIDS
wait 60s
";

#[test]
fn ing_9_2_2_a_pass_stone_in_either_lid_is_a_pass_and_no_stone_astray() {
    for book in ["ing", "aga", "china-1988", "korea-2024-11-08"] {
        for lids in ["1 0", "0 1"] {
            let raised = played(book, &PASS.replace("LIDS", lids));
            let kinds: Vec<&str> = raised.iter().map(|(kind, _)| *kind).collect();
            assert_eq!(kinds, ["pass-signal"], "{book}, lids {lids}: {raised:?}");
            assert!((20..=22).contains(&raised[0].1), "{raised:?}");
        }
    }
    // Taken up again it was nothing, and a stone that lies in no lid is still in the hand.
    let up = PASS.replace("trays 178 178 LIDS\nwait 60s", "trays 178 178 1 0\nwait 300ms\ntrays 178 179 0 0\nwait 60s");
    assert_eq!(played("ing", &up), []);
}

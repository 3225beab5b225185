//! A process that was stopped while players played on: what every maker's clock has told meanwhile waits in the port.

use kifud::clock::Side;
use kifud::game::{ClockChange, EventBody, TimeAuthority};
use kifud::go::{Color, Point, Size};
use kifud::table::{Device, PortNews};
use kifud::wire::{Cell, ClockDriver};

use super::scenes::{Hall, ten_minutes};
use super::{DRIVERS, STEP_MS};
use crate::table::stamp;
use crate::wires::ms;

impl Hall {
    /// Black plays; the process does not run for the next five seconds, and he presses a second and a half after its beginning. Then it looks
    /// at its deadlines, and only then reads its ports.
    fn stopped_while_black_presses(&mut self, vertex: &str) {
        let point = Point::from_vertex(vertex, Size::square(9).unwrap()).unwrap();
        self.board.set(&[(point, Cell::Stone(Color::Black))]);
        self.wait(800);
        let then = self.now;
        let (mut board, mut clock) = (Vec::new(), Vec::new());
        while self.now < then + 5_000 {
            self.now += STEP_MS;
            if self.now == then + 1_500 {
                self.clock.press(ms(self.now), Side::Left, &mut clock);
            }
            self.board.tick(ms(self.now), &mut board);
            self.clock.tick(ms(self.now), &mut clock);
        }
        let mut effects = Vec::new();
        self.desk.stopped(stamp(then), stamp(self.now), &mut effects);
        self.desk.advance(stamp(self.now), &mut effects);
        self.take(effects);
        self.port(Device::Board, &PortNews::Bytes(board));
        self.port(Device::Clock, &PortNews::Bytes(clock));
    }
}

#[test]
fn a_stop_while_players_play_on_costs_nobody_time_and_calls_nobody() {
    for driver in DRIVERS {
        for authority in [TimeAuthority::Device, TimeAuthority::Daemon] {
            let case = format!("{driver} {authority:?}");
            let mut hall = Hall::new(driver, ten_minutes(), authority);
            hall.press(Color::White).play(Color::Black, "E5", 8_000).play(Color::White, "C3", 5_000).wait(2_200);
            hall.stopped_while_black_presses("G7");
            hall.wait(3_000).play(Color::White, "C7", 4_000).wait(3_000);
            assert_eq!(hall.record(), ["E5", "C3", "G7", "C7"], "{case}");
            let turns = hall.turns();
            let (black, white) = (turns[2].expect("timed"), turns[3].expect("timed"));
            assert!(black <= 4_500 + 1_000, "{case}: {turns:?}");
            assert!(white <= 3_500 + 3_000 + 4_800 + 1_000, "{case}: {turns:?}");
            if driver == ClockDriver::DgtJson {
                assert!(black.abs_diff(4_500) <= 100 && white.abs_diff(11_300) <= 100, "{case}: it stamps its presses: {turns:?}");
            }
            let alerts: Vec<_> = hall.events.iter().filter(|event| matches!(event, EventBody::AlertRaised(_))).collect();
            assert!(alerts.is_empty(), "{case}: {alerts:?}");
            let changes =
                hall.events.iter().filter_map(|event| if let EventBody::Clock { change, .. } = event { Some(change) } else { None });
            assert_eq!(
                changes.filter(|change| matches!(change, ClockChange::Flagged { .. } | ClockChange::Disagrees)).count(),
                0,
                "{case}"
            );
            let document = hall.document();
            assert_eq!((document.running, document.stale), (Some(Color::Black), false), "{case}");
            let clocks = document.players.map(|player| 600_000 - player.remaining_ms);
            assert!(clocks.black <= 8_800 + 4_500 + 3_000 + 1_000 + document.uncertainty_ms, "{case}: {clocks:?}");
        }
    }
}

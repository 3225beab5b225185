//! Whole scenes: a board, a clock of each maker, the table's desk and the game, in virtual time.

use kifud::clock::{ClockReading, Side, TimeControl};
use kifud::form::StateForm;
use kifud::game::{ClockChange, ClockDocument, EventBody, Game, Input, PlayerPhase, Settings, TimeAuthority};
use kifud::go::{Color, Point, Size};
use kifud::sense::{Filter, Orientation};
use kifud::sim::AnyClock;
use kifud::table::{Desk, Device, Effect, PortNews};
use kifud::wire::dgt::DgtFault;
use kifud::wire::kifud::ClockSetting;
use kifud::wire::matrix::VirtualMatrix;
use kifud::wire::{BoardDriver, Cell, ClockDriver, ClockReport, board_session, clock_session};

use super::{DRIVERS, STEP_MS};
use crate::table::{settings, stamp};
use crate::wires::ms;

/// A table with its devices plugged in.
pub struct Hall {
    desk: Desk,
    board: VirtualMatrix,
    pub clock: AnyClock,
    plugged: bool,
    now: u64,
    events: Vec<EventBody>,
    inputs: Vec<Input>,
}

fn control(setting: ClockSetting) -> TimeControl {
    match setting.periods {
        0 => TimeControl::Absolute { main_ms: u64::from(setting.main_ms) },
        periods => TimeControl::ByoYomi {
            main_ms: u64::from(setting.main_ms),
            periods: u32::from(periods),
            period_ms: u64::from(setting.period_ms),
        },
    }
}

impl Hall {
    pub fn new(driver: ClockDriver, setting: ClockSetting, authority: TimeAuthority) -> Hall {
        let mut settings = Settings { time_authority: authority, ..settings(9) };
        settings.terms.time = Some(control(setting));
        let size = Size::square(9).unwrap();
        let game = Game::new(settings, "test", stamp(1_000_000));
        let filter = Filter::new(Orientation::STRAIGHT, Vec::new());
        let desk = Desk::new(board_session(BoardDriver::Matrix, size, 50), Some(clock_session(driver)), filter, game);
        let clock = AnyClock::new(driver, setting, 1);
        let (events, inputs) = (Vec::new(), Vec::new());
        let mut hall = Hall { desk, board: VirtualMatrix::new(size), clock, plugged: false, now: 1_000_000, events, inputs };
        hall.board.switched_on(ms(hall.now));
        hall.port(Device::Board, &PortNews::Opened);
        hall.plug();
        hall.wait(4_000);
        hall
    }

    fn port(&mut self, device: Device, news: &PortNews) {
        let mut effects = Vec::new();
        self.desk.port(stamp(self.now), device, news, &mut effects);
        self.take(effects);
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Write(Device::Clock, bytes) if self.plugged => {
                    let mut out = Vec::new();
                    self.clock.received(ms(self.now), &bytes, &mut out);
                    self.clock_says(out);
                }
                Effect::Taken(_, input) => self.inputs.push(input),
                Effect::Output(kifud::game::Output::Event(event)) => self.events.push(event.body),
                _ => {}
            }
        }
    }

    fn clock_says(&mut self, out: Vec<u8>) {
        if !out.is_empty() && self.plugged {
            self.port(Device::Clock, &PortNews::Bytes(out));
        }
    }

    fn plug(&mut self) {
        let mut out = Vec::new();
        self.clock.switched_on(ms(self.now), 1, &mut out);
        self.plugged = true;
        self.port(Device::Clock, &PortNews::Opened);
        self.clock_says(out);
    }

    fn unplug(&mut self) {
        self.plugged = false;
        self.port(Device::Clock, &PortNews::Lost);
    }

    pub fn wait(&mut self, wait_ms: u64) -> &mut Hall {
        for _ in 0..wait_ms / STEP_MS {
            self.now += STEP_MS;
            let (mut board, mut clock, mut effects) = (Vec::new(), Vec::new(), Vec::new());
            self.board.tick(ms(self.now), &mut board);
            if !board.is_empty() {
                self.port(Device::Board, &PortNews::Bytes(board));
            }
            self.clock.tick(ms(self.now), &mut clock);
            self.clock_says(clock);
            if self.desk.deadline().is_some_and(|deadline| deadline <= ms(self.now)) {
                self.desk.advance(stamp(self.now), &mut effects);
                self.take(effects);
            }
        }
        self
    }

    /// Black sits on the left.
    pub fn press(&mut self, color: Color) -> &mut Hall {
        let mut out = Vec::new();
        self.clock.press(ms(self.now), if color == Color::Black { Side::Left } else { Side::Right }, &mut out);
        self.clock_says(out);
        self
    }

    pub fn play(&mut self, color: Color, vertex: &str, thinks_ms: u64) -> &mut Hall {
        self.wait(thinks_ms);
        let point = Point::from_vertex(vertex, Size::square(9).unwrap()).unwrap();
        self.board.set(&[(point, Cell::Stone(color))]);
        self.wait(800).press(color)
    }

    pub fn document(&self) -> ClockDocument {
        self.desk.game().clock_document(stamp(self.now)).expect("a clock is kept")
    }

    fn record(&self) -> Vec<String> {
        let moves = &self.desk.game().record().moves;
        moves.iter().map(|played| played.place.text(Size::square(9).unwrap())).collect()
    }

    /// Time used of each turn that has ended, in ms.
    fn turns(&self) -> Vec<Option<u64>> {
        self.events
            .iter()
            .filter_map(|event| if let EventBody::TurnEnded { used_ms, .. } = event { Some(*used_ms) } else { None })
            .collect()
    }

    fn changes(&self) -> Vec<(ClockChange, Option<Color>)> {
        self.events
            .iter()
            .filter_map(|event| if let EventBody::Clock { change, color, .. } = event { Some((change.clone(), *color)) } else { None })
            .collect()
    }
}

pub fn ten_minutes() -> ClockSetting {
    ClockSetting { main_ms: 600_000, periods: 0, period_ms: 0 }
}

#[test]
fn a_few_moves_with_every_clock_have_their_turns_and_their_times() {
    for driver in DRIVERS {
        for authority in [TimeAuthority::Device, TimeAuthority::Daemon] {
            let mut hall = Hall::new(driver, ten_minutes(), authority);
            hall.press(Color::White);
            for (color, vertex, thinks_ms) in
                [(Color::Black, "E5", 8_000), (Color::White, "C3", 5_000), (Color::Black, "G7", 20_000), (Color::White, "C7", 3_000)]
            {
                hall.play(color, vertex, thinks_ms);
            }
            hall.wait(3_000);
            let case = format!("{driver} {authority:?}");
            assert_eq!(hall.record(), ["E5", "C3", "G7", "C7"], "{case}");
            let turns = hall.turns();
            for (turn, expected) in turns.iter().zip([8_800, 5_800, 20_800, 3_800]) {
                let used = turn.expect("timed");
                assert!(used.abs_diff(expected) <= 1_000, "{case}: {turns:?}");
            }
            assert_eq!(turns.len(), 4, "{case}");
            let document = hall.document();
            assert_eq!((document.running, document.stale), (Some(Color::Black), false), "{case}");
            let uncertain = document.uncertainty_ms;
            assert!(document.players.black.remaining_ms.abs_diff(600_000 - 32_600) <= uncertain + 500, "{case} {document:?}");
            assert!(document.players.white.remaining_ms.abs_diff(600_000 - 9_600) <= uncertain + 500, "{case} {document:?}");
            let stated = if driver == ClockDriver::Dgt { 1_000 } else { 20 };
            assert!(uncertain >= stated, "{case}: {uncertain}");
            assert!(hall.events.iter().all(|event| !matches!(event, EventBody::AlertRaised(_))), "{case}");
        }
    }
}

#[test]
fn a_clock_that_speaks_only_at_presses_is_not_stale_for_a_whole_turn_and_is_when_it_is_unplugged() {
    let mut hall = Hall::new(ClockDriver::OpenChessClock, ten_minutes(), TimeAuthority::Device);
    hall.press(Color::White).play(Color::Black, "E5", 2_000).wait(240_000);
    let document = hall.document();
    assert_eq!((document.running, document.stale), (Some(Color::White), false));
    assert_eq!(document.players.white.remaining_ms, 600_000 - 240_000);
    assert!(document.uncertainty_ms >= 2_400, "what its rate may be off: {document:?}");
    hall.unplug();
    let document = hall.document();
    assert_eq!((document.running, document.stale), (None, true));
    hall.wait(60_000);
    assert_eq!((hall.document().running, hall.document().stale), (None, true));
}

#[test]
fn how_the_clock_speaks_outlives_a_restart_of_the_daemon() {
    let mut hall = Hall::new(ClockDriver::OpenChessClock, ten_minutes(), TimeAuthority::Device);
    hall.press(Color::White).play(Color::Black, "E5", 2_000).wait(1_000);
    let (state, size) = (hall.desk.game().state(), Size::square(9).unwrap());
    let row = serde_json::to_string(&StateForm::new(&state, "boot", size, None)).unwrap();
    let row: StateForm = serde_json::from_str(&row).unwrap();
    assert_eq!(row.read("boot", stamp(hall.now), size).unwrap().keeper, state.keeper);
}

#[test]
fn a_long_turn_on_a_clock_that_runs_slow_is_believed_at_its_press() {
    let mut hall = Hall::new(ClockDriver::OpenChessClock, ten_minutes(), TimeAuthority::Device);
    hall.press(Color::White).play(Color::Black, "E5", 2_000);
    hall.wait(240_000);
    // By this clock it was half a second a minute less.
    hall.board.set(&[(Point::new(2, 2), Cell::Stone(Color::White))]);
    hall.wait(1_000);
    let mut message = vec![0xC2];
    message.extend((600_000_u32 - 239_000).to_be_bytes());
    hall.clock_says(message);
    hall.wait(100);
    assert_eq!(hall.document().players.white.remaining_ms, 361_000);
    assert_eq!(hall.document().running, Some(Color::Black));
    assert!(!hall.changes().iter().any(|(change, _)| *change == ClockChange::Adjusted));
}

#[test]
fn c5_a_period_is_entered_and_used_on_a_dgt_clock_that_only_jumps_up() {
    let setting = ClockSetting { main_ms: 10_000, periods: 3, period_ms: 20_000 };
    for taken_off in [false, true] {
        let mut hall = Hall::new(ClockDriver::Dgt, setting, TimeAuthority::Device);
        hall.press(Color::White).play(Color::Black, "E5", 4_000);
        hall.play(Color::White, "C3", 14_000);
        let AnyClock::Dgt(clock) = &mut hall.clock else { panic!() };
        clock.suffer(DgtFault::FlagsTakenOff(taken_off));
        hall.wait(3_000);
        assert!(hall.changes().contains(&(ClockChange::PeriodEntered, Some(Color::White))), "{:?}", hall.changes());
        assert_eq!(hall.document().players.white.phase, PlayerPhase::ByoYomi { periods_left: 3 });
        assert_eq!(hall.document().players.white.remaining_ms, 20_000, "the period begins anew");
        // Black's main time ends, a period is used, another runs.
        hall.wait(25_000);
        let changes = hall.changes();
        assert!(changes.contains(&(ClockChange::PeriodEntered, Some(Color::Black))), "{changes:?}");
        assert!(changes.contains(&(ClockChange::PeriodUsed, Some(Color::Black))), "{changes:?}");
        assert_eq!(hall.document().players.black.phase, PlayerPhase::ByoYomi { periods_left: 2 });
        assert!(!changes.iter().any(|(change, _)| matches!(change, ClockChange::Adjusted | ClockChange::Flagged { .. })), "{changes:?}");
        hall.wait(45_000);
        assert!(hall.changes().contains(&(ClockChange::Flagged { provisional: false }, Some(Color::Black))));
    }
}

#[test]
fn c5_an_hour_more_or_both_sides_at_once_is_a_clock_set_anew_and_no_period() {
    let setting = ClockSetting { main_ms: 10_000, periods: 3, period_ms: 20_000 };
    let mut hall = Hall::new(ClockDriver::Dgt, setting, TimeAuthority::Device);
    hall.press(Color::White).play(Color::Black, "E5", 15_000).wait(5_000);
    let before = hall.changes().len();
    let mut out = Vec::new();
    hall.clock.set_anew(ms(hall.now), &mut out);
    hall.clock_says(out);
    hall.wait(3_000);
    let changes = hall.changes()[before..].to_vec();
    assert!(changes.iter().all(|(change, _)| matches!(change, ClockChange::Adjusted | ClockChange::Paused)), "{changes:?}");
    assert!(changes.iter().any(|(change, _)| *change == ClockChange::Adjusted), "{changes:?}");
    assert_eq!(hall.document().players.map(|player| player.remaining_ms), kifud::go::ByColor { black: 10_000, white: 10_000 });
}

#[test]
fn c6_a_clock_pulled_out_and_put_back_is_never_shown_running_meanwhile_and_goes_on() {
    for driver in DRIVERS {
        let mut hall = Hall::new(driver, ten_minutes(), TimeAuthority::Device);
        hall.press(Color::White).play(Color::Black, "E5", 4_000).wait(2_000);
        assert_eq!(hall.document().running, Some(Color::White), "{driver}");
        hall.unplug();
        hall.wait(2_000);
        let document = hall.document();
        assert_eq!((document.running, document.stale), (None, true), "{driver}");
        assert!(hall.inputs.contains(&Input::ClockLost), "{driver}");
        // The clock has no battery: it comes back set and standing.
        hall.plug();
        hall.wait(6_000);
        assert_eq!(hall.document().running, None, "{driver}");
        hall.press(Color::Black).wait(5_000);
        assert_eq!((hall.document().running, hall.document().stale), (Some(Color::White), false), "{driver}");
        hall.play(Color::White, "C3", 2_000).wait(2_000);
        assert_eq!(hall.record(), ["E5", "C3"], "{driver}");
        assert_eq!(hall.document().running, Some(Color::Black), "{driver}");
    }
}

#[test]
fn c6_a_dgt_clock_off_its_board_is_away_though_the_board_speaks_and_its_old_times_do_not_run() {
    let mut hall = Hall::new(ClockDriver::Dgt, ten_minutes(), TimeAuthority::Device);
    hall.press(Color::White).play(Color::Black, "E5", 4_000).wait(2_000);
    let AnyClock::Dgt(clock) = &mut hall.clock else { panic!() };
    clock.suffer(DgtFault::Unconnected(true));
    hall.wait(1_500);
    assert_eq!((hall.document().running, hall.document().stale), (None, true));
    assert!(!hall.desk.presence(Device::Clock).speaking);
    hall.wait(20_000);
    assert_eq!(hall.document().running, None);
    let AnyClock::Dgt(clock) = &mut hall.clock else { panic!() };
    clock.suffer(DgtFault::Unconnected(false));
    hall.wait(3_000);
    assert!(hall.desk.presence(Device::Clock).speaking);
    assert_eq!((hall.document().running, hall.document().stale), (Some(Color::White), false));
    assert_eq!(hall.inputs.iter().filter(|input| **input == Input::ClockBack).count(), 2);
}

#[test]
fn c7_the_old_figure_of_a_stopped_side_is_put_right_without_news() {
    let mut hall = Hall::new(ClockDriver::Dgt, ten_minutes(), TimeAuthority::Device);
    hall.press(Color::White).play(Color::Black, "E5", 4_000).wait(3_000);
    let mut reading = ClockReading {
        remaining_ms: [595_000, 596_000],
        running: Some(Side::Right),
        periods_left: [None; 2],
        stones_left: [None; 2],
        flag: [false; 2],
        overtime: [false; 2],
        paused: false,
        resolution_ms: 1_000,
    };
    let before = hall.changes().len();
    let mut table = crate::table::Table::new(Settings { time_authority: TimeAuthority::Device, ..settings(9) });
    for (wait, left) in [(0, 597_000), (1_000, 597_000), (1_000, 595_000), (1_000, 595_000)] {
        table.wait(wait);
        reading.remaining_ms = [left, reading.remaining_ms[1] - wait as u32];
        table.give(Input::Clock { at: ms(table.now), report: ClockReport::Times(reading) });
    }
    assert!(!table.since().iter().any(|event| event.contains("Adjusted") || event.contains("turn")));
    assert_eq!(hall.changes().len(), before);
}

#[test]
fn c8_a_single_odd_reading_changes_nothing_and_a_second_one_that_agrees_does() {
    let mut hall = Hall::new(ClockDriver::Dgt, ten_minutes(), TimeAuthority::Device);
    hall.press(Color::White).play(Color::Black, "E5", 4_000).wait(3_000);
    let (before, shown) = (hall.changes().len(), hall.document().players);
    for _ in 0..3 {
        let AnyClock::Dgt(clock) = &mut hall.clock else { panic!() };
        clock.suffer(DgtFault::OddReading);
        hall.wait(500);
        assert!(hall.document().players.white.remaining_ms.abs_diff(shown.white.remaining_ms) < 10_000);
        hall.wait(2_500);
    }
    assert_eq!(hall.changes().len(), before, "{:?}", &hall.changes()[before..]);
}

#[test]
fn c11_a_press_just_before_and_one_just_after_its_stone_are_that_stones_press() {
    for (driver, press_first) in DRIVERS.into_iter().flat_map(|driver| [(driver, true), (driver, false)]) {
        let mut hall = Hall::new(driver, ten_minutes(), TimeAuthority::Device);
        hall.press(Color::White).play(Color::Black, "C3", 3_000).wait(5_000);
        if press_first {
            hall.press(Color::White).wait(600);
        }
        hall.board.set(&[(Point::new(4, 4), Cell::Stone(Color::White))]);
        if !press_first {
            hall.wait(200).press(Color::White);
        }
        hall.wait(5_000);
        assert_eq!(hall.record(), ["C3", "E5"], "{driver} {press_first}");
        assert_eq!(hall.turns().len(), 2, "{driver} {press_first}");
        assert!(hall.events.iter().all(|event| !matches!(event, EventBody::AlertRaised(_))), "{driver} {press_first}");
        assert_eq!(hall.document().running, Some(Color::Black), "{driver} {press_first}");
    }
}

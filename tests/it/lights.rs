//! The lights of a board (CONTRACT 3.2 LIGHTS): what is to be put right, in set-up and after a ruling, by the bytes of the open protocol.

use kifud::game::{Decision, Game, Request, RuleRequest, RulingOutcome, Start, Verb};
use kifud::go::{Color, Point, Setup, Size};
use kifud::referee::{BoardRemedy, Kind};
use kifud::sense::{Filter, Orientation, Rotation};
use kifud::table::{Desk, Device, Effect, PortNews};
use kifud::wire::kifud::VirtualBoard;
use kifud::wire::kifud::board_packet::caps;
use kifud::wire::{BoardDriver, Cell, board_session};

use crate::table::{settings, stamp};

/// A board that lies turned by a quarter, and everything between it and its game.
struct Room {
    board: VirtualBoard,
    desk: Desk,
    now: u64,
}

const SIZE: u8 = 9;

fn size() -> Size {
    Size::square(SIZE).unwrap()
}

fn at(vertex: &str) -> Point {
    Point::from_vertex(vertex, size()).unwrap()
}

const TURNED: Orientation = Orientation { mirrored: false, rotation: Rotation::Quarter };

impl Room {
    fn new(caps: u8) -> Room {
        let made = kifud::game::Settings { orientation: TURNED, ..settings(SIZE) };
        let game = Game::new(made, "lights", stamp(10_000));
        let desk = Desk::new(board_session(BoardDriver::Kifud, size(), 50), None, Filter::new(TURNED, Vec::new()), game);
        let mut room = Room { board: VirtualBoard::new(size(), caps, 1), desk, now: 10_000 };
        let mut effects = Vec::new();
        room.desk.port(stamp(room.now), Device::Board, &PortNews::Opened, &mut effects);
        room.answer(effects);
        room.wait(1_000);
        room
    }

    /// What the daemon writes reaches the board, and what that says comes back.
    fn answer(&mut self, effects: Vec<Effect>) {
        let mut effects = effects;
        while !effects.is_empty() {
            let mut said = Vec::new();
            for effect in std::mem::take(&mut effects) {
                if let Effect::Write(Device::Board, bytes) = effect {
                    self.board.received(stamp(self.now).mono, &bytes, &mut said);
                }
            }
            self.board.tick(stamp(self.now).mono, &mut said);
            if !said.is_empty() {
                self.desk.port(stamp(self.now), Device::Board, &PortNews::Bytes(said), &mut effects);
            }
        }
    }

    fn wait(&mut self, ms: u64) {
        for _ in 0..ms / 50 {
            self.now += 50;
            let (mut said, mut effects) = (Vec::new(), Vec::new());
            self.board.tick(stamp(self.now).mono, &mut said);
            self.desk.port(stamp(self.now), Device::Board, &PortNews::Bytes(said), &mut effects);
            self.desk.advance(stamp(self.now), &mut effects);
            self.answer(effects);
        }
    }

    /// A hand does something that then holds still.
    fn put(&mut self, vertex: &str, cell: Cell) {
        let sensor = TURNED.to_sensor(at(vertex), size()).unwrap();
        let (mut said, mut effects) = (Vec::new(), Vec::new());
        self.board.set(stamp(self.now).mono, &[(sensor, cell)], &mut said);
        self.desk.port(stamp(self.now), Device::Board, &PortNews::Bytes(said), &mut effects);
        self.answer(effects);
        self.wait(600);
    }

    fn ask(&mut self, verb: Verb) {
        let mut effects = Vec::new();
        let request = Request { transaction: format!("t{}", self.now), by: None, expect_game: None, expect_rev: None, verb };
        self.desk.request(stamp(self.now), request, &mut effects);
        self.answer(effects);
        self.wait(50);
    }

    /// The lights that are on, in record coordinates: "white D4".
    fn lit(&self) -> Vec<String> {
        let word = |value: u8| ["off", "white", "lift", "black"][usize::from(value)];
        let sensors = TURNED.size(size());
        let on = |sensor: &Point| self.board.lights()[sensors.index(*sensor)] != 0;
        let mut lit: Vec<String> = sensors
            .points()
            .filter(on)
            .map(|sensor| {
                let point = TURNED.to_record(sensor, sensors).unwrap();
                format!("{} {}", word(self.board.lights()[sensors.index(sensor)]), point.vertex(size()))
            })
            .collect();
        lit.sort();
        lit
    }

    fn press(&mut self, color: Color) {
        self.ask(Verb::Press { color, at: None });
    }
}

const BLACK: Cell = Cell::Stone(Color::Black);
const WHITE: Cell = Cell::Stone(Color::White);
const NONE: [&str; 0] = [];

/// Three moves; then Black has put the last stone elsewhere, which is said.
fn relocated(caps: u8) -> Room {
    let mut room = Room::new(caps);
    for (vertex, color) in [("E5", Color::Black), ("C3", Color::White), ("G7", Color::Black)] {
        room.put(vertex, Cell::Stone(color));
        room.press(color);
    }
    room.wait(2_000);
    room.put("G7", Cell::Empty);
    room.put("F2", BLACK);
    room.wait(5_000);
    room
}

fn rules(room: &mut Room, board: BoardRemedy) {
    let alert = room.desk.game().book().alerts.iter().find(|alert| alert.kind == Kind::StoneRelocated).expect("it was said").clone();
    let decision = Decision { board: Some(board), ..Decision::plain(RulingOutcome::Confirm) };
    room.ask(Verb::Rule(Box::new(RuleRequest { game_id: None, alert: alert.id, rev: alert.rev, replaces: None, decision })));
}

#[test]
fn after_a_ruling_that_the_position_is_restored_the_lights_show_what_is_to_be_put_right_until_it_is() {
    let mut room = relocated(caps::COLOR | caps::LIGHTS);
    assert_eq!(room.lit(), NONE, "nothing points at an offence before a ruling");
    rules(&mut room, BoardRemedy::Restore);
    assert_eq!(room.lit(), ["black G7", "lift F2"]);
    room.put("F2", Cell::Empty);
    assert_eq!(room.lit(), ["black G7"]);
    room.put("G7", BLACK);
    assert_eq!((room.lit().len(), room.desk.game().book().phase.name()), (0, "playing"));
    // What is wrong later is nobody's to see before it is ruled.
    room.put("C3", Cell::Empty);
    room.wait(5_000);
    assert_eq!(room.lit(), NONE);
}

#[test]
fn play_that_was_interrupted_before_the_ruling_is_lit_the_same_and_goes_on_when_a_person_says_so() {
    let mut room = relocated(caps::COLOR | caps::LIGHTS);
    room.ask(Verb::Pause { reason: "ruling".to_owned(), until: None });
    assert_eq!(room.lit(), NONE);
    rules(&mut room, BoardRemedy::Restore);
    assert_eq!(room.lit(), ["black G7", "lift F2"]);
    room.put("F2", Cell::Empty);
    room.put("G7", BLACK);
    assert_eq!((room.lit().len(), room.desk.game().book().phase.name()), (0, "paused"));
    room.put("C3", Cell::Empty);
    assert_eq!(room.lit(), NONE, "the position was restored; this is another matter");
}

#[test]
fn where_what_stands_was_ruled_to_stand_nothing_is_lit() {
    let mut room = relocated(caps::COLOR | caps::LIGHTS);
    rules(&mut room, BoardRemedy::Stands);
    assert_eq!(room.lit(), NONE);
}

#[test]
fn stones_of_a_set_up_are_shown_until_they_stand() {
    let mut room = Room::new(caps::COLOR | caps::LIGHTS);
    let setup = Setup { black: vec![at("G7"), at("C3")], white: vec![at("C7")] };
    room.ask(Verb::StartGame(Box::new(Start { setup: Some(setup), ..Start::default() })));
    assert_eq!(room.lit(), ["black C3", "black G7", "white C7"]);
    room.put("C7", BLACK);
    assert_eq!(room.lit(), ["black C3", "black G7", "white C7"], "the wrong colour: it says which belongs there");
    room.put("C7", Cell::Empty);
    for (vertex, cell) in [("C7", WHITE), ("G7", BLACK), ("C3", BLACK)] {
        room.put(vertex, cell);
    }
    assert_eq!((room.lit().len(), room.desk.game().book().phase.name()), (0, "playing"));
}

#[test]
fn a_board_that_was_switched_off_meanwhile_is_lit_again_and_one_without_lights_is_told_nothing() {
    let mut room = relocated(caps::COLOR | caps::LIGHTS);
    rules(&mut room, BoardRemedy::Restore);
    let mut said = Vec::new();
    room.now += 500;
    room.board.switched_on(stamp(room.now).mono, 2, &mut said);
    assert_eq!(room.lit(), NONE);
    let mut effects = Vec::new();
    room.desk.port(stamp(room.now), Device::Board, &PortNews::Bytes(said), &mut effects);
    room.answer(effects);
    room.wait(2_000);
    assert_eq!(room.lit(), ["black G7", "lift F2"]);
    let mut dark = relocated(caps::COLOR);
    rules(&mut dark, BoardRemedy::Restore);
    assert_eq!((dark.lit().len(), dark.desk.game().book().phase.name()), (0, "paused"));
}

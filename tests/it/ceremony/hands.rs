//! Whole ceremonies by virtual hands, through the bytes of real boards: nothing is said of them, and what is hidden in them is.

use Color::{Black, White};
use kifud::game::{Phase, Start, StartMode, Verb};
use kifud::go::{Board, Color, Point, Setup, Size};
use kifud::sim::{Act, Cue, Filling, collect, fill_in, make_tens};
use kifud::trial::{Scene, Stage};
use kifud::wire::kifud::ClockSetting;
use kifud::wire::{BoardDriver, Cell, ClockDriver};

use crate::endings::by;

/// A final position and its dead stones.
struct Final {
    board: Board,
    dead: Vec<Point>,
}

impl Final {
    /// A boundary that winds from the top to the bottom, closed everywhere, with some dead stones on both sides of it.
    fn random(side: u8, seed: u64) -> Final {
        let mut rng = fastrand::Rng::with_seed(seed);
        let size = Size::square(side).unwrap();
        let mut board = Board::new(size);
        let mut wall = side / 2 - 1;
        let mut dead = Vec::new();
        for row in 0..side {
            board.set([(Point::new(wall, row), Some(Black)), (Point::new(wall + 1, row), Some(White))]);
            if row % 3 == 1 {
                for (col, color) in [(rng.u8(0..wall - 1), White), (rng.u8(wall + 3..side), Black)] {
                    board.set([(Point::new(col, row), Some(color))]);
                    dead.push(Point::new(col, row));
                }
            }
            wall = (wall + rng.u8(0..3)).saturating_sub(1).clamp(side / 3, side - side / 3 - 2);
        }
        Final { board, dead }
    }

    fn stones(&self) -> Vec<(Point, Color)> {
        let size = self.board.size();
        size.points().filter_map(|point| self.board.get(point).map(|color| (point, color))).collect()
    }
}

/// The position stands on a board of this kind, both have accepted the end, and the dead stones are marked.
fn counted(last: &Final, driver: BoardDriver, book: &str, rules: &str) -> Scene {
    let mut settings = by(book, rules);
    (settings.size, settings.start) = (last.board.size(), StartMode::Request);
    let setting = ClockSetting { main_ms: 3_600_000, periods: 3, period_ms: 30_000 };
    let mut scene = Scene::open(Stage { settings, driver, clock: (ClockDriver::Kifud, setting) }).unwrap();
    let of = |color| last.stones().into_iter().filter(|(_, of)| *of == color).map(|(point, _)| point).collect();
    let setup = Setup { black: of(Black), white: of(White) };
    scene.ask(Verb::StartGame(Box::new(Start { setup: Some(setup), to_move: Some(Black), ..Start::default() }))).unwrap();
    let cues: Vec<Cue> = last.stones().into_iter().map(|(point, color)| Cue { at_ms: 0, turn: 0, act: Act::Put(point, color) }).collect();
    scene.play(&cues).unwrap().wait(3_000).unwrap();
    assert_eq!(scene.game().book().phase, Phase::Playing, "{driver}");
    scene.ask(Verb::AcceptEnd(Black)).unwrap().ask(Verb::AcceptEnd(White)).unwrap();
    scene.ask(Verb::MarkDead { points: last.dead.clone(), color: None }).unwrap().wait(1_000).unwrap();
    scene
}

/// Everything that was said but that points are open, which stands while dead stones are not marked.
fn said(scene: &Scene) -> Vec<String> {
    scene.alerts().iter().filter(|alert| alert.kind.name() != "dame-left").map(|alert| format!("{} {}", alert.kind, alert.text)).collect()
}

/// What stands after these cues.
fn standing(last: &Final, cues: &[Cue]) -> Vec<(Point, Color)> {
    let mut board = last.board.clone();
    for (point, cell) in cues.iter().filter_map(|cue| cue.act.shown()) {
        board.set([(point, if let Cell::Stone(color) = cell { Some(color) } else { None })]);
    }
    Final { board, dead: Vec::new() }.stones()
}

const BOARDS: [BoardDriver; 4] = [BoardDriver::Kifud, BoardDriver::Matrix, BoardDriver::Igo, BoardDriver::Saiboard];

/// Ing's ceremony from the dead stones to the bowls, in a random order of fills: 180 stones of each colour, or 40 on the small board.
#[test]
fn ing_9_4_filling_in_and_collecting_by_two_pairs_of_hands_is_silent_and_shows_the_margin_that_was_counted() {
    for (side, seed) in (0..10).map(|seed| (9, seed)).chain([(19, 1), (19, 2)]) {
        let last = Final::random(side, seed);
        let mut scene = counted(&last, BOARDS[seed as usize % 4], "ing", "ing");
        let filling: Filling = fill_in(&last.board, &last.dead, 4, seed);
        let count = scene.game().count().unwrap().clone();
        assert_eq!(count.method, "fill-in");
        scene.play(&filling.cues).unwrap().wait(20_000).unwrap();
        assert_eq!(said(&scene), [""; 0], "{side} {seed}");
        assert_eq!(count.margin.map(|margin| i64::from(margin.0)), Some(2 * filling.margin()), "{side} {seed}: {filling:?}");
        assert_eq!(scene.game().count(), Some(&count), "what hands do changes nothing of it");
        let stones = standing(&last, &filling.cues);
        assert_eq!(stones.len(), usize::from(side).pow(2) - 1, "every stone of both was filled in");
        scene.play(&collect(&stones, seed)).unwrap().wait(60_000).unwrap();
        assert_eq!(said(&scene), [""; 0], "{side} {seed}");
        scene.ask(Verb::ConfirmScore(White)).unwrap().ask(Verb::ConfirmScore(Black)).unwrap();
        let result = scene.game().book().result.clone().unwrap();
        assert_eq!(result.winner, Some(if filling.margin() >= 0 { Black } else { White }), "a tie is Black's");
    }
}

#[test]
fn ing_9_4_4_a_handful_and_a_push_hidden_in_a_ceremony_are_found_on_every_board_that_sees_colours_and_on_those_that_do_not() {
    for (seed, driver) in (20..).zip(BOARDS) {
        let last = Final::random(9, seed);
        let mut scene = counted(&last, driver, "ing", "ing");
        let filling = fill_in(&last.board, &last.dead, 4, seed);
        // In the middle Black pours five stones onto the board and leaves them, and pushes a stone of White's wall off it.
        let middle = filling.cues.len() / 2;
        scene.play(&filling.cues[..middle]).unwrap().wait(2_000).unwrap();
        assert_eq!(said(&scene), [""; 0], "{driver}");
        let stands = standing(&last, &filling.cues[..middle]);
        let free = last.board.size().points().filter(|point| !stands.iter().any(|(stone, _)| stone == point)).take(5);
        let mut acts: Vec<Act> = free.map(|point| Act::Put(point, Black)).collect();
        let wall = last.stones().into_iter().find(|(stone, of)| *of == White && !last.dead.contains(stone)).unwrap().0;
        acts.push(Act::Lift(wall));
        let cues: Vec<Cue> = acts.into_iter().map(|act| Cue { at_ms: 0, turn: 0, act }).collect();
        scene.play(&cues).unwrap().wait(10_000).unwrap();
        let kinds: Vec<&str> = scene.alerts().iter().map(|alert| alert.kind.name()).filter(|kind| *kind != "dame-left").collect();
        assert_eq!(kinds, ["fill-burst", "counting-disturbed"], "{driver}");
        let disturbed = scene.alerts().into_iter().find(|alert| alert.kind.name() == "counting-disturbed").unwrap();
        assert_eq!(disturbed.points, [wall], "{driver}");
    }
}

#[test]
fn cn_16_3_making_tens_by_hand_is_silent_and_leaves_the_kept_position() {
    for (seed, driver) in (0..8).zip(BOARDS.into_iter().cycle()) {
        let last = Final::random(if seed < 6 { 9 } else { 19 }, 40 + seed);
        let mut scene = counted(&last, driver, "china-1988", "chinese");
        let count = scene.game().count().unwrap().clone();
        let cues = make_tens(&last.board, &last.dead, if seed % 2 == 0 { Black } else { White }, seed);
        assert!(cues.len() > 40);
        scene.play(&cues).unwrap().wait(60_000).unwrap();
        assert_eq!(said(&scene), [""; 0], "{driver}");
        scene.ask(Verb::Count { method: None }).unwrap();
        assert_eq!(scene.game().count(), Some(&count));
    }
}

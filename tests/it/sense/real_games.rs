//! Real games, of which the board has missed some moves: all that is new is equally old.

use kifud::go::{Color, Place, Point, Position, Rules, sgf};
use kifud::sense::{Limits, Play, Question, Reconstruction, explain};
use kifud::time::Mono;

use super::table::grid;
use crate::cases::{say, shared};

/// The plays of a game as far as they are legal and by turns, with the position before each.
fn plays(bytes: &[u8]) -> Vec<(Position, Color, Point)> {
    let Ok(game) = sgf::read(bytes) else { return Vec::new() };
    let mut position = Position::at_start_of(&game.record, &Rules::CHINESE).unwrap();
    let mut plays = Vec::new();
    for played in &game.record.moves {
        let (before, Some(point)) = (position.clone(), played.place.point()) else { break };
        if position.play(played.color, Place::At(point)).is_err() {
            break;
        }
        plays.push((before, played.color, point));
    }
    plays
}

/// How windows of one length were told.
#[derive(Default)]
struct Told {
    right: u32,
    /// The wrong order, and said to be uncertain.
    wrong_order: u32,
    /// Another story than the true one, told as the only one.
    wrong: u32,
    /// Several stories or none, or the first of the plays.
    open: u32,
}

impl Told {
    /// The board came back after `missed` plays, and has seen the others come.
    fn window(&mut self, window: &[(Position, Color, Point)], missed: usize, after: &Position, latest: &[Point]) {
        let (start, to_move, _) = &window[0];
        let wood = grid(after, true);
        let pressed: Vec<(Color, Mono)> = window[..missed].iter().map(|&(_, color, _)| (color, Mono::from_millis(1_000))).collect();
        let answer = explain(&Question {
            position: start,
            to_move: *to_move,
            wood: &wood,
            first_seen: &|point| {
                let later = window[missed..].iter().position(|&(.., played)| played == point);
                Mono::from_millis(later.map_or(9_000, |later| 20_000 + 10_000 * later as u64))
            },
            lifting: &[],
            last_move: None,
            settling: &[],
            not_before: Mono::from_millis(500),
            known_since: Mono::from_millis(9_000),
            presses: &pressed,
            latest,
            limits: Limits::DEFAULT,
        });
        let is_true =
            |plays: &[Play]| plays.iter().map(|play| (play.color, play.point)).eq(window.iter().map(|&(_, color, point)| (color, point)));
        let begins =
            |plays: &[Play]| plays.len() < window.len() && plays.iter().zip(window).all(|(play, &(_, _, point))| play.point == point);
        match answer {
            Reconstruction::Played(plays) if is_true(&plays) => self.right += 1,
            // A press goes on waiting for the rest.
            Reconstruction::Played(plays) if begins(&plays) => self.open += 1,
            Reconstruction::Played(_) => self.wrong += 1,
            Reconstruction::PlayedInSomeOrder { plays, .. } if is_true(&plays) => self.right += 1,
            Reconstruction::PlayedInSomeOrder { others, .. } if others.iter().any(|plays| is_true(plays)) => self.wrong_order += 1,
            Reconstruction::PlayedInSomeOrder { .. } => self.wrong += 1,
            Reconstruction::Ambiguous(_) | Reconstruction::Unexplained(_) => self.open += 1,
            Reconstruction::Unchanged | Reconstruction::Unfinished(_) => self.open += 1,
        }
    }

    fn all(&self) -> u32 {
        self.right + self.wrong_order + self.wrong + self.open
    }
}

/// Shorter games are no games for `benches/orders` either.
const SHORT: usize = 10;

/// The net was fitted to every second game and to public ones (`benches/orders`), and is measured on the others.
#[test]
fn the_order_of_moves_that_the_board_has_missed_is_mostly_right_and_never_claimed_wrongly() {
    let Some(folder) = shared("sgf") else { return };
    let mut paths: Vec<_> = std::fs::read_dir(folder.join("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let games = paths.iter().map(|path| plays(&std::fs::read(path).unwrap())).filter(|game| game.len() > SHORT);
    let games: Vec<_> = games.skip(1).step_by(2).collect();
    let mut random = fastrand::Rng::with_seed(1);
    // This is a debug build.
    let windows = if std::env::var_os("KIFUD_LONG").is_some() { 30 } else { 4 };
    for (missed, seen, least) in [(1, 0, 999), (2, 0, 995), (3, 0, 860), (3, 1, 870), (4, 0, 710), (5, 0, 560)] {
        let mut told = Told::default();
        let plies = missed + seen;
        for game in &games {
            for _ in 0..if game.len() > plies + 1 { windows } else { 0 } {
                let from = random.usize(0..game.len() - plies);
                let latest: Vec<Point> = game[..from].iter().map(|&(.., point)| point).collect();
                told.window(&game[from..from + plies], missed, &game[from + plies].0, &latest);
            }
        }
        let (of, permille) = (told.all(), told.right * 1000 / told.all().max(1));
        say(&format!(
            "{missed} moves missed, {seen} seen after them: {permille} permille of {of} right, {} in the wrong order, {} wrong, {} open",
            told.wrong_order, told.wrong, told.open
        ));
        assert!(of > 500 && permille >= least, "{missed} moves: {permille} permille");
        // With five, or looked at again later, a ko may have been taken and retaken so that the wood is as before: some of a thousand.
        let cannot_be_wrong = missed <= 4 && seen == 0;
        assert!(told.wrong == 0 || !cannot_be_wrong && told.wrong <= 5, "{missed} moves: {} of {of} told wrongly", told.wrong);
    }
}

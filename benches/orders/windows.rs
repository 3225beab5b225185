//! Plays that follow each other, in the orders in which they may have been made.

use std::sync::mpsc::sync_channel;

use fastrand::Rng;
use kifud::go::{Color, Place, Point, Position};
use kifud::sense::orders::{EARLIER, Look, Sight};

use super::games::Game;

/// So many windows wait in a heap from which they are taken at random.
const HEAP: usize = 8_192;
/// From one window to the next of the same game, in plays, at most.
const STRIDE: usize = 24;

/// What is seen of every play of every order; the true order comes first.
pub struct Window {
    pub length: usize,
    pub known_after: usize,
    pub orders: Vec<Vec<Vec<u16>>>,
}

/// All orders of these plays in which the sides alternate, the true one first.
fn permutations(plays: &[(Color, Point)]) -> Vec<Vec<(Color, Point)>> {
    fn go(plays: &[(Color, Point)], used: &mut Vec<usize>, found: &mut Vec<Vec<(Color, Point)>>) {
        if used.len() == plays.len() {
            found.push(used.iter().map(|&index| plays[index]).collect());
            return;
        }
        for index in (used.len() % 2..plays.len()).step_by(2) {
            if !used.contains(&index) {
                used.push(index);
                go(plays, used, found);
                used.pop();
            }
        }
    }
    let mut found = Vec::new();
    go(plays, &mut Vec::new(), &mut found);
    found
}

fn seen(
    root: &Position,
    latest: &[(Color, Point)],
    plays: impl Iterator<Item = (Color, Point)>,
    until: usize,
) -> Option<(Vec<Vec<u16>>, u64)> {
    let mut earlier: [Option<Point>; EARLIER] = std::array::from_fn(|back| latest.len().checked_sub(back + 1).map(|index| latest[index].1));
    let mut position = root.clone();
    let mut sight = Sight::of(&position);
    let mut looks = Vec::new();
    let mut hash = 0;
    for (index, (color, point)) in plays.enumerate() {
        let takes = position.play(color, Place::At(point)).ok()?.captured.len();
        let after = Sight::of(&position);
        let mut look = Vec::with_capacity(256);
        sight.look(&after, &Look { color, point, takes, earlier }, &mut look);
        looks.push(look);
        sight = after;
        earlier.rotate_right(1);
        earlier[0] = Some(point);
        if index + 1 == until {
            hash = position.board().hash();
        }
    }
    Some((looks, hash))
}

/// The window of so many plays from here on; nothing when there is only one order.
fn window(position: &Position, game: &Game, from: usize, length: usize, known_after: usize) -> Option<Window> {
    let until = from + length;
    if until > game.plays.len() {
        return None;
    }
    let after = &game.plays[until..(until + known_after).min(game.plays.len())];
    let mut orders = Vec::new();
    let mut reached = None;
    for order in permutations(&game.plays[from..until]) {
        let Some((looks, hash)) = seen(position, &game.plays[..from], order.into_iter().chain(after.iter().copied()), length) else {
            continue;
        };
        if *reached.get_or_insert(hash) == hash {
            orders.push(looks);
        }
    }
    (orders.len() > 1).then_some(Window { length, known_after, orders })
}

fn along(game: &Game, rng: &mut Rng, mut each: impl FnMut(Window)) {
    let mut position = game.start.clone();
    let mut next = rng.usize(0..STRIDE);
    for (at, &(color, point)) in game.plays.iter().enumerate() {
        if at == next {
            next += rng.usize(1..STRIDE);
            let length = match rng.u8(0..100) {
                0..88 => 3,
                88..98 => 4,
                _ => 5,
            };
            let known = [0, 1, 2, 2, 2][rng.usize(0..5)];
            if let Some(window) = window(&position, game, at, length, known) {
                each(window);
            }
        }
        if position.play(color, Place::At(point)).is_err() {
            return;
        }
    }
}

/// Windows of these games again and again, mixed, until there were so many.
pub fn stream(mut games: Vec<Game>, count: usize, mut take: impl FnMut(usize, &Window)) {
    let (sender, receiver) = sync_channel::<Window>(1_024);
    let producer = std::thread::spawn(move || {
        let mut rng = Rng::with_seed(1);
        let mut heap: Vec<Window> = Vec::with_capacity(HEAP);
        loop {
            rng.shuffle(&mut games);
            for game in &games {
                let mut fresh = Vec::new();
                along(game, &mut rng, |window| fresh.push(window));
                for window in fresh {
                    if heap.len() < HEAP {
                        heap.push(window);
                        continue;
                    }
                    let place = rng.usize(0..HEAP);
                    if sender.send(std::mem::replace(&mut heap[place], window)).is_err() {
                        return;
                    }
                }
            }
        }
    });
    for number in 1..=count {
        let Ok(window) = receiver.recv() else { break };
        take(number, &window);
    }
    drop(receiver);
    producer.join().expect("the producer ends with its receiver");
}

/// So many windows of each kind, evenly from all games.
pub fn of_games(games: &[Game], count: usize, seed: u64) -> Vec<Window> {
    let mut rng = Rng::with_seed(seed);
    let mut found = Vec::new();
    for (length, known, share) in [(3, 0, 1), (3, 1, 1), (3, 2, 2), (3, 3, 1), (4, 2, 1), (5, 2, 2)] {
        let each = (count * 2 / share / games.len().max(1)).max(1);
        for game in games {
            for _ in 0..if game.plays.len() > length + 4 { each } else { 0 } {
                let from = rng.usize(0..game.plays.len() - length);
                let mut position = game.start.clone();
                game.plays[..from].iter().for_each(|&(color, point)| drop(position.play(color, Place::At(point))));
                found.extend(window(&position, game, from, length, known));
            }
        }
    }
    found
}

/// Prints how often the true order has the largest sum.
pub fn measure(windows: &[Window], says: impl Fn(&[u16]) -> f32) {
    for (length, known) in [(3, 0), (3, 1), (3, 2), (3, 3), (4, 2), (5, 2)] {
        let (mut of, mut right) = (0, 0);
        for window in windows.iter().filter(|window| window.length == length && window.known_after == known) {
            let sums: Vec<f32> = window.orders.iter().map(|order| order.iter().map(|play| says(play)).sum()).collect();
            of += 1;
            right += u32::from(sums[1..].iter().all(|&sum| sum < sums[0]));
        }
        println!("  {length} plays, {known} known after: {right} of {of}, {:.1} %", f64::from(right) * 100.0 / f64::from(of.max(1)));
    }
}

//! Fits the net that tells the order of plays which nobody saw, and measures it on games that it was not fitted to.
//!
//! ```sh
//! cargo bench --bench orders -- MEASURED [FITTED…]
//! ```
//!
//! reads the SGF files of the folder MEASURED (of those that can be read every second one, by name, is fitted to; the others are measured)
//! and of the folders FITTED with all that is in them (a folder that is named twice counts twice), fits, writes `target/orders.net` and
//! prints how many windows of three, four and five plays come out right with so many of the plays after them known. Games that begin as a
//! measured one are not fitted to. `KIFUD_FIT_WINDOWS` says how many windows are fitted to; without it nothing is fitted, and what kifud
//! has is measured. `KIFUD_FIT_FROM` names a net to go on from.
//!
//! The net is that of `src/sense/explain/plausible/net.rs`, in floating point: the sum of what it says of each play of an order is the
//! logarithm of how likely that order is beside the others that lead to the same position. Fitted by Adagrad, one window after the other:
//! the same games give the same net.

mod fit;
mod games;
mod windows;

use std::path::PathBuf;

use fit::Net;
use games::Game;
use kifud::sense::orders::says;
use windows::Window;

/// How often the games of the first folder are fitted to beside the others: there are few of them, of every kind.
const OWN: usize = 12;

fn main() {
    let mut folders = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).map(PathBuf::from);
    let Some(measured) = folders.next() else {
        println!("orders: nothing to do without a folder of games (see the head of benches/orders/main.rs)");
        return;
    };
    let windows: usize = std::env::var("KIFUD_FIT_WINDOWS").ok().and_then(|number| number.parse().ok()).unwrap_or(0);
    let shared = games::read(&measured);
    let (fitted, measured): (Vec<_>, Vec<_>) = shared.into_iter().enumerate().partition(|(place, _)| place % 2 == 0);
    let measured: Vec<Game> = measured.into_iter().map(|(_, game)| game).collect();
    let held_back = windows::of_games(&measured, 2_000, 7);
    let mut games: Vec<Game> = Vec::new();
    let own: Vec<Game> = fitted.into_iter().map(|(_, game)| game).collect();
    for _ in 0..OWN {
        games.extend(own.iter().cloned());
    }
    for folder in folders {
        games.extend(games::read(&folder).into_iter().filter(|game| !measured.iter().any(|other| other.begins_as(game))));
    }
    println!("{} games to fit to, {} to measure, {} windows held back", games.len(), measured.len(), held_back.len());
    if windows == 0 {
        windows::measure(&held_back, |play| says(play) as f32);
        return;
    }
    let from = std::env::var_os("KIFUD_FIT_FROM").map(|path| std::fs::read(path).expect("KIFUD_FIT_FROM names a file"));
    let mut net = from.map_or_else(|| Net::new(windows), |bytes| Net::from_bytes(&bytes, windows));
    windows::stream(games, windows, |count, window: &Window| {
        net.learn(window);
        if count % 100_000 == 0 {
            println!("{count} windows: {:.4} nats a window of the last", net.loss());
            if count % 500_000 == 0 {
                std::fs::write("target/orders.net", net.bytes()).expect("target is there");
                windows::measure(&held_back, |play| net.says(play));
            }
        }
    });
    std::fs::write("target/orders.net", net.bytes()).expect("target is there");
    windows::measure(&held_back, |play| net.says(play));
}

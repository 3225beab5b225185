//! Scenes in a line format, for what no record holds.
//!
//! ```text
//! # one act a line; what stands before "at" or "wait" happens at once
//! at 100ms black D4        # moment after the start of the scene
//! white Q16                # same moment
//! wait 2s
//! lift D4 Q16              # a handful
//! press left               # or right
//! unplug board             # or clock
//! wait 1.5s
//! plug board
//! pause                    # the clock's pause button
//! trays 178 180 0 2        # stones in Black's bowl, White's, Black's lid, White's; ? is not known
//! clear                    # every stone comes off
//! ```
//!
//! What only the sensors make of it, and what the lines do:
//!
//! ```text
//! show D4 empty            # or black, white, unreadable; "truth": what stands there
//! bounce D4                # lost and found twice within 200 ms
//! flicker D4 for 10s       # never at rest
//! bump 30 for 1500ms       # so many sensors wrong, then right again
//! loss 2%                  # of the packets of both devices; 0% mends it
//! garbage on               # between the packets; or off
//! ```
//!
//! Moments never go back: an "at" that lies before the moment reached is a fault. Times are `ms` or `s`; words may be in any case. What
//! lasts (bounce, flicker, bump) goes on while the scene does: `wait` for it where it shall be over.

use super::act::{Act, Cue, Device};
use super::line::LineFault;
use super::steps::{self, Deed, Step};
use crate::clock::Side;
use crate::go::{Color, Point, Size, VertexError};
use crate::wire::{Cell, Trays};

/// Percent of the packets before which "garbage on" puts garbage.
const GARBAGE: u8 = 5;

/// Which sensors a bump hits, and how a flicker goes, is the same in every reading of a scene.
const SEED: u64 = 1;

/// Why a scene cannot be read: the line, counted from 1, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ScriptError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: ScriptFault,
}

/// What is wrong with a line of a scene.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScriptFault {
    /// No such act.
    #[error(
        "\"{0}\" is no act: write black, white, lift, clear, press, trays, pause, wait, unplug, plug, show, bounce, flicker, bump, loss or garbage, perhaps after \"at TIME\""
    )]
    UnknownAct(String),
    /// Something is missing or cannot be read.
    #[error("{act} needs {wanted}")]
    Wants {
        /// The act.
        act: &'static str,
        /// What it needs.
        wanted: &'static str,
    },
    /// No vertex of this board.
    #[error(transparent)]
    Vertex(#[from] VertexError),
    /// Time goes back.
    #[error("{at_ms} ms has gone by: the scene has reached {reached_ms} ms")]
    Past {
        /// The moment asked for.
        at_ms: u64,
        /// The moment reached.
        reached_ms: u64,
    },
}

/// Reads a scene for a board of this size. All cues belong to turn 0.
///
/// # Errors
/// The first fault, with its line.
pub fn parse(text: &str, size: Size) -> Result<Vec<Cue>, ScriptError> {
    parse_on(text, size, vec![None; size.area()])
}

/// Reads a scene that begins on a board on which this stands, point by point.
///
/// # Errors
/// The first fault, with its line.
pub fn parse_on(text: &str, size: Size, stands: Vec<Option<Color>>) -> Result<Vec<Cue>, ScriptError> {
    let mut scene = Scene { size, now_ms: 0, steps: Vec::new(), rng: fastrand::Rng::with_seed(SEED) };
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().to_ascii_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        scene.line(&words).map_err(|fault| ScriptError { line: index + 1, fault })?;
    }
    Ok(steps::cues_on(size, stands, scene.steps))
}

struct Scene {
    size: Size,
    now_ms: u64,
    steps: Vec<Step>,
    rng: fastrand::Rng,
}

impl Scene {
    fn line(&mut self, words: &[&str]) -> Result<(), ScriptFault> {
        match words {
            [] => Ok(()),
            ["at", rest @ ..] => {
                let (time, rest) = rest.split_first().ok_or(ScriptFault::Wants { act: "at", wanted: TIME })?;
                let at_ms = duration_ms(time).ok_or(ScriptFault::Wants { act: "at", wanted: TIME })?;
                if at_ms < self.now_ms {
                    return Err(ScriptFault::Past { at_ms, reached_ms: self.now_ms });
                }
                self.now_ms = at_ms;
                self.act(rest)
            }
            words => self.act(words),
        }
    }

    fn act(&mut self, words: &[&str]) -> Result<(), ScriptFault> {
        match words {
            [] => {}
            ["wait", time] => self.now_ms += duration_ms(time).ok_or(ScriptFault::Wants { act: "wait", wanted: TIME })?,
            ["wait", ..] => return Err(ScriptFault::Wants { act: "wait", wanted: TIME }),
            [color @ ("black" | "white"), vertices @ ..] => {
                let color = if *color == "black" { Color::Black } else { Color::White };
                for point in self.points("a stone", vertices)? {
                    self.cue(Act::Put(point, color));
                }
            }
            ["lift", vertices @ ..] => {
                for point in self.points("lift", vertices)? {
                    self.cue(Act::Lift(point));
                }
            }
            ["clear"] => self.step(self.now_ms, Deed::Clear),
            ["press", "left"] => self.cue(Act::Press(Side::Left)),
            ["press", "right"] => self.cue(Act::Press(Side::Right)),
            ["press", ..] => return Err(ScriptFault::Wants { act: "press", wanted: "left or right" }),
            ["trays", counts @ ..] => self.cue(Act::Trays(trays(counts)?)),
            ["pause"] => self.cue(Act::Pause),
            ["clear" | "pause", ..] => return Err(ScriptFault::Wants { act: "clear or pause", wanted: "a line of its own" }),
            ["unplug", device] => self.cue(Act::Unplug(device_named(device, "unplug")?)),
            ["plug", device] => self.cue(Act::Plug(device_named(device, "plug")?)),
            ["unplug" | "plug", ..] => return Err(ScriptFault::Wants { act: "plug and unplug", wanted: "board or clock" }),
            words => return self.disturbance(words),
        }
        Ok(())
    }

    /// What only sensors and lines do.
    fn disturbance(&mut self, words: &[&str]) -> Result<(), ScriptFault> {
        match words {
            ["show", vertex, what] => {
                let point = Point::from_vertex(vertex, self.size)?;
                self.step(self.now_ms, shown(point, what)?);
            }
            ["show", ..] => return Err(ScriptFault::Wants { act: "show", wanted: SHOWN }),
            ["bounce", vertices @ ..] => {
                for point in self.points("bounce", vertices)? {
                    self.wrong_and_right(point, Color::Black, [40, 90, 130, 190]);
                }
            }
            ["flicker", vertex, "for", time] => {
                let point = Point::from_vertex(vertex, self.size)?;
                let length_ms = duration_ms(time).filter(|ms| *ms <= FLICKER_MS_MAX);
                let length_ms = length_ms.ok_or(ScriptFault::Wants { act: "flicker", wanted: FLICKER })?;
                self.flicker(point, length_ms);
            }
            ["flicker", ..] => return Err(ScriptFault::Wants { act: "flicker", wanted: FLICKER }),
            ["bump", points, "for", time] => {
                let points = points.parse().ok().filter(|points| (1..=self.size.area()).contains(points));
                let points = points.ok_or(ScriptFault::Wants { act: "bump", wanted: BUMP })?;
                let length_ms = duration_ms(time).ok_or(ScriptFault::Wants { act: "bump", wanted: TIME })?;
                self.bump(points, length_ms);
            }
            ["bump", ..] => return Err(ScriptFault::Wants { act: "bump", wanted: BUMP }),
            ["loss", percent] => {
                let percent = percent.strip_suffix('%').and_then(|number| number.parse().ok()).filter(|percent| *percent <= 100);
                self.lines(LineFault::Loss(percent.ok_or(ScriptFault::Wants { act: "loss", wanted: PERCENT })?));
            }
            ["loss", ..] => return Err(ScriptFault::Wants { act: "loss", wanted: PERCENT }),
            ["garbage", "on"] => self.lines(LineFault::Garbage(GARBAGE)),
            ["garbage", "off"] => self.lines(LineFault::Garbage(0)),
            ["garbage", ..] => return Err(ScriptFault::Wants { act: "garbage", wanted: "on or off" }),
            _ => return Err(ScriptFault::UnknownAct(words.first().copied().unwrap_or_default().to_owned())),
        }
        Ok(())
    }

    fn points(&self, act: &'static str, vertices: &[&str]) -> Result<Vec<Point>, ScriptFault> {
        if vertices.is_empty() {
            return Err(ScriptFault::Wants { act, wanted: "one vertex or more, such as D4" });
        }
        vertices.iter().map(|vertex| Ok(Point::from_vertex(vertex, self.size)?)).collect()
    }

    fn flicker(&mut self, point: Point, length_ms: u64) {
        let mut after_ms = 0;
        while after_ms < length_ms {
            let wrong_ms = after_ms + self.rng.u64(20..=150);
            let right_ms = wrong_ms + self.rng.u64(20..=150);
            self.wrong_and_right(point, Color::Black, [wrong_ms, right_ms]);
            after_ms = right_ms;
        }
    }

    fn bump(&mut self, count: usize, length_ms: u64) {
        let mut points: Vec<Point> = self.size.points().collect();
        self.rng.shuffle(&mut points);
        for point in points.into_iter().take(count) {
            let color = if self.rng.bool() { Color::Black } else { Color::White };
            self.wrong_and_right(point, color, [0, length_ms]);
        }
    }

    /// The sensor of a point is wrong and right again at these moments from now, by turns. On an empty point it shows this colour.
    fn wrong_and_right<const N: usize>(&mut self, point: Point, color: Color, after_ms: [u64; N]) {
        for (index, after_ms) in after_ms.into_iter().enumerate() {
            let deed = if index % 2 == 0 { Deed::Wrong(point, color) } else { Deed::Truth(point) };
            self.step(self.now_ms + after_ms, deed);
        }
    }

    fn lines(&mut self, fault: LineFault) {
        for device in [Device::Board, Device::Clock] {
            self.cue(Act::Line(device, fault));
        }
    }

    fn cue(&mut self, act: Act) {
        self.step(self.now_ms, Deed::Do(act));
    }

    fn step(&mut self, at_ms: u64, deed: Deed) {
        self.steps.push(Step { at_ms, turn: None, deed });
    }
}

/// The longest flicker: every change of it is a cue in memory, a dozen a second.
const FLICKER_MS_MAX: u64 = 600_000;

const FLICKER: &str = "a vertex and how long, up to 600s, such as D4 for 10s";
const TIME: &str = "a time such as 100ms or 2s";
const SHOWN: &str = "a vertex and black, white, empty, unreadable or truth, such as D4 empty";
const BUMP: &str = "how many points and how long, such as 30 for 1500ms";
const PERCENT: &str = "0% to 100%";
const TRAYS: &str = "four counts up to 254, or ?, such as 180 180 0 0";

fn shown(point: Point, what: &str) -> Result<Deed, ScriptFault> {
    let cell = match what {
        "black" => Cell::Stone(Color::Black),
        "white" => Cell::Stone(Color::White),
        "empty" => Cell::Empty,
        "unreadable" => Cell::Unreadable,
        "truth" => return Ok(Deed::Truth(point)),
        _ => return Err(ScriptFault::Wants { act: "show", wanted: SHOWN }),
    };
    Ok(Deed::Do(Act::Show(point, cell)))
}

/// Black's bowl, White's, Black's lid, White's.
fn trays(words: &[&str]) -> Result<Trays, ScriptFault> {
    let wants = || ScriptFault::Wants { act: "trays", wanted: TRAYS };
    let count = |word: &str| match word {
        "?" => Ok(None),
        number => number.parse().ok().filter(|&count: &u8| count < u8::MAX).map(Some).ok_or_else(wants),
    };
    match words {
        [black_bowl, white_bowl, black_lid, white_lid] => Ok(Trays {
            black_bowl: count(black_bowl)?,
            white_bowl: count(white_bowl)?,
            black_lid: count(black_lid)?,
            white_lid: count(white_lid)?,
        }),
        _ => Err(wants()),
    }
}

fn device_named(word: &str, act: &'static str) -> Result<Device, ScriptFault> {
    match word {
        "board" => Ok(Device::Board),
        "clock" => Ok(Device::Clock),
        _ => Err(ScriptFault::Wants { act, wanted: "board or clock" }),
    }
}

fn duration_ms(word: &str) -> Option<u64> {
    // A day is more than any scene; it keeps the number whole.
    const DAY_MS: u64 = 86_400_000;
    if let Some(ms) = word.strip_suffix("ms") {
        return ms.parse().ok().filter(|ms| *ms <= DAY_MS);
    }
    let seconds: f64 = word.strip_suffix('s')?.parse().ok()?;
    (0.0..=DAY_MS as f64 / 1_000.0).contains(&seconds).then(|| (seconds * 1_000.0).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nine() -> Size {
        Size::square(9).unwrap()
    }

    #[test]
    fn the_example_of_the_documentation_reads_as_it_says() {
        let text =
            "# a scene\nat 100ms black D4   # first\nWhite C3 C4\nwait 2s\nlift D4 C3\nPRESS left\nunplug board\nwait 1.5s\nplug board\n\n";
        let cues: Vec<(u64, Act)> = parse(text, nine()).unwrap().into_iter().map(|cue| (cue.at_ms, cue.act)).collect();
        let (d4, c3, c4) = (Point::new(3, 5), Point::new(2, 6), Point::new(2, 5));
        let expected = vec![
            (100, Act::Put(d4, Color::Black)),
            (100, Act::Put(c3, Color::White)),
            (100, Act::Put(c4, Color::White)),
            (2_100, Act::Lift(d4)),
            (2_100, Act::Lift(c3)),
            (2_100, Act::Press(Side::Left)),
            (2_100, Act::Unplug(Device::Board)),
            (3_600, Act::Plug(Device::Board)),
        ];
        assert_eq!(cues, expected);
    }

    #[test]
    fn disturbances_end_with_what_stands() {
        let text = "black D4\nwait 1s\nbounce D4\nshow C3 white\nwait 1s\nshow C3 truth\nflicker E5 for 2s\nbump 30 for 500ms\nloss 2%\n\
                    garbage on\nwait 3s\npause\nclear";
        let cues = parse(text, nine()).unwrap();
        let d4 = Point::new(3, 5);
        let of = |point| move |cue: &&Cue| matches!(cue.act, Act::Show(at, _) if at == point);
        let bounces: Vec<(u64, Act)> = cues.iter().filter(of(d4)).take(4).map(|cue| (cue.at_ms, cue.act)).collect();
        let (gone, there) = (Act::Show(d4, Cell::Empty), Act::Show(d4, Cell::Stone(Color::Black)));
        assert_eq!(bounces, [(1_040, gone), (1_090, there), (1_130, gone), (1_190, there)]);
        let flickers: Vec<&Cue> = cues.iter().filter(of(Point::new(4, 4))).collect();
        assert!(flickers.len() > 20 && flickers.iter().all(|cue| (2_000..=4_300).contains(&cue.at_ms)));
        let wrong = cues.iter().filter(|cue| cue.at_ms == 2_000 && matches!(cue.act, Act::Show(..))).count();
        assert_eq!(wrong, 31, "a bump of 30 points, and C3 that is right again");
        let mut shown = std::collections::BTreeMap::new();
        cues.iter().filter(|cue| cue.at_ms < 5_000).filter_map(|cue| cue.act.shown()).for_each(|(point, cell)| {
            shown.insert(point, cell);
        });
        shown.retain(|_, cell| *cell != Cell::Empty);
        assert_eq!(shown, [(d4, Cell::Stone(Color::Black))].into());
        for device in [Device::Board, Device::Clock] {
            assert!(cues.iter().any(|cue| cue.act == Act::Line(device, LineFault::Loss(2))));
            assert!(cues.iter().any(|cue| cue.act == Act::Line(device, LineFault::Garbage(GARBAGE))));
        }
        assert_eq!(cues.iter().rev().take(2).map(|cue| cue.act).collect::<Vec<_>>(), [Act::Lift(d4), Act::Pause]);
    }

    #[test]
    fn bowls_and_lids_are_counted_by_the_line() {
        let trays = Trays { black_bowl: Some(178), white_bowl: None, black_lid: Some(0), white_lid: Some(2) };
        let cues = parse("wait 1s\ntrays 178 ? 0 2", nine()).unwrap();
        assert_eq!(cues.iter().map(|cue| (cue.at_ms, cue.act)).collect::<Vec<_>>(), [(1_000, Act::Trays(trays))]);
    }

    #[test]
    fn faults_name_their_line() {
        for (text, line) in [
            ("black D4\nfly D5", 2),
            ("black", 1),
            ("black Q16", 1),
            ("lift", 1),
            ("press middle", 1),
            ("\n\nwait soon", 3),
            ("wait 1e99s", 1),
            ("wait -1s", 1),
            ("at 5s press left\nat 4s press right", 2),
            ("at", 1),
            ("unplug kettle", 1),
            ("plug", 1),
            ("clear D4", 1),
            ("show D4", 1),
            ("show D4 blue", 1),
            ("flicker D4", 1),
            ("flicker D4 for ever", 1),
            ("bump 0 for 1s", 1),
            ("bump 82 for 1s", 1),
            ("bump 8", 1),
            ("loss 2", 1),
            ("loss 101%", 1),
            ("garbage some", 1),
            ("trays 180 180 0", 1),
            ("trays 180 180 0 255", 1),
            ("flicker D4 for 601s", 1),
        ] {
            assert_eq!(parse(text, nine()).unwrap_err().line, line, "{text}");
        }
    }
}

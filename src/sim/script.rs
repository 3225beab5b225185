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
//! ```
//!
//! Moments never go back: an "at" that lies before the moment reached is a fault. Times are `ms` or `s`; words may be in any case.

use super::act::{Act, Cue, Device};
use crate::clock::Side;
use crate::go::{Color, Point, Size, VertexError};

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
    #[error("\"{0}\" is no act: write black, white, lift, press, wait, unplug or plug, perhaps after \"at TIME\"")]
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
    let mut scene = Scene { size, now_ms: 0, cues: Vec::new() };
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().to_ascii_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        scene.line(&words).map_err(|fault| ScriptError { line: index + 1, fault })?;
    }
    Ok(scene.cues)
}

struct Scene {
    size: Size,
    now_ms: u64,
    cues: Vec<Cue>,
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
                self.each_point("a stone", vertices, |point| Act::Put(point, color))?;
            }
            ["lift", vertices @ ..] => self.each_point("lift", vertices, Act::Lift)?,
            ["press", "left"] => self.cue(Act::Press(Side::Left)),
            ["press", "right"] => self.cue(Act::Press(Side::Right)),
            ["press", ..] => return Err(ScriptFault::Wants { act: "press", wanted: "left or right" }),
            ["unplug", device] => self.cue(Act::Unplug(device_named(device, "unplug")?)),
            ["plug", device] => self.cue(Act::Plug(device_named(device, "plug")?)),
            ["unplug" | "plug", ..] => return Err(ScriptFault::Wants { act: "plug and unplug", wanted: "board or clock" }),
            [other, ..] => return Err(ScriptFault::UnknownAct((*other).to_owned())),
        }
        Ok(())
    }

    fn each_point(&mut self, act: &'static str, vertices: &[&str], make: impl Fn(Point) -> Act) -> Result<(), ScriptFault> {
        if vertices.is_empty() {
            return Err(ScriptFault::Wants { act, wanted: "one vertex or more, such as D4" });
        }
        for vertex in vertices {
            let point = Point::from_vertex(vertex, self.size)?;
            self.cue(make(point));
        }
        Ok(())
    }

    fn cue(&mut self, act: Act) {
        self.cues.push(Cue { at_ms: self.now_ms, turn: 0, act });
    }
}

const TIME: &str = "a time such as 100ms or 2s";

fn device_named(word: &str, act: &'static str) -> Result<Device, ScriptFault> {
    match word {
        "board" => Ok(Device::Board),
        "clock" => Ok(Device::Clock),
        _ => Err(ScriptFault::Wants { act, wanted: "board or clock" }),
    }
}

fn duration_ms(word: &str) -> Option<u64> {
    if let Some(ms) = word.strip_suffix("ms") {
        return ms.parse().ok();
    }
    let seconds: f64 = word.strip_suffix('s')?.parse().ok()?;
    // A day is more than any scene; it keeps the number whole.
    (0.0..=86_400.0).contains(&seconds).then(|| (seconds * 1_000.0).round() as u64)
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
        ] {
            assert_eq!(parse(text, nine()).unwrap_err().line, line, "{text}");
        }
    }
}

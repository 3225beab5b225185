//! What an examination shows to be wrong, and what a person should do about each.

use super::exam::{Exam, PortIs};
use super::history::PointIs;
use super::signature::{Speaks, recognise};
use crate::go::{Point, Size};
use crate::serial::PortFault;

/// Points named in a sentence at most.
const NAMED_MAX: usize = 12;

/// Of a hundred frames so many may be bad before it is worth a word: a glitch now and then is normal on a long cable.
const BAD_PERCENT: u64 = 2;

/// A device that has been looked at for less than this, in ms, may still be starting (an Arduino takes two seconds).
const STARTING_MS: u64 = 3_000;

/// Something that is worth a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// It must be put right before a game; otherwise it is only to be known.
    pub wrong: bool,
    /// What is seen.
    pub what: String,
    /// What to do; empty where nothing is.
    pub what_to_do: String,
}

impl Finding {
    fn wrong(what: impl Into<String>, what_to_do: impl Into<String>) -> Finding {
        Finding { wrong: true, what: what.into(), what_to_do: what_to_do.into() }
    }

    fn known(what: impl Into<String>, what_to_do: impl Into<String>) -> Finding {
        Finding { wrong: false, ..Finding::wrong(what, what_to_do) }
    }
}

/// Everything that a device has shown to be wrong so far; empty when it does what it should.
pub fn findings(exam: &Exam) -> Vec<Finding> {
    match exam.port_is() {
        PortIs::Unknown => return vec![Finding::wrong("the port has not been opened yet", "wait, or look whether it hangs")],
        PortIs::Shut(fault) => {
            let (what, what_to_do) = port_words(fault);
            return vec![Finding::wrong(what, what_to_do)];
        }
        PortIs::Open => {}
    }
    let counts = exam.counts();
    let understood = counts.frames + counts.unknown_frames > 0;
    let mut found = Vec::new();
    if exam.bytes == 0 {
        found.push(Finding::wrong(
            "the port is open and nothing comes",
            "look whether the device is switched on, whether the cable carries data, and at driver and baud: a polled board answers nothing \
             else (\"kifud doctor --port PORT\" without --driver tries what is known)",
        ));
    } else if !understood {
        found.push(not_understood(exam));
    }
    line_faults(exam, &mut found);
    if let Some(size) = exam.heard.wrong_size {
        let side = size.width();
        found.push(Finding::wrong(
            format!("the board has {side}x{side} points, and another size was expected"),
            format!("set size = {side} in [table.board], or connect the other board"),
        ));
    }
    points(exam, &mut found);
    if exam.heard.away {
        found.push(Finding::wrong("no clock is connected to the box that speaks", "put the cable between it and the clock in"));
    } else if understood && !exam.has_shown() && exam.heard.only_when_touched {
        found.push(Finding::known("it says its times only when it is pressed", "start it, and press both sides"));
    } else if understood && !exam.has_shown() && exam.looked_ms() >= STARTING_MS {
        let what =
            if exam.board_driver().is_some() { "it speaks, but has shown no whole board" } else { "it speaks, but has shown no times" };
        found.push(Finding::wrong(what, "switch it off and on again; if that does not help its firmware speaks another version"));
    }
    found
}

/// L2: wrong speed, or another device.
fn not_understood(exam: &Exam) -> Finding {
    let other = recognise(&exam.raw()).filter(|guess| match guess.speaks {
        Speaks::Board(driver) => Some(driver) != exam.board_driver(),
        Speaks::Clock(driver) => driver.name() != exam.driver() || exam.board_driver().is_some(),
        Speaks::SerialTransfer => true,
    });
    match other {
        Some(guess) => Finding::wrong(
            format!("bytes arrive, but they are not what driver \"{}\" understands: they look like {}", exam.driver(), guess.speaks),
            "set driver to that, or connect the device that this port is for",
        ),
        None => Finding::wrong(
            "bytes arrive but nothing is understood: wrong speed or another device",
            format!(
                "set baud as the device's maker says (it is {} now); \"kifud doctor --port {}\" tries the usual speeds",
                exam.spec.baud, exam.spec.address
            ),
        ),
    }
}

fn line_faults(exam: &Exam, found: &mut Vec<Finding>) {
    let counts = exam.counts();
    let (bad, frames) = (counts.bad_frames, counts.frames);
    if bad > 1 && bad * 100 > frames * BAD_PERCENT && frames > 0 {
        found.push(Finding::wrong(
            format!("{bad} frames came broken beside {frames} good ones"),
            "try another cable, a shorter one, or another USB port; keep it away from chargers",
        ));
    }
    if exam.heard.gaps > 0 || counts.lost_frames > 0 {
        let lost = counts.lost_frames.max(exam.heard.gaps);
        found.push(Finding::wrong(
            format!("packets were lost on the way ({lost})"),
            "try another cable or USB port, without a hub; kifud asks again by itself where the board can be asked",
        ));
    }
    // Each opening begins with not knowing what was said before it.
    if exam.heard.unverified > exam.opened {
        found.push(Finding::wrong(
            "notifications were lost, and this board cannot be asked again",
            "bring the radio nearer to the board; in a game the position must then be confirmed by a person",
        ));
    }
    if exam.heard.restarts > 0 || exam.opened > 1 {
        let times = exam.heard.restarts.max(exam.opened.saturating_sub(1));
        found.push(Finding::wrong(format!("the device restarted or was away {times} times"), "look at its power and its plug"));
    }
    if exam.heard.touched {
        found.push(Finding::known("a hand or something else lies on the board", "nothing is read until it has left"));
    }
}

fn points(exam: &Exam, found: &mut Vec<Finding>) {
    let list = |kind| exam.points_that_are(kind);
    let (flickering, noisy, dead) = (list(PointIs::Flickering), list(PointIs::Noisy), list(PointIs::Dead));
    if let Some(line) = whole_line(&dead, exam.size()) {
        found.push(Finding::wrong(
            format!("{line} cannot be read as a whole"),
            "look at the cable of that line: it is one wire or one chip, not its single sensors",
        ));
    }
    if !dead.is_empty() {
        let all = dead.len() == exam.size().area();
        let what_to_do = if all {
            "if it was switched on with stones on it, take them off and switch it on again; else look at its cables"
        } else {
            "if it was switched on with stones on it, take them off and switch it on again; sensors that stay dead go into ignore"
        };
        found.push(Finding::wrong(format!("dead: {}", named(&dead, exam.size())), what_to_do));
    }
    if !flickering.is_empty() {
        found.push(Finding::wrong(
            format!("flickering: {}", named(&flickering, exam.size())),
            "centre the stone there or try another one; if it flickers without a stone its sensor is bad: put the point into ignore",
        ));
    }
    if !noisy.is_empty() {
        found.push(Finding::known(
            format!("noisy: {}", named(&noisy, exam.size())),
            "if nobody moved stones there, watch these points; if somebody did, all is well",
        ));
    }
}

fn whole_line(dead: &[Point], size: Size) -> Option<String> {
    if dead.len() == size.area() {
        return None;
    }
    let row = (0..size.height()).find(|&row| (0..size.width()).all(|col| dead.contains(&Point::new(col, row))));
    let col = (0..size.width()).find(|&col| (0..size.height()).all(|row| dead.contains(&Point::new(col, row))));
    row.map(|row| format!("the line {}", size.height() - row)).or_else(|| {
        let letter = Point::new(col?, 0).vertex(size).to_string();
        Some(format!("the column {}", letter.trim_end_matches(|digit: char| digit.is_ascii_digit())))
    })
}

fn named(points: &[Point], size: Size) -> String {
    let names: Vec<String> = points.iter().take(NAMED_MAX).map(|point| point.vertex(size).to_string()).collect();
    let more = points.len() - names.len();
    if more > 0 { format!("{} and {more} more", names.join(", ")) } else { names.join(", ") }
}

/// Why a port cannot be examined, and what to do; a port that is held is left to its holder.
pub fn port_words(fault: &PortFault) -> (String, String) {
    match fault {
        PortFault::Busy { holder } => {
            let who = holder.as_deref().unwrap_or("another program");
            let stop = if holder.as_deref().is_some_and(|holder| holder.starts_with("kifud")) {
                "stop it while you look (\"sudo systemctl stop kifud\"); the doctor takes no port away from anybody"
            } else {
                "stop that program while you look (\"sudo fuser -v PORT\" names it, often it is ModemManager); the doctor takes no port away"
            };
            (format!("the port is held by {who}"), stop.to_owned())
        }
        other => {
            let text = other.to_string();
            match text.split_once(": ") {
                Some((what, what_to_do)) => (what.to_owned(), what_to_do.to_owned()),
                None => (text, String::new()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_held_names_who_is_to_be_stopped() {
        let (what, what_to_do) = port_words(&PortFault::Busy { holder: Some("kifud (process 71)".to_owned()) });
        assert!(what.contains("kifud (process 71)") && what_to_do.contains("systemctl stop kifud"), "{what} {what_to_do}");
        let (what, what_to_do) = port_words(&PortFault::Busy { holder: Some("minicom (process 7)".to_owned()) });
        assert!(what.contains("minicom") && what_to_do.contains("that program") && !what_to_do.contains("systemctl"));
        let (what, what_to_do) = port_words(&PortFault::PermissionDenied { group: "dialout".to_owned() });
        assert!(what.contains("may not open") && what_to_do.contains("usermod"));
    }

    #[test]
    fn a_dead_line_is_named_as_one() {
        let size = Size::square(9).unwrap();
        let row: Vec<Point> = (0..9).map(|col| Point::new(col, 2)).collect();
        assert_eq!(whole_line(&row, size).as_deref(), Some("the line 7"));
        let col: Vec<Point> = (0..9).map(|row| Point::new(8, row)).collect();
        assert_eq!(whole_line(&col, size).as_deref(), Some("the column J"));
        assert_eq!(whole_line(&row[1..], size), None);
        assert_eq!(named(&size.points().collect::<Vec<_>>(), size).matches(',').count(), NAMED_MAX - 1);
    }
}

//! An examination for people: a live page that fits a terminal of 80 columns and 24 lines, and a report.

use super::exam::{Exam, PortIs};
use super::finding::findings;
use super::history::PointIs;
use crate::clock::Side;
use crate::go::{Color, Point};
use crate::wire::Cell;

/// The smallest terminal that everything must fit into.
const COLUMNS: usize = 80;
const LINES: usize = 24;

/// Between the map and what stands beside it.
const GAP: &str = "  ";

/// What the signs of the map mean.
const LEGEND: [&str; 2] = ["X black  O white  # a stone  . empty", "? dead ! flickers ~ noisy - left out"];

/// The page that is drawn again and again: at most 24 lines of at most 80 characters, whatever is on the board.
pub fn live(exams: &[Exam]) -> Vec<String> {
    let mut lines = vec!["kifud doctor: what the devices really send. Ctrl-C ends.".to_owned()];
    let board = exams.iter().find(|exam| exam.board_driver().is_some());
    let map = board.map(map).unwrap_or_default();
    let wide = map.iter().map(|line| line.chars().count()).max().map_or(0, |wide| wide + GAP.len());
    let mut beside: Vec<String> = Vec::new();
    let room = COLUMNS.saturating_sub(wide);
    for exam in exams {
        beside.extend(facts(exam).iter().flat_map(|fact| wrapped(fact, room)));
        for finding in findings(exam) {
            beside.extend(wrapped(&format!("{} {}", if finding.wrong { "!!" } else { "--" }, finding.what), room));
        }
        beside.push(String::new());
    }
    if board.is_some() {
        let at = LINES.saturating_sub(lines.len() + LEGEND.len());
        beside.truncate(at);
        beside.extend(LEGEND.iter().flat_map(|line| wrapped(line, room)));
    }
    for row in 0..map.len().max(beside.len()) {
        let left = map.get(row).map_or("", String::as_str);
        let right = beside.get(row).map_or("", String::as_str);
        let line = if wide == 0 { right.to_owned() } else { format!("{left:<width$}{GAP}{right}", width = wide - GAP.len()) };
        lines.push(line.trim_end().to_owned());
    }
    lines.truncate(LINES);
    lines.into_iter().map(|line| line.chars().take(COLUMNS).collect()).collect()
}

/// Everything about one device: what it is, what it shows, what is wrong and what to do.
pub fn report(exam: &Exam) -> String {
    let mut lines: Vec<String> = facts(exam);
    if exam.board_driver().is_some() && (exam.grid().is_some() || !exam.heard.placed.is_empty()) {
        lines.push(String::new());
        lines.extend(map(exam));
        lines.extend(LEGEND.iter().map(|line| format!("   {line}")));
        lines.push(String::new());
    }
    let found = findings(exam);
    if found.is_empty() {
        lines.push("nothing is wrong".to_owned());
    }
    for finding in found {
        lines.push(format!("{}: {}", if finding.wrong { "WRONG" } else { "note" }, finding.what));
        if !finding.what_to_do.is_empty() {
            lines.push(format!("  do: {}", finding.what_to_do));
        }
    }
    lines.join("\n") + "\n"
}

/// What is known of a device, a fact a line.
fn facts(exam: &Exam) -> Vec<String> {
    let counts = exam.counts();
    let tcp = exam.spec.tcp().is_some();
    let speed = if tcp { String::new() } else { format!(" at {} baud", exam.spec.baud) };
    let mut facts = vec![format!("{}: {} on {}{speed}", exam.subject, exam.driver(), exam.spec.address)];
    if let PortIs::Shut(_) | PortIs::Unknown = exam.port_is() {
        return facts;
    }
    facts.extend(exam.heard.greeting.iter().map(|greeting| format!("it says: {greeting}")));
    let mut frames = format!("{} frames ({}/s)", counts.frames, rate(counts.frames, exam.looked_ms()));
    if exam.board_driver().is_some_and(crate::wire::BoardDriver::shows_scans) {
        frames = format!("{frames}, scans {}/s", rate(exam.heard.scans, exam.looked_ms()));
    }
    facts.push(frames);
    facts.push(format!("{} bytes, bad frames {}, stray bytes {}", exam.bytes, counts.bad_frames, counts.stray_bytes));
    facts.push(format!("lost {}, gaps {}, unknown {}", counts.lost_frames, exam.heard.gaps, counts.unknown_frames));
    if exam.board_driver().is_some() {
        facts.push(stones(exam));
    } else {
        facts.extend(clock(exam));
    }
    facts
}

/// A rate a second, with one decimal.
fn rate(count: u64, ms: u64) -> String {
    let tenths = (count * 10_000).checked_div(ms).unwrap_or(0);
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn stones(exam: &Exam) -> String {
    let Some(grid) = exam.grid() else { return format!("{} placements", exam.heard.placed.len()) };
    let count = |cell: Cell| grid.cells().iter().filter(|&&other| other == cell).count();
    let (black, white) = (count(Cell::Stone(Color::Black)), count(Cell::Stone(Color::White)));
    let changes = exam.history.changes();
    match count(Cell::StoneOfUnknownColor) {
        0 => format!("{black} black, {white} white, {changes} changes"),
        stones => format!("{} stones, {changes} changes", stones + black + white),
    }
}

/// Both faces, the presses and the buttons.
fn clock(exam: &Exam) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(reading) = &exam.heard.reading {
        for (side, name) in [(Side::Left, "left"), (Side::Right, "right")] {
            let i = side.index();
            let mut face = format!("{name:<5} {}", face(reading.remaining_ms[i]));
            if reading.overtime[i] {
                face += " in overtime";
            }
            if let Some(periods) = reading.periods_left[i] {
                face += &format!(", {periods} periods");
            }
            if reading.flag[i] {
                face += ", flag";
            }
            if reading.ticking() == Some(side) {
                face += ", runs";
            }
            facts.push(face);
        }
        if reading.paused {
            facts.push("paused".to_owned());
        }
    }
    let (left, right) = (exam.presses(Side::Left), exam.presses(Side::Right));
    facts.push(format!("presses: left {left}, right {right}; buttons: {}", exam.heard.buttons));
    facts
}

/// h:mm:ss, as on the clock.
fn face(ms: u32) -> String {
    let seconds = ms / 1_000;
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// The board as the record shows it, two characters a point: what the sensor shows, and how far it can be trusted.
fn map(exam: &Exam) -> Vec<String> {
    let size = exam.size();
    let letters: String = (0..size.width())
        .map(|col| Point::new(col, 0).vertex(size).to_string())
        .map(|vertex| format!("{} ", vertex.trim_end_matches(|digit: char| digit.is_ascii_digit())))
        .collect();
    let mut lines = vec![format!("   {}", letters.trim_end())];
    for row in 0..size.height() {
        let points: String = (0..size.width()).flat_map(|col| signs(exam, Point::new(col, row))).collect();
        lines.push(format!("{:>2} {}", size.height() - row, points.trim_end()));
    }
    lines
}

fn signs(exam: &Exam, point: Point) -> [char; 2] {
    let shown = exam.grid().map_or(Cell::Empty, |grid| grid.get(point));
    let sign = match shown {
        Cell::Stone(Color::Black) => 'X',
        Cell::Stone(Color::White) => 'O',
        Cell::StoneOfUnknownColor => '#',
        Cell::Empty if exam.heard.placed.contains(&point) => '#',
        Cell::Empty => '.',
        Cell::Unreadable => ' ',
    };
    match exam.point(point) {
        PointIs::Good => [sign, ' '],
        PointIs::Ignored => ['-', ' '],
        PointIs::Noisy => [sign, '~'],
        PointIs::Flickering => [sign, '!'],
        PointIs::Dead if sign == ' ' => ['?', ' '],
        PointIs::Dead => [sign, '?'],
    }
}

/// A sentence in lines of so many characters, broken between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always one");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(format!("  {word}"));
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Lying;
    use crate::go::Size;
    use crate::serial::{PortEvent, PortSpec};
    use crate::time::{Mono, Stamp, Wall};
    use crate::wire::kifud::VirtualBoard;
    use crate::wire::kifud::board_packet::caps;
    use crate::wire::{BoardDriver, ClockDriver};

    fn stamp(ms: u64) -> Stamp {
        Stamp::new(Mono::from_millis(ms), Wall::default())
    }

    fn spec(address: &str) -> PortSpec {
        PortSpec { address: address.to_owned(), baud: 115_200 }
    }

    /// A board on which one point flickers, one is dead, and stones lie everywhere else.
    fn bad_board() -> Exam {
        let size = Size::square(19).unwrap();
        let lying = Lying { ignore: vec![Point::from_vertex("T1", size).unwrap()], ..Lying::default() };
        let mut exam = Exam::board(
            "board of a-table-with-a-long-name",
            spec("/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"),
            BoardDriver::Kifud,
            size,
            50,
            lying,
        );
        let (mut to_board, mut from_board) = (Vec::new(), Vec::new());
        let mut board = VirtualBoard::new(size, caps::COLOR, 7);
        board.switched_on(Mono::from_millis(1_000), 7, &mut from_board);
        exam.port(&PortEvent::Opened { at: stamp(1_000) }, &mut to_board);
        for n in 0..40u64 {
            let now = 1_000 + n * 50;
            let cell = if n.is_multiple_of(2) { Cell::Empty } else { Cell::Stone(Color::White) };
            let mut changes = vec![(Point::new(2, 2), cell), (Point::new(3, 3), Cell::Unreadable)];
            changes.extend(size.points().filter(|point| point.row > 5).map(|point| (point, Cell::Stone(Color::Black))));
            board.received(Mono::from_millis(now), &std::mem::take(&mut to_board), &mut from_board);
            board.set(Mono::from_millis(now), &changes, &mut from_board);
            board.tick(Mono::from_millis(now), &mut from_board);
            exam.port(&PortEvent::Bytes { at: stamp(now), bytes: std::mem::take(&mut from_board) }, &mut to_board);
        }
        exam
    }

    #[test]
    fn a_19x19_with_everything_wrong_and_a_clock_fit_a_small_terminal() {
        let exams = [bad_board(), Exam::clock("clock of a-table-with-a-long-name", spec("/dev/kifud/clock-t1"), ClockDriver::Kifud)];
        let page = live(&exams);
        assert!(page.len() <= LINES && page.iter().all(|line| line.chars().count() <= COLUMNS), "{page:#?}");
        let text = page.join("\n");
        for wanted in ["left out", "A B C", "flickering: C17", "dead: D16", "scans", "X black", "19 ", " 1 "] {
            assert!(text.contains(wanted), "{wanted} in\n{text}");
        }
        let rows: Vec<&String> = page.iter().filter(|line| line.starts_with("17 ")).collect();
        assert!(rows[0].starts_with("17 . . O!. ") || rows[0].starts_with("17 . . .!. "), "{rows:?}");
        assert!(page.iter().any(|line| line.starts_with("16 . . . ?")), "{text}");
        assert!(page.iter().any(|line| line.starts_with(" 1 ") && line.contains("X -")), "{text}");
    }

    #[test]
    fn the_report_says_what_to_do() {
        let text = report(&bad_board());
        assert!(text.contains("WRONG: flickering: C17\n  do: "), "{text}");
        assert_eq!((rate(200, 10_000), rate(1, 0), face(3_547_999)), ("20.0".to_owned(), "0.0".to_owned(), "0:59:07".to_owned()));
    }
}

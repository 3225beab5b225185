//! What was found out, as configuration that `kifud check` takes.

use std::fmt::Write as _;

use crate::go::{Point, Size};
use crate::sense::Orientation;

/// What is known of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Name of its driver.
    pub driver: String,
    /// Its port.
    pub port: String,
    /// Speed of its line.
    pub baud: u32,
    /// Its size.
    pub size: Size,
    /// How it lies; `None` while nobody has looked.
    pub orientation: Option<Orientation>,
    /// Dead points, in record coordinates.
    pub dead: Vec<Point>,
    /// Points that flicker, in record coordinates.
    pub flickering: Vec<Point>,
}

/// `[table.board]`, to be put below its `[[table]]`.
pub fn block(found: &Found) -> String {
    let names = |points: &[Point], quote: &str| {
        let names: Vec<String> = points.iter().map(|point| format!("{quote}{}{quote}", point.vertex(found.size))).collect();
        names.join(", ")
    };
    let mut text = "[table.board]\n".to_owned();
    let _ = write!(
        text,
        "driver = {}\nport = {}\nbaud = {}\nsize = {}\n",
        quoted(&found.driver),
        quoted(&found.port),
        found.baud,
        found.size.width()
    );
    let lies = found.orientation.unwrap_or(Orientation::STRAIGHT);
    if found.orientation.is_none() {
        text.push_str("# how it lies has not been looked at: \"kifud doctor --orient\" finds out with three stones\n");
    }
    let _ = write!(text, "mirrored = {}\nrotation = {}\n", lies.mirrored, lies.rotation.degrees());
    if !found.dead.is_empty() {
        let _ = writeln!(text, "ignore = [{}]", names(&found.dead, "\""));
    }
    if !found.flickering.is_empty() {
        let _ = writeln!(text, "# flickering: {} (mend them, or add them to ignore)", names(&found.flickering, ""));
    }
    text
}

/// `[table.clock]`, to be put below its `[[table]]`.
pub fn clock_block(driver: &str, port: &str, baud: u32) -> String {
    format!(
        "[table.clock]\ndriver = {}\nport = {}\nbaud = {baud}\nblack_side = \"left\"             # or \"right\": where Black sits, seen from the players' side\n",
        quoted(driver),
        quoted(port)
    )
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use crate::sense::Rotation;

    fn parsed(blocks: &str) -> config::Table {
        let text = format!("[[table]]\nid = \"t1\"\ntime_authority = \"daemon\"\n{blocks}");
        let config = config::parse(std::path::Path::new("kifud.toml"), &text, "host");
        config.unwrap_or_else(|faults| panic!("{faults:?}\n{text}")).tables.remove(0)
    }

    #[test]
    fn every_orientation_comes_back_as_it_was_found() {
        for orientation in Orientation::ALL {
            let size = Size::square(13).unwrap();
            let dead = vec![Point::new(0, 0), Point::new(4, 12)];
            let found = Found {
                driver: "igo".to_owned(),
                port: "/dev/serial/by-id/usb \"7\"".to_owned(),
                baud: 115_200,
                size,
                orientation: Some(orientation),
                dead: dead.clone(),
                flickering: vec![Point::new(1, 1)],
            };
            let board = parsed(&block(&found)).board;
            let rotation = Rotation::from_degrees(u16::from(board.quarter_turns) * 90).unwrap();
            assert_eq!(Orientation { mirrored: board.mirrored, rotation }, orientation);
            assert_eq!((board.ignore, board.size, board.baud, board.port.to_string()), (dead, size, 115_200, found.port.clone()));
        }
    }

    #[test]
    fn a_board_that_nobody_has_looked_at_says_so_and_a_clock_has_its_block() {
        let size = Size::square(19).unwrap();
        let (driver, port) = ("kifud".to_owned(), "/dev/b".to_owned());
        let found = Found { driver, port, baud: 9_600, size, orientation: None, dead: Vec::new(), flickering: Vec::new() };
        let text = block(&found);
        assert!(text.contains("--orient"));
        let table = parsed(&(text + &clock_block("kifud", "/dev/c", 115_200)));
        assert!(!table.board.mirrored && table.clock.is_some_and(|clock| clock.port.to_string() == "/dev/c"));
    }
}

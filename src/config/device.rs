//! `[table.board]` and `[table.clock]`.

use crate::go::{Point, Size};

use super::address;
use super::names::{BlackSide, BoardDriver, ClockDriver};
use super::shape::{Board, Clock, PortAddress};
use super::walk::{Item, Section};

/// Speeds of a serial line: from the oldest clocks to what USB chips reach.
const BAUD: std::ops::RangeInclusive<u32> = 300..=4_000_000;

/// Faster polling only fills the line; slower polling sees nothing of a game.
const POLL_MS: std::ops::RangeInclusive<u32> = 5..=10_000;

/// A stone that must lie still for longer than this is no longer live.
const SETTLE_MS: std::ops::RangeInclusive<u32> = 1..=10_000;

/// Ten minutes of an unexplained board without an alert help nobody.
const PATIENCE_MS: std::ops::RangeInclusive<u32> = 1..=600_000;

/// A press that is more than 10 s late is not late, it is lost.
const LATENCY_MS: std::ops::RangeInclusive<u32> = 0..=10_000;

/// The board, and where in the file its port stands (to name a conflict). `None` when something is wrong with it.
pub(super) fn board<'a>(section: &mut Section<'a>) -> Option<(Board, Item<'a>)> {
    let driver = match section.get("driver") {
        Some(item) => item.choice(BoardDriver::NAMES).filter(|driver| ready(&item, driver.name(), BoardDriver::READY.contains(driver))),
        None => Some(BoardDriver::Kifud),
    };
    let port = port(section, "the board's port, such as \"/dev/kifud/board-t1\"");
    let poll_ms = section.get("poll_ms").map_or(Some(50), |item| item.integer(POLL_MS));
    let settle = section.get("settle_ms");
    let settle_ms = settle.as_ref().map_or(Some(400), |item| item.integer(SETTLE_MS));
    let patience = section.get("patience_ms");
    let patience_ms = patience.as_ref().map_or(Some(4_000), |item| item.integer(PATIENCE_MS));
    if let (Some(settle_ms), Some(patience_ms), Some(blamed)) = (settle_ms, patience_ms, patience.or(settle))
        && patience_ms < settle_ms
    {
        blamed
            .fault(format!("patience_ms ({patience_ms}) must be at least settle_ms ({settle_ms}): nothing is explained before it settles"));
    }
    let baud = section.get("baud").map(|item| item.integer(BAUD));
    let size = section
        .get("size")
        .map_or(Some(19), |item| size(&item).filter(|&side| driver.is_none_or(|driver| has_size(&item, driver, side))))
        .and_then(Size::square);
    let mirrored = section.get("mirrored").map_or(Some(false), |item| item.boolean());
    let quarter_turns = section.get("rotation").map_or(Some(0), |item| quarter_turns(&item));
    let ignore = section.get("ignore").map_or(Some(Vec::new()), |item| vertices(&item, size));
    let (driver, (port, item)) = (driver?, port?);
    let board = Board {
        driver,
        port,
        baud: baud.unwrap_or(Some(driver.baud()))?,
        size: size?,
        mirrored: mirrored?,
        quarter_turns: quarter_turns?,
        poll_ms: u64::from(poll_ms?),
        settle_ms: u64::from(settle_ms?),
        patience_ms: u64::from(patience_ms?),
        ignore: ignore?,
    };
    Some((board, item))
}

/// Refuses a size that no board of this driver has.
fn has_size(item: &Item<'_>, driver: BoardDriver, side: u8) -> bool {
    let has = driver != BoardDriver::Yihu || side == 19;
    if !has {
        item.fault(format!("yihu boards have 19x19 points, not {side}x{side}"));
    }
    has
}

/// What `[table.clock]` says.
pub(super) enum ClockSection<'a> {
    /// There is no clock.
    None,
    /// Something is wrong with it.
    Faulty,
    /// The clock, and where in the file its port stands.
    Clock(Clock, Item<'a>),
}

/// The clock of the table.
pub(super) fn clock<'a>(section: &mut Section<'a>) -> ClockSection<'a> {
    let driver = match section.get("driver") {
        Some(item) => item.choice(ClockDriver::NAMES).filter(|driver| ready(&item, driver.name(), ClockDriver::READY.contains(driver))),
        None => Some(ClockDriver::Kifud),
    };
    let port = if driver == Some(ClockDriver::None) {
        section.get("port");
        None
    } else {
        port(section, "the clock's port, such as \"/dev/kifud/clock-t1\"; driver = \"none\" for no clock")
    };
    let black_side = section.get("black_side").map_or(Some(BlackSide::Left), |item| item.choice(BlackSide::NAMES));
    let baud = section.get("baud").map(|item| item.integer(BAUD));
    let latency_ms = section.get("latency_ms").map_or(Some(300), |item| item.integer(LATENCY_MS)).map(u64::from);
    let (Some(driver), Some(black_side), Some(latency_ms)) = (driver, black_side, latency_ms) else {
        return ClockSection::Faulty;
    };
    if driver == ClockDriver::None {
        return ClockSection::None;
    }
    match (port, baud.unwrap_or(Some(driver.baud()))) {
        (Some((port, item)), Some(baud)) => ClockSection::Clock(Clock { driver, port, black_side, baud, latency_ms }, item),
        _ => ClockSection::Faulty,
    }
}

/// Refuses a driver that is not built yet: a table that cannot be read must not look well configured.
fn ready(item: &Item<'_>, name: &str, ready: bool) -> bool {
    if !ready {
        item.fault(format!("the driver \"{name}\" is not supported yet"));
    }
    ready
}

fn port<'a>(section: &mut Section<'a>, why: &str) -> Option<(PortAddress, Item<'a>)> {
    let item = section.require("port", why)?;
    Some((address::device_port(&item)?, item))
}

fn size(item: &Item<'_>) -> Option<u8> {
    let size = item.integer(1..=u32::MAX)?;
    match size {
        9 => Some(9),
        13 => Some(13),
        19 => Some(19),
        other => {
            item.fault(format!("{other} is no size of a board: 9, 13 or 19"));
            None
        }
    }
}

fn quarter_turns(item: &Item<'_>) -> Option<u8> {
    let degrees = item.integer(0..=u32::MAX)?;
    match degrees {
        0 => Some(0),
        90 => Some(1),
        180 => Some(2),
        270 => Some(3),
        other => {
            item.fault(format!("{other} is no quarter turn: 0, 90, 180 or 270, clockwise"));
            None
        }
    }
}

fn vertices(item: &Item<'_>, size: Option<Size>) -> Option<Vec<Point>> {
    let mut points = Some(Vec::new());
    for item in item.items()? {
        let point = match (item.text(), size) {
            (Some(text), Some(size)) => Point::from_vertex(text, size).map_err(|error| item.fault(error.to_string())).ok(),
            _ => None,
        };
        match (point, &mut points) {
            (Some(point), Some(points)) if points.contains(&point) => item.note("stands in the list twice"),
            (Some(point), Some(points)) => points.push(point),
            _ => points = None,
        }
    }
    points
}

//! Which protocol a device speaks, by the names of the configuration.

use std::fmt;
use std::str::FromStr;

use super::dgt::DgtClock;
use super::dgt_json::DgtJsonClock;
use super::igo::IgoBoard;
use super::kifud::{KifudBoard, KifudClock};
use super::matrix::MatrixBoard;
use super::open_chess_clock::OpenChessClock;
use super::saiboard::Saiboard;
use super::yihu::YihuBoard;
use super::{BoardSession, ClockSession};
use crate::go::Size;

/// Protocols of boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardDriver {
    /// The open protocol of CONTRACT 3.2.
    Kifud,
    /// The IGO board.
    Igo,
    /// ASCII lines.
    Matrix,
    /// Saiboard.
    Saiboard,
    /// YiHu.
    Yihu,
}

/// Protocols of clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClockDriver {
    /// The open protocol of CONTRACT 3.2.
    Kifud,
    /// DGT clocks behind a DGT board.
    Dgt,
    /// JSON lines of a DGT gateway.
    DgtJson,
    /// open-chess-clock.
    OpenChessClock,
}

/// A name that no driver has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no driver \"{name}\"; there are {known}")]
pub struct UnknownDriver {
    /// The name that was given.
    pub name: String,
    /// The names that there are.
    pub known: String,
}

impl BoardDriver {
    /// All of them.
    pub const ALL: [BoardDriver; 5] = [BoardDriver::Kifud, BoardDriver::Igo, BoardDriver::Matrix, BoardDriver::Saiboard, BoardDriver::Yihu];

    /// Its name in the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            BoardDriver::Kifud => "kifud",
            BoardDriver::Igo => "igo",
            BoardDriver::Matrix => "matrix",
            BoardDriver::Saiboard => "saiboard",
            BoardDriver::Yihu => "yihu",
        }
    }

    /// The names of all.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BoardDriver::ALL.into_iter().map(BoardDriver::name)
    }

    /// True when the board shows what stands on it. One that only tells what is put down has no scans.
    pub const fn shows_scans(self) -> bool {
        !matches!(self, BoardDriver::Yihu)
    }

    /// True when the board tells Black from White.
    pub const fn sees_color(self) -> bool {
        matches!(self, BoardDriver::Kifud | BoardDriver::Matrix | BoardDriver::Saiboard)
    }

    /// Bits a second when the configuration does not say.
    pub const fn default_baud(self) -> u32 {
        match self {
            BoardDriver::Kifud | BoardDriver::Matrix | BoardDriver::Saiboard | BoardDriver::Yihu => 115_200,
            BoardDriver::Igo => 921_600,
        }
    }
}

impl ClockDriver {
    /// All of them.
    pub const ALL: [ClockDriver; 4] = [ClockDriver::Kifud, ClockDriver::Dgt, ClockDriver::DgtJson, ClockDriver::OpenChessClock];

    /// Its name in the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            ClockDriver::Kifud => "kifud",
            ClockDriver::Dgt => "dgt",
            ClockDriver::DgtJson => "dgt-json",
            ClockDriver::OpenChessClock => "open-chess-clock",
        }
    }

    /// The names of all.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ClockDriver::ALL.into_iter().map(ClockDriver::name)
    }

    /// Bits a second when the configuration does not say.
    pub const fn default_baud(self) -> u32 {
        match self {
            ClockDriver::Kifud | ClockDriver::DgtJson => 115_200,
            ClockDriver::Dgt => 9_600,
            ClockDriver::OpenChessClock => 57_600,
        }
    }
}

fn unknown(name: &str, known: impl Iterator<Item = &'static str>) -> UnknownDriver {
    UnknownDriver { name: name.to_owned(), known: known.collect::<Vec<_>>().join(", ") }
}

impl FromStr for BoardDriver {
    type Err = UnknownDriver;

    fn from_str(name: &str) -> Result<BoardDriver, UnknownDriver> {
        let found = BoardDriver::ALL.into_iter().find(|driver| driver.name() == name);
        found.ok_or_else(|| unknown(name, BoardDriver::names()))
    }
}

impl FromStr for ClockDriver {
    type Err = UnknownDriver;

    fn from_str(name: &str) -> Result<ClockDriver, UnknownDriver> {
        let found = ClockDriver::ALL.into_iter().find(|driver| driver.name() == name);
        found.ok_or_else(|| unknown(name, ClockDriver::names()))
    }
}

impl fmt::Display for BoardDriver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for ClockDriver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A session for a board of this size; `poll_ms` is used by boards that are polled.
pub fn board_session(driver: BoardDriver, size: Size, poll_ms: u64) -> Box<dyn BoardSession> {
    match driver {
        BoardDriver::Kifud => Box::new(KifudBoard::new(size)),
        BoardDriver::Igo => Box::new(IgoBoard::new(size, poll_ms)),
        BoardDriver::Matrix => Box::new(MatrixBoard::new(size)),
        BoardDriver::Saiboard => Box::new(Saiboard::new(size, poll_ms)),
        BoardDriver::Yihu => Box::new(YihuBoard::new(size)),
    }
}

/// A session for a clock.
pub fn clock_session(driver: ClockDriver) -> Box<dyn ClockSession> {
    match driver {
        ClockDriver::Kifud => Box::new(KifudClock::new()),
        ClockDriver::Dgt => Box::new(DgtClock::new()),
        ClockDriver::DgtJson => Box::new(DgtJsonClock::new()),
        ClockDriver::OpenChessClock => Box::new(OpenChessClock::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_driver_is_found_by_its_name() {
        for driver in BoardDriver::ALL {
            assert_eq!(driver.to_string().parse(), Ok(driver));
        }
        for driver in ClockDriver::ALL {
            assert_eq!(driver.to_string().parse(), Ok(driver));
        }
        let error = "Igo".parse::<BoardDriver>().unwrap_err();
        assert_eq!(error.to_string(), "there is no driver \"Igo\"; there are kifud, igo, matrix, saiboard, yihu");
    }
}

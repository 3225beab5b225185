//! What boards and clocks can say, whatever their protocol.

use crate::clock::{ClockManner, ClockReading, Side};
use crate::go::{Color, Point, Size};
use crate::time::Mono;

/// What a sensor shows at one point. A guess never enters the core: a colour that was not seen is not a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No stone.
    Empty,
    /// A stone of this colour.
    Stone(Color),
    /// A stone; the board cannot see colours.
    StoneOfUnknownColor,
    /// The sensor cannot be read now.
    Unreadable,
}

/// A whole board as seen at one moment, row by row from the top left ([`Size::index`]).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    size: Size,
    cells: Vec<Cell>,
}

impl Grid {
    /// A board with the same cell everywhere.
    pub fn filled(size: Size, cell: Cell) -> Grid {
        Grid { size, cells: vec![cell; size.area()] }
    }

    /// A board from its cells, or `None` when their number is not the area.
    pub fn from_cells(size: Size, cells: Vec<Cell>) -> Option<Grid> {
        (cells.len() == size.area()).then_some(Grid { size, cells })
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cells, row by row from the top left.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What is at a point; `Unreadable` outside the board.
    pub fn get(&self, point: Point) -> Cell {
        if self.size.contains(point) { self.cells[self.size.index(point)] } else { Cell::Unreadable }
    }

    /// Changes one point; nothing happens outside the board.
    pub fn set(&mut self, point: Point, cell: Cell) {
        if self.size.contains(point) {
            self.cells[self.size.index(point)] = cell;
        }
    }
}

/// Something with the moment at which it happened (device time mapped to ours, or the arrival where there is none).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timed<T> {
    /// When it happened.
    pub at: Mono,
    /// What happened.
    pub what: T,
}

/// A board's answer to the greeting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardGreeting {
    /// The size the board says it has; `None` when its protocol does not say.
    pub size: Option<Size>,
    /// It sees colours.
    pub sees_color: bool,
    /// It has lights.
    pub lights: bool,
    /// Changes with every start of the board; `None` when its protocol does not say.
    pub boot_id: Option<u32>,
    /// Serial number or version text, made printable.
    pub serial: Option<String>,
}

/// Stones counted in bowls and lids; `None` when unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trays {
    /// Black's bowl.
    pub black_bowl: Option<u8>,
    /// White's bowl.
    pub white_bowl: Option<u8>,
    /// Black's lid: the stones Black has captured.
    pub black_lid: Option<u8>,
    /// White's lid: the stones White has captured.
    pub white_lid: Option<u8>,
}

impl Trays {
    /// What is in this player's bowl.
    pub const fn bowl(&self, color: Color) -> Option<u8> {
        match color {
            Color::Black => self.black_bowl,
            Color::White => self.white_bowl,
        }
    }

    /// What is in this player's lid.
    pub const fn lid(&self, color: Color) -> Option<u8> {
        match color {
            Color::Black => self.black_lid,
            Color::White => self.white_lid,
        }
    }
}

/// What a board session reports, in sensor coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardReport {
    /// The board has greeted; scans follow.
    Greeting(BoardGreeting),
    /// The whole board at one moment. Deltas have been folded in; a torn or impossible scan never comes here.
    Scan(Grid),
    /// The board is there and has nothing new to show: on a board that shows scans the last [`BoardReport::Scan`] still stands, point for
    /// point. Nearly every frame of a game says this, so it costs no grid.
    Unchanged,
    /// A stone of unknown colour was put down here; the board cannot show what stands.
    Placed(Point),
    /// Notifications were lost, or may have been: what stands is not sure any more, and the board cannot be asked.
    Unverified,
    /// These points cannot be read now; replaces the earlier list.
    Faults(Vec<Point>),
    /// Bowls and lids.
    Trays(Trays),
    /// A hand is on the board (true) or has left it. Boards that cannot see well meanwhile report no scan until it has left.
    Touch(bool),
    /// The board has restarted; it has been asked again. Never a mass removal.
    Restarted,
    /// Packets were lost; a whole scan has been asked for.
    Gap,
    /// The board has another size than the one configured: nothing it says is used.
    WrongSize(Size),
}

/// What can be asked of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardCommand {
    /// Lights, one value a point (0 off, 1 green, 2 red, 3 blue), row by row from the top left; replaces all.
    Lights(Vec<u8>),
    /// A fresh scan.
    Rescan,
}

/// A clock's answer to the greeting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockGreeting {
    /// It keeps time by itself.
    pub keeps_time: bool,
    /// It can be set from outside.
    pub settable: bool,
    /// It says how many periods are left.
    pub shows_periods: bool,
    /// Changes with every start of the clock.
    pub boot_id: Option<u32>,
    /// Serial number or version text, made printable.
    pub serial: Option<String>,
    /// How it speaks.
    pub manner: ClockManner,
}

/// What a clock session reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClockReport {
    /// The clock has greeted.
    Greeting(ClockGreeting),
    /// This side was pressed: the turn of the player sitting there ends.
    Press(Side),
    /// Both times as the device claims them.
    Times(ClockReading),
    /// The pause button.
    PauseButton,
    /// The arbiter's button.
    ArbiterButton,
    /// No clock is connected to the box whose port this is: until it says something else the clock is away.
    Away,
    /// The clock has restarted.
    Restarted,
    /// Packets were lost.
    Gap,
    /// The clock did not answer a command after three tries.
    NoAnswer,
}

/// What can be asked of a clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClockCommand {
    /// Set both times, in ms, and the periods left; left side first.
    Set {
        /// Remaining time of the left and the right side, in ms.
        remaining_ms: [u32; 2],
        /// Periods left of the left and the right side.
        periods: [u8; 2],
    },
    /// Run this side's time, or stop.
    Run(Option<Side>),
    /// Sound for this long, in ms.
    Beep(u16),
}

/// What was read and what had to be dropped since the session began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Frames understood.
    pub frames: u64,
    /// Frames dropped: a bad checksum, an impossible content, a torn scan.
    pub bad_frames: u64,
    /// Bytes outside any frame.
    pub stray_bytes: u64,
    /// Frames of an unknown kind, ignored.
    pub unknown_frames: u64,
    /// Frames known to be lost (gaps in the device's numbers).
    pub lost_frames: u64,
}

/// A device that has said nothing understandable for so long is away, though its port is open. Most say something at least once a second;
/// three misses and a little.
pub const SILENT_MS: u64 = 3_500;

/// One board protocol spoken over one opened port, without doing any I/O: bytes in, reports and bytes to write out.
///
/// `now` never goes back. A session is never torn down for a short loss of the port: `opened` begins the greeting anew.
pub trait BoardSession: Send {
    /// The port has been opened (again): forget half a frame, greet.
    fn opened(&mut self, now: Mono, write: &mut Vec<u8>);
    /// Bytes have come, split anywhere.
    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Vec<Timed<BoardReport>>, write: &mut Vec<u8>);
    /// When `tick` is wanted next, at the latest.
    fn wake(&self) -> Option<Mono>;
    /// Polls, repeats an unanswered greeting, gives up a half frame.
    fn tick(&mut self, now: Mono, reports: &mut Vec<Timed<BoardReport>>, write: &mut Vec<u8>);
    /// Asks something of the board.
    fn command(&mut self, now: Mono, command: &BoardCommand, write: &mut Vec<u8>);
    /// What was read and dropped.
    fn counts(&self) -> Counts;
    /// How long the board may say nothing understandable and still count as there: three misses and a little for boards that speak once
    /// a second or are polled.
    fn silence_ms(&self) -> u64 {
        SILENT_MS
    }
}

/// One clock protocol spoken over one opened port; see [`BoardSession`].
pub trait ClockSession: Send {
    /// The port has been opened (again): forget half a frame, greet.
    fn opened(&mut self, now: Mono, write: &mut Vec<u8>);
    /// Bytes have come, split anywhere.
    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Vec<Timed<ClockReport>>, write: &mut Vec<u8>);
    /// When `tick` is wanted next, at the latest.
    fn wake(&self) -> Option<Mono>;
    /// Repeats an unanswered greeting or command, gives up a half frame.
    fn tick(&mut self, now: Mono, reports: &mut Vec<Timed<ClockReport>>, write: &mut Vec<u8>);
    /// Asks something of the clock.
    fn command(&mut self, now: Mono, command: &ClockCommand, write: &mut Vec<u8>);
    /// What was read and dropped.
    fn counts(&self) -> Counts;
    /// How long the clock may say nothing understandable and still count as there.
    fn silence_ms(&self) -> u64 {
        SILENT_MS
    }
    /// The clock calls its sides the other way round since it was switched on (hardware C4), and that is put right here.
    fn lever_inverted(&self) -> bool {
        false
    }
}

//! Virtual hardware (floor 7): a board and a clock over pseudo-terminals, and the hands that use them.
//!
//! [`schedule`] turns a record into cues (pure, the same for the same seed), [`fill_in`] and [`make_tens`] count its end on the board, [`scene`] hides an offence in them, [`script::parse`] reads
//! them from a text; [`Table`] is the hardware, on which cues are played and single acts done, [`LineFaults`] what befalls a cable; [`run`]
//! is `kifud sim`. What the devices say comes from `wire`'s virtual devices, whose bytes are
//! held to the contract's vectors, so that simulator and decoder cannot share one mistake.
//!
//! ```no_run
//! # async fn demo() -> Result<(), Box<dyn std::error::Error>> {
//! use kifud::go::{Color, Point, Size};
//! use kifud::sim::{Table, TableOptions};
//! use kifud::wire::BoardDriver;
//!
//! let size = Size::square(19).ok_or("no such board")?;
//! let board_link = "/tmp/kifud/board".into();
//! let table = Table::new(&TableOptions { size, board_link, board_driver: BoardDriver::Kifud, clock: None, seed: 1 })?;
//! table.followed().await?;
//! table.put(Point::from_vertex("Q16", size)?, Color::Black).await?;
//! table.close().await;
//! # Ok(())
//! # }
//! ```

mod act;
mod args;
mod ceremony;
mod clock;
mod device;
mod hands;
mod line;
mod machine;
mod offence;
mod pty;
mod run;
pub mod script;
mod steps;
mod table;

pub use act::{Act, Cue, Device};
pub use args::{PaceName, SideName, SimArgs};
pub use ceremony::{Filling, collect, fill_in, make_tens};
pub use clock::AnyClock;
pub use device::DeviceState;
pub use hands::{Gaps, Hands, HandsError, HandsLevel, Pace, schedule};
pub use line::{LineFault, LineFaults};
pub use offence::{Course, Expected, Offence, Scene, scene};
pub use pty::Pty;
pub use run::{SimError, run};
pub use script::{ScriptError, parse as parse_script, parse_on as parse_script_on};
pub use table::{ClockOptions, Table, TableOptions, from_zero};

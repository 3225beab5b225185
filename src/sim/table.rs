//! A table that does not exist: a virtual board, perhaps a clock, and somebody to move the stones.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::act::{Act, Cue, Device};
use super::device::{DeviceHandle, DeviceState};
use super::line::LineFault;
use super::machine::{BoardOrder, ClockMachine, ClockOrder, IgoMachine, KifudMachine, MatrixMachine, SaiboardMachine, YihuMachine};
use crate::clock::Side;
use crate::go::{Color, Point, Size};
use crate::now::stamp;
use crate::time::Mono;
use crate::wire::kifud::ClockSetting;
use crate::wire::{BoardDriver, Cell, ClockDriver, Trays};

/// The hardware of a table.
#[derive(Debug, Clone)]
pub struct TableOptions {
    /// Size of the board.
    pub size: Size,
    /// Where the board is linked.
    pub board_link: PathBuf,
    /// What the board speaks.
    pub board_driver: BoardDriver,
    /// The clock, if there is one.
    pub clock: Option<ClockOptions>,
    /// Number from which the devices' boot ids are counted.
    pub seed: u64,
}

/// A virtual clock.
#[derive(Debug, Clone)]
pub struct ClockOptions {
    /// Where it is linked.
    pub link: PathBuf,
    /// What it speaks.
    pub driver: ClockDriver,
    /// What it is set to.
    pub setting: ClockSetting,
}

/// A table with its devices plugged in. Dropping it unplugs them.
pub struct Table {
    size: Size,
    board: DeviceHandle<BoardOrder>,
    clock: Option<DeviceHandle<ClockOrder>>,
}

impl Table {
    /// Plugs the devices in and switches them on. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// When a pseudo-terminal or its link cannot be made, as when something else is at the path, or the driver knows no board of this size.
    pub fn new(options: &TableOptions) -> io::Result<Table> {
        let side = options.size.width();
        let most = match options.board_driver {
            BoardDriver::Kifud | BoardDriver::Matrix | BoardDriver::Saiboard => Size::MAX,
            // Its keys begin in the bit behind the twentieth column.
            BoardDriver::Igo => 20,
            BoardDriver::Yihu => 19,
        };
        if side != options.size.height() || side > most || (options.board_driver == BoardDriver::Yihu && side < most) {
            let text = format!("no board with the driver {} has {side}x{} points", options.board_driver, options.size.height());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        let mut rng = fastrand::Rng::with_seed(options.seed);
        let board = match options.board_driver {
            BoardDriver::Kifud => DeviceHandle::start(KifudMachine::new(options.size, rng.u32(..)), &options.board_link, options.seed)?,
            BoardDriver::Igo => DeviceHandle::start(IgoMachine::new(options.size), &options.board_link, options.seed)?,
            BoardDriver::Matrix => DeviceHandle::start(MatrixMachine::new(options.size), &options.board_link, options.seed)?,
            BoardDriver::Saiboard => DeviceHandle::start(SaiboardMachine::new(options.size), &options.board_link, options.seed)?,
            BoardDriver::Yihu => DeviceHandle::start(YihuMachine::new(), &options.board_link, options.seed)?,
        };
        let clock = match &options.clock {
            Some(ClockOptions { link, driver, setting }) => {
                Some(DeviceHandle::start(ClockMachine::new(*driver, *setting, rng.u32(..)), link, !options.seed)?)
            }
            None => None,
        };
        Ok(Table { size: options.size, board, clock })
    }

    /// Unplugs everything; returns when the links have gone. Dropping the table does the same, a moment later.
    pub async fn close(self) {
        self.board.close().await;
        if let Some(clock) = self.clock {
            clock.close().await;
        }
    }

    /// A stone is put down.
    ///
    /// # Errors
    /// When the virtual board has ended, as for all acts.
    pub async fn put(&self, point: Point, color: Color) -> io::Result<()> {
        self.board.order(BoardOrder::Stones(vec![(point, Cell::Stone(color))])).await
    }

    /// The stones on these points are lifted at one moment.
    ///
    /// # Errors
    /// When the virtual board has ended.
    pub async fn lift(&self, points: &[Point]) -> io::Result<()> {
        self.board.order(BoardOrder::Stones(points.iter().map(|&point| (point, Cell::Empty)).collect())).await
    }

    /// Every stone comes off the board at once.
    ///
    /// # Errors
    /// When the virtual board has ended.
    pub async fn clear(&self) -> io::Result<()> {
        self.board.order(BoardOrder::Stones(self.size.points().map(|point| (point, Cell::Empty)).collect())).await
    }

    /// Any points become anything at one moment; `Unreadable` is a broken sensor.
    ///
    /// # Errors
    /// When the virtual board has ended.
    pub async fn change(&self, changes: &[(Point, Cell)]) -> io::Result<()> {
        self.board.order(BoardOrder::Stones(changes.to_vec())).await
    }

    /// Bowls and lids hold so many stones; nothing happens at a board that does not count them.
    ///
    /// # Errors
    /// When the virtual board has ended.
    pub async fn trays(&self, trays: Trays) -> io::Result<()> {
        self.board.order(BoardOrder::Trays(trays)).await
    }

    /// A side of the clock is pressed; nothing happens at a table without a clock.
    ///
    /// # Errors
    /// When the virtual clock has ended.
    pub async fn press(&self, side: Side) -> io::Result<()> {
        self.clock_order(ClockOrder::Press(side)).await
    }

    /// A side of the clock will be pressed at this moment of the clock's own: its stamp is exact, however late this machine's hands are.
    /// Presses are planned in their order.
    ///
    /// # Errors
    /// When the virtual clock has ended.
    pub async fn press_at(&self, side: Side, at: Mono) -> io::Result<()> {
        self.clock_order(ClockOrder::PressAt(side, at)).await
    }

    /// The clock's pause button: its times stand still, or go on.
    ///
    /// # Errors
    /// When the virtual clock has ended.
    pub async fn pause_clock(&self) -> io::Result<()> {
        self.clock_order(ClockOrder::Pause).await
    }

    /// The clock is switched off and on again: it shows the times that it is set to, and stands.
    ///
    /// # Errors
    /// When the virtual clock has ended.
    pub async fn restart_clock(&self) -> io::Result<()> {
        self.clock_order(ClockOrder::Restart).await
    }

    /// The clock is stopped and set for the next game; nothing happens at a table without one.
    ///
    /// # Errors
    /// When the virtual clock has ended.
    pub async fn set_clock_anew(&self) -> io::Result<()> {
        self.clock_order(ClockOrder::SetAnew).await
    }

    async fn clock_order(&self, order: ClockOrder) -> io::Result<()> {
        match &self.clock {
            Some(clock) => clock.order(order).await,
            None => Ok(()),
        }
    }

    /// A cable is pulled: the link goes and the host sees the device go. Stones stay where they are.
    ///
    /// # Errors
    /// When the virtual device has ended.
    pub async fn unplug(&self, device: Device) -> io::Result<()> {
        match (device, &self.clock) {
            (Device::Board, _) => self.board.unplug().await,
            (Device::Clock, Some(clock)) => clock.unplug().await,
            (Device::Clock, None) => Ok(()),
        }
    }

    /// A cable is put back: the device starts anew under the same link.
    ///
    /// # Errors
    /// When the pseudo-terminal or its link cannot be made.
    pub async fn plug(&self, device: Device) -> io::Result<()> {
        match (device, &self.clock) {
            (Device::Board, _) => self.board.plug().await,
            (Device::Clock, Some(clock)) => clock.plug().await,
            (Device::Clock, None) => Ok(()),
        }
    }

    /// What a device says suffers on the line from now on: packets are lost, or garbage comes between them. What it hears is whole.
    ///
    /// # Errors
    /// When the virtual device has ended.
    pub async fn line(&self, device: Device, fault: LineFault) -> io::Result<()> {
        match (device, &self.clock) {
            (Device::Board, _) => self.board.line(fault).await,
            (Device::Clock, Some(clock)) => clock.line(fault).await,
            (Device::Clock, None) => Ok(()),
        }
    }

    /// How the device and its host stand to each other; `None` for a clock that is not there.
    pub fn state(&self, device: Device) -> Option<DeviceState> {
        match device {
            Device::Board => Some(self.board.state()),
            Device::Clock => self.clock.as_ref().map(DeviceHandle::state),
        }
    }

    /// Waits until a host has opened every device and asked for what it needs to follow: hands may begin. Devices whose host left
    /// (its lock on the port has gone) or that were unplugged have to be asked again.
    ///
    /// # Errors
    /// When a virtual device has ended.
    pub async fn followed(&self) -> io::Result<()> {
        self.board.followed().await?;
        match &self.clock {
            Some(clock) => clock.followed().await,
            None => Ok(()),
        }
    }

    /// Does one thing.
    ///
    /// # Errors
    /// As for the single acts.
    pub async fn act(&self, act: Act) -> io::Result<()> {
        match act {
            Act::Put(point, color) => self.put(point, color).await,
            Act::Lift(point) => self.lift(&[point]).await,
            Act::Show(point, cell) => self.change(&[(point, cell)]).await,
            Act::Press(side) => self.press(side).await,
            Act::Trays(trays) => self.trays(trays).await,
            Act::Pause => self.pause_clock().await,
            Act::Line(device, fault) => self.line(device, fault).await,
            Act::Unplug(device) => self.unplug(device).await,
            Act::Plug(device) => self.plug(device).await,
        }
    }

    /// Plays a schedule from now on: the first cue's moment counts from zero, so a part of a schedule can be played by itself after
    /// [`from_zero`]. Acts on the board that share a moment are done as one (a handful); one that comes late is not skipped, and those
    /// behind it keep their distances.
    ///
    /// # Errors
    /// As for the single acts.
    pub async fn play(&self, cues: &[Cue]) -> io::Result<()> {
        self.play_watched(cues, |_| {}).await
    }

    /// The same, with somebody who looks on: called just before each moment's acts are done.
    ///
    /// # Errors
    /// As for the single acts.
    pub async fn play_watched(&self, cues: &[Cue], mut look: impl FnMut(&[Cue])) -> io::Result<()> {
        let mut start = stamp().mono;
        for moment in cues.chunk_by(|one, next| one.at_ms == next.at_ms) {
            let due = start.plus_ms(moment[0].at_ms);
            let now = stamp().mono;
            // Hands that were held up do not hurry afterwards: a gap is a promise to the daemon.
            start = start.plus_ms(now.since_ms(due));
            let wait = due.since_ms(now);
            if wait > 0 {
                tokio::time::sleep(Duration::from_millis(wait)).await;
            }
            look(moment);
            self.at_once(moment).await?;
        }
        Ok(())
    }

    async fn at_once(&self, cues: &[Cue]) -> io::Result<()> {
        let mut handful: Vec<(Point, Cell)> = Vec::new();
        for cue in cues {
            if let Some(change) = cue.act.shown() {
                handful.push(change);
                continue;
            }
            if !handful.is_empty() {
                self.board.order(BoardOrder::Stones(std::mem::take(&mut handful))).await?;
            }
            self.act(cue.act).await?;
        }
        if handful.is_empty() { Ok(()) } else { self.board.order(BoardOrder::Stones(handful)).await }
    }
}

/// A part of a schedule with its moments counted from its first cue.
pub fn from_zero(cues: &[Cue]) -> Vec<Cue> {
    let first = cues.first().map_or(0, |cue| cue.at_ms);
    cues.iter().map(|cue| Cue { at_ms: cue.at_ms - first, ..*cue }).collect()
}

//! Whoever keeps the time, seen through one door.

use crate::go::{ByColor, Color};
use crate::time::Mono;

use super::{ClockHappening, ClockManner, ClockReading, DeviceClock, GameClock, PlayerClockState, Reported, Side, TurnTime};

/// Whoever keeps the time of a game (CONTRACT 2, `time_authority`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::large_enum_variant, reason = "one lives at a table; boxing would be paid at every look")]
pub enum Timekeeper {
    /// Nobody: turns take no known time.
    #[default]
    None,
    /// kifud, from the stamps of presses.
    Daemon(GameClock),
    /// The clock on the table.
    Device(DeviceClock),
}

impl Timekeeper {
    /// Whose time runs. Never said of a silent device.
    pub fn running(&self, now: Mono) -> Option<Color> {
        match self {
            Timekeeper::None => None,
            Timekeeper::Daemon(clock) => clock.running(),
            Timekeeper::Device(clock) => clock.running(now),
        }
    }

    /// Both clocks; `None` where there is no time, or a device has not said it yet or not for which colour.
    pub fn view(&self, now: Mono) -> Option<ByColor<PlayerClockState>> {
        match self {
            Timekeeper::None => None,
            Timekeeper::Daemon(clock) => Some(clock.view(now)),
            Timekeeper::Device(clock) => clock.view(now),
        }
    }

    /// Whose turn it is by a clock that kifud keeps and that is not paused.
    pub fn in_turn(&self) -> Option<Color> {
        match self {
            Timekeeper::Daemon(clock) => clock.in_turn(),
            Timekeeper::None | Timekeeper::Device(_) => None,
        }
    }

    /// When the current turn began.
    pub fn turn_started(&self) -> Option<Mono> {
        match self {
            Timekeeper::None => None,
            Timekeeper::Daemon(clock) => clock.turn_started(),
            Timekeeper::Device(clock) => clock.turn_started(),
        }
    }

    /// Time used in the current turn, in ms.
    pub fn turn_used_ms(&self, now: Mono) -> Option<u64> {
        match self {
            Timekeeper::None => None,
            Timekeeper::Daemon(clock) => clock.turn_used_ms(now),
            Timekeeper::Device(clock) => clock.turn_used_ms(now),
        }
    }

    /// When something happens by itself next.
    pub fn deadline(&self) -> Option<Mono> {
        match self {
            Timekeeper::None => None,
            Timekeeper::Daemon(clock) => clock.deadline(),
            Timekeeper::Device(clock) => clock.deadline(),
        }
    }

    /// What has happened by itself until `now` and was not told before, each at its own moment.
    pub fn advance(&mut self, now: Mono) -> Vec<(Mono, ClockHappening)> {
        match self {
            Timekeeper::None => Vec::new(),
            Timekeeper::Daemon(clock) => clock.advance(now),
            Timekeeper::Device(clock) => clock.advance(now),
        }
    }

    /// The turn of `color` ends at the stamp `at`, and the opponent's begins. `None` when it is not their turn or nobody keeps time.
    pub fn press(&mut self, color: Color, at: Mono) -> Option<TurnTime> {
        match self {
            Timekeeper::None => None,
            Timekeeper::Daemon(clock) => clock.press(color, at),
            Timekeeper::Device(clock) => clock.side(color).and_then(|side| clock.press(side, at)),
        }
    }

    /// `color`'s turn begins, where kifud keeps the time; see [`GameClock::start`]. A device starts by itself, or by a command.
    pub fn start(&mut self, color: Color, at: Mono) -> Option<TurnTime> {
        match self {
            Timekeeper::Daemon(clock) => clock.start(color, at),
            Timekeeper::None | Timekeeper::Device(_) => None,
        }
    }

    /// Time stands, where kifud keeps it. A device is told by a command, and says so.
    pub fn pause(&mut self, at: Mono) -> Reported {
        match self {
            Timekeeper::Daemon(clock) => clock.pause(at),
            Timekeeper::None | Timekeeper::Device(_) => Reported::default(),
        }
    }

    /// Time runs on, where kifud keeps it.
    pub fn resume(&mut self, at: Mono) {
        if let Timekeeper::Daemon(clock) = self {
            clock.resume(at);
        }
    }

    /// This player's turn goes on and their time is not counted, where kifud keeps it; see [`GameClock::hold`]. A device counts on.
    pub fn hold(&mut self, color: Color, at: Mono) -> Reported {
        match self {
            Timekeeper::Daemon(clock) if clock.in_turn() == Some(color) => clock.hold(at),
            _ => Reported::default(),
        }
    }

    /// Time is counted again.
    pub fn release(&mut self, at: Mono) {
        if let Timekeeper::Daemon(clock) = self {
            clock.release(at);
        }
    }

    /// A device shows its times. Only a device that keeps the time is believed.
    pub fn reading(&mut self, reading: &ClockReading, at: Mono) -> Vec<(Mono, ClockHappening)> {
        match self {
            Timekeeper::Device(clock) => clock.reading(reading, at),
            Timekeeper::None | Timekeeper::Daemon(_) => Vec::new(),
        }
    }

    /// The device is away.
    pub fn device_lost(&mut self) {
        if let Timekeeper::Device(clock) = self {
            clock.lost();
        }
    }

    /// How the device speaks is known.
    pub fn device_speaks(&mut self, manner: ClockManner) {
        if let Timekeeper::Device(clock) = self {
            clock.manner = manner;
        }
    }

    /// Black's side has been learnt or changed.
    pub fn set_black_side(&mut self, side: Option<Side>) {
        if let Timekeeper::Device(clock) = self {
            clock.black_side = side;
        }
    }

    /// The figures are old: a device that should run is silent.
    pub fn stale(&self, now: Mono) -> bool {
        match self {
            Timekeeper::Device(clock) => clock.stale(now),
            Timekeeper::None | Timekeeper::Daemon(_) => false,
        }
    }

    /// How wrong the figures may be, in ms. Ours are as exact as the stamps of the presses.
    pub fn uncertainty_ms(&self, now: Mono) -> u64 {
        match self {
            Timekeeper::Device(clock) => clock.uncertainty_ms(now),
            Timekeeper::None | Timekeeper::Daemon(_) => 0,
        }
    }

    /// A flag of this player that was told: true when it is certain, false when the device that should say so is silent, `None` while its
    /// word is waited for.
    pub fn flag_is_certain(&self, color: Color, now: Mono) -> Option<bool> {
        match self {
            Timekeeper::Device(clock) => clock.flag_is_certain(color, now),
            Timekeeper::None | Timekeeper::Daemon(_) => Some(true),
        }
    }

    /// How many periods, stones or units this player has left is worked out, not told by the device.
    pub fn derived(&self, color: Color) -> bool {
        match self {
            Timekeeper::Device(clock) => clock.periods_derived(color),
            Timekeeper::None | Timekeeper::Daemon(_) => false,
        }
    }

    /// The device keeps the time, not kifud.
    pub const fn from_device(&self) -> bool {
        matches!(self, Timekeeper::Device(_))
    }
}

//! Both clocks in the state row.

use serde::{Deserialize, Serialize};

use crate::clock::{
    Beside, ClockManner, ClockReading, DeviceClock, DeviceTurn, GameClock, Heard, PlayerClock, Side, Timekeeper, Told, Turn, TurnStart,
};
use crate::go::{ByColor, Color};

use super::super::{ByColorForm, ColorName, FormError, SideName, TimeForm};
use super::{Shift, both};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "one is made for each state row")]
#[serde(tag = "kept_by", rename_all = "kebab-case")]
pub(super) enum KeeperForm {
    Nobody,
    Daemon(GameClockState),
    Device {
        control: Option<TimeForm>,
        black_side: Option<SideName>,
        heard: Option<HeardState>,
        turn: Option<(SideName, u64, u64)>,
        passed: Option<(SideName, u64)>,
        used_ms: [u64; 2],
        stale_told: bool,
        /// Left side first: how far it was told, and the last call.
        #[serde(default)]
        told: [(u32, Option<u64>); 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<BesideState>,
        /// Absent in rows of before it was known: an exact one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        manner: Option<MannerState>,
    },
}

/// A clock that kifud keeps.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct GameClockState {
    control: TimeForm,
    clocks: ByColorForm<ClockState>,
    used_ms: ByColorForm<u64>,
    turn: Option<TurnState>,
    reported: u64,
}

/// Both clocks as a turn began: after so many moves, Black's, White's, and what each had used.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct TurnStartState(u32, ClockState, ClockState, [u64; 2]);

impl TurnStartState {
    pub(super) fn new(start: &TurnStart) -> TurnStartState {
        let TurnStart { after, clocks, used_ms } = *start;
        TurnStartState(after, clocks.black.into(), clocks.white.into(), [used_ms.black, used_ms.white])
    }

    pub(super) fn read(&self) -> TurnStart {
        let TurnStartState(after, black, white, [used_black, used_white]) = *self;
        let clocks = ByColor { black: black.into(), white: white.into() };
        TurnStart { after, clocks, used_ms: ByColor { black: used_black, white: used_white } }
    }
}

/// kifud's own clock beside the device's.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BesideState {
    clock: GameClockState,
    differs: Option<u64>,
    told: bool,
    near_boundary: bool,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ClockState {
    Main { left_ms: u64, periods: u32 },
    Bronstein { left_ms: u64, used_ms: u64 },
    Delay { left_ms: u64, delay_left_ms: u64 },
    Period { left_ms: u64, periods_left: u32 },
    Block { left_ms: u64, stones_left: u32, block: u32 },
    Nhk { left_ms: u64, units_left: u32, in_unit: bool },
    Penalty { left_ms: u64, period: u32 },
    Flagged { overrun_ms: u64 },
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct TurnState {
    color: ColorName,
    started: u64,
    earlier_ms: u64,
    from: u64,
    until: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    held: Option<u64>,
    flag_confirmed: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct HeardState {
    at: u64,
    alive: Option<u64>,
    clocks: [ClockState; 2],
    derived: [bool; 2],
    running: Option<SideName>,
    resolution_ms: u32,
    marks_overtime: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    suspect: Option<(u64, ReadingState)>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct MannerState {
    uncertainty_ms: u32,
    rate_error_per_mille: u32,
    only_when_touched: bool,
    /// Absent in rows of before it was known: only which presses were stamped here matters, right after a stop.
    #[serde(default)]
    stamps_presses: bool,
    always_marks_overtime: bool,
}

impl MannerState {
    fn new(manner: ClockManner) -> MannerState {
        let ClockManner { uncertainty_ms, rate_error_per_mille, only_when_touched, stamps_presses, always_marks_overtime } = manner;
        MannerState { uncertainty_ms, rate_error_per_mille, only_when_touched, stamps_presses, always_marks_overtime }
    }

    fn read(self) -> ClockManner {
        let MannerState { uncertainty_ms, rate_error_per_mille, only_when_touched, stamps_presses, always_marks_overtime } = self;
        ClockManner { uncertainty_ms, rate_error_per_mille, only_when_touched, stamps_presses, always_marks_overtime }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct ReadingState {
    remaining_ms: [u32; 2],
    running: Option<SideName>,
    periods_left: [Option<u8>; 2],
    stones_left: [Option<u8>; 2],
    flag: [bool; 2],
    overtime: [bool; 2],
    paused: bool,
    resolution_ms: u32,
}

impl KeeperForm {
    pub(super) fn new(keeper: &Timekeeper) -> KeeperForm {
        match keeper {
            Timekeeper::None => KeeperForm::Nobody,
            Timekeeper::Daemon(clock) => KeeperForm::Daemon(GameClockState::new(clock)),
            Timekeeper::Device(clock) => KeeperForm::Device {
                control: clock.control.map(TimeForm::from),
                black_side: clock.black_side.map(SideName::from),
                heard: clock.heard.as_ref().map(HeardState::new),
                turn: clock.turn.map(|turn| (turn.side.into(), turn.started.as_millis(), turn.used_ms)),
                passed: clock.passed.map(|(side, used_ms)| (side.into(), used_ms)),
                used_ms: clock.used_ms,
                stale_told: clock.stale_told,
                told: clock.told.map(|told| (told.stage, told.call)),
                own: clock.own.as_ref().map(|own| BesideState {
                    clock: GameClockState::new(&own.clock),
                    differs: own.differs.map(|differs| differs.as_millis()),
                    told: own.told,
                    near_boundary: own.near_boundary,
                }),
                manner: (clock.manner != ClockManner::EXACT).then(|| MannerState::new(clock.manner)),
            },
        }
    }

    pub(super) fn read(&self, shift: Shift) -> Result<Timekeeper, FormError> {
        Ok(match self {
            KeeperForm::Nobody => Timekeeper::None,
            KeeperForm::Daemon(clock) => Timekeeper::Daemon(clock.read(shift)?),
            KeeperForm::Device { control, black_side, heard, turn, passed, used_ms, stale_told, told, own, manner } => {
                Timekeeper::Device(DeviceClock {
                    control: control.as_ref().map(TimeForm::read).transpose()?,
                    black_side: black_side.map(Side::from),
                    heard: heard.as_ref().map(|heard| heard.read(shift)),
                    turn: turn.map(|(side, started, used_ms)| DeviceTurn { side: side.into(), started: shift.moment(started), used_ms }),
                    passed: passed.map(|(side, used_ms)| (side.into(), used_ms)),
                    used_ms: *used_ms,
                    stale_told: *stale_told,
                    told: told.map(|(stage, call)| Told { stage, call }),
                    manner: manner.map_or(ClockManner::EXACT, MannerState::read),
                    own: own.as_ref().map(|own| own.read(shift)).transpose()?,
                    ..DeviceClock::new(None, None)
                })
            }
        })
    }
}

impl GameClockState {
    fn new(clock: &GameClock) -> GameClockState {
        GameClockState {
            control: clock.control.into(),
            clocks: both(clock.clocks.map(ClockState::from)),
            used_ms: both(clock.used_ms),
            turn: clock.turn.map(TurnState::new),
            reported: clock.reported.as_millis(),
        }
    }

    fn read(&self, shift: Shift) -> Result<GameClock, FormError> {
        Ok(GameClock {
            control: self.control.read()?,
            clocks: ByColor { black: self.clocks.black.into(), white: self.clocks.white.into() },
            used_ms: ByColor { black: self.used_ms.black, white: self.used_ms.white },
            turn: self.turn.map(|turn| turn.read(shift)),
            reported: shift.moment(self.reported),
        })
    }
}

impl BesideState {
    fn read(&self, shift: Shift) -> Result<Beside, FormError> {
        Ok(Beside {
            clock: self.clock.read(shift)?,
            differs: self.differs.map(|differs| shift.moment(differs)),
            told: self.told,
            near_boundary: self.near_boundary,
        })
    }
}

impl From<PlayerClock> for ClockState {
    fn from(clock: PlayerClock) -> ClockState {
        match clock {
            PlayerClock::Main { left_ms, periods } => ClockState::Main { left_ms, periods },
            PlayerClock::Bronstein { left_ms, used_ms } => ClockState::Bronstein { left_ms, used_ms },
            PlayerClock::Delay { left_ms, delay_left_ms } => ClockState::Delay { left_ms, delay_left_ms },
            PlayerClock::Period { left_ms, periods_left } => ClockState::Period { left_ms, periods_left },
            PlayerClock::Block { left_ms, stones_left, block } => ClockState::Block { left_ms, stones_left, block },
            PlayerClock::Nhk { left_ms, units_left, in_unit } => ClockState::Nhk { left_ms, units_left, in_unit },
            PlayerClock::Penalty { left_ms, period } => ClockState::Penalty { left_ms, period },
            PlayerClock::Flagged { overrun_ms } => ClockState::Flagged { overrun_ms },
        }
    }
}

impl From<ClockState> for PlayerClock {
    fn from(state: ClockState) -> PlayerClock {
        match state {
            ClockState::Main { left_ms, periods } => PlayerClock::Main { left_ms, periods },
            ClockState::Bronstein { left_ms, used_ms } => PlayerClock::Bronstein { left_ms, used_ms },
            ClockState::Delay { left_ms, delay_left_ms } => PlayerClock::Delay { left_ms, delay_left_ms },
            ClockState::Period { left_ms, periods_left } => PlayerClock::Period { left_ms, periods_left },
            ClockState::Block { left_ms, stones_left, block } => PlayerClock::Block { left_ms, stones_left, block },
            ClockState::Nhk { left_ms, units_left, in_unit } => PlayerClock::Nhk { left_ms, units_left, in_unit },
            ClockState::Penalty { left_ms, period } => PlayerClock::Penalty { left_ms, period },
            ClockState::Flagged { overrun_ms } => PlayerClock::Flagged { overrun_ms },
        }
    }
}

impl TurnState {
    fn new(turn: Turn) -> TurnState {
        TurnState {
            color: turn.color.into(),
            started: turn.started.as_millis(),
            earlier_ms: turn.earlier_ms,
            from: turn.from.as_millis(),
            until: turn.until.map(|until| until.as_millis()),
            held: turn.held.map(|held| held.as_millis()),
            flag_confirmed: turn.flag_confirmed,
        }
    }

    fn read(self, shift: Shift) -> Turn {
        Turn {
            color: Color::from(self.color),
            started: shift.moment(self.started),
            earlier_ms: self.earlier_ms,
            from: shift.moment(self.from),
            until: self.until.map(|until| shift.moment(until)),
            held: self.held.map(|held| shift.moment(held)),
            flag_confirmed: self.flag_confirmed,
        }
    }
}

impl HeardState {
    fn new(heard: &Heard) -> HeardState {
        HeardState {
            at: heard.at.as_millis(),
            alive: heard.alive.map(|alive| alive.as_millis()),
            clocks: heard.clocks.map(ClockState::from),
            derived: heard.derived,
            running: heard.running.map(SideName::from),
            resolution_ms: heard.resolution_ms,
            marks_overtime: heard.marks_overtime,
            suspect: heard.suspect.map(|(at, reading)| (at.as_millis(), ReadingState::new(reading))),
        }
    }

    fn read(&self, shift: Shift) -> Heard {
        Heard {
            at: shift.moment(self.at),
            alive: self.alive.map(|alive| shift.moment(alive)),
            clocks: self.clocks.map(PlayerClock::from),
            derived: self.derived,
            running: self.running.map(Side::from),
            resolution_ms: self.resolution_ms,
            marks_overtime: self.marks_overtime,
            suspect: self.suspect.as_ref().map(|(at, reading)| (shift.moment(*at), reading.read())),
        }
    }
}

impl ReadingState {
    fn new(reading: ClockReading) -> ReadingState {
        let ClockReading { remaining_ms, running, periods_left, stones_left, flag, overtime, paused, resolution_ms } = reading;
        let running = running.map(SideName::from);
        ReadingState { remaining_ms, running, periods_left, stones_left, flag, overtime, paused, resolution_ms }
    }

    fn read(&self) -> ClockReading {
        ClockReading {
            remaining_ms: self.remaining_ms,
            running: self.running.map(Side::from),
            periods_left: self.periods_left,
            stones_left: self.stones_left,
            flag: self.flag,
            overtime: self.overtime,
            paused: self.paused,
            resolution_ms: self.resolution_ms,
        }
    }
}

//! Both players' time where the clock on the table keeps it (`time_authority = "device"`): kifud follows, and counts on between readings.

use crate::go::{ByColor, Color};
use crate::time::Mono;

use super::heard::{DeviceTurn, Heard};
use super::{Beside, ClockHappening, ClockManner, PlayerClock, PlayerClockState, Side, TimeControl, Told};

/// A clock that runs and says nothing for this long is not shown as running any more: it reports at least once a second, so three reports
/// are missing.
pub const STALE_MS: u64 = 3_000;

/// How long a press may be on its way where nothing else is said, in ms.
const LATENCY_MS: u64 = 300;

/// What a clock is read by while nobody has said how the game is timed.
pub(super) const UNTOLD: TimeControl = TimeControl::Absolute { main_ms: 0 };

/// Both players' time as the clock on the table claims it.
///
/// Everything is kept by side, so that nothing is lost while it is not yet known on which side Black sits. Time used is what really passed
/// while a side ran; what is left is what the device says, counted down in between, but never over a boundary: whether a
/// period or the game is lost is the device's to say. Plain data: a clone is a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceClock {
    /// How the game is timed, where that is known: period counts are derived from it when the device sends none.
    pub control: Option<TimeControl>,
    /// Black's side; `None` until it is learnt.
    pub black_side: Option<Side>,
    /// What was heard last, once anything was.
    pub heard: Option<Heard>,
    /// The turn that the clock is in.
    pub turn: Option<DeviceTurn>,
    /// A turn that the device ended without a press being heard.
    pub passed: Option<(Side, u64)>,
    /// Time used in the whole game until [`Heard::at`], in ms; left side first.
    pub used_ms: [u64; 2],
    /// The silence has been told.
    pub stale_told: bool,
    /// How far each side's time was told; left side first.
    pub told: [Told; 2],
    /// Our own clock, once the device's runs in a game whose time control and sides are known.
    pub own: Option<Beside>,
    /// How long a press may be on its way, in ms: what the device may differ from our own clock besides.
    pub latency_ms: u64,
    /// How the device speaks.
    pub manner: ClockManner,
}

impl DeviceClock {
    /// Nothing heard yet.
    pub const fn new(control: Option<TimeControl>, black_side: Option<Side>) -> DeviceClock {
        DeviceClock {
            control,
            black_side,
            heard: None,
            turn: None,
            passed: None,
            used_ms: [0; 2],
            stale_told: false,
            told: [Told { stage: 0, call: None }; 2],
            own: None,
            latency_ms: LATENCY_MS,
            manner: ClockManner::EXACT,
        }
    }

    /// The time control, or what a clock without one is read by: main time alone.
    pub(super) fn rules(&self) -> TimeControl {
        self.control.unwrap_or(UNTOLD)
    }

    /// The player on this side, where known.
    pub fn color(&self, side: Side) -> Option<Color> {
        self.black_side.map(|black| if side == black { Color::Black } else { Color::White })
    }

    /// The side of this player, where known.
    pub fn side(&self, color: Color) -> Option<Side> {
        self.black_side.map(|black| black.of(color))
    }

    /// Whose time runs. Never said of a clock that is silent.
    pub fn running(&self, now: Mono) -> Option<Color> {
        if self.stale(now) {
            return None;
        }
        self.heard?.running.and_then(|side| self.color(side))
    }

    /// The clock is away, or runs and has been silent for [`STALE_MS`]. A clock that stands may be silent.
    pub fn stale(&self, now: Mono) -> bool {
        match self.heard {
            None => false,
            Some(Heard { alive: None, .. }) => true,
            Some(Heard { alive: Some(alive), running, .. }) => running.is_some() && self.too_long(alive, now),
        }
    }

    /// True when a device that runs should have been heard since `alive`.
    pub(super) fn too_long(&self, alive: Mono, now: Mono) -> bool {
        !self.manner.only_when_touched && now.since_ms(alive) >= STALE_MS
    }

    /// How wrong the figures may be, in ms: the device's step, how late it is heard, what its rate may be off since then, and once it is
    /// stale all the time since then.
    pub fn uncertainty_ms(&self, now: Mono) -> u64 {
        let Some(heard) = self.heard else { return 0 };
        let age = now.since_ms(heard.at);
        let age = if self.stale(now) { age } else { (age * u64::from(self.manner.rate_error_per_mille)).div_ceil(1_000) };
        u64::from(heard.resolution_ms) + u64::from(self.manner.uncertainty_ms) + age
    }

    /// The number of periods of this player is derived from the time control and the jumps of the display: no clock known sends it.
    pub fn periods_derived(&self, color: Color) -> bool {
        self.heard.zip(self.side(color)).is_some_and(|(heard, side)| heard.derived[side.index()])
    }

    /// Both clocks at a moment; `None` before the first reading and while Black's side is not known.
    ///
    /// The figures of a silent clock stay where they were when it became stale.
    pub fn view(&self, now: Mono) -> Option<ByColor<PlayerClockState>> {
        let heard = self.heard?;
        let black = self.side(Color::Black)?;
        let ahead_ms = self.ahead_ms(&heard, now);
        Some(ByColor::new(|color| {
            let side = black.of(color);
            let clock = self.counted(&heard, side, now);
            // A flag that the device has not shown is only what our count comes to.
            let said = heard.clocks[side.index()].overrun_ms().is_some();
            let (phase, remaining_ms) = clock.shown(&self.rules(), !said);
            let spent = if heard.running == Some(side) { ahead_ms } else { 0 };
            let total_used_ms = self.used_ms[side.index()] + spent;
            PlayerClockState { phase, remaining_ms, total_used_ms, delay_left_ms: clock.delay_left_ms() }
        }))
    }

    /// Time used in the current turn until a moment, in ms.
    pub fn turn_used_ms(&self, now: Mono) -> Option<u64> {
        let turn = self.turn?;
        let heard = self.heard?;
        let running = heard.running == Some(turn.side);
        Some(turn.used_ms + if running { self.ahead_ms(&heard, now) } else { 0 })
    }

    /// When the current turn began.
    pub fn turn_started(&self) -> Option<Mono> {
        self.turn.map(|turn| turn.started)
    }

    /// When the running side comes to something, or the device will be stale if nothing is heard.
    pub fn deadline(&self) -> Option<Mono> {
        [self.foretold_at(), self.stale_at()].into_iter().flatten().min()
    }

    fn stale_at(&self) -> Option<Mono> {
        let heard = self.heard?;
        let tells = heard.running.is_some() && !self.stale_told && !self.manner.only_when_touched;
        tells.then_some(heard.alive?.plus_ms(STALE_MS))
    }

    /// Tells what the running side has come to, and the silence of the device, each at its own moment.
    pub fn advance(&mut self, now: Mono) -> Vec<(Mono, ClockHappening)> {
        let mut happened = self.tell_foretold(now);
        if let Some(moment) = self.stale_at().filter(|&moment| moment <= now) {
            self.stale_told = true;
            happened.push((moment, ClockHappening::Stale));
        }
        happened
    }

    /// A flag of this player that was told: true when the device has said so itself, false when it has been silent since, and `None` while
    /// its word is waited for.
    pub fn flag_is_certain(&self, color: Color, now: Mono) -> Option<bool> {
        let (heard, side) = (self.heard?, self.side(color)?);
        let said = heard.clocks[side.index()].overrun_ms().is_some();
        // A clock that only speaks when it is touched never says so by itself.
        let silent = self.stale(now) || heard.running.is_none() || self.manner.only_when_touched;
        if said { Some(true) } else { silent.then_some(false) }
    }

    /// The device is away (unplugged, restarted, replaced): its next reading is taken as it is.
    pub fn lost(&mut self) {
        if let Some(heard) = &mut self.heard {
            heard.alive = None;
            heard.suspect = None;
        }
    }

    /// What is assumed before the device has said anything: full clocks that stand.
    pub(super) fn unheard(&self, at: Mono) -> Heard {
        let full = PlayerClock::new(&self.rules());
        Heard {
            at,
            alive: Some(at),
            clocks: [full; 2],
            derived: [false; 2],
            running: None,
            resolution_ms: 0,
            marks_overtime: false,
            suspect: None,
        }
    }

    /// How far a moment is ahead of what was heard, in ms, not counting the silence of a stale clock.
    pub(super) fn ahead_ms(&self, heard: &Heard, now: Mono) -> u64 {
        let last = match heard.alive {
            Some(_) if self.manner.only_when_touched => now,
            Some(alive) => alive.plus_ms(STALE_MS),
            None => heard.at,
        };
        now.min(last).since_ms(heard.at)
    }
}

//! How long hands think, hold still and reach.

/// The shortest times that leave the daemon no doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gaps {
    /// The table's `settle_ms`: how long a point must hold still.
    pub settle_ms: u64,
    /// What is added to it: a scan or poll interval, the line, a busy machine.
    pub margin_ms: u64,
    /// The table's `press_tolerance_ms`: a pass is one only after this.
    pub press_tolerance_ms: u64,
    /// From a press to the reply's stone at least.
    pub hand_over_ms: u64,
    /// From a stone to a reply that is put down with it, for hands that do so at all. 0, one moment, where the board sees colours. A board
    /// that feels stones only cannot tell from one scan which of two stones came first: there it is 60 ms at least, so that a scan
    /// (every 50 ms) lies between them; at most [`Gaps::PLIES_SPREAD_MS`] are added.
    pub plies_ms: u64,
}

impl Gaps {
    /// For a table with this `settle_ms` and else the defaults of CONTRACT 2; the margin covers a poll of 50 ms.
    pub const fn for_settle(settle_ms: u64) -> Gaps {
        Gaps { settle_ms, margin_ms: 60, press_tolerance_ms: 1_000, hand_over_ms: 10, plies_ms: 0 }
    }

    /// What is added to [`Gaps::plies_ms`] at most, where that is not 0.
    pub const PLIES_SPREAD_MS: u64 = 190;

    /// The same for a board that feels stones without their colours.
    #[must_use]
    pub const fn presence_only(self) -> Gaps {
        Gaps { plies_ms: 60, ..self }
    }

    /// True when they are for a board that sees colours.
    pub const fn sees_color(self) -> bool {
        self.plies_ms == 0
    }

    /// How long the wood must hold still to be read for sure.
    pub const fn still_ms(self) -> u64 {
        self.settle_ms + self.margin_ms
    }

    /// How long a press without a stone must stay alone to be a pass for sure.
    pub const fn pass_ms(self) -> u64 {
        self.press_tolerance_ms + self.still_ms()
    }
}

/// How long the players think. Whatever the pace, the wood holds still for [`Gaps::still_ms`] between two turns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pace {
    /// Not at all: the next act comes as soon as the gaps allow.
    Fast,
    /// As in a serious game: seconds in the opening, minutes now and then, recaptures at once.
    Serious {
        /// Times faster than life.
        speed: f64,
    },
    /// As in trials: 1 to 8 seconds a turn, so that a game takes about 20 minutes.
    Brisk,
    /// As somebody who shows a game: 2 to 4 seconds a move.
    Demo {
        /// Times faster than that.
        speed: f64,
    },
}

/// Thinking times in hundredths of the usual one, each as likely as the next: half of the moves take less than usual, one in sixteen
/// more than five times as long.
const SPREAD: [u64; 17] = [10, 18, 26, 35, 45, 56, 68, 83, 100, 121, 147, 180, 222, 280, 370, 520, 900];

impl Pace {
    fn scaled(self, ms: u64) -> u64 {
        match self {
            Pace::Fast => 0,
            Pace::Brisk => ms,
            Pace::Serious { speed } | Pace::Demo { speed } => (ms as f64 / speed).round() as u64,
        }
    }

    /// A time that a hand needs, which is never nothing: fast hands are ten times as quick as others.
    pub(super) fn hand_ms(self, ms: u64) -> u64 {
        if self == Pace::Fast { ms / 10 } else { self.scaled(ms) }
    }

    /// The thought before a turn.
    pub(super) fn think_ms(self, rng: &mut fastrand::Rng, turn: u32, recapture: bool, gaps: Gaps) -> u64 {
        let thought = match self {
            Pace::Fast => 0,
            Pace::Brisk => rng.u64(1_000..=5_000),
            Pace::Demo { .. } => {
                let long = if rng.u8(0..12) == 0 { 1_200 } else { 0 };
                rng.u64(1_300..2_500) + long
            }
            Pace::Serious { .. } => {
                let usual_ms = match turn {
                    0..=20 => 6_000,
                    21..=140 => 15_000,
                    _ => 8_000,
                };
                let at = rng.usize(0..SPREAD.len() - 1);
                let hundredths = rng.u64(SPREAD[at]..=SPREAD[at + 1]);
                usual_ms * hundredths / if recapture { 300 } else { 100 }
            }
        };
        // Fast hands have held still before the press; the others may have pressed at once.
        if self == Pace::Fast { 0 } else { self.scaled(thought).max(gaps.still_ms()) }
    }

    /// From the last touch of the board to the press, or to the end of the turn where there is no clock.
    pub(super) fn before_press_ms(self, rng: &mut fastrand::Rng, gaps: Gaps) -> u64 {
        if self == Pace::Fast { gaps.still_ms() } else { self.scaled(rng.u64(250..600)).max(gaps.margin_ms) }
    }

    /// Between two stones of the set-up.
    pub(super) fn set_up_ms(self, rng: &mut fastrand::Rng, gaps: Gaps) -> u64 {
        self.scaled(rng.u64(350..900)).max(gaps.still_ms())
    }

    /// Before each stone that is lifted, when `count` are: a big capture takes about 3 seconds, not a minute.
    pub(super) fn lift_ms(self, rng: &mut fastrand::Rng, count: usize) -> u64 {
        let longest = (3_000 / count.max(1) as u64).clamp(40, 420);
        self.scaled(rng.u64(longest / 2..=longest))
    }

    /// A moment in which a stone that is sliding or being straightened rests: too short to count.
    pub(super) fn flutter_ms(self, rng: &mut fastrand::Rng, gaps: Gaps) -> u64 {
        let longest = (gaps.settle_ms / 2).clamp(1, 150);
        rng.u64(longest.div_ceil(3)..=longest)
    }
}

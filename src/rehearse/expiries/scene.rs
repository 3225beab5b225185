//! What happens in one scene, planned to the millisecond before it begins: so the truth is known, whatever the machine does meanwhile.

use std::fmt;

use crate::clock::Side;
use crate::go::{Color, Point, Size};
use crate::time::Mono;

/// From the plan to the first stone: time enough to tell the clock when it will be pressed.
const LEAD_MS: u64 = 300;

/// How long before its press a stone is put down: it has settled, and been told, by then.
const STONE_BEFORE_MS: u64 = 220;

/// The turns before the one that runs out last about so long each; what is added to it is the hands' own.
const TURN_MS: u64 = 340;
const TURN_VARIES_MS: u64 = 120;

/// How long before the end the line is held: a machine that stalls shall not miss it.
const HELD_BEFORE_MS: u64 = 120;

/// A press that is late, but in time: so long after the end of the time.
const IN_TIME_MS: u64 = 120;

/// A press that comes when its flag is no longer provisional: so long after that.
const LATE_MS: u64 = 250;

/// How long after the last thing that happens nothing more may come.
const QUIET_MS: u64 = 450;

/// A press is stamped at least and at most so long before or after the end of the time, in ms.
const MARGINS_MS: std::ops::RangeInclusive<u64> = 2..=9;

/// How a table's players are timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Control {
    /// Main time, in ms.
    pub main_ms: u32,
    /// Periods of byo-yomi; 0 is absolute time.
    pub periods: u8,
    /// Length of a period, in ms.
    pub period_ms: u32,
}

impl Control {
    /// As the configuration writes it.
    pub(super) fn text(self) -> String {
        let Control { main_ms, periods, period_ms } = self;
        if periods == 0 {
            return format!(r#"{{ system = "absolute", main = "{main_ms}ms" }}"#);
        }
        format!(r#"{{ system = "byo-yomi", main = "{main_ms}ms", periods = {periods}, period = "{period_ms}ms" }}"#)
    }

    /// What a turn comes to that begins with `left_ms` of main time, and when, from its begin.
    fn expiries(self, left_ms: u64) -> Vec<(Expiry, u64)> {
        let end = |period: u8| left_ms + u64::from(period) * u64::from(self.period_ms);
        let mut expiries = Vec::new();
        for period in 0..self.periods {
            expiries.push((if period == 0 { Expiry::PeriodEntered } else { Expiry::PeriodUsed }, end(period)));
        }
        expiries.push((Expiry::Flagged, end(self.periods)));
        expiries
    }
}

/// An end of some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expiry {
    /// Main time is over and the first period begins.
    PeriodEntered,
    /// A period is used.
    PeriodUsed,
    /// Everything is used.
    Flagged,
}

impl Expiry {
    /// The event's `change`.
    pub const fn name(self) -> &'static str {
        match self {
            Expiry::PeriodEntered => "period-entered",
            Expiry::PeriodUsed => "period-used",
            Expiry::Flagged => "flagged",
        }
    }
}

/// On which side of the end a press is stamped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamped {
    /// A few milliseconds before it.
    Before,
    /// A few milliseconds after it.
    After,
}

/// When a press comes to the daemon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivered {
    /// As soon as it is made.
    AtOnce,
    /// Late, while the flag is still provisional.
    InTime,
    /// When the flag is no longer provisional.
    Late,
}

/// What Black's last turn comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scene {
    /// The end that matters.
    pub end: Expiry,
    /// The press at that end; without one the time just runs out.
    pub press: Option<(Stamped, Delivered)>,
}

impl Scene {
    /// Nobody presses.
    pub const RUNS_OUT: Scene = Scene { end: Expiry::Flagged, press: None };

    /// A press at the end of all time.
    pub const fn at_the_flag(stamped: Stamped, delivered: Delivered) -> Scene {
        Scene { end: Expiry::Flagged, press: Some((stamped, delivered)) }
    }

    /// A press at the end of a period.
    pub const fn at_a_period(stamped: Stamped, delivered: Delivered) -> Scene {
        Scene { end: Expiry::PeriodUsed, press: Some((stamped, delivered)) }
    }

    /// Every scene.
    pub const ALL: [Scene; 9] = [
        Scene::RUNS_OUT,
        Scene::at_the_flag(Stamped::Before, Delivered::AtOnce),
        Scene::at_the_flag(Stamped::Before, Delivered::InTime),
        Scene::at_the_flag(Stamped::Before, Delivered::Late),
        Scene::at_the_flag(Stamped::After, Delivered::AtOnce),
        Scene::at_the_flag(Stamped::After, Delivered::InTime),
        Scene::at_the_flag(Stamped::After, Delivered::Late),
        Scene::at_a_period(Stamped::Before, Delivered::InTime),
        Scene::at_a_period(Stamped::After, Delivered::InTime),
    ];

    /// True where the time control has such an end.
    pub const fn fits(self, control: Control) -> bool {
        !matches!(self.end, Expiry::PeriodUsed) || control.periods >= 2
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((stamped, delivered)) = self.press else { return f.write_str("nobody presses") };
        let stamped = if stamped == Stamped::Before { "before" } else { "after" };
        let delivered = match delivered {
            Delivered::AtOnce => "at once",
            Delivered::InTime => "while the flag is provisional",
            Delivered::Late => "when it no longer is",
        };
        write!(f, "a press {stamped} {}, delivered {delivered}", self.end.name())
    }
}

/// What hands do, beside the presses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A stone, and when the press that follows it is made.
    Put(Point, Color, Mono),
    /// The clock's line is held, or let go.
    Hold(bool),
}

/// One scene with all its moments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// What hands do, in order.
    pub(super) steps: Vec<(Mono, Step)>,
    /// When the clock is pressed, by its own time, in order.
    pub(super) presses: Vec<(Side, Mono)>,
    /// What Black's last turn comes to up to the scene's end, with the true moments.
    pub(super) expiries: Vec<(Expiry, Mono)>,
    /// The number of Black's last move.
    pub(super) last_move: u64,
    /// How far from the end the last press is stamped, in ms.
    pub(super) margin_ms: u64,
    /// Nothing more can come after this.
    pub(super) over: Mono,
}

impl Plan {
    /// The true moment of the scene's end.
    pub(super) fn end(&self) -> Mono {
        self.expiries.last().map_or(Mono::ZERO, |&(_, moment)| moment)
    }

    /// Plans a scene from `now` on; the hands vary with `rng`.
    pub(super) fn new(scene: Scene, control: Control, latency_ms: u64, now: Mono, rng: &mut fastrand::Rng) -> Plan {
        let points = points();
        let mut plan = Plan { steps: Vec::new(), presses: Vec::new(), expiries: Vec::new(), last_move: 5, margin_ms: 0, over: now };
        let mut pressed = now.plus_ms(LEAD_MS + STONE_BEFORE_MS);
        let mut left_ms = u64::from(control.main_ms);
        for (n, point) in points.into_iter().enumerate() {
            let color = if n % 2 == 0 { Color::Black } else { Color::White };
            plan.put(point, color, pressed);
            if n == 4 {
                break;
            }
            plan.presses.push((side(color), pressed));
            // The next turn; Black's second is the only one that costs Black time.
            let mut turn_ms = TURN_MS + rng.u64(0..TURN_VARIES_MS);
            if n == 1 {
                left_ms -= turn_ms;
            }
            if n == 3 {
                let until = |&&(expiry, _): &&(Expiry, u64)| expiry <= scene.end;
                let expiries = control.expiries(left_ms);
                plan.expiries.extend(expiries.iter().take_while(until).map(|&(expiry, after)| (expiry, pressed.plus_ms(after))));
                turn_ms = plan.end().since_ms(pressed);
            }
            pressed = pressed.plus_ms(turn_ms);
        }
        plan.press_at_the_end(scene, latency_ms, rng);
        plan.steps.sort_by_key(|&(at, _)| at);
        plan
    }

    fn put(&mut self, point: Point, color: Color, pressed: Mono) {
        self.steps.push((pressed.minus_ms(STONE_BEFORE_MS), Step::Put(point, color, pressed)));
    }

    fn press_at_the_end(&mut self, scene: Scene, latency_ms: u64, rng: &mut fastrand::Rng) {
        let end = self.end();
        let Some((stamped, delivered)) = scene.press else {
            self.over = end.plus_ms(latency_ms + QUIET_MS);
            return;
        };
        self.margin_ms = rng.u64(MARGINS_MS);
        let at = if stamped == Stamped::Before { end.minus_ms(self.margin_ms) } else { end.plus_ms(self.margin_ms) };
        self.presses.push((Side::Left, at));
        let comes = match delivered {
            Delivered::AtOnce => at,
            Delivered::InTime => end.plus_ms(IN_TIME_MS),
            Delivered::Late => end.plus_ms(latency_ms + LATE_MS),
        };
        if delivered != Delivered::AtOnce {
            self.steps.push((end.minus_ms(HELD_BEFORE_MS), Step::Hold(true)));
            self.steps.push((comes, Step::Hold(false)));
        }
        self.over = comes.max(end.plus_ms(latency_ms)).plus_ms(QUIET_MS);
    }
}

/// Black sits on the left.
fn side(color: Color) -> Side {
    if color == Color::Black { Side::Left } else { Side::Right }
}

/// The size of the boards.
pub(super) fn size() -> Size {
    Size::square(9).expect("a size of the game")
}

/// Where the five stones go: far from each other, so that nothing about them is doubtful.
fn points() -> [Point; 5] {
    ["E5", "C3", "G7", "C7", "G3"].map(|vertex| Point::from_vertex(vertex, size()).expect("on the board"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYO_YOMI: Control = Control { main_ms: 2_000, periods: 2, period_ms: 1_000 };

    fn plan(scene: Scene, control: Control) -> Plan {
        Plan::new(scene, control, 300, Mono::from_millis(10_000), &mut fastrand::Rng::with_seed(7))
    }

    #[test]
    fn time_runs_out_by_the_presses_before_it() {
        let plan = plan(Scene::RUNS_OUT, BYO_YOMI);
        let [first, second, third, fourth] = plan.presses[..] else { panic!("four presses") };
        assert_eq!([first.0, second.0, third.0, fourth.0], [Side::Left, Side::Right, Side::Left, Side::Right]);
        let entered = fourth.1.plus_ms(2_000 - third.1.since_ms(second.1));
        let expected =
            [(Expiry::PeriodEntered, entered), (Expiry::PeriodUsed, entered.plus_ms(1_000)), (Expiry::Flagged, entered.plus_ms(2_000))];
        assert_eq!(plan.expiries, expected);
    }

    #[test]
    fn a_press_is_stamped_and_delivered_where_the_scene_says() {
        let before = plan(Scene::at_the_flag(Stamped::Before, Delivered::Late), BYO_YOMI);
        let (_, pressed) = before.presses[4];
        assert_eq!(before.end().since_ms(pressed), before.margin_ms);
        assert!(MARGINS_MS.contains(&before.margin_ms));
        let held = |on| before.steps.iter().find(|(_, step)| *step == Step::Hold(on)).map(|&(at, _)| at).unwrap();
        assert!(held(true) < pressed && held(false) > before.end().plus_ms(300));
        let absolute = Control { main_ms: 2_000, periods: 0, period_ms: 0 };
        let after = plan(Scene::at_the_flag(Stamped::After, Delivered::AtOnce), absolute);
        assert_eq!(after.presses[4].1.since_ms(after.end()), after.margin_ms);
        assert_eq!(after.expiries.len(), 1);
        assert!(!Scene::at_a_period(Stamped::After, Delivered::InTime).fits(absolute));
    }
}

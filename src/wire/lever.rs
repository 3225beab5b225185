//! Which side of a clock with a lever was pressed, from devices that do not say it.
//!
//! Such a device tells where the lever lies, or that it moved, and both times in whole seconds. What it calls left is not always left: a
//! clock that was switched on with its lever the other way round calls the sides the other way round until it is switched off. What
//! cannot lie is time: the side whose time falls is the one that runs, and the other side was pressed. So the lever says *when*, and the
//! times say *who*:
//!
//! * As long as no time has fallen, what the lever says waits, with the moment at which it moved.
//! * A lever that contradicts the times again and again is believed to be the other way round; where only its movements are told, one was
//!   lost.
//! * A time that fell once while the other side ran means that both sides were pressed between two samples of the lever (hardware C3).

use crate::clock::Side;
use crate::time::Mono;

/// So long after a press the figure of the side that stopped may still be an old one that is put right (hardware C7).
const STALE_FIGURE_MS: u64 = 2_000;
/// A time that runs falls within this; where none does (the clock counts a delay first), the lever is taken at its word.
const LEARN_MS: u64 = 3_000;
/// No time has fallen for so long: the clock stands. Times are told within a second of their change.
const STANDS_MS: u64 = 2_500;
/// A time may fall by so much more than what has passed since it was last heard, and is no other jump.
const LATE_MS: u64 = 2_000;
/// So many falls of the side that should stand, and none of the other's between them, are no accident.
const CONTRADICTIONS: u8 = 3;
/// Movements that wait for their meaning: more in [`LEARN_MS`] is somebody playing with the lever.
const WAITING_MAX: usize = 8;

/// A side was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Press {
    pub(super) at: Mono,
    pub(super) side: Side,
}

/// Whose time runs, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Runs {
    /// Not known yet: nothing is to be told of this reading.
    Unsure,
    /// This side's, or nobody's.
    Known(Option<Side>),
}

/// What is told of the lever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// Where it lies, with every reading: changes between two of them are lost.
    Level,
    /// That it moves, as it moves.
    Movement,
}

/// Whose time fell between two readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fell([bool; 2]);

impl Fell {
    fn of(self, side: Side) -> bool {
        self.0[side.index()]
    }

    /// The one side whose time fell.
    fn only(self) -> Option<Side> {
        [Side::Left, Side::Right].into_iter().find(|&side| self.of(side) && !self.of(side.other()))
    }
}

/// A time that fell although the other side was believed to run.
#[derive(Debug, Clone, Copy)]
struct Doubt {
    since: Mono,
    shown_ms: u32,
    /// Readings in which it alone has fallen.
    falls: u8,
}

/// The lever of one clock since it was connected.
#[derive(Debug)]
pub(super) struct Lever {
    told: Told,
    /// The device's left is our right; `None` until a time has fallen.
    inverted: Option<bool>,
    /// The side that is down, by the device's own names.
    down: Option<Side>,
    runs: bool,
    /// It was seen standing.
    stood: bool,
    /// The side that runs, or ran before the clock was stopped.
    ran: Option<Side>,
    /// When that began.
    since: Mono,
    /// When something last showed that it runs, or might.
    stirred: Mono,
    last: Option<(Mono, [u32; 2])>,
    /// Movements whose meaning is not known yet.
    waiting: Vec<(Mono, Side)>,
    doubt: Option<Doubt>,
}

impl Lever {
    pub(super) fn new(told: Told) -> Lever {
        Lever {
            told,
            inverted: None,
            down: None,
            runs: false,
            stood: false,
            ran: None,
            since: Mono::ZERO,
            stirred: Mono::ZERO,
            last: None,
            waiting: Vec::new(),
            doubt: None,
        }
    }

    /// The device names its sides the other way round.
    pub(super) fn is_inverted(&self) -> bool {
        self.inverted == Some(true)
    }

    /// The side whose time runs, as far as it is known.
    pub(super) fn running(&self) -> Option<Side> {
        self.ran.filter(|_| self.runs)
    }

    /// The clock has obeyed a command to run this side's time: whatever the lever means from now on, it means this.
    pub(super) fn commanded(&mut self, running: Option<Side>) {
        self.waiting.clear();
        self.doubt = None;
        let Some(side) = running else { return };
        self.ran = Some(side);
        self.inverted = match self.told {
            Told::Level => self.down.map(|down| down == side),
            Told::Movement => None,
        };
    }

    /// The side that runs as commanded was pressed: whatever the lever says, the other's time is to run from here, and a figure that is
    /// still put right is an old one.
    pub(super) fn pressed(&mut self, at: Mono, side: Side) {
        self.commanded(Some(side.other()));
        (self.runs, self.since, self.stirred) = (true, at, self.stirred.max(at));
    }

    /// A reading that says where the lever lies and whether the clock runs.
    pub(super) fn lies(&mut self, now: Mono, down: Side, runs: bool, times: [u32; 2], presses: &mut Vec<Press>) -> Runs {
        let (fell, heard_before) = (self.fell(now, times), self.last.is_some());
        self.last = Some((now, times));
        let moved = self.down.replace(down).is_some_and(|was| was != down);
        if !runs {
            (self.runs, self.stood, self.doubt) = (false, true, None);
            self.waiting.clear();
            return Runs::Known(None);
        }
        let started = !std::mem::replace(&mut self.runs, true);
        if self.inverted.is_none() {
            if started {
                self.stirred = now;
            }
            if (moved || (started && heard_before)) && self.waiting.len() < WAITING_MAX {
                self.waiting.push((now, down));
            }
            if moved {
                self.since = now;
            }
            if !self.learnt(now, down, fell.only().filter(|_| !moved && !started)) {
                return Runs::Unsure;
            }
            self.ran = Some(self.ours(down).other());
            for (at, down) in std::mem::take(&mut self.waiting) {
                presses.push(Press { at, side: self.ours(down) });
            }
            return Runs::Known(self.ran);
        }
        let side = self.ours(down).other();
        if self.ran != Some(side) {
            if self.ran.is_some() || self.stood {
                presses.push(Press { at: now, side: side.other() });
            }
            (self.ran, self.since, self.doubt) = (Some(side), now, None);
        } else if !started {
            self.doubted(now, side, fell, times, presses);
        }
        Runs::Known(self.ran)
    }

    /// Takes in a fall as the meaning of the lever, or its word when none comes; false as long as there is neither.
    fn learnt(&mut self, now: Mono, down: Side, fell: Option<Side>) -> bool {
        let certain = self.since == Mono::ZERO || now.since_ms(self.since) >= STALE_FIGURE_MS;
        let inverted = match fell {
            Some(side) if certain => Some(side == down),
            _ if now.since_ms(self.stirred.max(self.since)) >= LEARN_MS => Some(false),
            _ => None,
        };
        self.inverted = inverted;
        inverted.is_some()
    }

    /// The device says that the lever moved and this side is down now. True when a movement before it must have been lost.
    pub(super) fn moved(&mut self, at: Mono, down: Side, presses: &mut Vec<Press>) -> bool {
        self.down = Some(down);
        self.stirred = self.stirred.max(at);
        let Some(ran) = self.running() else {
            self.waiting.clear();
            self.waiting.push((at, down));
            return false;
        };
        if self.inverted.is_none() {
            self.inverted = Some(down != ran);
        }
        let side = self.ours(down);
        let lost = side != ran;
        if lost {
            presses.push(Press { at, side: ran });
        }
        presses.push(Press { at, side });
        (self.ran, self.since, self.doubt) = (Some(side.other()), at, None);
        lost
    }

    /// A reading of a clock that says nothing but its times. True beside it when a movement of the lever must have been lost.
    pub(super) fn shows(&mut self, now: Mono, times: [u32; 2], presses: &mut Vec<Press>) -> (Runs, bool) {
        let fell = self.fell(now, times);
        if self.last.replace((now, times)).is_none() {
            self.stirred = now;
        }
        let mut lost = false;
        match (fell.only(), self.running()) {
            (Some(side), None) => self.starts(now, side, presses),
            (_, Some(side)) => {
                if fell != Fell([false; 2]) {
                    self.stirred = now;
                }
                lost = self.doubted(now, side, fell, times, presses);
                if now.since_ms(self.stirred) >= STANDS_MS {
                    (self.runs, self.stood, self.doubt) = (false, true, None);
                }
            }
            (None, None) if now.since_ms(self.stirred) >= STANDS_MS => self.stood = true,
            (None, None) if !self.stood => return (Runs::Unsure, false),
            (None, None) => {}
        }
        (Runs::Known(self.running()), lost)
    }

    /// A time falls on a clock that was not known to run.
    fn starts(&mut self, now: Mono, side: Side, presses: &mut Vec<Press>) {
        let movement = self.waiting.pop().filter(|(at, _)| now.since_ms(*at) <= LEARN_MS);
        if let Some((_, down)) = movement {
            self.inverted = Some(down == side);
        }
        let first = self.ran.is_none() && self.stood;
        let changed = self.ran.is_some_and(|ran| ran != side);
        if movement.is_some() || first || changed {
            let at = movement.map_or(now, |(at, _)| at);
            presses.push(Press { at, side: side.other() });
        }
        self.waiting.clear();
        (self.runs, self.ran, self.since, self.stirred, self.doubt) = (true, Some(side), now, now, None);
    }

    /// Looks whether the times go with `side` running. True when a movement of the lever must have been lost.
    fn doubted(&mut self, now: Mono, side: Side, fell: Fell, times: [u32; 2], presses: &mut Vec<Press>) -> bool {
        let shown_ms = times[side.other().index()];
        let (runs, other) = (fell.of(side), fell.of(side.other()));
        match &mut self.doubt {
            _ if now.since_ms(self.since) < STALE_FIGURE_MS => {}
            None if other => self.doubt = Some(Doubt { since: now, shown_ms, falls: u8::from(!runs) }),
            Some(doubt) if other && !runs => {
                (doubt.falls, doubt.shown_ms) = (doubt.falls + 1, shown_ms);
                if doubt.falls >= CONTRADICTIONS {
                    let since = doubt.since;
                    return self.turns_out(since, side, presses);
                }
            }
            Some(doubt) if runs => {
                if doubt.falls <= 1 && shown_ms <= doubt.shown_ms {
                    let at = doubt.since;
                    presses.extend([Press { at, side }, Press { at, side: side.other() }]);
                }
                self.doubt = None;
            }
            // It was a single odd reading (hardware C8), or is too long ago.
            Some(doubt) if shown_ms > doubt.shown_ms || now.since_ms(doubt.since) > LEARN_MS => self.doubt = None,
            _ => {}
        }
        false
    }

    /// The other side's time runs, and not this one's, since this moment.
    fn turns_out(&mut self, since: Mono, side: Side, presses: &mut Vec<Press>) -> bool {
        (self.ran, self.since, self.doubt) = (Some(side.other()), since, None);
        match self.told {
            Told::Level => {
                self.inverted = self.inverted.map(|inverted| !inverted);
                false
            }
            Told::Movement => {
                presses.push(Press { at: since, side });
                true
            }
        }
    }

    /// The sides whose times have fallen since the last reading, as far as time that has passed can have made them.
    fn fell(&self, now: Mono, times: [u32; 2]) -> Fell {
        let Some((at, was)) = self.last else { return Fell([false; 2]) };
        let most = now.since_ms(at) + LATE_MS;
        let by = [0, 1].map(|side| was[side].checked_sub(times[side]));
        match by {
            [Some(left), Some(right)] if u64::from(left) + u64::from(right) <= most => Fell([left > 0, right > 0]),
            // One has risen, or they have fallen too far.
            _ => Fell([false; 2]),
        }
    }

    /// The side that the device calls so.
    fn ours(&self, named: Side) -> Side {
        if self.is_inverted() { named.other() } else { named }
    }
}

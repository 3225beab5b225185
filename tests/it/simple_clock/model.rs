//! Both players' time, the simplest way: what a stretch did is found by counting its steps again from its beginning, whenever it is asked.

use kifud::clock::{ClockHappening, PlayerClockState, TimeControl};
use kifud::go::{ByColor, Color};

use super::hand::{Hand, Part};

pub type Happened = Vec<(u64, ClockHappening)>;

/// The turn, and its stretch without a pause.
#[derive(Debug, Clone)]
pub struct Turn {
    pub color: Color,
    /// Used in this turn before this stretch.
    pub earlier: u64,
    pub from: u64,
    pub paused: Option<u64>,
    /// Not counted from here on: captured stones are being lifted.
    pub held: Option<u64>,
    pub confirmed: bool,
}

impl Turn {
    /// Where a moment of this stretch lies, if not after it stood still.
    fn end(&self, moment: u64) -> u64 {
        let stood = self.paused.into_iter().chain(self.held).min();
        stood.map_or(moment, |stood| stood.min(moment)).max(self.from)
    }
}

/// What the end of a turn or a pause says.
#[derive(Debug, PartialEq, Eq)]
pub struct Told {
    pub happened: Happened,
    pub withdrawn: Vec<ClockHappening>,
}

#[derive(Debug, Clone)]
pub struct SimpleClock {
    control: TimeControl,
    step: u64,
    /// At the beginning of the stretch.
    hands: ByColor<Hand>,
    pub turn: Turn,
    /// What was told of this stretch.
    told: Happened,
}

impl SimpleClock {
    pub fn new(control: TimeControl, step: u64) -> SimpleClock {
        let hands = ByColor::new(|_| Hand::new(&control));
        SimpleClock {
            control,
            step,
            hands,
            turn: Turn { color: Color::Black, earlier: 0, from: 0, paused: None, held: None, confirmed: false },
            told: vec![],
        }
    }

    /// The hands at a moment of this stretch, and everything that happened in it until then.
    fn at(&self, moment: u64) -> (ByColor<Hand>, Happened) {
        let color = self.turn.color;
        let end = self.turn.end(moment);
        let (mut hands, mut happened, mut now) = (self.hands, Vec::new(), self.turn.from);
        while now < end {
            now += self.step;
            let gives = matches!(self.control, TimeControl::Hourglass { .. }) && hands[color].part != Part::Over;
            if gives && hands[color.opponent()].part != Part::Over {
                hands[color.opponent()].left += self.step;
            }
            happened.extend(hands[color].tick(&self.control, self.step, color).map(|what| (now, what)));
        }
        (hands, happened)
    }

    pub fn view(&self, moment: u64) -> ByColor<PlayerClockState> {
        let (hands, _) = self.at(moment);
        ByColor::new(|color| {
            let fell_now = self.turn.color == color && self.hands[color].part != Part::Over;
            hands[color].shown(&self.control, fell_now && !self.turn.confirmed)
        })
    }

    pub fn turn_used(&self, moment: u64) -> u64 {
        self.turn.earlier + self.turn.end(moment) - self.turn.from
    }

    pub fn advance(&mut self, now: u64) -> Happened {
        let new: Happened = self.at(now).1.into_iter().filter(|what| !self.told.contains(what)).collect();
        self.told.extend(new.iter().copied());
        new
    }

    /// The next thing that happens by itself within so many steps, if nobody presses.
    pub fn next(&self, now: u64, steps: u64) -> Option<u64> {
        let happened = self.at(now + steps * self.step).1;
        happened.into_iter().map(|(moment, _)| moment).find(|&moment| moment > now)
    }

    fn tell(&self, end: u64, happened: Happened) -> Told {
        let quiet = |what: &ClockHappening| !matches!(what, ClockHappening::Called { .. });
        Told {
            happened: happened.into_iter().filter(|what| quiet(&what.1) && !self.told.contains(what)).collect(),
            withdrawn: self.told.iter().filter(|(moment, what)| *moment > end && quiet(what)).map(|&(_, what)| what).collect(),
        }
    }

    /// The turn ends, completed or cut off. What it used, how far it was over, and what is told of it.
    pub fn end_turn(&mut self, at: u64, completed: bool) -> (u64, Option<u64>, Told) {
        let end = self.turn.end(at);
        let used = self.turn_used(end);
        let (mut hands, happened) = self.at(end);
        let told = self.tell(end, happened);
        let color = self.turn.color;
        let overrun = (hands[color].part == Part::Over).then_some(hands[color].overrun);
        if completed {
            hands[color].complete(&self.control);
        }
        let from = at.max(self.turn.from);
        let paused = self.turn.paused.filter(|_| completed).map(|paused| paused.max(from));
        self.hands = hands;
        self.turn = Turn { color: color.opponent(), earlier: 0, from, paused, held: None, confirmed: false };
        self.told.clear();
        (used, overrun, told)
    }

    pub fn pause(&mut self, at: u64) -> Told {
        let at = self.turn.end(at);
        self.turn.paused = Some(at);
        self.stand(at)
    }

    /// Captured stones are being lifted since then, and that is not counted.
    pub fn hold(&mut self, at: u64) -> Told {
        let at = self.turn.end(at);
        self.turn.held = Some(at);
        self.stand(at)
    }

    fn stand(&mut self, at: u64) -> Told {
        let told = self.tell(at, self.at(at).1);
        self.told.retain(|(moment, _)| *moment <= at);
        told
    }

    /// They are off the board.
    pub fn release(&mut self, at: u64) {
        if self.turn.held.is_some() {
            self.fold(at);
            self.turn.held = None;
            self.turn.from = at.max(self.turn.from);
            self.turn.paused = self.turn.paused.map(|paused| paused.max(self.turn.from));
        }
    }

    /// A new stretch of the same turn.
    fn fold(&mut self, at: u64) {
        let end = self.turn.end(at);
        self.hands = self.at(end).0;
        self.turn.earlier = self.turn_used(end);
        self.turn.from = end;
        self.told.clear();
    }

    pub fn resume(&mut self, at: u64) {
        if self.turn.paused.is_some() {
            self.fold(at);
            self.turn.paused = None;
            self.turn.from = at.max(self.turn.from);
        }
    }

    pub fn adjust(&mut self, color: Color, ms: i64, count: i32, at: u64) -> bool {
        let Some(hand) = self.at(at).0[color].adjusted(&self.control, ms, count) else { return false };
        self.fold(at);
        self.hands[color] = hand;
        if self.hands[self.turn.color].part != Part::Over {
            self.turn.confirmed = false;
        }
        true
    }

    /// What a person has given or taken is given or taken in this copy of an earlier moment too. False where there is nothing to take.
    pub fn given(&mut self, color: Color, ms: i64, count: i32) -> bool {
        let Some(hand) = self.hands[color].adjusted(&self.control, ms, count) else { return false };
        self.hands[color] = hand;
        true
    }

    /// Both times as in this copy, which was made when a turn began; the turn is this player's, and stands if a turn stood.
    pub fn back_to(&mut self, copy: &SimpleClock, color: Color, at: u64) {
        self.hands = copy.hands;
        self.turn = Turn { color, earlier: 0, from: at, paused: self.turn.paused.map(|_| at), held: None, confirmed: false };
        self.told.clear();
    }
}

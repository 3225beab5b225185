//! Both players' time where kifud keeps it (`time_authority = "daemon"`).

use crate::go::{ByColor, Color};
use crate::time::Mono;

use super::player::Crossing;
use super::{ClockHappening, PlayerClock, PlayerClockState, PlayerPhase, Reported, TimeControl, Turn, TurnTime};

/// Both players' time, kept by kifud from the stamps of presses and requests alone.
///
/// What a player had at the start of the current stretch is kept, never what is left "now": so a press that arrives late but is stamped
/// before the flag simply decides by its stamp, and nothing has to be taken back. Plain data: a clone is a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameClock {
    /// How the game is timed.
    pub control: TimeControl,
    /// Each player's time at the start of the current stretch.
    pub clocks: ByColor<PlayerClock>,
    /// Time used in the whole game until the start of the current stretch, in ms.
    pub used_ms: ByColor<u64>,
    /// Whose turn it is; `None` before the clock starts and after the game.
    pub turn: Option<Turn>,
    /// [`GameClock::advance`] has told everything until this moment, itself included.
    pub reported: Mono,
}

impl GameClock {
    /// Both clocks full, nobody's running.
    pub fn new(control: TimeControl) -> GameClock {
        GameClock {
            control,
            clocks: ByColor::new(|_| PlayerClock::new(&control)),
            used_ms: ByColor::default(),
            turn: None,
            reported: Mono::ZERO,
        }
    }

    /// Whose time runs: nobody's in a pause, nor while captured stones are lifted where that is not counted.
    pub fn running(&self) -> Option<Color> {
        self.turn.filter(|turn| turn.until.is_none() && turn.held.is_none()).map(|turn| turn.color)
    }

    /// Whose turn it is, where the clock is not paused.
    pub fn in_turn(&self) -> Option<Color> {
        self.turn.filter(|turn| turn.until.is_none()).map(|turn| turn.color)
    }

    /// The turn goes on and its time is not counted from `at` on, which may lie before the last [`GameClock::advance`]: then what was told
    /// since has not happened. A pause and the press that ends the turn are as ever.
    pub fn hold(&mut self, at: Mono) -> Reported {
        let Some(turn) = self.turn.filter(|turn| turn.until.is_none() && turn.held.is_none()) else {
            return Reported::default();
        };
        let at = turn.within(at);
        let reported = self.settle(at);
        self.turn = Some(Turn { held: Some(at), ..turn });
        reported
    }

    /// Time is counted again from `at` on.
    pub fn release(&mut self, at: Mono) {
        let Some(held) = self.turn.and_then(|turn| turn.held) else { return };
        self.fold(held);
        if let Some(turn) = &mut self.turn {
            turn.held = None;
            turn.from = at.max(turn.from);
            turn.until = turn.until.map(|until| until.max(turn.from));
            self.reported = turn.from;
        }
    }

    /// Since when captured stones are being lifted and the time is not counted.
    pub fn held(&self) -> Option<Mono> {
        self.turn.and_then(|turn| turn.held)
    }

    /// This player's clock is past its main time.
    pub fn in_overtime(&self, color: Color, at: Mono) -> bool {
        !matches!(self.view(at)[color].phase, PlayerPhase::Main)
    }

    /// When the current turn began.
    pub fn turn_started(&self) -> Option<Mono> {
        self.turn.map(|turn| turn.started)
    }

    /// Time used in the current turn until a moment, in ms.
    pub fn turn_used_ms(&self, now: Mono) -> Option<u64> {
        self.turn.map(|turn| turn.earlier_ms + turn.stretch_ms(now))
    }

    /// One player's clock at a moment, if nobody presses.
    pub fn at(&self, color: Color, now: Mono) -> PlayerClock {
        let mut clock = self.clocks[color];
        if let Some(turn) = self.turn {
            let spent = turn.stretch_ms(now);
            if turn.color == color {
                clock.spend(&self.control, spent, |_, _| {});
            } else {
                clock.gain(self.given_ms(turn.color, spent));
            }
        }
        clock
    }

    /// Both clocks at a moment (the past of the current stretch, or the future if nobody presses).
    pub fn view(&self, now: Mono) -> ByColor<PlayerClockState> {
        ByColor::new(|color| {
            let (clock, mut total_used_ms, mut provisional) = (self.at(color, now), self.used_ms[color], false);
            if let Some(turn) = self.turn.filter(|turn| turn.color == color) {
                // Only a flag of this stretch can still be undone by a press.
                provisional = !turn.flag_confirmed && self.clocks[color].overrun_ms().is_none();
                total_used_ms += turn.stretch_ms(now);
            }
            let (phase, remaining_ms) = clock.shown(&self.control, provisional);
            PlayerClockState { phase, remaining_ms, total_used_ms, delay_left_ms: clock.delay_left_ms() }
        })
    }

    /// The next moment at which something happens by itself, if nobody presses: a period begins or is filled, a flag falls.
    pub fn deadline(&self) -> Option<Mono> {
        self.running()?;
        self.boundaries().map(|(moment, _)| moment).find(|&moment| moment > self.reported)
    }

    /// What has happened by itself until `now` and was not told before, each at its own moment.
    pub fn advance(&mut self, now: Mono) -> Vec<(Mono, ClockHappening)> {
        // What a paused clock would have met by now has not been told.
        let until = self.turn.map_or(now, |turn| turn.within(now));
        let happened = self.between(self.reported, until);
        self.reported = self.reported.max(until);
        happened
    }

    /// Begins this player's turn. A pause of the same turn ends; an open turn of the opponent is cut off without credit and its time
    /// returned.
    pub fn start(&mut self, color: Color, at: Mono) -> Option<TurnTime> {
        // A stamp before the stretch that it cuts off would count what was before it twice.
        let at = self.turn.map_or(at, |turn| at.max(turn.from));
        let cut_off = match self.turn {
            Some(turn) if turn.color == color => {
                self.resume(at);
                return None;
            }
            Some(_) => self.leave_turn(at, PlayerClock::spend),
            None => None,
        };
        self.begin(Turn::new(color, at));
        cut_off
    }

    /// The turn of `color` ends at the stamp `at` and the opponent's begins there. `None` (and nothing changes) when it is not their
    /// turn.
    ///
    /// `at` may be earlier than the last [`GameClock::advance`]: only the stamp decides. It is never before the current stretch.
    pub fn press(&mut self, color: Color, at: Mono) -> Option<TurnTime> {
        let turn = self.turn.filter(|turn| turn.color == color)?;
        let time = self.leave_turn(at, PlayerClock::complete_turn);
        let at = at.max(turn.from);
        // A press that was made before the pause leaves the opponent's time running until the pause.
        let until = turn.until.map(|until| until.max(at));
        self.begin(Turn { until, ..Turn::new(color.opponent(), at) });
        time
    }

    /// The current turn ends and no other begins: the game is over, or its next turn begins with [`GameClock::start`].
    pub fn end_turn(&mut self, at: Mono) -> Option<TurnTime> {
        self.leave_turn(at, PlayerClock::complete_turn)
    }

    /// Stops the running time at the stamp `at`; what was used of a period stays used.
    pub fn pause(&mut self, at: Mono) -> Reported {
        let Some(turn) = self.turn.filter(|turn| turn.until.is_none()) else {
            return Reported::default();
        };
        let at = turn.within(at);
        let reported = self.settle(at);
        self.turn = Some(Turn { until: Some(at), ..turn });
        reported
    }

    /// Time runs on exactly where it was paused.
    pub fn resume(&mut self, at: Mono) {
        let Some(until) = self.turn.and_then(|turn| turn.until) else { return };
        self.fold(until);
        if let Some(turn) = &mut self.turn {
            turn.until = None;
            turn.from = at.max(until);
            self.reported = turn.from;
        }
    }

    /// The flag is no longer provisional: the wait for a press stamped before it is over. A press that still comes, stamped before the
    /// flag, decides all the same.
    pub fn confirm_flag(&mut self) {
        if let Some(turn) = &mut self.turn {
            turn.flag_confirmed = true;
        }
    }

    fn begin(&mut self, turn: Turn) {
        self.reported = turn.from;
        self.turn = Some(turn);
    }

    /// Every boundary that the running clock meets from the start of the stretch on, with its moment.
    fn boundaries(&self) -> impl Iterator<Item = (Mono, ClockHappening)> + use<> {
        let running = self.turn.map(|turn| (turn.color, self.clocks[turn.color], turn.from));
        let control = self.control;
        running.into_iter().flat_map(move |(color, mut clock, mut moment)| {
            std::iter::from_fn(move || {
                let (until, crossing) = clock.advance(&control)?;
                moment = moment.plus_ms(until);
                Some((moment, crossing.of(color)))
            })
        })
    }

    fn between(&self, after: Mono, to: Mono) -> Vec<(Mono, ClockHappening)> {
        self.boundaries().take_while(|&(moment, _)| moment <= to).filter(|&(moment, _)| moment > after).collect()
    }

    /// What the end of the stretch at `at` still has to tell, and what was told and has not happened after all.
    fn settle(&mut self, at: Mono) -> Reported {
        // A call whose turn is over helps nobody, and one that was heard cannot be taken back.
        let without_calls = |mut happened: Vec<(Mono, ClockHappening)>| {
            happened.retain(|(_, happening)| !matches!(happening, ClockHappening::Called { .. }));
            happened
        };
        let reported = Reported {
            happened: without_calls(self.between(self.reported, at)),
            withdrawn: without_calls(self.between(at, self.reported)).into_iter().map(|(_, happening)| happening).collect(),
        };
        self.reported = at;
        reported
    }

    /// Ends the current turn; `account` says whether it counts as completed.
    fn leave_turn(&mut self, at: Mono, account: impl FnOnce(&mut PlayerClock, &TimeControl, u64, fn(u64, Crossing))) -> Option<TurnTime> {
        let turn = self.turn?;
        let end = turn.within(at);
        let spent = turn.stretch_ms(end);
        let reported = self.settle(end);
        self.give(turn.color, spent);
        account(&mut self.clocks[turn.color], &self.control, spent, |_, _| {});
        self.used_ms[turn.color] += spent;
        self.turn = None;
        Some(TurnTime { used_ms: turn.earlier_ms + spent, overrun_ms: self.clocks[turn.color].overrun_ms(), reported })
    }

    /// Takes what was spent until `at` into the kept figures: the stretch begins anew there. What was not told by then never will be,
    /// so the caller advances first.
    pub(super) fn fold(&mut self, at: Mono) {
        let Some(turn) = &mut self.turn else { return };
        let at = turn.within(at);
        let spent = turn.stretch_ms(at);
        turn.earlier_ms += spent;
        turn.from = at;
        let color = turn.color;
        self.give(color, spent);
        self.clocks[color].spend(&self.control, spent, |_, _| {});
        self.used_ms[color] += spent;
        self.reported = self.reported.max(at);
    }

    /// What of the time that this player spends the opponent gains: all that there is, where the system is an hourglass.
    fn given_ms(&self, color: Color, spent_ms: u64) -> u64 {
        match self.control {
            TimeControl::Hourglass { .. } => self.clocks[color].until_boundary_ms().map_or(0, |left_ms| spent_ms.min(left_ms)),
            _ => 0,
        }
    }

    fn give(&mut self, color: Color, spent_ms: u64) {
        let given_ms = self.given_ms(color, spent_ms);
        self.clocks[color.opponent()].gain(given_ms);
    }
}

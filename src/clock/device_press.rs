//! Presses of a device's clock: whose turn they end, and what that turn took.

use crate::time::Mono;

use super::device_clock::DeviceClock;
use super::foretold::stage;
use super::heard::{DeviceTurn, Heard};
use super::{ClockHappening, Crossing, Reported, Side, Told, TurnTime};

impl DeviceClock {
    /// This side was pressed. Returns the turn that it ended; `None` for a press by the side whose turn it is not, which
    /// starts the opponent's time before the first turn and is nothing else.
    pub fn press(&mut self, side: Side, at: Mono) -> Option<TurnTime> {
        let mut heard = self.heard.unwrap_or_else(|| self.unheard(at));
        let at = at.max(heard.at);
        let turn = match self.turn {
            Some(turn) if turn.side == side => turn,
            Some(_) => {
                let (_, used_ms) = self.passed.take_if(|(passed, _)| *passed == side)?;
                return Some(DeviceClock::turn_time(side, used_ms, Vec::new(), &heard));
            }
            None => {
                heard.running = Some(side.other());
                self.turn_begins(side.other(), heard, at);
                return None;
            }
        };
        let (mut happened, mut spent, mut withdrawn) = (Vec::new(), 0, Vec::new());
        if heard.running == Some(side) {
            spent = at.since_ms(heard.at);
            let color = self.color(side);
            let before = heard.clocks[side.index()];
            let rules = self.rules();
            heard.clocks[side.index()].complete_turn(&rules, spent, |after, crossing| {
                let told = color.filter(|_| !matches!(crossing, Crossing::Called(_)));
                happened.extend(told.map(|color| (heard.at.plus_ms(after), crossing.of(color))));
            });
            let told = self.told[side.index()];
            // Only the device says that a flag has fallen: it tells its times with every press, and until then a flag is provisional.
            let over = heard.clocks[side.index()].overrun_ms().is_some();
            if over {
                heard.clocks[side.index()] = before;
                heard.clocks[side.index()].credit(&rules);
                happened.clear();
            } else {
                let reached = stage(heard.clocks[side.index()]);
                if told.stage >= reached {
                    happened.clear();
                }
                if told.stage == u32::MAX {
                    withdrawn.extend(color.map(ClockHappening::Flagged));
                }
                self.told[side.index()] = Told::of(heard.clocks[side.index()]);
            }
            heard.running = Some(side.other());
        }
        self.used_ms[side.index()] += spent;
        self.own_press(side, at);
        self.told[side.other().index()] = Told::of(heard.clocks[side.other().index()]);
        let mut time = DeviceClock::turn_time(side, turn.used_ms + spent, happened, &heard);
        time.reported.withdrawn = withdrawn;
        self.turn_begins(side.other(), heard, at);
        Some(time)
    }

    /// A press has begun this side's turn.
    fn turn_begins(&mut self, side: Side, heard: Heard, at: Mono) {
        self.turn = Some(DeviceTurn { side, started: at, used_ms: 0 });
        self.passed = None;
        self.heard = Some(Heard { at, alive: Some(heard.alive.map_or(at, |alive| alive.max(at))), ..heard });
    }

    fn turn_time(side: Side, used_ms: u64, happened: Vec<(Mono, ClockHappening)>, heard: &Heard) -> TurnTime {
        let overrun_ms = heard.clocks[side.index()].overrun_ms();
        TurnTime { used_ms, overrun_ms, reported: Reported { happened, withdrawn: Vec::new() } }
    }
}

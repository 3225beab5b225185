//! A device's clock that is set from here.

use crate::go::{ByColor, Color};
use crate::time::Mono;

use super::device_clock::DeviceClock;
use super::heard::DeviceTurn;
use super::{PlayerClock, Told, TurnStart};

impl DeviceClock {
    /// Both clocks at a moment and what each has used, in ms; `None` before the first reading and while Black's side is not known.
    pub fn both(&self, now: Mono) -> Option<(ByColor<PlayerClock>, ByColor<u64>)> {
        let heard = self.heard?;
        let black = self.side(Color::Black)?;
        let used_ms = self.view(now)?.map(|state| state.total_used_ms);
        Some((ByColor::new(|color| self.counted(&heard, black.of(color), now)), used_ms))
    }

    /// What a take-back to this moment goes back to; `None` before the first reading and while Black's side is not known.
    pub fn turn_start(&self, after: u32, at: Mono) -> Option<TurnStart> {
        let (clocks, used_ms) = self.both(at)?;
        Some(TurnStart { after, clocks, used_ms })
    }

    /// The device was told to show this: what it shows then is no surprise. False, and nothing changes, while it is not known on which side
    /// Black sits.
    pub fn set(&mut self, clocks: ByColor<PlayerClock>, used_ms: ByColor<u64>, running: Option<Color>, at: Mono) -> bool {
        let Some(black) = self.side(Color::Black) else { return false };
        let mut heard = self.heard.unwrap_or_else(|| self.unheard(at));
        for color in Color::BOTH {
            let i = black.of(color).index();
            heard.clocks[i] = clocks[color];
            self.used_ms[i] = used_ms[color];
            self.told[i] = Told::of(clocks[color]);
        }
        heard.at = at.max(heard.at);
        heard.suspect = None;
        heard.running = running.map(|color| black.of(color));
        match heard.running {
            Some(side) if self.turn.is_none_or(|turn| turn.side != side) => {
                self.turn = Some(DeviceTurn { side, started: heard.at, used_ms: 0 });
            }
            _ => {}
        }
        self.heard = Some(heard);
        self.agree();
        true
    }
}

//! The host's side of a gateway.

use super::line::{LINE_MAX, Line, Said, read};
use super::orders::{Order, Orders};
use crate::clock::{ClockManner, ClockReading, Side};
use crate::time::{DeviceTime, Mono};
use crate::wire::lever::{Lever, Press, Runs, Told};
use crate::wire::{ClockCommand, ClockGreeting, ClockReport, ClockSession, Counts, Timed};

/// Times come only when they change: a clock that stands is asked for them so often.
const QUIET_MS: u64 = 1_500;
/// A gateway whose orders do not come through says nothing while its clock stands; one that loses its clock says so.
const SILENCE_MS: u64 = 30_000;
/// The display has whole seconds.
const RESOLUTION_MS: u32 = 1_000;
/// From the lever to the gateway's stamp.
const UNCERTAINTY_MS: u32 = 100;
/// Two events may overtake each other in the gateway's queues; what goes back further is a restart.
const OVERTAKEN_MS: u32 = 1_000;

type Reports = Vec<Timed<ClockReport>>;

/// A gateway seen from the host.
#[derive(Debug)]
pub struct DgtJsonClock {
    line: Vec<u8>,
    /// It is longer than any line.
    overlong: bool,
    /// Its beginning may have been missed.
    joining: bool,
    counts: Counts,
    time: DeviceTime,
    last_t_ms: Option<u32>,
    lever: Lever,
    /// Whose time it was told to run: from then on it counts for the host (central control), and its lever stops nobody by itself.
    ordered: Option<Side>,
    orders: Orders,
    greeted: bool,
    away: bool,
    shown: Option<[u32; 2]>,
    ask_due: Option<Mono>,
}

impl Default for DgtJsonClock {
    fn default() -> DgtJsonClock {
        DgtJsonClock::new()
    }
}

impl DgtJsonClock {
    /// A session with a gateway that has said nothing yet.
    pub fn new() -> DgtJsonClock {
        DgtJsonClock {
            line: Vec::with_capacity(LINE_MAX),
            overlong: false,
            joining: true,
            counts: Counts::default(),
            time: DeviceTime::new(),
            last_t_ms: None,
            lever: Lever::new(Told::Movement),
            ordered: None,
            orders: Orders::default(),
            greeted: false,
            away: false,
            shown: None,
            ask_due: None,
        }
    }

    /// The clock may have been switched off since, and its lever may lie otherwise.
    fn forget_clock(&mut self) {
        self.lever = Lever::new(Told::Movement);
        self.ordered = None;
        self.orders.forget();
        (self.greeted, self.shown) = (false, None);
    }

    fn ended(&mut self, now: Mono, reports: &mut Reports) {
        let text = std::mem::take(&mut self.line);
        let (overlong, joined) = (std::mem::take(&mut self.overlong), std::mem::take(&mut self.joining));
        match read(&text) {
            Some(line) if !overlong => self.take(now, line, reports),
            _ if text.trim_ascii().is_empty() => {}
            _ if joined => self.counts.stray_bytes += text.len() as u64,
            _ => self.counts.bad_frames += 1,
        }
        self.line = text;
        self.line.clear();
    }

    fn take(&mut self, now: Mono, line: Line, reports: &mut Reports) {
        if line.said == Said::Unknown {
            self.counts.unknown_frames += 1;
            return;
        }
        self.counts.frames += 1;
        self.ask_due = Some(now.plus_ms(QUIET_MS));
        let at = line.t_ms.map_or(now, |t_ms| self.moment(now, t_ms, reports));
        let connected = !matches!(line.said, Said::Connected(false) | Said::Error | Said::Response { times: None, .. });
        if connected {
            self.away = false;
            if !std::mem::replace(&mut self.greeted, true) {
                reports.push(Timed { at, what: ClockReport::Greeting(greeting()) });
            }
        }
        match line.said {
            Said::Lever(side) => {
                let mut presses = Vec::new();
                let lost = match self.ordered {
                    Some(runs) => self.pressed_under_orders(at, runs, &mut presses),
                    None => self.lever.moved(at, side, &mut presses),
                };
                told(at, lost, presses, reports);
            }
            Said::Times(times) => self.times(at, times, reports),
            Said::PlayPause => reports.push(Timed { at, what: ClockReport::PauseButton }),
            Said::Connected(false) if !self.away => {
                self.away = true;
                self.forget_clock();
                reports.push(Timed { at, what: ClockReport::Away });
            }
            Said::Response { id, done, times } => {
                let order = self.orders.answered(now, id, done);
                if let Some(Order::Run(side)) = order.filter(|&order| order == Order::Run(self.ordered)) {
                    self.lever.commanded(side);
                }
                if let Some(times) = times {
                    self.times(at, times, reports);
                }
            }
            Said::Connected(_) | Said::OtherButton | Said::Error | Said::Unknown => {}
        }
    }

    /// The lever moved while the clock runs as it was told: whoever's time runs has pressed, and the clock must be told to run the other's.
    fn pressed_under_orders(&mut self, at: Mono, runs: Side, presses: &mut Vec<Press>) -> bool {
        presses.push(Press { at, side: runs });
        self.run(Some(runs.other()));
        self.lever.pressed(at, runs);
        false
    }

    fn run(&mut self, side: Option<Side>) {
        self.ordered = side;
        self.orders.push(Order::Run(side));
    }

    /// Our moment of the gateway's; it has restarted when its milliseconds begin anew (hardware C9).
    fn moment(&mut self, now: Mono, t_ms: u32, reports: &mut Reports) -> Mono {
        let back = self.last_t_ms.filter(|_| self.time.went_back(t_ms)).map_or(0, |last| last.wrapping_sub(t_ms));
        let t_ms = match self.last_t_ms {
            Some(last) if back > 0 && back <= OVERTAKEN_MS => last,
            _ => t_ms,
        };
        if back > OVERTAKEN_MS {
            self.time.restarted();
            self.forget_clock();
            reports.push(Timed { at: now, what: ClockReport::Restarted });
        }
        self.last_t_ms = Some(t_ms);
        self.time.moment(t_ms, now)
    }

    /// Both times; what they say of the lever goes first.
    fn times(&mut self, at: Mono, remaining_ms: [u32; 2], reports: &mut Reports) {
        let mut presses = Vec::new();
        let shown_before = self.shown.replace(remaining_ms);
        let ran_before = self.lever.running();
        let (runs, lost) = self.lever.shows(at, remaining_ms, &mut presses);
        let last_press = presses.last().map(|press| press.at);
        told(at, lost, presses, reports);
        let Runs::Known(running) = runs else { return };
        let reading = ClockReading {
            remaining_ms,
            running,
            periods_left: [None; 2],
            stones_left: [None; 2],
            flag: [false; 2],
            overtime: [false; 2],
            paused: false,
            resolution_ms: RESOLUTION_MS,
        };
        if let (None, Some(pressed), Some(remaining_ms)) = (ran_before, last_press, shown_before)
            && pressed < at
        {
            // It has run since the press whose side is only known now.
            reports.push(Timed { at: pressed, what: ClockReport::Times(ClockReading { remaining_ms, ..reading }) });
        }
        reports.push(Timed { at, what: ClockReport::Times(reading) });
    }
}

fn told(at: Mono, lost: bool, presses: Vec<Press>, reports: &mut Reports) {
    if lost {
        reports.push(Timed { at, what: ClockReport::Gap });
    }
    reports.extend(presses.into_iter().map(|press| Timed { at: press.at, what: ClockReport::Press(press.side) }));
}

fn greeting() -> ClockGreeting {
    let manner = ClockManner { uncertainty_ms: UNCERTAINTY_MS, ..ClockManner::EXACT };
    ClockGreeting { keeps_time: true, settable: true, shows_periods: false, boot_id: None, serial: None, manner }
}

impl ClockSession for DgtJsonClock {
    fn opened(&mut self, now: Mono, write: &mut Vec<u8>) {
        self.line.clear();
        (self.overlong, self.joining, self.away) = (false, true, false);
        self.forget_clock();
        // A line may have begun before: this ends it for the gateway too.
        write.push(b'\n');
        self.orders.push(Order::Times);
        self.orders.send(now, write);
        self.ask_due = Some(now.plus_ms(QUIET_MS));
    }

    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Reports, write: &mut Vec<u8>) {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, ends) = part.strip_suffix(b"\n").map_or((part, false), |text| (text, true));
            let room = LINE_MAX - self.line.len();
            self.overlong |= text.len() > room;
            self.line.extend_from_slice(&text[..text.len().min(room)]);
            self.counts.stray_bytes += text.len().saturating_sub(room) as u64;
            if ends {
                self.ended(now, reports);
            }
        }
        self.orders.send(now, write);
    }

    fn wake(&self) -> Option<Mono> {
        [self.orders.wake(), self.ask_due].into_iter().flatten().min()
    }

    fn tick(&mut self, now: Mono, reports: &mut Reports, write: &mut Vec<u8>) {
        if self.ask_due.is_some_and(|due| due <= now) {
            self.ask_due = Some(now.plus_ms(QUIET_MS));
            if self.orders.is_idle() {
                self.orders.push(Order::Times);
            }
        }
        self.orders.send(now, write);
        if self.orders.gave_up() {
            self.ordered = None;
            reports.push(Timed { at: now, what: ClockReport::NoAnswer });
        }
    }

    fn command(&mut self, now: Mono, command: &ClockCommand, write: &mut Vec<u8>) {
        match *command {
            ClockCommand::Set { remaining_ms, periods: _ } => {
                self.orders.push(Order::Set(remaining_ms));
                // Setting stops it; whose time ran runs on.
                if let Some(side) = self.lever.running() {
                    self.run(Some(side));
                }
            }
            ClockCommand::Run(side) => self.run(side),
            ClockCommand::Beep(ms) => self.orders.push(Order::Beep(ms)),
        }
        self.orders.send(now, write);
    }

    fn lever_inverted(&self) -> bool {
        self.lever.is_inverted()
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn silence_ms(&self) -> u64 {
        SILENCE_MS
    }
}

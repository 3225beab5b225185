//! The state machine: inputs and deadlines in the order of their moments.

use crate::clock::{DeviceClock, TurnStarts};
use crate::go::{ByColor, Color, Position, Record};
use crate::time::{Mono, Stamp};
use crate::wire::ClockReport;

use super::Game;
use super::Timekeeper;
use super::event::{BoardChange, EventBody, Phase};
use super::fold::Folded;
use super::input::{Input, Output};
use super::pressing::WaitingPress;
use super::request::MatchInfo;
use super::schedule::Agenda;
use super::settings::{Settings, Terms, TimeAuthority};

/// The turn in hand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn {
    /// When the last move's stone was first seen.
    pub arrived: Mono,
    /// Presses that wait for their stones, oldest first.
    pub presses: Vec<WaitingPress>,
    /// The last press before move 1: it may have started a clock.
    pub first_press: Option<(Color, Mono)>,
    /// When the last move's turn began: its player could touch the board from then on.
    pub began: Mono,
    /// When the last move's turn was ended; `None` while it is open, and where only the reply showed it.
    pub ended: Option<Mono>,
    /// Both clocks stand since then, although they have run.
    pub stopped: Option<Mono>,
    /// Play is interrupted since then.
    pub rested: Option<Mono>,
    /// Presses in a row by the side whose player has not moved.
    pub wrong_side: u32,
    /// The move after which a press was last looked at for its side.
    pub side_checked: u32,
    /// A press that has not come although the reply has.
    pub forgotten: Option<super::Forgotten>,
    /// Captured stones are being lifted since then, and that costs no time.
    pub neutral: Option<Mono>,
    /// They were lifted in this turn, from then until then.
    pub lifted: Option<(Mono, Mono)>,
    /// It was told that this takes long.
    pub neutral_told: bool,
    /// Somebody has pressed since the game began.
    pub pressed: bool,
    /// A clock has run since the game began.
    pub clock_ran: bool,
    /// Who has accepted the end.
    pub accepted: ByColor<bool>,
    /// Who has accepted it on their own turn, and when: that turn is passed as soon as the opponent plays on (CN-21.1).
    pub gave_way: Option<(Color, Mono)>,
    /// When a ruling last changed whose turn it is.
    pub ruled: Option<Mono>,
    /// The end was disputed after so many moves, and play has gone on: passes before that propose it no more.
    pub resumed: Option<u32>,
}

/// What `prepare-game` has made ready.
#[derive(Debug, Clone, PartialEq)]
pub struct Prepared {
    /// The terms.
    pub terms: Terms,
    /// Event, round, board.
    pub match_info: MatchInfo,
    /// Komi was said, and not left to the rulebook: another rulebook leaves it as it is.
    pub komi_said: bool,
}

/// Why the game wants to be woken: what is due at a deadline. In the order in which they run at the same moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    /// A point has held still.
    Settle,
    /// A story that was doubtful has stood long enough, or a hand has.
    Doubt,
    /// A point that flickered is calm.
    Calm,
    /// A stone that was only told has stood long enough, or too long.
    Placed,
    /// A press has waited for its stone.
    Press,
    /// A period or a flag.
    Clock,
    /// A flag is no longer provisional.
    Flag,
    /// A press has not come although the reply has.
    Forgotten,
    /// Captured stones have been left on the board for long, and nobody's time runs.
    Captures,
    /// The machine was restarted while time ran.
    Unwitnessed,
    /// A position that is not the record has stood too long.
    Patience,
    /// Something that is wrong on the board has stood too long.
    Watch,
    /// A stone beside the board has lain long enough.
    PassStone,
    /// What hands did while the game is counted has stood long enough.
    Ceremony,
    /// The start of the schedule, or a limit after it.
    Coming,
    /// A break begins or is over.
    Rest,
    /// It is time to seal.
    Seal,
    /// A stone stands elsewhere than was sealed.
    Sealed,
    /// What lies beside the board has not been right for long enough.
    Trays,
    /// Nobody has looked after an alert.
    Reminder,
    /// What the sensors showed after an alert is complete.
    Evidence,
}

impl Game {
    /// A table without a game, with a random seed for its ids.
    pub fn new(settings: Settings, seed: impl Into<String>, now: Stamp) -> Game {
        let mut ids = super::Ids::new(seed);
        let game_id = ids.next("i");
        let book = Folded::begin(game_id, Phase::Idle);
        let terms = settings.terms.clone();
        let keeper = match settings.time_authority {
            TimeAuthority::Device => Timekeeper::Device(DeviceClock::new(terms.time, terms.black_side)),
            TimeAuthority::Nobody | TimeAuthority::Daemon => Timekeeper::None,
        };
        let agenda = terms.schedule.clone().map(|schedule| Agenda::new(schedule, now));
        Game {
            position: Position::new(settings.size, &terms.rules),
            wood: super::wood::Wood::new(settings.size, settings.settle_ms),
            placed: super::placed::Placed::default(),
            match_info: settings.match_info.clone(),
            terms,
            ids,
            now,
            book,
            before_last: None,
            lifting_before: Vec::new(),
            blank: Record::new(settings.size),
            turn: Turn::default(),
            opening: super::Opening::ByRequest,
            prepared: None,
            cleared: false,
            started_anew: false,
            count: None,
            ceremony: super::ceremony::Ceremony::default(),
            beside: super::pass_stone::Beside::default(),
            keeper,
            turn_starts: TurnStarts::default(),
            manner: crate::clock::ClockManner::EXACT,
            unwitnessed: None,
            unheard: None,
            clock_device: None,
            last_reading: None,
            flag: None,
            agenda,
            past_schedule: None,
            rest: None,
            unattended: Vec::new(),
            trays: super::trays::TrayWatch::default(),
            circling: None,
            end_unsaid: false,
            restoring: None,
            rebuilding: false,
            asked: None,
            shown_wrong: None,
            settings,
        }
    }

    /// Takes one input in. First everything that was due at or before this stamp happens, at its own time.
    ///
    /// Stamps never go back; an input that happened earlier (a press in a late packet) says so itself.
    pub fn handle(&mut self, now: Stamp, input: Input, out: &mut Vec<Output>) {
        self.advance(now, out);
        let at = self.now.mono;
        match input {
            Input::Scan { at: moment, grid } => self.scanned(moment.min(at), &grid, out),
            Input::Clock { at: moment, report } => self.clock_said(moment.min(at), report, out),
            Input::Request(request) => self.requested(at, request, out),
            Input::BoardLost => self.board_lost(at, out),
            Input::BoardBack => self.board_back(at, out),
            Input::ClockLost => self.clock_lost(),
            Input::Stopped { until } => self.did_not_run(until),
            Input::Touch(on) => self.touched(at, on, out),
            Input::Placed { at: moment, point } => self.placed(moment.min(at), point, out),
            Input::Unverified { at: moment } => self.placements_lost(moment.min(at), out),
            Input::Trays(trays) => {
                self.trays_said(at, trays);
                self.beside_board(at, trays, out);
            }
            Input::ClockBack => self.clock_back(),
            // What cannot be read is unreadable in the scan itself.
            Input::Faults(_) => {}
        }
        self.look_after_the_rest(out);
        self.look_after_cycle(out);
    }

    /// Lets everything happen that was due at or before this moment, each at its own time.
    pub fn advance(&mut self, now: Stamp, out: &mut Vec<Output>) {
        self.run_what_is_due(now, out);
        let now = self.now;
        if self.agenda.as_mut().is_some_and(|agenda| agenda.follow(now)) {
            // The calendar was set: what was still ahead may be behind now.
            self.run_what_is_due(now, out);
        }
        self.look_after_the_rest(out);
        self.look_after_cycle(out);
    }

    /// What follows from whatever has just happened.
    fn look_after_the_rest(&mut self, out: &mut Vec<Output>) {
        self.note_running();
        self.look_after_rest(out);
        let at = self.now.mono;
        self.look_after_sealed(at, out);
        self.look_after_trays(at, out);
        self.announce_held(at, out);
        self.look_after_restoring(out);
        self.look_after_winner(out);
    }

    fn run_what_is_due(&mut self, now: Stamp, out: &mut Vec<Output>) {
        while let Some((at, due)) = self.next_due().filter(|&(at, _)| at <= now.mono) {
            // A deadline that lies behind (its cause came in late) happens now: the past is not told again.
            let at = at.max(self.now.mono);
            self.now = now.at(at);
            self.fall_due(at, due, out);
        }
        if now.mono >= self.now.mono {
            self.now = now;
        }
    }

    /// When `advance` is wanted next, at the latest.
    pub fn deadline(&self) -> Option<Mono> {
        self.next_due().map(|(at, _)| at)
    }

    fn next_due(&self) -> Option<(Mono, Due)> {
        let patience = self.wood.differing.since.map(|since| since.plus_ms(self.settings.patience_ms));
        [
            (self.wood.settle.deadline(), Due::Settle),
            (self.placed_deadline(), Due::Placed),
            (self.press_deadline(), Due::Press),
            (self.clock_deadline().map(|at| self.once_heard(at)), Due::Clock),
            (self.flag_deadline(), Due::Flag),
            (self.forgotten_deadline().map(|at| self.once_heard(at)), Due::Forgotten),
            (self.captures_deadline(), Due::Captures),
            (self.unwitnessed_deadline(), Due::Unwitnessed),
            (patience, Due::Patience),
            (self.wood.doubtful_until, Due::Doubt),
            (self.hand_until(), Due::Doubt),
            (self.wood.noise.deadline().filter(|_| self.wood.known), Due::Calm),
            (self.watch_deadline(), Due::Watch),
            (self.pass_stone_due_at(), Due::PassStone),
            (self.ceremony_due_at(), Due::Ceremony),
            (self.coming_due_at().map(|at| self.once_heard(at)), Due::Coming),
            (self.rest_due_at(), Due::Rest),
            (self.seal_due_at(), Due::Seal),
            (self.sealed_due_at(), Due::Sealed),
            (self.trays_due_at(), Due::Trays),
            (self.reminder_due_at(), Due::Reminder),
            (self.wood.evidence_due.first().map(|due| due.at), Due::Evidence),
        ]
        .into_iter()
        .filter_map(|(at, due)| at.map(|at| (at, due)))
        .min()
    }

    fn fall_due(&mut self, at: Mono, due: Due, out: &mut Vec<Output>) {
        match due {
            Due::Settle => self.settled(at, out),
            Due::Placed => self.consider_placed(at, out),
            Due::Press => self.press_without_stone(at, out),
            Due::Clock => {
                self.clock_due(at, out);
                self.give_time_to_seal(at, out);
            }
            Due::Flag => self.flag_due(at, out),
            Due::Forgotten => self.forgotten_due(at, out),
            Due::Captures => self.captures_due(at, out),
            Due::Unwitnessed => self.unwitnessed_due(at, out),
            Due::Patience => self.patience_over(at, out),
            Due::Doubt => {
                self.wood.doubtful_until = None;
                if self.hand_until().is_some_and(|until| until <= at) {
                    self.wood.touched = None;
                }
                self.consider(at, out);
            }
            Due::Calm => {
                if self.wood.noise.advance(at) {
                    self.wood.changed = true;
                    self.calmed(at, out);
                    self.consider(at, out);
                }
            }
            Due::Watch => self.watch_due(at, out),
            Due::PassStone => self.pass_stone_due(at, out),
            Due::Ceremony => self.follow_ceremony(at, out),
            Due::Coming => self.coming_due(at, out),
            Due::Rest => self.rest_due(at, out),
            Due::Seal => self.seal_due(at, out),
            Due::Sealed => self.look_after_sealed(at, out),
            Due::Trays => self.look_after_trays(at, out),
            Due::Reminder => self.remind(at, out),
            Due::Evidence => self.complete_evidence(at, out),
        }
    }

    fn scanned(&mut self, at: Mono, grid: &crate::wire::Grid, out: &mut Vec<Output>) {
        if grid.size() != self.settings.size {
            return;
        }
        if std::mem::take(&mut self.placed.tells) {
            // It shows what stands after all.
            self.forget_placements();
        }
        let settled = self.wood.observe(at, grid);
        self.cleared |= self.wood.has_come_back_empty(at) && matches!(self.book.phase, Phase::Idle | Phase::Armed);
        self.feel(at, out);
        if settled {
            self.wood.changed = true;
            self.consider(self.now.mono, out);
        }
        // With a settle time that is over already (a late scan) there is nothing to wait for.
        let now = self.now.mono;
        while self.wood.settle.deadline().is_some_and(|deadline| deadline <= now) {
            self.settled(now, out);
        }
    }

    fn settled(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.wood.settle.advance(at) {
            self.wood.changed = true;
            self.consider(at, out);
        }
    }

    fn clock_said(&mut self, at: Mono, report: ClockReport, out: &mut Vec<Output>) {
        match report {
            ClockReport::Press(side) => self.side_pressed(self.now.mono, side, at, out),
            ClockReport::Times(reading) => self.clock_reads(at, &reading, out),
            ClockReport::Greeting(greeting) => {
                self.manner = greeting.manner;
                self.keeper.device_speaks(greeting.manner);
                self.clock_device = Some(greeting);
                // Where kifud keeps the time, a clock that comes, or comes back, is to show it.
                self.show_on_device_kept_here(self.now.mono, out);
            }
            ClockReport::PauseButton => self.pause_button(at, out),
            ClockReport::ArbiterButton => self.called_at_clock(self.now.mono, out),
            // The session asks again by itself, and what the clock then shows is compared; what a person should do is in `health`, for
            // nobody at the board has done anything.
            ClockReport::Away | ClockReport::Restarted | ClockReport::Gap | ClockReport::NoAnswer => {}
        }
    }

    fn board_lost(&mut self, at: Mono, out: &mut Vec<Output>) {
        let was_known = std::mem::take(&mut self.wood.known) | std::mem::take(&mut self.placed.tells);
        self.wood.differing = super::wood::Differing::default();
        (self.wood.disturbed, self.wood.touched, self.wood.doubtful_until) = (false, None, None);
        self.beside = super::pass_stone::Beside::default();
        if was_known {
            self.wood.lost_said = true;
            self.emit(at, EventBody::Board { change: BoardChange::Lost, discrepancies: Vec::new() }, out);
        }
    }

    fn board_back(&mut self, at: Mono, out: &mut Vec<Output>) {
        if std::mem::take(&mut self.wood.lost_said) {
            self.emit(at, EventBody::Board { change: BoardChange::Back, discrepancies: Vec::new() }, out);
        }
    }
}

//! How games begin: stones on an empty board, a prepared game, a request (CONTRACT 2 `start`, 4.5, 5).

use crate::go::{ByColor, Color, Place, PlayedMove, Point, Record, Setup, is_usual_handicap};
use crate::sense::Limits;
use crate::time::Mono;
use crate::wire::Cell;

use super::event::{EventBody, GameStarted, Phase, RetractedBecause};
use super::input::Output;
use super::ledger::Ledger;
use super::noise::Taken;
use super::request::MatchInfo;
use super::settings::{StartMode, Terms};
use super::{Game, Prepared, Turn};

/// More handicap stones than books give, for who has not prepared as many: a board that shows more at once is being wiped (ING-9.1(1)).
const HANDICAP_MAX: usize = 9;

/// How the game in hand was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// By the first stones: more black stones may still turn them into handicap stones.
    ByStones,
    /// By a request that says what stands: the stones are what it says.
    ByRequest,
}

/// With what a game begins.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Beginning {
    pub(super) terms: Terms,
    pub(super) match_info: MatchInfo,
    pub(super) setup: Setup,
    pub(super) first: Color,
    pub(super) captured_before: Option<ByColor<u32>>,
    pub(super) moves: Vec<PlayedMove>,
    pub(super) continues: Option<String>,
    pub(super) sealing: Option<super::sealed::Sealing>,
    pub(super) given: ByColor<Ledger>,
    pub(super) opening: Opening,
}

impl Game {
    /// Between games: black stones on a board that has been empty open one, where the table is configured so.
    pub(super) fn consider_opening(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.wood.is_empty() {
            self.cleared = true;
            return;
        }
        let opens = match self.settings.start {
            StartMode::Auto => true,
            StartMode::Armed => self.book.phase == Phase::Armed,
            StartMode::Request => false,
        };
        if !opens || !self.cleared {
            return;
        }
        let Prepared { terms, match_info, .. } = self.next_terms();
        let Some(setup) = self.opening_stones(terms.handicap) else { return };
        if let Some(until) = self.doubtful_neighbour(&setup.black).filter(|&until| at < until) {
            self.wood.doubtful_until = Some(until);
            return;
        }
        let early_press = self.turn.first_press;
        let first = if setup.black.is_empty() { Color::Black } else { Color::White };
        let beginning = Beginning {
            terms,
            match_info,
            setup,
            first,
            captured_before: Some(ByColor::default()),
            moves: Vec::new(),
            continues: None,
            sealing: None,
            given: ByColor::default(),
            opening: Opening::ByStones,
        };
        self.begin(at, beginning, out);
        self.consider(at, out);
        // The first stone was pressed for while it was still doubtful, or in the moment before it.
        let open = self.record().moves.last().filter(|last| last.provisional).map(|last| last.color);
        let tolerated = |pressed: Mono| pressed.plus_ms(self.settings.press_tolerance_ms) >= self.turn.arrived;
        if let Some((color, pressed)) = early_press.filter(|&(color, pressed)| open == Some(color) && tolerated(pressed)) {
            self.pressed(at, color, pressed, out);
        }
    }

    /// Stones would open a game, and will not: those that stand were there before anybody saw the board empty. After a game that is as it should be.
    pub fn waits_for_an_empty_board(&self) -> bool {
        let opens = match self.settings.start {
            StartMode::Auto => self.book.phase == Phase::Idle,
            StartMode::Armed => self.book.phase == Phase::Armed,
            StartMode::Request => false,
        };
        opens
            && !self.cleared
            && self.wood.known
            && self.wood.settle.settled().cells().iter().any(|cell| matches!(cell, Cell::Stone(_) | Cell::StoneOfUnknownColor))
    }

    /// The terms of the next game: as prepared, or else as configured.
    pub(super) fn next_terms(&self) -> Prepared {
        let terms = || Terms { schedule: self.configured_schedule(), ..self.settings.terms.clone() };
        let configured = || Prepared { terms: terms(), match_info: self.settings.match_info.clone(), komi_said: false };
        self.prepared.clone().unwrap_or_else(configured)
    }

    /// The set-up with which the stones on the board open a game, or `None` while they do not.
    ///
    /// Without handicap a first black stone is move 1 and stays out of the set-up; several at once are handicap stones. More than can be
    /// told as moves in one look, or than a handicap has, are hands and a cloth on the board before play (ING-9.1(1)).
    fn opening_stones(&self, handicap: u32) -> Option<Setup> {
        let settled = self.wood.calm();
        let (mut stones, mut white) = (Vec::new(), 0);
        for point in settled.size().points() {
            match settled.get(point) {
                Cell::Stone(Color::White) => white += 1,
                Cell::Stone(Color::Black) | Cell::StoneOfUnknownColor => stones.push(point),
                Cell::Unreadable if handicap >= 2 && self.may_be_handicap(point) => stones.push(point),
                Cell::Empty | Cell::Unreadable => {}
            }
        }
        let colors_seen = !stones.iter().any(|&point| settled.get(point) == Cell::StoneOfUnknownColor);
        let wanted = handicap as usize;
        if wanted >= 2 {
            return (stones.len() == wanted && white == 0).then(|| Setup { black: stones, white: Vec::new() });
        }
        let plies = Limits::DEFAULT.plies;
        match stones.len() {
            0 => None,
            black if white > 0 && black + white > plies => None,
            // White has answered before the first look: the first plies, told in their order as any others.
            black if white > 0 => (black == white || black == white + 1).then(Setup::default),
            1 => Some(Setup::default()),
            // Two stones of unknown colour are the first two moves.
            many if !colors_seen => (many <= plies).then(Setup::default),
            many => (many <= HANDICAP_MAX).then_some(Setup { black: stones, white: Vec::new() }),
        }
    }

    /// Begins a game: a new id, its events from 1.
    pub(super) fn begin(&mut self, at: Mono, beginning: Beginning, out: &mut Vec<Output>) {
        let Beginning { terms, match_info, setup, first, captured_before, moves, continues, sealing, given, opening } = beginning;
        let score = self.score_before(&match_info);
        self.terms = terms;
        self.match_info = MatchInfo { score, ..match_info };
        self.opening = opening;
        self.prepared = None;
        self.turn = Turn { first_press: self.turn.first_press.take(), ..Turn::default() };
        self.count = None;
        self.circling = None;
        self.wood.lifting.clear();
        self.wood.overruled.clear();
        self.wood.watched.clear();
        self.forget_placements();
        self.trays_of_another_game();
        self.cleared = false;
        self.take_schedule_up(at, out);
        self.close_what_is_left(at, out);
        self.restoring = None;
        self.rebuilding = false;
        let carried = self.to_carry();
        self.leave_ended_game(at, out);
        let started = GameStarted {
            rulebook: self.terms.rulebook.name().to_owned(),
            overrides: self.terms.overrides.clone(),
            size: self.settings.size,
            komi: self.terms.komi,
            handicap: if setup.white.is_empty() && setup.black.len() >= 2 { setup.black.len() as u32 } else { self.terms.handicap },
            players: self.terms.players.clone(),
            setup,
            first,
            captured_before,
            time: self.terms.time,
            continues,
            sealing,
            given,
        };
        self.emit_first(at, "g", EventBody::GameStarted(Box::new(started)), out);
        self.carry_over(at, carried, out);
        if !moves.is_empty() {
            self.played_elsewhere(&moves);
            let position_hash = self.hash_after(&moves);
            self.emit(
                at,
                EventBody::RecordChanged { from_n: 1, moves, edits: Vec::new(), because: "start-game".to_owned(), position_hash },
                out,
            );
        }
        self.rebuild_position();
        self.new_timekeeper(at, out);
        self.clock_ran_from_the_start(out);
        self.pay_what_is_owed(at, out);
        let to = if self.placed.tells || self.wood.known && self.setup_stands() || self.opening == Opening::ByStones {
            Phase::Playing
        } else {
            Phase::Setup
        };
        self.enter(at, to, "game-started", out);
    }

    /// The position hash of the game's set-up with these moves on it.
    fn hash_after(&self, moves: &[PlayedMove]) -> String {
        let mut record: Record = self.record().clone();
        record.moves = moves.to_vec();
        self.position_of(&record).position_hash()
    }

    /// While stones are set up: the game is on when the wood is the position. One that stands turned is said.
    pub(super) fn consider_setup(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.setup_stands() {
            self.enter(at, Phase::Playing, "set up", out);
            self.compare(at, None, out);
        } else {
            self.watch(at, None, out);
        }
    }

    fn setup_stands(&self) -> bool {
        self.wood.differences(&self.position).is_empty()
    }

    /// A second black stone before any white stone or press makes both handicap stones (CONTRACT 5). True when it did.
    pub(super) fn becomes_handicap(&mut self, at: Mono, out: &mut Vec<Output>) -> bool {
        let record = self.record();
        let only_black_so_far = match record.moves.as_slice() {
            // The first stone may not have been believed yet.
            [] => record.setup.black.is_empty() || record.first == Color::White,
            [only] => only.color == Color::Black && only.provisional && matches!(only.place, Place::At(_)),
            _ => false,
        };
        if self.opening != Opening::ByStones || !only_black_so_far || self.turn.pressed || !record.setup.white.is_empty() {
            return false;
        }
        let settled = self.wood.calm();
        let mut black: Vec<Point> = Vec::new();
        for point in settled.size().points() {
            match settled.get(point) {
                Cell::Stone(Color::Black) => black.push(point),
                Cell::Unreadable if self.may_be_handicap(point) => black.push(point),
                Cell::Empty | Cell::Unreadable => {}
                Cell::Stone(Color::White) | Cell::StoneOfUnknownColor => return false,
            }
        }
        let stood: Vec<Point> = self.settings.size.points().filter(|&point| self.position.get(point).is_some()).collect();
        // A star point that flickers holds a stone of the set-up where it makes it one that is usually given.
        let sure = black.iter().filter(|&&point| !self.wood.noise.is_noisy(point)).count();
        let usual = sure >= 2 && is_usual_handicap(self.settings.size, &black);
        black.retain(|&point| usual || !self.wood.noise.is_noisy(point) || self.position.get(point).is_some());
        // As long as nobody has moved, a stone of the set-up may be put straight or added; one in the hand is waited for.
        if black.len() < 2 || black.len() < stood.len() || stood == black {
            return false;
        }
        if let Some(until) = self.doubtful_neighbour(&black).filter(|&until| at < until) {
            self.wood.doubtful_until = Some(until);
            return true;
        }
        if !self.record().moves.is_empty() {
            self.retract_last(at, RetractedBecause::Reconstruction, out);
        }
        let started = GameStarted {
            handicap: black.len() as u32,
            setup: Setup { black, white: Vec::new() },
            first: Color::White,
            ..self.book.started.clone().expect("a game that goes on has begun")
        };
        self.emit(at, EventBody::GameStarted(Box::new(started)), out);
        self.rebuild_position();
        self.compare(at, None, out);
        true
    }

    /// A star point that flickers, and shows a black stone now and then: in a set-up it holds one.
    fn may_be_handicap(&self, point: Point) -> bool {
        self.wood.noise.is_noisy(point) && point.is_star(self.settings.size) && self.wood.noise.taken(point, Color::Black) != Taken::No
    }

    /// The second stone of a set-up has come before this press and has not held still: at the press it counts. True when it made a set-up.
    pub(super) fn becomes_handicap_by_press(&mut self, now: Mono, at: Mono, out: &mut Vec<Output>) -> bool {
        // What flickers is no stone that has come.
        let coming: Vec<_> = self.coming().into_iter().filter(|stone| !self.wood.noise.is_restless(now, stone.point)).collect();
        if self.opening != Opening::ByStones || coming.is_empty() || coming.iter().any(|stone| stone.first_seen > at) {
            return false;
        }
        let before = self.wood.settle_early(now, |point| coming.iter().any(|stone| stone.point == point));
        let became = self.becomes_handicap(now, out);
        if !became {
            self.wood = before;
        }
        became
    }

    /// Until when a stone of a set-up may be what a sensor feels of its neighbour (F4).
    fn doubtful_neighbour(&self, black: &[Point]) -> Option<Mono> {
        let seen = |point| self.wood.first_seen(point);
        let twins = black.iter().flat_map(|&one| black.iter().map(move |&other| (one, other)));
        let near = |&(one, other): &(Point, Point)| {
            one.touches(other) && seen(one) <= seen(other) && seen(other).since_ms(seen(one)) <= super::believing::TWIN_MS
        };
        twins.filter(near).map(|(_, other)| seen(other).plus_ms(super::believing::DOUBT_MS)).max()
    }
}

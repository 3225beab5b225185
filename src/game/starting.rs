//! How a request begins a game (CONTRACT 4.5 `start-game`), and what it takes over of one that was begun before: here, elsewhere or in a file.

use crate::clock::{PlayerClock, PlayerClockState, TimeLeft};
use crate::go::sgf::MoveTags;
use crate::go::{ByColor, Color, Setup};
use crate::time::Mono;
use crate::wire::Cell;

use super::event::{Phase, PlayerPhase};
use super::input::Output;
use super::ledger::Ledger;
use super::opening::{Beginning, Opening};
use super::request::{ErrorCode, RequestError, Start};
use super::ruling::Why;
use super::settings::{ByBook, Terms, TimeAuthority};
use super::{Game, Prepared};

/// What both clocks show, and whose runs.
type Clocks = (ByColor<PlayerClockState>, Option<Color>);

fn refuse<T>(code: ErrorCode, message: impl Into<String>) -> Result<T, RequestError> {
    Err(RequestError { code, message: message.into() })
}

impl Game {
    pub(super) fn start_game(&mut self, at: Mono, start: Start, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Idle, Phase::Armed, Phase::Ended])?;
        let Prepared { terms, match_info, komi_said } = self.next_terms();
        // Komi that was said when the game was prepared holds under another rulebook too.
        let by_book = ByBook { komi: self.settings.by_book.komi && !komi_said, ..self.settings.by_book };
        let terms = terms.with(&start.preparation, by_book);
        let names_somebody = start.preparation.players.is_some() || start.preparation.match_info.is_some();
        let setup = match (start.adopt, start.setup) {
            (true, _) => self.adopted()?,
            (false, Some(setup)) => setup,
            (false, None) => Setup::default(),
        };
        let first = start.to_move.unwrap_or(if setup.black.len() >= 2 && setup.white.is_empty() { Color::White } else { Color::Black });
        // In the middle of a game nobody knows what was captured unless somebody says so (field report 25).
        let captured_before = start.captured.or((!start.adopt).then(ByColor::default));
        let (match_info, changed) = match &start.preparation.match_info {
            Some(named) => self.match_after(&match_info, Some(named)),
            None => (match_info, None),
        };
        let decided = self.decided_of_lineup();
        let moves = start.record.unwrap_or_default();
        let clock = match start.clock {
            Some((players, _)) => {
                self.can_begin_with(&terms, players)?;
                start.clock
            }
            None => self.clocks_of_file(&terms, &start.file)?,
        };
        let given = start.ledger.unwrap_or_default();
        self.overtime_is_on_the_clock(&terms, given, clock)?;
        let to_move = moves.last().map_or(first, |last| last.color.opponent());
        let sealing = start.sealed.map(|sealed| self.sealed_elsewhere(at, sealed, to_move, moves.len() as u32 + 1)).transpose()?;
        let (continues, opening) = (start.continues, Opening::ByRequest);
        self.begin(at, Beginning { terms, match_info, setup, first, captured_before, moves, continues, sealing, given, opening }, out);
        if let Some((players, running)) = clock {
            let why = Why { by: None, because: "start-game".to_owned() };
            self.set_clock(at, players, running.or(self.keeper.in_turn()), Some(why), out)?;
        }
        if names_somebody {
            self.look_at_lineup(at, changed, &decided, out);
        }
        self.consider(at, out);
        Ok(())
    }

    /// The stones that stand, as a set-up.
    fn adopted(&self) -> Result<Setup, RequestError> {
        if !self.wood.known {
            return refuse(ErrorCode::NotNow, "the board is not there: connect it, or give setup");
        }
        let settled = self.wood.settle.settled();
        let mut setup = Setup::default();
        for point in settled.size().points() {
            match settled.get(point) {
                Cell::Stone(Color::Black) => setup.black.push(point),
                Cell::Stone(Color::White) => setup.white.push(point),
                Cell::StoneOfUnknownColor => {
                    return refuse(ErrorCode::NotAllowed, "this board sees no colours: give setup with both colours");
                }
                Cell::Empty | Cell::Unreadable => {}
            }
        }
        Ok(setup)
    }

    /// What a file says of the time, as the clocks of a game under these terms; `None` where it says nothing, or where this table has no
    /// clock that could be told. Whom the file does not name has all of it.
    fn clocks_of_file(&self, terms: &Terms, file: &[MoveTags]) -> Result<Option<Clocks>, RequestError> {
        let Some(control) = terms.time else { return Ok(None) };
        let told = match self.settings.time_authority {
            TimeAuthority::Nobody => false,
            TimeAuthority::Daemon => true,
            // A clock that keeps the time itself and cannot be set was set by whoever carried it here.
            TimeAuthority::Device => self.clock_can_be_set() && terms.black_side.is_some(),
        };
        let left = ByColor::new(|color| TimeLeft::last_of(&control, file, color));
        if !told || left == ByColor::default() {
            return Ok(None);
        }
        let fresh = PlayerClock::new(&control);
        let players = left.map(|left| match left {
            Some(TimeLeft { phase, remaining_ms }) => PlayerClockState { phase, remaining_ms, total_used_ms: 0, delay_left_ms: None },
            None => {
                let (phase, remaining_ms) = fresh.shown(&control, false);
                PlayerClockState { phase, remaining_ms, total_used_ms: 0, delay_left_ms: fresh.delay_left_ms() }
            }
        });
        let mut used = players;
        for color in Color::BOTH {
            let clock = PlayerClock::from_state(&control, players[color]).or_else(|fault| {
                let message = format!("record: what is left to {} does not fit this game's time ({fault}): give clock", color.name());
                refuse(ErrorCode::Conflict, message)
            })?;
            // What is gone of all there was is the least that was used: where moves give time there was more of both.
            used[color].total_used_ms = fresh.total_left_ms(&control).saturating_sub(clock.total_left_ms(&control));
        }
        Ok(Some((used, None)))
    }

    /// Points by overtime are those that the clocks stand at: a ledger that says otherwise would be put right by the first tick.
    fn overtime_is_on_the_clock(&self, terms: &Terms, given: ByColor<Ledger>, clock: Option<Clocks>) -> Result<(), RequestError> {
        let kept_here = self.settings.time_authority == TimeAuthority::Daemon && terms.time.is_some();
        if !kept_here && clock.is_none() {
            return Ok(());
        }
        for color in Color::BOTH {
            let shown = clock.map_or(0, |(players, _)| match (players[color].phase, terms.time) {
                (PlayerPhase::IngPenalty { period, .. }, Some(control)) => control.penalty_points(period),
                _ => 0,
            });
            if given[color].overtime != shown {
                let (name, overtime) = (color.name().to_lowercase(), given[color].overtime);
                return refuse(
                    ErrorCode::Conflict,
                    format!(
                        "ledger.{name}.points.overtime is {overtime}, the clock stands at {shown}: give clock with the part of the overtime"
                    ),
                );
            }
        }
        Ok(())
    }
}

//! All that must outlive the process beside the events: plain values, stored with them in one commit.

use crate::clock::{Side, TurnStarts};
use crate::go::{Color, Point, Position};
use crate::time::Stamp;

use super::circling::Circling;
use super::core::{Prepared, Turn};
use super::counting::Count;
use super::flags::Flag;
use super::fold::Folded;
use super::handling::Unattended;
use super::request::MatchInfo;
use super::resting::Rest;
use super::schedule::{Agenda, Schedule};
use super::settings::{Settings, Terms};
use super::timekeeping::Timekeeper;
use super::trays::TrayKept;
use super::{Game, Ids, Opening};

/// The game's state beside its events. What the sensors show is not in it: a fresh scan is reconciled after a restart.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Seed of the ids, and how many were issued.
    pub ids: Ids,
    /// The latest moment handled.
    pub now: Stamp,
    /// The terms in hand.
    pub terms: Terms,
    /// Event, round, board.
    pub match_info: MatchInfo,
    /// The turn in hand.
    pub turn: Turn,
    /// How the game was opened.
    pub opening: Opening,
    /// What `prepare-game` has made ready.
    pub prepared: Option<Prepared>,
    /// The board has been empty since the last game.
    pub cleared: bool,
    /// The count, where one was made.
    pub count: Option<Count>,
    /// Both clocks.
    pub keeper: Timekeeper,
    /// Both clocks as the latest turns began.
    pub turn_starts: TurnStarts,
    /// A flag that has fallen.
    pub flag: Option<Flag>,
    /// The schedule in hand.
    pub agenda: Option<Agenda>,
    /// The configured schedule, when it is over.
    pub past_schedule: Option<Schedule>,
    /// A break that has begun.
    pub rest: Option<Rest>,
    /// The open alerts, as far as somebody may have to be reminded of them.
    pub unattended: Vec<Unattended>,
    /// With what bowls and lids the game began, and what was wrong with them.
    pub trays: TrayKept,
    /// What has been said of a cycle that play is in.
    pub circling: Option<Circling>,
    /// The end is suspected, and nobody is told.
    pub end_unsaid: bool,
    /// Play is paused by this ruling until the wood is the record.
    pub restoring: Option<String>,
    /// The wood is to become the record by a ruling that was made while play was interrupted: whoever interrupted it lets it go on.
    pub rebuilding: bool,
    /// Captured stones that were still on the board.
    pub lifting: Vec<(Point, Color)>,
    /// Where a person had decided against the sensors.
    pub overruled: Vec<(Point, crate::wire::Cell)>,
    /// Placements of a board that only tells them were lost, and nobody has confirmed the position since.
    pub unverified: bool,
    /// It was taken in another run of the machine: what passed meanwhile only the calendar says.
    pub other_run: bool,
}

impl Game {
    /// What must be stored with the events.
    pub fn state(&self) -> State {
        State {
            ids: self.ids.clone(),
            now: self.now,
            terms: self.terms.clone(),
            match_info: self.match_info.clone(),
            turn: self.turn.clone(),
            opening: self.opening,
            prepared: self.prepared.clone(),
            cleared: self.cleared,
            count: self.count.clone(),
            keeper: self.keeper.clone(),
            turn_starts: self.turn_starts.clone(),
            flag: self.flag,
            agenda: self.agenda.clone(),
            past_schedule: self.past_schedule.clone(),
            rest: self.rest.clone(),
            unattended: self.unattended.clone(),
            trays: self.trays.kept.clone(),
            circling: self.circling.clone(),
            end_unsaid: self.end_unsaid,
            restoring: self.restoring.clone(),
            rebuilding: self.rebuilding,
            lifting: self.wood.lifting.clone(),
            overruled: self.wood.overruled.clone(),
            unverified: self.placed.unverified,
            other_run: false,
        }
    }

    /// Goes on from what was stored: the events folded, and the state beside them. Nothing of the past is judged again.
    ///
    /// `now` is the first moment of this run. The state's moments must be of this run of the machine (see `form::state`).
    pub fn restore(settings: Settings, state: State, book: Folded, now: Stamp) -> Game {
        let mut game = Game::new(settings, "", now);
        game.ids = state.ids;
        game.book = book;
        game.terms = state.terms;
        game.match_info = state.match_info;
        game.turn = state.turn;
        game.opening = state.opening;
        game.prepared = state.prepared;
        game.cleared = state.cleared;
        game.count = state.count;
        (game.keeper, game.turn_starts) = (state.keeper, state.turn_starts);
        game.flag = state.flag;
        (game.agenda, game.past_schedule, game.rest) = (state.agenda, state.past_schedule, state.rest);
        game.circling = state.circling;
        game.end_unsaid = state.end_unsaid;
        game.restoring = state.restoring;
        game.rebuilding = state.rebuilding;
        // What the clock on the table has to say of the time since the last moment is still to be heard.
        game.unheard = Some(super::hearing::Unheard { since: now.mono, until: now.mono, for_long: true });
        game.started_anew = true;
        game.follow_schedule(now);
        game.unattended = state.unattended;
        game.recall_alerts(now.mono);
        game.trays.kept = state.trays;
        let lifting = state.lifting;
        game.wood.overruled = state.overruled;
        game.placed.unverified = state.unverified;
        if state.other_run && game.keeper.in_turn().is_some() {
            game.unwitnessed = Some(now.mono);
        }
        game.rebuild_position();
        game.before_last = game.before_provisional();
        game.wood.lifting = lifting;
        game
    }

    /// The position before the last move while that is provisional: it may still be straightened.
    pub(super) fn before_provisional(&self) -> Option<Position> {
        self.record().moves.last().filter(|last| last.provisional)?;
        Some(self.position_of(&self.before_last_move()))
    }

    /// The side of the clock on which Black sits, once known.
    pub fn black_side(&self) -> Option<Side> {
        self.terms.black_side
    }
}

//! The state row of the journal: what a table needs beside its events to go on after a restart.
//!
//! Its moments are milliseconds since the start of the machine and mean nothing in another run of it: on reading they are shifted by
//! as much as the calendar says has passed meanwhile (`Shift`).

mod agenda;
mod clocks;
mod count;
mod watch;

use serde::{Deserialize, Serialize};

use crate::clock::{Side, TurnStarts};
use crate::game::{Circling, Flag, Forgotten, Ids, MatchInfo, Opening, Prepared, Profile, Rulebook, State, Terms, Turn, WaitingPress};
use crate::go::{ByColor, Color, HalfPoints, Point, Rules, Size};
use crate::time::{Mono, Stamp, Wall};
use crate::wire::Cell;

use super::info::OverrideForm;
use super::names::SeenName;
use super::{ByColorForm, ColorName, FormError, MatchForm, PlayersForm, ProfileName, PublicState, ScheduleForm, SideName, TimeForm};
use agenda::{AgendaForm, RestForm};
use clocks::{KeeperForm, TurnStartState};
use count::CountState;
use watch::{TraysForm, UnattendedForm};

/// How moments of an earlier run of the machine become moments of this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shift(i64);

impl Shift {
    /// The same run: nothing moves.
    pub const NONE: Shift = Shift(0);

    /// From the last moment stored to the first of this run: the calendar says what has passed, and never less than nothing.
    pub fn between(stored: Stamp, now: Stamp) -> Shift {
        let passed = (now.wall.as_unix_ms() - stored.wall.as_unix_ms()).max(0);
        Shift((now.mono.as_millis() as i64).saturating_sub(passed).saturating_sub(stored.mono.as_millis() as i64))
    }

    fn moment(self, ms: u64) -> Mono {
        Mono::from_millis((ms as i64).saturating_add(self.0).max(0) as u64)
    }
}

/// The state row.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StateForm {
    /// The kernel's id of the run of the machine in which the moments were taken.
    boot: String,
    mono: u64,
    wall: i64,
    seed: String,
    issued: u64,
    terms: TermsForm,
    #[serde(default)]
    match_info: MatchForm,
    turn: TurnForm,
    by_stones: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    prepared: Option<PreparedForm>,
    cleared: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<CountState>,
    keeper: KeeperForm,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    turn_starts: Vec<TurnStartState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<FlagForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agenda: Option<AgendaForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    past_schedule: Option<ScheduleForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest: Option<RestForm>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unattended: Vec<UnattendedForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trays: Option<TraysForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    circling: Option<CirclingForm>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    end_unsaid: bool,
    restoring: Option<String>,
    /// The same, while play was interrupted anyway.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rebuilding: bool,
    lifting: Vec<(String, ColorName)>,
    overruled: Vec<(String, SeenName)>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unverified: bool,
    /// Where the public stream stands.
    pub public: Option<PublicState>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct TermsForm {
    rulebook: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    overrides: Vec<OverrideForm>,
    rules: String,
    komi: i32,
    handicap: u32,
    players: PlayersForm,
    time: Option<TimeForm>,
    black_side: Option<SideName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schedule: Option<ScheduleForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    profile: Option<ProfileName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    simul_color: Option<ColorName>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct PreparedForm {
    terms: TermsForm,
    match_info: MatchForm,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    komi_said: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct TurnForm {
    arrived: u64,
    #[serde(default)]
    began: u64,
    #[serde(default)]
    ended: Option<u64>,
    #[serde(default)]
    stopped: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rested: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    neutral: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lifted: Option<(u64, u64)>,
    #[serde(default)]
    neutral_told: bool,
    #[serde(default)]
    wrong_side: u32,
    #[serde(default)]
    side_checked: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forgotten: Option<(ColorName, u32, u64)>,
    presses: Vec<(ColorName, u64, bool)>,
    first_press: Option<(ColorName, u64)>,
    pressed: bool,
    clock_ran: bool,
    accepted: ByColorForm<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gave_way: Option<(ColorName, u64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resumed: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ruled: Option<u64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct CirclingForm {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alert: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct FlagForm {
    color: ColorName,
    at: u64,
    provisional: bool,
}

impl StateForm {
    /// The row for a state, taken in this run of the machine.
    pub fn new(state: &State, boot: &str, size: Size, public: Option<PublicState>) -> StateForm {
        let (seed, issued) = state.ids.parts();
        let vertex = |point: &Point| point.vertex(size).to_string();
        StateForm {
            boot: boot.to_owned(),
            mono: state.now.mono.as_millis(),
            wall: state.now.wall.as_unix_ms(),
            seed: seed.to_owned(),
            issued,
            terms: TermsForm::new(&state.terms),
            match_info: MatchForm::known(&state.match_info).unwrap_or_default(),
            turn: TurnForm::new(&state.turn),
            by_stones: state.opening == Opening::ByStones,
            prepared: state.prepared.as_ref().map(|prepared| PreparedForm {
                terms: TermsForm::new(&prepared.terms),
                match_info: MatchForm::known(&prepared.match_info).unwrap_or_default(),
                komi_said: prepared.komi_said,
            }),
            cleared: state.cleared,
            count: state.count.as_ref().map(|count| CountState::new(count, size)),
            keeper: KeeperForm::new(&state.keeper),
            turn_starts: state.turn_starts.as_slice().iter().map(TurnStartState::new).collect(),
            flag: state.flag.map(|flag| FlagForm { color: flag.color.into(), at: flag.at.as_millis(), provisional: flag.provisional }),
            agenda: state.agenda.as_ref().map(AgendaForm::new),
            past_schedule: state.past_schedule.as_ref().map(ScheduleForm::from),
            rest: state.rest.as_ref().map(RestForm::new),
            unattended: state.unattended.iter().map(UnattendedForm::new).collect(),
            trays: TraysForm::new(&state.trays),
            end_unsaid: state.end_unsaid,
            circling: state.circling.as_ref().map(|circling| CirclingForm { alert: circling.alert.clone() }),
            restoring: state.restoring.clone(),
            rebuilding: state.rebuilding,
            lifting: state.lifting.iter().map(|(point, color)| (vertex(point), (*color).into())).collect(),
            overruled: state.overruled.iter().map(|(point, cell)| (vertex(point), SeenName::from(*cell))).collect(),
            unverified: state.unverified,
            public,
        }
    }

    /// Event, round and board of the game.
    pub fn match_info(&self) -> MatchInfo {
        self.match_info.clone().into()
    }

    /// The state, with its moments in this run of the machine.
    ///
    /// # Errors
    /// [`FormError`] when the row is not one of ours.
    pub fn read(&self, boot: &str, now: Stamp, size: Size) -> Result<State, FormError> {
        let stored = Stamp::new(Mono::from_millis(self.mono), Wall::from_unix_ms(self.wall));
        let shift = if self.boot == boot { Shift::NONE } else { Shift::between(stored, now) };
        let point = |text: &String| Point::from_vertex(text, size).map_err(FormError::from);
        Ok(State {
            ids: Ids::from_parts(self.seed.clone(), self.issued),
            now: Stamp::new(shift.moment(self.mono), stored.wall),
            terms: self.terms.read()?,
            match_info: self.match_info.clone().into(),
            turn: self.turn.read(shift),
            opening: if self.by_stones { Opening::ByStones } else { Opening::ByRequest },
            prepared: self.prepared.as_ref().map(PreparedForm::read).transpose()?,
            cleared: self.cleared,
            count: self.count.as_ref().map(|count| count.read(size)).transpose()?,
            keeper: self.keeper.read(shift)?,
            turn_starts: TurnStarts::new(self.turn_starts.iter().map(TurnStartState::read).collect()),
            flag: self.flag.as_ref().map(|flag| Flag {
                color: flag.color.into(),
                at: shift.moment(flag.at),
                provisional: flag.provisional,
            }),
            agenda: self.agenda.as_ref().map(|agenda| agenda.read(shift)),
            past_schedule: self.past_schedule.as_ref().map(Into::into),
            rest: self.rest.as_ref().map(|rest| rest.read(shift)),
            unattended: self.unattended.iter().map(|open| open.read(shift)).collect(),
            trays: self.trays.as_ref().map(|trays| trays.read(shift)).unwrap_or_default(),
            end_unsaid: self.end_unsaid,
            circling: self.circling.as_ref().map(|circling| Circling { alert: circling.alert.clone() }),
            restoring: self.restoring.clone(),
            rebuilding: self.rebuilding,
            lifting: self.lifting.iter().map(|(text, color)| Ok((point(text)?, (*color).into()))).collect::<Result<_, FormError>>()?,
            overruled: self.overruled.iter().map(|(text, cell)| Ok((point(text)?, Cell::from(*cell)))).collect::<Result<_, FormError>>()?,
            unverified: self.unverified,
            other_run: self.boot != boot,
        })
    }
}

impl TermsForm {
    fn new(terms: &Terms) -> TermsForm {
        let rules = Rules::PRESETS.into_iter().find(|name| Rules::preset(name) == Some(terms.rules)).unwrap_or("chinese");
        TermsForm {
            rulebook: terms.rulebook.name().to_owned(),
            overrides: terms.overrides.iter().map(OverrideForm::from).collect(),
            rules: rules.to_owned(),
            komi: terms.komi.0,
            handicap: terms.handicap,
            players: PlayersForm::from(&terms.players),
            time: terms.time.map(TimeForm::from),
            black_side: terms.black_side.map(SideName::from),
            schedule: terms.schedule.as_ref().map(ScheduleForm::from),
            profile: Some(terms.profile.into()),
            simul_color: Some(terms.simul_color.into()),
        }
    }

    fn read(&self) -> Result<Terms, FormError> {
        let unknown = || FormError::value("rules", format!("\"{}\" is no set of rules", self.rules));
        Ok(Terms {
            // Any name could be asked for once; a name of no book was refereed as nothing, and a game must go on.
            rulebook: Rulebook::named(&self.rulebook).unwrap_or_default(),
            overrides: self.overrides.iter().map(OverrideForm::read).collect::<Result<_, _>>()?,
            rules: Rules::preset(&self.rules).ok_or_else(unknown)?,
            komi: HalfPoints(self.komi),
            handicap: self.handicap,
            players: self.players.clone().into(),
            time: self.time.as_ref().map(TimeForm::read).transpose()?,
            black_side: self.black_side.map(Side::from),
            schedule: self.schedule.as_ref().map(Into::into),
            profile: self.profile.map(Profile::from).unwrap_or_default(),
            simul_color: self.simul_color.map_or(Terms::SIMUL_COLOR, Color::from),
        })
    }
}

impl PreparedForm {
    fn read(&self) -> Result<Prepared, FormError> {
        Ok(Prepared { terms: self.terms.read()?, match_info: self.match_info.clone().into(), komi_said: self.komi_said })
    }
}

impl TurnForm {
    fn new(turn: &Turn) -> TurnForm {
        TurnForm {
            arrived: turn.arrived.as_millis(),
            began: turn.began.as_millis(),
            ended: turn.ended.map(|ended| ended.as_millis()),
            stopped: turn.stopped.map(|stopped| stopped.as_millis()),
            rested: turn.rested.map(|rested| rested.as_millis()),
            wrong_side: turn.wrong_side,
            side_checked: turn.side_checked,
            forgotten: turn.forgotten.map(|forgotten| (forgotten.color.into(), forgotten.n, forgotten.at.as_millis())),
            neutral: turn.neutral.map(|neutral| neutral.as_millis()),
            lifted: turn.lifted.map(|(since, gone)| (since.as_millis(), gone.as_millis())),
            neutral_told: turn.neutral_told,
            presses: turn.presses.iter().map(|press| (press.color.into(), press.at.as_millis(), press.asked)).collect(),
            first_press: turn.first_press.map(|(color, at)| (color.into(), at.as_millis())),
            pressed: turn.pressed,
            clock_ran: turn.clock_ran,
            accepted: both(turn.accepted),
            gave_way: turn.gave_way.map(|(color, at)| (color.into(), at.as_millis())),
            resumed: turn.resumed,
            ruled: turn.ruled.map(|ruled| ruled.as_millis()),
        }
    }

    fn read(&self, shift: Shift) -> Turn {
        let press = |&(color, at, asked): &(ColorName, u64, bool)| WaitingPress { color: Color::from(color), at: shift.moment(at), asked };
        Turn {
            arrived: shift.moment(self.arrived),
            began: shift.moment(self.began),
            ended: self.ended.map(|ended| shift.moment(ended)),
            stopped: self.stopped.map(|stopped| shift.moment(stopped)),
            rested: self.rested.map(|rested| shift.moment(rested)),
            wrong_side: self.wrong_side,
            side_checked: self.side_checked,
            forgotten: self.forgotten.map(|(color, n, at)| Forgotten { color: color.into(), n, at: shift.moment(at) }),
            neutral: self.neutral.map(|neutral| shift.moment(neutral)),
            lifted: self.lifted.map(|(since, gone)| (shift.moment(since), shift.moment(gone))),
            neutral_told: self.neutral_told,
            presses: self.presses.iter().map(press).collect(),
            first_press: self.first_press.map(|(color, at)| (color.into(), shift.moment(at))),
            pressed: self.pressed,
            clock_ran: self.clock_ran,
            accepted: ByColor { black: self.accepted.black, white: self.accepted.white },
            gave_way: self.gave_way.map(|(color, at)| (color.into(), shift.moment(at))),
            resumed: self.resumed,
            ruled: self.ruled.map(|ruled| shift.moment(ruled)),
        }
    }
}

fn both<T>(values: ByColor<T>) -> ByColorForm<T> {
    ByColorForm { black: values.black, white: values.white }
}

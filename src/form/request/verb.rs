//! From a verb's fields to what is asked.

use serde_json::{Map, Value};

use crate::clock::Side;
use crate::form::{FormError, Instant, MatchForm, PlacingForm, PlayerForm, PlayersForm, TimeForm};
use crate::game::{
    AlertVerb, Correction, LINEUP_MAX, Leave, PlayerClockState, Preparation, Profile, RequestError, Rulebook, Schedule, SeatVerb, Seats,
    Start, Verb,
};
use crate::go::{ByColor, Color, HalfPoints, Size};

use super::given::LedgersForm;
use super::shape::{
    AdjustForm, AlertIdForm, ArrivedForm, CorrectForm, CountRequestForm, DeadForm, DisputeForm, EndForm, EnterCountForm, MethodName,
    NothingForm, OpName, PauseForm, PauseKindName, PlayForm, PlayerSetForm, PrepareForm, PressForm, ProposeDeadForm, RepublishForm,
    ResumeForm, SeatsForm, SetClockForm, SetPositionForm, StartForm, UndoForm, WhoseForm,
};
use super::text::{LANGUAGES_MAX, REGISTERS_MAX, check_id, check_text, place, points, setup};
use super::{NAME_MAX, TEXT_MAX, malformed, value};
use crate::form::phase::PhaseFields;

type Fields = Map<String, Value>;

/// Reads the fields of a known verb.
pub(super) fn read(verb: &str, fields: Fields, size: Size) -> Result<Verb, RequestError> {
    if matches!(verb, "adjourn" | "seal" | "hand-over" | "open-sealed") {
        return super::sealed::read(verb, fields, size);
    }
    let shape = Value::Object(fields);
    match verb {
        "prepare-game" => prepare(value("", shape)?, size).map(|ready| Verb::PrepareGame(Box::new(ready))),
        "start-game" => start(value("", shape)?, size).map(|start| Verb::StartGame(Box::new(start))),
        "start-clock" => value("", shape).map(|NothingForm {}| Verb::StartClock),
        "stop-clock" => value("", shape).map(|NothingForm {}| Verb::StopClock),
        "arrived" => {
            value("", shape).map(|ArrivedForm { color, at }| Verb::Arrived { color: color.into(), at: at.map(|instant| instant.0) })
        }
        "rule" => super::rule::read(value("", shape)?),
        "overrule" => super::rule::read_overrule(value("", shape)?),
        "appeal" => super::rule::read_appeal(value("", shape)?),
        "ping" => value("", shape).map(|NothingForm {}| Verb::Ping),
        "press" => value("", shape).map(|PressForm { color, at }| Verb::Press { color: color.into(), at: at.map(|instant| instant.0) }),
        "adopt-clock" => value("", shape).map(|NothingForm {}| Verb::AdoptClock),
        "set-colors" => set_colors(value("", shape)?),
        "pass" => whose(shape).map(Verb::Pass),
        "resign" => whose(shape).map(Verb::Resign),
        "accept-end" => whose(shape).map(Verb::AcceptEnd),
        "confirm-score" => whose(shape).map(Verb::ConfirmScore),
        "time-left" => whose(shape).map(Verb::TimeLeft),
        "set-clock" => set_clock(&value("", shape)?),
        "adjust-clock" => adjust(value("", shape)?),
        "pause" => pause(&value("", shape)?),
        "resume" => value("", shape).map(|ResumeForm { force }| Verb::Resume { force }),
        "play" => {
            let PlayForm { color, vertex } = value("", shape)?;
            Ok(Verb::Play { color: color.into(), place: place("vertex", &vertex, size)? })
        }
        "undo" => undo(&value("", shape)?),
        "correct-record" => correct(&value("", shape)?, size),
        "set-position" => {
            let SetPositionForm { setup: stones, to_move } = value("", shape)?;
            Ok(Verb::SetPosition { setup: setup("setup", &stones, size)?, to_move: to_move.into() })
        }
        "dispute-end" => value("", shape)
            .map(|DisputeForm { color, to_move }| Verb::DisputeEnd { color: color.into(), to_move: to_move.map(Color::from) }),
        "mark-dead" => {
            let DeadForm { vertices, color } = value("", shape)?;
            Ok(Verb::MarkDead { points: points("vertices", &vertices, size)?, color: color.map(Color::from) })
        }
        "propose-dead" => {
            let ProposeDeadForm { vertices, program } = value("", shape)?;
            check_text("program", program.as_deref().unwrap_or_default(), NAME_MAX)?;
            Ok(Verb::ProposeDead { points: points("vertices", &vertices, size)?, program })
        }
        "enter-count" => value("", shape).and_then(|EnterCountForm { color, stones }| match stones.0 {
            HalfPoints(0..) => Ok(Verb::EnterCount { color: color.into(), stones: stones.0 }),
            _ => Err(malformed("stones is below zero: write what was counted")),
        }),
        "count" => value("", shape).map(|CountRequestForm { method }| Verb::Count { method: method.map(method_text) }),
        "end-game" => {
            let EndForm { result, last_move } = value("", shape)?;
            Ok(Verb::EndGame { result: super::result::read(result)?, last_move })
        }
        "republish" => value("", shape).map(|RepublishForm { from_seq }| Verb::Republish { from_seq }),
        "mute" => super::referee::mute(shape),
        "report" => super::referee::report(shape),
        "claim" => super::referee::claim(shape),
        "leave" => super::referee::leave(shape),
        "call" => whose(shape).map(|color| Verb::Alert(AlertVerb::Call(color))),
        "returned" => whose(shape).map(|color| Verb::Seat(SeatVerb::Returned(color))),
        "take" => alert_id(shape).map(|alert| Verb::Alert(AlertVerb::Take { alert })),
        _ => alert_id(shape).map(|alert| Verb::Acknowledge { alert }),
    }
}

fn set_colors(SeatsForm { black, black_side, black_seat }: SeatsForm) -> Result<Verb, RequestError> {
    for (field, text) in [("black", &black), ("black_seat", &black_seat)] {
        check_text(field, text.as_deref().unwrap_or_default(), NAME_MAX)?;
    }
    if black.is_none() && black_side.is_none() && black_seat.is_none() {
        return Err(malformed("give black (a player's name), black_side or black_seat: nothing would change"));
    }
    Ok(Verb::SetColors(Seats { black, black_side: black_side.map(Side::from), black_seat }))
}

fn alert_id(shape: Value) -> Result<String, RequestError> {
    let AlertIdForm { alert } = value("", shape)?;
    check_id("alert", &alert)?;
    Ok(alert)
}

fn whose(shape: Value) -> Result<Color, RequestError> {
    value("", shape).map(|WhoseForm { color }| color.into())
}

fn method_text(method: MethodName) -> String {
    match method {
        MethodName::Area => "area",
        MethodName::Territory => "territory",
        MethodName::FillIn => "fill-in",
    }
    .to_owned()
}

fn prepare(form: PrepareForm, size: Size) -> Result<Preparation, RequestError> {
    if let Some(info) = &form.match_info {
        check_match(info)?;
    }
    if form.handicap.is_some_and(|stones| stones as usize > size.area()) {
        return Err(malformed("handicap is more than the board has points: write the number of stones"));
    }
    if let Some(players) = &form.players {
        check_players(players)?;
    }
    let schedule = form.schedule.as_ref().map(Schedule::from);
    if let Some(Err(fault)) = schedule.as_ref().map(Schedule::check) {
        return Err(malformed(format!("schedule: {fault}")));
    }
    Ok(Preparation {
        players: form.players.map(Into::into),
        match_info: form.match_info.map(Into::into),
        handicap: form.handicap,
        komi: form.komi.map(|komi| komi.0),
        rulebook: form.rulebook.as_deref().map(rulebook).transpose()?,
        time: form.time.as_ref().map(TimeForm::read).transpose().map_err(|fault| inside("time", &fault))?,
        black_side: form.black_side.map(Side::from),
        schedule,
        profile: form.profile.map(Profile::from),
        simul_color: form.simul_color.map(Color::from),
    })
}

fn rulebook(name: &str) -> Result<Rulebook, RequestError> {
    let names = || Rulebook::NAMES.iter().map(|&(name, _)| name).collect::<Vec<_>>().join(", ");
    Rulebook::named(name).ok_or_else(|| malformed(format!("rulebook is none that kifud knows: write one of {}", names())))
}

fn check_match(info: &MatchForm) -> Result<(), RequestError> {
    check_text("match.event", info.event.as_deref().unwrap_or_default(), NAME_MAX)?;
    check_text("match.form", info.form.as_deref().unwrap_or_default(), NAME_MAX)?;
    if info.lineup.len() > LINEUP_MAX {
        return Err(malformed(format!("match.lineup has {} places: give {LINEUP_MAX} at most", info.lineup.len())));
    }
    for PlacingForm { team, player, partner, substitutes, .. } in &info.lineup {
        if substitutes.len() > LINEUP_MAX {
            return Err(malformed(format!("match.lineup.substitutes has {} names: give {LINEUP_MAX} at most", substitutes.len())));
        }
        let names = [("team", team.as_ref()), ("player", Some(player)), ("partner", partner.as_ref())];
        let names = names.into_iter().chain(substitutes.iter().map(|name| ("substitutes", Some(name))));
        for (field, name) in names {
            check_text(&format!("match.lineup.{field}"), name.map_or("", String::as_str), NAME_MAX)?;
        }
    }
    Ok(())
}

fn check_players(players: &PlayersForm) -> Result<(), RequestError> {
    for (side, player) in [("black", &players.black), ("white", &players.white)] {
        let Some(player) = player else { continue };
        check_text(&format!("players.{side}.name"), &player.name, NAME_MAX)?;
        if player.names.len() > LANGUAGES_MAX {
            return Err(malformed(format!("players.{side}.names has {} languages: give {LANGUAGES_MAX} at most", player.names.len())));
        }
        for (language, name) in &player.names {
            check_text(&format!("players.{side}.names"), language, NAME_MAX)?;
            check_text(&format!("players.{side}.names.{language}"), name, NAME_MAX)?;
        }
        let PlayerForm { rank, team, country, club, seat, partner, .. } = player;
        for (field, text) in [("rank", rank), ("team", team), ("country", country), ("club", club), ("seat", seat), ("partner", partner)] {
            check_text(&format!("players.{side}.{field}"), text.as_deref().unwrap_or_default(), NAME_MAX)?;
        }
        if player.ids.len() > REGISTERS_MAX {
            return Err(malformed(format!("players.{side}.ids has {} registers: give {REGISTERS_MAX} at most", player.ids.len())));
        }
        for (register, id) in &player.ids {
            check_text(&format!("players.{side}.ids"), register, NAME_MAX)?;
            check_text(&format!("players.{side}.ids.{register}"), id, NAME_MAX)?;
        }
    }
    Ok(())
}

fn start(form: StartForm, size: Size) -> Result<Start, RequestError> {
    if let Some(continues) = &form.continues {
        check_id("continues", continues)?;
    }
    let preparation = PrepareForm {
        players: form.players,
        match_info: form.match_info,
        handicap: form.handicap,
        komi: form.komi,
        rulebook: form.rulebook,
        time: form.time,
        black_side: form.black_side,
        schedule: form.schedule,
        profile: form.profile,
        simul_color: form.simul_color,
    };
    let mut start = Start {
        preparation: prepare(preparation, size)?,
        setup: form.setup.as_ref().map(|stones| setup("setup", stones, size)).transpose()?,
        to_move: form.to_move.map(Color::from),
        adopt: form.adopt,
        record: None,
        captured: form.captured.map(ByColor::from),
        continues: form.continues,
        sealed: form.sealed.map(|sealed| super::sealed::seal("sealed", sealed, size)).transpose()?,
        clock: form.clock.as_ref().map(clocks).transpose()?,
        file: Vec::new(),
        ledger: form.ledger.map(LedgersForm::read).transpose()?,
    };
    if let Some(record) = form.record {
        super::record::put(record, &mut start, size)?;
    }
    Ok(start)
}

fn set_clock(form: &SetClockForm) -> Result<Verb, RequestError> {
    let (players, running) = clocks(form)?;
    Ok(Verb::SetClock { players, running })
}

fn clocks(form: &SetClockForm) -> Result<(ByColor<PlayerClockState>, Option<Color>), RequestError> {
    let players = ByColor { black: player_clock("black", &form.black)?, white: player_clock("white", &form.white)? };
    Ok((players, form.running.into()))
}

fn player_clock(side: &str, form: &PlayerSetForm) -> Result<PlayerClockState, RequestError> {
    let fields = PhaseFields {
        periods_left: form.periods_left,
        stones_left: form.stones_left,
        block: form.block,
        minutes_left: form.minutes_left,
        units_left: form.units_left,
        in_unit: form.in_unit,
        period: form.period,
        penalty_points: form.penalty_points,
        provisional: form.provisional,
    };
    let phase = fields.read(form.phase).map_err(|error| malformed(format!("{side}.{error}")))?;
    Ok(PlayerClockState { phase, remaining_ms: form.remaining_ms, total_used_ms: form.total_used_ms, delay_left_ms: form.delay_left_ms })
}

fn adjust(form: AdjustForm) -> Result<Verb, RequestError> {
    check_text("reason", &form.reason, TEXT_MAX)?;
    if form.delta_ms == 0 && form.periods_delta == 0 {
        return Err(malformed("delta_ms and periods_delta are both 0: give one of them"));
    }
    Ok(Verb::AdjustClock { color: form.color.into(), delta_ms: form.delta_ms, periods_delta: form.periods_delta, reason: form.reason })
}

/// The kind, the player and the end of a pause go into its reason, for people. A break goes on by itself at its end; after a ruling, a fault
/// or a player's absence a person says so.
fn pause(form: &PauseForm) -> Result<Verb, RequestError> {
    let kind = form.kind.map(|kind| match kind {
        PauseKindName::Lunch => "lunch",
        PauseKindName::Ruling => "ruling",
        PauseKindName::Fault => "fault",
        PauseKindName::Leave => "leave",
    });
    let color = form.color.map(|color| match Color::from(color) {
        Color::Black => "black",
        Color::White => "white",
    });
    let until = form.until.map(|until: Instant| format!("until {until}"));
    if let Some(reason) = &form.reason {
        check_text("reason", reason, TEXT_MAX)?;
    }
    if let (Some(PauseKindName::Leave), Some(color)) = (form.kind, form.color) {
        // It is a leave like any other, and counts as one.
        let parts: Vec<&str> = [form.reason.as_deref(), until.as_deref()].into_iter().flatten().collect();
        let reason = Some(parts.join(", ")).filter(|reason| !reason.is_empty());
        return Ok(Verb::Seat(SeatVerb::Leave(Leave { color: color.into(), reason, pauses: true })));
    }
    let parts: Vec<&str> = [kind, color, form.reason.as_deref(), until.as_deref()].into_iter().flatten().collect();
    let by_itself = matches!(form.kind, None | Some(PauseKindName::Lunch));
    Ok(Verb::Pause { reason: parts.join(", "), until: form.until.filter(|_| by_itself).map(|until| until.0) })
}

fn undo(form: &UndoForm) -> Result<Verb, RequestError> {
    match form.moves.unwrap_or(1) {
        0 => Err(malformed("moves is 0: write how many moves are taken out")),
        moves => Ok(Verb::Undo { moves }),
    }
}

fn correct(form: &CorrectForm, size: Size) -> Result<Verb, RequestError> {
    if form.at == 0 {
        return Err(malformed("at is 0: moves are numbered from 1"));
    }
    let played = || match (form.color, form.vertex.as_deref()) {
        (Some(color), Some(vertex)) => Ok((Color::from(color), place("vertex", vertex, size)?)),
        (None, _) => Err(malformed("color is missing: write black or white")),
        (_, None) => Err(malformed("vertex is missing: write a point such as Q16, or pass")),
    };
    let op = match form.op {
        OpName::Insert => played().map(|(color, place)| Correction::Insert(color, place))?,
        OpName::Replace => played().map(|(color, place)| Correction::Replace(color, place))?,
        OpName::Delete if form.color.is_some() || form.vertex.is_some() => {
            return Err(malformed("color and vertex do not belong to delete: leave them out"));
        }
        OpName::Delete => Correction::Delete,
    };
    Ok(Verb::CorrectRecord { at: form.at, op })
}

fn inside(field: &str, fault: &FormError) -> RequestError {
    malformed(format!("{field}.{fault}"))
}

//! `[[table]]`: one table with its rules, time and people.

use crate::game::{Announce, BoardRemedy, Player, Players, Severity, Terms};
use crate::go::{Color, HalfPoints};
use crate::referee::{Claiming, Requires};
use crate::time::Wall;

use super::device::{self, ClockSection};
use super::fault::nearest;
use super::names::{CaptureNeutral, Kind, Lateness, PressPass, Profile, Rulebook, Rules, StartMode, TimeAuthority, TurnEnds};
use super::shape::{Board, Clock, Override, PortAddress, Public, Sanction, Schedule, Table};
use super::time::time_control;
use super::walk::{Item, Section, shortened};
use super::{bridge, words};

/// The largest komi, in points: a komi that decides every game is a slip of the pen.
const KOMI_MAX: f64 = 200.0;

/// A press more than a minute before its stone is not one with it.
const PRESS_TOLERANCE_MS: std::ops::RangeInclusive<u32> = 0..=60_000;

/// The longest delay for spectators (CONTRACT 2).
const PUBLIC_DELAY_MAX_MS: u64 = 60 * 60 * 1_000;

/// The colours, by name.
const COLORS: &[(&str, Color)] = &[("black", Color::Black), ("white", Color::White)];

/// One `[[table]]`, and the ports it uses with where they stand in the file.
pub(super) struct Read<'a> {
    /// Its name, with where it stands, even when something else is wrong.
    pub id: Option<(String, Item<'a>)>,
    /// Its number in the event, with where it stands.
    pub number: Option<(u32, Item<'a>)>,
    /// Its ports.
    pub ports: Vec<(PortAddress, Item<'a>)>,
    /// The table, when nothing is wrong with it.
    pub table: Option<Table>,
}

pub(super) fn table(mut section: Section<'_>) -> Read<'_> {
    let id = section.require("id", "every table needs a name of its own").and_then(|item| {
        let id = bridge::id(&item)?;
        if id == "all" {
            item.fault("\"all\" is reserved: requests to it reach every table");
            return None;
        }
        Some((id, item))
    });
    let number = section.get("board_number").and_then(|item| Some((bridge::number(&item)?, item)));
    let rules = rules(&mut section);
    let time = section.get("time").map_or(Some(None), |item| time_control(&item).map(Some));
    let people = section.get("players").map_or(Some(Players::default()), |item| players(&item));
    let schedule = section.section("schedule").map(schedule);
    let (board, clock) = devices(&mut section);
    let public = public(section.section("public"));
    let alerts_off = alerts_off(section.section("alerts"));
    let overrides = overrides(section.sections("override").unwrap_or_default());
    if matches!(clock, ClockSection::None)
        && matches!(time, Some(Some(_)))
        && rules.as_ref().is_some_and(|rules| rules.time_authority == TimeAuthority::Device)
    {
        section.missing("time_authority", "must be \"daemon\" here: there is no [table.clock] that could keep the time");
    }
    section.finish();
    let mut ports = Vec::new();
    ports.extend(board.as_ref().map(|(board, item)| (board.port.clone(), item.clone())));
    let clock = match clock {
        ClockSection::None => Some(None),
        ClockSection::Faulty => None,
        ClockSection::Clock(clock, item) => {
            ports.push((clock.port.clone(), item));
            Some(Some(clock))
        }
    };
    let board = board.map(|(board, _)| board);
    let board_number = number.as_ref().map(|(number, _)| *number);
    let parts = Parts { board_number, time, people, schedule, board, clock, public, alerts_off, overrides };
    let table = id.as_ref().and_then(|(id, _)| whole(id, rules?, parts));
    Read { id, number, ports, table }
}

/// What was read of a table, besides its rules; `None` where something is wrong.
struct Parts {
    board_number: Option<u32>,
    time: Option<Option<crate::clock::TimeControl>>,
    people: Option<Players>,
    schedule: Option<Schedule>,
    board: Option<Board>,
    clock: Option<Option<Clock>>,
    public: Option<Public>,
    alerts_off: Vec<Kind>,
    overrides: Vec<Override>,
}

fn whole(id: &str, rules: TableRules, parts: Parts) -> Option<Table> {
    Some(Table {
        id: id.to_owned(),
        board_number: parts.board_number,
        paired: false,
        profile: rules.profile,
        simul_color: rules.simul_color,
        rulebook: rules.rulebook,
        rules: rules.rules,
        start: rules.start,
        komi: rules.komi,
        komi_by_book: rules.komi_by_book,
        handicap: rules.handicap,
        time: parts.time?,
        time_authority: rules.time_authority,
        turn_ends: rules.turn_ends,
        capture_neutral: rules.capture_neutral,
        press_pass: rules.press_pass,
        press_tolerance_ms: rules.press_tolerance_ms,
        players: parts.people?,
        schedule: parts.schedule,
        board: parts.board?,
        clock: parts.clock?,
        public: parts.public?,
        alerts_off: parts.alerts_off,
        overrides: parts.overrides,
    })
}

/// The plain keys of a table.
struct TableRules {
    profile: Profile,
    simul_color: Color,
    rulebook: Rulebook,
    rules: Rules,
    start: StartMode,
    komi: HalfPoints,
    komi_by_book: bool,
    handicap: u32,
    time_authority: TimeAuthority,
    turn_ends: TurnEnds,
    capture_neutral: CaptureNeutral,
    press_pass: PressPass,
    press_tolerance_ms: u64,
}

fn rules(section: &mut Section<'_>) -> Option<TableRules> {
    let profile = section.get("profile").map_or(Some(Profile::Tournament), |item| item.choice(Profile::NAMES));
    let simul_color = section.get("simul_color").map_or(Some(Terms::SIMUL_COLOR), |item| item.choice(COLORS));
    let rulebook = section.get("rulebook").map_or(Some(Rulebook::China1988), |item| item.choice(Rulebook::NAMES));
    let rules = section.get("rules").map_or(Some(Rules::Book), |item| item.choice(Rules::NAMES));
    if let Some(book) = rulebook.filter(|book| book.book().rules.is_none() && rules == Some(Rules::Book)) {
        section.missing("rules", format!("must be said with rulebook = \"{book}\": it is a book of how to referee, not of how to play"));
    }
    let start = section.get("start").map_or(Some(StartMode::Auto), |item| item.choice(StartMode::NAMES));
    let komi = section.get("komi").map(|item| komi(&item));
    let handicap = section.get("handicap").map_or(Some(0), |item| handicap(&item));
    let time_authority = section.get("time_authority").map_or(Some(TimeAuthority::Device), |item| item.choice(TimeAuthority::NAMES));
    let turn_ends = section.get("turn_ends").map_or(Some(TurnEnds::Book), |item| item.choice(TurnEnds::NAMES));
    let capture_neutral = section.get("capture_neutral").map_or(Some(CaptureNeutral::Book), |item| item.choice(CaptureNeutral::NAMES));
    let press_pass = section.get("press_pass").map_or(Some(PressPass::Ask), |item| item.choice(PressPass::NAMES));
    let press_tolerance = section.get("press_tolerance_ms").map_or(Some(1_000), |item| item.integer(PRESS_TOLERANCE_MS));
    let rulebook = rulebook?;
    Some(TableRules {
        profile: profile?,
        simul_color: simul_color?,
        rulebook,
        rules: rules?,
        start: start?,
        komi_by_book: komi.is_none(),
        komi: komi.unwrap_or(Some(rulebook.book().komi))?,
        handicap: handicap?,
        time_authority: time_authority?,
        turn_ends: turn_ends?,
        capture_neutral: capture_neutral?,
        press_pass: press_pass?,
        press_tolerance_ms: u64::from(press_tolerance?),
    })
}

fn komi(item: &Item<'_>) -> Option<HalfPoints> {
    let points = item.number()?;
    let halves = points * 2.0;
    if points.abs() > KOMI_MAX || halves.fract() != 0.0 {
        item.fault(format!("must be whole or half points, at most {KOMI_MAX}, such as 5.5 or 7.5"));
        return None;
    }
    Some(HalfPoints(halves as i32))
}

fn handicap(item: &Item<'_>) -> Option<u32> {
    /// More stones than the largest handicap ever customary; free placement may use any of them.
    const HANDICAP_MAX: u32 = 41;
    let stones = item.integer(0..=HANDICAP_MAX)?;
    if stones == 1 {
        item.fault("1 is no handicap: for a game without komi say komi = 0.5 or komi = 0");
        return None;
    }
    Some(stones)
}

fn devices<'a>(section: &mut Section<'a>) -> (Option<(Board, Item<'a>)>, ClockSection<'a>) {
    let board = match section.require("board", "[table.board] says where the board is") {
        Some(item) => item.section("[table.board]").and_then(|mut section| {
            let board = device::board(&mut section);
            section.finish();
            board
        }),
        None => None,
    };
    let clock = match section.get("clock") {
        Some(item) => item.section("[table.clock]").map_or(ClockSection::Faulty, |mut section| {
            let clock = device::clock(&mut section);
            section.finish();
            clock
        }),
        None => ClockSection::None,
    };
    (board, clock)
}

fn players(item: &Item<'_>) -> Option<Players> {
    let mut section = item.section("a table such as { black = { name = \"…\" }, white = { name = \"…\" } }")?;
    let mut one = |key| section.get(key).map_or(Some(None), |item| player(&item).map(Some));
    let (black, white) = (one("black"), one("white"));
    section.finish();
    Some(Players { black: black?, white: white? })
}

fn player(item: &Item<'_>) -> Option<Player> {
    let mut section = item.section("a table such as { name = \"…\" }")?;
    let name = section.require("name", "a player without a name is better left out").and_then(|item| item.text()).map(str::to_owned);
    let mut texts = |key| {
        let pairs = section.section(key).into_iter().flat_map(Section::everything);
        pairs.filter_map(|(name, item)| Some((name.to_owned(), item.text()?.to_owned()))).collect()
    };
    let (names, ids) = (texts("names"), texts("ids"));
    let mut text = |key| section.get(key).and_then(|item| item.text()).map(str::to_owned);
    let (rank, team, country) = (text("rank"), text("team"), text("country"));
    let (club, partner) = (text("club"), text("partner"));
    section.finish();
    Some(Player { name: name?, names, rank, team, country, club, ids, seat: None, partner })
}

fn schedule(mut section: Section<'_>) -> Schedule {
    let start_at = section.get("start_at").and_then(|item| instant(&item));
    let absent_after_ms = section.get("absent_after").and_then(|item| item.duration_ms());
    let lateness = section.get("lateness").and_then(|item| item.choice(Lateness::NAMES)).unwrap_or(Lateness::Book);
    let seal_at = section.get("seal_at").and_then(|item| instant(&item));
    let mut breaks = Vec::new();
    for item in section.get("breaks").and_then(|item| item.items()).unwrap_or_default() {
        let Some(mut section) = item.section("a table such as { from = \"…\", to = \"…\" }") else { continue };
        let from = section.require("from", "when the break begins").and_then(|item| instant(&item));
        let to = section.require("to", "when the break ends").and_then(|item| instant(&item));
        section.finish();
        match (from, to) {
            (Some(from), Some(to)) if from < to => breaks.push((from, to)),
            (Some(_), Some(_)) => item.fault("a break must end after it begins"),
            _ => {}
        }
    }
    let schedule = Schedule { start_at, absent_after_ms, lateness, seal_at, breaks };
    if let Err(error) = schedule.check() {
        section.whole_fault(error.to_string());
    }
    section.finish();
    schedule
}

fn instant(item: &Item<'_>) -> Option<Wall> {
    let instant = item.text()?.parse::<jiff::Timestamp>().ok();
    if instant.is_none() {
        item.fault("must be an instant with its offset, such as \"2026-12-05T09:30:00+09:00\"");
    }
    instant.map(|instant| Wall::from_unix_ms(instant.as_millisecond()))
}

fn public(section: Option<Section<'_>>) -> Option<Public> {
    let Some(mut section) = section else { return Some(Public::default()) };
    let delay_ms = section.get("delay").map_or(Some(0), |item| {
        item.duration_ms().filter(|&delay_ms| {
            let short = delay_ms <= PUBLIC_DELAY_MAX_MS;
            if !short {
                item.fault(format!("must be at most {}", words::duration(PUBLIC_DELAY_MAX_MS)));
            }
            short
        })
    });
    let show_alerts = section.get("show_alerts").map_or(Some(false), |item| item.boolean());
    section.finish();
    Some(Public { delay_ms: delay_ms?, show_alerts: show_alerts? })
}

fn alerts_off(section: Option<Section<'_>>) -> Vec<Kind> {
    let Some(mut section) = section else { return Vec::new() };
    let off = section.get("off").and_then(|item| item.items()).unwrap_or_default().iter().filter_map(incident_kind).collect();
    section.finish();
    off
}

fn incident_kind(item: &Item<'_>) -> Option<Kind> {
    let text = item.text()?;
    let names = || Kind::ALL.iter().map(|kind| kind.name());
    let kind = Kind::named(text);
    if kind.is_none() {
        let meant = nearest(text, names());
        let meant =
            meant.map_or_else(|| format!(": {}", names().collect::<Vec<_>>().join(", ")), |kind| format!("; did you mean \"{kind}\"?"));
        item.fault(format!("\"{}\" is no kind of incident{meant}", shortened(text)));
    }
    kind
}

fn overrides(sections: Vec<Section<'_>>) -> Vec<Override> {
    let mut kinds = Vec::new();
    sections.into_iter().filter_map(|section| overridden(section, &mut kinds)).collect()
}

/// One rule of the event's own; `kinds` are those that have one already.
fn overridden(mut section: Section<'_>, kinds: &mut Vec<Kind>) -> Option<Override> {
    let kind = section.require("kind", "the kind of incident it is for").and_then(|item| {
        let kind = incident_kind(&item)?;
        if kinds.contains(&kind) {
            item.fault(format!("{kind} has a rule of its own already: say all of it in one"));
            return None;
        }
        kinds.push(kind);
        Some(kind)
    });
    let sanctions = section.get("sanctions").map(|item| item.items().unwrap_or_default().iter().filter_map(sanction).collect());
    let cite = section.get("cite").and_then(|item| item.text()).map(str::to_owned);
    let severity = section.get("severity").and_then(|item| item.choice(SEVERITIES));
    let board = section.get("board").and_then(|item| item.choice(BOARD_REMEDIES));
    let announce = section.get("announce").and_then(|item| item.choice(ANNOUNCEMENTS));
    let claim = section.get("claim").and_then(|item| item.choice(CLAIMS));
    let requires = section.get("requires").and_then(|item| item.choice(REQUIRES));
    section.finish();
    Some(Override { kind: kind?, sanctions, cite, severity, board, announce, claim, requires })
}

/// What an event's own rule may ask of a person.
const SEVERITIES: &[(&str, Severity)] = &[
    (Severity::Notice.name(), Severity::Notice),
    (Severity::Attention.name(), Severity::Attention),
    (Severity::Ruling.name(), Severity::Ruling),
];

/// What it may propose for the position.
const BOARD_REMEDIES: &[(&str, BoardRemedy)] = &[
    (BoardRemedy::Restore.name(), BoardRemedy::Restore),
    (BoardRemedy::Stands.name(), BoardRemedy::Stands),
    (BoardRemedy::Retract.name(), BoardRemedy::Retract),
    (BoardRemedy::ForcedPass.name(), BoardRemedy::ForcedPass),
    (BoardRemedy::None.name(), BoardRemedy::None),
];

/// When it may have the players told.
const ANNOUNCEMENTS: &[(&str, Announce)] =
    &[(Announce::Now.name(), Announce::Now), (Announce::OffenderTurn.name(), Announce::OffenderTurn)];

/// Whether it may ask for a claim.
const CLAIMS: &[(&str, Claiming)] = &[(Claiming::None.name(), Claiming::None), (Claiming::NextMove.name(), Claiming::NextMove)];

/// Who it may have decide.
const REQUIRES: &[(&str, Requires)] = &[("referee", Requires::Referee), ("chief", Requires::Chief)];

fn sanction(item: &Item<'_>) -> Option<Sanction> {
    let text = item.text()?;
    let sanction = Sanction::named(text);
    if sanction.is_none() {
        item.fault("must be one of caution, warning, points:N, loss, both-lose, draw, replay");
    }
    sanction
}

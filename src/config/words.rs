//! A good configuration in words: what `kifud check` prints.

use std::fmt::Write as _;

use crate::go::HalfPoints;

use super::broker_url::BrokerUrl;
use super::names::{Profile, Rulebook, TimeAuthority};
use super::shape::{Broker, Config, Override, PortAddress, Schedule, Table};
pub use super::time_words::time;
use crate::form::Instant;
pub use crate::form::duration_text as duration;
use crate::game::{Announce, BoardRemedy, LateCost, Player};
use crate::referee::{Claiming, Requires};

/// What kifud will do with this configuration: every table with its devices, rules and time, and what is worth a word.
pub fn explain(config: &Config) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    line(format!("{}: good", config.file.display()));
    line(format!("bridge {}, journal in {}", config.bridge.id, config.bridge.state_dir.display()));
    let mqtt = &config.mqtt;
    let user = mqtt.username.as_ref().map_or_else(String::new, |user| format!(", as user {user}"));
    line(format!("broker {}, MQTT {}, topics under {}/v1{user}", broker(config), mqtt.version.name(), mqtt.base));
    if mqtt.require_user {
        line("requests: only with a user in the topic".to_owned());
    }
    if let Some(display) = &config.display {
        let requests = if display.referee_tokens_file.is_some() { "referees may send requests" } else { "read only" };
        line(format!("pages on http://{} ({requests})", display.listen));
    }
    if let Some(listen) = config.metrics_listen {
        line(format!("figures for Prometheus on http://{listen}/metrics"));
    }
    if config.home_assistant_discovery {
        line("Home Assistant is told of every table, under homeassistant/".to_owned());
    }
    if let Some(dir) = &config.sgf_dir {
        line(format!("live SGF files and results in {}", dir.display()));
    }
    if let Some(pairings) = &config.pairings {
        let round = config.match_info.round.map_or_else(String::new, |round| format!(", round {round}"));
        let event = config.match_info.event.as_deref().unwrap_or("an event without a name");
        line(format!("pairings from {}: {event}{round}", pairings.path.display()));
    }
    for table in &config.tables {
        for part in explain_table(table) {
            line(part);
        }
    }
    // What is given to it may be secret.
    if let Some(program) = config.gtp.as_deref().and_then(|gtp| gtp.split_whitespace().next()) {
        line(format!("engine: {program} proposes dead stones"));
    }
    for note in &config.notes {
        line(format!("note: {}:{}: {}: {}", config.file.display(), note.line, note.key, note.message));
    }
    text
}

fn broker(config: &Config) -> String {
    match &config.mqtt.broker {
        Broker::Embedded => format!("built in, listening on {}", config.embedded_broker.listen),
        Broker::Remote(BrokerUrl { first: (host, port), others, tls }) => {
            let others: String = others.iter().map(|(host, port)| format!(", else {host} port {port}")).collect();
            format!("{host} port {port}{others}{}", if *tls { " by TLS" } else { "" })
        }
    }
}

fn explain_table(table: &Table) -> Vec<String> {
    let board = &table.board;
    let mut orientation = String::new();
    if board.mirrored {
        orientation.push_str(", mirrored");
    }
    if board.quarter_turns > 0 {
        let _ = write!(orientation, ", turned by {}° clockwise", u32::from(board.quarter_turns) * 90);
    }
    if !board.ignore.is_empty() {
        let points: Vec<_> = board.ignore.iter().map(|point| point.vertex(board.size).to_string()).collect();
        let _ = write!(orientation, ", without {}", points.join(" "));
    }
    let polled = if board.driver.is_polled() { format!(", asked every {}", duration(board.poll_ms)) } else { String::new() };
    let mut lines = vec![
        format!("table {} ({})", table.id, profile(table)),
        format!(
            "  board: {} on {}{}, {side}x{side}{orientation}{polled}; a stone counts after {} at rest",
            board.driver.name(),
            board.port,
            speed(&board.port, board.baud),
            duration(board.settle_ms),
            side = board.size.width(),
        ),
    ];
    let number = table.board_number.map(|number| format!("number {number}"));
    let people = [(&table.players.black, "Black"), (&table.players.white, "White")];
    let people = people.into_iter().filter_map(|(player, color)| Some(format!("{color} {}", person(player.as_ref()?))));
    let sitting = number.into_iter().chain(people).collect::<Vec<_>>().join(", ");
    if !sitting.is_empty() {
        lines.push(format!("  sitting: {sitting}"));
    }
    lines.push(table.clock.as_ref().map_or_else(
        || "  clock: none".to_owned(),
        |clock| {
            let speed = speed(&clock.port, clock.baud);
            format!("  clock: {} on {}{speed}, Black's side: {}", clock.driver.name(), clock.port, clock.black_side.name())
        },
    ));
    let keeper = match (table.time_authority, &table.clock) {
        (TimeAuthority::Daemon, _) => "; kifud keeps it",
        (TimeAuthority::Device, Some(_)) => "; the clock keeps it",
        (TimeAuthority::Device, None) => "",
    };
    lines.push(format!("  time: {}{keeper}", time(table.time)));
    let handicap = if table.handicap > 0 { format!(", {} handicap stones", table.handicap) } else { String::new() };
    let rules = if table.rules.name() == "book" { "its own rules".to_owned() } else { format!("{} rules", table.rules.name()) };
    lines.push(format!("  rulebook: {}, {rules}, komi {}{handicap}", table.rulebook.name(), points(table.komi)));
    if let Some(schedule) = table.schedule.as_ref().filter(|schedule| !schedule.is_empty()) {
        lines.push(format!("  schedule: {}", self::schedule(schedule, table.rulebook)));
    }
    if table.public.delay_ms > 0 {
        lines.push(format!("  spectators: {} later", duration(table.public.delay_ms)));
    }
    if !table.alerts_off.is_empty() {
        lines.push(format!("  alerts off: {}", table.alerts_off.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ")));
    }
    for rule in &table.overrides {
        lines.push(format!("  the event's own rule for {}: {}", rule.kind, own_rule(rule)));
    }
    lines
}

/// A player with what tells them from another of the name.
fn person(player: &Player) -> String {
    let more = [&player.rank, &player.club, &player.team, &player.country];
    let more = more.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ");
    if more.is_empty() { player.name.clone() } else { format!("{} ({more})", player.name) }
}

/// The profile, and in a simul who plays all.
fn profile(table: &Table) -> String {
    match table.profile {
        Profile::Simul => format!("simul, {} plays all", table.simul_color.name()),
        profile => profile.name().to_owned(),
    }
}

/// What an event says itself, in words; what it leaves to the book is left out.
fn own_rule(rule: &Override) -> String {
    let mut parts: Vec<String> = Vec::new();
    match rule.sanctions.as_deref() {
        Some([]) => parts.push("no sanction".to_owned()),
        Some(sanctions) => parts.push(sanctions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")),
        None => {}
    }
    parts
        .extend(rule.board.map(|board| if board == BoardRemedy::None { "the board as it is".to_owned() } else { board.name().to_owned() }));
    parts.extend(rule.severity.map(|severity| format!("asks for {}", severity.name())));
    parts.extend(rule.announce.map(|announce| {
        let when = if announce == Announce::Now { "told at once" } else { "told on the offender's turn" };
        when.to_owned()
    }));
    parts.extend(rule.claim.map(|claim| match claim {
        Claiming::None => "without a claim".to_owned(),
        Claiming::NextMove => "on a claim before the claimant's next move".to_owned(),
    }));
    parts.extend(rule.requires.map(|requires| format!("decided by the {}", if requires == Requires::Chief { "chief" } else { "referee" })));
    let what = if parts.is_empty() { "as the book".to_owned() } else { parts.join(", ") };
    rule.cite.as_ref().map_or(what.clone(), |cite| format!("{what} ({cite})"))
}

/// A schedule in words, under this rulebook.
fn schedule(schedule: &Schedule, book: Rulebook) -> String {
    let mut parts = Vec::new();
    if let Some(start) = schedule.start_at {
        let from = if schedule.lateness.name() == "book" { format!("by {book}") } else { "by this event".to_owned() };
        parts.push(format!("play begins {}", Instant(start)));
        parts.push(match schedule.lateness.cost(book) {
            LateCost::Unsaid => format!("{book} does not say what coming late costs (lateness = \"x1\" would)"),
            LateCost::Times(1) => format!("who comes late loses that time {from}"),
            LateCost::Times(times) => format!("who comes late loses {times} times that time {from}"),
            LateCost::ClockRuns => format!("the clock of the side to move runs from then {from}, and nothing is taken off"),
        });
    }
    if let Some(limit_ms) = schedule.absent_after_ms {
        parts.push(format!("later than {} loses", duration(limit_ms)));
    }
    parts.extend(schedule.breaks.iter().map(|&(from, to)| format!("break from {} to {}", Instant(from), Instant(to))));
    parts.extend(schedule.seal_at.map(|seal| format!("sealing at {}", Instant(seal))));
    parts.join("; ")
}

/// A network port has no speed of its own.
fn speed(port: &PortAddress, baud: u32) -> String {
    match port {
        PortAddress::Path(_) => format!(" at {baud} baud"),
        PortAddress::Tcp { .. } => String::new(),
    }
}

/// Points with their half, if there is one: "5.5", "7", "-0.5".
pub fn points(points: HalfPoints) -> String {
    let sign = if points.0 < 0 { "-" } else { "" };
    let halves = points.0.unsigned_abs();
    if halves.is_multiple_of(2) { format!("{sign}{}", halves / 2) } else { format!("{sign}{}.5", halves / 2) }
}

//! From the configuration of a table to the things it runs on.

use crate::clock::Side;
use crate::config;
use crate::game::{ByBook, CaptureNeutral, MatchInfo, PressPass, Settings, StartMode, Terms, TimeAuthority, TurnEnds};
use crate::go::Rules;
use crate::sense::{Filter, Orientation, Rotation};
use crate::serial::PortSpec;
use crate::wire::{BoardDriver, BoardSession, ClockDriver, ClockSession, board_session, clock_session};

/// The table as the game needs it.
pub fn settings(config: &config::Table, match_info: &MatchInfo) -> Settings {
    Settings {
        size: config.board.size,
        terms: Terms {
            rulebook: config.rulebook,
            overrides: config.overrides.clone(),
            rules: rules(config),
            komi: config.komi,
            handicap: config.handicap,
            players: config.players.clone(),
            time: config.time,
            black_side: match config.clock.as_ref().map(|clock| clock.black_side) {
                Some(config::BlackSide::Right) => Some(Side::Right),
                Some(config::BlackSide::Learn) => None,
                Some(config::BlackSide::Left) | None => Some(Side::Left),
            },
            schedule: config.schedule.clone().filter(|schedule| !schedule.is_empty()),
            profile: config.profile,
            simul_color: config.simul_color,
        },
        time_authority: match (config.time_authority, has_clock(config), config.time) {
            (config::TimeAuthority::Daemon, _, Some(_)) => TimeAuthority::Daemon,
            (config::TimeAuthority::Device, true, _) => TimeAuthority::Device,
            _ => TimeAuthority::Nobody,
        },
        start: match config.start {
            config::StartMode::Auto => StartMode::Auto,
            config::StartMode::Armed => StartMode::Armed,
            config::StartMode::Request => StartMode::Request,
        },
        turn_ends: match config.turn_ends {
            // Both rule texts end a turn at the press where a clock is used.
            config::TurnEnds::Book | config::TurnEnds::Press => TurnEnds::Press,
            config::TurnEnds::Stone => TurnEnds::Stone,
            config::TurnEnds::Cleared => TurnEnds::Cleared,
        },
        capture_neutral: match config.capture_neutral {
            config::CaptureNeutral::Book => CaptureNeutral::of(config.rulebook),
            config::CaptureNeutral::Never => CaptureNeutral::Never,
            config::CaptureNeutral::ByoYomi => CaptureNeutral::ByoYomi,
            config::CaptureNeutral::Always => CaptureNeutral::Always,
        },
        press_pass: match config.press_pass {
            config::PressPass::Ask => PressPass::Ask,
            config::PressPass::Pass => PressPass::Pass,
            config::PressPass::Incident => PressPass::Incident,
        },
        press_tolerance_ms: config.press_tolerance_ms,
        settle_ms: config.board.settle_ms,
        patience_ms: config.board.patience_ms,
        latency_ms: config.clock.as_ref().map_or(0, |clock| clock.latency_ms),
        orientation: orientation(config),
        match_info: match_info.clone(),
        alerts_off: config.alerts_off.clone(),
        by_book: ByBook {
            rules: config.rules == config::Rules::Book,
            komi: config.komi_by_book,
            captures: config.capture_neutral == config::CaptureNeutral::Book,
        },
    }
}

/// True when a clock stands on the table.
pub fn has_clock(config: &config::Table) -> bool {
    config.clock.as_ref().is_some_and(|clock| clock.driver != config::ClockDriver::None)
}

/// How the game is played: the rulebook's own rules unless the configuration says otherwise.
fn rules(config: &config::Table) -> Rules {
    let name = match config.rules {
        // A book that has none is refused with the configuration unless rules says them.
        config::Rules::Book => config.rulebook.book().rules.unwrap_or("japanese"),
        named => named.name(),
    };
    Rules::preset(name).expect("every name of the configuration is a preset")
}

/// The board's protocol.
pub fn board(config: &config::Table) -> Box<dyn BoardSession> {
    let driver: BoardDriver = config.board.driver.name().parse().expect("a driver that is not built is refused with the configuration");
    board_session(driver, config.board.size, config.board.poll_ms)
}

/// The clock's protocol, where there is a clock.
pub fn clock(config: &config::Table) -> Option<Box<dyn ClockSession>> {
    let clock = config.clock.as_ref().filter(|_| has_clock(config))?;
    let driver: ClockDriver = clock.driver.name().parse().expect("a driver that is not built is refused with the configuration");
    Some(clock_session(driver))
}

/// From sensors to record coordinates, dead points blanked.
pub fn filter(config: &config::Table) -> Filter {
    Filter::new(orientation(config), config.board.ignore.clone())
}

/// How the board lies.
pub fn orientation(config: &config::Table) -> Orientation {
    let rotation = Rotation::from_degrees(u16::from(config.board.quarter_turns) * 90).expect("a number of quarter turns");
    Orientation { mirrored: config.board.mirrored, rotation }
}

/// Where the board is.
pub fn board_port(config: &config::Table) -> PortSpec {
    PortSpec { address: config.board.port.to_string(), baud: config.board.baud }
}

/// Where the clock is.
pub fn clock_port(config: &config::Table) -> Option<PortSpec> {
    let clock = config.clock.as_ref().filter(|_| has_clock(config))?;
    Some(PortSpec { address: clock.port.to_string(), baud: clock.baud })
}

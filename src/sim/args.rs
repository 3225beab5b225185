//! The command line of `kifud sim` (CONTRACT 1).

use std::path::PathBuf;

use clap::ValueEnum;

use super::hands::{Gaps, Hands, HandsLevel, Pace};
use super::offence::{Course, Offence};
use super::table::{ClockOptions, TableOptions};
use crate::clock::Side;
use crate::go::Size;
use crate::wire::kifud::ClockSetting;
use crate::wire::{BoardDriver, ClockDriver};

/// Virtual hardware only: a board, perhaps a clock, and hands that play.
#[derive(Debug, Clone, clap::Args)]
#[command(group = clap::ArgGroup::new("play").required(true).args(["sgf", "script", "list_scenes"]))]
pub struct SimArgs {
    /// The game to play.
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// The scene to play, one act a line ("at 100ms black D4", "lift D4", "press left", "wait 2s", "unplug board").
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Hide an offence at a random move of the game; --seed decides where.
    #[arg(long, value_name = "SCENE", value_enum, requires = "sgf", conflicts_with = "script")]
    pub scene: Option<Offence>,
    /// How the scene goes.
    #[arg(long, value_enum, default_value = "offence", requires = "scene")]
    pub course: Course,
    /// Print the scenes that --scene knows, and play nothing.
    #[arg(long)]
    pub list_scenes: bool,
    /// Times faster than life.
    #[arg(long, value_name = "X", default_value = "1", value_parser = speed)]
    pub speed: f64,
    /// How long the players think.
    #[arg(long, value_enum, default_value_t)]
    pub pace: PaceName,
    /// How the hands move.
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t)]
    pub hands: HandsLevel,
    /// The same seed gives the same hands.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where the board is to be found.
    // The default stands for "nowhere" where nothing is played.
    #[arg(long, value_name = "PATH", required_unless_present = "list_scenes", default_value = "nowhere", hide_default_value = true)]
    pub board_link: PathBuf,
    /// What the board speaks.
    #[arg(long, value_name = "D", default_value = "kifud")]
    pub board_driver: BoardDriver,
    /// Where the clock is to be found; without it there is none.
    #[arg(long, value_name = "PATH")]
    pub clock_link: Option<PathBuf>,
    /// What the clock speaks.
    #[arg(long, value_name = "D", default_value = "kifud", requires = "clock_link")]
    pub clock_driver: ClockDriver,
    /// The side of the clock that Black presses.
    #[arg(long, value_enum, default_value_t)]
    pub black_side: SideName,
    /// The clock's main time.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = milliseconds)]
    pub main: u32,
    /// The clock's periods after it; 0 is absolute time.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub periods: u8,
    /// The length of a period.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = milliseconds)]
    pub period: u32,
    /// The table's settle_ms: between two turns the wood holds still for this and a margin.
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pub settle_ms: u64,
    /// The table's press_tolerance_ms: after a pass nothing is done for this long.
    #[arg(long, value_name = "MS", default_value_t = 1_000)]
    pub press_tolerance_ms: u64,
    /// The table's patience_ms: after the offence of a scene nothing is done for this long, and two seconds more.
    #[arg(long, value_name = "MS", default_value_t = 4_000)]
    pub patience_ms: u64,
    /// Size of the board of a script; a game brings its own.
    #[arg(long, value_name = "N", default_value_t = 19)]
    pub size: u8,
    /// Leave the devices plugged in when all has been played.
    #[arg(long)]
    pub stay: bool,
}

/// [`Pace`] by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PaceName {
    /// As in a serious game.
    #[default]
    Serious,
    /// 1 to 8 seconds a turn; --speed does not change it.
    Brisk,
    /// 2 to 4 seconds a move.
    Demo,
    /// As fast as the board can be read.
    Fast,
}

/// [`Side`] by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SideName {
    /// Left.
    #[default]
    Left,
    /// Right.
    Right,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Side {
        match name {
            SideName::Left => Side::Left,
            SideName::Right => Side::Right,
        }
    }
}

impl SimArgs {
    /// The hands.
    pub fn hands(&self) -> Hands {
        let pace = match self.pace {
            PaceName::Serious => Pace::Serious { speed: self.speed },
            PaceName::Brisk => Pace::Brisk,
            PaceName::Demo => Pace::Demo { speed: self.speed },
            PaceName::Fast => Pace::Fast,
        };
        let gaps = Gaps { press_tolerance_ms: self.press_tolerance_ms, ..Gaps::for_settle(self.settle_ms) };
        let gaps = if self.board_driver == BoardDriver::Igo { gaps.presence_only() } else { gaps };
        let black_side = self.clock_link.as_ref().map(|_| self.black_side.into());
        Hands { level: self.hands, pace, gaps, black_side }
    }

    /// The hardware, with a board of this size.
    pub fn table(&self, size: Size) -> TableOptions {
        let setting = ClockSetting { main_ms: self.main, periods: self.periods, period_ms: self.period };
        let clock = self.clock_link.clone().map(|link| ClockOptions { link, driver: self.clock_driver, setting });
        TableOptions { size, board_link: self.board_link.clone(), board_driver: self.board_driver, clock, seed: self.seed }
    }
}

fn speed(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(speed) if speed.is_finite() && speed > 0.0 => Ok(speed),
        _ => Err("write a number above 0, such as 1 or 2.5".to_owned()),
    }
}

fn milliseconds(text: &str) -> Result<u32, String> {
    let duration: jiff::SignedDuration = text.parse().map_err(|_| "write a time such as 2h, 1h 30m or 60s".to_owned())?;
    u32::try_from(duration.as_millis()).map_err(|_| "a clock shows from 0 to 49 days".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        sim: SimArgs,
    }

    fn parse(line: &str) -> Result<SimArgs, clap::Error> {
        Line::try_parse_from(std::iter::once("sim").chain(line.split_whitespace())).map(|line| line.sim)
    }

    #[test]
    fn the_line_of_the_contract_is_understood() {
        let args = parse(
            "--sgf game.sgf --speed 2.5 --hands careful --seed 7 --board-link /tmp/b --board-driver igo --clock-link /tmp/c --clock-driver kifud \
             --main 90m --period 30s",
        )
        .unwrap();
        assert_eq!((args.main, args.period, args.board_driver), (5_400_000, 30_000, BoardDriver::Igo));
        assert_eq!((args.hands().pace, args.hands().black_side), (Pace::Serious { speed: 2.5 }, Some(Side::Left)));
    }

    #[test]
    fn scenes_are_named_by_their_incident() {
        let args = parse("--sgf game.sgf --scene double-move --course twin --board-link b --hands rough").unwrap();
        assert_eq!((args.scene, args.course, args.hands), (Some(Offence::DoubleMove), Course::Twin, HandsLevel::Rough));
        assert!(parse("--list-scenes").unwrap().list_scenes);
        for offence in Offence::ALL {
            assert_eq!(Offence::from_str(offence.kind(), false), Ok(offence));
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for line in [
            "--board-link b",
            "--sgf a --script b --board-link b",
            "--sgf a",
            "--scene double-move --board-link b",
            "--script a --scene double-move --board-link b",
            "--sgf a --course twin --board-link b",
            "--sgf a --scene murder --board-link b",
            "--sgf a --board-link b --speed 0",
            "--sgf a --board-link b --speed nan",
            "--sgf a --board-link b --board-driver wood",
            "--sgf a --board-link b --clock-driver kifud",
            "--sgf a --board-link b --main soon",
            "--sgf a --board-link b --main -1s",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}

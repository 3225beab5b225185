//! `kifud doctor`: what the devices really send, what is wrong with them and what to do.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use super::{Failure, check, runtime, told_to_stop};
use crate::config::{self, Config};
use crate::doctor::{
    Bundle, Diagnosis, Exam, Finding, Found, Lying, PointIs, Speaks, Sureness, Until, block, bundle, clock_block, find_out, findings, live,
    look, orient, port_words, report,
};
use crate::go::Size;
use crate::now::stamp;
use crate::sense::Orientation;
use crate::serial::PortSpec;
use crate::table::setup;
use crate::wire::{BoardDriver, ClockDriver};

/// How long devices are looked at where nobody says and nobody watches, in ms.
const LOOK_MS: u64 = 5_000;

/// How long three stones are waited for, in ms: somebody has to walk to the board.
const STONES_MS: u64 = 300_000;

/// What devices really send, live in the terminal or as a report; what is wrong and what to do.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["config", "port"]))]
pub(super) struct DoctorArgs {
    /// The configuration whose devices are looked at.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// One table of it.
    #[arg(long, value_name = "ID", requires = "config", conflicts_with = "port")]
    table: Option<String>,
    /// One port, a path or tcp://host:port; without --driver what is there is found out.
    #[arg(long, value_name = "PORT")]
    port: Option<String>,
    /// The protocol at that port.
    #[arg(long, value_name = "D", requires = "port", conflicts_with = "config")]
    driver: Option<String>,
    /// The device at that port is a clock.
    #[arg(long, requires = "driver")]
    clock: bool,
    /// The speed of that port.
    #[arg(long, value_name = "N", requires = "port", conflicts_with = "config", value_parser = clap::value_parser!(u32).range(300..=4_000_000))]
    baud: Option<u32>,
    /// The size of the board at that port.
    #[arg(long, value_name = "N", requires = "port", conflicts_with = "config", value_parser = clap::value_parser!(u8).range(2..=25))]
    size: Option<u8>,
    /// Find out how the board lies, with three stones, and print its [table.board].
    #[arg(long)]
    orient: bool,
    /// No stone lies on the board: whatever shows one is a dead sensor.
    #[arg(long)]
    empty: bool,
    /// One look and a report, also in a terminal.
    #[arg(long, conflicts_with = "seconds")]
    once: bool,
    /// Look for so long, then report.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: Option<u64>,
    /// Pack all that was seen, without secrets, into a file.
    #[arg(long, value_name = "FILE")]
    bundle: Option<PathBuf>,
}

/// What is looked at.
#[derive(Default)]
struct Patients {
    exams: Vec<Exam>,
    config: Option<Config>,
    diagnosis: Option<Diagnosis>,
    /// Nothing can be looked at: why, and what to do.
    hopeless: Option<Finding>,
}

pub(super) fn run(args: &DoctorArgs) -> Result<(), Failure> {
    let mut patients = match (&args.config, &args.port) {
        (Some(file), _) => configured(args, file)?,
        (None, Some(port)) => named(args, port)?,
        (None, None) => return Err(Failure::Refused),
    };
    let wrong = runtime()?.block_on(async {
        if let (None, Some(port), true) = (&args.driver, &args.port, patients.exams.is_empty()) {
            recognised(args, port, &mut patients).await?;
        }
        examine(args, &mut patients).await
    })?;
    if let Some(file) = &args.bundle {
        let text = bundle(&Bundle {
            as_of: stamp().wall,
            exams: &patients.exams,
            diagnosis: patients.diagnosis.as_ref(),
            config: patients.config.as_ref(),
        });
        std::fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))?;
        println!("packed into {} (without secrets: devices, counts, the last bytes)", file.display());
    }
    match wrong {
        0 => Ok(()),
        1 => Err(anyhow!("one thing is wrong, see above").into()),
        wrong => Err(anyhow!("{wrong} things are wrong, see above").into()),
    }
}

/// The devices of a configuration.
fn configured(args: &DoctorArgs, file: &Path) -> Result<Patients, Failure> {
    let config = check::load(file)?;
    let wanted = |table: &&config::Table| args.table.as_ref().is_none_or(|id| *id == table.id);
    let tables: Vec<&config::Table> = config.tables.iter().filter(wanted).collect();
    if tables.is_empty() {
        eprintln!("{}: there is no table \"{}\"", file.display(), args.table.as_deref().unwrap_or_default());
        return Err(Failure::Refused);
    }
    if args.orient && tables.len() > 1 {
        eprintln!("--orient is for one board: say which with --table");
        return Err(Failure::Refused);
    }
    let mut exams = Vec::new();
    for table in tables {
        let board = &table.board;
        let (orientation, mut ignore) = (setup::orientation(table), board.ignore.clone());
        let lying = if args.orient {
            // Stones are asked for in the sensors' own coordinates.
            ignore = ignore.into_iter().filter_map(|point| orientation.to_sensor(point, board.size)).collect();
            Lying { ignore, empty: args.empty, ..Lying::default() }
        } else {
            Lying { orientation, ignore, empty: args.empty }
        };
        if let Ok(driver) = board.driver.name().parse() {
            let subject = format!("board of {}", table.id);
            exams.push(Exam::board(subject, setup::board_port(table), driver, board.size, board.poll_ms, lying));
        }
        if let (Some(spec), Some(clock), false) = (setup::clock_port(table), &table.clock, args.orient)
            && let Ok(driver) = clock.driver.name().parse()
        {
            exams.push(Exam::clock(format!("clock of {}", table.id), spec, driver));
        }
    }
    Ok(Patients { exams, config: Some(config), ..Patients::default() })
}

/// A port whose driver is given; nothing yet where it is not.
fn named(args: &DoctorArgs, port: &str) -> Result<Patients, Failure> {
    let Some(name) = &args.driver else { return Ok(Patients::default()) };
    let refused = |error: &dyn std::fmt::Display| {
        eprintln!("--driver: {error}");
        Failure::Refused
    };
    let spec = |usual| PortSpec { address: port.to_owned(), baud: args.baud.unwrap_or(usual) };
    let exam = if args.clock {
        let driver: ClockDriver = name.parse().map_err(|error| refused(&error))?;
        Exam::clock("clock", spec(driver.default_baud()), driver)
    } else {
        let driver: BoardDriver = name.parse().map_err(|error| refused(&error))?;
        board(args, spec(driver.default_baud()), driver, None)
    };
    Ok(Patients { exams: vec![exam], ..Patients::default() })
}

fn board(args: &DoctorArgs, spec: PortSpec, driver: BoardDriver, size: Option<Size>) -> Exam {
    let size = args.size.and_then(Size::square).or(size).or_else(|| Size::square(19)).expect("19 is a size");
    let exam = Exam::board("board", spec, driver, size, 50, Lying { empty: args.empty, ..Lying::default() });
    if args.size.is_none() { exam.of_any_size() } else { exam }
}

/// Finds out what is at the port.
async fn recognised(args: &DoctorArgs, port: &str, patients: &mut Patients) -> anyhow::Result<()> {
    println!("looking for what is at {port} (it is listened to first, then asked only what changes nothing)");
    let mut say = |text: &str| println!("  {text}");
    let diagnosis = tokio::select! {
        diagnosis = find_out(port, args.baud, &mut say) => diagnosis,
        stopped = told_to_stop() => {
            patients.hopeless = Some(Finding { wrong: true, what: "stopped before anything was found".to_owned(), what_to_do: String::new() });
            return stopped;
        }
    };
    let hopeless = |what: String, what_to_do: String| Some(Finding { wrong: true, what, what_to_do });
    let diagnosis = match diagnosis {
        Ok(diagnosis) => diagnosis,
        Err(fault) => {
            let (what, what_to_do) = port_words(&fault);
            patients.hopeless = hopeless(format!("{port}: {what}"), what_to_do);
            return Ok(());
        }
    };
    match diagnosis.found {
        Some((guess, baud)) => {
            let sure = if guess.sure == Sureness::Sure { "surely" } else { "likely, not surely," };
            println!("{port} is {sure} {} at {baud} baud", guess.speaks);
            let spec = PortSpec { address: port.to_owned(), baud };
            match guess.speaks {
                Speaks::Board(driver) => patients.exams.push(board(args, spec, driver, guess.size)),
                Speaks::Clock(driver) => match driver.name().parse::<ClockDriver>() {
                    Ok(driver) => patients.exams.push(Exam::clock("clock", spec, driver)),
                    Err(_) => {
                        patients.hopeless = hopeless(format!("{} is not supported yet", guess.speaks), "use another clock".to_owned())
                    }
                },
                Speaks::SerialTransfer => {
                    let what = "it frames its bytes as a SerialTransfer device does, and says nothing that is known".to_owned();
                    patients.hopeless =
                        hopeless(what, "look which firmware is on it; \"kifud\" in CONTRACT 3.2 is an open protocol".to_owned());
                }
            }
        }
        None if diagnosis.bytes > 0 => {
            let what = "bytes arrive but nothing is understood: wrong speed or another device".to_owned();
            patients.hopeless = hopeless(what, "give its speed with --baud, and its protocol with --driver where you know them".to_owned());
        }
        None => {
            let what = "nothing comes, and nothing answers".to_owned();
            let what_to_do = "look whether it is switched on and whether its cable carries data; a YiHu board speaks through its bridge";
            patients.hopeless = hopeless(what, what_to_do.to_owned());
        }
    }
    patients.diagnosis = Some(diagnosis);
    Ok(())
}

/// Looks, shows, asks for stones; returns how many things are wrong.
async fn examine(args: &DoctorArgs, patients: &mut Patients) -> anyhow::Result<usize> {
    if let Some(hopeless) = &patients.hopeless {
        println!("WRONG: {}", hopeless.what);
        if !hopeless.what_to_do.is_empty() {
            println!("  do: {}", hopeless.what_to_do);
        }
        return Ok(1);
    }
    if args.orient {
        return lie(args, patients).await;
    }
    // A page shows one table.
    let boards = patients.exams.iter().filter(|exam| exam.board_driver().is_some()).count();
    let live_page = std::io::stdout().is_terminal() && !args.once && boards <= 1;
    let until = match (args.once, args.seconds) {
        (true, _) => Until::Shown(LOOK_MS),
        (false, Some(seconds)) => Until::Ms(seconds * 1_000),
        (false, None) if live_page => Until::Stopped,
        (false, None) => Until::Ms(LOOK_MS),
    };
    if live_page {
        let screen = Screen::begin();
        look(&mut patients.exams, until, stop(), &mut |exams| screen.draw(&live(exams))).await;
    } else {
        look(&mut patients.exams, until, stop(), &mut |_| {}).await;
    }
    for exam in &patients.exams {
        super::print(&format!("{}\n", report(exam)))?;
    }
    if patients.config.is_none() {
        for exam in &patients.exams {
            println!("{}", as_configuration(exam, None));
        }
    }
    Ok(patients.exams.iter().flat_map(findings).filter(|finding| finding.wrong).count())
}

/// Finds out how the board lies.
async fn lie(args: &DoctorArgs, patients: &mut Patients) -> anyhow::Result<usize> {
    let Some(exam) = patients.exams.iter_mut().find(|exam| exam.board_driver().is_some()) else {
        println!("WRONG: only a board can lie in several ways");
        return Ok(1);
    };
    let ms = args.seconds.map_or(STONES_MS, |seconds| seconds * 1_000);
    let lies = orient(exam, ms, stop(), &mut |text| println!("{text}")).await;
    let Some(orientation) = lies else {
        println!("WRONG: the three stones were not seen");
        super::print(&report(exam))?;
        return Ok(1);
    };
    let how = if orientation == Orientation::STRAIGHT { "lies straight".to_owned() } else { format!("is {}", orientation.undone()) };
    println!("The board {how}; below its [[table]] write (other keys stay as they are):\n\n{}", as_configuration(exam, Some(orientation)));
    Ok(0)
}

fn as_configuration(exam: &Exam, orientation: Option<Orientation>) -> String {
    if exam.board_driver().is_none() {
        return clock_block(exam.driver(), &exam.spec.address, exam.spec.baud);
    }
    let size = exam.size();
    let turn = orientation.unwrap_or(Orientation::STRAIGHT);
    let points = |kinds: &[PointIs]| {
        let sensors = kinds.iter().flat_map(|&kind| exam.points_that_are(kind));
        sensors.filter_map(|sensor| turn.to_record(sensor, size)).collect()
    };
    block(&Found {
        driver: exam.driver().to_owned(),
        port: exam.spec.address.clone(),
        baud: exam.spec.baud,
        size,
        orientation,
        dead: points(&[PointIs::Ignored, PointIs::Dead]),
        flickering: points(&[PointIs::Flickering]),
    })
}

async fn stop() {
    if let Err(error) = told_to_stop().await {
        tracing::error!(%error, "signals cannot be waited for");
    }
}

/// The terminal while the page is drawn in place; it is as it was when this is dropped, whatever ended the looking.
struct Screen;

impl Screen {
    fn begin() -> Screen {
        // Another screen, so that what stood in the terminal comes back; no cursor.
        Screen::write("\x1b[?1049h\x1b[?25l\x1b[2J");
        Screen
    }

    fn draw(&self, lines: &[String]) {
        let text: String = lines.iter().map(|line| format!("{line}\x1b[K\r\n")).collect();
        // The last line ends without a break: a terminal of 24 lines would scroll.
        Screen::write(&format!("\x1b[H{}\x1b[J", text.trim_end_matches("\r\n")));
    }

    fn write(text: &str) {
        let mut out = std::io::stdout().lock();
        // A terminal that has gone needs no page.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        Screen::write("\x1b[?25h\x1b[?1049l");
    }
}

//! What an unknown device speaks, and how fast: listened to at the usual speeds first, then asked.

use std::time::Duration;

use tokio::sync::mpsc;

use super::signature::{Guess, Sureness, recognise};
use crate::serial::{self, PortEvent, PortFault, PortSpec};
use crate::time::Mono;
use crate::wire::kifud::board_packet::ToBoard;
use crate::wire::kifud::clock_packet::ToClock;
use crate::wire::{BoardDriver, ClockDriver, board_session, clock_session};

/// How long each speed is listened to, in ms: boards that speak unasked do so at least once a second.
pub const LISTENING_MS: u64 = 1_500;

/// How long an Arduino takes to start and to speak, when opening its port has restarted it, in ms: an open-chess-clock speaks then, and
/// never again by itself.
const RESTARTING_MS: u64 = 3_000;

/// How long an answer is waited for, in ms; the questions are repeated once in it. By then a device that restarts when its port is
/// opened (an Arduino takes two seconds) has been listened to for longer than that.
pub const ASKING_MS: u64 = 1_500;

/// A port that is not open after so long is not going to be.
const OPENING: Duration = Duration::from_secs(6);

/// The speeds of the known devices: `kifud`, `matrix`, `saiboard`, `yihu`; `igo`; open-chess-clock; DGT.
const SPEEDS: [u32; 4] = [115_200, 921_600, 57_600, 9_600];

/// The same in the order of asking. The slowest first: a DGT board that is asked at another speed hears commands that nobody gave.
const ASKED_SPEEDS: [u32; 3] = [9_600, 115_200, 921_600];

/// What was found out about a port.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagnosis {
    /// What the device seems to speak, and the speed at which it was heard.
    pub found: Option<(Guess, u32)>,
    /// What was tried, a line each.
    pub tried: Vec<String>,
    /// Bytes that came in all.
    pub bytes: u64,
    /// The last bytes that came.
    pub raw: Vec<u8>,
}

impl Diagnosis {
    fn is_sure(&self) -> bool {
        self.found.is_some_and(|(guess, _)| guess.sure == Sureness::Sure)
    }

    fn heard(&mut self, how: &str, baud: u32, bytes: Vec<u8>) -> String {
        let guess = recognise(&bytes);
        let result = match guess {
            Some(guess) => format!("{} ({})", guess.speaks, if guess.sure == Sureness::Sure { "sure" } else { "likely, not sure" }),
            None if bytes.is_empty() => "nothing came".to_owned(),
            None => format!("{} bytes came, none of them understood", bytes.len()),
        };
        match (guess, &mut self.found) {
            // A line has one speed; where the same is understood at two it is no real line, and the first, the usual one, will do.
            (Some(guess), Some((before, _))) if before.speaks == guess.speaks => before.sure = before.sure.max(guess.sure),
            (Some(guess), Some((before, _))) if (before.sure, before.frames) >= (guess.sure, guess.frames) => {}
            (Some(guess), found) => *found = Some((guess, baud)),
            (None, _) => {}
        }
        self.bytes += bytes.len() as u64;
        if !bytes.is_empty() {
            self.raw = bytes;
        }
        let line = format!("{how} at {baud} baud: {result}");
        self.tried.push(line.clone());
        line
    }
}

/// Finds out what is at a port; `baud` leaves the other speeds out. Only asks what changes nothing in any device. Each try is said.
///
/// # Errors
/// Why the port cannot be opened.
pub async fn find_out(address: &str, baud: Option<u32>, say: &mut (dyn FnMut(&str) + Send)) -> Result<Diagnosis, PortFault> {
    let mut diagnosis = Diagnosis::default();
    // A network port has no speed of its own.
    let baud = baud.or_else(|| address.starts_with("tcp://").then_some(SPEEDS[0]));
    let spec = |baud| PortSpec { address: address.to_owned(), baud };
    let speeds: Vec<u32> = baud.map_or_else(|| SPEEDS.to_vec(), |baud| vec![baud]);
    for speed in speeds {
        let listening_ms = if speed == ClockDriver::OpenChessClock.default_baud() { RESTARTING_MS } else { LISTENING_MS };
        let bytes = hear(spec(speed), &[], listening_ms).await?;
        say(&diagnosis.heard("listened", speed, bytes));
        if diagnosis.found.is_some_and(|(guess, at)| at == speed && guess.sure < Sureness::Sure) {
            let bytes = hear(spec(speed), &[], 2 * LISTENING_MS).await?;
            say(&diagnosis.heard("listened longer", speed, bytes));
        }
        if diagnosis.is_sure() {
            return Ok(diagnosis);
        }
    }
    let speeds: Vec<u32> = baud.map_or_else(|| ASKED_SPEEDS.to_vec(), |baud| vec![baud]);
    for speed in speeds {
        let bytes = hear(spec(speed), &questions(speed), ASKING_MS).await?;
        say(&diagnosis.heard("asked", speed, bytes));
        if diagnosis.is_sure() {
            break;
        }
    }
    Ok(diagnosis)
}

/// The questions that devices of this speed answer: who they are, and what they show now.
fn questions(speed: u32) -> Vec<u8> {
    let size = crate::go::Size::square(19).expect("19 is a size");
    let mut ask = Vec::new();
    let mut greet = |driver| board_session(driver, size, 1_000).opened(Mono::ZERO, &mut ask);
    match speed {
        // The clock's times (hardware.md 2.1); nothing else, for other bytes are commands.
        9_600 => return vec![0x41],
        921_600 => greet(BoardDriver::Igo),
        _ => {
            greet(BoardDriver::Igo);
            greet(BoardDriver::Saiboard);
            ToBoard::GetHello.encode(&mut ask);
            ToBoard::GetSnapshot.encode(&mut ask);
            ToClock::GetHello.encode(&mut ask);
            ToClock::GetTimes.encode(&mut ask);
            clock_session(ClockDriver::DgtJson).opened(Mono::ZERO, &mut ask);
        }
    }
    ask
}

/// What comes from a port within so many ms, or until it is surely understood; what is asked is asked twice.
async fn hear(spec: PortSpec, ask: &[u8], ms: u64) -> Result<Vec<u8>, PortFault> {
    let (sender, mut events) = mpsc::channel(64);
    let port = serial::spawn(spec, (), sender);
    let mut over = std::pin::pin!(tokio::time::sleep(OPENING));
    let (mut bytes, mut halves) = (Vec::new(), 0);
    let heard = loop {
        tokio::select! {
            event = events.recv() => match event.map(|(_, event)| event) {
                Some(PortEvent::Opened { .. }) => {
                    halves = 1;
                    port.write(ask.to_vec());
                    over.set(tokio::time::sleep(Duration::from_millis(ms / 2)));
                }
                Some(PortEvent::Bytes { bytes: more, .. }) => {
                    bytes.extend(more);
                    if recognise(&bytes).is_some_and(|guess| guess.sure == Sureness::Sure && guess.size.is_some()) {
                        break Ok(bytes);
                    }
                }
                Some(PortEvent::Waiting { fault, .. } | PortEvent::Lost { fault, .. }) => break Err(fault),
                Some(PortEvent::WritesDropped { .. }) => {}
                None => break Ok(bytes),
            },
            () = &mut over => {
                if halves != 1 {
                    break if halves == 0 { Err(PortFault::Other { reason: "it does not open".to_owned() }) } else { Ok(bytes) };
                }
                halves = 2;
                port.write(ask.to_vec());
                over.set(tokio::time::sleep(Duration::from_millis(ms - ms / 2)));
            }
        }
    };
    port.close().await;
    heard
}

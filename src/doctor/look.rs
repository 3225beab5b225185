//! Keeps examinations going behind their ports.

use std::time::Duration;

use tokio::sync::mpsc;

use super::exam::Exam;
use super::history::PointIs;
use super::stones::{Step, ThreeStones};
use crate::now::stamp;
use crate::sense::Orientation;
use crate::serial::{self, PortEvent, PortHandle};
use crate::wire::BoardReport;

/// How often the page is drawn anew.
const REDRAW: Duration = Duration::from_millis(200);

/// Sensors are watched for so long, in ms, before stones are asked for: those that flicker are not believed then.
const BEFORE_STONES_MS: u64 = 1_500;

/// News of all ports that wait to be read.
const NEWS: usize = 256;

/// How long devices are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// Until each has shown something or cannot be opened, or for so many ms.
    Shown(u64),
    /// For so many ms.
    Ms(u64),
    /// Until somebody has seen enough.
    Stopped,
}

/// The ports of the devices that are looked at. Dropping it closes them.
struct Bench {
    ports: Vec<PortHandle>,
    events: mpsc::Receiver<(usize, PortEvent)>,
}

impl Bench {
    fn open(exams: &[Exam]) -> Bench {
        let (sender, events) = mpsc::channel(NEWS);
        let ports = exams.iter().enumerate().map(|(index, exam)| serial::spawn(exam.spec.clone(), index, sender.clone())).collect();
        Bench { ports, events }
    }

    /// Waits for the next thing to happen, at most so long; what boards said, with the place of the exam.
    async fn step(&mut self, exams: &mut [Exam], at_most: Duration) -> Vec<(usize, BoardReport)> {
        let now = stamp().mono;
        let wake = exams.iter().filter_map(Exam::wake).min().map_or(at_most, |wake| Duration::from_millis(wake.since_ms(now)));
        let mut said = Vec::new();
        tokio::select! {
            event = self.events.recv() => if let Some((index, event)) = event {
                let mut write = Vec::new();
                said.extend(exams[index].port(&event, &mut write).into_iter().map(|report| (index, report)));
                self.write(index, write);
            },
            () = tokio::time::sleep(wake.min(at_most)) => {}
        }
        let now = stamp().mono;
        for (index, exam) in exams.iter_mut().enumerate() {
            let mut write = Vec::new();
            said.extend(exam.tick(now, &mut write).into_iter().map(|report| (index, report)));
            self.write(index, write);
        }
        said
    }

    fn write(&self, index: usize, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            self.ports[index].write(bytes);
        }
    }

    async fn close(self) {
        for port in self.ports {
            port.close().await;
        }
    }
}

/// Looks at devices, and draws the page a few times a second. True when it was ended by `stop`.
pub async fn look(exams: &mut [Exam], until: Until, stop: impl Future<Output = ()>, draw: &mut dyn FnMut(&[Exam])) -> bool {
    let mut stop = std::pin::pin!(stop);
    let mut bench = Bench::open(exams);
    let began = stamp().mono;
    let mut drawn = None;
    let stopped = loop {
        let now = stamp().mono;
        if drawn.is_none_or(|at| Duration::from_millis(now.since_ms(at)) >= REDRAW) {
            drawn = Some(now);
            draw(exams);
        }
        let over = match until {
            Until::Shown(ms) => now.since_ms(began) >= ms || exams.iter().all(|exam| exam.has_shown() || exam.is_shut()),
            Until::Ms(ms) => now.since_ms(began) >= ms,
            Until::Stopped => false,
        };
        if over {
            break false;
        }
        tokio::select! {
            () = &mut stop => break true,
            _ = bench.step(exams, REDRAW) => {}
        }
    };
    bench.close().await;
    stopped
}

/// Asks for three stones and finds out how the board lies; `None` when they did not come within `ms`, or `stop` came before them.
///
/// The exam must not turn its board: what the stones say is in the sensors' own coordinates.
pub async fn orient(exam: &mut Exam, ms: u64, stop: impl Future<Output = ()>, say: &mut dyn FnMut(&str)) -> Option<Orientation> {
    let mut stop = std::pin::pin!(stop);
    let exams = std::slice::from_mut(exam);
    let mut bench = Bench::open(exams);
    let began = stamp().mono;
    let mut stones: Option<ThreeStones> = None;
    let lies = loop {
        let said = tokio::select! {
            () = &mut stop => break None,
            said = bench.step(exams, REDRAW) => said,
        };
        let (now, exam) = (stamp().mono, &exams[0]);
        if now.since_ms(began) >= ms {
            break None;
        }
        let Some(asking) = &mut stones else {
            // A board that tells placements alone has no sensors to be watched.
            let ready = exam.has_shown() && exam.looked_ms() >= BEFORE_STONES_MS;
            if ready {
                let deaf = [PointIs::Dead, PointIs::Flickering, PointIs::Ignored]
                    .into_iter()
                    .flat_map(|kind| exam.points_that_are(kind))
                    .collect();
                let mut begun = ThreeStones::new(exam.size(), deaf);
                match exam.grid() {
                    Some(grid) => hand_on(begun.show(now, grid), say),
                    None => hand_on(Some(Step::Ask(begun.prompt())), say),
                };
                stones = Some(begun);
            }
            continue;
        };
        let mut lies = None;
        for (_, report) in said {
            let step = match report {
                BoardReport::Scan(grid) => asking.show(now, &grid),
                BoardReport::Placed(sensor) => asking.placed(sensor),
                _ => None,
            };
            lies = lies.or(hand_on(step, say));
        }
        lies = lies.or(hand_on(asking.advance(now), say));
        if lies.is_some() {
            break lies;
        }
    };
    bench.close().await;
    lies
}

/// Says what is to be said; how the board lies when that is known.
fn hand_on(step: Option<Step>, say: &mut dyn FnMut(&str)) -> Option<Orientation> {
    match step? {
        Step::Ask(text) | Step::Wrong(text) => {
            say(&text);
            None
        }
        Step::Lies(orientation) => Some(orientation),
    }
}

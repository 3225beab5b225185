//! One virtual device: a machine (what its maker would have burnt into it) behind a pseudo-terminal, in a task of its own.

use std::io;
use std::path::Path;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use super::line::{LineFault, LineFaults};
use super::pty::Pty;
use crate::now::stamp;
use crate::time::Mono;

/// Orders waiting for a device. Each is awaited by whoever gives it, so more than a few mean many hands at once.
const ORDERS: usize = 64;

/// How often a device looks whether its host still has the port. A host that was killed is missed within this.
const LOOK_MS: u64 = 250;

/// The program of a device: bytes in, bytes out, and what hands do to it.
pub(super) trait Machine: Send + 'static {
    /// What hands can do to it.
    type Order: Send;
    /// Power on: forgets what was asked of it, not what lies on it.
    fn power_on(&mut self, now: Mono, out: &mut Vec<u8>);
    /// Bytes from the host, split anywhere.
    fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>);
    /// Hands do something to it.
    fn order(&mut self, now: Mono, order: Self::Order, out: &mut Vec<u8>);
    /// When `tick` is wanted next.
    fn wake(&self) -> Option<Mono>;
    /// Scans, repeats, counts down.
    fn tick(&mut self, now: Mono, out: &mut Vec<u8>);
    /// A host has taken the port. Of use to a device that is asked for nothing: whoever has its port follows it.
    fn host_came(&mut self) {}
    /// Nobody listens any more: [`Machine::is_asked`] is false until somebody asks again.
    fn host_left(&mut self);
    /// True when the host has asked for what it needs to follow.
    fn is_asked(&self) -> bool;
    /// When it last told its host of something that hands had done; the start of time before that.
    fn told(&self) -> Mono;
}

/// How a device and its host stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeviceState {
    /// The cable is in.
    pub plugged: bool,
    /// A host has locked the port, as the daemon does; looked at a few times a second.
    pub held: bool,
    /// A host has has asked for the stream.
    pub followed: bool,
    /// When it last told its host of something that hands had done; the start of time before that.
    pub told: Mono,
    /// Bytes that did not fit into the line, because no host read them.
    pub lost_bytes: u64,
}

enum Command<O> {
    Order(O),
    Unplug,
    Plug,
    Line(LineFault),
}

type Reply = oneshot::Sender<io::Result<()>>;

/// The hands' end of a device. Dropping it unplugs the device.
pub(super) struct DeviceHandle<O> {
    commands: mpsc::Sender<(Command<O>, Reply)>,
    state: watch::Receiver<DeviceState>,
    task: JoinHandle<()>,
}

impl<O: Send + 'static> DeviceHandle<O> {
    /// Plugs in a device at `link` and switches it on; the seed is its line's. Must be called inside a tokio runtime.
    pub(super) fn start<M: Machine<Order = O>>(machine: M, link: &Path, seed: u64) -> io::Result<DeviceHandle<O>> {
        let pty = Pty::plug(link)?;
        let (commands, receiver) = mpsc::channel(ORDERS);
        let (state, watched) = watch::channel(DeviceState { plugged: true, ..DeviceState::default() });
        let next_look = stamp().mono.plus_ms(LOOK_MS);
        let running = Running { machine, pty, line: LineFaults::new(seed), state, out: Vec::new(), next_look };
        let task = tokio::spawn(running.run(receiver));
        Ok(DeviceHandle { commands, state: watched, task })
    }

    /// Unplugs the device; returns when its link has gone.
    pub(super) async fn close(self) {
        drop(self.commands);
        // A task that panicked has unplugged its device on the way.
        let _ = self.task.await;
    }

    /// Does something to the device; returns when its program has taken notice.
    pub(super) async fn order(&self, order: O) -> io::Result<()> {
        self.command(Command::Order(order)).await
    }

    pub(super) async fn unplug(&self) -> io::Result<()> {
        self.command(Command::Unplug).await
    }

    /// Plugs it in again: it starts anew, with what lies on it.
    pub(super) async fn plug(&self) -> io::Result<()> {
        self.command(Command::Plug).await
    }

    /// What it says suffers on the line from now on.
    pub(super) async fn line(&self, fault: LineFault) -> io::Result<()> {
        self.command(Command::Line(fault)).await
    }

    pub(super) fn state(&self) -> DeviceState {
        *self.state.borrow()
    }

    /// Waits until a host follows the device.
    pub(super) async fn followed(&self) -> io::Result<()> {
        let mut state = self.state.clone();
        state.wait_for(|state| state.followed).await.map(|_| ()).map_err(|_| ended())
    }

    async fn command(&self, command: Command<O>) -> io::Result<()> {
        let (reply, done) = oneshot::channel();
        self.commands.send((command, reply)).await.map_err(|_| ended())?;
        done.await.map_err(|_| ended())?
    }
}

fn ended() -> io::Error {
    io::Error::new(io::ErrorKind::BrokenPipe, "the virtual device has ended")
}

struct Running<M> {
    machine: M,
    pty: Pty,
    line: LineFaults,
    state: watch::Sender<DeviceState>,
    out: Vec<u8>,
    next_look: Mono,
}

impl<M: Machine> Running<M> {
    async fn run(mut self, mut commands: mpsc::Receiver<(Command<M::Order>, Reply)>) {
        let mut chunk = vec![0; 1024];
        self.machine.power_on(stamp().mono, &mut self.out);
        loop {
            self.send();
            let wake = self.machine.wake().map_or(self.next_look, |wake| wake.min(self.next_look));
            let pause = Duration::from_millis(wake.since_ms(stamp().mono));
            tokio::select! {
                command = commands.recv() => match command {
                    None => return,
                    Some((command, reply)) => {
                        let done = self.obey(command);
                        self.send();
                        // Nobody waits any more: nothing to tell.
                        let _ = reply.send(done);
                    }
                },
                read = self.pty.read(&mut chunk) => match read {
                    Ok(n) => self.machine.received(stamp().mono, &chunk[..n], &mut self.out),
                    // Not expected of a terminal whose both ends are open here. A device without a line is an unplugged one.
                    Err(_) => self.unplug(),
                },
                () = tokio::time::sleep(pause) => self.wake(stamp().mono),
            }
        }
    }

    fn wake(&mut self, now: Mono) {
        if self.machine.wake().is_some_and(|wake| wake <= now) {
            self.machine.tick(now, &mut self.out);
        }
        if self.next_look <= now {
            self.next_look = now.plus_ms(LOOK_MS);
            let held = self.pty.is_held();
            let (left, came) = (self.state.borrow().held && !held, !self.state.borrow().held && held);
            self.state.send_if_modified(|state| std::mem::replace(&mut state.held, held) != held);
            if left {
                // It streams on, as a real device does; but the next host has to ask before it counts as following.
                self.machine.host_left();
            }
            if came {
                self.machine.host_came();
            }
        }
    }

    fn obey(&mut self, command: Command<M::Order>) -> io::Result<()> {
        // What was due before the hands came is told as it was then, however late this task is.
        self.wake(stamp().mono);
        match command {
            Command::Order(order) => self.machine.order(stamp().mono, order, &mut self.out),
            Command::Unplug => self.unplug(),
            Command::Line(fault) => self.line.set(fault),
            Command::Plug if self.pty.is_plugged() => {}
            Command::Plug => {
                self.pty.replug()?;
                self.state.send_modify(|state| state.plugged = true);
                self.machine.power_on(stamp().mono, &mut self.out);
            }
        }
        Ok(())
    }

    fn unplug(&mut self) {
        self.pty.unplug();
        self.machine.host_left();
        self.state.send_modify(|state| (state.plugged, state.held, state.followed) = (false, false, false));
    }

    fn send(&mut self) {
        let held = self.line.is_held() && self.pty.is_plugged();
        if !held && !self.line.is_good() {
            let sent = std::mem::take(&mut self.out);
            self.line.pass_frames(&sent, &mut self.out);
        }
        let lost = if held { 0 } else { self.pty.write(&self.out) as u64 };
        if !held {
            self.out.clear();
        }
        let asked = self.pty.is_plugged() && self.machine.is_asked();
        let told = self.machine.told();
        self.state.send_if_modified(|state| {
            let news = lost > 0 || asked != state.followed || told != state.told;
            state.lost_bytes += lost;
            state.followed = asked;
            state.told = told;
            news
        });
    }
}

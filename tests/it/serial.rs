//! Ports over real pseudo-terminals and sockets: opening, losing, coming back. Every wait is for an event, with a limit.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kifud::serial::{self, PortEvent, PortFault, PortHandle, PortSpec};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;

use crate::skip::skipped;

/// Far more than anything here takes; a test that waits this long has failed.
const LIMIT: Duration = Duration::from_secs(20);

/// The other end of a serial line: the master of a pseudo-terminal, found by a symbolic link as udev makes them.
struct Device {
    master: OwnedFd,
    name: PathBuf,
}

impl Device {
    fn plug(link: &Path) -> Device {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = PathBuf::from(ptsname(&master, Vec::new()).unwrap().into_string().unwrap());
        let mut modes = tcgetattr(&master).unwrap();
        modes.make_raw();
        tcsetattr(&master, OptionalActions::Now, &modes).unwrap();
        let _ = std::fs::remove_file(link);
        std::os::unix::fs::symlink(&name, link).unwrap();
        Device { master, name }
    }

    fn say(&self, bytes: &[u8]) {
        assert_eq!(rustix::io::write(&self.master, bytes).unwrap(), bytes.len());
    }

    /// Reads exactly `n` bytes; blocks, so it runs where that is allowed.
    async fn hear(&self, n: usize) -> Vec<u8> {
        let master = self.master.try_clone().unwrap();
        let reading = tokio::task::spawn_blocking(move || {
            let mut heard = vec![0; n];
            let mut filled = 0;
            while filled < n {
                filled += rustix::io::read(&master, &mut heard[filled..]).unwrap();
            }
            heard
        });
        tokio::time::timeout(LIMIT, reading).await.expect("the device hears nothing").unwrap()
    }
}

struct Host {
    port: PortHandle,
    events: mpsc::Receiver<(u8, PortEvent)>,
}

impl Host {
    fn open(address: impl Into<String>) -> Host {
        Host::open_with_queue(address, 256)
    }

    fn open_with_queue(address: impl Into<String>, queue: usize) -> Host {
        let (sender, events) = mpsc::channel(queue);
        let port = serial::spawn(PortSpec { address: address.into(), baud: 115_200 }, 7, sender);
        Host { port, events }
    }

    async fn next(&mut self) -> PortEvent {
        let (tag, event) = tokio::time::timeout(LIMIT, self.events.recv()).await.expect("no event").expect("the task has ended");
        assert_eq!(tag, 7);
        event
    }

    async fn opened(&mut self) {
        let event = self.next().await;
        assert!(matches!(event, PortEvent::Opened { .. }), "{event:?}");
    }

    async fn lost(&mut self) -> PortFault {
        match self.next().await {
            PortEvent::Lost { fault, .. } => fault,
            event => panic!("{event:?}"),
        }
    }

    async fn waiting(&mut self) -> PortFault {
        match self.next().await {
            PortEvent::Waiting { fault, .. } => fault,
            event => panic!("{event:?}"),
        }
    }

    /// Bytes until there are `n`.
    async fn bytes(&mut self, n: usize) -> Vec<u8> {
        let mut all = Vec::new();
        while all.len() < n {
            match self.next().await {
                PortEvent::Bytes { bytes, .. } => all.extend(bytes),
                event => panic!("{event:?} after {} bytes", all.len()),
            }
        }
        all
    }
}

fn link_in(dir: &tempfile::TempDir) -> (PathBuf, String) {
    let link = dir.path().join("board");
    let address = link.to_str().unwrap().to_owned();
    (link, address)
}

#[tokio::test]
async fn bytes_go_both_ways_unchanged() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let device = Device::plug(&link);
    let mut host = Host::open(address);
    host.opened().await;
    // Every value: nothing is echoed, translated or taken as a control character.
    let all: Vec<u8> = (0..=255).collect();
    device.say(&all);
    assert_eq!(host.bytes(256).await, all);
    assert!(host.port.write(all.clone()));
    assert_eq!(device.hear(256).await, all);
}

#[tokio::test]
async fn a_stamp_lies_between_the_sending_and_the_handing_over() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let device = Device::plug(&link);
    let mut host = Host::open(address);
    host.opened().await;
    let before = kifud::now::stamp().mono;
    device.say(b"x");
    let PortEvent::Bytes { at, .. } = host.next().await else { panic!() };
    assert!(before <= at.mono && at.mono <= kifud::now::stamp().mono);
}

#[tokio::test]
async fn starting_with_no_device_waits_and_says_so_once() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let mut host = Host::open(address);
    assert_eq!(host.waiting().await, PortFault::Missing);
    // Several attempts go by without another word.
    assert!(tokio::time::timeout(serial::FIRST_WAIT * 4, host.events.recv()).await.is_err());
    let _device = Device::plug(&link);
    host.opened().await;
}

#[tokio::test]
async fn an_unplugged_device_is_lost_once_and_comes_back_under_the_same_link() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let device = Device::plug(&link);
    let mut host = Host::open(address);
    host.opened().await;
    // The master of another terminal keeps the number busy: the device comes back under another name, as a real one does.
    let old_name = device.name.clone();
    let _placeholder = Device::plug(&dir.path().join("other"));
    std::fs::remove_file(&link).unwrap();
    drop(device);
    assert_eq!(host.lost().await, PortFault::Gone);
    // No endless reading of nothing: the next word is the one about the path.
    assert_eq!(host.waiting().await, PortFault::Missing);
    assert!(host.events.try_recv().is_err());
    let _squatter = Device::plug(&dir.path().join("squatter"));
    let device = Device::plug(&link);
    assert_ne!(device.name, old_name);
    host.opened().await;
    device.say(b"here again");
    assert_eq!(host.bytes(10).await, b"here again");
}

#[tokio::test]
async fn what_was_sent_while_the_port_was_closed_is_not_taken_as_fresh() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let device = Device::plug(&link);
    // Held open, so that the kernel keeps what is sent: more than the 4096 bytes that one flush takes away.
    let _keep = rustix::fs::open(&device.name, rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY, rustix::fs::Mode::empty()).unwrap();
    for _ in 0..12 {
        device.say(&[b'o'; 500]);
    }
    let mut host = Host::open(address);
    host.opened().await;
    device.say(b"fresh");
    assert_eq!(host.bytes(5).await, b"fresh");
}

#[tokio::test]
async fn writes_meant_for_a_lost_connection_are_not_sent_on_the_next() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let mut host = Host::open(address);
    host.waiting().await;
    host.port.write(b"stale".to_vec());
    let device = Device::plug(&link);
    host.opened().await;
    host.port.write(b"fresh".to_vec());
    assert_eq!(device.hear(5).await, b"fresh");
}

#[tokio::test]
async fn a_second_opener_is_told_who_holds_the_port_and_does_not_break_the_first() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let device = Device::plug(&link);
    let mut first = Host::open(address.clone());
    first.opened().await;
    let mut second = Host::open(address.clone());
    let PortFault::Busy { holder } = second.waiting().await else { panic!() };
    assert!(holder.as_deref().is_some_and(|who| who.contains(&format!("process {}", std::process::id()))), "{holder:?}");
    device.say(b"for the first");
    assert_eq!(first.bytes(13).await, b"for the first");
    // The first lets go: the second has it by itself.
    first.port.close().await;
    second.opened().await;
    device.say(b"for the second");
    assert_eq!(second.bytes(14).await, b"for the second");
}

/// Symptom: a port that was opened again because its device was silent was said to be held by another program, or by this one "for another
/// device". Cause: it was opened while it was still being closed. Scenario: the same port, over and over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_port_that_is_opened_again_is_never_in_its_own_way() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let _device = Device::plug(&link);
    let (sender, events) = mpsc::channel(256);
    let spec = PortSpec { address, baud: 115_200 };
    let mut host = Host { port: serial::spawn(spec.clone(), 7, sender.clone()), events };
    host.opened().await;
    for _ in 0..100 {
        host.port = host.port.reopen(spec.clone(), 7, sender.clone());
        host.opened().await;
    }
}

#[tokio::test]
async fn another_program_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let device = Device::plug(&link);
    let mut child =
        match std::process::Command::new("flock").args(["--no-fork", "--nonblock"]).arg(&device.name).args(["sleep", "60"]).spawn() {
            Ok(child) => child,
            Err(error) => {
                skipped("KIFUD_REQUIRE_TOOLS", &format!("the program flock cannot be started ({error})"));
                return;
            }
        };
    // Wait for the lock, not for a time: until it is there the port opens.
    while std::fs::read_to_string("/proc/locks").is_ok_and(|locks| !locks.contains(&format!(" {} ", child.id()))) {
        assert!(child.try_wait().unwrap().is_none());
        tokio::task::yield_now().await;
    }
    let mut host = Host::open(address);
    let fault = host.waiting().await;
    child.kill().unwrap();
    child.wait().unwrap();
    let PortFault::Busy { holder: Some(holder) } = fault else { panic!("{fault:?}") };
    assert!(holder.starts_with("flock") || holder.starts_with("sleep"), "{holder}");
}

#[tokio::test]
async fn a_port_that_may_not_be_opened_names_the_group_that_may() {
    if rustix::process::geteuid().is_root() {
        skipped("KIFUD_REQUIRE_USER", "root may open everything");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let device = Device::plug(&link);
    rustix::fs::chmod(&device.name, rustix::fs::Mode::empty()).unwrap();
    let mut host = Host::open(address);
    let fault = host.waiting().await;
    assert!(matches!(fault, PortFault::PermissionDenied { .. }) && fault.to_string().contains("usermod -aG"), "{fault}");
    rustix::fs::chmod(&device.name, rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR).unwrap();
    host.opened().await;
}

#[tokio::test]
async fn a_file_is_no_serial_port() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    std::fs::write(&link, "not a port").unwrap();
    let mut host = Host::open(address);
    assert_eq!(host.waiting().await, PortFault::NotASerialPort);
    assert_eq!(std::fs::read_to_string(&link).unwrap(), "not a port");
}

#[tokio::test]
async fn a_device_that_takes_nothing_is_given_up_and_what_does_not_fit_is_counted() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let _device = Device::plug(&link);
    let mut host = Host::open(address);
    host.opened().await;
    // Nobody reads the master: the first write never ends, the queue fills, the next one is refused.
    let mut taken = 0;
    while host.port.write(vec![0; 100_000]) {
        taken += 1;
        assert!(taken <= serial::WRITE_QUEUE + 1);
    }
    assert!(taken >= serial::WRITE_QUEUE);
    let fault = loop {
        match host.next().await {
            PortEvent::Lost { fault, .. } => break fault,
            PortEvent::WritesDropped { dropped, .. } => assert_eq!(dropped, 1),
            event => panic!("{event:?}"),
        }
    };
    assert_eq!(fault, PortFault::WriteStalled);
    // The line is not dead for ever: it is opened again.
    host.opened().await;
}

#[tokio::test]
async fn dropped_writes_are_reported() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let device = Device::plug(&link);
    let mut host = Host::open(address);
    host.opened().await;
    // One thread: the task cannot take anything while this loop runs.
    for n in 0..serial::WRITE_QUEUE + 3 {
        assert_eq!(host.port.write(vec![b'w']), n < serial::WRITE_QUEUE);
    }
    let event = host.next().await;
    assert!(matches!(event, PortEvent::WritesDropped { dropped: 3, .. }), "{event:?}");
    assert_eq!(device.hear(serial::WRITE_QUEUE).await, vec![b'w'; serial::WRITE_QUEUE]);
}

#[tokio::test]
async fn a_slow_receiver_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let device = Device::plug(&link);
    let mut host = Host::open_with_queue(address, 1);
    host.opened().await;
    let sent: Vec<u8> = (0..3_000u32).map(|n| (n % 251) as u8).collect();
    for part in sent.chunks(100) {
        device.say(part);
    }
    assert_eq!(host.bytes(sent.len()).await, sent);
}

#[tokio::test]
async fn dropping_the_receiver_ends_the_task_and_frees_the_port() {
    let dir = tempfile::tempdir().unwrap();
    let (link, address) = link_in(&dir);
    let _device = Device::plug(&link);
    let mut first = Host::open(address.clone());
    first.opened().await;
    drop(first.events);
    let mut second = Host::open(address);
    loop {
        match second.next().await {
            PortEvent::Opened { .. } => break,
            PortEvent::Waiting { fault: PortFault::Busy { .. }, .. } => {}
            event => panic!("{event:?}"),
        }
    }
}

#[tokio::test]
async fn a_tcp_server_that_restarts_is_connected_again() {
    let server = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = server.local_addr().unwrap();
    let mut host = Host::open(format!("tcp://{address}"));
    let (mut peer, _) = server.accept().await.unwrap();
    host.opened().await;
    peer.write_all(b"one").await.unwrap();
    assert_eq!(host.bytes(3).await, b"one");
    drop(server);
    drop(peer);
    assert_eq!(host.lost().await, PortFault::Gone);
    assert!(matches!(host.waiting().await, PortFault::Unreachable { .. }));
    let server = tokio::net::TcpListener::bind(address).await.unwrap();
    let (mut peer, _) = tokio::time::timeout(LIMIT, server.accept()).await.unwrap().unwrap();
    host.opened().await;
    host.port.write(b"two".to_vec());
    let mut heard = [0; 3];
    tokio::time::timeout(LIMIT, peer.read_exact(&mut heard)).await.unwrap().unwrap();
    assert_eq!(&heard, b"two");
}

//! One opened line: a serial port or a TCP connection.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use rustix::termios::{ControlModes, OptionalActions};
use serialport::{ClearBuffer, DataBits, FlowControl, Parity, SerialPort, StopBits};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_serial::SerialStream;

use super::{CONNECT_TIMEOUT, PortFault, PortSpec, holder};

/// How long a line must be silent to count as emptied. What the kernel still holds arrives within this, two times over.
const QUIET: Duration = Duration::from_millis(5);

/// How often [`QUIET`] is waited for at most: a device that never stops talking is fresh enough after this.
const QUIET_ROUNDS: u32 = 20;

/// How long closing may take. Some drivers wait for unsent bytes; they are dropped first, but not every driver knows how.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// A TCP peer that says nothing for this long is asked whether it is still there, and again three times.
const KEEPALIVE: Duration = Duration::from_secs(5);

/// Unanswered questions, after which a TCP peer counts as gone.
const KEEPALIVE_TRIES: u32 = 3;

/// An opened line.
#[derive(Debug)]
pub(super) enum Link {
    /// A serial port.
    Serial(SerialStream),
    /// A TCP connection.
    Tcp(TcpStream),
}

impl Link {
    /// Opens the line and throws away what was sent before.
    pub(super) async fn open(spec: &PortSpec) -> Result<Link, PortFault> {
        if let Some(address) = spec.tcp() {
            return connect(address).await.map(Link::Tcp);
        }
        let (path, baud) = (PathBuf::from(&spec.address), spec.baud);
        // Opening runs a driver's code, which may take its time: not on a thread that other tables need.
        let opened = tokio::task::spawn_blocking(move || open_path(&path, baud)).await;
        let mut stream = opened.unwrap_or_else(|error| Err(PortFault::Other { reason: error.to_string() }))?;
        empty(&mut stream).await;
        Ok(Link::Serial(stream))
    }

    /// Closes the line and waits until that is done: only then may its path be waited for.
    pub(super) async fn close(self) {
        if let Link::Serial(stream) = &self {
            // Best effort: bytes that nobody takes must not hold up the closing.
            let _ = stream.clear(ClearBuffer::Output);
        }
        let closing = tokio::task::spawn_blocking(move || drop(self));
        if tokio::time::timeout(CLOSE_TIMEOUT, closing).await.is_err() {
            tracing::warn!("the driver takes more than {CLOSE_TIMEOUT:?} to close the port");
        }
    }
}

/// Opens a path as 8N1 without flow control, for this program alone.
fn open_path(path: &Path, baud: u32) -> Result<SerialStream, PortFault> {
    let path = fs::canonicalize(path).map_err(|error| of_opening(Errno::from_io_error(&error), path))?;
    // Looked at first with a handle of our own: it gives clear reasons, and a second opener that goes straight to the library
    // would take the first one's TIOCEXCL away when it fails.
    let probe = rustix::fs::open(&path, OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())
        .map_err(|errno| of_opening(Some(errno), &path))?;
    if !rustix::termios::isatty(&probe) {
        return Err(PortFault::NotASerialPort);
    }
    if rustix::fs::flock(&probe, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK) {
        return Err(PortFault::Busy { holder: holder::holder(&path) });
    }
    let _ = rustix::fs::flock(&probe, FlockOperation::NonBlockingUnlock);
    keep_lines_up(&probe);
    ask_low_latency(&path);
    let name = path.to_string_lossy();
    let stream = SerialStream::open(
        &serialport::new(name, baud)
            .data_bits(DataBits::Eight)
            .parity(Parity::None)
            .stop_bits(StopBits::One)
            .flow_control(FlowControl::None)
            .exclusive(true),
    );
    stream.map_err(|error| match error.kind() {
        // The probe could open it, so it was taken a moment ago.
        serialport::ErrorKind::NoDevice => PortFault::Busy { holder: holder::holder(&path) },
        serialport::ErrorKind::Io(io::ErrorKind::NotFound) => PortFault::Missing,
        _ => PortFault::Other { reason: error.to_string() },
    })
}

/// The fault behind a refused opening.
fn of_opening(errno: Option<Errno>, path: &Path) -> PortFault {
    match errno {
        Some(Errno::NOENT | Errno::NOTDIR | Errno::NXIO | Errno::NODEV) => PortFault::Missing,
        Some(Errno::BUSY) => PortFault::Busy { holder: holder::holder(path) },
        Some(Errno::ACCESS | Errno::PERM) => PortFault::PermissionDenied { group: group_of(path) },
        // What a port without hardware, or one being torn down, says.
        Some(Errno::IO) => PortFault::Gone,
        Some(errno) => PortFault::Other { reason: errno.to_string() },
        None => PortFault::Other { reason: "unknown".to_owned() },
    }
}

/// The group that may open the device; "dialout", the usual one, when that cannot be read.
fn group_of(path: &Path) -> String {
    let name = fs::metadata(path).ok().and_then(|device| {
        let groups = fs::read_to_string("/etc/group").ok()?;
        let gid = device.gid().to_string();
        let line = groups.lines().find(|line| line.split(':').nth(2) == Some(gid.as_str()))?;
        line.split(':').next().map(str::to_owned)
    });
    name.filter(|name| name != "root").unwrap_or_else(|| "dialout".to_owned())
}

/// Clears HUPCL: closing the port must not drop DTR, which restarts an Arduino. Best effort.
fn keep_lines_up(port: &impl rustix::fd::AsFd) {
    if let Ok(mut modes) = rustix::termios::tcgetattr(port) {
        modes.control_modes.remove(ControlModes::HUPCL);
        let _ = rustix::termios::tcsetattr(port, OptionalActions::Now, &modes);
    }
}

/// Asks an FTDI adapter to hand on bytes after 1 ms instead of 16. Best effort: only root may, others have the udev rule.
fn ask_low_latency(path: &Path) {
    if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
        let timer = format!("/sys/class/tty/{name}/device/latency_timer");
        if fs::read_to_string(&timer).is_ok_and(|value| value.trim() != "1") {
            let _ = fs::write(timer, "1");
        }
    }
}

/// Throws away what was sent while the port was closed: the kernel keeps it in two places, of which `clear` empties one.
async fn empty(stream: &mut SerialStream) {
    let _ = stream.clear(ClearBuffer::Input);
    let mut chunk = [0; 4096];
    let mut quiet = 0;
    for _ in 0..QUIET_ROUNDS {
        let mut silent = true;
        while matches!(stream.try_read(&mut chunk), Ok(n) if n == chunk.len()) {
            silent = false;
        }
        if matches!(stream.try_read(&mut chunk), Ok(n) if n > 0) {
            silent = false;
        }
        quiet = if silent { quiet + 1 } else { 0 };
        if quiet == 2 {
            return;
        }
        tokio::time::sleep(QUIET).await;
    }
}

async fn connect(address: &str) -> Result<TcpStream, PortFault> {
    let stream = tokio::time::timeout(CONNECT_TIMEOUT, TcpStream::connect(address))
        .await
        .map_err(|_| PortFault::ConnectTimedOut)?
        .map_err(|error| PortFault::Unreachable { reason: error.to_string() })?;
    // Best effort: without them a peer that vanished is noticed later, at the next write.
    let _ = stream.set_nodelay(true);
    let _ = rustix::net::sockopt::set_socket_keepalive(&stream, true);
    let _ = rustix::net::sockopt::set_tcp_keepidle(&stream, KEEPALIVE);
    let _ = rustix::net::sockopt::set_tcp_keepintvl(&stream, KEEPALIVE);
    let _ = rustix::net::sockopt::set_tcp_keepcnt(&stream, KEEPALIVE_TRIES);
    let unanswered_ms = KEEPALIVE.as_millis() as u32 * (KEEPALIVE_TRIES + 1);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, unanswered_ms);
    Ok(stream)
}

impl AsyncRead for Link {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Link::Serial(stream) => Pin::new(stream).poll_read(cx, buf),
            Link::Tcp(stream) => Pin::new(stream).poll_read(cx, buf),
        }
    }
}

impl AsyncWrite for Link {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Link::Serial(stream) => Pin::new(stream).poll_write(cx, bytes),
            Link::Tcp(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    /// Nothing: on a serial port flushing would block the thread until the line has drained.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

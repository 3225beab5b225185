//! A pseudo-terminal that looks like a serial device: found by a symbolic link, unplugged and plugged in again.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

/// A virtual serial device at a path of its own.
///
/// A handle of the host's end stays open here, so that the host may close and come back as with a real device; the kernel keeps what is
/// sent meanwhile, up to its buffer. Dropping it unplugs it.
#[derive(Debug)]
pub struct Pty {
    link: PathBuf,
    ends: Option<Ends>,
}

#[derive(Debug)]
struct Ends {
    device: AsyncFd<OwnedFd>,
    host: OwnedFd,
    host_name: PathBuf,
}

impl Pty {
    /// Creates the device and links it at `link`, in place of a link that was there. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// When no pseudo-terminal can be had, the link's folder cannot be written, or something other than a link is at the path.
    pub fn plug(link: &Path) -> io::Result<Pty> {
        let mut pty = Pty { link: link.to_owned(), ends: None };
        pty.replug()?;
        Ok(pty)
    }

    /// Plugs the device in (again): a new pseudo-terminal under the same link. Nothing happens when it is plugged in.
    ///
    /// # Errors
    /// As for [`Pty::plug`].
    pub fn replug(&mut self) -> io::Result<()> {
        if self.ends.is_none() {
            let ends = Ends::new()?;
            replace_link(&self.link, &ends.host_name)?;
            self.ends = Some(ends);
        }
        Ok(())
    }

    /// Pulls the cable: the link goes, and whoever has the host's end open sees the device go.
    pub fn unplug(&mut self) {
        if let Some(ends) = self.ends.take() {
            // Only our own link: somebody else may have been given the path since.
            if fs::read_link(&self.link).is_ok_and(|target| target == ends.host_name) {
                // Best effort: a link that is left behind leads nowhere.
                let _ = fs::remove_file(&self.link);
            }
        }
    }

    /// True while it is plugged in.
    pub fn is_plugged(&self) -> bool {
        self.ends.is_some()
    }

    /// What the host sends next; waits for ever while unplugged. May be dropped half-way without losing a byte.
    ///
    /// # Errors
    /// What the kernel says of the pseudo-terminal; not expected while it is plugged in.
    pub async fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(ends) = &self.ends else { return std::future::pending().await };
        ends.device.async_io(Interest::READABLE, |device| Ok(rustix::io::read(device, &mut *buffer)?)).await
    }

    /// Sends bytes to the host. Returns how many did not fit into the line: a device does not wait for a host that does not read.
    pub fn write(&self, mut bytes: &[u8]) -> usize {
        let Some(ends) = &self.ends else { return bytes.len() };
        while !bytes.is_empty() {
            match rustix::io::write(ends.device.get_ref(), bytes) {
                Ok(n) => bytes = &bytes[n..],
                Err(Errno::INTR) => {}
                Err(_) => break,
            }
        }
        bytes.len()
    }

    /// Whether a program has the host's end locked, as the daemon does. When nobody has, exclusive use is lifted: a daemon that was
    /// killed cannot do so, and a real device forgets it when its last user is gone.
    pub fn is_held(&self) -> bool {
        let Some(ends) = &self.ends else { return false };
        let held = crate::serial::is_locked(&ends.host_name);
        if !held {
            // Best effort: without it another user's daemon finds the port busy.
            let _ = rustix::termios::ioctl_tiocnxcl(&ends.host);
        }
        held
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        self.unplug();
    }
}

impl Ends {
    fn new() -> io::Result<Ends> {
        let device = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&device)?;
        unlockpt(&device)?;
        let name = ptsname(&device, Vec::new())?;
        let host_name = PathBuf::from(name.into_string().map_err(io::Error::other)?);
        let host = rustix::fs::open(&host_name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
        // A terminal echoes until it is told not to: a board would hear itself.
        let mut modes = tcgetattr(&host)?;
        modes.make_raw();
        tcsetattr(&host, OptionalActions::Now, &modes)?;
        rustix::io::ioctl_fionbio(&device, true)?;
        #[expect(deprecated, reason = "its replacement is unsafe; what that asks, a descriptor that stays open, an OwnedFd gives")]
        let device = AsyncFd::new(device)?;
        Ok(Ends { device, host, host_name })
    }
}

/// Makes `link` lead to `target` in one step: a host that polls the path sees the old device or the new one.
fn replace_link(link: &Path, target: &Path) -> io::Result<()> {
    if fs::symlink_metadata(link).is_ok_and(|there| !there.file_type().is_symlink()) {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{} is there and is no link", link.display())));
    }
    if let Some(folder) = link.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut name = link.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = link.with_file_name(name);
    let _ = fs::remove_file(&new);
    std::os::unix::fs::symlink(target, &new)?;
    fs::rename(&new, link)
}

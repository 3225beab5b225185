//! Why a port is not open, and what to do about it.

use std::fmt;
use std::io;

/// Why a port is not open. The text says what to do next; it does not repeat the address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PortFault {
    /// Nothing is at the path.
    Missing,
    /// Another program has it.
    Busy {
        /// Which one, where the system tells.
        holder: Option<String>,
    },
    /// The user may not open it.
    PermissionDenied {
        /// The group that may.
        group: String,
    },
    /// The path names something that is no terminal.
    NotASerialPort,
    /// It was there and has gone.
    Gone,
    /// The device took no bytes for [`super::WRITE_TIMEOUT`].
    WriteStalled,
    /// Nobody answered at the `tcp://` address for [`super::CONNECT_TIMEOUT`].
    ConnectTimedOut,
    /// The `tcp://` address refused, or cannot be reached.
    Unreachable {
        /// What the system says.
        reason: String,
    },
    /// Something else.
    Other {
        /// What the system says.
        reason: String,
    },
}

impl PortFault {
    /// The fault behind an error of an open port.
    pub(super) fn of_open_port(error: &io::Error) -> PortFault {
        let gone = [rustix::io::Errno::IO, rustix::io::Errno::NXIO, rustix::io::Errno::NODEV, rustix::io::Errno::BADF];
        let code = error.raw_os_error();
        let closed = [io::ErrorKind::BrokenPipe, io::ErrorKind::ConnectionReset, io::ErrorKind::ConnectionAborted, io::ErrorKind::TimedOut];
        if gone.iter().any(|errno| Some(errno.raw_os_error()) == code) || closed.contains(&error.kind()) {
            return PortFault::Gone;
        }
        PortFault::Other { reason: error.to_string() }
    }
}

impl PortFault {
    /// A short name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            PortFault::Missing => "port-missing",
            PortFault::Busy { .. } => "port-held",
            PortFault::PermissionDenied { .. } => "port-forbidden",
            PortFault::NotASerialPort => "port-not-serial",
            PortFault::Gone => "device-gone",
            PortFault::WriteStalled => "port-stalled",
            PortFault::ConnectTimedOut | PortFault::Unreachable { .. } => "port-unreachable",
            PortFault::Other { .. } => "port-broken",
        }
    }
}

/// It looks for modems at every new port, for ten seconds and more.
const MODEM_MANAGER: &str = "ModemManager";

impl fmt::Display for PortFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PortFault::Missing => write!(
                f,
                "there is no such port: plug the device in and switch it on; it is opened by itself when it appears \
                 (\"ls -l /dev/serial/by-id /dev/kifud\" shows what is there)"
            ),
            PortFault::Busy { holder: Some(holder) } if holder.starts_with(MODEM_MANAGER) => write!(
                f,
                "the port is held by {holder}: wait half a minute, it looks for a modem there; if it stays, install udev/70-kifud.rules, which keeps \
                 it away (ID_MM_DEVICE_IGNORE), or stop it (\"sudo systemctl stop ModemManager\"); the port is opened by itself when it is free"
            ),
            PortFault::Busy { holder: Some(holder) } => {
                write!(
                    f,
                    "the port is held by {holder}: stop that program or give this table another port; it is opened by itself when it is free"
                )
            }
            PortFault::Busy { holder: None } => write!(
                f,
                "the port is held by another program (often ModemManager, or a second kifud): \"sudo fuser -v PORT\" names it; \
                 it is opened by itself when it is free"
            ),
            PortFault::PermissionDenied { group } => write!(
                f,
                "this user may not open the port: add it to the group {group} (\"sudo usermod -aG {group} USER\", then log in again; \
                 in a service SupplementaryGroups={group})"
            ),
            PortFault::NotASerialPort => {
                write!(f, "this is no serial port: the configuration should name a terminal device, such as one in /dev/serial/by-id")
            }
            PortFault::Gone => write!(f, "the device has gone: check cable and power; it is opened by itself when it comes back"),
            PortFault::WriteStalled => {
                write!(
                    f,
                    "the device takes no data: check its power and its cable, and that the driver in the configuration is the right one; it is being opened again"
                )
            }
            PortFault::ConnectTimedOut => {
                write!(f, "nobody answers at this address: check that the device is on the network; it is tried again by itself")
            }
            PortFault::Unreachable { reason } => {
                write!(f, "cannot connect ({reason}): check the address and that the device is on the network; it is tried again by itself")
            }
            PortFault::Other { reason } => {
                write!(f, "the port does not work ({reason}): unplug the device and plug it in again; it is tried again by itself")
            }
        }
    }
}

impl std::error::Error for PortFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_of_being_unplugged_is_gone() {
        for errno in [rustix::io::Errno::IO, rustix::io::Errno::NXIO, rustix::io::Errno::NODEV, rustix::io::Errno::CONNRESET] {
            assert_eq!(PortFault::of_open_port(&io::Error::from(errno)), PortFault::Gone, "{errno}");
        }
        assert!(matches!(PortFault::of_open_port(&io::Error::from(rustix::io::Errno::NOMEM)), PortFault::Other { .. }));
    }

    #[test]
    fn the_text_says_what_to_do() {
        assert!(PortFault::PermissionDenied { group: "dialout".to_owned() }.to_string().contains("usermod -aG dialout"));
        let modem = PortFault::Busy { holder: Some("ModemManager (process 5)".to_owned()) };
        assert!(modem.to_string().contains("held by ModemManager") && modem.to_string().contains("ID_MM_DEVICE_IGNORE"), "{modem}");
        assert_eq!(modem.code(), "port-held");
        assert!(PortFault::Busy { holder: Some("minicom (process 71)".to_owned()) }.to_string().contains("held by minicom (process 71)"));
    }
}

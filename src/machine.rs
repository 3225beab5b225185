//! What this machine says of itself (floor 6): its power, its heat, the room on its disk, and whether its calendar was set.
//!
//! Best effort: what a machine does not tell is unknown, and unknown is never a fault. A Raspberry Pi tells of its power in one of two places
//! under `/sys`; any Linux tells of its disk; systemd-timesyncd leaves a file when the calendar was set from the network.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::watch;

/// How often it is looked at: as often as `health` is said.
const LOOK: Duration = Duration::from_secs(10);

/// Where the firmware of a Raspberry Pi tells of power and heat: `soc/soc:firmware/get_throttled`, with other numbers by model.
const PLATFORM: &str = "sys/devices/platform";

/// The firmware's bits: now, and 16 higher since the start of the machine.
const UNDER_VOLTAGE: u32 = 1 << 0;
/// The processor is slowed: its frequency is capped, or it is throttled, or it is near its soft limit of heat.
const SLOWED: u32 = 1 << 1 | 1 << 2 | 1 << 3;
const SINCE_START: u32 = 16;

/// Something that comes and goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seen {
    /// It is so now.
    pub now: bool,
    /// It has been so since the machine was started.
    pub ever: bool,
}

/// What is known of this machine; nothing at first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Machine {
    /// Its supply gives less than the 4.63 V that it needs.
    pub under_voltage: Option<Seen>,
    /// It runs slower than it could, for want of power or because it is hot.
    pub slowed: Option<Seen>,
    /// Room for the journal, in bytes, as far as this user may use it.
    pub free_bytes: Option<u64>,
    /// Its calendar was set from the network.
    pub time_synced: Option<bool>,
}

impl Machine {
    /// Looks at the machine whose file system begins at `root`, and at the disk of `state_dir`.
    pub fn look(root: &Path, state_dir: &Path) -> Machine {
        let (under_voltage, slowed) = match firmware(root) {
            Some(bits) => (Some(seen(bits, UNDER_VOLTAGE)), Some(seen(bits, SLOWED))),
            None => (supply_monitor(root), None),
        };
        Machine { under_voltage, slowed, free_bytes: free_bytes(state_dir), time_synced: time_synced(root) }
    }
}

/// Looks every ten seconds, on a thread of its own, until nobody listens any more. Must be called inside a tokio runtime.
pub fn watch(state_dir: PathBuf) -> watch::Receiver<Machine> {
    let (sender, receiver) = watch::channel(Machine::default());
    tokio::spawn(async move {
        loop {
            let state_dir = state_dir.clone();
            // A disk that hangs must hold up nobody.
            if let Ok(machine) = tokio::task::spawn_blocking(move || Machine::look(Path::new("/"), &state_dir)).await {
                sender.send_replace(machine);
            }
            tokio::select! {
                () = sender.closed() => return,
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    });
    receiver
}

fn firmware(root: &Path) -> Option<u32> {
    let inside = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let named = |path: &Path, with: &str| path.file_name().is_some_and(|name| name.to_string_lossy().contains(with));
    let chips = inside(root.join(PLATFORM)).filter(|path| named(path, "soc"));
    let mut firmwares = chips.flat_map(inside).filter(|path| named(path, "firmware"));
    let text = firmwares.find_map(|path| fs::read_to_string(path.join("get_throttled")).ok())?;
    u32::from_str_radix(text.trim().trim_start_matches("0x"), 16).ok()
}

const fn seen(bits: u32, mask: u32) -> Seen {
    Seen { now: bits & mask != 0, ever: bits & (mask | mask << SINCE_START) != 0 }
}

/// The kernel's own monitor of the supply, `rpi_volt`.
fn supply_monitor(root: &Path) -> Option<Seen> {
    let monitors = fs::read_dir(root.join("sys/class/hwmon")).ok()?;
    let monitor = monitors.flatten().map(|entry| entry.path()).find(|path| {
        let name = fs::read_to_string(path.join("name")).unwrap_or_default();
        name.trim() == "rpi_volt"
    })?;
    let alarm = fs::read_to_string(monitor.join("in0_lcrit_alarm")).ok()?;
    let now = alarm.trim() == "1";
    Some(Seen { now, ever: now })
}

fn free_bytes(dir: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(dir).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

/// Unknown where systemd-timesyncd is not used.
fn time_synced(root: &Path) -> Option<bool> {
    let timesyncd = root.join("run/systemd/timesync");
    timesyncd.exists().then(|| timesyncd.join("synchronized").exists())
}

/// Files and connections that a process may hold at most: far more than a hall and all who watch it, and no number that slows a child down
/// which closes all that it could have inherited.
const FILES_MAX: u64 = 65_536;

/// Lets this process hold as many files as the system lets it, up to 65,536. Most systems give a process 1,024 and let it take more: ports,
/// journal, broker and everybody who watches want one each. Where it may not, it goes on with what it has.
pub fn may_hold_more_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let had = getrlimit(Resource::Nofile);
    let wanted = had.maximum.unwrap_or(FILES_MAX).min(FILES_MAX);
    if had.current.is_some_and(|current| current < wanted)
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: had.maximum })
    {
        tracing::debug!(%error, "no more files than the usual may be held");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(files: &[(&str, &str)]) -> Machine {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
        Machine::look(root.path(), root.path())
    }

    #[test]
    fn a_machine_that_tells_nothing_is_unknown_and_not_at_fault() {
        let found = machine(&[]);
        assert_eq!((found.under_voltage, found.slowed, found.time_synced), (None, None, None));
        assert!(found.free_bytes.is_some_and(|free| free > 0), "any disk tells its room");
        assert_eq!(Machine::look(Path::new("/nowhere"), Path::new("/nowhere")), Machine::default());
    }

    #[test]
    fn the_firmware_of_a_pi_tells_now_and_since_its_start() {
        let told = |bits: &str| {
            let found = machine(&[("sys/devices/platform/soc/soc:firmware/get_throttled", bits)]);
            (found.under_voltage, found.slowed)
        };
        let (no, now, before) = (Seen::default(), Seen { now: true, ever: true }, Seen { now: false, ever: true });
        assert_eq!(told("0\n"), (Some(no), Some(no)));
        assert_eq!(told("50005\n"), (Some(now), Some(now)), "under-voltage and throttled");
        assert_eq!(told("0x10000\n"), (Some(before), Some(no)));
        assert_eq!(told("80008\n"), (Some(no), Some(now)), "hot");
        assert_eq!(told("nonsense\n"), (None, None));
    }

    #[test]
    fn the_kernels_monitor_of_the_supply_is_read_where_the_firmware_says_nothing() {
        let files = |alarm| {
            machine(&[
                ("sys/class/hwmon/hwmon0/name", "cpu_thermal\n"),
                ("sys/class/hwmon/hwmon1/name", "rpi_volt\n"),
                ("sys/class/hwmon/hwmon1/in0_lcrit_alarm", alarm),
            ])
        };
        assert_eq!(files("1\n").under_voltage, Some(Seen { now: true, ever: true }));
        assert_eq!(files("0\n").under_voltage, Some(Seen::default()));
    }

    #[test]
    fn timesyncd_tells_whether_the_calendar_was_set() {
        assert_eq!(machine(&[("run/systemd/timesync/clock", "")]).time_synced, Some(false));
        assert_eq!(machine(&[("run/systemd/timesync/synchronized", "")]).time_synced, Some(true));
    }
}

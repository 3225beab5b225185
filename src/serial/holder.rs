//! Who holds a port, as far as /proc tells this user.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The program that holds the device at this (resolved) path: the one that locked it, or failing that one that has it open.
pub(super) fn holder(path: &Path) -> Option<String> {
    let pid = locker(path).or_else(|| opener(path))?;
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).ok();
    let name = name.as_deref().map_or("a program", str::trim);
    if pid == std::process::id() {
        return Some(format!("this very program ({name}, process {pid}), for another device"));
    }
    Some(format!("{name} (process {pid})"))
}

/// Whether a process that this user can see has locked the device at this (resolved) path.
pub(crate) fn is_locked(path: &Path) -> bool {
    locker(path).is_some()
}

/// The process that has locked the device: readable by everybody.
fn locker(path: &Path) -> Option<u32> {
    let device = fs::metadata(path).ok()?;
    let locks = fs::read_to_string("/proc/locks").ok()?;
    locker_in(&locks, (rustix::fs::major(device.dev()), rustix::fs::minor(device.dev()), device.ino()))
}

/// Reads /proc/locks: `1: FLOCK  ADVISORY  WRITE 708 00:13:1072 0 EOF` (process, then major and minor in hexadecimal and the inode).
fn locker_in(locks: &str, (major, minor, inode): (u32, u32, u64)) -> Option<u32> {
    locks.lines().find_map(|line| {
        let mut words = line.split_whitespace().skip_while(|&word| word != "FLOCK").skip(3);
        let pid = words.next()?.parse().ok()?;
        let mut file = words.next()?.split(':');
        let same = u32::from_str_radix(file.next()?, 16).ok()? == major
            && u32::from_str_radix(file.next()?, 16).ok()? == minor
            && file.next()?.parse::<u64>().ok()? == inode;
        same.then_some(pid)
    })
}

/// A process that has the device open: readable for one's own processes, and for root.
fn opener(path: &Path) -> Option<u32> {
    let processes = fs::read_dir("/proc").ok()?;
    processes.flatten().filter_map(|process| process.file_name().to_str()?.parse().ok()).find(|pid: &u32| {
        let Ok(files) = fs::read_dir(format!("/proc/{pid}/fd")) else { return false };
        *pid != std::process::id() && files.flatten().any(|file| fs::read_link(file.path()).is_ok_and(|target| target == path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_of_the_device_is_found_among_others() {
        let locks = "1: POSIX  ADVISORY  WRITE 11 00:13:1072 0 EOF\n\
                     2: FLOCK  ADVISORY  WRITE 22 fd:01:1072 0 EOF\n\
                     2: -> FLOCK  ADVISORY  WRITE 23 00:14:9 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 33 00:1a:7 0 EOF\n";
        assert_eq!(locker_in(locks, (0, 0x1a, 7)), Some(33));
        assert_eq!(locker_in(locks, (0, 0x13, 1072)), None);
        assert_eq!(locker_in("nonsense\n3: FLOCK\n", (0, 0x1a, 7)), None);
    }
}

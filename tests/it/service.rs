//! What an operator installs beside the binary: the unit, the udev rules, the example configuration; and the talk with systemd.

use std::io::ErrorKind;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::skip::skipped;

/// What the unit may be exposed to at most, as `systemd-analyze security` counts.
const EXPOSURE_MAX: f64 = 1.5;

/// How long anything may take on a busy machine before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text(path: &str) -> String {
    std::fs::read_to_string(file(path)).expect("a file of the crate")
}

fn kifud() -> Command {
    Command::new(env!("CARGO_BIN_EXE_kifud"))
}

/// The value of a line `Key=value` of the unit.
fn unit(key: &str) -> String {
    let unit = text("systemd/kifud.service");
    let lines: Vec<_> = unit.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).map(str::to_owned).collect();
    assert_eq!(lines.len(), 1, "{key} stands once in the unit");
    lines[0].clone()
}

#[test]
fn the_service_is_exposed_to_little() {
    let analysed = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--no-pager"])
        .arg(file("systemd/kifud.service"))
        .env("LC_ALL", "C")
        .output();
    let output = match analysed {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skipped("KIFUD_REQUIRE_TOOLS", "there is no systemd-analyze on this machine");
            return;
        }
        Err(error) => panic!("systemd-analyze: {error}"),
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let exposure = said.split("exposure level for kifud.service: ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let exposure: f64 = exposure
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("no exposure in what systemd-analyze says: {said}{}", String::from_utf8_lossy(&output.stderr)));
    assert!(exposure <= EXPOSURE_MAX, "exposure {exposure}, at most {EXPOSURE_MAX}:\n{said}");
}

#[test]
fn the_unit_starts_a_command_that_exists() {
    let start = unit("ExecStart");
    let mut words = start.split_whitespace();
    assert!(words.next().is_some_and(|program| program.ends_with("/kifud")), "{start}");
    let command = words.next().expect("a command");
    let help = kifud().args([command, "--help"]).output().expect("the binary runs");
    assert!(help.status.success(), "{command} is a command");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let flags: Vec<_> = words.filter(|word| word.starts_with("--")).collect();
    assert_eq!(flags, ["--config"]);
    for flag in flags {
        assert!(help.contains(&format!("{flag} <")), "{flag} takes a value: {help}");
    }
    assert_eq!(unit("Type"), "notify");
    // The unit does not start a daemon again whose configuration has faults: it relies on that exit code.
    assert_eq!(unit("RestartPreventExitStatus"), "2");
    let refused = kifud().args([command, "--config"]).arg(file("Cargo.toml")).output().expect("the binary runs");
    assert_eq!(refused.status.code(), Some(2), "{}", String::from_utf8_lossy(&refused.stderr));
}

#[test]
fn the_example_configuration_is_good() {
    let checked = kifud().args(["check", "--config"]).arg(file("systemd/kifud.example.toml")).output().expect("the binary runs");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    assert!(!checked.stdout.is_empty(), "it is explained");
}

/// Why a line is no udev rule: it is a list of `KEY==…`, `KEY!=…`, `KEY+=…`, `KEY-=…`, `KEY:=…` or `KEY=…` with a quoted value.
fn udev_fault(line: &str) -> Option<String> {
    const KEYS: &[(&str, bool, &str)] = &[
        // key, takes {…}, operators
        ("ACTION", false, "== !="),
        ("SUBSYSTEM", false, "== !="),
        ("SUBSYSTEMS", false, "== !="),
        ("KERNEL", false, "== !="),
        ("DRIVERS", false, "== !="),
        ("ATTRS", true, "== !="),
        ("ATTR", true, "== != ="),
        ("ENV", true, "== != = +="),
        ("IMPORT", true, "="),
        ("SYMLINK", false, "+="),
        ("TAG", false, "+="),
        ("GROUP", false, "="),
        ("MODE", false, "="),
        ("GOTO", false, "="),
        ("LABEL", false, "="),
    ];
    let mut rest = line.trim();
    while !rest.is_empty() {
        let key_end = rest.find(|sign: char| !sign.is_ascii_uppercase())?;
        let (key, after) = rest.split_at(key_end);
        let Some((_, braced, operators)) = KEYS.iter().find(|(known, ..)| *known == key) else { return Some(format!("no key: {rest}")) };
        let after = match after.strip_prefix('{') {
            Some(inside) if *braced => inside.split_once('}').map_or("", |(_, after)| after),
            None if !*braced => after,
            _ => return Some(format!("{key} and its braces: {rest}")),
        };
        let Some((operator, quoted)) = after.split_once('"') else { return Some(format!("no value: {rest}")) };
        if !operators.split(' ').any(|allowed| allowed == operator) {
            return Some(format!("{key} does not take {operator:?}"));
        }
        let Some((value, after)) = quoted.split_once('"') else { return Some(format!("no closing quote: {rest}")) };
        if value.is_empty() && !["==", "!="].contains(&operator) {
            return Some(format!("{key} is given nothing"));
        }
        rest = match after.strip_prefix(',') {
            Some(next) if !next.trim().is_empty() => next.trim_start(),
            None if after.is_empty() => "",
            _ => return Some(format!("after {key}: {after:?}")),
        };
    }
    None
}

#[test]
fn the_udev_rules_are_rules() {
    let rules = text("udev/70-kifud.rules");
    let mut seen = 0;
    for (at, line) in rules.lines().enumerate() {
        // A rule that is offered for use, "#ENV{…", must be one too once the sign is gone.
        let rule = match line.strip_prefix('#') {
            Some(comment) if comment.starts_with(|first: char| first.is_ascii_uppercase()) => comment,
            Some(_) => continue,
            None => line,
        };
        seen += usize::from(!rule.is_empty());
        assert_eq!(udev_fault(rule), None, "line {}: {line}", at + 1);
    }
    assert!(seen > 10, "{seen} rules");
    let labels: Vec<_> = rules.lines().filter_map(|line| line.strip_prefix("LABEL=")).collect();
    let jumps: Vec<_> = rules.lines().filter_map(|line| line.split_once("GOTO=").map(|(_, label)| label)).collect();
    assert!(!jumps.is_empty() && jumps.iter().all(|label| labels.contains(label)), "{jumps:?} lead to {labels:?}");
    for wrong in ["KERNEL=\"x\"", "KERNEL==x", "ATTRS==\"1\"", "KERNEL==\"a\" TAG+=\"b\"", "KERNAL==\"a\"", "TAG+=\"a\",", "SYMLINK+=\"\""]
    {
        assert!(udev_fault(wrong).is_some(), "{wrong} is no rule");
    }
}

/// Symptom: a visitor's thousand connections left no file for boards and journal. Part of the cause: the usual limit of 1,024.
#[test]
fn the_daemon_takes_all_the_files_that_it_may_have() {
    let home = tempfile::tempdir().expect("a folder");
    let at = |leaf: &str| home.path().join(leaf).display().to_string();
    let config = format!("[bridge]\nstate_dir = \"{}\"\n[[table]]\nid = \"t1\"\nboard.port = \"{}\"\n", at("state"), at("board"));
    std::fs::write(at("kifud.toml"), config).expect("written");
    let limited = "ulimit -Sn 300 && ulimit -Hn 4000 && exec \"$0\" run --config \"$1\"";
    let mut daemon = Command::new("/bin/sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_kifud"), &at("kifud.toml")])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let log = std::io::BufReader::new(daemon.stderr.take().expect("piped"));
    let is_ready = std::io::BufRead::lines(log).map_while(Result::ok).any(|line| line.contains("ready"));
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", daemon.id())).unwrap_or_default();
    daemon.kill().expect("it runs");
    daemon.wait().expect("gone");
    let files: Vec<&str> = limits.lines().find(|line| line.starts_with("Max open files")).unwrap_or_default().split_whitespace().collect();
    assert!(is_ready && files.get(3..5) == Some(&["4000", "4000"]), "{limits}");
}

/// The daemon under a service manager of our own; killed with the test.
struct Service {
    child: Child,
    manager: UnixDatagram,
    home: tempfile::TempDir,
}

impl Service {
    /// A daemon with a table whose devices and broker are not there: ready does not wait for them.
    fn start(watchdog_ms: u64) -> Service {
        let home = tempfile::tempdir().expect("a folder");
        let at = |leaf: &str| home.path().join(leaf).display().to_string();
        let config = format!(
            "[bridge]\nid = \"b\"\nstate_dir = \"{}\"\n[mqtt]\nbroker = \"mqtt://127.0.0.1:9\"\n[[table]]\nid = \"t1\"\n\
             time_authority = \"daemon\"\n[table.board]\ndriver = \"kifud\"\nport = \"{}\"\n",
            at("state"),
            at("board"),
        );
        std::fs::write(at("kifud.toml"), config).expect("written");
        let manager = UnixDatagram::bind(at("notify")).expect("a socket");
        manager.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        let child = kifud()
            .args(["run", "--config", &at("kifud.toml")])
            .env("NOTIFY_SOCKET", at("notify"))
            .env("WATCHDOG_USEC", (watchdog_ms * 1_000).to_string())
            .env_remove("WATCHDOG_PID")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(at("log")).expect("a log"))
            .spawn()
            .expect("the binary runs");
        Service { child, manager, home }
    }

    /// What the daemon says next.
    fn hears(&self) -> String {
        let mut message = [0_u8; 4_096];
        let length = self.manager.recv(&mut message).expect("the daemon says something in time");
        String::from_utf8_lossy(&message[..length]).trim().to_owned()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_daemon_says_ready_feeds_the_watchdog_and_says_that_it_stops() {
    let mut service = Service::start(2_000);
    assert_eq!(service.hears(), "READY=1");
    let ready = kifud::now::stamp().mono;
    for _ in 0..3 {
        assert_eq!(service.hears(), "WATCHDOG=1");
    }
    // Twice as often as asked, so that one delay does not matter. How late the three are depends on the machine; that they do not come
    // all at once does not.
    assert!(kifud::now::stamp().mono.since_ms(ready) >= 2_000, "the watchdog is fed more often than every second");
    let process = rustix::process::Pid::from_child(&service.child);
    rustix::process::kill_process(process, rustix::process::Signal::TERM).expect("it runs");
    let last = std::iter::repeat_with(|| service.hears()).find(|said| said != "WATCHDOG=1");
    assert_eq!(last.as_deref(), Some("STOPPING=1"));
    let ended = service.child.wait().expect("it ends");
    let log = std::fs::read_to_string(service.home.path().join("log")).expect("a log");
    assert_eq!(ended.code(), Some(0), "{log}");
    assert_eq!(log.lines().filter(|line| line.contains(" ready ") || line.ends_with(" ready")).count(), 1, "one line says ready: {log}");
}

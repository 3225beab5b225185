//! A machine whose card is written to as little as can be: everything is read-only but the state directory.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::skip::skipped;

/// Makes every file system read-only in a mount namespace of its own, but for the folder `$STATE`; proves it, and becomes the command.
const READ_ONLY: &str = r#"
mount --make-rprivate / && mount --bind "$STATE" "$STATE" || exit 90
awk '{ print $2 }' /proc/self/mounts | while read -r at; do [ "$at" = "$STATE" ] || mount -o remount,bind,ro "$at" 2>/dev/null; done
if touch "$STATE/../beside" 2>/dev/null; then exit 91; fi
exec "$@"
"#;

/// `unshare` with what it needs: root has its own mounts, others need a user namespace.
fn unshare() -> Command {
    let mut command = Command::new("unshare");
    command.arg("--mount");
    if !rustix::process::getuid().is_root() {
        command.arg("--map-root-user");
    }
    command
}

#[test]
fn the_daemon_needs_nothing_but_its_state_directory_to_write_to() {
    if !unshare().arg("true").stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        skipped("KIFUD_REQUIRE_TOOLS", "mounts of its own are not allowed here (unshare --mount)");
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let state = home.path().canonicalize().expect("a path").join("state");
    std::fs::create_dir(&state).expect("made");
    let broker = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let config = home.path().join("kifud.toml");
    let text = format!(
        "[bridge]\nid = \"b\"\nstate_dir = \"{}\"\n[mqtt]\nbroker = \"embedded\"\n[embedded_broker]\nlisten = \"{broker}\"\n\
         [display]\nlisten = \"127.0.0.1:0\"\n[[table]]\nid = \"t1\"\ntime_authority = \"daemon\"\n[table.board]\nport = \"{}\"\n",
        state.display(),
        home.path().join("board").display(),
    );
    std::fs::write(&config, text).expect("written");
    let mut daemon = unshare()
        .args(["sh", "-c", READ_ONLY, "sh", env!("CARGO_BIN_EXE_kifud"), "run", "--config"])
        .arg(&config)
        .env("STATE", &state)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("unshare");
    let mut log = Vec::new();
    for line in BufReader::new(daemon.stderr.take().expect("piped")).lines().map_while(Result::ok) {
        let is_ready = line.ends_with(" ready") || line.contains(" ready ");
        log.push(line);
        if is_ready {
            rustix::process::kill_process(rustix::process::Pid::from_child(&daemon), rustix::process::Signal::TERM).expect("it runs");
        }
    }
    let ended = daemon.wait().expect("it ends");
    assert_eq!(ended.code(), Some(0), "91: it was not read-only; {log:#?}");
    assert!(log.iter().any(|line| line.contains("ready")), "{log:#?}");
    // The board is not there, and it says so; nothing else is missing to it.
    assert!(!log.iter().any(|line| line.contains("Read-only") || line.contains("ERROR")), "{log:#?}");
    let journal = std::fs::metadata(state.join("journal.sqlite")).expect("the journal is there");
    assert!(journal.len() > 0);
}

//! The Debian package: what is in it, and what it asks of the system. That it installs, upgrades and goes is `.ci/long`'s to show.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::skip::skipped;

fn kifud(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kifud")).args(arguments).output().expect("the binary runs")
}

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The commands that `--help` lists below `command`.
fn commands(command: &[&str]) -> Vec<String> {
    let help = String::from_utf8(kifud(&[command, &["--help"]].concat()).stdout).unwrap();
    let listed = help.split_once("Commands:\n").map_or("", |(_, rest)| rest);
    let names = listed
        .lines()
        .take_while(|line| line.starts_with(' ') || line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_command_has_a_manual_page_and_completions_know_it() {
    let out = tempfile::tempdir().unwrap();
    let written = kifud(&["manual", out.path().to_str().unwrap()]);
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    let commands = commands(&[]);
    assert!(commands.len() > 12 && commands.contains(&"watch".to_owned()), "{commands:?}");
    assert!(!commands.contains(&"manual".to_owned()), "it is for the package");
    let bash = std::fs::read_to_string(out.path().join("completions/kifud.bash")).unwrap();
    for command in &commands {
        let page = std::fs::read_to_string(out.path().join(format!("man1/kifud-{command}.1"))).unwrap();
        assert!(page.contains(".SH NAME") && page.contains("SYNOPSIS"), "{command}");
        assert!(bash.contains(&format!("kifud,{command})")), "{command} is completed");
    }
    assert!(std::fs::read_to_string(out.path().join("man1/kifud.1")).unwrap().contains("board bridge for Go"));
    for name in ["_kifud", "kifud.fish"] {
        assert!(out.path().join("completions").join(name).is_file(), "{name}");
    }
}

/// What runs a program for its output; `None` where it is not there.
fn run(program: &str, arguments: &[&str]) -> Option<String> {
    let output = match Command::new(program).args(arguments).env("COMPRESSION", "none").current_dir(file("")).output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            skipped("KIFUD_REQUIRE_TOOLS", &format!("there is no {program} on this machine"));
            return None;
        }
        Err(error) => panic!("{program}: {error}"),
    };
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_package_has_what_an_operator_needs_and_asks_for_what_it_uses() {
    let Some(arch) = run("dpkg", &["--print-architecture"]) else { return };
    if run("readelf", &["--version"]).is_none() || run("git", &["--version"]).is_none() {
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let pack = file("systemd/debian/pack");
    let packed = run(pack.to_str().unwrap(), &[env!("CARGO_BIN_EXE_kifud"), arch.trim(), out.path().to_str().unwrap()]).unwrap();
    let package = packed.trim();
    let field = |name: &str| run("dpkg-deb", &["-f", package, name]).unwrap().trim().to_owned();
    assert_eq!(field("Version"), format!("{}-1", env!("CARGO_PKG_VERSION")));
    assert_eq!((field("Architecture"), field("Recommends").as_str()), (arch.trim().to_owned(), "mosquitto"));
    let depends = field("Depends");
    assert!(depends.contains("libc6 (>= 2.") && depends.contains("adduser"), "{depends}");
    assert_eq!(depends.contains("libssl3t64"), cfg!(feature = "tls"), "{depends}");

    let listed = run("dpkg-deb", &["-c", package]).unwrap();
    let lines: Vec<(&str, &str)> = listed.lines().filter_map(|line| Some((line.split_once(' ')?.0, line.rsplit_once(" ./")?.1))).collect();
    let paths: BTreeSet<&str> = lines.iter().map(|(_, path)| *path).collect();
    for wanted in [
        "usr/bin/kifud",
        "usr/lib/systemd/system/kifud.service",
        "usr/lib/systemd/system/kifud.service.d/user.conf",
        "usr/lib/udev/rules.d/70-kifud.rules",
        "etc/udev/rules.d/71-kifud-names.rules",
        "etc/kifud/kifud.toml",
        "usr/share/man/man1/kifud.1.gz",
        "usr/share/man/man1/kifud-watch.1.gz",
        "usr/share/bash-completion/completions/kifud",
        "usr/share/zsh/vendor-completions/_kifud",
        "usr/share/fish/vendor_completions.d/kifud.fish",
        "usr/share/doc/kifud/copyright",
        "usr/share/doc/kifud/changelog.Debian.gz",
        "usr/share/doc/kifud/crates.gz",
        "usr/share/doc/kifud/docs/access/mosquitto.acl",
        // What the unit's Documentation= names.
        "usr/share/doc/kifud/README.md",
    ] {
        assert!(paths.contains(wanted), "{wanted} is missing:\n{listed}");
    }
    for (mode, path) in lines {
        let program = path == "usr/bin/kifud" || path.ends_with('/') || path.is_empty();
        assert_eq!(
            mode,
            if path.ends_with('/') || path.is_empty() {
                "drwxr-xr-x"
            } else if program {
                "-rwxr-xr-x"
            } else {
                "-rw-r--r--"
            },
            "{path}"
        );
    }
    let control = out.path().join("control");
    run("dpkg-deb", &["-e", package, control.to_str().unwrap()]).unwrap();
    assert_eq!(
        std::fs::read_to_string(control.join("conffiles")).unwrap(),
        "/etc/kifud/kifud.toml\n/etc/udev/rules.d/71-kifud-names.rules\n"
    );
    // The same program makes the same package.
    let again = tempfile::tempdir().unwrap();
    let other = run(pack.to_str().unwrap(), &[env!("CARGO_BIN_EXE_kifud"), arch.trim(), again.path().to_str().unwrap()]).unwrap();
    assert!(std::fs::read(package).unwrap() == std::fs::read(other.trim()).unwrap(), "two packages of one program differ");
}

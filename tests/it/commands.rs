//! The command line as a shell sees it.

use std::process::{Command, Stdio};

/// Symptom: `kifud schema | head` ended with a panic and code 101. Cause: `println!` panics where nobody reads any more. Scenario: the reader
/// has gone before the first byte.
#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let child = Command::new(env!("CARGO_BIN_EXE_kifud")).arg("schema").stdout(writer).stderr(Stdio::piped()).spawn();
    let output = child.and_then(std::process::Child::wait_with_output).expect("the binary runs");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn wrong_usage_and_failure_have_codes_of_their_own() {
    let code = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_kifud")).args(arguments).output().expect("the binary runs");
        assert!(!output.stderr.is_empty(), "{arguments:?}: it is said what is wrong");
        output.status.code()
    };
    assert_eq!(code(&["no-such-command"]), Some(2));
    assert_eq!(code(&["run"]), Some(2), "without a configuration");
    assert_eq!(code(&["check", "--config", "/no/such/file"]), Some(2));
    // It was passed over in silence, and the log one waited for never came.
    assert_eq!(code(&["--log", "kifud=[[", "schema"]), Some(2), "a filter that is none");
    assert_eq!(code(&["rulebook", "print", "china-1998"]), Some(2), "no such book");
    assert_eq!(code(&["replay", "/no/such/file"]), Some(1));
    assert_eq!(code(&["export", "--state-dir", "/no/such/folder"]), Some(1));
}

/// Symptom: `check` called a configuration good with which `run` did not start.
#[test]
fn check_names_the_files_without_which_run_does_not_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kifud.toml");
    let text = "[mqtt]\nbroker = \"mqtt://127.0.0.1\"\nusername = \"hall\"\npassword_file = \"/no/such/password\"\n\n\
                [display]\nreferee_tokens_file = \"/no/such/tokens\"\n\n[[table]]\nid = \"t1\"\n\n[table.board]\ndriver = \"kifud\"\nport = \"/dev/null\"\n";
    std::fs::write(&file, text).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_kifud")).args(["check", "--config"]).arg(&file).output().expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}{}", String::from_utf8_lossy(&output.stderr));
    for (key, path) in [("display.referee_tokens_file", "/no/such/tokens"), ("mqtt.password_file", "/no/such/password")] {
        assert!(said.lines().any(|line| line.starts_with(&format!("note: {key}: ")) && line.contains(path)), "{key}: {said}");
    }
}

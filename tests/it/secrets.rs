//! Secrets are planted in every place that has one, and looked for in everything that the program says: its logs to the last detail, its faults,
//! what it publishes, and what a panic could print.

use std::path::Path;

use kifud::config;
use kifud::display::{Credentials, Tokens};
use kifud::mqtt::Settings;

use crate::daemon::hall::{Daemon, Hall, Keys, kifud, own, stderr, stdout};

/// Each in its own place.
const PASSWORD: &str = "sesame-7";
const TOKEN: &str = "0123456789abcdef-token-8";
const ENGINE: &str = "secret-11";
const IN_URL: &str = "open-12";

fn none_in(what: &str, text: &str) {
    for secret in [PASSWORD, TOKEN, ENGINE, IN_URL] {
        let found = text.lines().find(|line| line.contains(secret));
        assert!(found.is_none(), "{secret} in {what}: {found:?}");
    }
}

fn write(path: &Path, text: &str) -> String {
    std::fs::write(path, text).expect("written");
    path.display().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_logged_published_or_kept_however_much_is_said() {
    let Some(hall) = Hall::open() else { return };
    let (password, tokens) = (write(&hall.path("password"), PASSWORD), write(&hall.path("tokens"), &format!("maria {TOKEN}\n")));
    let mqtt = format!("username = \"user-10\"\npassword_file = {password:?}");
    let tail =
        format!("[display]\nlisten = \"127.0.0.1:0\"\nreferee_tokens_file = {tokens:?}\n[engine]\ngtp = \"/bin/false --key {ENGINE}\"");
    hall.configure(Keys { mqtt: &mqtt, tail: &tail, ..Keys::default() });
    let everything = hall.listener().await;
    let file = hall.path("kifud.toml").display().to_string();
    let mut daemon = Daemon::start(&["run", "--config", &file, "--log", "trace"]);
    daemon.says("ready").await;
    everything.hears(&own("status"), "degraded").await;
    everything.hears(&own("info"), "version").await;
    everything.hears(&own("health"), "findings").await;
    assert_eq!(daemon.terminate().await, 0);
    assert!(daemon.log().len() > 30, "trace says much: {:#?}", daemon.log());
    none_in("the log", &daemon.log().join("\n"));
    for said in everything.all() {
        none_in(&said.topic, &said.text);
        assert!(!said.text.contains("user-10") && !said.text.contains("maria"), "{}: {}", said.topic, said.text);
    }
    let mut kept = 0;
    for entry in std::fs::read_dir(hall.path("state")).expect("a state directory").flatten().filter(|entry| entry.path().is_file()) {
        let bytes = std::fs::read(entry.path()).expect("readable");
        kept += bytes.len();
        none_in(&entry.path().display().to_string(), &String::from_utf8_lossy(&bytes));
    }
    assert!(kept > 10_000, "the journal is there: {kept} bytes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_in_a_capture() {
    let Some(hall) = Hall::open() else { return };
    let password = write(&hall.path("password"), PASSWORD);
    let mqtt = format!("username = \"user-10\"\npassword_file = {password:?}");
    let tail = format!("[engine]\ngtp = \"/bin/false --key {ENGINE}\"\n# {IN_URL}");
    let file = hall.configure(Keys { mqtt: &mqtt, tail: &tail, ..Keys::default() }).display().to_string();
    let out = hall.path("capture").display().to_string();
    let mut daemon = Daemon::start(&["capture", "--config", &file, "--table", "t1", "--out", &out]);
    daemon.says("ready").await;
    assert_eq!(daemon.terminate().await, 0);
    let capture = std::fs::read_to_string(&out).expect("a capture");
    none_in("a capture", &capture);
    assert!(!capture.contains("user-10") && capture.contains("settle_ms"), "{capture}");
    let replayed = kifud(&["replay", &out, "--check"]);
    assert_eq!(replayed.status.code(), Some(0), "{}", stderr(&replayed));
}

#[test]
fn a_fault_does_not_repeat_the_password_that_it_is_about() {
    let dir = tempfile::tempdir().expect("a folder");
    let table = "[[table]]\nid = \"t1\"\n[table.board]\nport = \"/dev/b\"\n";
    let bad = [
        format!("[mqtt]\nbroker = \"mqtt://user:{IN_URL}@broker\"\n{table}"),
        format!("[mqtt]\nbroker = \"mqtt://user:{IN_URL}@broker\n{table}"),
        format!("[mqtt]\npassword = \"{PASSWORD}\"\n{table}"),
        format!("[engine]\ngtp = [\"x\", \"{ENGINE}\"]\n{table}"),
        format!("[[table]]\nid = \"t1\"\n[table.board]\nport = \"tcp://user:{IN_URL}@host:1\"\n"),
        format!("[display]\nreferee_tokens_file = \"/x\"\ntoken = \"{TOKEN}\"\n{table}"),
    ];
    for text in bad {
        let file = write(&dir.path().join("kifud.toml"), &text);
        let bundle = dir.path().join("bundle").display().to_string();
        for arguments in
            [vec!["check", "--config", &file], vec!["run", "--config", &file], vec!["doctor", "--config", &file, "--bundle", &bundle]]
        {
            let said = kifud(&arguments);
            assert_eq!(said.status.code(), Some(2), "{text}");
            none_in(&arguments.join(" "), &format!("{}{}", stdout(&said), stderr(&said)));
        }
        assert!(!Path::new(&bundle).exists(), "nothing is packed of a configuration with faults");
    }
    let file = write(&dir.path().join("tokens"), &format!("{TOKEN}\n"));
    let error = Tokens::read(Path::new(&file)).expect_err("a name is missing");
    none_in("the fault of a tokens file", &format!("{error} {error:?}"));
}

/// What a panic could print is what the types print of themselves.
#[test]
fn a_panic_has_no_secret_to_print() {
    let text = format!("[engine]\ngtp = \"engine --key {ENGINE}\"\n[[table]]\nid = \"t1\"\n[table.board]\nport = \"/dev/b\"\n");
    let config = config::parse(Path::new("kifud.toml"), &text, "host").expect("a good configuration");
    let shown = format!("{config:?} {config:#?}");
    assert!(shown.contains("engine"), "{shown}");
    none_in("a configuration", &shown);
    let credentials = Credentials { user: "user-10".to_owned(), password: PASSWORD.to_owned() };
    let settings = Settings { credentials: Some(credentials.clone()), ..crate::mqtt::stage::settings(1_883) };
    none_in("a connection", &format!("{settings:?}"));
    let tokens = Tokens::parse(&format!("maria {TOKEN}")).expect("good tokens");
    none_in("the display", &format!("{credentials:?} {tokens:?}"));
}

//! The real program in a pseudo-terminal, at the demo's broker.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::demo::Demo;
use crate::peer::PATIENCE;
use crate::skip::skipped;

/// What a terminal shows: enough of one for what the program sends.
#[derive(Debug, Default)]
struct Glass {
    cells: Vec<Vec<char>>,
    at: (usize, usize),
    /// The alternate screen was entered, and how often it was left.
    entered: bool,
    left: bool,
    rest: Vec<u8>,
}

impl Glass {
    fn take(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.rest) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let text = String::from_utf8(self.rest[..whole].to_vec()).unwrap();
        let mut from = 0;
        while let Some(character) = text[from..].chars().next() {
            let used = match character {
                '\u{1b}' => match self.escape(&text[from..]) {
                    Some(used) => used,
                    // The rest of it has not come yet.
                    None => break,
                },
                character => {
                    self.put(character);
                    character.len_utf8()
                }
            };
            from += used;
        }
        self.rest.drain(..from);
    }

    fn put(&mut self, character: char) {
        let (row, column) = self.at;
        if character.is_control() {
            return;
        }
        let wide = unicode_width::UnicodeWidthChar::width(character).unwrap_or(0).max(1);
        self.cells.resize_with(self.cells.len().max(row + 1), Vec::new);
        let line = &mut self.cells[row];
        line.resize(line.len().max(column + wide), ' ');
        line[column] = character;
        // The second half of a wide character is no character of its own.
        line[column + 1..column + wide].fill('\0');
        self.at.1 += wide;
    }

    /// Obeys a command; returns its length, or nothing when it is not whole.
    fn escape(&mut self, text: &str) -> Option<usize> {
        let Some(rest) = text.strip_prefix("\u{1b}[") else { return (text.len() > 1).then_some(2) };
        let end = rest.find(|last: char| last.is_ascii_alphabetic() || last == '~')?;
        let arguments = &rest[..end];
        let numbers: Vec<usize> = arguments.split(';').map(|number| number.parse().unwrap_or(0)).collect();
        match rest.as_bytes()[end] {
            b'H' => self.at = (numbers[0].max(1) - 1, numbers.get(1).copied().unwrap_or(1).max(1) - 1),
            b'J' => self.cells.clear(),
            b'h' if arguments == "?1049" => self.entered = true,
            b'l' if arguments == "?1049" => self.left = true,
            _ => {}
        }
        Some(2 + end + 1)
    }

    fn rows(&self) -> Vec<String> {
        self.cells.iter().map(|line| line.iter().filter(|character| **character != '\0').collect()).collect()
    }
}

/// `kifud watch` in a terminal of its own.
struct Watching {
    child: Child,
    keyboard: std::fs::File,
    glass: Arc<Mutex<Glass>>,
}

impl Watching {
    /// `None` where no terminal can be given to a program.
    fn start(broker: &str, term: &str, size: (u16, u16)) -> Option<Watching> {
        if Command::new("setsid").arg("--version").output().is_err() {
            skipped("KIFUD_REQUIRE_TOOLS", "setsid is not installed");
            return None;
        }
        let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&near).unwrap();
        unlockpt(&near).unwrap();
        tcsetwinsize(&near, Winsize { ws_col: size.0, ws_row: size.1, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let name = ptsname(&near, Vec::new()).unwrap();
        let far = || Stdio::from(rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).unwrap());
        // The program asks the terminal that it belongs to for its size: it must be this one.
        let mut command = Command::new("setsid");
        command.args(["--ctty", "--wait", env!("CARGO_BIN_EXE_kifud"), "watch", "--broker", broker, "--table", "demo"]);
        command.env("TERM", term).env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR").env_remove("RUST_LOG");
        let child = command.stdin(far()).stdout(far()).stderr(far()).spawn().unwrap();
        let keyboard = std::fs::File::from(near);
        let glass = Arc::new(Mutex::new(Glass::default()));
        let (mut output, shown) = (keyboard.try_clone().unwrap(), Arc::clone(&glass));
        std::thread::spawn(move || {
            let mut buffer = [0; 4_096];
            // The terminal ends with an error when nobody is at its other end.
            while let Ok(n @ 1..) = std::io::Read::read(&mut output, &mut buffer) {
                shown.lock().unwrap().take(&buffer[..n]);
            }
        });
        Some(Watching { child, keyboard, glass })
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    fn resize(&self, size: (u16, u16)) {
        tcsetwinsize(&self.keyboard, Winsize { ws_col: size.0, ws_row: size.1, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    }

    /// Waits for a screen with this property.
    async fn until(&self, what: &str, wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
        #[expect(clippy::disallowed_methods, reason = "patience with a real program is measured by the real clock")]
        let began = Instant::now();
        loop {
            let rows = self.glass.lock().unwrap().rows();
            if wanted(&rows) {
                return rows;
            }
            #[expect(clippy::disallowed_methods, reason = "as above")]
            let waited = began.elapsed();
            assert!(waited < PATIENCE, "{what} never came:\n{}", rows.join("\n"));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn end(mut self) -> Option<i32> {
        let ended = tokio::task::spawn_blocking(move || {
            let code = self.child.wait().unwrap().code();
            (self.glass.lock().unwrap().left, code)
        });
        let (left, code) = tokio::time::timeout(PATIENCE, ended).await.expect("it ends").unwrap();
        assert!(left, "the terminal is left as it was found");
        code
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn has(rows: &[String], text: &str) -> bool {
    rows.iter().any(|row| row.contains(text))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminal_shows_the_demos_moves_as_they_are_played_and_quits_by_a_key() {
    let demo = Demo::start(&["--speed", "10", "--listen", "127.0.0.1:0"]).await;
    let Some(mut watching) = Watching::start(&format!("mqtt://{}", demo.broker), "linux", (80, 24)) else { return };
    let number = |rows: &[String]| {
        let row = rows.iter().find_map(|row| row.split_once("-- Moves "))?;
        row.1.trim().parse::<u32>().ok()
    };
    let first = watching.until("a move", |rows| number(rows) >= Some(3) && (has(rows, "(X)") || has(rows, "(O)"))).await;
    assert!(has(&first, "Honinbo Shusaku") && has(&first, "Castle game"), "{first:#?}");
    let seen = number(&first);
    watching.until("a later move", |rows| number(rows) > seen).await;
    watching.press("\u{1b}[D");
    watching.until("an earlier position", |rows| has(rows, "<< earlier position")).await;
    watching.press("lll");
    watching.until("Japanese", |rows| has(rows, "着手一覧")).await;
    watching.press("ll\u{1b}[F");
    watching.until("English again", |rows| has(rows, "-- Moves") && !has(rows, "earlier position")).await;
    watching.resize((40, 12));
    watching.until("too small", |rows| has(rows, "too small: 79x23 needed")).await;
    watching.resize((120, 40));
    watching
        .until("the board again", |rows| has(rows, "-- Moves") && rows.last().is_some_and(|row| row.contains("q quit")) && rows.len() == 40)
        .await;
    watching.press("q");
    assert_eq!(watching.end().await, Some(0));
    // It has left no trace at the table.
    demo.signal(Signal::INT);
    demo.end().await.is_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminal_says_that_the_broker_is_lost_and_ends_by_a_signal() {
    let demo = Demo::start(&["--speed", "10", "--listen", "127.0.0.1:0"]).await;
    let Some(watching) = Watching::start(&format!("mqtt://{}", demo.broker), "xterm-256color", (80, 24)) else { return };
    watching.until("the game", |rows| has(rows, "-- Moves") && !has(rows, "*** ")).await;
    demo.signal(Signal::KILL);
    let lost = watching.until("the loss", |rows| has(rows, "NO BROKER")).await;
    assert!(lost[0].contains("*** No broker ***") && has(&lost, "Honinbo Shusaku"), "the last position stays: {lost:#?}");
    // setsid has started the program itself, so it is the one with the terminal.
    let setsid = watching.child.id();
    let children = std::fs::read_to_string(format!("/proc/{setsid}/task/{setsid}/children")).unwrap_or_default();
    let pid = children.split_whitespace().next().map_or(setsid, |pid| pid.parse().unwrap());
    kill_process(Pid::from_raw(i32::try_from(pid).unwrap()).unwrap(), Signal::TERM).unwrap();
    assert_eq!(watching.end().await, Some(0));
}

#[test]
fn what_is_no_terminal_is_refused_with_what_to_use_instead() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_kifud")).args(["watch", "--broker", "mqtt://127.0.0.1:9", "--table", "t1"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("kifud display"), "{output:?}");
    for wrong in [["--broker", "hall:1883", "--table", "t1"], ["--broker", "mqtt://hall", "--table", "T 1"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_kifud")).arg("watch").args(wrong).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{wrong:?}");
    }
}

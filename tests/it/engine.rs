//! An engine that says which stones are dead: good ones, bad ones and none, in processes of their own.

use std::path::PathBuf;
use std::time::Duration;

use kifud::engine::{EngineError, FinalPosition, Judgement, Limits, dead_stones};
use kifud::go::sgf;
use kifud::go::{Color, Point, Size};
use tempfile::TempDir;

use crate::skip::skipped;

/// Three stones of Black, two of White, on a small board.
fn position() -> FinalPosition {
    let size = Size::square(9).unwrap();
    let stone = |vertex, color| (Point::from_vertex(vertex, size).unwrap(), color);
    let stones = vec![
        stone("C3", Color::Black),
        stone("D3", Color::Black),
        stone("J9", Color::Black),
        stone("G7", Color::White),
        stone("A1", Color::White),
    ];
    FinalPosition { size, stones, to_move: Color::White }
}

/// A program that answers so to commands, and with an empty good answer to others.
pub struct Fake {
    dir: TempDir,
    pub command_line: String,
}

impl Fake {
    /// `answers` are cases of a shell's `case`: a command and what is done.
    pub fn new(answers: &str) -> Fake {
        let dir = TempDir::new().expect("a folder");
        let script = dir.path().join("engine.sh");
        let text = format!(
            "cd {:?}\nwhile read -r command rest; do\necho \"$command $rest\" >> heard\ncase \"$command\" in\n{answers}\n*) printf '=\\n\\n';;\nesac\ndone\n",
            dir.path()
        );
        std::fs::write(&script, text).expect("written");
        // The shell reads it: a file that was written a moment ago is not always let run.
        let command_line = format!("/bin/sh '{}'", script.display());
        Fake { dir, command_line }
    }

    pub fn path(&self, leaf: &str) -> PathBuf {
        self.dir.path().join(leaf)
    }

    fn heard(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.path("heard")).unwrap_or_default();
        text.lines().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    }

    async fn judges(&self) -> Result<Judgement, EngineError> {
        dead_stones(&self.command_line, &position(), Limits::default()).await
    }
}

fn names(judgement: &Judgement) -> Vec<String> {
    judgement.dead.iter().map(|point| point.vertex(position().size).to_string()).collect()
}

#[tokio::test]
async fn a_good_engine_is_given_the_position_and_says_which_stones_are_dead() {
    let fake = Fake::new(
        "name) printf '= Fake  Go\\n\\n';;\nversion) printf '= 1.2\\n\\n';;\nloadsgf) cp \"$rest\" asked.sgf; printf '=\\n\\n';;\n\
         final_status_list) printf '= C3 D3\\r\\nG7\\r\\n\\r\\n';;",
    );
    let judgement = fake.judges().await.unwrap();
    assert_eq!((judgement.program.as_str(), names(&judgement)), ("Fake Go 1.2", vec!["C3".to_owned(), "D3".to_owned(), "G7".to_owned()]));
    assert_eq!(fake.heard(), ["name", "version", "boardsize", "clear_board", "loadsgf", "final_status_list"]);
    let asked = sgf::read(&std::fs::read(fake.path("asked.sgf")).unwrap()).unwrap().record;
    let mut stones: Vec<(Point, Color)> = asked.setup.black.iter().map(|&point| (point, Color::Black)).collect();
    stones.extend(asked.setup.white.iter().map(|&point| (point, Color::White)));
    stones.sort();
    let mut wanted = position().stones;
    wanted.sort();
    assert_eq!((stones, asked.first, asked.moves.len()), (wanted, Color::White, 0));
}

#[tokio::test]
async fn one_that_reads_no_files_is_told_stone_by_stone_and_what_it_prints_besides_is_passed_over() {
    let fake = Fake::new("loadsgf) printf '? unknown command\\n\\n';;\nfinal_status_list) printf 'thinking...\\n\\n= \\n\\n';;");
    let judgement = fake.judges().await.unwrap();
    assert_eq!(names(&judgement), [""; 0], "nothing is dead");
    assert_eq!(fake.heard().iter().filter(|command| *command == "play").count(), 5);
}

#[tokio::test]
async fn nonsense_silence_and_death_of_an_engine_are_told_apart_and_survived() {
    let limits = Limits { time: Duration::from_millis(300), ..Limits::default() };
    for (answers, wanted) in [
        ("final_status_list) printf '= C3 D4\\n\\n';;", "nonsense: D4"),
        ("final_status_list) printf '= C3 T19\\n\\n';;", "nonsense: T19"),
        ("final_status_list) printf '= black lives\\n\\n';;", "nonsense: black"),
        ("final_status_list) printf '? I do not know\\n\\n';;", "refuses final_status_list: I do not know"),
        ("boardsize) printf '? unacceptable size\\n\\n';;", "refuses boardsize"),
        ("clear_board) exit 1;;", "has ended"),
        ("final_status_list) kill -9 $$;;", "has ended"),
        ("final_status_list) while :; do echo more and more and more; done;;", "has ended"),
        ("final_status_list) exec sleep 60;;", "has not answered within 0 s"),
    ] {
        let fake = Fake::new(answers);
        let error = dead_stones(&fake.command_line, &position(), limits).await.expect_err(answers).to_string();
        let silent_enough = error.contains("has not answered") && answers.contains("while");
        assert!(error.contains(wanted) || silent_enough, "{answers}: {error}");
        assert!(error.contains("the engine sh "), "{error}: the program's name and nothing of its arguments");
        assert!(!error.contains("engine.sh"), "{error}");
    }
    let refused = |line: &'static str| async move { dead_stones(line, &position(), limits).await.expect_err(line).to_string() };
    assert!(refused("no-such-engine --key secret").await.contains("the engine no-such-engine cannot be started"));
    assert!(!refused("no-such-engine --key secret").await.contains("secret"));
    assert!(refused("gnugo '--mode gtp").await.contains("a quote is not closed"));
    assert!(refused("  ").await.contains("engine.gtp"));
}

/// A script that starts another program, which holds a pipe open, and then answers, or says nothing, or ends: when the pipe is closed nobody
/// is left of it.
#[tokio::test]
async fn an_engine_ends_with_all_that_it_has_started() {
    for last in ["printf '= C3\\n\\n'", "wait", "exit 1"] {
        let fake = Fake::new(&format!("final_status_list) exec 3> pipe; sleep 1000 & {last};;"));
        let pipe = fake.path("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo");
        // Opening it waits for the script to open it too; what the script starts has it open from its first moment.
        let left = tokio::task::spawn_blocking(move || std::fs::read(pipe));
        let limits = Limits { time: Duration::from_secs(if last == "wait" { 2 } else { 60 }), ..Limits::default() };
        let answered = dead_stones(&fake.command_line, &position(), limits).await;
        // One that has ended says so at once, whoever still holds its output open.
        let as_said = match &answered {
            Ok(_) => last.starts_with("printf"),
            Err(EngineError::Silent { .. }) => last == "wait",
            Err(EngineError::Ended { .. }) => last == "exit 1",
            Err(_) => false,
        };
        assert!(as_said, "{last}: {answered:?}");
        let closed = tokio::time::timeout(Duration::from_secs(60), left).await.expect("nothing holds the pipe open any more");
        assert_eq!(closed.unwrap().unwrap(), b"", "{last}");
    }
}

#[tokio::test]
async fn gnu_go_says_which_stones_are_dead() {
    let size = Size::square(9).unwrap();
    let lines = ["..XO.....", "..XO..O..", "XXXO.....", "OOOO.....", "...O.....", "XX.O..XX.", ".XXOOOOXX", "XOXXXXO.X", ".X..XOOOX"];
    let mut stones = Vec::new();
    for point in size.points() {
        match lines[usize::from(point.row)].as_bytes()[usize::from(point.col)] {
            b'X' => stones.push((point, Color::Black)),
            b'O' => stones.push((point, Color::White)),
            _ => {}
        }
    }
    let position = FinalPosition { size, stones, to_move: Color::Black };
    // Debian keeps it where services do not look.
    let program = ["/usr/games/gnugo", "/usr/bin/gnugo"].into_iter().find(|path| std::path::Path::new(path).exists()).unwrap_or("gnugo");
    match dead_stones(&format!("{program} --mode gtp --level 1"), &position, Limits::default()).await {
        Ok(judgement) => {
            assert!(judgement.program.starts_with("GNU Go 3."), "{judgement:?}");
            // Whatever it thinks of the others, it names stones of the board, and White's in the upper right live.
            let alive = Point::from_vertex("D9", size).unwrap();
            assert!(!judgement.dead.contains(&alive), "{judgement:?}");
        }
        Err(EngineError::Start { .. }) => skipped("KIFUD_REQUIRE_GNUGO", "gnugo is not installed"),
        Err(error) => panic!("{error}"),
    }
}

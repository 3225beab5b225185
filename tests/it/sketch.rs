//! The sketch of a board in docs, compiled for this machine: what makers copy speaks what kifud understands.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::skip::skipped;

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The running board and the path of its port.
struct Board {
    child: Child,
    port: String,
}

impl Board {
    fn start(folder: &Path) -> Option<Board> {
        let program = folder.join("board");
        let stand_in = file("tests/it/sketch");
        let compiled = Command::new("g++")
            .args(["-std=c++17", "-O1", "-Wall", "-include", "Arduino.h", "-I"])
            .arg(&stand_in)
            .args(["-x", "c++"])
            .arg(file("docs/sketches/kifud_board/kifud_board.ino"))
            .arg(stand_in.join("main.cpp"))
            .arg("-o")
            .arg(&program)
            .output();
        match compiled {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                skipped("KIFUD_REQUIRE_TOOLS", "there is no g++ on this machine");
                return None;
            }
            Err(error) => panic!("g++: {error}"),
            Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        }
        let mut child = Command::new(program).stdout(Stdio::piped()).spawn().expect("it was just made");
        let mut port = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut port).expect("its port");
        Some(Board { child, port: port.trim().to_owned() })
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_doctor_finds_nothing_wrong_with_the_sketch() {
    let folder = tempfile::tempdir().unwrap();
    let Some(board) = Board::start(folder.path()) else { return };
    let doctor = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_kifud")).args(["doctor", "--port", &board.port]).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said, errors) = doctor(&["--driver", "kifud", "--empty", "--seconds", "4"]);
    assert_eq!(code, Some(0), "{said}{errors}");
    assert!(
        said.contains("nothing is wrong") && said.contains("size = 9") && said.contains("MINE-0001") && said.contains("bad frames 0"),
        "{said}"
    );
}

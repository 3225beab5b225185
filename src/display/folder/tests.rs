use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;

use super::*;
use crate::display::tables::Tables;
use crate::time::{Mono, Stamp, Wall};

fn stage() -> (TempDir, Arc<Hub>, Folder) {
    let dir = TempDir::new().unwrap();
    let hub = Arc::new(Hub::new());
    hub.change(Tables::connect);
    let folder = opened(dir.path());
    (dir, hub, folder)
}

fn opened(dir: &Path) -> Folder {
    Folder { dir: dir.to_owned(), tournament: None, copied: None, written: BTreeMap::new(), read: false, said: None }
}

fn take(hub: &Hub, table: &str, topic: &str, text: &str) {
    let at = Stamp::new(Mono::from_millis(0), Wall::from_unix_ms(0));
    hub.change(|tables| tables.take(table, topic, text.as_bytes(), false, at)).unwrap();
}

fn end(hub: &Hub, table: &str, game: &str, result: &str) {
    let document = format!(
        "{{\"game_id\":\"{game}\",\"phase\":\"ended\",\"as_of\":\"2026-12-05T10:00:00.000Z\",\"result\":{{\"winner\":\"black\",\"by\":\"resignation\",\"sgf\":\"{result}\",\"state\":\"final\"}}}}"
    );
    take(hub, table, "public/game", &document);
    take(hub, table, "public/sgf", &format!("(;GM[1]RE[{result}];B[aa])"));
}

/// Every file, hidden ones too, from the folder.
fn names(dir: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match path.is_dir() {
            true => names.extend(self::names(&path).into_iter().map(|inner| format!("{name}/{inner}"))),
            false => names.push(name),
        }
    }
    names.sort();
    names
}

fn text(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(name)).unwrap()
}

#[tokio::test]
async fn every_table_has_a_file_and_every_game_that_has_ended() {
    let (dir, hub, mut folder) = stage();
    let dir = dir.path();
    take(&hub, "t1", "public/sgf", "(;GM[1];B[aa])");
    take(&hub, "t2", "public/sgf", "(;GM[1])");
    take(&hub, "t2", "sgf", "{\"secret\":1}");
    assert!(folder.look(&hub).await);
    assert_eq!(names(dir), ["results.csv", "results.xml", "t1.sgf", "t2.sgf"]);
    assert_eq!((text(dir, "t1.sgf").as_str(), text(dir, "results.csv").lines().count()), ("(;GM[1];B[aa])", 1));
    assert_eq!(fs::metadata(dir.join("t1.sgf")).unwrap().permissions().mode() & 0o777, READABLE);
    end(&hub, "t1", "g-1", "B+R");
    assert!(folder.look(&hub).await);
    // The next game at the table leaves the file of the one before alone.
    take(&hub, "t1", "public/game", "{\"game_id\":\"g-2\",\"phase\":\"playing\"}");
    take(&hub, "t1", "public/sgf", "(;GM[1];B[bb])");
    assert!(folder.look(&hub).await);
    assert_eq!(names(dir), ["results.csv", "results.xml", "results/g-1.sgf", "t1.sgf", "t2.sgf"]);
    assert_eq!((text(dir, "results/g-1.sgf").as_str(), text(dir, "t1.sgf").as_str()), ("(;GM[1]RE[B+R];B[aa])", "(;GM[1];B[bb])"));
    assert!(text(dir, "results.csv").contains(",g-1,"));
    // Another start, which has heard nothing of the first game, keeps it in the lists, and writes no file anew that is right.
    let before = fs::metadata(dir.join("t2.sgf")).unwrap().modified().unwrap();
    let hub = Arc::new(Hub::new());
    hub.change(Tables::connect);
    take(&hub, "t2", "public/sgf", "(;GM[1])");
    end(&hub, "t3", "g-3", "B+1.5");
    assert!(opened(dir).look(&hub).await);
    let csv = text(dir, "results.csv");
    assert!(csv.contains(",g-1,") && csv.contains(",g-3,") && csv.lines().count() == 3, "{csv}");
    assert_eq!(fs::metadata(dir.join("t2.sgf")).unwrap().modified().unwrap(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_reads_all_the_time_never_sees_half_a_file() {
    let (dir, hub, mut folder) = stage();
    let game = |moves: usize| format!("(;GM[1]C[{moves}]{})", ";B[aa];W[bb]".repeat(moves * 20));
    take(&hub, "t1", "public/sgf", &game(0));
    assert!(folder.look(&hub).await);
    let path = dir.path().join("t1.sgf");
    let over = Arc::new(AtomicBool::new(false));
    let reader = std::thread::spawn({
        let over = Arc::clone(&over);
        move || {
            let (mut looks, mut seen) = (0, std::collections::BTreeSet::new());
            while !over.load(Ordering::Relaxed) {
                let text = fs::read_to_string(&path).expect("it is there at every moment");
                let moves: usize = text.split("C[").nth(1).and_then(|rest| rest.split(']').next()).expect(&text).parse().unwrap();
                assert!(text.ends_with(')') && text.matches(";B[aa]").count() == moves * 20, "half a file with {moves}: {}", text.len());
                looks += 1;
                seen.insert(moves);
            }
            (looks, seen.len())
        }
    });
    for moves in (0..300).rev() {
        take(&hub, "t1", "public/sgf", &game(moves));
        assert!(folder.look(&hub).await);
    }
    over.store(true, Ordering::Relaxed);
    let (looks, seen) = reader.join().expect("only whole files");
    assert!(looks > 50 && seen > 5, "it has looked {looks} times and seen {seen} of them");
    assert!(names(dir.path()).iter().all(|name| !name.starts_with('.')), "{:?}", names(dir.path()));
}

#[tokio::test]
async fn a_folder_that_is_missing_is_said_and_everything_is_there_when_it_is() {
    let (dir, hub, _) = stage();
    let place = dir.path().join("mounted");
    let mut folder = opened(&place);
    end(&hub, "t1", "g-1", "B+R");
    assert!(!folder.look(&hub).await);
    let said = folder.said.clone().unwrap();
    assert!(said.contains("mounted is not there: make it, or mount its disk"), "{said}");
    assert_eq!(names(dir.path()), [""; 0], "nothing is written beneath it");
    fs::create_dir(&place).unwrap();
    assert!(folder.look(&hub).await);
    assert_eq!(names(&place), ["results.csv", "results.xml", "results/g-1.sgf", "t1.sgf"]);
    // The disk goes and another comes in its place.
    fs::rename(&place, dir.path().join("away")).unwrap();
    take(&hub, "t1", "public/sgf", "(;GM[1];B[bb])");
    assert!(!folder.look(&hub).await);
    fs::create_dir(&place).unwrap();
    assert!(folder.look(&hub).await && folder.said.is_none());
    assert_eq!(text(&place, "t1.sgf"), "(;GM[1];B[bb])");
    assert!(text(&place, "results.csv").contains(",g-1,"));
    fs::write(dir.path().join("file"), "").unwrap();
    let mut folder = opened(&dir.path().join("file"));
    assert!(!folder.look(&hub).await && folder.said.unwrap().contains("is no folder"));
}

#[tokio::test]
async fn a_list_of_somebody_else_is_left_alone_and_the_games_are_written_all_the_same() {
    let (dir, hub, mut folder) = stage();
    let dir = dir.path();
    end(&hub, "t1", "g-1", "B+R");
    let large = format!("table,game_id,result\n{}", "t,g,r\n".repeat(RESULTS_MAX_BYTES as usize / 6));
    for foreign in ["Name;Punkte\nAnna;3\n", large.as_str()] {
        fs::write(dir.join(CSV), foreign).unwrap();
        assert!(!folder.look(&hub).await);
        assert!(folder.said.clone().unwrap().contains("results.csv is not a list of results of kifud: move it away"));
        assert!(text(dir, CSV) == foreign && dir.join("t1.sgf").is_file());
    }
    fs::write(dir.join(CSV), b"\xff\xfe").unwrap();
    assert!(!folder.look(&hub).await);
    fs::remove_file(dir.join(CSV)).unwrap();
    assert!(folder.look(&hub).await && text(dir, CSV).contains(",g-1,"));
}

#[test]
fn what_is_wrong_with_a_folder_is_said_with_what_to_do() {
    for (kind, words) in [
        (ErrorKind::PermissionDenied, "ReadWritePaths"),
        (ErrorKind::ReadOnlyFilesystem, "ReadWritePaths"),
        (ErrorKind::StorageFull, "make room"),
        (ErrorKind::QuotaExceeded, "make room"),
        (ErrorKind::TimedOut, "/srv/sgf/t1.sgf cannot be written"),
    ] {
        let said = FolderError::of(Path::new("/srv/sgf/t1.sgf"), kind.into()).to_string();
        assert!(said.contains(words) && said.contains("/srv/sgf/t1.sgf"), "{said}");
    }
}

//! A folder of files for programs that watch one: `TABLE.sgf` is the game of a table as the public sees it, written anew at every move,
//! `results/GAME.sgf` the file of a game that has ended, `results.csv` and `results.xml` the results of all, and `results-macmahon.xml` the tournament
//! of MacMahon that the round was paired from, with the results in it.
//!
//! Nobody ever sees half a file: it is written under a hidden name and takes its place whole. Live files are not forced to the disk, since the next
//! move comes soon and after a start everything is written again; those of ended games are.
//!
//! The folder itself is never made: one that is not there is a disk that is not mounted, and writing beneath it would fill another.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::hub::Hub;
use super::macmahon::with_results;
use super::results::{RESULTS_MAX_BYTES, Row, read_csv};

/// How long after a failure everything is tried again: a disk is mounted, or room made, by a person.
const RETRY: Duration = Duration::from_secs(2);
/// The folder of ended games.
const ENDED: &str = "results";
/// The lists.
const CSV: &str = "results.csv";
const XML: &str = "results.xml";
const MACMAHON: &str = "results-macmahon.xml";
/// Bytes of a tournament's file: as many as pairings are read from.
const TOURNAMENT_MAX_BYTES: u64 = 8 << 20;
/// Everybody may read what is public, whatever the service's own umask.
const READABLE: u32 = 0o644;
const OPEN: u32 = 0o755;

/// Why the files are not what they should be.
#[derive(Debug, thiserror::Error)]
enum FolderError {
    #[error("the folder {} is not there: make it, or mount its disk; the files are written as soon as it is", .0.display())]
    Missing(PathBuf),
    #[error("{} is no folder: name one, or take the file away", .0.display())]
    NoFolder(PathBuf),
    #[error(
        "{} may not be written: give the folder to the user that kifud runs as, and under systemd name it in ReadWritePaths",
        .0.display()
    )]
    Denied(PathBuf),
    #[error("there is no room for {}: make room on its disk", .0.display())]
    Full(PathBuf),
    #[error("{} is not a list of results of kifud: move it away, and one is written", .0.display())]
    Foreign(PathBuf),
    #[error("the tournament {} cannot be read: {source}; the results are in the lists, and in a copy of it as soon as it can", path.display())]
    Tournament { path: PathBuf, source: io::Error },
    #[error("{} cannot be written: {source}", path.display())]
    Other { path: PathBuf, source: io::Error },
}

impl FolderError {
    fn of(path: &Path, source: io::Error) -> FolderError {
        let path = path.to_owned();
        match source.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => FolderError::Denied(path),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => FolderError::Full(path),
            _ => FolderError::Other { path, source },
        }
    }
}

/// One file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Job {
    /// In the folder.
    name: PathBuf,
    text: Arc<str>,
    /// The number of the change that it shows.
    version: u64,
    /// It must outlive a power cut.
    forced: bool,
}

/// What is in the folder.
#[derive(Debug)]
struct Folder {
    dir: PathBuf,
    /// The file that the round was paired from.
    tournament: Option<PathBuf>,
    /// How old that file was, and the number of the last result, when its copy was written.
    copied: Option<(SystemTime, u64)>,
    /// The number of the change that each file shows; forgotten after a failure.
    written: BTreeMap<PathBuf, u64>,
    /// The results of earlier days have been read.
    read: bool,
    /// What the log was told last; nothing when all is well.
    said: Option<String>,
}

/// Keeps the files until the hub is closed.
pub(super) async fn run(dir: PathBuf, tournament: Option<PathBuf>, hub: Arc<Hub>) {
    let mut folder = Folder { dir, tournament, copied: None, written: BTreeMap::new(), read: false, said: None };
    let mut bell = hub.bell();
    tracing::info!(folder = %folder.dir.display(), "live SGF files go into a folder");
    loop {
        bell.borrow_and_update();
        let well = folder.look(&hub).await;
        tokio::select! {
            () = hub.closed() => break,
            changed = bell.changed(), if well => if changed.is_err() { break },
            () = tokio::time::sleep(RETRY), if !well => {}
        }
    }
    folder.look(&hub).await;
}

impl Folder {
    /// Writes what has changed. False when something could not be written; it has been said then.
    async fn look(&mut self, hub: &Arc<Hub>) -> bool {
        let outcome = self.write(hub).await;
        let well = outcome.is_ok();
        let told = outcome.err().map(|error| error.to_string());
        match (&told, &self.said) {
            (Some(error), said) if said.as_ref() != Some(error) => tracing::warn!(error, "live SGF files are not written"),
            (None, Some(_)) => tracing::info!(folder = %self.dir.display(), "live SGF files are written again"),
            _ => {}
        }
        self.said = told;
        if !well {
            // Another disk may be in its place by then.
            (self.written, self.read, self.copied) = (BTreeMap::new(), false, None);
        }
        well
    }

    async fn write(&mut self, hub: &Arc<Hub>) -> Result<(), FolderError> {
        let mut foreign = None;
        if !self.read {
            let dir = self.dir.clone();
            match blocking(move || read_results(&dir)).await {
                Ok(rows) => {
                    hub.change(|tables| tables.seed(rows));
                    self.read = true;
                }
                // The games are written all the same.
                Err(error @ FolderError::Foreign(_)) => foreign = Some(error),
                Err(error) => return Err(error),
            }
        }
        let jobs = self.jobs(hub);
        let (dir, todo) = (self.dir.clone(), jobs.clone());
        if !jobs.is_empty() {
            blocking(move || todo.iter().try_for_each(|job| put(&dir, job))).await?;
        }
        self.written.extend(jobs.into_iter().map(|job| (job.name, job.version)));
        foreign.map_or(Ok(()), Err)?;
        self.copy_tournament(hub).await
    }

    /// Writes the tournament with the results anew when either has changed: an organiser who has paired the next round finds it there too.
    async fn copy_tournament(&mut self, hub: &Arc<Hub>) -> Result<(), FolderError> {
        let (Some(path), true) = (self.tournament.clone(), self.read) else { return Ok(()) };
        let of = path.clone();
        let unread = move |source| FolderError::Tournament { path: of.clone(), source };
        let changed = {
            let (path, unread) = (path.clone(), unread.clone());
            blocking(move || fs::metadata(&path).and_then(|file| file.modified()).map_err(unread)).await?
        };
        let version = hub.tables().results().version();
        if self.copied == Some((changed, version)) {
            return Ok(());
        }
        let (dir, rows) = (self.dir.clone(), hub.tables().results().all());
        blocking(move || {
            let mut text = String::new();
            let file = File::open(&path).map_err(&unread)?;
            file.take(TOURNAMENT_MAX_BYTES).read_to_string(&mut text).map_err(&unread)?;
            let Some(text) = with_results(&text, &rows) else { return Ok(()) };
            put(&dir, &Job { name: MACMAHON.into(), text: text.into(), version, forced: true })
        })
        .await?;
        self.copied = Some((changed, version));
        Ok(())
    }

    /// What is newer than its file.
    fn jobs(&self, hub: &Hub) -> Vec<Job> {
        let now = crate::now::stamp().mono;
        let tables = hub.tables();
        let mut jobs = Vec::new();
        for id in tables.names() {
            let live = tables.public(&id, "sgf", now).map(|shown| (PathBuf::from(format!("{id}.sgf")), shown, false));
            let ended = tables.finished(&id, now).map(|(game, shown)| (Path::new(ENDED).join(format!("{game}.sgf")), shown, true));
            // The game's own file first: who sees the last move of a table finds it there.
            for (name, shown, forced) in ended.into_iter().chain(live) {
                jobs.push(Job { name, text: shown.text, version: shown.version, forced });
            }
        }
        if self.read {
            let (results, version) = (tables.results(), tables.results().version());
            jobs.push(Job { name: CSV.into(), text: results.csv().into(), version, forced: true });
            jobs.push(Job { name: XML.into(), text: results.opengotha().into(), version, forced: true });
        }
        jobs.retain(|job| self.written.get(&job.name) != Some(&job.version));
        jobs
    }
}

/// Work with files, beside the tables' own threads: a disk may take its time.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, FolderError> + Send + 'static) -> Result<T, FolderError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(outcome) => outcome,
        Err(ended) => Err(FolderError::Other { path: PathBuf::new(), source: io::Error::other(ended) }),
    }
}

/// The results that the folder has from before, after a look whether there is one at all.
fn read_results(dir: &Path) -> Result<Vec<Row>, FolderError> {
    match fs::metadata(dir) {
        Ok(metadata) if metadata.is_dir() => {}
        Ok(_) => return Err(FolderError::NoFolder(dir.to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(FolderError::Missing(dir.to_owned())),
        Err(error) => return Err(FolderError::of(dir, error)),
    }
    let path = dir.join(CSV);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(FolderError::of(&path, error)),
    };
    let mut text = String::new();
    match file.take(RESULTS_MAX_BYTES + 1).read_to_string(&mut text) {
        Ok(_) if text.len() as u64 > RESULTS_MAX_BYTES => Err(FolderError::Foreign(path)),
        Ok(_) => read_csv(&text).ok_or(FolderError::Foreign(path)),
        Err(error) if error.kind() == ErrorKind::InvalidData => Err(FolderError::Foreign(path)),
        Err(error) => Err(FolderError::of(&path, error)),
    }
}

/// Puts a file into its place, whole. One that is there and the same stays: after a start nobody is woken for nothing.
fn put(dir: &Path, job: &Job) -> Result<(), FolderError> {
    let path = dir.join(&job.name);
    if fs::read(&path).is_ok_and(|there| there == job.text.as_bytes()) {
        return Ok(());
    }
    if !dir.is_dir() {
        return Err(FolderError::Missing(dir.to_owned()));
    }
    if let Some(parent) = path.parent().filter(|parent| *parent != dir && !parent.is_dir()) {
        let made = fs::DirBuilder::new().mode(OPEN).create(parent).and_then(|()| fs::set_permissions(parent, Permissions::from_mode(OPEN)));
        made.map_err(|error| FolderError::of(parent, error))?;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // No other process has this name, and no program that watches takes it for a game.
    let hidden = path.with_file_name(format!(".{name}.kifud-{}", std::process::id()));
    let done = write_whole(&hidden, job).and_then(|()| fs::rename(&hidden, &path));
    done.map_err(|error| {
        // What was begun may have filled the disk; where it cannot be taken away either, the next try does.
        let _ = fs::remove_file(&hidden);
        FolderError::of(&path, error)
    })
}

fn write_whole(hidden: &Path, job: &Job) -> io::Result<()> {
    match fs::remove_file(hidden) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    // A new one, so that nobody's link is followed.
    let mut file = File::options().write(true).create_new(true).open(hidden)?;
    file.set_permissions(Permissions::from_mode(READABLE))?;
    file.write_all(job.text.as_bytes())?;
    if job.forced {
        file.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;

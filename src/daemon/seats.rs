//! The tables' loops: each in a task of its own, begun again when it panics, so that one game's fault stops no other table.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use anyhow::anyhow;
use tokio::task::{Id, JoinError, JoinSet};

use crate::table::Beat;
use crate::time::Mono;

use super::starts::{Ended, STARTS_MAX, Starts};

/// A table that panicked is begun again after this: not in a whirl, and before a person has crossed the hall.
const AGAIN: Duration = Duration::from_secs(1);

/// After a panic a table has come up when it has run for so long.
const STEADY_MS: u64 = 30_000;

/// A table's loop that has not run for so long hangs: the watchdog is not fed any more.
const HANGS_MS: u64 = 5_000;

/// A loop, until it is told to stop.
pub type Loop = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>>;

/// What makes a table's loop; true where it must not go on with the game it was in.
pub type MakeLoop = Box<dyn Fn(Beat, bool) -> anyhow::Result<Loop> + Send>;

/// The loops of all tables.
pub struct Seats {
    starts: Starts,
    seats: Vec<Seat>,
    tasks: JoinSet<anyhow::Result<()>>,
    again_after: Duration,
}

impl std::fmt::Debug for Seats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.seats.iter().map(|seat| &seat.table)).finish()
    }
}

struct Seat {
    table: String,
    make: MakeLoop,
    beat: Beat,
    task: Option<Id>,
    began: Mono,
    /// It has run in this process before.
    again: bool,
    mark: Mark,
}

/// When the mark of a table's start goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// At the first beat, told by the loop itself.
    AtFirstBeat,
    /// After a panic: when the loop has run for [`STEADY_MS`].
    WhenSteady,
    /// It has gone.
    Gone,
}

impl Seats {
    /// No table yet.
    pub fn new(starts: Starts) -> Seats {
        Seats { starts, seats: Vec::new(), tasks: JoinSet::new(), again_after: AGAIN }
    }

    /// How many tables there are.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Begins a table.
    ///
    /// # Errors
    /// What making its loop says.
    pub fn seat(&mut self, table: &str, make: MakeLoop, now: Mono) -> anyhow::Result<()> {
        let (table, mark) = (table.to_owned(), Mark::AtFirstBeat);
        let seat = Seat { table, make, beat: Beat::default(), task: None, began: now, again: false, mark };
        self.seats.push(seat);
        self.begin(self.seats.len() - 1, Duration::ZERO, now)
    }

    fn begin(&mut self, index: usize, after: Duration, now: Mono) -> anyhow::Result<()> {
        let seat = &mut self.seats[index];
        let (failed, ended) = self.starts.begin(&seat.table);
        let aside = failed >= STARTS_MAX;
        if aside {
            tracing::error!(table = %seat.table, starts = failed, "its starts came to nothing: the game it was in is set aside");
        }
        // Said by the loop itself and at once: a process that is killed a moment later is no start that came to nothing.
        let (starts, table) = (self.starts.clone(), seat.table.clone());
        (seat.mark, seat.beat) = match ended {
            Ended::Panicked => (Mark::WhenSteady, Beat::default()),
            Ended::Gone => (Mark::AtFirstBeat, Beat::telling(move || starts.up(&table))),
        };
        seat.began = now;
        let running = (seat.make)(seat.beat.clone(), aside)?;
        let task = self.tasks.spawn(async move {
            tokio::time::sleep(after).await;
            running.await
        });
        seat.task = Some(task.id());
        Ok(())
    }

    /// Waits until a table ends: one that panicked is begun again, one that says why it cannot run ends the daemon.
    ///
    /// # Errors
    /// What a table ended with.
    pub async fn ended(&mut self, now: impl Fn() -> Mono) -> anyhow::Result<()> {
        let Some(ended) = self.tasks.join_next().await else { return std::future::pending().await };
        match ended {
            Ok(said) => said,
            Err(error) => self.again(&error, now()),
        }
    }

    fn again(&mut self, error: &JoinError, now: Mono) -> anyhow::Result<()> {
        let index = self.seats.iter().position(|seat| seat.task == Some(error.id()));
        let index = index.ok_or_else(|| anyhow!("a task that is no table's has ended: {error}"))?;
        let table = &self.seats[index].table;
        tracing::error!(%table, %error, "a fault in kifud has stopped this table: it begins again from the journal; please report it");
        self.starts.panicked(table);
        self.seats[index].again = true;
        self.begin(index, self.again_after, now)
    }

    /// True when every table's loop runs. Tables that have come up lose the mark of their start.
    pub fn all_run(&mut self, now: Mono) -> bool {
        for seat in &mut self.seats {
            let runs = seat.beat.last() > Mono::ZERO;
            if runs && seat.mark == Mark::WhenSteady && now.since_ms(seat.began) >= STEADY_MS {
                self.starts.up(&seat.table);
                seat.mark = Mark::Gone;
            }
        }
        self.seats.iter().all(|seat| now.since_ms(seat.beat.last().max(seat.began)) < HANGS_MS)
            && self.seats.iter().all(|seat| seat.again || seat.beat.last() > Mono::ZERO)
    }

    /// Waits for all of them, once they have been told to stop.
    ///
    /// # Errors
    /// What a table ended with.
    pub async fn stopped(&mut self) -> anyhow::Result<()> {
        while let Some(ended) = self.tasks.join_next().await {
            ended.map_err(|error| anyhow!("a table's loop has panicked: {error}"))??;
        }
        // A clean end is no start that came to nothing.
        for seat in &self.seats {
            self.starts.up(&seat.table);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// A loop that beats and then panics where its game is gone on with; it runs until the end where the game is set aside.
    fn poisoned(starts: Arc<AtomicU32>) -> MakeLoop {
        Box::new(move |beat, aside| {
            let starts = Arc::clone(&starts);
            Ok(Box::pin(async move {
                starts.fetch_add(1, Ordering::Relaxed);
                beat.beat(Mono::from_millis(1));
                assert!(aside, "a record that nobody can read");
                Ok(())
            }))
        })
    }

    /// A table whose game makes it panic stopped all other tables, and systemd began them all again without end.
    #[tokio::test]
    async fn a_game_that_makes_its_table_panic_is_set_aside_at_the_fourth_start_and_no_other_table_is_stopped() {
        let dir = tempfile::tempdir().unwrap();
        let mut seats = Seats { again_after: Duration::ZERO, ..Seats::new(Starts::new(dir.path())) };
        let now = || Mono::from_millis(10);
        let (poison, well) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
        let running = Arc::clone(&well);
        let runs: MakeLoop = Box::new(move |beat, aside| {
            assert!(!aside);
            running.fetch_add(1, Ordering::Relaxed);
            beat.beat(Mono::from_millis(1));
            Ok(Box::pin(std::future::pending()))
        });
        seats.seat("well", runs, now()).unwrap();
        seats.seat("poisoned", poisoned(Arc::clone(&poison)), now()).unwrap();
        for panics in 1..=STARTS_MAX {
            seats.ended(now).await.expect("begun again");
            assert_eq!(poison.load(Ordering::Relaxed), panics);
            assert!(seats.all_run(now()), "the watchdog is fed while it waits to begin again");
        }
        seats.ended(now).await.expect("the fourth start runs, and ends by itself here");
        assert_eq!((poison.load(Ordering::Relaxed), well.load(Ordering::Relaxed)), (STARTS_MAX + 1, 1));
    }

    #[tokio::test]
    async fn a_table_that_ran_well_for_long_before_it_panicked_goes_on_with_its_game() {
        let dir = tempfile::tempdir().unwrap();
        let mut seats = Seats { again_after: Duration::ZERO, ..Seats::new(Starts::new(dir.path())) };
        let begun = Arc::new(AtomicU32::new(0));
        seats.seat("t1", poisoned(Arc::clone(&begun)), Mono::from_millis(0)).unwrap();
        for round in 1..=6 {
            let now = Mono::from_millis(u64::from(round) * STEADY_MS * 2);
            seats.ended(|| now).await.expect("begun again");
            while begun.load(Ordering::Relaxed) <= round {
                tokio::task::yield_now().await;
            }
            seats.all_run(now.plus_ms(STEADY_MS));
        }
        assert_eq!(Starts::new(dir.path()).begin("t1").0, 0, "never near being set aside");
    }
}

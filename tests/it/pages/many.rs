//! A page with sixty-four running tables is light: what it costs is read from the kernel, so that others on the machine do not count.

use std::collections::BTreeSet;
use std::fs;

use kifud::display::Version;
use kifud::now;

use crate::browser::Browser;
use crate::display::{LOOPBACK, TOKEN, broker, display, open};
use crate::stage::{Table, clock, game};

/// Clock documents of a running table come so often (CONTRACT 4.2).
const CLOCK_MS: u64 = 2_000;
/// A move comes with about every tenth of them: one in twenty seconds, from each of the tables.
const CLOCKS_A_MOVE: u64 = 10;
/// The kernel counts in these (USER_HZ), on every machine of today.
const TICKS_A_SECOND: f64 = 100.0;
/// Seconds before anything is measured: scripts are compiled, fonts loaded.
const WARM_S: u64 = 6;

/// CPU time so far of the processes that draw pages, and of the whole browser, in ms, by the kernel.
fn cpu_ms(browser: i32) -> (f64, f64) {
    let mut family = BTreeSet::from([browser]);
    let stats: Vec<(i32, i32, u64)> =
        fs::read_dir("/proc").expect("the kernel tells").filter_map(|entry| stat(&entry.ok()?.path())).collect();
    // Children of children too, in whatever order they are told.
    while let Some((pid, ..)) = stats.iter().find(|(pid, parent, _)| family.contains(parent) && !family.contains(pid)) {
        family.insert(*pid);
    }
    let of = |wanted: &dyn Fn(i32) -> bool| {
        let mine = stats.iter().filter(|(pid, ..)| family.contains(pid) && wanted(*pid));
        mine.map(|(.., used)| *used as f64).sum::<f64>() * 1_000.0 / TICKS_A_SECOND
    };
    let draws =
        |pid: i32| fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains("--type=renderer"));
    (of(&draws), of(&|_| true))
}

/// Process, parent, and ticks used.
fn stat(path: &std::path::Path) -> Option<(i32, i32, u64)> {
    let pid = path.file_name()?.to_str()?.parse().ok()?;
    let text = fs::read_to_string(path.join("stat")).ok()?;
    // The name may hold anything; what follows its bracket is plain.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    Some((pid, fields.get(1)?.parse().ok()?, fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?))
}

/// The shares of one core that the page's process and the whole browser took over this many seconds, with 64 tables whose clocks run.
async fn shares(token: bool, seconds: u64) -> Option<(f64, f64)> {
    let browser = Browser::start(1920, 1080).await?;
    let broker = broker(LOOPBACK).await;
    let display = display(broker.address(), Version::V5).await;
    let mut tables = Vec::new();
    for n in 1..=64 {
        let mut table = Table::connect(broker.address(), &*format!("t{n}").leak()).await;
        table.burst(30).await;
        tables.push(table);
    }
    open(&browser, &display, "").await;
    if token {
        browser.eval(&format!("sessionStorage.setItem('kifud.token', '{TOKEN}')")).await;
        open(&browser, &display, "").await;
    }
    browser.until("document.querySelectorAll('.card').length", 64).await;
    let pid = browser.pid().expect("the browser's process");
    let started = now::stamp().mono;
    let (mut before, mut round) = (None, 0_u64);
    loop {
        let passed = now::stamp().mono.since_ms(started);
        if passed >= WARM_S * 1_000 && before.is_none() {
            before = Some((cpu_ms(pid), passed));
        }
        if let Some(((page, all), from)) = before
            && passed >= from + seconds * 1_000
        {
            let ((page_now, all_now), over) = (cpu_ms(pid), (passed - from) as f64);
            assert_eq!(browser.console().await, [""; 0]);
            display.stop().await;
            broker.stop().await;
            return Some(((page_now - page) / over, (all_now - all) / over));
        }
        // An eighth of the tables at a time: no two tables say their time at the same moment.
        for (n, table) in tables.iter_mut().enumerate().filter(|(n, _)| *n as u64 % 8 == round % 8) {
            if (round / 8 + n as u64).is_multiple_of(CLOCKS_A_MOVE) {
                table.send("game", &game(30 + (round / 8 % 20) as usize)).await;
            }
            table.send("clock", &clock("white", 5_400_000, 300_000 - passed)).await;
        }
        round += 1;
        let next = round * CLOCK_MS / 8;
        let wait = next.saturating_sub(now::stamp().mono.since_ms(started)).max(1);
        // The pace of the tables; nothing is waited for.
        tokio::time::sleep(std::time::Duration::from_millis(wait)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_with_sixty_four_running_tables_stays_under_a_tenth_of_one_core() {
    let Some((page, all)) = shares(false, 6).await else { return };
    crate::skip::say(&format!("64 running tables: the page {:.1} % of one core, the whole browser {:.1} %", page * 100.0, all * 100.0));
    assert!(page < 0.1, "the page takes {:.1} % of one core", page * 100.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures; proves nothing"]
async fn figures() {
    for (who, token) in [("for everybody", false), ("for a referee", true)] {
        let Some((page, all)) = shares(token, 30).await else { return };
        crate::skip::say(&format!(
            "the hall with 64 running tables, {who}: the page {:.1} % of one core, the whole browser {:.1} %",
            page * 100.0,
            all * 100.0
        ));
    }
}

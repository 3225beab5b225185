//! Everything that was seen, packed for whoever is asked for help: one JSON file, without names, users, passwords, addresses of brokers or
//! anything else of the configuration that is not about the devices.

use serde_json::{Value, json};

use super::exam::{Exam, PortIs};
use super::finding::findings;
use super::history::PointIs;
use super::probe::Diagnosis;
use super::show::report;
use crate::config::{Broker, Config, Table};
use crate::form::Instant;
use crate::time::Wall;

/// Raw bytes that are packed at most, the last ones.
const RAW_MAX: usize = 2_048;

/// What is packed.
#[derive(Debug, Clone, Copy)]
pub struct Bundle<'a> {
    /// When.
    pub as_of: Wall,
    /// The devices.
    pub exams: &'a [Exam],
    /// What was tried to recognise a device.
    pub diagnosis: Option<&'a Diagnosis>,
    /// The configuration that named them.
    pub config: Option<&'a Config>,
}

/// The bundle as JSON.
pub fn bundle(bundle: &Bundle<'_>) -> String {
    let devices: Vec<Value> = bundle.exams.iter().map(device).collect();
    let tables: Vec<Value> = bundle.config.iter().flat_map(|config| &config.tables).map(table).collect();
    let value = json!({
        "kifud": env!("CARGO_PKG_VERSION"),
        "kernel": first_line("/proc/sys/kernel/osrelease"),
        "machine": std::env::consts::ARCH,
        "as_of": Instant(bundle.as_of),
        "ports": ports(),
        "broker": bundle.config.map(|config| match config.mqtt.broker {
            Broker::Embedded => "embedded",
            Broker::Remote(_) => "another",
        }),
        "tables": tables,
        "tried": bundle.diagnosis.map(|diagnosis| json!({ "tries": diagnosis.tried, "raw": hex(&diagnosis.raw) })),
        "devices": devices,
    });
    format!("{value:#}\n")
}

fn device(exam: &Exam) -> Value {
    let counts = exam.counts();
    let points = |kind| -> Vec<String> { exam.points_that_are(kind).iter().map(|point| point.vertex(exam.size()).to_string()).collect() };
    let found: Vec<Value> =
        findings(exam).iter().map(|found| json!({ "wrong": found.wrong, "what": found.what, "do": found.what_to_do })).collect();
    let is_board = exam.board_driver().is_some();
    json!({
        "device": exam.subject,
        "port": exam.spec.address,
        "baud": exam.spec.baud,
        "driver": exam.driver(),
        "open": *exam.port_is() == PortIs::Open,
        "opened": exam.opened,
        "greeting": exam.heard.greeting,
        "looked_ms": exam.looked_ms(),
        "bytes": exam.bytes,
        "frames": counts.frames,
        "bad_frames": counts.bad_frames,
        "stray_bytes": counts.stray_bytes,
        "unknown_frames": counts.unknown_frames,
        "lost_frames": counts.lost_frames,
        "gaps": exam.heard.gaps,
        "restarts": exam.heard.restarts,
        "size": is_board.then(|| exam.size().width()),
        "dead": is_board.then(|| points(PointIs::Dead)),
        "flickering": is_board.then(|| points(PointIs::Flickering)),
        "noisy": is_board.then(|| points(PointIs::Noisy)),
        "findings": found,
        "report": report(exam).lines().collect::<Vec<_>>(),
        "raw": hex(&exam.raw()),
    })
}

/// A table's devices as configured; who plays there is nobody's business.
fn table(table: &Table) -> Value {
    let board = &table.board;
    let ignore: Vec<String> = board.ignore.iter().map(|point| point.vertex(board.size).to_string()).collect();
    json!({
        "id": table.id,
        "board": {
            "driver": board.driver.name(), "port": board.port.to_string(), "baud": board.baud, "size": board.size.width(),
            "mirrored": board.mirrored, "rotation": u16::from(board.quarter_turns) * 90, "ignore": ignore,
            "poll_ms": board.poll_ms, "settle_ms": board.settle_ms, "patience_ms": board.patience_ms,
        },
        "clock": table.clock.as_ref().map(|clock| json!({
            "driver": clock.driver.name(), "port": clock.port.to_string(), "baud": clock.baud, "latency_ms": clock.latency_ms,
        })),
    })
}

/// The serial ports of this machine, and where their names lead.
fn ports() -> Vec<String> {
    let mut found = Vec::new();
    for (folder, begins) in [("/dev/serial/by-id", ""), ("/dev/kifud", ""), ("/dev", "ttyUSB"), ("/dev", "ttyACM"), ("/dev", "rfcomm")] {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(begins)) {
            let target = std::fs::read_link(entry.path()).map_or_else(|_| String::new(), |target| format!(" -> {}", target.display()));
            found.push(format!("{}{target}", entry.path().display()));
        }
    }
    found.sort();
    found
}

fn first_line(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default().lines().next().unwrap_or_default().to_owned()
}

fn hex(bytes: &[u8]) -> String {
    let last = &bytes[bytes.len().saturating_sub(RAW_MAX)..];
    last.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

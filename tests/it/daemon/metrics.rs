//! The figures for Prometheus, read from a running daemon as a scraper reads them.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

use kifud::go::Color;

use super::hall::{Hall, Keys, at, eventually, kifud, stderr, turn};

/// A free port of this machine.
fn free() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address")
}

/// Head and body.
fn get(address: SocketAddr, path: &str) -> Option<(String, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.to_owned(), body.to_owned()))
}

/// The samples of Prometheus' text, by name and labels; panics where a line is none of it, where a family has no type, or where a sample comes
/// twice.
fn samples(text: &str) -> BTreeMap<String, f64> {
    let (mut types, mut samples) = (BTreeMap::new(), BTreeMap::new());
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').expect("a name and its type");
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
            types.insert(name.to_owned(), kind.to_owned());
            continue;
        }
        if line.starts_with("# ") {
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("no sample: {line}"));
        let value: f64 = value.parse().unwrap_or_else(|_| panic!("no number: {line}"));
        let name = series.split('{').next().unwrap_or_default();
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{line}");
        let family =
            ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).filter(|family| types.contains_key(*family));
        assert!(types.contains_key(name) || family.is_some(), "a sample without a type: {line}");
        if let Some((_, labels)) = series.split_once('{') {
            let labels = labels.strip_suffix('}').unwrap_or_else(|| panic!("open braces: {line}"));
            for label in labels.split(',') {
                let (key, value) = label.split_once('=').expect("a label");
                assert!(!key.is_empty() && value.starts_with('"') && value.ends_with('"'), "{line}");
            }
        }
        assert!(samples.insert(series.to_owned(), value).is_none(), "twice: {line}");
    }
    samples
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prometheus_reads_every_figure_and_neither_names_nor_secrets() {
    let Some(hall) = Hall::open() else { return };
    let address = free();
    let table = "players = { black = { name = \"Ann Secret\" }, white = { name = \"Bo\" } }";
    let tail = format!("[metrics]\nlisten = \"{address}\"");
    let mut daemon = hall.daemon_with(Keys { table, tail: &tail, ..Keys::default() }).await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    // An older stone is gone: an alert.
    table.lift(&[at("E5")]).await.expect("lifted");
    let complete = || {
        let (head, body) = get(address, "/metrics")?;
        let found = samples(&body);
        let open = found.get("kifud_open_alerts{table=\"t1\",severity=\"attention\"}")?
            + found.get("kifud_open_alerts{table=\"t1\",severity=\"ruling\"}")?;
        (open >= 1.0 && *found.get("kifud_moves{table=\"t1\"}")? >= 2.0).then_some((head, body, found))
    };
    let (head, body, found) = eventually(complete).await.expect("the alert in the figures");
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("text/plain; version=0.0.4"), "{head}");
    let value = |series: &str| *found.get(series).unwrap_or_else(|| panic!("{series} is not in\n{body}"));
    assert_eq!(value("kifud_status{table=\"t1\",state=\"ready\"}"), 1.0);
    assert_eq!(value("kifud_status{table=\"t1\",state=\"degraded\"}"), 0.0);
    assert_eq!(value("kifud_moves{table=\"t1\"}"), 2.0);
    assert!(value("kifud_events_total{table=\"t1\"}") >= 5.0);
    assert!(value("kifud_last_frame_age_seconds{table=\"t1\",device=\"board\"}") < 60.0);
    assert_eq!(value("kifud_bad_frames_total{table=\"t1\",device=\"clock\"}"), 0.0);
    assert_eq!(value("kifud_reopenings_total{table=\"t1\",device=\"broker\"}"), 0.0);
    assert!(value("kifud_last_sync_seconds{table=\"t1\"}") > 0.0);
    assert!(value("kifud_outbox_events{table=\"t1\"}") >= 0.0);
    assert_eq!(value("kifud_publish_delay_seconds_count{table=\"t1\"}"), 2.0);
    assert_eq!(value("kifud_publish_delay_seconds_bucket{table=\"t1\",le=\"+Inf\"}"), 2.0);
    assert!(value("process_resident_memory_bytes") > 1e6 && value("process_cpu_seconds_total") > 0.0);
    assert!(!body.contains("Secret") && !body.contains("Ann"), "{body}");
    assert!(get(address, "/").is_some_and(|(head, _)| head.starts_with("HTTP/1.1 404")));
    assert_eq!(daemon.terminate().await, 0);
    assert!(get(address, "/metrics").is_none(), "gone with the daemon");
}

#[test]
fn figures_are_not_for_the_network_unless_it_is_said() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("kifud.toml");
    let check = |insecure: &str| {
        let text = format!("[metrics]\nlisten = \"0.0.0.0:9100\"\n{insecure}\n[[table]]\nid = \"t1\"\n[table.board]\nport = \"/dev/b\"\n");
        std::fs::write(&file, text).expect("written");
        kifud(&["check", "--config", &file.display().to_string()])
    };
    let refused = check("");
    assert_eq!(refused.status.code(), Some(2));
    let words = format!("{}{}", stderr(&refused), super::hall::stdout(&refused));
    assert!(words.contains("metrics.listen") && words.contains("insecure = true"), "{words}");
    let good = check("insecure = true");
    assert!(good.status.success() && super::hall::stdout(&good).contains("figures for Prometheus on http://0.0.0.0:9100/metrics"));
}

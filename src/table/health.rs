//! The `health` document and the table's status: what is wrong and what to do.

use bytes::Bytes;

use crate::config;
use crate::form::{BoardHealth, BrokerHealth, ClockHealth, DiskHealth, EngineHealth, HealthForm, Instant, fit};
use crate::journal::JournalHealth;
use crate::serial::PortFault;
use crate::time::Stamp;

use super::desk::{Desk, Device};
use super::documents::Document;
use super::presence::Presence;
use super::setup;

/// What is known of a port beside what the desk knows.
#[derive(Debug, Clone, Default)]
pub(super) struct PortState {
    pub(super) fault: Option<PortFault>,
    pub(super) reopened: u64,
}

/// What is known of the connection to the broker.
#[derive(Debug, Clone, Default)]
pub(super) struct BrokerState {
    pub(super) connected: bool,
    pub(super) reopened: u64,
    pub(super) what_to_do: Option<String>,
    pub(super) too_large: Vec<String>,
}

/// Everything that the health document is made of.
pub(super) struct Condition<'a> {
    pub(super) table: &'a config::Table,
    pub(super) desk: &'a Desk,
    pub(super) board: &'a PortState,
    pub(super) clock: &'a PortState,
    pub(super) broker: &'a BrokerState,
    pub(super) journal: &'a JournalHealth,
    pub(super) engine: Option<EngineHealth>,
}

const RESTARTED: &str = "the clock has restarted: compare what it shows with the clock document, look at its battery and cable, and take \
                         over with adopt-clock what is right";

const UNANSWERED: &str = "the clock has not answered what it was told: set it by hand to what the clock document says, then adopt-clock";

impl Condition<'_> {
    /// "ready" when the board, the clock and the disk do what they should.
    pub(super) fn status(&self) -> &'static str {
        let board = self.desk.presence(Device::Board);
        let clock = !setup::has_clock(self.table) || self.desk.presence(Device::Clock).speaking;
        if board.speaking && !board.wrong_size && clock && self.journal.fault.is_none() { "ready" } else { "degraded" }
    }

    /// The document.
    pub(super) fn document(&self, now: Stamp) -> Option<Document> {
        let board = self.desk.presence(Device::Board);
        let counts = self.desk.counts(Device::Board);
        let form = HealthForm {
            board: BoardHealth {
                present: board.speaking,
                port: self.table.board.port.to_string(),
                last_frame_age_ms: board.last_frame.map(|last| now.mono.since_ms(last)),
                bad_frames: counts.bad_frames,
                garbled: board.garbled() && !board.wrong_size,
                reopened: self.board.reopened,
                noisy: Vec::new(),
                dead: self.dead(),
                what_to_do: self.device(Device::Board, board, self.board),
                hint: self.desk.game().orientation_hint(),
            },
            clock: self.clock_health(now),
            broker: BrokerHealth {
                present: self.broker.connected,
                reopened: self.broker.reopened,
                too_large: self.broker.too_large.clone(),
                what_to_do: self.broker.what_to_do.clone(),
            },
            disk: DiskHealth {
                last_sync_ms: Some(self.journal.last_sync_ms),
                behind: self.journal.behind,
                fault: self.journal.fault.clone(),
                what_to_do: self.journal.fault.as_ref().map(|_| {
                    "make room on the disk, or look after it: play goes on, and everything is written when it works again".to_owned()
                }),
            },
            engine: self.engine.clone(),
            outbox: self.journal.behind,
            time_synced: time_synced(),
            ..HealthForm::new(Instant(now.wall))
        };
        Some(("health".to_owned(), Some(Bytes::from(fit(&form).ok()?))))
    }

    /// Points that are ignored and points that cannot be read now, each once.
    fn dead(&self) -> Vec<String> {
        let (ignored, unreadable) = (&self.table.board.ignore, self.desk.unreadable());
        let points = ignored.iter().chain(unreadable.iter().filter(|point| !ignored.contains(point)));
        points.map(|point| point.vertex(self.table.board.size).to_string()).collect()
    }

    fn clock_health(&self, now: Stamp) -> Option<ClockHealth> {
        let port = &self.table.clock.as_ref().filter(|_| setup::has_clock(self.table))?.port;
        let clock = self.desk.presence(Device::Clock);
        Some(ClockHealth {
            present: clock.speaking,
            port: port.to_string(),
            last_frame_age_ms: clock.last_frame.map(|last| now.mono.since_ms(last)),
            bad_frames: self.desk.counts(Device::Clock).bad_frames,
            garbled: clock.garbled(),
            reopened: self.clock.reopened,
            lever_inverted: self.desk.lever_inverted(),
            restarts: clock.restarts,
            what_to_do: self.device(Device::Clock, clock, self.clock),
            hint: (clock.restarts > 0).then(|| RESTARTED.to_owned()),
        })
    }

    fn device(&self, device: Device, presence: Presence, port: &PortState) -> Option<String> {
        let name = if device == Device::Board { "board" } else { "clock" };
        if presence.wrong_size {
            return Some("the board has another size than the configuration says: set size, or connect the other board".to_owned());
        }
        if presence.speaking {
            if let Some(turned) = self.desk.game().board_turned().filter(|_| device == Device::Board) {
                return Some(turned);
            }
            if presence.unanswered {
                return Some(UNANSWERED.to_owned());
            }
            let unreadable = self.desk.unreadable().iter().any(|point| !self.table.board.ignore.contains(point));
            return (device == Device::Board && unreadable).then(|| {
                "some points cannot be read: if the board was switched on with stones on it, take them off and switch it on again; else look \
                 at its cables, or name dead points in ignore"
                    .to_owned()
            });
        }
        if let Some(fault) = &port.fault {
            return Some(fault.to_string());
        }
        if !presence.open {
            return Some(format!("the {name}'s port has not been opened yet"));
        }
        if presence.disconnected {
            return Some("no clock is connected to the box on the clock's port: put the cable between them in".to_owned());
        }
        let counts = self.desk.counts(device);
        Some(if presence.garbled() || (counts.bad_frames + counts.stray_bytes > 0 && counts.frames == 0) {
            format!(
                "bytes come from the {name} but none are understood: set baud and driver as the device wants them, or connect the device \
                 that they are for"
            )
        } else {
            format!("the {name} says nothing: look whether it is switched on, and at driver and baud")
        })
    }
}

/// systemd-timesyncd leaves this file when the calendar was set from the network; unknown where it is not used.
fn time_synced() -> Option<bool> {
    let timesyncd = std::path::Path::new("/run/systemd/timesync");
    timesyncd.exists().then(|| timesyncd.join("synchronized").exists())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, MatchInfo};
    use crate::go::{Color, Point};
    use crate::table::desk::{GARBLED_MS, PortNews};
    use crate::time::{Mono, Wall};
    use crate::wire::Cell;
    use crate::wire::matrix::VirtualMatrix;

    const CONFIG: &str = "[[table]]\nid = \"t1\"\ntime_authority = \"daemon\"\n[table.board]\ndriver = \"matrix\"\nport = \"/dev/b\"\n\
                          size = 9\nrotation = 180\nignore = [\"E5\"]\n";

    fn table() -> config::Table {
        let config = config::parse(std::path::Path::new("kifud.toml"), CONFIG, "host").expect("a good configuration");
        config.tables.into_iter().next().expect("one table")
    }

    fn stamp(ms: u64) -> Stamp {
        Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(1_796_000_000_000))
    }

    fn health(table: &config::Table, desk: &Desk, now: u64) -> (serde_json::Value, &'static str) {
        let (port, broker, journal) = (PortState::default(), BrokerState::default(), JournalHealth::default());
        let condition = Condition { table, desk, board: &port, clock: &port, broker: &broker, journal: &journal, engine: None };
        let (_, payload) = condition.document(stamp(now)).expect("it fits");
        (serde_json::from_slice(&payload.expect("a document")).expect("JSON"), condition.status())
    }

    fn desk(table: &config::Table) -> Desk {
        let game = Game::new(setup::settings(table, &MatchInfo::default()), "test", stamp(0));
        let mut desk = Desk::new(setup::board(table), None, setup::filter(table), game);
        desk.port(stamp(0), Device::Board, &PortNews::Opened, &mut Vec::new());
        desk
    }

    #[test]
    fn l2_a_wrong_baud_is_said_with_what_to_do() {
        let table = table();
        let mut desk = desk(&table);
        assert_eq!(health(&table, &desk, 1).0["board"]["garbled"], serde_json::Value::Null);
        for now in [100, 100 + GARBLED_MS] {
            desk.port(stamp(now), Device::Board, &PortNews::Bytes(vec![0xE0; 30]), &mut Vec::new());
        }
        let (health, status) = health(&table, &desk, 5_000);
        assert_eq!((&health["board"]["garbled"], status), (&serde_json::json!(true), "degraded"));
        assert!(health["board"]["what_to_do"].as_str().is_some_and(|text| text.contains("baud") && text.contains("driver")), "{health}");
    }

    /// C9, and a clock that does not do what it is told: it is said to the operator with what to do, and to nobody at the board.
    #[test]
    fn c9_a_clock_that_restarts_or_does_not_answer_is_said_with_what_to_do() {
        use crate::wire::kifud::{ClockSetting, VirtualClock};
        let timed = CONFIG.replace("[table.board]", "time = { system = \"absolute\", main = \"60s\" }\n[table.board]");
        let text = format!("{timed}[table.clock]\nport = \"/dev/c\"\n");
        let config = config::parse(std::path::Path::new("kifud.toml"), &text, "host").expect("a good configuration");
        let table = config.tables.into_iter().next().expect("one table");
        let game = Game::new(setup::settings(&table, &MatchInfo::default()), "test", stamp(0));
        let mut desk = Desk::new(setup::board(&table), setup::clock(&table), setup::filter(&table), game);
        let mut clock = VirtualClock::new(ClockSetting { main_ms: 30_000, periods: 0, period_ms: 0 }, 1);
        desk.port(stamp(0), Device::Clock, &PortNews::Opened, &mut Vec::new());
        let mut on = |desk: &mut Desk, now: u64, boot_id: u32| {
            let mut out = Vec::new();
            clock.switched_on(Mono::from_millis(now), boot_id, &mut out);
            desk.port(stamp(now), Device::Clock, &PortNews::Bytes(out), &mut Vec::new());
        };
        on(&mut desk, 100, 1);
        let well = health(&table, &desk, 200).0["clock"].clone();
        assert_eq!(
            (&well["present"], &well["restarts"], &well["hint"]),
            (&serde_json::json!(true), &serde_json::Value::Null, &serde_json::Value::Null)
        );
        on(&mut desk, 5_000, 2);
        let again = health(&table, &desk, 5_100).0["clock"].clone();
        assert_eq!(again["restarts"], 1, "{again}");
        assert!(again["hint"].as_str().is_some_and(|hint| hint.contains("adopt-clock")), "{again}");
        assert_eq!(again["what_to_do"], serde_json::Value::Null);
        // kifud keeps the time: the clock is told what to show, and says nothing to it.
        let start = crate::game::Verb::StartGame(Box::default());
        let request = crate::game::Request { transaction: "t".to_owned(), by: None, expect_game: None, expect_rev: None, verb: start };
        desk.request(stamp(5_200), request, &mut Vec::new());
        for now in (5_200..=7_400).step_by(100) {
            desk.advance(stamp(now), &mut Vec::new());
        }
        let silent = health(&table, &desk, 7_400).0["clock"].clone();
        assert!(silent["what_to_do"].as_str().is_some_and(|text| text.contains("has not answered")), "{silent}");
        assert!(desk.game().book().alerts.is_empty());
    }

    #[test]
    fn f9_points_that_cannot_be_read_are_named_in_record_coordinates_with_what_to_do() {
        let table = table();
        let mut desk = desk(&table);
        let mut board = VirtualMatrix::new(table.board.size);
        board.set(&[(Point::new(4, 6), Cell::Stone(Color::White))]);
        let mut show = |now: u64, lie: bool| {
            let row = (0..8).map(|col| (Point::new(col, 0), Cell::Stone(Color::Black)));
            board.set(&row.map(|(point, cell)| (point, if lie { cell } else { Cell::Empty })).collect::<Vec<_>>());
            let mut out = Vec::new();
            board.switched_on(Mono::from_millis(now));
            board.tick(Mono::from_millis(now), &mut out);
            desk.port(stamp(now), Device::Board, &PortNews::Bytes(out), &mut Vec::new());
            health(&table, &desk, now).0["board"].clone()
        };
        let well = show(100, true);
        assert_eq!((&well["dead"], &well["what_to_do"]), (&serde_json::json!(["E5"]), &serde_json::Value::Null));
        let failed = show(240, false);
        assert_eq!(failed["dead"].as_array().map(Vec::len), Some(10), "the row at the bottom of the record, and E5: {failed}");
        assert!(failed["dead"].as_array().is_some_and(|dead| dead.contains(&serde_json::json!("A1"))));
        assert!(failed["what_to_do"].as_str().is_some_and(|text| text.contains("cannot be read")), "{failed}");
    }

    /// The board is configured to lie turned by a half, and its first stone says that it may lie straight.
    #[test]
    fn a_first_stone_in_the_lower_left_is_a_hint_for_the_operator_alone() {
        let table = table();
        let mut desk = desk(&table);
        let mut board = VirtualMatrix::new(table.board.size);
        let mut show = |now: u64, cell: Cell| {
            board.set(&[(Point::new(6, 2), cell)]);
            let mut out = Vec::new();
            board.switched_on(Mono::from_millis(now));
            board.tick(Mono::from_millis(now), &mut out);
            desk.port(stamp(now), Device::Board, &PortNews::Bytes(out), &mut Vec::new());
            desk.advance(stamp(now + 1_000), &mut Vec::new());
            health(&table, &desk, now + 1_000).0["board"].clone()
        };
        assert_eq!(show(100, Cell::Empty)["hint"], serde_json::Value::Null);
        let board = show(2_000, Cell::Stone(Color::Black));
        assert!(board["hint"].as_str().is_some_and(|hint| hint.contains("rotation = 0 in [table.board]")), "{board}");
        assert_eq!(board["what_to_do"], serde_json::Value::Null, "nothing has to be done");
        assert!(desk.game().book().alerts.is_empty());
    }
}

//! Whatever goes wrong around a table, nothing is lost, doubled or wrong: `kifud trial --faults` in small.

use kifud::cli::demo_game;
use kifud::go::Record;
use kifud::sim::HandsLevel;
use kifud::trial::faults::{Case, Kind, Row, Tried, play};
use kifud::trial::{Options, Setting, on_all_cores};
use kifud::wire::BoardDriver;

/// Moves that are played here: enough for every trouble to befall something.
const MOVES: usize = 16;

/// Games of each kind.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=2;

const SETTING: Setting = Setting { driver: BoardDriver::Kifud, hands: HandsLevel::Careful };

fn beginning(moves: usize) -> Record {
    let mut record = demo_game().record;
    record.moves.truncate(moves);
    record
}

fn told(tried: &Tried) -> String {
    format!("{:?} seed {}: {:?} {:?} {:?}", tried.kind, tried.seed, tried.broken, tried.difference, tried.open_turns)
}

#[test]
fn whatever_goes_wrong_nothing_is_lost_doubled_or_wrong() {
    let record = beginning(MOVES);
    let cases = |kind| SEEDS.map(move |seed| (kind, seed));
    let all: Vec<(Kind, u64)> = Kind::ALL.into_iter().flat_map(cases).collect();
    let mut rows: Vec<Row> = Kind::ALL.map(Row::new).to_vec();
    let play_one = |&(kind, seed): &(Kind, u64)| play(&Case { record: &record, setting: SETTING, kind, seed }, &Options::default(), false);
    on_all_cores(&all, play_one, |at, tried, seconds| {
        assert!(tried.broken.is_empty(), "{}", told(&tried));
        // Where a device is away the record may differ, and the table of `kifud trial --faults` says how often it is told.
        assert!(tried.is_exact() || !tried.kind.sees_all(), "{}", told(&tried));
        assert!(tried.troubles > 0 && tried.lasted_ms > 60_000, "{}", told(&tried));
        let row = rows.iter_mut().find(|row| row.kind == all[at].0).expect("a row for every kind");
        row.add(&tried, seconds);
    });
    assert!(rows.iter().all(|row| row.games == 2));
    let kills: usize = rows.iter().map(|row| row.kills).sum();
    assert!(kills >= 4, "{kills} processes were killed");
}

#[test]
fn the_same_seed_is_the_same_to_the_byte() {
    let record = beginning(10);
    for kind in [Kind::Everything, Kind::Killed, Kind::BrokerCuts] {
        let [once, again, other] =
            [3, 3, 4].map(|seed| play(&Case { record: &record, setting: SETTING, kind, seed }, &Options::default(), true));
        assert!(once.transcript.len() > 300, "{} lines are no transcript", once.transcript.len());
        let differs = once.transcript.iter().zip(&again.transcript).find(|(one, other)| one != other);
        assert_eq!(differs, None);
        assert_eq!(once, again);
        assert_ne!(once.transcript, other.transcript);
    }
}

/// A checker that cannot fail proves nothing: a board that is asked every four seconds cannot be followed, and that is seen.
#[test]
fn a_table_that_cannot_follow_is_seen_to_be_wrong() {
    let record = beginning(MOVES);
    let slow = Options { poll_ms: 4_000, settle_ms: 30, ..Options::default() };
    let setting = Setting { driver: BoardDriver::Igo, ..SETTING };
    let tried = play(&Case { record: &record, setting, kind: Kind::FollowerAway, seed: 1 }, &slow, false);
    assert!(!tried.is_exact(), "{}", told(&tried));
}

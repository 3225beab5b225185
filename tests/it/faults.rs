//! Whatever goes wrong around a table, nothing is lost, doubled or wrong: `kifud trial --faults` in small.

use kifud::cli::demo_game;
use kifud::go::Record;
use kifud::sim::HandsLevel;
use kifud::trial::faults::{Blow, Case, Course, Kind, Row, Tried, play};
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
    let play_one = |&(kind, seed): &(Kind, u64)| {
        play(&Case { record: &record, setting: SETTING, kind, seed, course: Course::Planned }, &Options::default(), false)
    };
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
        let [once, again, other] = [3, 3, 4]
            .map(|seed| play(&Case { record: &record, setting: SETTING, kind, seed, course: Course::Planned }, &Options::default(), true));
        assert!(once.transcript.len() > 300, "{} lines are no transcript", once.transcript.len());
        let differs = once.transcript.iter().zip(&again.transcript).find(|(one, other)| one != other);
        assert_eq!(differs, None);
        assert_eq!(once, again);
        assert_ne!(once.transcript, other.transcript);
    }
}

/// Before, in the middle of and after a write, alone and with its machine. In short every eleventh of these, so that each way comes at many writes.
#[test]
fn a_process_that_is_killed_at_any_write_of_a_game_loses_nothing() {
    let record = beginning(4);
    let case = |course| Case { record: &record, setting: SETTING, kind: Kind::Killed, seed: 1, course };
    let whole = play(&case(Course::Undisturbed), &Options::default(), false);
    assert!(whole.is_exact() && whole.broken.is_empty() && whole.kills == 0, "{}", told(&whole));
    assert!(whole.writes > 20, "{} writes", whole.writes);
    let step = if crate::daemon::hall::is_long() { 1 } else { 11 };
    let blows: Vec<Blow> = Blow::each(whole.writes).step_by(step).collect();
    on_all_cores(
        &blows,
        |&blow| play(&case(Course::Blow(blow)), &Options::default(), false),
        |at, tried, _| {
            let blow = blows[at];
            assert!(tried.is_right(), "{blow}: {}", told(&tried));
            assert_eq!(tried.kills, 1, "{blow}");
        },
    );
}

/// A checker that cannot fail proves nothing: a board that is asked every four seconds cannot be followed, and that is seen.
#[test]
fn a_table_that_cannot_follow_is_seen_to_be_wrong() {
    let record = beginning(MOVES);
    let slow = Options { poll_ms: 4_000, settle_ms: 30, ..Options::default() };
    let setting = Setting { driver: BoardDriver::Igo, ..SETTING };
    let tried = play(&Case { record: &record, setting, kind: Kind::FollowerAway, seed: 1, course: Course::Planned }, &slow, false);
    assert!(!tried.is_exact(), "{}", told(&tried));
}

/// Symptom: a broker that refuses `health` was sent it hundreds of times in a second. Cause: that it was refused stood in the next one, at once.
#[test]
fn a_broker_that_refuses_documents_is_not_sent_them_without_end() {
    let record = beginning(MOVES);
    for seed in 1..=6 {
        let tried = play(
            &Case { record: &record, setting: SETTING, kind: Kind::BrokerRefuses, seed, course: Course::Planned },
            &Options::default(),
            true,
        );
        assert!(tried.broken.is_empty(), "{}", told(&tried));
        let said =
            tried.transcript.iter().filter(|entry| entry.text.starts_with("says ") && entry.text.contains("/health ")).count() as u64;
        let seconds = tried.lasted_ms / 1_000;
        assert!(said > 0 && said < 30 + seconds * 2, "health was said {said} times in {seconds} s, seed {seed}");
    }
}

//! `kifud trial`: real games in virtual time come out as they were played, and the same seed gives the same game.

use kifud::game::{Severity, TimeAuthority};
use kifud::go::{Color, Ko, Place, PlayedMove, Position, Record, Rules, Size};
use kifud::rehearse::Games;
use kifud::sim::HandsLevel;
use kifud::trial::{self, Job, Options, Played, Setting};
use kifud::wire::BoardDriver;

use crate::cases::shared;

/// Games of the shared ones that are played here; `kifud trial` plays all.
const SAMPLE: usize = 6;

const LEVELS: [HandsLevel; 2] = [HandsLevel::Perfect, HandsLevel::Careful];

/// Random legal moves on 9x9 after two handicap stones, until the board has been full and captures have made room; two passes at the end.
fn handicap_game(seed: u64) -> Record {
    let size = Size::square(9).unwrap();
    let mut record = Record::new(size);
    record.setup.black = ["C3", "G7"].map(|vertex| kifud::go::Point::from_vertex(vertex, size).unwrap()).to_vec();
    record.first = Color::White;
    let rules = Rules { ko: Ko::Simple, ..Rules::CHINESE };
    let mut position = Position::at_start_of(&record, &rules).unwrap();
    let mut rng = fastrand::Rng::with_seed(seed);
    while record.moves.len() < 120 {
        let color = position.to_move();
        let legal: Vec<Place> = size.points().map(Place::At).filter(|&place| position.judge(color, place).is_legal()).collect();
        let place = rng.choice(legal).filter(|_| record.moves.len() < 118).unwrap_or(Place::Pass);
        position.play(color, place).unwrap();
        record.moves.push(PlayedMove::new(color, place));
    }
    record
}

fn built_in() -> Vec<Record> {
    vec![kifud::cli::demo_game().record, handicap_game(1), handicap_game(2)]
}

/// The shortest of the shared games of each size that have some twenty moves.
fn sample() -> Vec<Record> {
    let Some(folder) = shared("sgf/games") else { return Vec::new() };
    let mut records: Vec<Record> = Games::read(&[folder]).unwrap().played.into_iter().map(|game| game.file.record).collect();
    records.retain(|record| record.moves.len() >= 20);
    records.sort_by_key(|record| record.moves.len());
    let per_size = [9, 13, 19].map(|side| records.iter().filter(move |record| record.size.width() == side).take(SAMPLE / 3));
    per_size.into_iter().flatten().cloned().collect()
}

/// Every game on every board with hands of this level.
fn play_all(records: &[Record], hands: HandsLevel, options: &Options) -> Vec<Played> {
    let settings = BoardDriver::ALL.map(|driver| Setting { driver, hands });
    let jobs: Vec<Job<'_>> =
        settings.iter().flat_map(|&setting| records.iter().map(move |record| Job { record, setting, seed: 7 })).collect();
    let mut all = Vec::new();
    trial::run(&jobs, options, |_, played, _| all.push(played));
    assert_eq!(all.len(), jobs.len());
    all
}

fn assert_exact_and_quiet(played: &Played) {
    let size = Size::square(19).unwrap();
    let alerts: Vec<String> = played.alerts.iter().map(|alert| alert.describe(size)).collect();
    assert!(played.is_exact(), "{:?}: {:?} {:?} {alerts:?}", played.setting, played.difference, played.faults);
    assert_eq!(played.alerts_of(Severity::Attention) + played.alerts_of(Severity::Ruling), 0, "{:?}: {alerts:?}", played.setting);
    assert!(played.alerts_of(Severity::Notice) <= 2, "{:?}: {alerts:?}", played.setting);
}

/// What every level of hands must come to, on every kind of board.
#[test]
fn games_come_out_as_they_were_played() {
    let records = [built_in(), sample()].concat();
    for hands in LEVELS {
        play_all(&records, hands, &Options::default()).iter().for_each(assert_exact_and_quiet);
    }
}

/// It is a matter of the clocks alone who keeps time.
#[test]
fn games_come_out_where_kifud_keeps_time() {
    let options = Options { time_authority: TimeAuthority::Daemon, ..Options::default() };
    play_all(&built_in(), HandsLevel::Careful, &options).iter().for_each(assert_exact_and_quiet);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let record = handicap_game(3);
    for driver in BoardDriver::ALL {
        let setting = Setting { driver, hands: HandsLevel::Careful };
        let [once, again, other] = [5, 5, 6].map(|seed| trial::play(&record, &Options::default(), setting, seed, true).transcript);
        assert!(once.len() > 300, "{} lines are no transcript", once.len());
        assert_eq!(once, again);
        assert_ne!(once, other);
    }
}

/// A trial that cannot fail proves nothing: hands that move before anything can settle must come out wrong, and be seen to.
#[test]
fn a_table_that_is_too_slow_for_the_hands_is_seen_to_be_wrong() {
    let record = handicap_game(1);
    let setting = Setting { driver: BoardDriver::Igo, hands: HandsLevel::Careful };
    let mut slow = Options { poll_ms: 4_000, ..Options::default() };
    slow.settle_ms = 30;
    let played = trial::play(&record, &slow, setting, 1, false);
    assert!(!played.is_exact(), "a board that is asked every 4 seconds cannot follow");
    assert!(played.first_fault_ms.is_some());
}

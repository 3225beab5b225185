//! `kifud trial`: real games in virtual time come out as they were played, and the same seed gives the same game.

use kifud::game::{Severity, TimeAuthority};
use kifud::go::{Color, Ko, Place, PlayedMove, Position, Record, Rules, Size};
use kifud::rehearse::Games;
use kifud::sim::{Course, HandsLevel, Offence};
use kifud::trial::offences::{Case, Row};
use kifud::trial::{self, Job, Options, Played, Setting};
use kifud::wire::{BoardDriver, ClockDriver};

use crate::cases::shared;

/// Games of the shared ones that are played here; `kifud trial` plays all.
const SAMPLE: usize = 3;

/// Moves of each that are played.
const MOVES: usize = 60;

/// How far a level must have come.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Holds {
    /// Every game is played to its end, whatever becomes of the record.
    Runs,
    /// Every record is the game.
    Exact,
    /// And nobody is disturbed.
    Quiet,
}

const LEVELS: [(HandsLevel, Holds); 5] = [
    (HandsLevel::Perfect, Holds::Quiet),
    (HandsLevel::Careful, Holds::Quiet),
    (HandsLevel::Ordinary, Holds::Exact),
    (HandsLevel::Rough, Holds::Runs),
    (HandsLevel::Brutal, Holds::Runs),
];

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
    vec![kifud::cli::demo_game().record, handicap_game(1)]
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
    play_on(&BoardDriver::ALL, records, hands, options)
}

/// The same on these boards.
fn play_on(boards: &[BoardDriver], records: &[Record], hands: HandsLevel, options: &Options) -> Vec<Played> {
    let settings: Vec<Setting> = boards.iter().map(|&driver| Setting { driver, hands }).collect();
    // There are YiHu boards of 19x19 points only.
    let fits = |setting: Setting, record: &Record| setting.driver != BoardDriver::Yihu || record.size == Size::square(19).unwrap();
    let all = settings.iter().flat_map(|&setting| records.iter().map(move |record| Job { record, setting, seed: 7 }));
    let jobs: Vec<Job<'_>> = all.filter(|job| fits(job.setting, job.record)).collect();
    let mut all = Vec::new();
    trial::run(&jobs, options, |_, played, _| all.push(played));
    assert_eq!(all.len(), jobs.len());
    all
}

fn assert_holds(played: &Played, holds: Holds) {
    let size = Size::square(19).unwrap();
    let alerts: Vec<String> = played.alerts.iter().map(|alert| alert.describe(size)).collect();
    let told = || format!("{:?}: {:?} {:?} {alerts:?}", played.setting, played.difference, played.faults);
    assert!(played.moves > 0 && played.lasted_ms > u64::from(played.moves) * 1_000, "{}", told());
    assert!(played.faults.iter().all(|fault| !fault.contains("come to rest")), "{}", told());
    if holds >= Holds::Exact {
        assert!(played.is_exact(), "{}", told());
    }
    if holds >= Holds::Quiet {
        assert_eq!(played.alerts_of(Severity::Attention) + played.alerts_of(Severity::Ruling), 0, "{}", told());
        assert!(played.alerts_of(Severity::Notice) <= 2, "{}", told());
    }
}

/// Their beginnings. This is a debug build: enough for captures, ko and every kind of disturbance.
fn short(mut records: Vec<Record>) -> Vec<Record> {
    records.iter_mut().for_each(|record| record.moves.truncate(MOVES));
    records
}

/// What every level of hands must come to, on every kind of board.
#[test]
fn games_come_out_as_they_were_played() {
    let records = short(built_in());
    for (hands, holds) in LEVELS {
        play_all(&records, hands, &Options::default()).iter().for_each(|played| assert_holds(played, holds));
    }
}

/// Shared games too, by the hands that most people have.
#[test]
fn shared_games_come_out_as_they_were_played() {
    play_all(&short(sample()), HandsLevel::Ordinary, &Options::default()).iter().for_each(|played| assert_holds(played, Holds::Exact));
}

/// Nor does it matter who made the clock.
#[test]
fn games_come_out_with_every_clock() {
    let records = short(built_in().split_off(1));
    // Each beside another board.
    for (clock_driver, board) in ClockDriver::ALL.into_iter().zip(BoardDriver::ALL.into_iter().cycle()) {
        let options = Options { clock_driver, ..Options::default() };
        play_on(&[board], &records, HandsLevel::Ordinary, &options).iter().for_each(|played| assert_holds(played, Holds::Exact));
    }
}

/// It is a matter of the clocks alone who keeps time.
#[test]
fn games_come_out_where_kifud_keeps_time() {
    let options = Options { time_authority: TimeAuthority::Daemon, ..Options::default() };
    play_all(&short(built_in()), HandsLevel::Careful, &options).iter().for_each(|played| assert_holds(played, Holds::Quiet));
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let mut record = handicap_game(3);
    record.moves.truncate(MOVES);
    for (driver, hands) in [(BoardDriver::Kifud, HandsLevel::Brutal), (BoardDriver::Igo, HandsLevel::Rough)] {
        let setting = Setting { driver, hands };
        let [once, again, other] = [5, 5, 6].map(|seed| trial::play(&record, &Options::default(), setting, seed, true).transcript);
        assert!(once.len() > 150, "{} lines are no transcript", once.len());
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

/// The whole way of an offence: hidden, committed, found in time and at its place, and its twin left alone.
#[test]
fn an_offence_is_found_and_its_twin_is_left_alone() {
    // Kinds that need nothing but the clock.
    for offence in [Offence::PassSignal, Offence::PressWithoutMove] {
        let mut row = Row::new(Setting { driver: BoardDriver::Kifud, hands: HandsLevel::Careful }, offence);
        for record in [kifud::cli::demo_game().record, handicap_game(1)] {
            let options = Options::default();
            let both =
                |seed| [Course::Offence, Course::Twin].map(|course| Case { record: &record, setting: row.setting, seed, offence, course });
            // Some moments serve only one of the two: a twin needs a reply, and no real pass before it.
            let seed =
                (0..100).find(|&seed| both(seed).iter().all(|case| case.exists(&options))).expect("every game has a place for a press");
            for case in both(seed) {
                let tried = case.play(&options, false).expect("it exists");
                row.add(case.course, &tried);
                assert!(tried.is_right(), "{:?}: {tried:?}", case.course);
            }
        }
        assert_eq!((row.tried, row.found, row.twins, row.silent), (2, 2, 2, 2));
        assert!(row.broken_promises(2).is_empty() && !row.broken_promises(3).is_empty());
    }
}

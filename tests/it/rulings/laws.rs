//! Any sequence of plays, offences, rulings, appeals and decisions of the chief referee: after every step the game is what the model says,
//! what its events amount to from the start, and what is restored from the journal.

use kifud::game::{BoardRemedy, ClockRemedy, Decision, EventBody, RulingOutcome, Sanction};
use kifud::go::Color;
use kifud::referee::{Kind, Rulebook};
use proptest::prelude::*;
use proptest::sample::select;

use super::court::Court;

/// What happens. Numbers choose among what there is.
#[derive(Debug, Clone)]
pub enum Act {
    /// The side to move plays and presses.
    Play(usize),
    /// The side to move plays in a corner, where stones touch and may be taken.
    Fight(usize),
    /// The side to move passes.
    Pass,
    /// The side to move plays, and takes off a stone that has liberties.
    Seize(usize, usize),
    /// The side that has just pressed puts another stone down.
    Twice(usize),
    /// Its last stone is put elsewhere.
    Relocate(usize),
    /// An older stone of it is pushed aside.
    Shift(usize),
    /// A stone is taken off.
    Lift(usize),
    /// The second stone is taken off again.
    TakeBack,
    /// The wood is made the record.
    Repair,
    Rule(usize, What),
    Replace(usize, What),
    Overrule(usize, What),
    ChiefRules(usize, What),
    Appeal(usize),
    TurnDown,
    Undo(u32),
    Resume(bool),
    Resign(bool),
    Restart,
    Wait(u64),
}

#[derive(Debug, Clone)]
pub struct What {
    outcome: RulingOutcome,
    board: Option<BoardRemedy>,
    sanctions: Vec<Sanction>,
    clock: Vec<ClockRemedy>,
    to_move: Option<Color>,
    color: Option<Color>,
    agree: Option<bool>,
}

impl What {
    pub fn decision(&self) -> Decision {
        let changes = self.outcome == RulingOutcome::Change;
        Decision {
            board: self.board.filter(|_| self.outcome != RulingOutcome::Dismiss),
            sanctions: if changes { self.sanctions.clone() } else { Vec::new() },
            clock: if changes { self.clock.clone() } else { Vec::new() },
            to_move: self.to_move,
            color: self.color,
            players_agree: self.agree,
            ..Decision::plain(self.outcome)
        }
    }
}

fn what() -> impl Strategy<Value = What> {
    use Sanction::{BothLose, Caution, Draw, Loss, Points, Replay, Warning};
    let outcome = select(vec![RulingOutcome::Confirm, RulingOutcome::Confirm, RulingOutcome::Dismiss, RulingOutcome::Change]);
    let board = prop::option::of(select(BoardRemedy::ALL.to_vec()));
    let small = prop::collection::vec(select(vec![Caution, Warning, Points(3)]), 0..3);
    let large = prop::option::weighted(0.15, select(vec![Loss, BothLose, Draw, Replay]));
    let color = || select(vec![Color::Black, Color::White]);
    let remedy = (color(), -60_000..60_000_i64).prop_map(|(color, delta_ms)| ClockRemedy { color, delta_ms, periods_delta: 0 });
    let clock = prop::collection::vec(remedy, 0..2);
    (
        outcome,
        board,
        (small, large),
        clock,
        prop::option::weighted(0.15, color()),
        prop::option::weighted(0.3, color()),
        any::<Option<bool>>(),
    )
        .prop_map(|(outcome, board, (mut sanctions, large), clock, to_move, color, agree)| {
            sanctions.extend(large);
            What { outcome, board, sanctions, clock, to_move, color, agree }
        })
}

fn act() -> impl Strategy<Value = Act> {
    let number = || 0..400_usize;
    prop_oneof![
        8 => number().prop_map(Act::Play),
        6 => number().prop_map(Act::Fight),
        1 => Just(Act::Pass),
        3 => (number(), number()).prop_map(|(play, stone)| Act::Seize(play, stone)),
        5 => number().prop_map(Act::Twice),
        4 => number().prop_map(Act::Relocate),
        3 => number().prop_map(Act::Shift),
        2 => number().prop_map(Act::Lift),
        2 => Just(Act::TakeBack),
        5 => Just(Act::Repair),
        8 => (number(), what()).prop_map(|(alert, what)| Act::Rule(alert, what)),
        5 => (number(), what()).prop_map(|(ruling, what)| Act::Replace(ruling, what)),
        5 => (number(), what()).prop_map(|(ruling, what)| Act::Overrule(ruling, what)),
        3 => (number(), what()).prop_map(|(alert, what)| Act::ChiefRules(alert, what)),
        3 => number().prop_map(Act::Appeal),
        1 => Just(Act::TurnDown),
        2 => (1..3_u32).prop_map(Act::Undo),
        4 => any::<bool>().prop_map(Act::Resume),
        1 => any::<bool>().prop_map(Act::Resign),
        2 => Just(Act::Restart),
        1 => (1..20_000_u64).prop_map(Act::Wait),
    ]
}

fn run(book: Rulebook, acts: &[Act]) -> Result<Court, TestCaseError> {
    let mut court = Court::open(book);
    for act in acts {
        court.act(act)?;
    }
    Ok(court)
}

fn book() -> impl Strategy<Value = Rulebook> {
    select(vec![Rulebook::China1988, Rulebook::Korea20241108, Rulebook::China2002])
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if std::env::var_os("KIFUD_LONG").is_some() { 3_000 } else { 64 },
        failure_persistence: None,
        max_shrink_iters: 4_096,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_game_is_what_was_ruled_and_nothing_else(book in book(), acts in prop::collection::vec(act(), 1..40)) {
        run(book, &acts).map(drop)?;
    }
}

/// A law that is never tried proves nothing.
#[test]
fn the_sequences_are_full_of_rulings_taken_back_and_games_that_go_on() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut accepted, mut refused, mut went_on, mut edits, mut seized, mut fought) = (0, 0, 0, 0, 0, 0);
    for _ in 0..80 {
        let (book, acts) = (book(), prop::collection::vec(act(), 30..60)).new_tree(&mut runner).unwrap().current();
        let court = run(book, &acts).unwrap();
        (accepted, refused, went_on) = (accepted + court.accepted, refused + court.refused, went_on + court.went_on);
        let wrong = |event: &&kifud::game::Event| matches!(&event.body, EventBody::AlertRaised(alert) if alert.kind == Kind::WrongCapture);
        fought += court.fought;
        seized += court.told.iter().filter(wrong).count();
        edits += court.told.iter().filter(|event| matches!(&event.body, EventBody::RecordChanged { .. })).count();
    }
    assert!(seized > 10 && fought > 15, "{seized} {fought}");
    assert!(accepted > 100 && refused > 80 && went_on > 2 && edits > 25, "{accepted} {refused} {went_on} {edits}");
}

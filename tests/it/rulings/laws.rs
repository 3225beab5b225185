//! Any sequence of plays, offences, rulings, appeals and decisions of the chief referee: after every step the game is what the model says,
//! what its events amount to from the start, and what is restored from the journal.

use kifud::game::{BoardRemedy, ClockRemedy, Decision, EventBody, RulingOutcome, Sanction};
use kifud::go::Color;
use kifud::referee::{Kind, Rulebook};
use proptest::prelude::*;
use proptest::sample::select;

use super::court::{Court, Seen};
use super::grounds::{Case, Ground};
use super::stones::Law;

/// What happens. Numbers choose among what there is.
#[derive(Debug, Clone)]
pub enum Act {
    /// The side to move plays and presses.
    Play(usize),
    /// The side to move plays beside another stone.
    Fight(usize),
    /// It takes stones, which are lifted with the play or after it.
    Take(usize, bool),
    /// It takes a ko, and the other side retakes it at once.
    Retake(usize, Vec<usize>),
    /// Both take kos by turns until a board comes back.
    Round(Vec<usize>),
    /// It plays where the rules forbid it, and quick answers follow.
    Illegal(usize, Vec<usize>),
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
    let answers = || prop::collection::vec(number(), 0..3);
    prop_oneof![
        5 => number().prop_map(Act::Play),
        6 => number().prop_map(Act::Fight),
        10 => (number(), any::<bool>()).prop_map(|(nth, late)| Act::Take(nth, late)),
        7 => (number(), answers()).prop_map(|(nth, answers)| Act::Retake(nth, answers)),
        6 => answers().prop_map(Act::Round),
        8 => (number(), answers()).prop_map(|(nth, answers)| Act::Illegal(nth, answers)),
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

fn run(case: Case, acts: &[Act]) -> Result<Court, TestCaseError> {
    let mut court = Court::open(case);
    for act in acts {
        court.act(act)?;
    }
    Ok(court)
}

fn case() -> impl Strategy<Value = Case> {
    let book = select(vec![Rulebook::China1988, Rulebook::Korea20241108, Rulebook::China2002, Rulebook::Ing]);
    let law = select(vec![Law::CHINESE, Law::ING, Law::AGA, Law::NEW_ZEALAND]);
    let ground = prop_oneof![1 => Just(Ground::Open), 4 => any::<u64>().prop_map(Ground::Crowded), 5 => Just(Ground::Kos)];
    (book, law, ground).prop_map(|(book, law, ground)| Case { book, law, ground })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if std::env::var_os("KIFUD_LONG").is_some() { 3_000 } else { 64 },
        failure_persistence: None,
        max_shrink_iters: 4_096,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_game_is_what_was_ruled_and_nothing_else(case in case(), acts in prop::collection::vec(act(), 1..40)) {
        run(case, &acts).map(drop)?;
    }
}

/// A law that is never tried proves nothing.
#[test]
fn the_sequences_are_full_of_fights_offences_and_rulings_taken_back() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut all: Vec<Seen> = Vec::new();
    let (mut edits, mut seized) = (0, 0);
    for _ in 0..60 {
        let (case, acts) = (case(), prop::collection::vec(act(), 30..60)).new_tree(&mut runner).unwrap().current();
        let court = run(case, &acts).unwrap();
        let wrong = |event: &&kifud::game::Event| matches!(&event.body, EventBody::AlertRaised(alert) if alert.kind == Kind::WrongCapture);
        seized += court.told.iter().filter(wrong).count();
        edits += court.told.iter().filter(|event| matches!(&event.body, EventBody::RecordChanged { .. })).count();
        all.push(court.seen);
    }
    let sum = |of: fn(&Seen) -> usize| all.iter().map(of).sum::<usize>();
    let said = format!(
        "{:?}",
        [
            sum(|seen| seen.accepted),
            sum(|seen| seen.refused),
            sum(|seen| seen.went_on),
            edits,
            sum(|seen| seen.took),
            sum(|seen| seen.kos),
            sum(|seen| seen.gave_up),
            sum(|seen| seen.forbidden),
            sum(|seen| seen.retaken),
            sum(|seen| seen.repeated),
            sum(|seen| seen.answered),
            sum(|seen| seen.twice),
            sum(|seen| seen.took_twice),
            seized,
            sum(|seen| seen.ruled),
            sum(|seen| seen.put_right),
        ]
    );
    // Rulings, and what becomes of them.
    assert!(sum(|seen| seen.accepted) > 80 && sum(|seen| seen.refused) > 60 && sum(|seen| seen.went_on) > 2 && edits > 20, "{said}");
    // Fights.
    assert!(sum(|seen| seen.took) > 60 && sum(|seen| seen.kos) > 40 && sum(|seen| seen.gave_up) > 1, "{said}");
    // Offences.
    assert!(sum(|seen| seen.forbidden) > 10 && sum(|seen| seen.retaken) > 5 && sum(|seen| seen.repeated) > 1, "{said}");
    assert!(sum(|seen| seen.answered) > 8 && sum(|seen| seen.twice) > 30 && sum(|seen| seen.took_twice) > 2 && seized > 5, "{said}");
    // Rulings on plays against the rules.
    assert!(sum(|seen| seen.ruled) > 10 && sum(|seen| seen.put_right) > 2, "{said}");
}

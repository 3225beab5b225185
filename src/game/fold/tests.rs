//! What follows is taken in, what does not is refused.

use super::*;
use crate::game::{EndedBy, Players, ResultState, RetractedBecause, TurnEndedBy};
use crate::go::{ByColor, Edit, HalfPoints, Place, Setup, Size};
use crate::time::Wall;

fn begun() -> Folded {
    let mut folded = Folded::default();
    let started = GameStarted {
        rulebook: "ing".to_owned(),
        overrides: Vec::new(),
        size: Size::square(9).unwrap(),
        komi: HalfPoints(15),
        handicap: 0,
        players: Players::default(),
        setup: Setup::default(),
        first: Color::Black,
        captured_before: Some(ByColor::default()),
        time: None,
        continues: None,
        sealing: None,
        given: ByColor::default(),
    };
    folded.apply(&next(&folded, EventBody::GameStarted(Box::new(started)))).unwrap();
    folded
}

fn next(folded: &Folded, body: EventBody) -> Event {
    Event { game_id: "g-1".to_owned(), seq: folded.seq + 1, rev: folded.rev + 1, at: Wall::default(), body }
}

fn apply(folded: &mut Folded, body: EventBody) -> Result<(), FoldError> {
    folded.apply(&next(folded, body))
}

fn moved(n: u32, color: Color) -> EventBody {
    EventBody::Move { n, played: PlayedMove::new(color, Place::At(Point::new(n as u8, 0))), position_hash: String::new() }
}

fn turn_ended(n: u32, color: Color) -> EventBody {
    EventBody::TurnEnded { n, color, by: TurnEndedBy::Press, used_ms: Some(5), overrun_ms: None, clock: None }
}

fn retracted(n: u32, col: u8) -> EventBody {
    let because = RetractedBecause::Reconstruction;
    EventBody::MoveRetracted { n, point: Some(Point::new(col, 0)), because, position_hash: String::new() }
}

fn changed(from_n: u32, position_hash: String) -> EventBody {
    let edits = vec![Edit { after: 0, black: vec![], white: vec![], empty: vec![], reason: "tx".to_owned() }];
    EventBody::RecordChanged { from_n, moves: vec![], edits, because: "tx".to_owned(), position_hash }
}

#[test]
fn moves_come_go_and_end_their_turns() {
    let mut folded = begun();
    apply(&mut folded, moved(1, Color::Black)).unwrap();
    apply(&mut folded, turn_ended(1, Color::Black)).unwrap();
    apply(&mut folded, moved(2, Color::White)).unwrap();
    assert_eq!(folded.to_move(), Color::Black);
    let record = folded.record.as_ref().unwrap();
    assert_eq!((record.moves[0].provisional, record.moves[0].used_ms), (false, Some(5)));
    assert_eq!((record.moves[1].provisional, record.moves[1].used_ms), (true, None));
    apply(&mut folded, retracted(2, 2)).unwrap();
    apply(&mut folded, changed(1, String::new())).unwrap();
    let record = folded.record.as_ref().unwrap();
    assert_eq!((record.moves.len(), record.edits.len(), folded.seq), (0, 1, 6));
}

#[test]
fn what_does_not_follow_is_refused_and_changes_nothing() {
    let mut folded = begun();
    apply(&mut folded, moved(1, Color::Black)).unwrap();
    let before = folded.clone();
    for body in [
        moved(1, Color::White),
        moved(3, Color::White),
        turn_ended(2, Color::Black),
        retracted(2, 1),
        changed(0, String::new()),
        changed(3, String::new()),
    ] {
        let fault = apply(&mut folded, body).unwrap_err();
        assert!(matches!(fault, FoldError::MoveNumber { moves: 1, .. }), "{fault}");
    }
    for body in [turn_ended(1, Color::White), retracted(1, 2)] {
        let fault = apply(&mut folded, body).unwrap_err();
        assert!(matches!(fault, FoldError::OtherMove { n: 1, .. }), "{fault}");
    }
    let again = EventBody::GameStarted(Box::new(before.started.clone().unwrap()));
    assert!(matches!(apply(&mut folded, again), Err(FoldError::StartedTwice { .. })));
    let event = next(&folded, moved(2, Color::White));
    for (game_id, seq, rev) in [("g-1", 2, 3), ("g-1", 4, 3), ("g-2", 3, 3)] {
        let event = Event { game_id: game_id.to_owned(), seq, rev, ..event.clone() };
        assert!(matches!(folded.apply(&event), Err(FoldError::Sequence { .. })), "{game_id} {seq}");
    }
    assert!(matches!(folded.apply(&Event { rev: 1, ..event }), Err(FoldError::Revision { before: 2, found: 1, .. })));
    assert_eq!(folded, before);
}

#[test]
fn between_games_there_is_no_record_and_the_phase_stays() {
    let mut folded = begun();
    apply(&mut folded, EventBody::Phase { from: Phase::Idle, to: Phase::Ended, because: String::new() }).unwrap();
    let result = GameResult { by: EndedBy::Draw, winner: None, margin: None, state: ResultState::Final };
    apply(&mut folded, EventBody::GameEnded(result.clone())).unwrap();
    assert_eq!(folded.result, Some(result));
    let idle = |seq, body| Event { game_id: "idle-1".to_owned(), seq, rev: 1, at: Wall::default(), body };
    let refused = folded.clone().apply(&idle(1, moved(1, Color::Black)));
    assert!(matches!(refused, Err(FoldError::NotStarted { seq: 1, .. })));
    let board = EventBody::Board { change: crate::game::BoardChange::Lost, discrepancies: vec![] };
    folded.apply(&idle(1, board)).unwrap();
    assert_eq!((folded.seq, folded.phase, &folded.record, &folded.result), (1, Phase::Ended, &None, &None));
}

#[test]
fn the_side_to_move_of_a_set_position_is_read_from_its_hash() {
    let mut folded = begun();
    let size = Size::square(9).unwrap();
    let white = position_hash(size, Diagram::empty(size).cells(), Color::White);
    apply(&mut folded, changed(1, white.clone())).unwrap();
    assert_eq!(folded.to_move(), Color::White);
    apply(&mut folded, moved(1, Color::White)).unwrap();
    assert_eq!(folded.to_move(), Color::Black);
    let because = RetractedBecause::Reconstruction;
    let back = EventBody::MoveRetracted { n: 1, point: Some(Point::new(1, 0)), because, position_hash: white };
    apply(&mut folded, back).unwrap();
    assert_eq!(folded.to_move(), Color::White, "still the side that was set");
}

#[test]
fn open_alerts_are_kept_until_they_close() {
    let alert = |rev| Alert {
        id: "a-1".to_owned(),
        rev,
        kind: crate::referee::Kind::Unexplained,
        severity: crate::game::Severity::Attention,
        basis: crate::game::Basis::Sensor,
        state: crate::game::AlertState::Open,
        color: None,
        n: None,
        points: vec![],
        happened: Wall::default(),
        detected: Wall::default(),
        next_play_made: false,
        cite: None,
        claim: None,
        text: crate::referee::Text::default(),
        proposal: None,
        choices: Vec::new(),
        announce: crate::referee::Announce::Now,
        requires: None,
        cycle: None,
        evidence: None,
        handling: crate::game::Handling::default(),
    };
    let mut folded = begun();
    apply(&mut folded, EventBody::AlertRaised(alert(1))).unwrap();
    apply(&mut folded, EventBody::AlertChanged(alert(2))).unwrap();
    assert_eq!(folded.alerts, [alert(2)]);
    let because = CloseReason::Gone;
    apply(&mut folded, EventBody::AlertClosed { alert: alert(3), because }).unwrap();
    assert_eq!(folded.alerts, []);
}

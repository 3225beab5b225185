//! The public stream (CONTRACT 4.7).

use kifud::form::{PublicFeed, PublicHeader, PublicState, event_to_json};
use kifud::game::{
    BoardChange, ClockChange, EndedBy, Event, EventBody, Folded, MatchInfo, Phase, PlayerClockState, PlayerPhase, Players,
    RetractedBecause, TurnEndedBy,
};
use kifud::go::{Color, Edit, HalfPoints, Place, PlayedMove, Record, Size};
use proptest::prelude::*;

use super::generate::any_stream;
use super::samples::{alert, at, clocks, event, marked_move, nineteen, result, started, wall};

/// What the public may see of a record, written once more in other words than the code's.
fn visible(full: &Record) -> (Vec<PlayedMove>, Vec<Edit>) {
    let mut moves = full.moves.clone();
    while moves.last().is_some_and(|last| last.provisional) {
        moves.pop();
    }
    for played in &mut moves {
        played.provisional = false;
        played.illegal.clear();
        played.disputed = None;
    }
    let mut edits = full.edits.clone();
    edits.retain(|edit| edit.after as usize <= moves.len());
    for edit in &mut edits {
        edit.reason.clear();
    }
    (moves, edits)
}

fn record_of(folded: &Folded) -> (Vec<PlayedMove>, Vec<Edit>) {
    folded.record.as_ref().map(|record| (record.moves.clone(), record.edits.clone())).unwrap_or_default()
}

fn forbidden(event: &Event, size: Size) -> Option<String> {
    let json = event_to_json(event, size);
    let marks = ["\"alert", "\"illegal\"", "\"disputed\"", "\"provisional\"", "\"discrepancies\"", "\"reason\""];
    marks.iter().any(|mark| json.contains(mark)).then_some(json)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// At every moment the public record is the full one up to its last move that is no longer provisional; the public numbers have no
    /// gaps; nothing forbidden is in any public event; a consumer who folds them has the same record.
    #[test]
    fn the_laws_of_the_public_stream((size, events) in any_stream()) {
        let (mut feed, mut full, mut consumer) = (PublicFeed::new(), Folded::default(), Folded::default());
        for event in &events {
            full.apply(event).unwrap();
            for public in feed.feed(event).unwrap() {
                prop_assert_eq!(forbidden_or_because(&public, size), None);
                prop_assert_eq!(public.seq, if public.game_id == consumer.game_id { consumer.seq + 1 } else { 1 });
                consumer.apply(&public).unwrap();
            }
            let wanted = full.record.as_ref().map(visible).unwrap_or_default();
            prop_assert_eq!(record_of(feed.folded()), wanted.clone());
            if consumer.game_id == full.game_id {
                prop_assert_eq!(record_of(&consumer), wanted);
                prop_assert_eq!(&consumer.result, &full.result);
                prop_assert_eq!(consumer.phase, feed.folded().phase);
            }
            let whole = full.record.as_ref().is_some_and(|record| record.moves.last().is_none_or(|last| !last.provisional));
            if whole && consumer.game_id == full.game_id {
                prop_assert_eq!(consumer.to_move(), full.to_move());
            }
        }
    }

    /// After a restart at any moment the stream goes on as if nothing had been.
    #[test]
    fn a_restored_feed_goes_on_where_the_other_was((_, events) in any_stream(), cut in 0usize..60) {
        let cut = cut % events.len();
        let mut feed = PublicFeed::new();
        for event in &events[..cut] {
            feed.feed(event).unwrap();
        }
        let stored = serde_json::to_string(&feed.state()).unwrap();
        prop_assert!(stored.len() < 200, "{}", stored);
        let state: PublicState = serde_json::from_str(&stored).unwrap();
        let mut restored = PublicFeed::from_state(&state, &events).unwrap();
        prop_assert_eq!(restored.folded(), feed.folded());
        for event in &events[cut..] {
            prop_assert_eq!(restored.feed(event).unwrap(), feed.feed(event).unwrap());
        }
    }
}

/// Why a public move went may say "alert" or "request", without an id.
fn forbidden_or_because(event: &Event, size: Size) -> Option<String> {
    match &event.body {
        EventBody::MoveRetracted { because: RetractedBecause::Alert(id) | RetractedBecause::Request(id), .. } => {
            (!id.is_empty()).then(|| id.clone())
        }
        EventBody::Phase { because, .. } | EventBody::RecordChanged { because, .. } if !because.is_empty() => Some(because.clone()),
        _ => forbidden(event, size),
    }
}

/// A feed with a game begun, and the next number of its full stream.
fn begun() -> (PublicFeed, u64) {
    let mut feed = PublicFeed::new();
    feed.feed(&event(1, EventBody::GameStarted(started()))).unwrap();
    (feed, 2)
}

fn feed_all(feed: &mut PublicFeed, next: &mut u64, bodies: Vec<EventBody>) -> Vec<Event> {
    let mut out = Vec::new();
    for body in bodies {
        out.extend(feed.feed(&event(*next, body)).unwrap());
        *next += 1;
    }
    out
}

fn moved(n: u32, played: PlayedMove) -> EventBody {
    EventBody::Move { n, played, position_hash: format!("hash-{n}") }
}

fn turn_ended(n: u32, color: Color) -> EventBody {
    EventBody::TurnEnded { n, color, by: TurnEndedBy::Press, used_ms: Some(900), overrun_ms: None, clock: None }
}

#[test]
fn a_move_is_public_when_its_turn_ends_and_not_before() {
    let (mut feed, mut next) = begun();
    let black = PlayedMove::new(Color::Black, Place::At(at("Q16")));
    assert_eq!(feed_all(&mut feed, &mut next, vec![moved(1, black.clone())]), []);
    assert!(feed.record().unwrap().moves.is_empty());
    let out = feed_all(&mut feed, &mut next, vec![turn_ended(1, Color::Black)]);
    let shown = PlayedMove { provisional: false, used_ms: Some(900), ..black };
    assert_eq!(out.len(), 2);
    assert_eq!((out[0].seq, out[0].at, &out[0].body), (2, wall(2), &moved(1, shown)));
    assert_eq!((out[1].seq, out[1].at, &out[1].body), (3, wall(3), &turn_ended(1, Color::Black)));
}

#[test]
fn a_provisional_move_that_is_taken_back_never_appears_and_a_public_one_is_seen_to_go() {
    let (mut feed, mut next) = begun();
    let retracted = |because| EventBody::MoveRetracted { n: 1, point: Some(at("Q16")), because, position_hash: "empty".to_owned() };
    let black = PlayedMove::new(Color::Black, Place::At(at("Q16")));
    let out = feed_all(&mut feed, &mut next, vec![moved(1, black.clone()), retracted(RetractedBecause::Reconstruction)]);
    assert_eq!(out, []);
    let ruled = RetractedBecause::Alert("a-1".to_owned());
    let out = feed_all(&mut feed, &mut next, vec![moved(1, black), turn_ended(1, Color::Black), retracted(ruled)]);
    assert_eq!(out.len(), 3);
    assert_eq!(out[2].body, retracted(RetractedBecause::Alert(String::new())));
    assert_eq!(out.iter().map(|event| event.seq).collect::<Vec<_>>(), [2, 3, 4]);
}

#[test]
fn marks_alerts_and_differences_are_not_for_the_public() {
    let (mut feed, mut next) = begun();
    let first = PlayedMove { provisional: false, ..PlayedMove::new(Color::Black, Place::Pass) };
    let marked = PlayedMove { provisional: false, ..marked_move() };
    let out = feed_all(
        &mut feed,
        &mut next,
        vec![
            moved(1, first.clone()),
            EventBody::AlertRaised(alert()),
            EventBody::Board { change: BoardChange::Differs, discrepancies: vec![] },
            EventBody::Board { change: BoardChange::Disturbed, discrepancies: vec![] },
            EventBody::Board { change: BoardChange::Agrees, discrepancies: vec![] },
            moved(2, marked.clone()),
            EventBody::RecordChanged {
                from_n: 2,
                moves: vec![PlayedMove { illegal: vec![], ..marked.clone() }],
                edits: vec![],
                because: "a-12".to_owned(),
                position_hash: "x".to_owned(),
            },
        ],
    );
    let plain = PlayedMove { illegal: vec![], disputed: None, ..marked };
    assert_eq!(out.iter().map(|event| event.body.clone()).collect::<Vec<_>>(), [moved(1, first), moved(2, plain)]);
}

#[test]
fn an_edit_is_public_with_the_move_that_it_follows() {
    let (mut feed, mut next) = begun();
    let edit = Edit { after: 1, black: vec![], white: vec![], empty: vec![at("Q16")], reason: "a-1".to_owned() };
    let black = PlayedMove::new(Color::Black, Place::At(at("Q16")));
    let changed = EventBody::RecordChanged {
        from_n: 1,
        moves: vec![black.clone()],
        edits: vec![edit.clone()],
        because: "tx".to_owned(),
        position_hash: "x".to_owned(),
    };
    assert_eq!(feed_all(&mut feed, &mut next, vec![changed]), []);
    let out = feed_all(&mut feed, &mut next, vec![turn_ended(1, Color::Black)]);
    assert_eq!(out.len(), 3);
    assert!(matches!(&out[0].body, EventBody::Move { n: 1, .. }));
    let EventBody::RecordChanged { from_n: 2, moves, edits, .. } = &out[1].body else { panic!("{:?}", out[1]) };
    assert_eq!((moves.len(), edits), (0, &vec![Edit { reason: String::new(), ..edit }]));
    assert!(matches!(&out[2].body, EventBody::TurnEnded { n: 1, .. }));
}

#[test]
fn a_flag_that_may_be_withdrawn_is_not_shown_anywhere() {
    let (mut feed, mut next) = begun();
    let clock = |change, clock| EventBody::Clock { change, color: Some(Color::White), clock, why: None };
    let flag = |provisional| {
        let mut clock = clocks();
        clock.players.white = PlayerClockState { phase: PlayerPhase::Flagged { provisional }, remaining_ms: 0, ..clock.players.white };
        clock
    };
    let bodies = vec![
        clock(ClockChange::PeriodUsed, clocks()),
        clock(ClockChange::Flagged { provisional: true }, flag(true)),
        clock(ClockChange::FlagWithdrawn, clocks()),
        clock(ClockChange::Disagrees, clocks()),
    ];
    assert_eq!(feed_all(&mut feed, &mut next, bodies).len(), 1);
    let document = serde_json::to_value(feed.clock_document(&flag(true), Some("s-1"))).unwrap();
    assert_eq!(document["white"], serde_json::json!({"phase":"byo-yomi","remaining_ms":0,"periods_left":4,"total_used_ms":7_200_000}));
    assert_eq!((&document["session"], &document["game_id"]), (&"s-1".into(), &"g-1".into()));

    let fallen = clock(ClockChange::Flagged { provisional: false }, flag(false));
    let out = feed_all(&mut feed, &mut next, vec![fallen.clone(), clock(ClockChange::FlagWithdrawn, clocks())]);
    assert_eq!(out.iter().map(|event| event.body.clone()).collect::<Vec<_>>(), [fallen, clock(ClockChange::FlagWithdrawn, clocks())]);
}

#[test]
fn the_public_game_document_is_the_public_stream_s_own() {
    let (mut feed, mut next) = begun();
    let moves = vec![
        EventBody::Phase { from: Phase::Idle, to: Phase::Playing, because: "tx".to_owned() },
        moved(1, PlayedMove::new(Color::Black, Place::At(at("Q16")))),
        turn_ended(1, Color::Black),
        moved(2, PlayedMove::new(Color::White, Place::At(at("D4")))),
        EventBody::AlertRaised(alert()),
    ];
    feed_all(&mut feed, &mut next, moves);
    let header = PublicHeader {
        match_info: &MatchInfo { event: Some("Cup".to_owned()), round: Some(3), board: None, ..MatchInfo::default() },
        rulebook: "ing",
        size: nineteen(),
        komi: HalfPoints(0),
        handicap: 9,
        players: &Players::default(),
        verified: true,
        count: None,
    };
    let document = serde_json::to_value(feed.game_document(wall(9), &header)).unwrap();
    let fields: Vec<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
    for secret in ["agrees", "discrepancies", "open_alerts", "rulings", "ledger"] {
        assert!(!fields.contains(&secret), "{secret}");
    }
    assert_eq!(document["seq"], 4);
    assert_eq!(document["move_number"], 1);
    assert_eq!(document["to_move"], "white");
    assert_eq!(document["phase"], "playing");
    assert_eq!(document["board"][3], "...............X...");
    assert_eq!(document["board"][15], "...................");
    assert_eq!((&document["rulebook"], &document["komi"], &document["handicap"]), (&"china-1988".into(), &5.5.into(), &0.into()));
    assert_eq!(document["match"], serde_json::json!({"event":"Cup","round":3}));
    feed_all(&mut feed, &mut next, vec![EventBody::GameEnded(result(EndedBy::Resignation, Some(Color::White), None))]);
    let document = serde_json::to_value(feed.game_document(wall(9), &header)).unwrap();
    assert_eq!((&document["result"]["sgf"], &document["move_number"]), (&"W+R".into(), &1.into()));
}

#[test]
fn a_stored_state_that_its_events_do_not_reach_is_an_error() {
    let (feed, _) = begun();
    assert!(PublicFeed::from_state(&feed.state(), &[]).is_err());
}

#[test]
fn a_game_that_begins_anew_with_handicap_stones_does_so_for_the_public_too() {
    let (mut feed, mut next) = begun();
    let mut anew = started();
    anew.handicap = 2;
    anew.setup.black = vec![at("Q16"), at("D4")];
    anew.first = Color::White;
    let retracted =
        EventBody::MoveRetracted { n: 1, point: Some(at("Q16")), because: RetractedBecause::Reconstruction, position_hash: String::new() };
    let bodies = vec![moved(1, PlayedMove::new(Color::Black, Place::At(at("Q16")))), retracted, EventBody::GameStarted(anew.clone())];
    let out = feed_all(&mut feed, &mut next, bodies);
    assert_eq!(out.iter().map(|event| (event.seq, &event.body)).collect::<Vec<_>>(), [(2, &EventBody::GameStarted(anew.clone()))]);
    assert_eq!(feed.record().map(|record| &record.setup), Some(&anew.setup));
}

//! A restart at any event of a game: events folded, the state row read, the same inputs from there on: the same game. Virtual time,
//! no processes; the crash tests in `daemon` do it for real.

mod scene;

use kifud::clock::TimeControl;
use kifud::form::{StateForm, event_from_json, event_to_json};
use kifud::game::{Answer, Event, EventBody, Folded, Game, PlayerPhase, RestStage, Settings, TimeAuthority};
use kifud::time::{Mono, Stamp, Wall};
use kifud::wire::Cell;
use proptest::prelude::*;

use crate::table::settings;
use scene::{Act, CALM, Scene, WALL, act, stamp, table_settings};

/// The program dies here and starts again at once: only what the journal keeps is left.
fn restarted(scene: &Scene) -> Scene {
    let mut again = scene.clone();
    again.game = stored_and_read(&scene.game, &scene.events, "boot", "boot", stamp(scene.now));
    again
}

/// State and events through JSON, as the journal keeps them.
pub fn stored_and_read(game: &Game, events: &[Event], boot: &str, now_boot: &str, now: Stamp) -> Game {
    let size = game.settings().size;
    let row = serde_json::to_string(&StateForm::new(&game.state(), boot, size, None)).unwrap();
    let state = serde_json::from_str::<StateForm>(&row).unwrap().read(now_boot, now, size).unwrap();
    let mut book = Folded::default();
    book.game_id.clone_from(&game.book().game_id);
    for event in events.iter().filter(|event| event.game_id == game.book().game_id) {
        let json = event_to_json(event, size);
        let read = event_from_json(&json, Some(size)).unwrap();
        assert_eq!(event_to_json(&read, size), json);
        book.apply(&read).unwrap();
    }
    assert_eq!(book, *game.book(), "the events fold to what was folded");
    Game::restore(game.settings().clone(), state, book, now)
}

/// What must be the same, said so that a difference can be read: not the patience with a board that differs, which starts anew, nor the
/// alerts and board events that come of it.
fn essence(events: &[Event]) -> Vec<String> {
    let of_the_board = |kind: &str| kifud::referee::Kind::named(kind).is_some_and(kifud::referee::Kind::is_of_board);
    let told = events.iter().filter_map(|event| match &event.body {
        EventBody::Board { .. } => None,
        EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert) | EventBody::AlertClosed { alert, .. } => {
            let what = std::mem::discriminant(&event.body);
            (!of_the_board(alert.kind.name())).then(|| format!("{what:?} {} {:?} {:?} {:?}", alert.kind, alert.state, alert.color, alert.n))
        }
        body => Some(format!("{:?} {:?}", event.at, body)),
    });
    told.collect()
}

fn outcomes(answers: &[Answer]) -> Vec<String> {
    let short = |answer: &Answer| match &answer.outcome {
        Ok(_) => format!("{} ok", answer.transaction),
        Err(error) => format!("{} {:?}", answer.transaction, error.code),
    };
    answers.iter().map(short).collect()
}

/// Both go on with the same acts; the one that was restarted has read the board anew.
fn same_from_here(scene: &Scene, rest: &[Act]) -> Result<(), TestCaseError> {
    let (mut through, mut again) = (scene.clone(), restarted(scene));
    for scene in [&mut through, &mut again] {
        scene.events.clear();
        scene.answers.clear();
    }
    through.wait(CALM);
    again.see();
    for act in rest {
        // What hands do follows from what they see: the record of the one that was never restarted.
        through.act(act);
        again.act(act);
    }
    for scene in [&mut through, &mut again] {
        scene.act(&Act::Repair);
        scene.wait(10_000);
    }
    prop_assert_eq!(essence(&through.events), essence(&again.events));
    prop_assert_eq!(outcomes(&through.answers), outcomes(&again.answers));
    let now = stamp(through.now);
    prop_assert_eq!(through.game.clock_document(now), again.game.clock_document(now));
    prop_assert_eq!(through.game.record(), again.game.record());
    prop_assert_eq!(through.game.position().position_hash(), again.game.position().position_hash());
    prop_assert_eq!(through.game.terms(), again.game.terms());
    let (mut first, second) = (through.game.state(), again.game.state());
    // How the wood came to be differs; what it is does not.
    first.turn.arrived = second.turn.arrived;
    prop_assert_eq!(first, second);
    Ok(())
}

/// A break that begins, or the time to seal, comes while the board is read anew.
fn waits_for_what_settles(scene: &Scene) -> bool {
    let state = scene.game.state();
    let begins = state.rest.is_some_and(|rest| rest.stage == RestStage::ComingToRest);
    let (from, until) = (Mono::from_millis(scene.now.saturating_sub(CALM)), Mono::from_millis(scene.now + CALM));
    let soon = |at: Mono| (from..=until).contains(&at);
    begins || state.agenda.is_some_and(|agenda| agenda.seal.is_some_and(soon) || agenda.breaks.iter().any(|&(at, _)| soon(at)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if std::env::var_os("KIFUD_LONG").is_some() { 1_500 } else { 40 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_restart_at_any_moment_changes_nothing_of_what_follows(settings in table_settings(), acts in prop::collection::vec(act(), 8..28)) {
        let mut scene = Scene::new(settings);
        for (done, act) in acts.iter().enumerate() {
            let before = scene.events.len();
            scene.act(act);
            // Since when a stone stands that is no move yet is not kept: it counts from the first look after the restart.
            let agrees = scene.game.snapshot(stamp(scene.now).wall).agrees;
            // A flag that is provisional waits while anything settles, as everything does after a restart.
            let waiting = scene.game.state().flag.is_some_and(|flag| flag.provisional);
            // So does everything that the clock comes to by itself right after a restart: what waits at the ports is heard first.
            let heard = Mono::from_millis(scene.now + CALM);
            let state = scene.game.state();
            let coming = state.agenda.as_ref().and_then(|agenda| agenda.next_look(None));
            let soon = [state.keeper.deadline(), coming, state.turn.forgotten.map(|forgotten| forgotten.at)];
            let waiting = waiting || soon.into_iter().flatten().any(|due| due <= heard);
            // A press that waits for its stone is given time by what was glimpsed before the restart, and anew by the first look after it.
            let waiting = waiting || scene.game.state().turn.presses.iter().any(|press| !press.asked);
            // So do a break that begins and the time to seal.
            let waiting = waiting || waits_for_what_settles(&scene);
            // What was read before a sensor failed is not kept either.
            let readable = !scene.grid.cells().contains(&Cell::Unreadable);
            // The patience with what stands wrongly starts anew: what is wrong, or goes wrong, takes its time from there.
            let wrong = scene.game.book().alerts.iter().any(|alert| alert.kind.is_of_board());
            let wrong = wrong || !scene.game.state().lifting.is_empty();
            let rest = acts[done + 1..].split(|act| matches!(act, Act::Mess { .. })).next().unwrap_or_default();
            if agrees && readable && !waiting && !wrong && (scene.events.len() != before || done % 7 == 0) {
                same_from_here(&scene, rest)?;
            }
        }
    }
}

/// A game in its second byo-yomi period, kept by the daemon, Black to move for `used` ms.
fn in_overtime(used: u64) -> Scene {
    let mut made = Settings { time_authority: TimeAuthority::Daemon, ..settings(9) };
    made.terms.time = Some(TimeControl::ByoYomi { main_ms: 60_000, periods: 3, period_ms: 30_000 });
    let mut scene = Scene::new(made);
    scene.act(&Act::Play { nth: 40, lifted: true });
    scene.act(&Act::Press);
    scene.act(&Act::Play { nth: 20, lifted: true });
    scene.act(&Act::Press);
    scene.wait(used);
    scene
}

#[test]
fn after_the_machine_was_started_again_the_clock_has_lost_what_the_calendar_says_and_no_more() {
    // Moments from before the start of the machine were cut off at its start, so a turn that had lasted an hour lasted a minute.
    for (used, away) in [(20_000, 5_000), (65_000, 4_000), (10_000, 100_000)] {
        let scene = in_overtime(used);
        let stored = scene.game.state();
        let until = scene.game.clock_document(stamp(scene.now)).unwrap();
        // Another run of the machine, which counts from near its own beginning; the calendar has gone on.
        let wall = Wall::from_unix_ms(WALL + (scene.now + away) as i64);
        let now = Stamp::new(Mono::from_millis(10_000_000), wall);
        let restored = stored_and_read(&scene.game, &scene.events, "one", "other", now);
        let after = restored.clock_document(now).unwrap();
        let mut through = scene.clone();
        through.wait(away);
        let unbroken = through.game.clock_document(stamp(through.now)).unwrap();
        assert_eq!((after.running, after.players), (unbroken.running, unbroken.players), "{used} {away}");
        assert_eq!(after.turn_used_ms, Some(used + away));
        assert_eq!(after.turn_started, until.turn_started, "the turn began when it began");
        assert_eq!(stored.keeper, scene.game.state().keeper);
    }
}

#[test]
fn a_calendar_that_went_back_while_the_machine_was_off_takes_no_time_and_gives_none() {
    let scene = in_overtime(20_000);
    let now = Stamp::new(Mono::from_millis(10_000_000), Wall::from_unix_ms(0));
    let restored = stored_and_read(&scene.game, &scene.events, "one", "other", now);
    let (before, after) = (scene.game.clock_document(stamp(scene.now)).unwrap(), restored.clock_document(now).unwrap());
    assert_eq!((after.turn_used_ms, after.players), (before.turn_used_ms, before.players));
}

#[test]
fn a_flag_that_fell_while_the_program_was_away_is_told_once_it_is_back() {
    let scene = in_overtime(60_000 + 80_000);
    let now = stamp(scene.now + 60_000);
    let mut again = scene.clone();
    again.now += 60_000;
    again.game = stored_and_read(&scene.game, &scene.events, "boot", "boot", now);
    again.events.clear();
    again.see();
    again.wait(2_000);
    let flagged = again.game.clock_document(stamp(again.now)).unwrap().players.black.phase;
    assert_eq!(flagged, PlayerPhase::Flagged { provisional: false });
    let raised =
        again.events.iter().filter(|event| matches!(&event.body, EventBody::AlertRaised(alert) if alert.kind.name() == "flag-fallen"));
    assert_eq!(raised.count(), 1);
    assert!(again.events.windows(2).all(|pair| pair[0].seq + 1 == pair[1].seq));
}

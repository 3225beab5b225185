//! The retained documents of a table, made from its game.

use bytes::Bytes;

use crate::config;
use crate::form::{
    AlertForm, ClockForm, DriversForm, GameForm, InfoForm, Instant, MatchForm, PlayersForm, PointsForm, PublicFeed, PublicHeader,
    RulebookForm, ScheduleForm, SizeForm, TimeForm, fit, fit_game,
};
use crate::game::{Alert, ClockDocument, Game, MatchInfo, Phase, Profile, Terms, game_file};
use crate::go::{Size, sgf};
use crate::time::{Stamp, Wall};

use super::setup;

/// A topic under the table, and what is retained there; nothing empties it.
pub type Document = (String, Option<Bytes>);

/// A document that is too large for the contract is not sent; the log says so, and the one before it stays.
fn sized<E: std::fmt::Display>(topic: &str, made: Result<String, E>) -> Option<Document> {
    match made {
        Ok(json) => Some((topic.to_owned(), Some(Bytes::from(json)))),
        Err(error) => {
            tracing::error!(topic, %error, "a document cannot be sent");
            None
        }
    }
}

/// `game` and `sgf`.
pub fn game(game: &Game, now: Stamp, started: Option<Wall>) -> Vec<Document> {
    let snapshot = game.snapshot(now.wall);
    let form = GameForm { time: game.terms().time.map(TimeForm::from), ..GameForm::new(&snapshot) };
    let mut documents: Vec<Document> = sized("game", fit_game(form).map(|fitted| fitted.json)).into_iter().collect();
    documents.push(("sgf".to_owned(), Some(Bytes::from(sgf_text(game, started).unwrap_or_else(|| empty_sgf(game))))));
    documents
}

/// The game so far as SGF; nothing between games.
pub fn sgf_text(game: &Game, started: Option<Wall>) -> Option<String> {
    let terms = game.terms();
    let file = game_file(game.book(), &terms.players, game.match_info(), started.map(|at| Instant(at).day()).as_deref())?;
    Some(sgf::write(&file))
}

fn empty_sgf(game: &Game) -> String {
    sgf::write(&sgf::GameFile::new(crate::go::Record::new(game.settings().size)))
}

/// `result/<game_id>`: the final game document with its SGF in it.
pub fn result(game: &Game, now: Stamp, started: Option<Wall>) -> Option<String> {
    let snapshot = game.snapshot(now.wall);
    let form = GameForm::new(&snapshot).with_sgf(sgf_text(game, started)?);
    fit_game(form).map(|fitted| fitted.json).map_err(|error| tracing::error!(%error, "the result cannot be sent")).ok()
}

/// `clock`, where one is kept.
pub fn clock(clock: &ClockDocument, game_id: &str, session: &str) -> Option<Document> {
    sized("clock", fit(&ClockForm::new(clock, game_id, Some(session))))
}

/// `alert/<id>`.
pub fn alert(alert: &Alert, game_id: &str, size: Size) -> Option<Document> {
    sized(&format!("alert/{}", alert.id), fit(&AlertForm::new(alert, game_id, size)))
}

/// `public/game` and `public/sgf`, as far as the public stream has come; `terms` are those of the public's game.
pub fn public(
    feed: &PublicFeed,
    game: &Game,
    now: Stamp,
    started: Option<Wall>,
    (terms, match_info): &(Terms, MatchInfo),
    is_delayed: bool,
) -> Vec<Document> {
    let snapshot = game.snapshot(now.wall);
    let is_level = feed.folded().game_id == game.book().game_id && feed.folded().phase == game.book().phase;
    // A count changes without an event: where the public is behind it sees the last one, of the ended game.
    let is_level = is_level && (!is_delayed || game.book().phase == Phase::Ended);
    let header = PublicHeader {
        match_info,
        rulebook: terms.rulebook.name(),
        komi: terms.komi,
        handicap: terms.handicap,
        players: &terms.players,
        count: snapshot.count.as_ref().filter(|_| is_level),
        ..PublicHeader::from(&snapshot)
    };
    let form = GameForm { time: terms.time.map(TimeForm::from), ..feed.game_document(now.wall, &header) };
    let mut documents: Vec<Document> = sized("public/game", fit_game(form).map(|fitted| fitted.json)).into_iter().collect();
    let file = game_file(feed.folded(), &terms.players, match_info, started.map(|at| Instant(at).day()).as_deref());
    let text = file.map_or_else(|| empty_sgf(game), |file| sgf::write(&file));
    documents.push(("public/sgf".to_owned(), Some(Bytes::from(text))));
    documents
}

/// `public/clock`.
pub fn public_clock(feed: &PublicFeed, clock: &ClockDocument, session: &str) -> Option<Document> {
    sized("public/clock", fit(&feed.clock_document(clock, Some(session))))
}

/// `info`: what the table is set up for.
pub fn info(game: &Game, table: &config::Table) -> Option<Document> {
    let terms = game.terms();
    let rulebook = RulebookForm::new(terms.rulebook, &terms.overrides);
    let clock = table.clock.as_ref().filter(|_| setup::has_clock(table));
    let drivers = DriversForm { board: table.board.driver.name().to_owned(), clock: clock.map(|clock| clock.driver.name().to_owned()) };
    let form = InfoForm {
        time: terms.time.map(TimeForm::from),
        schedule: terms.schedule.as_ref().map(ScheduleForm::from),
        players: PlayersForm::from(&terms.players),
        // The score is in `game`.
        match_info: MatchForm::known(&MatchInfo { score: Vec::new(), ..game.match_info().clone() }),
        profile: Some(terms.profile.into()),
        simul_color: (terms.profile == Profile::Simul).then(|| terms.simul_color.into()),
        alerts_off: table.alerts_off.iter().map(|kind| kind.name().to_owned()).collect(),
        ..InfoForm::new(rulebook, SizeForm(table.board.size), PointsForm(terms.komi), drivers, configuration(table))
    };
    sized("info", fit(&form))
}

/// The table's part of the configuration. Nothing secret is ever in it: passwords and tokens are in files of their own.
fn configuration(table: &config::Table) -> serde_json::Value {
    serde_json::json!({
        "profile": table.profile.name(),
        "simul_color": table.simul_color.name().to_lowercase(),
        "rules": table.rules.name(),
        "start": table.start.name(),
        "handicap": table.handicap,
        "time_authority": table.time_authority.name(),
        "turn_ends": table.turn_ends.name(),
        "capture_neutral": table.capture_neutral.name(),
        "press_pass": table.press_pass.name(),
        "press_tolerance_ms": table.press_tolerance_ms,
        "board": {
            "port": table.board.port.to_string(),
            "baud": table.board.baud,
            "mirrored": table.board.mirrored,
            "rotation": u32::from(table.board.quarter_turns) * 90,
            "poll_ms": table.board.poll_ms,
            "settle_ms": table.board.settle_ms,
            "patience_ms": table.board.patience_ms,
            "ignore": table.board.ignore.iter().map(|point| point.vertex(table.board.size).to_string()).collect::<Vec<_>>(),
        },
        "clock": table.clock.as_ref().map_or_else(
            || serde_json::json!({}),
            |clock| serde_json::json!({ "port": clock.port.to_string(), "baud": clock.baud, "black_side": clock.black_side.name(), "latency_ms": clock.latency_ms }),
        ),
        "public": { "delay_ms": table.public.delay_ms, "show_alerts": table.public.show_alerts },
    })
}

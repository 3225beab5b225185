//! Ing's articles 7 and 8 as far as they are about time: overtime by points and by seconds, coming late and not coming.

use kifud::clock::TimeControl;
use kifud::game::{Schedule, TimeAuthority, Verb};
use kifud::go::Color::{Black, White};
use kifud::referee::Kind;

use super::ending::CLOSED;
use super::stage::PATIENCE;
use super::{Elsewhere, INGS_OWN, Mark, Row, Scenery};

const S: u64 = 1_000;
const MIN: u64 = 60 * S;

/// Six minutes, so that a sixth of them is one.
const POINTS: TimeControl = TimeControl::IngPenalty { main_ms: 6 * MIN, periods: 3, fraction: 6, points: 2 };

/// A minute, and three times half a minute.
const SECONDS: TimeControl = TimeControl::IngSeconds { main_ms: MIN, periods: 3, period_ms: 30 * S };

const HOUR: TimeControl = TimeControl::IngSeconds { main_ms: 60 * MIN, periods: 3, period_ms: 30 * S };

/// A table with this time control, Black to move on a full clock that runs.
fn timed(table: &mut Scenery, control: TimeControl) -> &mut Scenery {
    table.furnish(|made| made.terms.time = Some(control)).act("black E5\nwait 1s\npress left\nwait 1s\nwhite C3\nwait 1s\npress right")
}

/// Play begins in two minutes; who is more than five late has lost.
fn scheduled(table: &mut Scenery) -> &mut Scenery {
    let start_at = Some(table.wall(2 * MIN));
    table.furnish(|made| {
        made.terms.time = Some(HOUR);
        made.terms.schedule = Some(Schedule { start_at, absent_after_ms: Some(5 * MIN), ..Schedule::default() });
    })
}

/// White uses up the basic time, and Black that and a part of the overtime, before the boundary is closed.
fn both_in_overtime(table: &mut Scenery) -> &mut Scenery {
    table.furnish(|made| made.terms.time = Some(POINTS)).moves(&CLOSED[..16]).wait(7 * MIN + 30 * S);
    table.moves(&CLOSED[16..17]).wait(6 * MIN + 30 * S).moves(&CLOSED[17..])
}

/// What a configuration is told that says this of the time.
fn refused(time: &str) -> String {
    let text =
        format!("[[table]]\nid = \"t1\"\nboard.port = \"/dev/b1\"\nrulebook = \"ing\"\ntime_authority = \"daemon\"\ntime = {{ {time} }}\n");
    match kifud::config::parse(std::path::Path::new("kifud.toml"), &text, "hall") {
        Ok(_) => format!("taken: {time}"),
        Err(faults) => faults.iter().map(|fault| format!("refused, {}: {}", fault.key, fault.message)).collect::<Vec<_>>().join(", "),
    }
}

pub fn rows() -> Vec<Row> {
    [overtime(), offset(), seconds(), over_time(), coming(), absent()].concat()
}

fn overtime() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-7.0",
            mark: Mark::Person,
            book: "ing",
            happens: "The event's rules say that there is Ing overtime, and not which of the two.",
            play: |table| {
                table.show(refused("system = \"ing\", main = \"3h\"")).show(refused("system = \"ing-pp\", main = \"3h\""));
            },
            told: &[
                "refused, table.time.system: says nothing of the overtime, and Ing's article 7 leaves that to the event: write \"ing-pp\" for penalty points, or \"ing-rs\" for seconds that are read out",
                "taken: system = \"ing-pp\", main = \"3h\"",
            ],
            elsewhere: Elsewhere::Not("it is about the configuration"),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-7.PP",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Black uses up the basic time of six minutes, and a sixth, two sixths and three sixths of it beyond.",
            play: |table| {
                timed(table, POINTS).wait(10 * MIN).show_time(10 * MIN).show_result();
            },
            told: &[
                "overtime-penalty [ing 7] attention sensor black",
                "flag-fallen [ing 8.3(4)] ruling sensor black -> loss",
                "time: 6:00 Black -2, 7:00 Black -2, 8:00 Black -2, 9:00 Black's flag",
                "playing: no result",
                "Black has 6 point(s)",
            ],
            twin: Some(|table| {
                timed(table, POINTS).wait(6 * MIN - S).act("black G7\npress left").wait(PATIENCE);
            }),
            elsewhere: INGS_OWN,
        },
    ]
}

fn offset() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-7.PP",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Black goes beyond a sixth, White uses up the basic time: the points offset each other in the count alone.",
            play: |table| {
                both_in_overtime(table).ask(Verb::AcceptEnd(Black)).ask(Verb::AcceptEnd(White)).show_count();
            },
            told: &[
                "overtime-penalty [ing 7] attention sensor black",
                "overtime-penalty [ing 7] attention sensor white",
                "count: Black 36 less 4, White 45 less 2: White by 19",
                "Black has 4 point(s)",
                "White has 2 point(s)",
            ],
            twin: Some(|table| {
                table.furnish(|made| made.terms.time = Some(POINTS)).moves(&CLOSED).wait(5 * MIN);
            }),
            elsewhere: INGS_OWN,
        },
        Row {
            clause: "ING-7.PP",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Both have points already, and Black is the first to reach three sixths: that White has points too saves nobody.",
            play: |table| {
                both_in_overtime(table).wait(2 * MIN).show_result();
            },
            told: &[
                "overtime-penalty [ing 7] attention sensor black",
                "overtime-penalty [ing 7] attention sensor white",
                "flag-fallen [ing 8.3(4)] ruling sensor black -> loss",
                "playing: no result",
                "Black has 6 point(s)",
                "White has 2 point(s)",
            ],
            twin: Some(|table| {
                table.furnish(|made| made.terms.time = Some(POINTS)).moves(&CLOSED).wait(5 * MIN);
            }),
            elsewhere: INGS_OWN,
        },
    ]
}

fn seconds() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-7.RS",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Black uses up the basic time of a minute and three limits of half a minute.",
            play: |table| {
                timed(table, SECONDS).wait(3 * MIN).show_time(3 * MIN).show_result();
            },
            told: &[
                "flag-fallen [ing 8.3(4)] ruling sensor black -> loss",
                "time: 1:00 Black in overtime, 1:30 Black has used a period, 2:00 Black has used a period, 2:30 Black's flag",
                "playing: no result",
            ],
            twin: Some(|table| {
                timed(table, SECONDS).wait(MIN + 89 * S).act("black G7\npress left").wait(PATIENCE);
            }),
            elsewhere: INGS_OWN,
        },
        Row {
            clause: "ING-7.RS",
            mark: Mark::Sensors,
            book: "ing",
            happens: "The same by the time that the clock on the table keeps.",
            play: |table| {
                table.furnish(|made| made.time_authority = TimeAuthority::Device);
                timed(table, SECONDS).wait(3 * MIN).show_time(3 * MIN).show_result();
            },
            told: &[
                "flag-fallen [ing 8.3(4)] ruling sensor black -> loss",
                "time: 1:00 Black in overtime, 1:30 Black has used a period, 2:00 Black has used a period, 2:30 Black's flag",
                "playing: no result",
            ],
            twin: Some(|table| {
                table.furnish(|made| made.time_authority = TimeAuthority::Device);
                timed(table, SECONDS).wait(MIN + 89 * S).act("black G7\npress left").wait(PATIENCE);
            }),
            elsewhere: INGS_OWN,
        },
    ]
}

fn over_time() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-8.3(4)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Black's minute, which is all there is, is over.",
            play: |table| {
                timed(table, TimeControl::Absolute { main_ms: MIN }).wait(MIN + S).show_result();
            },
            told: &["flag-fallen [ing 8.3(4)] ruling sensor black -> loss", "playing: no result"],
            twin: Some(|table| {
                timed(table, TimeControl::Absolute { main_ms: MIN }).wait(MIN - S).act("black G7\npress left").wait(PATIENCE);
            }),
            elsewhere: INGS_OWN,
        },
        Row {
            clause: "ING-8.3",
            mark: Mark::Person,
            book: "ing",
            happens: "The game is lost once the referee has verified that the flag has fallen, and not before.",
            play: |table| {
                timed(table, TimeControl::Absolute { main_ms: MIN }).wait(2 * MIN).show_result().confirm(Kind::FlagFallen).show_result();
            },
            told: &[
                "flag-fallen [ing 8.3(4)] ruling sensor black -> loss (decided)",
                "playing: no result",
                "ended: w+t final",
                "result: white wins by time",
            ],
            elsewhere: INGS_OWN,
            ..Row::EMPTY
        },
    ]
}

fn coming() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-8.1",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Black's first stone comes one minute after the set start, White's three; two of those ran on White's clock.",
            play: |table| {
                scheduled(table).wait(3 * MIN).act("black E5\nwait 1s\npress left").wait(2 * MIN).act("white C3\nwait 1s\npress right");
                table.wait(PATIENCE);
            },
            told: &[
                "late [ing 8.1] attention suspected black -> -120002 ms if so",
                "late [ing 8.1] attention suspected white -> -122002 ms if so",
            ],
            twin: Some(|table| {
                scheduled(table).wait(MIN).act("black E5\nwait 1s\npress left\nwait 2s\nwhite C3\nwait 1s\npress right").wait(8 * MIN);
            }),
            elsewhere: INGS_OWN,
        },
        Row {
            clause: "ING-8.1",
            mark: Mark::Person,
            book: "ing",
            happens: "White came in time and Black two and a half minutes late; the referee confirms, and twice that comes off.",
            play: |table| {
                scheduled(table).wait(MIN).ask(Verb::Arrived { color: White, at: None }).wait(3 * MIN + 30 * S);
                table.ask(Verb::Arrived { color: Black, at: None }).confirm(Kind::Late).act("press right\nwait 1s\nblack E5\npress left");
                table.wait(PATIENCE).show_clocks();
            },
            told: &["late [ing 8.1] attention reported black -> -300000 ms (decided)", "clocks: Black 54:59, White 59:56"],
            elsewhere: INGS_OWN,
            ..Row::EMPTY
        },
    ]
}

fn absent() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-8.3(1)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Black has played, and White has not come five minutes after the set start.",
            play: |table| {
                scheduled(table).wait(2 * MIN - 2 * S).act("black E5\nwait 1s\npress left").wait(6 * MIN).show_result();
            },
            told: &["absent [ing 8.3(1)] ruling sensor white -> loss if so", "playing: no result"],
            twin: Some(|table| {
                scheduled(table).wait(MIN).act("black E5\nwait 1s\npress left\nwait 2s\nwhite C3\nwait 1s\npress right").wait(8 * MIN);
            }),
            elsewhere: INGS_OWN,
        },
        Row {
            clause: "ING-8.3(1)",
            mark: Mark::Person,
            book: "ing",
            happens: "The referee has verified that White has not come.",
            play: |table| {
                scheduled(table).wait(2 * MIN - 2 * S).act("black E5\nwait 1s\npress left").wait(6 * MIN).confirm(Kind::Absent);
            },
            told: &["absent [ing 8.3(1)] ruling sensor white -> loss if so (decided)", "result: black wins by absence"],
            elsewhere: INGS_OWN,
            ..Row::EMPTY
        },
        Row {
            clause: "ING-8.3(1)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Nobody has come five minutes after the set start.",
            play: |table| {
                scheduled(table).wait(8 * MIN);
            },
            told: &[
                "late [ing 8.1] attention suspected black (gone)",
                "late [ing 8.1] attention suspected white (gone)",
                "both-absent [ing 8.3(1)] ruling sensor -> both-lose if so",
            ],
            twin: Some(|table| {
                scheduled(table).wait(2 * MIN - S);
            }),
            elsewhere: INGS_OWN,
        },
    ]
}

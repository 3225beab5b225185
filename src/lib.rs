//! kifud is a smart-board bridge for Go: it reads a board that feels stones and a clock that is pressed, writes the record of the game,
//! and tells displays, broadcasts and referees over MQTT what happens, while it happens.
//!
//! This page is the architecture: how the house is laid out, and why. What the program does for whom is in `README.md`; the names that
//! others write against (topics, documents, requests, configuration keys) are in [`form`] and [`config`], and `kifud schema` prints them.
//!
//! # Bird's-eye view
//!
//! A pure core that decides, and a thin shell that talks to the world.
//!
//! ```text
//!   board --serial-->+---------------------- one table ----------------------+
//!   clock --serial-->| bytes -> observations -> settled wood -> plays, turns |--> journal (SQLite) --> MQTT --> displays,
//!   people --MQTT--->| requests ----------------------------> alerts, result |                              broadcasts, referees
//!                    +-------------------------------------------------------+
//! ```
//!
//! The core is a state machine: *inputs with a time stamp go in, events come out, and it says when it next wants to be woken*
//! ([`game::Game::handle`], [`game::Game::advance`], [`game::Game::deadline`]). It has no I/O, no threads, no clock of its own, no serde and
//! no logging. So every dispute can be run again bit for bit, every rule of time is tested without waiting, and a bug report is a file
//! ([`capture`]). Time is stamped once, where the bytes arrive; a slow disk or a lost network may postpone publication, never a judgement.
//!
//! One process serves a hall. Each table is one task ([`table::run`]) that owns everything of its game; tables share nothing but the journal.
//!
//! # Floors
//!
//! A module names only modules of lower floors; those of one floor do not know each other but where it is said. `tests/it/tidy` holds this
//! table, the pure line, and what each module of the core may use of the standard library and of other crates.
//!
//! | floor | module | does | knows nothing of |
//! |---|---|---|---|
//! | 0 | [`time`] | stamps, and a device's time mapped to ours | what time it is |
//! | 0 | [`go`] | board, rules, positions, records, counting, SGF | wires, clocks, referees |
//! | 1 | [`clock`] | time controls and both players' clocks | the device on the table |
//! | 2 | [`wire`] | bytes to observations and back, a file per protocol | ports, games |
//! | 3 | [`sense`] | what has held still, and which plays explain it | how a game is refereed |
//! | 4 | [`referee`] | what breaks the course of a game, found and told apart, and what each rulebook says of it | how an incident is shown |
//! | 5 | [`game`] | one game as a state machine | disk, broker, ports, serde |
//! | | **pure line** | nothing above it reads a clock, a file, a socket or the environment, or iterates in random order | |
//! | 5.5 | [`form`] | the only shapes of what is sent and kept, with their JSON Schema | |
//! | 5.5 | [`now`] | the one place that reads this machine's clocks | |
//! | 6 | [`journal`] | SQLite on its own thread | games: payloads are opaque text |
//! | 6 | [`mqtt`] | one table's connection | what its documents say |
//! | 6 | [`serial`] | one task a port: opening, reading, opening again | what the bytes mean |
//! | 6 | [`engine`] | another process that says over GTP which stones are dead | games: it gets stones and gives points |
//! | 6 | [`config`] | the configuration, every fault at once | anything that runs |
//! | 6 | [`machine`] | what this machine says of its power, heat, disk and calendar | tables |
//! | 6 | [`door`] | connections that come in over HTTP: so many at once, none that is held open | what is asked for |
//! | 6 | [`metrics`] | figures for Prometheus, on request | games and players: it has names of tables and numbers |
//! | 7 | [`table`] | one table's loop, from bytes to what is published | who starts it |
//! | 7 | [`capture`] | raw bytes to a file, and through the same code again; it watches a table and runs its desk, so it stands on it | |
//! | 7 | [`sim`] | virtual board, clock and hands on pseudo-terminals | the daemon that it plays to |
//! | 7 | [`doctor`] | what a device really sends, what is wrong with it and what to do | games, tables, brokers |
//! | 7 | [`home_assistant`] | what Home Assistant is told of the tables, where that is wanted | games: it names topics and fields of documents |
//! | 7 | [`broker`] | the built-in MQTT broker | everything: it speaks MQTT |
//! | 7 | [`display`] | web pages, feeds and live SGF files for every table on a broker | tables: topics and documents are all it has |
//! | 7 | [`watch`] | one table in a terminal, with the words of the pages | tables: topics and documents are all it has |
//! | 8 | [`daemon`] | journal, broker, displays and tables put together | |
//! | 8 | [`rehearse`] | real games, time that runs out, and brokers that die, through daemons of its own, and what was published compared with what was played | the inside of that daemon |
//! | 8 | [`trial`] | thousands of real games through a table in virtual time, and what came out compared with what was played; whatever may go wrong around it | ports, sockets and loops: it drives what is behind them by hand |
//! | 8 | [`cli`] | commands and exit codes | |
//!
//! # The walk of one frame
//!
//! A stone is put down. From there it goes one way:
//!
//! 1. The port's task ([`serial::spawn`]) reads bytes, stamps them ([`now::stamp`]) and puts a [`serial::PortEvent::Bytes`] into the table's
//!    one bounded queue.
//! 2. The loop ([`table::run`]) drains the queue and hands the bytes to [`table::Desk::port`]. Everything from here to step 6 is plain calls
//!    without any I/O: [`capture::replay`] runs this same code.
//! 3. The board's session ([`wire::BoardSession::received`]) makes a [`wire::BoardReport`] of them; the clock's ([`wire::ClockSession`])
//!    likewise. What is not understood is dropped and counted ([`wire::Counts`]).
//! 4. [`sense::Filter::pass`] turns sensors into points of the record and lets only what changed go on, as [`game::Input::Scan`].
//! 5. [`game::Game::handle`] first runs every deadline that lies before the stamp *at the deadline's own moment*, then takes the input.
//!    [`sense::Settle::observe`] waits for points to hold still, [`sense::explain`] relates the wood to the record, and the answer, a
//!    [`sense::Reconstruction`], becomes moves, turns and alerts: [`game::Event`]s, numbered without gaps.
//! 6. Each event is folded into the record at once ([`game::Folded::apply`]): the record *is* the sum of its events, there is no other.
//! 7. The loop makes one [`journal::Commit`] of inputs, events and the state row, and goes on without waiting ([`journal::Journal::commit`]).
//! 8. When [`journal::Journal::durable`] has reached it, the connection is told ([`mqtt::Handle::events_ready`]), reads the events from the
//!    journal ([`table::Outbox`], a cursor, not a second queue) and sends them in order; then the documents that changed.
//!
//! The loop drains the queue before it looks at deadlines, and stamps that it hands in never go back.
//!
//! # Three kinds of time
//!
//! * [`time::Mono`]: milliseconds of `CLOCK_BOOTTIME`. Whatever is measured is a difference of two of these. Across a restart of the machine
//!   they are not comparable, so the state row says which boot it is from ([`now::boot_id`]).
//! * [`time::Wall`]: the calendar, a label for people. It may jump; nobody is judged by it. The instants of a schedule become moments once
//!   ([`game::Agenda`]), and anew only while they are still to come and the calendar was set.
//! * What a device claims ([`clock::ClockReading`], and its own milliseconds mapped by [`time::DeviceTime`]): evidence, with an uncertainty.
//!
//! # What is deliberately absent
//!
//! * **No guess enters the core.** A sensor that sees no colours says [`wire::Cell::StoneOfUnknownColor`]; one that cannot see says
//!   [`wire::Cell::Unreadable`]. What cannot be explained is [`sense::Reconstruction::Unexplained`] or `Ambiguous`, and a person is told.
//!   Of several orders that lead to the same position the likeliest is taken, and it is said that it was a choice (`PlayedInSomeOrder`).
//! * **No silent undo.** A move leaves the record by an event that says why ([`game::RetractedBecause`]).
//! * **The record is not the wood.** [`go::Position`] holds what has been played, however it came about; legality is the answer to
//!   [`go::Position::judge`], which names all faults at once. An illegal move that stands is in the record, marked.
//! * **Nothing is recomputed.** Recovery folds the events that were written and reads the state row; newer code never judges the past again.
//!   Inputs are kept for audit alone.
//! * **No setters, no sentinels.** States are enums with their data; time controls and clock phases are tagged unions.
//! * **No second queue of events.** The journal's rows are the outbox; what the broker has acknowledged is a number.
//! * **No hidden clock, no hidden chance.** Ids come from a seed that is in the journal. `clippy.toml` bans reading clocks and `HashMap`.
//! * **No `unsafe`**, no `#[allow]` (only `#[expect]` with a reason), no module named after nothing (`utils`).
//! * **Parsing never fails half.** A configuration names every fault with its line; an SGF file is read wholly or refused with its place.
//!
//! # After a crash, and after an upgrade
//!
//! What is published has been on the disk before ([`journal`]); so after `kill -9`, a power cut or an upgrade in the middle of a game the
//! next process finds every event that anyone has seen. It folds them ([`game::Folded`]), restores what must outlive a process beside them
//! (turn, clocks, what is still settling: [`game::State`], as [`form::StateForm`]), and goes on with the next `seq`. The first scan of the
//! board is then compared with the record like any other: a stone put down meanwhile is a move, one taken away is said. Events that the broker has not
//! acknowledged are sent (again, perhaps: consumers drop a `seq` that they have). The journal's layout has a version; a journal written by a
//! newer kifud is refused ([`journal::JournalError::Newer`]), not misread, and one of an older kifud is brought up to date. A game that cannot
//! be read, or that has made the start fail [`daemon::STARTS_MAX`] times, stays in the journal for `kifud export`, and the table starts anew; a
//! damaged journal is kept beside a new one that has what can be read of it ([`journal::salvage_damaged`]).
//!
//! Between the last commit and the crash lie at most [`journal::GROUP_MS`] of inputs that nobody has been told about.
//!
//! # Limits
//!
//! Every quantity that a device, a person or a full disk could make grow has a name, a value, a reason beside it, and a test of what happens
//! when it is reached. The ones to know:
//!
//! | what | where | when it is reached |
//! |---|---|---|
//! | news of ports waiting for a table | `PORT_QUEUE` in [`table`] | the port is read later; stamps stay those of arrival |
//! | bytes of one frame | [`wire::serial_transfer::MAX_FRAME`] | dropped and counted, reading starts again at the next start byte |
//! | bytes of one line, answer, notification | [`wire::matrix::LINE_MAX`], [`wire::saiboard::ANSWER_MAX`], [`wire::yihu::LENGTH_MAX`] | the same |
//! | bytes of one line, message of a clock | [`wire::dgt_json::LINE_MAX`], [`wire::dgt::LENGTH_MAX`] | the same |
//! | bytes waiting to be written to a device | [`serial::WRITE_QUEUE`] | dropped and said |
//! | plies, tries and ways of an explanation | [`sense::Limits`] | `Ambiguous` or `Unexplained`, never a guess |
//! | commits and bytes waiting for the disk | [`journal::Limits`] | the table keeps its commit and publishes nothing newer; play goes on |
//! | inputs and games kept | [`journal::Limits`] | the oldest go; events of a game stay together |
//! | events that the broker does not take | the disk | all wait in order; documents are merged, of answers the last 64 are kept |
//! | findings in the log | an hour each, in [`table`] | `health` has them all the same |
//! | a payload | [`form::PAYLOAD_MAX`] | what may be left out is left out, and the document says so ([`form::fit_game`]) |
//! | messages that the tables of a daemon say again | [`mqtt::Pace`] | they take turns; what is new on a live table never waits |
//! | requests at once, of one user and of all | [`mqtt::REQUESTS_AT_ONCE`] | refused as `busy`, answered once a second |
//! | starts of a table that come to nothing | [`daemon::STARTS_MAX`] | its game is set aside and kept |
//! | a request | [`form::REQUEST_MAX`], [`form::DEPTH_MAX`] | refused with its code; the connection stays |
//! | breaks of a schedule | [`game::Schedule::BREAKS_MAX`] | refused |
//! | a configuration, a file of pairings | [`config::FILE_MAX_BYTES`], [`config::TABLES_MAX`], [`config::PAIRINGS_MAX_BYTES`] | refused |
//! | connections to the pages and to the figures, and how long each may take to ask | `CONNECTIONS` in [`display`] and [`metrics`], [`door::Limits`] | the rest wait at the door; one that does not ask is ended |
//! | requests that go no further, in the log | 40, then one in ten seconds, in [`mqtt`] | the next line says how many there were |
//! | events, results and readers of the pages | `MAX_EVENTS`, `MAX_RESULTS` in [`display`], [`door::READER_PATIENCE_MS`] | readers begin anew, the oldest leave the lists, who takes nothing is dropped |
//! | time and words of an engine | [`engine::Limits`] | it is stopped, `health` says so, people mark dead stones as without it |
//! | an SGF file | [`go::sgf::FILE_BYTES_MAX`] | refused |
//! | clients of the built-in broker | [`broker::Limits`] | refused, those that are there stay |
//!
//! # Errors
//!
//! Below the top floors errors are types that name what to do (`thiserror`); [`daemon`] and [`cli`] add where it happened (`anyhow`). Nothing
//! that a device, the network or the disk does later ends a table: it is said in `health`, in the log and in `status`, and tried again.
//! Only a configuration with faults, a journal that is in use or newer, and a listener's address that is taken end the program, at the start.
//!
//! # Testing
//!
//! Unit tests stand beside their code; everything larger is one binary, `tests/it`. Time is injected, nothing sleeps to pass, and no test needs
//! anything that it does not say. Property tests feed every decoder and reader any bytes in any split; `fuzz/` holds a target for each. Games
//! are played by virtual hands over pseudo-terminals, through the real loop, to a real broker. `tests/it/tidy` keeps the house: floors, the pure line,
//! file sizes, reasons. A test that is skipped for want of a broker, a browser or shared data says so, and `.ci/run` makes skipping a failure.
//!
//! # Style
//!
//! Terms are those of the field (SGF, rule texts, MQTT). Types carry meaning: no bare numbers for points, colours, moments or komi. Comments
//! say why, and where a fact comes from. A fixed fault gets a test that opens with symptom and cause. Files stay near 400 lines with their
//! tests, functions under 70. A dependency needs a reason, in a comment in `Cargo.toml`.

pub mod broker;
pub mod capture;
pub mod cli;
pub mod clock;
pub mod config;
pub mod daemon;
pub mod display;
pub mod doctor;
pub mod door;
pub mod engine;
pub mod form;
pub mod game;
pub mod go;
pub mod home_assistant;
pub mod journal;
pub mod machine;
pub mod metrics;
pub mod mqtt;
pub mod now;
pub mod referee;
pub mod rehearse;
pub mod sense;
pub mod serial;
pub mod sim;
pub mod table;
pub mod time;
pub mod trial;
pub mod watch;
pub mod wire;

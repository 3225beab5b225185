//! All tests in one binary.

mod board_sessions;
#[cfg(feature = "embedded-broker")]
mod broker;
mod browser;
mod cases;
mod clock_sessions;
mod commands;
mod config;
mod daemon;
#[cfg(feature = "embedded-broker")]
mod demo;
mod device_faults;
mod device_time;
mod display;
mod forms;
mod frames;
mod go_laws;
mod hand;
mod hands;
mod host;
mod igo_session;
mod journal;
mod journal_damage;
mod lossy_link;
mod matrix_session;
mod mqtt;
mod peer;
mod play;
mod recovery;
mod rehearse;
mod saiboard_session;
mod sense;
mod serial;
mod service;
mod sgf_files;
mod skip;
mod stage;
mod table;
mod tidy;
mod timing;
mod timing_device;
mod virtual_game;
mod virtual_table;
mod wires;
mod yihu_session;

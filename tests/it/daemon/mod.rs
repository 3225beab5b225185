//! The whole daemon: the real program, real pseudo-terminals, a real mosquitto. Few and heavy; nothing waits but for what must come.

mod commands;
mod counting;
mod crashes;
mod desk;
mod devices;
mod disk;
mod feeds;
pub mod hall;
mod home_assistant;
mod metrics;
mod pages;
mod pages_by_hand;
mod pages_to_the_end;
mod poison;
mod proxied;
mod public;
mod requests;
mod rivals;
mod rulings;
mod schemas;
mod whole_game;

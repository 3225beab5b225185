//! The whole daemon: the real program, real pseudo-terminals, a real mosquitto. Few and heavy; nothing waits but for what must come.

mod crashes;
mod hall;
mod schemas;
mod whole_game;

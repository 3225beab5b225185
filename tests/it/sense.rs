//! From scans to plays: scenes with diagrams, limits, and laws that hold for generated games.

mod anything;
mod hands;
mod laws;
mod limits;
mod moments;
mod one_play;
mod real_games;
mod reference;
mod several_plays;
mod table;

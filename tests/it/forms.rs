//! The outside shapes: literal JSON of every event and document beside the contract's own examples, round trips, the laws of the public
//! stream, requests good and bad, and everything against its schema.

mod alerts;
mod asyncapi;
mod counting;
mod cycles;
mod desk;
mod documents;
mod events;
mod generate;
mod limits;
mod public;
mod requests;
mod rulings;
mod samples;
mod schemas;
mod texts;
mod times;

//! One table's connection against a real mosquitto: order, loss, who may speak, requests, limits.

mod many;
mod requests;
mod speaking;
pub mod stage;
mod storms;

//! Time in words: SGF (FF4 properties TM, OT, BL/WL, OB/OW), GTP commands, and what people and programs write.
//!
//! Reading is tolerant, writing is strict: what several programs read is written in the form that KGS writes. Nothing is guessed: a text
//! that is not understood wholly is refused, and so is a control that cannot be played.

mod clock;
mod gogui;
mod gtp;
mod lexer;
mod overtime;
mod sgf;

pub use clock::clock_text_ms;
pub use gtp::{gtp_time_left, read_gtp_time_left, read_gtp_time_settings};
pub use sgf::TimeLeft;

use super::{TimeControl, TimeControlError};

/// Why a text gives no time control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimeTextError {
    /// It is no time control that is known here, or half of one.
    #[error("\"{0}\" is not understood as a time control")]
    NotUnderstood(String),
    /// It is understood, and cannot be played.
    #[error("\"{text}\" cannot be played: {error}")]
    Unplayable {
        /// The text.
        text: String,
        /// Why.
        error: TimeControlError,
    },
}

impl TimeTextError {
    /// The text, cut to what a message can hold.
    fn not_understood(text: &str) -> TimeTextError {
        TimeTextError::NotUnderstood(shortened(text))
    }
}

/// The control, if it can be played.
fn playable(text: &str, control: TimeControl) -> Result<TimeControl, TimeTextError> {
    match control.check() {
        Ok(()) => Ok(control),
        Err(error) => Err(TimeTextError::Unplayable { text: shortened(text), error }),
    }
}

/// The longest text that is looked at, in bytes: the longest form of kifud's own, eight blocks, has 150.
const TEXT_MAX: usize = 300;

fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Seconds with as many decimals as needed, at most three.
fn seconds(ms: u64) -> String {
    let (whole, rest) = (ms / 1_000, ms % 1_000);
    if rest == 0 {
        return whole.to_string();
    }
    format!("{whole}.{rest:03}").trim_end_matches('0').to_owned()
}

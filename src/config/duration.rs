//! Durations in text: "2h", "1h 30m", "60s", "500ms".

use jiff::SignedDuration;

/// Why a text is no duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DurationError {
    /// Not a number with a unit.
    #[error("\"{0}\" is no duration: write it such as \"2h\", \"1h 30m\", \"60s\" or \"500ms\"")]
    Malformed(String),
    /// Before its beginning.
    #[error("a duration cannot be negative")]
    Negative,
    /// Finer than a millisecond.
    #[error("a duration is counted in whole milliseconds")]
    TooFine,
}

/// Reads a duration, in ms. Hours, minutes, seconds and milliseconds, one after the other; no days.
///
/// # Errors
/// [`DurationError`] when it is no duration, negative, or not whole milliseconds.
pub fn parse_ms(text: &str) -> Result<u64, DurationError> {
    let duration: SignedDuration = text.parse().map_err(|_| DurationError::Malformed(super::walk::shortened(text)))?;
    if duration.is_negative() {
        return Err(DurationError::Negative);
    }
    if duration.subsec_nanos() % 1_000_000 != 0 {
        return Err(DurationError::TooFine);
    }
    u64::try_from(duration.as_millis()).map_err(|_| DurationError::Malformed(super::walk::shortened(text)))
}

/// A duration as a person writes it: "1h 30m", "500ms", "0s".
pub fn in_words(ms: u64) -> String {
    let parts = [(ms / 3_600_000, "h"), (ms / 60_000 % 60, "m"), (ms / 1_000 % 60, "s"), (ms % 1_000, "ms")];
    let written: Vec<String> = parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count}{unit}")).collect();
    if written.is_empty() { "0s".to_owned() } else { written.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_people_write_them() {
        let table = [
            ("2h", Ok(7_200_000)),
            ("1h 30m", Ok(5_400_000)),
            ("1h30m", Ok(5_400_000)),
            ("60s", Ok(60_000)),
            ("500ms", Ok(500)),
            ("0s", Ok(0)),
            ("1.5s", Ok(1_500)),
            ("-5s", Err(DurationError::Negative)),
            ("1us", Err(DurationError::TooFine)),
            ("", Err(DurationError::Malformed(String::new()))),
            ("60", Err(DurationError::Malformed("60".to_owned()))),
            ("null", Err(DurationError::Malformed("null".to_owned()))),
            ("1d", Err(DurationError::Malformed("1d".to_owned()))),
        ];
        for (text, expected) in table {
            assert_eq!(parse_ms(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for ms in [0, 1, 500, 60_000, 5_400_000, 7_325_250] {
            assert_eq!(parse_ms(&in_words(ms)), Ok(ms));
        }
    }
}

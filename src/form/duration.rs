//! Durations as people write them: "2h", "1h 30m", "60s".

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest duration: 1,000 hours. The longest title games had 40 hours a side; more is a slip of the finger, and sums of a few stay
/// far from the end of every integer.
pub const DURATION_MAX_MS: u64 = 1_000 * 3_600_000;

/// The units from long to short, in ms.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

/// Why a text is no duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DurationError {
    /// Nothing is written.
    #[error("a duration is missing: write something like \"1h 30m\" or \"60s\"")]
    Empty,
    /// A number has no unit.
    #[error("\"{0}\" has a number without a unit: write h, m, s or ms after it, such as \"60s\"")]
    NoUnit(String),
    /// Something that is no whole number with a unit.
    #[error("\"{0}\" is not a duration: write whole numbers with h, m, s or ms, such as \"1h 30m\"")]
    Malformed(String),
    /// The units do not go from long to short, or one comes twice.
    #[error("\"{0}\" has its units out of order: write each once, from long to short, such as \"1h 30m\"")]
    Order(String),
    /// Longer than [`DURATION_MAX_MS`].
    #[error("\"{0}\" is longer than 1000 hours")]
    TooLong(String),
}

/// Reads "2h", "1h 30m", "1h30m", "60s", "500ms" as milliseconds.
///
/// # Errors
/// [`DurationError`], with the text and what to write instead.
pub fn parse_duration(text: &str) -> Result<u64, DurationError> {
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(DurationError::Empty);
    }
    let malformed = || DurationError::Malformed(text.to_owned());
    let too_long = || DurationError::TooLong(text.to_owned());
    let (mut total, mut allowed) = (0u64, 0);
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at(digits);
        if number.is_empty() {
            return Err(malformed());
        }
        let number: u64 = number.parse().map_err(|_| too_long())?;
        let letters = after.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (unit, after) = after.split_at(letters);
        if unit.is_empty() {
            return Err(if after.is_empty() || after.starts_with(' ') { DurationError::NoUnit(text.to_owned()) } else { malformed() });
        }
        let place = UNITS.iter().position(|&(name, _)| name == unit).ok_or_else(malformed)?;
        if place < allowed {
            return Err(DurationError::Order(text.to_owned()));
        }
        allowed = place + 1;
        total = number.checked_mul(UNITS[place].1).and_then(|ms| total.checked_add(ms)).ok_or_else(too_long)?;
        rest = after.trim_start();
    }
    if total > DURATION_MAX_MS { Err(too_long()) } else { Ok(total) }
}

/// The shortest text of a duration: "1h 30m"; "0s" for none.
pub fn duration_text(ms: u64) -> String {
    let mut rest = ms;
    let mut parts = Vec::new();
    for (unit, length) in UNITS {
        let number = rest / length;
        rest %= length;
        if number > 0 {
            parts.push(format!("{number}{unit}"));
        }
    }
    if parts.is_empty() { "0s".to_owned() } else { parts.join(" ") }
}

/// A duration in ms that is text outside: "1h 30m".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DurationText(pub u64);

impl Serialize for DurationText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&duration_text(self.0))
    }
}

impl<'de> Deserialize<'de> for DurationText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DurationText, D::Error> {
        parse_duration(&Cow::<'_, str>::deserialize(deserializer)?).map(DurationText).map_err(D::Error::custom)
    }
}

impl JsonSchema for DurationText {
    fn schema_name() -> Cow<'static, str> {
        "Duration".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^\s*(\d+h)?\s*(\d+m)?\s*(\d+s)?\s*(\d+ms)?\s*$",
            "description": "A duration such as \"2h\", \"1h 30m\", \"60s\"."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_people_write_them() {
        for (text, ms) in [
            ("2h", 7_200_000),
            ("1h 30m", 5_400_000),
            ("1h30m", 5_400_000),
            ("60s", 60_000),
            ("90m", 5_400_000),
            ("500ms", 500),
            ("1m 500ms", 60_500),
            (" 0s ", 0),
            ("1000h", DURATION_MAX_MS),
        ] {
            assert_eq!(parse_duration(text), Ok(ms), "{text}");
        }
    }

    #[test]
    fn a_wrong_duration_says_what_to_write() {
        use DurationError::{Empty, Malformed, NoUnit, Order, TooLong};
        let own = str::to_owned;
        for (text, error) in [
            ("", Empty),
            ("  ", Empty),
            ("90", NoUnit(own("90"))),
            ("1h 30", NoUnit(own("1h 30"))),
            ("1.5h", Malformed(own("1.5h"))),
            ("-1h", Malformed(own("-1h"))),
            ("2 hours", NoUnit(own("2 hours"))),
            ("2d", Malformed(own("2d"))),
            ("h", Malformed(own("h"))),
            ("1ü", Malformed(own("1ü"))),
            ("30m 1h", Order(own("30m 1h"))),
            ("1h 1h", Order(own("1h 1h"))),
            ("1001h", TooLong(own("1001h"))),
            ("1000h 1ms", TooLong(own("1000h 1ms"))),
            ("99999999999999999999999s", TooLong(own("99999999999999999999999s"))),
            ("9999999999999999h", TooLong(own("9999999999999999h"))),
        ] {
            assert_eq!(parse_duration(text), Err(error), "{text}");
        }
    }

    #[test]
    fn every_duration_reads_back_from_its_text() {
        for ms in [0, 1, 999, 1_000, 59_999, 60_000, 3_599_999, 3_600_000, 5_400_000, 86_400_001, DURATION_MAX_MS] {
            assert_eq!(parse_duration(&duration_text(ms)), Ok(ms), "{ms}");
        }
        assert_eq!(duration_text(5_400_000), "1h 30m");
    }
}

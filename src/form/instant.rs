//! Moments in text: RFC 3339 in UTC with milliseconds.

use std::borrow::Cow;

use jiff::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::time::Wall;

/// A moment such as "2026-12-05T00:30:00.000Z".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(pub Wall);

impl std::fmt::Display for Instant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ms = self.0.as_unix_ms();
        // Beyond the calendar (a broken clock of this machine) the nearest moment is as good a label as any.
        let end = if ms < 0 { Timestamp::MIN } else { Timestamp::MAX };
        write!(f, "{:.3}", Timestamp::from_millisecond(ms).unwrap_or(end))
    }
}

impl Instant {
    /// The calendar day in UTC, "2026-12-05": SGF's DT.
    pub fn day(self) -> String {
        self.to_string().chars().take(10).collect()
    }

    /// Reads any RFC 3339 text; finer than a millisecond is floored.
    ///
    /// # Errors
    /// A sentence for a person when it is none.
    pub fn parse(text: &str) -> Result<Instant, String> {
        let moment: Timestamp = text.parse().map_err(|_| format!("\"{text}\" is not a moment: write it like 2026-12-05T09:30:00.000Z"))?;
        Ok(Instant(Wall::from_unix_ms(moment.as_nanosecond().div_euclid(1_000_000) as i64)))
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Instant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Instant, D::Error> {
        Instant::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl JsonSchema for Instant {
    fn schema_name() -> Cow<'static, str> {
        "Instant".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "format": "date-time",
            "pattern": r"^-?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$",
            "description": "A moment, RFC 3339 in UTC with milliseconds."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_milliseconds_even_where_they_are_zero() {
        assert_eq!(Instant(Wall::from_unix_ms(0)).to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Instant(Wall::from_unix_ms(1_796_430_600_007)).to_string(), "2026-12-05T00:30:00.007Z");
    }

    #[test]
    fn an_offset_is_understood_and_a_finer_moment_floored() {
        let moment = Instant::parse("2026-12-05T09:30:00.0079+09:00").unwrap();
        assert_eq!(moment.to_string(), "2026-12-05T00:30:00.007Z");
        assert_eq!(Instant::parse("1969-12-31T23:59:59.9999Z").unwrap().0, Wall::from_unix_ms(-1));
    }

    #[test]
    fn what_is_no_moment_says_how_to_write_one() {
        let error = Instant::parse("tomorrow").unwrap_err();
        assert!(error.contains("tomorrow") && error.contains("2026-12-05T09:30:00.000Z"), "{error}");
    }

    #[test]
    fn a_broken_calendar_still_has_a_label() {
        assert!(Instant(Wall::from_unix_ms(i64::MAX)).to_string().ends_with('Z'));
        assert!(Instant(Wall::from_unix_ms(i64::MIN)).to_string().ends_with('Z'));
    }
}

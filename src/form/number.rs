//! Points in halves, and board sizes, as JSON numbers.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::go::{HalfPoints, Size};

/// Points as a number that is whole or a half: `5.5`, `-3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointsForm(pub HalfPoints);

/// More points than this no game has (a 25x25 board has 625): a slip of the finger, not a komi.
pub(crate) const POINTS_MAX: i32 = 1_000;

impl Serialize for PointsForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let halves = self.0.0;
        if halves % 2 == 0 { serializer.serialize_i32(halves / 2) } else { serializer.serialize_f64(f64::from(halves) / 2.0) }
    }
}

impl<'de> Deserialize<'de> for PointsForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PointsForm, D::Error> {
        let points = f64::deserialize(deserializer)?;
        let halves = points * 2.0;
        if halves.fract() != 0.0 || halves.abs() > f64::from(2 * POINTS_MAX) {
            return Err(D::Error::custom(format!("{points} is no number of points: write a whole or a half number up to {POINTS_MAX}")));
        }
        Ok(PointsForm(HalfPoints(halves as i32)))
    }
}

impl JsonSchema for PointsForm {
    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "multipleOf": 0.5, "description": "Points, in halves." })
    }
}

/// The size of a board: `19`, or `"13x9"` (width by height) where it is not square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeForm(pub Size);

impl Serialize for SizeForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (width, height) = (self.0.width(), self.0.height());
        if width == height { serializer.serialize_u8(width) } else { serializer.collect_str(&format_args!("{width}x{height}")) }
    }
}

impl<'de> Deserialize<'de> for SizeForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SizeForm, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Side(u8),
            Text(String),
        }
        let size = match Either::deserialize(deserializer) {
            Ok(Either::Side(side)) => Size::square(side),
            Ok(Either::Text(text)) => text.split_once('x').and_then(|(width, height)| Size::new(width.parse().ok()?, height.parse().ok()?)),
            Err(_) => None,
        };
        size.map(SizeForm)
            .ok_or_else(|| D::Error::custom(format!("no size of a board: write a side from {} to {}, or \"13x9\"", Size::MIN, Size::MAX)))
    }
}

impl JsonSchema for SizeForm {
    fn schema_name() -> Cow<'static, str> {
        "Size".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Side of a square board, or \"13x9\" (width by height).",
            "anyOf": [
                { "type": "integer", "minimum": Size::MIN, "maximum": Size::MAX },
                { "type": "string", "pattern": r"^\d{1,2}x\d{1,2}$" }
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_points_have_no_fraction() {
        assert_eq!(serde_json::to_string(&PointsForm(HalfPoints(11))).unwrap(), "5.5");
        assert_eq!(serde_json::to_string(&PointsForm(HalfPoints(-6))).unwrap(), "-3");
        assert_eq!(serde_json::from_str::<PointsForm>("6").unwrap(), PointsForm(HalfPoints(12)));
        assert_eq!(serde_json::from_str::<PointsForm>("-0.5").unwrap(), PointsForm(HalfPoints(-1)));
    }

    #[test]
    fn other_fractions_and_slips_are_refused() {
        for text in ["0.3", "1e9", "-1000.5", "\"6\""] {
            assert!(serde_json::from_str::<PointsForm>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_size_is_a_side_or_width_by_height() {
        assert_eq!(serde_json::to_string(&SizeForm(Size::square(19).unwrap())).unwrap(), "19");
        assert_eq!(serde_json::to_string(&SizeForm(Size::new(13, 9).unwrap())).unwrap(), "\"13x9\"");
        assert_eq!(serde_json::from_str::<SizeForm>("\"13x9\"").unwrap().0, Size::new(13, 9).unwrap());
        for text in ["1", "26", "300", "-1", "\"19\"", "\"1x9\"", "null"] {
            assert!(serde_json::from_str::<SizeForm>(text).is_err(), "{text}");
        }
    }
}

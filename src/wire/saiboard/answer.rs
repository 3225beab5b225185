//! The board's answer: JSON of one known shape, read without building anything else.

use super::COUNT_MAX;
use crate::go::Size;
use crate::wire::json::Reader;

/// The longest answer: 25x25 numbers of four digits take 3.2 kB; this leaves room for blanks and for members that are not known here.
pub const ANSWER_MAX: usize = 8_192;

/// What an answer says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) size: Size,
    /// Raw counts, row by row from the top left.
    pub(super) hall: Vec<u16>,
    /// Raw count of the plate, where there is one.
    pub(super) touch: Option<u32>,
}

/// What the bytes before a NUL are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Read {
    /// Sensors.
    Answer(Answer),
    /// An object about something else.
    Other,
    /// No JSON object, or one whose sensors cannot be.
    Wrong,
}

/// Reads an answer without its NUL.
pub(super) fn read(text: &[u8]) -> Read {
    let mut reader = Reader::new(text);
    match object(&mut reader) {
        Some(read) if reader.peek().is_none() => read,
        _ => Read::Wrong,
    }
}

fn object(reader: &mut Reader<'_>) -> Option<Read> {
    let (mut hall, mut touch) = (None, None);
    reader.object(|reader, name| {
        match name {
            b"hall" if hall.is_none() => hall = Some(rows(reader)?),
            b"touch" if touch.is_none() => touch = Some(reader.number()?),
            b"hall" | b"touch" => return None,
            _ => reader.skip()?,
        }
        Some(())
    })?;
    Some(match hall {
        Some((size, hall)) => Read::Answer(Answer { size, hall, touch }),
        None => Read::Other,
    })
}

/// Rows of equal length, as many as each is long.
fn rows(reader: &mut Reader<'_>) -> Option<(Size, Vec<u16>)> {
    let mut hall = Vec::with_capacity(usize::from(Size::MAX) * usize::from(Size::MAX));
    let mut rows = 0;
    reader.sign(b'[')?;
    loop {
        let before = hall.len();
        reader.sign(b'[')?;
        loop {
            let count = u16::try_from(reader.number()?).ok().filter(|&count| count <= COUNT_MAX)?;
            if hall.len() - before == usize::from(Size::MAX) {
                return None;
            }
            hall.push(count);
            if reader.next_of_list()? {
                break;
            }
        }
        rows += 1;
        if rows > Size::MAX || hall.len() != usize::from(rows) * (hall.len() - before) {
            return None;
        }
        if reader.next_of_list()? {
            break;
        }
    }
    let size = Size::square(rows).filter(|size| size.area() == hall.len())?;
    Some((size, hall))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_whatever_stands_beside_it() {
        let expected = Answer { size: Size::square(2).unwrap(), hall: vec![0, 1, 2, 4_095], touch: Some(7) };
        for text in [
            r#"{"hall":[[0,1],[2,4095]],"touch":7}"#,
            r#" { "touch" : 7 , "hall" : [ [ 0 , 1 ] , [ 2 , 4095 ] ] } "#,
            r#"{"v":-1.5e3,"hall":[[0,1],[2,4095]],"x":{"a":["b\"]",null,{}]},"touch":7}"#,
        ] {
            assert_eq!(read(text.as_bytes()), Read::Answer(expected.clone()), "{text}");
        }
        assert!(matches!(read(br#"{"hall":[[0,1],[2,3]]}"#), Read::Answer(Answer { touch: None, .. })));
        assert_eq!(read(br#"{"led":"ok"}"#), Read::Other);
        assert_eq!(read(b"{}"), Read::Other);
    }

    #[test]
    fn what_cannot_be_is_wrong() {
        for text in [
            "",
            "null",
            "{",
            r#"{"hall":[[0,1],[2,3]],"touch":7"#,
            r#"{"hall":[[0,1],[2,3]],"touch":7}}"#,
            r#"{"hall":[[0,1],[2]],"touch":7}"#,
            r#"{"hall":[[0,1]],"touch":7}"#,
            r#"{"hall":[],"touch":7}"#,
            r#"{"hall":[[],[]],"touch":7}"#,
            r#"{"hall":[[0,1],[2,4096]],"touch":7}"#,
            r#"{"hall":[[0,1],[2,-3]],"touch":7}"#,
            r#"{"hall":[[0,1],[2,3.5]],"touch":7}"#,
            r#"{"hall":[[0,1],[2,99999999999999999999]],"touch":7}"#,
            r#"{"hall":[[0,1],[2,3]],"touch":4294967296}"#,
            r#"{"hall":[[0,1],[2,3]],"hall":[[0,1],[2,3]]}"#,
            r#"{"hall":[[0,1] [2,3]]}"#,
            r#"{"a":[[[[[[[[[[1]]]]]]]]]]}"#,
        ] {
            assert_eq!(read(text.as_bytes()), Read::Wrong, "{text}");
        }
        let wide = format!("{{\"hall\":[[{}]]}}", ["1"; 1_000].join(","));
        assert_eq!(read(wide.as_bytes()), Read::Wrong);
    }
}

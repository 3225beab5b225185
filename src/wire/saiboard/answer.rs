//! The board's answer: JSON of one known shape, read without building anything else.

use super::COUNT_MAX;
use crate::go::Size;

/// The longest answer: 25x25 numbers of four digits take 3.2 kB; this leaves room for blanks and for members that are not known here.
pub const ANSWER_MAX: usize = 8_192;
/// Lists inside lists in members that are not known here.
const DEPTH_MAX: u32 = 8;

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
    let mut reader = Reader { text };
    match reader.object() {
        Some(read) if reader.peek().is_none() => read,
        _ => Read::Wrong,
    }
}

struct Reader<'a> {
    text: &'a [u8],
}

impl<'a> Reader<'a> {
    /// The next byte that is no blank.
    fn peek(&mut self) -> Option<u8> {
        self.text = self.text.trim_ascii_start();
        self.text.first().copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.text = &self.text[1..];
        Some(byte)
    }

    fn sign(&mut self, sign: u8) -> Option<()> {
        (self.next()? == sign).then_some(())
    }

    fn take_while(&mut self, belongs: impl Fn(u8) -> bool) -> &'a [u8] {
        let length = self.text.iter().position(|&byte| !belongs(byte)).unwrap_or(self.text.len());
        let (taken, rest) = self.text.split_at(length);
        self.text = rest;
        taken
    }

    fn object(&mut self) -> Option<Read> {
        let (mut hall, mut touch) = (None, None);
        self.sign(b'{')?;
        if self.peek()? == b'}' {
            self.next()?;
            return Some(Read::Other);
        }
        loop {
            let name = self.string()?;
            self.sign(b':')?;
            match name {
                b"hall" if hall.is_none() => hall = Some(self.rows()?),
                b"touch" if touch.is_none() => touch = Some(self.number()?),
                b"hall" | b"touch" => return None,
                _ => self.skip(0)?,
            }
            match self.next()? {
                b',' => {}
                b'}' => break,
                _ => return None,
            }
        }
        Some(match hall {
            Some((size, hall)) => Read::Answer(Answer { size, hall, touch }),
            None => Read::Other,
        })
    }

    /// Rows of equal length, as many as each is long.
    fn rows(&mut self) -> Option<(Size, Vec<u16>)> {
        let mut hall = Vec::with_capacity(usize::from(Size::MAX) * usize::from(Size::MAX));
        let mut rows = 0;
        self.sign(b'[')?;
        loop {
            let before = hall.len();
            self.sign(b'[')?;
            loop {
                let count = u16::try_from(self.number()?).ok().filter(|&count| count <= COUNT_MAX)?;
                if hall.len() - before == usize::from(Size::MAX) {
                    return None;
                }
                hall.push(count);
                if self.next_of_list()? {
                    break;
                }
            }
            rows += 1;
            if rows > Size::MAX || hall.len() != usize::from(rows) * (hall.len() - before) {
                return None;
            }
            if self.next_of_list()? {
                break;
            }
        }
        let size = Size::square(rows).filter(|size| size.area() == hall.len())?;
        Some((size, hall))
    }

    /// True when the list ends here, false when another value follows.
    fn next_of_list(&mut self) -> Option<bool> {
        match self.next()? {
            b',' => Some(false),
            b']' => Some(true),
            _ => None,
        }
    }

    fn number(&mut self) -> Option<u32> {
        self.peek()?;
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        std::str::from_utf8(digits).ok()?.parse().ok()
    }

    /// A text without its quotes; escapes are left as they are.
    fn string(&mut self) -> Option<&'a [u8]> {
        self.sign(b'"')?;
        let text = self.text;
        let mut length = 0;
        loop {
            match *text.get(length)? {
                b'"' => break,
                b'\\' => length += 2,
                _ => length += 1,
            }
        }
        self.text = &text[length + 1..];
        Some(&text[..length])
    }

    fn skip(&mut self, depth: u32) -> Option<()> {
        match self.peek()? {
            b'"' => self.string().map(|_| ()),
            open @ (b'[' | b'{') => {
                self.next()?;
                let close = if open == b'[' { b']' } else { b'}' };
                while self.peek()? != close {
                    if depth >= DEPTH_MAX {
                        return None;
                    }
                    self.skip(depth + 1)?;
                    if matches!(self.peek()?, b',' | b':') {
                        self.next()?;
                    }
                }
                self.sign(close)
            }
            _ => {
                let word = self.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
                (!word.is_empty()).then_some(())
            }
        }
    }
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

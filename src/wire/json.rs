//! JSON of known shapes, read in place: what is wanted is taken, the rest is skipped, nothing is built.

/// Lists inside lists in members that are not known here.
const DEPTH_MAX: u32 = 8;

/// A text that is read from its beginning; every reader returns `None` for what is not there or is no JSON.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    text: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a [u8]) -> Reader<'a> {
        Reader { text }
    }

    /// The next byte that is no blank.
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.text = self.text.trim_ascii_start();
        self.text.first().copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.text = &self.text[1..];
        Some(byte)
    }

    pub(super) fn sign(&mut self, sign: u8) -> Option<()> {
        (self.next()? == sign).then_some(())
    }

    fn take_while(&mut self, belongs: impl Fn(u8) -> bool) -> &'a [u8] {
        let length = self.text.iter().position(|&byte| !belongs(byte)).unwrap_or(self.text.len());
        let (taken, rest) = self.text.split_at(length);
        self.text = rest;
        taken
    }

    /// An object; `member` reads or skips the value of each of its members.
    pub(super) fn object(&mut self, mut member: impl FnMut(&mut Reader<'a>, &'a [u8]) -> Option<()>) -> Option<()> {
        self.sign(b'{')?;
        if self.peek()? == b'}' {
            return self.sign(b'}');
        }
        loop {
            let name = self.string()?;
            self.sign(b':')?;
            member(self, name)?;
            match self.next()? {
                b',' => {}
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    /// True when the list ends here, false when another value follows.
    pub(super) fn next_of_list(&mut self) -> Option<bool> {
        match self.next()? {
            b',' => Some(false),
            b']' => Some(true),
            _ => None,
        }
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        self.peek()?;
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        std::str::from_utf8(digits).ok()?.parse().ok()
    }

    pub(super) fn boolean(&mut self) -> Option<bool> {
        self.peek()?;
        match self.take_while(|byte| byte.is_ascii_alphabetic()) {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        }
    }

    /// A text without its quotes; escapes are left as they are.
    pub(super) fn string(&mut self) -> Option<&'a [u8]> {
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

    /// Passes over any value.
    pub(super) fn skip(&mut self) -> Option<()> {
        self.skip_from(0)
    }

    fn skip_from(&mut self, depth: u32) -> Option<()> {
        match self.peek()? {
            b'"' => self.string().map(|_| ()),
            open @ (b'[' | b'{') => {
                self.next()?;
                let close = if open == b'[' { b']' } else { b'}' };
                while self.peek()? != close {
                    if depth >= DEPTH_MAX {
                        return None;
                    }
                    self.skip_from(depth + 1)?;
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

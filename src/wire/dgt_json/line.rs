//! Lines to what they say.

use crate::clock::Side;
use crate::wire::json::Reader;

/// The longest line: what is known takes 200 bytes, and there must be room for members that are not.
pub const LINE_MAX: usize = 1_024;

/// A line that is understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    /// The gateway's own milliseconds, where it says them.
    pub(super) t_ms: Option<u32>,
    pub(super) said: Said,
}

/// What it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// The lever moved; this side is down, as the gateway calls it.
    Lever(Side),
    /// The button between the times.
    PlayPause,
    /// Another button, or one that is held down.
    OtherButton,
    /// Both times, left first, in ms.
    Times([u32; 2]),
    /// The gateway has its clock and has set it up, or not.
    Connected(bool),
    /// Something went wrong between gateway and clock.
    Error,
    /// An order was carried out, or not.
    Response {
        /// The order's number.
        id: u32,
        done: bool,
        times: Option<[u32; 2]>,
    },
    /// Something else.
    Unknown,
}

/// Everything that is known in a line, in any order.
#[derive(Default)]
struct Members<'a> {
    kind: &'a [u8],
    t_ms: Option<u32>,
    id: Option<u32>,
    status: &'a [u8],
    button: &'a [u8],
    repeats: bool,
    connected: Option<bool>,
    configured: Option<bool>,
    left: [Option<u32>; 3],
    right: [Option<u32>; 3],
}

/// What orders are numbered with.
pub(super) const ID_BEGINS: &[u8] = b"k";

impl<'a> Members<'a> {
    fn outer(&mut self, reader: &mut Reader<'a>, name: &[u8]) -> Option<()> {
        match name {
            b"type" => self.kind = reader.string()?,
            b"timestamp" => self.t_ms = Some(reader.number()?),
            b"id" => self.id = reader.string()?.strip_prefix(ID_BEGINS).and_then(|id| std::str::from_utf8(id).ok()?.parse().ok()),
            b"status" if reader.peek()? == b'"' => self.status = reader.string()?,
            b"data" | b"result" if reader.peek()? == b'{' => reader.object(|reader, name| self.inner(reader, name))?,
            _ => reader.skip()?,
        }
        Some(())
    }

    fn inner(&mut self, reader: &mut Reader<'a>, name: &[u8]) -> Option<()> {
        let part = match name {
            b"leftHours" => &mut self.left[0],
            b"leftMinutes" => &mut self.left[1],
            b"leftSeconds" => &mut self.left[2],
            b"rightHours" => &mut self.right[0],
            b"rightMinutes" => &mut self.right[1],
            b"rightSeconds" => &mut self.right[2],
            b"button" => {
                self.button = reader.string()?;
                return Some(());
            }
            b"isRepeat" => {
                self.repeats = reader.boolean()?;
                return Some(());
            }
            b"connected" => {
                self.connected = Some(reader.boolean()?);
                return Some(());
            }
            b"configured" => {
                self.configured = Some(reader.boolean()?);
                return Some(());
            }
            _ => return reader.skip(),
        };
        *part = Some(reader.number()?);
        Some(())
    }

    fn times(&self) -> Option<[u32; 2]> {
        let ms = |[hours, minutes, seconds]: [Option<u32>; 3]| {
            let (hours, minutes, seconds) = (hours?, minutes?, seconds?);
            (hours < 10 && minutes < 60 && seconds < 60).then_some(((hours * 60 + minutes) * 60 + seconds) * 1_000)
        };
        Some([ms(self.left)?, ms(self.right)?])
    }

    fn said(&self) -> Option<Said> {
        Some(match self.kind {
            b"timeUpdate" => Said::Times(self.times()?),
            b"buttonEvent" if self.repeats => Said::OtherButton,
            b"buttonEvent" => match self.button {
                b"lever_left" => Said::Lever(Side::Left),
                b"lever_right" => Said::Lever(Side::Right),
                b"play_pause" => Said::PlayPause,
                b"" => return None,
                _ => Said::OtherButton,
            },
            b"connectionStatus" => Said::Connected(self.connected? && self.configured.unwrap_or(true)),
            b"error" => Said::Error,
            b"command_response" => match self.id {
                Some(id) => Said::Response { id, done: self.status == b"success", times: self.times() },
                // Somebody else's order.
                None => Said::Unknown,
            },
            b"" => return None,
            _ => Said::Unknown,
        })
    }
}

/// Reads a line without its end; `None` when it is no JSON object, has no type, or shows what no clock shows.
pub(super) fn read(text: &[u8]) -> Option<Line> {
    let (mut reader, mut members) = (Reader::new(text), Members::default());
    reader.object(|reader, name| members.outer(reader, name))?;
    if reader.peek().is_some() {
        return None;
    }
    Some(Line { t_ms: members.t_ms, said: members.said()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<Said> {
        read(text.as_bytes()).map(|line| line.said)
    }

    /// hardware.md 3.3.
    #[test]
    fn the_lines_of_the_gateway_are_read() {
        let lever = r#"{"type":"buttonEvent","timestamp":123456,"data":{"button":"lever_right","buttonCode":64,"isRepeat":false}}"#;
        assert_eq!(read(lever.as_bytes()), Some(Line { t_ms: Some(123_456), said: Said::Lever(Side::Right) }));
        let times = r#"{"type":"timeUpdate","timestamp":5,"data":{"leftHours":1,"leftMinutes":2,"leftSeconds":3,
                        "rightHours":0,"rightMinutes":59,"rightSeconds":7,"new":[{"a":-1.5}]},"more":null}"#;
        assert_eq!(said(times), Some(Said::Times([3_723_000, 3_547_000])));
        let status = r#"{"data":{"connected":true,"configured":false},"type":"connectionStatus","timestamp":1}"#;
        assert_eq!(said(status), Some(Said::Connected(false)));
        assert_eq!(said(r#"{"type":"connectionStatus","data":{"connected":true}}"#), Some(Said::Connected(true)));
        assert_eq!(said(r#"{"type":"error","timestamp":1,"data":{"errorCode":101,"errorMessage":"I2C \"CRC\""}}"#), Some(Said::Error));
        let response = r#"{"type":"command_response","id":"k12","status":"success","result":{"status":"Time set"}}"#;
        assert_eq!(said(response), Some(Said::Response { id: 12, done: true, times: None }));
        assert_eq!(said(r#"{"type":"command_response","id":"other","status":"success","result":{}}"#), Some(Said::Unknown));
        assert_eq!(said(r#"{"type":"buttonEvent","data":{"button":"plus","isRepeat":true,"repeatCount":3}}"#), Some(Said::OtherButton));
        assert_eq!(said(r#"{"type":"somethingNew","data":[1,2]}"#), Some(Said::Unknown));
    }

    #[test]
    fn what_cannot_be_is_no_line() {
        for text in [
            "",
            "ets Jun  8 2016 00:22:57",
            "{}",
            r#"{"timestamp":1}"#,
            r#"{"type":"timeUpdate","data":{"leftHours":1}}"#,
            r#"{"type":"timeUpdate","data":{"leftHours":0,"leftMinutes":60,"leftSeconds":0,"rightHours":0,"rightMinutes":0,"rightSeconds":0}}"#,
            r#"{"type":"timeUpdate","data":{"leftHours":10,"leftMinutes":0,"leftSeconds":0,"rightHours":0,"rightMinutes":0,"rightSeconds":0}}"#,
            r#"{"type":"buttonEvent","timestamp":-1,"data":{"button":"lever_left"}}"#,
            r#"{"type":"buttonEvent","timestamp":1,"data":{"button":"lever_left""#,
            r#"{"type":"buttonEvent","timestamp":1,"data":{}}"#,
            r#"{"type":"connectionStatus","data":{"connected":"yes"}}"#,
            r#"{"type":"error"} {"type":"error"}"#,
        ] {
            assert_eq!(said(text), None, "{text}");
        }
    }
}

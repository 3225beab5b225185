//! Packets between a `kifud` clock and its host, in both directions (CONTRACT 3.2).

use super::packet::{Header, Reader, Refused, push_text, seal};
use crate::clock::{ClockReading, Side};

/// What a clock can do, as bits in HELLO.
pub mod caps {
    /// It keeps time by itself.
    pub const KEEPS_TIME: u8 = 1;
    /// It can be set.
    pub const SETTABLE: u8 = 2;
    /// It shows periods.
    pub const PERIODS: u8 = 4;
}

/// HELLO of a clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockHello {
    /// Version of the protocol: 1.
    pub version: u8,
    /// Bits of [`caps`].
    pub caps: u8,
    /// New at every start.
    pub boot_id: u32,
    /// Serial number, ASCII.
    pub serial: Vec<u8>,
}

/// A button of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Button {
    /// 0.
    Pause,
    /// 1.
    Arbiter,
}

/// What a clock sends, behind the [`Header`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FromClock {
    /// 40.
    Hello(ClockHello),
    /// 41: this side was pressed, ending that player's turn.
    Press(Side),
    /// 42: both times.
    Times(ClockReading),
    /// 43.
    Button(Button),
    /// 44.
    Alive,
}

/// The times of this protocol are whole milliseconds.
const RESOLUTION_MS: u32 = 1;
/// "Not known, or none" among periods and stones.
const NONE: u8 = 0xFF;

const fn side_bits(side: Option<Side>) -> u8 {
    match side {
        None => 0,
        Some(Side::Left) => 1,
        Some(Side::Right) => 2,
    }
}

fn side_of(bits: u8) -> Result<Option<Side>, Refused> {
    match bits {
        0 => Ok(None),
        1 => Ok(Some(Side::Left)),
        2 => Ok(Some(Side::Right)),
        _ => Err(Refused::Malformed),
    }
}

fn push_times(times: &ClockReading, body: &mut Vec<u8>) {
    body.extend_from_slice(&times.remaining_ms[0].to_le_bytes());
    body.extend_from_slice(&times.remaining_ms[1].to_le_bytes());
    body.push(side_bits(times.running));
    body.extend_from_slice(&times.periods_left.map(|count| count.unwrap_or(NONE)));
    body.extend_from_slice(&times.stones_left.map(|count| count.unwrap_or(NONE)));
    let flags = [times.flag[0], times.flag[1], times.paused, times.overtime[0], times.overtime[1]];
    body.push(flags.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit)));
}

fn read_times(reader: &mut Reader<'_>) -> Result<ClockReading, Refused> {
    let remaining_ms = [reader.u32()?, reader.u32()?];
    let running = side_of(reader.u8()?)?;
    let mut count = || reader.u8().map(|count| (count != NONE).then_some(count));
    let periods_left = [count()?, count()?];
    let stones_left = [count()?, count()?];
    let flags = reader.u8()?;
    let bit = |place: u8| flags >> place & 1 == 1;
    Ok(ClockReading {
        remaining_ms,
        running,
        periods_left,
        stones_left,
        flag: [bit(0), bit(1)],
        overtime: [bit(3), bit(4)],
        paused: bit(2),
        resolution_ms: RESOLUTION_MS,
    })
}

impl FromClock {
    /// Appends the whole packet, frame included.
    pub fn encode(&self, header: Header, out: &mut Vec<u8>) {
        let mut body = header.bytes();
        let id = match self {
            FromClock::Hello(hello) => {
                body.extend_from_slice(&[hello.version, hello.caps]);
                body.extend_from_slice(&hello.boot_id.to_le_bytes());
                push_text(&hello.serial, &mut body);
                0x40
            }
            FromClock::Press(side) => {
                body.push(side.index() as u8);
                0x41
            }
            FromClock::Times(times) => {
                push_times(times, &mut body);
                0x42
            }
            FromClock::Button(button) => {
                body.push(match button {
                    Button::Pause => 0,
                    Button::Arbiter => 1,
                });
                0x43
            }
            FromClock::Alive => 0x44,
        };
        seal(id, &body, out);
    }

    /// Reads what follows the header; more bytes than expected are ignored.
    ///
    /// # Errors
    /// [`Refused`] for an unknown ID or button, or when it is too short or says what cannot be.
    pub fn decode(id: u8, content: &[u8]) -> Result<FromClock, Refused> {
        let mut reader = Reader(content);
        Ok(match id {
            0x40 => FromClock::Hello(ClockHello {
                version: reader.u8()?,
                caps: reader.u8()?,
                boot_id: reader.u32()?,
                serial: {
                    let length = usize::from(reader.u8()?);
                    reader.bytes(length)?.to_vec()
                },
            }),
            0x41 => FromClock::Press(match reader.u8()? {
                0 => Side::Left,
                1 => Side::Right,
                _ => return Err(Refused::Malformed),
            }),
            0x42 => FromClock::Times(read_times(&mut reader)?),
            0x43 => FromClock::Button(match reader.u8()? {
                0 => Button::Pause,
                1 => Button::Arbiter,
                _ => return Err(Refused::Unknown),
            }),
            0x44 => FromClock::Alive,
            _ => return Err(Refused::Unknown),
        })
    }
}

/// What the host sends to a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToClock {
    /// 50.
    GetHello,
    /// 51.
    GetTimes,
    /// 52: both times and the periods left, left side first.
    Set {
        /// Remaining times, in ms.
        remaining_ms: [u32; 2],
        /// Periods left.
        periods: [u8; 2],
    },
    /// 53: run this side's time, or stop.
    Run(Option<Side>),
    /// 54: sound for so many ms.
    Beep(u16),
}

impl ToClock {
    /// Appends the whole packet, frame included.
    pub fn encode(&self, out: &mut Vec<u8>) {
        match self {
            ToClock::GetHello => seal(0x50, &[], out),
            ToClock::GetTimes => seal(0x51, &[], out),
            ToClock::Set { remaining_ms, periods } => {
                let mut body = remaining_ms[0].to_le_bytes().to_vec();
                body.extend_from_slice(&remaining_ms[1].to_le_bytes());
                body.extend_from_slice(periods);
                seal(0x52, &body, out);
            }
            ToClock::Run(side) => seal(0x53, &[side_bits(*side)], out),
            ToClock::Beep(ms) => seal(0x54, &ms.to_le_bytes(), out),
        }
    }

    /// Reads an unsealed packet; more bytes than expected are ignored.
    ///
    /// # Errors
    /// [`Refused`] for an unknown ID, or when it is too short or says what cannot be.
    pub fn decode(id: u8, body: &[u8]) -> Result<ToClock, Refused> {
        let mut reader = Reader(body);
        Ok(match id {
            0x50 => ToClock::GetHello,
            0x51 => ToClock::GetTimes,
            0x52 => ToClock::Set { remaining_ms: [reader.u32()?, reader.u32()?], periods: [reader.u8()?, reader.u8()?] },
            0x53 => ToClock::Run(side_of(reader.u8()?)?),
            0x54 => ToClock::Beep(reader.u16()?),
            _ => return Err(Refused::Unknown),
        })
    }
}

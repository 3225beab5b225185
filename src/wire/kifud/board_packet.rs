//! Packets between a `kifud` board and its host, in both directions (CONTRACT 3.2).

use super::packet::{FaultBits, Header, Map, PointState, Reader, Refused, push_text, seal};
use crate::go::Size;
use crate::wire::Trays;

/// Most changes in one CHANGES packet; a board with more sends a SNAPSHOT.
pub const MAX_CHANGES: usize = 64;

/// What a board can do, as bits in HELLO.
pub mod caps {
    /// It sees colours.
    pub const COLOR: u8 = 1;
    /// It has lights.
    pub const LIGHTS: u8 = 2;
    /// It counts stones in bowls and lids.
    pub const TRAYS: u8 = 4;
    /// It feels hands.
    pub const TOUCH: u8 = 8;
}

/// HELLO of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardHello {
    /// Version of the protocol: 1.
    pub version: u8,
    /// Points along a side.
    pub size: u8,
    /// Bits of [`caps`].
    pub caps: u8,
    /// Fastest scan, a second; 0 when the board does not say.
    pub scan_hz: u8,
    /// New at every start.
    pub boot_id: u32,
    /// Serial number, ASCII.
    pub serial: Vec<u8>,
}

/// One point of CHANGES.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Number of the point: row * size + column, from the top left.
    pub index: u16,
    /// What it shows now.
    pub state: PointState,
}

/// What a board sends, behind the [`Header`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FromBoard {
    /// 30.
    Hello(BoardHello),
    /// 31: the whole board.
    Snapshot(Map),
    /// 32: points that differ from the scan before.
    Changes(Vec<Change>),
    /// 33: points that cannot be read now.
    Faults(FaultBits),
    /// 34: nothing new; CRC-16 of the map last reported.
    Alive {
        /// CRC-16/IBM-3740 of that map.
        map_crc: u16,
    },
    /// 35: stones counted in bowls and lids.
    Trays(Trays),
    /// 36: a hand is on the board, or has left it.
    Touch(bool),
}

impl FromBoard {
    /// Appends the whole packet, frame included. Only the first [`MAX_CHANGES`] changes are written.
    pub fn encode(&self, header: Header, out: &mut Vec<u8>) {
        let mut body = header.bytes();
        let id = match self {
            FromBoard::Hello(hello) => {
                body.extend_from_slice(&[hello.version, hello.size, hello.caps, hello.scan_hz]);
                body.extend_from_slice(&hello.boot_id.to_le_bytes());
                push_text(&hello.serial, &mut body);
                0x30
            }
            FromBoard::Snapshot(map) => {
                body.extend_from_slice(&map.0);
                0x31
            }
            FromBoard::Changes(changes) => {
                let changes = &changes[..changes.len().min(MAX_CHANGES)];
                body.push(changes.len() as u8);
                for change in changes {
                    body.extend_from_slice(&change.index.to_le_bytes());
                    body.push(change.state.bits());
                }
                0x32
            }
            FromBoard::Faults(bits) => {
                body.extend_from_slice(&bits.0);
                0x33
            }
            FromBoard::Alive { map_crc } => {
                body.extend_from_slice(&map_crc.to_le_bytes());
                0x34
            }
            FromBoard::Trays(trays) => {
                let counts = [trays.black_bowl, trays.white_bowl, trays.black_lid, trays.white_lid];
                body.extend_from_slice(&counts.map(|count| count.unwrap_or(UNKNOWN_COUNT)));
                0x35
            }
            FromBoard::Touch(on) => {
                body.push(u8::from(*on));
                0x36
            }
        };
        seal(id, &body, out);
    }

    /// Reads what follows the header; more bytes than expected are ignored.
    ///
    /// # Errors
    /// [`Refused`] for an unknown ID, or when it is too short or says what cannot be.
    pub fn decode(id: u8, content: &[u8]) -> Result<FromBoard, Refused> {
        let mut reader = Reader(content);
        Ok(match id {
            0x30 => FromBoard::Hello(BoardHello {
                version: reader.u8()?,
                size: reader.u8().and_then(side)?,
                caps: reader.u8()?,
                scan_hz: reader.u8()?,
                boot_id: reader.u32()?,
                serial: {
                    let length = usize::from(reader.u8()?);
                    reader.bytes(length)?.to_vec()
                },
            }),
            0x31 => FromBoard::Snapshot(Map(content.to_vec())),
            0x32 => {
                let count = usize::from(reader.u8()?);
                if count > MAX_CHANGES {
                    return Err(Refused::Malformed);
                }
                FromBoard::Changes((0..count).map(|_| change(&mut reader)).collect::<Result<_, _>>()?)
            }
            0x33 => FromBoard::Faults(FaultBits(content.to_vec())),
            0x34 => FromBoard::Alive { map_crc: reader.u16()? },
            0x35 => {
                let mut count = || reader.u8().map(|count| (count != UNKNOWN_COUNT).then_some(count));
                FromBoard::Trays(Trays { black_bowl: count()?, white_bowl: count()?, black_lid: count()?, white_lid: count()? })
            }
            0x36 => FromBoard::Touch(reader.u8()? != 0),
            _ => return Err(Refused::Unknown),
        })
    }
}

/// "Not known" among the counts of TRAYS.
const UNKNOWN_COUNT: u8 = 0xFF;

/// A side that a board can have.
fn side(size: u8) -> Result<u8, Refused> {
    if (Size::MIN..=Size::MAX).contains(&size) { Ok(size) } else { Err(Refused::Malformed) }
}

fn change(reader: &mut Reader<'_>) -> Result<Change, Refused> {
    let index = reader.u16()?;
    let state = PointState::from_bits(reader.u8()?).ok_or(Refused::Malformed)?;
    Ok(Change { index, state })
}

/// What a board sends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamMode {
    /// 0: nothing.
    Off,
    /// 1: every scan, whole.
    Snapshots,
    /// 2: scans that differ, and ALIVE.
    Changes,
}

/// What the host sends to a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToBoard {
    /// 20.
    GetHello,
    /// 21.
    GetSnapshot,
    /// 22.
    Stream {
        /// What it sends by itself from now on.
        mode: StreamMode,
        /// Scans a second.
        hz: u8,
    },
    /// 23: 0 off, 1 green, 2 red, 3 blue; replaces all.
    Lights(Map),
}

impl ToBoard {
    /// Appends the whole packet, frame included.
    pub fn encode(&self, out: &mut Vec<u8>) {
        match self {
            ToBoard::GetHello => seal(0x20, &[], out),
            ToBoard::GetSnapshot => seal(0x21, &[], out),
            ToBoard::Stream { mode, hz } => {
                let mode = match mode {
                    StreamMode::Off => 0,
                    StreamMode::Snapshots => 1,
                    StreamMode::Changes => 2,
                };
                seal(0x22, &[mode, *hz], out);
            }
            ToBoard::Lights(map) => seal(0x23, &map.0, out),
        }
    }

    /// Reads an unsealed packet; more bytes than expected are ignored.
    ///
    /// # Errors
    /// [`Refused`] for an unknown ID, or when it is too short or says what cannot be.
    pub fn decode(id: u8, body: &[u8]) -> Result<ToBoard, Refused> {
        let mut reader = Reader(body);
        Ok(match id {
            0x20 => ToBoard::GetHello,
            0x21 => ToBoard::GetSnapshot,
            0x22 => ToBoard::Stream {
                mode: match reader.u8()? {
                    0 => StreamMode::Off,
                    1 => StreamMode::Snapshots,
                    2 => StreamMode::Changes,
                    _ => return Err(Refused::Malformed),
                },
                hz: reader.u8()?,
            },
            0x23 => ToBoard::Lights(Map(body.to_vec())),
            _ => return Err(Refused::Unknown),
        })
    }
}

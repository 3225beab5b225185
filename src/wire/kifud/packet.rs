//! What all `kifud` packets share: the CRC-16 at the end, the device's header at the front, and maps of two bits a point.
//!
//! Bytes are little-endian throughout, the CRC-16 too.

use crc::{CRC_16_IBM_3740, Crc, Table};

use crate::wire::Cell;
use crate::wire::serial_transfer;

/// Sixteen bytes a step: a board sends a packet every 20 ms, and nearly all of its cost is here.
static CRC16: Crc<u16, Table<16>> = Crc::<u16, Table<16>>::new(&CRC_16_IBM_3740);
/// Length of the CRC-16 at the end of a payload.
const SEAL: usize = 2;

fn checksum(id: u8, body: &[u8]) -> u16 {
    let mut digest = CRC16.digest();
    digest.update(&[id]);
    digest.update(body);
    digest.finalize()
}

/// Appends a whole packet: `body`, its CRC-16 over ID and body, and the frame around them.
///
/// # Panics
/// Never for the packets of this module: the longest (a map of 25x25 points after a header) has 163 bytes of body, and 252 fit.
pub(super) fn seal(id: u8, body: &[u8], out: &mut Vec<u8>) {
    let mut payload = Vec::with_capacity(body.len() + SEAL);
    payload.extend_from_slice(body);
    payload.extend_from_slice(&checksum(id, body).to_le_bytes());
    serial_transfer::encode(id, &payload, out).expect("every packet of CONTRACT 3.2 fits into a frame");
}

/// The payload without its CRC-16, or `None` when that is wrong.
pub fn unseal(id: u8, payload: &[u8]) -> Option<&[u8]> {
    let (body, seal) = payload.split_last_chunk::<SEAL>()?;
    (u16::from_le_bytes(*seal) == checksum(id, body)).then_some(body)
}

/// The payload without its CRC-16, which the decoder has checked already ([`is_sealed`]).
pub(super) fn without_seal(payload: &[u8]) -> Option<&[u8]> {
    payload.split_last_chunk::<SEAL>().map(|(body, _)| body)
}

/// True when the CRC-16 of a payload is right.
pub fn is_sealed(id: u8, payload: &[u8]) -> bool {
    unseal(id, payload).is_some()
}

/// Why a packet with a good CRC-16 is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// A packet ID (or a button) of a later version: ignored.
    #[error("unknown packet")]
    Unknown,
    /// Too short, or it says what cannot be.
    #[error("impossible content")]
    Malformed,
}

/// What every packet of a device begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// One more with every packet of the device; wraps.
    pub seq: u16,
    /// The device's own milliseconds; wraps.
    pub t_ms: u32,
}

impl Header {
    pub(super) fn bytes(self) -> Vec<u8> {
        let mut bytes = self.seq.to_le_bytes().to_vec();
        bytes.extend_from_slice(&self.t_ms.to_le_bytes());
        bytes
    }

    /// Header and content of a device's unsealed packet.
    ///
    /// # Errors
    /// [`Refused::Malformed`] when it is too short for a header.
    pub fn split(body: &[u8]) -> Result<(Header, &[u8]), Refused> {
        let mut reader = Reader(body);
        Ok((Header { seq: reader.u16()?, t_ms: reader.u32()? }, reader.0))
    }
}

/// Reads little-endian numbers from the front; what is left over is ignored by the caller.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn bytes(&mut self, count: usize) -> Result<&'a [u8], Refused> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(Refused::Malformed)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Refused> {
        let (array, rest) = self.0.split_first_chunk().ok_or(Refused::Malformed)?;
        self.0 = rest;
        Ok(*array)
    }

    pub(super) fn u8(&mut self) -> Result<u8, Refused> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    pub(super) fn u16(&mut self) -> Result<u16, Refused> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub(super) fn u32(&mut self) -> Result<u32, Refused> {
        Ok(u32::from_le_bytes(self.array()?))
    }
}

/// A length byte and so many ASCII bytes; longer texts are cut.
pub(super) fn push_text(text: &[u8], body: &mut Vec<u8>) {
    /// Longer serial numbers are cut: they leave room for the rest of a HELLO.
    const LONGEST: usize = 200;
    let text = &text[..text.len().min(LONGEST)];
    body.push(text.len() as u8);
    body.extend_from_slice(text);
}

/// A serial number for people: what is not printable ASCII becomes "?"; `None` when empty.
pub(super) fn printable(text: &[u8]) -> Option<String> {
    let shown = |&byte: &u8| if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '?' };
    (!text.is_empty()).then(|| text.iter().map(shown).collect())
}

/// What a board says of one point, in two bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointState {
    /// 0: no stone.
    Empty,
    /// 1: a black stone.
    Black,
    /// 2: a white stone.
    White,
    /// 3: a stone of unknown colour.
    Unknown,
}

impl PointState {
    /// The state with this number, from 0 to 3.
    pub const fn from_bits(bits: u8) -> Option<PointState> {
        match bits {
            0 => Some(PointState::Empty),
            1 => Some(PointState::Black),
            2 => Some(PointState::White),
            3 => Some(PointState::Unknown),
            _ => None,
        }
    }

    /// The number of the state, from 0 to 3.
    pub const fn bits(self) -> u8 {
        match self {
            PointState::Empty => 0,
            PointState::Black => 1,
            PointState::White => 2,
            PointState::Unknown => 3,
        }
    }

    /// The state that shows a cell; `None` for an unreadable one, which only FAULTS can tell.
    pub const fn of(cell: Cell) -> Option<PointState> {
        match cell {
            Cell::Empty => Some(PointState::Empty),
            Cell::Stone(crate::go::Color::Black) => Some(PointState::Black),
            Cell::Stone(crate::go::Color::White) => Some(PointState::White),
            Cell::StoneOfUnknownColor => Some(PointState::Unknown),
            Cell::Unreadable => None,
        }
    }

    /// The cell that it shows.
    pub const fn cell(self) -> Cell {
        match self {
            PointState::Empty => Cell::Empty,
            PointState::Black => Cell::Stone(crate::go::Color::Black),
            PointState::White => Cell::Stone(crate::go::Color::White),
            PointState::Unknown => Cell::StoneOfUnknownColor,
        }
    }
}

/// Two bits a point, four points a byte, first point in the low bits: SNAPSHOT and LIGHTS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map(pub Vec<u8>);

impl Map {
    /// Packs values from 0 to 3, row by row from the top left.
    pub fn pack(values: &[u8]) -> Map {
        Map(values.chunks(4).map(|four| four.iter().rev().fold(0, |byte, value| byte << 2 | (value & 3))).collect())
    }

    /// Packs the states of all points.
    pub fn of_states(states: &[PointState]) -> Map {
        Map::pack(&states.iter().map(|state| state.bits()).collect::<Vec<_>>())
    }

    /// The values of the first `area` points, or `None` when the map is too short; more bytes are ignored.
    pub fn values(&self, area: usize) -> Option<Vec<u8>> {
        let values = self.0.iter().flat_map(|byte| (0..4).map(move |place| byte >> (2 * place) & 3));
        (self.0.len() >= area.div_ceil(4)).then(|| values.take(area).collect())
    }

    /// The states of the first `area` points, or `None` when the map is too short.
    pub fn states(&self, area: usize) -> Option<Vec<PointState>> {
        self.values(area)?.into_iter().map(PointState::from_bits).collect()
    }

    /// CRC-16/IBM-3740 of the map: what ALIVE carries.
    pub fn crc(&self) -> u16 {
        CRC16.checksum(&self.0)
    }
}

/// One bit a point, low bit first: FAULTS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultBits(pub Vec<u8>);

impl FaultBits {
    /// Packs one flag a point, row by row from the top left.
    pub fn pack(faulty: &[bool]) -> FaultBits {
        FaultBits(faulty.chunks(8).map(|eight| eight.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit))).collect())
    }

    /// The flags of the first `area` points, or `None` when there are too few; more bytes are ignored.
    pub fn flags(&self, area: usize) -> Option<Vec<bool>> {
        let flags = self.0.iter().flat_map(|byte| (0..8).map(move |place| byte >> place & 1 == 1));
        (self.0.len() >= area.div_ceil(8)).then(|| flags.take(area).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_board_has_the_checksum_of_the_contract() {
        assert_eq!(Map::of_states(&[PointState::Empty; 361]).crc(), 0xB994);
    }

    #[test]
    fn maps_pack_the_first_point_lowest_and_ignore_what_follows() {
        let map = Map::pack(&[1, 2, 3, 0, 2]);
        assert_eq!(map.0, [0b00_11_10_01, 0b10]);
        assert_eq!(map.values(5).unwrap(), [1, 2, 3, 0, 2]);
        assert_eq!(Map(vec![0b10, 0xFF, 0xFF]).values(4).unwrap(), [2, 0, 0, 0]);
        assert_eq!(map.values(9), None);
        let mut flags = vec![false; 9];
        (flags[0], flags[8]) = (true, true);
        assert_eq!(FaultBits::pack(&flags), FaultBits(vec![1, 1]));
        assert_eq!(FaultBits(vec![1, 1]).flags(9).unwrap(), flags);
        assert_eq!(FaultBits(vec![1]).flags(9), None);
    }
}

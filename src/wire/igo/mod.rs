//! The IGO board: SerialTransfer frames, presence only, polled. Facts: the board's own host programs and its framing library.
//!
//! A scan answer has four Base64 characters a line, the top line first: a little-endian word of 24 bits. Bit c is a stone in column c
//! (bit 0 is A); bits 20 to 23 are the keys, the same in every line of one scan. The size is not on the wire but in the length.

mod session;
mod virtual_igo;

pub use session::IgoBoard;
pub use virtual_igo::VirtualIgo;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// Version text; the request's answer is ASCII.
const VERSION: u8 = 0;
/// Scan of the whole board.
const SCAN: u8 = 5;
/// Payload of the request for a version.
const ASK_VERSION: &[u8] = b"X\n";
/// Payload of the request for a scan.
const ASK_SCAN: &[u8] = b"A\n";
/// Characters a line.
const LINE_CHARS: usize = 4;
/// The keys that the board's own hosts look at; the highest key bit (23) they leave alone, and so do we.
const KEYS: u32 = 0x0070_0000;

/// One word a line, the top line first; `None` when the payload is no scan.
fn read_lines(payload: &[u8]) -> Option<Vec<u32>> {
    if !payload.len().is_multiple_of(LINE_CHARS) {
        return None;
    }
    let bytes = STANDARD_NO_PAD.decode(payload).ok()?;
    Some(bytes.chunks(3).map(|word| word.iter().rev().fold(0, |line, &byte| line << 8 | u32::from(byte))).collect())
}

/// The payload of a scan answer.
fn write_lines(lines: &[u32]) -> Vec<u8> {
    let bytes: Vec<u8> = lines.iter().flat_map(|line| line.to_le_bytes().into_iter().take(3)).collect();
    STANDARD_NO_PAD.encode(bytes).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_little_endian_words_and_bits_are_columns() {
        let mut lines = vec![0; 19];
        lines[3] = 1 << 15;
        let payload = write_lines(&lines);
        assert_eq!(&payload[12..16], b"AIAA");
        assert_eq!(read_lines(&payload), Some(lines));
        for bad in [&b"AAA"[..], b"AA==", b"AA*A", b"AAAAA"] {
            assert_eq!(read_lines(bad), None);
        }
    }
}

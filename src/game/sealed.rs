//! The sealed move (CN-14, CN-22, ING-10.1): who is to move thinks on, writes the point on paper and hands the envelope over; the clocks stand
//! then. The point is on the paper alone: kifud learns it when the envelope is opened, and at most a digest of it before.

use sha2::{Digest, Sha256};

use crate::go::{Color, Place, Size};
use crate::time::Wall;

/// The sealed move, from the time to seal on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealing {
    /// Who seals.
    pub color: Color,
    /// The number that the move will have.
    pub n: u32,
    /// Since when the player thinks under it.
    pub begun: Wall,
    /// Time given for the sealing itself, in ms (EGF 1991).
    pub extra_ms: u64,
    /// The envelope, once it has been handed over.
    pub envelope: Option<Envelope>,
    /// What was found in it.
    pub opened: Option<Opened>,
    /// It is behind: the move was played, or it came to nothing.
    pub over: bool,
}

/// An envelope with a move in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// When it was handed over.
    pub sealed: Wall,
    /// How it is called: what is written on it.
    pub label: Option<String>,
    /// SHA-256 of `vertex:nonce`, in small hex digits, where the player left one.
    pub digest: Option<String>,
    /// What the turn took, where a clock ran.
    pub used_ms: Option<u64>,
    /// Who has kept it, the first first; never empty.
    pub custody: Vec<Custody>,
}

/// Somebody keeps the envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Custody {
    /// Who.
    pub custodian: String,
    /// Since when.
    pub since: Wall,
    /// Who said so.
    pub by: Option<String>,
}

/// What was found in the envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The move; `None` where nobody can read it.
    pub place: Option<Place>,
    /// Who opened it.
    pub by: String,
    /// When.
    pub at: Wall,
    /// It is what the digest says; `None` where the player left none.
    pub verified: Option<bool>,
}

/// Where a sealed move stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealStage {
    /// The player thinks, with the clock running.
    Thinking,
    /// The envelope is in somebody's hands.
    Sealed,
    /// The move is known and to be played.
    Opened,
    /// It is behind.
    Over,
}

/// What has happened to a sealed move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealChange {
    /// It is time to seal; also when another player is to move meanwhile.
    Begun,
    /// Time was given for it.
    Extended,
    /// The envelope was handed over: the clocks stand.
    Sealed,
    /// Somebody else keeps it.
    HandedOver,
    /// It was opened.
    Opened,
    /// The move was played.
    Played,
    /// It came to nothing: play goes on, or stops, without it.
    Off,
}

/// A move is sealed, as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealRequest {
    /// Who seals.
    pub color: Color,
    /// Who keeps the envelope.
    pub custodian: String,
    /// What is written on it.
    pub envelope: Option<String>,
    /// SHA-256 of `vertex:nonce`, in small hex digits.
    pub digest: Option<String>,
}

/// An envelope is opened, as it is asked for.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenRequest {
    /// The move; `None` where nobody can read it.
    pub place: Option<Place>,
    /// Who opens it.
    pub opened_by: String,
    /// What the digest was made with.
    pub nonce: Option<String>,
}

impl std::fmt::Debug for OpenRequest {
    /// Without the move: a request may come too early, and requests are written down. The event names it, once it is open.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenRequest").field("opened_by", &self.opened_by).finish_non_exhaustive()
    }
}

impl Sealing {
    /// Where it stands.
    pub const fn stage(&self) -> SealStage {
        match (self.over, &self.envelope, &self.opened) {
            (true, ..) => SealStage::Over,
            (_, None, _) => SealStage::Thinking,
            (_, Some(_), None) => SealStage::Sealed,
            (_, Some(_), Some(_)) => SealStage::Opened,
        }
    }
}

/// The digest of a sealed move: SHA-256 of `vertex:nonce` in small hex digits (CONTRACT 4.5).
pub fn seal_digest(place: Place, size: Size, nonce: &str) -> String {
    hex(&place.text(size), nonce)
}

fn hex(vertex: &str, nonce: &str) -> String {
    Sha256::digest(format!("{vertex}:{nonce}")).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Envelope {
    /// What was read is what the digest says; `None` where there is none. The vertex may have been written in small letters.
    pub(super) fn verifies(&self, place: Option<Place>, nonce: Option<&str>, size: Size) -> Option<bool> {
        let digest = self.digest.as_ref()?;
        let (Some(place), Some(nonce)) = (place, nonce) else { return Some(false) };
        let vertex = place.text(size);
        Some([vertex.to_ascii_uppercase(), vertex.to_ascii_lowercase()].iter().any(|vertex| hex(vertex, nonce) == *digest))
    }
}

/// True when anybody can find the move behind this digest: it was made without a nonce.
pub fn is_open_digest(digest: &str, size: Size) -> bool {
    let places = size.points().map(Place::At).chain([Place::Pass]);
    let plain = |vertex: &str| Sha256::digest(vertex).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    places
        .flat_map(|place| [place.text(size), place.text(size).to_ascii_lowercase()])
        .any(|vertex| hex(&vertex, "") == digest || plain(&vertex) == digest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    fn nineteen() -> Size {
        Size::square(19).unwrap()
    }

    #[test]
    fn a_digest_is_that_of_vertex_and_nonce_and_nobody_finds_the_move_behind_it() {
        let q16 = Place::At(Point::from_vertex("Q16", nineteen()).unwrap());
        let nonce = "00112233445566778899aabbccddeeff";
        let made = seal_digest(q16, nineteen(), nonce);
        // printf 'Q16:00112233445566778899aabbccddeeff' | sha256sum
        assert_eq!(made, "644162ca8a4b7d5f1330707de9b360b6ca70d0f6eaa93e74c3c7d01ef321aadf");
        assert!(!is_open_digest(&made, nineteen()));
        assert!(is_open_digest(&seal_digest(q16, nineteen(), ""), nineteen()));
        assert!(is_open_digest(&seal_digest(Place::Pass, nineteen(), ""), nineteen()));
    }

    #[test]
    fn a_request_to_open_is_never_written_down_with_its_move() {
        let place = Some(Place::At(Point::from_vertex("Q16", nineteen()).unwrap()));
        let told = format!("{:?}", OpenRequest { place, opened_by: "ann".to_owned(), nonce: Some("secret".to_owned()) });
        assert!(told.contains("ann") && !told.contains("15") && !told.contains("secret") && !told.contains("place"), "{told}");
    }
}

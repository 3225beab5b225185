//! Whatever a referee's tool may ask, sensible or not, for the laws of play and of restarts.

use kifud::game::{AlertVerb, Game, Leave, Mute, OpenRequest, Report, SealRequest, SealVerb, SeatVerb, Verb, seal_digest};
use kifud::go::{Color, Place};
use kifud::referee::Kind;
use kifud::time::Wall;

const NONCE: &str = "00112233445566778899aabbccddeeff";

/// So many verbs there are here.
pub const VERBS: u8 = 14;

/// One of them: of this player, about the n-th point, kind or open alert.
pub fn verb(game: &Game, which: u8, white: bool, nth: usize, now: Wall) -> Verb {
    let color = if white { Color::White } else { Color::Black };
    let alerts = &game.book().alerts;
    let alert = alerts.get(nth % alerts.len().max(1)).map_or_else(|| "a-none".to_owned(), |alert| alert.id.clone());
    let kind = Kind::ALL[nth % Kind::ALL.len()];
    let size = game.settings().size;
    let place = size.point(nth % (size.area() + 1)).map_or(Place::Pass, Place::At);
    let open = |place, nonce| Verb::Sealed(SealVerb::Open(OpenRequest { place, opened_by: "ann".to_owned(), nonce }));
    let to_move = game.position().to_move();
    match which % VERBS {
        0 => Verb::Alert(AlertVerb::Take { alert }),
        1 => Verb::Acknowledge { alert },
        2 => Verb::Alert(AlertVerb::Mute(Mute { kind, until: Some(Wall::from_unix_ms(now.as_unix_ms() + 60_000)), by: None })),
        3 => Verb::Alert(AlertVerb::Report(Report {
            kind,
            color: (!nth.is_multiple_of(3)).then_some(color),
            note: Some("so it was".to_owned()),
        })),
        4 => Verb::Alert(AlertVerb::Call(color)),
        5 => Verb::Alert(AlertVerb::Claim { alert, color }),
        6 => Verb::Seat(SeatVerb::Leave(Leave { color, reason: None, pauses: nth.is_multiple_of(4) })),
        7 => Verb::Seat(SeatVerb::Returned(color)),
        8 | 9 => Verb::Sealed(SealVerb::Begin),
        10 => {
            let digest = nth.is_multiple_of(2).then(|| seal_digest(place, size, NONCE));
            let color = if nth.is_multiple_of(5) { color } else { to_move };
            Verb::Sealed(SealVerb::Seal(SealRequest { color, custodian: "ann".to_owned(), envelope: None, digest }))
        }
        11 => Verb::Sealed(SealVerb::HandOver { custodian: "the safe".to_owned() }),
        12 => open(Some(place), Some(NONCE.to_owned())),
        _ => open((!nth.is_multiple_of(7)).then_some(place), None),
    }
}

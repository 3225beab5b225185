//! Time controls in requests that cannot be played: null, nothing, half of one (field reports, row 56).

use kifud::game::ErrorCode;

/// verb, fields, code, and words that the message must have: the field and the reason.
pub const BAD: &[(&str, &str, ErrorCode, &[&str])] = &[
    (
        "prepare-game",
        r#""time":{"system":"byo-yomi","main":"2h","periods":null,"period":"10s"}"#,
        ErrorCode::Malformed,
        &["periods is null"],
    ),
    ("prepare-game", r#""time":{"system":"byo-yomi","main":"2h","periods":5,"period":"0s"}"#, ErrorCode::Malformed, &["time.period", "0"]),
    ("prepare-game", r#""time":{"system":"canadian","main":"1h","period":"5m","stones":0}"#, ErrorCode::Malformed, &["time.stones", "1"]),
    ("prepare-game", r#""time":{"system":"fischer","main":"1h"}"#, ErrorCode::Malformed, &["time", "increment"]),
    ("prepare-game", r#""time":{"system":"ing-rs","main":"1h","periods":3}"#, ErrorCode::Malformed, &["time", "period"]),
    (
        "prepare-game",
        r#""time":{"system":"china-reserve","main":"1h","reserve":"90s"}"#,
        ErrorCode::Malformed,
        &["time.reserve", "minutes"],
    ),
];

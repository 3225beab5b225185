//! Times as clocks show them: "24", "5:07", "1:02:24".

/// A time as a clock shows it, in ms: hours, minutes and seconds with colons between them, the seconds with decimals where they have
/// some; minutes and seconds after a colon are below 60. `None` for everything else.
pub fn clock_text_ms(text: &str) -> Option<u64> {
    let mut parts = text.trim().rsplit(':');
    let seconds_text = parts.next()?;
    let mut ms = decimal_ms(seconds_text)?;
    let mut lengths = [60_000_u64, 3_600_000].into_iter();
    let mut below = seconds_text;
    for part in parts {
        let before_stop = below.split('.').next().unwrap_or("");
        if before_stop.len() != 2 || before_stop >= "60" {
            return None;
        }
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        ms = part.parse::<u64>().ok()?.checked_mul(lengths.next()?)?.checked_add(ms)?;
        below = part;
    }
    Some(ms)
}

/// A decimal number of seconds, in ms, rounded to the nearest. No sign, no exponent.
pub(super) fn decimal_ms(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !digits(whole) || !digits(fraction) {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let digit = |place: usize| fraction.as_bytes().get(place).map_or(0, |byte| u64::from(byte - b'0'));
    let thousandths = digit(0) * 100 + digit(1) * 10 + digit(2) + u64::from(digit(3) >= 5);
    whole.checked_mul(1_000)?.checked_add(thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_texts() {
        for (text, ms) in [
            ("24", Some(24_000)),
            ("1:02:24", Some(3_744_000)),
            ("1001:02:24", Some(3_603_744_000)),
            ("0:05.25", Some(5_250)),
            ("90:00", Some(5_400_000)),
            ("foo", None),
            ("-1", None),
            ("", None),
            (":", None),
            ("1:", None),
            ("1:60", None),
            ("1:5", None),
            ("1:99:00", None),
            ("1:00:00:00", None),
            ("1:+5:00", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(clock_text_ms(text), ms, "{text:?}");
        }
    }

    #[test]
    fn decimals_are_rounded_to_the_millisecond() {
        assert_eq!(decimal_ms("1.0004"), Some(1_000));
        assert_eq!(decimal_ms("1.9996"), Some(2_000));
        assert_eq!(decimal_ms(".5"), Some(500));
        assert_eq!(decimal_ms("."), None);
        assert_eq!(decimal_ms("1e3"), None);
    }
}

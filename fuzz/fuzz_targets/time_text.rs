//! Everything that reads time from text: nothing panics, and what is read can be played.
#![no_main]

use kifud::clock::{TimeControl, clock_text_ms, read_gtp_time_left, read_gtp_time_settings};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let read = [TimeControl::with_overtime(60_000, text), TimeControl::from_gogui(text), TimeControl::from_sgf_tm_text(text)];
    let settings = read_gtp_time_settings(text).ok().flatten();
    for control in read.into_iter().flatten().chain(settings) {
        assert_eq!(control.check(), Ok(()), "{control:?}");
        let _either = read_gtp_time_left(text, Some(&control));
        let back = TimeControl::from_sgf(Some(control.sgf_tm_ms()), control.sgf_exact_ot().or(control.sgf_ot()).as_deref());
        assert_eq!(back, Ok(Some(control)));
    }
    let _either = clock_text_ms(text);
});

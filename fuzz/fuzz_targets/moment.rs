//! Moments and durations.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &str| kifud_fuzz::moment(input));

//! A whole table.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| kifud_fuzz::play(input));

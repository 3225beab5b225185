//! Requests of every verb.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| kifud_fuzz::request(input));

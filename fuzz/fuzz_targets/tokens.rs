//! Files of names and tokens.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &str| kifud_fuzz::tokens(input));

//! Configuration files.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &str| kifud_fuzz::configuration(input));

//! Scenes for virtual hands.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &str| kifud_fuzz::script(input));

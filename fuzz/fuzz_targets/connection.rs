//! A broker that says anything at any time, and strangers that publish anything anywhere.
#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| kifud_fuzz::connection(script));

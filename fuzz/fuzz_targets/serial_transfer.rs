#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| kifud_fuzz::decoder(script));

//! SGF files.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| kifud_fuzz::sgf_file(input));

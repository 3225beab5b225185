//! State rows of the journal.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| kifud_fuzz::state_row(input));

//! Any text as the address of a broker.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| kifud_fuzz::broker_url(text));

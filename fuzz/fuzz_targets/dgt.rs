#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| kifud_fuzz::clock(&mut kifud::wire::dgt::DgtClock::new(), kifud_fuzz::dgt_packet, script));

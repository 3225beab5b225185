#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| kifud_fuzz::clock(
    &mut kifud::wire::dgt_json::DgtJsonClock::new(),
    kifud_fuzz::dgt_json_packet,
    script
));

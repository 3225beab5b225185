#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| kifud_fuzz::clock(
    &mut kifud::wire::open_chess_clock::OpenChessClock::new(),
    kifud_fuzz::open_chess_clock_packet,
    script
));

#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| kifud_fuzz::clock(
    &mut kifud::wire::kifud::KifudClock::new(),
    kifud_fuzz::serial_transfer_packet,
    script
));

#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| kifud_fuzz::board(
    &mut kifud::wire::kifud::KifudBoard::new(kifud::go::Size::square(9).expect("9 is a size")),
    kifud_fuzz::serial_transfer_packet,
    script
));

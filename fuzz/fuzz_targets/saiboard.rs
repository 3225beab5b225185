#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| kifud_fuzz::board(
    &mut kifud::wire::saiboard::Saiboard::new(kifud::go::Size::square(9).expect("9 is a size"), 50),
    kifud_fuzz::saiboard_packet,
    script
));

#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| kifud_fuzz::board(
    &mut kifud::wire::yihu::YihuBoard::new(kifud::go::Size::square(19).expect("19 is a size")),
    kifud_fuzz::yihu_packet,
    script
));

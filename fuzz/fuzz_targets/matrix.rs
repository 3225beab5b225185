#![no_main]

libfuzzer_sys::fuzz_target!(|script: &[u8]| kifud_fuzz::board(
    &mut kifud::wire::matrix::MatrixBoard::new(kifud::go::Size::square(9).expect("9 is a size")),
    kifud_fuzz::matrix_packet,
    script
));

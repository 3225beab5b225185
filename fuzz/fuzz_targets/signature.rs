//! Any bytes at an unknown port: what device they are from, or nothing; never a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let guess = kifud::doctor::recognise(bytes);
    assert!(guess.is_none_or(|guess| guess.frames > 0 || bytes.len() > 1));
});

//! Any text as a list of results of earlier days, which is read at the start.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = kifud::display::results_in(text);
});

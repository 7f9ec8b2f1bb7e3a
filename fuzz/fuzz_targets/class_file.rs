#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| aplomb_fuzz::run("class-file", bytes));

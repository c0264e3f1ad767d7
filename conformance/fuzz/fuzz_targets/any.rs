//! Runs libFuzzer on the target that the environment names.
//!
//! All targets are one program, compiled and linked once.
#![no_main]

libfuzzer_sys::fuzz_target!(init: fuzz::seeds::at_start(), |data: &[u8]| (fuzz::chosen().run)(data));

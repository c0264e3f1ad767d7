//! Lets libFuzzer look for inputs that break the property of the target that the environment names.
//!
//! One program for all of them: what they are made of is compiled and linked once.
#![no_main]

libfuzzer_sys::fuzz_target!(init: fuzz::seeds::at_start(), |data: &[u8]| (fuzz::chosen().run)(data));

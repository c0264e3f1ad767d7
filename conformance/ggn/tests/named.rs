//! Test programs of crates that have one for all tests: a file that the program does not name is never run, so there is none.

use std::collections::BTreeSet;
use std::fs;

#[test]
fn every_file_of_tests_is_named_by_its_program() {
    for crate_ in ["conformance/ggn", "ggn-core", "server"] {
        let folder = dev::path(crate_);
        let program = fs::read_to_string(folder.join("tests/all.rs")).unwrap();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let mut named: BTreeSet<String> = ["all".to_owned()].into();
        named.extend(
            program.lines().filter_map(|line| Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned())),
        );
        named.extend(
            manifest
                .split("[[test]]\nname = \"")
                .skip(1)
                .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())),
        );
        for entry in fs::read_dir(folder.join("tests")).unwrap() {
            let path = entry.unwrap().path();
            let holds_tests = path.extension().is_some_and(|it| it == "rs")
                || ["main.rs", "mod.rs"].iter().any(|file| path.join(file).exists());
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(!holds_tests || named.contains(name), "{crate_}/tests/all.rs: `mod {name};` is missing");
        }
    }
}

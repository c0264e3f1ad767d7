//! Every property on the kept inputs: the project's own files, the corpus of the fuzzer, and former failures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use fuzz::{TARGETS, Target};

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the files of a target's folder, in order; none if there is no such folder.
fn kept(folder: &str, target: &Target) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(here().join(folder).join(target.name)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn try_all(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let seeds = (target.seeds)();
    assert!(!seeds.is_empty(), "{name} has nothing to begin with");
    let files = kept("corpus", target).into_iter().chain(kept("regressions", target));
    let files = files.map(|path| (path.display().to_string(), fs::read(&path).unwrap()));
    let seeds = seeds.into_iter().enumerate().map(|(number, seed)| (format!("seed {number}"), seed));
    for (from, input) in seeds.chain(files) {
        if catch_unwind(AssertUnwindSafe(|| (target.run)(&input))).is_err() {
            panic!("{name}: {from}: {:?}", String::from_utf8_lossy(&input));
        }
    }
}

/// Declares a test for each target, so that they run in parallel.
macro_rules! each {
    ($($name:ident),*) => {
        $(#[test] fn $name() { try_all(stringify!($name)); })*

        #[test]
        fn every_target_is_tried() {
            assert_eq!(TARGETS.iter().map(|target| target.name).collect::<Vec<_>>(), [$(stringify!($name)),*]);
        }
    };
}

each![
    notation, feen, fen, ggn, json, pattern, pgn, rules, games, positions, catalogue, wire, engine, session
];

#[test]
fn what_is_kept_is_small_and_has_a_target() {
    let mut bytes = 0;
    for folder in ["corpus", "regressions"] {
        for entry in fs::read_dir(here().join(folder)).into_iter().flatten() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            assert!(TARGETS.iter().any(|target| target.name == name), "{folder}/{name}");
            let files = fs::read_dir(entry.path()).unwrap();
            bytes += files.map(|file| file.unwrap().metadata().unwrap().len()).sum::<u64>();
        }
    }
    assert!(bytes < 1_500_000, "{bytes} bytes");
}

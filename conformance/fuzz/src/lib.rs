//! Properties that hold for every input, one module for each kind of input.
//!
//! A target takes any bytes and panics when its property does not hold. The fuzzer (`fuzz_targets`, a thin shell) looks for such bytes.
//! Kept inputs are in `corpus` and `regressions`, which a plain test tries on every run. `README.md` has the commands.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a property that fails panics"
)]

pub mod catalogue;
pub mod engine;
pub mod feen;
pub mod fen;
pub mod games;
pub mod ggn;
pub mod json;
pub mod notation;
pub mod pattern;
pub mod pgn;
pub mod positions;
pub mod rules;
pub mod seeds;
pub mod session;
pub mod wire;

mod project;
mod schema;
mod sections;
mod walk;

use std::sync::LazyLock;

/// A kind of input and its property.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Name, also of its module and its folders.
    pub name: &'static str,
    /// Tries the property on an input.
    pub run: fn(&[u8]),
    /// Returns the seeds from the project's own files.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

macro_rules! targets {
    ($($name:ident),*) => {
        &[$(Target { name: stringify!($name), run: $name::target, seeds: $name::seeds }),*]
    };
}

/// All targets.
pub const TARGETS: &[Target] = targets![
    notation, feen, fen, ggn, json, pattern, pgn, rules, games, positions, catalogue, wire, engine, session
];

/// Environment variable that names the target.
pub const CHOICE: &str = "FUZZ_TARGET";

/// Returns the target that the environment names. Without one it prints the names of all targets and exits.
pub fn chosen() -> Target {
    static CHOSEN: LazyLock<Target> = LazyLock::new(|| {
        let Some(wanted) = std::env::var_os(CHOICE) else {
            TARGETS.iter().for_each(|target| println!("{}", target.name));
            std::process::exit(0);
        };
        let found = TARGETS.iter().find(|target| wanted == target.name);
        *found.unwrap_or_else(|| panic!("{CHOICE}: there is no target {wanted:?}"))
    });
    *CHOSEN
}

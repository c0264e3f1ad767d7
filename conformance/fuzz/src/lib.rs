//! What holds for every input, one module for each kind of input.
//!
//! A target takes any bytes and panics when its property does not hold. The fuzzer (`fuzz_targets`, a thin shell) looks for such bytes;
//! what it found worth keeping is in `corpus` and `regressions`, which a plain test tries on every run. `README.md` says how.
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

/// One kind of input.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name, which is also that of its module and its folders.
    pub name: &'static str,
    /// Tries the property on an input.
    pub run: fn(&[u8]),
    /// What the project's own files have to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

macro_rules! targets {
    ($($name:ident),*) => {
        &[$(Target { name: stringify!($name), run: $name::target, seeds: $name::seeds }),*]
    };
}

/// Every kind of input.
pub const TARGETS: &[Target] = targets![
    notation, feen, fen, ggn, json, pattern, pgn, rules, games, positions, catalogue, wire, engine, session
];

/// The variable of the environment that names the target.
pub const CHOICE: &str = "FUZZ_TARGET";

/// The target that the environment names. Whoever names none is told the names of all, and that is all the program does then.
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

//! Maps and sets by hash, for names and rows of files. They hash fast where code size matters less (cargo feature `compiled`).

use std::hash::{BuildHasher as _, Hash};

#[cfg(feature = "compiled")]
pub(crate) use foldhash::{HashMap, HashSet};
#[cfg(not(feature = "compiled"))]
pub(crate) use std::collections::{HashMap, HashSet};

/// Returns the hash of a value: the same in every run of one program.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    #[cfg(feature = "compiled")]
    let state = foldhash::fast::FixedState::default();
    #[cfg(not(feature = "compiled"))]
    let state = std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default();
    state.hash_one(value)
}

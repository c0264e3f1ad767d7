//! Maps and sets by hash, for names and rows of files. They hash fast where code size matters less (cargo feature `compiled`).

use std::hash::{BuildHasher as _, DefaultHasher, Hash, Hasher};

#[cfg(feature = "compiled")]
pub(crate) use foldhash::{HashMap, HashSet};
#[cfg(not(feature = "compiled"))]
pub(crate) use std::collections::{HashMap, HashSet};

/// Returns the hash of a value: the same in every run of one program.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    #[cfg(feature = "compiled")]
    let state = foldhash::fast::FixedState::default();
    #[cfg(not(feature = "compiled"))]
    let state = std::hash::BuildHasherDefault::<DefaultHasher>::default();
    state.hash_one(value)
}

/// Hasher that gives the same result on processors with words of any size: lengths and indices count as 64 bits.
#[derive(Debug, Default)]
pub(crate) struct PortableHasher(DefaultHasher);

impl Hasher for PortableHasher {
    fn finish(&self) -> u64 {
        self.0.finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    fn write_usize(&mut self, number: usize) {
        self.0.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.0.write_i64(number as i64);
    }
}

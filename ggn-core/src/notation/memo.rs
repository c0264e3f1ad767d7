//! Memoised parsing: tables repeat the same few names thousands of times.

use std::str::FromStr;

use crate::hashing::HashMap;

/// Parse results by name.
pub(crate) struct Memo<'t, T: FromStr>(HashMap<&'t str, Result<T, T::Err>>);

impl<T: FromStr> Default for Memo<'_, T> {
    fn default() -> Self {
        Memo(HashMap::default())
    }
}

impl<'t, T: FromStr + Clone> Memo<'t, T>
where
    T::Err: Clone,
{
    /// Parses a name, or returns the earlier result.
    pub(crate) fn read(&mut self, name: &'t str) -> Result<T, T::Err> {
        self.0.entry(name).or_insert_with(|| name.parse()).clone()
    }
}

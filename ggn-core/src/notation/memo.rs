//! Names that are read over and over: a table says the same few squares thousands of times.

use std::collections::HashMap;
use std::str::FromStr;

/// What each name seen so far was read as.
pub(super) struct Memo<'t, T: FromStr>(HashMap<&'t str, Result<T, T::Err>>);

impl<T: FromStr> Default for Memo<'_, T> {
    fn default() -> Self {
        Memo(HashMap::new())
    }
}

impl<'t, T: FromStr + Clone> Memo<'t, T>
where
    T::Err: Clone,
{
    /// Reads a name, or remembers it.
    pub(super) fn read(&mut self, name: &'t str) -> Result<T, T::Err> {
        self.0.entry(name).or_insert_with(|| name.parse()).clone()
    }
}

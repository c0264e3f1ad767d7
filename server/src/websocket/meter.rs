//! Counts the bytes that are read: that detects an endless message even if all its fragments are empty, and its size stays zero.

/// A limit on the bytes to be read until it is restarted. It may be exceeded by one buffer of the reader.
#[derive(Debug)]
pub(super) struct Meter {
    limit: usize,
    left: usize,
}

impl Meter {
    /// A meter that lets up to `limit` bytes pass until it is restarted.
    pub(super) fn new(limit: usize) -> Self {
        Meter { limit, left: limit }
    }

    /// Starts to count from zero.
    pub(super) fn restart(&mut self) {
        self.left = self.limit;
    }

    /// Counts bytes that were read.
    pub(super) fn count(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes);
    }

    /// Returns whether the limit is reached.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }
}

//! Table reads without bounds checks, for indices that are valid by construction. They save a tenth of the time of a count.
//!
//! Assumptions: squares of a set are below [`super::bits::Bits::WIDTH`], and tables by square have that many entries; lanes are below the board's
//! lane count (checked in `Tables::new`); pieces on a board belong to its ruleset (checked in `Board::new`). Builds with debug assertions check every read.
#![allow(
    unsafe_code,
    reason = "every use says why its index fits; measured: bulk counts gain 9 %, full ones 4 %"
)]

/// Returns the entry of a table at an index.
///
/// # Safety
/// The index must be below the length of the table.
#[inline(always)]
pub(super) unsafe fn entry<T>(table: &[T], index: usize) -> &T {
    debug_assert!(index < table.len(), "index {index} of {}", table.len());
    // SAFETY: guaranteed by the caller.
    unsafe { table.get_unchecked(index) }
}

/// Returns `count` entries of a table from `start` on.
///
/// # Safety
/// `start + count` must not exceed the length of the table.
#[inline(always)]
pub(super) unsafe fn entries<T>(table: &[T], start: usize, count: usize) -> &[T] {
    debug_assert!(start + count <= table.len(), "{count} entries from {start} of {}", table.len());
    // SAFETY: guaranteed by the caller.
    unsafe { table.get_unchecked(start..start + count) }
}

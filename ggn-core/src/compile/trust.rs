//! Reading tables by indices that were made for them, without asking again whether they fit: a tenth of the time of a count.
//!
//! What is trusted: squares of a set are below [`super::bits::Bits::WIDTH`], and tables by square have so many entries; lanes are below the board's number of
//! them (asked in `Tables::new`); pieces on a board are of its ruleset (asked in `Board::new`). Builds with debug assertions ask every time.
#![allow(
    unsafe_code,
    reason = "every use says why its index fits; measured: bulk counts gain 9 %, full ones 4 %"
)]

/// The entry of a table at an index.
///
/// # Safety
/// The index is below the length of the table.
#[inline(always)]
pub(super) unsafe fn entry<T>(table: &[T], index: usize) -> &T {
    debug_assert!(index < table.len(), "index {index} of {}", table.len());
    // SAFETY: the caller's promise.
    unsafe { table.get_unchecked(index) }
}

/// So many entries of a table from an index on.
///
/// # Safety
/// The last of them is in the table.
#[inline(always)]
pub(super) unsafe fn entries<T>(table: &[T], start: usize, count: usize) -> &[T] {
    debug_assert!(start + count <= table.len(), "{count} entries from {start} of {}", table.len());
    // SAFETY: the caller's promise.
    unsafe { table.get_unchecked(start..start + count) }
}

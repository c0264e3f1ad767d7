//! Moves of four bytes, for searches and for the lists of compiled tables.

use smallvec::SmallVec;

/// Move of one position in four bytes, as [`SearchBoard::moves`](crate::SearchBoard::moves) lists it. In another position it stands for another move, or
/// for none; in a position with the same rules and the same key it stands for the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CompactMove(pub(crate) u32);

/// List of moves to be filled again and again; up to 96 moves without an allocation.
#[derive(Clone, Debug, Default)]
pub struct MoveList(pub(crate) SmallVec<[CompactMove; 96]>);

impl MoveList {
    /// Creates an empty list.
    #[must_use]
    pub fn new() -> MoveList {
        MoveList::default()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [CompactMove];

    fn deref(&self) -> &[CompactMove] {
        &self.0
    }
}

impl std::ops::DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [CompactMove] {
        &mut self.0
    }
}

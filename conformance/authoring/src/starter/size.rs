//! The size of a new game's board.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Files and ranks, written `5x6`.
///
/// ```
/// use authoring::starter::Size;
/// let size: Size = "5x6".parse()?;
/// assert_eq!((size.files, size.ranks), (5, 6));
/// assert!("3x3".parse::<Size>().is_err());
/// # Ok::<(), authoring::starter::NotASize>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
}

/// Reason why a text is no size of a new game's board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected files and ranks such as 5x6: {} to {} files, {} to {} ranks",
    Size::FILES.start(), Size::FILES.end(), Size::RANKS.start(), Size::RANKS.end())]
pub struct NotASize;

impl Size {
    /// So many files: king, rooks and the way between them need four; files are named by one letter.
    pub const FILES: RangeInclusive<u8> = 4..=16;

    /// So many ranks: two of each side and one between.
    pub const RANKS: RangeInclusive<u8> = 5..=16;
}

impl Default for Size {
    fn default() -> Size {
        Size { files: 5, ranks: 5 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Size, NotASize> {
        let (files, ranks) = text.split_once('x').ok_or(NotASize)?;
        let size =
            Size { files: files.parse().map_err(|_| NotASize)?, ranks: ranks.parse().map_err(|_| NotASize)? };
        let fits = Size::FILES.contains(&size.files) && Size::RANKS.contains(&size.ranks);
        if fits { Ok(size) } else { Err(NotASize) }
    }
}

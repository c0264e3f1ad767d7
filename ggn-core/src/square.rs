//! Squares of boards of any size, as small numbers.

/// Square of a [`Shape`], as its index. Squares are numbered file by file in a rank, rank by rank in a layer, from `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// Returns the index of the square, from zero.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the square of that index without a board; lookups on a board that lacks it return `None`.
    pub(crate) fn from_index(index: usize) -> Option<Square> {
        u16::try_from(index).ok().map(Square)
    }
}

/// Size of a board in each of its one to three dimensions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    sizes: Vec<u8>,
}

impl Shape {
    /// Maximum number of dimensions.
    pub const DIMENSIONS_MAX: usize = 3;

    /// Maximum number of squares; the bound is FEEN's.
    pub const SQUARES_MAX: usize = 65_025;

    /// Makes a shape from the size of each dimension, files first. Returns `None` for empty dimensions and boards over the bound.
    #[must_use]
    pub fn new(sizes: &[u8]) -> Option<Shape> {
        let squares = sizes.iter().try_fold(1usize, |all, &size| all.checked_mul(usize::from(size)))?;
        ((1..=Shape::DIMENSIONS_MAX).contains(&sizes.len()) && (1..=Shape::SQUARES_MAX).contains(&squares))
            .then(|| Shape { sizes: sizes.to_vec() })
    }

    /// Returns the size of each dimension, files first.
    #[must_use]
    pub fn sizes(&self) -> &[u8] {
        &self.sizes
    }

    /// Returns the number of squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.sizes.iter().map(|&size| usize::from(size)).product()
    }

    /// Returns the square of that index, if it is on the board.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<Square> {
        if index < self.squares() { u16::try_from(index).ok().map(Square) } else { None }
    }

    /// Returns the coordinates of a square: file, rank, layer.
    pub fn coordinates(&self, square: Square) -> impl Iterator<Item = u8> + '_ {
        let mut rest = square.index();
        self.sizes.iter().map(move |&size| {
            let size = usize::from(size.max(1));
            let coordinate = (rest % size) as u8;
            rest /= size;
            coordinate
        })
    }

    /// Returns the squares between two others along one dimension of the board; `None` if they are not in one line, or are the same.
    pub(crate) fn between(&self, one: Square, other: Square) -> Option<Vec<Square>> {
        let ends: Vec<(u8, u8)> = self.coordinates(one).zip(self.coordinates(other)).collect();
        let mut apart = ends.iter().enumerate().filter(|(_, (one, other))| one != other);
        let (dimension, &(from, to)) = apart.next()?;
        if apart.next().is_some() {
            return None;
        }
        let inner = from.min(to) + 1..from.max(to);
        let is_between = |square: &Square| {
            self.coordinates(*square).enumerate().all(|(index, at)| {
                if index == dimension {
                    inner.contains(&at)
                } else {
                    ends.get(index).is_some_and(|end| end.0 == at)
                }
            })
        };
        Some(self.iter().filter(is_between).collect())
    }

    #[cfg(feature = "arbiter")]
    /// Returns the square that a square becomes when some axes are turned around, files first.
    pub(crate) fn mirrored(&self, square: Square, axes: &[bool]) -> Option<Square> {
        let turned = self.coordinates(square).zip(&self.sizes).enumerate().map(|(axis, (at, &size))| {
            let is_turned = axes.get(axis).copied().unwrap_or_default();
            usize::from(if is_turned { size.saturating_sub(at + 1) } else { at })
        });
        let turned: Vec<usize> = turned.collect();
        let index =
            turned.iter().zip(&self.sizes).rev().fold(0, |index, (at, &size)| index * usize::from(size) + at);
        self.at(index)
    }

    /// Returns every square, from `a1` on.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (0..self.squares()).map(|index| Square(index as u16))
    }

    /// Returns every square in the order of FEEN: the highest rank (and layer) first, files ascending.
    pub fn in_feen_order(&self) -> impl Iterator<Item = Square> + use<> {
        let files = usize::from(self.sizes.first().copied().unwrap_or(1));
        let ranks = self.squares() / files.max(1);
        (0..ranks)
            .rev()
            .flat_map(move |rank| (0..files).map(move |file| Square((rank * files + file) as u16)))
    }
}

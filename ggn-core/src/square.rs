//! Squares of a board of any size, as small numbers.

use crate::notation::cell::Cell;

/// A square of a [`Shape`], as its index. Squares are numbered file by file inside a rank, rank by rank inside a layer, from `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// The index of the square, from zero.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The square of that index on whichever board it is asked of; a board without it answers `None` to every question.
    pub(crate) fn from_index(index: usize) -> Option<Square> {
        u16::try_from(index).ok().map(Square)
    }
}

/// The size of a board in each of its one to three dimensions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    sizes: Vec<u8>,
}

impl Shape {
    /// The most squares that a board may have; the bound is FEEN's.
    pub const SQUARES_MAX: usize = 65_025;

    /// Makes a shape from the size of each dimension, files first. Empty dimensions and boards over the bound are refused.
    #[must_use]
    pub fn new(sizes: &[u8]) -> Option<Shape> {
        let squares = sizes.iter().try_fold(1usize, |all, &size| all.checked_mul(usize::from(size)))?;
        ((1..=Cell::DIMENSIONS_MAX).contains(&sizes.len()) && (1..=Shape::SQUARES_MAX).contains(&squares))
            .then(|| Shape { sizes: sizes.to_vec() })
    }

    /// The size of each dimension, files first.
    #[must_use]
    pub fn sizes(&self) -> &[u8] {
        &self.sizes
    }

    /// How many squares the board has.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.sizes.iter().map(|&size| usize::from(size)).product()
    }

    /// The square of that index, if it is on the board.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<Square> {
        if index < self.squares() { u16::try_from(index).ok().map(Square) } else { None }
    }

    /// The square that a cell names, if it has the board's dimensions and lies on it.
    ///
    /// ```
    /// use ggn_core::{Shape, notation::cell::Cell};
    /// let shape = Shape::new(&[9, 10]).ok_or("a board")?;
    /// assert!(shape.square(Cell::new(&[8, 9]).ok_or("a cell")?).is_some());
    /// assert!(shape.square(Cell::new(&[9, 0]).ok_or("a cell")?).is_none());
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn square(&self, cell: Cell) -> Option<Square> {
        let coordinates = cell.coordinates();
        if coordinates.len() != self.sizes.len()
            || coordinates.iter().zip(&self.sizes).any(|(c, size)| c >= size)
        {
            return None;
        }
        let index = coordinates
            .iter()
            .zip(&self.sizes)
            .rev()
            .fold(0, |index, (&coordinate, &size)| index * usize::from(size) + usize::from(coordinate));
        self.at(index)
    }

    /// The coordinates of a square: file, rank, layer.
    pub fn coordinates(&self, square: Square) -> impl Iterator<Item = u8> + '_ {
        let mut rest = square.index();
        self.sizes.iter().map(move |&size| {
            let size = usize::from(size.max(1));
            let coordinate = (rest % size) as u8;
            rest /= size;
            coordinate
        })
    }

    /// The name of a square. A square of another, larger board has no name here.
    #[must_use]
    pub fn cell(&self, square: Square) -> Option<Cell> {
        if square.index() >= self.squares() {
            return None;
        }
        let mut coordinates = [0; Cell::DIMENSIONS_MAX];
        for (kept, given) in coordinates.iter_mut().zip(self.coordinates(square)) {
            *kept = given;
        }
        Cell::new(coordinates.get(..self.sizes.len())?)
    }

    /// Every square, from `a1` on.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (0..self.squares()).map(|index| Square(index as u16))
    }

    /// Every square in the order in which FEEN writes them: the highest rank (and layer) first, files ascending.
    pub fn in_feen_order(&self) -> impl Iterator<Item = Square> + use<> {
        let files = usize::from(self.sizes.first().copied().unwrap_or(1));
        let ranks = self.squares() / files.max(1);
        (0..ranks)
            .rev()
            .flat_map(move |rank| (0..files).map(move |file| Square((rank * files + file) as u16)))
    }
}

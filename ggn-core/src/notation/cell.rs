//! CELL: the name of a square (`e4`, `c3C`).

/// The coordinates of a square on a board of one to three dimensions, each counted from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    coordinates: [u8; Cell::DIMENSIONS_MAX],
    dimensions: u8,
}

impl Cell {
    /// The most dimensions that a name may have.
    pub const DIMENSIONS_MAX: usize = 3;

    /// Makes a cell from one to three coordinates.
    #[must_use]
    pub fn new(coordinates: &[u8]) -> Option<Cell> {
        if coordinates.is_empty() || coordinates.len() > Cell::DIMENSIONS_MAX {
            return None;
        }
        let mut cell = Cell { coordinates: [0; Cell::DIMENSIONS_MAX], dimensions: coordinates.len() as u8 };
        for (kept, given) in cell.coordinates.iter_mut().zip(coordinates) {
            *kept = *given;
        }
        Some(cell)
    }

    /// The coordinates: file, rank, layer; as many as the cell has dimensions.
    #[must_use]
    pub fn coordinates(&self) -> &[u8] {
        self.coordinates.get(..usize::from(self.dimensions)).unwrap_or(&[])
    }
}

//! Names of the squares and pieces of a ruleset, made once when the rules are read.

use std::sync::Arc;

use ggn_core::{PieceId, Rules, Square};

use crate::domain::{PieceName, PieceType, PieceView, SquareName};

/// Names of one ruleset.
#[derive(Debug)]
pub(crate) struct Names {
    squares: Vec<Option<SquareName>>,
    /// Squares sorted by name.
    in_order: Vec<(SquareName, Square)>,
    pieces: Vec<Option<PieceView>>,
    /// Every piece by its name in full.
    ids: Vec<(PieceName, PieceId)>,
    /// Common name of each piece.
    roles: Vec<Arc<str>>,
}

impl Names {
    /// Makes the names of a ruleset.
    pub(crate) fn of(rules: &Rules) -> Names {
        let shape = rules.shape();
        let name = |square| SquareName::of(&shape.cell(square)?);
        let view = |(id, piece): (PieceId, &ggn_core::Piece)| {
            Some(PieceView {
                color: piece.side().into(),
                kind: PieceType::new(piece.letter())?,
                qpi: PieceName::of(&piece.qpi)?,
                neutral: piece.is_neutral,
                covered: rules.is_covered(id),
                points: None,
            })
        };
        let mut in_order: Vec<_> = shape.iter().filter_map(|square| Some((name(square)?, square))).collect();
        in_order.sort_unstable();
        Names {
            squares: shape.iter().map(name).collect(),
            in_order,
            pieces: rules.pieces().map(view).collect(),
            ids: rules.pieces().filter_map(|(id, piece)| Some((PieceName::of(&piece.qpi)?, id))).collect(),
            roles: rules.pieces().map(|(_, piece)| piece.name.as_str().into()).collect(),
        }
    }

    /// Returns the name of a square; `None` for one of another board.
    pub(crate) fn square(&self, square: Square) -> Option<SquareName> {
        self.squares.get(square.index()).copied().flatten()
    }

    /// Returns all named squares in the order of their names.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (SquareName, Square)> + '_ {
        self.in_order.iter().copied()
    }

    /// Returns the square with that name, if the board has it.
    // Requirement blind-30.
    pub(crate) fn square_of(&self, name: SquareName) -> Option<Square> {
        let at = self.in_order.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        self.in_order.get(at).map(|(_, square)| *square)
    }

    /// Returns the representation of a piece.
    pub(crate) fn piece(&self, piece: PieceId) -> Option<PieceView> {
        self.pieces.get(piece.index()).copied().flatten()
    }

    /// Returns the piece of that name, if the ruleset has it.
    pub(crate) fn piece_of(&self, name: PieceName) -> Option<PieceId> {
        self.ids.iter().find(|(known, _)| *known == name).map(|(_, id)| *id)
    }

    /// Returns the common name of a piece, regardless of its side and state.
    pub(crate) fn role(&self, piece: PieceId) -> Option<&Arc<str>> {
        self.roles.get(piece.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::chess;

    #[test]
    fn every_square_and_piece_has_its_name_and_no_other() {
        let rules = chess();
        let names = Names::of(&rules);
        for square in rules.shape().iter() {
            let name = names.square(square).unwrap();
            assert_eq!(name.as_str(), rules.shape().cell(square).unwrap().to_string());
            assert_eq!(names.square_of(name), Some(square));
        }
        for wrong in ["i1", "a9", "a1A"] {
            assert_eq!(names.square_of(wrong.parse().unwrap()), None);
        }
        for (id, piece) in rules.pieces() {
            let view = names.piece(id).unwrap();
            assert_eq!(view.qpi.as_str(), piece.qpi.to_string());
            assert_eq!((view.kind.as_str(), view.color), (&*piece.letter().to_string(), piece.side().into()));
        }
    }
}

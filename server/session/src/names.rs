//! What the wire calls the squares and pieces of a game: spelt once, when the rules are read, instead of for every frame.

use std::sync::Arc;

use ggn_core::{PieceId, Ruleset, Square};

use crate::protocol::player::{PieceName, PieceType, PieceView, SquareName};

/// The names of one ruleset.
#[derive(Debug)]
pub(crate) struct Names {
    squares: Vec<Option<SquareName>>,
    /// The same, sorted by name.
    in_order: Vec<(SquareName, Square)>,
    pieces: Vec<Option<PieceView>>,
    /// What people call each piece.
    roles: Vec<Arc<str>>,
}

impl Names {
    /// Spells all of them.
    pub(crate) fn of(rules: &Ruleset) -> Names {
        let shape = rules.shape();
        let name = |square| SquareName::of(&shape.cell(square)?);
        let view = |piece: &ggn_core::Piece| {
            Some(PieceView {
                color: piece.side().into(),
                kind: PieceType::new(piece.letter())?,
                qpi: PieceName::of(&piece.qpi)?,
                points: None,
            })
        };
        let mut in_order: Vec<_> = shape.iter().filter_map(|square| Some((name(square)?, square))).collect();
        in_order.sort_unstable();
        Names {
            squares: shape.iter().map(name).collect(),
            in_order,
            pieces: rules.pieces().map(|(_, piece)| view(piece)).collect(),
            roles: rules.pieces().map(|(_, piece)| piece.name.as_str().into()).collect(),
        }
    }

    /// The name of a square; `None` for one of another board.
    pub(crate) fn square(&self, square: Square) -> Option<SquareName> {
        self.squares.get(square.index()).copied().flatten()
    }

    /// Every square that has a name, in the order of the names.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (SquareName, Square)> + '_ {
        self.in_order.iter().copied()
    }

    /// The square of that name, if the board has it.
    pub(crate) fn square_of(&self, name: SquareName) -> Option<Square> {
        let at = self.in_order.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        self.in_order.get(at).map(|(_, square)| *square)
    }

    /// How a piece is shown.
    pub(crate) fn piece(&self, piece: PieceId) -> Option<PieceView> {
        self.pieces.get(piece.index()).copied().flatten()
    }

    /// What people call a piece, whatever its side and state.
    pub(crate) fn role(&self, piece: PieceId) -> Option<&Arc<str>> {
        self.roles.get(piece.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::chess;

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

//! Piece identities: every piece keeps its number while it is on the board and of one owner, across moves and promotions.

use ggn_core::{BySide, Piece, Played, Position, Rules, Side, Square};

/// Identity of a piece, independent of its square and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceIdentity {
    /// Number, from 1.
    pub(crate) id: u32,
    /// True if it has moved.
    pub(crate) moved: bool,
}

/// Owner of a piece: a side, or neither.
type Owner = Option<Side>;

fn owner(piece: &Piece) -> Owner {
    (!piece.is_neutral).then_some(piece.side())
}

/// Identities of the pieces on the board.
#[derive(Clone, Debug)]
pub(crate) struct PieceIdentities {
    by_square: Vec<Option<(PieceIdentity, Owner)>>,
    /// Number of pieces at the start; later pieces get higher numbers.
    first: u32,
    /// Number of pieces that each side has gained since. The sides count separately, so that a number discloses nothing about the other side's pieces.
    gained: BySide<u32>,
    /// Number of pieces of neither side that came since, in a game with such pieces. Both players see their numbers.
    neutral: Option<u32>,
}

impl PieceIdentities {
    /// Numbers the pieces of a position square by square.
    pub(crate) fn number(position: &Position, rules: &Rules) -> PieceIdentities {
        let mut identities = PieceIdentities {
            by_square: vec![None; rules.shape().squares()],
            first: 0,
            gained: BySide::default(),
            neutral: rules.pieces().any(|(_, piece)| piece.is_neutral).then_some(0),
        };
        for (square, piece) in position.pieces() {
            identities.first += 1;
            let identity = PieceIdentity { id: identities.first, moved: false };
            identities.put(square, Some((identity, rules.piece(piece).and_then(owner))));
        }
        identities
    }

    /// Returns the identity of the piece on a square.
    pub(crate) fn at(&self, square: Square) -> Option<PieceIdentity> {
        self.kept(square).map(|(identity, _)| identity)
    }

    fn kept(&self, square: Square) -> Option<(PieceIdentity, Owner)> {
        self.by_square.get(square.index()).copied().flatten()
    }

    fn put(&mut self, square: Square, identity: Option<(PieceIdentity, Owner)>) {
        if let Some(place) = self.by_square.get_mut(square.index()) {
            *place = identity;
        }
    }

    fn take(&mut self, square: Square) -> Option<(PieceIdentity, Owner)> {
        self.by_square.get_mut(square.index()).and_then(Option::take)
    }

    /// Updates the identities after a move.
    pub(crate) fn update(&mut self, played: &Played, rules: &Rules) {
        let piece_at = |square| rules.piece(played.after.piece_at(square)?);
        // Pieces that may have left their squares; all others stay.
        let captured = played.effect.captured.iter().map(|&(square, _)| square);
        let carried = played.effect.carried.iter().map(|&(from, _)| from);
        let mut left: Vec<Square> =
            played.mv.source.square().into_iter().chain(captured).chain(carried).collect();
        left.sort_unstable();
        left.dedup();
        let gone: Vec<_> = left.into_iter().map(|square| (square, self.take(square))).collect();
        for (from, identity) in gone {
            // A piece that stayed has not moved.
            if let (Some((identity, owner)), Some(to)) = (identity, played.stands(from)) {
                let identity = PieceIdentity { moved: identity.moved || from != to, ..identity };
                self.put(to, Some((identity, owner)));
            }
        }
        // Other effects of the move: an identity without a piece is dropped, and a piece without an identity gets a new one. So does a piece that has
        // changed its owner: its new one may not have known it.
        for square in rules.shape().iter() {
            let piece = piece_at(square);
            if piece.map(owner) == self.kept(square).map(|(_, owner)| owner) {
                continue;
            }
            let identity = piece.map(|piece| {
                let identity = PieceIdentity { id: self.next(piece), moved: false };
                (identity, owner(piece))
            });
            self.put(square, identity);
        }
    }

    /// Returns the number of a piece that comes to the board.
    fn next(&mut self, piece: &Piece) -> u32 {
        let owners = if self.neutral.is_some() { 3 } else { 2 };
        let (gained, offset) = match (&mut self.neutral, piece.side()) {
            (Some(neutral), _) if piece.is_neutral => (neutral, 3),
            (_, Side::First) => (&mut self.gained.first, 1),
            (_, Side::Second) => (&mut self.gained.second, 2),
        };
        *gained += 1;
        self.first + owners * (*gained - 1) + offset
    }
}

#[cfg(test)]
mod tests {
    use ggn_core::notation::fen;
    use ggn_core::{Counters, Game};

    use super::*;
    use crate::fixtures::chess;

    #[test]
    fn a_piece_lost_by_a_failed_capture_has_no_identity() {
        let rules = chess();
        let setup = fen::parse("4k3/8/8/8/3p4/2B5/3P4/4K3 w - - 0 1").unwrap();
        let mut game =
            Game::from_position(chess(), rules.position(&setup.feen).unwrap(), Counters::default());
        let mut identities = PieceIdentities::number(game.position(), &rules);
        let at = |name: &str| rules.shape().square(name.parse().unwrap()).unwrap();
        let before = ["e1", "d2", "d4", "e8"].map(|name| identities.at(at(name)));
        let mv = game.find(at("c3"), at("d4"), None).unwrap();
        identities.update(game.forfeit(&mv).unwrap(), &rules);
        assert_eq!(identities.at(at("c3")), None);
        assert_eq!(["e1", "d2", "d4", "e8"].map(|name| identities.at(at(name))), before);
    }
}

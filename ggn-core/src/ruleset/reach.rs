//! Reachable squares and hands of each piece. This is an upper bound (conditions are ignored), so that a place outside it is never reached.

use std::collections::BTreeMap;

use super::table::Placing;
use super::{Captured, Ruleset};
use crate::movement::Location;
use crate::piece::PieceId;
use crate::{Side, Square};

/// Squares and hands in which each piece may be in some position of the game.
pub(super) struct Reach {
    squares: usize,
    board: Vec<bool>,
    hand: Vec<bool>,
    /// Arrivals whose consequences have not been followed yet.
    fresh: Vec<(PieceId, Location)>,
}

impl Reach {
    /// Starts from the initial position and from all positions that may be set up, and follows every row until nothing new is found.
    pub(super) fn of(rules: &Ruleset) -> Reach {
        let (pieces, squares) = (rules.pieces().count(), rules.shape().squares());
        let mut reach = Reach {
            squares,
            board: vec![false; pieces * squares],
            hand: vec![false; pieces],
            fresh: Vec::new(),
        };
        for (piece, named) in rules.pieces() {
            if named.is_supplied {
                reach.arrive(piece, Location::Hand);
            }
            match rules.setup_rules().squares.iter().find(|(restricted, _)| *restricted == piece) {
                Some((_, allowed)) => allowed.iter().for_each(|&(square, _)| reach.stand(piece, square)),
                None => rules.shape().in_feen_order().for_each(|square| reach.stand(piece, square)),
            }
        }
        for (square, piece) in rules.initial().pieces() {
            reach.stand(piece, square);
        }
        for side in Side::BOTH {
            for &(piece, _) in rules.initial().hand(side) {
                reach.arrive(piece, Location::Hand);
            }
        }
        if let Captured::Hand(kept) = rules.captured() {
            for &(_, after) in kept {
                reach.arrive(after, Location::Hand);
            }
        }
        reach.follow(rules);
        reach
    }

    /// Returns whether the piece can ever stand on the square.
    pub(super) fn on_board(&self, piece: PieceId, square: Square) -> bool {
        self.board.get(piece.index() * self.squares + square.index()).copied().unwrap_or(false)
    }

    /// Returns whether the piece can ever be in a hand.
    pub(super) fn in_hand(&self, piece: PieceId) -> bool {
        self.hand.get(piece.index()).copied().unwrap_or(false)
    }

    fn stand(&mut self, piece: PieceId, square: Square) {
        self.arrive(piece, Location::Square(square));
    }

    fn arrive(&mut self, piece: PieceId, place: Location) {
        let known = match place {
            Location::Hand => self.hand.get_mut(piece.index()),
            Location::Square(square) => self.board.get_mut(piece.index() * self.squares + square.index()),
        };
        if known.is_some_and(|known| !std::mem::replace(known, true)) {
            self.fresh.push((piece, place));
        }
    }

    /// Lets the pieces of a placement stand on all its squares.
    fn place(&mut self, placing: &Placing) {
        let all = (0..self.squares).filter_map(Square::from_index);
        let squares: Vec<Square> = if placing.on.is_empty() { all.collect() } else { placing.on.clone() };
        for &piece in &placing.pieces {
            for &square in &squares {
                self.stand(piece, square);
            }
        }
    }

    /// Follows every arrival once: the destinations of its rows, the squares to which it is carried, and the piece to which it expires.
    fn follow(&mut self, rules: &Ruleset) {
        let mut carried: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
        for (from, to) in rules.table().effects.iter().flat_map(|effect| &effect.carries) {
            carried.entry(*from).or_default().push(*to);
        }
        while let Some((piece, place)) = self.fresh.pop() {
            if let Location::Square(square) = place {
                for &to in carried.get(&square).into_iter().flatten() {
                    self.stand(rules.moved(piece), to);
                }
                if let Some(plain) = rules.expires(piece) {
                    self.stand(plain, square);
                }
            }
            for row in rules.table().rows(piece, place) {
                for (index, _) in rules.table().possibilities(row) {
                    let effect = rules.table().effect(index);
                    let plain = effect.and_then(|effect| effect.becomes);
                    let lands = effect.and_then(|effect| effect.lands).map(Location::Square);
                    let stands = lands.unwrap_or(row.destination);
                    self.arrive(plain.unwrap_or_else(|| rules.moved(piece)), stands);
                    #[cfg(feature = "arbiter")]
                    for hidden in rules.hideable(piece) {
                        self.arrive(hidden, stands);
                    }
                    for placing in effect.iter().filter_map(|effect| effect.places.as_ref()) {
                        self.place(placing);
                    }
                    for &choice in
                        effect.iter().flat_map(|effect| &effect.promotes).flat_map(|to| &to.choices)
                    {
                        self.arrive(choice, stands);
                    }
                }
            }
        }
    }
}

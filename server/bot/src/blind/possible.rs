//! Squares on which each kind of enemy piece may stand, whatever the others do: small, and wider than the truth, so that it holds the truth when a
//! sample of positions has lost it.
//!
//! Kinds are roles: states of a piece (unmoved, just moved by two, promoted) are not told apart. Each kind moves as if it were alone with the own pieces,
//! which are known. Pieces that move two at once (castling) do so while one of them still stands on few squares.

use std::collections::{BTreeMap, BTreeSet};

use ggn_core::{PieceId, Position, Role, Rules, Side, Square, Transition, appearance};

use super::notice::{Ear, Notice, is_own};

/// Squares of a royal piece up to which it may move together with another.
const TOGETHER: usize = 2;

/// Squares of one kind.
#[derive(Clone, Debug, Default)]
struct Kind {
    /// Pieces of the kind that were seen: its states.
    states: BTreeSet<PieceId>,
    squares: BTreeSet<Square>,
}

/// Squares on which each kind of enemy piece may stand.
#[derive(Clone, Debug)]
pub struct Possible {
    kinds: BTreeMap<Role, Kind>,
    /// True where pieces change otherwise than by their moves: then every square is possible.
    is_open: bool,
}

impl Possible {
    /// Returns what is possible in these positions, to a player of `side`.
    pub(crate) fn of(rules: &Rules, side: Side, positions: &[Position]) -> Possible {
        let mut possible = Possible { kinds: BTreeMap::new(), is_open: rules.has_mechanics() };
        for position in positions {
            possible.include(rules, side, position);
        }
        possible
    }

    /// Returns whether a piece may stand on a square.
    pub(crate) fn holds(&self, rules: &Rules, piece: PieceId, square: Square) -> bool {
        let kind = rules.piece(piece).and_then(|about| self.kinds.get(&about.role()));
        self.is_open || kind.is_some_and(|kind| kind.squares.contains(&square))
    }

    /// Returns whether each enemy of a position may stand where it does, to a player of `side`.
    #[must_use]
    pub fn holds_all(&self, rules: &Rules, side: Side, position: &Position) -> bool {
        let enemy = side.opponent();
        let mut enemies = position.pieces().filter(|&(_, piece)| is_own(rules, enemy, piece));
        enemies.all(|(square, piece)| self.holds(rules, piece, square))
    }

    /// Makes the enemies of a position possible.
    pub(crate) fn include(&mut self, rules: &Rules, side: Side, position: &Position) {
        for (square, piece) in position.pieces() {
            if let Some(about) = rules.piece(piece).filter(|_| is_own(rules, side.opponent(), piece)) {
                let kind = self.kinds.entry(about.role()).or_default();
                kind.states.insert(piece);
                kind.squares.insert(square);
            }
        }
    }

    /// Makes everything possible that a move of the other side may lead to. `base` is any position before it, for what is not on the board.
    pub(crate) fn step(&mut self, rules: &Rules, side: Side, before: &Notice, base: &Position) {
        if self.is_open {
            return;
        }
        let now = self.clone();
        let mut royal_squares = 0;
        for kind in now.kinds.values() {
            let is_royal = kind.states.iter().any(|piece| is_terminal(rules, *piece));
            royal_squares += if is_royal { kind.squares.len() } else { 0 };
            for (&piece, &square) in pairs(kind) {
                self.step_with(rules, side, &placed(rules, side, before, base, &[(square, piece)]), None);
            }
        }
        if royal_squares <= TOGETHER {
            self.step_together(rules, side, before, base, &now);
        }
        if rules.has_hands() {
            // Whatever the other side may hold can come from its hand to any free square.
            let free: Vec<Square> = rules
                .shape()
                .iter()
                .filter(|at| before.own.get(at.index()).copied().flatten().is_none())
                .collect();
            for kind in self.kinds.values_mut() {
                if !kind.states.iter().any(|piece| is_terminal(rules, *piece)) {
                    kind.squares.extend(&free);
                }
            }
        }
    }

    /// Makes the moves of royal pieces possible that move another piece as well.
    fn step_together(&mut self, rules: &Rules, side: Side, before: &Notice, base: &Position, now: &Possible) {
        let is_royal = |kind: &&Kind| kind.states.iter().any(|piece| is_terminal(rules, *piece));
        for royal in now.kinds.values().filter(is_royal) {
            for (&piece, &square) in pairs(royal) {
                for other in now.kinds.values().filter(|kind| !is_royal(kind)) {
                    for (&partner, &at) in pairs(other).filter(|(_, at)| **at != square) {
                        let two = placed(rules, side, before, base, &[(square, piece), (at, partner)]);
                        self.step_with(rules, side, &two, Some(square));
                    }
                }
            }
        }
    }

    /// Makes the enemies possible that stand after a pseudo-legal move of a position, of the piece on `from` if that is given.
    fn step_with(&mut self, rules: &Rules, side: Side, position: &Position, from: Option<Square>) {
        for mv in rules.pseudo_legal_moves(position) {
            if from.is_none() || mv.source.square() == from {
                self.include(rules, side, &rules.after(position, &mv));
            }
        }
    }

    /// Makes all squares possible that are so near to one that is, in squares of every direction.
    pub(crate) fn spread(&mut self, rules: &Rules, near: u8) {
        let shape = rules.shape();
        let steps = |one: Square, other: Square| {
            let both = shape.coordinates(one).zip(shape.coordinates(other));
            both.map(|(one, other)| one.abs_diff(other)).max().unwrap_or(0)
        };
        for kind in self.kinds.values_mut() {
            let known: Vec<Square> = kind.squares.iter().copied().collect();
            let is_near = |at: &Square| known.iter().any(|square| steps(*square, *at) <= near);
            kind.squares.extend(shape.iter().filter(is_near));
        }
    }

    /// Takes away what a notice rules out: enemies on squares of own pieces, and what is seen not to be there.
    pub(crate) fn look(&mut self, ear: Ear<'_>, notice: &Notice) {
        let is_taken = |at: &Square| notice.own.get(at.index()).copied().flatten().is_some();
        let seen: BTreeMap<Square, Option<PieceId>> = notice.seen.iter().flatten().copied().collect();
        for kind in self.kinds.values_mut() {
            let looks: BTreeSet<PieceId> =
                kind.states.iter().map(|piece| appearance(ear.rules, *piece)).collect();
            kind.squares.retain(|at| {
                let is_seen_so =
                    seen.get(at).is_none_or(|there| there.is_some_and(|piece| looks.contains(&piece)));
                !is_taken(at) && is_seen_so
            });
        }
    }

    /// Returns the number of possible squares of all kinds together.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.kinds.values().map(|kind| kind.squares.len()).sum()
    }
}

fn pairs(kind: &Kind) -> impl Iterator<Item = (&PieceId, &Square)> {
    kind.states.iter().flat_map(|piece| kind.squares.iter().map(move |square| (piece, square)))
}

fn is_terminal(rules: &Rules, piece: PieceId) -> bool {
    rules.piece(piece).is_some_and(ggn_core::Piece::is_terminal)
}

/// Returns a position with the own pieces of a notice, some enemies, and the other side to move.
fn placed(
    rules: &Rules,
    side: Side,
    notice: &Notice,
    base: &Position,
    enemies: &[(Square, PieceId)],
) -> Position {
    let own = |at: Square| notice.own.get(at.index()).copied().flatten();
    let enemy = |at: Square| enemies.iter().find(|(square, _)| *square == at).map(|(_, piece)| *piece);
    let neutral = |at: Square| {
        base.piece_at(at).filter(|piece| rules.piece(*piece).is_some_and(|about| about.is_neutral))
    };
    let board = rules.shape().iter().map(|at| (at, own(at).or_else(|| enemy(at)).or_else(|| neutral(at))));
    base.after(&Transition {
        board: board.collect(),
        passes_turn: base.turn() == side,
        made: base.moves_made(),
        ..Transition::default()
    })
}

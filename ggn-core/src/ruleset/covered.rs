//! Covered pieces: the pool that they hide, and the deals of it.

use super::Ruleset;
use super::bind::Names;
use super::binder::Binder;
use super::fault::FaultKind;
use super::raw_arbiter::{RawCovered, RawWitness};
use crate::notation::feen::Feen;
use crate::piece::PieceId;
use crate::position::Position;
use crate::{BySide, Side, Square};

/// Rules of covered pieces.
#[derive(Clone, Debug)]
pub(crate) struct CoveredRules {
    /// Pieces that are covered.
    pub(super) pieces: Vec<PieceId>,
    /// Pieces that each side's covered pieces hide; those of neither side hide both.
    pool: BySide<Vec<PieceId>>,
    /// True if covered pieces belong to neither side.
    is_common: bool,
    first_is_own: bool,
    witness: Witness,
}

/// Players who see what a covered piece was when it is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// The side that captures it.
    Captor,
    /// Everybody.
    All,
    /// Nobody before the end.
    Nobody,
}

/// Pieces that the covered pieces of a position hide, by their squares. It is a secret of the game: no position has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    /// In the order of the squares.
    hidden: Vec<(Square, PieceId)>,
    /// True until the first piece is uncovered that decides the sides of all.
    is_undecided: bool,
}

/// Reason why a position is no deal of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDeal {
    /// The game has no covered pieces.
    #[error("the game has no covered pieces")]
    NoneCovered,
    /// It differs in more than the covered pieces.
    #[error("it differs from the position in more than its covered pieces")]
    Differs,
    /// A covered piece would hide a piece that is not in its pool, or there would be more of one than in the pool.
    #[error("the covered pieces hide what is not in their pool")]
    NotInPool,
}

impl Deal {
    /// Returns the piece that a covered piece hides; `None` if none is covered there.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<PieceId> {
        self.hidden.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece)
    }

    /// Returns every hidden piece with its square, from `a1` on.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, PieceId)> + '_ {
        self.hidden.iter().copied()
    }

    /// Sets the hidden piece of a square, which is known now, and with it the sides of all.
    pub(crate) fn tell(&mut self, square: Square, piece: PieceId) {
        self.hidden.retain(|(at, _)| *at != square);
        self.hidden.push((square, piece));
        self.hidden.sort_unstable();
        self.is_undecided = false;
    }

    /// Returns a deal of nothing.
    pub(crate) fn empty() -> Deal {
        Deal { hidden: Vec::new(), is_undecided: false }
    }

    /// Removes the hidden piece of a square.
    pub(crate) fn take(&mut self, square: Square) -> Option<PieceId> {
        let at = self.hidden.iter().position(|(at, _)| *at == square)?;
        Some(self.hidden.remove(at).1)
    }

    /// Lets the sides of all pieces follow from the first one that `by` uncovers, on a square.
    pub(crate) fn decide(&mut self, rules: &Ruleset, by: Side, square: Square) {
        if !std::mem::take(&mut self.is_undecided) {
            return;
        }
        if self.piece_at(square).is_some_and(|first| rules.side_of(first) != by) {
            for (_, piece) in &mut self.hidden {
                *piece = rules.counterpart(*piece).unwrap_or(*piece);
            }
        }
    }
}

impl Ruleset {
    /// Returns the players who see what a covered piece was when it is captured; `None` in a game without covered pieces.
    #[must_use]
    pub fn witness(&self) -> Option<Witness> {
        self.covered.as_ref().map(|covered| covered.witness)
    }

    /// Returns the pieces that a covered piece may hide.
    pub(crate) fn hideable(&self, piece: PieceId) -> impl Iterator<Item = PieceId> + '_ {
        let covered = self.covered.as_ref().filter(|covered| covered.pieces.contains(&piece));
        let sides = Side::BOTH.into_iter();
        covered.into_iter().flat_map(move |covered| {
            let hides = move |side: &Side| covered.is_common || self.side_of(piece) == *side;
            sides.clone().filter(hides).flat_map(|side| covered.pool[side].iter().copied())
        })
    }

    /// Returns how algebraic notation writes a piece behind the move that uncovers it: its letter, in lower case for the second side's where the covered piece
    /// belongs to neither side.
    #[must_use]
    pub fn uncovered_text(&self, covered: PieceId, piece: PieceId) -> String {
        let Some(named) = self.piece(piece) else { return String::new() };
        if self.is_neutral(covered) && named.side() == Side::Second {
            named.san.to_lowercase()
        } else {
            named.san.clone()
        }
    }

    /// Returns the piece that notation writes so behind a move of a covered piece ([`Ruleset::uncovered_text`]).
    #[must_use]
    pub fn uncovered_as(&self, covered: PieceId, text: &str) -> Option<PieceId> {
        self.hideable(covered).find(|&piece| self.uncovered_text(covered, piece) == text)
    }

    /// Returns the squares of covered pieces, and the pools that they hide: one for each side, or a common one. A pool lacks the pieces of it that the position
    /// shows uncovered.
    fn pools(&self, covered: &CoveredRules, position: &Position) -> Vec<(Vec<Square>, Vec<PieceId>)> {
        let pool = |sides: &[Side]| {
            let mut pool: Vec<PieceId> = sides.iter().flat_map(|side| covered.pool[*side].clone()).collect();
            for (_, piece) in position.pieces() {
                if let Some(at) = pool.iter().position(|hidden| *hidden == piece) {
                    pool.remove(at);
                }
            }
            let stands = |&(_, piece): &(Square, PieceId)| {
                covered.pieces.contains(&piece) && (covered.is_common || sides.contains(&self.side_of(piece)))
            };
            (position.pieces().filter(stands).map(|(square, _)| square).collect(), pool)
        };
        if covered.is_common {
            vec![pool(&Side::BOTH)]
        } else {
            Side::BOTH.iter().map(|side| pool(std::slice::from_ref(side))).collect()
        }
    }

    fn deal_of(
        &self,
        covered: &CoveredRules,
        position: &Position,
        mut hidden: Vec<(Square, PieceId)>,
    ) -> Deal {
        hidden.sort_unstable();
        let is_shown = |(_, piece): (Square, PieceId)| !covered.pieces.contains(&piece);
        Deal { hidden, is_undecided: covered.first_is_own && !position.pieces().any(is_shown) }
    }

    /// Shuffles the pool and deals it to the covered pieces of a position; `None` in a game without covered pieces. `draw` returns a random number below its
    /// argument; where every number is as likely as any other, every deal is.
    pub fn deal(&self, position: &Position, draw: &mut dyn FnMut(u32) -> u32) -> Option<Deal> {
        let covered = self.covered.as_ref()?;
        let mut hidden = Vec::new();
        for (squares, mut pool) in self.pools(covered, position) {
            for square in squares {
                let left = u32::try_from(pool.len()).unwrap_or(u32::MAX);
                if left > 0 {
                    let drawn = draw(left).min(left - 1) as usize;
                    hidden.push((square, pool.swap_remove(drawn)));
                }
            }
        }
        Some(self.deal_of(covered, position, hidden))
    }

    /// Returns the deal of a game that is given none: the pool in its order. `None` where rows say what uncovered pieces become (`moved`): without a deal, each
    /// covered piece hides the piece as which it moves.
    pub(crate) fn unshuffled_deal(&self, position: &Position) -> Option<Deal> {
        let covered = self.covered.as_ref()?;
        if covered.pieces.iter().all(|&piece| self.moved(piece) != piece) {
            return None;
        }
        let in_order = self.pools(covered, position);
        let hidden = in_order.into_iter().flat_map(|(squares, pool)| squares.into_iter().zip(pool)).collect();
        Some(self.deal_of(covered, position, hidden))
    }

    /// Returns a position with the hidden pieces in the place of those that cover them, as FEEN. It is the text of a deal.
    #[must_use]
    pub fn dealt_feen(&self, position: &Position, deal: &Deal) -> Feen {
        let mut dealt = position.clone();
        for (square, piece) in deal.pieces() {
            dealt.put(square, piece);
        }
        self.feen(&dealt)
    }

    /// Returns the deal of a position that a FEEN tells, which has the hidden pieces in the place of those that cover them.
    ///
    /// # Errors
    /// Returns [`NoDeal`] if it is no deal of the pool.
    pub fn read_deal(&self, position: &Position, feen: &Feen) -> Result<Deal, NoDeal> {
        let covered = self.covered.as_ref().ok_or(NoDeal::NoneCovered)?;
        let shown = self.feen(position);
        let is_alike =
            feen.hands == shown.hands && (feen.active, feen.inactive) == (shown.active, shown.inactive);
        if !is_alike || feen.placement.sizes != shown.placement.sizes {
            return Err(NoDeal::Differs);
        }
        let pairs = feen.placement.squares.iter().zip(&shown.placement.squares);
        let mut hidden = Vec::new();
        for (square, (dealt, shown)) in self.shape().in_feen_order().zip(pairs) {
            if position.piece_at(square).is_none_or(|piece| !covered.pieces.contains(&piece)) {
                if dealt != shown {
                    return Err(NoDeal::Differs);
                }
                continue;
            }
            let piece = dealt.and_then(|epin| self.piece_id(self.qpi_of(epin))).ok_or(NoDeal::Differs)?;
            hidden.push((square, piece));
        }
        for (squares, mut pool) in self.pools(covered, position) {
            for (_, piece) in hidden.iter().filter(|(square, _)| squares.contains(square)) {
                let at = pool.iter().position(|left| left == piece).ok_or(NoDeal::NotInPool)?;
                pool.swap_remove(at);
            }
        }
        Ok(self.deal_of(covered, position, hidden))
    }

    /// Adds the pieces of the second side to the rules of covered pieces, and checks that the initial position has as many covered pieces as they hide.
    pub(super) fn complete_covered(&mut self, at: &mut Binder<'_>) {
        let Some(mut covered) = self.covered.take() else { return };
        let counterpart = |&piece: &PieceId| self.counterpart(piece);
        covered.pool.second = covered.pool.first.iter().filter_map(counterpart).collect();
        covered.is_common = covered.pieces.iter().any(|&piece| self.is_neutral(piece));
        if !covered.is_common {
            let others: Vec<PieceId> = covered.pieces.iter().filter_map(counterpart).collect();
            covered.pieces.extend(others);
        }
        at.within("covered", |at| {
            let mut fault =
                |field: &'static str, why| at.within(field, |at| at.fault(FaultKind::Covered(why)));
            if covered.is_common && covered.pieces.iter().any(|&piece| !self.is_neutral(piece)) {
                fault("pieces", "some of these pieces belong to a side, and some to neither");
            }
            let whole = || covered.pool.first.iter().chain(&covered.pool.second);
            if whole().any(|&piece| self.is_terminal(piece)) {
                fault("pool", "a royal piece cannot be hidden: nobody could know whether it is in check");
            }
            if whole().any(|piece| covered.pieces.contains(piece)) {
                fault("pool", "a piece of the pool is covered itself");
            }
            if covered.first_is_own && !covered.is_common {
                fault("first_is_own", "the covered pieces belong to sides, so there is nothing to decide");
            }
            let has_room = |(squares, pool): (Vec<Square>, Vec<PieceId>)| squares.len() == pool.len();
            if !self.pools(&covered, &self.initial).into_iter().all(has_room) {
                fault("pool", "the initial position has not as many covered pieces as are in the pool");
            }
            let enters_hand = |piece: &PieceId| match &self.captured {
                super::Captured::Discard => false,
                super::Captured::Hand(kept) => kept.iter().any(|(taken, _)| taken == piece),
            };
            if covered.pieces.iter().any(enters_hand) {
                fault(
                    "pieces",
                    "a covered piece that is captured would enter a hand, and nobody knows as what",
                );
            }
        });
        self.covered = Some(covered);
    }
}

impl Names<'_> {
    /// Binds the manifest's `covered`, as far as it is about the first side.
    pub(super) fn covered(&self, at: &mut Binder<'_>, raw: Option<&RawCovered>) -> Option<CoveredRules> {
        let raw = raw?;
        at.within("covered", |at| {
            let pieces = at.within("pieces", |at| {
                if raw.pieces.is_empty() {
                    at.fault(FaultKind::Empty);
                }
                let bind = |(index, text)| at.within(index, |at| self.piece_text(at, text));
                raw.pieces.iter().enumerate().filter_map(bind).collect::<Vec<_>>()
            });
            let pool = at.within("pool", |at| {
                if raw.pool.is_empty() {
                    at.fault(FaultKind::Empty);
                }
                let mut pool = Vec::new();
                for (text, count) in &raw.pool {
                    at.within(text, |at| {
                        if *count == 0 {
                            at.fault(FaultKind::TooSmall { found: 0, least: 1 });
                        }
                        // More than a board has squares cannot stand there; they are not counted one by one.
                        let count = (*count).min(u32::from(u16::MAX)) as usize;
                        pool.extend(
                            self.piece_text(at, text)
                                .into_iter()
                                .flat_map(|piece| std::iter::repeat_n(piece, count)),
                        );
                    });
                }
                pool
            });
            let witness = match raw.captured {
                RawWitness::Captor => Witness::Captor,
                RawWitness::All => Witness::All,
                RawWitness::Nobody => Witness::Nobody,
            };
            let pool = BySide { first: pool, second: Vec::new() };
            Some(CoveredRules { pieces, pool, is_common: false, first_is_own: raw.first_is_own, witness })
        })
    }
}

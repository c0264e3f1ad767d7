//! Counts of moves that begin when few pieces are left, and end the game.

use crate::Side;
use crate::material::roles;
use crate::piece::{Piece, PieceId, Role};
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::ruleset::endings::{MoveCountRule, has_all};

/// Count of moves in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveCount {
    /// Index of its rule.
    rule: usize,
    /// Side with few pieces, if the rule says how many are few.
    weaker: Option<Side>,
    /// Number of plies after which the game ends.
    plies_left: u32,
}

impl MoveCount {
    /// Returns the count in a position to which a move has led; `before` is the count before that move. `None` if no rule applies.
    pub(crate) fn after(
        rules: &Ruleset,
        before: Option<MoveCount>,
        position: &Position,
    ) -> Option<MoveCount> {
        let counts = rules.endings().move_counts();
        if counts.is_empty() {
            return None;
        }
        let (first, second) = (roles(rules, position, Side::First), roles(rules, position, Side::Second));
        let begin = |(rule, count): (usize, &MoveCountRule)| {
            let has = |role: &Role| first.contains(role) || second.contains(role);
            if count.without.iter().any(has) {
                return None;
            }
            let weaker = match count.left {
                None => None,
                Some(left)
                    if first.len().min(second.len()) > left as usize || first.len() == second.len() =>
                {
                    return None;
                }
                Some(_) => Some(if first.len() < second.len() { Side::First } else { Side::Second }),
            };
            if let Some(before) = before.filter(|before| (before.rule, before.weaker) == (rule, weaker)) {
                return Some(before.next());
            }
            let other = if weaker == Some(Side::First) { &second } else { &first };
            let limit = count.limits.iter().find(|limit| has_all(other, &limit.against))?;
            let counted = if count.counts_pieces { position.pieces().count() as u32 } else { 0 };
            // The side whose moves are counted makes one more than the limit; the other side may move before.
            let moves = limit.moves.saturating_sub(counted);
            let is_others_turn = weaker.is_some_and(|weaker| weaker != position.turn());
            let plies_left = if limit.moves < counted {
                0
            } else {
                moves.saturating_mul(2).saturating_add(1 + u32::from(is_others_turn))
            };
            Some(MoveCount { rule, weaker, plies_left })
        };
        counts.iter().enumerate().find_map(begin)
    }

    /// Returns the count after a move that changes the pieces of neither side.
    pub(crate) fn next(self) -> MoveCount {
        MoveCount { plies_left: self.plies_left.saturating_sub(1), ..self }
    }

    /// Returns whether it has run out.
    pub(crate) fn is_over(self) -> bool {
        self.plies_left == 0
    }
}

/// Counts of moves along a line of a search.
#[derive(Debug)]
pub(crate) struct LineMoveCounts {
    now: Option<MoveCount>,
    /// Count before each move.
    earlier: Vec<Option<MoveCount>>,
    /// Pieces that may change their role by a move, by index; empty in a game without such counts.
    changers: Vec<bool>,
}

impl LineMoveCounts {
    pub(crate) fn new(rules: &Ruleset, position: &Position) -> LineMoveCounts {
        let now = MoveCount::after(rules, None, position);
        let mut changers = Vec::new();
        if !rules.endings().move_counts().is_empty() {
            changers =
                rules.pieces().map(|(piece, _)| changes_role(rules, piece, rules.moved(piece))).collect();
            for (piece, _, row) in rules.table().iter() {
                let effects =
                    rules.table().possibilities(row).filter_map(|(index, _)| rules.table().effect(index));
                let may_change = effects.into_iter().any(|effect| {
                    let promotions = effect.promotes.iter().flat_map(|promotes| &promotes.choices);
                    effect.places.is_some()
                        || effect
                            .becomes
                            .iter()
                            .chain(promotions)
                            .any(|after| changes_role(rules, piece, *after))
                });
                if let Some(changes) = changers.get_mut(piece.index()) {
                    *changes |= may_change;
                }
            }
        }
        LineMoveCounts { now, earlier: Vec::new(), changers }
    }

    /// Returns whether the game has such counts.
    pub(crate) fn is_used(&self) -> bool {
        !self.changers.is_empty()
    }

    /// Returns whether a move of a piece may change the pieces that a side has left.
    pub(crate) fn may_change(&self, (piece, is_capture): (PieceId, bool)) -> bool {
        is_capture || self.changers.get(piece.index()).copied().unwrap_or(true)
    }

    /// Counts a move; `position` is the one after it, if the pieces that a side has left may have changed.
    pub(crate) fn push(&mut self, rules: &Ruleset, position: Option<&Position>) {
        self.earlier.push(self.now);
        self.now = match position {
            Some(position) => MoveCount::after(rules, self.now, position),
            None => self.now.map(MoveCount::next),
        };
    }

    /// Takes a move back.
    pub(crate) fn pop(&mut self) {
        self.now = self.earlier.pop().flatten();
    }

    /// Returns whether the present count has run out.
    pub(crate) fn is_over(&self) -> bool {
        self.now.is_some_and(MoveCount::is_over)
    }
}

fn changes_role(rules: &Ruleset, before: PieceId, after: PieceId) -> bool {
    let role = |piece| rules.piece(piece).map(Piece::role);
    role(before) != role(after)
}

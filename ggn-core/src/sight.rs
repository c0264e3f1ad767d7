//! Sight: the squares that a side sees by what its pieces can do, in games whose players see no further.

use crate::movement::{Location, Transition};
use crate::ruleset::endings::Automatic;
use crate::{PieceId, Position, Rules, Side, Square, reference};

/// Further squares that a side sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SightOptions {
    /// True if a side sees the enemy pieces that block its pieces: those without which one of its pieces on the board would have another move.
    pub blockers: bool,
    /// True if a side sees the enemy pieces that attack its royal pieces. In a game without royal pieces, those count whose loss alone ends it.
    pub attackers: bool,
}

/// Returns the squares that a side sees, from `a1` on: those of its own pieces, those to which one of them could go, and those on which it could
/// capture, if it were the side's turn. Safety of royal pieces does not matter, and neither does the hand: a piece that is not on the
/// board sees nothing.
///
/// A square that a piece could only capture on is not seen while nothing is there, and a piece that blocks the way of another and cannot be
/// captured by it is not seen either.
///
/// ```
/// use ggn_core::{Position, Rules, Side, Square, sight};
/// fn is_seen(rules: &Rules, position: &Position, side: Side, square: Square) -> bool {
///     sight(rules, position, side).binary_search(&square).is_ok()
/// }
/// ```
#[must_use]
pub fn sight(rules: &Rules, position: &Position, side: Side) -> Vec<Square> {
    let own = position.pieces().filter(|&(_, piece)| rules.is_own(piece, side)).map(|(square, _)| square);
    let mut seen: Vec<Square> = own.collect();
    let turn = turn_of(rules, position, side);
    for mv in rules.pseudo_legal_moves(&turn).iter().filter(|mv| mv.source != Location::Hand) {
        seen.extend(mv.destination.square());
        let (_, effect) = reference::row_transition(rules, &turn, mv);
        seen.extend(effect.captured.iter().map(|&(square, _)| square));
    }
    seen.extend(just_passed(rules, position, side));
    seen.sort_unstable();
    seen.dedup();
    seen
}

/// Returns the squares that a piece of the side has just passed over and on which another could capture. The side knows that nothing is there, as
/// where it could capture in passing itself.
fn just_passed(rules: &Rules, position: &Position, side: Side) -> Vec<Square> {
    let is_marked = |piece| rules.is_own(piece, side) && rules.expires(piece).is_some();
    if !position.pieces().any(|(_, piece)| is_marked(piece)) {
        return Vec::new();
    }
    let enemy = rules.pieces().find(|(_, piece)| piece.side() != side);
    let is_attacked = |over: Square| {
        enemy.is_some_and(|(enemy, _)| {
            reference::attackers(rules, position, side, over, enemy).next().is_some()
        })
    };
    let passings = rules.passings().into_iter();
    let stands = passings.filter(|passing| {
        position.piece_at(passing.square) == Some(passing.piece)
            && is_marked(passing.piece)
            && position.piece_at(passing.over).is_none()
    });
    stands.map(|passing| passing.over).filter(|&over| is_attacked(over)).collect()
}

/// Returns the squares that a side sees as [`sight`] does, and those of the options, from `a1` on.
///
/// ```
/// use ggn_core::{Position, Rules, Side, SightOptions, Square, sight_with};
/// fn seen_blockers(rules: &Rules, position: &Position, side: Side) -> Vec<Square> {
///     sight_with(rules, position, side, SightOptions { blockers: true, attackers: false })
/// }
/// ```
#[must_use]
pub fn sight_with(rules: &Rules, position: &Position, side: Side, options: SightOptions) -> Vec<Square> {
    let mut seen = sight(rules, position, side);
    let turn = turn_of(rules, position, side);
    if options.blockers {
        let unseen = position
            .pieces()
            .filter(|&(square, piece)| rules.is_enemy(piece, side) && seen.binary_search(&square).is_err());
        let blockers: Vec<Square> =
            unseen.map(|(square, _)| square).filter(|&square| blocks(rules, &turn, square)).collect();
        seen.extend(blockers);
    }
    if options.attackers {
        let royals =
            position.pieces().filter(|&(_, piece)| rules.is_own(piece, side) && is_royal(rules, piece));
        for (square, piece) in royals {
            seen.extend(reference::attackers(rules, position, side.opponent(), square, piece));
        }
    }
    seen.sort_unstable();
    seen.dedup();
    seen
}

/// Returns a piece as the other side knows it from its looks: without a marker that expires, and without the state that it loses for good by moving.
/// Rights that a first move forfeits, and those that last one move, do not show; the face of a piece that turns over with every move does.
///
/// ```
/// use ggn_core::{PieceId, Rules, appearance};
/// fn look_alike(rules: &Rules, one: PieceId, other: PieceId) -> bool {
///     appearance(rules, one) == appearance(rules, other)
/// }
/// ```
#[must_use]
pub fn appearance(rules: &Rules, piece: PieceId) -> PieceId {
    let plain = rules.expires(piece).unwrap_or(piece);
    let moved = rules.moved(plain);
    if rules.moved(moved) == moved { moved } else { plain }
}

/// Returns whether the side to move has a further move of a piece on the board if nothing stands on a square.
fn blocks(rules: &Rules, position: &Position, square: Square) -> bool {
    let ways = |position: &Position| -> Vec<(Location, Location)> {
        let moves = rules.pseudo_legal_moves(position).into_iter();
        moves.filter(|mv| mv.source != Location::Hand).map(|mv| (mv.source, mv.destination)).collect()
    };
    let mut removal = Transition::default();
    removal.board.push((square, None));
    let now = ways(position);
    ways(&position.after(&removal)).iter().any(|way| !now.contains(way))
}

/// Returns whether a piece is royal: terminal, or in a game without terminal pieces of a role whose loss alone ends the game.
fn is_royal(rules: &Rules, piece: PieceId) -> bool {
    if rules.pieces().any(|(_, any)| any.is_terminal()) {
        return rules.is_terminal(piece);
    }
    let Some(role) = rules.piece(piece).map(crate::Piece::role) else { return false };
    let is_vital = |ending: &Automatic| match ending {
        Automatic::Extinction { pieces, .. } => pieces.as_slice() == [role],
        _ => false,
    };
    rules.endings().automatic.iter().any(|(ending, _)| is_vital(ending))
}

/// Returns the position at a side's turn: the present one, or the one after a move of the other side that changes nothing but the turn.
fn turn_of(rules: &Rules, position: &Position, side: Side) -> Position {
    if position.turn() == side {
        return position.clone();
    }
    let mut transition = Transition { passes_turn: true, ..Transition::default() };
    reference::drop_marks(rules, position, position.turn(), &mut transition);
    position.after(&transition)
}

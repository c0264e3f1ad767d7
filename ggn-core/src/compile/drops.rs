//! Drops from the hand: the squares for each piece, the pieces on the board that deny some of them, and limits on drops that give check or mate.

use super::atoms::Atoms;
use super::bits::Bits;
use super::rows::{Drops, SortedRows};
use super::specials::Specials;
use super::tables::lane;
use crate::Side;
use crate::piece::{DropLimit, PieceId};
use crate::ruleset::Ruleset;

/// Drops of one piece.
#[derive(Clone, Debug)]
pub(super) struct DropTable<B> {
    pub(super) piece: PieceId,
    /// Squares on which it may be dropped if they are empty.
    pub(super) squares: B,
    pub(super) denied: Vec<DeniedDrops<B>>,
    pub(super) limit: Option<DropLimit>,
    /// By the square of the enemy's royal piece, the squares from which the dropped piece may give check to it.
    pub(super) checks: Vec<B>,
}

/// Squares on which one kind of piece on the board denies drops.
#[derive(Clone, Debug)]
pub(super) struct DeniedDrops<B> {
    /// The lane of exactly these pieces.
    pub(super) lane: usize,
    /// By square of such a piece.
    pub(super) squares: Vec<B>,
}

/// Returns the pieces that have a lane of their own, because they deny drops or moves exclude them, in the order of their lanes.
pub(super) fn deniers<B: Bits>(sorted: &SortedRows<B>) -> Vec<PieceId> {
    let denied = sorted.drops.values().flat_map(|drops| drops.denied.keys());
    let rows = sorted.simple.values().flatten();
    let barred = rows.flat_map(|row| row.barred.screens.iter().chain(&row.barred.captures));
    let mut deniers: Vec<PieceId> = denied.map(|(denier, _)| *denier).chain(barred.copied()).collect();
    deniers.sort_unstable();
    deniers.dedup();
    deniers
}

/// Builds the drops of a side.
pub(super) fn tables<B: Bits>(
    rules: &Ruleset,
    sorted: &SortedRows<B>,
    found: &Atoms<B>,
    deniers: &[PieceId],
    specials: &Specials<B>,
    side: Side,
) -> Vec<DropTable<B>> {
    let own = sorted.drops.iter().filter(|(piece, _)| rules.side_of(**piece) == side);
    let table = |(&piece, drops): (&PieceId, &Drops<B>)| {
        let denied = deniers.iter().enumerate().filter_map(|(at, denier)| {
            let by = |square| drops.denied.get(&(*denier, square)).copied().unwrap_or(B::EMPTY);
            let squares: Vec<B> = (0..B::WIDTH).map(by).collect();
            let is_any = squares.iter().any(|squares| !squares.is_empty());
            is_any.then(|| DeniedDrops { lane: lane::ATOMS + found.atoms.len() + at, squares })
        });
        let limit = rules.piece(piece).and_then(|piece| piece.drop_limit);
        DropTable {
            piece,
            squares: drops.squares,
            denied: denied.collect(),
            limit,
            checks: if limit.is_some() { checks(rules, specials, found, piece) } else { Vec::new() },
        }
    };
    own.map(table).collect()
}

/// Returns, by the square of the enemy's royal piece, the squares from which a dropped piece may give check: every square if it may give check in a way
/// that is no simple row, or if its arrival may give other pieces a screen.
fn checks<B: Bits>(rules: &Ruleset, specials: &Specials<B>, found: &Atoms<B>, dropped: PieceId) -> Vec<B> {
    let stands = rules.moved(dropped);
    let moves_as = rules.expires(stands).unwrap_or(stands);
    let mut rows = found.atoms.iter().flat_map(|atom| atom.values().flatten());
    let has_hops = rows.any(|row| row.paths.iter().any(|path| !path.occupied.is_empty()));
    if has_hops || !specials.are_harmless(rules.side_of(dropped)) {
        return vec![!B::EMPTY; B::WIDTH];
    }
    let mut checks = vec![B::EMPTY; B::WIDTH];
    for (&(_, from), atoms) in found.of.iter().filter(|((piece, _), _)| *piece == moves_as) {
        let rows = atoms.iter().filter_map(|&atom| found.atoms.get(atom)?.get(&from)).flatten();
        for row in rows.filter(|row| row.captures) {
            if let Some(squares) = checks.get_mut(row.to) {
                *squares |= B::bit(from);
            }
        }
    }
    checks
}

//! What the pieces of a side do to the other's: pins, skewers, forks, checks, attacks that were discovered.
//!
//! All of it follows from the rows of the pieces, whatever they are. A piece *attacks* what one of its rows would take as things stand. A row is a
//! *line* if it asks for empty squares on its way; who stands on one of them is what the piece behind it hides behind. What a piece is worth the
//! caller says, and what any of this is worth is not said here at all.
//!
//! Tactics are told apart by squares, so that one which was there before a turn and is there after it is the same one and not new.

mod lines;

use std::collections::BTreeSet;

use crate::movement::Transition;
use crate::piece::{Piece, PieceId, Role};
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;
use crate::{Side, Square};
use lines::Attack;

/// Something that pieces of a side do to the other's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tactic {
    /// An attacked piece on a line stands before one that is worth more.
    Pin {
        /// Who attacks.
        by: Square,
        /// Who is attacked.
        front: Square,
        /// Who would be attacked if that one were not there.
        behind: Square,
    },
    /// An attacked piece on a line stands before one that is worth as much or less.
    Skewer {
        /// Who attacks.
        by: Square,
        /// Who is attacked.
        front: Square,
        /// Who would be attacked if that one were not there.
        behind: Square,
    },
    /// One piece attacks several.
    Fork {
        /// Who attacks.
        by: Square,
        /// What it is.
        role: Role,
        /// Whom, from `a1` on; two at least. With another one among them it is another fork.
        targets: Vec<Square>,
    },
    /// A piece attacks along a line from which another piece has gone.
    Discovered {
        /// Who attacks; it has not moved.
        by: Square,
        /// Whom.
        target: Square,
    },
    /// A terminal piece is attacked.
    Check {
        /// The terminal piece.
        royal: Square,
        /// By whom, from `a1` on.
        by: Vec<Square>,
    },
    /// An attacked piece of the side's own is defended: who took it could be taken there.
    Defence {
        /// Who defends.
        by: Square,
        /// Whom.
        defended: Square,
    },
}

/// Every tactic of a side that can be seen in a position by itself: all but discovered attacks, which are of a turn.
///
/// ```
/// # fn shown(rules: &ggn_core::Ruleset, position: &ggn_core::Position) {
/// use ggn_core::{Side, tactics};
/// for tactic in tactics::present(rules, position, Side::First, &|_| 1) {
///     println!("{tactic:?}");
/// }
/// # }
/// ```
#[must_use]
pub fn present(
    rules: &Ruleset,
    position: &Position,
    side: Side,
    value: &dyn Fn(PieceId) -> u32,
) -> BTreeSet<Tactic> {
    let attacks = lines::attacks(rules, position, side);
    let mut found = of_lines(rules, position, side, &attacks, value);
    found.extend(forks(rules, position, &attacks));
    found.extend(
        rules
            .threats(position, side.opponent())
            .into_iter()
            .map(|threat| Tactic::Check { royal: threat.royal, by: threat.by }),
    );
    found.extend(defences(rules, position, side));
    found
}

/// The tactics that the side which had the turn `before` has by what it did with it: those of `after` that were not there, and the attacks that it
/// discovered, sorted.
///
/// A check is told of the pieces that newly give it. Who gives it by an attack that was discovered is told as that, and not once more as a check.
#[must_use]
pub fn newly(
    rules: &Ruleset,
    before: &Position,
    after: &Position,
    value: &dyn Fn(PieceId) -> u32,
) -> Vec<Tactic> {
    let side = before.turn();
    // Marks that fall by any move are no part of what is there when a turn begins.
    let mut fallen = Transition::default();
    reference::drop_marks(rules, before, side, &mut fallen);
    let before = &before.after(&fallen);

    let known = present(rules, before, side, value);
    let discovered = discovered(rules, before, after, side);
    let checked = rules.threats(before, side.opponent());
    let gives_already = |royal: Square, by: Square| {
        checked.iter().any(|threat| threat.royal == royal && threat.by.contains(&by))
    };
    let is_discovered = |target: Square, by: Square| discovered.contains(&Tactic::Discovered { by, target });
    let mut found: Vec<Tactic> = present(rules, after, side, value)
        .into_iter()
        .filter(|tactic| !known.contains(tactic))
        .filter_map(|tactic| match tactic {
            Tactic::Check { royal, mut by } => {
                by.retain(|&by| !gives_already(royal, by) && !is_discovered(royal, by));
                (!by.is_empty()).then_some(Tactic::Check { royal, by })
            }
            Tactic::Pin { .. }
            | Tactic::Skewer { .. }
            | Tactic::Fork { .. }
            | Tactic::Discovered { .. }
            | Tactic::Defence { .. } => Some(tactic),
        })
        .collect();
    found.extend(discovered);
    found.sort();
    found
}

/// Pins and skewers.
fn of_lines(
    rules: &Ruleset,
    position: &Position,
    side: Side,
    attacks: &[Attack],
    value: &dyn Fn(PieceId) -> u32,
) -> BTreeSet<Tactic> {
    let worth = |square| position.piece_at(square).map_or(0, value);
    let lines = lines::shielded(rules, position, side, attacks).into_iter();
    lines
        .map(|(by, front, behind)| {
            if worth(behind) > worth(front) {
                Tactic::Pin { by, front, behind }
            } else {
                Tactic::Skewer { by, front, behind }
            }
        })
        .collect()
}

/// Forks.
fn forks(rules: &Ruleset, position: &Position, attacks: &[Attack]) -> Vec<Tactic> {
    let of_one = attacks.chunk_by(|one, other| one.by == other.by);
    let fork = |attacks: &[Attack]| {
        let by = attacks.first()?.by;
        let targets: BTreeSet<Square> = attacks.iter().map(|attack| attack.target).collect();
        let role = position.piece_at(by).and_then(|piece| rules.piece(piece)).map(Piece::role)?;
        (targets.len() > 1).then(|| Tactic::Fork { by, role, targets: targets.into_iter().collect() })
    };
    of_one.filter_map(fork).collect()
}

/// Pieces of a side, terminal ones aside, that are attacked and defended.
fn defences(rules: &Ruleset, position: &Position, side: Side) -> Vec<Tactic> {
    let attacked = lines::attacks(rules, position, side.opponent());
    let mut found = Vec::new();
    for attack in &attacked {
        let Some(attacker) = position.piece_at(attack.by) else { continue };
        if position.piece_at(attack.target).is_some_and(|piece| rules.is_terminal(piece)) {
            continue;
        }
        let defenders = reference::attackers(rules, position, side, attack.target, attacker);
        found.extend(defenders.map(|by| Tactic::Defence { by, defended: attack.target }));
    }
    found
}

/// Attacks along lines from which a piece has gone in the turn, by pieces that have not moved.
fn discovered(rules: &Ruleset, before: &Position, after: &Position, side: Side) -> Vec<Tactic> {
    let role = |position: &Position, square| {
        let piece = rules.piece(position.piece_at(square)?)?;
        Some((piece.side(), piece.role()))
    };
    let has_stayed = |square| role(before, square) == role(after, square);
    let is_left = |square: &Square| before.piece_at(*square).is_some() && after.piece_at(*square).is_none();
    let known = lines::attacks(rules, before, side);
    let is_known =
        |attack: &Attack| known.iter().any(|old| old.by == attack.by && old.target == attack.target);
    lines::attacks(rules, after, side)
        .into_iter()
        .filter(|attack| has_stayed(attack.by) && attack.through.iter().any(is_left) && !is_known(attack))
        .map(|attack| Tactic::Discovered { by: attack.by, target: attack.target })
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

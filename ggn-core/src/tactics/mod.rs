//! Tactics of one side against the other: pins, skewers, forks, checks, discovered attacks.
//!
//! All of them follow from the rows of the pieces. A piece *attacks* what one of its rows would capture in the position. A row is a *line* if it
//! requires empty squares on its path; a piece on one of them shields the piece behind it. The caller gives the values of the pieces; the values of
//! tactics are not decided here.
//!
//! Tactics are identified by their pieces: a turn that keeps one, from whatever squares, has not gained it. A piece is the same as long as it is on the
//! board.

mod lines;

use std::collections::BTreeSet;

use crate::movement::Transition;
use crate::piece::PieceId;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{Side, Square, check, reference};
use lines::Attack;

/// A tactic of one side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tactic {
    /// An attacked piece on a line shields one that is worth more.
    Pin {
        /// Square of the attacker.
        by: Square,
        /// Square of the attacked piece.
        front: Square,
        /// Square of the shielded piece.
        behind: Square,
    },
    /// An attacked piece on a line shields one that is worth as much or less.
    Skewer {
        /// Square of the attacker.
        by: Square,
        /// Square of the attacked piece.
        front: Square,
        /// Square of the shielded piece.
        behind: Square,
    },
    /// One piece attacks several.
    Fork {
        /// Square of the attacker.
        by: Square,
        /// Squares of the attacked pieces, from `a1` on; at least two. A fork with one more target is another fork; with one less it is the same.
        targets: Vec<Square>,
    },
    /// A piece attacks along a line that another piece has left.
    Discovered {
        /// Square of the attacker, which has not moved.
        by: Square,
        /// Square of the attacked piece.
        target: Square,
    },
    /// A terminal piece is attacked.
    Check {
        /// Square of the terminal piece.
        royal: Square,
        /// Squares of the attackers, from `a1` on.
        by: Vec<Square>,
    },
    /// An attacked piece of the side's own is defended: its capturer could be captured there.
    Defence {
        /// Square of the defender.
        by: Square,
        /// Square of the defended piece.
        defended: Square,
    },
}

/// Returns every tactic of a side that is visible in a single position: all but discovered attacks, which belong to a turn.
///
/// ```
/// # fn shown(rules: &ggn_core::Rules, position: &ggn_core::Position) {
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
    found.extend(forks(&attacks));
    found.extend(
        check::threats(rules, position, side.opponent())
            .into_iter()
            .map(|threat| Tactic::Check { royal: threat.royal, by: threat.by }),
    );
    found.extend(defences(rules, position, side));
    found
}

impl Tactic {
    /// Returns the tactic with each piece on the square where it stands now; `None` if one of its pieces is gone. A fork goes on without the targets
    /// that are gone.
    fn followed(self, stands: &dyn Fn(Square) -> Option<Square>) -> Option<Tactic> {
        let all = |squares: Vec<Square>| -> Vec<Square> {
            squares.into_iter().filter_map(stands).collect::<BTreeSet<_>>().into_iter().collect()
        };
        Some(match self {
            Tactic::Pin { by, front, behind } => {
                Tactic::Pin { by: stands(by)?, front: stands(front)?, behind: stands(behind)? }
            }
            Tactic::Skewer { by, front, behind } => {
                Tactic::Skewer { by: stands(by)?, front: stands(front)?, behind: stands(behind)? }
            }
            Tactic::Fork { by, targets } => Tactic::Fork { by: stands(by)?, targets: all(targets) },
            Tactic::Discovered { by, target } => {
                Tactic::Discovered { by: stands(by)?, target: stands(target)? }
            }
            Tactic::Check { royal, by } => Tactic::Check { royal: stands(royal)?, by: all(by) },
            Tactic::Defence { by, defended } => {
                Tactic::Defence { by: stands(by)?, defended: stands(defended)? }
            }
        })
    }

    /// Returns the part of the tactic that is not among the known ones.
    fn beyond(self, known: &BTreeSet<Tactic>) -> Option<Tactic> {
        match self {
            Tactic::Fork { by: forker, targets } => {
                let is_part = known.iter().any(|known| {
                    matches!(known, Tactic::Fork { by, targets: of_old } if *by == forker
                        && targets.iter().all(|target| of_old.contains(target)))
                });
                (!is_part).then_some(Tactic::Fork { by: forker, targets })
            }
            Tactic::Check { royal: checked, mut by } => {
                by.retain(|attacker| {
                    !known.iter().any(|known| {
                        matches!(known, Tactic::Check { royal, by } if *royal == checked && by.contains(attacker))
                    })
                });
                (!by.is_empty()).then_some(Tactic::Check { royal: checked, by })
            }
            Tactic::Pin { .. }
            | Tactic::Skewer { .. }
            | Tactic::Discovered { .. }
            | Tactic::Defence { .. } => (!known.contains(&self)).then_some(self),
        }
    }
}

/// Returns the tactics that the side to move in `before` has gained by its turn, sorted: those of `after` that were not in `before`, and the attacks
/// that it discovered. `stands` gives the square in `after` of the piece that stood on a square of `before`; `None` if that piece is gone.
///
/// A check lists only the pieces that newly give it. A piece that gives check by a discovered attack is reported as discovered only.
// Requirements gambit-92, gambit-93.
#[must_use]
pub fn newly(
    rules: &Ruleset,
    before: &Position,
    after: &Position,
    stands: &dyn Fn(Square) -> Option<Square>,
    value: &dyn Fn(PieceId) -> u32,
) -> Vec<Tactic> {
    let side = before.turn();
    // Marks that expire with any move do not belong to the start of a turn.
    let mut fallen = Transition::default();
    reference::drop_marks(rules, before, side, &mut fallen);
    let before = &before.after(&fallen);

    let discovered = discovered(rules, before, after, stands, side);
    let known: BTreeSet<Tactic> = present(rules, before, side, value)
        .into_iter()
        .filter_map(|tactic| tactic.followed(stands))
        .collect();
    let is_discovered = |target: Square, by: Square| discovered.contains(&Tactic::Discovered { by, target });
    let not_discovered = |tactic: Tactic| match tactic {
        Tactic::Check { royal, mut by } => {
            by.retain(|&by| !is_discovered(royal, by));
            (!by.is_empty()).then_some(Tactic::Check { royal, by })
        }
        other => Some(other),
    };
    let mut found: Vec<Tactic> = present(rules, after, side, value)
        .into_iter()
        .filter_map(|tactic| tactic.beyond(&known))
        .filter_map(not_discovered)
        .collect();
    found.extend(discovered);
    found.sort();
    found
}

/// Returns pins and skewers.
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

/// Returns forks.
fn forks(attacks: &[Attack]) -> Vec<Tactic> {
    let of_one = attacks.chunk_by(|one, other| one.by == other.by);
    let fork = |attacks: &[Attack]| {
        let by = attacks.first()?.by;
        let targets: BTreeSet<Square> = attacks.iter().map(|attack| attack.target).collect();
        (targets.len() > 1).then(|| Tactic::Fork { by, targets: targets.into_iter().collect() })
    };
    of_one.filter_map(fork).collect()
}

/// Returns the defences of a side's attacked pieces other than terminal ones.
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

/// Returns attacks along lines that a piece has left in the turn, by pieces that have not moved.
fn discovered(
    rules: &Ruleset,
    before: &Position,
    after: &Position,
    stands: &dyn Fn(Square) -> Option<Square>,
    side: Side,
) -> Vec<Tactic> {
    let has_stayed = |square| before.piece_at(square).is_some() && stands(square) == Some(square);
    let is_left = |square: &Square| before.piece_at(*square).is_some() && after.piece_at(*square).is_none();
    let known: BTreeSet<(Square, Square)> = lines::attacks(rules, before, side)
        .iter()
        .filter_map(|attack| Some((stands(attack.by)?, stands(attack.target)?)))
        .collect();
    lines::attacks(rules, after, side)
        .into_iter()
        .filter(|attack| {
            has_stayed(attack.by)
                && attack.through.iter().any(is_left)
                && !known.contains(&(attack.by, attack.target))
        })
        .map(|attack| Tactic::Discovered { by: attack.by, target: attack.target })
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

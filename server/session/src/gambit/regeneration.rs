//! Points that a completed turn regenerates: a base amount, and one for each new tactic.

use ggn_core::tactics::{self, Tactic};
use ggn_core::{Piece, Played, Position, Square};

use super::amount::{TacticKind, TacticPiece};
use super::points::Points;
use super::terms::Terms;

/// Points that a turn regenerates. During the game they are known to its side alone if the profile hides points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regeneration {
    /// Base amount of a turn.
    pub base: Points,
    /// New tactics that earn points.
    pub tactics: Vec<(Tactic, Points)>,
    /// The sum, bounded by the maximum of a turn.
    pub total: Points,
}

fn kind(tactic: &Tactic) -> TacticKind {
    match tactic {
        Tactic::Pin { .. } => TacticKind::Pin,
        Tactic::Skewer { .. } => TacticKind::Skewer,
        Tactic::Fork { .. } => TacticKind::Fork,
        Tactic::Discovered { .. } => TacticKind::Discovered,
        Tactic::Check { .. } => TacticKind::Check,
        Tactic::Defence { .. } => TacticKind::Defence,
    }
}

impl Terms {
    /// Returns the points that the side to move in `before` regenerates by the plies of its turn: by moves, captures, and failed ones with their
    /// retreats.
    // Requirements gambit-43, gambit-94.
    #[must_use]
    pub fn regeneration(&self, before: &Position, turn: &[Played]) -> Regeneration {
        let base = self.profile().regeneration;
        let after = turn.last().map_or(before, |last| &last.after);
        // A tactic that its pieces keep is not new, from whatever squares.
        let stands = |square| turn.iter().try_fold(square, |at, played| played.stands(at));
        let new = tactics::newly(self.rules(), before, after, &stands, &|piece| self.value(piece));
        let new = if self.profile().tactics.discovered.enabled { new } else { self.as_checks(after, new) };
        let tactics: Vec<(Tactic, Points)> = new
            .into_iter()
            .map(|tactic| (self.amount(after, &tactic), tactic))
            .filter(|(points, _)| *points > Points::NONE)
            .map(|(points, tactic)| (tactic, points))
            .collect();
        let all = tactics.iter().fold(base, |all, (_, points)| all.plus(*points));
        let total = self.profile().regeneration_max.map_or(all, |most| all.min(most));
        Regeneration { base, tactics, total }
    }

    /// Counts a discovered attack on a royal piece as a check where discovered attacks earn nothing. Checks of one royal piece count once, whatever the
    /// number of checking pieces.
    fn as_checks(&self, after: &Position, new: Vec<Tactic>) -> Vec<Tactic> {
        let mut found: Vec<Tactic> = Vec::with_capacity(new.len());
        for tactic in new {
            let (royal, by) = match tactic {
                Tactic::Discovered { by, target } if self.is_royal(after, target) => (target, vec![by]),
                Tactic::Check { royal, by } => (royal, by),
                Tactic::Pin { .. }
                | Tactic::Skewer { .. }
                | Tactic::Fork { .. }
                | Tactic::Discovered { .. }
                | Tactic::Defence { .. } => {
                    found.push(tactic);
                    continue;
                }
            };
            let known = found.iter_mut().find_map(|tactic| match tactic {
                Tactic::Check { royal: known, by } if *known == royal => Some(by),
                _ => None,
            });
            match known {
                Some(known) => {
                    known.extend(by);
                    known.sort_unstable();
                }
                None => found.push(Tactic::Check { royal, by }),
            }
        }
        found
    }

    fn is_royal(&self, position: &Position, square: Square) -> bool {
        position.piece_at(square).and_then(|piece| self.rules().piece(piece)).is_some_and(Piece::is_terminal)
    }

    /// Returns the points for one tactic of a position.
    // Requirement gambit-44.
    fn amount(&self, position: &Position, tactic: &Tactic) -> Points {
        let terms = self.profile().tactics.of(kind(tactic));
        if !terms.enabled {
            return Points::NONE;
        }
        let value = |square: Square| position.piece_at(square).map_or(0, |piece| self.value(piece));
        let is_royal = |square: Square| self.is_royal(position, square);
        // An amount never refers to a piece that its kind of tactic does not have: the profile is validated.
        let (worth, royal): (Box<dyn Fn(TacticPiece) -> u32 + '_>, bool) = match tactic {
            Tactic::Pin { front, behind, .. } | Tactic::Skewer { front, behind, .. } => {
                let worth =
                    move |who| if who == TacticPiece::Behind { value(*behind) } else { value(*front) };
                let aim = if kind(tactic) == TacticKind::Pin { behind } else { front };
                (Box::new(worth), is_royal(*aim))
            }
            Tactic::Fork { targets, .. } => {
                let values = || targets.iter().map(|&target| value(target));
                let (least, all) = (values().min().unwrap_or(0), values().fold(0, u32::saturating_add));
                let worth = move |who| if who == TacticPiece::AllTargets { all } else { least };
                (Box::new(worth), targets.iter().any(|&target| is_royal(target)))
            }
            Tactic::Discovered { target, .. } | Tactic::Check { royal: target, .. } => {
                (Box::new(move |_| value(*target)), is_royal(*target))
            }
            Tactic::Defence { by, defended } => {
                let worth =
                    move |who| if who == TacticPiece::Defender { value(*by) } else { value(*defended) };
                (Box::new(worth), is_royal(*defended))
            }
        };
        terms.amount.points(&*worth, royal)
    }
}

//! What a completed turn brings back: something for the turn itself, and something for each tactic that it brought about.

use ggn_core::tactics::{self, Tactic};
use ggn_core::{Piece, Position, Square};

use super::amount::{Kind, Who};
use super::points::Points;
use super::terms::Terms;

/// What a turn brings back. While the game is on nobody but its side may know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regeneration {
    /// For the turn itself.
    pub base: Points,
    /// For each tactic that brings anything.
    pub tactics: Vec<(Tactic, Points)>,
    /// All of it, as far as one turn may bring.
    pub total: Points,
}

fn kind(tactic: &Tactic) -> Kind {
    match tactic {
        Tactic::Pin { .. } => Kind::Pin,
        Tactic::Skewer { .. } => Kind::Skewer,
        Tactic::Fork { .. } => Kind::Fork,
        Tactic::Discovered { .. } => Kind::Discovered,
        Tactic::Check { .. } => Kind::Check,
        Tactic::Defence { .. } => Kind::Defence,
    }
}

impl Terms {
    /// What the side that had the turn `before` gets back for it: for what it did, whether it moved, captured, or failed and fell back.
    #[must_use]
    pub fn regeneration(&self, before: &Position, after: &Position) -> Regeneration {
        let base = self.profile().regeneration;
        let new = tactics::newly(self.rules(), before, after, &|piece| self.value(piece));
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

    /// Where discovered attacks bring nothing as such, one on a royal piece is a check. There is one check of a royal piece, whoever gives it.
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

    /// What one tactic of a position brings.
    fn amount(&self, position: &Position, tactic: &Tactic) -> Points {
        let terms = self.profile().tactics.of(kind(tactic));
        if !terms.enabled {
            return Points::NONE;
        }
        let value = |square: Square| position.piece_at(square).map_or(0, |piece| self.value(piece));
        let is_royal = |square: Square| self.is_royal(position, square);
        // What a kind does not have no amount of it asks for.
        let (worth, royal): (Box<dyn Fn(Who) -> u32 + '_>, bool) = match tactic {
            Tactic::Pin { front, behind, .. } | Tactic::Skewer { front, behind, .. } => {
                let worth = move |who| if who == Who::Behind { value(*behind) } else { value(*front) };
                let aim = if kind(tactic) == Kind::Pin { behind } else { front };
                (Box::new(worth), is_royal(*aim))
            }
            Tactic::Fork { targets, .. } => {
                let values = || targets.iter().map(|&target| value(target));
                let (least, all) = (values().min().unwrap_or(0), values().fold(0, u32::saturating_add));
                let worth = move |who| if who == Who::AllTargets { all } else { least };
                (Box::new(worth), targets.iter().any(|&target| is_royal(target)))
            }
            Tactic::Discovered { target, .. } | Tactic::Check { royal: target, .. } => {
                (Box::new(move |_| value(*target)), is_royal(*target))
            }
            Tactic::Defence { by, defended } => {
                let worth = move |who| if who == Who::Defender { value(*by) } else { value(*defended) };
                (Box::new(worth), is_royal(*defended))
            }
        };
        terms.amount.points(&*worth, royal)
    }
}

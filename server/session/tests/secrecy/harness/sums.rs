//! What is paid and brought back where captures are bid for, reckoned anew from the numbers of `rules/gambit` by a reader of its own.

use std::collections::{BTreeMap, BTreeSet};

use ggn_core::tactics::{Tactic, newly};
use ggn_core::{Manner, Move, PieceId, Position, Ruleset, Square};
use serde::Deserialize;
use serde_json::Value;

/// A file of `rules/gambit`. A member that is not known here has to be understood first.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sums {
    #[serde(rename = "$schema", default)]
    _schema: Option<String>,
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "ruleset")]
    _ruleset: String,
    pub(crate) initial: u32,
    effective_max: u32,
    overload_cost: u32,
    pub(crate) hidden: bool,
    ties: Ties,
    pieces: BTreeMap<String, Numbers>,
    regeneration: u32,
    regeneration_max: Option<u32>,
    tactics: BTreeMap<String, Bounty>,
    origin_cost: u32,
    axis_percent: u32,
    rectangle_percent: u32,
    defender_percent: u32,
    can_lose_piece: bool,
    pub(crate) failed_check_defence: InCheck,
    pub(crate) bid_ms: u64,
    pub(crate) retreat_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ties {
    Attacker,
    Defender,
}

/// What a capture is to a side in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InCheck {
    Loses,
    AutoCapture,
    NonCaptureOnly,
    KingDuel,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbers {
    capacity: u32,
    value: u32,
    retreat: Falls,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Falls {
    Origin,
    Axis,
    Rectangle,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounty {
    enabled: bool,
    amount: Value,
}

/// What a turn brought back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Regained {
    pub(crate) base: u32,
    /// For what, and how much each.
    pub(crate) tactics: Vec<(&'static str, u32)>,
    pub(crate) total: u32,
}

/// A square to fall back to, what that costs, and what of it the defender gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) square: Square,
    pub(crate) cost: u32,
    pub(crate) share: u32,
}

impl Sums {
    pub(crate) fn read(bytes: &[u8]) -> Sums {
        serde_json::from_slice(bytes).unwrap_or_else(|fault| {
            panic!("a way to play with bids says something that the oracle has not learnt: {fault}")
        })
    }

    fn numbers(&self, rules: &Ruleset, piece: PieceId) -> Numbers {
        self.pieces[&rules.piece(piece).unwrap().name]
    }

    pub(crate) fn capacity(&self, rules: &Ruleset, piece: PieceId) -> u32 {
        self.numbers(rules, piece).capacity
    }

    /// What a bid on a piece is worth, in halves.
    pub(crate) fn halves(&self, rules: &Ruleset, piece: PieceId, spent: u32) -> u32 {
        let cheap = spent.min(self.capacity(rules, piece));
        (2 * cheap + 2 * (spent - cheap) / self.overload_cost).min(2 * self.effective_max)
    }

    /// Whether the attacker wins with so many halves.
    pub(crate) fn is_won(&self, attack: u32, defence: u32) -> bool {
        attack > defence || self.ties == Ties::Attacker && attack == defence
    }

    /// Whether everybody who sees the board sees that there is but one square to fall back to; and what can be paid with so many points.
    pub(crate) fn offers(
        &self,
        rules: &Ruleset,
        position: &Position,
        mv: &Move,
        pool: u32,
    ) -> (bool, Vec<Offer>) {
        let percent = |points: u32, percent: u32| (points * percent).div_ceil(100);
        let falls = self.numbers(rules, mv.piece).retreat;
        let manner = match falls {
            Falls::Origin => Manner::Origin,
            Falls::Axis => Manner::Axis,
            Falls::Rectangle => Manner::Rectangle,
        };
        let from = mv.source.square().unwrap();
        let squares = rules.retreats(position, mv, manner);
        let is_only_one = squares.len() <= 1;
        let mut offers = Vec::new();
        for way in squares {
            let cost = match falls {
                _ if way.square == from => self.origin_cost,
                Falls::Origin => self.origin_cost,
                Falls::Axis => self.origin_cost + percent(way.cost, self.axis_percent),
                Falls::Rectangle => percent(way.cost, self.rectangle_percent),
            };
            if cost <= pool {
                let share = percent(cost, self.defender_percent);
                offers.push(Offer { square: way.square, cost, share });
            }
        }
        // Who cannot pay for staying stays for nothing, unless that costs the piece.
        let is_royal = rules.piece(mv.piece).unwrap().is_terminal();
        let can_stay = offers.first().is_some_and(|offer| offer.square == from);
        if !can_stay && (is_royal || !self.can_lose_piece) {
            offers.insert(0, Offer { square: from, cost: 0, share: 0 });
        }
        (is_only_one, offers)
    }

    /// What a turn brings back. What tactics there are is for the engine to say; what they are worth is reckoned here.
    pub(crate) fn regained(&self, rules: &Ruleset, before: &Position, after: &Position) -> Regained {
        let value = |piece: PieceId| self.numbers(rules, piece).value;
        let worth = |square: Square| value(after.piece_at(square).unwrap());
        let is_royal = |square: Square| rules.piece(after.piece_at(square).unwrap()).unwrap().is_terminal();
        let mut tactics = Vec::new();
        let mut checked = BTreeSet::new();
        for tactic in newly(rules, before, after, &value) {
            let (kind, royal, named): (_, bool, Vec<(&str, u32)>) = match &tactic {
                Tactic::Pin { front, behind, .. } => {
                    ("pin", is_royal(*behind), vec![("front", worth(*front)), ("behind", worth(*behind))])
                }
                Tactic::Skewer { front, behind, .. } => {
                    ("skewer", is_royal(*front), vec![("front", worth(*front)), ("behind", worth(*behind))])
                }
                Tactic::Fork { targets, .. } => {
                    let worths = || targets.iter().map(|target| worth(*target));
                    let royal = targets.iter().any(|target| is_royal(*target));
                    let (least, all) = (worths().min().unwrap(), worths().sum());
                    ("fork", royal, vec![("least_target", least), ("all_targets", all)])
                }
                Tactic::Discovered { target, .. } => {
                    // Where such attacks bring nothing as such, one on a king is a check, and there is one check of a king.
                    let kind = match self.tactics["discovered"].enabled || !is_royal(*target) {
                        true => "discovered",
                        false => "check",
                    };
                    if kind == "check" && !checked.insert(*target) {
                        continue;
                    }
                    (kind, is_royal(*target), vec![("target", worth(*target))])
                }
                Tactic::Check { royal, .. } => {
                    if !checked.insert(*royal) {
                        continue;
                    }
                    ("check", true, vec![("target", worth(*royal))])
                }
                Tactic::Defence { by, defended } => (
                    "defence",
                    is_royal(*defended),
                    vec![("defended", worth(*defended)), ("defender", worth(*by))],
                ),
            };
            let Bounty { enabled, amount } = &self.tactics[kind];
            let points = if *enabled { hundredths(amount, &named, royal).div_ceil(100) } else { 0 };
            if points > 0 {
                tactics.push((kind, points));
            }
        }
        let all = self.regeneration + tactics.iter().map(|(_, points)| points).sum::<u32>();
        let total = self.regeneration_max.map_or(all, |most| all.min(most));
        Regained { base: self.regeneration, tactics, total }
    }
}

/// What an amount of the data comes to, in hundredths of a point.
fn hundredths(amount: &Value, named: &[(&str, u32)], royal: bool) -> u32 {
    let part = |amount: &Value| hundredths(amount, named, royal);
    let (form, of) = amount.as_object().unwrap().iter().next().unwrap();
    match form.as_str() {
        "points" => u32::try_from(of.as_u64().unwrap()).unwrap() * 100,
        "value" => named.iter().find(|(name, _)| of == name).unwrap().1 * 100,
        "percent" => {
            let percent = u32::try_from(of["percent"].as_u64().unwrap()).unwrap();
            (part(&of["of"]) * percent).div_ceil(100)
        }
        "sum" => of.as_array().unwrap().iter().map(part).sum(),
        "difference" => part(&of[0]).saturating_sub(part(&of[1])),
        "greatest" => of.as_array().unwrap().iter().map(part).max().unwrap(),
        "if_royal" => {
            if royal {
                part(of)
            } else {
                0
            }
        }
        other => panic!("an amount says {other:?}, which the oracle has not learnt"),
    }
}

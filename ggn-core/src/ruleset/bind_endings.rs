//! Binding of the endings of a manifest, of the points that some of them compare, and of the values of pieces.

use super::bind::Names;
use super::binder::Binder;
use super::endings::{
    Automatic, Checkers, EndStatus, EndingRules, Goal, Material, MoveCountRule, MoveLimit, Points,
    RepetitionIdentity, Resets, Stop, Verdict,
};
use super::fault::FaultKind;
use super::raw::RawPoints;
use super::raw_endings::{
    RawCheckers, RawEnding, RawIdentity, RawMaterial, RawMoveCount, RawMoveLimit, RawResets,
};
use super::read::Members;
use super::text::Text;
use crate::BySide;
use crate::notation::cgsn::Status;
use crate::notation::pin::State;
use crate::notation::qpi::Qpi;
use crate::piece::PieceValues;

impl Names<'_> {
    /// Binds the manifest's `endings`.
    pub(super) fn endings(&self, at: &mut Binder<'_>, raw: &[RawEnding]) -> EndingRules {
        let mut rules = EndingRules::default();
        let mut seen = Vec::new();
        at.within("endings", |at| {
            for (index, ending) in raw.iter().enumerate() {
                at.within(index, |at| {
                    let status = self.ending(at, ending, &mut rules);
                    if seen.contains(&status) {
                        at.fault(FaultKind::EndingTwice(status));
                    }
                    seen.push(status);
                });
            }
        });
        rules
    }

    /// Binds the manifest's `points`.
    pub(super) fn points(&self, at: &mut Binder<'_>, raw: Option<&RawPoints>) -> Points {
        let Some(raw) = raw else { return Points::default() };
        let role = |at: &mut Binder<'_>, text: &Text<Qpi>| at.within(text, |at| self.role(at, text));
        let pieces = at.within("points", |at| {
            at.within("pieces", |at| {
                raw.pieces.iter().filter_map(|(text, points)| Some((role(at, text)?, *points))).collect()
            })
        });
        Points { pieces, second: raw.second, second_wins: raw.second_wins }
    }

    /// Binds the manifest's `values`.
    pub(super) fn values(&self, at: &mut Binder<'_>, raw: &Members<Qpi, u32>) -> PieceValues {
        let bind = |at: &mut Binder<'_>, text: &Text<Qpi>| {
            at.within(text, |at| {
                let qpi = at.notation(text)?;
                // A piece without a state stands for its role, which may have no such piece.
                let is_known = match qpi.pin.state {
                    State::Normal => self.role(at, text).is_some(),
                    State::Enhanced | State::Diminished => self.piece_text(at, text).is_some(),
                };
                is_known.then_some(qpi)
            })
        };
        at.within("values", |at| {
            #[cfg(feature = "mechanic")]
            for (text, value) in raw.iter().filter(|(_, value)| *value > PieceValues::MAX) {
                at.within(text, |at| {
                    at.fault(FaultKind::TooLarge { found: *value, most: PieceValues::MAX });
                });
            }
            PieceValues::new(raw.iter().filter_map(|(text, value)| Some((bind(at, text)?, *value))))
        })
    }

    fn move_count(&self, at: &mut Binder<'_>, raw: &RawMoveCount) -> MoveCountRule {
        let without = at.within("without", |at| self.roles(at, &raw.without));
        let limits = at.within("limits", |at| {
            let bind = |(index, raw): (usize, &RawMoveLimit)| {
                let against = at.along([index.into(), "against".into()], |at| self.roles(at, &raw.against));
                MoveLimit { moves: raw.moves, against }
            };
            raw.limits.iter().enumerate().map(bind).collect()
        });
        MoveCountRule { without, left: raw.left, counts_pieces: raw.pieces_first, limits }
    }

    fn ending(&self, at: &mut Binder<'_>, raw: &RawEnding, rules: &mut EndingRules) -> EndStatus {
        match raw {
            RawEnding::Checkmate { result, only_by, never_by } => {
                let bind = |at: &mut Binder<'_>, field, raw: &Option<RawCheckers>| {
                    raw.as_ref().map(|raw| Checkers {
                        roles: at.within(field, |at| at.within("pieces", |at| self.roles(at, &raw.pieces))),
                        verdict: raw.result.into(),
                    })
                };
                let (only_by, never_by) = (bind(at, "only_by", only_by), bind(at, "never_by", never_by));
                rules.automatic.push((Automatic::Checkmate { only_by, never_by }, (*result).into()));
                Status::Checkmate.into()
            }
            RawEnding::Stalemate { result } => {
                rules.automatic.push((Automatic::Stalemate, (*result).into()));
                Status::Stalemate.into()
            }
            RawEnding::Insufficient { result, material } => {
                let bind = |at: &mut Binder<'_>, (index, raw): (usize, &RawMaterial)| {
                    at.within(index, |at| Material {
                        one: at.within("one", |at| self.roles(at, &raw.one)),
                        other: at.within("other", |at| self.roles(at, &raw.other)),
                        same_colour: raw
                            .same_colour
                            .as_ref()
                            .and_then(|role| at.within("same_colour", |at| self.role(at, role))),
                    })
                };
                let material = at.within("material", |at| {
                    material.iter().enumerate().map(|entry| bind(at, entry)).collect()
                });
                rules.automatic.push((Automatic::Insufficient { material }, (*result).into()));
                Status::Insufficient.into()
            }
            RawEnding::Repetition { result, count, identity, perpetual_check, perpetual_chase } => {
                let identity = match identity {
                    RawIdentity::Rights => RepetitionIdentity::Rights,
                    RawIdentity::Feen => RepetitionIdentity::Feen,
                };
                let perpetual_check = perpetual_check.map(Verdict::from);
                #[cfg(not(feature = "arbiter"))]
                let perpetual_chase = perpetual_chase.as_ref().and(None);
                #[cfg(feature = "arbiter")]
                let perpetual_chase = perpetual_chase
                    .as_ref()
                    .map(|chase| at.within("perpetual_chase", |at| self.chase(at, chase)));
                let repetition =
                    Automatic::Repetition { count: *count, identity, perpetual_check, perpetual_chase };
                rules.automatic.push((repetition, (*result).into()));
                Status::Repetition.into()
            }
            RawEnding::Movelimit { result, plies, resets, counts } => {
                let bind = |at: &mut Binder<'_>, raw: &RawResets| Resets {
                    captures: raw.captures,
                    moves_of: at.within("moves_of", |at| self.roles(at, &raw.moves_of)),
                };
                let resets = resets.as_ref().map(|raw| at.within("resets", |at| bind(at, raw)));
                if plies.is_none() && counts.is_empty() {
                    at.fault(FaultKind::MissingField("plies"));
                }
                if plies.is_some() && resets.is_none() {
                    at.fault(FaultKind::MissingField("resets"));
                }
                let counts = at.within("counts", |at| {
                    let bind = |(index, raw): (usize, &RawMoveCount)| {
                        at.within(index, |at| self.move_count(at, raw))
                    };
                    counts.iter().enumerate().map(bind).collect()
                });
                let plies = plies.zip(resets);
                rules.automatic.push((Automatic::Movelimit { plies, counts }, (*result).into()));
                Status::Movelimit.into()
            }
            RawEnding::Captures { result, count } => {
                rules.automatic.push((Automatic::Captures { count: *count }, (*result).into()));
                Goal::Captures.into()
            }
            RawEnding::Promotions { result, count } => {
                rules.automatic.push((Automatic::Promotions { count: *count }, (*result).into()));
                Goal::Promotions.into()
            }
            RawEnding::Checks { result, count } => {
                rules.automatic.push((Automatic::Checks { count: *count }, (*result).into()));
                Goal::Checks.into()
            }
            RawEnding::Arrival { result, pieces, squares, second, safe, answer, held } => {
                let pieces = at.within("pieces", |at| self.roles(at, pieces));
                let first = self.squares(at, "squares", squares);
                let second = second.as_ref().map(|squares| self.squares(at, "second", squares));
                let squares = BySide { second: second.unwrap_or_else(|| first.clone()), first };
                let (is_safe, may_answer, is_held) = (*safe, *answer, *held);
                let arrival = Automatic::Arrival { pieces, squares, is_safe, may_answer, is_held };
                rules.automatic.push((arrival, (*result).into()));
                Goal::Arrival.into()
            }
            RawEnding::Extinction { result, pieces, left, all, answer } => {
                let pieces = at.within("pieces", |at| self.roles(at, pieces));
                let (left, is_of_all, may_answer) = (*left, *all, *answer);
                let extinction = Automatic::Extinction { pieces, left, is_of_all, may_answer };
                rules.automatic.push((extinction, (*result).into()));
                Goal::Extinction.into()
            }
            RawEnding::Passes { result, count } => {
                rules.automatic.push((Automatic::Passes { count: *count }, (*result).into()));
                Stop::Passes.into()
            }
            RawEnding::Facing { result, pieces } => {
                let pieces = at.within("pieces", |at| self.roles(at, pieces));
                rules.automatic.push((Automatic::Facing { pieces }, (*result).into()));
                Stop::Facing.into()
            }
            RawEnding::Full { result } => {
                rules.automatic.push((Automatic::Full, (*result).into()));
                Stop::Full.into()
            }
            RawEnding::Resignation { result } => {
                rules.resignation = Some((*result).into());
                Status::Resignation.into()
            }
            RawEnding::Agreement { result } => {
                rules.agreement = Some((*result).into());
                Status::Agreement.into()
            }
            RawEnding::Timelimit { result, draw_if_opponent_has } => {
                let harmless = at.within("draw_if_opponent_has", |at| {
                    let bind = |(index, roles): (usize, &Vec<Text<Qpi>>)| {
                        at.within(index, |at| self.roles(at, roles))
                    };
                    draw_if_opponent_has.iter().enumerate().map(bind).collect()
                });
                rules.timelimit = Some(((*result).into(), harmless));
                Status::Timelimit.into()
            }
        }
    }
}

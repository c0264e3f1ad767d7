//! Binding of what only arbiters decide: the starts of a manifest, of which each has one number, and the rules of a chase.

use super::bind::Names;
use super::binder::Binder;
use super::endings::ChaseRules;
use super::fault::FaultKind;
use super::raw_arbiter::{RawAxis, RawChase, RawStartStep, RawStarts};
use super::starts::{StartStep, Starts};
use super::text::Text;
use crate::notation::cell::Cell;
use crate::notation::qpi::Qpi;
use crate::{Shape, Square};

impl Names<'_> {
    /// Binds the manifest's `starts`.
    pub(super) fn starts(
        &self,
        at: &mut Binder<'_>,
        shape: &Shape,
        raw: Option<&RawStarts>,
    ) -> Option<Starts> {
        let raw = raw?;
        at.within("starts", |at| {
            let axes = [RawAxis::Files, RawAxis::Ranks].map(|axis| raw.mirror.contains(&axis));
            let mirror = (!raw.mirror.is_empty()).then(|| axes.to_vec());
            let mut starts = Starts { steps: Vec::new(), mirror };
            at.within("steps", |at| {
                if raw.steps.is_empty() {
                    at.fault(FaultKind::Empty);
                }
                for (index, step) in raw.steps.iter().enumerate() {
                    let bound = at.within(index, |at| self.start_step(at, shape, step, &starts));
                    starts.steps.push(bound);
                }
            });
            let count = starts.steps.iter().try_fold(1u64, |count, step| count.checked_mul(step.ways()));
            if count.is_none_or(|count| count == u64::MAX) {
                at.fault(FaultKind::Starts("there are more starts than can be numbered"));
            }
            Some(starts)
        })
    }

    fn start_step(
        &self,
        at: &mut Binder<'_>,
        shape: &Shape,
        raw: &RawStartStep,
        earlier: &Starts,
    ) -> StartStep {
        let before = at.count();
        let pieces = at.within("pieces", |at| {
            let bind = |(index, text)| at.within(index, |at| self.piece_text(at, text));
            raw.pieces.iter().enumerate().filter_map(bind).collect::<Vec<_>>()
        });
        let on = self.squares(at, "on", &raw.on);
        let mut free = on.len() as u64;
        for step in &earlier.steps {
            let shared = step.on.iter().filter(|square| on.contains(square)).count();
            if shared == step.on.len() {
                free = free.saturating_sub(step.pieces.len() as u64);
            } else if shared > 0 {
                let why = "some squares of an earlier step are here and some are not, so the number of ways would depend on it";
                at.within("on", |at| at.fault(FaultKind::Starts(why)));
            }
        }
        let mirrored = |square: &Square| shape.mirrored(*square, earlier.mirror.as_ref()?);
        let is_taken = |square: &Square| {
            mirrored(square).is_some_and(|other| {
                on.contains(&other) || earlier.steps.iter().any(|step| step.on.contains(&other))
            })
        };
        for (field, is_empty) in [("pieces", raw.pieces.is_empty()), ("on", raw.on.is_empty())] {
            if is_empty {
                at.within(field, |at| at.fault(FaultKind::Empty));
            }
        }
        at.within("on", |at| {
            for (index, square) in on.iter().enumerate() {
                if on.iter().take(index).any(|earlier| earlier == square) {
                    at.within(index, |at| at.fault(FaultKind::Repeated));
                } else if is_taken(square) {
                    let why = "the mirrored square is a square of the steps too";
                    at.within(index, |at| at.fault(FaultKind::Starts(why)));
                }
            }
        });
        if at.count() == before && (free as usize) < pieces.len() {
            at.fault(FaultKind::Starts("there are fewer free squares than pieces"));
        }
        StartStep { pieces, on, free }
    }

    /// Binds the rules of a perpetual chase.
    pub(super) fn chase(&self, at: &mut Binder<'_>, raw: &RawChase) -> ChaseRules {
        let ignored = at.within("ignored", |at| {
            let bind = |(piece, squares): &(Text<Qpi>, Vec<Text<Cell>>)| {
                at.within(piece, |at| {
                    let bind = |(index, square): (usize, &Text<Cell>)| {
                        at.within(index, |at| self.square_text(at, square))
                    };
                    let bound = squares.iter().enumerate().map(bind).collect::<Vec<_>>();
                    Some((self.piece_text(at, piece)?, bound.into_iter().collect::<Option<_>>()?))
                })
            };
            raw.ignored.iter().filter_map(bind).collect()
        });
        let stronger = at.within("stronger", |at| {
            let bind = |(role, chased): &(Text<Qpi>, Vec<Text<Qpi>>)| {
                at.within(role, |at| Some((self.role(at, role)?, self.roles(at, chased))))
            };
            raw.stronger.iter().filter_map(bind).collect()
        });
        let free = at.within("free", |at| self.roles(at, &raw.free));
        ChaseRules { verdict: raw.result.into(), free, ignored, stronger }
    }
}

//! Binding of the starts of a manifest, and their check: every start has one number.

use super::bind::Names;
use super::binder::Binder;
use super::fault::FaultKind;
use super::raw::{RawAxis, RawStartStep, RawStarts};
use super::starts::{StartStep, Starts};
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
}

//! Rules of a manifest about something that the game does not have: their author expects what never happens.

use super::binder::Binder;
use super::fault::FaultKind;
use super::load::Parsed;
use super::raw::{RawConstraint, RawEffect, RawEnding, RawManifest, RawResult};
use crate::notation::ggn::{Place, Row};
use crate::notation::qpi::Qpi;
use crate::piece::Role;

/// Reports the rules without effect.
pub(super) fn report(at: &mut Binder<'_>, raw: &RawManifest, parsed: &Parsed) {
    // In a table that could not be read may stand what seems to be missing.
    if !parsed.tables.iter().all(|table| table.is_whole) {
        return;
    }
    constraints(at, raw, parsed);
    pieces(at, raw, parsed);
    if raw.points.is_none() {
        points(at, raw);
    }
}

fn constraints(at: &mut Binder<'_>, raw: &RawManifest, parsed: &Parsed) {
    let has_drops = || rows(parsed).any(|row| row.source == Place::Hand);
    let has_passes = || rows(parsed).any(|row| row.source == row.destination);
    at.within("constraints", |at| {
        for (index, constraint) in raw.constraints.iter().enumerate() {
            let missing = match constraint {
                RawConstraint::ForcedDrop if !has_drops() => "no row starts in the hand",
                RawConstraint::ForcedMove if !has_passes() => "no row is a pass",
                _ => continue,
            };
            at.within(index, |at| at.fault(FaultKind::WithoutEffect(missing)));
        }
    });
}

fn pieces(at: &mut Binder<'_>, raw: &RawManifest, parsed: &Parsed) {
    at.within("pieces", |at| {
        for (text, piece) in &raw.pieces {
            let Ok(qpi) = text.parse::<Qpi>() else { continue };
            let is_it = |piece: Qpi| Role::of(piece) == Role::of(qpi);
            let own = || rows(parsed).filter(|row| is_it(row.piece));
            let is_dropped = || own().any(|row| row.source == Place::Hand);
            let is_promoted_to = || {
                let promotions = effects(parsed).filter_map(|effect| effect.promotes.as_ref());
                promotions.flat_map(|promotion| &promotion.to).any(|choice| choice.parse().is_ok_and(is_it))
            };
            let idle = [
                (
                    "promotion_limit",
                    piece.promotion_limit.is_some() && !is_promoted_to(),
                    "nothing is promoted to this piece",
                ),
                (
                    "promotion_without_check",
                    piece.promotion_without_check && !is_promoted_to(),
                    "nothing is promoted to this piece",
                ),
                ("supply", piece.supply && !is_dropped(), "no row drops this piece"),
            ];
            at.within(text, |at| {
                for (field, _, why) in idle.into_iter().filter(|(_, is_idle, _)| *is_idle) {
                    at.within(field, |at| at.fault(FaultKind::WithoutEffect(why)));
                }
                if piece.neutral && own().next().is_some() {
                    at.within("neutral", |at| at.fault(FaultKind::NeutralMoves));
                }
            });
        }
    });
}

fn points(at: &mut Binder<'_>, raw: &RawManifest) {
    at.within("endings", |at| {
        for (index, ending) in raw.endings.iter().enumerate() {
            if result(ending) == RawResult::Points {
                at.within(index, |at| {
                    at.within("result", |at| {
                        at.fault(FaultKind::WithoutEffect("the manifest has no `points`"));
                    });
                });
            }
        }
    });
}

fn rows(parsed: &Parsed) -> impl Iterator<Item = &Row> {
    parsed.tables.iter().flat_map(|table| &table.ggn.rows)
}

fn effects(parsed: &Parsed) -> impl Iterator<Item = &RawEffect> {
    let ends = parsed.effects.rows.iter().flat_map(|(_, sources)| sources).flat_map(|(_, ends)| ends);
    ends.flat_map(|(_, effects)| effects)
}

fn result(ending: &RawEnding) -> RawResult {
    match ending {
        RawEnding::Checkmate { result, .. }
        | RawEnding::Stalemate { result }
        | RawEnding::Insufficient { result, .. }
        | RawEnding::Repetition { result, .. }
        | RawEnding::Movelimit { result, .. }
        | RawEnding::Captures { result, .. }
        | RawEnding::Promotions { result, .. }
        | RawEnding::Checks { result, .. }
        | RawEnding::Arrival { result, .. }
        | RawEnding::Extinction { result, .. }
        | RawEnding::Passes { result, .. }
        | RawEnding::Facing { result, .. }
        | RawEnding::Full { result }
        | RawEnding::Resignation { result }
        | RawEnding::Agreement { result }
        | RawEnding::Timelimit { result, .. } => *result,
    }
}

//! Rules of a manifest about something that the game does not have: their author expects what never happens.

use super::binder::Binder;
use super::endings::has_all;
use super::fault::FaultKind;
use super::load::Parsed;
use super::raw::{RawConstraint, RawEffect, RawManifest};
#[cfg(feature = "arbiter")]
use super::raw_arbiter::RawChase;
use super::raw_endings::{RawEnding, RawMoveCount, RawResult};
use super::text::Text;
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
    endings(at, raw);
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

/// Returns whether a piece stands covered: one of neither side may then be moved by both.
#[cfg(feature = "arbiter")]
fn is_covered(raw: &RawManifest, piece: Qpi) -> bool {
    let pieces = raw.covered.iter().flat_map(|covered| &covered.pieces);
    pieces.filter_map(|text| text.parse().ok()).any(|covered: Qpi| Role::of(covered) == Role::of(piece))
}

#[cfg(not(feature = "arbiter"))]
fn is_covered(_: &RawManifest, _: Qpi) -> bool {
    false
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
                if piece.neutral && !is_covered(raw, qpi) && own().next().is_some() {
                    at.within("neutral", |at| at.fault(FaultKind::NeutralMoves));
                }
            });
        }
    });
}

fn endings(at: &mut Binder<'_>, raw: &RawManifest) {
    at.within("endings", |at| {
        for (index, ending) in raw.endings.iter().enumerate() {
            at.within(index, |at| match ending {
                #[cfg(feature = "arbiter")]
                RawEnding::Repetition { perpetual_chase: Some(raw), .. } => {
                    at.within("perpetual_chase", |at| chase(at, raw));
                }
                RawEnding::Movelimit { plies, resets, counts, .. } => {
                    if plies.is_none() && resets.is_some() && !counts.is_empty() {
                        at.within("resets", |at| at.fault(FaultKind::WithoutEffect("there are no `plies`")));
                    }
                    at.within("counts", |at| {
                        for (index, count) in counts.iter().enumerate() {
                            at.within(index, |at| move_count(at, count));
                        }
                    });
                }
                _ => {}
            });
        }
    });
}

#[cfg(feature = "arbiter")]
fn chase(at: &mut Binder<'_>, raw: &RawChase) {
    let is_terminal = |text: &Text<Qpi>| text.parse().is_ok_and(|piece: Qpi| piece.pin.terminal);
    at.within("ignored", |at| {
        for (text, _) in raw.ignored.iter().filter(|(text, _)| is_terminal(text)) {
            at.within(text, |at| {
                at.fault(FaultKind::WithoutEffect("an attack on a royal piece is check and no chase"));
            });
        }
    });
    let role = |text: &Text<Qpi>| text.parse().ok().map(Role::of);
    at.within("stronger", |at| {
        for (text, chased) in &raw.stronger {
            at.within(text, |at| {
                if chased.is_empty() {
                    at.fault(FaultKind::Empty);
                }
                if role(text).is_some() && raw.free.iter().any(|free| role(free) == role(text)) {
                    at.fault(FaultKind::WithoutEffect("attacks of this role are free"));
                }
            });
        }
    });
}

fn move_count(at: &mut Binder<'_>, raw: &RawMoveCount) {
    let roles = |texts: &[Text<Qpi>]| -> Vec<Role> {
        texts.iter().filter_map(|text| text.parse().ok().map(Role::of)).collect()
    };
    if raw.left == Some(0) {
        at.within("left", |at| at.fault(FaultKind::TooSmall { found: 0, least: 1 }));
    }
    at.within("limits", |at| {
        if raw.limits.is_empty() {
            at.fault(FaultKind::Empty);
        }
        for (index, limit) in raw.limits.iter().enumerate() {
            let against = roles(&limit.against);
            let earlier = raw.limits.iter().take(index).map(|earlier| roles(&earlier.against));
            let is_hidden = earlier.into_iter().any(|earlier| has_all(&against, &earlier));
            at.within(index, |at| {
                if limit.moves == 0 {
                    at.within("moves", |at| at.fault(FaultKind::TooSmall { found: 0, least: 1 }));
                }
                if is_hidden {
                    at.fault(FaultKind::WithoutEffect("an earlier limit fits wherever this one does"));
                }
                if raw.left.is_none() && !limit.against.is_empty() {
                    at.within("against", |at| {
                        at.fault(FaultKind::WithoutEffect(
                            "the count has no `left`, so neither side is the other",
                        ));
                    });
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

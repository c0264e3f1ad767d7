//! Faults of meaning: files that are well formed and bind to the board, but are contradictory, unreachable or incomplete.

use std::collections::BTreeSet;

use super::binder::{Binder, Step};
use super::endings::Automatic;
use super::fault::{Fault, FaultKind, Never};
use super::ineffective;
use super::load::{EFFECTS, MANIFEST, Parsed, RawTable};
use super::raw::{RawCaptured, RawConstraint, RawEffect, RawManifest, RawSetup};
use super::raw_endings::RawEnding;
use super::reach::Reach;
use super::text::Text;
use super::{Constraint, Ruleset};
use crate::json::{JsonPath, JsonStep};
use crate::movement::Location;
use crate::notation::cell::Cell;
use crate::notation::cgsn::Status;
use crate::notation::ggn::{Place, Possibility, Row};
use crate::notation::lcn::Condition;
use crate::notation::memo::Memo;
use crate::notation::qpi::Qpi;
use crate::piece::Role;
use crate::{Side, Square};

/// Checks one possibility of a row by itself. `is_whole`: all its conditions could be read and bound.
pub(super) fn possibility(at: &mut Binder<'_>, row: &Row, way: &Possibility, is_whole: bool) {
    let required =
        |cell: Cell| way.must.conditions.iter().find(|(other, _)| *other == cell).map(|(_, is)| *is);
    if let Place::Cell(destination) = row.destination
        && is_whole
        && required(destination).is_none()
    {
        at.fault(FaultKind::OpenDestination(destination.to_string()));
    }
    let itself = Condition::Piece(row.piece);
    let stands_there = |cell: Cell| row.source == Place::Cell(cell);
    at.within("must", |at| {
        for &(cell, condition) in way.must.conditions.iter().filter(|&&(cell, _)| stands_there(cell)) {
            if condition != itself {
                never(at, cell, Never::MoverStandsThere);
            }
        }
    });
    at.within("deny", |at| {
        for &(cell, condition) in &way.deny.conditions {
            let (must, denied) = (required(cell), Some(condition));
            let enemy_asked =
                matches!(must, Some(Condition::Piece(piece)) if piece.side() != row.piece.side());
            if stands_there(cell) && condition == itself {
                never(at, cell, Never::MoverStandsThere);
            } else if must == denied || (enemy_asked && condition == Condition::Enemy) {
                never(at, cell, Never::Contradiction);
            }
        }
    });
}

fn never(at: &mut Binder<'_>, cell: Cell, why: Never) {
    at.within(cell, |at| at.fault(FaultKind::NeverHolds(why)));
}

/// Checks that a carried piece must be present, and that its destination and the square on which the moving piece lands are free: otherwise a piece
/// would be lost without being captured.
pub(super) fn arrivals(at: &mut Binder<'_>, raw: &RawEffect, row: &Row, way: &Possibility) {
    let source = row.source.to_string();
    let required = |cell: &str| {
        let required = way.must.conditions.iter().find(|(other, _)| other.to_string() == cell);
        required.map(|(_, condition)| *condition)
    };
    let is_free = |square: &Text<Cell>| {
        let is_left = **square == *source || raw.carries.iter().any(|(other, _)| other == square);
        is_left || raw.takes.contains(square) || required(square) == Some(Condition::Empty)
    };
    if let Some(lands) = raw.lands.as_ref().filter(|lands| !is_free(lands)) {
        let fault = FaultKind::CarriesOnto { square: lands.to_string(), row: row_name(row) };
        at.within("lands", |at| at.fault(fault));
    }
    at.within("carries", |at| {
        for (from, to) in &raw.carries {
            let is_there = matches!(required(from), Some(Condition::Piece(_) | Condition::Enemy));
            let is_free = is_free(to);
            at.within(from, |at| {
                if !is_there {
                    at.fault(FaultKind::CarriesUnsaid { square: from.to_string(), row: row_name(row) });
                } else if !is_free {
                    at.fault(FaultKind::CarriesOnto { square: to.to_string(), row: row_name(row) });
                }
            });
        }
    });
}

fn row_name(row: &Row) -> String {
    format!("{} {} to {}", row.piece, row.source, row.destination)
}

/// Reports pieces that could never move, each at the first place that brings it into the game.
pub(super) fn tableless(parsed: &Parsed, initial: &[Qpi], faults: &mut Vec<Fault>) {
    let tables = parsed.tables.iter().map(|table| &table.ggn);
    let mut movable: BTreeSet<Qpi> =
        tables.flat_map(|ggn| ggn.rows.iter().map(|row| row.piece).chain(ggn.idle.iter().copied())).collect();
    let effects = &parsed.effects;
    for (marked, _) in &effects.expires {
        movable.extend(marked.parse::<Qpi>());
    }
    let mut reported = BTreeSet::new();
    let mut report = |file: &str, path: &dyn Fn() -> Vec<JsonStep>, piece: Qpi| {
        if !movable.contains(&piece) && reported.insert(piece) {
            let kind = FaultKind::NoTable(piece.to_string());
            faults.push(Fault { file: file.to_owned(), path: JsonPath { steps: path() }, kind });
        }
    };
    for piece in initial {
        report(MANIFEST, &|| vec!["initial".into()], *piece);
    }
    let mut memo = Memo::default();
    let mut tell_effect = |path: &dyn Fn() -> Vec<JsonStep>, text| {
        if let Ok(piece) = memo.read(text) {
            report(EFFECTS, path, piece);
        }
    };
    for (field, changes) in [("moved", &effects.moved), ("expires", &effects.expires)] {
        for (before, after) in changes {
            tell_effect(&|| vec![field.into(), before.into()], after);
        }
    }
    if let RawCaptured::Hand(kept) = &effects.captured {
        for (before, after) in kept {
            tell_effect(&|| vec!["captured".into(), "hand".into(), before.into()], after);
        }
    }
    each_effect(parsed, |path, effect| {
        if let Some(becomes) = &effect.becomes {
            tell_effect(&|| [path(), vec!["becomes".into()]].concat(), becomes);
        }
        for (index, choice) in effect.promotes.iter().flat_map(|promotes| &promotes.to).enumerate() {
            tell_effect(&|| [path(), vec!["promotes".into(), "to".into(), index.into()]].concat(), choice);
        }
        for (index, choice) in effect.places.iter().flat_map(|places| &places.pieces).enumerate() {
            tell_effect(&|| [path(), vec!["places".into(), "pieces".into(), index.into()]].concat(), choice);
        }
    });
}

/// Calls `act` for every effect of a row, with what returns its path in `effects.json`.
fn each_effect<'p>(parsed: &'p Parsed, mut act: impl FnMut(&dyn Fn() -> Vec<JsonStep>, &'p RawEffect)) {
    for (piece, sources) in &parsed.effects.rows {
        for (source, ends) in sources {
            for (end, effects) in ends {
                for (index, effect) in effects.iter().enumerate() {
                    let path = || vec!["rows".into(), piece.into(), source.into(), end.into(), index.into()];
                    act(&path, effect);
                }
            }
        }
    }
}

/// Checks that no two promotion choices share a letter, since the letter is what a player chooses by.
pub(super) fn choices(at: &mut Binder<'_>, raw: &RawEffect) {
    let letters: Vec<_> =
        raw.promotes.iter().flat_map(|promotes| &promotes.to).map(|text| text.parse()).collect();
    for (index, letter) in letters.iter().enumerate() {
        let Ok(Qpi { pin, .. }) = letter else { continue };
        let is_it = |other: &Result<Qpi, _>| matches!(other, Ok(other) if other.pin.letter == pin.letter && other.pin != *pin);
        if letters.iter().take(index).any(is_it) {
            at.within("promotes", |at| {
                at.within("to", |at| {
                    at.within(index, |at| at.fault(FaultKind::SameLetter(pin.letter.upper())));
                });
            });
        }
    }
}

/// Checks that no marker expires to a marker, since markers last one move.
pub(super) fn expires(at: &mut Binder<'_>, parsed: &Parsed) {
    let expires = &parsed.effects.expires;
    at.within("expires", |at| {
        for (before, after) in expires {
            if expires.iter().any(|(marked, _)| marked == after) {
                at.within(before, |at| at.fault(FaultKind::NeverSettles(after.to_string())));
            }
        }
    });
}

/// Checks `setup.json` for numbers that no side can have.
pub(super) fn counts(at: &mut Binder<'_>, raw: &RawSetup) {
    at.within("count", |at| {
        for (role, count) in &raw.count {
            if let Some(max) = count.max.filter(|&max| max < count.min) {
                at.within(role, |at| at.fault(FaultKind::EmptyRange { min: count.min, max }));
            }
        }
    });
}

/// Checks for constraints and endings that concern no piece.
pub(super) fn manifest(at: &mut Binder<'_>, raw: &RawManifest, parsed: &Parsed, initial: &[Qpi]) {
    let has_royal = initial.iter().any(|piece| piece.pin.terminal);
    let mut uses_unattacked = false;
    each_effect(parsed, |_, effect| uses_unattacked |= !effect.unattacked.is_empty());
    at.within("constraints", |at| {
        if uses_unattacked && !raw.constraints.contains(&RawConstraint::Unattacked) {
            at.fault(FaultKind::UnattackedUnasked);
        }
        for (index, constraint) in raw.constraints.iter().enumerate() {
            at.within(index, |at| match constraint {
                RawConstraint::RoyalSafety
                | RawConstraint::GivesNoCheck
                | RawConstraint::SpareRoyals
                | RawConstraint::RoyalStays
                | RawConstraint::DupleCheck
                    if !has_royal =>
                {
                    at.fault(FaultKind::NoRoyal);
                }
                _ if raw.constraints.iter().take(index).any(|earlier| earlier == constraint) => {
                    at.fault(FaultKind::Repeated);
                }
                RawConstraint::RoyalSafety
                | RawConstraint::Unattacked
                | RawConstraint::ForcedCapture
                | RawConstraint::ForcedDrop
                | RawConstraint::ForcedMove
                | RawConstraint::DupleCheck
                | RawConstraint::GivesNoCheck
                | RawConstraint::SpareRoyals
                | RawConstraint::RoyalStays => {}
            });
        }
    });
    at.within("pieces", |at| {
        for (text, piece) in raw.pieces.iter().filter(|_| !has_royal) {
            let limits =
                [("drop", piece.drop.is_some()), ("promotion_without_check", piece.promotion_without_check)];
            for (field, _) in limits.into_iter().filter(|(_, is_limited)| *is_limited) {
                at.within(text, |at| at.within(field, |at| at.fault(FaultKind::NoRoyal)));
            }
        }
    });
    at.within("endings", |at| {
        for (index, ending) in raw.endings.iter().enumerate() {
            at.within(index, |at| self::ending(at, ending, has_royal));
        }
    });
    ineffective::report(at, raw, parsed);
}

fn ending(at: &mut Binder<'_>, ending: &RawEnding, has_royal: bool) {
    match ending {
        RawEnding::Checkmate { .. } if !has_royal => at.fault(FaultKind::NoRoyal),
        RawEnding::Checkmate { only_by, never_by, .. } => {
            for (field, checkers) in [("only_by", only_by), ("never_by", never_by)] {
                if checkers.as_ref().is_some_and(|checkers| checkers.pieces.is_empty()) {
                    at.within(field, |at| at.within("pieces", |at| at.fault(FaultKind::Empty)));
                }
            }
        }
        RawEnding::Insufficient { material, .. } if material.is_empty() => {
            at.within("material", |at| at.fault(FaultKind::Empty));
        }
        RawEnding::Repetition { count, .. } if *count < 2 => {
            at.within("count", |at| at.fault(FaultKind::TooSmall { found: *count, least: 2 }));
        }
        RawEnding::Repetition { perpetual_check: Some(_), .. } if !has_royal => {
            at.within("perpetual_check", |at| at.fault(FaultKind::NoRoyal));
        }
        RawEnding::Movelimit { plies: Some(0), .. } => {
            at.within("plies", |at| at.fault(FaultKind::TooSmall { found: 0, least: 1 }));
        }
        RawEnding::Checks { .. } if !has_royal => at.fault(FaultKind::NoRoyal),
        RawEnding::Captures { count: 0, .. }
        | RawEnding::Promotions { count: 0, .. }
        | RawEnding::Checks { count: 0, .. } => {
            at.within("count", |at| at.fault(FaultKind::TooSmall { found: 0, least: 1 }));
        }
        RawEnding::Arrival { answer: true, held: true, .. } => {
            at.within("held", |at| at.fault(FaultKind::AnsweredAndHeld));
        }
        RawEnding::Arrival { pieces, squares, second, .. } => {
            let second = second.as_ref().is_some_and(Vec::is_empty);
            let fields = [("pieces", pieces.is_empty()), ("squares", squares.is_empty()), ("second", second)];
            for (field, is_empty) in fields {
                if is_empty {
                    at.within(field, |at| at.fault(FaultKind::Empty));
                }
            }
        }
        RawEnding::Passes { count: 0, .. } => {
            at.within("count", |at| at.fault(FaultKind::TooSmall { found: 0, least: 1 }));
        }
        RawEnding::Facing { pieces, .. } if pieces.is_empty() => {
            at.within("pieces", |at| at.fault(FaultKind::Empty));
        }
        RawEnding::Passes { .. }
        | RawEnding::Facing { .. }
        | RawEnding::Full { .. }
        | RawEnding::Stalemate { .. }
        | RawEnding::Insufficient { .. }
        | RawEnding::Repetition { .. }
        | RawEnding::Movelimit { .. }
        | RawEnding::Captures { .. }
        | RawEnding::Promotions { .. }
        | RawEnding::Checks { .. }
        | RawEnding::Extinction { .. }
        | RawEnding::Resignation { .. }
        | RawEnding::Agreement { .. }
        | RawEnding::Timelimit { .. } => {}
    }
}

/// Checks for material that no side can have according to the counts of `setup.json`.
pub(super) fn material(rules: &Ruleset, raw: &RawManifest, at: &mut Binder<'_>) {
    let impossible = |texts: &[Text<Qpi>]| {
        let roles: Vec<Role> = texts.iter().filter_map(|text| text.parse().ok().map(Role::of)).collect();
        let is_known = |role: &Role| rules.pieces().any(|(_, piece)| piece.role() == *role);
        if roles.len() < texts.len() || !roles.iter().all(is_known) {
            return None;
        }
        rules.setup_rules().counts.iter().find_map(|&(role, min, max)| {
            let found = roles.iter().filter(|other| **other == role).count() as u32;
            let is_off = found < min || max.is_some_and(|max| found > max);
            is_off.then(|| FaultKind::ImpossibleMaterial { role: rules.role_name(role), found, min, max })
        })
    };
    let insufficient = raw.endings.iter().enumerate().filter_map(|(index, ending)| match ending {
        RawEnding::Insufficient { material, .. } => Some((index, material)),
        _ => None,
    });
    for (index, material) in insufficient {
        for (entry, material) in material.iter().enumerate() {
            for (field, texts) in [("one", &material.one), ("other", &material.other)] {
                if let Some(fault) = impossible(texts) {
                    let path =
                        ["endings".into(), index.into(), "material".into(), entry.into(), field.into()];
                    at.along(path, |at| at.fault(fault));
                }
            }
        }
    }
}

/// Reports rows and conditions about pieces where they can never be.
pub(super) fn unreachable(rules: &Ruleset, parsed: &Parsed, faults: &mut Vec<Fault>) {
    let reach = Reach::of(rules);
    for RawTable { file, ggn, .. } in &parsed.tables {
        let mut at = Binder::new(file, faults);
        let mut last = None;
        for row in &ggn.rows {
            let source: [Step; 2] = [row.piece.into(), row.source.into()];
            if !can_be(rules, &reach, row.piece, row.source) {
                if repeats_plain_form(rules, row) {
                    continue;
                }
                // One fault for all rows of a piece on a square.
                if last.replace((row.piece, row.source)) != Some((row.piece, row.source)) {
                    let (piece, place) = (row.piece.to_string(), row.source.to_string());
                    at.along(source, |at| at.fault(FaultKind::UnreachableRow { piece, place }));
                }
                continue;
            }
            for (index, way) in row.possibilities.iter().enumerate() {
                for &(cell, condition) in &way.must.conditions {
                    let Condition::Piece(piece) = condition else { continue };
                    if let Some(why) = absent(rules, &reach, row.piece, piece, cell) {
                        let rest = [row.destination.into(), index.into(), "must".into(), cell.into()];
                        let path = source.clone().into_iter().chain(rest);
                        at.along(path, |at| at.fault(FaultKind::NeverHolds(why)));
                    }
                }
            }
        }
    }
}

fn can_be(rules: &Ruleset, reach: &Reach, piece: Qpi, place: Place) -> bool {
    // A piece that did not bind has already been reported.
    let Some(id) = rules.piece_id(piece) else { return true };
    match place {
        Place::Hand => reach.in_hand(id),
        // A marker expires before its side is to move, so that rows of its own are useless.
        Place::Cell(cell) => {
            let square = rules.shape().square(cell);
            rules.expires(id).is_none() && square.is_none_or(|square| reach.on_board(id, square))
        }
    }
}

/// Returns whether the piece into which this one changes by moving has the same row. A table may have rows of a state on squares that it never reaches,
/// as long as they equal those of the plain piece: one pattern generates both.
fn repeats_plain_form(rules: &Ruleset, row: &Row) -> bool {
    let location = |place| match place {
        Place::Hand => Some(Location::Hand),
        Place::Cell(cell) => rules.shape().square(cell).map(Location::Square),
    };
    let ways = |piece| {
        let row = rules.table().row(piece, location(row.source)?, location(row.destination)?)?;
        Some(rules.table().possibilities(row).map(|(_, way)| (&way.must, &way.deny)))
    };
    let repeats = || {
        let piece = rules.piece_id(row.piece)?;
        let plain = Some(rules.moved(piece)).filter(|&plain| plain != piece)?;
        Some(ways(piece)?.eq(ways(plain)?))
    };
    repeats().unwrap_or(false)
}

/// Returns the reason why a row of `mover` can never find `piece` on a square.
fn absent(rules: &Ruleset, reach: &Reach, mover: Qpi, piece: Qpi, cell: Cell) -> Option<Never> {
    let (id, square): (_, Square) = (rules.piece_id(piece)?, rules.shape().square(cell)?);
    if rules.expires(id).is_some() && piece.side() == mover.side() {
        return Some(Never::MarkHasFallen(piece.to_string()));
    }
    (!reach.on_board(id, square)).then(|| Never::NeverThere(piece.to_string()))
}

impl Ruleset {
    /// Returns doubts: parts of the rules that load and work but are probably not intended. They are for authors of rules, not for servers.
    #[must_use]
    pub fn doubts(&self) -> Vec<Fault> {
        let mut doubts = Vec::new();
        let mut doubt = |path: Vec<JsonStep>, kind| {
            doubts.push(Fault { file: MANIFEST.to_owned(), path: JsonPath { steps: path }, kind });
        };
        let royal = |side| {
            self.initial().pieces().any(|(_, piece)| self.side_of(piece) == side && self.is_terminal(piece))
        };
        let is_royal_game = self.constraints().contains(&Constraint::RoyalSafety)
            || self
                .endings()
                .automatic
                .iter()
                .any(|(ending, _)| matches!(ending, Automatic::Checkmate { .. }));
        // A side without a royal piece may lose with its last piece instead.
        let loses_with_last =
            self.endings().automatic.iter().any(
                |(ending, _)| matches!(ending, Automatic::Extinction { pieces, .. } if pieces.is_empty()),
            );
        for side in Side::BOTH.into_iter().filter(|_| !loses_with_last) {
            if is_royal_game && royal(side.opponent()) && !royal(side) {
                doubt(vec!["initial".into()], FaultKind::OneSidedRoyal(self.side_name(side).to_owned()));
            }
        }
        let mates = self
            .endings()
            .automatic
            .iter()
            .position(|(ending, _)| matches!(ending, Automatic::Checkmate { .. }));
        if let Some(index) = mates.filter(|_| !self.constraints().contains(&Constraint::RoyalSafety)) {
            doubt(vec!["endings".into(), index.into()], FaultKind::MateWithoutSafety(Status::Checkmate));
        }
        #[cfg(feature = "mechanic")]
        if self.mechanics().can_destroy() && Side::BOTH.into_iter().any(royal) {
            let says = |(ending, _): &(Automatic, _)| matches!(ending, Automatic::Extinction { .. });
            if !self.endings().automatic.iter().any(says) {
                doubt(vec!["mechanics".into()], FaultKind::DestroyedWithoutEnd);
            }
        }
        doubts.extend(self.shared_spellings());
        doubts
    }

    /// Returns doubts about roles of one side that share a letter in algebraic notation.
    fn shared_spellings(&self) -> Vec<Fault> {
        let mut seen: Vec<(Role, &str)> = Vec::new();
        let mut doubts = Vec::new();
        for (_, piece) in self.pieces() {
            if seen.iter().any(|(role, _)| *role == piece.role()) {
                continue;
            }
            let sides = |role: Role| {
                let of =
                    |side: Side| self.pieces().any(|(_, other)| other.role() == role && other.side() == side);
                Side::BOTH.map(of)
            };
            let share_a_side = |one: Role, other: Role| {
                sides(one).into_iter().zip(sides(other)).any(|(one, other)| one && other)
            };
            let is_alike =
                |(role, san): &&(Role, &str)| *san == piece.san && share_a_side(*role, piece.role());
            if let Some((role, _)) = seen.iter().find(is_alike) {
                let first = self.role_name(*role);
                let kind =
                    FaultKind::SharedSpelling { first, second: piece.name.clone(), san: piece.san.clone() };
                let path = JsonPath { steps: vec!["pieces".into()] };
                doubts.push(Fault { file: MANIFEST.to_owned(), path, kind });
            }
            seen.push((piece.role(), &piece.san));
        }
        doubts
    }
}

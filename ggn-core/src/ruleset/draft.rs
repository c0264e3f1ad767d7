//! Rows of all tables on their way from text to the ruleset's table: bound to the board, checked one by one, each with its effects.

use std::sync::Arc;

use crate::hashing::HashMap;

use super::bind::Names;
use super::binder::Binder;
use super::fault::{Fault, FaultKind};
use super::lint;
use super::load::{EFFECTS, Parsed, RawTable};
use super::raw::RawEffect;
use super::table::{Condition, Draft, Effect, Lists, Possibility};
use crate::Square;
use crate::notation::ggn::{self, Row};

/// Bound rows and effects of a ruleset.
pub(super) struct Drafted {
    /// Rows, sorted by piece, source and destination.
    pub(super) drafts: Vec<Draft>,
    pub(super) lists: Lists,
    pub(super) effects: Vec<Effect>,
}

/// Binds the rows of all tables to the board, each possibility with its effect.
pub(super) fn draft(parsed: &Parsed, names: &Names<'_>, faults: &mut Vec<Fault>) -> Drafted {
    let mut drafter = Drafter { names, lists: Lists::default(), bound: HashMap::default() };
    let mut rows = Vec::new();
    for RawTable { file, ggn, is_whole } in &parsed.tables {
        let mut at = Binder::new(file, faults);
        rows.reserve(ggn.rows.len());
        for row in &ggn.rows {
            rows.extend(drafter.row(&mut at, row, *is_whole).map(|draft| (draft, row)));
        }
    }
    // Rows of several tables with the same source and destination stay in the order of the tables.
    rows.sort_by_key(|(draft, _)| draft.key());
    let mut effects = Vec::new();
    let mut at = Binder::new(EFFECTS, faults);
    at.within("rows", |at| {
        names.effects(at, &parsed.effects.rows, |at, key, when, raw, effect| {
            let first = rows.partition_point(|(draft, _)| draft.key() < key);
            let past = rows.partition_point(|(draft, _)| draft.key() <= key);
            let Some(found @ [_, ..]) = rows.get_mut(first..past) else { return Err(()) };
            let id = effects.len() as u32;
            effects.push(effect);
            let mut fits = 0;
            for (draft, row) in found {
                fits += drafter.give(at, draft, row, (raw, id), when);
            }
            if fits == 0 && parsed.knows_its_pieces {
                at.fault(FaultKind::NoSuchPossibility);
            }
            Ok(())
        });
    });
    let drafts = rows.into_iter().map(|(draft, _)| draft).collect();
    Drafted { drafts, lists: drafter.lists, effects }
}

/// Binds rows.
struct Drafter<'n> {
    names: &'n Names<'n>,
    lists: Lists,
    /// Numbers of the lists of possibilities that several rows share and that were bound without fault, by their address.
    bound: HashMap<u64, u32>,
}

impl Drafter<'_> {
    /// Binds a row of a table. `is_whole`: all of the table could be read.
    fn row(&mut self, at: &mut Binder<'_>, row: &Row, is_whole: bool) -> Option<Draft> {
        at.along([row.piece.into(), row.source.into(), row.destination.into()], |at| {
            let ways = self.ways(at, row, is_whole);
            let (piece, source, destination) = self.names.row_key(at, row)?;
            Some(Draft { piece, source, destination, ways })
        })
    }

    /// Checks and binds the possibilities of a row.
    fn ways(&mut self, at: &mut Binder<'_>, row: &Row, is_whole: bool) -> u32 {
        let arrives = self.names.is_there(row.destination);
        let shared =
            (Arc::strong_count(&row.possibilities) > 1).then(|| row.possibilities.as_ptr().addr() as u64);
        if let Some(&ways) = shared.and_then(|address| self.bound.get(&address)) {
            for (index, way) in row.possibilities.iter().enumerate() {
                at.within(index, |at| lint::possibility(at, row, way, is_whole && arrives));
            }
            return ways;
        }
        let mut is_bound = true;
        let bind = |(index, way): (usize, &ggn::Possibility)| {
            at.within(index, |at| {
                let mut must = way.must.conditions.iter();
                let binds = arrives && must.all(|&(cell, _)| self.names.is_there(ggn::Place::Cell(cell)));
                lint::possibility(at, row, way, is_whole && binds);
                let before = at.count();
                let bound = self.names.possibility(at, way);
                is_bound &= at.count() == before;
                bound
            })
        };
        let ways = row.possibilities.iter().enumerate().map(bind).collect();
        let number = self.lists.number(ways);
        // A list with a fault is bound again for each row, so that the fault is reported at each.
        if let Some(address) = shared.filter(|_| is_bound) {
            self.bound.insert(address, number);
        }
        number
    }

    /// Attaches an effect to the possibilities of a row that have its conditions, and returns their number.
    fn give(
        &mut self,
        at: &mut Binder<'_>,
        draft: &mut Draft,
        row: &Row,
        (raw, effect): (&RawEffect, u32),
        when: &[(Square, Condition)],
    ) -> usize {
        let mut fits = 0;
        let mut ways: Vec<Possibility> = self.lists.list(draft.ways).to_vec();
        for (way, text) in ways.iter_mut().zip(&*row.possibilities) {
            if !when.iter().all(|required| way.must.contains(required)) {
                continue;
            }
            fits += 1;
            if way.effect.replace(effect).is_some() {
                at.fault(FaultKind::TwoEffects);
            }
            lint::arrivals(at, raw, row, text);
        }
        draft.ways = self.lists.number(ways);
        fits
    }
}

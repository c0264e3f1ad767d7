//! Comparison of compiled rulesets with the interpreter (cargo feature `testing`): every way to compile a ruleset, and the first difference from the
//! interpreter in a position. It reads what only the tables know; the test that plays the games is `tests/compiled.rs`.

use std::sync::Arc;

use crate::compile::{CompiledRules, Leaves, Processor, compile, compile_128, compile_256};
use crate::ending::LineCounts;
use crate::movement::{Move, Transition};
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{PieceId, Side, Square, check, legality, reference};

/// A ruleset compiled in one of the possible ways.
#[derive(Clone, Debug)]
pub struct CompiledVariant(Arc<dyn CompiledRules>);

impl CompiledVariant {
    /// Number of ways to compile a ruleset: for each processor kind, in each set width.
    pub const WAYS: usize = Processor::ALL.len() * 3;

    /// Compiles a ruleset for every processor kind and for every set width that holds its board. A game that the interpreter alone plays has none.
    #[must_use]
    pub fn all(rules: &Ruleset) -> Vec<CompiledVariant> {
        (0..Self::WAYS).filter_map(|way| Self::compiled(rules, way)).collect()
    }

    /// Compiles a ruleset in the way of a number below [`WAYS`](Self::WAYS). `None` if it cannot be compiled so.
    #[must_use]
    pub fn compiled(rules: &Ruleset, way: usize) -> Option<CompiledVariant> {
        let processor = *Processor::ALL.get(way / 3)?;
        let squares = rules.shape().squares();
        let compiled = match way % 3 {
            0 => compile(rules, processor),
            1 if squares <= 128 => compile_128(rules, processor),
            2 if squares <= 256 => compile_256(rules),
            _ => None,
        };
        compiled.map(CompiledVariant)
    }

    /// Returns the legal moves of a position, in the order of the interpreter. The position may belong to other rules; the moves are then
    /// unspecified, but the call returns.
    #[must_use]
    pub fn legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move> {
        self.0.legal_moves(rules, position)
    }

    /// Counts the lines of `depth` legal moves, making every move including the last.
    #[must_use]
    pub fn perft_full(&self, position: &Position, depth: u32) -> u64 {
        self.0.perft(position, &LineCounts::default(), depth, Leaves::Made, None)
    }

    /// Returns the first difference from the interpreter in a position, if any: legal moves and their order, bits and key after each of them,
    /// checks, attacked squares, pins.
    #[must_use]
    pub fn differs(&self, rules: &Ruleset, position: &Position) -> Option<String> {
        let compiled = self.0.as_ref();
        let is_other_check =
            |&side: &Side| compiled.in_check(position, side) != check::in_check(rules, position, side);
        let what = if compiled.legal_moves(rules, position) != legality::legal_moves(rules, position) {
            "the legal moves".to_owned()
        } else if !compiled.updates_match(rules, position) {
            "the bits or the key after a move".to_owned()
        } else if compiled.pseudo_legal_moves(rules, position) != reference::pseudo_legal(rules, position) {
            "the pseudo-legal moves".to_owned()
        } else if Side::BOTH.iter().any(is_other_check) {
            "a check".to_owned()
        } else if let Some(square) = different_attack(rules, compiled, position) {
            format!("what attacks square {}", square.index())
        } else {
            different_pins(rules, compiled, position)?
        };
        Some(format!("{what}: {}", rules.feen(position)))
    }
}

/// Returns a square that only one of the two regards as attacked when a royal piece of the side to move stands there.
fn different_attack(rules: &Ruleset, compiled: &dyn CompiledRules, position: &Position) -> Option<Square> {
    let side = position.turn();
    let is_royal = |piece: &crate::Piece| piece.is_terminal() && piece.side() == side;
    let (supposed, _) = rules.pieces().find(|(_, piece)| is_royal(piece))?;
    (0..rules.shape().squares()).filter_map(Square::from_index).find(|&square| {
        let mut attackers = reference::attackers(rules, position, side.opponent(), square, supposed);
        let attacks = compiled.attacks(position, square.index(), supposed);
        (attacks.by_simple_rows || attacks.by_specials) != attackers.next().is_some()
            || attacks.by_simple_rows != attacks.in_danger_set
    })
}

/// Returns a description of the pins if they differ. A piece is pinned if its removal adds an attacker of the royal piece.
fn different_pins(rules: &Ruleset, compiled: &dyn CompiledRules, position: &Position) -> Option<String> {
    let pinned = compiled.pinned(position)?;
    let side = position.turn();
    let is_own = |piece| rules.side_of(piece) == side;
    let (royal, supposed) =
        position.pieces().find(|&(_, piece)| is_own(piece) && rules.is_terminal(piece))?;
    let attackers =
        |position: &Position| reference::attackers(rules, position, side.opponent(), royal, supposed).count();
    let exposes = |&(square, piece): &(Square, PieceId)| {
        let gone = Transition { board: [(square, None)].into_iter().collect(), ..Transition::default() };
        is_own(piece) && square != royal && attackers(&position.after(&gone)) > attackers(position)
    };
    let expected: Vec<usize> = position.pieces().filter(exposes).map(|(square, _)| square.index()).collect();
    (pinned != expected).then(|| format!("the pins, {pinned:?} instead of {expected:?}"))
}

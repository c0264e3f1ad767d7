//! What is compiled beside what is read (cargo feature `trial`): every way to compile a ruleset, and the first thing that one of them says of a
//! position otherwise than the interpreter does. It looks at what only the tables know, so that it has its place here; who plays the games is a test outside
//! (`tests/compiled.rs`).

use std::sync::Arc;

use super::{Engine, Leaves, broad, broadest, compile};
use crate::movement::{Move, Transition};
use crate::position::Position;
use crate::processor::Processor;
use crate::ruleset::Ruleset;
use crate::{PieceId, Side, Square, legality, reference};

/// A ruleset compiled in one way.
#[derive(Clone, Debug)]
pub struct Compiled(Arc<dyn Engine>);

impl Compiled {
    /// A ruleset for every processor and as words of every width that holds its board.
    #[must_use]
    pub fn all(rules: &Ruleset) -> Vec<Compiled> {
        let of = |processor| [compile(rules, processor), broad(rules, processor), broadest(rules)];
        Processor::ALL.into_iter().flat_map(of).flatten().map(Compiled).collect()
    }

    /// The legal moves of a position, in the order of the interpreter. The position may be one of other rules; of what is told then it is only certain that
    /// it is told.
    #[must_use]
    pub fn legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move> {
        self.0.legal_moves(rules, position)
    }

    /// How many lines of so many legal moves there are, each of them made to its end.
    #[must_use]
    pub fn perft_full(&self, position: &Position, depth: u32) -> u64 {
        self.0.perft(position, depth, Leaves::Made, None)
    }

    /// What the interpreter says otherwise of a position, if anything: of the moves and their order, of the bits and the key after each of them, of check,
    /// of what is attacked and of what is pinned.
    #[must_use]
    pub fn differs(&self, rules: &Ruleset, position: &Position) -> Option<String> {
        let engine = self.0.as_ref();
        let is_other_check =
            |&side: &Side| engine.in_check(position, side) != legality::in_check(rules, position, side);
        let what = if engine.legal_moves(rules, position) != reference::legal_moves(rules, position) {
            "the legal moves".to_owned()
        } else if !engine.keeps_up(rules, position) {
            "the bits or the key after a move".to_owned()
        } else if engine.pseudo_legal_moves(rules, position) != reference::pseudo_legal(rules, position) {
            "the pseudo-legal moves".to_owned()
        } else if Side::BOTH.iter().any(is_other_check) {
            "a check".to_owned()
        } else if let Some(square) = attacked_otherwise(rules, engine, position) {
            format!("what attacks square {}", square.index())
        } else {
            pinned_otherwise(rules, engine, position)?
        };
        Some(format!("{what}: {}", rules.feen(position)))
    }
}

/// A square that is attacked by the one and not by the other, supposing there a royal piece of the side to move.
fn attacked_otherwise(rules: &Ruleset, engine: &dyn Engine, position: &Position) -> Option<Square> {
    let side = position.turn();
    let is_royal = |piece: &crate::Piece| piece.is_terminal() && piece.side() == side;
    let (supposed, _) = rules.pieces().find(|(_, piece)| is_royal(piece))?;
    (0..rules.shape().squares()).filter_map(Square::from_index).find(|&square| {
        let mut attackers = reference::attackers(rules, position, side.opponent(), square, supposed);
        let attacks = engine.attacks(position, square.index(), supposed);
        (attacks.simply || attacks.by_words) != attackers.next().is_some()
            || attacks.simply != attacks.among_all
    })
}

/// The pieces that are pinned for the one, if others are for the other: a piece is pinned if the royal piece is attacked by one more when it is gone.
fn pinned_otherwise(rules: &Ruleset, engine: &dyn Engine, position: &Position) -> Option<String> {
    let pinned = engine.pinned(position)?;
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

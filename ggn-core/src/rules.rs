//! Rules of a game, ready to be played: a ruleset and the move generator chosen for it.

use std::ops::Deref;
use std::sync::Arc;

use crate::check::{self, Threat};
#[cfg(feature = "compiled")]
use crate::compile::{self, CompiledRules, Processor};
use crate::json::Json;
use crate::legality::{self, Obstacle, Violation};
#[cfg(feature = "mechanic")]
use crate::mechanic::{self, QuietDistances, Retreat, RetreatKind};
#[cfg(feature = "mechanic")]
use crate::movement::NotRepulsed;
use crate::movement::{Move, MoveEffect};
use crate::notation::feen::Feen;
use crate::notation::ggn::Ggn;
use crate::position::{ImpossibleSetup, Position};
use crate::ruleset::{Faults, Ruleset, load};
use crate::{Side, Square, reference, setup, transition};

/// Rules of one game: a [`Ruleset`] with the move generator that plays it. Immutable; made only by [`Rules::load`] from the bytes of its files.
///
/// This type dereferences to its ruleset, which has the board, the pieces and the names.
#[derive(Clone, Debug)]
pub struct Rules {
    ruleset: Ruleset,
    /// Distances in quiet moves, for retreats.
    #[cfg(feature = "mechanic")]
    quiet_distances: Arc<QuietDistances>,
    /// Compiled tables, unless bitboards cannot hold the game.
    #[cfg(feature = "compiled")]
    compiled: Option<Arc<dyn CompiledRules>>,
}

impl Deref for Rules {
    type Target = Ruleset;

    #[inline]
    fn deref(&self) -> &Ruleset {
        &self.ruleset
    }
}

impl Rules {
    /// Reads rules from the files of a ruleset: pairs of the path inside its folder (`ruleset.json`, `ggn/leapers.json`, …) and the bytes.
    ///
    /// # Errors
    /// Returns all faults that were found, not only the first, each with its file and its place in the file.
    pub fn load(files: &[(String, Vec<u8>)]) -> Result<Arc<Rules>, Faults> {
        Rules::load_with_tables(files, Vec::new(), None)
    }

    /// Reads rules as [`Rules::load`] does, with movement tables and effects that are no files: those that patterns come to. Tables have the paths that
    /// they would have as files, and are in their order; effects are what `effects.json` would say.
    ///
    /// # Errors
    /// Returns all faults that were found.
    pub fn load_with_tables(
        files: &[(String, Vec<u8>)],
        tables: Vec<(String, Ggn)>,
        effects: Option<&Json>,
    ) -> Result<Arc<Rules>, Faults> {
        let ruleset = load(files, (tables, effects), read_position)?;
        Ok(Arc::new(Rules {
            #[cfg(feature = "mechanic")]
            quiet_distances: Arc::new(QuietDistances::new(ruleset.pieces().count())),
            #[cfg(feature = "compiled")]
            compiled: compile::compile(&ruleset, Processor::detect()),
            ruleset,
        }))
    }

    /// Makes a position of this game from a parsed FEEN.
    ///
    /// # Errors
    /// Returns every reason why the position is impossible. Nothing is repaired silently.
    pub fn position(&self, feen: &Feen) -> Result<Position, ImpossibleSetup> {
        #[cfg(feature = "compiled")]
        if let Some(compiled) = self.compiled() {
            return setup::position(self, feen, &|position, side| compiled.in_check(position, side));
        }
        read_position(self, feen)
    }

    /// Returns the same as [`Rules::position`], and also a position in which the side that has moved is in check: players who see no check leave their
    /// royal pieces in it.
    ///
    /// # Errors
    /// Returns every other reason why the position is impossible.
    pub fn position_in_check(&self, feen: &Feen) -> Result<Position, ImpossibleSetup> {
        setup::position(self, feen, &|_, _| false)
    }

    /// Returns every legal move of the side to move.
    // Requirement engine-2.
    #[must_use]
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        #[cfg(feature = "compiled")]
        if let Some(compiled) = self.compiled() {
            return compiled.legal_moves(self, position);
        }
        legality::legal_moves(self, position)
    }

    /// Returns the same moves in the same order as [`Rules::legal_moves`], read from the rows by the interpreter: slow, and the oracle for
    /// compiled tables.
    #[must_use]
    pub fn interpreted_legal_moves(&self, position: &Position) -> Vec<Move> {
        legality::legal_moves(self, position)
    }

    /// Returns the approximate size of the compiled tables in bytes; `None` for a game that bitboards cannot hold, which the interpreter plays, and
    /// without the feature `compiled`.
    #[must_use]
    pub fn compiled_bytes(&self) -> Option<usize> {
        #[cfg(feature = "compiled")]
        return self.compiled().map(CompiledRules::bytes);
        #[cfg(not(feature = "compiled"))]
        None
    }

    /// Returns the same rules compiled for another processor than [`Processor::detect`] finds; if this machine lacks its features, for the best that
    /// it has. For comparing the lookups.
    #[cfg(feature = "compiled")]
    #[must_use]
    pub fn compiled_for(&self, processor: Processor) -> Rules {
        Rules { compiled: compile::compile(self, processor), ..self.clone() }
    }

    /// Returns every pseudo-legal move of the side to move: the moves that the tables alone allow.
    #[must_use]
    pub fn pseudo_legal_moves(&self, position: &Position) -> Vec<Move> {
        #[cfg(feature = "compiled")]
        if let Some(compiled) = self.compiled() {
            return compiled.pseudo_legal_moves(self, position);
        }
        reference::pseudo_legal(self, position)
    }

    /// Returns whether a terminal piece of `side` can be captured.
    #[must_use]
    pub fn in_check(&self, position: &Position, side: Side) -> bool {
        #[cfg(feature = "compiled")]
        if let Some(compiled) = self.compiled() {
            return compiled.in_check(position, side);
        }
        check::in_check(self, position, side)
    }

    /// Returns every terminal piece of `side` that can be captured, with its attackers; none if the side is not in check.
    #[must_use]
    pub fn threats(&self, position: &Position, side: Side) -> Vec<Threat> {
        check::threats(self, position, side)
    }

    /// Returns every reason why a pseudo-legal move of the side to move is not legal; none if it is.
    #[must_use]
    pub fn violations(&self, position: &Position, mv: &Move) -> Vec<Violation> {
        legality::violations(self, position, mv)
    }

    /// Returns the reason why no legal move leads from one square to another; `None` if one does, or if no piece of the side to move is on the first.
    #[must_use]
    pub fn obstacle(&self, position: &Position, source: Square, destination: Square) -> Option<Obstacle> {
        legality::obstacle(self, position, source, destination)
    }

    /// Returns whether a move is a pass: its piece stays where it is, as it is.
    #[must_use]
    pub fn is_pass(&self, mv: &Move) -> bool {
        legality::is_pass(self, mv)
    }

    /// Returns the effect on pieces of a move that these rules generated for the position.
    #[must_use]
    pub fn effect(&self, position: &Position, mv: &Move) -> MoveEffect {
        transition::transition(self, position, mv).1
    }

    /// Returns the position after a move that these rules generated for it.
    #[must_use]
    pub fn after(&self, position: &Position, mv: &Move) -> Position {
        position.after(&transition::transition(self, position, mv).0)
    }

    /// Returns the position after a move that these rules generated for it, played as a capture that fails and leaves its piece on `to`
    /// (see [`Game::repulse`](crate::Game::repulse)).
    ///
    /// # Errors
    /// Returns [`NotRepulsed`] with the reason why the move cannot fail that way.
    #[cfg(feature = "mechanic")]
    pub fn repulsed(&self, position: &Position, mv: &Move, to: Square) -> Result<Position, NotRepulsed> {
        let (transition, _) = transition::repulsed(self, position, mv, Some(to))?;
        Ok(position.after(&transition))
    }

    /// Returns the position after a move that these rules generated for it, played as a capture that fails and costs its piece
    /// (see [`Game::forfeit`](crate::Game::forfeit)).
    ///
    /// # Errors
    /// Returns [`NotRepulsed`] with the reason why the move cannot fail that way.
    #[cfg(feature = "mechanic")]
    pub fn forfeited(&self, position: &Position, mv: &Move) -> Result<Position, NotRepulsed> {
        let (transition, _) = transition::repulsed(self, position, mv, None)?;
        Ok(position.after(&transition))
    }

    /// Returns the squares to which the piece of a failed capture may retreat: first its source, then the others from `a1` on. The
    /// caller knows what each costs.
    /// Empty for a piece from the hand.
    #[cfg(feature = "mechanic")]
    #[must_use]
    pub fn retreats(&self, position: &Position, mv: &Move, kind: RetreatKind) -> Vec<Retreat> {
        mechanic::retreats(self, &self.quiet_distances, position, mv, kind)
    }

    /// Returns the kind of retreat that suits a failed capture: a piece that slides along the line of the capture slides back, one that leaps stays inside
    /// the box, and any other, and a terminal one, returns to its source. It follows from the rows of the piece, and depends on no other piece.
    #[cfg(feature = "mechanic")]
    #[must_use]
    pub fn suitable_retreat(&self, mv: &Move) -> RetreatKind {
        mechanic::suitable_retreat(self, mv)
    }

    #[cfg(feature = "compiled")]
    pub(crate) fn compiled(&self) -> Option<&dyn CompiledRules> {
        self.compiled.as_deref()
    }
}

/// Makes a position of a ruleset from a parsed FEEN, with the interpreter's answer to whether a side is in check.
fn read_position(ruleset: &Ruleset, feen: &Feen) -> Result<Position, ImpossibleSetup> {
    setup::position(ruleset, feen, &|position, side| check::in_check(ruleset, position, side))
}

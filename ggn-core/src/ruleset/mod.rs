//! A game, read from data: its board, pieces, tables, effects, constraints and endings.

mod bind;
mod binder;
mod draft;
mod extent;
mod fault;
mod lint;
mod load;
pub(crate) mod mechanics;
#[cfg(feature = "overlay")]
pub(crate) mod overlay;
mod raw;
mod reach;
mod read;
#[cfg(feature = "schema")]
pub(crate) mod schema;
pub(crate) mod table;
mod text;

use std::sync::Arc;

pub use extent::Extent;
pub use fault::{Fault, FaultKind, Faults, Never};
#[cfg(feature = "schema")]
pub(crate) use raw::{RawEffects, RawManifest, RawSetup};

#[cfg(feature = "compiled")]
use crate::compile::Engine;
use crate::ending::EndingRules;
use crate::identity::RightGroup;
use crate::legality::{Threat, Violation};
#[cfg(feature = "mechanic")]
use crate::mechanic::{Manner, Mechanics, Retreat, Walks};
#[cfg(feature = "mechanic")]
use crate::movement::Location;
use crate::movement::{Deed, Move};
use crate::notation::letter::Letter;
use crate::notation::qpi::Qpi;
use crate::piece::{Piece, PieceId};
use crate::position::Position;
use crate::setup::SetupRules;
use crate::{BySide, Shape, Side, Square};
use table::Table;

/// Everything about one game. Immutable; made by [`Ruleset::load`] from the bytes of its files, never by hand.
#[derive(Clone, Debug)]
pub struct Ruleset {
    id: String,
    name: String,
    shape: Shape,
    styles: BySide<Letter>,
    side_names: BySide<String>,
    pieces: Vec<Piece>,
    /// For each piece, what it becomes by moving.
    moved: Vec<PieceId>,
    /// For each piece, what it becomes once the other side has moved.
    expires: Vec<Option<PieceId>>,
    has_markers: bool,
    captured: Captured,
    constraints: Vec<Constraint>,
    has_mechanics: bool,
    #[cfg(feature = "mechanic")]
    mechanics: Mechanics,
    /// How far pieces walk, for those that fall back.
    #[cfg(feature = "mechanic")]
    walks: Arc<Walks>,
    table: Table,
    /// For each square, the rows that take what stands there without arriving there.
    takers: Vec<Vec<Taker>>,
    setup: SetupRules,
    endings: EndingRules,
    rights: Vec<RightGroup>,
    initial: Position,
    /// The same rules as tables of bits, where they fit.
    #[cfg(feature = "compiled")]
    compiled: Option<Arc<dyn Engine>>,
}

/// Where captured pieces go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Captured {
    /// They leave the game.
    Discard,
    /// They enter the capturer's hand as another piece; those not named leave the game.
    Hand(Vec<(PieceId, PieceId)>),
}

/// A rule that makes pseudo-legal moves illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constraint {
    /// No own terminal piece may be capturable after the move.
    RoyalSafety,
    /// The squares named by the row's effect may not be attacked before the move.
    Unattacked,
    /// Who can capture must.
    ForcedCapture,
}

/// A possibility that takes a piece aside from its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taker {
    pub(crate) piece: PieceId,
    pub(crate) source: Square,
    #[cfg(feature = "mechanic")]
    pub(crate) destination: Location,
    pub(crate) possibility: u32,
}

impl Ruleset {
    /// Reads a ruleset from its files: pairs of the path inside the ruleset's folder (`ruleset.json`, `ggn/leapers.json`, …) and
    /// the bytes.
    ///
    /// # Errors
    /// All faults that were found, not only the first, each with its file and the place in it.
    pub fn load(files: &[(String, Vec<u8>)]) -> Result<Arc<Ruleset>, Faults> {
        load::load(files).map(Arc::new)
    }

    /// The name by which data refers to the ruleset.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What people call the game.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The position from which games start.
    #[must_use]
    pub fn initial(&self) -> &Position {
        &self.initial
    }

    /// What people call a side ("white").
    #[must_use]
    pub fn side_name(&self, side: Side) -> &str {
        &self.side_names[side]
    }

    /// The piece of that number.
    #[must_use]
    pub fn piece(&self, id: PieceId) -> Option<&Piece> {
        self.pieces.get(id.index())
    }

    /// Every piece with its number.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.pieces.iter().enumerate().filter_map(|(index, piece)| Some((PieceId::from_index(index)?, piece)))
    }

    /// The number of a piece, if the ruleset knows it.
    #[must_use]
    pub fn piece_id(&self, qpi: Qpi) -> Option<PieceId> {
        self.pieces.iter().position(|piece| piece.qpi == qpi).and_then(PieceId::from_index)
    }

    /// Whether more than rows, effects and the guarding of terminal pieces makes the legal moves: mechanics, or a constraint on the choice among
    /// moves. A build without the feature `mechanic` loads such rules and knows what the tables allow, but not which of that is legal, nor what
    /// comes of it.
    #[must_use]
    pub fn has_mechanics(&self) -> bool {
        self.has_mechanics
    }

    /// Whether pieces have points ([`Position::points_at`]).
    #[cfg(feature = "mechanic")]
    #[must_use]
    pub fn has_points(&self) -> bool {
        self.mechanics.hit_points.is_some()
    }

    /// How many points every piece starts with; none in a game without points.
    #[cfg(feature = "mechanic")]
    #[must_use]
    pub fn initial_points(&self) -> Option<u8> {
        self.mechanics.hit_points.map(|points| points.initial)
    }

    /// How many moves a turn has: one, unless a mechanic says otherwise.
    #[cfg(feature = "mechanic")]
    #[must_use]
    pub fn moves_per_turn(&self) -> u8 {
        self.mechanics.turn.map_or(1, |turn| turn.moves)
    }

    #[cfg(feature = "mechanic")]
    pub(crate) fn mechanics(&self) -> &Mechanics {
        &self.mechanics
    }

    /// Every legal move of the side to move.
    #[must_use]
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        #[cfg(feature = "compiled")]
        if let Some(compiled) = self.compiled() {
            return compiled.legal_moves(self, position);
        }
        crate::reference::legal_moves(self, position)
    }

    /// Roughly how many bytes the compiled tables take; nothing for a game that is played from its rows because bits cannot hold it.
    #[cfg(feature = "compiled")]
    #[must_use]
    pub fn compiled_bytes(&self) -> Option<usize> {
        self.compiled().map(Engine::bytes)
    }

    /// The same rules compiled for a processor other than [`crate::Processor::detect`] finds; one that lacks what is asked for gets the best that
    /// it has. For comparing the ways of looking up.
    #[cfg(feature = "compiled")]
    #[must_use]
    pub fn compiled_for(&self, processor: crate::Processor) -> Ruleset {
        Ruleset { compiled: crate::compile::compile(self, processor), ..self.clone() }
    }

    /// Every pseudo-legal move of the side to move: what the tables alone allow.
    #[must_use]
    pub fn pseudo_legal_moves(&self, position: &Position) -> Vec<Move> {
        #[cfg(feature = "compiled")]
        if let Some(compiled) = self.compiled() {
            return compiled.pseudo_legal_moves(self, position);
        }
        crate::reference::pseudo_legal(self, position)
    }

    /// Whether a terminal piece of `side` can be captured.
    #[must_use]
    pub fn in_check(&self, position: &Position, side: Side) -> bool {
        #[cfg(feature = "compiled")]
        if let Some(compiled) = self.compiled() {
            return compiled.in_check(position, side);
        }
        crate::legality::in_check(self, position, side)
    }

    /// Every terminal piece of `side` that can be captured, with the pieces that could capture it; none when it is not in check.
    #[must_use]
    pub fn threats(&self, position: &Position, side: Side) -> Vec<Threat> {
        crate::legality::threats(self, position, side)
    }

    /// Every reason why a pseudo-legal move of the side to move is not legal; none if it is.
    #[must_use]
    pub fn violations(&self, position: &Position, mv: &Move) -> Vec<Violation> {
        crate::legality::violations(self, position, mv)
    }

    /// What a move that this ruleset generated for a position does to other pieces.
    #[must_use]
    pub fn deed(&self, position: &Position, mv: &Move) -> Deed {
        crate::reference::transition(self, position, mv).1
    }

    /// The position after a move that this ruleset generated for it.
    #[must_use]
    pub fn after(&self, position: &Position, mv: &Move) -> Position {
        position.after(&crate::reference::transition(self, position, mv).0)
    }

    /// The position after a move that this ruleset generated for it, if it is a capture that fails and leaves its piece on `to`
    /// (see [`Game::repulse`](crate::Game::repulse)).
    ///
    /// # Errors
    /// Why the move cannot fail that way.
    #[cfg(feature = "mechanic")]
    pub fn repulsed(
        &self,
        position: &Position,
        mv: &Move,
        to: Square,
    ) -> Result<Position, crate::NotRepulsed> {
        let (transition, _) = crate::mechanic::repulsed(self, position, mv, Some(to))?;
        Ok(position.after(&transition))
    }

    /// The position after a move that this ruleset generated for it, if it is a capture that fails and costs its piece
    /// (see [`Game::forfeit`](crate::Game::forfeit)).
    ///
    /// # Errors
    /// Why the move cannot fail that way.
    #[cfg(feature = "mechanic")]
    pub fn forfeited(&self, position: &Position, mv: &Move) -> Result<Position, crate::NotRepulsed> {
        let (transition, _) = crate::mechanic::repulsed(self, position, mv, None)?;
        Ok(position.after(&transition))
    }

    /// Where the piece of a capture that fails may fall back to in a manner: first where it came from, which costs nothing, then the others from `a1` on.
    /// Nothing for a piece that comes from the hand.
    #[cfg(feature = "mechanic")]
    #[must_use]
    pub fn retreats(&self, position: &Position, mv: &Move, manner: Manner) -> Vec<Retreat> {
        crate::mechanic::retreats(self, position, mv, manner)
    }

    #[cfg(feature = "mechanic")]
    pub(crate) fn walks(&self) -> &Walks {
        &self.walks
    }

    #[cfg(feature = "compiled")]
    pub(crate) fn compiled(&self) -> Option<&dyn Engine> {
        self.compiled.as_deref()
    }

    pub(crate) fn styles(&self) -> BySide<Letter> {
        self.styles
    }

    pub(crate) fn side_of(&self, piece: PieceId) -> Side {
        self.piece(piece).map_or(Side::First, Piece::side)
    }

    pub(crate) fn is_terminal(&self, piece: PieceId) -> bool {
        self.piece(piece).is_some_and(Piece::is_terminal)
    }

    /// What a piece becomes by moving; itself where the data says nothing.
    pub(crate) fn moved(&self, piece: PieceId) -> PieceId {
        self.moved.get(piece.index()).copied().unwrap_or(piece)
    }

    /// What a marked piece becomes once the other side has moved.
    pub(crate) fn expires(&self, piece: PieceId) -> Option<PieceId> {
        self.expires.get(piece.index()).copied().flatten()
    }

    pub(crate) fn has_markers(&self) -> bool {
        self.has_markers
    }

    pub(crate) fn captured(&self) -> &Captured {
        &self.captured
    }

    pub(crate) fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn takers(&self, square: Square) -> &[Taker] {
        self.takers.get(square.index()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn setup(&self) -> &SetupRules {
        &self.setup
    }

    pub(crate) fn endings(&self) -> &EndingRules {
        &self.endings
    }

    pub(crate) fn rights(&self) -> &[RightGroup] {
        &self.rights
    }
}

//! Words that a moderator would say, asked of boards that a bot imagines.

use std::fmt;

use ggn_core::{Game, Location, Move, PieceId, Placement, Side, SightOptions, Square};
use serde_json::Value;

/// The terms by which a player hears of a game: a moderator who knows no game, and answers about boards that are shown to it.
///
/// A bot has no other source. It is given a referee by the terms of its game, which both players know.
pub trait Referee: fmt::Debug + Send + Sync {
    /// Returns what a side hears of the last move of a game, and of the turn that it begins.
    fn of_last_move(&self, game: &Game, to: Side) -> Heard;

    /// Returns what a side hears of the turn that begins with a game.
    fn of_turn(&self, game: &Game, to: Side) -> Heard;

    /// Returns what a side hears of an action of the side to move, after others in the same turn.
    fn of_action(&self, game: &Game, earlier: &[Action], action: Action, to: Side) -> Answer;

    /// Returns what players see by sight; `None` where they see their own pieces alone.
    fn sight(&self) -> Option<SightOptions>;

    /// Returns whether a piece that was tried may have to move.
    fn binds(&self) -> bool;

    /// Returns whether a player may ask for pawn tries.
    fn answers_any(&self) -> bool;
}

/// Word of the moderator, as an announcement has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The code of the announcement.
    pub text: String,
    /// Its particulars, if any.
    pub payload: Value,
}

/// Words and facts that a player hears of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The words, in order.
    pub words: Vec<Word>,
    /// True if the side to move is in check; `None` where the player does not learn it.
    pub in_check: Option<bool>,
    /// Letters of the pieces that the player counts as captured by the move.
    pub counted: Vec<String>,
}

/// Action of a player in a turn, before its result is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A try to move.
    Try(Try),
    /// A pass.
    Pass,
    /// The question whether there is a pawn try.
    Any,
}

/// A move as a player means it: what becomes of it depends on pieces that the player does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Try {
    /// The piece before the move.
    pub piece: PieceId,
    /// Its source.
    pub source: Location,
    /// Its destination.
    pub destination: Square,
    /// The piece that it becomes by choice.
    pub promotion: Option<PieceId>,
    /// The piece that it places besides.
    pub placed: Option<Placement>,
}

/// Answer to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The move is made.
    Made(Move),
    /// It is not made, or the question is answered, with these words.
    Words(Vec<Word>),
    /// The protocol would refuse it.
    Void,
}

impl Action {
    /// Returns the action that means a move of an imagined board; `None` for a move that is none of the protocol.
    pub(crate) fn of(game_passes: bool, mv: &Move) -> Option<Action> {
        if game_passes {
            return Some(Action::Pass);
        }
        Some(Action::Try(Try {
            piece: mv.piece,
            source: mv.source,
            destination: mv.destination.square()?,
            promotion: mv.promotion,
            placed: mv.placed,
        }))
    }

    /// Returns where a try starts; `None` for what is no try.
    pub(crate) fn source(self) -> Option<(Location, PieceId)> {
        match self {
            Action::Try(tried) => Some((tried.source, tried.piece)),
            Action::Pass | Action::Any => None,
        }
    }
}

//! View of a player in a game by sight: the squares that are seen, the moves that are offered, and the moves made as far as they were seen.

use ggn_core::engine::{Chosen, choice_word};
use ggn_core::{Location, Move, PieceId, Played, Side, Square, appearance};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event_log::dropped;
use super::observation::square_name;
use super::visibility::Visibility;
use crate::domain::{ChoiceWord, Color, GameStatus, PieceName, SquareName};
use crate::game::sight::{SeenEnds, Sights};
use crate::game::{Game, location_name};

/// A move that a player may make, with all its choices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferedMove {
    /// Source square; left out for a drop and a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub from: Option<SquareName>,
    /// The piece that is dropped, in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceName")]
    pub drop: Option<PieceName>,
    /// Destination square; left out for a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub to: Option<SquareName>,
    /// Words of the choices, one of which the move needs; left out where it needs none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChoiceWord>,
}

/// A move that was made, as far as a player saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeenMove {
    /// Its number, from 1.
    pub ply: u32,
    /// Side that made it.
    pub by: Color,
    /// Source square; `*` is the hand. Of an enemy's move only if the square was seen before and is seen afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub from: Option<String>,
    /// Destination square. Of an enemy's move only if the square is seen afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub to: Option<SquareName>,
    /// The piece that was dropped, in full, where its square is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceName")]
    pub drop: Option<PieceName>,
}

/// Returns the sight of the viewer, and the side; `None` for viewers who do not play by sight, and after the end.
fn of(game: &Game, visibility: Visibility) -> Option<(&Sights, Side)> {
    let Visibility::Sight(you) = visibility else { return None };
    Some((game.sights.as_deref()?, you))
}

/// Returns the squares that the viewer sees, in the order of their names.
pub(super) fn seen(game: &Game, visibility: Visibility) -> Option<Vec<SquareName>> {
    let (sights, you) = of(game, visibility)?;
    let squares = game.data.names.in_order().filter(|&(_, square)| sights.sees(you, square));
    Some(squares.map(|(name, _)| name).collect())
}

/// Returns an enemy's piece by its looks, if the viewer sees its square.
pub(super) fn seen_piece(
    game: &Game,
    visibility: Visibility,
    square: Square,
    piece: PieceId,
) -> Option<PieceId> {
    let (sights, you) = of(game, visibility)?;
    sights.sees(you, square).then(|| appearance(game.rules(), piece))
}

/// Returns the moves that the viewer may make, on the viewer's turn: by source, piece and destination, which the order of the engine's list tells
/// nothing beyond.
pub(super) fn legal_moves(game: &Game, visibility: Visibility) -> Option<Vec<OfferedMove>> {
    let (sights, you) = of(game, visibility)?;
    if game.board.position().turn() != you || game.status != GameStatus::Active {
        return None;
    }
    let rules = game.rules();
    let mut moves = sights.offered.clone();
    let placed = |mv: &Move| mv.placed.map(|placed| (placed.piece, placed.square));
    moves.sort_by_key(|mv| (mv.source, mv.piece, mv.destination, mv.promotion, placed(mv)));
    let is_like = |one: &Move, other: &Move| {
        (one.source, one.piece, one.destination) == (other.source, other.piece, other.destination)
    };
    let offered = moves.chunk_by(is_like).filter_map(|ways| {
        let first = ways.first()?;
        if rules.is_pass(first) {
            return Some(OfferedMove::default());
        }
        let is_chosen = ways.len() > 1 || Chosen::of(first) != Chosen::default();
        let words = ways.iter().filter(|_| is_chosen).filter_map(|mv| choice_word(rules, mv).parse().ok());
        let is_drop = first.source == Location::Hand;
        Some(OfferedMove {
            from: first.source.square().and_then(|square| square_name(game, square)),
            drop: game.data.names.piece(first.piece).filter(|_| is_drop).map(|piece| piece.qpi),
            to: first.destination.square().and_then(|square| square_name(game, square)),
            choices: words.collect(),
        })
    });
    let mut offered: Vec<OfferedMove> = offered.collect();
    // All passes mean the same.
    offered.dedup_by(|one, other| one == other && one.to.is_none());
    Some(offered)
}

/// Returns the moves so far as the viewer saw them.
pub(super) fn seen_moves(game: &Game, visibility: Visibility) -> Vec<SeenMove> {
    let Some((sights, you)) = of(game, visibility) else { return Vec::new() };
    let moves = (1..).zip(game.board.history()).zip(&sights.moves);
    moves.map(|((ply, played), ends)| seen_move(game, (ply, played), *ends, you)).collect()
}

/// Returns the last move as the viewer saw it.
pub(super) fn latest_move(game: &Game, visibility: Visibility) -> Option<SeenMove> {
    let (sights, you) = of(game, visibility)?;
    let (played, ends) = (game.board.history().last()?, sights.moves.last()?);
    Some(seen_move(game, (game.plies(), played), *ends, you))
}

fn seen_move(game: &Game, (ply, played): (u32, &Played), ends: SeenEnds, you: Side) -> SeenMove {
    let is_pass = game.rules().is_pass(&played.mv);
    let is_own = played.by == you;
    let is_drop = played.mv.source == Location::Hand;
    let sees_to = (is_own && !is_pass) || ends.destination;
    // A drop is seen where the piece is.
    let sees_from = (is_own && !is_pass) || if is_drop { ends.destination } else { ends.source };
    let to = played.mv.destination.square().and_then(|square| square_name(game, square));
    SeenMove {
        ply,
        by: played.by.into(),
        from: sees_from.then(|| location_name(game.rules(), played.mv.source)),
        to: to.filter(|_| sees_to),
        drop: dropped(game, played).filter(|_| sees_to),
    }
}

//! Reference board of a game: the same moves on a board of the test's own, to know what is hidden.

use std::sync::{Arc, OnceLock};

use ggn_core::{Game, Location, Move, Rules, Side, Square};

use crate::table::data;

pub(crate) fn chess() -> Arc<Rules> {
    static CHESS: OnceLock<Arc<Rules>> = OnceLock::new();
    let load = || {
        let files: Vec<_> = data()
            .into_iter()
            .filter_map(|(path, bytes)| Some((path.strip_prefix("chess/")?.to_owned(), bytes)))
            .collect();
        Rules::load(&files).unwrap_or_else(|faults| panic!("{faults}"))
    };
    Arc::clone(CHESS.get_or_init(load))
}

pub(crate) fn board() -> Game {
    Game::new(chess())
}

pub(crate) fn name(square: Square) -> String {
    chess().shape().cell(square).unwrap().to_string()
}

/// Returns a move as the tests write it: `e2e4`, `e7e8q`.
pub(crate) fn text(mv: &Move) -> String {
    let square = |location: Location| name(location.square().unwrap());
    let becomes = mv.promotion.map(|id| chess().piece(id).unwrap().letter());
    format!("{}{}{}", square(mv.source), square(mv.destination), becomes.map_or(String::new(), String::from))
}

/// Everything that a move discloses to the players besides its author: the captured piece, its square, and the announcement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Footprint {
    /// Squares and types of captured pieces, which their owner misses.
    pub(crate) taken: Vec<(Square, char)>,
    pub(crate) tag: Option<String>,
    pub(crate) promoted: Option<char>,
    pub(crate) check: bool,
    pub(crate) ends: bool,
}

pub(crate) fn footprint(board: &Game, mv: &Move) -> Footprint {
    let mut after = board.clone();
    let played = after.play(mv).unwrap().clone();
    let letter = |id| chess().piece(id).unwrap().letter();
    Footprint {
        taken: played.effect.captured.iter().map(|&(square, id)| (square, letter(id))).collect(),
        tag: played.tag.clone(),
        promoted: played.effect.promoted.map(letter),
        check: played.check,
        ends: after.ending().is_some(),
    }
}

/// Returns the squares of one side's pieces, with their letters.
pub(crate) fn army(board: &Game, side: Side) -> Vec<(String, String)> {
    let rules = chess();
    let mut army: Vec<_> = board
        .position()
        .pieces()
        .map(|(square, id)| (square, rules.piece(id).unwrap()))
        .filter(|(_, piece)| piece.side() == side)
        .map(|(square, piece)| (name(square), piece.qpi.to_string()))
        .collect();
    army.sort();
    army
}

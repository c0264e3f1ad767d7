//! Sight of the players of a game by sight, kept by move: the squares that each sees, the moves that are offered, and what was seen of the moves made.

use ggn_core::{BySide, Move, Played, Side, Square};

use super::Game;
use crate::hearing::{offered, seen};
use crate::profile::PieceVisibility;

/// Present and past sight of the players of a game by sight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sights {
    /// Squares that each side sees, sorted.
    pub(crate) seen: BySide<Vec<Square>>,
    /// Moves that the side to move may make.
    pub(crate) offered: Vec<Move>,
    /// Ends of each move that the other side saw.
    pub(crate) moves: Vec<SeenEnds>,
}

/// Ends of a move that the other side saw. A square counts as seen if its state before and after the move could be compared: the source if it was seen
/// before and is seen afterwards, the destination if it is seen afterwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeenEnds {
    pub(crate) source: bool,
    pub(crate) destination: bool,
}

impl Sights {
    /// Returns the sight at the start of a game; `None` where players do not play by sight.
    pub(super) fn at_start(game: &Game) -> Option<Box<Sights>> {
        (game.profile.view == PieceVisibility::Sight).then(|| {
            let seen = BySide::from_fn(|side| seen(&game.board, game.profile.sight, side));
            let offered = offered(&game.board, &seen[game.board.position().turn()]);
            Box::new(Sights { seen, offered, moves: Vec::new() })
        })
    }

    /// Returns whether a side sees a square.
    pub(crate) fn sees(&self, side: Side, square: Square) -> bool {
        self.seen[side].binary_search(&square).is_ok()
    }
}

impl Game {
    /// Looks at the board after a move.
    pub(super) fn look_again(&mut self, played: &Played) {
        let Some(mut sights) = self.sights.take() else { return };
        let other = played.by.opponent();
        let after = BySide::from_fn(|side| seen(&self.board, self.profile.sight, side));
        let is_pass = self.rules().is_pass(&played.mv);
        let sees_now = |square: Square| !is_pass && after[other].binary_search(&square).is_ok();
        let (source, destination) = (played.mv.source.square(), played.mv.destination.square());
        sights.moves.push(SeenEnds {
            source: source.is_some_and(|square| sights.sees(other, square) && sees_now(square)),
            destination: destination.is_some_and(sees_now),
        });
        sights.seen = after;
        sights.offered = offered(&self.board, &sights.seen[self.board.position().turn()]);
        self.sights = Some(sights);
    }

    /// Returns the moves that a commit of the side to move may mean: the legal ones, or by sight those that are offered.
    pub(super) fn open_moves(&self) -> &[Move] {
        self.sights.as_ref().map_or_else(|| self.board.legal_moves(), |sights| &sights.offered)
    }
}

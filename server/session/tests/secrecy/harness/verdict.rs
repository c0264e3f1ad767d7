//! Result of a commit, implemented after the prose of the moderator's hierarchy, without any of the session's code.

use ggn_core::{Game, Location, Move, OwnPieces, Square, choices, tries};
use session::protocol::player::ErrorCode;

use super::policy::Policy;

/// A commit with squares of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommitRequest {
    pub(crate) from: Square,
    pub(crate) to: Option<Square>,
    pub(crate) promotion: Option<char>,
}

/// Result of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Error(ErrorCode),
    Refused(&'static str),
    Silence,
    Made(Move),
}

/// Returns the result of a commit by the side to move, and the piece that is bound afterwards.
pub(crate) fn decide_commit(
    board: &Game,
    policy: &Policy,
    binds: bool,
    touched: Option<Square>,
    wish: CommitRequest,
) -> (Verdict, Option<Square>) {
    let position = board.position();
    let own = OwnPieces::new(board.rules(), position.turn(), position.pieces());
    let mut bound = touched;
    match touched {
        Some(piece) if piece != wish.from => {
            return (Verdict::Error(ErrorCode::MustMoveTouchedPiece), touched);
        }
        Some(_) => {}
        None => {
            if own.piece_at(wish.from).is_none() {
                return (Verdict::Refused("no_such_piece"), None);
            }
            if board.legal_from(wish.from).next().is_none() {
                let may_go = if policy.wont_help_includes_blocked {
                    !tries(board.rules(), &own, wish.from).is_empty()
                } else {
                    let moves = board.rules().pseudo_legal_moves(position);
                    moves.iter().any(|mv| mv.source == Location::Square(wish.from))
                };
                return (Verdict::Refused(if may_go { "wont_help" } else { "no_legal_moves" }), None);
            }
            if binds {
                bound = Some(wish.from);
            }
        }
    }
    let Some(to) = wish.to else { return (Verdict::Silence, bound) };
    let must_choose = !choices(board.rules(), &own, wish.from, to).is_empty();
    if must_choose && wish.promotion.is_none() {
        return (Verdict::Error(ErrorCode::PromotionRequired), bound);
    }
    let becomes =
        |mv: &&Move| mv.promotion.and_then(|id| board.rules().piece(id)).map(ggn_core::Piece::letter);
    let there = || board.legal_from(wish.from).filter(|mv| mv.destination == Location::Square(to));
    let chosen = there().find(|mv| becomes(mv) == wish.promotion);
    // Nobody can know beforehand whether a promotion is only a hit, so the choice is ignored then.
    let plain = there().find(|mv| becomes(mv).is_none() && (!must_choose || board.rules().has_points()));
    (chosen.or(plain).map_or(Verdict::Refused("illegal_move"), |mv| Verdict::Made(*mv)), bound)
}

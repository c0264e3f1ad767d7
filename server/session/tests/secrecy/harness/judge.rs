//! What a commit leads to, after the prose of the moderator's hierarchy and with none of the session's code.

use ggn_core::{Game, Location, Move, OwnPieces, Square, choices, tries};
use session::protocol::player::ErrorCode;

use super::policy::Policy;

/// A commit whose squares are on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) from: Square,
    pub(crate) to: Option<Square>,
    pub(crate) promotion: Option<char>,
}

/// What becomes of a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Error(ErrorCode),
    Refused(&'static str),
    Silence,
    Made(Move),
}

/// Judges the wish of the side to move, and says which piece is bound afterwards.
pub(crate) fn judge(
    board: &Game,
    policy: &Policy,
    binds: bool,
    touched: Option<Square>,
    wish: Wish,
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
    // Whether a promotion comes to no more than a hit, nobody can know before: the choice is passed over then.
    let plain = there().find(|mv| becomes(mv).is_none() && (!must_choose || board.rules().has_points()));
    (chosen.or(plain).map_or(Verdict::Refused("illegal_move"), |mv| Verdict::Made(*mv)), bound)
}

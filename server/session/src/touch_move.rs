//! The touch-move rule: what a commit leads to, asked in the moderator's strict order, and which piece is bound afterwards.

use ggn_core::{Location, Move, OwnPieces, Square, choices, tries};

use crate::moderator::Event;
use crate::protocol::player::{ErrorCode, PieceType};

/// What a player wants to do with a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Commit {
    pub(crate) from: Square,
    pub(crate) to: Option<Square>,
    pub(crate) promotion: Option<PieceType>,
}

/// The rule's settings, from the profile and the moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TouchRules {
    /// Whether a touched piece is bound.
    pub(crate) binds: bool,
    /// See [`crate::moderator::Moderator::wont_help_includes_blocked`].
    pub(crate) wont_help_includes_blocked: bool,
}

/// What a commit leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The message has no effect, and this is why.
    Error(ErrorCode),
    /// The moderator refuses.
    Refuse(Event),
    /// The piece is touched (or was already), and nobody says anything.
    Silent,
    /// The move is made.
    Play(Move),
}

/// What a commit leads to, and the piece that is bound afterwards (before the move is made, if one is).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Judgement {
    pub(crate) step: Step,
    pub(crate) touched: Option<Square>,
}

/// Judges a commit of the side to move. It changes nothing.
pub(crate) fn judge(
    board: &ggn_core::Game,
    rules: TouchRules,
    touched: Option<Square>,
    commit: Commit,
) -> Judgement {
    if let Some(bound) = touched {
        let step = match commit.to {
            _ if commit.from != bound => Step::Error(ErrorCode::MustMoveTouchedPiece),
            None => Step::Silent,
            Some(to) => try_move(board, commit, to),
        };
        return Judgement { step, touched };
    }
    if let Some(refusal) = refusal_of_piece(board, rules, commit.from) {
        return Judgement { step: Step::Refuse(refusal), touched: None };
    }
    let step = commit.to.map_or(Step::Silent, |to| try_move(board, commit, to));
    Judgement { step, touched: rules.binds.then_some(commit.from) }
}

/// Why the piece on a square may not be touched: the first rungs of the hierarchy, each asked only when the one before it did not hold.
fn refusal_of_piece(board: &ggn_core::Game, rules: TouchRules, from: Square) -> Option<Event> {
    let own = own_pieces(board);
    if own.piece_at(from).is_none() {
        return Some(Event::NoSuchPiece);
    }
    if board.legal_from(from).next().is_some() {
        return None;
    }
    let could_move = if rules.wont_help_includes_blocked {
        !tries(board.rules(), &own, from).is_empty()
    } else {
        let pseudo_legal = board.rules().pseudo_legal_moves(board.position());
        pseudo_legal.iter().any(|mv| mv.source == Location::Square(from))
    };
    Some(if could_move { Event::WontHelp } else { Event::NoLegalMoves })
}

fn try_move(board: &ggn_core::Game, commit: Commit, to: Square) -> Step {
    // Whether a promotion is due is asked of geometry and own pieces alone, and before legality: the question tells nothing of the enemy.
    let due = choices(board.rules(), &own_pieces(board), commit.from, to);
    let promotion = match (due.is_empty(), commit.promotion) {
        (true, _) => None,
        (false, None) => return Step::Error(ErrorCode::PromotionRequired),
        (false, chosen) => chosen,
    };
    let becomes = |mv: &Move| {
        mv.promotion.and_then(|id| board.rules().piece(id)).and_then(|piece| PieceType::new(piece.letter()))
    };
    board
        .legal_from(commit.from)
        .find(|mv| mv.destination == Location::Square(to) && becomes(mv) == promotion)
        .map_or(Step::Refuse(Event::IllegalMove), |mv| Step::Play(*mv))
}

fn own_pieces(board: &ggn_core::Game) -> OwnPieces {
    let position = board.position();
    OwnPieces::new(board.rules(), position.turn(), position.pieces())
}

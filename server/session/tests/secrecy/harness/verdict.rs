//! Result of a commit, implemented after the prose of the moderator's hierarchy, without any of the session's code.

use ggn_core::engine::Chosen;
use ggn_core::{Game, Location, Move, OwnPieces, PieceId, Square, choice_need, drop_tries, tries};
use session::protocol::player::ErrorCode;

/// Piece that a player wants to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    Board(Square),
    Hand(PieceId),
}

impl Touch {
    /// Returns the square; `None` for a piece in the hand.
    pub(crate) fn square(self) -> Option<Square> {
        match self {
            Touch::Board(square) => Some(square),
            Touch::Hand(_) => None,
        }
    }

    fn source(self) -> Location {
        self.square().map_or(Location::Hand, Location::Square)
    }

    /// Returns whether a move starts with what is touched.
    pub(crate) fn moves(self, mv: &Move) -> bool {
        mv.source == self.source() && (self.square().is_some() || self == Touch::Hand(mv.piece))
    }
}

/// A choice: by the letter of a promotion, or by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Letter(Option<char>),
    Word(Chosen),
}

/// A commit with squares of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommitRequest {
    pub(crate) touch: Touch,
    pub(crate) to: Option<Square>,
    pub(crate) choice: Choice,
}

/// Result of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Error(ErrorCode),
    Refused(&'static str),
    Silence,
    Made(Move),
}

/// Returns the result of a commit by the side to move, which may mean one of `moves`, and the piece that is bound afterwards.
pub(crate) fn decide_commit(
    (board, moves): (&Game, &[Move]),
    includes_blocked: bool,
    binds: bool,
    touched: Option<Touch>,
    wish: CommitRequest,
) -> (Verdict, Option<Touch>) {
    let (rules, position) = (board.rules(), board.position());
    let own = OwnPieces::new(rules, position.turn(), position.pieces());
    let mut bound = touched;
    match touched {
        Some(piece) if piece != wish.touch => {
            return (Verdict::Error(ErrorCode::MustMoveTouchedPiece), touched);
        }
        Some(_) => {}
        None => {
            if !is_there(board, wish.touch) {
                return (Verdict::Refused("no_such_piece"), None);
            }
            if !moves.iter().any(|mv| wish.touch.moves(mv)) {
                let may_go = if includes_blocked {
                    match wish.touch {
                        Touch::Board(square) => !tries(rules, &own, square).is_empty(),
                        Touch::Hand(piece) => !drop_tries(rules, &own, piece).is_empty(),
                    }
                } else {
                    rules.pseudo_legal_moves(position).iter().any(|mv| wish.touch.moves(mv))
                };
                return (Verdict::Refused(if may_go { "wont_help" } else { "no_legal_moves" }), None);
            }
            if binds {
                bound = Some(wish.touch);
            }
        }
    }
    let Some(to) = wish.to else { return (Verdict::Silence, bound) };
    let dropped = if let Touch::Hand(piece) = wish.touch { Some(piece) } else { None };
    let need = choice_need(rules, &own, wish.touch.source(), dropped, to);
    if need.is_due && wish.choice == Choice::Letter(None) {
        return (Verdict::Error(ErrorCode::PromotionRequired), bound);
    }
    let there = || {
        let legal = moves.iter().filter(|mv| wish.touch.moves(mv));
        legal.filter(|mv| mv.destination == Location::Square(to))
    };
    let letter = |mv: &Move| mv.promotion.and_then(|id| rules.piece(id)).map(ggn_core::Piece::letter);
    let chosen = there().find(|mv| match wish.choice {
        Choice::Letter(kind) => mv.placed.is_none() && letter(mv) == kind,
        Choice::Word(word) => mv.promotion == word.promotion && mv.placed == word.placed,
    });
    // Nobody can know beforehand whether the move will need the choice: then it is ignored. So is a letter where none is due.
    let may_be_idle = need.may_be_plain || rules.has_points();
    let is_idle = match wish.choice {
        Choice::Letter(_) => !need.is_due || may_be_idle,
        Choice::Word(_) => need.is_due && may_be_idle,
    };
    let plain = there().find(|mv| is_idle && mv.promotion.is_none() && mv.placed.is_none());
    (chosen.or(plain).map_or(Verdict::Refused("illegal_move"), |mv| Verdict::Made(*mv)), bound)
}

/// Returns the result of a pass by the side to move.
pub(crate) fn decide_pass(board: &Game, touched: Option<Touch>) -> Verdict {
    let pass = board.legal_moves().iter().find(|mv| board.rules().is_pass(mv));
    match (touched, pass) {
        (Some(touch), Some(pass)) if touch.moves(pass) => Verdict::Made(*pass),
        (Some(_), _) => Verdict::Error(ErrorCode::MustMoveTouchedPiece),
        (None, Some(pass)) => Verdict::Made(*pass),
        (None, None) => Verdict::Refused("illegal_move"),
    }
}

/// Returns whether the side to move has the piece: on the board, in its hand, or in its supply.
fn is_there(board: &Game, touch: Touch) -> bool {
    let (rules, position) = (board.rules(), board.position());
    let turn = position.turn();
    match touch {
        Touch::Board(square) => {
            let piece = position.piece_at(square).and_then(|id| rules.piece(id));
            piece.is_some_and(|piece| piece.side() == turn && !piece.is_neutral)
        }
        Touch::Hand(piece) => {
            let is_held = position.hand(turn).iter().any(|&(held, _)| held == piece);
            rules.piece(piece).is_some_and(|it| it.side() == turn && (is_held || it.is_supplied))
        }
    }
}

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
///
/// Everything is asked before anything is answered: a player who times refusals learns no more from them than they say.
pub(crate) fn judge(
    board: &ggn_core::Game,
    rules: TouchRules,
    touched: Option<Square>,
    commit: Commit,
) -> Judgement {
    let asked = ask(board, rules, commit);
    if let Some(bound) = touched {
        let step = if commit.from == bound {
            asked.step(commit)
        } else {
            Step::Error(ErrorCode::MustMoveTouchedPiece)
        };
        return Judgement { step, touched };
    }
    match asked.refusal_of_piece() {
        Some(refusal) => Judgement { step: Step::Refuse(refusal), touched: None },
        None => Judgement { step: asked.step(commit), touched: rules.binds.then_some(commit.from) },
    }
}

/// What the moderator looks at, all of it for every commit.
struct Asked {
    /// Whether an own piece stands there.
    is_own: bool,
    /// Whether the piece has a legal move.
    can_move: bool,
    /// Whether it could go anywhere, as far as the moderator's data counts it.
    could_move: bool,
    /// Whether a choice of what the piece becomes is due. That is asked of geometry and own pieces alone: the answer tells nothing of the enemy.
    is_due: bool,
    /// The legal move with the choice that was made.
    wished: Option<Move>,
    /// The legal move without a choice.
    plain: Option<Move>,
    /// Whether a choice that is due can be passed over: what only hits becomes nothing, which nobody can know before.
    may_only_hit: bool,
}

fn ask(board: &ggn_core::Game, rules: TouchRules, commit: Commit) -> Asked {
    let own = own_pieces(board);
    let could_move = if rules.wont_help_includes_blocked {
        !tries(board.rules(), &own, commit.from).is_empty()
    } else {
        let pseudo_legal = board.rules().pseudo_legal_moves(board.position());
        // Counted to the end, here and below: how soon a move is found depends on pieces that the player does not see.
        pseudo_legal.iter().filter(|mv| mv.source == Location::Square(commit.from)).count() > 0
    };
    let is_due = commit.to.is_some_and(|to| !choices(board.rules(), &own, commit.from, to).is_empty());
    let mut asked = Asked {
        is_own: own.piece_at(commit.from).is_some(),
        can_move: false,
        could_move,
        is_due,
        wished: None,
        plain: None,
        may_only_hit: board.rules().has_points(),
    };
    for mv in board.legal_from(commit.from) {
        asked.can_move = true;
        let becomes =
            mv.promotion.and_then(|id| board.rules().piece(id)).and_then(|p| PieceType::new(p.letter()));
        let is_there = mv.destination.square() == commit.to;
        if is_there && becomes == commit.promotion {
            asked.wished.get_or_insert(*mv);
        }
        if is_there && becomes.is_none() {
            asked.plain.get_or_insert(*mv);
        }
    }
    asked
}

impl Asked {
    /// Why the piece may not be touched: the first rungs of the hierarchy, each answered only when the one before it did not hold.
    fn refusal_of_piece(&self) -> Option<Event> {
        match (self.is_own, self.can_move, self.could_move) {
            (false, _, _) => Some(Event::NoSuchPiece),
            (true, true, _) => None,
            (true, false, true) => Some(Event::WontHelp),
            (true, false, false) => Some(Event::NoLegalMoves),
        }
    }

    /// What comes of the piece's going where it is told to.
    fn step(&self, commit: Commit) -> Step {
        if commit.to.is_none() {
            return Step::Silent;
        }
        if self.is_due && commit.promotion.is_none() {
            return Step::Error(ErrorCode::PromotionRequired);
        }
        // A choice where none is due is passed over, unless the game leaves it to the player.
        let otherwise = if self.is_due && !self.may_only_hit { None } else { self.plain };
        self.wished.or(otherwise).map_or(Step::Refuse(Event::IllegalMove), Step::Play)
    }
}

fn own_pieces(board: &ggn_core::Game) -> OwnPieces {
    let position = board.position();
    OwnPieces::new(board.rules(), position.turn(), position.pieces())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{board, square};

    const BINDING: TouchRules = TouchRules { binds: true, wont_help_includes_blocked: true };
    const START: &str = "+rnbq+k^bn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+K^BN+R / C/c";

    fn commit(from: &str, to: &str) -> Commit {
        Commit { from: square(from), to: (!to.is_empty()).then(|| square(to)), promotion: None }
    }

    fn judged(feen: &str, from: &str, to: &str) -> Judgement {
        judge(&board(feen), BINDING, None, commit(from, to))
    }

    fn refused(event: Event) -> Judgement {
        Judgement { step: Step::Refuse(event), touched: None }
    }

    fn bound(step: Step, square_name: &str) -> Judgement {
        Judgement { step, touched: Some(square(square_name)) }
    }

    /// The six golden rows of the hierarchy.
    mod golden {
        use super::*;

        #[test]
        fn an_empty_square_or_a_piece_of_the_other_side_is_no_such_piece() {
            for (from, to) in [("e4", ""), ("e4", "e5"), ("e7", ""), ("e7", "e5")] {
                assert_eq!(judged(START, from, to), refused(Event::NoSuchPiece), "{from}{to}");
            }
        }

        #[test]
        fn a_knight_surrounded_by_own_pieces_has_no_legal_moves() {
            let feen = "4k^3/8/8/8/8/1P6/2+P5/N3K^3 / C/c";
            assert_eq!(judged(feen, "a1", ""), refused(Event::NoLegalMoves));
            assert_eq!(judged(feen, "a1", "b3"), refused(Event::NoLegalMoves));
        }

        #[test]
        fn a_pinned_bishop_will_not_help() {
            let feen = "k^3r3/8/8/8/8/8/4B3/4K^3 / C/c";
            assert_eq!(judged(feen, "e2", ""), refused(Event::WontHelp));
            assert_eq!(judged(feen, "e2", "d3"), refused(Event::WontHelp));
        }

        #[test]
        fn in_check_a_knight_that_can_neither_block_nor_capture_will_not_help() {
            assert_eq!(judged("k^3r3/8/8/8/8/8/8/N3K^3 / C/c", "a1", ""), refused(Event::WontHelp));
        }

        #[test]
        fn in_check_a_knight_that_can_block_is_touched_in_silence_and_bound() {
            let feen = "k^3r3/8/8/8/8/8/8/2N1K^3 / C/c";
            assert_eq!(judged(feen, "c1", ""), bound(Step::Silent, "c1"));
            assert_eq!(judged(feen, "c1", "b3"), bound(Step::Refuse(Event::IllegalMove), "c1"));
            assert!(matches!(judged(feen, "c1", "e2").step, Step::Play(_)));
        }

        #[test]
        fn a_piece_with_options_is_touched_in_silence() {
            assert_eq!(judged(START, "g1", ""), bound(Step::Silent, "g1"));
            assert!(matches!(judged(START, "g1", "f3").step, Step::Play(_)));
            assert_eq!(judged(START, "g1", "g3"), bound(Step::Refuse(Event::IllegalMove), "g1"));
        }
    }

    #[test]
    fn a_pawn_blocked_by_an_unseen_piece_will_not_help_unless_the_moderator_says_otherwise() {
        let blocked = board("4k^3/8/8/4p3/4P3/8/8/4K^3 / C/c");
        let strict = TouchRules { wont_help_includes_blocked: false, ..BINDING };
        assert_eq!(judge(&blocked, BINDING, None, commit("e4", "e5")), refused(Event::WontHelp));
        assert_eq!(judge(&blocked, strict, None, commit("e4", "e5")), refused(Event::NoLegalMoves));
        let pinned = board("k^3r3/8/8/8/8/8/4B3/4K^3 / C/c");
        assert_eq!(judge(&pinned, strict, None, commit("e2", "")), refused(Event::WontHelp));
    }

    #[test]
    fn a_touched_piece_has_to_move() {
        let board = board(START);
        let touched = Some(square("g1"));
        let after = |from, to| judge(&board, BINDING, touched, commit(from, to));
        assert_eq!(after("e2", "e4"), bound(Step::Error(ErrorCode::MustMoveTouchedPiece), "g1"));
        assert_eq!(after("a5", ""), bound(Step::Error(ErrorCode::MustMoveTouchedPiece), "g1"));
        assert_eq!(after("g1", ""), bound(Step::Silent, "g1"));
        assert_eq!(after("g1", "e2"), bound(Step::Refuse(Event::IllegalMove), "g1"));
        assert!(matches!(after("g1", "h3").step, Step::Play(_)));
    }

    #[test]
    fn without_the_touch_move_rule_nothing_is_bound() {
        let rules = TouchRules { binds: false, ..BINDING };
        let judged = judge(&board(START), rules, None, commit("g1", "g3"));
        assert_eq!(judged, Judgement { step: Step::Refuse(Event::IllegalMove), touched: None });
        assert_eq!(judge(&board(START), rules, None, commit("g1", "")).touched, None);
    }

    #[test]
    fn a_promotion_has_to_be_said_before_it_is_judged() {
        let feen = "3rk^3/2P5/8/8/8/8/8/4K^3 / C/c";
        let with = |to: &str, kind: char| {
            judge(&board(feen), BINDING, None, Commit { promotion: PieceType::new(kind), ..commit("c7", to) })
        };
        // d8 can be taken, c8 is free, and b8 has nothing to take: by geometry all three promote, and the question tells them not apart.
        for to in ["b8", "c8", "d8"] {
            assert_eq!(
                judged(feen, "c7", to),
                bound(Step::Error(ErrorCode::PromotionRequired), "c7"),
                "{to}"
            );
        }
        assert_eq!(with("b8", 'q'), bound(Step::Refuse(Event::IllegalMove), "c7"));
        for (to, kind) in [("c8", 'q'), ("c8", 'r'), ("d8", 'b'), ("d8", 'n')] {
            let Step::Play(mv) = with(to, kind).step else { panic!("c7{to}{kind} is legal") };
            let becomes = board(feen).rules().piece(mv.promotion.unwrap()).unwrap().letter();
            assert_eq!(becomes, kind);
        }
        // Not reachable by geometry: nothing to promote, and nothing legal.
        assert_eq!(judged(feen, "c7", "a8"), bound(Step::Refuse(Event::IllegalMove), "c7"));
    }

    #[test]
    fn a_promotion_where_none_is_due_is_passed_over() {
        let promotion = PieceType::new('q');
        let judged = judge(&board(START), BINDING, None, Commit { promotion, ..commit("e2", "e4") });
        assert!(matches!(judged.step, Step::Play(mv) if mv.promotion.is_none()));
    }

    #[test]
    fn castling_is_a_move_of_the_king_by_two_squares() {
        let feen = "4k^3/8/8/8/8/8/8/+R3+K^2+R / C/c";
        assert!(matches!(judged(feen, "e1", "g1").step, Step::Play(_)));
        assert!(matches!(judged(feen, "e1", "c1").step, Step::Play(_)));
        assert_eq!(judged(feen, "e1", "b1"), bound(Step::Refuse(Event::IllegalMove), "e1"));
    }
}

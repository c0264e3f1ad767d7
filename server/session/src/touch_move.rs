//! The touch-move rule: evaluation of a commit in the moderator's strict order, and the piece that is bound afterwards.

use ggn_core::{Location, Move, OwnPieces, Square, choices, tries};

use crate::domain::{Event, PieceType, Refusal};

/// Commit of a player to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Commit {
    pub(crate) from: Square,
    pub(crate) to: Option<Square>,
    pub(crate) promotion: Option<PieceType>,
}

/// Settings of the rule, from the profile and the moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TouchRules {
    /// True if a touched piece must move.
    pub(crate) binds: bool,
    /// See [`crate::moderator::Moderator::wont_help_includes_blocked`].
    pub(crate) wont_help_includes_blocked: bool,
}

/// Result of a commit.
// Requirement blind-67.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The commit has no effect.
    Error(Refusal),
    /// The moderator refuses.
    Refuse(Event),
    /// The piece is touched, or was already. Nothing is announced.
    Silent,
    /// The move is made.
    Play(Move),
}

/// Result of a commit, and the piece that is bound afterwards (before the move is made, if there is one).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Evaluation {
    pub(crate) step: Step,
    pub(crate) touched: Option<Square>,
}

/// Evaluates a commit of the side to move, without changing anything.
///
/// All conditions are evaluated before the result is chosen, so that the time of a refusal discloses no more than its text.
// Requirements blind-71, blind-72, blind-76, blind-77, blind-79, blind-120.
pub(crate) fn evaluate(
    board: &ggn_core::Game,
    rules: TouchRules,
    touched: Option<Square>,
    commit: Commit,
) -> Evaluation {
    let examination = examine(board, rules, commit);
    if let Some(bound) = touched {
        let step = if commit.from == bound {
            examination.step(commit)
        } else {
            Step::Error(Refusal::MustMoveTouchedPiece)
        };
        return Evaluation { step, touched };
    }
    match examination.refusal_of_piece() {
        Some(refusal) => Evaluation { step: Step::Refuse(refusal), touched: None },
        None => Evaluation { step: examination.step(commit), touched: rules.binds.then_some(commit.from) },
    }
}

/// Facts about a commit, all of them determined for every commit.
struct Examination {
    /// True if the side has a piece on the square.
    is_own: bool,
    /// True if the piece has a legal move.
    can_move: bool,
    /// True if the piece could move anywhere, as the moderator's data counts it.
    could_move: bool,
    /// True if a choice of promotion is due. It depends on geometry and own pieces alone, so the answer discloses nothing about the enemy.
    is_due: bool,
    /// The legal move with the given choice.
    wished: Option<Move>,
    /// The legal move without a choice.
    plain: Option<Move>,
    /// True if a due choice may be ignored: a move that only hits does not promote, and the player cannot know that before.
    may_only_hit: bool,
}

fn examine(board: &ggn_core::Game, rules: TouchRules, commit: Commit) -> Examination {
    let own = own_pieces(board);
    let could_move = if rules.wont_help_includes_blocked {
        !tries(board.rules(), &own, commit.from).is_empty()
    } else {
        let pseudo_legal = board.rules().pseudo_legal_moves(board.position());
        // All moves are counted, here and below: the time to find the first one depends on pieces that the player does not see.
        pseudo_legal.iter().filter(|mv| mv.source == Location::Square(commit.from)).count() > 0
    };
    let is_due = commit.to.is_some_and(|to| !choices(board.rules(), &own, commit.from, to).is_empty());
    let mut examination = Examination {
        is_own: own.piece_at(commit.from).is_some(),
        can_move: false,
        could_move,
        is_due,
        wished: None,
        plain: None,
        may_only_hit: board.rules().has_points(),
    };
    for mv in board.legal_from(commit.from) {
        examination.can_move = true;
        let becomes =
            mv.promotion.and_then(|id| board.rules().piece(id)).and_then(|p| PieceType::new(p.letter()));
        let is_there = mv.destination.square() == commit.to;
        if is_there && becomes == commit.promotion {
            examination.wished.get_or_insert(*mv);
        }
        if is_there && becomes.is_none() {
            examination.plain.get_or_insert(*mv);
        }
    }
    examination
}

impl Examination {
    /// Returns the refusal of the piece, from the first steps of the hierarchy.
    // Requirements blind-10, blind-73, blind-74, blind-75, blind-99, blind-100, blind-101, blind-102.
    fn refusal_of_piece(&self) -> Option<Event> {
        match (self.is_own, self.can_move, self.could_move) {
            (false, _, _) => Some(Event::NoSuchPiece),
            (true, true, _) => None,
            (true, false, true) => Some(Event::WontHelp),
            (true, false, false) => Some(Event::NoLegalMoves),
        }
    }

    /// Returns the result of moving the piece as requested.
    // Requirements blind-52, blind-53, blind-78, blind-81, blind-94, blind-98, blind-103, blind-104.
    fn step(&self, commit: Commit) -> Step {
        if commit.to.is_none() {
            return Step::Silent;
        }
        if self.is_due && commit.promotion.is_none() {
            return Step::Error(Refusal::PromotionRequired);
        }
        // A choice that is not due is ignored. So is a due one if the move may only hit.
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
    use crate::fixtures::{board, square};

    const BINDING: TouchRules = TouchRules { binds: true, wont_help_includes_blocked: true };
    const START: &str = "+rnbq+k^bn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+K^BN+R / C/c";

    fn commit(from: &str, to: &str) -> Commit {
        Commit { from: square(from), to: (!to.is_empty()).then(|| square(to)), promotion: None }
    }

    fn evaluated(feen: &str, from: &str, to: &str) -> Evaluation {
        evaluate(&board(feen), BINDING, None, commit(from, to))
    }

    fn refused(event: Event) -> Evaluation {
        Evaluation { step: Step::Refuse(event), touched: None }
    }

    fn bound(step: Step, square_name: &str) -> Evaluation {
        Evaluation { step, touched: Some(square(square_name)) }
    }

    /// The six golden rows of the hierarchy.
    mod golden {
        use super::*;

        // Requirements blind-73, blind-76, blind-99.
        #[test]
        fn an_empty_square_or_a_piece_of_the_other_side_is_no_such_piece() {
            for (from, to) in [("e4", ""), ("e4", "e5"), ("e7", ""), ("e7", "e5")] {
                assert_eq!(evaluated(START, from, to), refused(Event::NoSuchPiece), "{from}{to}");
            }
        }

        // Requirements blind-74, blind-100.
        #[test]
        fn a_knight_surrounded_by_own_pieces_has_no_legal_moves() {
            let feen = "4k^3/8/8/8/8/1P6/2+P5/N3K^3 / C/c";
            assert_eq!(evaluated(feen, "a1", ""), refused(Event::NoLegalMoves));
            assert_eq!(evaluated(feen, "a1", "b3"), refused(Event::NoLegalMoves));
        }

        // Requirements blind-10, blind-75, blind-76, blind-101.
        #[test]
        fn a_pinned_bishop_will_not_help() {
            let feen = "k^3r3/8/8/8/8/8/4B3/4K^3 / C/c";
            assert_eq!(evaluated(feen, "e2", ""), refused(Event::WontHelp));
            assert_eq!(evaluated(feen, "e2", "d3"), refused(Event::WontHelp));
        }

        // Requirements blind-10, blind-102.
        #[test]
        fn in_check_a_knight_that_can_neither_block_nor_capture_will_not_help() {
            assert_eq!(evaluated("k^3r3/8/8/8/8/8/8/N3K^3 / C/c", "a1", ""), refused(Event::WontHelp));
        }

        // Requirements blind-77, blind-103.
        #[test]
        fn in_check_a_knight_that_can_block_is_touched_in_silence_and_bound() {
            let feen = "k^3r3/8/8/8/8/8/8/2N1K^3 / C/c";
            assert_eq!(evaluated(feen, "c1", ""), bound(Step::Silent, "c1"));
            assert_eq!(evaluated(feen, "c1", "b3"), bound(Step::Refuse(Event::IllegalMove), "c1"));
            assert!(matches!(evaluated(feen, "c1", "e2").step, Step::Play(_)));
        }

        // Requirements blind-52, blind-104.
        #[test]
        fn a_piece_with_options_is_touched_in_silence() {
            assert_eq!(evaluated(START, "g1", ""), bound(Step::Silent, "g1"));
            assert!(matches!(evaluated(START, "g1", "f3").step, Step::Play(_)));
            assert_eq!(evaluated(START, "g1", "g3"), bound(Step::Refuse(Event::IllegalMove), "g1"));
        }
    }

    // Requirement blind-11.
    #[test]
    fn a_pawn_blocked_by_an_unseen_piece_will_not_help_unless_the_moderator_says_otherwise() {
        let blocked = board("4k^3/8/8/4p3/4P3/8/8/4K^3 / C/c");
        let strict = TouchRules { wont_help_includes_blocked: false, ..BINDING };
        assert_eq!(evaluate(&blocked, BINDING, None, commit("e4", "e5")), refused(Event::WontHelp));
        assert_eq!(evaluate(&blocked, strict, None, commit("e4", "e5")), refused(Event::NoLegalMoves));
        let pinned = board("k^3r3/8/8/8/8/8/4B3/4K^3 / C/c");
        assert_eq!(evaluate(&pinned, strict, None, commit("e2", "")), refused(Event::WontHelp));
    }

    // Requirements blind-71, blind-72, blind-78, blind-79.
    #[test]
    fn a_touched_piece_has_to_move() {
        let board = board(START);
        let touched = Some(square("g1"));
        let after = |from, to| evaluate(&board, BINDING, touched, commit(from, to));
        assert_eq!(after("e2", "e4"), bound(Step::Error(Refusal::MustMoveTouchedPiece), "g1"));
        assert_eq!(after("a5", ""), bound(Step::Error(Refusal::MustMoveTouchedPiece), "g1"));
        assert_eq!(after("g1", ""), bound(Step::Silent, "g1"));
        assert_eq!(after("g1", "e2"), bound(Step::Refuse(Event::IllegalMove), "g1"));
        assert!(matches!(after("g1", "h3").step, Step::Play(_)));
    }

    #[test]
    fn without_the_touch_move_rule_nothing_is_bound() {
        let rules = TouchRules { binds: false, ..BINDING };
        let evaluated = evaluate(&board(START), rules, None, commit("g1", "g3"));
        assert_eq!(evaluated, Evaluation { step: Step::Refuse(Event::IllegalMove), touched: None });
        assert_eq!(evaluate(&board(START), rules, None, commit("g1", "")).touched, None);
    }

    // Requirement blind-81.
    #[test]
    fn a_promotion_has_to_be_said_before_it_is_judged() {
        let feen = "3rk^3/2P5/8/8/8/8/8/4K^3 / C/c";
        let with = |to: &str, kind: char| {
            evaluate(
                &board(feen),
                BINDING,
                None,
                Commit { promotion: PieceType::new(kind), ..commit("c7", to) },
            )
        };
        // d8 holds an enemy piece, c8 is empty, and b8 has nothing to take. By geometry all three promote, and the refusal does not distinguish them.
        for to in ["b8", "c8", "d8"] {
            assert_eq!(
                evaluated(feen, "c7", to),
                bound(Step::Error(Refusal::PromotionRequired), "c7"),
                "{to}"
            );
        }
        assert_eq!(with("b8", 'q'), bound(Step::Refuse(Event::IllegalMove), "c7"));
        for (to, kind) in [("c8", 'q'), ("c8", 'r'), ("d8", 'b'), ("d8", 'n')] {
            let Step::Play(mv) = with(to, kind).step else { panic!("c7{to}{kind} is legal") };
            let becomes = board(feen).rules().piece(mv.promotion.unwrap()).unwrap().letter();
            assert_eq!(becomes, kind);
        }
        // Not reachable by geometry: no promotion, and no legal move.
        assert_eq!(evaluated(feen, "c7", "a8"), bound(Step::Refuse(Event::IllegalMove), "c7"));
    }

    #[test]
    fn a_promotion_where_none_is_due_is_passed_over() {
        let promotion = PieceType::new('q');
        let evaluated = evaluate(&board(START), BINDING, None, Commit { promotion, ..commit("e2", "e4") });
        assert!(matches!(evaluated.step, Step::Play(mv) if mv.promotion.is_none()));
    }

    // Requirement blind-98.
    #[test]
    fn castling_is_a_move_of_the_king_by_two_squares() {
        let feen = "4k^3/8/8/8/8/8/8/+R3+K^2+R / C/c";
        assert!(matches!(evaluated(feen, "e1", "g1").step, Step::Play(_)));
        assert!(matches!(evaluated(feen, "e1", "c1").step, Step::Play(_)));
        assert_eq!(evaluated(feen, "e1", "b1"), bound(Step::Refuse(Event::IllegalMove), "e1"));
    }
}

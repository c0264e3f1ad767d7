//! The touch-move rule: evaluation of a commit in the moderator's strict order, and the piece that is bound afterwards.

use ggn_core::engine::Chosen;
use ggn_core::notation::letter::Letter;
use ggn_core::{
    Attempt, ChoiceNeed, Location, Move, OwnPieces, PieceId, Square, choice_need, drop_tries, tries,
};

use crate::domain::{Event, PieceType, Refusal};

/// Piece that a player touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touched {
    /// The piece on a square.
    Board(Square),
    /// A kind of piece in the hand, or in the supply.
    Hand(PieceId),
}

impl Touched {
    /// Returns where the moves of what is touched start.
    pub(crate) fn source(self) -> Location {
        match self {
            Touched::Board(square) => Location::Square(square),
            Touched::Hand(_) => Location::Hand,
        }
    }

    /// Returns whether a move is one of what is touched.
    pub(crate) fn is_moved_by(self, mv: &Move) -> bool {
        match self {
            Touched::Board(square) => mv.source == Location::Square(square),
            Touched::Hand(piece) => mv.source == Location::Hand && mv.piece == piece,
        }
    }
}

/// Choice of a player that a move may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The type of the promoted piece, if any.
    Promotion(Option<PieceType>),
    /// Promotion and placement by their word.
    Exact(Chosen),
}

impl Choice {
    /// Returns whether anything was chosen.
    pub(crate) fn is_made(self) -> bool {
        self != Choice::Promotion(None)
    }

    /// Returns the letter of the promotion, if one was chosen.
    pub(crate) fn letter(self, rules: &ggn_core::Rules) -> Option<Letter> {
        match self {
            Choice::Promotion(kind) => kind.and_then(|kind| Letter::new(kind.as_str().chars().next()?)),
            Choice::Exact(chosen) => {
                chosen.promotion.and_then(|id| rules.piece(id)).map(|piece| piece.qpi.pin.letter)
            }
        }
    }

    /// Returns whether a move contains the choice.
    fn is_of(self, rules: &ggn_core::Rules, mv: &Move) -> bool {
        match self {
            Choice::Promotion(kind) => {
                let becomes = mv.promotion.and_then(|id| rules.piece(id));
                mv.placed.is_none() && becomes.and_then(|piece| PieceType::new(piece.letter())) == kind
            }
            Choice::Exact(chosen) => Chosen::of(mv) == chosen,
        }
    }
}

/// Commit of a player to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Commit {
    pub(crate) touched: Touched,
    pub(crate) to: Option<Square>,
    pub(crate) choice: Choice,
}

impl Commit {
    /// Makes the commit to a piece on the board.
    pub(crate) fn of_board(from: Square, to: Option<Square>, promotion: Option<PieceType>) -> Commit {
        Commit { touched: Touched::Board(from), to, choice: Choice::Promotion(promotion) }
    }

    /// Returns the attempt that it is before a moderator who answers attempts; `None` without a destination.
    pub(crate) fn attempt(self, rules: &ggn_core::Rules) -> Option<Attempt> {
        let (destination, promotion) = (self.to?, self.choice.letter(rules));
        Some(match self.touched {
            Touched::Board(source) => Attempt::Move { source, destination, promotion },
            Touched::Hand(piece) => Attempt::Drop { piece: rules.piece(piece)?.qpi.pin.letter, destination },
        })
    }
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
    pub(crate) touched: Option<Touched>,
}

/// Evaluates a commit of the side to move, without changing anything.
///
/// `moves` are the moves that a commit may mean: the legal ones, or a part of them. All conditions are evaluated before the result is chosen, so that
/// the time of a refusal discloses no more than its text.
// Requirements blind-71, blind-72, blind-76, blind-77, blind-79, blind-120.
pub(crate) fn evaluate(
    board: &ggn_core::Game,
    moves: &[Move],
    rules: TouchRules,
    touched: Option<Touched>,
    commit: Commit,
) -> Evaluation {
    let examination = examine(board, moves, rules, commit);
    if let Some(bound) = touched {
        let step = if commit.touched == bound {
            examination.step(commit)
        } else {
            Step::Error(Refusal::MustMoveTouchedPiece)
        };
        return Evaluation { step, touched };
    }
    match examination.refusal_of_piece() {
        Some(refusal) => Evaluation { step: Step::Refuse(refusal), touched: None },
        None => Evaluation { step: examination.step(commit), touched: rules.binds.then_some(commit.touched) },
    }
}

/// Evaluates a pass of the side to move, without changing anything. It touches nothing, and what is touched has to move instead.
pub(crate) fn evaluate_pass(board: &ggn_core::Game, touched: Option<Touched>) -> Evaluation {
    // All passes mean the same; they are counted, not searched for, as in `examine`.
    let mut passes = board.legal_moves().iter().filter(|mv| board.rules().is_pass(mv));
    let pass = passes.next().copied();
    let _ = passes.count();
    let step = match touched {
        Some(bound) if !pass.is_some_and(|pass| bound.is_moved_by(&pass)) => {
            Step::Error(Refusal::MustMoveTouchedPiece)
        }
        Some(_) | None => pass.map_or(Step::Refuse(Event::IllegalMove), Step::Play),
    };
    Evaluation { step, touched }
}

/// Facts about a commit, all of them determined for every commit.
struct Examination {
    /// True if the side has the piece.
    is_own: bool,
    /// True if the piece has a legal move.
    can_move: bool,
    /// True if the piece could move anywhere, as the moderator's data counts it.
    could_move: bool,
    /// True if a choice is due. It depends on geometry and own pieces alone, so the answer discloses nothing about the enemy.
    is_due: bool,
    /// The legal move with the given choice.
    wished: Option<Move>,
    /// The legal move without a choice.
    plain: Option<Move>,
    /// True if a due choice may be ignored: a move that only hits does not promote, and another way of the move may need no choice. The player
    /// cannot know that before.
    may_be_plain: bool,
}

fn examine(board: &ggn_core::Game, moves: &[Move], rules: TouchRules, commit: Commit) -> Examination {
    let own = own_pieces(board);
    let (ruleset, touched) = (board.rules(), commit.touched);
    let could_move = if rules.wont_help_includes_blocked {
        let attempts = match touched {
            Touched::Board(square) => tries(ruleset, &own, square),
            Touched::Hand(piece) => drop_tries(ruleset, &own, piece),
        };
        !attempts.is_empty()
    } else {
        let pseudo_legal = ruleset.pseudo_legal_moves(board.position());
        // All moves are counted, here and below: the time to find the first one depends on pieces that the player does not see.
        pseudo_legal.iter().filter(|mv| touched.is_moved_by(mv)).count() > 0
    };
    let need = choice_need_of(board, commit);
    let mut examination = Examination {
        is_own: match touched {
            Touched::Board(square) => own.owns(ruleset, square),
            Touched::Hand(piece) => is_in_hand(board, piece),
        },
        can_move: false,
        could_move,
        is_due: need.is_due,
        wished: None,
        plain: None,
        may_be_plain: need.may_be_plain || ruleset.has_points(),
    };
    for mv in moves.iter().filter(|mv| touched.is_moved_by(mv)) {
        examination.can_move = true;
        let is_there = mv.destination.square() == commit.to;
        if is_there && commit.choice.is_of(ruleset, mv) {
            examination.wished.get_or_insert(*mv);
        }
        if is_there && mv.promotion.is_none() && mv.placed.is_none() {
            examination.plain.get_or_insert(*mv);
        }
    }
    examination
}

/// Returns whether a commit needs a choice, according to the rows and the own pieces alone.
pub(crate) fn choice_need_of(board: &ggn_core::Game, commit: Commit) -> ChoiceNeed {
    let dropped = match commit.touched {
        Touched::Board(_) => None,
        Touched::Hand(piece) => Some(piece),
    };
    let need = |to| choice_need(board.rules(), &own_pieces(board), commit.touched.source(), dropped, to);
    commit.to.map(need).unwrap_or_default()
}

/// Returns the legal move that a commit means, with exactly its choice.
pub(crate) fn legal_move_of(board: &ggn_core::Game, commit: Commit) -> Option<Move> {
    let is_it = |mv: &&Move| {
        commit.touched.is_moved_by(mv)
            && mv.destination.square() == commit.to
            && commit.choice.is_of(board.rules(), mv)
    };
    // All moves are looked at: the time to find the first depends on pieces that the player does not see.
    board.legal_moves().iter().filter(is_it).fold(None, |_, mv| Some(*mv))
}

/// Returns whether the side to move has such a piece in its hand, or in its supply.
fn is_in_hand(board: &ggn_core::Game, piece: PieceId) -> bool {
    let turn = board.position().turn();
    let is_own = |it: &ggn_core::Piece| it.side() == turn;
    let is_held = board.position().hand(turn).iter().filter(|&&(held, _)| held == piece).count() > 0;
    board.rules().piece(piece).is_some_and(|it| is_own(it) && (is_held || it.is_supplied))
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
        if self.is_due && !commit.choice.is_made() {
            return Step::Error(Refusal::PromotionRequired);
        }
        // A letter that is not due is ignored. So is a due choice if the move may turn out to need none.
        let is_ignored = match commit.choice {
            Choice::Promotion(_) => !self.is_due || self.may_be_plain,
            Choice::Exact(_) => self.is_due && self.may_be_plain,
        };
        let otherwise = self.plain.filter(|_| is_ignored);
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
        Commit::of_board(square(from), (!to.is_empty()).then(|| square(to)), None)
    }

    fn evaluated(feen: &str, from: &str, to: &str) -> Evaluation {
        evaluate_all(&board(feen), BINDING, None, commit(from, to))
    }

    fn evaluate_all(
        board: &ggn_core::Game,
        rules: TouchRules,
        touched: Option<Touched>,
        commit: Commit,
    ) -> Evaluation {
        evaluate(board, board.legal_moves(), rules, touched, commit)
    }

    fn refused(event: Event) -> Evaluation {
        Evaluation { step: Step::Refuse(event), touched: None }
    }

    fn bound(step: Step, square_name: &str) -> Evaluation {
        Evaluation { step, touched: Some(Touched::Board(square(square_name))) }
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
        assert_eq!(evaluate_all(&blocked, BINDING, None, commit("e4", "e5")), refused(Event::WontHelp));
        assert_eq!(evaluate_all(&blocked, strict, None, commit("e4", "e5")), refused(Event::NoLegalMoves));
        let pinned = board("k^3r3/8/8/8/8/8/4B3/4K^3 / C/c");
        assert_eq!(evaluate_all(&pinned, strict, None, commit("e2", "")), refused(Event::WontHelp));
    }

    // Requirements blind-71, blind-72, blind-78, blind-79.
    #[test]
    fn a_touched_piece_has_to_move() {
        let board = board(START);
        let touched = Some(Touched::Board(square("g1")));
        let after = |from, to| evaluate_all(&board, BINDING, touched, commit(from, to));
        assert_eq!(after("e2", "e4"), bound(Step::Error(Refusal::MustMoveTouchedPiece), "g1"));
        assert_eq!(after("a5", ""), bound(Step::Error(Refusal::MustMoveTouchedPiece), "g1"));
        assert_eq!(after("g1", ""), bound(Step::Silent, "g1"));
        assert_eq!(after("g1", "e2"), bound(Step::Refuse(Event::IllegalMove), "g1"));
        assert!(matches!(after("g1", "h3").step, Step::Play(_)));
    }

    #[test]
    fn without_the_touch_move_rule_nothing_is_bound() {
        let rules = TouchRules { binds: false, ..BINDING };
        let evaluated = evaluate_all(&board(START), rules, None, commit("g1", "g3"));
        assert_eq!(evaluated, Evaluation { step: Step::Refuse(Event::IllegalMove), touched: None });
        assert_eq!(evaluate_all(&board(START), rules, None, commit("g1", "")).touched, None);
    }

    // Requirement blind-81.
    #[test]
    fn a_promotion_has_to_be_said_before_it_is_judged() {
        let feen = "3rk^3/2P5/8/8/8/8/8/4K^3 / C/c";
        let with = |to: &str, kind: char| {
            evaluate_all(
                &board(feen),
                BINDING,
                None,
                Commit { choice: Choice::Promotion(PieceType::new(kind)), ..commit("c7", to) },
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
        let choice = Choice::Promotion(PieceType::new('q'));
        let evaluated = evaluate_all(&board(START), BINDING, None, Commit { choice, ..commit("e2", "e4") });
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

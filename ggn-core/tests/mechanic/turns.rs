//! Turns of several moves, compared with a chess library written by hand that passes between the moves of a turn.

use std::collections::BTreeSet;
use std::sync::Arc;

use cozy_chess::{Board, BoardBuilder, File, Piece, Rank, Square};
use dev::Random;
use ggn_core::{Game, Side};

use super::{game, house, play};

/// The oracle's state of a turn.
struct Oracle {
    board: Board,
    /// True if one move of the turn has been made.
    is_second: bool,
    /// Pawns of the other side that can be captured en passant: by its last turn; and pawns of the present turn so far.
    passed: Vec<Square>,
    passing: Vec<Square>,
}

impl Oracle {
    /// Returns the boards that together give the legal moves: one for each pawn that can be captured en passant.
    fn boards(&self) -> Vec<Board> {
        let plain = |square: Option<Square>| {
            let mut builder = BoardBuilder::from_board(&self.board);
            builder.en_passant = square;
            builder.build().ok()
        };
        let mut boards: Vec<Board> = plain(None).into_iter().collect();
        assert_eq!(boards.len(), 1, "{}", self.board);
        if !self.is_second {
            boards.extend(self.passed.iter().filter_map(|&square| plain(Some(square))));
        }
        boards
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for board in self.boards() {
            board.generate_moves(|moves| {
                all.extend(moves.into_iter().map(|mv| spell(&board, mv)));
                false
            });
        }
        all
    }

    fn play(&mut self, text: &str) {
        let mut found = None;
        for board in self.boards() {
            board.generate_moves(|moves| {
                for mv in moves {
                    if spell(&board, mv) == text {
                        found = Some((board.clone(), mv));
                    }
                }
                false
            });
        }
        let (mut board, mv) = found.unwrap();
        let steps_twice = board.piece_on(mv.from) == Some(Piece::Pawn)
            && (mv.from.rank() as usize).abs_diff(mv.to.rank() as usize) == 2;
        // A pawn that moves on cannot be captured en passant on its former square.
        let behind = |square: Square| {
            Square::new(square.file(), if square.rank() as usize > 3 { Rank::Fifth } else { Rank::Fourth })
        };
        self.passing.retain(|&square| behind(square) != mv.from);
        if steps_twice {
            let between = (mv.from.rank() as usize).midpoint(mv.to.rank() as usize);
            self.passing.push(Square::new(mv.from.file(), Rank::index(between)));
        }
        board.play(mv);
        let again = board.null_move().filter(|again| !self.is_second && has_moves(again));
        if let Some(again) = again {
            self.board = again;
            self.is_second = true;
            self.passed.clear();
        } else {
            self.board = board;
            self.is_second = false;
            self.passed = std::mem::take(&mut self.passing);
        }
    }
}

fn has_moves(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

fn spell(board: &Board, mv: cozy_chess::Move) -> String {
    let castles =
        board.piece_on(mv.from) == Some(Piece::King) && board.colors(board.side_to_move()).has(mv.to);
    if !castles {
        return mv.to_string();
    }
    let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
    format!("{}{}", mv.from, Square::new(file, mv.from.rank()))
}

#[test]
fn random_games_agree_with_the_oracle_at_every_move() {
    let rules = house(&["double-move"]);
    assert_eq!(rules.moves_per_turn(), 2);
    let mut compared = 0;
    for seed in 1..=120_u64 {
        let mut random = Random::seeded(seed);
        let mut game = Game::new(Arc::clone(&rules));
        let mut oracle =
            Oracle { board: Board::default(), is_second: false, passed: Vec::new(), passing: Vec::new() };
        for ply in 0..100 {
            if game.ending().is_some() {
                break;
            }
            let ours: BTreeSet<String> = game.legal_moves().iter().map(|mv| mv.uci(&rules)).collect();
            let theirs = oracle.moves();
            let at = || format!("seed {seed}, ply {ply}, {}", rules.feen(game.position()));
            // The library does not accept an en passant square behind which a piece has since arrived; the pawn can be captured all the same.
            let extra: Vec<_> = ours.difference(&theirs).collect();
            assert!(theirs.is_subset(&ours), "{}: {:?}", at(), theirs.difference(&ours));
            assert!(extra.iter().all(|text| is_in_passing(&game, text)), "{}: {extra:?}", at());
            assert_eq!(
                game.position().turn() == Side::First,
                oracle.board.side_to_move() == cozy_chess::Color::White,
                "{}",
                at()
            );
            assert_eq!(u8::from(oracle.is_second), game.position().moves_made(), "{}", at());
            assert_eq!(game.in_check(), !oracle.board.checkers().is_empty(), "{}", at());
            let text = theirs.iter().nth(random.below(theirs.len())).unwrap();
            let mv = *game.legal_moves().iter().find(|mv| mv.uci(&rules) == *text).unwrap();
            game.play(&mv).unwrap();
            oracle.play(text);
            compared += 1;
        }
    }
    assert!(compared > 6000, "only {compared} moves were compared");
}

/// Returns whether a move captures en passant.
fn is_in_passing(game: &Game, text: &str) -> bool {
    let mv = game.legal_moves().iter().find(|mv| mv.uci(game.rules()) == text).unwrap();
    let effect = game.rules().effect(game.position(), mv);
    effect.captured.iter().any(|&(square, _)| Some(square) != mv.destination.square())
}

#[test]
fn turn_of_two_moves_counts_once() {
    let rules = house(&["double-move"]);
    let mut game = Game::new(Arc::clone(&rules));
    play(&mut game, "e2e4");
    assert_eq!((game.position().turn(), game.position().moves_made()), (Side::First, 1));
    play(&mut game, "e4e5");
    assert_eq!((game.position().turn(), game.position().moves_made()), (Side::Second, 0));
    play(&mut game, "d7d5 g8f6");
    assert_eq!((game.position().turn(), game.counters().fullmove), (Side::First, 2));
    // The pawn that passed by two moves ago can still be captured, by the first move of the turn only.
    assert!(game.legal_moves().iter().any(|mv| mv.uci(&rules) == "e5d6"));
    play(&mut game, "a2a3");
    assert!(game.legal_moves().iter().all(|mv| mv.uci(&rules) != "e5d6"));
    let undone = game.undo(1);
    assert_eq!((undone.len(), game.position().moves_made()), (1, 0));
    assert!(game.legal_moves().iter().any(|mv| mv.uci(&rules) == "e5d6"));
}

#[test]
fn check_ends_the_turn() {
    let rules = house(&["double-move"]);
    let mut game = game(&rules, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let check = play(&mut game, "a1a8");
    assert!(check.check && game.in_check() && check.san == "Ra8+");
    assert_eq!(game.position().turn(), Side::Second);
}

#[test]
fn turn_passes_without_a_second_legal_move() {
    let rules = house(&["double-move"]);
    // After the pawn's step White has no second move: the king is enclosed.
    let mut game = game(&rules, "1r5k/8/p7/8/P7/8/7r/K7 w - - 0 1");
    let last = play(&mut game, "a4a5");
    assert_eq!((last.san.as_str(), game.position().turn(), game.ending()), ("a5", Side::Second, None));
}

#[test]
fn positions_within_a_turn_are_distinct() {
    let rules = house(&["double-move"]);
    let mut one = Game::new(Arc::clone(&rules));
    play(&mut one, "g1f3");
    let mut other = Game::new(Arc::clone(&rules));
    play(&mut other, "g1f3 f3g1 g8f6 f6g8");
    assert_eq!(other.position(), rules.initial());
    play(&mut other, "g1f3");
    assert_eq!(one.position(), other.position());
    let feen = rules.feen(one.position());
    assert_ne!(
        rules.position(&feen).as_ref(),
        Ok(one.position()),
        "FEEN does not tell how much of a turn is made"
    );
}

#[test]
fn moving_back_within_a_turn_repeats_the_position() {
    let rules = house(&["double-move"]);
    let mut game = Game::new(rules);
    play(&mut game, &"g1f3 f3g1 g8f6 f6g8 ".repeat(2));
    assert_eq!(game.ending().map(|ending| ending.status.as_str()), Some("repetition"));
}

//! Random games compared with a chess library written by hand: the same legal moves and the same check at every ply.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::collections::BTreeSet;

use cozy_chess::{Board, File, GameStatus, Piece, Rank};
use dev::Random;
use ggn_core::notation::cgsn::Status;
use ggn_core::notation::fen;
use ggn_core::{Game, Rules};

/// Games of the short run.
const GAMES: u64 = 250;

/// Games with `LONG=1`.
const LONG_GAMES: u64 = 5_000;

const PLIES_MAX: usize = 120;

fn ours(game: &Game) -> BTreeSet<String> {
    let moves: Vec<String> = game.legal_moves().iter().map(|mv| mv.uci(game.rules())).collect();
    let set: BTreeSet<String> = moves.iter().cloned().collect();
    assert_eq!(set.len(), moves.len(), "a move is generated twice: {moves:?}");
    set
}

/// Returns a move in UCI. The oracle writes castling as the king capturing its own rook, UCI as the king's two steps.
fn oracle_uci(board: &Board, mv: cozy_chess::Move) -> String {
    let castles =
        board.piece_on(mv.from) == Some(Piece::King) && board.colors(board.side_to_move()).has(mv.to);
    if !castles {
        return mv.to_string();
    }
    let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
    let rank: Rank = mv.from.rank();
    format!("{}{}", mv.from, cozy_chess::Square::new(file, rank))
}

fn play_one(rules: &std::sync::Arc<Rules>, seed: u64) -> usize {
    let mut random = Random::seeded(seed);
    let mut game = Game::new(std::sync::Arc::clone(rules));
    let mut board = Board::default();
    for ply in 0..PLIES_MAX {
        let mut theirs = Vec::new();
        board.generate_moves(|moves| {
            theirs.extend(moves);
            false
        });
        let spelled: BTreeSet<String> = theirs.iter().map(|&mv| oracle_uci(&board, mv)).collect();
        let at = || format!("seed {seed}, ply {ply}, {board}");
        if game.ending().is_none() {
            assert_eq!(ours(&game), spelled, "legal moves: {}", at());
        }
        assert_eq!(game.in_check(), !board.checkers().is_empty(), "check: {}", at());
        let feen = rules.feen(game.position());
        assert_eq!(rules.position(&feen).as_ref(), Ok(game.position()), "FEEN: {}", at());
        assert_eq!(feen.to_string().parse().as_ref(), Ok(&feen), "FEEN: {}", at());
        let counters = game.counters();
        let text = fen::print(&feen, counters.halfmove, counters.fullmove).unwrap();
        let back = fen::parse(&text).unwrap();
        assert_eq!(fen::print(&back.feen, back.halfmove, back.fullmove).as_ref(), Ok(&text), "FEN: {}", at());
        // Board, side to move and castling rights; the libraries differ on when they write an en passant square.
        let fields = |fen: &str| fen.split(' ').take(3).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(fields(&text), fields(&board.to_string()), "FEN: {}", at());
        if let Some(ending) = game.ending() {
            match ending.status.cgsn().unwrap() {
                Status::Checkmate => assert_eq!(board.status(), GameStatus::Won, "{}", at()),
                Status::Stalemate => assert!(theirs.is_empty() && board.checkers().is_empty(), "{}", at()),
                Status::Insufficient | Status::Repetition | Status::Movelimit => {
                    assert!(!theirs.is_empty(), "{}", at());
                }
                other => panic!("{other:?}: {}", at()),
            }
            return ply;
        }
        assert!(!theirs.is_empty(), "the game goes on without legal moves: {}", at());
        let mv = *random.pick(&theirs);
        let text = oracle_uci(&board, mv);
        let chosen = *game.legal_moves().iter().find(|ours| ours.uci(game.rules()) == text).unwrap();
        game.play(&chosen).unwrap();
        board.play(mv);
    }
    PLIES_MAX
}

// Requirement engine-2.
#[test]
fn random_games_agree_with_the_oracle_at_every_ply() {
    let rules = common::ruleset("chess");
    let games = if dev::is_long() { LONG_GAMES } else { GAMES };
    let plies: usize = (0..games).map(|seed| play_one(&rules, seed)).sum();
    assert!(plies > 50 * games as usize, "only {plies} plies were compared");
}

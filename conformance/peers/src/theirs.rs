//! The other side: cozy-chess, written by hand for one game, walked the way its own perft example walks.

use std::error::Error;
use std::hint::black_box;

use cozy_chess::Board;
use ggn_core::notation::fen;

use crate::race::Mode;

/// Which tables the other library was built with.
pub(crate) const TABLES: &str = if cfg!(feature = "pext") { "pext" } else { "magic" };

/// The position that a FEEN writes, in the notation that the other library reads.
pub(crate) fn board(feen: &str) -> Result<Board, Box<dyn Error>> {
    let text = fen::print(&feen.parse()?, 0, 1)?;
    Board::from_fen(&text, false).map_err(|error| format!("{text}: {error}").into())
}

/// The number of lines.
pub(crate) fn nodes(board: &Board, depth: u32, mode: Mode) -> u64 {
    match mode {
        Mode::Bulk => bulk(board, depth),
        Mode::Full => full(board, depth),
    }
}

fn bulk(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth <= 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += bulk(&child, depth - 1);
        }
        false
    });
    nodes
}

fn full(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            // The last position is looked at by nobody, and has to be made nevertheless.
            let child = black_box(&child);
            nodes += if depth <= 1 { 1 } else { full(child, depth - 1) };
        }
        false
    });
    nodes
}

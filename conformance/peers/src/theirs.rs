//! cozy-chess, a library written by hand for chess, with perft as in its own example.

use std::error::Error;
use std::hint::black_box;

use cozy_chess::Board;
use ggn_core::notation::fen;

use crate::mode::Mode;

/// Kind of lookup tables that cozy-chess was built with.
pub(crate) const TABLES: &str = if cfg!(feature = "pext") { "pext" } else { "magic" };

/// Converts a FEEN to a board of cozy-chess.
pub(crate) fn board(feen: &str) -> Result<Board, Box<dyn Error>> {
    let text = fen::print(&feen.parse()?, 0, 1)?;
    Board::from_fen(&text, false).map_err(|error| format!("{text}: {error}").into())
}

/// Returns the perft count.
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
            // The last position must be made although nothing reads it.
            let child = black_box(&child);
            nodes += if depth <= 1 { 1 } else { full(child, depth - 1) };
        }
        false
    });
    nodes
}

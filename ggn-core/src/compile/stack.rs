//! The boards of a search: the present one, and those before it, to which moves are taken back.

use std::fmt::Debug;

use super::bits::Bits;
use super::board::Board;
use super::cpu::Cpu;
use super::generate::Generator;
use super::goals;
use super::packing::GeneratedMove;
use super::shape::Shape;
use super::tables::number;
use crate::compact_move::{CompactMove, MoveList};
use crate::ending::LineCounts;
use crate::piece::PieceId;
use crate::position::Position;
use crate::{BySide, Side};

/// The board of a search, independent of its size and of the processor kind.
pub(crate) trait CompiledBoard: Debug + Send {
    /// Adds the legal moves to a list; none if a side has reached a goal.
    fn moves(&self, list: &mut MoveList);
    /// Makes a move. Returns false, and changes nothing, for a move that this ruleset does not have.
    fn make(&mut self, mv: CompactMove) -> bool;
    /// Takes the last move back. Returns false at the start.
    fn unmake(&mut self) -> bool;
    fn turn(&self) -> Side;
    /// Returns whether a royal piece of the side to move could be captured.
    fn in_check(&self) -> bool;
    /// Returns the position key with the counts.
    fn key(&self) -> u64;
    /// Number of pieces on the board.
    fn pieces(&self) -> u32;
    /// Returns the piece of a move, and whether it captures.
    fn mover(&self, mv: CompactMove) -> Option<(PieceId, bool)>;
    /// Returns the piece that a move captures, of several the first.
    fn victim(&self, mv: CompactMove) -> Option<PieceId>;
    /// Returns what the moves have led to beside the position.
    fn counts(&self) -> LineCounts;
    fn position(&self) -> Position;
}

/// The boards of a search, the present one last.
#[derive(Debug)]
pub(super) struct BoardStack<'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    present: Board<B, L, H>,
    counts: LineCounts,
    earlier: Vec<(Board<B, L, H>, LineCounts)>,
}

impl<'a, B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu>
    BoardStack<'a, B, L, H, G, S, C>
{
    pub(super) fn new(generator: Generator<'a, B, L, H, G, S, C>, present: Board<B, L, H>) -> Self {
        BoardStack { generator, present, counts: LineCounts::default(), earlier: Vec::new() }
    }

    /// Unpacks a move if the tables have its squares, its pieces and its row: reads of the tables are not checked again.
    fn known(&self, mv: CompactMove) -> Option<GeneratedMove> {
        let tables = self.generator.tables;
        let is_square = |square: usize| square < tables.squares;
        let is_piece = |piece: PieceId| piece.index() < tables.piece_infos.len();
        let step = mv.unpacked()?;
        let is_known = match step {
            GeneratedMove::Simple { from, to, choice } => {
                is_square(from) && is_square(to) && is_piece(choice.becomes)
            }
            GeneratedMove::Drop { piece, to } => is_square(to) && is_piece(piece),
            GeneratedMove::Special { special, choice } => {
                special < tables.specials.all.len() && is_piece(choice.becomes)
            }
        };
        is_known.then_some(step)
    }
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> CompiledBoard
    for BoardStack<'_, B, L, H, G, S, C>
{
    fn moves(&self, list: &mut MoveList) {
        let (generator, board) = (self.generator, &self.present);
        if !S::SIMPLE && !generator.tables.goals.is_empty() && generator.is_by_goal(board, &self.counts) {
            return;
        }
        generator.list(board, list);
    }

    fn make(&mut self, mv: CompactMove) -> bool {
        let Some(step) = self.known(mv) else { return false };
        let (generator, board) = (self.generator, self.present);
        let base = board.after_pass(generator.tables);
        generator.make(&board, &base, step, &mut self.present);
        self.earlier.push((board, self.counts));
        if !S::SIMPLE && !generator.tables.goals.is_empty() {
            self.counts = generator.counted(&board, &self.present, self.counts);
        }
        true
    }

    fn unmake(&mut self) -> bool {
        let Some((board, counts)) = self.earlier.pop() else { return false };
        (self.present, self.counts) = (board, counts);
        true
    }

    fn turn(&self) -> Side {
        self.present.turn
    }

    fn in_check(&self) -> bool {
        self.generator.in_check(&self.present)
    }

    fn key(&self) -> u64 {
        self.present.key ^ goals::key_of(&self.counts)
    }

    fn pieces(&self) -> u32 {
        self.present.occupied().count()
    }

    fn mover(&self, mv: CompactMove) -> Option<(PieceId, bool)> {
        match self.known(mv)? {
            GeneratedMove::Simple { from, to, .. } => {
                Some((self.present.at(from)?, self.present.at(to).is_some()))
            }
            GeneratedMove::Drop { piece, .. } => Some((piece, false)),
            GeneratedMove::Special { special, .. } => {
                let special = self.generator.tables.specials.all.get(special)?;
                Some((special.piece, special.taken(&self.present).is_some()))
            }
        }
    }

    fn victim(&self, mv: CompactMove) -> Option<PieceId> {
        match self.known(mv)? {
            GeneratedMove::Simple { to, .. } => self.present.at(to),
            GeneratedMove::Drop { .. } => None,
            GeneratedMove::Special { special, .. } => {
                self.generator.tables.specials.all.get(special)?.taken(&self.present)
            }
        }
    }

    fn counts(&self) -> LineCounts {
        self.counts
    }

    fn position(&self) -> Position {
        let (tables, board) = (self.generator.tables, &self.present);
        let hand = |side| {
            let infos = tables.piece_infos.iter().enumerate();
            let held = infos.filter_map(|(index, info)| {
                let count = *board.hands[number(side)].get(usize::from(info.hand_slot?))?;
                Some((PieceId::from_index(index)?, u32::from(count))).filter(|(_, count)| *count > 0)
            });
            held.collect()
        };
        let squares = (0..tables.squares).map(|square| board.at(square)).collect();
        Position::new(squares, BySide::from_fn(hand), board.turn)
    }
}

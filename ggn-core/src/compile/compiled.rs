//! The interface of a compiled ruleset: legal moves, checks and perft counts of a position.

use std::fmt::Debug;
use std::hint::black_box;
use std::marker::PhantomData;

use super::bits::Bits;
use super::board::Board;
use super::cpu::{Cpu, Work};
use super::generate::Generator;
use super::goals;
use super::packing::GeneratedMove;
use super::shape::Shape;
use super::sinks::{ListSink, PerftSink};
use super::stack::{BoardStack, CompiledBoard};
use super::tables::Tables;
use crate::compact_move::{CompactMove, MoveList};
use crate::ending::LineCounts;
use crate::movement::{Location, Move};
use crate::perft_cache::PerftCache;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{Side, Square, reference};

/// Treatment of the last ply in perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// The last moves are only counted (bulk counting).
    BulkCounted,
    /// The last moves are made, too.
    Made,
}

/// Kinds of attacks on a square.
#[cfg(feature = "testing")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attacks {
    /// By a simple row, looked up for this square alone.
    pub(crate) by_simple_rows: bool,
    /// By a simple row, looked up in the set of all attacked squares.
    pub(crate) in_danger_set: bool,
    /// By a special row.
    pub(crate) by_specials: bool,
}

/// A compiled ruleset, independent of its board size and processor kind.
pub(crate) trait CompiledRules: Debug + Send + Sync {
    /// Returns the legal moves of a position, in the order of the interpreter.
    fn legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move>;
    /// Returns the pseudo-legal moves of a position, in the order of the interpreter.
    fn pseudo_legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move>;
    /// Returns the board of a search that begins with a position.
    fn search<'a>(&'a self, position: &Position) -> Box<dyn CompiledBoard + 'a>;
    /// Converts a generated move of a position to the interpreter's move; `None` for a move of another position.
    fn as_move(&self, rules: &Ruleset, position: &Position, mv: CompactMove) -> Option<Move>;
    /// Returns whether a royal piece of `side` could be captured.
    fn in_check(&self, position: &Position, side: Side) -> bool;
    /// Counts the lines of `depth` legal moves from a position with what has led to it. Positions found in the cache are not counted again.
    fn perft(
        &self,
        position: &Position,
        counts: &LineCounts,
        depth: u32,
        leaves: Leaves,
        cache: Option<&PerftCache>,
    ) -> u64;
    /// Returns whether perft knows every goal of the ruleset.
    fn knows_goals(&self) -> bool;
    /// Approximate memory use of the tables in bytes.
    fn bytes(&self) -> usize;
    /// Returns whether, after each legal move, the updated board equals the board of the interpreter's position.
    #[cfg(feature = "testing")]
    fn updates_match(&self, rules: &Ruleset, position: &Position) -> bool;
    /// Returns the kinds of attacks by the side not to move on a square where `supposed`, a piece of the side to move, is supposed to stand.
    #[cfg(feature = "testing")]
    fn attacks(&self, position: &Position, square: usize, supposed: crate::PieceId) -> Attacks;
    /// Returns the pieces that shield the only royal piece of the side to move, or `None` where checks are not along empty lines.
    #[cfg(feature = "testing")]
    fn pinned(&self, position: &Position) -> Option<Vec<usize>>;
}

/// Tables for one board size, and the processor kind that reads them.
#[derive(Debug)]
pub(super) struct SizedRules<B, const L: usize, const H: usize, const G: usize, S, C> {
    tables: Tables<B, L, G>,
    cpu: C,
    shape: PhantomData<S>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> SizedRules<B, L, H, G, S, C> {
    pub(super) fn new(tables: Tables<B, L, G>, cpu: C) -> Self {
        SizedRules { tables, cpu, shape: PhantomData }
    }

    fn generator(&self) -> Generator<'_, B, L, H, G, S, C> {
        Generator::new(&self.tables, self.cpu)
    }

    /// Converts generated moves to moves in the order of the interpreter: by piece and row; the choices of one row keep their order.
    fn in_order(&self, rules: &Ruleset, position: &Position, list: &[CompactMove]) -> Vec<Move> {
        let as_move = |mv: &CompactMove| self.as_move(rules, position, *mv);
        let mut moves: Vec<Move> = list.iter().filter_map(as_move).collect();
        moves.sort_by_key(|mv| (mv.source == Location::Hand, mv.source, mv.piece, mv.destination));
        moves
    }
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> CompiledRules
    for SizedRules<B, L, H, G, S, C>
{
    fn legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move> {
        let mut list = MoveList::new();
        self.generator().list(&Board::new(&self.tables, position), &mut list);
        self.in_order(rules, position, &list)
    }

    fn pseudo_legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move> {
        let (board, mut list) = (Board::new(&self.tables, position), MoveList::new());
        self.generator().pseudo_legal(&board, &mut ListSink::new(self.generator(), &board, &mut list));
        self.in_order(rules, position, &list)
    }

    fn search<'a>(&'a self, position: &Position) -> Box<dyn CompiledBoard + 'a> {
        Box::new(BoardStack::new(self.generator(), Board::new(&self.tables, position)))
    }

    fn as_move(&self, rules: &Ruleset, position: &Position, mv: CompactMove) -> Option<Move> {
        let at_square = |at: usize| Square::from_index(at).map(Location::Square);
        let (piece, source, destination, choice) = match mv.unpacked()? {
            GeneratedMove::Simple { from, to, choice } => {
                let piece = position.piece_at(Square::from_index(from)?)?;
                (piece, at_square(from)?, at_square(to)?, Some(choice))
            }
            GeneratedMove::Drop { piece, to } => (piece, Location::Hand, at_square(to)?, None),
            GeneratedMove::Special { special, choice } => {
                let special = self.tables.specials.all.get(special)?;
                let location = |at: Option<usize>| at.map_or(Some(Location::Hand), at_square);
                return Some(Move {
                    piece: special.piece,
                    source: location(special.from)?,
                    destination: location(special.to)?,
                    promotion: choice.chosen.then_some(choice.becomes),
                    placed: None,
                    possibility: special.possibility,
                });
            }
        };
        let row = rules.table().row(piece, source, destination)?;
        let at = |square| position.piece_at(square);
        let holds = |possibility: &_| reference::holds(rules, possibility, position.turn(), at);
        let (possibility, _) =
            rules.table().possibilities(row).find(|(_, possibility)| holds(possibility))?;
        let promotion = choice.filter(|choice| choice.chosen).map(|choice| choice.becomes);
        Some(Move { piece, source, destination, promotion, placed: None, possibility })
    }

    fn in_check(&self, position: &Position, side: Side) -> bool {
        let mut board = Board::<B, L, H>::new(&self.tables, position);
        board.turn = side;
        self.generator().in_check(&board)
    }

    fn perft(
        &self,
        position: &Position,
        counts: &LineCounts,
        depth: u32,
        leaves: Leaves,
        cache: Option<&PerftCache>,
    ) -> u64 {
        let board = Board::new(&self.tables, position);
        if depth == 0 {
            return 1;
        }
        let (generator, board) = (self.generator(), &board);
        if self.tables.goals.is_empty() {
            self.cpu.work(PerftWork { generator, board, depth, leaves, cache })
        } else {
            self.cpu.work(GoalPerftWork { generator, board, counts: *counts, depth, leaves, cache })
        }
    }

    fn knows_goals(&self) -> bool {
        self.tables.goals.is_complete
    }

    fn bytes(&self) -> usize {
        self.tables.bytes()
    }

    #[cfg(feature = "testing")]
    fn updates_match(&self, rules: &Ruleset, position: &Position) -> bool {
        let board = Board::<B, L, H>::new(&self.tables, position);
        let mut list = MoveList::new();
        self.generator().list(&board, &mut list);
        let base = board.after_pass(&self.tables);
        let mut child = base;
        list.iter().all(|&mv| {
            let after = self
                .as_move(rules, position, mv)
                .map(|mv| position.after(&reference::row_transition(rules, position, &mv).0));
            let Some(step) = mv.unpacked() else { return false };
            self.generator().make(&board, &base, step, &mut child);
            after.is_some_and(|after| Board::new(&self.tables, &after) == child)
        })
    }

    #[cfg(feature = "testing")]
    fn attacks(&self, position: &Position, square: usize, supposed: crate::PieceId) -> Attacks {
        self.generator().attacks(&Board::new(&self.tables, position), square, supposed)
    }

    #[cfg(feature = "testing")]
    fn pinned(&self, position: &Position) -> Option<Vec<usize>> {
        self.generator().pinned(&Board::new(&self.tables, position)).map(|pinned| pinned.squares().collect())
    }
}

/// Counting of the lines below a position, at least one ply deep.
struct PerftWork<'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'a Board<B, L, H>,
    depth: u32,
    leaves: Leaves,
    cache: Option<&'a PerftCache>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for PerftWork<'_, B, L, H, G, S, C>
{
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let PerftWork { generator, board, depth, leaves, cache } = self;
        if depth == 1 && leaves == Leaves::BulkCounted {
            return generator.count_legal(board);
        }
        if depth > 1
            && let Some(nodes) = cache.and_then(|cache| cache.get(board.key, depth))
        {
            return nodes;
        }
        let mut follow = PerftSink::new(generator, board, |child: &Board<B, L, H>| {
            if depth == 1 {
                black_box(child);
                1
            } else {
                generator.cpu.work(PerftWork { generator, board: child, depth: depth - 1, leaves, cache })
            }
        });
        generator.legal(board, &mut follow);
        if depth > 1
            && let Some(cache) = cache
        {
            cache.put(board.key, depth, follow.total);
        }
        follow.total
    }
}

/// Counting of the lines below a position in a game with goals, at least one ply deep.
struct GoalPerftWork<'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'a Board<B, L, H>,
    counts: LineCounts,
    depth: u32,
    leaves: Leaves,
    cache: Option<&'a PerftCache>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for GoalPerftWork<'_, B, L, H, G, S, C>
{
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let GoalPerftWork { generator, board, counts, depth, leaves, cache } = self;
        // Rules with goals have no simple shape, for which this would be compiled in vain.
        if S::SIMPLE || generator.is_by_goal(board, &counts) {
            return 0;
        }
        if depth == 1 && leaves == Leaves::BulkCounted {
            return generator.count_legal(board);
        }
        let key = board.key ^ goals::key_of(&counts);
        let cache = cache.filter(|_| depth > 1);
        if let Some(nodes) = cache.and_then(|cache| cache.get(key, depth)) {
            return nodes;
        }
        let mut follow = PerftSink::new(generator, board, |child: &Board<B, L, H>| {
            if depth == 1 {
                black_box(child);
                return 1;
            }
            let counts = generator.counted(board, child, counts);
            let depth = depth - 1;
            generator.cpu.work(GoalPerftWork { generator, board: child, counts, depth, leaves, cache })
        });
        generator.legal(board, &mut follow);
        if let Some(cache) = cache {
            cache.put(key, depth, follow.total);
        }
        follow.total
    }
}

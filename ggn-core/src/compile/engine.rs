//! A compiled ruleset at work: positions come in and moves, answers and counts go out.

use std::fmt::Debug;
use std::hint::black_box;
use std::marker::PhantomData;

use super::bits::Bits;
use super::board::Board;
use super::cpu::{Cpu, Work};
use super::generate::Generator;
use super::shape::Shape;
use super::sinks::{Count, Follow, List, Step};
use super::tables::Tables;
use crate::movement::{Location, Move};
use crate::perft::PerftCache;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{Side, Square, reference};

/// What perft does at the end of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// The last moves are counted.
    Counted,
    /// The last moves are made.
    Made,
}

/// What attacks a square.
#[cfg(feature = "trial")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attacks {
    /// A simple row, asked of that square.
    pub(crate) simply: bool,
    /// A simple row, asked of all squares at once.
    pub(crate) among_all: bool,
    /// A special row.
    pub(crate) by_words: bool,
}

/// A compiled ruleset.
pub(crate) trait Engine: Debug + Send + Sync {
    /// The legal moves of a position, in the order of the interpreter.
    fn legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move>;
    /// What the tables alone allow, in the order of the interpreter.
    fn pseudo_legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move>;
    /// Whether a royal piece of a side could be taken.
    fn in_check(&self, position: &Position, side: Side) -> bool;
    /// How many lines of so many legal moves there are. What a cache remembers is not counted again.
    fn perft(&self, position: &Position, depth: u32, leaves: Leaves, cache: Option<&PerftCache>) -> u64;
    /// Roughly how many bytes the tables take.
    fn bytes(&self) -> usize;
    /// Whether the bits of a position after each of its legal moves are those of the position that the interpreter makes of it.
    #[cfg(feature = "trial")]
    fn keeps_up(&self, rules: &Ruleset, position: &Position) -> bool;
    /// Whether the side not to move attacks a square, supposing there a piece of the side to move.
    #[cfg(feature = "trial")]
    fn attacks(&self, position: &Position, square: usize, supposed: crate::PieceId) -> Attacks;
    /// The pieces that shield the one royal piece of the side to move; nothing where lines do not tell.
    #[cfg(feature = "trial")]
    fn pinned(&self, position: &Position) -> Option<Vec<usize>>;
}

/// Tables with the size of the boards that they are read for, and with the processor that reads them.
#[derive(Debug)]
pub(super) struct Sized<B, const L: usize, const H: usize, const G: usize, S, C> {
    tables: Tables<B, L, G>,
    cpu: C,
    shape: PhantomData<S>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Sized<B, L, H, G, S, C> {
    pub(super) fn new(tables: Tables<B, L, G>, cpu: C) -> Self {
        Sized { tables, cpu, shape: PhantomData }
    }

    fn generator(&self) -> Generator<'_, B, L, H, G, S, C> {
        Generator::new(&self.tables, self.cpu)
    }

    /// Steps as moves, in the order of the interpreter: it goes by piece and row, and of one row the choices stay in their order.
    fn in_order(&self, rules: &Ruleset, position: &Position, steps: &[Step]) -> Vec<Move> {
        let as_move = |step| self.as_move(rules, position, step);
        let mut moves: Vec<Move> = steps.iter().filter_map(as_move).collect();
        moves.sort_by_key(|mv| (mv.source == Location::Hand, mv.source, mv.piece, mv.destination));
        moves
    }

    /// The move of the interpreter that a step is.
    fn as_move(&self, rules: &Ruleset, position: &Position, step: &Step) -> Option<Move> {
        let place = |at: usize| Square::from_index(at).map(Location::Square);
        let (piece, source, destination, outcome) = match *step {
            Step::Simple { from, to, outcome } => {
                let piece = position.piece_at(Square::from_index(from.into())?)?;
                (piece, place(from.into())?, place(to.into())?, Some(outcome))
            }
            Step::Drop { piece, to } => (piece, Location::Hand, place(to.into())?, None),
            Step::Special { special, outcome } => {
                let special = self.tables.specials.all.get(special as usize)?;
                let location = |at: Option<usize>| at.map_or(Some(Location::Hand), place);
                return Some(Move {
                    piece: special.piece,
                    source: location(special.from)?,
                    destination: location(special.to)?,
                    promotion: outcome.chosen.then_some(outcome.becomes),
                    possibility: special.possibility,
                });
            }
        };
        let row = rules.table().row(piece, source, destination)?;
        let at = |square| position.piece_at(square);
        let holds = |way: &_| reference::holds(rules, way, position.turn(), at);
        let (possibility, _) = rules.table().possibilities(row).find(|(_, way)| holds(way))?;
        let promotion = outcome.filter(|outcome| outcome.chosen).map(|outcome| outcome.becomes);
        Some(Move { piece, source, destination, promotion, possibility })
    }
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Engine
    for Sized<B, L, H, G, S, C>
{
    fn legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move> {
        let board = Board::new(&self.tables, position);
        let mut list = List::new(self.generator(), &board);
        self.cpu.work(Legal { generator: self.generator(), board: &board, list: &mut list });
        self.in_order(rules, position, &list.steps)
    }

    fn pseudo_legal_moves(&self, rules: &Ruleset, position: &Position) -> Vec<Move> {
        let board = Board::new(&self.tables, position);
        let mut list = List::new(self.generator(), &board);
        self.generator().pseudo_legal(&board, &mut list);
        self.in_order(rules, position, &list.steps)
    }

    fn in_check(&self, position: &Position, side: Side) -> bool {
        let mut board = Board::<B, L, H>::new(&self.tables, position);
        board.turn = side;
        self.generator().in_check(&board)
    }

    fn perft(&self, position: &Position, depth: u32, leaves: Leaves, cache: Option<&PerftCache>) -> u64 {
        let board = Board::new(&self.tables, position);
        if depth == 0 {
            return 1;
        }
        self.cpu.work(Below { generator: self.generator(), board: &board, depth, leaves, cache })
    }

    fn bytes(&self) -> usize {
        self.tables.bytes()
    }

    #[cfg(feature = "trial")]
    fn keeps_up(&self, rules: &Ruleset, position: &Position) -> bool {
        let board = Board::<B, L, H>::new(&self.tables, position);
        let mut list = List::new(self.generator(), &board);
        self.cpu.work(Legal { generator: self.generator(), board: &board, list: &mut list });
        let base = board.passed(&self.tables);
        let mut child = base;
        list.steps.iter().all(|step| {
            let after = self.as_move(rules, position, step).map(|mv| rules.after(position, &mv));
            self.generator().make(&board, &base, step, &mut child);
            after.is_some_and(|after| Board::new(&self.tables, &after) == child)
        })
    }

    #[cfg(feature = "trial")]
    fn attacks(&self, position: &Position, square: usize, supposed: crate::PieceId) -> Attacks {
        self.generator().attacks(&Board::new(&self.tables, position), square, supposed)
    }

    #[cfg(feature = "trial")]
    fn pinned(&self, position: &Position) -> Option<Vec<usize>> {
        self.generator().pinned(&Board::new(&self.tables, position)).map(|pinned| pinned.squares().collect())
    }
}

/// Listing the legal moves.
struct Legal<'l, 'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'a Board<B, L, H>,
    list: &'l mut List<'a, B, L, H, G, S, C>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for Legal<'_, '_, B, L, H, G, S, C>
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.generator.legal(self.board, self.list);
    }
}

/// Counting the lines below a position, at least one ply deep.
struct Below<'a, B: Bits, const L: usize, const H: usize, const G: usize, S, C> {
    generator: Generator<'a, B, L, H, G, S, C>,
    board: &'a Board<B, L, H>,
    depth: u32,
    leaves: Leaves,
    cache: Option<&'a PerftCache>,
}

impl<B: Bits, const L: usize, const H: usize, const G: usize, S: Shape, C: Cpu> Work
    for Below<'_, B, L, H, G, S, C>
{
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Below { generator, board, depth, leaves, cache } = self;
        if depth == 1 && leaves == Leaves::Counted {
            let mut count = Count::default();
            generator.legal(board, &mut count);
            return count.0;
        }
        if depth > 1
            && let Some(nodes) = cache.and_then(|cache| cache.get(board.key, depth))
        {
            return nodes;
        }
        let mut follow = Follow::new(generator, board, |child: &Board<B, L, H>| {
            if depth == 1 {
                black_box(child);
                1
            } else {
                generator.cpu.work(Below { generator, board: child, depth: depth - 1, leaves, cache })
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

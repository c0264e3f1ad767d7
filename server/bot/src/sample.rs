//! Random games by the rules, and what their positions tell about the pieces.

use std::collections::BTreeSet;

use ggn_core::{EndStatus, Goal, Location, MoveList, PieceId, Position, Rules, SearchBoard, Side};

use crate::random::Random;

/// Bounds of the sampling: games, plies of a game, and listed moves in all. A game with thousands of moves in a position reaches the last first.
const GAMES: u64 = 80;
const PLIES: u32 = 160;
const MOVES: u64 = 80_000;

/// Place of a piece on a square in tables by both.
pub(crate) fn cell(squares: usize, piece: PieceId, square: usize) -> usize {
    piece.index() * squares + square
}

/// A step that a legal move made possible: from one piece on a square to a piece on a square, by the cells of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Material of a decided game, and its winner.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// Mean number of each piece by its index in the game's positions, on the board and in the hands.
    pub(crate) counts: Vec<f64>,
    pub(crate) winner: Side,
}

/// Counts of pieces, moves and results in the positions of random games.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) squares: usize,
    /// By cell: how often the piece stood there while its side was to move, and the number of its moves then.
    pub(crate) presence: Vec<u32>,
    pub(crate) moves: Vec<u32>,
    pub(crate) steps: BTreeSet<Step>,
    /// Cells on which a piece arrived by the move that won a game.
    pub(crate) winning_arrivals: BTreeSet<usize>,
    pub(crate) outcomes: Vec<Outcome>,
    /// Mean number of legal moves in a position.
    pub(crate) mean_moves: f64,
}

impl Sample {
    /// Plays random games, the same each time.
    pub(crate) fn of(rules: &Rules) -> Sample {
        let squares = rules.shape().squares();
        let pieces = rules.pieces().map(|(piece, _)| piece.index() + 1).max().unwrap_or(0);
        let mut sample = Sample {
            squares,
            presence: vec![0; pieces * squares],
            moves: vec![0; pieces * squares],
            steps: BTreeSet::new(),
            winning_arrivals: BTreeSet::new(),
            outcomes: Vec::new(),
            mean_moves: 0.0,
        };
        let mut listed = 0;
        let mut positions = 0;
        for seed in 0..GAMES {
            if listed >= MOVES {
                break;
            }
            sample.play(rules, pieces, &mut Random::seeded(seed), &mut listed, &mut positions);
        }
        sample.mean_moves = listed as f64 / f64::from(positions.max(1));
        sample
    }

    fn play(
        &mut self,
        rules: &Rules,
        pieces: usize,
        random: &mut Random,
        listed: &mut u64,
        positions: &mut u32,
    ) {
        let mut board = SearchBoard::new(rules, rules.initial());
        let mut list = MoveList::new();
        let mut seen: Vec<Vec<i32>> = Vec::new();
        let mut last_arrival = None;
        for _ in 0..PLIES {
            board.moves(&mut list);
            if let Some(ending) = board.ending(&list) {
                let Some(winner) = ending.winner else { return };
                self.outcomes.push(Outcome { counts: means(&seen, pieces), winner });
                if ending.status == EndStatus::Goal(Goal::Arrival) {
                    let arrival = last_arrival.filter(|(side, _)| *side == winner);
                    self.winning_arrivals.extend(arrival.map(|(_, cell)| cell));
                }
                return;
            }
            let Some(mv) = list.get(random.below(list.len())).copied() else { return };
            *listed += list.len() as u64;
            *positions += 1;
            let position = board.position();
            self.look(rules, &board, &position, &list);
            seen.push(counts(&position, pieces));
            let side = board.turn();
            let arrival = board.expand(mv).and_then(|mv| {
                let becomes = mv.promotion.unwrap_or(mv.piece);
                Some((side, cell(self.squares, becomes, mv.destination.square()?.index())))
            });
            last_arrival = arrival;
            if *listed >= MOVES || !board.make(mv) {
                return;
            }
        }
    }

    /// Counts the pieces of the side to move with their moves.
    fn look(&mut self, rules: &Rules, board: &SearchBoard<'_>, position: &Position, list: &MoveList) {
        let own = |piece: PieceId| {
            rules.piece(piece).is_some_and(|piece| piece.side() == position.turn() && !piece.is_neutral)
        };
        for (square, piece) in position.pieces().filter(|(_, piece)| own(*piece)) {
            if let Some(count) = self.presence.get_mut(cell(self.squares, piece, square.index())) {
                *count += 1;
            }
        }
        for mv in list.iter().filter_map(|mv| board.expand(*mv)) {
            let (Location::Square(source), Location::Square(destination)) = (mv.source, mv.destination)
            else {
                continue;
            };
            let from = cell(self.squares, mv.piece, source.index());
            let to = cell(self.squares, mv.promotion.unwrap_or(mv.piece), destination.index());
            if let Some(count) = self.moves.get_mut(from) {
                *count += 1;
            }
            self.steps.insert(Step { from, to });
        }
    }
}

/// Returns the mean of each number.
fn means(seen: &[Vec<i32>], pieces: usize) -> Vec<f64> {
    let sum = |piece: usize| {
        seen.iter().filter_map(|counts| counts.get(piece)).map(|&count| f64::from(count)).sum::<f64>()
    };
    (0..pieces).map(|piece| sum(piece) / (seen.len().max(1) as f64)).collect()
}

/// Returns the number of each piece, by its index.
fn counts(position: &Position, pieces: usize) -> Vec<i32> {
    let mut counts = vec![0; pieces];
    let mut add = |piece: PieceId, number: i32| {
        if let Some(count) = counts.get_mut(piece.index()) {
            *count += number;
        }
    };
    for (_, piece) in position.pieces() {
        add(piece, 1);
    }
    for &(piece, number) in Side::BOTH.iter().flat_map(|side| position.hand(*side)) {
        add(piece, i32::try_from(number).unwrap_or(i32::MAX));
    }
    counts
}

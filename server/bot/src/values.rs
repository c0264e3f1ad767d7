//! Worth of every piece on every square and in a hand, found from the rules alone.
//!
//! A piece is worth its moves: in random games, the mean number of moves that it has when its side is to move. A square is worth to it what its moves
//! there are more or less than elsewhere, and the promotions and goals that it is near. Whether having more pieces wins or loses, the same games tell.

use std::collections::BTreeMap;

use ggn_core::{PieceId, Position, Role, Rules, Side};

use crate::sample::{Outcome, Sample, cell};

/// Mean worth of a piece at the start of a game, kings aside. All other numbers are relative to it.
pub(crate) const MEAN_PIECE: f64 = 300.0;

/// Worth of a goal that a step away would win, before it is lessened by distance.
const GOAL: f64 = 3.0 * MEAN_PIECE;
/// Share of a gain that each move to go takes away.
const PER_MOVE: f64 = 0.5;
/// Number of moves that gains are carried back.
const FAR: usize = 7;
/// Moves of its kind in general that count beside those counted on a square: few counts say little.
const PRIOR: f64 = 24.0;
/// A piece without a move is worth as much as this number of moves: it captures, guards, and stands in the way.
const PRESENCE: f64 = 0.5;
/// A piece in a hand can be dropped where it is worth most.
const IN_HAND: f64 = 1.1;
/// Share of a king's moves that count for its squares: who is to be kept safe does not roam.
const ROYAL_SQUARES: f64 = 0.0;

/// Number of decided games, and of standard errors, from which on the loss of the side with more pieces is no accident.
const DECIDED_GAMES: usize = 20;
const CERTAINTY: f64 = 3.0;

/// Worth of pieces, in hundredths of a third of the mean piece.
#[derive(Clone, Debug)]
pub struct Values {
    squares: usize,
    /// By piece and square, from the view of the piece's own side.
    on_board: Vec<i32>,
    /// By piece.
    in_hand: Vec<i32>,
    in_general: Vec<i32>,
    /// Side of each piece by its index: 1 for the first, -1 for the second, 0 for none.
    signs: Vec<i32>,
    mean_moves: i32,
}

impl Values {
    /// Finds the values from the rules. The same rules give the same values.
    #[must_use]
    pub fn of(rules: &Rules) -> Values {
        let sample = Sample::of(rules);
        let pieces: Vec<_> = rules.pieces().collect();
        let length = pieces.iter().map(|(piece, _)| piece.index() + 1).max().unwrap_or(0);
        let general = general_moves(rules, &sample, length);

        // Worth in moves, of kings too: where a king is a piece like others (as in extinction), it moves and captures like others.
        let mut worth = vec![0.0; length];
        for (piece, about) in &pieces {
            if !about.is_neutral {
                set(
                    &mut worth,
                    piece.index(),
                    if about.is_terminal() { 0.0 } else { PRESENCE + at(&general, piece.index()) },
                );
            }
        }
        let scale = MEAN_PIECE / mean_at_start(rules, &worth).max(0.1);
        let direction = direction(rules, &sample.outcomes, &worth, scale);
        let base = |piece: PieceId| at(&worth, piece.index()) * scale * direction;

        let mut on_board = vec![0.0; length * sample.squares];
        for (piece, about) in pieces.iter().filter(|(_, about)| !about.is_neutral) {
            let mean = at(&general, piece.index());
            let share = if about.is_terminal() { ROYAL_SQUARES } else { 0.5 };
            for square in 0..sample.squares {
                let cell = cell(sample.squares, *piece, square);
                let presence = count(&sample.presence, cell);
                let here = (count(&sample.moves, cell) + PRIOR * mean) / (presence + PRIOR);
                set(&mut on_board, cell, base(*piece) + (here - mean) * scale * share * direction);
            }
        }
        let general_value: Vec<f64> =
            (0..length).map(|index| at(&worth, index) * scale * direction).collect();
        add_prospects(&mut on_board, &sample, &general_value);

        let rounded = |values: &[f64]| values.iter().map(|value| value.round() as i32).collect();
        let mut signs = vec![0; length];
        for (piece, about) in pieces.iter().filter(|(_, about)| !about.is_neutral) {
            if let Some(sign) = signs.get_mut(piece.index()) {
                *sign = if about.side() == Side::First { 1 } else { -1 };
            }
        }
        Values {
            squares: sample.squares,
            on_board: rounded(&on_board),
            in_hand: rounded(&general_value.iter().map(|value| value * IN_HAND).collect::<Vec<_>>()),
            in_general: rounded(&general_value),
            signs,
            mean_moves: sample.mean_moves.round() as i32,
        }
    }

    /// Returns the worth of a piece to its side, wherever it stands. Below zero where having pieces loses the game; zero for a king.
    #[must_use]
    pub fn piece(&self, piece: PieceId) -> i32 {
        self.in_general.get(piece.index()).copied().unwrap_or(0)
    }

    /// Returns the mean number of legal moves in a position.
    pub(crate) fn mean_moves(&self) -> i32 {
        self.mean_moves
    }

    /// Returns the worth of a position to the side to move, by its pieces alone.
    #[must_use]
    pub fn position(&self, position: &Position) -> i32 {
        let mut sum = 0;
        for (square, piece) in position.pieces() {
            let cell = cell(self.squares, piece, square.index());
            sum += self.sign(piece) * self.on_board.get(cell).copied().unwrap_or(0);
        }
        for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
            for &(piece, number) in position.hand(side) {
                let each = self.in_hand.get(piece.index()).copied().unwrap_or(0);
                sum += sign * each * i32::try_from(number).unwrap_or(i32::MAX);
            }
        }
        if position.turn() == Side::First { sum } else { -sum }
    }

    fn sign(&self, piece: PieceId) -> i32 {
        self.signs.get(piece.index()).copied().unwrap_or(0)
    }
}

fn at(values: &[f64], index: usize) -> f64 {
    values.get(index).copied().unwrap_or(0.0)
}

fn set(values: &mut [f64], index: usize, value: f64) {
    if let Some(place) = values.get_mut(index) {
        *place = value;
    }
}

fn count(counts: &[u32], index: usize) -> f64 {
    f64::from(counts.get(index).copied().unwrap_or(0))
}

/// Returns the mean number of moves of each piece. One that was hardly seen has those of its role.
fn general_moves(rules: &Rules, sample: &Sample, length: usize) -> Vec<f64> {
    let total = |counts: &[u32], piece: PieceId| -> f64 {
        (0..sample.squares).map(|square| count(counts, cell(sample.squares, piece, square))).sum()
    };
    let mut of_roles: BTreeMap<Role, (f64, f64)> = BTreeMap::new();
    for (piece, about) in rules.pieces() {
        let (presence, moves) = of_roles.entry(about.role()).or_default();
        *presence += total(&sample.presence, piece);
        *moves += total(&sample.moves, piece);
    }
    let mut means = vec![0.0; length];
    for (piece, about) in rules.pieces() {
        let (presence, moves) = of_roles.get(&about.role()).copied().unwrap_or_default();
        let of_role = moves / presence.max(1.0);
        let own = total(&sample.moves, piece) + PRIOR * of_role;
        set(&mut means, piece.index(), own / (total(&sample.presence, piece) + PRIOR));
    }
    means
}

/// Returns the mean worth of the pieces with which a game begins, on the board and in the hands.
fn mean_at_start(rules: &Rules, worth: &[f64]) -> f64 {
    let start = rules.initial();
    let board = start.pieces().map(|(_, piece)| (at(worth, piece.index()), 1.0));
    let hands = Side::BOTH.iter().flat_map(|side| start.hand(*side));
    let hands = hands.map(|(piece, number)| (at(worth, piece.index()), f64::from(*number)));
    let counted = board.chain(hands).filter(|(worth, _)| *worth > 0.0);
    let (sum, number) =
        counted.fold((0.0, 0.0), |(sum, number), (worth, each)| (sum + worth * each, number + each));
    sum / f64::max(number, 1.0)
}

/// Returns 1 where more material goes with winning, -1 where it goes with losing. Positions of one game say the same thing, so games are counted; where they
/// disagree, having pieces is good.
fn direction(rules: &Rules, games: &[Outcome], worth: &[f64], scale: f64) -> f64 {
    let balance = |game: &Outcome| {
        let of_piece = |(piece, about): (PieceId, &ggn_core::Piece)| {
            let number = game.counts.get(piece.index()).copied().unwrap_or(0.0);
            let sign = if about.side() == game.winner { 1.0 } else { -1.0 };
            sign * number * at(worth, piece.index()) * scale
        };
        // One great imbalance says no more than a piece does.
        (rules.pieces().map(of_piece).sum::<f64>() / MEAN_PIECE).clamp(-3.0, 3.0)
    };
    let balances: Vec<f64> = games.iter().map(balance).collect();
    let count = balances.len() as f64;
    let mean = balances.iter().sum::<f64>() / count.max(1.0);
    let variance = balances.iter().map(|balance| (balance - mean).powi(2)).sum::<f64>() / count.max(1.0);
    let error = (variance / count.max(1.0)).sqrt();
    if balances.len() >= DECIDED_GAMES && mean < -CERTAINTY * error { -1.0 } else { 1.0 }
}

/// Adds to each cell what a piece there can become within a few moves, less for each move to go.
fn add_prospects(on_board: &mut [f64], sample: &Sample, general: &[f64]) {
    let piece_of = |cell: usize| cell / sample.squares.max(1);
    let mut prospects = vec![0.0; on_board.len()];
    for &cell in &sample.winning_arrivals {
        set(&mut prospects, cell, GOAL);
    }
    for _ in 0..FAR {
        let before = prospects.clone();
        for step in &sample.steps {
            let gain = (at(general, piece_of(step.to)) - at(general, piece_of(step.from))).max(0.0);
            let prospect = PER_MOVE * (gain + at(&before, step.to));
            if prospect > at(&prospects, step.from) {
                set(&mut prospects, step.from, prospect);
            }
        }
    }
    for (value, prospect) in on_board.iter_mut().zip(&prospects) {
        // Half: it may be prevented.
        *value += prospect / 2.0;
    }
}

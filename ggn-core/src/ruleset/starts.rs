//! Starts that are drawn: the ways in which the pieces of a start can be arranged, each with its number.

use super::Ruleset;
use crate::Square;
use crate::movement::Transition;
use crate::piece::PieceId;
use crate::position::Position;

/// Arrangements of pieces from which games start instead of the initial position.
#[derive(Clone, Debug)]
pub(crate) struct Starts {
    /// Steps, the first of which changes fastest from one number to the next.
    pub(crate) steps: Vec<StartStep>,
    /// Axes (files first) that are turned around for the pieces of the second side; `None` if the steps place these too.
    pub(crate) mirror: Option<Vec<bool>>,
}

/// Placement of some pieces on squares that are still free, in the order of both lists.
#[derive(Clone, Debug)]
pub(crate) struct StartStep {
    pub(crate) pieces: Vec<PieceId>,
    pub(crate) on: Vec<Square>,
    /// Number of its squares that earlier steps leave free.
    pub(crate) free: u64,
}

impl StartStep {
    /// Returns the number of ways to choose its squares, at most `u64::MAX`.
    pub(crate) fn ways(&self) -> u64 {
        binomial(self.free, self.pieces.len() as u64)
    }
}

/// Returns the number of ways to choose `some` of `all`, at most `u64::MAX`.
fn binomial(all: u64, some: u64) -> u64 {
    if some > all {
        return 0;
    }
    // Every partial product is a binomial itself.
    let product = (0..some)
        .try_fold(1u128, |ways, done| Some(ways.checked_mul(u128::from(all - done))? / u128::from(done + 1)));
    product.and_then(|ways| u64::try_from(ways).ok()).unwrap_or(u64::MAX)
}

/// Returns the chosen squares of a step in the combination of that number, in lexicographic order.
fn chosen(free: &[Square], count: usize, mut number: u64) -> Vec<Square> {
    let mut chosen = Vec::new();
    for (index, &square) in free.iter().enumerate() {
        let missing = (count - chosen.len()) as u64;
        if missing == 0 {
            break;
        }
        let with_it = binomial((free.len() - index - 1) as u64, missing - 1);
        if number < with_it {
            chosen.push(square);
        } else {
            number -= with_it;
        }
    }
    chosen
}

impl Ruleset {
    /// Returns the number of starts: one in a game that always starts from its initial position.
    #[must_use]
    pub fn start_count(&self) -> u64 {
        let ways = |starts: &Starts| starts.steps.iter().map(StartStep::ways).fold(1, u64::saturating_mul);
        self.starts.as_ref().map_or(1, ways)
    }

    /// Returns the number of the start that a seed draws: its remainder by the number of starts.
    #[must_use]
    pub fn drawn_start(&self, seed: u64) -> u64 {
        seed.checked_rem(self.start_count()).unwrap_or_default()
    }

    /// Returns the position of a start by its number, from zero; `None` if there are not so many. The only start of a game that draws none is its initial
    /// position.
    #[must_use]
    pub fn start(&self, number: u64) -> Option<Position> {
        if number >= self.start_count() {
            return None;
        }
        let Some(starts) = &self.starts else { return Some(self.initial.clone()) };
        let mut number = number;
        let mut placed: Vec<(Square, PieceId)> = Vec::new();
        for step in &starts.steps {
            let ways = step.ways();
            let is_free = |square: &&Square| !placed.iter().any(|(taken, _)| taken == *square);
            let free: Vec<Square> = step.on.iter().filter(is_free).copied().collect();
            let squares = chosen(&free, step.pieces.len(), number.checked_rem(ways)?);
            number = number.checked_div(ways)?;
            placed.extend(squares.into_iter().zip(step.pieces.iter().copied()));
        }
        let mut change = Transition::default();
        let all = starts.steps.iter().flat_map(|step| &step.on);
        let mirrored = |square| starts.mirror.as_ref().and_then(|axes| self.shape.mirrored(square, axes));
        for &square in all {
            change.board.extend([Some(square), mirrored(square)].into_iter().flatten().map(|at| (at, None)));
        }
        for &(square, piece) in &placed {
            change.board.push((square, Some(piece)));
            if let (Some(square), Some(piece)) = (mirrored(square), self.counterpart(piece)) {
                change.board.push((square, Some(piece)));
            }
        }
        #[cfg(feature = "mechanic")]
        if let Some(points) = self.initial_points() {
            let stands = |&(square, piece): &(Square, Option<PieceId>)| {
                (square, if piece.is_some() { points } else { 0 })
            };
            change.points = change.board.iter().map(stands).collect();
        }
        Some(self.initial.after(&change))
    }
}

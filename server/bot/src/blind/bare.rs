//! Endings against royal pieces alone that nobody sees.
//!
//! Nothing can be averaged away here: a mate in some of the believed positions is often a stalemate in others. So the search goes over sets of positions.
//! A try divides a set by what would be heard: refused, check, no check. Each part is worth the less the more room its king has, the more positions it
//! has, and the farther the own king stands from it. Mates, stalemates and lost pieces are counted as they happen.

use std::collections::{BTreeSet, HashSet};

use ggn_core::{CompactMove, Move, MoveList, Position, Rules, SearchBoard, Square, Transition};

use super::belief::Belief;
use super::choice::Scored;
use super::notice::is_own;
use super::referee::Action;
use crate::random::Random;

/// Positions beyond which the sets are too large to be searched.
const POSITIONS: usize = 400;
/// Squares of the largest board that is searched so.
const SQUARES: usize = 100;
/// Tries of a set that are searched further.
const BEAM: usize = 10;
/// Positions that a further step begins with.
const FURTHER: usize = 80;

const MATE: f64 = 1_000.0;
const STALEMATE: f64 = -3_000.0;
const LOST_PIECE: f64 = -8_000.0;
const PER_SQUARE: f64 = -6.0;
const PER_POSITION: f64 = -3.0;
const PER_STEP: f64 = -4.0;
const PER_REPETITION: f64 = 12.0;
/// Worth of what is still to come beside what is there now.
const LATER: f64 = 0.95;

/// Consequences of a try.
struct Outcome {
    action: Action,
    mv: Move,
    /// Score of the games that it ends.
    ended: f64,
    /// Sets of positions that may follow, each with its share of the set before.
    parts: Vec<Part>,
    score: f64,
}

struct Part {
    positions: Vec<Position>,
    share: f64,
}

/// Returns the tries with their scores, the best first; `None` where the other side has more than royal pieces, or there are too many positions.
pub(super) fn ranked(
    belief: &Belief,
    earlier: &[Action],
    is_open: &dyn Fn(&Action) -> bool,
    again: &dyn Fn(Action) -> u32,
    random: &mut Random,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Scored>> {
    let (rules, positions) = (belief.rules(), belief.positions());
    let is_bare = |position: &Position| {
        let enemy = belief.side().opponent();
        position.hand(enemy).is_empty()
            && position
                .pieces()
                .filter(|&(_, piece)| is_own(rules, enemy, piece))
                .all(|(_, piece)| rules.piece(piece).is_some_and(ggn_core::Piece::is_terminal))
    };
    let fits = !positions.is_empty() && positions.len() <= POSITIONS && rules.shape().squares() <= SQUARES;
    if !fits || !positions.iter().all(is_bare) {
        return None;
    }
    let search = Endgame { rules, belief };
    let mut outcomes: Vec<Outcome> = search
        .outcomes(positions)
        .into_iter()
        .filter(|outcome| !earlier.contains(&outcome.action) && is_open(&outcome.action))
        .collect();
    random.shuffle(&mut outcomes);
    outcomes.sort_by(|one, other| other.score.total_cmp(&one.score));
    for outcome in outcomes.iter_mut().take(BEAM) {
        if stop() {
            break;
        }
        let later: f64 = outcome.parts.iter().map(|part| part.share * search.best(&part.positions)).sum();
        // Going round in circles ends no game.
        outcome.score = outcome.ended + LATER * later - PER_REPETITION * f64::from(again(outcome.action));
    }
    outcomes.truncate(BEAM);
    outcomes.sort_by(|one, other| other.score.total_cmp(&one.score));
    let scored = |outcome: &Outcome| Scored {
        action: outcome.action,
        mv: Some(outcome.mv),
        score: outcome.score.round() as i32,
    };
    Some(outcomes.iter().map(scored).collect())
}

struct Endgame<'a> {
    rules: &'a Rules,
    belief: &'a Belief,
}

impl Endgame<'_> {
    /// Returns the score of the best try of a set.
    fn best(&self, positions: &[Position]) -> f64 {
        let few = positions.get(..FURTHER).unwrap_or(positions);
        self.outcomes(few).iter().map(|outcome| outcome.score).fold(f64::MIN, f64::max).max(STALEMATE)
    }

    /// Returns what each try of a set leads to, with its score by what stands then.
    fn outcomes(&self, positions: &[Position]) -> Vec<Outcome> {
        let mut tries: Vec<(Action, Move)> = Vec::new();
        let mut by_position: Vec<Vec<(Action, CompactMove)>> = Vec::new();
        let mut list = MoveList::new();
        let mut known = HashSet::new();
        for position in positions {
            let board = SearchBoard::new(self.rules, position);
            board.moves(&mut list);
            let mut moves = Vec::new();
            for &mv in list.iter() {
                let Some(expanded) = board.expand(mv) else { continue };
                let Some(action) = Action::of(self.rules.is_pass(&expanded), &expanded) else { continue };
                if known.insert(action) {
                    tries.push((action, expanded));
                }
                moves.push((action, mv));
            }
            by_position.push(moves);
        }
        tries.into_iter().map(|(action, mv)| self.outcome(positions, &by_position, action, mv)).collect()
    }

    fn outcome(
        &self,
        positions: &[Position],
        by_position: &[Vec<(Action, CompactMove)>],
        action: Action,
        mv: Move,
    ) -> Outcome {
        let all = positions.len().max(1) as f64;
        let (mut ended, mut refused) = (0.0, Vec::new());
        let mut parts = [(Vec::new(), 0.0), (Vec::new(), 0.0)];
        let mut known = [HashSet::new(), HashSet::new()];
        let mut list = MoveList::new();
        for (position, moves) in positions.iter().zip(by_position) {
            let Some((_, legal)) = moves.iter().find(|(other, _)| *other == action) else {
                refused.push(position.clone());
                continue;
            };
            let mut board = SearchBoard::new(self.rules, position);
            if !board.make(*legal) {
                continue;
            }
            board.moves(&mut list);
            if let Some(ending) = board.ending(&list) {
                ended += match ending.winner {
                    Some(winner) if winner == self.belief.side() => MATE,
                    Some(_) => -MATE,
                    None => STALEMATE,
                };
                continue;
            }
            let class = usize::from(board.in_check());
            let (Some((part, share)), Some(known)) = (parts.get_mut(class), known.get_mut(class)) else {
                continue;
            };
            let replies = list.to_vec();
            let (mut captured, mut went_on) = (0.0, 0.0);
            for reply in &replies {
                if board.is_capture(*reply) {
                    captured += 1.0;
                } else if board.make(*reply) {
                    went_on += 1.0;
                    if known.insert(board.key()) {
                        part.push(board.position());
                    }
                    board.unmake();
                }
            }
            // A king that sees nothing takes what it can only by chance, yet that is enough to lose the game.
            let of_captures = captured / f64::max(captured + went_on, 1.0);
            ended += LOST_PIECE * f64::sqrt(of_captures);
            *share += 1.0 - of_captures;
        }
        let is_refused = refused.len() as f64 / all;
        let [(quiet, quiet_share), (checked, checked_share)] = parts;
        let parts: Vec<Part> =
            [(quiet, quiet_share / all), (checked, checked_share / all), (refused, is_refused)]
                .into_iter()
                .filter(|(positions, _)| !positions.is_empty())
                .map(|(positions, share)| Part { positions, share })
                .collect();
        let ended = ended / all;
        let standing: f64 = parts.iter().map(|part| part.share * self.standing(&part.positions)).sum();
        Outcome { action, mv, ended, parts, score: ended + standing }
    }

    /// Returns what a set is worth as it stands.
    fn standing(&self, positions: &[Position]) -> f64 {
        let Some(first) = positions.first() else { return 0.0 };
        let kings: BTreeSet<Square> =
            positions.iter().filter_map(|position| self.king(position, false)).collect();
        let own = self.king(first, true);
        let steps: f64 =
            kings.iter().filter_map(|king| Some(f64::from(self.steps(own?, *king)))).sum::<f64>()
                / kings.len().max(1) as f64;
        PER_SQUARE * self.room(first, &kings) as f64
            + PER_POSITION * positions.len() as f64
            + PER_STEP * steps
    }

    /// Returns the number of squares that the other king can ever reach if the own pieces stay where they are.
    fn room(&self, position: &Position, kings: &BTreeSet<Square>) -> usize {
        let Some(from) = self.king(position, false) else { return 0 };
        let Some(piece) = position.piece_at(from) else { return 0 };
        let turns = position.turn() == self.belief.side();
        let mut reached: BTreeSet<Square> = kings.clone();
        let mut open: Vec<Square> = kings.iter().copied().collect();
        let mut list = MoveList::new();
        while let Some(square) = open.pop() {
            let there = position.after(&Transition {
                board: [(from, None), (square, Some(piece))].into_iter().collect(),
                passes_turn: turns,
                ..Transition::default()
            });
            let board = SearchBoard::new(self.rules, &there);
            board.moves(&mut list);
            for mv in list.iter().filter_map(|mv| board.expand(*mv)) {
                if let Some(to) = mv.destination.square()
                    && reached.insert(to)
                {
                    open.push(to);
                }
            }
        }
        reached.len()
    }

    /// Returns the square of the own royal piece, or of the other side's.
    fn king(&self, position: &Position, own: bool) -> Option<Square> {
        let side = if own { self.belief.side() } else { self.belief.side().opponent() };
        let is_it = |piece| {
            is_own(self.rules, side, piece)
                && self.rules.piece(piece).is_some_and(ggn_core::Piece::is_terminal)
        };
        position.pieces().find(|&(_, piece)| is_it(piece)).map(|(square, _)| square)
    }

    /// Returns the number of steps between two squares, diagonal ones included.
    fn steps(&self, one: Square, other: Square) -> u8 {
        let shape = self.rules.shape();
        shape
            .coordinates(one)
            .zip(shape.coordinates(other))
            .map(|(one, other)| one.abs_diff(other))
            .max()
            .unwrap_or(0)
    }
}

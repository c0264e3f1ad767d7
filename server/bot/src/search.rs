//! Alpha-beta search with iterative deepening, and quiescence on captures.

use ggn_core::{CompactMove, MoveList, SearchBoard};

use crate::bids::Odds;
use crate::order::Refutations;
use crate::table::{Bound, Found, Table};
use crate::values::Values;

/// Score of a won game, less the plies to it.
pub(crate) const WON: i32 = 1_000_000;
/// Scores beyond are those of lines that end the game.
pub(crate) const SURE: i32 = WON - 1_000;
/// No line is longer than this, captures included.
const PLIES: usize = 128;
/// Captures beyond the depth of the search, and plies of these that answer checks with every move.
const CAPTURES: u32 = 10;
const CHECKS: u32 = 3;
/// Greatest score of a line that begins with a capture that may fail, and loss of a capture out of check that fails.
const UNSURE: i32 = 3_000;
/// Worth of one move to choose from.
const PER_MOVE: i32 = 2;
/// Places of the transposition table.
const PLACES: usize = 1 << 16;
const FEW_PLACES: usize = 1 << 10;
/// Later moves are first searched less deep: from this depth, and after so many moves.
const LATE_DEPTH: u32 = 3;
const LATE_MOVES: usize = 5;

/// Move at the root with its score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) mv: CompactMove,
    pub(crate) score: i32,
}

/// A search of one position.
pub(crate) struct Search<'a> {
    board: SearchBoard<'a>,
    values: &'a Values,
    table: Table,
    refutations: Refutations,
    /// Keys of the positions of the game and of the line, the present one aside.
    keys: Vec<u64>,
    /// Chances of captures, where they are contested.
    odds: Option<Odds>,
    /// Scores that moves at the root gain besides.
    gains: Vec<(CompactMove, i32)>,
    /// Work done and allowed.
    work: u64,
    limit: u64,
    /// Work for a position, and for a legal move in it.
    per_position: u64,
    per_move: u64,
    nodes: u64,
    stop: &'a dyn Fn() -> bool,
    is_stopped: bool,
}

impl<'a> Search<'a> {
    /// Creates a search of a position of which little is searched: without the memory that a deep one needs.
    pub(crate) fn shallow(
        board: SearchBoard<'a>,
        values: &'a Values,
        is_compiled: bool,
        limit: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        Search::with(Table::new(FEW_PLACES), (board, values, Vec::new()), is_compiled, limit, stop)
    }

    /// Creates the search of the position on a board. `keys` are those of the earlier positions of the game. `stop` is asked now and then.
    pub(crate) fn new(
        board: SearchBoard<'a>,
        values: &'a Values,
        keys: Vec<u64>,
        is_compiled: bool,
        limit: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        Search::with(Table::new(PLACES), (board, values, keys), is_compiled, limit, stop)
    }

    fn with(
        table: Table,
        (board, values, keys): (SearchBoard<'a>, &'a Values, Vec<u64>),
        is_compiled: bool,
        limit: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        let (per_position, per_move) = if is_compiled { (1, 0) } else { (4, 1) };
        Search {
            board,
            values,
            table,
            refutations: Refutations::new(PLIES),
            keys,
            odds: None,
            gains: Vec::new(),
            work: 0,
            limit,
            per_position,
            per_move,
            nodes: 0,
            stop,
            is_stopped: false,
        }
    }

    /// Sets the chances with which captures succeed.
    pub(crate) fn contested(self, odds: Option<Odds>) -> Search<'a> {
        Search { odds, ..self }
    }

    /// Sets scores that moves at the root gain besides what is searched.
    pub(crate) fn gaining(self, gains: Vec<(CompactMove, i32)>) -> Search<'a> {
        Search { gains, ..self }
    }

    /// Number of positions that were looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the score of the position to the side to move, at a depth.
    pub(crate) fn score(mut self, depth: u32) -> i32 {
        let score = self.node(depth, -WON, WON, 0);
        if self.is_stopped {
            // What is there counts where there was no time to look further.
            let mut list = MoveList::new();
            self.board.moves(&mut list);
            return self.standing(list.len());
        }
        score
    }

    /// Scores every move, each for itself, to one depth: the greatest, up to `depth`, for which the work allows all of them. Returns that depth; where the work
    /// allows none, it is 0, and some moves are scored.
    pub(crate) fn score_all(&mut self, moves: &[CompactMove], depth: u32) -> (Vec<Scored>, u32) {
        let mut finished = (self.score_each(moves, 1), u32::from(!self.is_stopped));
        for depth in 2..=depth {
            if self.is_stopped {
                break;
            }
            let scored = self.score_each(moves, depth);
            if !self.is_stopped {
                finished = (scored, depth);
            }
        }
        finished
    }

    fn score_each(&mut self, moves: &[CompactMove], depth: u32) -> Vec<Scored> {
        let mut scored = Vec::new();
        for &mv in moves {
            let score = self.at_root(mv, depth.saturating_sub(1), -WON, WON);
            if self.is_stopped {
                break;
            }
            scored.push(Scored { mv, score });
        }
        scored
    }

    /// Finds the best move, deeper and deeper until the work is done. Of equal moves the first one is chosen. Returns it with the depth that was finished.
    pub(crate) fn best(&mut self, moves: &mut [CompactMove], depth: u32) -> Option<(Scored, u32)> {
        let mut best = Scored { mv: *moves.first()?, score: 0 };
        let mut finished = 0;
        for depth in 1..=depth {
            let mut found: Option<Scored> = None;
            let mut alpha = -WON;
            for &mv in moves.iter() {
                let score = if found.is_none() {
                    self.at_root(mv, depth - 1, -WON, WON)
                } else {
                    let score = self.at_root(mv, depth - 1, alpha, alpha + 1);
                    if score > alpha && !self.is_stopped {
                        self.at_root(mv, depth - 1, alpha, WON)
                    } else {
                        score
                    }
                };
                if self.is_stopped {
                    break;
                }
                if found.is_none_or(|found| score > found.score) {
                    found = Some(Scored { mv, score });
                    alpha = alpha.max(score);
                }
            }
            // What was better than the best of the last depth is better, though the others were not looked at.
            if let Some(found) = found {
                best = found;
            }
            if self.is_stopped {
                break;
            }
            finished = depth;
            let place = moves.iter().position(|mv| *mv == best.mv);
            if let Some(earlier) = place.and_then(|place| moves.get_mut(..=place)) {
                earlier.rotate_right(1);
            }
            if best.score.abs() >= SURE || moves.len() == 1 {
                break;
            }
        }
        Some((best, finished))
    }

    /// Returns the score of a move at the root.
    fn at_root(&mut self, mv: CompactMove, depth: u32, alpha: i32, beta: i32) -> i32 {
        let gain = self.gains.iter().find(|(of, _)| *of == mv).map_or(0, |(_, gain)| *gain);
        let mut list = MoveList::new();
        if self.odds.is_some() {
            self.board.moves(&mut list);
        }
        let fails = self.fails(list.len());
        gain + self.tried(mv, fails, depth, (alpha - gain, beta - gain), 0)
    }

    /// Returns the score of a capture that fails: all stays as it is, and who had to answer a check has lost.
    fn fails(&self, moves: usize) -> i32 {
        match self.odds {
            Some(_) if self.board.in_check() => -UNSURE,
            Some(_) => self.standing(moves),
            None => 0,
        }
    }

    /// Returns the score of a move that may fail, as the mean of both results by their chance; of another one like [`Search::after`].
    fn tried(&mut self, mv: CompactMove, fails: i32, depth: u32, bounds: (i32, i32), ply: usize) -> i32 {
        let Some((alpha, beta)) = self.bounds(mv, fails, bounds) else { return fails };
        let score = self.after(mv, depth, alpha, beta, ply);
        self.mean(mv, score, fails)
    }

    /// Returns the bounds that the score of a move itself has to reach, for the mean with that of its failure to reach the given ones; `None` if it
    /// fails in any case.
    fn bounds(&self, mv: CompactMove, fails: i32, (alpha, beta): (i32, i32)) -> Option<(i32, i32)> {
        let Some(odds) = self.odds.filter(|_| self.board.is_capture(mv)) else { return Some((alpha, beta)) };
        let chance = odds.of(self.board.turn());
        if chance == 0 {
            return None;
        }
        // One wider, because divisions round.
        let bound =
            |mean: i32, wider: i32| ((mean * 100 - (100 - chance) * fails) / chance + wider).clamp(-WON, WON);
        Some((bound(alpha, -1), bound(beta, 1)))
    }

    /// Returns the mean of the score of a move and that of its failure, where captures are contested.
    fn mean(&self, mv: CompactMove, score: i32, fails: i32) -> i32 {
        let Some(odds) = self.odds.filter(|_| self.board.is_capture(mv)) else { return score };
        let chance = odds.of(self.board.turn());
        (chance * score.clamp(-UNSURE, UNSURE) + (100 - chance) * fails) / 100
    }

    /// Makes a move, searches on, and takes it back. The score is that of the side that moves.
    fn after(&mut self, mv: CompactMove, depth: u32, alpha: i32, beta: i32, ply: usize) -> i32 {
        let side = self.board.turn();
        let key = self.board.key();
        if !self.board.make(mv) {
            return -WON;
        }
        self.keys.push(key);
        // A turn may go on.
        let score = if self.board.turn() == side {
            self.node(depth, alpha, beta, ply + 1)
        } else {
            -self.node(depth, -beta, -alpha, ply + 1)
        };
        self.keys.pop();
        self.board.unmake();
        score
    }

    fn count(&mut self, moves: usize) {
        self.nodes += 1;
        self.work += self.per_position + self.per_move * moves as u64;
        if self.work >= self.limit || (self.nodes.is_multiple_of(256) && (self.stop)()) {
            self.is_stopped = true;
        }
    }

    /// Returns whether the position has occurred before, in the game or in the line.
    fn is_repeated(&self, key: u64) -> bool {
        let back = usize::try_from(self.board.plies_without_progress()).unwrap_or(usize::MAX);
        self.keys.iter().rev().take(back.min(200)).any(|earlier| *earlier == key)
    }

    fn node(&mut self, depth: u32, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let mut list = MoveList::new();
        self.board.moves(&mut list);
        self.count(list.len());
        if self.is_stopped {
            return 0;
        }
        if let Some(ending) = self.board.ending(&list) {
            return self.ended(ending.winner, ply);
        }
        let key = self.board.key();
        if self.is_repeated(key) {
            return 0;
        }
        if depth == 0 || ply >= PLIES - 1 {
            return self.quiet(&mut list, alpha, beta, ply, 0);
        }
        let known = self.table.get(key).copied();
        if let Some(known) = known
            && known.depth >= depth
            && known.score.abs() < SURE
        {
            match known.bound {
                Bound::Exact => return known.score,
                Bound::Lower if known.score >= beta => return known.score,
                Bound::Upper if known.score <= alpha => return known.score,
                Bound::Lower | Bound::Upper => {}
            }
        }
        let ranked = self.ranked(&list, known.and_then(|known| known.best), ply);
        let in_check = self.board.in_check();
        let side = self.board.turn();
        let fails = self.fails(list.len());
        let (mut best, mut best_move, from) = (-WON, None, alpha);
        for (index, &(rank, mv)) in ranked.iter().enumerate() {
            let is_quiet = rank <= Refutations::BEST;
            let is_late = index >= LATE_MOVES && depth >= LATE_DEPTH && is_quiet && !in_check;
            let mut score = if index == 0 {
                self.tried(mv, fails, depth - 1, (alpha, beta), ply)
            } else {
                self.tried(mv, fails, depth - 1 - u32::from(is_late), (alpha, alpha + 1), ply)
            };
            if index > 0 && is_late && score > alpha {
                score = self.tried(mv, fails, depth - 1, (alpha, alpha + 1), ply);
            }
            if index > 0 && score > alpha && score < beta {
                score = self.tried(mv, fails, depth - 1, (alpha, beta), ply);
            }
            if self.is_stopped {
                return 0;
            }
            if score > best {
                (best, best_move) = (score, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if is_quiet {
                    self.refutations.add(side, mv, ply, depth);
                }
                break;
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > from {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(Found { key, depth, score: best, bound, best: best_move });
        best
    }

    /// Goes on with captures alone, and with every move where the side to move is in check.
    fn quiet(&mut self, list: &mut MoveList, mut alpha: i32, beta: i32, ply: usize, depth: u32) -> i32 {
        let answers_check = depth < CHECKS && self.board.in_check();
        let standing = self.standing(list.len());
        let mut best = if answers_check { -WON } else { standing };
        if best >= beta || ply >= PLIES - 1 || depth >= CAPTURES {
            return best.max(standing);
        }
        alpha = alpha.max(best);
        let mut ranked = self.ranked(list, None, ply);
        if !answers_check {
            ranked.retain(|(rank, _)| *rank > Refutations::BEST);
        }
        for (_, mv) in ranked {
            let Some(score) = self.quiet_after(list, (mv, standing), (alpha, beta), ply, depth) else {
                continue;
            };
            if self.is_stopped {
                return 0;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Makes a move, goes on with captures alone, and takes it back; `None` if it cannot be made, or fails in any case.
    fn quiet_after(
        &mut self,
        list: &mut MoveList,
        (mv, standing): (CompactMove, i32),
        bounds: (i32, i32),
        ply: usize,
        depth: u32,
    ) -> Option<i32> {
        let side = self.board.turn();
        let key = self.board.key();
        let (alpha, beta) = self.bounds(mv, standing, bounds)?;
        if !self.board.make(mv) {
            return None;
        }
        self.keys.push(key);
        let is_same = self.board.turn() == side;
        let score = if is_same {
            self.quiet_node(list, alpha, beta, ply + 1, depth + 1)
        } else {
            -self.quiet_node(list, -beta, -alpha, ply + 1, depth + 1)
        };
        self.keys.pop();
        self.board.unmake();
        Some(self.mean(mv, score, standing))
    }

    fn quiet_node(&mut self, list: &mut MoveList, alpha: i32, beta: i32, ply: usize, depth: u32) -> i32 {
        self.board.moves(list);
        self.count(list.len());
        if self.is_stopped {
            return 0;
        }
        match self.board.ending(list) {
            Some(ending) => self.ended(ending.winner, ply),
            None => self.quiet(list, alpha, beta, ply, depth),
        }
    }

    fn ended(&self, winner: Option<ggn_core::Side>, ply: usize) -> i32 {
        let to_go = i32::try_from(ply).unwrap_or(0);
        match winner {
            None => 0,
            Some(winner) if winner == self.board.turn() => WON - to_go,
            Some(_) => to_go - WON,
        }
    }

    /// Returns the worth of the position as it stands, with its number of moves.
    fn standing(&self, moves: usize) -> i32 {
        let moves = i32::try_from(moves).unwrap_or(i32::MAX).min(1_000);
        self.values.position(&self.board.position()) + PER_MOVE * (moves - self.values.mean_moves())
    }

    /// Returns the moves, the most promising first: the best one known, captures of much by little, and quiet moves as they refuted others.
    fn ranked(&self, list: &MoveList, known: Option<CompactMove>, ply: usize) -> Vec<(i32, CompactMove)> {
        let side = self.board.turn();
        let rank = |mv: CompactMove| {
            if known == Some(mv) {
                return i32::MAX;
            }
            match self.board.pieces_of(mv) {
                Some((mover, Some(victim))) => {
                    let gain = self.values.piece(victim).saturating_mul(16) - self.values.piece(mover);
                    Refutations::BEST + (1 << 20) + gain.clamp(1 - (1 << 20), 1 << 20)
                }
                _ => self.refutations.rank(side, mv, ply),
            }
        };
        let mut ranked: Vec<(i32, CompactMove)> = list.iter().map(|&mv| (rank(mv), mv)).collect();
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        ranked
    }
}

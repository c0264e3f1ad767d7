//! Bids and retreats where pieces are hidden: every believed position is a case that may be the truth.

use ggn_core::{Game, Move, PieceId, SearchBoard, Square};

use super::belief::{game, sampled};
use super::choice::bounded;
use super::referee::{Action, Answer};
use super::{Mind, Time};
use crate::bids::{Case, Contest, Fight};
use crate::contested::{Points, decided};
use crate::search::Search;

/// Cases that are compared.
const CASES: usize = 8;
/// Believed positions in which such cases are looked for.
const LOOKED_AT: usize = 48;
/// Depth and work of the look at what follows in a case.
const DEPTH: u32 = 2;
const WORK: u64 = 4_000;

/// A capture of a believed position that may be the one that is contested.
struct Capture {
    game: Game,
    mv: Move,
    /// Own piece and that of the other side.
    own: PieceId,
    other: PieceId,
}

impl Mind {
    /// Returns the bid in the duel that is on.
    pub(crate) fn bid(&mut self, time: Time<'_>) -> u32 {
        self.read(time.for_belief);
        let stop = time.in_all;
        let (Some(points), Some(attack)) = (self.points.clone(), self.attack) else { return 0 };
        let captures = self.captures(&points);
        let side = self.belief.side();
        let pool = |of| points.account.pool(of);
        let case = |capture: &Capture| Case {
            weight: 1,
            piece: capture.other,
            pool: pool(side.opponent()),
            captured: self.after(&points, &capture.game, stop, |game| game.play(&capture.mv).is_ok()),
            failed: capture.mv.source.square().map_or(0, |from| {
                self.after(&points, &capture.game, stop, |game| game.repulse(&capture.mv, from).is_ok())
            }),
        };
        let mut cases: Vec<Case> = captures.iter().map(case).collect();
        let at =
            attack.square.and_then(|square| self.belief.notice().own.get(square.index()).copied().flatten());
        let Some(piece) = at.or(captures.first().map(|capture| capture.own)) else { return 0 };
        if cases.is_empty() {
            // Nothing that is believed explains it: the pieces count as equal.
            let worth = self.values.piece(piece);
            let captured = if attack.is_own { worth } else { -worth };
            cases.push(Case { weight: 1, piece, pool: pool(side.opponent()), captured, failed: 0 });
        }
        let fight = Fight { attacks: attack.is_own, piece, pool: pool(side), cases };
        fight.bid(&*points.terms, &points.worth, self.care.error, &mut self.random)
    }

    /// Returns the square to which the piece of a failed capture retreats, of those that are offered with their costs.
    pub(crate) fn retreat(&mut self, offered: &[(Square, u32)], time: Time<'_>) -> Option<Square> {
        self.read(time.for_belief);
        let stop = time.in_all;
        let points = self.points.clone()?;
        let captures = self.captures(&points);
        let pool = points.account.pool(self.belief.side());
        let score = |&(square, cost): &(Square, u32)| {
            let each = captures.iter().map(|capture| {
                self.after(&points, &capture.game, stop, |game| game.repulse(&capture.mv, square).is_ok())
            });
            let mean = each.sum::<i32>() / i32::try_from(captures.len().max(1)).unwrap_or(1);
            mean + points.worth.of(pool.saturating_sub(cost))
        };
        let scored = offered.iter().map(|offer| (score(offer), offer.0));
        scored.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, square)| square)
    }

    /// Returns captures of believed positions that may be the one that is contested.
    fn captures(&mut self, points: &Points) -> Vec<Capture> {
        let Some(attack) = self.attack else { return Vec::new() };
        let positions = sampled(self.belief.positions(), LOOKED_AT, &mut self.random);
        let mut found = Vec::new();
        for position in positions {
            if found.len() >= CASES {
                break;
            }
            let game = game(self.belief.rules(), position);
            let moves = match self.pending {
                Some(action) if attack.is_own => self.tried(&game, action).into_iter().collect(),
                _ => game.legal_moves().to_vec(),
            };
            let capture = |mv: &Move| {
                let Contest::Duel { square, piece } = points.terms.contest(&game, mv) else { return None };
                if attack.is_own {
                    return Some((*mv, mv.piece, piece));
                }
                (attack.square == Some(square)).then_some((*mv, piece, mv.piece))
            };
            let all: Vec<_> = moves.iter().filter_map(capture).collect();
            if let Some(&(mv, own, other)) = all.get(self.random.below(all.len())) {
                found.push(Capture { game, mv, own, other });
            }
        }
        found
    }

    /// Returns the move that an own action is in a position.
    fn tried(&self, game: &Game, action: Action) -> Option<Move> {
        match self.belief.referee().of_action(game, &self.earlier, action, self.belief.side()) {
            Answer::Made(mv) => Some(mv),
            Answer::Words(_) | Answer::Void => None,
        }
    }

    /// Returns the own score of a game after something happened; 0 where it cannot happen.
    fn after(
        &self,
        points: &Points,
        game: &Game,
        stop: &dyn Fn() -> bool,
        happens: impl FnOnce(&mut Game) -> bool,
    ) -> i32 {
        let mut game = game.clone();
        if !happens(&mut game) {
            return 0;
        }
        points.terms.adjudicate(&mut game);
        let side = self.belief.side();
        if let Some(ending) = game.ending() {
            return decided(ending.winner, side);
        }
        let rules = self.belief.rules();
        let board = SearchBoard::new(rules, game.position());
        let is_compiled = rules.compiled_bytes().is_some();
        let search = Search::shallow(board, &self.values, is_compiled, WORK, stop);
        let score = bounded(search.contested(Some(points.odds())).score(DEPTH));
        if game.position().turn() == side { score } else { -score }
    }
}

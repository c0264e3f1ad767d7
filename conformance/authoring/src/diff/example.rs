//! The difference by example: a line of moves that both games have, after which they go apart.
//!
//! Both games are walked in lockstep. First every position is visited in the order of its distance, so that a short line is found
//! if there is one. Then the search makes for positions in which a row that is different could be played.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashSet};
use std::sync::Arc;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Counters, EndStatus, Game, Location, Move, Position, Rules, Side};
use serde::Serialize;

use super::aim::Aim;
use crate::words;

/// Number of positions that may wait for each that is visited.
const STORED: usize = 16;

/// Position in which two games differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Example {
    /// Start of both games, as FEEN; none if it is the initial position of both.
    pub start: Option<String>,
    /// The moves that both have, in algebraic notation.
    pub line: Vec<String>,
    /// The position after them in the first game.
    pub feen: String,
    /// Legal moves that only the first game has there.
    pub only_first: Vec<String>,
    /// Legal moves that only the second game has there.
    pub only_second: Vec<String>,
    /// Status of the first game there.
    pub status_first: String,
    /// Status of the second game there, where that is different.
    pub status_second: Option<String>,
    /// The position in the second game, where that is different.
    pub feen_second: Option<String>,
}

/// Identity of a move across two rulesets: the piece, its way, and what it becomes.
type Key = (Qpi, Option<Cell>, Option<Cell>, Option<Qpi>);

/// A position that both games come to by the same moves.
struct Node {
    positions: [Position; 2],
    /// The node before it, and the move of the first game from there.
    came: Option<(usize, Move)>,
    depth: usize,
}

/// Both games, walked in lockstep.
struct Walk<'a> {
    rules: [&'a Arc<Rules>; 2],
    nodes: Vec<Node>,
}

/// Looks for a line after which the games go apart, at no more than so many positions.
pub(super) fn search(rules: [&Arc<Rules>; 2], aim: &Aim, positions: usize) -> Option<Example> {
    let feens = rules.map(|rules| rules.feen(rules.initial()));
    let is_common = feens[0] == feens[1];
    let both = |feen: &Feen| Some([rules[0].position(feen).ok()?, rules[1].position(feen).ok()?]);
    let starts: Vec<[Position; 2]> =
        feens.iter().take(if is_common { 1 } else { 2 }).filter_map(both).collect();
    let mut walk = Walk { rules, nodes: Vec::new() };
    let half = positions.div_ceil(2);
    let mut found = walk.find(&starts, half, |_, depth| depth);
    if found.is_none() && !aim.is_empty() {
        // A move of one's own is two plies away from the next.
        let estimate = |position: &Position, depth| depth + 2 * aim.distance(rules[0], position);
        found = walk.find(&starts, half, estimate);
    }
    found.map(|at| walk.describe(at, is_common))
}

impl Walk<'_> {
    fn game(&self, which: usize, position: &Position) -> Option<Game> {
        let rules = self.rules.get(which)?;
        Some(Game::from_position(Arc::clone(rules), position.clone(), Counters::default()))
    }

    fn games(&self, node: &Node) -> Option<[Game; 2]> {
        let [first, second] = &node.positions;
        Some([self.game(0, first)?, self.game(1, second)?])
    }

    /// Visits positions in the order of an estimate until the games go apart.
    fn find(
        &mut self,
        starts: &[[Position; 2]],
        positions: usize,
        estimate: impl Fn(&Position, usize) -> usize,
    ) -> Option<usize> {
        self.nodes.clear();
        // Of equal estimates those farther on come first: they are nearer to being proved.
        let mut waiting = BinaryHeap::new();
        let mut seen = HashSet::new();
        for start in starts {
            waiting.push((Reverse(estimate(&start[0], 0)), 0, Reverse(self.nodes.len())));
            self.nodes.push(Node { positions: start.clone(), came: None, depth: 0 });
        }
        for _ in 0..positions {
            let (_, _, Reverse(at)) = waiting.pop()?;
            let node = self.nodes.get(at)?;
            let [first, second] = self.games(node)?;
            let moves = [moves(&first), moves(&second)];
            if !moves[0].keys().eq(moves[1].keys())
                || ending(&first) != ending(&second)
                || self.rules[0].feen(first.position()) != self.rules[1].feen(second.position())
            {
                return Some(at);
            }
            let depth = node.depth + 1;
            for (mv, other) in moves[0].values().zip(moves[1].values()) {
                let after = [
                    self.rules[0].after(first.position(), mv),
                    self.rules[1].after(second.position(), other),
                ];
                let texts =
                    [self.rules[0].feen(&after[0]).to_string(), self.rules[1].feen(&after[1]).to_string()];
                if self.nodes.len() < positions * STORED && seen.insert(texts) {
                    waiting.push((Reverse(estimate(&after[0], depth)), depth, Reverse(self.nodes.len())));
                    self.nodes.push(Node { positions: after, came: Some((at, *mv)), depth });
                }
            }
        }
        None
    }

    /// Describes the position in which the games differ.
    fn describe(&self, at: usize, is_common: bool) -> Example {
        let mut line = Vec::new();
        let mut here = self.nodes.get(at);
        let mut start = None;
        while let Some(node) = here {
            start = self.game(0, &node.positions[0]);
            here = node.came.and_then(|(before, mv)| {
                let before = self.nodes.get(before)?;
                let game = self.game(0, &before.positions[0])?;
                line.push(game.preview(&mv).map_or_else(|_| String::new(), |played| played.san));
                Some(before)
            });
        }
        line.reverse();
        let mut example = Example {
            start: start.filter(|_| !is_common).map(|game| feen(&game)),
            line,
            ..Example::default()
        };
        if let Some([first, second]) = self.nodes.get(at).and_then(|node| self.games(node)) {
            example.feen = feen(&first);
            example.feen_second = Some(feen(&second)).filter(|other| *other != example.feen);
            example.only_first = only(&first, &second);
            example.only_second = only(&second, &first);
            example.status_first = words::status(&first);
            example.status_second =
                Some(words::status(&second)).filter(|other| *other != example.status_first);
        }
        example
    }
}

fn feen(game: &Game) -> String {
    game.rules().feen(game.position()).to_string()
}

fn ending(game: &Game) -> Option<(EndStatus, Option<Side>)> {
    game.ending().map(|ending| (ending.status, ending.winner))
}

/// Returns the moves of one game that the other has not, in algebraic notation.
fn only(game: &Game, other: &Game) -> Vec<String> {
    let others = moves(other);
    let own = moves(game).into_iter().filter(|(key, _)| !others.contains_key(key));
    own.filter_map(|(_, mv)| game.preview(&mv).ok().map(|played| played.san)).collect()
}

/// Returns the legal moves by their identity across rulesets.
fn moves(game: &Game) -> BTreeMap<Key, Move> {
    let rules = game.rules();
    let cell = |location: Location| location.square().and_then(|square| rules.shape().cell(square));
    let qpi = |piece| rules.piece(piece).map(|piece| piece.qpi);
    let legal = game.legal_moves().iter();
    legal
        .filter_map(|mv| {
            let key = (qpi(mv.piece)?, cell(mv.source), cell(mv.destination), mv.promotion.and_then(qpi));
            Some((key, *mv))
        })
        .collect()
}

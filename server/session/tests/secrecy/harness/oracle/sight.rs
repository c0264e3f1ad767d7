//! Facts that the rules disclose to a player of a game by sight.

use std::collections::BTreeSet;

use ggn_core::{BySide, Location, Move, PieceId, Played, Position, Side, SightOptions, Square, sight_with};

use super::super::policy::PieceVisibility;
use super::Model;

/// Everything that a player sees, may do and has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SightKnowledge {
    /// Seen squares.
    pub(crate) squares: BTreeSet<Square>,
    /// Enemy pieces on them: square, letter with the signs that show, and points.
    pub(crate) enemies: Vec<(Square, String, Option<u8>)>,
    /// Moves that the player may make now: source, piece, destination, promotion and placed piece.
    pub(crate) moves: Option<BTreeSet<String>>,
    /// The ends of all moves that the player knows: the own moves, and of the enemy's what was seen.
    pub(crate) course: Vec<SeenMove>,
}

/// The side of a move, and its ends as far as they are known.
pub(crate) type SeenMove = (Side, Option<Location>, Option<Square>);

impl Model {
    /// Returns whether the players of this game play by sight.
    pub(crate) fn plays_by_sight(&self) -> bool {
        self.manner.view == PieceVisibility::Sight
    }

    /// Returns the squares that a side sees in a position of this game.
    fn squares_seen(&self, position: &Position, side: Side) -> BTreeSet<Square> {
        let rules = self.board.rules();
        let options =
            SightOptions { blockers: self.manner.sight.blockers, attackers: self.manner.sight.attackers };
        let neutral = position.pieces().filter(|&(_, id)| rules.piece(id).unwrap().is_neutral);
        sight_with(rules, position, side, options)
            .into_iter()
            .chain(neutral.map(|(square, _)| square))
            .collect()
    }

    /// Returns the moves that a commit may mean: by sight, those that put pieces on seen squares, unless there is none.
    pub(crate) fn open_moves(&self) -> Vec<Move> {
        let legal = self.board.legal_moves().to_vec();
        if !self.plays_by_sight() {
            return legal;
        }
        let seen = &self.rest.seen[self.turn()];
        let is_dark = |square: Square| !seen.contains(&square);
        let mut open = legal.clone();
        open.retain(|mv| !mv.destination.square().is_some_and(is_dark));
        open.retain(|mv| !mv.placed.is_some_and(|placed| is_dark(placed.square)));
        if open.is_empty() { legal } else { open }
    }

    /// Returns what a player knows by sight; `None` in other games.
    pub(super) fn known_by_sight(&self, side: Side) -> Option<SightKnowledge> {
        if !self.plays_by_sight() {
            return None;
        }
        let (rules, position) = (self.board.rules(), self.board.position());
        let squares = self.rest.seen[side].clone();
        let is_enemy = |id: PieceId| {
            let piece = rules.piece(id).unwrap();
            piece.side() != side && !piece.is_neutral
        };
        let enemies = position.pieces().filter(|(square, id)| squares.contains(square) && is_enemy(*id));
        let enemies = enemies.map(|(square, id)| (square, self.looks(id), position.points_at(square)));
        let is_turn = self.turn() == side && self.has_begun();
        let word = |mv: &Move| {
            format!("{:?} {:?} {:?} {:?} {:?}", mv.source, mv.piece, mv.destination, mv.promotion, mv.placed)
        };
        Some(SightKnowledge {
            enemies: enemies.collect(),
            moves: is_turn.then(|| self.open_moves().iter().map(word).collect()),
            course: self.rest.course[side].clone(),
            squares,
        })
    }

    /// Returns a piece without the states that do not show: the right to castle or to step twice, and having just stepped twice.
    fn looks(&self, id: PieceId) -> String {
        let rules = self.board.rules();
        let name = rules.piece(id).unwrap().qpi.to_string();
        let plain: String = name.chars().filter(|sign| !"+-".contains(*sign)).collect();
        // A sign shows if pieces of that kind keep it when they move.
        let moved = rules.piece(ggn_core::appearance(rules, id)).unwrap().qpi.to_string();
        if moved == name { name } else { plain }
    }

    /// Notes what both players see after a move.
    pub(super) fn look(&mut self, played: &Played) {
        if !self.plays_by_sight() {
            return;
        }
        let (from, to) = (played.mv.source, played.mv.destination.square());
        let before = std::mem::take(&mut self.rest.seen);
        for side in Side::BOTH {
            let after = self.squares_seen(&played.after, side);
            let is_pass = self.board.rules().is_pass(&played.mv);
            let known = if is_pass {
                (played.by, None, None)
            } else if played.by == side {
                (played.by, Some(from), to)
            } else {
                let to = to.filter(|to| after.contains(to));
                let is_told = |square: &Square| before[side].contains(square) && after.contains(square);
                let from = match from {
                    Location::Hand => to.map(|_| from),
                    Location::Square(square) => Some(from).filter(|_| is_told(&square)),
                };
                (played.by, from, to)
            };
            self.rest.course[side].push(known);
            self.rest.seen[side] = after;
        }
    }

    /// Notes what both players see at the start.
    pub(super) fn look_at_start(&mut self) {
        if self.plays_by_sight() {
            self.rest.seen = BySide::from_fn(|side| self.squares_seen(self.board.start(), side));
        }
    }
}

//! A game in which pieces are hidden, as frames tell of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ggn_core::{Move, PieceId, Rules, Side, Square};

use super::frame::{Held, Status, Told};
use super::state::Bids;
use crate::blind::{Action, Attack, Believed, Fought, Mind, Notice, Time, is_own};

/// A bot's side of a game in which pieces are hidden. What it believes is shared with its thoughts.
#[derive(Clone, Debug)]
pub(super) struct Hidden {
    rules: Arc<Rules>,
    side: Side,
    mind: Arc<Mutex<Mind>>,
    /// Number of own captures that were announced.
    captures: usize,
    ply: usize,
}

impl Hidden {
    pub(super) fn new(rules: Arc<Rules>, side: Side, mind: Mind) -> Hidden {
        Hidden { rules, side, mind: Arc::new(Mutex::new(mind)), captures: 0, ply: 0 }
    }

    /// Number of moves made.
    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// Takes the state in that a frame tells of. `begins` says that the frame tells of all that was announced.
    pub(super) fn tell(&mut self, told: &Told<'_>, begins: bool) {
        let notice = self.notice(told, begins);
        self.ply = notice.ply;
        self.mind().tell(notice);
    }

    /// Takes the state of a game with bids in.
    pub(super) fn tell_bids(&mut self, told: &Told<'_>, begins: bool, bids: &Bids) {
        let mut notice = self.notice(told, begins);
        self.ply = notice.ply;
        let square = |name: &Option<String>| {
            let name = name.as_ref()?;
            let shape = self.rules.shape();
            shape.iter().find(|square| shape.cell(*square).is_some_and(|cell| cell.to_string() == *name))
        };
        notice.attack = bids.duel.as_ref().map(|duel| {
            let is_own = duel.attacker.side() == self.side;
            let piece = if is_own { &duel.attacking_piece } else { &duel.defending_piece };
            Attack { is_own, square: square(&piece.position) }
        });
        notice.offered = bids.retreat.as_ref().map(|retreat| {
            let mut offered: Vec<Square> =
                retreat.valid_positions.iter().filter_map(|name| square(&Some(name.clone()))).collect();
            offered.sort_unstable();
            offered
        });
        let latest = bids.new_moves.iter().find(|made| made.ply == notice.ply);
        notice.fought = latest.and_then(|made| {
            let duel = made.duel?;
            Some(Fought { is_captured: duel.is_captured(), bids: duel.bids(made.by.side()) })
        });
        notice.pools = bids.pools;
        self.mind().tell(notice);
    }

    /// Returns the bid in the duel that is on.
    pub(super) fn bid(&self, time: Time<'_>) -> u32 {
        self.mind().bid(time)
    }

    /// Returns the square to which the piece of a failed capture retreats, of those that are offered with their costs.
    pub(super) fn retreat(&self, offered: &[(Square, u32)], time: Time<'_>) -> Option<Square> {
        self.mind().retreat(offered, time)
    }

    /// Returns the next action, with the move that it would be in a believed position.
    pub(super) fn act(&self, time: Time<'_>) -> Option<(Action, Option<Move>)> {
        self.mind().act(time)
    }

    /// Hears that the last message was refused. Returns whether to go on.
    pub(super) fn refuse(&self) -> bool {
        self.mind().refuse()
    }

    pub(super) fn score(&self) -> i32 {
        self.mind().score()
    }

    pub(super) fn believed(&self) -> Believed {
        self.mind().believed()
    }

    fn mind(&self) -> MutexGuard<'_, Mind> {
        self.mind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notice(&mut self, told: &Told<'_>, begins: bool) -> Notice {
        let rules = Arc::clone(&self.rules);
        let squares: HashMap<String, Square> = rules
            .shape()
            .iter()
            .filter_map(|square| Some((rules.shape().cell(square)?.to_string(), square)))
            .collect();
        let pieces: HashMap<String, PieceId> =
            rules.pieces().map(|(id, piece)| (piece.qpi.to_string(), id)).collect();
        let mut own = vec![None; rules.shape().squares()];
        let mut points = vec![None; own.len()];
        let mut others = HashMap::new();
        for (name, piece) in &told.view.pieces {
            let (Some(square), Some(id)) = (squares.get(name), pieces.get(&piece.qpi)) else { continue };
            if is_own(&rules, self.side, *id) {
                set(&mut own, square.index(), *id);
                if let Some(number) = piece.points {
                    set(&mut points, square.index(), number);
                }
            } else {
                others.insert(*square, *id);
            }
        }
        let seen = told.view.seen.as_ref().map(|names| {
            let mut seen: Vec<(Square, Option<PieceId>)> = names
                .iter()
                .filter_map(|name| squares.get(name))
                .map(|square| (*square, others.get(square).copied()))
                .collect();
            seen.sort_unstable();
            seen
        });
        let hand = |held: &Option<Vec<Held>>| {
            let held = held.as_ref()?;
            let mut hand: Vec<(PieceId, u32)> =
                held.iter().filter_map(|held| Some((*pieces.get(&held.qpi)?, held.count?))).collect();
            hand.sort_unstable();
            Some(hand)
        };
        let hands = told.view.hands.as_ref();
        let known = [
            (Side::First, hands.and_then(|hands| hand(&hands.w))),
            (Side::Second, hands.and_then(|hands| hand(&hands.b))),
        ];
        let words = told.words();
        let by = if self.side == Side::First { "white_" } else { "black_" };
        let is_capture =
            |text: &str| text.strip_prefix(by).is_some_and(|text| text.starts_with("moved_captured"));
        if begins {
            self.captures = 0;
        }
        self.captures += words.iter().filter(|word| is_capture(&word.text)).count();
        let counted: usize = told.captured.values().sum();
        let each = |(letter, number): (&String, &usize)| vec![letter.clone(); *number];
        Notice {
            ply: told.ply,
            standing: own.iter().flatten().count(),
            own,
            points,
            hands: known.into_iter().filter_map(|(side, hand)| Some((side, hand?))).collect(),
            is_own_turn: told.view.to_move.side() == self.side,
            in_check: told.view.in_check,
            words,
            captured: told.captured.iter().flat_map(each).collect(),
            captures: counted.max(self.captures),
            touched: told.touched.and_then(|name| squares.get(name).copied()),
            touches_hand: told.touches_hand,
            seen,
            is_answer: told.is_answer,
            is_over: told.status != Status::Active,
            ..Notice::default()
        }
    }
}

fn set<T>(places: &mut [Option<T>], index: usize, value: T) {
    if let Some(place) = places.get_mut(index) {
        *place = Some(value);
    }
}

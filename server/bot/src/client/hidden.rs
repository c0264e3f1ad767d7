//! A game in which pieces are hidden, as frames tell of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ggn_core::{Move, PieceId, Position, Rules, Side, Square};

use super::frame::{Held, Status, Told};
use crate::blind::{Action, Mind, Notice, is_own};

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

    /// Returns the next action, with the move that it would be in a believed position.
    pub(super) fn act(&self, stop: &dyn Fn() -> bool) -> Option<(Action, Option<Move>)> {
        self.mind().act(stop)
    }

    /// Hears that the last message was refused. Returns whether to go on.
    pub(super) fn refuse(&self) -> bool {
        self.mind().refuse()
    }

    pub(super) fn score(&self) -> i32 {
        self.mind().score()
    }

    pub(super) fn believed(&self) -> (Vec<Position>, bool) {
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
        }
    }
}

fn set<T>(places: &mut [Option<T>], index: usize, value: T) {
    if let Some(place) = places.get_mut(index) {
        *place = Some(value);
    }
}

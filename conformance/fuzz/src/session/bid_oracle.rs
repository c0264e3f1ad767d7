//! A game with bids, reconstructed from what both players may know of their own turns: its moves follow the rules, and its ledger adds up.

use ggn_core::notation::letter::Letter;
use ggn_core::{BySide, Game, Move, Side, Square};
use session::gambit::{Points, Profile};
use session::protocol::events::{DuelMade, DuelResult, GamePhase, GameState, MoveMade, Viewpoint};
use session::protocol::player::GameStatus;
use session::{Session, UnixMs, Viewer};

use super::fixtures::CATALOGUE;
use super::sent::state_for;

/// Knowledge of both sides about a game with bids, and its numbers.
pub(super) struct BidOracle {
    profile: std::sync::Arc<Profile>,
    seen: BySide<GameState>,
}

impl BidOracle {
    pub(super) fn open(session: &Session, gambit: &str, at: UnixMs) -> BidOracle {
        let profile = std::sync::Arc::clone(CATALOGUE.gambit(gambit).unwrap());
        BidOracle { profile, seen: BySide::from_fn(|side| state_for(session, Viewer::Seat(side), at)) }
    }

    /// Knowledge of a side.
    pub(super) fn seen(&self, side: Side) -> &GameState {
        &self.seen[side]
    }

    /// Expected action.
    pub(super) fn phase(&self) -> GamePhase {
        self.seen[Side::First].phase
    }

    /// Returns the points of a side.
    pub(super) fn points(&self, side: Side) -> u32 {
        let pools = self.seen[side].bp.unwrap();
        if side == Side::First { pools.w } else { pools.b }.unwrap()
    }

    /// Reads the new state of the game, and plays its moves in the true position.
    pub(super) fn follow(&mut self, session: &Session, at: UnixMs, shadow: &mut Game) {
        self.seen = BySide::from_fn(|side| state_for(session, Viewer::Seat(side), at));
        let [white, black] = Side::BOTH.map(|side| &self.seen[side]);
        assert_eq!((white.phase, white.ply), (black.phase, black.ply));
        for ply in shadow.plies()..white.ply as usize {
            let mover = shadow.position().turn();
            play_made_move(shadow, &self.seen[mover].new_moves[ply], &self.seen[mover]);
        }
        for side in Side::BOTH {
            self.check_discretion(&self.seen[side]);
            self.check_balance(side);
        }
        for (one, other) in white.new_moves.iter().zip(&black.new_moves) {
            assert_eq!((one.ply, one.by, one.details.duel), (other.ply, other.by, other.details.duel));
        }
    }

    /// Checks that a state holds no hidden facts.
    pub(super) fn check_discretion(&self, state: &GameState) {
        let own = match state.you {
            Viewpoint::W => Some(Side::First),
            Viewpoint::B => Some(Side::Second),
            Viewpoint::Spectator => None,
        };
        let is_open = !self.profile.hidden || state.game_status == GameStatus::Finished;
        let pools = state.bp.unwrap_or_else(|| panic!("{:?} receives no points", state.you));
        for (side, pool) in [(Side::First, pools.w), (Side::Second, pools.b)] {
            assert_eq!(pool.is_some(), is_open || own == Some(side), "{:?}: {pools:?}", state.you);
        }
        for made in &state.new_moves {
            assert!(made.details.regained.is_none() || is_open || own == Some(made.by.into()), "{made:?}");
        }
        let is_choosing = state.phase == GamePhase::TacticalRetreat && own == Some(state.turn.into());
        assert_eq!(state.retreat.is_some(), is_choosing);
        assert_eq!(state.duel.is_some(), state.phase == GamePhase::DuelAllocation);
        if own.is_none() {
            let duel = state.duel.as_ref();
            assert!(duel.is_none_or(|duel| (duel.your_bid, duel.capacity) == (None, None)), "{duel:?}");
            assert_eq!(state.touched_piece, None);
        }
    }

    /// Checks the points of a side: the initial ones plus those received minus those spent, and never below zero.
    fn check_balance(&self, side: Side) {
        let turns = self.seen[side].new_moves.iter().zip(&self.seen[side.opponent()].new_moves);
        let mut points = i64::from(self.profile.initial.0);
        for (made, others) in turns {
            let is_own = Side::from(made.by) == side;
            if let Some(duel) = made.details.duel {
                points -= i64::from(if is_own { duel.attacker_allocation } else { duel.defender_allocation });
            }
            let paid = if is_own { made.details.retreat } else { others.details.retreat };
            let cost = paid.map_or(Points(0), |retreat| Points(retreat.cost));
            if is_own {
                points -= i64::from(cost.0);
            }
            assert!(points >= 0, "{side:?} has spent more than there was: {made:?}");
            if is_own {
                points += made.details.regained.as_ref().map_or(0, |regained| i64::from(regained.total));
            } else {
                points += i64::from(cost.percent(self.profile.defender_percent).0);
            }
        }
        // Bids of a duel that has not become a move are spent: its retreat is due, or the game ended before it.
        if let Some(open) = self.seen[side].fought {
            let DuelMade { result, attacker_allocation, defender_allocation } = open.made;
            let is_attacker = (Side::from(open.winner) == side) == (result == DuelResult::Success);
            points -= i64::from(if is_attacker { attacker_allocation } else { defender_allocation });
        }
        assert_eq!(i64::from(self.points(side)), points, "{side:?}");
    }
}

/// Plays a move in the true position, by the frame of its player.
fn play_made_move(shadow: &mut Game, made: &MoveMade, own: &GameState) {
    assert_eq!(Side::from(made.by), shadow.position().turn());
    let shape = shadow.rules().shape();
    let square = |name: &str| -> Square { shape.square(name.parse().unwrap()).unwrap() };
    let (from, to) = (made.from.as_deref().unwrap(), made.to.as_deref().unwrap());
    let mv = find_move(
        shadow,
        (square(from), square(to)),
        own.pieces.iter().find(|piece| piece.position.as_str() == to),
    );
    let Some(retreat) = made.details.retreat else {
        assert!(made.details.duel.is_none_or(|duel| duel.result == DuelResult::Success), "{made:?}");
        shadow.play(&mv).unwrap();
        return;
    };
    assert_eq!(made.details.duel.map(|duel| duel.result), Some(DuelResult::Failed), "{made:?}");
    match retreat.position.map(|position| square(position.as_str())) {
        Some(stands) => shadow.repulse(&mv, stands).unwrap(),
        None => shadow.forfeit(&mv).unwrap(),
    };
}

/// Returns the legal move between two squares; of several, the one with this resulting piece.
fn find_move(
    shadow: &Game,
    (from, to): (Square, Square),
    stands: Option<&session::protocol::events::GamePiece>,
) -> Move {
    let kind = stands.and_then(|piece| piece.kind.as_str().to_ascii_uppercase().chars().next());
    let plain = shadow.find(from, to, None);
    let promoted = || shadow.find(from, to, kind.and_then(Letter::new));
    let any = || ['Q', 'R', 'B', 'N'].iter().find_map(|&kind| shadow.find(from, to, Letter::new(kind)).ok());
    plain
        .or_else(|_| promoted())
        .ok()
        .or_else(any)
        .unwrap_or_else(|| panic!("a move was made that is not legal"))
}

//! What a viewer may know of the bids of a game: its own, and what both sides know.

use ggn_core::{BySide, Piece, PieceId, Side, Square};

use super::eyes::Eyes;
use super::observation::{Viewer, square_name};
use crate::gambit::{Outcome, Resolution, Ties};
use crate::game::Game;
use crate::game::gambit::{Bidding, Gambit, Retreating, Stage};
use crate::protocol::events::{DuelFought, DuelPiece, DuelResult, DuelState, GamePhase, Pools, RetreatState};
use crate::protocol::player::{GameStatus, PieceType};

/// What somebody may know of the bids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bids {
    /// What is awaited while the game is on.
    pub(super) phase: GamePhase,
    /// What each side has.
    pub(super) pools: Pools,
    /// The duel that bids are asked for.
    pub(super) duel: Option<DuelState>,
    /// The choice of where to fall back to.
    pub(super) retreat: Option<RetreatState>,
    /// How many duels have been fought, with the latest.
    pub(super) fought: u32,
    /// What came of the latest.
    pub(super) latest: Option<DuelFought>,
    /// Whether the latest has not become a move.
    pub(super) is_open: bool,
}

/// What the viewer may know of the bids.
pub(super) fn sight(game: &Game, gambit: &Gambit, viewer: Viewer, eyes: Eyes) -> Bids {
    let pool = |side| knows_points(game, gambit, viewer, side).then(|| gambit.ledger.pool(side).0);
    let is_on = game.status == GameStatus::Active;
    let duels = || gambit.turns.iter().filter_map(|turn| turn.duel).chain(gambit.broken_off);
    let (fought, last) = (duels().count(), duels().last());
    let (phase, duel, retreat, fought, last) = match &gambit.stage {
        Stage::Move => (GamePhase::Normal, None, None, fought, last),
        Stage::Bids(bidding) => {
            let duel = duel(game, gambit, bidding, viewer, eyes);
            (GamePhase::DuelAllocation, Some(duel), None, fought, last)
        }
        Stage::Retreat(retreating) => {
            let is_own = viewer == Viewer::Seat(retreating.resolution.attacker);
            let retreat = is_own.then(|| retreat(game, retreating));
            (GamePhase::TacticalRetreat, None, retreat, fought + 1, Some(retreating.resolution))
        }
    };
    Bids {
        phase,
        pools: Pools { w: pool(Side::First), b: pool(Side::Second) },
        duel: duel.filter(|_| is_on),
        retreat: retreat.filter(|_| is_on),
        fought: u32::try_from(fought).unwrap_or(u32::MAX),
        latest: last.map(|resolution| outcome(&resolution, eyes)),
        is_open: matches!(gambit.stage, Stage::Retreat(_)) || gambit.broken_off.is_some(),
    }
}

/// Whether the viewer may know what a side has, and what it gets back.
pub(super) fn knows_points(game: &Game, gambit: &Gambit, viewer: Viewer, side: Side) -> bool {
    let is_over = game.status == GameStatus::Finished;
    is_over || !gambit.terms.profile().hidden || viewer == Viewer::Seat(side)
}

/// Whether the capture of a duel was made.
pub(super) fn result(resolution: &Resolution) -> DuelResult {
    match resolution.outcome {
        Outcome::Captured => DuelResult::Success,
        Outcome::Repulsed => DuelResult::Failed,
    }
}

/// What attacker and defender have spent.
pub(super) fn spent(resolution: &Resolution) -> [u32; 2] {
    let BySide { first, second } = resolution.spent.map(|points| points.0);
    if resolution.attacker == Side::First { [first, second] } else { [second, first] }
}

fn outcome(resolution: &Resolution, eyes: Eyes) -> DuelFought {
    let [attacker_allocation, defender_allocation] = spent(resolution);
    let sides = [resolution.attacker, resolution.attacker.opponent()];
    // What a bid was worth tells the kind of the piece.
    let [attacker_halves, defender_halves] =
        sides.map(|side| eyes.see(side).then(|| resolution.effective[side].halves()));
    DuelFought {
        winner: resolution.winner().into(),
        result: result(resolution),
        attacker_allocation,
        defender_allocation,
        attacker_halves,
        defender_halves,
    }
}

fn duel(game: &Game, gambit: &Gambit, bidding: &Bidding, viewer: Viewer, eyes: Eyes) -> DuelState {
    let profile = gambit.terms.profile();
    let attacker = bidding.duel.attacker();
    let defender = attacker.opponent();
    let attacking = piece(game, attacker, bidding.mv.piece, bidding.from, eyes);
    let defended = game.board.position().piece_at(bidding.defended);
    let defending = defended.map_or(DuelPiece { color: defender.into(), kind: None, position: None }, |id| {
        piece(game, defender, id, bidding.defended, eyes)
    });
    // In passing, whither the capture leads tells where the attacker stands.
    let fought_for = if eyes.see(attacker) {
        Some(bidding.to)
    } else {
        Some(bidding.defended).filter(|_| eyes.see(defender))
    };
    let (your_bid, on) = match viewer {
        Viewer::Seat(you) if you == attacker => (bidding.own[you], Some(bidding.mv.piece)),
        Viewer::Seat(you) => (bidding.own[you], defended),
        Viewer::Spectator => (None, None),
    };
    DuelState {
        attacker: attacker.into(),
        attacking_piece: attacking,
        defending_piece: defending,
        position: fought_for.and_then(|square| square_name(game, square)),
        deadline: bidding.until,
        your_bid: your_bid.map(|points| points.0),
        capacity: on.and_then(|id| Some(gambit.terms.scale(id)?.capacity.0)),
        effective_max: profile.effective_max.0,
        overload_cost: profile.overload_cost,
        ties_to_attacker: match profile.ties {
            Ties::Attacker => true,
            Ties::Defender => false,
        },
    }
}

/// A piece of a side, as far as the viewer sees it.
fn piece(game: &Game, side: Side, id: PieceId, at: Square, eyes: Eyes) -> DuelPiece {
    let is_seen = eyes.see(side);
    let kind = || game.rules().piece(id).and_then(|piece: &Piece| PieceType::new(piece.letter()));
    DuelPiece {
        color: side.into(),
        kind: is_seen.then(kind).flatten(),
        position: is_seen.then(|| square_name(game, at)).flatten(),
    }
}

/// The choice, for who has it.
fn retreat(game: &Game, retreating: &Retreating) -> RetreatState {
    let attacker = retreating.resolution.attacker;
    let offered = retreating.offers.iter();
    let offered = offered.filter_map(|offer| Some((square_name(game, offer.square)?, offer.fee.cost.0)));
    let (valid_positions, costs) = offered.unzip();
    RetreatState {
        piece: piece(game, attacker, retreating.mv.piece, retreating.from, Eyes::Own(attacker)),
        valid_positions,
        costs,
        deadline: retreating.until,
    }
}

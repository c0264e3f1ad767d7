//! View of the duels of a game: the viewer's own secrets, and what both sides know.

use ggn_core::{Piece, PieceId, Side, Square};

use super::observation::{Viewer, square_name};
use super::parts::{Contest, DuelFought, DuelPiece, DuelState, GamePhase, Pools, RetreatState};
use super::visibility::Visibility;
use crate::domain::{DuelMade, DuelResult, EndReason, GameStatus, PieceType};
use crate::gambit::{Outcome, Resolution, Ties};
use crate::game::Game;
use crate::game::gambit::{Bidding, Gambit, Retreating, Stage};

/// View of the duels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bids {
    /// Phase of a game in progress.
    pub(crate) phase: GamePhase,
    /// Points of each side.
    pub(crate) pools: Pools,
    /// The current duel.
    pub(crate) duel: Option<DuelState>,
    /// The current choice of a retreat.
    pub(crate) retreat: Option<RetreatState>,
    /// Number of duels fought, including the latest.
    pub(crate) fought: u32,
    /// Result of the latest duel.
    pub(crate) latest: Option<DuelFought>,
    /// True if the latest duel has not become a move yet.
    pub(crate) is_open: bool,
    /// True if the game is lost by a capture that failed and left a royal piece attacked.
    pub(crate) has_failed_defence: bool,
}

/// Returns the viewer's view of the duels.
// Requirements gambit-15, gambit-45.
pub(crate) fn observed(game: &Game, gambit: &Gambit, viewer: Viewer, visibility: Visibility) -> Bids {
    let pool = |side| knows_points(game, gambit, viewer, side).then(|| gambit.ledger.pool(side).0);
    let is_on = game.status == GameStatus::Active;
    let duels = || gambit.turns.iter().filter_map(|turn| turn.duel).chain(gambit.broken_off);
    let (fought, last) = (duels().count(), duels().last());
    let (phase, duel, retreat, fought, last) = match &gambit.stage {
        Stage::Move => (GamePhase::Normal, None, None, fought, last),
        Stage::Bids(bidding) => {
            let duel = duel(game, gambit, bidding, viewer, visibility);
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
        latest: last.map(|resolution| outcome(&resolution, visibility)),
        is_open: matches!(gambit.stage, Stage::Retreat(_)) || gambit.broken_off.is_some(),
        has_failed_defence: has_failed_defence(game),
    }
}

/// Returns whether the game has ended with the loss of the side whose capture failed last.
fn has_failed_defence(game: &Game) -> bool {
    let lost_by_mate = |outcome: &crate::game::Outcome| match (outcome.reason, outcome.winner) {
        (Some(EndReason::Checkmate), Some(winner)) => Some(winner.opponent()),
        _ => None,
    };
    let failed = game.board.history().last().filter(|played| played.effect.is_repulsed());
    failed.is_some_and(|played| game.outcome.as_ref().and_then(lost_by_mate) == Some(played.by))
}

/// Returns whether the viewer may know the points and the regeneration of a side.
// Requirements gambit-2, gambit-16, gambit-21.
pub(crate) fn knows_points(game: &Game, gambit: &Gambit, viewer: Viewer, side: Side) -> bool {
    let is_over = game.status == GameStatus::Finished;
    is_over || !gambit.terms.profile().hidden || viewer == Viewer::Seat(side)
}

/// Returns the result of a duel and the points spent.
pub(crate) fn made(resolution: &Resolution) -> DuelMade {
    let spent = resolution.spent.map(|points| points.0);
    DuelMade {
        result: match resolution.outcome {
            Outcome::Captured => DuelResult::Success,
            Outcome::Repulsed => DuelResult::Failed,
        },
        attacker_allocation: spent[resolution.attacker],
        defender_allocation: spent[resolution.attacker.opponent()],
    }
}

// Requirement gambit-11.
fn outcome(resolution: &Resolution, visibility: Visibility) -> DuelFought {
    let sides = [resolution.attacker, resolution.attacker.opponent()];
    // The effect of a bid discloses the kind of the piece.
    let [attacker_halves, defender_halves] =
        sides.map(|side| visibility.sees(side).then(|| resolution.effective[side].halves()));
    DuelFought {
        winner: resolution.winner().into(),
        made: made(resolution),
        attacker_halves,
        defender_halves,
    }
}

// Requirements gambit-14, gambit-18.
fn duel(
    game: &Game,
    gambit: &Gambit,
    bidding: &Bidding,
    viewer: Viewer,
    visibility: Visibility,
) -> DuelState {
    let profile = gambit.terms.profile();
    let attacker = bidding.duel.attacker();
    let defender = attacker.opponent();
    let attacking = piece(game, attacker, bidding.mv.piece, bidding.from, visibility);
    let defended = game.board.position().piece_at(bidding.defended);
    let defending = defended.map_or(DuelPiece { color: defender.into(), kind: None, position: None }, |id| {
        piece(game, defender, id, bidding.defended, visibility)
    });
    // The destination of an en passant capture discloses the square of the attacker.
    let fought_for = if visibility.sees(attacker) {
        Some(bidding.to)
    } else {
        Some(bidding.defended).filter(|_| visibility.sees(defender))
    };
    let (your_bid, on) = match viewer {
        Viewer::Seat(you) if you == attacker => (bidding.own[you], Some(bidding.mv.piece)),
        Viewer::Seat(you) => (bidding.own[you], defended),
        Viewer::Spectator => (None, None),
    };
    DuelState {
        attacker: attacker.into(),
        contest: Contest {
            attacking_piece: attacking,
            defending_piece: defending,
            position: fought_for.and_then(|square| square_name(game, square)),
            deadline: bidding.until,
        },
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

/// Returns a piece of a side, as far as the viewer sees it.
fn piece(game: &Game, side: Side, id: PieceId, at: Square, visibility: Visibility) -> DuelPiece {
    let is_seen = visibility.sees(side);
    let kind = || game.rules().piece(id).and_then(|piece: &Piece| PieceType::new(piece.letter()));
    DuelPiece {
        color: side.into(),
        kind: is_seen.then(kind).flatten(),
        position: is_seen.then(|| square_name(game, at)).flatten(),
    }
}

/// Returns the choice of a retreat, for its owner.
// Requirements gambit-13, gambit-19.
fn retreat(game: &Game, retreating: &Retreating) -> RetreatState {
    let attacker = retreating.resolution.attacker;
    let offered = retreating.offers.iter();
    let offered = offered.filter_map(|offer| Some((square_name(game, offer.square)?, offer.cost.total.0)));
    let (valid_positions, costs) = offered.unzip();
    RetreatState {
        piece: piece(game, attacker, retreating.mv.piece, retreating.from, Visibility::Own(attacker)),
        valid_positions,
        costs,
        deadline: retreating.until,
    }
}

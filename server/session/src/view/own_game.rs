//! A game in the list of a player's own games: less than the player's seat is sent, and made of nothing but its observation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::observation::Observation;
use super::parts::{ClockView, GamePhase, PlayerNames, RematchView};
use super::terms::PublicTerms;
use crate::domain::{Color, EndReason, GameStatus, UnixMs};
use crate::terms::MachineLevel;

/// A game in the list of a player's own games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnGame {
    /// Terms of the game, with its id.
    pub terms: PublicTerms,
    /// Side of the player.
    pub you: Color,
    /// Status of the game.
    pub status: GameStatus,
    /// True if the game waits for the player: for a move, a bid that was not made, or a retreat.
    pub your_turn: bool,
    /// Number of moves made by both sides together.
    pub plies: u32,
    /// Names of the players, if one of them has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PlayerNames")]
    pub names: Option<PlayerNames>,
    /// Strength of the machine, if it is the other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "MachineLevel")]
    pub machine: Option<MachineLevel>,
    /// The clock at its last change; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ClockView")]
    pub clock: Option<ClockView>,
    /// The winner of a finished game; left out of a draw, and of a game that both players left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub winner: Option<Color>,
    /// End reason of a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EndReason")]
    pub end_reason: Option<EndReason>,
    /// Time at which a finished game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub ended_at: Option<UnixMs>,
}

/// Returns the entry of a game in the list of a player, who has seen `seen` of it; `None` for a spectator, who has no own games.
pub(crate) fn own_game(
    seen: &Observation,
    terms: PublicTerms,
    machine: Option<MachineLevel>,
    ended_at: Option<UnixMs>,
) -> Option<OwnGame> {
    let you = seen.color()?;
    let table = &seen.table;
    Some(OwnGame {
        terms,
        you,
        status: table.status,
        your_turn: is_due(seen),
        plies: table.ply,
        names: seen.player_names(),
        machine,
        clock: table.clock,
        winner: table.winner,
        end_reason: table.end_reason,
        ended_at: ended_at.filter(|_| table.status == GameStatus::Finished),
    })
}

/// Returns whether the game goes on and waits for the viewer. In a duel it waits until the viewer has bid: the other bid is hidden.
pub(crate) fn is_due(seen: &Observation) -> bool {
    let Some(you) = seen.color() else { return false };
    if seen.table.status != GameStatus::Active {
        return false;
    }
    match &seen.table.bids {
        Some(bids) if bids.phase == GamePhase::DuelAllocation => {
            bids.duel.as_ref().is_some_and(|duel| duel.your_bid.is_none())
        }
        Some(bids) if bids.phase == GamePhase::TacticalRetreat => bids.retreat.is_some(),
        Some(_) | None => seen.table.board.to_move == you,
    }
}

/// Returns whether the other player has offered the viewer a rematch that is not answered yet.
pub(crate) fn is_offered_rematch(seen: &Observation) -> bool {
    matches!((seen.color(), &seen.rematch), (Some(you), Some(RematchView::Offered { from })) if *from != you)
}

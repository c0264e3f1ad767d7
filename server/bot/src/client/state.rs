//! The state of a game with bids, as its frame has it.

use std::collections::BTreeMap;

use ggn_core::{BySide, Side};
use serde::Deserialize;

use super::frame::{Announcement, Color, Hands, Offer, Piece, Status, Tally, Update, View};

/// The parts of a state that a bot reads.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GameState {
    phase: Phase,
    turn: Color,
    #[serde(default)]
    pieces: Vec<Placed>,
    hands: Option<Hands>,
    in_check: Option<bool>,
    #[serde(default)]
    bp: Pools,
    duel: Option<Duel>,
    retreat: Option<RetreatOffer>,
    #[serde(default)]
    new_moves: Vec<MoveMade>,
    game_status: Status,
    #[serde(default)]
    players: Vec<Player>,
    draw_offer: Option<Offer>,
    #[serde(default)]
    tally: Tally,
    #[serde(default)]
    new_announcements: Vec<Announcement>,
    ply: usize,
    touched_piece: Option<String>,
    touched_drop: Option<String>,
    ack: Option<String>,
}

/// Phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// A move is due.
    Normal,
    /// Bids are due.
    DuelAllocation,
    /// The choice of a retreat is due.
    TacticalRetreat,
    /// The game has not begun, or is over.
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
struct Placed {
    position: String,
    qpi: String,
    points: Option<u8>,
}

/// Points of both sides; of one that is hidden, none.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Pools {
    w: Option<u32>,
    b: Option<u32>,
}

/// A duel that bids are asked for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Duel {
    pub(super) attacker: Color,
    pub(super) attacking_piece: DuelPiece,
    pub(super) defending_piece: DuelPiece,
    /// The contested square.
    pub(super) position: Option<String>,
    pub(super) your_bid: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DuelPiece {
    pub(super) position: Option<String>,
}

/// Offered squares with their costs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RetreatOffer {
    pub(super) piece: DuelPiece,
    pub(super) valid_positions: Vec<String>,
    pub(super) costs: Vec<u32>,
}

/// A move that was made, as far as it is told.
#[derive(Debug, Deserialize)]
pub(super) struct MoveMade {
    pub(super) ply: usize,
    pub(super) by: Color,
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
    pub(super) notation: Option<String>,
    pub(super) duel: Option<DuelMade>,
    pub(super) retreat: Option<RetreatMade>,
}

/// Result of a duel.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DuelMade {
    result: DuelResult,
    attacker_allocation: u32,
    defender_allocation: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DuelResult {
    Success,
    Failed,
}

#[derive(Debug, Deserialize)]
pub(super) struct RetreatMade {
    pub(super) position: Option<String>,
    pub(super) cost: u32,
}

#[derive(Debug, Deserialize)]
struct Player {
    color: Color,
    connected: bool,
}

/// The part of a state that is about bids.
#[derive(Debug)]
pub(super) struct Bids {
    pub(super) phase: Phase,
    pub(super) duel: Option<Duel>,
    pub(super) retreat: Option<RetreatOffer>,
    pub(super) new_moves: Vec<MoveMade>,
    pub(super) pools: BySide<Option<u32>>,
    /// Presence of both players, as far as it is told.
    connected: BySide<Option<bool>>,
}

impl Bids {
    /// Returns whether the other player is away.
    pub(super) fn is_alone(&self, side: Side) -> bool {
        self.connected[side.opponent()] == Some(false)
    }
}

impl DuelMade {
    /// Returns whether the capture has succeeded.
    pub(super) fn is_captured(self) -> bool {
        self.result == DuelResult::Success
    }

    /// Returns the bids of both sides; `attacker` is the side that moved.
    pub(super) fn bids(self, attacker: Side) -> BySide<u32> {
        let of = |side| if side == attacker { self.attacker_allocation } else { self.defender_allocation };
        BySide::from_fn(of)
    }
}

impl GameState {
    /// Divides a state into what every game has, and what is about bids.
    pub(super) fn split(self) -> (Update, Bids) {
        let piece = |placed: Placed| (placed.position, Piece { qpi: placed.qpi, points: placed.points });
        let pieces: BTreeMap<String, Piece> = self.pieces.into_iter().map(piece).collect();
        let view =
            View { pieces, to_move: self.turn, in_check: self.in_check, hands: self.hands, seen: None };
        let connected = |side| {
            let player = self.players.iter().find(|player| player.color.side() == side);
            player.map(|player| player.connected)
        };
        let bids = Bids {
            phase: self.phase,
            duel: self.duel,
            retreat: self.retreat,
            new_moves: self.new_moves,
            pools: BySide { first: self.bp.w, second: self.bp.b },
            connected: BySide::from_fn(connected),
        };
        let update = Update {
            view,
            game_status: self.game_status,
            latest_move: None,
            ack: self.ack,
            draw_offer: self.draw_offer,
            new_announcements: self.new_announcements,
            ply: self.ply,
            tally: self.tally,
            touched_piece: self.touched_piece,
            touched_drop: self.touched_drop,
        };
        (update, bids)
    }
}

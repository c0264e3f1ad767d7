//! The parts of the player protocol's frames that a bot reads.

use std::collections::BTreeMap;

use ggn_core::{Position, Rules, Side};
use serde::Deserialize;

/// A frame to a seat. What is not named here a bot does not need.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Frame {
    Joined(Joined),
    Update(Update),
    #[serde(rename = "peer-status")]
    PeerStatus(Peer),
    Error(Refusal),
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Joined {
    pub(super) you: Color,
    pub(super) view: View,
    pub(super) game_status: Status,
    #[serde(default)]
    pub(super) moves: Vec<NotedMove>,
    /// The position from which the moves start (FEEN), unless it is the initial one.
    pub(super) start: Option<String>,
    pub(super) draw_offer: Option<Offer>,
    pub(super) peer: Peer,
}

/// Presence of the other player.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Peer {
    pub(super) connected: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Update {
    pub(super) view: View,
    pub(super) game_status: Status,
    pub(super) latest_move: Option<NotedMove>,
    /// The `id` of the answered message. Of a bot's messages only moves have one.
    pub(super) ack: Option<String>,
    pub(super) draw_offer: Option<Offer>,
}

/// Refusal of a message.
#[derive(Debug, Deserialize)]
pub(super) struct Refusal {
    pub(super) code: String,
    pub(super) ack: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    Waiting,
    Active,
    Finished,
}

/// A side, by the wire's letter: that of the side that moves first is `w`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum Color {
    #[serde(rename = "w")]
    First,
    #[serde(rename = "b")]
    Second,
}

impl Color {
    pub(super) fn side(self) -> Side {
        match self {
            Color::First => Side::First,
            Color::Second => Side::Second,
        }
    }
}

/// An open offer of a draw.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Offer {
    from: Color,
}

impl Offer {
    /// Returns the side that made it.
    pub(super) fn side(self) -> Side {
        self.from.side()
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct NotedMove {
    pub(super) ply: usize,
    pub(super) san: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    pieces: BTreeMap<String, Piece>,
    pub(super) to_move: Color,
}

#[derive(Debug, Deserialize)]
struct Piece {
    qpi: String,
}

impl View {
    /// Returns whether these are the pieces of a position.
    pub(super) fn shows(&self, rules: &Rules, position: &Position) -> bool {
        let mut standing = 0;
        let is_shown = position.pieces().all(|(square, piece)| {
            standing += 1;
            let qpi = rules.piece(piece).map(|piece| piece.qpi.to_string());
            let name = rules.shape().cell(square).map(|cell| cell.to_string());
            name.and_then(|name| self.pieces.get(&name)).map(|piece| &piece.qpi) == qpi.as_ref()
        });
        is_shown && standing == self.pieces.len()
    }
}

//! The parts of the player protocol's frames that a bot reads.

use std::collections::BTreeMap;

use ggn_core::{Position, Rules, Side};
use serde::Deserialize;

use super::state::GameState;
use crate::blind::referee::Word;

/// A frame to a seat. What is not named here a bot does not need.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Frame {
    Joined(Joined),
    Update(Update),
    /// The state of a game with bids.
    #[serde(rename = "gameState.update")]
    GameState(Box<GameState>),
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
    #[serde(default)]
    announcements: Vec<Announcement>,
    #[serde(default)]
    ply: usize,
    #[serde(default)]
    tally: Tally,
    touched_piece: Option<String>,
    touched_drop: Option<String>,
}

/// Captures as the player knows them.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tally {
    by_you: BTreeMap<String, usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Announcement {
    text: String,
    #[serde(default)]
    payload: serde_json::Value,
}

/// Content that both kinds of frames with a state have.
#[derive(Debug)]
pub(super) struct Told<'f> {
    pub(super) view: &'f View,
    pub(super) status: Status,
    pub(super) ply: usize,
    /// Letters of the captured pieces with their numbers.
    pub(super) captured: &'f BTreeMap<String, usize>,
    pub(super) touched: Option<&'f str>,
    pub(super) touches_hand: bool,
    announcements: &'f [Announcement],
    pub(super) is_answer: bool,
}

impl Told<'_> {
    /// Returns the new announcements, or at a greeting all of them.
    pub(super) fn words(&self) -> Vec<Word> {
        let word = |told: &Announcement| Word { text: told.text.clone(), payload: told.payload.clone() };
        self.announcements.iter().map(word).collect()
    }
}

impl Joined {
    pub(super) fn told(&self) -> Told<'_> {
        Told {
            view: &self.view,
            status: self.game_status,
            ply: self.ply,
            captured: &self.tally.by_you,
            touched: self.touched_piece.as_deref(),
            touches_hand: self.touched_drop.is_some(),
            announcements: &self.announcements,
            is_answer: false,
        }
    }
}

impl Update {
    pub(super) fn told(&self) -> Told<'_> {
        Told {
            view: &self.view,
            status: self.game_status,
            ply: self.ply,
            captured: &self.tally.by_you,
            touched: self.touched_piece.as_deref(),
            touches_hand: self.touched_drop.is_some(),
            announcements: &self.new_announcements,
            is_answer: self.ack.is_some(),
        }
    }
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
    #[serde(default)]
    pub(super) new_announcements: Vec<Announcement>,
    #[serde(default)]
    pub(super) ply: usize,
    #[serde(default)]
    pub(super) tally: Tally,
    pub(super) touched_piece: Option<String>,
    pub(super) touched_drop: Option<String>,
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
    pub(super) pieces: BTreeMap<String, Piece>,
    pub(super) to_move: Color,
    pub(super) in_check: Option<bool>,
    pub(super) hands: Option<Hands>,
    /// The squares that the player sees, in a game by sight.
    pub(super) seen: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Piece {
    pub(super) qpi: String,
    pub(super) points: Option<u8>,
}

/// Hands of both sides; one that is not there is not known.
#[derive(Debug, Deserialize)]
pub(super) struct Hands {
    pub(super) w: Option<Vec<Held>>,
    pub(super) b: Option<Vec<Held>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Held {
    pub(super) qpi: String,
    /// Number of pieces; none where there are as many as the game needs.
    pub(super) count: Option<u32>,
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

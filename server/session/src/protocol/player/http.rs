//! The bodies of the HTTP answers that belong to the player protocol.

use std::collections::BTreeMap;

use ggn_core::Overlay;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{PieceName, PieceType, SquareName};
use crate::clock::ClockPreset;
use crate::ids::{GameId, Token};

/// The answer to `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameCreated {
    /// The id of the new game.
    pub game_id: GameId,
    /// The token of the creator's seat.
    pub creator_token: Token,
    /// The link for the other player.
    pub join_url: String,
    /// The link for whoever only watches; left out where nobody may. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub watch_url: Option<String>,
}

/// The answer to `GET /api/health`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// Always true: a server that is not well does not answer so.
    pub ok: bool,
    /// How many games are held.
    pub active_games: u64,
    /// How long the server has run, in seconds.
    pub uptime: u64,
}

/// The answer to `GET /api/overlays`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseRules {
    /// Every house rule that a game can have, by id.
    pub overlays: Vec<HouseRule>,
}

/// The answer to `GET /api/clocks`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Clocks {
    /// The time controls that are offered, in the order in which they are shown.
    pub clocks: Vec<ClockPreset>,
}

/// The answer to `GET /api/gambits`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Gambits {
    /// Every way to play with bids, by id.
    pub gambits: Vec<Gambit>,
}

/// A way to play with bids that the creator of a game can choose: what a page shows of its numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Gambit {
    /// The name by which games ask for it.
    pub id: String,
    /// The id of the ruleset that it is made for.
    pub ruleset: String,
    /// With how many points each side begins.
    pub initial: u32,
    /// The most effect that a bid can have, in points.
    pub effective_max: u32,
    /// What each point of effect above a piece's capacity costs.
    pub overload_cost: u32,
    /// Who wins a duel of equal bids.
    pub ties: TieWinner,
    /// Whether the points of the other side are hidden while the game is on.
    pub hidden: bool,
    /// How many points each turn of one's own brings back, without what tactics bring.
    pub regeneration: u32,
    /// What it costs a piece whose capture failed to stay where it came from.
    pub origin_cost: u32,
    /// What a step along the line of attack costs it beside that, in hundredths of a point.
    pub axis_percent: u32,
    /// What a move inside of the box between where it came from and what it attacked costs it, in hundredths of a point.
    pub rectangle_percent: u32,
    /// How much of what that costs goes to the defender, in hundredths.
    pub defender_percent: u32,
    /// Whether a piece is lost whose side cannot pay for any square.
    pub can_lose_piece: bool,
    /// How long both sides may take to bid, in milliseconds.
    pub bid_ms: u64,
    /// How long falling back may take, in milliseconds.
    pub retreat_ms: u64,
    /// How many points of a bid on a piece count in full, by its letter.
    pub capacities: BTreeMap<PieceType, u32>,
}

/// Who wins a duel of equal bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TieWinner {
    /// The side that captures.
    Attacker,
    /// The side whose piece would be captured.
    Defender,
}

/// A house rule that the creator of a game can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseRule {
    /// The name by which games ask for it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it changes, in one line.
    pub about: String,
    /// The ids of the rulesets that it is made for.
    pub over: Vec<String>,
    /// The ids of house rules that it says it cannot be combined with; they need not say so too.
    pub not_with: Vec<String>,
    /// The ids of house rules without which it cannot be chosen.
    pub requires: Vec<String>,
    /// What it changes, in pictures: three at the most.
    pub sketches: Vec<Sketch>,
}

impl HouseRule {
    /// What is told of an overlay.
    #[must_use]
    pub(crate) fn of(overlay: &Overlay, sketches: Vec<Sketch>) -> HouseRule {
        HouseRule {
            id: overlay.id().to_owned(),
            name: overlay.name().to_owned(),
            about: overlay.about().to_owned(),
            over: overlay.over().map(str::to_owned).collect(),
            not_with: overlay.not_with().map(str::to_owned).collect(),
            requires: overlay.requires().map(str::to_owned).collect(),
            sketches,
        }
    }
}

/// A small picture of something that a house rule changes, for a page to draw. It says what the data of the rule says, and names pieces of the
/// first side for both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Sketch {
    /// A piece goes elsewhere than before, on a board of that size.
    Moves {
        /// The files of the board.
        files: u8,
        /// The ranks of the board.
        ranks: u8,
        /// The piece.
        piece: PieceName,
        /// Where it stands.
        from: SquareName,
        /// Where it may go now.
        added: Vec<SketchedMove>,
        /// Where it may go no longer.
        removed: Vec<SketchedMove>,
    },
    /// A piece is another from now on: another kind, or one whose loss ends the game (`^`), or no longer.
    Becomes {
        /// What it was.
        before: PieceName,
        /// What it is.
        after: PieceName,
    },
    /// Doing something so often ends the game.
    Goal {
        /// What is counted.
        goal: SketchedGoal,
        /// How often it takes.
        count: u32,
        /// What it means for the side that did it.
        result: SketchedResult,
    },
    /// Bringing one of these pieces to one of these squares ends the game.
    Arrival {
        /// The files of the board.
        files: u8,
        /// The ranks of the board.
        ranks: u8,
        /// The pieces.
        pieces: Vec<PieceName>,
        /// The squares.
        squares: Vec<SquareName>,
        /// What it means for the side that arrives.
        result: SketchedResult,
    },
    /// Having none left of one of these pieces ends the game; of any at all where none is named.
    Extinction {
        /// The pieces.
        pieces: Vec<PieceName>,
        /// What it means for the side that has none.
        result: SketchedResult,
    },
    /// Every piece has so many points, and a capture takes one or more of them.
    Points {
        /// How many points every piece starts with.
        points: u8,
    },
    /// Pieces gain points.
    Healing {
        /// The pieces.
        pieces: Vec<PieceName>,
        /// How many points they gain at a time.
        amount: u8,
    },
    /// Pieces on these squares lose points.
    Poison {
        /// The files of the board.
        files: u8,
        /// The ranks of the board.
        ranks: u8,
        /// The squares.
        squares: Vec<SquareName>,
    },
    /// A capture destroys what stands around it.
    Blast {
        /// The files of the board.
        files: u8,
        /// The ranks of the board.
        ranks: u8,
        /// The pieces whose captures do; none stands for all.
        by: Vec<PieceName>,
        /// Where such a capture happens in the picture.
        at: SquareName,
        /// The squares around it.
        squares: Vec<SquareName>,
        /// Whether the piece that captures is destroyed as well.
        mover: bool,
    },
    /// A turn has several moves.
    Turn {
        /// How many.
        moves: u8,
    },
    /// Who can capture must.
    Forced,
}

/// An arrow of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SketchedMove {
    /// Where it leads.
    pub to: SquareName,
    /// How the piece goes there.
    pub way: Way,
}

/// How a piece goes somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Without taking anything.
    Step,
    /// Taking a piece.
    Capture,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SketchedGoal {
    /// Captures.
    Captures,
    /// Promotions.
    Promotions,
    /// Checks given.
    Checks,
}

/// What an end means for the side that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SketchedResult {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

//! What the engine says: one type for each message, and the places and pieces in it as text.

use serde::{Serialize, Serializer};

use super::failure::Failure;
use super::words::{Check, Events, Options};

/// A message from the engine to its host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EngineMessage"))]
#[serde(tag = "message_type", rename_all = "snake_case")]
pub(super) enum Answer {
    /// Where the side to move may go, and what has just happened.
    NextLegalMoveset(Box<Moveset>),
    /// The move that was asked for waits for the choice of what the piece becomes.
    PromotionPrompt(Choice),
    /// The game is over.
    GameEnd(GameEnd),
    /// The request had no effect.
    Failure(Box<Failure>),
    /// Everything about the game.
    State(Box<State>),
    /// The options as they are now.
    Options(Options),
    /// A draw is offered.
    DrawOffer(By),
    /// The offered draw is declined.
    DrawDeclined(By),
}

/// The legal moves of the side to move, by the square that they start from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Moveset {
    /// Destinations by source, both from `A1` on; a piece without moves is left out.
    pub(super) moves: ByName<Vec<String>>,
    /// Destinations by the piece that is dropped; only in games with hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) drops: Option<ByName<Vec<String>>>,
    /// What has just happened.
    pub(super) events: Events,
}

/// A move that waits for a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Choice {
    /// Where the piece stands; left out of a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
    /// Where it goes.
    pub(super) to: String,
    /// What it may become.
    pub(super) choices: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct GameEnd {
    /// The name of the side that won, or `draw`.
    pub(super) victor: String,
    /// Why.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = super::schema::reasons())))]
    pub(super) reason: &'static str,
}

/// A side that does something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct By {
    /// Its name.
    pub(super) by: String,
}

/// How squares are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum SquareCase {
    /// `E4`, as the messages' document does.
    #[default]
    Upper,
    /// `e4`, as CELL does.
    Lower,
}

/// Everything about the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct State {
    /// The id of the rules.
    pub(super) ruleset: String,
    /// The names of the two sides, the first one first.
    pub(super) sides: [String; 2],
    /// The side to move.
    pub(super) turn: String,
    /// The position, as FEEN.
    pub(super) feen: String,
    /// The position, as FEN, if that can say it.
    pub(super) fen: Option<String>,
    /// Plies since the last progress.
    pub(super) halfmove: u32,
    /// The number of the present move, from one.
    pub(super) fullmove: u32,
    /// The position from which the history starts, as FEEN.
    pub(super) start: String,
    /// The moves played, oldest first.
    pub(super) history: Vec<MoveText>,
    /// Every legal move, one for each choice of what the piece becomes.
    pub(super) legal: Vec<MoveText>,
    /// The checks that the side to move is in.
    pub(super) checks: Vec<Check>,
    /// The move that waits for a choice.
    pub(super) pending: Option<Choice>,
    /// The side whose offer of a draw stands.
    pub(super) draw_offer: Option<String>,
    /// How the game ended.
    pub(super) ending: Option<GameEnd>,
    /// The options.
    pub(super) options: Options,
}

/// A move in every notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct MoveText {
    /// Whose it is.
    pub(super) by: String,
    /// Where it starts; left out of a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
    /// The piece that is dropped; left out of a move on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) drop: Option<String>,
    /// Where it ends.
    pub(super) to: String,
    /// What the piece becomes by choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) promotion: Option<String>,
    /// The squares of what it captures.
    pub(super) captures: Vec<String>,
    /// Algebraic notation.
    pub(super) san: String,
    /// UCI.
    pub(super) uci: String,
    /// PMN.
    pub(super) pmn: String,
}

/// Values by name, in an order that means something: that of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ByName<T>(pub(super) Vec<(String, T)>);

impl<T: Serialize> Serialize for ByName<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for ByName<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ByName".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeMap::<String, T>::json_schema(generator)
    }
}

//! Responses of the engine: one type for each message, with squares and pieces as text.

use serde::{Serialize, Serializer};

use super::failure::Failure;
use super::words::{Check, Events, Options};

/// A message from the engine to its host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EngineMessage"))]
#[serde(tag = "message_type", rename_all = "snake_case")]
pub(super) enum Response {
    /// Destinations of the side to move, and the effects of the last move.
    NextLegalMoveset(Box<Moveset>),
    /// The requested move needs a choice of promotion.
    PromotionPrompt(Choice),
    /// The game is over.
    GameEnd(GameEnd),
    /// The request had no effect.
    Failure(Box<Failure>),
    /// Complete state of the game.
    State(Box<State>),
    /// The current options.
    Options(Options),
    /// A draw is offered.
    DrawOffer(By),
    /// The offered draw is declined.
    DrawDeclined(By),
}

/// Legal moves of the side to move, by source square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Moveset {
    /// Destinations by source, both from `A1` on; pieces without moves are left out.
    pub(super) moves: ByName<Vec<String>>,
    /// Destinations by dropped piece; only in games with hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) drops: Option<ByName<Vec<String>>>,
    /// Effects of the last move.
    pub(super) events: Events,
}

/// A move that needs a choice of promotion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Choice {
    /// Square of the piece; left out of a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
    /// Destination.
    pub(super) to: String,
    /// Pieces to choose from.
    pub(super) choices: Vec<String>,
}

/// Result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct GameEnd {
    /// Name of the side that won, or `draw`.
    pub(super) victor: String,
    /// Reason.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = super::schema::reasons())))]
    pub(super) reason: &'static str,
}

/// The side that offers or declines a draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct By {
    /// Name of the side.
    pub(super) by: String,
}

/// Case of square names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum SquareCase {
    /// Upper case (`E4`), as in the document of the messages.
    #[default]
    Upper,
    /// Lower case (`e4`), as in CELL.
    Lower,
}

/// Complete state of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct State {
    /// Id of the rules.
    pub(super) ruleset: String,
    /// Names of the two sides, first side first.
    pub(super) sides: [String; 2],
    /// The side to move.
    pub(super) turn: String,
    /// The position, as FEEN.
    pub(super) feen: String,
    /// The position as FEN; absent if FEN cannot express it.
    pub(super) fen: Option<String>,
    /// Plies since the last progress.
    pub(super) halfmove: u32,
    /// Number of the present move, from 1.
    pub(super) fullmove: u32,
    /// Start position of the history, as FEEN.
    pub(super) start: String,
    /// Moves played, oldest first.
    pub(super) history: Vec<MoveText>,
    /// Every legal move, one for each promotion choice.
    pub(super) legal: Vec<MoveText>,
    /// Checks against the side to move.
    pub(super) checks: Vec<Check>,
    /// The move that needs a choice of promotion.
    pub(super) pending: Option<Choice>,
    /// The side whose draw offer stands.
    pub(super) draw_offer: Option<String>,
    /// Result of the game, if it has ended.
    pub(super) ending: Option<GameEnd>,
    /// The options.
    pub(super) options: Options,
}

/// A move in every notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct MoveText {
    /// Name of the side that moves.
    pub(super) by: String,
    /// Source; left out of a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
    /// Dropped piece; left out of a board move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) drop: Option<String>,
    /// Destination.
    pub(super) to: String,
    /// Chosen promotion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) promotion: Option<String>,
    /// Piece that the move places besides, and its square: `hawk B1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) places: Option<String>,
    /// Squares of the captured pieces.
    pub(super) captures: Vec<String>,
    /// Algebraic notation.
    pub(super) san: String,
    /// UCI.
    pub(super) uci: String,
    /// PMN.
    pub(super) pmn: String,
    /// Notation of the game's players; left out if the ruleset names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub(super) game_notation: Option<String>,
}

/// Values by name, in board order.
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

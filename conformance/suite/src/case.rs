//! The form of case files: what an author of cases writes, kind by kind.

use std::collections::BTreeMap;

use ggn_core::json::{Json, JsonPath};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

pub use super::script::moderator::ModeratorCase;
pub use super::script::protocol::ProtocolCase;

/// Subject of a case, which decides how it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Texts, and whether a notation takes them.
    Notation,
    /// Rows of GGN on boards, and which possibilities hold.
    Evaluation,
    /// Positions, and how many lines of legal moves there are.
    Perft,
    /// Positions, and their legal moves.
    Positions,
    /// Games, and how they stand after each ply.
    Games,
    /// Messages of a host to the engine interface, and its answers.
    Engine,
    /// Actions of both players at a table, and the announcements and views that each of them gets.
    Moderator,
    /// Messages that sockets send to a server and receive from it.
    Protocol,
}

impl Kind {
    /// Every kind, in the order of reports.
    pub const ALL: [Kind; 8] = [
        Kind::Notation,
        Kind::Evaluation,
        Kind::Perft,
        Kind::Positions,
        Kind::Games,
        Kind::Engine,
        Kind::Moderator,
        Kind::Protocol,
    ];

    /// Returns the word for it in case files and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Notation => "notation",
            Kind::Evaluation => "evaluation",
            Kind::Perft => "perft",
            Kind::Positions => "positions",
            Kind::Games => "games",
            Kind::Engine => "engine",
            Kind::Moderator => "moderator",
            Kind::Protocol => "protocol",
        }
    }
}

/// Cases of one kind, with what stands above them.
// For the schema alone: `read` takes a file part by part, so that its author sees more than the first fault.
#[derive(Debug, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CaseFile {
    /// Texts, and whether a notation takes them.
    Notation {
        /// The notation that the texts are in.
        notation: Notation,
        /// Source of the cases' truth: a document, a law, a table.
        truth: String,
        /// Purpose of the cases.
        shows: String,
        /// The texts with their verdicts.
        cases: Vec<NotationCase>,
    },
    /// Rows of GGN on boards, and which possibilities hold.
    Evaluation(Theme<EvaluationCase>),
    /// Positions, and how many lines of legal moves there are.
    Perft(Theme<PerftCase>),
    /// Positions, and their legal moves.
    Positions(Theme<PositionCase>),
    /// Games, and how they stand after each ply.
    Games(Theme<GameCase>),
    /// Messages of a host to the engine interface, and its answers.
    Engine(Theme<EngineCase>),
    /// Actions of both players at a table, and the announcements and views that each of them gets.
    Moderator(Theme<ModeratorCase>),
    /// Messages that sockets send to a server and receive from it.
    Protocol(Theme<ProtocolCase>),
}

/// Head of a file, and its cases.
#[derive(Debug, JsonSchema)]
pub struct Theme<C> {
    /// Source of the cases' truth: a document, a law, a table.
    pub truth: String,
    /// Purpose of the cases.
    pub shows: String,
    /// The cases, at least one.
    pub cases: Vec<C>,
}

/// One case, read.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file that it stands in, as reports show it.
    pub file: String,
    /// Place in the file.
    pub path: JsonPath,
    /// Name; no other case of the file has it.
    pub name: String,
    /// Source of its truth: a document, a law, a table.
    pub truth: String,
    /// Purpose of the case.
    pub shows: String,
    /// Content of the case.
    pub body: Body,
}

/// Content of a case.
#[derive(Clone, Debug)]
pub enum Body {
    /// See [`Kind::Notation`].
    Notation(Notation, Box<NotationCase>),
    /// See [`Kind::Evaluation`].
    Evaluation(Box<EvaluationCase>),
    /// See [`Kind::Perft`].
    Perft(Box<PerftCase>),
    /// See [`Kind::Positions`].
    Positions(Box<PositionCase>),
    /// See [`Kind::Games`].
    Games(Box<GameCase>),
    /// See [`Kind::Engine`].
    Engine(Box<EngineCase>),
    /// See [`Kind::Moderator`].
    Moderator(Box<ModeratorCase>),
    /// See [`Kind::Protocol`].
    Protocol(Box<ProtocolCase>),
}

impl Body {
    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Body::Notation(..) => Kind::Notation,
            Body::Evaluation(_) => Kind::Evaluation,
            Body::Perft(_) => Kind::Perft,
            Body::Positions(_) => Kind::Positions,
            Body::Games(_) => Kind::Games,
            Body::Engine(_) => Kind::Engine,
            Body::Moderator(_) => Kind::Moderator,
            Body::Protocol(_) => Kind::Protocol,
        }
    }
}

/// A notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Notation {
    /// Squares, on any board.
    Cell,
    /// Squares of a board of 8x8.
    #[serde(rename = "cell_on_8x8")]
    CellOn8x8,
    /// Styles.
    Sin,
    /// Pieces without style.
    Pin,
    /// Pieces of FEEN.
    Epin,
    /// Pieces with style.
    Qpi,
    /// Names of styles.
    Snn,
    /// The hand.
    Hand,
    /// Positions.
    Feen,
    /// Positions of chess.
    Fen,
    /// Moves.
    Pmn,
    /// Moves of chess programs.
    Uci,
    /// Statuses.
    Cgsn,
    /// Conditions.
    Lcn,
    /// Movement tables.
    Ggn,
}

/// A text with its verdict.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotationCase {
    /// The text; or parts of it with how often each is written, `[["a", 300]]`. For `lcn` and `ggn` the JSON document.
    #[schemars(with = "Option<Value>")]
    pub input: Option<Json>,
    /// Only for `lcn` and `ggn`: the document as text, where it is not even JSON or the blanks between matter.
    pub text: Option<String>,
    /// True if the notation accepts it.
    pub valid: bool,
    /// Canonical print, if it differs from the text.
    pub prints: Option<String>,
    /// The class of the error.
    pub error: Option<String>,
    /// The byte at which the error lies, from 0.
    pub at: Option<usize>,
    /// Only for `lcn` and `ggn`: every fault with its place.
    #[serde(default)]
    pub faults: Vec<NotationFault>,
}

/// A fault of a document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotationFault {
    /// The place, as in `$["C:K^"].e1`.
    pub path: String,
    /// The class of the error.
    pub error: String,
}

/// A row on a board.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluationCase {
    /// The movement table (GGN).
    #[schemars(with = "Value")]
    pub table: Json,
    /// The piece that moves (QPI).
    pub piece: String,
    /// Source: a square, or `*`.
    pub source: String,
    /// Destination: a square, or `*`.
    pub destination: String,
    /// Side whose enemies `enemy` means.
    pub active_side: Party,
    /// Pieces on the squares that matter; null for an empty square.
    pub squares: BTreeMap<String, Option<String>>,
    /// Indices of the row's possibilities that hold, counted from 0.
    pub matching_indices: Vec<usize>,
}

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// The side written in upper case.
    First,
    /// The side written in lower case.
    Second,
}

/// Start of a case: a ruleset and a position.
#[derive(Clone, Debug, Default)]
pub struct Start<'c> {
    /// See [`PositionCase::ruleset`].
    pub ruleset: Option<&'c str>,
    /// See [`PositionCase::fen`].
    pub fen: Option<&'c str>,
    /// See [`PositionCase::feen`].
    pub feen: Option<&'c str>,
}

/// Counts of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PerftCase {
    /// The ruleset: its id, or its folder as seen from the case file. Chess, if it is not said.
    pub ruleset: Option<String>,
    /// The position, as FEN (chess only).
    pub fen: Option<String>,
    /// The position, as FEEN. Without either it is the initial one.
    pub feen: Option<String>,
    /// Numbers of lines of one ply, of two, …; null where it is not compared.
    pub nodes: Vec<Option<u64>>,
}

/// A position with what is legal in it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionCase {
    /// The ruleset: its id, or its folder as seen from the case file. Chess, if it is not said.
    pub ruleset: Option<String>,
    /// The position, as FEN (chess only).
    pub fen: Option<String>,
    /// The position, as FEEN. Without either it is the initial one.
    pub feen: Option<String>,
    /// True if the ruleset has no such position. Then nothing else is asked of it.
    #[serde(default)]
    pub impossible: bool,
    /// All legal moves in UCI with blanks between them, in any order.
    pub moves: Option<String>,
    /// For each of these squares, all legal destinations of its piece (with the letter of a promotion), with blanks between them.
    #[serde(default)]
    pub from: BTreeMap<String, String>,
    /// Moves that are not legal, in UCI with blanks between them.
    pub illegal: Option<String>,
    /// True if the side to move is in check.
    pub check: Option<bool>,
    /// For each of these moves (UCI), how it is written.
    #[serde(default)]
    pub writes: BTreeMap<String, Written>,
    /// For each of these moves (UCI), the position after it, as FEEN.
    #[serde(default)]
    pub after: BTreeMap<String, String>,
    /// For each of these squares, where its piece may be tried by a player who sees only their own pieces, with blanks between.
    #[serde(default)]
    pub tries: BTreeMap<String, String>,
}

/// Spellings of a move.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// In algebraic notation, with the mark of check or mate.
    pub san: Option<String>,
    /// In PMN.
    pub pmn: Option<String>,
    /// In the notation of the game's players.
    pub notation: Option<String>,
}

/// A game with its status after each ply.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameCase {
    /// The ruleset: its id, or its folder as seen from the case file. Chess, if it is not said.
    pub ruleset: Option<String>,
    /// The position from which it starts, as FEN (chess only).
    pub fen: Option<String>,
    /// The position from which it starts, as FEEN. Without either it is the initial one.
    pub feen: Option<String>,
    /// Number of plies without progress before the start, for endings that count them.
    pub halfmove: Option<u32>,
    /// The moves in UCI, SAN or PMN with blanks between them; behind each the words of CGSN that it brings about: `check`, and how the game
    /// ends. A move without a word behind it gives no check and ends nothing.
    pub moves: String,
    /// End of the game after the moves, without a move.
    pub then: Option<GameEnd>,
    /// Winner; absent where there is none, also while the game goes on.
    pub winner: Option<Party>,
    /// The position at the end, as FEEN.
    pub ends_at: Option<String>,
}

/// End of a game without a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameEnd {
    /// The first side gives up.
    FirstResigns,
    /// The second side gives up.
    SecondResigns,
    /// The first side has no time left.
    FirstRunsOutOfTime,
    /// The second side has no time left.
    SecondRunsOutOfTime,
    /// Both agree on the end.
    BothAgree,
}

/// A conversation with the engine interface.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineCase {
    /// The ruleset: its id, or its folder as seen from the case file. Chess, if it is not said.
    pub ruleset: Option<String>,
    /// Messages and their answers.
    pub talk: Vec<Exchange>,
}

/// One message of the host, and the answers to it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// The message; a string is sent as it stands, JSON or not.
    pub say: Value,
    /// The answers in order, as patterns. Left out, they are not compared.
    pub answers: Option<Vec<Value>>,
}

//! Failures: an error code for programs and a sentence for people.

use serde::Serialize;

use super::words;
use crate::json::JsonError;

/// Maximum number of characters of a host's text that a failure quotes.
const ECHO_CHARS_MAX: usize = 64;

/// Error codes of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum ErrorCode {
    /// The message exceeds the size limit.
    TooLarge,
    /// The message is not JSON.
    MalformedJson,
    /// The message is not a JSON object.
    NotAnObject,
    /// A required field is missing.
    MissingField,
    /// The message has a field that its type does not have.
    UnknownField,
    /// A field appears twice.
    DuplicateField,
    /// A field has a value of the wrong type.
    WrongType,
    /// A field has a word that is not in its list.
    UnknownWord,
    /// Unknown type of message.
    UnknownMessageType,
    /// The board has no square of that name.
    NoSuchSquare,
    /// The square is empty.
    NoPiece,
    /// The piece belongs to the side that is not to move.
    NotYourPiece,
    /// The hand of the side to move has no such piece.
    NotInHand,
    /// The rules do not allow the move.
    IllegalMove,
    /// The piece cannot be promoted to that.
    UnknownPiece,
    /// A move waits for a choice of promotion.
    PromotionPending,
    /// No move waits for a choice of promotion.
    PromotionNotPending,
    /// The game has ended.
    GameOver,
    /// Fewer moves have been played than are to be taken back.
    NothingToUndo,
    /// The history is full.
    HistoryFull,
    /// The text is not a position.
    MalformedPosition,
    /// The rules do not allow the position.
    ImpossiblePosition,
    /// The other side has not offered a draw.
    NoDrawOffer,
    /// The rules do not have that ending.
    NotInThisGame,
    /// Messages arrive faster than the transport accepts them. The engine itself never sends this code.
    TooFast,
}

/// A constraint violated by a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Broken {
    /// Name of the constraint in the rules.
    pub(super) constraint: &'static str,
    /// The endangered square.
    pub(super) space: String,
    /// Squares of the attacking pieces.
    pub(super) threats: Vec<String>,
}

/// A request that had no effect; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Failure {
    /// Error code.
    pub(super) error: ErrorCode,
    /// Fixed text for all failures, from the document of the messages.
    #[cfg_attr(feature = "schema", schemars(extend("const" = words::FAILURE)))]
    pub(super) message: &'static str,
    /// Description in a sentence.
    pub(super) reason: String,
    /// Line of the error in the message, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    /// Column in bytes, from 1; 0 if the text ends with the preceding line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) column: Option<usize>,
    /// The field concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<String>,
    /// The value found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) found: Option<String>,
    /// Accepted values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) known: Vec<String>,
    /// Source of the refused move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
    /// Destination of the refused move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<String>,
    /// Constraints that the refused move violates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) broken: Vec<Broken>,
    /// All reasons why the position is impossible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) faults: Vec<String>,
    /// The exceeded limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<usize>,
}

impl Failure {
    pub(super) fn new(error: ErrorCode, reason: &str) -> Box<Failure> {
        Box::new(Failure {
            error,
            message: words::FAILURE,
            reason: reason.to_owned(),
            line: None,
            column: None,
            field: None,
            found: None,
            known: Vec::new(),
            from: None,
            to: None,
            broken: Vec::new(),
            faults: Vec::new(),
            limit: None,
        })
    }

    pub(super) fn no_json(error: JsonError) -> Box<Failure> {
        let mut failure = Failure::new(ErrorCode::MalformedJson, &error.message);
        failure.line = Some(error.line);
        failure.column = Some(error.column);
        failure
    }

    pub(super) fn over(error: ErrorCode, limit: usize, reason: &str) -> Box<Failure> {
        let mut failure = Failure::new(error, reason);
        failure.limit = Some(limit);
        failure
    }

    /// Sets the field concerned.
    pub(super) fn at(mut self: Box<Self>, field: &str) -> Box<Failure> {
        self.field = Some(echo(field));
        self
    }

    /// Sets the value found.
    pub(super) fn found(mut self: Box<Self>, found: &str) -> Box<Failure> {
        self.found = Some(echo(found));
        self
    }

    /// Sets the accepted values.
    pub(super) fn known(mut self: Box<Self>, known: Vec<String>) -> Box<Failure> {
        self.known = known;
        self
    }

    /// Sets the accepted words.
    pub(super) fn words(self: Box<Self>, words: &[&str]) -> Box<Failure> {
        self.known(words.iter().map(|&word| word.to_owned()).collect())
    }

    /// Sets the refused move.
    pub(super) fn between(mut self: Box<Self>, from: Option<String>, to: String) -> Box<Failure> {
        self.from = from;
        self.to = Some(to);
        self
    }
}

/// Returns a host's text, shortened for quotation.
fn echo(text: &str) -> String {
    match text.char_indices().nth(ECHO_CHARS_MAX) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

//! Refusals: what was wrong, as a code that a program can tell apart and a sentence for people.

use serde::Serialize;

use super::words;
use crate::json::JsonError;

/// Most characters of a host's own text that are said back to it.
const ECHO_CHARS_MAX: usize = 64;

/// What is wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum ErrorCode {
    /// The message is longer than the engine takes.
    TooLarge,
    /// The message is no JSON.
    MalformedJson,
    /// The message is no JSON object.
    NotAnObject,
    /// A field that must be there is not.
    MissingField,
    /// A field that this message does not have.
    UnknownField,
    /// A field that is there twice.
    DuplicateField,
    /// A field with another kind of value than it has.
    WrongType,
    /// A field with a word that is not on its list.
    UnknownWord,
    /// A type of message that there is not.
    UnknownMessageType,
    /// A name that no square of the board has.
    NoSuchSquare,
    /// No piece stands there.
    NoPiece,
    /// The piece is the other side's, and it is not that side's turn.
    NotYourPiece,
    /// The hand of the side to move holds no such piece.
    NotInHand,
    /// The rules do not allow the move.
    IllegalMove,
    /// The piece cannot become that.
    UnknownPiece,
    /// A move waits for the choice of what its piece becomes.
    PromotionPending,
    /// No move waits for a choice.
    PromotionNotPending,
    /// The game has ended.
    GameOver,
    /// There are not so many moves to take back.
    NothingToUndo,
    /// The engine keeps no more moves.
    HistoryFull,
    /// The text is no position.
    MalformedPosition,
    /// The rules do not allow the position.
    ImpossiblePosition,
    /// No offer of the other side's stands.
    NoDrawOffer,
    /// The rules of this game do not know that ending.
    NotInThisGame,
    /// Messages come faster than whoever carries them takes them. The engine itself never says so.
    TooFast,
}

/// A constraint that a move breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Broken {
    /// The constraint, by its name in the rules.
    pub(super) constraint: &'static str,
    /// The square that is in danger.
    pub(super) space: String,
    /// Where the pieces stand that it is in danger from.
    pub(super) threats: Vec<String>,
}

/// A request that had no effect. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Failure {
    /// What is wrong.
    pub(super) error: ErrorCode,
    /// What the messages' document says to whatever is refused.
    #[cfg_attr(feature = "schema", schemars(extend("const" = words::FAILURE)))]
    pub(super) message: &'static str,
    /// What is wrong, in a sentence.
    pub(super) reason: String,
    /// The line of the message where it is wrong, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    /// The column, in bytes, from 1; 0 when the line before it is where the text ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) column: Option<usize>,
    /// The field that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<String>,
    /// What stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) found: Option<String>,
    /// What could stand there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) known: Vec<String>,
    /// Where the refused move starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
    /// Where the refused move ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<String>,
    /// The constraints that the refused move breaks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) broken: Vec<Broken>,
    /// Every reason why a position is impossible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) faults: Vec<String>,
    /// The bound that would be passed.
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

    /// Names the field.
    pub(super) fn at(mut self: Box<Self>, field: &str) -> Box<Failure> {
        self.field = Some(echo(field));
        self
    }

    /// Says back what was found.
    pub(super) fn found(mut self: Box<Self>, found: &str) -> Box<Failure> {
        self.found = Some(echo(found));
        self
    }

    /// Says what could stand there instead.
    pub(super) fn known(mut self: Box<Self>, known: Vec<String>) -> Box<Failure> {
        self.known = known;
        self
    }

    /// Says which words could stand there instead.
    pub(super) fn words(self: Box<Self>, words: &[&str]) -> Box<Failure> {
        self.known(words.iter().map(|&word| word.to_owned()).collect())
    }

    /// Names the move.
    pub(super) fn between(mut self: Box<Self>, from: Option<String>, to: String) -> Box<Failure> {
        self.from = from;
        self.to = Some(to);
        self
    }
}

/// A host's text, cut to what is worth saying back.
fn echo(text: &str) -> String {
    match text.char_indices().nth(ECHO_CHARS_MAX) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

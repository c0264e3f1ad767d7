//! Requests of a host, validated strictly: unknown, missing, repeated and mistyped fields are refused by name.

use super::Engine;
use super::failure::{ErrorCode, Failure};
use super::response::SquareCase;
use super::words::{self, MISSPELT_TAKEN_ASIDE, OptionsChange};
use crate::json::Json;

/// A message from a host to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "HostMessage", tag = "message_type", rename_all = "snake_case", deny_unknown_fields)
)]
pub(super) enum Request {
    /// Moves a piece.
    #[cfg_attr(feature = "schema", schemars(transform = super::schema::spell_move))]
    PieceMove {
        /// Source, in upper or lower case.
        from: String,
        /// Destination.
        to: String,
        /// Promotion, to avoid the `promotion_prompt`.
        promotion: Option<String>,
    },
    /// Answers a `promotion_prompt`.
    PiecePromotionChoice {
        /// One of its `choices`.
        piece_choice: String,
    },
    /// Drops a piece from the hand.
    PieceDrop {
        /// One of the keys of `drops`.
        piece: String,
        /// Destination.
        to: String,
        /// Promotion, where there is a choice.
        promotion: Option<String>,
    },
    /// Starts a new game, from the initial position of the rules or from the one given as FEN or as FEEN.
    #[cfg_attr(feature = "schema", schemars(extend("not" = { "required": ["fen", "feen"] })))]
    NewGame {
        /// The position, as FEN.
        fen: Option<String>,
        /// The position, as FEEN.
        feen: Option<String>,
    },
    /// Sets a position, given as FEN or as FEEN, and discards the history.
    #[cfg_attr(feature = "schema", schemars(extend("oneOf" = [{ "required": ["fen"] }, { "required": ["feen"] }])))]
    SetPosition {
        /// The position, as FEN.
        fen: Option<String>,
        /// The position, as FEEN.
        feen: Option<String>,
    },
    /// Takes moves back, together with the end of the game.
    Undo {
        /// Number of plies; 1 by default. A move that waits for a choice counts as one.
        #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
        plies: Option<u32>,
    },
    /// Requests the complete state of the game.
    State {},
    /// Resigns for a side.
    Resign {
        /// Name of the side.
        side: String,
    },
    /// Reports that a side has run out of time.
    Timeout {
        /// Name of the side.
        side: String,
    },
    /// Offers, accepts, declines or agrees a draw.
    #[cfg_attr(feature = "schema", schemars(transform = super::schema::name_side_of_draw))]
    Draw {
        /// The action.
        action: DrawAction,
        /// The side that acts; left out if both agree.
        side: Option<String>,
    },
    /// Changes the given options and requests all of them.
    Options(OptionsChange),
}

/// Actions about a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "snake_case"))]
pub(super) enum DrawAction {
    /// Both sides agree, as the host has established.
    Agree,
    /// A side offers a draw. If the other side's offer stands, this accepts it.
    Offer,
    /// A side accepts the other's offer.
    Accept,
    /// A side declines the other's offer.
    Decline,
}

/// All types of messages.
const TYPES: [&str; 11] = [
    "piece_move",
    "piece_promotion_choice",
    "piece_drop",
    "new_game",
    "set_position",
    "undo",
    "state",
    "resign",
    "timeout",
    "draw",
    "options",
];

impl Request {
    /// Parses a message.
    pub(super) fn read(bytes: &[u8]) -> Result<Request, Box<Failure>> {
        if bytes.len() > Engine::MESSAGE_BYTES_MAX {
            let limit = Engine::MESSAGE_BYTES_MAX;
            let reason = format!("the message is longer than {limit} bytes");
            return Err(Failure::over(ErrorCode::TooLarge, limit, &reason));
        }
        let json = Json::parse(bytes).map_err(Failure::no_json)?;
        let Json::Object(members) = &json else {
            let reason = format!("expected an object, found {}", json.kind());
            return Err(Failure::new(ErrorCode::NotAnObject, &reason));
        };
        for (index, (name, _)) in members.iter().enumerate() {
            if members.iter().take(index).any(|(earlier, _)| earlier == name) {
                return Err(Failure::new(ErrorCode::DuplicateField, "the field is there twice").at(name));
            }
        }
        let fields = Fields(members);
        let kind = fields.text("message_type")?;
        let kind = if words::MOVE.contains(&kind.as_str()) { TYPES[0] } else { kind.as_str() };
        fields.read(kind)
    }
}

/// Fields of a message.
struct Fields<'j>(&'j [(String, Json)]);

impl Fields<'_> {
    fn read(&self, kind: &str) -> Result<Request, Box<Failure>> {
        match kind {
            // Requirement engine-18.
            "piece_move" => {
                self.only(&["from", "to", "promotion"])?;
                let promotion = self.text_if_there("promotion")?;
                Ok(Request::PieceMove { from: self.text("from")?, to: self.text("to")?, promotion })
            }
            "piece_promotion_choice" => {
                self.only(&["piece_choice"])?;
                Ok(Request::PiecePromotionChoice { piece_choice: self.text("piece_choice")? })
            }
            "piece_drop" => {
                self.only(&["piece", "to", "promotion"])?;
                let promotion = self.text_if_there("promotion")?;
                Ok(Request::PieceDrop { piece: self.text("piece")?, to: self.text("to")?, promotion })
            }
            "new_game" => {
                let (fen, feen) = self.position()?;
                Ok(Request::NewGame { fen, feen })
            }
            "set_position" => {
                let (fen, feen) = self.position()?;
                if fen.is_none() && feen.is_none() {
                    let reason = "the field `fen` or the field `feen` is missing";
                    return Err(Failure::new(ErrorCode::MissingField, reason).at("feen"));
                }
                Ok(Request::SetPosition { fen, feen })
            }
            "undo" => {
                self.only(&["plies"])?;
                Ok(Request::Undo { plies: self.count("plies")? })
            }
            "state" => {
                self.only(&[])?;
                Ok(Request::State {})
            }
            "resign" => {
                self.only(&["side"])?;
                Ok(Request::Resign { side: self.text("side")? })
            }
            "timeout" => {
                self.only(&["side"])?;
                Ok(Request::Timeout { side: self.text("side")? })
            }
            "draw" => self.draw(),
            "options" => {
                self.only(&["square_case", MISSPELT_TAKEN_ASIDE])?;
                let square_case = match self.word("square_case", &["upper", "lower"])? {
                    None => None,
                    Some(0) => Some(SquareCase::Upper),
                    Some(_) => Some(SquareCase::Lower),
                };
                let misspelt = self.flag(MISSPELT_TAKEN_ASIDE)?;
                Ok(Request::Options(OptionsChange { square_case, misspelt }))
            }
            other => Err(Failure::new(ErrorCode::UnknownMessageType, "there is no such type of message")
                .at("message_type")
                .found(other)
                .words(&TYPES)),
        }
    }

    fn draw(&self) -> Result<Request, Box<Failure>> {
        self.only(&["action", "side"])?;
        let action = match self.word("action", &["agree", "offer", "accept", "decline"])? {
            None => return Err(missing("action")),
            Some(0) => DrawAction::Agree,
            Some(1) => DrawAction::Offer,
            Some(2) => DrawAction::Accept,
            Some(_) => DrawAction::Decline,
        };
        let side = match action {
            DrawAction::Agree => {
                self.only(&["action"])?;
                None
            }
            DrawAction::Offer | DrawAction::Accept | DrawAction::Decline => Some(self.text("side")?),
        };
        Ok(Request::Draw { action, side })
    }

    /// Reads the start position.
    fn position(&self) -> Result<(Option<String>, Option<String>), Box<Failure>> {
        self.only(&["fen", "feen"])?;
        let (fen, feen) = (self.text_if_there("fen")?, self.text_if_there("feen")?);
        if fen.is_some() && feen.is_some() {
            let reason = "`fen` and `feen` are both there; only one of them can be meant";
            return Err(Failure::new(ErrorCode::UnknownField, reason).at("fen").words(&["feen"]));
        }
        Ok((fen, feen))
    }

    /// Fails on any field that is not in `known`.
    fn only(&self, known: &[&'static str]) -> Result<(), Box<Failure>> {
        match self.0.iter().find(|(name, _)| name != "message_type" && !known.contains(&name.as_str())) {
            None => Ok(()),
            Some((name, _)) => {
                let reason = "this type of message has no such field";
                Err(Failure::new(ErrorCode::UnknownField, reason).at(name).words(known))
            }
        }
    }

    fn get(&self, name: &str) -> Option<&Json> {
        self.0.iter().find(|(member, _)| member == name).map(|(_, value)| value)
    }

    fn text(&self, name: &'static str) -> Result<String, Box<Failure>> {
        self.text_if_there(name)?.ok_or_else(|| missing(name))
    }

    fn text_if_there(&self, name: &'static str) -> Result<Option<String>, Box<Failure>> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::String(text)) => Ok(Some(text.clone())),
            Some(other) => Err(mismatch(name, "a string", other)),
        }
    }

    fn flag(&self, name: &'static str) -> Result<Option<bool>, Box<Failure>> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::Bool(flag)) => Ok(Some(*flag)),
            Some(other) => Err(mismatch(name, "true or false", other)),
        }
    }

    fn count(&self, name: &'static str) -> Result<Option<u32>, Box<Failure>> {
        let Some(json) = self.get(name) else { return Ok(None) };
        let count = match json {
            Json::Number(number) => number.as_u64().and_then(|number| u32::try_from(number).ok()),
            Json::Null | Json::Bool(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => None,
        };
        count
            .filter(|&count| count > 0)
            .map(Some)
            .ok_or_else(|| mismatch(name, "a whole number from 1 on", json))
    }

    /// Returns the index of a word in its list.
    fn word(&self, name: &'static str, words: &[&str]) -> Result<Option<usize>, Box<Failure>> {
        let Some(text) = self.text_if_there(name)? else { return Ok(None) };
        let at = words.iter().position(|&word| word == text);
        at.map(Some).ok_or_else(|| unknown_word(name, &text, words))
    }
}

fn missing(name: &str) -> Box<Failure> {
    Failure::new(ErrorCode::MissingField, "the field is missing").at(name)
}

fn mismatch(name: &str, expected: &str, found: &Json) -> Box<Failure> {
    let reason = format!("expected {expected}, found {}", found.kind());
    Failure::new(ErrorCode::WrongType, &reason).at(name)
}

/// Creates the failure for a word that is not in its list.
pub(super) fn unknown_word(name: &str, found: &str, known: &[&str]) -> Box<Failure> {
    Failure::new(ErrorCode::UnknownWord, "there is no such word").at(name).found(found).words(known)
}

//! Messages of clients in a room, and their strict decoder.
//!
//! Unknown members of the envelope are ignored; everything else is checked strictly, and `null` does not count as missing.

use ggn_core::Overlay;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::VERSION;
use super::intent::{Claim, Intent, MoveChoice, Refusal};
use super::words::{ErrorCode, Mode};
use crate::domain::limits::{DATA_ID_CHARS_MAX, ERROR_DETAIL_CHARS_MAX, ROLE_CHARS_MAX};
use crate::domain::{ChoiceWord, PieceName, SideChoice, SquareName, present};
use crate::protocol::number::{Number, some_whole, whole};
use crate::terms::CreateGame;

/// A message of a client as it is on the wire.
// Requirement rooms-12.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(rename = "ClientMessage")]
pub(super) struct Envelope {
    /// The version of the protocol, 1.
    #[serde(deserialize_with = "whole")]
    #[schemars(with = "u32")]
    v: u64,
    /// The number of this message: each is greater than the one before it on the same socket.
    #[serde(deserialize_with = "whole")]
    seq: u64,
    /// Time of sending, in milliseconds since 1970, possibly fractional. It has no effect.
    #[serde(deserialize_with = "time")]
    #[schemars(with = "f64", range(min = 0))]
    ts: u64,
    /// Token of the seat. Required once the client has one, and to return to the seat.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "String")]
    token: Option<String>,
    /// The greatest number of a message of the server that the client has. An extension.
    #[serde(default, deserialize_with = "some_whole")]
    #[schemars(with = "u64")]
    ack: Option<u64>,
    /// The content.
    #[serde(flatten)]
    content: Wire,
}

/// Content of a message.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "payload")]
#[schemars(inline)]
enum Wire {
    /// Makes a room.
    #[serde(rename = "room.create")]
    Create(Create),
    /// Takes the second seat of a room, or comes back to a seat by its token.
    #[serde(rename = "room.join")]
    Join(Join),
    /// Gives the game up and leaves the room.
    #[serde(rename = "room.leave")]
    Leave(Nothing),
    /// Moves a piece.
    #[serde(rename = "game.move")]
    Move(Move),
    /// Drops a piece from the hand. An extension.
    #[serde(rename = "game.drop")]
    Drop(Drop),
    /// Passes. An extension.
    #[serde(rename = "game.pass")]
    Pass(Nothing),
    /// Shows that the client is there. An extension.
    #[serde(rename = "heartbeat")]
    Heartbeat(Nothing),
}

/// A payload without members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// The payload of `room.create`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Create {
    /// The ids of the house rules, no more than 16 and in any order; none when left out.
    #[serde(default, deserialize_with = "rule_ids")]
    #[schemars(length(max = 16), inner(length(min = 1, max = 64)))]
    pub ruleset_ids: Vec<String>,
    /// Visibility of the board for the players; everything by default. An extension.
    #[serde(default)]
    pub mode: Mode,
    /// The id of the ruleset; chess when left out. An extension.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    pub ruleset: Option<String>,
    /// Request for a `reason` in the error, if no room is created. An extension.
    #[serde(default)]
    pub reasons: bool,
}

/// The payload of `room.join`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Code of the room. A malformed code finds no room.
    pub code: String,
    /// Token of the seat to return to; it may be in the envelope instead. An extension.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "String")]
    token: Option<String>,
}

/// The payload of `game.move`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Move {
    /// The piece's square.
    from: SquareName,
    /// Its destination.
    to: SquareName,
    /// Name of the promoted piece (`queen`). Ignored where nothing promotes; in chess a queen by default.
    #[serde(default, deserialize_with = "role")]
    #[schemars(with = "String", length(min = 1, max = 32))]
    promote_to: Option<String>,
    /// Choice that the move needs, by its word; not beside `promoteTo`. An extension.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "ChoiceWord")]
    choice: Option<ChoiceWord>,
}

/// The payload of `game.drop`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Drop {
    /// The piece in full, as the facts about hands have it.
    piece: PieceName,
    /// Its destination.
    to: SquareName,
    /// Choice that the drop needs, by its word.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "ChoiceWord")]
    choice: Option<ChoiceWord>,
}

/// Reads a number of milliseconds; `1` and `1.0` are the same.
// Requirement rooms-5.
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match Number::deserialize(deserializer)? {
        Number::Whole(number) => Ok(number),
        // Numbers beyond the range become the latest time.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time from 0 on")]
        Number::Other(number) if number >= 0.0 => Ok(number as u64),
        Number::Other(_) => Err(serde::de::Error::custom("expected a number from 0 on")),
    }
}

// Requirement rooms-21.
fn rule_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let ids = Vec::<String>::deserialize(deserializer)?;
    let most = Overlay::COUNT_MAX;
    if ids.len() > most {
        return Err(serde::de::Error::custom(format!("a game has at most {most} house rules")));
    }
    if ids.iter().any(|id| !(1..=DATA_ID_CHARS_MAX).contains(&id.chars().count())) {
        return Err(serde::de::Error::custom(format!("an id has 1 to {DATA_ID_CHARS_MAX} characters")));
    }
    Ok(ids)
}

fn role<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(deserializer)?;
    if (1..=ROLE_CHARS_MAX).contains(&name.chars().count()) {
        Ok(Some(name))
    } else {
        Err(serde::de::Error::custom(format!("a piece's name has 1 to {ROLE_CHARS_MAX} characters")))
    }
}

impl Create {
    /// Returns the request in the words of the domain.
    #[must_use]
    pub fn game(self) -> CreateGame {
        CreateGame {
            mode: self.mode.into(),
            side: SideChoice::White,
            highlighting_enabled: false,
            aids: None,
            ruleset: self.ruleset,
            moderator: None,
            clock: None,
            gambit: None,
            touch_move: None,
            absence_seconds: None,
            spectators: None,
            chat: None,
            machine: None,
            overlays: self.ruleset_ids,
        }
    }
}

/// A decoded message of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientMessage {
    /// Token in the envelope.
    pub claim: Claim,
    /// Acknowledged number.
    pub ack: Option<u64>,
    /// The request.
    pub request: Request,
}

/// Request of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Create a room.
    Create(Create),
    /// Take a seat of a room.
    Join {
        /// Text of the code, possibly malformed.
        code: String,
        /// The shown token, from the envelope or the payload.
        claim: Claim,
    },
    /// Act in the game.
    Intent(Intent),
}

/// Decoder for the messages of one socket. It checks their numbers.
///
/// ```
/// use session::protocol::rooms::{Request, MessageDecoder, ErrorCode, Intent};
/// let mut decoder = MessageDecoder::default();
/// let heartbeat = |seq: u64| format!(r#"{{"v":1,"seq":{seq},"ts":0,"type":"heartbeat","payload":{{}}}}"#);
/// assert_eq!(decoder.decode(&heartbeat(7))?.request, Request::Intent(Intent::Heartbeat));
/// assert_eq!(decoder.decode(&heartbeat(7)).unwrap_err().code, ErrorCode::InvalidMessage);
/// # Ok::<(), session::protocol::rooms::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MessageDecoder {
    last: Option<u64>,
}

impl MessageDecoder {
    /// Decodes a message. The caller limits its length.
    ///
    /// # Errors
    ///
    /// `VERSION_MISMATCH` for a message of another version, whatever its content; `INVALID_MESSAGE` for a text that is not exactly a message of
    /// this version.
    // Requirements rooms-1, rooms-2, rooms-3, rooms-27, rooms-71.
    pub fn decode(&mut self, text: &str) -> Result<ClientMessage, Refusal> {
        #[derive(Deserialize)]
        struct Version {
            v: Option<serde_json::Value>,
            payload: Option<serde_json::Value>,
        }
        let unread = |error: serde_json::Error| {
            let detail: String = error.to_string().chars().take(ERROR_DETAIL_CHARS_MAX).collect();
            Refusal::invalid(detail)
        };
        // Serde would also accept an array of the members' values.
        if !text.trim_start_matches([' ', '\n', '\r', '\t']).starts_with('{') {
            return Err(Refusal::invalid("not a JSON object"));
        }
        let Version { v, payload } = serde_json::from_str(text).map_err(unread)?;
        if v.and_then(|v| v.as_f64()) != Some(VERSION.into()) {
            return Err(ErrorCode::VersionMismatch.into());
        }
        if !payload.is_some_and(|payload| payload.is_object()) {
            return Err(Refusal::invalid("`payload` is an object"));
        }
        let Envelope { seq, token, ack, content, .. } = serde_json::from_str(text).map_err(unread)?;
        if self.last.is_some_and(|last| seq <= last) {
            return Err(Refusal::invalid("`seq` has to grow with every message"));
        }
        self.last = Some(seq);
        let claim = Claim::of(token.as_deref());
        let request = match content {
            Wire::Create(create) => Request::Create(create),
            Wire::Join(Join { code, token: shown }) => {
                Request::Join { code, claim: Claim::of(token.as_deref().or(shown.as_deref())) }
            }
            Wire::Leave(Nothing {}) => Request::Intent(Intent::Leave),
            Wire::Move(Move { from, to, promote_to, choice }) => {
                let choice = match (promote_to, choice) {
                    (None, None) => MoveChoice::Usual,
                    (Some(name), None) => MoveChoice::Promotion(name),
                    (None, Some(word)) => MoveChoice::Exact(word),
                    (Some(_), Some(_)) => {
                        return Err(Refusal::invalid("a move has a `promoteTo` or a `choice`, not both"));
                    }
                };
                Request::Intent(Intent::Move { from, to, choice })
            }
            Wire::Drop(Drop { piece, to, choice }) => Request::Intent(Intent::Drop { piece, to, choice }),
            Wire::Pass(Nothing {}) => Request::Intent(Intent::Pass),
            Wire::Heartbeat(Nothing {}) => Request::Intent(Intent::Heartbeat),
        };
        Ok(ClientMessage { claim, ack, request })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(text: &str) -> Result<ClientMessage, ErrorCode> {
        MessageDecoder::default().decode(text).map_err(|refusal| refusal.code)
    }

    fn wrap(kind: &str, payload: &str) -> String {
        format!(r#"{{"v":1,"seq":42,"ts":1745000000000,"type":"{kind}","payload":{payload}}}"#)
    }

    // Requirements rooms-12, rooms-30.
    #[test]
    fn every_message_is_read() {
        let request = |kind: &str, payload: &str| decode(&wrap(kind, payload)).unwrap().request;
        let rules = vec!["pawns-move-backward".to_owned(), "piece-hp".to_owned()];
        assert_eq!(
            request("room.create", r#"{"rulesetIds":["pawns-move-backward","piece-hp"]}"#),
            Request::Create(Create { ruleset_ids: rules, mode: Mode::Open, ruleset: None, reasons: false })
        );
        let plain = Create { ruleset_ids: Vec::new(), mode: Mode::Blind, ruleset: None, reasons: false };
        assert_eq!(request("room.create", r#"{"mode":"blind"}"#), Request::Create(plain.clone()));
        let named = Create { ruleset: Some("shogi".to_owned()), ..plain.clone() };
        assert_eq!(request("room.create", r#"{"ruleset":"shogi","mode":"blind"}"#), Request::Create(named));
        let asking = Create { reasons: true, ..plain };
        assert_eq!(request("room.create", r#"{"mode":"blind","reasons":true}"#), Request::Create(asking));
        assert_eq!(
            request("room.join", r#"{"code":"ABC123"}"#),
            Request::Join { code: "ABC123".to_owned(), claim: Claim::Nothing }
        );
        assert_eq!(request("room.leave", "{}"), Request::Intent(Intent::Leave));
        let square = |name: &str| name.parse().unwrap();
        assert_eq!(
            request("game.move", r#"{"from":"e7","to":"e8","promoteTo":"queen"}"#),
            Request::Intent(Intent::Move {
                from: square("e7"),
                to: square("e8"),
                choice: MoveChoice::Promotion("queen".to_owned())
            })
        );
        assert_eq!(
            request("game.move", r#"{"from":"c7","to":"c8","choice":"+pawn"}"#),
            Request::Intent(Intent::Move {
                from: square("c7"),
                to: square("c8"),
                choice: MoveChoice::Exact("+pawn".parse().unwrap())
            })
        );
        assert_eq!(
            request("game.drop", r#"{"piece":"S:P","to":"e5"}"#),
            Request::Intent(Intent::Drop { piece: "S:P".parse().unwrap(), to: square("e5"), choice: None })
        );
        assert_eq!(request("game.pass", "{}"), Request::Intent(Intent::Pass));
        assert_eq!(request("heartbeat", "{}"), Request::Intent(Intent::Heartbeat));
    }

    #[test]
    fn a_token_is_found_in_the_envelope_or_in_the_payload() {
        let uuid = "661f9500-f30c-42e5-b827-557766550111";
        let token = || Claim::Token(uuid.parse().unwrap());
        let claim = |text: &str| match decode(text).unwrap().request {
            Request::Join { claim, .. } => claim,
            other => panic!("{other:?}"),
        };
        let inside = wrap("room.join", &format!(r#"{{"code":"ABC123","token":"{uuid}"}}"#));
        let outside = wrap("room.join", r#"{"code":"ABC123"}"#)
            .replace("\"type\"", &format!("\"token\":\"{}\",\"type\"", uuid.to_uppercase()));
        assert_eq!((claim(&inside), claim(&outside)), (token(), token()));
        assert_eq!(claim(&inside.replace(uuid, "me")), Claim::Unreadable);
        assert_eq!(decode(&outside).unwrap().claim, token());
    }

    // Requirement rooms-2.
    #[test]
    fn another_version_is_refused_before_anything_else() {
        for other in ["2", "\"1\"", "null", "1.5", "[]"] {
            let text = wrap("some.day", "7").replace("\"v\":1", &format!("\"v\":{other}"));
            assert_eq!(decode(&text), Err(ErrorCode::VersionMismatch), "{text}");
        }
        assert_eq!(decode("{}"), Err(ErrorCode::VersionMismatch));
    }

    // Requirements rooms-1, rooms-71.
    #[test]
    fn whatever_is_not_to_the_letter_is_invalid() {
        let heartbeat = wrap("heartbeat", "{}");
        assert!(
            decode(&heartbeat.replace("\"seq\"", "\"later\":[{}],\"seq\"")).is_ok(),
            "the envelope may have more"
        );
        let mut wrong: Vec<String> =
            ["", "null", "[]", "[1,2,3]", "\"v\"", "{", "{\"v\":1}", "{\"v\":1,\"v\":1}"]
                .map(str::to_owned)
                .into();
        for (was, is) in [
            ("\"seq\":42", "\"seq\":-1"),
            ("\"seq\":42", "\"seq\":4.5"),
            ("\"seq\":42", "\"seq\":\"42\""),
            ("\"seq\":42,", ""),
            ("\"seq\":42", "\"seq\":42,\"seq\":43"),
            ("\"ts\":1745000000000", "\"ts\":-1"),
            ("\"ts\":1745000000000", "\"ts\":null"),
            ("\"ts\":1745000000000,", ""),
            ("\"ts\"", "\"ack\":-1,\"ts\""),
            ("\"ts\"", "\"ack\":null,\"ts\""),
            ("\"ts\"", "\"token\":null,\"ts\""),
            ("\"ts\"", "\"token\":7,\"ts\""),
            ("\"payload\":{}", "\"payload\":{\"at\":1}"),
            ("\"payload\":{}", "\"payload\":null"),
            ("\"payload\":{}", "\"payload\":[]"),
            (",\"payload\":{}", ""),
            ("\"type\":\"heartbeat\",", ""),
            ("heartbeat", "Heartbeat"),
            ("heartbeat", "game.delta"),
            ("heartbeat\"", "heartbeat\",\"type\":\"room.leave\""),
        ] {
            wrong.push(heartbeat.replacen(was, is, 1));
        }
        for (kind, payload) in [
            ("room.create", r#"{"rulesetIds":"torpedo"}"#),
            ("room.create", r#"{"rulesetIds":[7]}"#),
            ("room.create", r#"{"rulesetIds":[""]}"#),
            ("room.create", r#"{"rulesetIds":null}"#),
            ("room.create", r#"{"mode":"half"}"#),
            ("room.create", r#"{"rules":[]}"#),
            ("room.create", r#"{"reasons":null}"#),
            ("room.create", r#"{"reasons":1}"#),
            ("room.join", "{}"),
            ("room.join", r#"{"code":7}"#),
            ("room.join", r#"{"code":"ABC123","seat":"black"}"#),
            ("game.move", r#"{"from":"e2"}"#),
            ("game.move", r#"{"from":"E2","to":"e4"}"#),
            ("game.move", r#"{"from":"e2","to":"e4","promoteTo":""}"#),
            ("game.move", r#"{"from":"e2","to":"e4","promoteTo":null}"#),
            ("game.move", r#"{"from":"e2","to":"e4","promotion":"q"}"#),
            ("game.move", r#"{"from":"e7","to":"e8","promoteTo":"queen","choice":"queen"}"#),
            ("game.drop", r#"{"to":"e4"}"#),
            ("game.drop", r#"{"piece":"P","to":"e4"}"#),
            ("game.drop", r#"{"piece":"S:P","to":"e4","choice":null}"#),
            ("game.pass", r#"{"from":"e2"}"#),
            ("room.create", r#"{"ruleset":null}"#),
        ] {
            wrong.push(wrap(kind, payload));
        }
        let many = vec!["\"a\""; Overlay::COUNT_MAX + 1].join(",");
        wrong.push(wrap("room.create", &format!(r#"{{"rulesetIds":[{many}]}}"#)));
        wrong.push(wrap("room.create", &"[".repeat(100_000)));
        for text in wrong {
            let refusal = MessageDecoder::default().decode(&text).expect_err(&text);
            let expected = if text.starts_with("{\"v\":1") || !text.starts_with('{') {
                ErrorCode::InvalidMessage
            } else {
                refusal.code
            };
            assert_eq!(refusal.code, expected, "{text}");
            assert!(refusal.message.chars().count() <= ERROR_DETAIL_CHARS_MAX, "{text}");
        }
    }

    // Requirement rooms-5.
    #[test]
    fn numbers_are_those_of_json() {
        let heartbeat = wrap("heartbeat", "{}");
        for (was, is) in [
            ("\"v\":1", "\"v\":1.0"),
            ("\"seq\":42", "\"seq\":42.0"),
            ("\"seq\":42", "\"seq\":4.2e1"),
            ("\"ts\":1745000000000", "\"ts\":1745000000000.5"),
            ("\"ts\":1745000000000", "\"ts\":1e12"),
            ("\"ts\"", "\"ack\":0.0,\"ts\""),
        ] {
            assert!(decode(&heartbeat.replacen(was, is, 1)).is_ok(), "{is}");
        }
    }

    // Requirement rooms-3.
    #[test]
    fn numbers_grow_and_gaps_are_no_matter() {
        let mut decoder = MessageDecoder::default();
        let mut decode =
            |seq: u64| decoder.decode(&wrap("heartbeat", "{}").replace("42", &seq.to_string())).is_ok();
        assert!(decode(0) && decode(1) && decode(9));
        assert!(!decode(9) && !decode(3));
        assert!(decode(10));
    }
}

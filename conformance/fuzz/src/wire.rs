//! Messages of the wire: they are read exactly when the schema accepts them, print the same when written again, and are refused with short messages.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use session::limits::ERROR_DETAIL_CHARS_MAX;
use session::protocol::events::ChatWish;
use session::protocol::lobby;
use session::protocol::player::{
    Action, ClientMessage, Command, CreateGame, ErrorCode, JoinAs, OwnSeats, ServerMessage, decode,
};
use session::{CommandId, Entry};

use crate::{project, schema};

/// Schemas of the client's messages, the server's, the body that creates a game, the client's events, the body that lists own games, and requests in the lobby.
static SCHEMAS: LazyLock<[Validator; 6]> = LazyLock::new(|| {
    ["ClientMessage", "ServerMessage", "CreateGame", "ClientEvent", "OwnSeats", "LobbyRequest"]
        .map(|definition| schema::validator("player.schema.json", definition))
});

/// Tries one message of either side, the body of a request, or a line of a journal.
pub fn target(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let value = serde_json::from_str::<Value>(text).ok();
    let is_valid = |value: &Value| SCHEMAS[0].is_valid(value) || SCHEMAS[3].is_valid(value);
    match decode(text) {
        Ok(message) => {
            assert!(is_valid(value.as_ref().unwrap()), "{text}");
            if let Some(written) = write(&message) {
                assert_eq!(decode(&written.to_string()).as_ref(), Ok(&message), "{written}");
            }
        }
        Err(refusal) => {
            assert_eq!(refusal.code, ErrorCode::Malformed);
            assert!(refusal.message.chars().count() <= ERROR_DETAIL_CHARS_MAX, "{}", refusal.message);
            // A duplicate member is refused; a parsed value has lost it.
            if !refusal.message.contains("duplicate") {
                assert!(!value.as_ref().is_some_and(is_valid), "{text}: {refusal}");
            }
            let frame: ServerMessage = serde_json::from_str(refusal.frame().as_str()).unwrap();
            let ServerMessage::Error(error) = frame else { panic!("{frame:?}") };
            assert_eq!((error.code, error.message, error.ack), (refusal.code, refusal.message, refusal.id));
        }
    }
    if let Ok(request) = CreateGame::read(data) {
        assert!(SCHEMAS[2].is_valid(value.as_ref().unwrap()), "{text}");
        assert_eq!(CreateGame::read(&serde_json::to_vec(&request).unwrap()).unwrap(), request);
    }
    if let Ok(seats) = OwnSeats::read(data) {
        assert!(SCHEMAS[4].is_valid(value.as_ref().unwrap()), "{text}");
        assert_eq!(OwnSeats::read(&serde_json::to_vec(&seats).unwrap()).unwrap(), seats);
    }
    if let Ok(request) = lobby::decode(text) {
        assert!(SCHEMAS[5].is_valid(value.as_ref().unwrap()), "{text}");
        assert_eq!(lobby::decode(&serde_json::to_string(&request).unwrap()).unwrap(), request);
    }
    if let Ok(message) = serde_json::from_str::<ServerMessage>(text) {
        let written = serde_json::to_value(&message).unwrap();
        schema::insist(&SCHEMAS[1], &written);
        assert_eq!(serde_json::from_value::<ServerMessage>(written).unwrap(), message);
    }
    if let Ok(entry) = serde_json::from_str::<Entry>(text) {
        assert_eq!(serde_json::from_str::<Entry>(&serde_json::to_string(&entry).unwrap()).unwrap(), entry);
    }
}

/// Returns a client's message as the client writes it.
fn write(message: &ClientMessage) -> Option<Value> {
    let mut members = match message {
        ClientMessage::Pong => json!({ "type": "pong" }),
        ClientMessage::KeyedHello(hello, proof) => {
            let mut members = write(&ClientMessage::Hello(hello.clone()))?;
            members["key"] = proof.key.as_str().into();
            members["signature"] = proof.signature.as_str().into();
            members
        }
        ClientMessage::Hello(hello) => {
            let join_as = match hello.join_as {
                JoinAs::W => "w",
                JoinAs::B => "b",
                JoinAs::Auto => "auto",
            };
            let mut members = json!({ "type": "hello", "gameId": hello.game_id.as_str(), "joinAs": join_as });
            if let Some(token) = &hello.token {
                members["token"] = token.as_str().into();
            }
            members
        }
        ClientMessage::Ping(ping) => {
            let mut members = json!({ "type": "connection.ping" });
            if let Some(timestamp) = ping.timestamp {
                members["timestamp"] = timestamp.into();
            }
            members
        }
        ClientMessage::Watch(watch) => {
            let mut members = json!({ "type": "spectator.join", "gameId": watch.game_id.as_str() });
            if let Some(name) = &watch.name {
                members["name"] = name.as_str().into();
            }
            if let Some(token) = &watch.token {
                members["token"] = token.as_str().into();
            }
            members
        }
        ClientMessage::Chat(request) => {
            let game = request.game_id.as_str();
            match &request.wish {
                ChatWish::Say(message) => {
                    json!({ "type": "chat.message", "gameId": game, "message": message })
                }
                ChatWish::Mute { sender, muted } => {
                    json!({ "type": "chat.mute", "gameId": game, "senderId": sender, "muted": muted })
                }
                ChatWish::Report { message } => {
                    json!({ "type": "chat.report", "gameId": game, "messageId": message })
                }
            }
        }
        ClientMessage::Command(Command { game: Some(game), action, .. }) => {
            let mut members = match action {
                Action::Move { from, to, promotion } => {
                    let mut members = json!({ "type": "move.request", "from": from, "to": to });
                    if let Some(promotion) = promotion {
                        members["promotion"] = promotion.as_str().into();
                    }
                    members
                }
                Action::Allocate { amount } => json!({ "type": "duel.allocate", "amount": amount }),
                Action::Retreat { position } => json!({ "type": "retreat.select", "position": position }),
                Action::SetName { name } => json!({ "type": "player.setName", "name": name }),
                Action::Resign => json!({ "type": "game.resign" }),
                Action::OfferDraw => json!({ "type": "game.offerDraw" }),
                Action::RespondDraw { accept } => json!({ "type": "game.respondDraw", "accept": accept }),
                // No event has these actions.
                Action::Commit { .. }
                | Action::Choose { .. }
                | Action::Drop { .. }
                | Action::Pass {}
                | Action::Ask { .. }
                | Action::OfferRematch {}
                | Action::RespondRematch { .. }
                | Action::ShareMarks { .. }
                | Action::Subscribe { .. }
                | Action::Unsubscribe { .. }
                | Action::Identify { .. } => {
                    return None;
                }
            };
            members["gameId"] = game.as_str().into();
            members
        }
        ClientMessage::Command(command) => match &command.action {
            // Only events have these actions, and they name their game.
            Action::Move { .. }
            | Action::Allocate { .. }
            | Action::Retreat { .. }
            | Action::SetName { .. } => {
                return None;
            }
            Action::Commit { from, to, promotion } => {
                let mut members = json!({ "type": "commit", "from": from });
                if let Some(to) = to {
                    members["to"] = serde_json::to_value(to).ok()?;
                }
                if let Some(promotion) = promotion {
                    members["promotion"] = promotion.as_str().into();
                }
                members
            }
            Action::Choose { from, to, choice } => {
                let mut members = json!({ "type": "commit", "from": from, "choice": choice });
                if let Some(to) = to {
                    members["to"] = serde_json::to_value(to).ok()?;
                }
                members
            }
            Action::Drop { piece, to, choice } => {
                let mut members = json!({ "type": "drop", "piece": piece });
                if let Some(to) = to {
                    members["to"] = serde_json::to_value(to).ok()?;
                }
                if let Some(choice) = choice {
                    members["choice"] = serde_json::to_value(choice).ok()?;
                }
                members
            }
            Action::Pass {} => json!({ "type": "pass" }),
            Action::Ask { question } => json!({ "type": "ask", "question": question }),
            Action::Resign => json!({ "type": "resign" }),
            Action::OfferDraw => json!({ "type": "offer-draw" }),
            Action::RespondDraw { accept } => json!({ "type": "respond-draw", "accept": accept }),
            Action::OfferRematch {} => json!({ "type": "offer-rematch" }),
            Action::RespondRematch { accept } => json!({ "type": "respond-rematch", "accept": accept }),
            Action::ShareMarks { marks } => json!({ "type": "share-marks", "marks": marks }),
            Action::Subscribe { subscription } => {
                json!({ "type": "subscribe", "subscription": subscription })
            }
            Action::Unsubscribe { endpoint } => json!({ "type": "unsubscribe", "endpoint": endpoint }),
            Action::Identify { key, signature } => {
                json!({ "type": "identify", "key": key, "signature": signature })
            }
        },
    };
    let object: &mut Map<String, Value> = members.as_object_mut()?;
    if let Some(id) = message.id().map(CommandId::as_str) {
        object.insert("id".to_owned(), id.into());
    }
    Some(members)
}

/// Returns the examples of the protocol's document, and the messages of the protocol's scripts.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let document = dev::files::text("server/session/wire.md");
    let blocks =
        document.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned);
    let journal = [
        r#"{"seq":3,"at":5,"input":"tick"}"#,
        r#"{"seq":1,"at":5,"input":{"hello":{"conn":1,"hello":{"game_id":"abcd1234"},"fresh":"aaaaaaaaaaaaaaaaaaaaaaaa"}}}"#,
        r#"{"seq":2,"at":9,"input":{"command":{"conn":1,"command":{"id":"m1","action":{"commit":{"from":"e2","to":"e4"}}}}}}"#,
        r#"{"seq":0,"at":0,"input":{"created":{"id":"abcd1234","creator_token":"aaaaaaaaaaaaaaaaaaaaaaaa","request":{"mode":"blind"},"random_side":"w","at":0}}}"#,
    ];
    let scripts = project::objects("protocol/", "type");
    blocks.chain(scripts).chain(journal.map(str::to_owned)).map(String::into_bytes).collect()
}

//! Messages of the player protocol that a bot sends.

use ggn_core::engine::choice_word;
use ggn_core::{Location, Move, Rules};
use serde_json::json;

/// The word for a move that contains no choice.
const NO_CHOICE: &str = "none";

pub(super) fn hello(game_id: &str, token: &str) -> String {
    json!({ "type": "hello", "gameId": game_id, "token": token }).to_string()
}

pub(super) fn offer_rematch() -> String {
    json!({ "type": "offer-rematch" }).to_string()
}

pub(super) fn resign() -> String {
    json!({ "type": "resign" }).to_string()
}

pub(super) fn respond_draw(accept: bool) -> String {
    json!({ "type": "respond-draw", "accept": accept }).to_string()
}

/// Returns the message for the move with that number; `None` for a move that the protocol cannot express.
pub(super) fn of_move(rules: &Rules, mv: &Move, number: usize) -> Option<String> {
    let id = format!("m{number}");
    if rules.is_pass(mv) {
        return Some(json!({ "type": "pass", "id": id }).to_string());
    }
    let name = |square| rules.shape().cell(square).map(|cell| cell.to_string());
    let to = name(mv.destination.square()?)?;
    let mut message = match mv.source {
        Location::Square(from) => {
            json!({ "type": "commit", "from": name(from)?, "to": to, "id": id })
        }
        Location::Hand => {
            let piece = rules.piece(mv.piece)?.qpi.to_string();
            json!({ "type": "drop", "piece": piece, "to": to, "id": id })
        }
    };
    let word = choice_word(rules, mv);
    if word != NO_CHOICE {
        message.as_object_mut()?.insert("choice".to_owned(), word.into());
    }
    Some(message.to_string())
}

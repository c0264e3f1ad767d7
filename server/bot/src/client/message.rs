//! Messages of the player protocol that a bot sends.

use ggn_core::engine::choice_word;
use ggn_core::{Game, Location, Move, Rules};
use serde_json::json;

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

/// Returns the message for the next move of a game; `None` for a move that the protocol cannot express.
pub(super) fn of_move(game: &Game, mv: &Move) -> Option<String> {
    let rules: &Rules = game.rules();
    let id = format!("m{}", game.history().len() + 1);
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
    // Also `none`: a choice may be due by the rules where this move, as it turns out, has none.
    message.as_object_mut()?.insert("choice".to_owned(), choice_word(rules, mv).into());
    Some(message.to_string())
}

//! Messages of the player protocol that a bot sends.

use ggn_core::engine::choice_word;
use ggn_core::{Game, Location, Move, PieceId, Rules, Square};
use serde_json::{Value, json};

use crate::blind::Action;

/// Begin of the ids of messages in duels.
const IN_DUEL: char = 'd';

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

/// Returns the bid of so many points.
pub(super) fn allocate(game_id: &str, amount: u32, plies: usize) -> String {
    let id = format!("{IN_DUEL}{plies}");
    json!({ "type": "duel.allocate", "gameId": game_id, "amount": amount, "id": id }).to_string()
}

/// Returns the choice of a retreat.
pub(super) fn retreat(rules: &Rules, game_id: &str, to: Square, plies: usize) -> Option<String> {
    let (to, id) = (rules.shape().cell(to)?.to_string(), format!("{IN_DUEL}{plies}r"));
    Some(json!({ "type": "retreat.select", "gameId": game_id, "position": to, "id": id }).to_string())
}

/// Returns whether the message of that id was about a duel. One that comes too late is refused, and changes nothing.
pub(super) fn is_in_duel(id: &str) -> bool {
    id.starts_with(IN_DUEL)
}

/// Returns the message for the next move of a game; `None` for a move that the protocol cannot express.
pub(super) fn of_move(game: &Game, mv: &Move) -> Option<String> {
    let rules: &Rules = game.rules();
    let id = format!("m{}", game.history().len() + 1);
    if rules.is_pass(mv) {
        return Some(json!({ "type": "pass", "id": id }).to_string());
    }
    let piece = (mv.source, mv.piece);
    let mut message = of_piece(rules, piece, mv.destination.square()?, &id)?;
    // Also `none`: a choice may be due by the rules where this move, as it turns out, has none.
    message.as_object_mut()?.insert("choice".to_owned(), choice_word(rules, mv).into());
    Some(message.to_string())
}

/// Returns the message for an action in a game in which pieces are hidden; `mv` is the move that it would be, if it is one of a believed position. Its
/// id differs from those of the actions before it.
pub(super) fn of_action(rules: &Rules, action: Action, mv: Option<&Move>, id: &str) -> Option<String> {
    let tried = match action {
        Action::Pass => return Some(json!({ "type": "pass", "id": id }).to_string()),
        Action::Any => return Some(json!({ "type": "ask", "question": "any", "id": id }).to_string()),
        Action::Try(tried) => tried,
    };
    let mut message = of_piece(rules, (tried.source, tried.piece), tried.destination, id)?;
    let letter = || Some(rules.piece(tried.promotion?)?.letter().to_string());
    let choice = match mv {
        Some(mv) => Some(("choice", choice_word(rules, mv))),
        None => letter().map(|letter| ("promotion", letter)),
    };
    message.as_object_mut()?.extend(choice.map(|(field, word)| (field.to_owned(), word.into())));
    Some(message.to_string())
}

/// Returns the message by which a piece goes to a square, without a choice.
fn of_piece(rules: &Rules, (source, piece): (Location, PieceId), to: Square, id: &str) -> Option<Value> {
    let name = |square| rules.shape().cell(square).map(|cell| cell.to_string());
    let to = name(to)?;
    Some(match source {
        Location::Square(from) => json!({ "type": "commit", "from": name(from)?, "to": to, "id": id }),
        Location::Hand => {
            let piece = rules.piece(piece)?.qpi.to_string();
            json!({ "type": "drop", "piece": piece, "to": to, "id": id })
        }
    })
}

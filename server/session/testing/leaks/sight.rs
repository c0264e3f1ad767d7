//! Leaks of games by sight: a square, a move or a state that the viewer does not see.

use ggn_core::{Location, PieceId};
use serde_json::{Map, Value, json};

use super::{Leak, Secrets};

impl Secrets<'_> {
    /// Changes a message to a player by sight.
    pub(super) fn of_sight(&self, leak: Leak, message: &mut Map<String, Value>) {
        let Some(sights) = &self.game.sights else { return };
        let board = &self.game.board;
        let (rules, position) = (board.rules(), board.position());
        let is_enemy = |id: PieceId| rules.piece(id).is_some_and(|piece| piece.side() == self.enemy());
        let last = board.history().last().filter(|played| played.by == self.enemy());
        let view = message.get_mut("view").and_then(Value::as_object_mut);
        match leak {
            Leak::SquareTooFar => {
                let mut hidden =
                    position.pieces().filter(|&(square, id)| is_enemy(id) && !sights.sees(self.you, square));
                let name = hidden.next().and_then(|(square, _)| self.square_name(square));
                let seen = view.and_then(|view| view.get_mut("seen")).and_then(Value::as_array_mut);
                if let (Some(name), Some(seen)) = (name, seen) {
                    seen.push(name.as_str().into());
                }
            }
            Leak::HiddenStates => {
                let is_seen = |square| sights.sees(self.you, square);
                let states = position.pieces().filter(|&(square, id)| is_enemy(id) && is_seen(square));
                let states = states.filter_map(|(_, id)| Some(self.game.data.names.piece(id)?.qpi));
                let states: Vec<_> = states.collect();
                message.insert("leak".to_owned(), json!(states));
            }
            Leak::HiddenDrops => {
                let legal = board.legal_moves().iter().filter(|mv| mv.source == Location::Hand).count();
                if let Some(view) = view.filter(|view| view.contains_key("legalMoves") && legal > 0) {
                    view.insert("drops".to_owned(), legal.into());
                }
            }
            Leak::Captor | Leak::HiddenMove => {
                let Some(seen) = message.get_mut("latestSeenMove").and_then(Value::as_object_mut) else {
                    return;
                };
                let Some(last) = last else { return };
                if leak == Leak::HiddenMove {
                    let to = last.mv.destination.square().and_then(|to| self.square_name(to));
                    seen.extend(to.map(|to| ("to".to_owned(), to.as_str().into())));
                } else if !last.effect.captured.is_empty() {
                    let kind = rules.piece(last.mv.piece).map(|piece| piece.letter().to_string());
                    seen.extend(kind.map(|kind| ("kind".to_owned(), kind.into())));
                }
            }
            _ => {}
        }
    }
}

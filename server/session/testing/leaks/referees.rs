//! Leaks of moderators who answer attempts: particulars of announcements that say more than the file.

use serde_json::{Map, Value, json};

use super::{Leak, Secrets};
use crate::moderator::{BeforeTurn, Direction};
use crate::touch_move::Touched;

impl Secrets<'_> {
    /// Changes an announcement to a player.
    pub(super) fn of_referee(&self, leak: Leak, announcement: &mut Map<String, Value>) {
        let text = announcement.get("text").and_then(Value::as_str).unwrap_or_default().to_owned();
        match leak {
            Leak::TriesTooHigh if text.ends_with("_pawn_tries") => self.of_tries(announcement),
            Leak::SquareAside if self.moved && self.by == Some(self.enemy()) && text.contains("captured") => {
                let last = self.game.board.history().last();
                let from = last.and_then(|played| self.square_name(played.mv.source.square()?));
                announcement
                    .extend(from.map(|from| ("payload".to_owned(), json!({"square": from.as_str()}))));
            }
            Leak::CheckerOrder if text.ends_with("_in_check") => self.of_checkers(announcement),
            Leak::HiddenNonsense if text == "illegal_move" && self.by == Some(self.you) => {
                let position = self.game.board.position();
                let refused = self.game.tries.back().filter(|refused| refused.by == self.you);
                let is_taken =
                    refused.and_then(|refused| refused.to).is_some_and(|to| position.piece_at(to).is_some());
                let is_of_board =
                    refused.is_some_and(|refused| matches!(refused.touched, Some(Touched::Board(_))));
                if is_taken && is_of_board {
                    announcement.insert("text".to_owned(), "nonsense".into());
                }
            }
            _ => {}
        }
    }

    /// Counts captures that are not legal among the pawn tries.
    fn of_tries(&self, announcement: &mut Map<String, Value>) {
        let (board, moderator) = (&self.game.board, &self.game.moderator);
        let rules = board.rules();
        let is_try = |mv: &ggn_core::Move| {
            rules.piece(mv.piece).is_some_and(|piece| moderator.is_pawn(&piece.name))
                && mv.destination.square().is_some_and(|to| board.position().piece_at(to).is_some())
        };
        let count = rules.pseudo_legal_moves(board.position()).iter().filter(|mv| is_try(mv)).count();
        if moderator.tries().before_turn == Some(BeforeTurn::Count) && board.history().last().is_some() {
            announcement.insert("payload".to_owned(), json!({"tries": count}));
        }
    }

    /// Names the directions of a check in the order of the checking pieces, where the file names the side alone.
    fn of_checkers(&self, announcement: &mut Map<String, Value>) {
        let (rules, position) = (self.game.rules(), self.game.board.position());
        let mut words = Vec::new();
        for threat in rules.threats(position, position.turn()) {
            words.extend(
                threat.by.iter().map(|by| Direction::between(rules.shape(), threat.royal, *by).as_str()),
            );
        }
        announcement.insert("payload".to_owned(), json!({"directions": words}));
    }
}

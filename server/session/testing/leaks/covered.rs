//! Leaks of covered pieces: what one of them hides, told to somebody who may not know.

use ggn_core::{Counters, Game, Square};
use serde_json::{Map, Value};

use super::{Leak, Secrets};

impl Secrets<'_> {
    /// Changes a message to a player of a game with covered pieces.
    pub(super) fn of_covered(&self, leak: Leak, message: &mut Map<String, Value>) {
        let (board, rules) = (&self.game.board, self.game.rules());
        let Some(deal) = board.deal() else { return };
        let letter = |id| rules.piece(id).map(|piece| piece.letter().to_string()).unwrap_or_default();
        let first = deal.pieces().next();
        match leak {
            Leak::CoveredLetter => {
                let name = first.and_then(|(square, _)| self.square_name(square));
                let pieces = message.get_mut("view").and_then(|view| view.get_mut("pieces"));
                let shown = name.and_then(|name| pieces?.get_mut(name.as_str())?.as_object_mut());
                if let (Some(shown), Some((_, piece))) = (shown, first) {
                    shown.insert("type".to_owned(), letter(piece).into());
                }
            }
            Leak::CoveredReach => {
                // As if the covered pieces had been what they hide all the time.
                let feen = rules.dealt_feen(board.position(), deal);
                let dealt = rules.position_in_check(&feen).ok();
                let rules = board.rules().clone();
                let moves = dealt.map(|dealt| Game::from_position(rules, dealt, Counters::default()));
                message.insert("leak".to_owned(), moves.map_or(0, |game| game.legal_moves().len()).into());
            }
            Leak::LostKind => {
                let lost = board.history().iter().filter(|played| played.by == self.enemy());
                let lost: Vec<(Square, _)> =
                    lost.flat_map(|played| played.uncovered.captured.iter().copied()).collect();
                let kinds: Vec<String> = lost.into_iter().map(|(_, piece)| letter(piece)).collect();
                message.insert("leak".to_owned(), kinds.into());
            }
            Leak::TrayCount => {
                let kinds = self.game.captured[self.enemy()].len();
                message.insert("leak".to_owned(), kinds.into());
            }
            Leak::PoolOrder => {
                // Kinds that are left, in the order of the deal.
                let order: String = deal.pieces().map(|(_, piece)| letter(piece)).collect();
                message.insert("leak".to_owned(), order.into());
            }
            _ => {}
        }
    }
}

//! Players who do not want to meet: a newcomer is turned away as if the game were full, and in a game that goes on one of them reads no more of the other.

use session::domain::{Color, PlayerId};
use session::protocol::player::{self, ErrorCode, Hello, PublicTerms, SignedKey};
use session::{ConnId, Output, SeatId};

use super::{GameTask, Stop};
use crate::player_key::{has_signed, join_text};

impl GameTask {
    /// Gives a seat to somebody who shows a key, unless the player who is there does not meet them.
    pub(super) async fn keyed_hello(
        &mut self,
        conn: ConnId,
        hello: Hello,
        proof: SignedKey,
    ) -> Result<(), Stop> {
        if !has_signed(&proof.key, &proof.signature, &join_text(&self.id)) {
            let frame = player::error_frame(ErrorCode::Malformed, hello.id.as_ref());
            return self.send(vec![Output::Send { conn, frame }]).await;
        }
        let newcomer = PlayerId::of(&proof.key);
        if self.host.is_newcomer(conn, &hello) && self.keeps_away(newcomer).await {
            let outputs = self.host.turn_away(conn, hello);
            return self.send(outputs).await;
        }
        self.hello(conn, hello).await
    }

    /// Returns the terms of the game; without its open seat for a player who would not get it.
    pub(super) async fn terms_for(&self, viewer: Option<PlayerId>) -> Option<PublicTerms> {
        let terms = self.host.session().public_terms()?;
        let Some(viewer) = viewer.filter(|_| terms.waiting) else { return Some(terms) };
        let is_kept_away = self.keeps_away(viewer).await;
        Some(if is_kept_away { PublicTerms { waiting: false, side: None, ..terms } } else { terms })
    }

    /// Returns whether a player of the game does not meet that one. While the journal fails, nobody is kept away.
    async fn keeps_away(&self, other: PlayerId) -> bool {
        let Some(settings) = &self.context.settings else { return false };
        let players = self.host.session().seat_players();
        for player in [players.w, players.b].into_iter().flatten() {
            match settings.avoided_by(player).await {
                Ok(avoided) if avoided.contains(&other) => return true,
                Ok(_) => {}
                Err(error) => tracing::warn!(game = %self.name, %error, "blocks not looked up"),
            }
        }
        false
    }

    /// Looks whether one player of the game has blocked the other, and reads no more of them.
    pub(super) async fn look_up_blocks(&mut self) {
        let Some(settings) = self.context.settings.clone() else { return };
        let session = self.host.session();
        let is_waiting = session.public_terms().is_some_and(|terms| terms.waiting);
        if is_waiting || !session.social_terms().chat {
            return;
        }
        let players = session.seat_players();
        for (color, player, other) in [(Color::W, players.w, players.b), (Color::B, players.b, players.w)] {
            match settings.is_silent(&self.id, player, (color.other(), other)).await {
                Ok(true) => self.host.mute_opponent(SeatId(color)),
                Ok(false) => {}
                Err(error) => tracing::warn!(game = %self.name, %error, "blocks not looked up"),
            }
        }
    }
}

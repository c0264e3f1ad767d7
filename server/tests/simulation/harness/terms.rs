//! Terms of a table's bids, spectators and chat, from a random source of their own so that nothing else depends on them.

use std::sync::Arc;

use serde_json::{Value, json};
use session::gambit::Profile;

use super::world::World;

/// Terms of a table.
#[derive(Debug, Clone)]
pub(crate) struct Terms {
    /// The gambit profile.
    pub(crate) gambit: Option<Arc<Profile>>,
    /// True if chat is on.
    pub(crate) chat: bool,
    /// True if there is a spectator.
    pub(crate) is_watched: bool,
    /// Delay of spectators, in seconds.
    pub(crate) delay_seconds: u64,
}

impl Terms {
    /// Returns the terms of a table.
    pub(crate) fn of(world: &World, at: u64) -> Terms {
        let mut chance = world.chance(&format!("terms {at}"));
        let catalogue = &world.store.catalogue;
        // All tables play chess.
        let is_of_chess = |id: &&str| catalogue.gambit(id).is_some_and(|gambit| gambit.ruleset == "chess");
        let gambits: Vec<&str> = catalogue.gambits().filter(is_of_chess).collect();
        let gambit = *chance.pick(&gambits);
        let is_fought = chance.permille(300);
        let has_company = chance.permille(300);
        Terms {
            gambit: catalogue.gambit(gambit).filter(|_| is_fought).cloned(),
            chat: has_company && chance.permille(700),
            is_watched: has_company,
            delay_seconds: *chance.pick(&[0, 0, 3, 60]),
        }
    }

    /// Returns the terms without chat unless the game is open: a blind game cannot have any.
    pub(crate) fn with_chat_only_if(self, is_open: bool) -> Terms {
        Terms { chat: self.chat && is_open, ..self }
    }

    /// Adds the terms to a request.
    pub(crate) fn ask_for(&self, request: &mut Value) {
        if let Some(gambit) = &self.gambit {
            request["gambit"] = json!(gambit.id);
        }
        if self.is_watched {
            request["spectators"] = json!({"allowed": true, "delaySeconds": self.delay_seconds});
            request["chat"] = json!(self.chat);
        }
    }
}

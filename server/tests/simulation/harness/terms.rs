//! What is agreed on about a table's bids and company, by a chance of its own: what else happens does not depend on it.

use std::sync::Arc;

use serde_json::{Value, json};
use session::gambit::Profile;

use super::world::World;

/// What is agreed on.
#[derive(Debug, Clone)]
pub(crate) struct Terms {
    /// The way to play with bids.
    pub(crate) gambit: Option<Arc<Profile>>,
    /// Whether there is talk.
    pub(crate) chat: bool,
    /// Whether somebody watches.
    pub(crate) is_watched: bool,
    /// How much later than the players.
    pub(crate) delay_seconds: u64,
}

impl Terms {
    /// What is agreed on at a table.
    pub(crate) fn of(world: &World, at: u64) -> Terms {
        let mut chance = world.chance(&format!("terms {at}"));
        let catalogue = &world.store.catalogue;
        let gambits: Vec<&str> = catalogue.gambits().collect();
        let gambit = *chance.one(&gambits);
        let is_fought = chance.permille(300);
        let has_company = chance.permille(300);
        Terms {
            gambit: catalogue.gambit(gambit).filter(|_| is_fought).cloned(),
            chat: has_company && chance.permille(700),
            is_watched: has_company,
            delay_seconds: *chance.one(&[0, 0, 3, 60]),
        }
    }

    /// Says so to the server, as far as there is anything to say.
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

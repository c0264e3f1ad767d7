//! Players who do not want to meet: each keeps a list of others, and no pair with one of them on the list of the other is brought together.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use session::domain::{Color, PersonName, PlayerId};
use session::protocol::player::BlockedPlayer;
use session::{GameId, UnixMs};
use sha2::{Digest as _, Sha256};

use super::{ChangeError, KeptSettings, content};
use crate::hex::hex;
use crate::journal::{JournalError, PlayerChange, PlayerQueryBy, PlayerRow, RowKind};

/// Players whom one player keeps away.
const BLOCKS_MAX: usize = 100;

/// The content of a row about a blocked player.
#[derive(Serialize, Deserialize)]
struct Body {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<PersonName>,
    at: UnixMs,
}

/// Returns an id for a player who has shown no key in a game: it is nobody's. So the answer to a block does not tell whether there was a key.
pub(crate) fn id_of_keyless(game: &GameId, side: Color) -> Option<PlayerId> {
    let side = if side == Color::W { "w" } else { "b" };
    digits(&["no key", game.as_str(), side], PlayerId::CHARS).parse().ok()
}

/// Returns the id of an entry, which its owner is shown in place of the other player's.
fn entry_id(row: &PlayerRow) -> String {
    digits(&["entry", &row.player, &row.name], 16)
}

fn digits(parts: &[&str], count: usize) -> String {
    let mut hash = Sha256::new_with_prefix("tabula: block\n");
    for part in parts {
        hash.update(part);
        hash.update("\n");
    }
    let mut digits = hex(&hash.finalize());
    digits.truncate(count);
    digits
}

/// Returns the entries among the rows of a player, the oldest first.
pub(super) fn listed(rows: &[PlayerRow]) -> Vec<BlockedPlayer> {
    let rows = rows.iter().filter(|row| row.kind == RowKind::Block.as_str());
    let entry = |row: &PlayerRow| {
        let Body { name, at } = content(row)?;
        Some(BlockedPlayer { id: entry_id(row), name, at })
    };
    let mut entries: Vec<_> = rows.filter_map(entry).collect();
    entries.sort_by_key(|entry| entry.at);
    entries
}

impl KeptSettings {
    /// Keeps a player away from another one. Repeated, it has no further effect.
    pub(crate) async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
        name: Option<PersonName>,
        now: UnixMs,
    ) -> Result<(), ChangeError> {
        let known = self.store.select(PlayerQueryBy::Kind(player, RowKind::Block)).await?;
        let other = other.to_string();
        if known.iter().any(|row| row.name == other) {
            return Ok(());
        }
        if known.len() >= BLOCKS_MAX {
            return Err(ChangeError::TooManyBlocks);
        }
        let body = Body { name, at: now };
        // Of two requests at the same moment the second finds the row of the first: it is there, which is what counts.
        let is_stored = self.put(player, (RowKind::Block, &other), &body, None, now).await?;
        let is_there = || async { self.is_blocked(player, &other).await };
        if is_stored || is_there().await? { Ok(()) } else { Err(ChangeError::Full) }
    }

    /// Removes an entry by its id. One that is not there is what is wanted.
    pub(crate) async fn unblock(&self, player: PlayerId, entry: &str) -> Result<(), JournalError> {
        let known = self.store.select(PlayerQueryBy::Kind(player, RowKind::Block)).await?;
        if let Some(row) = known.into_iter().find(|row| entry_id(row) == entry) {
            let PlayerRow { name, body, .. } = row;
            self.store.change(PlayerChange::Remove { player, kind: RowKind::Block, name, body }).await?;
        }
        Ok(())
    }

    /// Returns the players whom a player does not meet: those on the own list, and those on whose list the player is.
    pub(crate) async fn avoided_by(&self, player: PlayerId) -> Result<HashSet<PlayerId>, JournalError> {
        let own = self.store.select(PlayerQueryBy::Kind(player, RowKind::Block)).await?;
        let of_others = self.store.select(PlayerQueryBy::Name(RowKind::Block, player.to_string())).await?;
        let ids = own.iter().map(|row| &row.name).chain(of_others.iter().map(|row| &row.player));
        Ok(ids.filter_map(|id| id.parse().ok()).collect())
    }

    /// Returns whether the first player has the second on their list.
    pub(crate) async fn has_blocked(&self, player: PlayerId, other: PlayerId) -> Result<bool, JournalError> {
        self.is_blocked(player, &other.to_string()).await
    }

    async fn is_blocked(&self, player: PlayerId, other: &str) -> Result<bool, JournalError> {
        let known = self.store.select(PlayerQueryBy::Kind(player, RowKind::Block)).await?;
        Ok(known.iter().any(|row| row.name == other))
    }
}

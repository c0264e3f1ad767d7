//! Players who do not want to meet: each keeps a list of others, and no pair with one of them on the list of the other is brought together.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use session::domain::{Color, PersonName, PlayerId};
use session::protocol::player::BlockedPlayer;
use session::{GameId, UnixMs};
use sha2::{Digest as _, Sha256};

use super::{ATTEMPTS, ChangeError, KeptSettings, content};
use crate::hex::hex;
use crate::journal::{JournalError, PlayerChange, PlayerQueryBy, PlayerRow, RowKind};

/// Entries of one player.
const BLOCKS_MAX: usize = 100;

/// The content of a row about a blocked player: the games in which they were met. Each is an entry of its own, so that the list does not tell who was met
/// twice.
#[derive(Serialize, Deserialize)]
struct Body {
    entries: Vec<Entry>,
}

/// An entry: the other player of a game was blocked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    game: GameId,
    /// Side of the blocked player.
    side: Color,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<PersonName>,
    at: UnixMs,
}

/// A player whom another one blocks, as they met.
#[derive(Debug, Clone)]
pub(crate) struct BlockedOpponent {
    pub(crate) game: GameId,
    pub(crate) side: Color,
    /// The player, if they have shown a key.
    pub(crate) id: Option<PlayerId>,
    pub(crate) name: Option<PersonName>,
}

impl Entry {
    fn is_of(&self, game: &GameId, side: Color) -> bool {
        (self.game, self.side) == (*game, side)
    }

    /// Returns its id, which tells nothing of the other player.
    fn id(&self, player: PlayerId) -> String {
        digits(&["entry", &player.to_string(), self.game.as_str(), letter(self.side)], 16)
    }
}

/// Returns an id for a player who has shown no key in a game: it is nobody's. So the answer to a block does not tell whether there was a key.
fn id_of_keyless(game: &GameId, side: Color) -> String {
    digits(&["no key", game.as_str(), letter(side)], PlayerId::CHARS)
}

fn letter(side: Color) -> &'static str {
    if side == Color::W { "w" } else { "b" }
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

fn entries(row: &PlayerRow) -> Vec<Entry> {
    content(row).map(|Body { entries }| entries).unwrap_or_default()
}

/// Returns the entries among the rows of a player, the oldest first.
pub(super) fn listed(player: PlayerId, rows: &[PlayerRow]) -> Vec<BlockedPlayer> {
    let rows = rows.iter().filter(|row| row.kind == RowKind::Block.as_str());
    let mut all: Vec<_> = rows.flat_map(entries).collect();
    all.sort_by_key(|entry| (entry.at, entry.game));
    // One that is on its way from a row to another, as the seat has shown its key.
    all.dedup_by_key(|entry| (entry.game, entry.side));
    all.into_iter()
        .map(|entry| BlockedPlayer { id: entry.id(player), name: entry.name, at: entry.at })
        .collect()
}

impl KeptSettings {
    /// Keeps a player away from the other one of a game. Repeated for the same seat, it adds nothing, also if that has shown a key meanwhile. `may_add` is
    /// asked before an entry is added.
    pub(crate) async fn block(
        &self,
        player: PlayerId,
        other: BlockedOpponent,
        now: UnixMs,
        may_add: impl Fn() -> bool,
    ) -> Result<(), ChangeError> {
        let BlockedOpponent { game, side, id, name } = other;
        let keyless = id_of_keyless(&game, side);
        let wanted = id.map_or_else(|| keyless.clone(), |id| id.to_string());
        let mut is_admitted = false;
        for _ in 0..ATTEMPTS {
            let rows = self.store.select(PlayerQueryBy::Kind(player, RowKind::Block)).await?;
            let at = |name: &str| rows.iter().find(|row| row.name == name);
            let known = rows.iter().flat_map(entries).find(|entry| entry.is_of(&game, side));
            let is_there =
                at(&wanted).is_some_and(|row| entries(row).iter().any(|one| one.is_of(&game, side)));
            if known.is_some() && (id.is_none() || is_there) {
                return Ok(());
            }
            if known.is_none() && rows.iter().map(|row| entries(row).len()).sum::<usize>() >= BLOCKS_MAX {
                return Err(ChangeError::TooManyBlocks);
            }
            // Asked for each entry, so that the answer does not tell whether there is a row of that player.
            if known.is_none() && !is_admitted && !may_add() {
                return Err(ChangeError::TooOften);
            }
            is_admitted = true;
            let entry = known.unwrap_or_else(|| Entry { game, side, name: name.clone(), at: now });
            let row = at(&wanted);
            let mut body = Body { entries: row.map(entries).unwrap_or_default() };
            body.entries.push(entry);
            if self.put(player, (RowKind::Block, &wanted), &body, row.cloned(), now).await? {
                // The entry of a seat that has shown its key since.
                if let Some(PlayerRow { name, body, .. }) =
                    at(&keyless).filter(|_| wanted != keyless).cloned()
                {
                    self.remove(PlayerChange::Remove { player, kind: RowKind::Block, name, body }).await?;
                }
                return Ok(());
            }
        }
        Err(ChangeError::Full)
    }

    /// Removes an entry by its id. One that is not there is what is wanted.
    pub(crate) async fn unblock(
        &self,
        player: PlayerId,
        entry: &str,
        now: UnixMs,
    ) -> Result<(), ChangeError> {
        for _ in 0..ATTEMPTS {
            let rows = self.store.select(PlayerQueryBy::Kind(player, RowKind::Block)).await?;
            let is_wanted = |one: &Entry| one.id(player) == entry;
            let Some(row) = rows.into_iter().find(|row| entries(row).iter().any(is_wanted)) else {
                return Ok(());
            };
            let mut left = entries(&row);
            left.retain(|one| !is_wanted(one));
            let name = row.name.clone();
            // Whether it was done shows at the next look.
            if left.is_empty() {
                let remove = PlayerChange::Remove { player, kind: RowKind::Block, name, body: row.body };
                self.remove(remove).await?;
            } else {
                self.put(player, (RowKind::Block, &name), &Body { entries: left }, Some(row), now).await?;
            }
        }
        Err(ChangeError::Full)
    }

    /// Returns the players whom a player does not meet: those on the own list, and those on whose list the player is.
    pub(crate) async fn avoided_by(&self, player: PlayerId) -> Result<HashSet<PlayerId>, JournalError> {
        let own = self.store.select(PlayerQueryBy::Kind(player, RowKind::Block)).await?;
        let of_others = self.store.select(PlayerQueryBy::Name(RowKind::Block, player.to_string())).await?;
        let ids = own.iter().map(|row| &row.name).chain(of_others.iter().map(|row| &row.player));
        Ok(ids.filter_map(|id| id.parse().ok()).collect())
    }

    /// Returns whether a player of a game reads no more of the other one: they have blocked the other's key, or blocked that side of this game by another key
    /// or before the other one showed theirs.
    pub(crate) async fn is_silent(
        &self,
        game: &GameId,
        reader: Option<PlayerId>,
        (side, other): (Color, Option<PlayerId>),
    ) -> Result<bool, JournalError> {
        let about = |name| self.store.select(PlayerQueryBy::Name(RowKind::Block, name));
        if !about(id_of_keyless(game, side)).await?.is_empty() {
            return Ok(true);
        }
        let Some(other) = other else { return Ok(false) };
        let reader = reader.map(|reader| reader.to_string());
        let rows = about(other.to_string()).await?;
        Ok(rows.iter().any(|row| {
            reader.as_ref() == Some(&row.player) || entries(row).iter().any(|entry| entry.is_of(game, side))
        }))
    }
}

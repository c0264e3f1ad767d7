//! Passkeys by which players get their keys in another browser: the public halves, the counters of their signatures, and the players' keys, which the
//! page has sealed and nobody here can read.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde::{Deserialize, Serialize};
use session::UnixMs;
use session::domain::PlayerId;
use session::protocol::player::PasskeyEntry;
use sha2::{Digest as _, Sha256};

use super::{ChangeError, KeptSettings, content};
use crate::hex::hex;
use crate::journal::{JournalError, PlayerChange, PlayerQueryBy, PlayerRow, RowKind};
use crate::passkeys::Credential;

/// Passkeys of one player.
const PASSKEYS_MAX: usize = 8;

/// The content of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    name: String,
    at: UnixMs,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    used_at: Option<UnixMs>,
    /// Id of the passkey, its public key, and its state, in base64url.
    id: String,
    key: String,
    state: String,
    sealed: String,
}

/// A passkey that a player adds.
#[derive(Debug, Clone)]
pub(crate) struct NewPasskey {
    pub(crate) name: String,
    pub(crate) credential: Credential,
    /// The player's key, as the page has sealed it.
    pub(crate) sealed: String,
}

/// A passkey as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct StoredPasskey {
    pub(crate) credential: Credential,
    body: Body,
    row: PlayerRow,
}

/// Returns the name of a passkey's row, which has the same length for each.
fn row_name(id: &[u8]) -> String {
    hex(&Sha256::new_with_prefix("tabula: passkey\n").chain_update(id).finalize())
}

/// Returns the passkeys among the rows of a player, the oldest first.
pub(super) fn listed(rows: &[PlayerRow]) -> Vec<PasskeyEntry> {
    let rows = rows.iter().filter(|row| row.kind == RowKind::Passkey.as_str());
    let entry = |row: &PlayerRow| {
        let Body { name, at, used_at, .. } = content(row)?;
        Some(PasskeyEntry { id: row.name.clone(), name, at, used_at })
    };
    let mut all: Vec<_> = rows.filter_map(entry).collect();
    all.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
    all
}

impl StoredPasskey {
    fn read(row: PlayerRow) -> Option<StoredPasskey> {
        let body: Body = content(&row)?;
        let [id, key, state] = [&body.id, &body.key, &body.state].map(|text| BASE64.decode(text).ok());
        let credential = Credential { id: id?, key: key?, state: state? };
        Some(StoredPasskey { credential, body, row })
    }

    /// Returns the player's key, as the page has sealed it.
    pub(crate) fn sealed(&self) -> &str {
        &self.body.sealed
    }
}

impl KeptSettings {
    /// Returns the passkeys of a player.
    pub(crate) async fn passkeys_of(&self, player: PlayerId) -> Result<Vec<StoredPasskey>, JournalError> {
        let rows = self.store.select(PlayerQueryBy::Kind(player, RowKind::Passkey)).await?;
        Ok(rows.into_iter().filter_map(StoredPasskey::read).collect())
    }

    /// Returns a passkey by its id. If several players have brought one of that id, it is that of the first.
    pub(crate) async fn passkey(&self, id: &[u8]) -> Result<Option<StoredPasskey>, JournalError> {
        let rows = self.store.select(PlayerQueryBy::Name(RowKind::Passkey, row_name(id))).await?;
        let found = rows.into_iter().filter_map(StoredPasskey::read);
        Ok(found.min_by_key(|passkey| passkey.body.at).filter(|passkey| passkey.credential.id == id))
    }

    /// Returns an error if a player has as many passkeys as they may.
    pub(crate) async fn check_room_for_passkey(&self, player: PlayerId) -> Result<(), ChangeError> {
        let rows = self.store.select(PlayerQueryBy::Kind(player, RowKind::Passkey)).await?;
        if rows.len() < PASSKEYS_MAX { Ok(()) } else { Err(ChangeError::TooManyPasskeys) }
    }

    /// Adds a passkey. `may_add` is asked before.
    pub(crate) async fn add_passkey(
        &self,
        player: PlayerId,
        NewPasskey { name, credential, sealed }: NewPasskey,
        now: UnixMs,
        may_add: impl Fn() -> bool,
    ) -> Result<(), ChangeError> {
        self.check_room_for_passkey(player).await?;
        // By the id of somebody else's passkey that one could not be used any more.
        let row = row_name(&credential.id);
        let known = PlayerQueryBy::Name(RowKind::Passkey, row.clone());
        if !self.store.select(known).await?.is_empty() {
            return Err(ChangeError::KnownPasskey);
        }
        if !may_add() {
            return Err(ChangeError::TooOften);
        }
        let Credential { id, key, state } = credential;
        let [id, key, state] = [id, key, state].map(|bytes| BASE64.encode(bytes));
        let body = Body { name, at: now, used_at: None, id, key, state, sealed };
        // Plain data with string keys: turning it into JSON cannot fail.
        let body = serde_json::to_string(&body).unwrap_or_default();
        let row = PlayerRow::new(player, RowKind::Passkey, &row, now, body);
        if self.add_by(PlayerChange::Add { row, most: PASSKEYS_MAX }, now).await? {
            return Ok(());
        }
        // Another one may have been added at the same time.
        self.check_room_for_passkey(player).await?;
        Err(ChangeError::Full)
    }

    /// Notes that somebody has signed in by a passkey, and its state then. Returns false if it was removed or used meanwhile.
    pub(crate) async fn note_use(
        &self,
        passkey: StoredPasskey,
        state: &[u8],
        now: UnixMs,
    ) -> Result<bool, JournalError> {
        let StoredPasskey { body, row, .. } = passkey;
        let body = Body { used_at: Some(now), state: BASE64.encode(state), ..body };
        // Plain data with string keys: turning it into JSON cannot fail.
        let next = row.with_body(now, serde_json::to_string(&body).unwrap_or_default());
        let put = PlayerChange::Put { row: next, before: Some(row.body) };
        Ok(self.store.change(put).await? > 0)
    }

    /// Removes a passkey by its id in the list. One that is not there is what is wanted.
    pub(crate) async fn remove_passkey(&self, player: PlayerId, id: &str) -> Result<(), ChangeError> {
        for _ in 0..super::ATTEMPTS {
            let rows = self.store.select(PlayerQueryBy::Kind(player, RowKind::Passkey)).await?;
            let Some(PlayerRow { name, body, .. }) = rows.into_iter().find(|row| row.name == id) else {
                return Ok(());
            };
            // It may be used at the same time; whether it is gone shows at the next look.
            self.remove(PlayerChange::Remove { player, kind: RowKind::Passkey, name, body }).await?;
        }
        Err(ChangeError::Full)
    }
}

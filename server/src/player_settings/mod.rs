//! Settings that players keep on the server, by their keys: how they are read, changed and bounded.

mod blocks;
mod passkeys;
mod reports;
mod room;
mod vacations;

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use session::UnixMs;
use session::clock::Vacation;
use session::domain::PlayerId;
use session::protocol::player::{PlayerSettings, VacationTerms};

use crate::journal::{JournalError, PlayerChange, PlayerQueryBy, PlayerRow, PlayerStore, RowKind};
use crate::limits::PlayerLimits;
pub(crate) use blocks::BlockedOpponent;
pub(crate) use passkeys::NewPasskey;
pub(crate) use reports::StoredReport;
use room::RowRoom;
pub(crate) use vacations::{VacationBook, VacationRefusal};

/// Attempts to change a row that others change at the same time.
const ATTEMPTS: usize = 4;
/// Time after which a visit is noted again.
const VISIT_MS: u64 = 24 * 3_600_000;

/// The reason why nothing is changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChangeError {
    /// The rules of vacations refuse it.
    #[error(transparent)]
    Vacation(#[from] VacationRefusal),
    /// The player keeps as many others away as they may.
    #[error("you keep as many players away as can be; remove one first")]
    TooManyBlocks,
    /// The player keeps as many passkeys as they may.
    #[error("you have as many passkeys as can be; remove one first")]
    TooManyPasskeys,
    /// There is a passkey of that id.
    #[error("this passkey is known already")]
    KnownPasskey,
    /// Players of the address have begun to keep too much of late.
    #[error("too much was to be kept for this address of late; try again later")]
    TooOften,
    /// The server keeps as much as it may, or others change the same without end.
    #[error("the server can keep nothing more; try again later")]
    Full,
    /// The journal failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The settings of all players in a journal.
#[derive(Debug, Clone)]
pub(crate) struct KeptSettings {
    store: Arc<dyn PlayerStore>,
    limits: PlayerLimits,
    room: Arc<RowRoom>,
}

impl KeptSettings {
    pub(crate) fn new(store: Arc<dyn PlayerStore>, limits: PlayerLimits) -> KeptSettings {
        KeptSettings { store, limits, room: Arc::default() }
    }

    /// Returns what a player has set, and notes the visit.
    pub(crate) async fn settings(
        &self,
        player: PlayerId,
        now: UnixMs,
    ) -> Result<PlayerSettings, JournalError> {
        let rows = self.store.select(PlayerQueryBy::Player(player)).await?;
        let seen = i64::try_from(now.0.saturating_sub(VISIT_MS)).unwrap_or(i64::MAX);
        if rows.iter().any(|row| row.used_ms < seen && !row.is_of_vacations()) {
            self.store.change(PlayerChange::Touch(player, now)).await?;
        }
        let vacations = rows.iter().find(|row| row.is_of_vacations());
        let book: VacationBook = vacations.and_then(content).unwrap_or_default();
        let terms = VacationTerms {
            days_per_year: self.limits.vacation_days,
            days_at_once: self.limits.vacation_at_once.min(self.limits.vacation_days),
            days_left: book.days_left(now, self.limits.vacation_days),
            until: book.current(now).map(|vacation| vacation.until),
        };
        let vacation = Some(terms).filter(|terms| terms.days_per_year > 0);
        let (blocked, passkeys) = (blocks::listed(player, &rows), passkeys::listed(&rows));
        Ok(PlayerSettings { id: player, now, vacation, blocked, passkeys })
    }

    /// Begins a vacation of so many days, or ends the present one if there are none. Returns it as it is then. `may_add` is asked before a row is added.
    pub(crate) async fn change_vacation(
        &self,
        player: PlayerId,
        days: u32,
        now: UnixMs,
        may_add: impl Fn() -> bool,
    ) -> Result<Vacation, ChangeError> {
        for _ in 0..ATTEMPTS {
            let row = self.row(player, RowKind::Vacations).await?;
            let book: VacationBook = row.as_ref().and_then(content).unwrap_or_default();
            let (book, vacation) =
                if days == 0 { book.end(now)? } else { book.begin(now, days, &self.limits)? };
            if row.is_none() && !may_add() {
                return Err(ChangeError::TooOften);
            }
            if self.put(player, (RowKind::Vacations, ""), &book, row, now).await? {
                return Ok(vacation);
            }
        }
        Err(ChangeError::Full)
    }

    /// Returns the vacations of a player, the oldest first; none where they are switched off.
    pub(crate) async fn vacations(&self, player: PlayerId) -> Result<Vec<Vacation>, JournalError> {
        if self.limits.vacation_days == 0 {
            return Ok(Vec::new());
        }
        let row = self.row(player, RowKind::Vacations).await?;
        Ok(row.as_ref().and_then(content).map(VacationBook::into_periods).unwrap_or_default())
    }

    /// Returns the vacations that have changed at that time or later.
    pub(crate) async fn changed_vacations(
        &self,
        since: UnixMs,
    ) -> Result<Vec<(PlayerId, Vec<Vacation>)>, JournalError> {
        let rows = self.store.select(PlayerQueryBy::UsedSince(RowKind::Vacations, since)).await?;
        let read = |row: &PlayerRow| {
            let book: VacationBook = content(row)?;
            Some((row.player.parse().ok()?, book.into_periods()))
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Stores a report. Returns false if this seat has reported the other one of the game already, with another key or without one. `may_add` is asked before.
    pub(crate) async fn report(
        &self,
        report: &StoredReport,
        may_add: impl Fn() -> bool,
    ) -> Result<bool, ChangeError> {
        let name = report.name();
        let is_there = || async {
            let there = self.store.select(PlayerQueryBy::Name(RowKind::Report, name.clone())).await;
            there.map(|rows| !rows.is_empty())
        };
        if is_there().await? {
            return Ok(false);
        }
        if !may_add() {
            return Err(ChangeError::TooOften);
        }
        let row = PlayerRow::new(report.reporter, RowKind::Report, &name, report.at, report.to_json());
        // Two requests at once are one: the rows differ in their times alone, and the first is kept.
        if self.add(row, report.at).await? {
            return Ok(true);
        }
        if is_there().await? { Ok(false) } else { Err(ChangeError::Full) }
    }

    /// Removes everything that a player keeps. The present vacation ends, and is returned; the days that were taken this year count on, since they would
    /// come back by every removal otherwise.
    pub(crate) async fn forget(
        &self,
        player: PlayerId,
        now: UnixMs,
    ) -> Result<Option<Vacation>, ChangeError> {
        let ended = self.end_and_forget_vacations(player, now).await?;
        self.remove(PlayerChange::Forget(player)).await?;
        Ok(ended)
    }

    /// Ends the present vacation, if there is one, and removes those that are older than a year.
    async fn end_and_forget_vacations(
        &self,
        player: PlayerId,
        now: UnixMs,
    ) -> Result<Option<Vacation>, ChangeError> {
        for _ in 0..ATTEMPTS {
            let Some(row) = self.row(player, RowKind::Vacations).await? else { return Ok(None) };
            let before: VacationBook = content(&row).unwrap_or_default();
            let (book, ended) = match before.clone().end(now) {
                Ok((book, ended)) => (book, Some(ended)),
                Err(_) => (before.clone(), None),
            };
            let book = book.of_this_year(now);
            let is_done = if book.is_empty() {
                let PlayerRow { name, body, .. } = row;
                let remove = PlayerChange::Remove { player, kind: RowKind::Vacations, name, body };
                self.remove(remove).await? > 0
            } else {
                book == before || self.put(player, (RowKind::Vacations, ""), &book, Some(row), now).await?
            };
            if is_done {
                return Ok(ended);
            }
        }
        Err(ChangeError::Full)
    }

    /// Removes what nobody has used for too long, and returns the number of rows.
    pub(crate) async fn prune(&self, now: UnixMs) -> Result<u64, JournalError> {
        let others = UnixMs(now.0.saturating_sub(self.limits.keep_players.as_ms()));
        let vacations = vacations::counts_since(now, &self.limits);
        self.remove(PlayerChange::UnusedSince { vacations, others }).await
    }

    /// Removes rows, and returns their number.
    async fn remove(&self, removal: PlayerChange) -> Result<u64, JournalError> {
        let removed = self.store.change(removal).await?;
        self.room.give_back(removed);
        Ok(removed)
    }

    /// Returns the first row of a kind.
    async fn row(&self, player: PlayerId, kind: RowKind) -> Result<Option<PlayerRow>, JournalError> {
        Ok(self.store.select(PlayerQueryBy::Kind(player, kind)).await?.into_iter().next())
    }

    /// Writes a row in place of what was read before. Returns false if that has changed meanwhile, or there is no room.
    async fn put(
        &self,
        player: PlayerId,
        (kind, name): (RowKind, &str),
        content: &impl Serialize,
        before: Option<PlayerRow>,
        now: UnixMs,
    ) -> Result<bool, JournalError> {
        // Plain data with string keys: turning it into JSON cannot fail.
        let body = serde_json::to_string(content).unwrap_or_default();
        let row = PlayerRow::new(player, kind, name, now, body);
        match before {
            Some(before) => {
                let put = PlayerChange::Put { row, before: Some(before.body) };
                Ok(self.store.change(put).await? > 0)
            }
            None => self.add(row, now).await,
        }
    }

    /// Writes a new row. Returns false if another one is there, or there is no room.
    async fn add(&self, row: PlayerRow, now: UnixMs) -> Result<bool, JournalError> {
        self.add_by(PlayerChange::Put { row, before: None }, now).await
    }

    /// Writes a new row by a change. Returns false if that does nothing, or there is no room.
    async fn add_by(&self, change: PlayerChange, now: UnixMs) -> Result<bool, JournalError> {
        if !self.room.take(&*self.store, self.limits.player_rows, now).await? {
            return Ok(false);
        }
        let is_stored = self.store.change(change).await? > 0;
        if !is_stored {
            self.room.give_back(1);
        }
        Ok(is_stored)
    }
}

/// Returns the content of a row; `None` if it is damaged, or of a later version.
fn content<T: DeserializeOwned>(row: &PlayerRow) -> Option<T> {
    serde_json::from_str(&row.body).ok().filter(|_| row.is_sound())
}

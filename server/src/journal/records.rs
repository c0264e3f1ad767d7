//! The records of finished games, rows of players and events of tournaments in a journal that is examined, repaired or exported.

use std::collections::BTreeSet;
use std::path::Path;

use futures_util::TryStreamExt as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::archive_row::ArchiveRow;
use super::players::{self, PlayerRow};
use super::sqlite_archive;
use super::statement::bound;
use super::tournaments::{TournamentChange, TournamentRow, all_events, read_event};

/// The number of records in a journal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RecordCount {
    pub(super) sound: u64,
    /// Those that are not what was stored.
    pub(super) damaged: u64,
    /// Rows of players that are what was stored.
    pub(super) players: u64,
    /// Rows of players that are not.
    pub(super) damaged_players: u64,
    /// Events of tournaments.
    pub(super) tournaments: u64,
}

impl RecordCount {
    /// Counts a row of a player.
    pub(super) fn add_player(&mut self, row: &PlayerRow) {
        *(if row.is_sound() { &mut self.players } else { &mut self.damaged_players }) += 1;
    }
}

/// Counts the records of a journal as far as they can be read. One without such a table has none.
pub(super) async fn count(connection: &mut SqliteConnection) -> RecordCount {
    let mut count = RecordCount::default();
    let select = select("ASC");
    let mut rows = sqlx::query(&select).fetch(&mut *connection);
    while let Ok(Some(row)) = rows.try_next().await {
        let is_sound = ArchiveRow::read(&row).is_ok_and(|row| row.is_sound());
        *(if is_sound { &mut count.sound } else { &mut count.damaged }) += 1;
    }
    drop(rows);
    let select = player_rows();
    let mut rows = sqlx::query(&select).fetch(&mut *connection);
    while let Ok(Some(row)) = rows.try_next().await {
        match PlayerRow::read(&row) {
            Ok(row) => count.add_player(&row),
            Err(_) => count.damaged_players += 1,
        }
    }
    drop(rows);
    let select = all_events();
    let mut rows = bound!(select).fetch(connection);
    while let Ok(Some(_)) = rows.try_next().await {
        count.tournaments += 1;
    }
    drop(rows);
    count
}

/// Returns the statement for all rows of players.
pub(super) fn player_rows() -> String {
    format!("SELECT {} FROM player_row ORDER BY player, kind, name", players::COLUMNS)
}

/// Returns the statement for all records. Of a damaged table the other direction may reach what this one does not.
fn select(order: &str) -> String {
    format!("SELECT {} FROM finished_game ORDER BY rowid {order}", ArchiveRow::COLUMNS)
}

/// The sound records that were found, in a database of their own: there may be more than fit into memory.
#[derive(Debug)]
pub(super) struct SalvagedRecords {
    connection: SqliteConnection,
    /// Ids of records that were found damaged.
    damaged: BTreeSet<String>,
    /// Places of rows of players that were found damaged.
    damaged_players: BTreeSet<[String; 3]>,
}

impl SalvagedRecords {
    /// Opens a journal without games, to which the records are added.
    pub(super) async fn open(empty: &Path) -> Result<SalvagedRecords, sqlx::Error> {
        let options = SqliteConnectOptions::new().filename(empty).disable_statement_logging();
        let mut connection = options.connect().await?;
        // A folder of work is removed after a crash.
        sqlx::query("PRAGMA synchronous = OFF").execute(&mut connection).await?;
        Ok(SalvagedRecords { connection, damaged: BTreeSet::new(), damaged_players: BTreeSet::new() })
    }

    /// Adds all sound records of a database that can be read; its errors are expected.
    pub(super) async fn collect(&mut self, from: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        for order in ["ASC", "DESC"] {
            let mut transaction = self.connection.begin().await?;
            let select = select(order);
            let mut rows = sqlx::query(&select).fetch(&mut *from);
            let is_whole = loop {
                match rows.try_next().await.and_then(|row| row.map(|row| ArchiveRow::read(&row)).transpose())
                {
                    Ok(Some(row)) if row.is_sound() => {
                        sqlite_archive::insert(row).execute(&mut *transaction).await?;
                    }
                    Ok(Some(row)) => drop(self.damaged.insert(row.game_id)),
                    Ok(None) => break true,
                    Err(_) => break false,
                }
            };
            drop(rows);
            transaction.commit().await?;
            if is_whole {
                break;
            }
        }
        self.collect_players(from).await?;
        self.collect_tournaments(from).await
    }

    /// Adds the events of tournaments that can be read. A journal of before has none.
    async fn collect_tournaments(&mut self, from: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let mut transaction = self.connection.begin().await?;
        let select = all_events();
        let mut rows = bound!(select).fetch(from);
        while let Ok(Some(row)) = rows.try_next().await {
            if let Ok(Some(event)) = read_event(&row) {
                let append = TournamentChange::Append(event).statement();
                bound!(append).execute(&mut *transaction).await?;
            }
        }
        drop(rows);
        transaction.commit().await
    }

    /// Adds the sound rows of players, of each the one that was used last. A journal of before has none.
    async fn collect_players(&mut self, from: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let mut transaction = self.connection.begin().await?;
        let select = player_rows();
        let mut rows = sqlx::query(&select).fetch(from);
        while let Ok(Some(row)) = rows.try_next().await {
            match PlayerRow::read(&row) {
                Ok(row) if row.is_sound() => {
                    let restoration = players::restoration(&row);
                    bound!(restoration).execute(&mut *transaction).await?;
                }
                Ok(row) => drop(self.damaged_players.insert([row.player, row.kind, row.name])),
                Err(_) => {}
            }
        }
        drop(rows);
        transaction.commit().await
    }

    /// Returns the number of records that were found, and of those that were found damaged alone.
    pub(super) async fn count(&mut self) -> Result<RecordCount, sqlx::Error> {
        let mut count = RecordCount::default();
        let mut ids = BTreeSet::new();
        let mut rows =
            sqlx::query_scalar::<_, String>("SELECT game_id FROM finished_game").fetch(&mut self.connection);
        while let Some(id) = rows.try_next().await? {
            count.sound += 1;
            if self.damaged.contains(&id) {
                ids.insert(id);
            }
        }
        count.damaged = (self.damaged.len() - ids.len()) as u64;
        drop(rows);
        let mut lost = self.damaged_players.clone();
        self.each_player(|row| {
            count.players += 1;
            lost.remove(&[row.player, row.kind, row.name]);
            Ok::<_, sqlx::Error>(())
        })
        .await?;
        count.damaged_players = lost.len() as u64;
        self.each_event(|_| {
            count.tournaments += 1;
            Ok::<_, sqlx::Error>(())
        })
        .await?;
        Ok(count)
    }

    /// Gives each row of a player to `take`.
    pub(super) async fn each_player<E: From<sqlx::Error>>(
        &mut self,
        mut take: impl FnMut(PlayerRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let select = player_rows();
        let mut rows = sqlx::query(&select).fetch(&mut self.connection);
        while let Some(row) = rows.try_next().await? {
            take(PlayerRow::read(&row)?)?;
        }
        Ok(())
    }

    /// Gives each event of a tournament to `take`.
    pub(super) async fn each_event<E: From<sqlx::Error>>(
        &mut self,
        mut take: impl FnMut(TournamentRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let select = all_events();
        let mut rows = bound!(select).fetch(&mut self.connection);
        while let Some(row) = rows.try_next().await? {
            read_event(&row)?.map_or(Ok(()), &mut take)?;
        }
        Ok(())
    }

    /// Gives each record to `take`.
    pub(super) async fn each<E: From<sqlx::Error>>(
        &mut self,
        mut take: impl FnMut(ArchiveRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let select = select("ASC");
        let mut rows = sqlx::query(&select).fetch(&mut self.connection);
        while let Some(row) = rows.try_next().await? {
            take(ArchiveRow::read(&row)?)?;
        }
        Ok(())
    }

    /// Closes the database, so that its file is complete.
    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        self.connection.close().await
    }
}

//! The work of `tabula journal` on a journal in PostgreSQL. Pages and logs are the database's own concern; here it is whether rows are what was stored.

use std::io::{BufRead, BufWriter, Write};
use std::path::Path;

use futures_util::TryStreamExt as _;
use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Postgres, Transaction};

use super::{PostgresLocation, archive, examine_settings, link, schema};
use crate::journal::JournalError;
use crate::journal::archive_row::ArchiveRow;
use crate::journal::audit::{Audit, AuditWalk};
use crate::journal::chain::{ChainHash, StoredRow};
use crate::journal::export::{Exported, Exporter};
use crate::journal::import::{Imported, Lines, Row};
use crate::journal::players::{PlayerRow, restoration};
use crate::journal::records::{RecordCount, player_rows};
use crate::journal::repair::{Repair, Report, finish_copy, new_copy};
use crate::journal::salvage::{Salvage, SalvagedGame};
use crate::journal::sqlite::OnLoss;
use crate::journal::statement::bound;
use crate::journal::tournaments::{TournamentChange, TournamentRow, all_events, read_event};
use crate::journal::write::Removal;

/// All columns of all inputs, in their order.
const INPUTS: &str = "SELECT game_id, seq, at_ms, body, rules, hash FROM input ORDER BY game_id, seq";
/// Rows of an import that are one statement.
const CHUNK: usize = 500;
/// A server whose row is older than this has ended without a word.
const RUNNING: &str = "SELECT 1 FROM node WHERE id <> '' AND beat > CURRENT_TIMESTAMP - INTERVAL '5 seconds'";
/// Keeps every server from taking the journal over until the transaction ends.
const LOCK: &str = super::TAKE_TURN;

/// Examines a journal and changes nothing. A server may run: it is examined as it is at one moment.
///
/// # Errors
/// Returns an error if the database cannot be read.
pub async fn check_postgres(location: &PostgresLocation) -> Result<Report, JournalError> {
    let mut connection = link::connect(&location.options()).await?;
    let mut transaction = snapshot(&mut connection).await?;
    report(&mut transaction).await
}

async fn report(transaction: &mut Transaction<'_, Postgres>) -> Result<Report, JournalError> {
    let mut walk = AuditWalk::of(Audit::default());
    let mut rows = sqlx::query(INPUTS).fetch(&mut **transaction);
    while let Some(row) = rows.try_next().await? {
        walk.push(&StoredRow::read_postgres(&row)?);
    }
    drop(rows);
    let mut count = RecordCount::default();
    each_record(transaction, |row| {
        *(if row.is_sound() { &mut count.sound } else { &mut count.damaged }) += 1;
        Ok(())
    })
    .await?;
    each_player(transaction, |row| {
        count.add_player(&row);
        Ok(())
    })
    .await?;
    each_event(transaction, |_| {
        count.tournaments += 1;
        Ok(())
    })
    .await?;
    Ok(Report::of(walk.finish(), count))
}

/// Begins to read a journal as it is now.
async fn snapshot(connection: &mut PgConnection) -> Result<Transaction<'_, Postgres>, JournalError> {
    let mut transaction = connection.begin().await?;
    let as_now = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";
    sqlx::query(as_now).execute(&mut *transaction).await?;
    let tables = "SELECT 1 FROM information_schema.tables WHERE table_name = 'finished_game'";
    match sqlx::query(tables).fetch_optional(&mut *transaction).await? {
        Some(_) => Ok(transaction),
        None => Err(JournalError::Missing),
    }
}

/// Begins to change a journal that no server has.
async fn change(connection: &mut PgConnection) -> Result<Transaction<'_, Postgres>, JournalError> {
    examine_settings(connection).await?;
    schema::migrate(connection).await?;
    let mut transaction = connection.begin().await?;
    sqlx::query(link::WAIT_FOR_STANDBYS).execute(&mut *transaction).await?;
    sqlx::query(LOCK).execute(&mut *transaction).await?;
    if sqlx::query(RUNNING).fetch_optional(&mut *transaction).await?.is_some() {
        return Err(JournalError::Running);
    }
    Ok(transaction)
}

async fn each_record(
    transaction: &mut Transaction<'_, Postgres>,
    mut take: impl FnMut(ArchiveRow) -> Result<(), JournalError>,
) -> Result<(), JournalError> {
    let select = format!("SELECT {} FROM finished_game ORDER BY ended_at_ms, game_id", ArchiveRow::COLUMNS);
    let mut rows = sqlx::query(&select).fetch(&mut **transaction);
    while let Some(row) = rows.try_next().await? {
        take(ArchiveRow::read_postgres(&row)?)?;
    }
    Ok(())
}

async fn each_player(
    transaction: &mut Transaction<'_, Postgres>,
    mut take: impl FnMut(PlayerRow) -> Result<(), JournalError>,
) -> Result<(), JournalError> {
    // A journal that no server of this version has opened has no such table.
    let table = "SELECT 1 FROM information_schema.tables WHERE table_name = 'player_row'";
    if sqlx::query(table).fetch_optional(&mut **transaction).await?.is_none() {
        return Ok(());
    }
    let select = player_rows();
    let mut rows = sqlx::query(&select).fetch(&mut **transaction);
    while let Some(row) = rows.try_next().await? {
        take(PlayerRow::read(&row)?)?;
    }
    Ok(())
}

async fn each_event(
    transaction: &mut Transaction<'_, Postgres>,
    mut take: impl FnMut(TournamentRow) -> Result<(), JournalError>,
) -> Result<(), JournalError> {
    // A journal that no server of this version has opened has no such table.
    let table = "SELECT 1 FROM information_schema.tables WHERE table_name = 'tournament_event'";
    if sqlx::query(table).fetch_optional(&mut **transaction).await?.is_none() {
        return Ok(());
    }
    let select = all_events();
    let mut rows = bound!(select).fetch(&mut **transaction);
    while let Some(row) = rows.try_next().await? {
        read_event(&row)?.map_or(Ok(()), &mut take)?;
    }
    Ok(())
}

async fn games(transaction: &mut Transaction<'_, Postgres>) -> Result<Vec<SalvagedGame>, JournalError> {
    let mut found = Salvage::default();
    let mut rows = sqlx::query(INPUTS).fetch(&mut **transaction);
    while let Some(row) = rows.try_next().await? {
        found.add(StoredRow::read_postgres(&row)?);
    }
    Ok(found.games())
}

/// Writes all inputs and all sound records to `out`, one JSON object a line. Inputs hold the players' tokens. A server may run.
///
/// # Errors
/// Returns an error if the database cannot be read.
pub async fn export_postgres(
    location: &PostgresLocation,
    out: &mut dyn Write,
) -> Result<Exported, JournalError> {
    let mut connection = link::connect(&location.options()).await?;
    let mut transaction = snapshot(&mut connection).await?;
    write_export(&mut transaction, out).await
}

async fn write_export(
    transaction: &mut Transaction<'_, Postgres>,
    out: &mut dyn Write,
) -> Result<Exported, JournalError> {
    let mut exporter = Exporter::to(out);
    let mut exported = exporter.games(&games(transaction).await?)?;
    each_record(transaction, |row| {
        if row.is_sound() {
            exported.finished += 1;
            return exporter.record(&row);
        }
        exported.lost_records += 1;
        Ok(())
    })
    .await?;
    each_player(transaction, |row| {
        if row.is_sound() {
            exported.players += 1;
            return exporter.player(&row);
        }
        exported.lost_players += 1;
        Ok(())
    })
    .await?;
    each_event(transaction, |row| {
        exported.tournaments += 1;
        exporter.tournament(&row)
    })
    .await?;
    exporter.finish()?;
    Ok(exported)
}

/// Imports an export into an empty journal.
///
/// # Errors
/// Returns an error if a server has the journal, it is not empty, it cannot be written, or the export is not whole. Nothing is imported then.
pub async fn import_postgres(
    location: &PostgresLocation,
    from: &mut dyn BufRead,
    on_loss: OnLoss,
) -> Result<Imported, JournalError> {
    let mut connection = link::connect(&location.options()).await?;
    let mut transaction = change(&mut connection).await?;
    let some = "SELECT 1 FROM input UNION ALL SELECT 1 FROM finished_game UNION ALL SELECT 1 FROM game UNION ALL SELECT 1 FROM player_row \
        UNION ALL SELECT 1 FROM tournament_event LIMIT 1";
    if sqlx::query(some).fetch_optional(&mut *transaction).await?.is_some() {
        return Err(JournalError::NotEmpty);
    }
    let mut lines = Lines::of(from);
    let mut inputs = Vec::new();
    loop {
        let row = lines.next()?;
        let is_last = row.is_none();
        match row {
            Some(Row::Input(row)) => inputs.push(*row),
            Some(Row::Record(row)) => {
                archive::insert(*row).execute(&mut *transaction).await?;
            }
            Some(Row::Player(row)) => {
                let restoration = restoration(&row);
                bound!(restoration).execute(&mut *transaction).await?;
            }
            Some(Row::Tournament(row)) => {
                let append = TournamentChange::Append(*row).statement();
                bound!(append).execute(&mut *transaction).await?;
            }
            None => {}
        }
        if is_last || inputs.len() >= CHUNK {
            insert(&mut transaction, &std::mem::take(&mut inputs)).await?;
        }
        if is_last {
            break;
        }
    }
    if lines.imported.left_out == 0 || on_loss == OnLoss::Accept {
        transaction.commit().await?;
    }
    Ok(lines.imported)
}

/// Stores rows as they are. Their games belong to nobody yet.
async fn insert(transaction: &mut Transaction<'_, Postgres>, rows: &[StoredRow]) -> Result<(), sqlx::Error> {
    let column = |value: fn(&StoredRow) -> &[u8]| -> Vec<String> {
        rows.iter().map(|row| String::from_utf8_lossy(value(row)).into_owned()).collect()
    };
    let number = |value: fn(&StoredRow) -> i64| -> Vec<i64> { rows.iter().map(value).collect() };
    let games = column(|row| &row.game);
    sqlx::query("INSERT INTO game (id, node, epoch) SELECT DISTINCT fresh.id, '', 0 FROM unnest($1::text[]) AS fresh (id) ON CONFLICT DO NOTHING")
        .bind(&games)
        .execute(&mut **transaction)
        .await?;
    sqlx::query(
        "INSERT INTO input (game_id, seq, at_ms, body, rules, hash) SELECT * FROM \
            unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])",
    )
    .bind(games)
    .bind(number(|row| row.seq))
    .bind(number(|row| row.at))
    .bind(column(|row| &row.body))
    .bind(column(|row| &row.rules))
    .bind(column(|row| &row.hash))
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// Removes what is not what was stored, unless nothing is wrong: a game keeps its inputs up to the first that is missing or altered, and damaged records
/// go. Where something is lost, nothing is changed unless a loss is accepted. Everything as it was is exported into `folder` first.
///
/// # Errors
/// Returns an error if a server has the journal, or it cannot be read or written.
pub async fn repair_postgres(
    location: &PostgresLocation,
    folder: &Path,
    on_loss: OnLoss,
) -> Result<Repair, JournalError> {
    let mut connection = link::connect(&location.options()).await?;
    let mut transaction = change(&mut connection).await?;
    let mut repair = Repair::of(report(&mut transaction).await?);
    if repair.before.is_whole() {
        return Ok(repair);
    }
    let found = games(&mut transaction).await?;
    repair.plan(&found);
    if repair.loses_something() && on_loss == OnLoss::Refuse {
        return Ok(repair);
    }
    let (file, copy) = new_copy(folder)?;
    let mut out = BufWriter::new(file);
    write_export(&mut transaction, &mut out).await?;
    finish_copy(out, folder, &copy)?;
    for game in &found {
        mend(&mut transaction, game).await?;
    }
    let mut damaged = Vec::new();
    each_record(&mut transaction, |row| {
        if !row.is_sound() {
            damaged.push(row.game_id);
        }
        Ok(())
    })
    .await?;
    let remove = sqlx::query("DELETE FROM finished_game WHERE game_id = ANY($1::text[])").bind(damaged);
    remove.execute(&mut *transaction).await?;
    let mut damaged = Vec::new();
    each_player(&mut transaction, |row| {
        if !row.is_sound() {
            damaged.push(row);
        }
        Ok(())
    })
    .await?;
    for PlayerRow { player, kind, name, .. } in damaged {
        let remove =
            sqlx::query("DELETE FROM player_row WHERE player = $1 AND kind = $2 AND name = $3").bind(player);
        remove.bind(kind).bind(name).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    repair.copy = Some(copy);
    Ok(repair)
}

/// Cuts a game off behind its sound inputs, and writes their hashes anew where they are damaged.
async fn mend(transaction: &mut Transaction<'_, Postgres>, game: &SalvagedGame) -> Result<(), sqlx::Error> {
    if game.sound < game.rows.len() {
        let sound = i64::try_from(game.sound).unwrap_or(i64::MAX);
        // By their places in the order: the number of a damaged row says nothing.
        let kept: Vec<i64> = game.rows.iter().take(game.sound).map(|row| row.seq).collect();
        let cut = sqlx::query(
            "DELETE FROM input WHERE game_id = $1 AND (seq >= $2 OR NOT seq = ANY($3::bigint[]))",
        );
        cut.bind(game.game.as_str()).bind(sound).bind(kept).execute(&mut **transaction).await?;
    }
    if game.sound == 0 {
        let remove = sqlx::query("DELETE FROM game WHERE id = $1").bind(game.game.as_str());
        remove.execute(&mut **transaction).await?;
    }
    let mut hash = ChainHash::EMPTY;
    for row in game.rows.iter().take(game.sound) {
        hash = hash.with_row(row);
        if row.hash != hash.to_text().as_bytes() {
            let write = sqlx::query("UPDATE input SET hash = $3 WHERE game_id = $1 AND seq = $2");
            let write = write.bind(game.game.as_str()).bind(row.seq).bind(hash.to_text());
            write.execute(&mut **transaction).await?;
        }
    }
    Ok(())
}

/// Removes the record of a finished game, found by either of its ids. Returns whether there was one. A server may run.
///
/// # Errors
/// Returns an error if the database cannot be written.
pub async fn remove_record_postgres(
    location: &PostgresLocation,
    game: &session::GameId,
) -> Result<bool, JournalError> {
    let mut connection = link::connect(&location.options()).await?;
    let removal = Removal::Game(*game);
    let removed = archive::remove(&mut connection, removal).await?;
    connection.close().await?;
    Ok(removed > 0)
}

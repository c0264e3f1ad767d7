//! The migrations of the journal's schema, and the list of those that were applied, which sqlx keeps in the database.

use std::borrow::Cow;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Row as _, SqliteConnection};

/// Migrations from an empty file to the present schema. New ones are added; none is ever changed.
const MIGRATIONS: [(i64, &str, &str); 7] = [
    (1, "inputs", include_str!("../../migrations/sqlite/0001_inputs.sql")),
    (2, "rules", include_str!("../../migrations/sqlite/0002_rules.sql")),
    (3, "hashes", include_str!("../../migrations/sqlite/0003_hashes.sql")),
    (4, "finished games", include_str!("../../migrations/sqlite/0004_finished_games.sql")),
    (5, "player keys", include_str!("../../migrations/sqlite/0005_player_keys.sql")),
    (6, "players", include_str!("../../migrations/sqlite/0006_players.sql")),
    (7, "tournaments", include_str!("../../migrations/sqlite/0007_tournaments.sql")),
];

pub(super) fn migrator() -> Migrator {
    let steps = MIGRATIONS.iter().map(|(version, name, sql)| {
        Migration::new(*version, Cow::Borrowed(name), MigrationType::Simple, Cow::Borrowed(sql), false)
    });
    Migrator { migrations: steps.collect(), ..Migrator::DEFAULT }
}

/// Returns what is damaged in the list of applied migrations, if anything is. The list of a later version is longer, which is no damage.
pub(super) async fn damage(connection: &mut SqliteConnection) -> Result<Option<String>, sqlx::Error> {
    let listed = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations'";
    if sqlx::query(listed).fetch_optional(&mut *connection).await?.is_none() {
        return Ok(None);
    }
    let migrator = migrator();
    let applied = "SELECT version, success, checksum FROM _sqlx_migrations ORDER BY version";
    let rows = sqlx::query(applied).fetch_all(connection).await?;
    for (number, row) in (1..).zip(&rows) {
        let version: i64 = row.try_get_unchecked("version")?;
        let is_applied: bool = row.try_get_unchecked("success")?;
        let checksum: Vec<u8> = row.try_get_unchecked("checksum")?;
        let known = migrator.iter().find(|migration| migration.version == number);
        if version != number || !is_applied || known.is_some_and(|known| *known.checksum != checksum) {
            return Ok(Some(format!("the entry of migration {number} is not what was stored")));
        }
    }
    Ok(None)
}

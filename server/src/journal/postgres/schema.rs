//! The migrations of the journal's schema in PostgreSQL.

use std::borrow::Cow;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnection;
use tokio::time::sleep;

/// Migrations from an empty database to the present schema. New ones are added; none is ever changed.
const MIGRATIONS: [(i64, &str, &str); 9] = [
    (1, "journal", include_str!("../../../migrations/postgres/0001_journal.sql")),
    (2, "nodes", include_str!("../../../migrations/postgres/0002_nodes.sql")),
    (3, "memory", include_str!("../../../migrations/postgres/0003_memory.sql")),
    (4, "player keys", include_str!("../../../migrations/postgres/0004_player_keys.sql")),
    (5, "players", include_str!("../../../migrations/postgres/0005_players.sql")),
    (6, "tournaments", include_str!("../../../migrations/postgres/0006_tournaments.sql")),
    (7, "rulesets of guests", include_str!("../../../migrations/postgres/0007_guest_rulesets.sql")),
    (8, "published rulesets", include_str!("../../../migrations/postgres/0008_published_rulesets.sql")),
    (9, "passkey challenges", include_str!("../../../migrations/postgres/0009_passkey_challenges.sql")),
];

/// Attempts to migrate beside other servers that start at the same time, and the pause between two of them.
const ATTEMPTS: usize = 10;
const PAUSE: Duration = Duration::from_millis(200);

/// Brings the schema of a database up to date.
///
/// Databases that speak PostgreSQL's protocol do not all have its advisory locks. Of two servers that migrate at once one fails, and changes nothing: it looks
/// again at what the other one has done.
pub(super) async fn migrate(connection: &mut PgConnection) -> Result<(), MigrateError> {
    let migrator = migrator();
    let mut attempt = 1;
    loop {
        match migrator.run_direct(connection).await {
            Err(error) if attempt < ATTEMPTS && is_race(&error) => {
                tracing::info!(%error, "another server migrates the journal's schema at the same time");
                attempt += 1;
                sleep(PAUSE).await;
            }
            migrated => return migrated,
        }
    }
}

/// Returns whether a migration failed because another one ran at the same time: what it makes was made meanwhile, or the database asks for another attempt.
fn is_race(error: &MigrateError) -> bool {
    let (MigrateError::Execute(sqlx::Error::Database(refusal))
    | MigrateError::ExecuteMigration(sqlx::Error::Database(refusal), _)) = error
    else {
        return false;
    };
    // A key, a table, a column, an object that is there; an order that cannot be kept; a deadlock.
    matches!(refusal.code().as_deref(), Some("23505" | "42P07" | "42701" | "42710" | "40001" | "40P01"))
}

fn migrator() -> Migrator {
    let steps = MIGRATIONS.iter().map(|(version, name, sql)| {
        Migration::new(*version, Cow::Borrowed(name), MigrationType::Simple, Cow::Borrowed(sql), false)
    });
    Migrator { migrations: steps.collect(), locking: false, ..Migrator::DEFAULT }
}

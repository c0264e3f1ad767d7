//! The migrations of the journal's schema in PostgreSQL.

use std::borrow::Cow;

use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Migrations from an empty database to the present schema. New ones are added; none is ever changed.
const MIGRATIONS: [(i64, &str, &str); 7] = [
    (1, "journal", include_str!("../../../migrations/postgres/0001_journal.sql")),
    (2, "nodes", include_str!("../../../migrations/postgres/0002_nodes.sql")),
    (3, "memory", include_str!("../../../migrations/postgres/0003_memory.sql")),
    (4, "player keys", include_str!("../../../migrations/postgres/0004_player_keys.sql")),
    (5, "players", include_str!("../../../migrations/postgres/0005_players.sql")),
    (6, "tournaments", include_str!("../../../migrations/postgres/0006_tournaments.sql")),
    (7, "rulesets of guests", include_str!("../../../migrations/postgres/0007_guest_rulesets.sql")),
];

pub(super) fn migrator() -> Migrator {
    let steps = MIGRATIONS.iter().map(|(version, name, sql)| {
        Migration::new(*version, Cow::Borrowed(name), MigrationType::Simple, Cow::Borrowed(sql), false)
    });
    // Databases that speak PostgreSQL's protocol do not all have its advisory locks. Of two servers that migrate at once one fails, and changes nothing.
    Migrator { migrations: steps.collect(), locking: false, ..Migrator::DEFAULT }
}

//! The address of a PostgreSQL database, which may hold a password.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;

/// The address of a PostgreSQL database: `postgres://USER@HOST:PORT/DATABASE`. What libpq reads from `PGPASSWORD`, `PGPASSFILE` and other variables is read
/// from there as well.
#[derive(Clone)]
pub struct PostgresLocation(Arc<PgConnectOptions>);

impl PostgresLocation {
    /// Returns whether a text is meant as such an address.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Returns the options of a connection.
    pub(super) fn options(&self) -> PgConnectOptions {
        // Statements are not logged: at a busy server there are many of them.
        PgConnectOptions::clone(&self.0).application_name("tabula").disable_statement_logging()
    }
}

/// Without the password.
impl fmt::Debug for PostgresLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "postgres://{}:{}", self.0.get_host(), self.0.get_port())
    }
}

impl FromStr for PostgresLocation {
    type Err = String;

    fn from_str(text: &str) -> Result<PostgresLocation, String> {
        // The error of sqlx is left out where it could repeat the password.
        let options = text.parse::<PgConnectOptions>();
        options
            .map(|options| PostgresLocation(Arc::new(options)))
            .map_err(|_| "not of the form postgres://USER@HOST:PORT/DATABASE".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        let location: PostgresLocation =
            "postgres://tabula:opensesame@db.example:5433/tabula".parse().unwrap();
        assert_eq!(format!("{location:?}"), "postgres://db.example:5433");
        for wrong in ["postgres://tabula:opensesame@[/x", "postgres://u:opensesame@h:port/d"] {
            let fault = wrong.parse::<PostgresLocation>().unwrap_err();
            assert!(!fault.contains("opensesame"), "{fault}");
        }
    }
}

//! Statements that both databases understand.

/// A value of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Argument {
    Text(String),
    Number(i64),
}

/// A statement that both databases understand, with its arguments: `$1` is the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) sql: String,
    pub(super) arguments: Vec<Argument>,
}

/// Binds the arguments of a [`Statement`] to a query of either database.
macro_rules! bound {
    ($statement:expr) => {{
        let mut query = sqlx::query(&$statement.sql);
        for argument in $statement.arguments.clone() {
            query = match argument {
                $crate::journal::statement::Argument::Text(text) => query.bind(text),
                $crate::journal::statement::Argument::Number(number) => query.bind(number),
            };
        }
        query
    }};
}
pub(super) use bound;

pub(super) fn text(value: impl ToString) -> Argument {
    Argument::Text(value.to_string())
}

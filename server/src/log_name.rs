//! Names of games in the log: by the id of a game somebody could take its seat or watch it, so no line of the log holds one.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;

use session::GameId;

/// The key of the names, another one in each process.
static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// The name of a game in the log: the same in all lines of one process, and of no use for anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LogName(u64);

impl LogName {
    /// Returns the name of a game.
    pub(crate) fn of(id: &GameId) -> LogName {
        LogName(KEY.hash_one(id))
    }
}

impl fmt::Display for LogName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_one_name_which_does_not_hold_its_id() {
        let name = |id: &str| LogName::of(&id.parse().unwrap()).to_string();
        assert_eq!(name("abcd1234"), name("abcd1234"));
        assert_ne!(name("abcd1234"), name("abcd1235"));
        assert_eq!(name("abcd1234").len(), 16);
    }
}

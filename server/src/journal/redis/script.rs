//! The scripts that Redis runs: each by itself and as a whole, so that its conditions and its changes belong together.

use redis::Cmd;

/// A script of the server that has the journal, or of work without one: whatever its connection has become meanwhile, others do nothing.
macro_rules! of_owner {
    ($($file:literal),+) => {
        concat!(include_str!("scripts/owner.lua"), $(include_str!($file)),+)
    };
}

pub(super) const TAKE_OVER: &str = include_str!("scripts/take_over.lua");
pub(super) const SETTLE: &str = include_str!("scripts/settle.lua");
pub(super) const BEAT: &str = of_owner!("scripts/beat.lua");
pub(super) const LET_GO: &str = of_owner!("scripts/let_go.lua");
pub(super) const APPEND: &str = of_owner!("scripts/shared.lua", "scripts/append.lua");
pub(super) const ENTRIES: &str = of_owner!("scripts/shared.lua", "scripts/entries.lua");
pub(super) const FORGET: &str = of_owner!("scripts/forget.lua");
pub(super) const REMOVE: &str = of_owner!("scripts/shared.lua", "scripts/remove.lua");
pub(super) const KEEP: &str = of_owner!("scripts/shared.lua", "scripts/keep.lua");
pub(super) const PLAYERS: &str = of_owner!("scripts/players.lua");
pub(super) const TOURNAMENTS: &str = of_owner!("scripts/shared.lua", "scripts/tournaments.lua");
pub(super) const BEGIN_WORK: &str = include_str!("scripts/begin_work.lua");
pub(super) const MARK_WORK: &str = of_owner!("scripts/mark_work.lua");
pub(super) const EMPTY: &str = of_owner!("scripts/empty.lua");
pub(super) const REWRITE: &str = of_owner!("scripts/shared.lua", "scripts/rewrite.lua");

/// The format of the journal, as its keys are described in `REDIS.md`.
pub(super) const FORMAT: &str = "1";

/// The server that asks, by the connection that it has now; a command beside it; or work on a journal that no server has.
#[derive(Debug, Clone)]
pub(super) struct Asker {
    /// The name of the server; empty for another.
    name: String,
    /// The number of the connection, or the mark of the work.
    link: String,
}

impl Asker {
    /// A server.
    pub(super) fn server(name: &str, link: u64) -> Asker {
        Asker { name: name.to_owned(), link: link.to_string() }
    }

    /// A command beside the server.
    pub(super) fn beside() -> Asker {
        Asker { name: String::new(), link: "0".to_owned() }
    }

    /// Work on a journal that no server has.
    pub(super) fn work(mark: &str) -> Asker {
        Asker { name: String::new(), link: mark.to_owned() }
    }

    /// Returns the command that runs a script; its arguments are to be added.
    pub(super) fn eval(&self, script: &str) -> Cmd {
        let mut command = redis::cmd("EVAL");
        // Without a list of keys: all are in one database of one server.
        command.arg(script).arg(0).arg(self.name.as_str()).arg(self.link.as_str());
        command
    }
}

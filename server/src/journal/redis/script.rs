//! The scripts that Redis runs: each by itself and as a whole, so that its conditions and its changes belong together.

use std::sync::LazyLock;

use redis::aio::MultiplexedConnection;
use redis::{Arg, Cmd, ErrorKind, RedisResult, ServerErrorKind, ToRedisArgs, Value};
use sha1::{Digest as _, Sha1};

use crate::hex::hex;

/// A script. Redis keeps those that it has run, and runs them by their hashes.
#[derive(Debug)]
pub(super) struct Script {
    text: &'static str,
    hash: LazyLock<String>,
}

/// Declares scripts, each of the files that it is put together from.
macro_rules! scripts {
    ($($name:ident: $($file:literal)+;)+) => {
        $(pub(super) static $name: Script = {
            const TEXT: &str = concat!($(include_str!($file)),+);
            Script { text: TEXT, hash: LazyLock::new(|| hex(&Sha1::digest(TEXT))) }
        };)+

        #[cfg(test)]
        pub(super) const TEXTS: &[&str] = &[$(concat!($(include_str!($file)),+)),+];
    };
}

// Those with `owner.lua` are of the server that has the journal, or of work without one: whatever its connection has become meanwhile, others do
// nothing.
scripts! {
    TAKE_OVER: "scripts/epoch.lua" "scripts/take_over.lua";
    SETTLE: "scripts/epoch.lua" "scripts/settle.lua";
    BEAT: "scripts/epoch.lua" "scripts/owner.lua" "scripts/beat.lua";
    LET_GO: "scripts/epoch.lua" "scripts/owner.lua" "scripts/let_go.lua";
    APPEND: "scripts/epoch.lua" "scripts/owner.lua" "scripts/shared.lua" "scripts/append.lua";
    ENTRIES: "scripts/epoch.lua" "scripts/owner.lua" "scripts/shared.lua" "scripts/entries.lua";
    FORGET: "scripts/epoch.lua" "scripts/owner.lua" "scripts/forget.lua";
    REMOVE: "scripts/epoch.lua" "scripts/owner.lua" "scripts/shared.lua" "scripts/remove.lua";
    KEEP: "scripts/epoch.lua" "scripts/owner.lua" "scripts/shared.lua" "scripts/keep.lua";
    INDEX: "scripts/epoch.lua" "scripts/owner.lua" "scripts/shared.lua" "scripts/index.lua";
    PLAYERS: "scripts/epoch.lua" "scripts/owner.lua" "scripts/players.lua";
    TOURNAMENTS: "scripts/epoch.lua" "scripts/owner.lua" "scripts/shared.lua" "scripts/tournaments.lua";
    BEGIN_WORK: "scripts/epoch.lua" "scripts/begin_work.lua";
    MARK_WORK: "scripts/epoch.lua" "scripts/owner.lua" "scripts/mark_work.lua";
    EMPTY: "scripts/epoch.lua" "scripts/owner.lua" "scripts/empty.lua";
    REWRITE: "scripts/epoch.lua" "scripts/owner.lua" "scripts/shared.lua" "scripts/rewrite.lua";
}

/// The format of the journal, as its keys are described in `REDIS.md`.
pub(super) const FORMAT: &str = "2";
/// The former one, without the sorted sets of players and names by ruleset. A start adds them.
pub(super) const FORMER_FORMAT: &str = "1";

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

    /// Returns the call of a script; its arguments are to be added.
    pub(super) fn eval(&self, script: &'static Script) -> Call {
        let mut by_hash = redis::cmd("EVALSHA");
        // Without a list of keys: all are in one database of one server.
        by_hash.arg(script.hash.as_str()).arg(0).arg(self.name.as_str()).arg(self.link.as_str());
        Call { script, by_hash }
    }
}

/// A call of a script with its arguments.
pub(super) struct Call {
    script: &'static Script,
    /// The command that names the script by its hash.
    by_hash: Cmd,
}

impl Call {
    /// Adds an argument.
    pub(super) fn arg<T: ToRedisArgs>(&mut self, argument: T) -> &mut Call {
        self.by_hash.arg(argument);
        self
    }

    /// Returns the hash of the script.
    pub(super) fn hash(&self) -> &'static str {
        self.script.hash.as_str()
    }

    /// Returns the command that names the script by its hash.
    pub(super) fn by_hash(&self) -> &Cmd {
        &self.by_hash
    }

    /// Returns the command that brings the script along, which Redis then knows.
    pub(super) fn whole(&self) -> Cmd {
        let mut whole = redis::cmd("EVAL");
        whole.arg(self.script.text);
        // Behind the name of the command and the hash.
        for argument in self.by_hash.args_iter().skip(2) {
            if let Arg::Simple(argument) = argument {
                whole.arg(argument);
            }
        }
        whole
    }

    /// Runs the script: by its hash, and with its text if Redis does not know it. That answer says that nothing was done, so the script runs once.
    pub(super) async fn run(&self, connection: &mut MultiplexedConnection) -> RedisResult<Value> {
        match self.by_hash.query_async(connection).await {
            Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                self.whole().query_async(connection).await
            }
            answer => answer,
        }
    }
}

/// Returns whether an answer among others says that Redis does not know a script.
pub(super) fn is_unknown(answer: &Value) -> bool {
    matches!(answer, Value::ServerError(error) if error.kind() == Some(ServerErrorKind::NoScript))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_named_by_its_hash_or_brought_along_with_the_same_arguments() {
        let mut call = Asker::server("name", 7).eval(&BEAT);
        call.arg(5).arg("").arg(&b"\r\n\xff"[..]);
        let words = |command: &Cmd| -> Vec<Vec<u8>> {
            let simple = |argument: Arg<&[u8]>| match argument {
                Arg::Simple(bytes) => bytes.to_vec(),
                _ => Vec::new(),
            };
            command.args_iter().map(simple).collect()
        };
        let (by_hash, whole) = (words(call.by_hash()), words(&call.whole()));
        assert_eq!((by_hash[0].as_slice(), whole[0].as_slice()), (&b"EVALSHA"[..], &b"EVAL"[..]));
        assert_eq!((by_hash[1].len(), whole[1].as_slice()), (40, BEAT.text.as_bytes()));
        let arguments: [&[u8]; 6] = [b"0", b"name", b"7", b"5", b"", b"\r\n\xff"];
        assert_eq!(by_hash[2..], arguments);
        assert_eq!(whole[2..], arguments);
        assert_eq!(hex(&Sha1::digest("return 1")), "e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
        assert_eq!(TEXTS.len(), 16);
    }
}

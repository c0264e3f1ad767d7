//! The rights that the user of a journal needs at the Redis server, tried before the journal is used: a script that lacks one does not say which.

use redis::aio::MultiplexedConnection;
use redis::{ServerErrorKind, Value};

use crate::journal::JournalError;

/// A key that holds nothing.
const KEY: &str = "tabula:rights";
/// The pattern of all keys of a journal, as a right.
const KEYS: &str = "~tabula:*";

/// All commands of the journal and of its scripts, each with arguments by which it changes nothing. An answer that is another error is as good: rights are
/// looked at first. The member that `SADD` adds goes with the next command.
const COMMANDS: &[&[&str]] = &[
    &["EVAL", "return 1", "0"],
    &["EVALSHA", "0000000000000000000000000000000000000000", "0"],
    &["EXISTS", KEY],
    &["GET", KEY],
    &["HDEL", KEY, "x"],
    &["HEXISTS", KEY, "x"],
    &["HGET", KEY, "x"],
    &["HLEN", KEY],
    &["HMGET", KEY, "x"],
    // A field without a value.
    &["HSET", KEY, "x", "x", "x"],
    &["PEXPIRE", KEY, "1"],
    &["PEXPIREAT", KEY, "1"],
    &["SADD", KEY, "x"],
    &["SREM", KEY, "x"],
    &["SCAN", "0", "COUNT", "1"],
    &["SET", KEY, "x", "XX"],
    &["SMEMBERS", KEY],
    &["TIME"],
    &["TYPE", KEY],
    &["XADD", KEY, "NOMKSTREAM", "0-1", "x", "x"],
    &["XLEN", KEY],
    &["XRANGE", KEY, "-", "+"],
    &["XREVRANGE", KEY, "+", "-"],
    &["ZADD", KEY, "XX", "0", "x"],
    &["ZMSCORE", KEY, "x"],
    &["ZRANGE", KEY, "0", "0"],
    &["ZRANGEBYLEX", KEY, "-", "+"],
    &["ZRANGEBYSCORE", KEY, "0", "0"],
    &["ZREM", KEY, "x"],
    &["ZREMRANGEBYSCORE", KEY, "0", "0"],
    &["ZREVRANGEBYSCORE", KEY, "0", "0"],
    &["ZSCORE", KEY, "x"],
    &["DEL", KEY],
    &["UNLINK", KEY],
];

/// Returns an error that names the rights which the user of a connection lacks, as `ACL SETUSER` gives them.
pub(super) async fn check(connection: &mut MultiplexedConnection) -> Result<(), JournalError> {
    let mut commands = redis::pipe();
    for words in COMMANDS {
        if let Some((name, arguments)) = words.split_first() {
            commands.cmd(name).arg(arguments);
        }
    }
    let answers: Vec<Value> = commands.ignore_errors().query_async(connection).await?;
    let mut missing: Vec<String> = Vec::new();
    for (words, answer) in COMMANDS.iter().zip(&answers) {
        let right = match answer {
            Value::ServerError(error) if error.kind() == Some(ServerErrorKind::NoPerm) => {
                if error.details().is_some_and(is_of_key) { KEYS.to_owned() } else { right(words) }
            }
            _ => continue,
        };
        if !missing.contains(&right) {
            missing.push(right);
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(JournalError::Forbidden(missing.join(" "))) }
}

/// Returns whether a refusal is about a key. One about a command may name the user, whose name may be any word.
fn is_of_key(why: &str) -> bool {
    why.contains(" to access ")
}

/// Returns the right to a command.
fn right(words: &[&str]) -> String {
    format!("+{}", words.first().map(|name| name.to_lowercase()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::script::TEXTS;
    use super::*;

    fn all() -> BTreeSet<String> {
        COMMANDS.iter().map(|words| right(words)).collect()
    }

    #[test]
    fn a_refusal_is_about_a_key_or_a_command_in_the_words_of_each_version() {
        for (why, expected) in [
            // The first two of 7.0, the others of 7.2.
            ("this user has no permissions to access one of the keys used as arguments", true),
            ("this user has no permissions to run the 'get' command", false),
            ("No permissions to access a key", true),
            ("User keymaster has no permissions to run the 'get' command", false),
        ] {
            assert_eq!(is_of_key(why), expected, "{why}");
        }
    }

    #[test]
    fn every_command_of_a_script_is_tried() {
        let all = all();
        for text in TEXTS {
            for call in text.split("call('").skip(1) {
                let name = call.split('\'').next().unwrap();
                assert!(all.contains(&right(&[name])), "{name}");
            }
        }
    }

    #[test]
    fn the_documented_user_has_these_rights_and_no_others() {
        let document = include_str!("../../../REDIS.md");
        let line = document.lines().find(|line| line.starts_with("ACL SETUSER tabula on ")).unwrap();
        assert!(line.split(' ').any(|word| word == KEYS), "{line}");
        let documented: BTreeSet<String> =
            line.split(' ').filter(|word| word.starts_with('+')).map(str::to_owned).collect();
        // For the choice of a database, and the look at the settings.
        let others = ["+config|get", "+info", "+select"].map(str::to_owned);
        assert_eq!(documented, all().into_iter().chain(others).collect());
    }
}
